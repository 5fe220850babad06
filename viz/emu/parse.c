/* Text of LLVM's disassembler -> struct emu_insn.
 *
 * The syntax is that of LLVM's "Syntax of AMDGPU Instruction Operands" and "... Modifiers" pages.
 * Each row's `operands` string has a letter a printed operand, which says what a constant means
 * there and how many registers a tuple must have:
 *
 *     w  32 bits              h  16 bits                 d  64-bit float     q  64-bit integer
 *     p  two 16-bit halves    P  two 32-bit floats       3 4 8 G R  3, 4, 8, 16, 32 dwords
 *     D  8 dwords: four 64-bit floats
 *     m  an immediate, kept in insn->offset              .  anything, or nothing
 *     ?  the next letter's operand is there only if the text has "sc0": an atomic's destination
 *     s  a lane mask: VCC or an SGPR pair
 *     x  hwreg(NAME, lowest bit, width): insn->offset = id, insn->offset1 = lowest bit | width << 8
 *     g  gpr_idx(SRC0,...): bits in insn->mode
 *
 * Inline constants print as values whatever the operand's type, so 0.5 is 0x3f000000 in `w`, 0x3800
 * in `h`, 0x3fe0000000000000 in `d` and `q`. A literal always prints in hexadecimal; inline
 * integers print in decimal.
 */
#include <ctype.h>
#include <string.h>

#include "emu/parse_parts.h"

struct parser {
    const char *at;
    struct emu_insn *insn;
    struct error *err;
};

/* Copies up to a comma or blank outside brackets. Returns the character that ended it. */
static char next_token(struct parser *p, char token[EMU_TOKEN_BYTES])
{
    int depth = 0;
    size_t n = 0;
    while (*p->at == ' ' || *p->at == '\t')
        p->at++;
    for (; *p->at; p->at++) {
        char c = *p->at;
        if (c == '[' || c == '(')
            depth++;
        else if (c == ']' || c == ')')
            depth--;
        if (depth == 0 && (c == ',' || c == ' '))
            break;
        if (c != ' ' && n + 1 < EMU_TOKEN_BYTES)
            token[n++] = c;
    }
    token[n] = 0;
    while (*p->at == ' ')
        p->at++;
    if (*p->at == ',') {
        p->at++;
        return ',';
    }
    return ' ';
}

/* Index of src0: behind the destination, and behind the carry-out where there is one:
 * v_add_co_u32_sdwa v0, vcc, v1, v2 */
static uint8_t first_source(const char *letters) { return *letters && letters[1] == 's' ? 2 : 1; }

static bool strip_suffix(char *name, const char *suffix)
{
    size_t n = strlen(name), k = strlen(suffix);
    if (n <= k || strcmp(name + n - k, suffix) != 0)
        return false;
    name[n - k] = 0;
    return true;
}

/* No operand or result needs more than its register. */
static bool is_plain(const struct emu_insn *in)
{
    for (int n = 0; n < in->n_ops; n++) {
        const struct emu_operand *o = &in->op[n];
        if (o->neg || o->abs || o->sext || o->sel != EMU_SDWA_DWORD)
            return false;
    }
    return !in->clamp && !in->omod && !in->op_sel && !in->dpp && in->dst_sel == EMU_SDWA_DWORD;
}

static enum status operands(struct parser *p, const char *letters)
{
    char token[EMU_TOKEN_BYTES];
    if (letters[0] == '?')
        letters += strstr(p->at, " sc0") ? 1 : 2;
    size_t n = 0;
    char end = *p->at ? ',' : ' ';
    while (end == ',') {
        end = next_token(p, token);
        if (!letters[n])
            return emu_not_modelled(p->err, "operand", token);
        enum status status = emu_parse_operand(p->insn, token, letters[n], p->err);
        if (status != STATUS_OK)
            return status;
        n++;
    }
    while (letters[n] == '.')
        n++;
    if (letters[n])
        return error_set(p->err, STATUS_UNSUPPORTED, "an operand is missing");
    return STATUS_OK;
}

enum status emu_parse(const char *text, struct emu_insn *insn, struct error *err)
{
    struct parser p = {.at = text, .insn = insn, .err = err};
    char mnemonic[EMU_TOKEN_BYTES];
    while (isspace((unsigned char)*p.at))
        p.at++;
    size_t n = strcspn(p.at, " \t");
    if (n == 0 || n >= sizeof mnemonic)
        return emu_not_modelled(err, "instruction", text);
    memcpy(mnemonic, p.at, n);
    mnemonic[n] = 0;
    p.at += n;
    while (*p.at == ' ' || *p.at == '\t')
        p.at++;

    memset(insn->op, 0, sizeof insn->op);
    insn->row_mask = insn->bank_mask = 0xf;
    insn->row = emu_find_row(mnemonic);
    if (!insn->row) {
        bool stripped = strip_suffix(mnemonic, "_e32") || strip_suffix(mnemonic, "_e64") ||
                        strip_suffix(mnemonic, "_sdwa") || strip_suffix(mnemonic, "_dpp");
        insn->row = stripped ? emu_find_row(mnemonic) : NULL;
    }
    if (!insn->row)
        return emu_not_modelled(err, "instruction", mnemonic);
    insn->op_sel_hi = insn->row->aux & EMU_SEL_HI_OFF ? 0 : 0xff;
    if (!strcmp(insn->row->operands, "*")) /* text without effect: s_waitcnt and its like */
        return STATUS_OK;

    enum status status = operands(&p, insn->row->operands);
    insn->src0 = first_source(insn->row->operands);
    while (status == STATUS_OK && *p.at) {
        char token[EMU_TOKEN_BYTES];
        next_token(&p, token);
        if (*token)
            status = emu_parse_modifier(insn, token, err);
    }
    if (status == STATUS_OK && (insn->clamp || insn->omod) && !(insn->row->aux & EMU_TAKES_CLAMP))
        return emu_not_modelled(err, "modifier", insn->clamp ? "clamp" : "omod");
    insn->plain = is_plain(insn);
    return status;
}

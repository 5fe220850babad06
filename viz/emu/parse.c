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
 *     x  hwreg(NAME, lowest bit, width): id in insn->offset, lowest bit | width << 8 in
 * insn->offset1 g  gpr_idx(SRC0,...): bits in insn->mode
 *
 * Inline constants print as values whatever the operand's type, so 0.5 is 0x3f000000 in `w`, 0x3800
 * in `h`, 0x3fe0000000000000 in `d` and `q`. A literal always prints in hexadecimal; inline
 * integers print in decimal.
 */
#include "emu/parse.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TOKEN_BYTES = 128 };

struct parser {
    const char *text; /* the whole line, for messages */
    const char *at;
    struct emu_insn *insn;
    struct error *err;
};

static enum status unsupported(struct parser *p, const char *what, const char *token)
{
    return error_set(p->err, STATUS_UNSUPPORTED, "%s '%s' is not modelled", what, token);
}

/* ---- constants ---------------------------------------------------------------------------------
 */

/* The inline float constants (CDNA3 ISA guide, operand encodings 240..248) in three widths. */
static const struct {
    const char *text;
    uint16_t f16;
    uint32_t f32;
    uint64_t f64;
} inline_floats[] = {
    {"0.5", 0x3800, 0x3f000000, 0x3fe0000000000000},
    {"-0.5", 0xb800, 0xbf000000, 0xbfe0000000000000},
    {"1.0", 0x3c00, 0x3f800000, 0x3ff0000000000000},
    {"-1.0", 0xbc00, 0xbf800000, 0xbff0000000000000},
    {"2.0", 0x4000, 0x40000000, 0x4000000000000000},
    {"-2.0", 0xc000, 0xc0000000, 0xc000000000000000},
    {"4.0", 0x4400, 0x40800000, 0x4010000000000000},
    {"-4.0", 0xc400, 0xc0800000, 0xc010000000000000},
    {"0.15915494", 0x3118, 0x3e22f983, 0x3fc45f306dc9c882},
    {"0.15915494309189532", 0x3118, 0x3e22f983, 0x3fc45f306dc9c882},
    {"0.1592", 0x3118, 0x3e22f983, 0x3fc45f306dc9c882},
};

static bool float_constant(const char *token, char letter, uint64_t *value)
{
    for (size_t n = 0; n < sizeof inline_floats / sizeof inline_floats[0]; n++) {
        if (strcmp(token, inline_floats[n].text) != 0)
            continue;
        if (letter == 'h' || letter == 'p')
            *value = inline_floats[n].f16;
        else if (letter == 'd' || letter == 'D' || letter == 'q')
            *value = inline_floats[n].f64;
        else
            *value = inline_floats[n].f32;
        return true;
    }
    return false;
}

static bool constant(const char *token, char letter, uint64_t *value)
{
    if (float_constant(token, letter, value))
        return true;
    /* LLVM 22 writes lit(0x0) for a literal dword that an inline constant could have said, as the
     * linker leaves in s_addc_u32 s1, s1, sym@rel32@hi. */
    bool wrapped = strncmp(token, "lit(", 4) == 0;
    if (wrapped)
        token += 4;
    char *end;
    long long n = strtoll(token, &end, 0);
    if (end == token || strcmp(end, wrapped ? ")" : "") != 0)
        return false;
    bool literal = strncmp(token, "0x", 2) == 0;
    if (literal && letter == 'd')
        *value = (uint64_t)(uint32_t)n << 32; /* a literal is the high half of a double */
    else if (letter == 'd' || letter == 'D' || letter == 'q' || letter == 's')
        *value = (uint64_t)n;
    else
        *value = (uint32_t)n;
    return true;
}

/* ---- registers ---------------------------------------------------------------------------------
 */

static const struct {
    const char *name;
    uint8_t kind, n_dwords;
    uint16_t reg;
} named[] = {
    {"vcc", EMU_SGPR, 2, EMU_VCC},
    {"vcc_lo", EMU_SGPR, 1, EMU_VCC},
    {"vcc_hi", EMU_SGPR, 1, EMU_VCC + 1},
    {"exec", EMU_SGPR, 2, EMU_EXEC},
    {"exec_lo", EMU_SGPR, 1, EMU_EXEC},
    {"exec_hi", EMU_SGPR, 1, EMU_EXEC + 1},
    {"m0", EMU_SGPR, 1, EMU_M0},
    {"flat_scratch", EMU_SGPR, 2, EMU_FLAT_SCRATCH},
    {"flat_scratch_lo", EMU_SGPR, 1, EMU_FLAT_SCRATCH},
    {"flat_scratch_hi", EMU_SGPR, 1, EMU_FLAT_SCRATCH + 1},
    {"xnack_mask", EMU_SGPR, 2, EMU_XNACK_MASK},
    {"xnack_mask_lo", EMU_SGPR, 1, EMU_XNACK_MASK},
    {"xnack_mask_hi", EMU_SGPR, 1, EMU_XNACK_MASK + 1},
    {"src_scc", EMU_SPECIAL, 1, EMU_SRC_SCC},
    {"src_vccz", EMU_SPECIAL, 1, EMU_SRC_VCCZ},
    {"src_execz", EMU_SPECIAL, 1, EMU_SRC_EXECZ},
    {"src_shared_base", EMU_SPECIAL, 2, EMU_SRC_SHARED_BASE},
    {"src_shared_limit", EMU_SPECIAL, 2, EMU_SRC_SHARED_LIMIT},
    {"src_private_base", EMU_SPECIAL, 2, EMU_SRC_PRIVATE_BASE},
    {"src_private_limit", EMU_SPECIAL, 2, EMU_SRC_PRIVATE_LIMIT},
    {"off", EMU_OFF, 0, 0},
};

/* "v7", "a[4:7]", "s[0:1]", "ttmp3", or a name. */
static bool reg(const char *token, struct emu_operand *o)
{
    for (size_t n = 0; n < sizeof named / sizeof named[0]; n++) {
        if (strcmp(token, named[n].name) != 0)
            continue;
        o->kind = named[n].kind;
        o->n_dwords = named[n].n_dwords;
        o->reg = named[n].reg;
        return true;
    }
    unsigned base, limit;
    const char *digits;
    if (!strncmp(token, "ttmp", 4))
        o->kind = EMU_SGPR, base = EMU_TTMP0, limit = 16, digits = token + 4;
    else if (*token == 'v')
        o->kind = EMU_VGPR, base = 0, limit = EMU_ACC, digits = token + 1;
    else if (*token == 'a')
        o->kind = EMU_VGPR, base = EMU_ACC, limit = EMU_ACC, digits = token + 1;
    else if (*token == 's')
        o->kind = EMU_SGPR, base = 0, limit = EMU_FLAT_SCRATCH, digits = token + 1;
    else
        return false;

    unsigned first, last;
    int used = 0;
    if (sscanf(digits, "[%u:%u]%n", &first, &last, &used) == 2 && used && !digits[used]) {
        if (last < first)
            return false;
    } else if (used = 0, sscanf(digits, "%u%n", &first, &used) == 1 && used && !digits[used]) {
        last = first;
    } else {
        return false;
    }
    if (last >= limit)
        return false;
    o->reg = (uint16_t)(base + first);
    o->n_dwords = (uint8_t)(last - first + 1);
    return true;
}

static int letter_dwords(char letter)
{
    switch (letter) {
    case 'd':
    case 'q':
    case 's':
    case 'P':
        return 2;
    case '3':
        return 3;
    case '4':
        return 4;
    case '8':
    case 'D':
        return 8;
    case 'G':
        return 16;
    case 'R':
        return 32;
    case '.':
        return 0;
    default:
        return 1;
    }
}

/* ---- one operand -------------------------------------------------------------------------------
 */

/* Strips prefix and the closing character: "|v1|", "neg(v1)", "abs(v1)", "sext(v1)". */
static bool unwrap(char *token, const char *prefix, char closing)
{
    size_t n = strlen(token), k = strlen(prefix);
    if (n <= k || strncmp(token, prefix, k) != 0 || token[n - 1] != closing)
        return false;
    token[n - 1] = 0;
    memmove(token, token + k, n - k);
    return true;
}

static enum status immediate(struct parser *p, const char *token)
{
    char *end;
    long long n = strtoll(token, &end, 0);
    if (end == token || *end)
        return unsupported(p, "operand", token);
    p->insn->offset = (int32_t)n;
    return STATUS_OK;
}

/* "hwreg(HW_REG_MODE,0,4)", or "hwreg(HW_REG_MODE)" for all 32 bits. Only MODE is known. */
static enum status hardware_register(struct parser *p, const char *token)
{
    unsigned lo = 0, n = 32;
    int used = 0;
    if (strcmp(token, "hwreg(HW_REG_MODE)") != 0 &&
        (sscanf(token, "hwreg(HW_REG_MODE,%u,%u)%n", &lo, &n, &used) != 2 || !used || token[used] ||
         lo > 31 || n < 1 || n > 32 - lo))
        return unsupported(p, "hardware register", token);
    p->insn->offset = 1;
    p->insn->offset1 = (int32_t)(lo | n << 8);
    return STATUS_OK;
}

/* "gpr_idx(SRC0,DST)" */
static enum status gpr_index(struct parser *p, const char *token)
{
    static const char *const names[] = {"SRC0", "SRC1", "SRC2", "DST"};
    if (strncmp(token, "gpr_idx(", 8) != 0)
        return unsupported(p, "operand", token);
    for (unsigned n = 0; n < 4; n++)
        if (strstr(token, names[n]))
            p->insn->mode |= (uint8_t)(1u << n);
    return STATUS_OK;
}

static enum status operand(struct parser *p, char *token, char letter)
{
    struct emu_insn *in = p->insn;
    if (letter == 'm')
        return immediate(p, token);
    if (letter == 'x')
        return hardware_register(p, token);
    if (letter == 'g')
        return gpr_index(p, token);
    if (in->n_ops == EMU_MAX_OPERANDS)
        return unsupported(p, "operand", token);
    struct emu_operand *o = &in->op[in->n_ops];
    uint64_t value;
    if (constant(token, letter, &value)) {
        o->kind = EMU_CONST;
        o->value = value;
        in->n_ops++;
        return STATUS_OK;
    }
    o->neg = unwrap(token, "neg(", ')');
    if (!o->neg && token[0] == '-') {
        o->neg = true;
        memmove(token, token + 1, strlen(token));
    }
    o->abs = unwrap(token, "|", '|') || unwrap(token, "abs(", ')');
    o->sext = unwrap(token, "sext(", ')');
    if (constant(token, letter, &value)) { /* a modified constant */
        o->kind = EMU_CONST;
        o->value = value;
    } else if (!reg(token, o)) {
        return unsupported(p, "operand", token);
    }
    /* gfx90a and later: tuples of VGPRs start at an even register (LLVM AMDGPUUsage, target
     * features). */
    if (o->kind == EMU_VGPR && o->n_dwords > 1 && o->reg % 2)
        return unsupported(p, "misaligned register tuple", token);
    int want = letter_dwords(letter);
    if (o->kind != EMU_CONST && o->kind != EMU_SPECIAL && o->kind != EMU_OFF && want &&
        o->n_dwords != want)
        return error_set(p->err, STATUS_UNSUPPORTED, "operand '%s' has %d registers, not %d", token,
                         o->n_dwords, want);
    in->n_ops++;
    return STATUS_OK;
}

/* Copies up to a comma or blank outside brackets. Returns the character that ended it. */
static char next_token(struct parser *p, char token[TOKEN_BYTES])
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
        if (c != ' ' && n + 1 < TOKEN_BYTES)
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

/* ---- modifiers ---------------------------------------------------------------------------------
 */

/* "[0,1,1]" as bits 0, 1, 2. */
static uint8_t bit_list(const char *text)
{
    uint8_t bits = 0;
    int n = 0;
    for (; *text; text++)
        if (*text == '0' || *text == '1')
            bits |= (uint8_t)((*text == '1') << n++);
    return bits;
}

static bool sdwa_select(const char *text, uint8_t *sel)
{
    static const char *const names[] = {"DWORD",  "BYTE_0", "BYTE_1", "BYTE_2",
                                        "BYTE_3", "WORD_0", "WORD_1"};
    for (uint8_t n = 0; n < sizeof names / sizeof names[0]; n++) {
        if (!strcmp(text, names[n])) {
            *sel = n;
            return true;
        }
    }
    return false;
}

static bool dpp_control(struct emu_insn *in, const char *name, const char *value)
{
    static const struct {
        const char *name;
        uint8_t control;
    } controls[] = {
        {"row_shl", EMU_DPP_ROW_SHL},
        {"row_shr", EMU_DPP_ROW_SHR},
        {"row_ror", EMU_DPP_ROW_ROR},
        {"wave_shl", EMU_DPP_WAVE_SHL},
        {"wave_rol", EMU_DPP_WAVE_ROL},
        {"wave_shr", EMU_DPP_WAVE_SHR},
        {"wave_ror", EMU_DPP_WAVE_ROR},
        {"row_mirror", EMU_DPP_ROW_MIRROR},
        {"row_half_mirror", EMU_DPP_ROW_HALF_MIRROR},
        {"row_newbcast", EMU_DPP_ROW_NEWBCAST},
    };
    if (!strcmp(name, "quad_perm")) {
        int n = 0;
        for (; *value; value++)
            if (*value >= '0' && *value <= '3')
                in->dpp_arg |= (uint8_t)((*value - '0') << (2 * n++));
        in->dpp = EMU_DPP_QUAD_PERM;
        return true;
    }
    if (!strcmp(name, "row_bcast")) {
        in->dpp = !strcmp(value, "15") ? EMU_DPP_ROW_BCAST15 : EMU_DPP_ROW_BCAST31;
        return true;
    }
    for (size_t n = 0; n < sizeof controls / sizeof controls[0]; n++) {
        if (!strcmp(name, controls[n].name)) {
            in->dpp = controls[n].control;
            in->dpp_arg = (uint8_t)strtoul(value, NULL, 0);
            return true;
        }
    }
    return false;
}

static bool flag_modifier(struct emu_insn *in, const char *name)
{
    const struct {
        const char *name;
        bool *flag;
    } flags[] = {
        {"clamp", &in->clamp}, {"sc0", &in->sc0},     {"sc1", &in->sc1},
        {"nt", &in->nt},       {"offen", &in->offen}, {"idxen", &in->idxen},
    };
    for (size_t n = 0; n < sizeof flags / sizeof flags[0]; n++) {
        if (!strcmp(name, flags[n].name)) {
            *flags[n].flag = true;
            return true;
        }
    }
    return false;
}

static bool number_modifier(struct emu_insn *in, const char *name, const char *value)
{
    char *end;
    uint32_t swizzle;
    if (!strcmp(name, "offset") && emu_parse_swizzle(value, &swizzle)) {
        in->offset = (int32_t)swizzle;
        return true;
    }
    long n = strtol(value, &end, 0);
    if (end == value || *end)
        return false;
    if (!strcmp(name, "offset") || !strcmp(name, "offset0"))
        in->offset = (int32_t)n;
    else if (!strcmp(name, "offset1"))
        in->offset1 = (int32_t)n;
    else if (!strcmp(name, "cbsz"))
        in->cbsz = (uint8_t)n;
    else if (!strcmp(name, "abid"))
        in->abid = (uint8_t)n;
    else if (!strcmp(name, "blgp"))
        in->blgp = (uint8_t)n;
    else if (!strcmp(name, "row_mask"))
        in->row_mask = (uint8_t)n;
    else if (!strcmp(name, "bank_mask"))
        in->bank_mask = (uint8_t)n;
    else if (!strcmp(name, "bound_ctrl"))
        in->bound_ctrl = true;
    else if (!strcmp(name, "mul") && (n == 2 || n == 4))
        in->omod = n == 2 ? 1 : 2;
    else if (!strcmp(name, "div") && n == 2)
        in->omod = 3;
    else
        return false;
    return true;
}

static bool list_modifier(struct emu_insn *in, const char *name, const char *value)
{
    if (!strcmp(name, "op_sel"))
        in->op_sel = bit_list(value);
    else if (!strcmp(name, "op_sel_hi"))
        in->op_sel_hi = bit_list(value);
    else if (!strcmp(name, "neg_lo"))
        in->neg_lo = bit_list(value);
    else if (!strcmp(name, "neg_hi"))
        in->neg_hi = bit_list(value);
    else if (!strcmp(name, "neg")) /* f64 MFMA's use of the blgp field */
        in->blgp = bit_list(value);
    else
        return false;
    return true;
}

/* The first source: SDWA's and DPP's src0 is the operand after the destinations, which is the last
 * one for one-source instructions. src1 is the one behind it. */
static bool sdwa_modifier(struct emu_insn *in, const char *name, const char *value)
{
    int src0 = in->src0;
    if (!strcmp(name, "dst_sel"))
        return sdwa_select(value, &in->dst_sel);
    if (!strcmp(name, "src0_sel"))
        return src0 < in->n_ops && sdwa_select(value, &in->op[src0].sel);
    if (!strcmp(name, "src1_sel"))
        return src0 + 1 < in->n_ops && sdwa_select(value, &in->op[src0 + 1].sel);
    if (!strcmp(name, "dst_unused")) {
        in->dst_unused = !strcmp(value, "UNUSED_PAD") ? 0 : !strcmp(value, "UNUSED_SEXT") ? 1 : 2;
        return true;
    }
    return false;
}

/* Index of src0: behind the destination, and behind the carry-out where there is one:
 * v_add_co_u32_sdwa v0, vcc, v1, v2 */
static uint8_t first_source(const char *letters) { return *letters && letters[1] == 's' ? 2 : 1; }

static enum status modifier(struct parser *p, char *token)
{
    struct emu_insn *in = p->insn;
    char whole[TOKEN_BYTES];
    memcpy(whole, token, sizeof whole);
    char *value = strchr(token, ':');
    if (value)
        *value++ = 0;
    if (!value && flag_modifier(in, token))
        return STATUS_OK;
    if (dpp_control(in, token, value ? value : "0"))
        return STATUS_OK;
    if (value && (sdwa_modifier(in, token, value) || list_modifier(in, token, value) ||
                  number_modifier(in, token, value)))
        return STATUS_OK;
    return unsupported(p, "modifier", whole);
}

/* ---- the whole line
 * ------------------------------------------------------------------------------ */

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
    char token[TOKEN_BYTES];
    if (letters[0] == '?')
        letters += strstr(p->at, " sc0") ? 1 : 2;
    size_t n = 0;
    char end = *p->at ? ',' : ' ';
    while (end == ',') {
        end = next_token(p, token);
        if (!letters[n])
            return unsupported(p, "operand", token);
        enum status status = operand(p, token, letters[n]);
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
    struct parser p = {.text = text, .at = text, .insn = insn, .err = err};
    char mnemonic[TOKEN_BYTES];
    while (isspace((unsigned char)*p.at))
        p.at++;
    size_t n = strcspn(p.at, " \t");
    if (n == 0 || n >= sizeof mnemonic)
        return unsupported(&p, "instruction", text);
    memcpy(mnemonic, p.at, n);
    mnemonic[n] = 0;
    p.at += n;
    while (*p.at == ' ' || *p.at == '\t')
        p.at++;

    memset(insn->op, 0, sizeof insn->op);
    insn->row_mask = insn->bank_mask = 0xf;
    insn->op_sel_hi = 0xff;
    insn->row = emu_find_row(mnemonic);
    if (!insn->row) {
        bool stripped = strip_suffix(mnemonic, "_e32") || strip_suffix(mnemonic, "_e64") ||
                        strip_suffix(mnemonic, "_sdwa") || strip_suffix(mnemonic, "_dpp");
        insn->row = stripped ? emu_find_row(mnemonic) : NULL;
    }
    if (!insn->row)
        return unsupported(&p, "instruction", mnemonic);
    if (!strcmp(insn->row->operands, "*")) /* text without effect: s_waitcnt and its like */
        return STATUS_OK;

    enum status status = operands(&p, insn->row->operands);
    insn->src0 = first_source(insn->row->operands);
    while (status == STATUS_OK && *p.at) {
        char token[TOKEN_BYTES];
        next_token(&p, token);
        if (*token)
            status = modifier(&p, token);
    }
    if (status == STATUS_OK && (insn->clamp || insn->omod) && !(insn->row->aux & EMU_TAKES_CLAMP))
        return unsupported(&p, "modifier", insn->clamp ? "clamp" : "omod");
    insn->plain = is_plain(insn);
    return status;
}

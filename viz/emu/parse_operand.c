/* One operand's text: a constant, a register, or one of the immediates with a syntax of their own.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emu/parse_parts.h"

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
    if (sscanf(digits, "[%4u:%4u]%n", &first, &last, &used) == 2 && used && !digits[used]) {
        if (last < first)
            return false;
    } else if (used = 0, sscanf(digits, "%4u%n", &first, &used) == 1 && used && !digits[used]) {
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

static enum status immediate(struct emu_insn *in, const char *token, struct error *err)
{
    char *end;
    long long n = strtoll(token, &end, 0);
    if (end == token || *end)
        return emu_not_modelled(err, "operand", token);
    in->offset = (int32_t)n;
    return STATUS_OK;
}

/* "hwreg(HW_REG_MODE,0,4)", or "hwreg(HW_REG_MODE)" for all 32 bits. Only MODE is known. */
static enum status hardware_register(struct emu_insn *in, const char *token, struct error *err)
{
    unsigned lo = 0, n = 32;
    int used = 0;
    if (strcmp(token, "hwreg(HW_REG_MODE)") != 0 &&
        (sscanf(token, "hwreg(HW_REG_MODE,%u,%u)%n", &lo, &n, &used) != 2 || !used || token[used] ||
         lo > 31 || n < 1 || n > 32 - lo))
        return emu_not_modelled(err, "hardware register", token);
    in->offset = 1;
    in->offset1 = (int32_t)(lo | n << 8);
    return STATUS_OK;
}

/* "gpr_idx(SRC0,DST)" */
static enum status gpr_index(struct emu_insn *in, const char *token, struct error *err)
{
    static const char *const names[] = {"SRC0", "SRC1", "SRC2", "DST"};
    if (strncmp(token, "gpr_idx(", 8) != 0)
        return emu_not_modelled(err, "operand", token);
    for (unsigned n = 0; n < 4; n++)
        if (strstr(token, names[n]))
            in->mode |= (uint8_t)(1u << n);
    return STATUS_OK;
}

enum status emu_parse_operand(struct emu_insn *in, char *token, char letter, struct error *err)
{
    /* LLVM decodes a tuple that starts odd and remarks on it, in a C comment behind it: Invalid
     * register, operand has 'VReg_64_Align2' register class. */
    char *remark = strstr(token, "/*Invalid");
    if (remark) {
        *remark = 0;
        return emu_not_modelled(err, "misaligned or invalid register", token);
    }
    if (letter == 'm')
        return immediate(in, token, err);
    if (letter == 'x')
        return hardware_register(in, token, err);
    if (letter == 'g')
        return gpr_index(in, token, err);
    if (in->n_ops == EMU_MAX_OPERANDS)
        return emu_not_modelled(err, "operand", token);
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
        return emu_not_modelled(err, "operand", token);
    }
    /* gfx90a and later: tuples of VGPRs start at an even register (LLVM AMDGPUUsage, target
     * features). */
    if (o->kind == EMU_VGPR && o->n_dwords > 1 && o->reg % 2)
        return emu_not_modelled(err, "misaligned register tuple", token);
    int want = letter_dwords(letter);
    if (o->kind != EMU_CONST && o->kind != EMU_SPECIAL && o->kind != EMU_OFF && want &&
        o->n_dwords != want)
        return error_set(err, STATUS_UNSUPPORTED, "operand '%s' has %d registers, not %d", token,
                         o->n_dwords, want);
    in->n_ops++;
    return STATUS_OK;
}

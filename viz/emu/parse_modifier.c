/* One modifier's text: DPP, SDWA, op_sel and negations, offsets, cache bits. */
#include <stdlib.h>
#include <string.h>

#include "emu/parse_parts.h"

/* "[0,1,1]" as bits 0, 1, 2: of one to four elements, a digit each. */
static bool digit_list(const char *text, char last, int bits, uint8_t *value)
{
    uint8_t list = 0;
    int n = 0;
    for (char expected = '['; *text && *text != ']'; text += 2, expected = ',') {
        if (text[0] != expected || text[1] < '0' || text[1] > last || n == 4)
            return false;
        list |= (uint8_t)((text[1] - '0') << bits * n++);
    }
    *value = list;
    return n && !strcmp(text, "]");
}

static bool bit_list(const char *text, uint8_t *bits) { return digit_list(text, '1', 1, bits); }

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
        in->dpp = EMU_DPP_QUAD_PERM;
        return digit_list(value, '3', 2, &in->dpp_arg);
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
        {"clamp", &in->clamp},
        {"sc0", &in->sc0},
        {"sc1", &in->sc1},
        {"nt", &in->nt},
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
        return bit_list(value, &in->op_sel);
    if (!strcmp(name, "op_sel_hi"))
        return bit_list(value, &in->op_sel_hi);
    if (!strcmp(name, "neg_lo"))
        return bit_list(value, &in->neg_lo);
    if (!strcmp(name, "neg_hi"))
        return bit_list(value, &in->neg_hi);
    if (!strcmp(name, "neg")) /* f64 MFMA's use of the blgp field */
        return bit_list(value, &in->blgp);
    return false;
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

enum status emu_parse_modifier(struct emu_insn *in, char token[EMU_TOKEN_BYTES], struct error *err)
{
    char whole[EMU_TOKEN_BYTES];
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
    return emu_not_modelled(err, "modifier", whole);
}

/* Sources and results that need more than their register: DPP, SDWA, op_sel, sign modifiers, VGPR
 * indexing. The plain cases are inline in op.h.
 *
 * Order of application, from the register outwards (CDNA3 ISA guide, sections on SDWA and DPP):
 * register (indexed by M0 if s_set_gpr_idx_on says so), lanes permuted by DPP, part selected by
 * SDWA or op_sel, sign-extended, absolute value, negation.
 */
#include "emu/op.h"

/* Bits of s_set_gpr_idx_on's operand: which operands M0[7:0] is added to. */
enum { IDX_SRC0 = 1, IDX_SRC1 = 2, IDX_SRC2 = 4, IDX_DST = 8 };

/* Register `reg` with the index added, where the mode asks for one; checked against what the wave
 * has. */
static unsigned indexed(struct emu_wave *w, unsigned reg, unsigned mode_bit)
{
    if (!(w->gpr_idx_mode & mode_bit))
        return reg;
    unsigned at = reg + (w->sgpr[EMU_M0] & 0xff);
    if (reg < EMU_ACC && at < w->n_vgprs)
        return at;
    emu_fault(w, EMU_FAULT_OTHER, "indexed register v%u is beyond the wave's %u VGPRs", at,
              w->n_vgprs);
    return reg;
}

/* DPP. */

/* A case of dpp_from: what lane l, number `at` in its row of 16, reads. */
#define FROM(control, source)                                                                      \
    case control:                                                                                  \
        for (uint8_t l = 0; l < EMU_LANES; l++) {                                                  \
            uint8_t at = l & 15;                                                                   \
            (void)at;                                                                              \
            from[l] = (uint8_t)(source)&63;                                                        \
        }                                                                                          \
        break;

/* The lane that each lane reads (CDNA3 ISA guide, DPP_CTRL); any where none exists. To shift left
 * is to read the lane above. */
static void dpp_from(const struct emu_insn *in, uint8_t *from)
{
    uint8_t arg = in->dpp_arg;
    const uint8_t quad[4] = {arg & 3, arg >> 2 & 3, arg >> 4 & 3, arg >> 6};
    switch (in->dpp) {
        FROM(EMU_DPP_QUAD_PERM, (l & ~3) + quad[l & 3])
        FROM(EMU_DPP_ROW_SHL, l + arg)
        FROM(EMU_DPP_ROW_SHR, l - arg)
        FROM(EMU_DPP_ROW_ROR, (l & ~15) + ((at - arg) & 15))
        FROM(EMU_DPP_WAVE_SHL, l + 1)
        FROM(EMU_DPP_WAVE_ROL, l + 1)
        FROM(EMU_DPP_WAVE_SHR, l - 1)
        FROM(EMU_DPP_WAVE_ROR, l - 1)
        FROM(EMU_DPP_ROW_MIRROR, l ^ 15)
        FROM(EMU_DPP_ROW_HALF_MIRROR, l ^ 7)
        FROM(EMU_DPP_ROW_BCAST15, (l & ~15) - 1) /* the last lane of the row before */
        FROM(EMU_DPP_ROW_BCAST31, 31)
        FROM(EMU_DPP_ROW_NEWBCAST, (l & ~15) + arg)
        FROM(EMU_DPP_NONE, l)
    }
}

/* 16 bits in each of the four rows. */
static uint64_t each_row(uint32_t lanes) { return (lanes & 0xffff) * UINT64_C(0x0001000100010001); }

/* The lanes for which the lane to read exists. */
static uint64_t dpp_exists(const struct emu_insn *in)
{
    switch (in->dpp) {
    case EMU_DPP_ROW_SHL:
        return each_row(0xffffu >> in->dpp_arg);
    case EMU_DPP_ROW_SHR:
        return each_row(0xffffu << in->dpp_arg);
    case EMU_DPP_WAVE_SHL:
        return UINT64_MAX >> 1;
    case EMU_DPP_WAVE_SHR:
        return UINT64_MAX << 1;
    case EMU_DPP_ROW_BCAST15:
        return UINT64_MAX << 16;
    case EMU_DPP_ROW_BCAST31:
        return UINT64_MAX << 32;
    default:
        return UINT64_MAX;
    }
}

/* The lanes that have something to read. A source lane that is off counts as one that does not
 * exist (CDNA3 ISA guide, BOUND_CTRL, speaks of invalid and disabled lanes alike). */
static uint64_t dpp_valid(const struct emu_wave *w, const struct emu_insn *in, const uint8_t *from)
{
    uint64_t exec = emu_exec(w), on = exec;
    if (exec != UINT64_MAX) {
        on = 0;
        FOR_LANES(l) on |= (exec >> from[l] & 1) << l;
    }
    return on & dpp_exists(in);
}

/* With bound_ctrl a lane without a valid source reads 0; without, its result is not written. */
static void dpp_permute(struct emu_wave *w, const struct emu_insn *in, uint32_t *value)
{
    uint8_t from[EMU_LANES];
    LANES_U32(old);
    memcpy(old, value, sizeof old);
    dpp_from(in, from);
    FOR_LANES(l) value[l] = old[from[l]];
    if (!in->bound_ctrl)
        return;
    LANES_U32(valid);
    emu_lanes_of_mask(dpp_valid(w, in, from), valid);
    FOR_LANES(l) value[l] &= valid[l];
}

/* Lanes that a DPP instruction writes, of those in `lanes`: those in enabled rows and banks (four
 * lanes each) that have a valid source, or any with bound_ctrl. */
static uint64_t dpp_lanes(const struct emu_wave *w, const struct emu_insn *in, uint64_t lanes)
{
    uint8_t from[EMU_LANES];
    uint64_t banks = 0, rows = 0;
    for (int n = 0; n < 4; n++) {
        banks |= (in->bank_mask >> n & 1) * each_row(0xfu << (4 * n));
        rows |= (in->row_mask >> n & 1) * UINT64_C(0xffff) << (16 * n);
    }
    lanes &= rows & banks;
    if (in->bound_ctrl)
        return lanes;
    dpp_from(in, from);
    return lanes & dpp_valid(w, in, from);
}

/* SDWA, op_sel, signs. */

static void select_part(const struct emu_operand *o, uint32_t *value)
{
    unsigned lo = 0, n = 32;
    if (o->sel >= EMU_SDWA_BYTE_0 && o->sel <= EMU_SDWA_BYTE_3)
        lo = 8u * (o->sel - EMU_SDWA_BYTE_0), n = 8;
    else if (o->sel >= EMU_SDWA_WORD_0)
        lo = 16u * (o->sel - EMU_SDWA_WORD_0), n = 16;
    if (n == 32)
        return;
    if (o->sext)
        FOR_LANES(l) value[l] = (uint32_t)bits_sign_extend(value[l] >> lo, n);
    else
        FOR_LANES(l) value[l] = bits_get(value[l], lo, n);
}

/* The sign bit of dword `dword` of an operand with this letter, 0 if it has none there. */
static uint32_t sign_bit(char letter, int dword)
{
    switch (letter) {
    case 'h':
        return 0x8000;
    case 'd':
        return dword == 1 ? 0x80000000 : 0;
    default:
        return 0x80000000;
    }
}

static void base_value(struct emu_wave *w, const struct emu_insn *in, int n, int dword,
                       uint32_t *storage)
{
    const struct emu_operand *o = &in->op[n];
    if (o->kind == EMU_VGPR) {
        unsigned reg = indexed(w, o->reg + (unsigned)dword, (unsigned)IDX_SRC0 << (n - in->src0));
        memcpy(storage, w->vgpr[reg], sizeof w->vgpr[0]);
        return;
    }
    uint64_t value = o->kind == EMU_SGPR    ? w->sgpr[o->reg + dword]
                     : o->kind == EMU_CONST ? o->value >> (32 * dword)
                                            : emu_special(w, o->reg) >> (32 * dword);
    FOR_LANES(l) storage[l] = (uint32_t)value;
}

const uint32_t *emu_src_general(struct emu_wave *w, const struct emu_insn *in, int n, int dword,
                                uint32_t *storage)
{
    const struct emu_operand *o = &in->op[n];
    char letter = in->row->operands[n];
    base_value(w, in, n, dword, storage);
    if (in->dpp && n == in->src0)
        dpp_permute(w, in, storage);
    select_part(o, storage);
    if (letter == 'h' && (in->op_sel >> (n - in->src0) & 1))
        FOR_LANES(l) storage[l] >>= 16;
    uint32_t sign = sign_bit(letter, dword);
    if (o->abs)
        FOR_LANES(l) storage[l] &= ~sign;
    if (o->neg)
        FOR_LANES(l) storage[l] ^= sign;
    return storage;
}

/* SDWA's result: `value` into the selected part of what was there. */
static void merge_part(const struct emu_insn *in, const uint32_t *old, const uint32_t *value,
                       uint32_t *merged)
{
    bool byte = in->dst_sel <= EMU_SDWA_BYTE_3;
    unsigned n = byte ? 8 : 16;
    unsigned lo = byte ? 8u * (unsigned)(in->dst_sel - EMU_SDWA_BYTE_0)
                       : 16u * (unsigned)(in->dst_sel - EMU_SDWA_WORD_0);
    FOR_LANES(l)
    {
        uint32_t rest = old[l];
        if (in->dst_unused == 0)
            rest = 0;
        else if (in->dst_unused == 1) /* zeros below, the sign above */
            rest = lo + n < 32 && (value[l] >> (n - 1) & 1) ? ~0u << (lo + n) : 0;
        merged[l] = bits_put(rest, lo, n, value[l]);
    }
}

unsigned emu_indexed_dst(struct emu_wave *w, const struct emu_insn *in, int n)
{
    return indexed(w, in->op[n].reg, IDX_DST);
}

void emu_dst_general(struct emu_wave *w, const struct emu_insn *in, int n, int dword,
                     const uint32_t *value, uint64_t lanes)
{
    LANES_U32(merged);
    unsigned reg = indexed(w, in->op[n].reg + (unsigned)dword, IDX_DST);
    const uint32_t *old = w->vgpr[reg];
    if (in->dst_sel != EMU_SDWA_DWORD) {
        merge_part(in, old, value, merged);
        value = merged;
    }
    if (in->dpp)
        lanes = dpp_lanes(w, in, lanes);
    emu_write_vgpr(w, reg, value, lanes);
}

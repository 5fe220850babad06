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

/* ---- DPP ---------------------------------------------------------------------------------------
 */

/* Where a DPP instruction's lanes read: lane `from[l]` (in 0..63 whatever it is), if `there`. */
struct dpp_map {
    uint8_t from[EMU_LANES];
    uint8_t there[EMU_LANES];
};

/* A case of dpp_map: what lane l, number `at` in its row of 16, reads, and whether that exists. */
#define DPP(control, source, exists)                                                               \
    case control:                                                                                  \
        for (uint8_t l = 0; l < EMU_LANES; l++) {                                                  \
            int at = l & 15;                                                                       \
            (void)at;                                                                              \
            map->from[l] = (uint8_t)(source)&63;                                                   \
            map->there[l] = exists;                                                                \
        }                                                                                          \
        break;

/* CDNA3 ISA guide, DPP_CTRL. To shift left is to read the lane above. */
static void dpp_map(const struct emu_insn *in, struct dpp_map *map)
{
    uint8_t arg = in->dpp_arg;
    switch (in->dpp) {
        DPP(EMU_DPP_QUAD_PERM, (l & ~3) + (arg >> (2 * (l & 3)) & 3), 1)
        DPP(EMU_DPP_ROW_SHL, l + arg, at + arg < 16)
        DPP(EMU_DPP_ROW_SHR, l - arg, at >= arg)
        DPP(EMU_DPP_ROW_ROR, (l & ~15) + ((at - arg) & 15), 1)
        DPP(EMU_DPP_WAVE_SHL, l + 1, l < 63)
        DPP(EMU_DPP_WAVE_ROL, l + 1, 1)
        DPP(EMU_DPP_WAVE_SHR, l - 1, l > 0)
        DPP(EMU_DPP_WAVE_ROR, l - 1, 1)
        DPP(EMU_DPP_ROW_MIRROR, l ^ 15, 1)
        DPP(EMU_DPP_ROW_HALF_MIRROR, l ^ 7, 1)
        DPP(EMU_DPP_ROW_BCAST15, (l & ~15) - 1, l >= 16) /* the row before's last lane */
        DPP(EMU_DPP_ROW_BCAST31, 31, l >= 32)
        DPP(EMU_DPP_ROW_NEWBCAST, (l & ~15) + arg, 1)
        DPP(EMU_DPP_NONE, l, 1)
    }
}

/* The lanes that have something to read. A source lane that is off counts as one that does not
 * exist (CDNA3 ISA guide, BOUND_CTRL: "disabled or invalid"). */
static uint64_t dpp_valid(const struct emu_wave *w, const struct dpp_map *map)
{
    uint64_t exec = emu_exec(w);
    uint8_t valid[EMU_LANES];
    FOR_LANES(l) valid[l] = map->there[l] & (exec >> map->from[l] & 1);
    return emu_mask_of_bytes(valid);
}

/* Without a valid source a lane reads 0; dpp_lanes says whether its result is written. */
static void dpp_permute(struct emu_wave *w, const struct emu_insn *in, uint32_t *value)
{
    struct dpp_map map;
    LANES_U32(old);
    LANES_U32(valid);
    memcpy(old, value, sizeof old);
    dpp_map(in, &map);
    emu_lanes_of_mask(dpp_valid(w, &map), valid);
    FOR_LANES(l) value[l] = old[map.from[l]] & valid[l];
}

/* Lanes that a DPP instruction writes, of those in `lanes`: those in enabled rows and banks (four
 * lanes each) that have a valid source, or any with bound_ctrl. */
static uint64_t dpp_lanes(const struct emu_wave *w, const struct emu_insn *in, uint64_t lanes)
{
    struct dpp_map map;
    uint64_t banks = 0, rows = 0;
    for (int n = 0; n < 4; n++) {
        banks |= (in->bank_mask >> n & 1) * UINT64_C(0x000f000f000f000f) << (4 * n);
        rows |= (in->row_mask >> n & 1) * UINT64_C(0xffff) << (16 * n);
    }
    lanes &= rows & banks;
    if (in->bound_ctrl)
        return lanes;
    dpp_map(in, &map);
    return lanes & dpp_valid(w, &map);
}

/* ---- SDWA, op_sel, signs ------------------------------------------------------------------------
 */

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

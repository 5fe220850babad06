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

/* Registers that a tuple with an index added may reach are checked here; others when decoded. */
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

/* The lane that DPP reads for `lane`, or -1 where there is none (CDNA3 ISA guide, DPP_CTRL). */
static int dpp_source(const struct emu_insn *in, int lane)
{
    int row = lane & ~15, at = lane & 15, arg = in->dpp_arg;
    switch (in->dpp) {
    case EMU_DPP_QUAD_PERM:
        return (lane & ~3) + ((arg >> (2 * (lane & 3))) & 3);
    case EMU_DPP_ROW_SHL:
        return at + arg < 16 ? lane + arg : -1;
    case EMU_DPP_ROW_SHR:
        return at >= arg ? lane - arg : -1;
    case EMU_DPP_ROW_ROR:
        return row + ((at - arg) & 15);
    case EMU_DPP_WAVE_SHL:
        return lane < 63 ? lane + 1 : -1;
    case EMU_DPP_WAVE_ROL:
        return (lane + 1) & 63;
    case EMU_DPP_WAVE_SHR:
        return lane > 0 ? lane - 1 : -1;
    case EMU_DPP_WAVE_ROR:
        return (lane - 1) & 63;
    case EMU_DPP_ROW_MIRROR:
        return row + 15 - at;
    case EMU_DPP_ROW_HALF_MIRROR:
        return (lane & ~7) + 7 - (lane & 7);
    case EMU_DPP_ROW_BCAST15: /* lane 15 of each row to the next row */
        return lane >= 16 ? row - 1 : -1;
    case EMU_DPP_ROW_BCAST31: /* lane 31 to rows 2 and 3 */
        return lane >= 32 ? 31 : -1;
    case EMU_DPP_ROW_NEWBCAST:
        return row + arg;
    default:
        return lane;
    }
}

/* A source lane that is off or does not exist reads 0 with bound_ctrl; without it the lane is not
 * written (see dpp_lanes). */
static void dpp_permute(struct emu_wave *w, const struct emu_insn *in, uint32_t *value)
{
    LANES_U32(from);
    memcpy(from, value, sizeof from);
    uint64_t exec = emu_exec(w);
    FOR_LANES(l)
    {
        int source = dpp_source(in, l);
        value[l] = source >= 0 && (exec >> source & 1) ? from[source] : 0;
    }
}

/* Lanes that a DPP instruction writes, of those in `lanes`. */
static uint64_t dpp_lanes(const struct emu_wave *w, const struct emu_insn *in, uint64_t lanes)
{
    uint64_t exec = emu_exec(w), written = 0;
    FOR_LANES(l)
    {
        int source = dpp_source(in, l);
        bool there = source >= 0 && (exec >> source & 1);
        bool unmasked = (in->row_mask >> (l / 16) & 1) && (in->bank_mask >> (l / 4 % 4) & 1);
        if (unmasked && (there || in->bound_ctrl))
            written |= UINT64_C(1) << l;
    }
    return lanes & written;
}

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
        unsigned reg = indexed(w, o->reg, (unsigned)IDX_SRC0 << (n - in->src0));
        memcpy(storage, w->vgpr[reg + (unsigned)dword], sizeof w->vgpr[0]);
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
    unsigned reg = indexed(w, in->op[n].reg, IDX_DST) + (unsigned)dword;
    const uint32_t *old = w->vgpr[reg];
    if (in->dst_sel != EMU_SDWA_DWORD) {
        merge_part(in, old, value, merged);
        value = merged;
    }
    if (in->dpp)
        lanes = dpp_lanes(w, in, lanes);
    emu_write_vgpr(w, reg, value, lanes);
}

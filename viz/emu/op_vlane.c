/* Moves between lanes and scalar registers: v_readlane_b32 and its like. gfx942 has no v_permlane;
 * ds_bpermute and its like are in op_ds.c, DPP in op_general.c.
 */
#include "emu/op.h"

static void v_readlane_b32(struct emu_wave *w, const struct emu_insn *in)
{
    LANES_U32(storage);
    const uint32_t *from = emu_src(w, in, 1, storage);
    w->sgpr[in->op[0].reg] = from[emu_s32(w, &in->op[2]) & 63];
}

/* The lowest lane in EXEC; lane 0 if there is none (CDNA3 ISA guide, V_READFIRSTLANE_B32). */
static void v_readfirstlane_b32(struct emu_wave *w, const struct emu_insn *in)
{
    LANES_U32(storage);
    const uint32_t *from = emu_src(w, in, 1, storage);
    uint64_t exec = emu_exec(w);
    w->sgpr[in->op[0].reg] = from[exec ? __builtin_ctzll(exec) : 0];
}

static bool indexes(struct emu_wave *w)
{
    if (w->gpr_idx_mode)
        emu_fault(w, EMU_FAULT_OTHER, "VGPR indexing is not modelled here");
    return w->gpr_idx_mode;
}

/* Whether the lane is in EXEC or not. */
static void v_writelane_b32(struct emu_wave *w, const struct emu_insn *in)
{
    if (indexes(w))
        return;
    w->vgpr[in->op[0].reg][emu_s32(w, &in->op[2]) & 63] = emu_s32(w, &in->op[1]);
}

static void v_swap_b32(struct emu_wave *w, const struct emu_insn *in)
{
    if (indexes(w))
        return;
    LANES_U32(old);
    memcpy(old, w->vgpr[in->op[0].reg], sizeof old);
    emu_write_vgpr(w, in->op[0].reg, w->vgpr[in->op[1].reg], emu_exec(w));
    emu_write_vgpr(w, in->op[1].reg, old, emu_exec(w));
}

const struct emu_row EMU_ROWS(vlane)[] = {
    {"v_readlane_b32", "www", v_readlane_b32, 0},
    {"v_readfirstlane_b32", "ww", v_readfirstlane_b32, 0},
    {"v_writelane_b32", "www", v_writelane_b32, 0},
    {"v_swap_b32", "ww", v_swap_b32, 0},
    {0},
};

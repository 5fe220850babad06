/* What instruction bodies (op_*.c) are written with.
 *
 * A family of instructions is one file and one table:
 *
 *     const struct emu_row EMU_ROWS(sop)[] = {{"s_add_u32", "www", s_add_u32, 0}, ..., {0}};
 *
 * named in families.h. These files are compiled once for each level of the x86-64 psABI
 * (EMU_LEVEL), so that loops over lanes become the widest vector code that the processor has: keep
 * lane loops free of branches and calls. Everything here is static inline for that reason.
 *
 * Sources: `emu_src` gives 64 dwords, whatever the operand is. Results: compute 64 values into a
 * local array, then `emu_dst` writes those of the lanes in EXEC.
 */
#ifndef EMU_OP_H
#define EMU_OP_H

#include "emu/emu.h"

#define EMU_PASTE_(a, b) a##_##b
#define EMU_PASTE(a, b) EMU_PASTE_(a, b)
#define EMU_ROWS(family) EMU_PASTE(emu_rows_##family, EMU_LEVEL)

#define FOR_LANES(l) for (int l = 0; l < EMU_LANES; l++)

/* A register's worth of lanes. */
#define LANES_U32(name) _Alignas(64) uint32_t name[EMU_LANES]
#define LANES_U64(name) _Alignas(64) uint64_t name[EMU_LANES]

/* Scalar state. */

static inline uint64_t emu_sgpr64(const struct emu_wave *w, unsigned reg)
{
    return w->sgpr[reg] | (uint64_t)w->sgpr[reg + 1] << 32;
}

static inline void emu_set_sgpr64(struct emu_wave *w, unsigned reg, uint64_t value)
{
    w->sgpr[reg] = (uint32_t)value;
    w->sgpr[reg + 1] = (uint32_t)(value >> 32);
}

static inline uint64_t emu_exec(const struct emu_wave *w) { return emu_sgpr64(w, EMU_EXEC); }

static inline uint64_t emu_special(const struct emu_wave *w, unsigned which)
{
    switch (which) {
    case EMU_SRC_SCC:
        return w->scc;
    case EMU_SRC_VCCZ:
        return emu_sgpr64(w, EMU_VCC) == 0;
    case EMU_SRC_EXECZ:
        return emu_exec(w) == 0;
    case EMU_SRC_SHARED_BASE:
        return (uint64_t)EMU_SHARED_BASE_HI << 32;
    case EMU_SRC_SHARED_LIMIT:
        return ((uint64_t)EMU_SHARED_BASE_HI << 32) | 0xffffffff;
    case EMU_SRC_PRIVATE_BASE:
        return (uint64_t)EMU_PRIVATE_BASE_HI << 32;
    default:
        return ((uint64_t)EMU_PRIVATE_BASE_HI << 32) | 0xffffffff;
    }
}

/* A scalar source, 32 bits. */
static inline uint32_t emu_s32(const struct emu_wave *w, const struct emu_operand *o)
{
    switch (o->kind) {
    case EMU_SGPR:
        return w->sgpr[o->reg];
    case EMU_SPECIAL:
        return (uint32_t)emu_special(w, o->reg);
    default:
        return (uint32_t)o->value;
    }
}

/* A scalar source, 64 bits. */
static inline uint64_t emu_s64(const struct emu_wave *w, const struct emu_operand *o)
{
    switch (o->kind) {
    case EMU_SGPR:
        return emu_sgpr64(w, o->reg);
    case EMU_SPECIAL:
        return emu_special(w, o->reg);
    default:
        return o->value;
    }
}

/* Vector sources. */

#ifdef EMU_LEVEL
#define emu_src_general EMU_PASTE(emu_src_general, EMU_LEVEL)
#define emu_dst_general EMU_PASTE(emu_dst_general, EMU_LEVEL)
#define emu_indexed_dst EMU_PASTE(emu_indexed_dst, EMU_LEVEL)
#endif

/* Modified, indexed, selected or permuted sources; op_general.c. `dword` picks one of a tuple. */
const uint32_t *emu_src_general(struct emu_wave *w, const struct emu_insn *in, int n, int dword,
                                uint32_t *storage);
void emu_dst_general(struct emu_wave *w, const struct emu_insn *in, int n, int dword,
                     const uint32_t *value, uint64_t lanes);

/* The register that s_set_gpr_idx_on makes of destination n. */
unsigned emu_indexed_dst(struct emu_wave *w, const struct emu_insn *in, int n);

/* Dword `dword` of source n in all lanes. `storage` is the caller's, for what is not a VGPR as it
 * stands. Float modifiers (neg, abs) of 32-bit operands are applied here; those of 64-bit operands,
 * whose sign is in dword 1, too; of 16-bit ones as well (the row's letter says which). */
static inline const uint32_t *emu_src_dword(struct emu_wave *w, const struct emu_insn *in, int n,
                                            int dword, uint32_t *storage)
{
    const struct emu_operand *o = &in->op[n];
    if (__builtin_expect(in->plain && !w->gpr_idx_mode, 1)) {
        if (o->kind == EMU_VGPR)
            return w->vgpr[o->reg + dword];
        uint32_t value = o->kind == EMU_SGPR ? w->sgpr[o->reg + dword]
                         : o->kind == EMU_CONST
                             ? (uint32_t)(o->value >> (32 * dword))
                             : (uint32_t)(emu_special(w, o->reg) >> (32 * dword));
        FOR_LANES(l) storage[l] = value;
        return storage;
    }
    return emu_src_general(w, in, n, dword, storage);
}

static inline const uint32_t *emu_src(struct emu_wave *w, const struct emu_insn *in, int n,
                                      uint32_t *storage)
{
    return emu_src_dword(w, in, n, 0, storage);
}

/* Source n as 64-bit values, always into `storage`. */
static inline void emu_src64(struct emu_wave *w, const struct emu_insn *in, int n,
                             uint64_t *storage)
{
    LANES_U32(lo_storage);
    LANES_U32(hi_storage);
    const uint32_t *lo = emu_src_dword(w, in, n, 0, lo_storage);
    const uint32_t *hi = emu_src_dword(w, in, n, 1, hi_storage);
    FOR_LANES(l) storage[l] = lo[l] | (uint64_t)hi[l] << 32;
}

/* One lane's 64-bit value in registers reg and reg + 1. */
static inline uint64_t emu_vgpr64(const struct emu_wave *w, unsigned reg, int lane)
{
    return w->vgpr[reg][lane] | (uint64_t)w->vgpr[reg + 1][lane] << 32;
}

/* Vector results. */

/* A mask as 64 values: all ones where the lane's bit is set, else 0. */
static inline void emu_lanes_of_mask(uint64_t mask, uint32_t *value)
{
    uint32_t lo = (uint32_t)mask, hi = (uint32_t)(mask >> 32);
    for (uint32_t l = 0; l < 32; l++)
        value[l] = lo & (1u << l) ? ~0u : 0;
    for (uint32_t l = 0; l < 32; l++)
        value[32 + l] = hi & (1u << l) ? ~0u : 0;
}

/* VGPR number `reg` (0..511, AccVGPRs from 256) in the lanes of `lanes`. */
static inline void emu_write_vgpr(struct emu_wave *w, unsigned reg, const uint32_t *value,
                                  uint64_t lanes)
{
    uint32_t *to = w->vgpr[reg];
    if (__builtin_expect(lanes == UINT64_MAX, 1)) {
        memcpy(to, value, sizeof w->vgpr[0]);
        return;
    }
    LANES_U32(on);
    emu_lanes_of_mask(lanes, on);
    FOR_LANES(l) to[l] = (value[l] & on[l]) | (to[l] & ~on[l]);
}

static inline void emu_dst_dword(struct emu_wave *w, const struct emu_insn *in, int n, int dword,
                                 const uint32_t *value)
{
    if (__builtin_expect(in->plain && !w->gpr_idx_mode, 1))
        emu_write_vgpr(w, in->op[n].reg + (unsigned)dword, value, emu_exec(w));
    else
        emu_dst_general(w, in, n, dword, value, emu_exec(w));
}

static inline void emu_dst(struct emu_wave *w, const struct emu_insn *in, int n,
                           const uint32_t *value)
{
    emu_dst_dword(w, in, n, 0, value);
}

static inline void emu_dst64(struct emu_wave *w, const struct emu_insn *in, int n,
                             const uint64_t *value)
{
    LANES_U32(lo);
    LANES_U32(hi);
    FOR_LANES(l)
    {
        lo[l] = (uint32_t)value[l];
        hi[l] = (uint32_t)(value[l] >> 32);
    }
    emu_dst_dword(w, in, n, 0, lo);
    emu_dst_dword(w, in, n, 1, hi);
}

/* A 16-bit result of an instruction that keeps the other half of its destination: the lower half is
 * written, or the upper one if op_sel's last element says so. */
static inline void emu_dst_half(struct emu_wave *w, const struct emu_insn *in, int n,
                                const uint32_t *value)
{
    LANES_U32(merged);
    const uint32_t *old = w->vgpr[w->gpr_idx_mode ? emu_indexed_dst(w, in, n) : in->op[n].reg];
    if (in->op_sel >> (in->n_ops - in->src0) & 1)
        FOR_LANES(l) merged[l] = (old[l] & 0xffff) | value[l] << 16;
    else
        FOR_LANES(l) merged[l] = (old[l] & 0xffff0000) | (value[l] & 0xffff);
    emu_dst(w, in, n, merged);
}

/* A lane mask result (VCC, an SGPR pair): bits of inactive lanes are 0 (CDNA3 ISA guide, VOPC). */
static inline void emu_dst_mask(struct emu_wave *w, const struct emu_insn *in, int n, uint64_t mask)
{
    emu_set_sgpr64(w, in->op[n].reg, mask & emu_exec(w));
}

/* 64 bytes of 0 or 1 as a mask: eight become eight bits by one multiplication, whose partial
 * products all fall on bits of their own. */
static inline uint64_t emu_mask_of_bytes(const uint8_t *set)
{
    uint64_t mask = 0;
    for (int n = 0; n < EMU_LANES / 8; n++) {
        uint64_t eight;
        memcpy(&eight, set + 8 * n, sizeof eight);
        mask |= eight * UINT64_C(0x0102040810204080) >> 56 << (8 * n);
    }
    return mask;
}

/* 64 zero-or-nonzero values as a mask. */
static inline uint64_t emu_mask_of(const uint32_t *value)
{
    uint8_t set[EMU_LANES];
    FOR_LANES(l) set[l] = value[l] != 0;
    return emu_mask_of_bytes(set);
}

#endif

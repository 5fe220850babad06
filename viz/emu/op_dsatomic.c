/* Atomics of LDS (CDNA3 ISA guide, "LDS & GDS Instructions").
 *
 * A workgroup's waves take turns on one thread, so these are plain reads and writes, lanes in the
 * order of their numbers. Rounding and denormals are IEEE's, whatever MODE says.
 *
 * Not here: ds_condxchg32_rtn_b64, which clang emits for no HIP kernel.
 */
#include "emu/access.h"
#include "emu/atomic_ops.h"

EMU_ATOMICS_32(EMU_DEFINE_32)
EMU_ATOMICS_64(EMU_DEFINE_64)
EMU_DS_ATOMICS_32(EMU_DEFINE_32)
EMU_DS_ATOMICS_64(EMU_DEFINE_64)
EMU_DS_ATOMICS2_32(EMU_DEFINE_32)
EMU_DS_ATOMICS2_64(EMU_DEFINE_64)
EMU_DEFINE_32(wrxchg, b32, , data)
EMU_DEFINE_64(wrxchg, b64, , data)
EMU_DEFINE_32(wrap, b32, , old >= data ? old - data : old + data2)

/* op: [destination if rtn,] address, data, [data2]. One of the two operations is NULL. */
static inline void atomic(struct emu_wave *w, const struct emu_insn *in, bool rtn,
                          emu_atomic_32 *op32, emu_atomic_64 *op64)
{
    struct emu_access a;
    unsigned bytes = op64 ? 8 : 4;
    if (!emu_reach_lds(w, in, rtn, (uint32_t)in->offset, bytes, "atomic", &a) ||
        !emu_access_aligned(w, &a, bytes))
        return;
    unsigned data = in->op[rtn + 1].reg, data2 = in->n_ops > rtn + 2 ? in->op[rtn + 2].reg : data;
    LANES_U32(before[2]) = {{0}};
    for (uint64_t rest = a.lanes; rest; rest &= rest - 1) {
        int l = __builtin_ctzll(rest);
        if (op64) {
            uint64_t old, new;
            memcpy(&old, emu_at(&a, l), sizeof old);
            new = op64(old, emu_vgpr64(w, data, l), emu_vgpr64(w, data2, l));
            memcpy(emu_at(&a, l), &new, sizeof new);
            before[0][l] = (uint32_t)old;
            before[1][l] = (uint32_t)(old >> 32);
        } else {
            uint32_t old, new;
            memcpy(&old, emu_at(&a, l), sizeof old);
            new = op32(old, w->vgpr[data][l], w->vgpr[data2][l]);
            memcpy(emu_at(&a, l), &new, sizeof new);
            before[0][l] = old;
        }
    }
    for (unsigned d = 0; rtn && d < bytes / 4; d++)
        emu_write_vgpr(w, in->op[0].reg + d, before[d], a.lanes);
}

/* An active-lane counter in LDS; its address is M0's, the same for all lanes. op: destination. */
static inline void count(struct emu_wave *w, const struct emu_insn *in, bool up)
{
    LANES_U32(addr);
    LANES_U32(before);
    uint64_t exec = emu_exec(w);
    struct emu_access a = {.lanes = exec, .bytes = 4, .what = "atomic"};
    FOR_LANES(l) addr[l] = (w->sgpr[EMU_M0] & 0xffff) + (uint32_t)in->offset;
    if (!exec || !emu_access_lds(w, &a, addr) || !emu_access_aligned(w, &a, 4))
        return;
    uint32_t old, n = (uint32_t)__builtin_popcountll(exec);
    memcpy(&old, emu_at(&a, 0), sizeof old);
    uint32_t new = up ? old + n : old - n;
    memcpy(emu_at(&a, 0), &new, sizeof new);
    FOR_LANES(l) before[l] = old;
    emu_write_vgpr(w, in->op[0].reg, before, exec);
}

static void ds_append(struct emu_wave *w, const struct emu_insn *in) { count(w, in, true); }
static void ds_consume(struct emu_wave *w, const struct emu_insn *in) { count(w, in, false); }

#define RTN(op, type, op32, op64)                                                                  \
    static void ds_##op##_rtn_##type(struct emu_wave *w, const struct emu_insn *in)                \
    {                                                                                              \
        atomic(w, in, true, op32, op64);                                                           \
    }
#define BOTH(op, type, op32, op64)                                                                 \
    RTN(op, type, op32, op64)                                                                      \
    static void ds_##op##_##type(struct emu_wave *w, const struct emu_insn *in)                    \
    {                                                                                              \
        atomic(w, in, false, op32, op64);                                                          \
    }
#define BOTH_32(op, type, flat, value) BOTH(op, type, emu_##op##_##type, NULL)
#define BOTH_64(op, type, flat, value) BOTH(op, type, NULL, emu_##op##_##type)
EMU_ATOMICS_32(BOTH_32)
EMU_ATOMICS_64(BOTH_64)
EMU_DS_ATOMICS_32(BOTH_32)
EMU_DS_ATOMICS_64(BOTH_64)
EMU_DS_ATOMICS2_32(BOTH_32)
EMU_DS_ATOMICS2_64(BOTH_64)
RTN(wrxchg, b32, emu_wrxchg_b32, NULL)
RTN(wrxchg, b64, NULL, emu_wrxchg_b64)
RTN(wrap, b32, emu_wrap_b32, NULL)

#define ROW_RTN(op, type, data, width)                                                             \
    {"ds_" #op "_rtn_" #type, width "w" data, ds_##op##_rtn_##type, 0},
#define ROW_BOTH(op, type, data, width)                                                            \
    ROW_RTN(op, type, data, width){"ds_" #op "_" #type, "w" data, ds_##op##_##type, 0},
#define ROWS_32(op, type, flat, value) ROW_BOTH(op, type, "w", "w")
#define ROWS_64(op, type, flat, value) ROW_BOTH(op, type, "q", "q")
#define ROWS2_32(op, type, flat, value) ROW_BOTH(op, type, "ww", "w")
#define ROWS2_64(op, type, flat, value) ROW_BOTH(op, type, "qq", "q")

/* clang-format off */
const struct emu_row EMU_ROWS(dsatomic)[] = {
    EMU_ATOMICS_32(ROWS_32)
    EMU_ATOMICS_64(ROWS_64)
    EMU_DS_ATOMICS_32(ROWS_32)
    EMU_DS_ATOMICS_64(ROWS_64)
    EMU_DS_ATOMICS2_32(ROWS2_32)
    EMU_DS_ATOMICS2_64(ROWS2_64)
    ROW_RTN(wrxchg, b32, "w", "w")
    ROW_RTN(wrxchg, b64, "q", "q")
    ROW_RTN(wrap, b32, "ww", "w")
    {"ds_append", "w", ds_append, 0},
    {"ds_consume", "w", ds_consume, 0},
    {0},
};
/* clang-format on */

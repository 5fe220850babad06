/* Atomics of flat and global memory, with and without return (CDNA3 ISA guide, "FLAT, Scratch and
 * Global Instructions").
 *
 * Workgroups run on several threads, so these are the host's atomics: compare-and-swap loops, since
 * most operations have no instruction of their own. Lanes go in the order of their numbers.
 * Rounding and denormals are IEEE's, whatever MODE says: gfx942's memory atomics keep f32 denormals
 * (LLVM's feature memory-atomic-fadd-f32-denormal-support).
 */
#include "emu/atomic_ops.h"
#include "emu/flat.h"

EMU_ATOMICS_32(EMU_DEFINE_32)
EMU_ATOMICS_64(EMU_DEFINE_64)

#define CMPSWAP(OP, bits)                                                                          \
    OP(swap, b##bits, , data)                                                                      \
    OP(cmpswap, b##bits, , old == data ? data2 : old)
CMPSWAP(EMU_DEFINE_32, 32)
CMPSWAP(EMU_DEFINE_64, 64)

/* op: [destination if sc0,] vaddr, data, [saddr]. */
static inline bool reach(struct emu_wave *w, const struct emu_insn *in, struct emu_access *a)
{
    int vaddr = in->sc0;
    return emu_reach(w, in, vaddr, vaddr + 2, "atomic", a) && emu_access_aligned(w, a, a->bytes);
}

/* cmpswap's data tuple: the new value, then what is compared. */
static inline void atomic_32(struct emu_wave *w, const struct emu_insn *in,
                             emu_atomic_32 *operation, bool compare)
{
    struct emu_access a;
    if (!reach(w, in, &a))
        return;
    unsigned reg = in->op[in->sc0 + 1].reg;
    const uint32_t *data = w->vgpr[compare ? reg + 1 : reg], *data2 = w->vgpr[reg];
    LANES_U32(before) = {0};
    for (uint64_t rest = a.lanes; rest; rest &= rest - 1) {
        int l = __builtin_ctzll(rest);
        uint32_t *at = emu_at(&a, l), old = __atomic_load_n(at, __ATOMIC_RELAXED), value;
        do
            value = operation(old, data[l], data2[l]);
        while (!__atomic_compare_exchange_n(at, &old, value, true, __ATOMIC_SEQ_CST,
                                            __ATOMIC_RELAXED));
        before[l] = old;
    }
    if (in->sc0)
        emu_write_vgpr(w, in->op[0].reg, before, a.lanes);
}

static inline void atomic_64(struct emu_wave *w, const struct emu_insn *in,
                             emu_atomic_64 *operation, bool compare)
{
    struct emu_access a;
    if (!reach(w, in, &a))
        return;
    unsigned data2 = in->op[in->sc0 + 1].reg, data = compare ? data2 + 2 : data2;
    LANES_U32(low) = {0};
    LANES_U32(high) = {0};
    for (uint64_t rest = a.lanes; rest; rest &= rest - 1) {
        int l = __builtin_ctzll(rest);
        uint64_t *at = emu_at(&a, l), old = __atomic_load_n(at, __ATOMIC_RELAXED), value;
        do
            value = operation(old, emu_vgpr64(w, data, l), emu_vgpr64(w, data2, l));
        while (!__atomic_compare_exchange_n(at, &old, value, true, __ATOMIC_SEQ_CST,
                                            __ATOMIC_RELAXED));
        low[l] = (uint32_t)old;
        high[l] = (uint32_t)(old >> 32);
    }
    if (in->sc0) {
        emu_write_vgpr(w, in->op[0].reg, low, a.lanes);
        emu_write_vgpr(w, in->op[0].reg + 1, high, a.lanes);
    }
}

#define HANDLER(bits, op, type, compare)                                                           \
    static void atomic_##op##_##type(struct emu_wave *w, const struct emu_insn *in)                \
    {                                                                                              \
        atomic_##bits(w, in, emu_##op##_##type, compare);                                          \
    }
#define HANDLER_32(op, type, flat, value) HANDLER(32, op, type, false)
#define HANDLER_64(op, type, flat, value) HANDLER(64, op, type, false)
EMU_ATOMICS_32(HANDLER_32)
EMU_ATOMICS_64(HANDLER_64)
HANDLER(32, swap, b32, false)
HANDLER(64, swap, b64, false)
HANDLER(32, cmpswap, b32, true)
HANDLER(64, cmpswap, b64, true)

/* Letters: destination (only with sc0), vaddr, data, and saddr in global instructions. */
#define ROWS(name, letters, handler, bytes)                                                        \
    {"flat_atomic_" name, letters, handler, EMU_AUX(EMU_FLAT, bytes, 0)},                          \
        {"global_atomic_" name, letters ".", handler, EMU_AUX(EMU_GLOBAL, bytes, 0)},
#define ROWS_32(op, type, flat, value) ROWS(#flat, "?w.w", atomic_##op##_##type, 4)
#define ROWS_64(op, type, flat, value) ROWS(#flat, "?q.q", atomic_##op##_##type, 8)

/* clang-format off */
const struct emu_row EMU_ROWS(atomic)[] = {
    EMU_ATOMICS_32(ROWS_32)
    EMU_ATOMICS_64(ROWS_64)
    ROWS("swap", "?w.w", atomic_swap_b32, 4)
    ROWS("swap_x2", "?q.q", atomic_swap_b64, 8)
    ROWS("cmpswap", "?w.q", atomic_cmpswap_b32, 4)
    ROWS("cmpswap_x2", "?q.4", atomic_cmpswap_b64, 8)
    {0},
};
/* clang-format on */

/* Scalar memory reads (CDNA3 ISA guide, chapter "Scalar Memory Operations").
 *
 * Not here: s_buffer_load_*, s_store_*, s_atomic_* and s_scratch_*: clang emits them for no HIP
 * kernel on gfx942 (it has no builtin for the last three).
 */
#include <inttypes.h>

#include "emu/op.h"

/* op: destination, base, offset (SGPR or immediate); insn->offset adds to an SGPR's. The two low
 * bits of base and offsets are ignored ("Scalar Memory Addressing"). */
static void s_load(struct emu_wave *w, const struct emu_insn *in)
{
    uint32_t bytes = 4 * in->row->aux;
    const struct emu_operand *o = &in->op[2];
    uint64_t offset = o->kind == EMU_CONST ? (uint64_t)(int64_t)(int32_t)o->value : emu_s32(w, o);
    uint64_t low = 3, imm = (uint64_t)(int64_t)in->offset;
    uint64_t addr = (emu_sgpr64(w, in->op[1].reg) & ~low) + (offset & ~low) + (imm & ~low);
    struct emu_range range = w->last;
    if (!(addr >= range.first && addr < range.end && range.end - addr >= bytes) &&
        !emu_memory_find(addr, bytes, &range)) {
        char nearest[160];
        emu_memory_nearest(addr, nearest, sizeof nearest);
        emu_fault(w, EMU_FAULT_ADDRESS, "scalar load of %u bytes at 0x%" PRIx64 ": %s", bytes, addr,
                  nearest);
        return;
    }
    memcpy(&w->sgpr[in->op[0].reg], (const void *)(uintptr_t)addr, bytes);
}

/* Time is what the wave has executed: results must not depend on the host. Four clocks a wave
 * instruction are a SIMD's least; s_memrealtime counts at 100 MHz (LLVM AMDGPUUsage), taken as
 * one 21st of the clock. */
static void s_memtime(struct emu_wave *w, const struct emu_insn *in)
{
    emu_set_sgpr64(w, in->op[0].reg, 4 * w->instructions);
}

static void s_memrealtime(struct emu_wave *w, const struct emu_insn *in)
{
    emu_set_sgpr64(w, in->op[0].reg, 4 * w->instructions / 21);
}

/* There are no caches. */
static void s_dcache(struct emu_wave *w, const struct emu_insn *in) { (void)w, (void)in; }

const struct emu_row EMU_ROWS(smem)[] = {
    {"s_load_dword", "wqw", s_load, 1},       {"s_load_dwordx2", "qqw", s_load, 2},
    {"s_load_dwordx4", "4qw", s_load, 4},     {"s_load_dwordx8", "8qw", s_load, 8},
    {"s_load_dwordx16", "Gqw", s_load, 16},   {"s_memtime", "q", s_memtime, 0},
    {"s_memrealtime", "q", s_memrealtime, 0}, {"s_dcache_inv", "*", s_dcache, 0},
    {"s_dcache_inv_vol", "*", s_dcache, 0},   {"s_dcache_wb", "*", s_dcache, 0},
    {"s_dcache_wb_vol", "*", s_dcache, 0},    {0},
};

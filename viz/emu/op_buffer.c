/* Cache control, whose instructions have the encoding of buffer accesses (CDNA3 ISA guide, "MUBUF";
 * LLVM AMDGPUUsage, "Memory Model gfx942").
 *
 * Not here: buffer_load_*, buffer_store_* and buffer_atomic_*, which read a resource descriptor:
 * clang emits them only for its raw and struct buffer builtins.
 */
#include "emu/op.h"

/* There are no caches; what is left is the order that release and acquire ask of the host. */
static void fence(struct emu_wave *w, const struct emu_insn *in)
{
    (void)w, (void)in;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

const struct emu_row EMU_ROWS(buffer)[] = {
    {"buffer_wbl2", "*", fence, 0},
    {"buffer_inv", "*", fence, 0},
    {0},
};

/* Loads and stores of flat, global and scratch memory (CDNA3 ISA guide, chapter "Flat Memory
 * Instructions"; syntax: LLVM's "Syntax of gfx940 Instructions").
 *
 * Cache policies (sc0, sc1, nt) change nothing: there are no caches. Misaligned accesses are
 * allowed, as the HSA ABI sets the machine up (LLVM AMDGPUUsage, unaligned-access-mode). Atomics
 * are op_atomic.c's.
 */
#include "emu/flat.h"

/* op: destination, vaddr, saddr. */
static void load_dwords(struct emu_wave *w, const struct emu_insn *in)
{
    struct emu_access a;
    if (!emu_reach(w, in, 1, 2, "load", &a))
        return;
    switch (a.bytes) {
    case 4:
        emu_load_dwords(w, &a, in->op[0].reg, 1);
        break;
    case 8:
        emu_load_dwords(w, &a, in->op[0].reg, 2);
        break;
    case 12:
        emu_load_dwords(w, &a, in->op[0].reg, 3);
        break;
    default:
        emu_load_dwords(w, &a, in->op[0].reg, 4);
        break;
    }
}

/* op: vaddr, data, saddr. */
static void store_dwords(struct emu_wave *w, const struct emu_insn *in)
{
    struct emu_access a;
    if (!emu_reach(w, in, 0, 2, "store", &a))
        return;
    switch (a.bytes) {
    case 4:
        emu_store_dwords(w, &a, in->op[1].reg, 1);
        break;
    case 8:
        emu_store_dwords(w, &a, in->op[1].reg, 2);
        break;
    case 12:
        emu_store_dwords(w, &a, in->op[1].reg, 3);
        break;
    default:
        emu_store_dwords(w, &a, in->op[1].reg, 4);
        break;
    }
}

static void load_part(struct emu_wave *w, const struct emu_insn *in)
{
    struct emu_access a;
    if (emu_reach(w, in, 1, 2, "load", &a))
        emu_load_part(w, &a, in->op[0].reg, EMU_AUX_PART(in->row->aux));
}

static void store_part(struct emu_wave *w, const struct emu_insn *in)
{
    struct emu_access a;
    if (emu_reach(w, in, 0, 2, "store", &a))
        emu_store_part(w, &a, in->op[1].reg, EMU_AUX_PART(in->row->aux));
}

/* The same names in three spaces; the letter is that of the loaded or stored tuple. */
#define SPACE_ROWS(prefix, space, saddr)                                                           \
    {prefix "_load_ubyte", "w." saddr, load_part, EMU_AUX(space, 1, 0)},                           \
        {prefix "_load_sbyte", "w." saddr, load_part, EMU_AUX(space, 1, EMU_PART_SIGNED)},         \
        {prefix "_load_ushort", "w." saddr, load_part, EMU_AUX(space, 2, 0)},                      \
        {prefix "_load_sshort", "w." saddr, load_part, EMU_AUX(space, 2, EMU_PART_SIGNED)},        \
        {prefix "_load_dword", "w." saddr, load_dwords, EMU_AUX(space, 4, 0)},                     \
        {prefix "_load_dwordx2", "q." saddr, load_dwords, EMU_AUX(space, 8, 0)},                   \
        {prefix "_load_dwordx3", "3." saddr, load_dwords, EMU_AUX(space, 12, 0)},                  \
        {prefix "_load_dwordx4", "4." saddr, load_dwords, EMU_AUX(space, 16, 0)},                  \
        {prefix "_load_ubyte_d16", "w." saddr, load_part, EMU_AUX(space, 1, EMU_PART_D16)},        \
        {prefix "_load_ubyte_d16_hi", "w." saddr, load_part, EMU_AUX(space, 1, EMU_PART_HI)},      \
        {prefix "_load_sbyte_d16", "w." saddr, load_part,                                          \
         EMU_AUX(space, 1, EMU_PART_SIGNED | EMU_PART_D16)},                                       \
        {prefix "_load_sbyte_d16_hi", "w." saddr, load_part,                                       \
         EMU_AUX(space, 1, EMU_PART_SIGNED | EMU_PART_HI)},                                        \
        {prefix "_load_short_d16", "w." saddr, load_part, EMU_AUX(space, 2, EMU_PART_D16)},        \
        {prefix "_load_short_d16_hi", "w." saddr, load_part, EMU_AUX(space, 2, EMU_PART_HI)},      \
        {prefix "_store_byte", ".w" saddr, store_part, EMU_AUX(space, 1, 0)},                      \
        {prefix "_store_byte_d16_hi", ".w" saddr, store_part, EMU_AUX(space, 1, EMU_PART_HI)},     \
        {prefix "_store_short", ".w" saddr, store_part, EMU_AUX(space, 2, 0)},                     \
        {prefix "_store_short_d16_hi", ".w" saddr, store_part, EMU_AUX(space, 2, EMU_PART_HI)},    \
        {prefix "_store_dword", ".w" saddr, store_dwords, EMU_AUX(space, 4, 0)},                   \
        {prefix "_store_dwordx2", ".q" saddr, store_dwords, EMU_AUX(space, 8, 0)},                 \
        {prefix "_store_dwordx3", ".3" saddr, store_dwords, EMU_AUX(space, 12, 0)},                \
    {                                                                                              \
        prefix "_store_dwordx4", ".4" saddr, store_dwords, EMU_AUX(space, 16, 0)                   \
    }

const struct emu_row EMU_ROWS(flat)[] = {
    SPACE_ROWS("flat", EMU_FLAT, ""),
    SPACE_ROWS("global", EMU_GLOBAL, "."),
    SPACE_ROWS("scratch", EMU_SCRATCH, "."),
    {0},
};

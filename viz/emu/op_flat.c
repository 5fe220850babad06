/* Loads and stores of flat, global and scratch memory (CDNA3 ISA guide, chapter "Flat Memory
 * Instructions"; syntax: LLVM's "Syntax of gfx940 Instructions").
 *
 * Cache policies (sc0, sc1, nt) change nothing: there are no caches. Misaligned accesses are
 * allowed, as the HSA ABI sets the machine up (LLVM AMDGPUUsage, unaligned-access-mode). Atomics
 * are op_atomic.c's.
 */
#include "emu/access.h"

enum space { FLAT, GLOBAL, SCRATCH };

/* A row's aux: what is loaded or stored, and where. */
#define AUX(space, bytes, part)                                                                    \
    ((uint32_t)(space) | (uint32_t)(bytes) << 4 | (uint32_t)(part) << 12)
#define AUX_SPACE(aux) ((enum space)((aux)&15))
#define AUX_BYTES(aux) ((aux) >> 4 & 255)
#define AUX_PART(aux) ((aux) >> 12)

/* vaddr is 64 bits with saddr "off", else a 32-bit offset to the SGPR pair. */
static bool global(struct emu_wave *w, const struct emu_insn *in, int vaddr, int saddr,
                   struct emu_access *a)
{
    const uint32_t *v = w->vgpr[in->op[vaddr].reg];
    uint64_t base = (uint64_t)(int64_t)in->offset;
    if (in->op[saddr].kind == EMU_OFF) {
        const uint32_t *high = w->vgpr[in->op[vaddr].reg + 1];
        FOR_LANES(l) a->at[l] = base + (v[l] | (uint64_t)high[l] << 32);
    } else {
        base += emu_sgpr64(w, in->op[saddr].reg);
        FOR_LANES(l) a->at[l] = base + v[l];
    }
    return emu_access_global(w, a);
}

static bool flat(struct emu_wave *w, const struct emu_insn *in, int vaddr, struct emu_access *a)
{
    const uint32_t *low = w->vgpr[in->op[vaddr].reg], *high = w->vgpr[in->op[vaddr].reg + 1];
    uint64_t offset = (uint64_t)(int64_t)in->offset;
    uint32_t aperture = 0;
    FOR_LANES(l)
    {
        a->at[l] = offset + (low[l] | (uint64_t)high[l] << 32);
        uint32_t there = high[l] == EMU_SHARED_BASE_HI || high[l] == EMU_PRIVATE_BASE_HI;
        aperture |= there & (uint32_t)(a->lanes >> l);
    }
    return aperture & 1 ? emu_access_flat(w, a) : emu_access_global(w, a);
}

/* Any of vaddr (a VGPR) and saddr (an SGPR) may be "off". */
static bool scratch(struct emu_wave *w, const struct emu_insn *in, int vaddr, int saddr,
                    struct emu_access *a)
{
    LANES_U32(addr);
    uint32_t base = (uint32_t)in->offset;
    if (in->op[saddr].kind != EMU_OFF)
        base += emu_s32(w, &in->op[saddr]);
    if (in->op[vaddr].kind == EMU_OFF) {
        FOR_LANES(l) addr[l] = base;
    } else {
        const uint32_t *v = w->vgpr[in->op[vaddr].reg];
        FOR_LANES(l) addr[l] = base + v[l];
    }
    return emu_access_scratch(w, a, addr);
}

/* Fills *a; false if nothing is to be done: no lane is on, or the wave has ended. */
static inline bool reach(struct emu_wave *w, const struct emu_insn *in, int vaddr, const char *what,
                         struct emu_access *a)
{
    a->lanes = emu_exec(w);
    a->bytes = AUX_BYTES(in->row->aux);
    a->what = what;
    if (!a->lanes)
        return false;
    switch (AUX_SPACE(in->row->aux)) {
    case FLAT:
        return flat(w, in, vaddr, a);
    case GLOBAL:
        return global(w, in, vaddr, 2, a);
    default:
        return scratch(w, in, vaddr, 2, a);
    }
}

/* op: destination, vaddr, saddr. */
static void load_dwords(struct emu_wave *w, const struct emu_insn *in)
{
    struct emu_access a;
    if (!reach(w, in, 1, "load", &a))
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
    if (!reach(w, in, 0, "store", &a))
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
    if (reach(w, in, 1, "load", &a))
        emu_load_part(w, &a, in->op[0].reg, AUX_PART(in->row->aux));
}

static void store_part(struct emu_wave *w, const struct emu_insn *in)
{
    struct emu_access a;
    if (reach(w, in, 0, "store", &a))
        emu_store_part(w, &a, in->op[1].reg, AUX_PART(in->row->aux));
}

/* The same names in three spaces; the letter is that of the loaded or stored tuple. */
#define SPACE_ROWS(prefix, space, saddr)                                                           \
    {prefix "_load_ubyte", "w." saddr, load_part, AUX(space, 1, 0)},                               \
        {prefix "_load_sbyte", "w." saddr, load_part, AUX(space, 1, EMU_PART_SIGNED)},             \
        {prefix "_load_ushort", "w." saddr, load_part, AUX(space, 2, 0)},                          \
        {prefix "_load_sshort", "w." saddr, load_part, AUX(space, 2, EMU_PART_SIGNED)},            \
        {prefix "_load_dword", "w." saddr, load_dwords, AUX(space, 4, 0)},                         \
        {prefix "_load_dwordx2", "q." saddr, load_dwords, AUX(space, 8, 0)},                       \
        {prefix "_load_dwordx3", "3." saddr, load_dwords, AUX(space, 12, 0)},                      \
        {prefix "_load_dwordx4", "4." saddr, load_dwords, AUX(space, 16, 0)},                      \
        {prefix "_load_ubyte_d16", "w." saddr, load_part, AUX(space, 1, EMU_PART_D16)},            \
        {prefix "_load_ubyte_d16_hi", "w." saddr, load_part, AUX(space, 1, EMU_PART_HI)},          \
        {prefix "_load_sbyte_d16", "w." saddr, load_part,                                          \
         AUX(space, 1, EMU_PART_SIGNED | EMU_PART_D16)},                                           \
        {prefix "_load_sbyte_d16_hi", "w." saddr, load_part,                                       \
         AUX(space, 1, EMU_PART_SIGNED | EMU_PART_HI)},                                            \
        {prefix "_load_short_d16", "w." saddr, load_part, AUX(space, 2, EMU_PART_D16)},            \
        {prefix "_load_short_d16_hi", "w." saddr, load_part, AUX(space, 2, EMU_PART_HI)},          \
        {prefix "_store_byte", ".w" saddr, store_part, AUX(space, 1, 0)},                          \
        {prefix "_store_byte_d16_hi", ".w" saddr, store_part, AUX(space, 1, EMU_PART_HI)},         \
        {prefix "_store_short", ".w" saddr, store_part, AUX(space, 2, 0)},                         \
        {prefix "_store_short_d16_hi", ".w" saddr, store_part, AUX(space, 2, EMU_PART_HI)},        \
        {prefix "_store_dword", ".w" saddr, store_dwords, AUX(space, 4, 0)},                       \
        {prefix "_store_dwordx2", ".q" saddr, store_dwords, AUX(space, 8, 0)},                     \
        {prefix "_store_dwordx3", ".3" saddr, store_dwords, AUX(space, 12, 0)},                    \
    {                                                                                              \
        prefix "_store_dwordx4", ".4" saddr, store_dwords, AUX(space, 16, 0)                       \
    }

const struct emu_row EMU_ROWS(flat)[] = {
    SPACE_ROWS("flat", FLAT, ""),
    SPACE_ROWS("global", GLOBAL, "."),
    SPACE_ROWS("scratch", SCRATCH, "."),
    {0},
};

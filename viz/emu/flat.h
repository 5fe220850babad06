/* Addresses of flat, global and scratch instructions (CDNA3 ISA guide, chapter "Flat Memory
 * Instructions"; syntax: LLVM's "Syntax of gfx940 Instructions"), for op_flat.c and op_atomic.c. */
#ifndef EMU_FLAT_H
#define EMU_FLAT_H

#include "emu/access.h"

enum emu_space { EMU_FLAT, EMU_GLOBAL, EMU_SCRATCH };

/* A row's aux: what is loaded or stored, and where. */
#define EMU_AUX(space, bytes, part)                                                                \
    ((uint32_t)(space) | (uint32_t)(bytes) << 4 | (uint32_t)(part) << 12)
#define EMU_AUX_SPACE(aux) ((enum emu_space)((aux)&15))
#define EMU_AUX_BYTES(aux) ((aux) >> 4 & 255)
#define EMU_AUX_PART(aux) ((aux) >> 12)

/* vaddr is 64 bits with saddr "off", else a 32-bit offset to the SGPR pair. */
static inline bool emu_reach_global(struct emu_wave *w, const struct emu_insn *in, int vaddr,
                                    int saddr, struct emu_access *a)
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

static inline bool emu_reach_flat(struct emu_wave *w, const struct emu_insn *in, int vaddr,
                                  struct emu_access *a)
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
static inline bool emu_reach_scratch(struct emu_wave *w, const struct emu_insn *in, int vaddr,
                                     int saddr, struct emu_access *a)
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
static inline bool emu_reach(struct emu_wave *w, const struct emu_insn *in, int vaddr, int saddr,
                             const char *what, struct emu_access *a)
{
    a->lanes = emu_exec(w);
    a->bytes = EMU_AUX_BYTES(in->row->aux);
    a->what = what;
    if (!a->lanes)
        return false;
    switch (EMU_AUX_SPACE(in->row->aux)) {
    case EMU_FLAT:
        return emu_reach_flat(w, in, vaddr, a);
    case EMU_GLOBAL:
        return emu_reach_global(w, in, vaddr, saddr, a);
    default:
        return emu_reach_scratch(w, in, vaddr, saddr, a);
    }
}

#endif

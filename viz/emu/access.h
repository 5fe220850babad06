/* From the lanes' addresses to host memory, for the instruction bodies that touch memory.
 *
 * Device addresses are host pointers; LDS and scratch addresses are made into some. A lane that is
 * not in EXEC repeats an active lane's address, so that bounds checks and loads need no mask.
 * Nothing is read or written before every lane's access is known to lie in an allocation, in the
 * workgroup's LDS or in the lane's scratch.
 *
 * Hardware drops LDS writes beyond the allocation and reads 0 there; here they are faults, as
 * accesses outside all memory are: this machine is for finding mistakes.
 */
#ifndef EMU_ACCESS_H
#define EMU_ACCESS_H

#include "emu/op.h"

struct emu_access {
    _Alignas(64) uint64_t at[EMU_LANES]; /* host addresses */
    uint64_t lanes;                      /* EXEC: not 0 */
    unsigned bytes;                      /* that a lane accesses */
    const char *what;                    /* "load", "store", "atomic": for messages */
};

/* The slow paths, access.c: each ends the wave with a message, or returns true. */
bool emu_access_search(struct emu_wave *w, const struct emu_access *a);
bool emu_access_flat(struct emu_wave *w, struct emu_access *a);
void emu_access_lds_fault(struct emu_wave *w, const struct emu_access *a, const uint32_t *addr);
void emu_access_scratch_fault(struct emu_wave *w, const struct emu_access *a, const uint32_t *addr);
void emu_access_misaligned(struct emu_wave *w, const struct emu_access *a, unsigned alignment);

static inline void *emu_at(const struct emu_access *a, int lane)
{
    return (void *)(uintptr_t)a->at[lane];
}

/* Gives the lanes that are off the address of one that is on. */
static inline void emu_access_fill(struct emu_access *a)
{
    if (a->lanes == UINT64_MAX)
        return;
    uint64_t active = a->at[__builtin_ctzll(a->lanes)];
    FOR_LANES(l) a->at[l] = (a->lanes >> l) & 1 ? a->at[l] : active;
}

/* True if all of a->at lie in allocations; else the wave has ended. */
static inline bool emu_access_global(struct emu_wave *w, struct emu_access *a)
{
    emu_access_fill(a);
    uint64_t low = UINT64_MAX, high = 0;
    FOR_LANES(l)
    {
        low = a->at[l] < low ? a->at[l] : low;
        high = a->at[l] > high ? a->at[l] : high;
    }
    if (__builtin_expect(
            low >= w->last.first && high < w->last.end && w->last.end - high >= a->bytes, 1))
        return true;
    return emu_access_search(w, a);
}

/* Makes host addresses of byte addresses in the workgroup's LDS. */
static inline bool emu_access_lds(struct emu_wave *w, struct emu_access *a, const uint32_t *addr)
{
    uint8_t *lds = w->group->lds;
    FOR_LANES(l) a->at[l] = addr[l];
    emu_access_fill(a);
    uint64_t high = 0;
    FOR_LANES(l) high = a->at[l] > high ? a->at[l] : high;
    if (__builtin_expect(high + a->bytes > w->group->lds_bytes, 0)) {
        emu_access_lds_fault(w, a, addr);
        return false;
    }
    FOR_LANES(l) a->at[l] += (uintptr_t)lds;
    return true;
}

/* Fills *a for an LDS instruction with its address in op[addr]; false if no lane is on, or the wave
 * has ended. The sum wraps: a base may be negative (LLVM, hasUsableDSOffset). */
static inline bool emu_reach_lds(struct emu_wave *w, const struct emu_insn *in, int addr,
                                 uint32_t offset, unsigned bytes, const char *what,
                                 struct emu_access *a)
{
    LANES_U32(byte);
    const uint32_t *base = w->vgpr[in->op[addr].reg];
    a->lanes = emu_exec(w);
    a->bytes = bytes;
    a->what = what;
    if (!a->lanes)
        return false;
    FOR_LANES(l) byte[l] = base[l] + offset;
    if (!emu_access_lds(w, a, byte))
        return false;
    w->lds_bytes += (uint64_t)__builtin_popcountll(a->lanes) * bytes;
    return true;
}

/* Makes host addresses of byte addresses in each lane's own scratch. */
static inline bool emu_access_scratch(struct emu_wave *w, struct emu_access *a,
                                      const uint32_t *addr)
{
    uint64_t high = 0;
    FOR_LANES(l)
    {
        uint64_t here = (a->lanes >> l) & 1 ? addr[l] : 0;
        high = here > high ? here : high;
    }
    if (__builtin_expect(high + a->bytes > w->scratch_bytes, 0)) {
        emu_access_scratch_fault(w, a, addr);
        return false;
    }
    uint64_t base = (uintptr_t)w->scratch, stride = w->scratch_bytes;
    FOR_LANES(l) a->at[l] = base + stride * (uint64_t)l + addr[l];
    emu_access_fill(a);
    return true;
}

/* Atomics must be aligned (CDNA3 ISA guide, "Memory alignment"). */
static inline bool emu_access_aligned(struct emu_wave *w, const struct emu_access *a,
                                      unsigned alignment)
{
    uint64_t bits = 0;
    FOR_LANES(l) bits |= a->at[l];
    if (__builtin_expect((bits & (alignment - 1)) == 0, 1))
        return true;
    emu_access_misaligned(w, a, alignment);
    return false;
}

/* Whether lane l's address is lane 0's + l * bytes: one block of memory. */
static inline bool emu_access_is_block(const struct emu_access *a)
{
    uint64_t differ = 0;
    FOR_LANES(l) differ |= a->at[l] ^ (a->at[0] + (uint64_t)l * a->bytes);
    return differ == 0;
}

/* Whole dwords. */

/* n_dwords consecutive dwords of each lane into VGPRs reg, reg + 1, ... */
static inline void emu_load_dwords(struct emu_wave *w, const struct emu_access *a, unsigned reg,
                                   unsigned n_dwords)
{
    bool block = emu_access_is_block(a);
    const uint8_t *first = emu_at(a, 0);
    for (unsigned d = 0; d < n_dwords; d++) {
        LANES_U32(value);
        if (block && n_dwords == 1)
            memcpy(value, first, sizeof value);
        else if (block)
            FOR_LANES(l) memcpy(&value[l], first + 4 * (n_dwords * (unsigned)l + d), 4);
        else
            FOR_LANES(l) memcpy(&value[l], (uint8_t *)emu_at(a, l) + 4 * d, 4);
        emu_write_vgpr(w, reg + d, value, a->lanes);
    }
}

/* The other way. Lanes that store to one address do it in the order of their numbers: hardware does
 * not say which one lasts. */
static inline void emu_store_dwords(struct emu_wave *w, const struct emu_access *a, unsigned reg,
                                    unsigned n_dwords)
{
    if (a->lanes == UINT64_MAX && emu_access_is_block(a)) {
        uint8_t *first = emu_at(a, 0);
        if (n_dwords == 1) {
            memcpy(first, w->vgpr[reg], sizeof w->vgpr[reg]);
            return;
        }
        for (unsigned d = 0; d < n_dwords; d++)
            FOR_LANES(l) memcpy(first + 4 * (n_dwords * (unsigned)l + d), &w->vgpr[reg + d][l], 4);
        return;
    }
    for (uint64_t rest = a->lanes; rest; rest &= rest - 1) {
        int l = __builtin_ctzll(rest);
        for (unsigned d = 0; d < n_dwords; d++)
            memcpy((uint8_t *)emu_at(a, l) + 4 * d, &w->vgpr[reg + d][l], 4);
    }
}

/* Bytes and halves. */

/* What a load of less than a dword makes of it, and which half a d16 access means. */
enum { EMU_PART_SIGNED = 1, EMU_PART_D16 = 2, EMU_PART_HI = 4 };

/* One or two bytes of each lane into VGPR reg. d16 forms keep the register's other half; machines
 * with SRAM ECC, gfx942 among them, may clear it, so LLVM relies on neither
 * (d16PreservesUnusedBits). */
static inline void emu_load_part(struct emu_wave *w, const struct emu_access *a, unsigned reg,
                                 unsigned part)
{
    LANES_U32(value);
    if (a->bytes == 1)
        FOR_LANES(l) value[l] = *(const uint8_t *)emu_at(a, l);
    else
        FOR_LANES(l)
        {
            uint16_t half;
            memcpy(&half, emu_at(a, l), sizeof half);
            value[l] = half;
        }
    unsigned unused = 32 - 8 * a->bytes;
    if (part & EMU_PART_SIGNED)
        FOR_LANES(l) value[l] = (uint32_t)((int32_t)(value[l] << unused) >> unused);
    const uint32_t *old = w->vgpr[reg];
    if (part & EMU_PART_HI)
        FOR_LANES(l) value[l] = value[l] << 16 | (old[l] & 0xffff);
    else if (part & EMU_PART_D16)
        FOR_LANES(l) value[l] = (value[l] & 0xffff) | (old[l] & 0xffff0000);
    emu_write_vgpr(w, reg, value, a->lanes);
}

static inline void emu_store_part(struct emu_wave *w, const struct emu_access *a, unsigned reg,
                                  unsigned part)
{
    unsigned shift = part & EMU_PART_HI ? 16 : 0;
    for (uint64_t rest = a->lanes; rest; rest &= rest - 1) {
        int l = __builtin_ctzll(rest);
        uint16_t half = (uint16_t)(w->vgpr[reg][l] >> shift);
        uint8_t byte = (uint8_t)half;
        memcpy(emu_at(a, l), a->bytes == 1 ? (void *)&byte : (void *)&half, a->bytes);
    }
}

#endif

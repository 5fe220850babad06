/* The slow paths of memory accesses: finding allocations, apertures, and saying what is wrong. */
#include "emu/access.h"

#include <inttypes.h>

enum { NEAREST_BYTES = 160 };

static void outside(struct emu_wave *w, const struct emu_access *a, int lane)
{
    char nearest[NEAREST_BYTES];
    emu_memory_nearest(a->at[lane], nearest, sizeof nearest);
    emu_fault(w, EMU_FAULT_ADDRESS, "lane %d: %s of %u bytes at 0x%" PRIx64 ": %s", lane, a->what,
              a->bytes, a->at[lane], nearest);
}

/* Whether all of `lanes` are inside allocations; the last one found is kept in w->last. */
static bool search(struct emu_wave *w, const struct emu_access *a, uint64_t lanes)
{
    for (uint64_t rest = lanes; rest; rest &= rest - 1) {
        int l = __builtin_ctzll(rest);
        uint64_t at = a->at[l];
        if (at >= w->last.first && at < w->last.end && w->last.end - at >= a->bytes)
            continue;
        if (!emu_memory_find(at, a->bytes, &w->last)) {
            outside(w, a, l);
            return false;
        }
    }
    return true;
}

bool emu_access_search(struct emu_wave *w, const struct emu_access *a)
{
    return search(w, a, a->lanes);
}

void emu_access_lds_fault(struct emu_wave *w, const struct emu_access *a, const uint32_t *addr)
{
    for (uint64_t rest = a->lanes; rest; rest &= rest - 1) {
        int l = __builtin_ctzll(rest);
        if ((uint64_t)addr[l] + a->bytes > w->group->lds_bytes) {
            emu_fault(w, EMU_FAULT_ADDRESS,
                      "lane %d: LDS %s of %u bytes at byte 0x%x: the workgroup has %u bytes", l,
                      a->what, a->bytes, addr[l], w->group->lds_bytes);
            return;
        }
    }
}

void emu_access_scratch_fault(struct emu_wave *w, const struct emu_access *a, const uint32_t *addr)
{
    for (uint64_t rest = a->lanes; rest; rest &= rest - 1) {
        int l = __builtin_ctzll(rest);
        if ((uint64_t)addr[l] + a->bytes > w->scratch_bytes) {
            emu_fault(w, EMU_FAULT_ADDRESS,
                      "lane %d: scratch %s of %u bytes at byte 0x%x: a lane has %u bytes", l,
                      a->what, a->bytes, addr[l], w->scratch_bytes);
            return;
        }
    }
}

void emu_access_misaligned(struct emu_wave *w, const struct emu_access *a, unsigned alignment)
{
    int l = __builtin_ctzll(a->lanes);
    for (uint64_t rest = a->lanes; rest; rest &= rest - 1) {
        l = __builtin_ctzll(rest);
        if (a->at[l] & (alignment - 1))
            break;
    }
    emu_fault(w, EMU_FAULT_ADDRESS, "lane %d: %s of %u bytes at 0x%" PRIx64 ": must be %u-aligned",
              l, a->what, a->bytes, a->at[l], alignment);
}

/* Flat addresses of which some lie in an aperture: each lane by itself. */
bool emu_access_flat(struct emu_wave *w, struct emu_access *a)
{
    uint64_t global = 0;
    for (uint64_t rest = a->lanes; rest; rest &= rest - 1) {
        int l = __builtin_ctzll(rest);
        uint32_t high = (uint32_t)(a->at[l] >> 32), low = (uint32_t)a->at[l];
        struct emu_access one = {.lanes = UINT64_C(1) << l, .bytes = a->bytes, .what = a->what};
        LANES_U32(addr);
        addr[l] = low;
        if (high == EMU_SHARED_BASE_HI) {
            if ((uint64_t)low + a->bytes > w->group->lds_bytes) {
                emu_access_lds_fault(w, &one, addr);
                return false;
            }
            a->at[l] = (uintptr_t)w->group->lds + low;
        } else if (high == EMU_PRIVATE_BASE_HI) {
            if ((uint64_t)low + a->bytes > w->scratch_bytes) {
                emu_access_scratch_fault(w, &one, addr);
                return false;
            }
            a->at[l] = (uintptr_t)w->scratch + (uint64_t)w->scratch_bytes * (uint64_t)l + low;
        } else {
            global |= UINT64_C(1) << l;
        }
    }
    if (!search(w, a, global))
        return false;
    emu_access_fill(a);
    return true;
}

/* Which memory exists: allocations, and who they belong to.
 *
 * Knows: address ranges and their kinds. The lookups that kernels need are in emu.h.
 * Refuses to know: HIP. Nothing here locks: the front end changes allocations only under its lock,
 * and no launch is under way then.
 */
#ifndef EMU_MEMORY_H
#define EMU_MEMORY_H

#include "emu/emu.h"

enum emu_memory_kind {
    EMU_MEMORY_DEVICE, /* hipMalloc */
    EMU_MEMORY_HOST,   /* hipHostMalloc: pinned, and at the same address on the device */
    EMU_MEMORY_CODE,   /* a segment of a loaded code object */
    EMU_MEMORY_LAUNCH, /* kernel arguments, dispatch packet, queue */
};

/* Zeroed memory that kernels may touch, 256-byte aligned as hipMalloc's. Between two allocations
 * lie at least EMU_MEMORY_GUARD bytes that belong to neither. NULL if there is none left. */
enum { EMU_MEMORY_GUARD = 256, EMU_MEMORY_ALIGN = 256 };
void *emu_memory_allocate(size_t bytes, enum emu_memory_kind kind);

/* Frees what emu_memory_allocate returned for this kind; false if `pointer` is not such an address.
 * The bytes are not given to another allocation for a while, so that a late access is seen. */
bool emu_memory_free(void *pointer, enum emu_memory_kind kind);

/* Frees every EMU_MEMORY_DEVICE and EMU_MEMORY_HOST allocation. */
void emu_memory_free_all(void);

/* Lets kernels touch [first, end) that somebody else owns; false without memory for the entry. */
bool emu_memory_register(uint64_t first, uint64_t end, enum emu_memory_kind kind);
void emu_memory_unregister(uint64_t first);

/* The allocation around `addr` and its kind, or false. */
bool emu_memory_kind_of(uint64_t addr, struct emu_range *range, enum emu_memory_kind *kind);

/* Bytes that the device has, and how many of them hipMalloc has given out. */
uint64_t emu_memory_total(void);
uint64_t emu_memory_used(void);

#endif

#include "emu/memory.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct allocation {
    uint64_t first, end;
    enum emu_memory_kind kind;
    void *block; /* what free() takes; NULL if somebody else owns the bytes */
};

/* Sorted by address, without overlap. */
static struct allocation *table;
static size_t n_allocations, table_capacity;
static uint64_t used_bytes;

/* Freed blocks wait here, oldest first, so that an address that was freed a moment ago does not
 * belong to the next allocation. */
enum { QUARANTINE_BLOCKS = 64, QUARANTINE_BYTES = 1 << 24 };
static struct {
    void *block;
    uint64_t bytes;
} quarantine[QUARANTINE_BLOCKS];
static size_t quarantine_first, n_quarantined;
static uint64_t quarantined_bytes;

uint64_t emu_memory_total(void)
{
    /* An MI300X has 192 GiB of HBM3 (AMD Instinct MI300X data sheet); this one has no more than
     * the host can lend. */
    const uint64_t mi300x = UINT64_C(192) << 30;
    long pages = sysconf(_SC_PHYS_PAGES), page_bytes = sysconf(_SC_PAGESIZE);
    uint64_t host = pages > 0 && page_bytes > 0 ? (uint64_t)pages * (uint64_t)page_bytes : 0;
    return host < mi300x ? host : mi300x;
}

uint64_t emu_memory_used(void) { return used_bytes; }

/* The number of allocations that begin at or below addr. */
static size_t count_up_to(uint64_t addr)
{
    size_t low = 0, high = n_allocations;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (table[middle].first <= addr)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool insert(struct allocation allocation)
{
    if (n_allocations == table_capacity) {
        size_t capacity = table_capacity ? 2 * table_capacity : 64;
        size_t bytes;
        if (!size_mul(capacity, sizeof *table, &bytes))
            return false;
        struct allocation *grown = realloc(table, bytes);
        if (!grown)
            return false;
        table = grown;
        table_capacity = capacity;
    }
    size_t at = count_up_to(allocation.first);
    memmove(&table[at + 1], &table[at], (n_allocations - at) * sizeof *table);
    table[at] = allocation;
    n_allocations++;
    return true;
}

static struct allocation remove_at(size_t at)
{
    struct allocation removed = table[at];
    n_allocations--;
    memmove(&table[at], &table[at + 1], (n_allocations - at) * sizeof *table);
    return removed;
}

/* The index of the allocation that begins at addr, or n_allocations. */
static size_t find_first(uint64_t addr)
{
    size_t n = count_up_to(addr);
    return n && table[n - 1].first == addr ? n - 1 : n_allocations;
}

void *emu_memory_allocate(size_t bytes, enum emu_memory_kind kind)
{
    if (kind == EMU_MEMORY_DEVICE && bytes > emu_memory_total() - used_bytes)
        return NULL;
    size_t block_bytes;
    if (__builtin_add_overflow(bytes, (size_t)2 * EMU_MEMORY_GUARD + EMU_MEMORY_ALIGN,
                               &block_bytes))
        return NULL;
    void *block = calloc(1, block_bytes); /* calloc: large blocks cost nothing until touched */
    if (!block)
        return NULL;
    uint64_t first = (uint64_t)(uintptr_t)block + EMU_MEMORY_GUARD + EMU_MEMORY_ALIGN - 1;
    first -= first % EMU_MEMORY_ALIGN;
    if (!insert((struct allocation){first, first + bytes, kind, block})) {
        free(block);
        return NULL;
    }
    if (kind == EMU_MEMORY_DEVICE)
        used_bytes += bytes;
    return (void *)(uintptr_t)first;
}

static void release_oldest(void)
{
    free(quarantine[quarantine_first].block);
    quarantined_bytes -= quarantine[quarantine_first].bytes;
    quarantine_first = (quarantine_first + 1) % QUARANTINE_BLOCKS;
    n_quarantined--;
}

static void release_later(void *block, uint64_t bytes)
{
    if (bytes > QUARANTINE_BYTES) {
        free(block);
        return;
    }
    while (n_quarantined == QUARANTINE_BLOCKS ||
           (n_quarantined && quarantined_bytes + bytes > QUARANTINE_BYTES))
        release_oldest();
    size_t at = (quarantine_first + n_quarantined) % QUARANTINE_BLOCKS;
    quarantine[at].block = block;
    quarantine[at].bytes = bytes;
    n_quarantined++;
    quarantined_bytes += bytes;
}

bool emu_memory_free(void *pointer, enum emu_memory_kind kind)
{
    size_t at = find_first((uint64_t)(uintptr_t)pointer);
    if (at == n_allocations || table[at].kind != kind || !table[at].block)
        return false;
    struct allocation gone = remove_at(at);
    if (kind == EMU_MEMORY_DEVICE)
        used_bytes -= gone.end - gone.first;
    release_later(gone.block, gone.end - gone.first);
    return true;
}

void emu_memory_free_all(void)
{
    size_t kept = 0;
    for (size_t n = 0; n < n_allocations; n++) {
        if (table[n].kind == EMU_MEMORY_DEVICE || table[n].kind == EMU_MEMORY_HOST)
            release_later(table[n].block, table[n].end - table[n].first);
        else
            table[kept++] = table[n];
    }
    n_allocations = kept;
    used_bytes = 0;
}

bool emu_memory_register(uint64_t first, uint64_t end, enum emu_memory_kind kind)
{
    return insert((struct allocation){first, end, kind, NULL});
}

void emu_memory_unregister(uint64_t first)
{
    size_t at = find_first(first);
    if (at < n_allocations && !table[at].block)
        remove_at(at);
}

bool emu_memory_kind_of(uint64_t addr, struct emu_range *range, enum emu_memory_kind *kind)
{
    size_t n = count_up_to(addr);
    if (!n || addr >= table[n - 1].end)
        return false;
    *range = (struct emu_range){table[n - 1].first, table[n - 1].end};
    *kind = table[n - 1].kind;
    return true;
}

bool emu_memory_find(uint64_t addr, uint64_t bytes, struct emu_range *range)
{
    size_t n = count_up_to(addr);
    if (!n || addr > table[n - 1].end || bytes > table[n - 1].end - addr)
        return false;
    *range = (struct emu_range){table[n - 1].first, table[n - 1].end};
    return true;
}

void emu_memory_nearest(uint64_t addr, char *text, size_t size)
{
    size_t n = count_up_to(addr);
    if (n && addr < table[n - 1].end) {
        snprintf(text, size,
                 "inside allocation 0x%" PRIx64 " + %" PRIu64 " bytes, %" PRIu64 " before its end",
                 table[n - 1].first, table[n - 1].end - table[n - 1].first,
                 table[n - 1].end - addr);
        return;
    }
    const struct allocation *below = n ? &table[n - 1] : NULL;
    const struct allocation *above = n < n_allocations ? &table[n] : NULL;
    uint64_t from_below = below ? addr - below->end : UINT64_MAX;
    uint64_t to_above = above ? above->first - addr : UINT64_MAX;
    if (!below && !above)
        snprintf(text, size, "nothing is allocated");
    else if (below && from_below <= to_above)
        snprintf(text, size,
                 "nearest allocation 0x%" PRIx64 " + %" PRIu64 " bytes, %" PRIu64
                 " bytes past its end",
                 below->first, below->end - below->first, from_below);
    else
        snprintf(text, size,
                 "nearest allocation 0x%" PRIx64 " + %" PRIu64 " bytes, %" PRIu64
                 " bytes before its start",
                 above->first, above->end - above->first, to_above);
}

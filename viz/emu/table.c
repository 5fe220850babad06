/* Which tables the processor can run, and finding a row by mnemonic. */
#include "emu/families.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "emu/emu.h"

#if defined __x86_64__ && !defined EMU_ONE_LEVEL
#define LEVELS(LEVEL, family)                                                                      \
    LEVEL(family, x86_64) LEVEL(family, x86_64_v3) LEVEL(family, x86_64_v4)
#else
#define LEVELS(LEVEL, family) LEVEL(family, generic)
#endif

#define DECLARE(family, level) extern const struct emu_row emu_rows_##family##_##level[];
#define DECLARE_FAMILY(family) LEVELS(DECLARE, family)
EMU_FAMILIES(DECLARE_FAMILY)

#define NAME(family, level) emu_rows_##family##_##level,
#define FAMILY_ROW(family) {LEVELS(NAME, family)},
static const struct emu_row *const families[][3] = {EMU_FAMILIES(FAMILY_ROW)};

enum { N_FAMILIES = sizeof families / sizeof families[0], N_BUCKETS = 4096 };

/* Open addressing over all rows; filled once, read only afterwards. */
static const struct emu_row *bucket[N_BUCKETS];
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* Which column of `families`: the highest level of the x86-64 psABI that this processor has. */
static int processor_level(void)
{
#if defined __x86_64__ && !defined EMU_ONE_LEVEL
    __builtin_cpu_init();
    const char *limit = getenv("SMFHIP_LEVEL"); /* "1", "3": for tests of the lower levels */
    if (limit && !strcmp(limit, "1"))
        return 0;
    if (__builtin_cpu_supports("x86-64-v4") && !(limit && !strcmp(limit, "3")))
        return 2;
    if (__builtin_cpu_supports("x86-64-v3"))
        return 1;
#endif
    return 0;
}

static uint32_t hash(const char *text)
{
    uint32_t h = 2166136261u; /* FNV-1a */
    while (*text)
        h = (h ^ (unsigned char)*text++) * 16777619u;
    return (h ^ h >> 15) % N_BUCKETS;
}

static void fill(void)
{
    int level = processor_level(), n = 0;
    for (int f = 0; f < N_FAMILIES; f++) {
        for (const struct emu_row *row = families[f][level]; row->mnemonic; row++) {
            assert(n < N_BUCKETS / 2);
            n++;
            uint32_t at = hash(row->mnemonic);
            while (bucket[at])
                at = (at + 1) % N_BUCKETS;
            bucket[at] = row;
        }
    }
}

const struct emu_row *emu_find_row(const char *mnemonic)
{
    pthread_once(&once, fill);
    for (uint32_t at = hash(mnemonic); bucket[at]; at = (at + 1) % N_BUCKETS)
        if (!strcmp(bucket[at]->mnemonic, mnemonic))
            return bucket[at];
    return NULL;
}

/* One wave and one block of memory that it may touch, for tests of memory instructions. */
#ifndef TESTS_ONE_MEMORY_H
#define TESTS_ONE_MEMORY_H

#include <stdio.h>

#include "emu/memory.h"
#include "one.h"

enum { BLOCK_BYTES = 4096, LDS_BYTES = 2048, SCRATCH_BYTES = 256 };

struct memory {
    struct one *one;
    struct emu_wave *wave;
    uint8_t *block, *lds, *scratch;
};

/* A byte that tells its place. */
static inline uint8_t tag(unsigned at) { return (uint8_t)(at * 37 + at / 256 * 11 + 5); }

static inline uint32_t tag32(unsigned at)
{
    return tag(at) | (uint32_t)tag(at + 1) << 8 | (uint32_t)tag(at + 2) << 16 |
           (uint32_t)tag(at + 3) << 24;
}

static inline uint32_t u32_at(const uint8_t *at)
{
    uint32_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

static inline uint64_t u64_at(const uint8_t *at)
{
    uint64_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

/* The block is tagged; LDS and scratch are zero. s[8:9] is the block's address. */
static inline struct memory memory_create(void)
{
    struct memory m = {.one = one_create()};
    m.wave = &m.one->wave;
    m.block = emu_memory_allocate(BLOCK_BYTES, EMU_MEMORY_DEVICE);
    m.lds = m.one->group.lds = calloc(1, LDS_BYTES);
    m.scratch = m.wave->scratch = calloc(EMU_LANES, SCRATCH_BYTES);
    cr_assert(m.block && m.lds && m.scratch);
    m.one->group.lds_bytes = LDS_BYTES;
    m.wave->scratch_bytes = SCRATCH_BYTES;
    for (unsigned at = 0; at < BLOCK_BYTES; at++)
        m.block[at] = tag(at);
    emu_set_sgpr64(m.wave, 8, (uintptr_t)m.block);
    return m;
}

static inline void memory_destroy(struct memory *m)
{
    emu_memory_free(m->block, EMU_MEMORY_DEVICE);
    free(m->lds);
    free(m->scratch);
    free(m->one);
}

static inline void set_vgpr64(struct memory *m, unsigned reg, int lane, uint64_t value)
{
    m->wave->vgpr[reg][lane] = (uint32_t)value;
    m->wave->vgpr[reg + 1][lane] = (uint32_t)(value >> 32);
}

/* Executes and expects that the wave goes on. */
static inline void run(struct memory *m, const char *text)
{
    one_execute(m->one, text);
    cr_assert_eq(m->wave->state, EMU_RUNNING, "%s: %s", text, m->one->fault.text);
}

/* Executes and expects an address fault whose message has `what`. */
static inline void run_into_fault(struct memory *m, const char *text, const char *what)
{
    one_execute(m->one, text);
    cr_assert_eq(m->wave->state, EMU_FAULTED, "%s went on", text);
    cr_expect_eq(m->one->fault.kind, EMU_FAULT_ADDRESS);
    cr_expect(strstr(m->one->fault.text, what), "%s: \"%s\" is not in \"%s\"", text, what,
              m->one->fault.text);
}

#endif

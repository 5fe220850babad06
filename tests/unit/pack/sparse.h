/* Seeded 2:4 data for the tests of pack/. */
#ifndef TEST_PACK_SPARSE_H
#define TEST_PACK_SPARSE_H

#include <criterion/criterion.h>

#include "pack/pack.h"

/* xorshift64*, of a non-zero state. */
static inline uint32_t sparse_random(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return (uint32_t)((*state * UINT64_C(0x2545f4914f6cdd1d)) >> 32);
}

/* A code that is no zero, of any kind else: subnormals, NaN and infinities too. */
static inline uint32_t sparse_code(enum pack_type type, uint64_t *state)
{
    uint32_t mask = (uint32_t)((UINT64_C(1) << 8 * pack_type_bytes(type)) - 1), code;
    do
        code = sparse_random(state) & mask;
    while (pack_is_zero(type, code));
    return code;
}

/* Every group has one of the eleven masks, each as likely. */
static inline void sparse_fill(struct pack_matrix *dense, uint64_t seed)
{
    static const uint8_t masks[11] = {0, 1, 2, 4, 8, 3, 5, 9, 6, 10, 12};
    uint64_t state = seed;
    for (size_t i = 0; i < dense->m; i++)
        for (size_t q = 0; q < dense->k / 4; q++) {
            unsigned mask = masks[sparse_random(&state) % 11];
            for (size_t p = 0; p < 4; p++)
                if (mask >> p & 1)
                    pack_set(dense, i, 4 * q + p, sparse_code(dense->type, &state));
        }
}

static inline struct pack_matrix sparse_matrix(enum pack_type type, size_t m, size_t k,
                                               uint64_t seed)
{
    struct pack_matrix dense = {0};
    cr_assert_eq(pack_matrix_init(&dense, type, m, k, NULL), STATUS_OK);
    sparse_fill(&dense, seed);
    return dense;
}

#endif

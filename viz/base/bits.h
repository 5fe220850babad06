/* Small bit arithmetic with names. */
#ifndef BASE_BITS_H
#define BASE_BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Bits lo .. lo + n - 1 of x, n in 1..32. */
static inline uint32_t bits_get(uint32_t x, unsigned lo, unsigned n)
{
    return (x >> lo) & (uint32_t)((UINT64_C(1) << n) - 1);
}

/* x with bits lo .. lo + n - 1 replaced by the low n bits of v, n in 1..32. */
static inline uint32_t bits_put(uint32_t x, unsigned lo, unsigned n, uint32_t v)
{
    uint32_t mask = (uint32_t)((UINT64_C(1) << n) - 1) << lo;
    return (x & ~mask) | ((v << lo) & mask);
}

/* The low n bits of x as a two's complement number, n in 1..32. */
static inline int32_t bits_sign_extend(uint32_t x, unsigned n)
{
    return (int32_t)(x << (32 - n)) >> (32 - n);
}

static inline float bits_to_f32(uint32_t u)
{
    float f;
    memcpy(&f, &u, sizeof f);
    return f;
}

static inline uint32_t bits_of_f32(float f)
{
    uint32_t u;
    memcpy(&u, &f, sizeof u);
    return u;
}

static inline double bits_to_f64(uint64_t u)
{
    double f;
    memcpy(&f, &u, sizeof f);
    return f;
}

static inline uint64_t bits_of_f64(double f)
{
    uint64_t u;
    memcpy(&u, &f, sizeof u);
    return u;
}

/* True, and *out = a * b, unless the product does not fit. */
static inline bool size_mul(size_t a, size_t b, size_t *out)
{
    return !__builtin_mul_overflow(a, b, out);
}

#endif

/* Bit patterns that exercise floating-point instructions, and lanes full of them. */
#ifndef TESTS_FLOATS_H
#define TESTS_FLOATS_H

#include "one.h"

/* Zeros, subnormals, the ends of the normal range, ones, whole numbers, infinities and NaNs. */
static const uint32_t edges_f32[] = {
    0x00000000, 0x80000000, 0x00000001, 0x807fffff, 0x00400003, 0x00800000, 0x80800001, 0x3f800000,
    0xbf800000, 0x3f000001, 0x40200000, 0xc0a00000, 0x4b7fffff, 0x4f000000, 0x5f800000, 0x7e800001,
    0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc01234, 0x7f800001, 0xffa00077,
};
static const uint32_t edges_f16[] = {
    0x0000, 0x8000, 0x0001, 0x83ff, 0x0203, 0x0400, 0x8401, 0x3c00, 0xbc00, 0x3801, 0x4100, 0xc500,
    0x67ff, 0x7800, 0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7e00, 0xfe34, 0x7c01, 0xfd77, 0x5555, 0xa123,
};
enum { N_EDGES = 24 };

/* The f64 whose sign, exponent and payload are at the same ends as those of an f32 edge. */
static inline uint64_t edge_f64(uint32_t edge)
{
    uint64_t exponent = edge >> 23 & 0xff;
    uint64_t wide = exponent == 0     ? 0
                    : exponent == 255 ? 2047
                    : exponent < 64   ? exponent
                    : exponent > 191  ? exponent + 1792
                                      : exponent + 896;
    uint64_t fraction = edge & 0x7fffff;
    uint64_t low = fraction && fraction != 0x400000 ? fraction : 0;
    return (uint64_t)(edge >> 31) << 63 | wide << 52 | fraction << 29 | low;
}

/* xorshift64*: the same numbers in every run. */
static inline uint64_t next_random(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * UINT64_C(0x2545f4914f6cdd1d);
}

/* A bit pattern: one of the edges, an edge with some other low bits, or anything. */
static inline uint32_t random_f32(uint64_t *state)
{
    uint64_t r = next_random(state);
    uint32_t edge = edges_f32[r % N_EDGES], noise = (uint32_t)(r >> 32);
    return (r >> 16 & 3) == 0 ? edge : (r >> 16 & 3) == 1 ? edge ^ (noise & 0xff) : noise;
}

static inline uint32_t random_f16(uint64_t *state)
{
    uint64_t r = next_random(state);
    return (r >> 16 & 3) == 0 ? edges_f16[r % N_EDGES] : r >> 32 & 0xffff;
}

static inline uint64_t random_f64(uint64_t *state)
{
    uint64_t r = next_random(state);
    uint64_t edge = edge_f64(edges_f32[r % N_EDGES]), noise = next_random(state);
    return (r >> 16 & 3) == 0 ? edge : (r >> 16 & 3) == 1 ? edge ^ (noise & 0xff) : noise;
}

static inline bool is_nan_f32(uint32_t x) { return (x & 0x7fffffff) > 0x7f800000; }
static inline bool is_nan_f64(uint64_t x) { return (x << 1) > UINT64_C(0xffe0000000000000); }
static inline bool is_nan_f16(uint32_t x) { return (x & 0x7fff) > 0x7c00; }

/* What an operation on a, b, c gives whose plain result is r: its first NaN operand, quieted, or
 * the positive NaN if it made one. */
static inline uint32_t nan_rule_f32(uint32_t r, uint32_t a, uint32_t b, uint32_t c)
{
    if (is_nan_f32(a))
        return a | 0x400000;
    if (is_nan_f32(b))
        return b | 0x400000;
    if (is_nan_f32(c))
        return c | 0x400000;
    return is_nan_f32(r) ? 0x7fc00000 : r;
}

static inline uint64_t nan_rule_f64(uint64_t r, uint64_t a, uint64_t b, uint64_t c)
{
    if (is_nan_f64(a))
        return a | UINT64_C(0x8000000000000);
    if (is_nan_f64(b))
        return b | UINT64_C(0x8000000000000);
    if (is_nan_f64(c))
        return c | UINT64_C(0x8000000000000);
    return is_nan_f64(r) ? UINT64_C(0x7ff8000000000000) : r;
}

static inline uint32_t nan_rule_f16(uint32_t r, uint32_t a, uint32_t b, uint32_t c)
{
    if (is_nan_f16(a))
        return (a | 0x200) & 0xffff;
    if (is_nan_f16(b))
        return (b | 0x200) & 0xffff;
    if (is_nan_f16(c))
        return (c | 0x200) & 0xffff;
    return is_nan_f16(r) ? 0x7e00 : r;
}

/* The compiler's own half precision: another implementation than the emulator's. */
__extension__ typedef _Float16 half;

static inline half half_of(uint32_t bits)
{
    uint16_t low = (uint16_t)bits;
    half value;
    memcpy(&value, &low, sizeof value);
    return value;
}

static inline uint32_t bits_of_half(half value)
{
    uint16_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline void set_f64(struct one *one, unsigned reg, int lane, uint64_t bits)
{
    one->wave.vgpr[reg][lane] = (uint32_t)bits;
    one->wave.vgpr[reg + 1][lane] = (uint32_t)(bits >> 32);
}

static inline uint64_t get_f64(const struct one *one, unsigned reg, int lane)
{
    return one->wave.vgpr[reg][lane] | (uint64_t)one->wave.vgpr[reg + 1][lane] << 32;
}

#endif

/* Minima, maxima and medians of floats, on their bits and free of branches. */
#ifndef EMU_FPORDER_H
#define EMU_FPORDER_H

#include "emu/fp.h"

/* Of two numbers the lesser, -0 being less than +0; of a number and a NaN the number; but in IEEE
 * mode a signalling NaN comes out quiet (CDNA3 ISA guide, V_MIN_F32, V_MAX_F32, V_MED3_F32). Floats
 * order like their bits, negative ones in reverse. Where both are NaN the second comes out, quiet:
 * the guide leaves it as it is, which for a signalling one outside IEEE mode is a guess. */
#define MIN_AND_MAX(width, type, signed_type, magnitude, quiet)                                    \
    static inline signed_type fp_order##width(type x)                                              \
    {                                                                                              \
        type negative = -(x >> (sizeof x * 8 - 1)); /* all ones, or 0 */                           \
        return (signed_type)(x ^ (negative & magnitude));                                          \
    }                                                                                              \
    static inline type fp_number##width(type x, type y, type r, bool ieee)                         \
    {                                                                                              \
        const bool x_is_nan = fp_is_nan##width(x), y_is_nan = fp_is_nan##width(y);                 \
        const bool x_signals = ieee & x_is_nan & ((x & quiet) == 0);                               \
        const bool y_signals = ieee & y_is_nan & ((y & quiet) == 0);                               \
        const type other = y | (y_is_nan ? quiet : 0);                                             \
        r = y_is_nan ? x : r;                                                                      \
        r = x_is_nan ? other : r;                                                                  \
        r = y_signals ? y | quiet : r;                                                             \
        return x_signals ? x | quiet : r;                                                          \
    }                                                                                              \
    static inline type fp_min##width(type x, type y, bool ieee)                                    \
    {                                                                                              \
        return fp_number##width(x, y, fp_order##width(x) < fp_order##width(y) ? x : y, ieee);      \
    }                                                                                              \
    static inline type fp_max##width(type x, type y, bool ieee)                                    \
    {                                                                                              \
        return fp_number##width(x, y, fp_order##width(x) > fp_order##width(y) ? x : y, ieee);      \
    }

/* 16-bit values in their 32-bit containers: moved up, so that the sign is the container's. */
static inline bool fp_is_nan16_h(uint32_t x) { return (x & 0x7fffffff) > 0x7c000000; }
MIN_AND_MAX(16_h, uint32_t, int32_t, 0x7fffffff, 0x2000000u)
MIN_AND_MAX(32, uint32_t, int32_t, 0x7fffffff, 0x400000u)
MIN_AND_MAX(64, uint64_t, int64_t, 0x7fffffffffffffff, 0x8000000000000u)

static inline uint32_t fp_min16(uint32_t x, uint32_t y, bool ieee)
{
    return fp_min16_h(x << 16, y << 16, ieee) >> 16;
}

static inline uint32_t fp_max16(uint32_t x, uint32_t y, bool ieee)
{
    return fp_max16_h(x << 16, y << 16, ieee) >> 16;
}

/* The middle one: what is left when one that equals the greatest is taken out; the least where one
 * is a NaN. -0 and +0 are equal here. */
#define MED(width, type)                                                                           \
    static inline type fp_med##width(type x, type y, type z, bool ieee)                            \
    {                                                                                              \
        type greatest = fp_max##width(fp_max##width(x, y, ieee), z, ieee);                         \
        bool x_is_it = (greatest == x) | ((type)((greatest | x) << 1) == 0);                       \
        bool y_is_it = (greatest == y) | ((type)((greatest | y) << 1) == 0);                       \
        type without_x = fp_max##width(y, z, ieee), without_y = fp_max##width(x, z, ieee);         \
        type r = y_is_it ? without_y : fp_max##width(x, y, ieee);                                  \
        r = x_is_it ? without_x : r;                                                               \
        bool nan = fp_is_nan##width(x) | fp_is_nan##width(y) | fp_is_nan##width(z);                \
        type least = fp_min##width(fp_min##width(x, y, ieee), z, ieee);                            \
        return nan ? least : r;                                                                    \
    }
MED(32, uint32_t)
MED(16_h, uint32_t)

static inline uint32_t fp_med16(uint32_t x, uint32_t y, uint32_t z, bool ieee)
{
    return fp_med16_h(x << 16, y << 16, z << 16, ieee) >> 16;
}

#endif

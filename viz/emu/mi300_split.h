/* Elements as mi300_vector.h has them: a float, and a word with two fields.
 *
 * The upper field grows with the element's exponent E(x), the lower one with minus the exponent of
 * its lowest set bit: both are biased so that sums of two stay apart, and so that the sum of a
 * zero's and any other is below every sum of two numbers that are not zero.
 *
 *   narrow types (f16, fp8, bf8)   8 bits a field; the float is the number, exactly
 *   wide types (bf16, xf32)       16 bits a field; the float is the significand, whose products
 *                                 f32 has room for, whatever the exponents
 *
 * Subnormals have the smallest exponent; they are not normalised.
 */
#ifndef EMU_MI300_SPLIT_H
#define EMU_MI300_SPLIT_H

#include <stdbool.h>

#include "base/bits.h"
#include "emu/op.h"
#include "emu/vector.h"
#include "isa/isa.h"

enum {
    /* E is -15..15, the lowest bit -24..15: fields are 49..88, sums of two 98..176, with a zero's
     * at most 92. A zero's upper field is 13 for the sake of 2^(24 - ed), which must be a float. */
    MI300_NARROW_BIAS = 64,
    MI300_NARROW_ZERO = 13 << 8,
    MI300_NARROW_LEAST = 2 * (MI300_NARROW_BIAS - 15), /* of E's sum */
    /* E is -126..127, the lowest bit -136..127. */
    MI300_WIDE_BIAS = 1024,
    MI300_WIDE_ZERO = 0,
    MI300_WIDE_LEAST = 2 * (MI300_WIDE_BIAS - 126),
};

static inline bool mi300_is_wide(enum isa_type type) { return type == ISA_BF16 || type == ISA_F32; }
static inline bool mi300_is_eight_bit(enum isa_type type)
{
    return type == ISA_FP8 || type == ISA_BF8;
}

/* Of one word, or of a sum. */
VECTOR_INLINE ints mi300_exponent_field(words fields, bool wide)
{
    return (ints)(fields >> (wide ? 16 : 8));
}
VECTOR_INLINE ints mi300_depth_field(words fields, bool wide)
{
    return (ints)(fields & (wide ? 0xffff : 0xff));
}

VECTOR_INLINE words mi300_max_fields(bool wide, words a, words b)
{
    return wide ? max_halves(a, b) : max_octets(a, b);
}

/* The four 8-bit codes of each lane: fields[n] is of those in bits 8n+7..8n. A NaN has a zero's. */
VECTOR_INLINE void mi300_split_octets(enum isa_type type, words codes, words fields[4])
{
    const bool fp8 = type == ISA_FP8;
    const octets none = {0};
    octets magnitude = (octets)codes & 0x7f, one = none + 1;
    octets field = (octets)((words)magnitude >> (fp8 ? 3 : 2)) & (uint8_t)(fp8 ? 0xf : 0x1f);
    field = (octets)max_octets((words)field, (words)one);

    /* Fraction bits above the lowest one that is set; 0 if that is the leading one. */
    octets bit0 = magnitude & 1, bit1 = (octets)((words)(magnitude & 2) >> 1), above;
    if (fp8) {
        octets bit2 = (octets)((words)(magnitude & 4) >> 2);
        above = (octets)max_octets((words)(bit0 + bit0 + bit0), (words)(bit1 + bit1));
        above = (octets)max_octets((words)above, (words)bit2);
    } else {
        above = (octets)max_octets((words)(bit0 + bit0), (words)bit1);
    }

    const uint8_t e_bias = fp8 ? 8 : 16;
    octets zero = (octets)(magnitude == 0);
    words exponent = (words)(((field + (uint8_t)(MI300_NARROW_BIAS - e_bias)) & ~zero) |
                             (zero & (MI300_NARROW_ZERO >> 8)));
    words depth = (words)((above - field + (uint8_t)(MI300_NARROW_BIAS + e_bias)) & ~zero);
    words even = (depth & 0x00ff00ff) | (exponent << 8 & 0xff00ff00);
    words odd = (depth >> 8 & 0x00ff00ff) | (exponent & 0xff00ff00);
    fields[0] = even & 0xffff;
    fields[1] = odd & 0xffff;
    fields[2] = even >> 16;
    fields[3] = odd >> 16;
}

/* A code of f16, bf16 or xf32 in each lane, the last as the upper 19 bits of f32; `value` is of
 * wide types only. The result is a condition: a NaN or an Inf, whose fields are a zero's. */
VECTOR_INLINE ints mi300_split_words(enum isa_type type, words codes, words *fields, words *value)
{
    const bool wide = mi300_is_wide(type);
    const int bits = type == ISA_F32 ? 19 : 16, fraction_bits = type == ISA_BF16 ? 7 : 10;
    const int e_bias = wide ? 127 : 15, bias = wide ? MI300_WIDE_BIAS : MI300_NARROW_BIAS;
    const int top = wide ? 255 : 31, one = 1 << fraction_bits;

    ints magnitude = (ints)codes & ((1 << (bits - 1)) - 1), field = magnitude >> fraction_bits;
    ints exponent = max_ints(field, ints_of(1)) - e_bias;
    ints fraction = magnitude & (one - 1), lowest = (fraction | one) & -(fraction | one);
    ints trailing = ((ints)round_ints(lowest) >> 23) - 127;
    ints depth = fraction_bits - exponent - trailing;
    ints special = field == top, nothing = special | (magnitude == 0);
    ints both = ((exponent + bias) << (wide ? 16 : 8)) + (bias + depth);
    *fields =
        (words)select_ints(nothing, ints_of(wide ? MI300_WIDE_ZERO : MI300_NARROW_ZERO), both);

    floats size = round_ints(fraction + ((field != 0) & one)) * (1.0f / (float)one);
    *value = (words)size | (codes >> (bits - 1) << 31);
    return special;
}

#endif

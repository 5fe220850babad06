/* Elements of the matrix instructions as f32, written so that loops over lanes become vector code.
 */
#ifndef EMU_ELEMENT_H
#define EMU_ELEMENT_H

#include <math.h>
#include <stdbool.h>

#include "base/bits.h"
#include "emu/vector.h"
#include "isa/isa.h"

/* a * b + c rounded once. Where the processor has no FMA, a product of elements that is exact in
 * f32 needs none. */
VECTOR_INLINE float multiply_add(bool exact, float a, float b, float c)
{
#ifdef __FMA__
    exact = false;
#endif
    return exact ? a * b + c : fmaf(a, b, c);
}

/* A small float, the top `bits` of x, as f32 bits: an exponent field of `e_bits` with `bias` below
 * the sign. With its fields moved to f32's places and its bias put right, a subnormal reads as 2^e
 * * (1 + m) where 2^(e+1) * m is meant, e being that of field 0: twice the number less 2^(e+1). For
 * a normal number that is never the smaller of the two, so the minimum is right for both. No f32
 * denormal is ever an operand: processors take those slowly. */
VECTOR_INLINE uint32_t widen(uint32_t x, unsigned bits, unsigned e_bits, int bias)
{
    const uint32_t rebias = (uint32_t)(127 - bias) << 23;
    const uint32_t magnitude = 0x7fffffffu >> (32 - bits) << (32 - bits) >> (8 - e_bits);
    uint32_t normal = (x >> (8 - e_bits) & magnitude) + rebias;
    float twice_less =
        multiply_add(true, 2, bits_to_f32(normal), -bits_to_f32(rebias + (1u << 23)));
    uint32_t subnormal = bits_of_f32(twice_less);
    uint32_t least = normal < subnormal ? normal : subnormal; /* positive floats, in f32's order */
    return least | (x & 0x80000000);
}

/* The element in x's top bits as f32 bits, or as i32 for i8. FNUZ: what would be -0 is the NaN, and
 * all other codes are finite (FACTS of gfx942's formats: base/numfmt.h). */
VECTOR_INLINE uint32_t number(enum isa_type type, uint32_t x)
{
    switch (type) {
    case ISA_F16: {
        uint32_t special = (x & 0x80000000) | 0x7f800000 | (x >> 3 & 0x007fe000);
        uint32_t finite = widen(x, 16, 5, 15);
        return (x & 0x7c000000) == 0x7c000000 ? special : finite;
    }
    case ISA_BF16:
        return x & 0xffff0000;
    case ISA_FP8: {
        uint32_t finite = widen(x, 8, 4, 8);
        return finite == 0x80000000 ? 0x7fc00000 : finite;
    }
    case ISA_BF8: {
        uint32_t finite = widen(x, 8, 5, 16);
        return finite == 0x80000000 ? 0x7fc00000 : finite;
    }
    default:
        return (uint32_t)((int32_t)x >> 24);
    }
}

#ifdef VECTOR_TABLES
/* Four fp8 or bf8 elements of each lane as f32 bits, to[n] those of bits 8n+7..8n.
 *
 * f32 holds all of them with its upper 16 bits, here as two bytes of 64 (or 32) elements at once. A
 * normal number's are its code moved up by `up` and f32's bias put right; a subnormal's, which is
 * below 16, differ from that by what a table has. */
VECTOR_INLINE void numbers_of_octets(enum isa_type type, words codes, words to[4])
{
    static const uint8_t fp8_lower[16] = {0x80, 0x90, 0xa0, 0xb0, 0xc0, 0xd0, 0xe0, 0xf0,
                                          0x00, 0x10, 0x20, 0x30, 0x40, 0x50, 0x60, 0x70};
    static const uint8_t fp8_add_lower[16] = {0x80, 0xf0, 0x60, 0x90, 0xc0, 0xd0, 0xe0, 0xf0};
    static const uint8_t fp8_add_upper[16] = {0xc5, 0xff};
    static const uint8_t bf8_lower[16] = {0x80, 0xa0, 0xc0, 0xe0, 0x00, 0x20, 0x40, 0x60,
                                          0x80, 0xa0, 0xc0, 0xe0, 0x00, 0x20, 0x40, 0x60};
    static const uint8_t bf8_add_lower[16] = {0x80, 0x60, 0xc0, 0xe0};
    static const uint8_t bf8_add_upper[16] = {0xc9};
    const bool fp8 = type == ISA_FP8;
    const int up = fp8 ? 4 : 5;
    const uint8_t carry = (uint8_t)(0x80 >> up), bias = fp8 ? (127 - 8) / 2 : (127 - 16) / 2;

    octets code = (octets)codes, magnitude = code & 0x7f, below_16 = magnitude + 0x70;
    octets lower = look_up(fp8 ? fp8_lower : bf8_lower, magnitude) +
                   look_up(fp8 ? fp8_add_lower : bf8_add_lower, below_16);
    octets upper = (octets)((words)(magnitude + carry) >> (8 - up)) & (uint8_t)(0xff >> (8 - up));
    upper += look_up(fp8 ? fp8_add_upper : bf8_add_upper, below_16) + bias;
    octets nan = (octets)(code == 0x80); /* as 0x7fc00000; so far it is -0 */
    words high = (words)((upper | (code & 0x80)) ^ nan), low = (words)(lower | (nan & 0xc0));

    words even = (high << 8 & 0xff00ff00) | (low & 0x00ff00ff);
    words odd = (high & 0xff00ff00) | (low >> 8 & 0x00ff00ff);
    to[0] = even << 16;
    to[1] = odd << 16;
    to[2] = even & 0xffff0000;
    to[3] = odd & 0xffff0000;
}
#endif

#endif

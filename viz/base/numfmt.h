/* The small floating-point formats of matrix operands, to and from float.
 *
 * Knows: f16, bf16, and the four 8-bit kinds: e4m3fnuz and e5m2fnuz (what gfx942 calls fp8 and
 * bf8), e4m3fn and e5m2 (what gfx950 calls so; OCP 8-bit Floating Point Specification 1.0).
 * Refuses to know: which instruction uses which.
 *
 * FNUZ = finite, NaN, unsigned zero: no infinity, 80 is the one NaN, 00 the one zero.
 *
 *              bias  NaN           Inf    zero   largest       1.0
 *   f16        15    7C01-7FFF     7C00   both   65504 7BFF    3C00
 *   bf16       127   7F81-7FFF     7F80   both   3.39e38 7F7F  3F80
 *   e4m3fnuz   8     80            none   00     240 7F        40
 *   e5m2fnuz   16    80            none   00     57344 7F      40
 *   e4m3fn     7     7F            none   both   448 7E        38
 *   e5m2       15    7D-7F         7C     both   57344 7B      3C
 * Where the table says nothing of the sign, the code with the sign bit set is of the same kind.
 */
#ifndef BASE_NUMFMT_H
#define BASE_NUMFMT_H

#include <stdint.h>

#include "base/bits.h"

/* What a finite value becomes that is beyond the largest number after rounding. An infinite one
 * is never clamped, in either mode: it becomes Inf, or NaN in a format without Inf (that is what
 * the FP16_OVFL mode bit does: LLVM AMDGPUUsage, COMPUTE_PGM_RSRC1; OCP's own saturating mode
 * would clamp it too). */
enum numfmt_overflow {
    NUMFMT_INFINITE, /* Inf, or NaN in a format without Inf */
    NUMFMT_SATURATE, /* the largest number of that sign */
};

/* Every 8-bit code's value, exact; NaN where the code is one. */
extern const float numfmt_e4m3fnuz_values[256];
extern const float numfmt_e5m2fnuz_values[256];
extern const float numfmt_e4m3fn_values[256];
extern const float numfmt_e5m2_values[256];

static inline float numfmt_decode_e4m3fnuz(uint8_t code) { return numfmt_e4m3fnuz_values[code]; }
static inline float numfmt_decode_e5m2fnuz(uint8_t code) { return numfmt_e5m2fnuz_values[code]; }
static inline float numfmt_decode_e4m3fn(uint8_t code) { return numfmt_e4m3fn_values[code]; }
static inline float numfmt_decode_e5m2(uint8_t code) { return numfmt_e5m2_values[code]; }

/* A NaN keeps its payload and comes out quiet. Free of branches, so that loops over lanes become
 * vector code. */
static inline float numfmt_decode_f16(uint16_t code)
{
    uint32_t magnitude = (uint32_t)(code & 0x7fff) << 13;
    uint32_t sign = (uint32_t)(code & 0x8000) << 16;
    uint32_t finite = bits_of_f32(bits_to_f32(magnitude) * 0x1p112f); /* bias 15 to 127 */
    uint32_t special = magnitude | 0x7f800000 | (code & 0x3ff ? 0x400000 : 0);
    return bits_to_f32(sign | ((code & 0x7c00) == 0x7c00 ? special : finite));
}

static inline float numfmt_decode_bf16(uint16_t code)
{
    uint32_t quiet = (code & 0x7fff) > 0x7f80 ? 0x400000 : 0;
    return bits_to_f32((uint32_t)code << 16 | quiet);
}

/* Rounded to the nearest value, to the even one of two equally near; subnormals are kept. NaN
 * becomes a quiet NaN with the sign and the payload's high bits in f16 and bf16, 7F with the sign
 * in e4m3fn and e5m2, and 80 in the FNUZ kinds. */
uint16_t numfmt_encode_f16(float value, enum numfmt_overflow overflow);
uint16_t numfmt_encode_bf16(float value, enum numfmt_overflow overflow);
uint8_t numfmt_encode_e4m3fnuz(float value, enum numfmt_overflow overflow);
uint8_t numfmt_encode_e5m2fnuz(float value, enum numfmt_overflow overflow);
uint8_t numfmt_encode_e4m3fn(float value, enum numfmt_overflow overflow);
uint8_t numfmt_encode_e5m2(float value, enum numfmt_overflow overflow);

#endif

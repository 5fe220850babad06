#include "base/numfmt.h"

#include <math.h>
#include <stdbool.h>

/* Decoding: tables of constants. */

/* A code is sign, exponent field e, mantissa field m of `M` bits. Its magnitude in units of the
 * least subnormal is m for e = 0, else (2^M + m) * 2^(e-1). (e + 31) % 32 is e - 1 made harmless
 * where e is 0 and the shift is not used. */
#define FIELD_E(code, M) (((code)&0x7f) >> (M))
#define FIELD_M(code, M) ((code) & ((1 << (M)) - 1))
#define UNITS(code, M)                                                                             \
    (FIELD_E(code, M) ? (int64_t)((1 << (M)) + FIELD_M(code, M)) << ((FIELD_E(code, M) + 31) % 32) \
                      : (int64_t)FIELD_M(code, M))
#define FINITE(code, M, unit) (((code)&0x80 ? -1.0f : 1.0f) * (float)UNITS(code, M) * (unit))

/* Least subnormal = 2^(1 - bias - M). */
#define E4M3FNUZ(code) ((code) == 0x80 ? NAN : FINITE(code, 3, 0x1p-10f))
#define E5M2FNUZ(code) ((code) == 0x80 ? NAN : FINITE(code, 2, 0x1p-17f))
#define E4M3FN(code) (((code)&0x7f) == 0x7f ? NAN : FINITE(code, 3, 0x1p-9f))
#define E5M2(code)                                                                                 \
    (((code)&0x7f) > 0x7c   ? NAN                                                                  \
     : ((code)&0x7f) < 0x7c ? FINITE(code, 2, 0x1p-16f)                                            \
     : (code)&0x80          ? -INFINITY                                                            \
                            : INFINITY)

#define CODES_4(F, c) F(c), F((c) + 1), F((c) + 2), F((c) + 3)
#define CODES_16(F, c) CODES_4(F, c), CODES_4(F, (c) + 4), CODES_4(F, (c) + 8), CODES_4(F, (c) + 12)
#define CODES_64(F, c)                                                                             \
    CODES_16(F, c), CODES_16(F, (c) + 16), CODES_16(F, (c) + 32), CODES_16(F, (c) + 48)
#define CODES_256(F) CODES_64(F, 0), CODES_64(F, 64), CODES_64(F, 128), CODES_64(F, 192)

const float numfmt_e4m3fnuz_values[256] = {CODES_256(E4M3FNUZ)};
const float numfmt_e5m2fnuz_values[256] = {CODES_256(E5M2FNUZ)};
const float numfmt_e4m3fn_values[256] = {CODES_256(E4M3FN)};
const float numfmt_e5m2_values[256] = {CODES_256(E5M2)};

/* Encoding. */

/* What the encoder must know of a format. Codes are magnitudes, without the sign bit. */
struct format {
    int mantissa_bits, bias;
    uint32_t sign_bit;
    uint32_t largest;
    uint32_t infinity; /* the NaN in a format without one */
    bool unsigned_zero;
};

/* Magnitude of a finite value, rounded as if exponents had no upper end: the code after `largest`
 * and all above it stand for overflow. */
static uint32_t rounded_magnitude(uint32_t bits, const struct format *f)
{
    int exponent = (int)(bits >> 23 & 0xff) - 127;
    uint32_t significand = bits & 0x7fffff;
    if (exponent == -127)
        exponent = -126; /* an f32 subnormal */
    else
        significand |= 0x800000;

    int lowest = 1 - f->bias; /* the exponent of the least normal and of all subnormals */
    int shift = 23 - f->mantissa_bits;
    if (exponent < lowest) {
        shift += lowest - exponent;
        exponent = lowest;
    }
    if (shift > 24)
        return 0; /* below half of the least subnormal */
    uint32_t odd = shift ? significand >> shift & 1 : 0;
    uint32_t half_below = shift ? (UINT32_C(1) << (shift - 1)) - 1 : 0;
    uint32_t rounded = (significand + half_below + odd) >> shift;
    /* The implicit bit adds the 1 that exponent fields of normal numbers have; a carry out of the
     * mantissa does the same. */
    return ((uint32_t)(exponent - lowest) << f->mantissa_bits) + rounded;
}

/* `value` must not be NaN. */
static uint32_t encode(float value, enum numfmt_overflow overflow, const struct format *f)
{
    uint32_t bits = bits_of_f32(value);
    uint32_t sign = bits >> 31 ? f->sign_bit : 0;
    uint32_t magnitude;
    if (isinf(value))
        magnitude = f->infinity;
    else if ((magnitude = rounded_magnitude(bits, f)) > f->largest)
        magnitude = overflow == NUMFMT_SATURATE ? f->largest : f->infinity;
    if (f->unsigned_zero && (magnitude == 0 || magnitude == f->infinity))
        sign = 0;
    return sign | magnitude;
}

/* A quiet NaN with the sign and the payload's high bits. */
static uint16_t encode_nan_16(float value, const struct format *f)
{
    uint32_t bits = bits_of_f32(value);
    uint32_t payload = (bits & 0x7fffff) >> (23 - f->mantissa_bits);
    return (uint16_t)(bits >> 16 & 0x8000) | (uint16_t)f->infinity |
           (uint16_t)(1 << (f->mantissa_bits - 1)) | (uint16_t)payload;
}

static uint8_t nan_8(float value) { return bits_of_f32(value) >> 31 ? 0xff : 0x7f; }

uint16_t numfmt_encode_f16(float value, enum numfmt_overflow overflow)
{
    static const struct format f16 = {10, 15, 0x8000, 0x7bff, 0x7c00, false};
    return isnan(value) ? encode_nan_16(value, &f16) : (uint16_t)encode(value, overflow, &f16);
}

uint16_t numfmt_encode_bf16(float value, enum numfmt_overflow overflow)
{
    static const struct format bf16 = {7, 127, 0x8000, 0x7f7f, 0x7f80, false};
    return isnan(value) ? encode_nan_16(value, &bf16) : (uint16_t)encode(value, overflow, &bf16);
}

uint8_t numfmt_encode_e4m3fnuz(float value, enum numfmt_overflow overflow)
{
    static const struct format e4m3fnuz = {3, 8, 0x80, 0x7f, 0x80, true};
    return isnan(value) ? 0x80 : (uint8_t)encode(value, overflow, &e4m3fnuz);
}

uint8_t numfmt_encode_e5m2fnuz(float value, enum numfmt_overflow overflow)
{
    static const struct format e5m2fnuz = {2, 16, 0x80, 0x7f, 0x80, true};
    return isnan(value) ? 0x80 : (uint8_t)encode(value, overflow, &e5m2fnuz);
}

uint8_t numfmt_encode_e4m3fn(float value, enum numfmt_overflow overflow)
{
    static const struct format e4m3fn = {3, 7, 0x80, 0x7e, 0x7f, false};
    return isnan(value) ? nan_8(value) : (uint8_t)encode(value, overflow, &e4m3fn);
}

uint8_t numfmt_encode_e5m2(float value, enum numfmt_overflow overflow)
{
    static const struct format e5m2 = {2, 15, 0x80, 0x7b, 0x7c, false};
    return isnan(value) ? nan_8(value) : (uint8_t)encode(value, overflow, &e5m2);
}

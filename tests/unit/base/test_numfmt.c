#include <criterion/criterion.h>
#include <float.h>
#include <math.h>

#include "base/numfmt.h"

/* The six formats behind one shape, so that each claim is made of all of them. */
struct kind {
    const char *name;
    int exponent_bits, mantissa_bits, bias;
    bool has_infinity, fnuz;
    uint32_t largest;
    float (*decode)(uint32_t code);
    uint32_t (*encode)(float value, enum numfmt_overflow overflow);
};

#define ADAPT(kind, type)                                                                          \
    static float decode_##kind(uint32_t code) { return numfmt_decode_##kind((type)code); }         \
    static uint32_t encode_##kind(float value, enum numfmt_overflow overflow)                      \
    {                                                                                              \
        return numfmt_encode_##kind(value, overflow);                                              \
    }
ADAPT(f16, uint16_t)
ADAPT(bf16, uint16_t)
ADAPT(e4m3fnuz, uint8_t)
ADAPT(e5m2fnuz, uint8_t)
ADAPT(e4m3fn, uint8_t)
ADAPT(e5m2, uint8_t)

#define CODEC(kind) decode_##kind, encode_##kind
static const struct kind kinds[] = {
    {"f16", 5, 10, 15, true, false, 0x7bff, CODEC(f16)},
    {"bf16", 8, 7, 127, true, false, 0x7f7f, CODEC(bf16)},
    {"e4m3fnuz", 4, 3, 8, false, true, 0x7f, CODEC(e4m3fnuz)},
    {"e5m2fnuz", 5, 2, 16, false, true, 0x7f, CODEC(e5m2fnuz)},
    {"e4m3fn", 4, 3, 7, false, false, 0x7e, CODEC(e4m3fn)},
    {"e5m2", 5, 2, 15, true, false, 0x7b, CODEC(e5m2)},
};
enum { N_KINDS = sizeof kinds / sizeof kinds[0] };

static uint32_t sign_bit(const struct kind *f)
{
    return UINT32_C(1) << (f->exponent_bits + f->mantissa_bits);
}

static bool same_float(float a, float b)
{
    return isnan(a) ? isnan(b) : bits_of_f32(a) == bits_of_f32(b);
}

/* The value of a finite code, written with ldexp: nothing in common with the tables under test. */
static float finite_value(const struct kind *f, uint32_t code)
{
    uint32_t e = (code & (sign_bit(f) - 1)) >> f->mantissa_bits;
    uint32_t m = code & ((UINT32_C(1) << f->mantissa_bits) - 1);
    double magnitude =
        e == 0 ? ldexp(m, 1 - f->bias - f->mantissa_bits)
               : ldexp(m + (UINT32_C(1) << f->mantissa_bits), (int)e - f->bias - f->mantissa_bits);
    return (float)(code & sign_bit(f) ? -magnitude : magnitude);
}

static bool is_finite_code(const struct kind *f, uint32_t code)
{
    if (f->fnuz && code == sign_bit(f))
        return false;
    return (code & (sign_bit(f) - 1)) <= f->largest;
}

/* Worked out by hand from the encoding tables. */
static const struct {
    int kind;
    uint32_t code;
    float value;
} by_hand[] = {
    {0, 0x3c00, 1.0f},        {0, 0xc000, -2.0f},     {0, 0x7bff, 65504.0f},
    {0, 0x0001, 0x1p-24f},    {0, 0x0400, 0x1p-14f},  {0, 0x3555, 0x1.554p-2f},
    {0, 0x7c00, INFINITY},    {0, 0xfc00, -INFINITY}, {0, 0x8000, -0.0f},
    {0, 0x7e00, NAN},         {1, 0x3f80, 1.0f},      {1, 0xc040, -3.0f},
    {1, 0x7f7f, 0x1.fep127f}, {1, 0x0001, 0x1p-133f}, {1, 0x7f80, INFINITY},
    {1, 0x7fc0, NAN},         {1, 0x4380, 256.0f},    {2, 0x00, 0.0f},
    {2, 0x40, 1.0f},          {2, 0x38, 0.5f},        {2, 0x80, NAN},
    {2, 0x7f, 240.0f},        {2, 0xff, -240.0f},     {2, 0x01, 0x1p-10f},
    {2, 0x07, 0x7p-10f},      {2, 0x08, 0x1p-7f},     {2, 0x45, 1.625f},
    {2, 0xc8, -2.0f},         {3, 0x40, 1.0f},        {3, 0x80, NAN},
    {3, 0x7f, 57344.0f},      {3, 0x01, 0x1p-17f},    {3, 0x04, 0x1p-15f},
    {3, 0xbc, -0.5f},         {3, 0x43, 1.75f},       {4, 0x38, 1.0f},
    {4, 0x7e, 448.0f},        {4, 0x7f, NAN},         {4, 0xff, NAN},
    {4, 0x80, -0.0f},         {4, 0x01, 0x1p-9f},     {4, 0x08, 0x1p-6f},
    {4, 0xb8, -1.0f},         {5, 0x3c, 1.0f},        {5, 0x7b, 57344.0f},
    {5, 0x7c, INFINITY},      {5, 0xfc, -INFINITY},   {5, 0x7d, NAN},
    {5, 0x7f, NAN},           {5, 0xfe, NAN},         {5, 0x01, 0x1p-16f},
    {5, 0x04, 0x1p-14f},      {5, 0x80, -0.0f},
};

Test(numfmt, decodes_codes_worked_out_by_hand)
{
    for (size_t n = 0; n < sizeof by_hand / sizeof by_hand[0]; n++) {
        const struct kind *f = &kinds[by_hand[n].kind];
        float value = f->decode(by_hand[n].code);
        cr_expect(same_float(value, by_hand[n].value), "%s %x: expected %a, found %a", f->name,
                  by_hand[n].code, by_hand[n].value, value);
    }
}

Test(numfmt, every_code_decodes_to_what_its_fields_say)
{
    for (int n = 0; n < N_KINDS; n++) {
        const struct kind *f = &kinds[n];
        int nans = 0, infinities = 0;
        for (uint32_t code = 0; code < 2 * sign_bit(f); code++) {
            float value = f->decode(code);
            if (is_finite_code(f, code))
                cr_expect(same_float(value, finite_value(f, code)), "%s %x: %a", f->name, code,
                          value);
            else
                cr_expect(!isfinite(value), "%s %x: %a", f->name, code, value);
            nans += isnan(value) != 0;
            infinities += isinf(value) != 0;
        }
        int mantissas = 1 << f->mantissa_bits;
        cr_expect_eq(infinities, f->has_infinity ? 2 : 0, "%s", f->name);
        cr_expect_eq(nans,
                     f->fnuz           ? 1
                     : f->has_infinity ? 2 * (mantissas - 1)
                                       : 2,
                     "%s: %d NaNs", f->name, nans);
    }
}

Test(numfmt, every_number_survives_the_round_trip)
{
    for (int n = 0; n < N_KINDS; n++) {
        const struct kind *f = &kinds[n];
        for (uint32_t code = 0; code < 2 * sign_bit(f); code++) {
            float value = f->decode(code);
            if (isnan(value))
                continue;
            for (int overflow = 0; overflow < 2; overflow++)
                cr_expect_eq(f->encode(value, (enum numfmt_overflow)overflow), code, "%s %x -> %a",
                             f->name, code, value);
        }
    }
}

/* Between each two neighbours: their middle goes to the even code, anything off it to the nearer.
 */
Test(numfmt, rounds_to_nearest_even)
{
    for (int n = 0; n < N_KINDS; n++) {
        const struct kind *f = &kinds[n];
        for (uint32_t code = 0; code < f->largest; code++) {
            float low = f->decode(code), high = f->decode(code + 1);
            float middle = (float)(((double)low + high) / 2);
            uint32_t even = code & 1 ? code + 1 : code;
            cr_expect_eq(f->encode(middle, NUMFMT_INFINITE), even, "%s %a", f->name, middle);
            cr_expect_eq(f->encode(nextafterf(middle, 0), NUMFMT_INFINITE), code, "%s below %a",
                         f->name, middle);
            cr_expect_eq(f->encode(nextafterf(middle, INFINITY), NUMFMT_INFINITE), code + 1,
                         "%s above %a", f->name, middle);
            uint32_t negative = even || !f->fnuz ? even | sign_bit(f) : 0;
            cr_expect_eq(f->encode(-middle, NUMFMT_INFINITE), negative, "%s %a", f->name, -middle);
        }
    }
}

/* kind, value, what it becomes without and with saturation */
static const struct {
    int kind;
    float value;
    uint32_t infinite, saturated;
} overflows[] = {
    {0, 65519.0f, 0x7bff, 0x7bff}, {0, 65520.0f, 0x7c00, 0x7bff}, {0, -1e30f, 0xfc00, 0xfbff},
    {0, INFINITY, 0x7c00, 0x7c00}, {1, FLT_MAX, 0x7f80, 0x7f7f},  {1, 0x1.fep127f, 0x7f7f, 0x7f7f},
    {2, 247.9f, 0x7f, 0x7f},       {2, 248.0f, 0x80, 0x7f},       {2, -248.0f, 0x80, 0xff},
    {2, 1e9f, 0x80, 0x7f},         {2, INFINITY, 0x80, 0x80},     {2, -INFINITY, 0x80, 0x80},
    {3, 61439.0f, 0x7f, 0x7f},     {3, 61440.0f, 0x80, 0x7f},     {3, -61440.0f, 0x80, 0xff},
    {4, 464.0f, 0x7e, 0x7e},       {4, 464.1f, 0x7f, 0x7e},       {4, -480.0f, 0xff, 0xfe},
    {4, INFINITY, 0x7f, 0x7f},     {5, 61439.0f, 0x7b, 0x7b},     {5, 61440.0f, 0x7c, 0x7b},
    {5, -1e6f, 0xfc, 0xfb},        {5, -INFINITY, 0xfc, 0xfc},
};

Test(numfmt, overflow_is_infinite_or_saturated_as_asked)
{
    for (size_t n = 0; n < sizeof overflows / sizeof overflows[0]; n++) {
        const struct kind *f = &kinds[overflows[n].kind];
        float value = overflows[n].value;
        cr_expect_eq(f->encode(value, NUMFMT_INFINITE), overflows[n].infinite, "%s %a: %x", f->name,
                     value, f->encode(value, NUMFMT_INFINITE));
        cr_expect_eq(f->encode(value, NUMFMT_SATURATE), overflows[n].saturated, "%s %a: %x",
                     f->name, value, f->encode(value, NUMFMT_SATURATE));
    }
}

Test(numfmt, tiny_values_vanish_and_only_fnuz_loses_the_sign)
{
    for (int n = 0; n < N_KINDS; n++) {
        const struct kind *f = &kinds[n];
        uint32_t minus_zero = f->fnuz ? 0 : sign_bit(f);
        float half_least = f->decode(1) / 2;
        cr_expect_eq(f->encode(half_least, NUMFMT_SATURATE), 0, "%s", f->name);
        cr_expect_eq(f->encode(-half_least, NUMFMT_SATURATE), minus_zero, "%s", f->name);
        cr_expect_eq(f->encode(nextafterf(half_least, 1), NUMFMT_SATURATE), 1, "%s", f->name);
        cr_expect_eq(f->encode(0x1p-149f, NUMFMT_SATURATE), 0, "%s", f->name);
        cr_expect_eq(f->encode(-0.0f, NUMFMT_SATURATE), minus_zero, "%s", f->name);
    }
}

Test(numfmt, nan_stays_nan)
{
    float nan_with_payload = bits_to_f32(0xffa00001); /* signalling */
    cr_expect_eq(numfmt_encode_f16(nan_with_payload, NUMFMT_SATURATE), 0xff00);
    cr_expect_eq(numfmt_encode_bf16(nan_with_payload, NUMFMT_SATURATE), 0xffe0);
    cr_expect_eq(numfmt_encode_e4m3fnuz(nan_with_payload, NUMFMT_SATURATE), 0x80);
    cr_expect_eq(numfmt_encode_e5m2fnuz(nan_with_payload, NUMFMT_SATURATE), 0x80);
    cr_expect_eq(numfmt_encode_e4m3fn(nan_with_payload, NUMFMT_SATURATE), 0xff);
    cr_expect_eq(numfmt_encode_e5m2(nan_with_payload, NUMFMT_SATURATE), 0xff);
    cr_expect_eq(bits_of_f32(numfmt_decode_f16(0x7d01)), 0x7fe02000);
    cr_expect_eq(bits_of_f32(numfmt_decode_bf16(0xff81)), 0xffc10000);
}

#ifdef __FLT16_MAX__
Test(numfmt, f16_agrees_with_the_compiler)
{
    for (uint32_t code = 0; code < 0x10000; code++) {
        uint16_t bits = (uint16_t)code;
        __extension__ _Float16 half;
        memcpy(&half, &bits, sizeof half);
        cr_expect(same_float(numfmt_decode_f16(bits), (float)half), "%x", code);
    }
    uint32_t bits = 1;
    for (int n = 0; n < 2000000; n++) {
        bits = bits * 1664525 + 1013904223;
        float value = bits_to_f32(bits);
        if (n & 1) /* among f16's exponents, where rounding happens */
            value = bits_to_f32((bits & 0x80ffffff) | ((96 + (bits >> 8) % 50) << 23));
        __extension__ _Float16 half = (_Float16)value;
        uint16_t expected;
        memcpy(&expected, &half, sizeof expected);
        uint16_t found = numfmt_encode_f16(value, NUMFMT_INFINITE);
        cr_assert(isnan(value) ? (found & 0x7fff) > 0x7c00 : found == expected,
                  "%a: expected %x, found %x", value, expected, found);
    }
}
#endif

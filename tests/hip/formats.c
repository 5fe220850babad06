#include "formats.h"

#include <math.h>

const struct format f16_format = {5, 10, 15, 0}, bf16_format = {8, 7, 127, 0},
                    fp8_format = {4, 3, 8, 1}, bf8_format = {5, 2, 16, 1};

static uint32_t sign_bit(const struct format *f)
{
    return 1u << (f->exponent_bits + f->mantissa_bits);
}

double decode(const struct format *f, uint32_t code)
{
    const int top = (1 << f->exponent_bits) - 1;
    int exponent = (int)(code >> f->mantissa_bits) & top;
    double mantissa = code & ((1u << f->mantissa_bits) - 1), sign = code & sign_bit(f) ? -1 : 1;
    if (f->fnuz && code == sign_bit(f))
        return NAN;
    if (!f->fnuz && exponent == top)
        return mantissa != 0 ? NAN : sign * INFINITY;
    if (exponent == 0)
        exponent = 1;
    else
        mantissa += 1 << f->mantissa_bits;
    return sign * ldexp(mantissa, exponent - f->bias - f->mantissa_bits);
}

static uint32_t encode_by(const struct format *f, double x, double (*round_whole)(double))
{
    const uint32_t sign = signbit(x) ? sign_bit(f) : 0, top = (1u << f->exponent_bits) - 1;
    const uint32_t infinity = f->fnuz ? sign_bit(f) : sign | top << f->mantissa_bits;
    if (isnan(x))
        return f->fnuz ? sign_bit(f) : infinity | 1u << (f->mantissa_bits - 1);
    if (isinf(x))
        return infinity;
    int exponent = x == 0 ? 1 - f->bias : ilogb(x);
    if (exponent < 1 - f->bias)
        exponent = 1 - f->bias;
    double quanta = round_whole(ldexp(fabs(x), f->mantissa_bits - exponent));
    /* The hidden bit, if it is there, adds the one that the exponent field lacks here. */
    uint32_t code = ((uint32_t)(exponent + f->bias - 1) << f->mantissa_bits) + (uint32_t)quanta;
    const uint32_t largest = (top << f->mantissa_bits) - 1 + (f->fnuz ? 1u << f->mantissa_bits : 0);
    if (code > largest)
        return infinity;
    return f->fnuz && code == 0 ? 0 : sign | code;
}

uint32_t encode(const struct format *f, double x) { return encode_by(f, x, rint); }

uint32_t encode_towards_zero(const struct format *f, double x)
{
    uint32_t code = encode_by(f, x, floor); /* of the magnitude */
    const uint32_t infinity = ((1u << f->exponent_bits) - 1) << f->mantissa_bits;
    return (code & ~sign_bit(f)) == infinity && !isinf(x) ? code - 1 : code;
}

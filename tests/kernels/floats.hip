/* Single and double precision over every pair of edge cases: bit for bit IEEE 754. */
#include "kernel.h"

KERNEL arithmetic32(const float *in, float *out)
{
    unsigned i = global_x();
    float a = in[2 * i], b = in[2 * i + 1];
    out[8 * i] = a + b;
    out[8 * i + 1] = a - b;
    out[8 * i + 2] = a * b;
    out[8 * i + 3] = a / b;
    out[8 * i + 4] = __builtin_fmaf(a, b, -1.0f);
    out[8 * i + 5] = __builtin_fmaf(-a, b, a);
    out[8 * i + 6] = __builtin_sqrtf(a);
    out[8 * i + 7] = a * b + b; /* two roundings */
}

KERNEL arithmetic64(const double *in, double *out)
{
    unsigned i = global_x();
    double a = in[2 * i], b = in[2 * i + 1];
    out[8 * i] = a + b;
    out[8 * i + 1] = a - b;
    out[8 * i + 2] = a * b;
    out[8 * i + 3] = a / b;
    out[8 * i + 4] = __builtin_fma(a, b, -1.0);
    out[8 * i + 5] = __builtin_fma(-a, b, a);
    out[8 * i + 6] = __builtin_sqrt(a);
    out[8 * i + 7] = a * b + b;
}

KERNEL rounding32(const float *in, float *out, int *exponents)
{
    unsigned i = global_x();
    float a = in[2 * i], b = in[2 * i + 1];
    out[10 * i] = __builtin_floorf(a);
    out[10 * i + 1] = __builtin_ceilf(a);
    out[10 * i + 2] = __builtin_truncf(a);
    out[10 * i + 3] = __builtin_rintf(a);
    out[10 * i + 4] = __builtin_roundf(a);
    out[10 * i + 5] = __builtin_fabsf(a) - -b;
    out[10 * i + 6] = __builtin_copysignf(a, b);
    out[10 * i + 7] = __builtin_fminf(a, b);
    out[10 * i + 8] = __builtin_fmaxf(a, b);
    out[10 * i + 9] = __builtin_amdgcn_ldexpf(a, (int)(i % 40) - 20);
    exponents[2 * i] = __builtin_amdgcn_frexp_expf(a);
    exponents[2 * i + 1] = __builtin_bit_cast(int, __builtin_amdgcn_frexp_mantf(a));
}

KERNEL rounding64(const double *in, double *out, int *exponents)
{
    unsigned i = global_x();
    double a = in[2 * i], b = in[2 * i + 1];
    out[10 * i] = __builtin_floor(a);
    out[10 * i + 1] = __builtin_ceil(a);
    out[10 * i + 2] = __builtin_trunc(a);
    out[10 * i + 3] = __builtin_rint(a);
    out[10 * i + 4] = __builtin_round(a);
    out[10 * i + 5] = __builtin_fabs(a) - -b;
    out[10 * i + 6] = __builtin_copysign(a, b);
    out[10 * i + 7] = __builtin_fmin(a, b);
    out[10 * i + 8] = __builtin_fmax(a, b);
    out[10 * i + 9] = __builtin_amdgcn_ldexp(a, (int)(i % 80) - 40);
    exponents[i] = __builtin_amdgcn_frexp_exp(a);
}

/* One bit a comparison: < <= == != > >=, unordered, and the same of doubles from bit 8 on. */
KERNEL compares(const float *in, const double *in64, unsigned *out)
{
    unsigned i = global_x();
    float a = in[2 * i], b = in[2 * i + 1];
    double c = in64[2 * i], d = in64[2 * i + 1];
    unsigned bits = (a < b) | (a <= b) << 1 | (a == b) << 2 | (a != b) << 3 | (a > b) << 4 |
                    (a >= b) << 5 | __builtin_isunordered(a, b) << 6 | !(a < b) << 7;
    bits |= (c < d) << 8 | (c <= d) << 9 | (c == d) << 10 | (c != d) << 11 | (c > d) << 12 |
            (c >= d) << 13 | __builtin_isunordered(c, d) << 14 |
            __builtin_islessgreater(c, d) << 15;
    bits |= (unsigned)__builtin_isnan(a) << 16 | (unsigned)__builtin_isinf(a) << 17 |
            (unsigned)__builtin_isfinite(a) << 18 | (unsigned)__builtin_isnormal(a) << 19 |
            (unsigned)__builtin_isnormal(c) << 20 | (unsigned)!!__builtin_signbit(a) << 21 |
            (unsigned)__builtin_amdgcn_classf(a, 0x90) << 22 | /* subnormals */
            (unsigned)__builtin_amdgcn_class(c, 0x60) << 23;   /* zeros */
    out[i] = bits;
}

/* z -> z*z + c until |z| > 2: a float loop whose count shows any rounding that differs. */
KERNEL mandelbrot(float left, float top, float step, int width, int *out)
{
    unsigned i = global_x();
    float cx = left + (float)(i % (unsigned)width) * step,
          cy = top + (float)(i / (unsigned)width) * step;
    float x = 0, y = 0;
    int n = 0;
    while (n < 200 && x * x + y * y <= 4.0f) {
        float next = x * x - y * y + cx;
        y = 2.0f * x * y + cy;
        x = next;
        n++;
    }
    out[i] = n;
}

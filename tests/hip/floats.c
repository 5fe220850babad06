/* What tests/kernels/floats.hip must give: IEEE 754 as the host's SSE computes it. */
#include "harness.h"

#include <math.h>

/* Every pair of the edges, then random pairs. */
enum { EDGES = 30, GROUPS = 9, BLOCK = 128, N = GROUPS * BLOCK };

static const uint32_t edges32[EDGES] = {
    0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc12345,
    0x00000001, 0x80000001, 0x007fffff, 0x807fffff, 0x00800000, 0x80800000, 0x7f7fffff, 0xff7fffff,
    0x3f000000, 0xbf000000, 0x3fc00000, 0xc0200000, 0x3effffff, 0x4b000001, 0xcb000001, 0x4b7fffff,
    0x40490fdb, 0x3eaaaaab, 0xc1200000, 0x5f800000, 0x1f800000, 0x00400000,
};
static const uint64_t edges64[EDGES] = {
    0x0000000000000000, 0x8000000000000000, 0x3ff0000000000000, 0xbff0000000000000,
    0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000, 0xfff8000000012345,
    0x0000000000000001, 0x8000000000000001, 0x000fffffffffffff, 0x800fffffffffffff,
    0x0010000000000000, 0x8010000000000000, 0x7fefffffffffffff, 0xffefffffffffffff,
    0x3fe0000000000000, 0xbfe0000000000000, 0x3ff8000000000000, 0xc004000000000000,
    0x3fdfffffffffffff, 0x4330000000000001, 0xc330000000000001, 0x432fffffffffffff,
    0x400921fb54442d18, 0x3fd5555555555555, 0xc024000000000000, 0x5ff0000000000000,
    0x1ff0000000000000, 0x0008000000000000,
};

/* Number n of 2N: exponents near each other, so that sums and quotients are of interest. */
static float number32(struct run *run, int n)
{
    if (n < 2 * EDGES * EDGES)
        return float_of(edges32[n % 2 ? n / 2 % EDGES : n / 2 / EDGES]);
    return ldexpf(float_of(0x3f800000 | random_u32(run) >> 9), (int)(random_u32(run) % 30) - 15) *
           (random_u32(run) & 1 ? 1 : -1);
}

static double number64(struct run *run, int n)
{
    if (n < 2 * EDGES * EDGES)
        return double_of(edges64[n % 2 ? n / 2 % EDGES : n / 2 / EDGES]);
    return ldexp(double_of(0x3ff0000000000000 | random_u64(run) >> 12),
                 (int)(random_u32(run) % 50) - 25) *
           (random_u32(run) & 1 ? 1 : -1);
}

/* V_MIN and V_MAX (CDNA3 ISA guide): a number wins over a NaN, and -0 is below +0. */
static double smaller(double a, double b)
{
    if (isnan(a) || isnan(b))
        return isnan(a) ? b : a;
    return a == b ? (signbit(a) ? a : b) : a < b ? a : b;
}

static double larger(double a, double b)
{
    if (isnan(a) || isnan(b))
        return isnan(a) ? b : a;
    return a == b ? (signbit(a) ? b : a) : a > b ? a : b;
}

static void arithmetic32(struct run *run)
{
    static float in[2 * N], expected[8 * N];
    for (int i = 0; i < N; i++) {
        const float a = in[2 * i] = number32(run, 2 * i),
                    b = in[2 * i + 1] = number32(run, 2 * i + 1);
        volatile float product = a * b; /* rounded before it is added */
        const float results[8] = {
            a + b, a - b, a * b, a / b, fmaf(a, b, -1), fmaf(-a, b, a), sqrtf(a), product + b,
        };
        for (int k = 0; k < 8; k++)
            expected[8 * i + k] = results[k];
    }
    void *d_in = give(run, in, sizeof in), *out = room(run, sizeof expected);
    launch(run, LINE(GROUPS, BLOCK), 0, ARGUMENTS(&d_in, &out));
    want_f32(run, out, expected, 8 * N);
}

static void arithmetic64(struct run *run)
{
    static double in[2 * N], expected[8 * N];
    for (int i = 0; i < N; i++) {
        const double a = in[2 * i] = number64(run, 2 * i),
                     b = in[2 * i + 1] = number64(run, 2 * i + 1);
        volatile double product = a * b;
        const double results[8] = {
            a + b, a - b, a * b, a / b, fma(a, b, -1), fma(-a, b, a), sqrt(a), product + b,
        };
        for (int k = 0; k < 8; k++)
            expected[8 * i + k] = results[k];
    }
    void *d_in = give(run, in, sizeof in), *out = room(run, sizeof expected);
    launch(run, LINE(GROUPS, BLOCK), 0, ARGUMENTS(&d_in, &out));
    want_f64(run, out, expected, 8 * N);
}

/* V_FREXP_EXP and V_FREXP_MANT: no exponent for what has none; Inf and NaN are their own mantissa.
 */
static int32_t exponent_of(double x)
{
    int e = 0;
    if (isfinite(x))
        frexp(x, &e);
    return e;
}

static void rounding32(struct run *run)
{
    static float in[2 * N], expected[10 * N], mantissas[N], got[2 * N];
    static int32_t exponents[N], got_exponents[2 * N];
    for (int i = 0; i < N; i++) {
        const float a = in[2 * i] = number32(run, 2 * i),
                    b = in[2 * i + 1] = number32(run, 2 * i + 1);
        const float results[10] = {
            floorf(a),
            ceilf(a),
            truncf(a),
            rintf(a),
            roundf(a),
            fabsf(a) + b,
            copysignf(a, b),
            (float)smaller((double)a, (double)b),
            (float)larger((double)a, (double)b),
            ldexpf(a, i % 40 - 20),
        };
        for (int k = 0; k < 10; k++)
            expected[10 * i + k] = results[k];
        int e;
        exponents[i] = exponent_of((double)a);
        mantissas[i] = isfinite(a) ? frexpf(a, &e) : a;
    }
    void *d_in = give(run, in, sizeof in), *out = room(run, sizeof expected);
    void *d_exponents = room(run, sizeof got_exponents);
    launch(run, LINE(GROUPS, BLOCK), 0, ARGUMENTS(&d_in, &out, &d_exponents));
    want_f32(run, out, expected, 10 * N);
    fetch(run, got_exponents, d_exponents, sizeof got_exponents);
    fetch(run, got, d_exponents, sizeof got);
    for (int i = 0; i < N; i++) {
        want_true(run, got_exponents[2 * i] == exponents[i], "frexp's exponent", (size_t)i);
        want_true(run, bits_of(got[2 * i + 1]) == bits_of(mantissas[i]) || isnan(mantissas[i]),
                  "frexp's mantissa", (size_t)i);
    }
}

static void rounding64(struct run *run)
{
    static double in[2 * N], expected[10 * N];
    static int32_t exponents[N];
    for (int i = 0; i < N; i++) {
        const double a = in[2 * i] = number64(run, 2 * i),
                     b = in[2 * i + 1] = number64(run, 2 * i + 1);
        const double results[10] = {
            floor(a),    ceil(a),        trunc(a),      rint(a),      round(a),
            fabs(a) + b, copysign(a, b), smaller(a, b), larger(a, b), ldexp(a, i % 80 - 40),
        };
        for (int k = 0; k < 10; k++)
            expected[10 * i + k] = results[k];
        exponents[i] = exponent_of(a);
    }
    void *d_in = give(run, in, sizeof in), *out = room(run, sizeof expected);
    void *d_exponents = room(run, sizeof exponents);
    launch(run, LINE(GROUPS, BLOCK), 0, ARGUMENTS(&d_in, &out, &d_exponents));
    want_f64(run, out, expected, 10 * N);
    want_i32(run, d_exponents, exponents, N);
}

/* By the sign of the difference where there is one: -1, 0, 1, or 2 for unordered. */
static uint32_t order_bits(double a, double b)
{
    static const uint8_t bits[4] = {
        0x02 | 0x01 | 0x08, /* below: <= < != */
        0x02 | 0x04 | 0x20, /* equal: <= == >= */
        0x08 | 0x10 | 0x20, /* above: != > >= */
        0x08 | 0x40,        /* unordered: !=, unordered */
    };
    return bits[isnan(a) || isnan(b) ? 3 : (a > b) - (a < b) + 1];
}

static void compares(struct run *run)
{
    static float in[2 * N];
    static double in64[2 * N];
    static uint32_t expected[N];
    for (int i = 0; i < N; i++) {
        const float a = in[2 * i] = number32(run, 2 * i),
                    b = in[2 * i + 1] = number32(run, 2 * i + 1);
        const double c = in64[2 * i] = number64(run, 2 * i),
                     d = in64[2 * i + 1] = number64(run, 2 * i + 1);
        const uint32_t order = order_bits((double)a, (double)b), order64 = order_bits(c, d);
        const uint32_t exponent = bits_of(a) >> 23 & 255, mantissa = bits_of(a) << 9;
        const uint64_t exponent64 = bits_of_double(c) >> 52 & 2047;
        uint32_t classes = (exponent == 255 && mantissa) | (exponent == 255 && !mantissa) << 1 |
                           (exponent != 255) << 2 | (exponent != 255 && exponent) << 3 |
                           (exponent64 != 2047 && exponent64) << 4 | bits_of(a) >> 31 << 5 |
                           (!exponent && mantissa) << 6 | !(bits_of_double(c) << 1) << 7;
        expected[i] = order | (uint32_t) !(order & 1) << 7 | order64 << 8 |
                      (uint32_t)((order64 & 0x11) != 0) << 15 | classes << 16;
    }
    void *d_in = give(run, in, sizeof in), *d_in64 = give(run, in64, sizeof in64);
    void *out = room(run, sizeof expected);
    launch(run, LINE(GROUPS, BLOCK), 0, ARGUMENTS(&d_in, &d_in64, &out));
    want_u32(run, out, expected, N);
}

static void mandelbrot(struct run *run)
{
    enum { WIDTH = 48, HEIGHT = 32 };
    float left = -2.1f, top = -1.2f, step = 0.0625f;
    int32_t width = WIDTH, expected[WIDTH * HEIGHT];
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        volatile float x = 0, y = 0, xx, yy, xy, t; /* each operation rounds */
        t = (float)(i % WIDTH) * step;
        const float cx = left + t;
        t = (float)(i / WIDTH) * step;
        const float cy = top + t;
        int n = 0;
        for (; n < 200; n++) {
            xx = x * x;
            yy = y * y;
            t = xx + yy;
            if (t > 4)
                break;
            xy = 2 * x * y;
            t = xx - yy;
            x = t + cx;
            y = xy + cy;
        }
        expected[i] = n;
    }
    void *out = room(run, sizeof expected);
    launch(run, LINE(WIDTH * HEIGHT / 128, 128), 0, ARGUMENTS(&left, &top, &step, &width, &out));
    want_i32(run, out, expected, WIDTH * HEIGHT);
}

static const struct kernel_test tests[] = {
    {"arithmetic32", arithmetic32},
    {"arithmetic64", arithmetic64},
    {"rounding32", rounding32},
    {"rounding64", rounding64},
    {"compares", compares},
    {"mandelbrot", mandelbrot},
    {NULL, NULL},
};
const struct subject floats_subject = {"floats", tests};

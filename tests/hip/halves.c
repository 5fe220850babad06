/* What tests/kernels/halves.hip must give. Products and sums of halves are exact in double, so that
 * one rounding is all there is. */
#include "harness.h"

#include <math.h>

#include "formats.h"

enum { EDGES = 20, GROUPS = 4, BLOCK = 160, N = GROUPS * BLOCK };

static const uint16_t edges[EDGES] = {
    0x0000, 0x8000, 0x3c00, 0xbc00, 0x7c00, 0xfc00, 0x7e00, 0x0001, 0x8001, 0x03ff,
    0x0400, 0x8400, 0x7bff, 0xfbff, 0x3555, 0x4248, 0xc900, 0x3800, 0x6400, 0x2e66,
};

/* Number n of 2N: every pair of edges, then what has an exponent near 1's. */
static uint16_t half_number(struct run *run, int n)
{
    if (n < 2 * EDGES * EDGES)
        return edges[n % 2 ? n / 2 % EDGES : n / 2 / EDGES];
    return (uint16_t)((random_u32(run) & 0x9fff) + 0x2000);
}

static double half(uint16_t code) { return decode(&f16_format, code); }
static uint16_t half_of(double x) { return (uint16_t)encode(&f16_format, x); }

/* V_MIN and V_MAX: a number wins over a NaN, and -0 is below +0. */
static uint16_t extreme(uint16_t a, uint16_t b, int largest)
{
    const double x = half(a), y = half(b);
    if (isnan(x) || isnan(y))
        return isnan(x) ? b : a;
    int a_below = x < y || (x == y && signbit(x));
    return a_below == largest ? b : a;
}

/* One rounding of a * b + c: long double holds each such sum of halves but for what is far below.
 */
static uint16_t half_fma(uint16_t a, uint16_t b, double c)
{
    const double product = half(a) * half(b);
    double sum = product + c, lost = 0;
    if (isfinite(sum)) { /* the error of the sum, by Knuth's two-sum; it breaks ties */
        const double other = sum - product;
        lost = (product - (sum - other)) + (c - other);
    }
    if (lost != 0 && !(bits_of_double(sum) & 1)) /* to odd: the second rounding cannot err */
        sum = nextafter(sum, lost > 0 ? INFINITY : -INFINITY);
    return half_of(sum);
}

static void half_arithmetic(struct run *run)
{
    static uint16_t in[2 * N], expected[10 * N];
    for (int i = 0; i < N; i++) {
        const uint16_t ca = in[2 * i] = half_number(run, 2 * i);
        const uint16_t cb = in[2 * i + 1] = half_number(run, 2 * i + 1);
        const double a = half(ca), b = half(cb);
        uint16_t *e = &expected[10 * i];
        e[0] = half_of(a + b);
        e[1] = half_of(a - b);
        e[2] = half_of(a * b);
        e[3] = half_of(a / b);
        e[4] = half_fma(ca, cb, -1);
        e[5] = half_of(sqrt(a));
        e[6] = extreme(ca, cb, 0);
        e[7] = extreme(ca, cb, 1);
        e[8] = half_of(rint(a) - floor(b));
        e[9] = a < b ? ca ^ 0x8000 : a == b ? 0x4000 : cb & 0x7fff;
    }
    void *d_in = give(run, in, sizeof in), *out = room(run, sizeof expected);
    launch(run, LINE(GROUPS, BLOCK), 0, ARGUMENTS(&d_in, &out));
    want_f16(run, out, expected, 10 * N);
}

/* Two numbers a work-item: [0] and [1] are halves of the first operand, [2] and [3] of the second.
 */
static void packed_half(struct run *run)
{
    static uint16_t in[4 * N], expected[12 * N];
    for (int i = 0; i < N; i++) {
        uint16_t *c = &in[4 * i];
        for (int k = 0; k < 2; k++) {
            c[k] = half_number(run, (2 * i + 7 * k) % (2 * N));
            c[2 + k] = half_number(run, (2 * i + 1 + 202 * k) % (2 * N));
        }
        for (int k = 0; k < 2; k++) {
            const uint16_t a = c[k], b = c[2 + k];
            uint16_t *e = &expected[12 * i + k];
            e[0] = half_of(half(a) + half(b));
            e[2] = half_of(half(a) * -half(b));
            e[4] = half_fma(a, c[3 - k], k ? -0.5 : 1.5);
            e[6] = extreme(a, b, 0);
            e[8] = extreme(c[1 - k], c[2], 1);
            e[10] = half_of(half(c[1]) - half(half_of(half(b) * (k ? 3 : 2))));
        }
    }
    void *d_in = give(run, in, sizeof in), *out = room(run, sizeof expected);
    launch(run, LINE(GROUPS, BLOCK), 0, ARGUMENTS(&d_in, &out));
    want_f16(run, out, expected, 12 * N);
}

static int clamp16(int x) { return x < INT16_MIN ? INT16_MIN : x > INT16_MAX ? INT16_MAX : x; }

static void packed_short(struct run *run)
{
    static uint16_t in[4 * N], expected[20 * N];
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 4; k++)
            in[4 * i + k] = (uint16_t)(random_u32(run) >> (random_u32(run) % 16));
        for (int k = 0; k < 2; k++) {
            const int ua = in[4 * i + k], ub = in[4 * i + 2 + k];
            const int a = (int16_t)ua, b = (int16_t)ub, n = ub & 15;
            const int results[10] = {
                a + b,
                in[4 * i + 1 - k] - b,
                ua * (ub & 0x7fff) - (ub & 0x8000 ? ua << 15 : 0),
                0,
                a < b ? a : b,
                ua > ub ? ua : ub,
                ua << n,
                a < 0 ? ~(~a >> n) : a >> n,
                ua >> n,
                clamp16(a + b),
            };
            for (int r = 0; r < 10; r++)
                expected[20 * i + 2 * r + k] = (uint16_t)results[r];
            expected[20 * i + 6 + k] = (uint16_t)(results[2] + (k ? -9 : 7));
        }
    }
    void *d_in = give(run, in, sizeof in), *out = room(run, sizeof expected);
    launch(run, LINE(GROUPS, BLOCK), 0, ARGUMENTS(&d_in, &out));
    want_u16(run, out, expected, 20 * N);
}

/* Halves and their products are small integers here: the dot product is exact in any order. */
static void packed_single(struct run *run)
{
    static float in[4 * N], expected[6 * N], dots[N];
    static uint16_t halves[4 * N];
    static int8_t bytes[8 * N];
    static int32_t idots[2 * N];
    for (int i = 0; i < 4 * N; i++) {
        in[i] = ldexpf((float)(int32_t)random_u32(run), (int)(random_u32(run) % 20) - 30);
        halves[i] = half_of((int)(random_u32(run) % 2001) - 1000);
    }
    for (int i = 0; i < N; i++) {
        const float *a = &in[4 * i], *b = a + 2;
        for (int k = 0; k < 2; k++) {
            expected[6 * i + k] = a[k] + b[1 - k];
            expected[6 * i + 2 + k] = a[k] * -b[k];
            expected[6 * i + 4 + k] = fmaf(a[0], b[k], k ? -3 : 0.25f);
        }
        const uint16_t *h = &halves[4 * i];
        dots[i] = (float)(half(h[0]) * half(h[2]) + half(h[1]) * half(h[3]) + 0.5);
        idots[2 * i] = -100;
        idots[2 * i + 1] = 7;
        for (int k = 0; k < 8; k++)
            bytes[8 * i + k] = (int8_t)random_u32(run);
        for (int k = 0; k < 4; k++) {
            const int8_t x = bytes[8 * i + k], y = bytes[8 * i + 4 + k];
            idots[2 * i] += x * y;
            idots[2 * i + 1] += (uint8_t)x * (uint8_t)y;
        }
    }
    void *d_in = give(run, in, sizeof in), *out = room(run, sizeof expected);
    void *d_halves = give(run, halves, sizeof halves), *d_bytes = give(run, bytes, sizeof bytes);
    void *d_dots = room(run, sizeof dots), *d_idots = room(run, sizeof idots);
    launch(run, LINE(GROUPS, BLOCK), 0,
           ARGUMENTS(&d_in, &out, &d_halves, &d_bytes, &d_dots, &d_idots));
    want_f32(run, out, expected, 6 * N);
    want_f32(run, d_dots, dots, N);
    want_i32(run, d_idots, idots, 2 * N);
}

static uint16_t bf16_of(float x) { return (uint16_t)encode(&bf16_format, (double)x); }

static void bfloat(struct run *run)
{
    static uint16_t in[2 * N], expected[4 * N];
    static float singles[N];
    static uint32_t packed[N];
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 2; k++) /* the edges of f16 are numbers of bf16, too */
            in[2 * i + k] =
                i < EDGES * EDGES ? half_number(run, 2 * i + k) : (uint16_t)random_u32(run);
        singles[i] = float_of(random_u32(run) & (i % 3 ? UINT32_MAX : 0xffff8000)); /* with ties */
        const float a = (float)decode(&bf16_format, in[2 * i]);
        const float b = (float)decode(&bf16_format, in[2 * i + 1]);
        uint16_t *e = &expected[4 * i];
        e[0] = bf16_of(a + b);
        e[1] = bf16_of(a * b);
        e[2] = bf16_of(singles[i]);
        e[3] = bf16_of(a * 3);
        packed[i] = e[2] | (uint32_t)in[2 * i + 1] << 16;
    }
    void *d_in = give(run, in, sizeof in), *out = room(run, sizeof expected);
    void *d_singles = give(run, singles, sizeof singles), *d_packed = room(run, sizeof packed);
    launch(run, LINE(GROUPS, BLOCK), 0, ARGUMENTS(&d_in, &out, &d_singles, &d_packed));
    want_bf16(run, out, expected, 4 * N);
    want_bf16(run, d_packed, (const uint16_t *)packed, 2 * N);
}

static const struct kernel_test tests[] = {
    {"half_arithmetic", half_arithmetic},
    {"packed_half", packed_half},
    {"packed_short", packed_short},
    {"packed_single", packed_single},
    {"bfloat", bfloat},
    {NULL, NULL},
};
const struct subject halves_subject = {"halves", tests};

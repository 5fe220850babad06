/* What tests/kernels/conversions.hip must give. */
#include "harness.h"

#include <math.h>
#include <string.h>

#include "formats.h"

enum { GROUPS = 4, BLOCK = 128, N = GROUPS * BLOCK };

/* A magnitude of 2^low .. 2^high with either sign, sometimes with few bits, so that ties occur. */
static double number(struct run *run, int low, int high)
{
    const uint64_t r = random_u64(run);
    double mantissa = 1 + (double)(r >> 12) * 0x1p-52;
    if (r & 1)
        mantissa = rint(mantissa * 0x1p4) * 0x1p-4;
    return ldexp(mantissa, low + (int)(random_u32(run) % (uint32_t)(high - low))) *
           (r & 2 ? 1 : -1);
}

static void to_half(struct run *run)
{
    static const float edges[] = {0,          -0.0f,      INFINITY,  -INFINITY,    NAN,
                                  65519.996f, 65520,      -65520,    1e9f,         0x1p-24f,
                                  0x1p-25f,   0x1.8p-25f, 0x1p-149f, 0x1.ffcp-15f, 0x1.ffep-15f,
                                  0x1.004p0f, 0x1.002p0f};
    enum { N_EDGES = sizeof edges / sizeof *edges };
    static float in[N];
    static uint16_t nearest[2 * N], towards_zero[2 * N];
    for (int i = 0; i < N; i++) {
        in[i] = i < N_EDGES ? edges[i] : (float)number(run, -27, 18);
        nearest[2 * i] = nearest[2 * i + 1] = (uint16_t)encode(&f16_format, (double)in[i]);
        towards_zero[2 * i] = (uint16_t)encode_towards_zero(&f16_format, (double)in[i]);
        towards_zero[2 * i + 1] = (uint16_t)encode_towards_zero(&f16_format, (double)-in[i]);
    }
    void *d_in = give(run, in, sizeof in), *out = room(run, sizeof nearest);
    void *d_zero = room(run, sizeof towards_zero);
    launch(run, LINE(GROUPS, BLOCK), 0, ARGUMENTS(&d_in, &out, &d_zero));
    want_f16(run, out, nearest, 2 * N);
    want_f16(run, d_zero, towards_zero, 2 * N);
}

static void from_half(struct run *run)
{
    enum { CODES = 65536 };
    static uint16_t in[CODES];
    static float singles[CODES];
    static double doubles[CODES];
    static int32_t integers[2 * CODES];
    for (int i = 0; i < CODES; i++) {
        in[i] = (uint16_t)i;
        doubles[i] = decode(&f16_format, in[i]);
        singles[i] = (float)doubles[i];
        if (fabs(doubles[i]) < 60000) {
            integers[2 * i] = (int)doubles[i];
            integers[2 * i + 1] = (int)rint(doubles[i] / 2);
        }
    }
    void *d_in = give(run, in, sizeof in), *out = room(run, sizeof singles);
    void *out64 = room(run, sizeof doubles), *d_integers = room(run, sizeof integers);
    launch(run, LINE(CODES / 256, 256), 0, ARGUMENTS(&d_in, &out, &out64, &d_integers));
    want_f32(run, out, singles, CODES);
    want_f64(run, out64, doubles, CODES);
    want_i32(run, d_integers, integers, 2 * CODES);
}

static void from_integers(struct run *run)
{
    static int32_t in[N];
    static int64_t in64[N];
    static float expected[8 * N];
    static double expected64[4 * N];
    static uint16_t expected16[2 * N];
    for (int i = 0; i < N; i++) {
        in[i] = (int32_t)(random_u32(run) >> (random_u32(run) & 31)) * (i % 2 ? 1 : -1);
        in64[i] = (int64_t)(random_u64(run) >> (random_u32(run) & 63)) * (i % 2 ? 1 : -1);
        if (i < 3)
            in[i] = INT32_MAX * (i % 2) + i / 2 * INT32_MIN,
            in64[i] = i ? INT64_MAX + (i - 1) * 0 : INT64_MIN;
        const float singles[4] = {(float)in[i], (float)(uint32_t)in[i], (float)in64[i],
                                  (float)(uint64_t)in64[i]};
        const double doubles[4] = {in[i], (uint32_t)in[i], (double)in64[i],
                                   (double)(uint64_t)in64[i]};
        memcpy(&expected[8 * i], singles, sizeof singles);
        memcpy(&expected64[4 * i], doubles, sizeof doubles);
        for (int k = 0; k < 4; k++)
            expected[8 * i + 4 + k] = (float)(uint8_t)((uint32_t)in[i] >> (8 * k));
        expected16[2 * i] = (uint16_t)encode(&f16_format, (int16_t)in[i]);
        expected16[2 * i + 1] = (uint16_t)encode(&f16_format, in[i] & 0x7fff);
    }
    void *d_in = give(run, in, sizeof in), *d_in64 = give(run, in64, sizeof in64);
    void *out = room(run, sizeof expected), *out64 = room(run, sizeof expected64);
    void *out16 = room(run, sizeof expected16);
    launch(run, LINE(GROUPS, BLOCK), 0, ARGUMENTS(&d_in, &d_in64, &out, &out64, &out16));
    want_f32(run, out, expected, 8 * N);
    want_f64(run, out64, expected64, 4 * N);
    want_f16(run, out16, expected16, 2 * N);
}

static void to_integers(struct run *run)
{
    static float in[N];
    static double in64[N], big[N];
    static int64_t expected[10 * N];
    for (int i = 0; i < N; i++) {
        const float a = in[i] = (float)number(run, -3, 30);
        const double b = in64[i] = number(run, -3, 30), c = big[i] = number(run, 20, 62);
        const int64_t results[10] = {
            (int32_t)a,           (uint32_t)fabsf(a),
            (int32_t)b,           (uint32_t)fabs(b),
            (int64_t)c,           (int64_t)(uint64_t)fabs(c),
            (int64_t)(float)c,    (int64_t)(uint64_t)fabsf((float)c),
            (int16_t)(a / 65536), (int32_t)rint(b / 3),
        };
        memcpy(&expected[10 * i], results, sizeof results);
    }
    void *d_in = give(run, in, sizeof in), *d_in64 = give(run, in64, sizeof in64);
    void *d_big = give(run, big, sizeof big), *out = room(run, sizeof expected);
    launch(run, LINE(GROUPS, BLOCK), 0, ARGUMENTS(&d_in, &d_in64, &d_big, &out));
    want_u64(run, out, (const uint64_t *)expected, 10 * N);
}

static void between_floats(struct run *run)
{
    static const double edges[] = {
        0,           -0.0,     INFINITY, -INFINITY,  NAN,        0x1.ffffffp127,  0x1.fffffefp127,
        -1e300,      0x1p-149, 0x1p-150, 0x1.8p-150, -0x1p-1074, 0x1.fffffep-127, 0x1.000001p0,
        0x1.000003p0};
    enum { N_EDGES = sizeof edges / sizeof *edges };
    static double in[N], doubles[N];
    static float singles[N], expected[N];
    for (int i = 0; i < N; i++) {
        in[i] = i < N_EDGES ? edges[i] : number(run, -152, 129);
        expected[i] = (float)in[i];
        singles[i] = float_of(random_u32(run) >> (i % 2 ? 0 : 9 + i % 20)); /* half are subnormal */
        doubles[i] = (double)singles[i];
    }
    void *d_in = give(run, in, sizeof in), *d_singles = give(run, singles, sizeof singles);
    void *out = room(run, sizeof expected), *out64 = room(run, sizeof doubles);
    launch(run, LINE(GROUPS, BLOCK), 0, ARGUMENTS(&d_in, &d_singles, &out, &out64));
    want_f32(run, out, expected, N);
    want_f64(run, out64, doubles, N);
}

/* Each byte of the 256 comes in each of the four places. */
static void from_fp8(struct run *run)
{
    static uint8_t in[4 * N];
    static float expected[16 * N];
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 4; k++)
            in[4 * i + k] = (uint8_t)(i * (k + 1) + 37 * k * (k & 1 ? 1 : i) + k);
        in[4 * i + 1] = (uint8_t)(i + 101);
        in[4 * i + 2] = (uint8_t)(255 - i);
        in[4 * i + 3] = (uint8_t)(i ^ 0x5a);
        for (int k = 0; k < 4; k++) {
            const float fp8 = (float)decode(&fp8_format, in[4 * i + k]);
            const float bf8 = (float)decode(&bf8_format, in[4 * i + k]);
            expected[16 * i + k] = expected[16 * i + 8 + k] = fp8;
            expected[16 * i + 4 + k] = expected[16 * i + 12 + k] = bf8;
        }
    }
    void *d_in = give(run, in, sizeof in), *out = room(run, sizeof expected);
    launch(run, LINE(GROUPS, BLOCK), 0, ARGUMENTS(&d_in, &out));
    want_f32(run, out, expected, 16 * N);
}

/* In range of fp8; what lies beyond depends on a mode bit. */
static void to_fp8(struct run *run)
{
    static const float edges[] = {
        0,        -0.0f,    NAN, 240, -240, 247.9f, 0x1p-10f, 0x1p-11f,  -0x1p-11f, 0x1.8p-11f,
        0x1p-18f, 0x1p-19f, 17,  19,  -17,  8.5f,   9.5f,     0x1.fp-8f, 0x1p-40f,  0x1p-140f};
    enum { N_EDGES = sizeof edges / sizeof *edges };
    static float in[2 * N];
    static uint32_t expected[4 * N];
    for (int i = 0; i < 2 * N; i++)
        in[i] = i < N_EDGES ? edges[i] : (float)number(run, -20, 7);
    for (int i = 0; i < N; i++) {
        const double a = (double)in[2 * i], b = (double)in[2 * i + 1];
        for (int k = 0; k < 2; k++) {
            const struct format *f = k ? &bf8_format : &fp8_format;
            const uint32_t ea = encode(f, a), eb = encode(f, b), low = ea | eb << 8;
            expected[4 * i + 2 * k] = 0x12340000 | low;
            expected[4 * i + 2 * k + 1] = low | (eb | ea << 8) << 16;
        }
    }
    void *d_in = give(run, in, sizeof in), *out = room(run, sizeof expected);
    launch(run, LINE(GROUPS, BLOCK), 0, ARGUMENTS(&d_in, &out));
    want_u32(run, out, expected, 4 * N);
}

static const struct kernel_test tests[] = {
    {"to_half", to_half},
    {"from_half", from_half},
    {"from_integers", from_integers},
    {"to_integers", to_integers},
    {"between_floats", between_floats},
    {"from_fp8", from_fp8},
    {"to_fp8", to_fp8},
    {NULL, NULL},
};
const struct subject conversions_subject = {"conversions", tests};

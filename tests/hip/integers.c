/* What tests/kernels/integers.hip must give. */
#include "harness.h"

enum { GROUPS = 4, BLOCK = 128, N = GROUPS * BLOCK };

/* Numbers of every length, and the edges. */
static uint64_t some_u64(struct run *run)
{
    static const uint64_t edges[] = {0,          1,
                                     2,          UINT64_MAX,
                                     INT64_MAX,  (uint64_t)INT64_MIN,
                                     UINT32_MAX, UINT64_C(0x100000000),
                                     0x80000000};
    uint32_t r = random_u32(run);
    return r % 6 == 0 ? edges[(r >> 8) % (sizeof edges / sizeof *edges)]
                      : random_u64(run) >> ((r >> 16) % 64);
}

/* The product of 64-bit numbers from four of 32 bits: high half. */
static uint64_t high(uint64_t a, uint64_t b)
{
    uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t middle = a1 * b0 + (a0 * b0 >> 32), middle2 = a0 * b1 + (uint32_t)middle;
    return a1 * b1 + (middle >> 32) + (middle2 >> 32);
}

static void multiply(struct run *run)
{
    uint64_t in[2 * N], expected[8 * N];
    for (int i = 0; i < N; i++) {
        uint64_t a = in[2 * i] = some_u64(run), b = in[2 * i + 1] = some_u64(run);
        uint64_t *e = &expected[8 * i];
        e[0] = a * b;
        e[1] = high(a, b);
        e[2] = high(a, b) - ((int64_t)a < 0 ? b : 0) - ((int64_t)b < 0 ? a : 0);
        e[3] = (uint64_t)(uint32_t)a * (uint32_t)b + (a >> 32);
        e[4] = (uint64_t)((int64_t)(int32_t)a * (int32_t)b) - b;
        e[5] = a + b;
        e[6] = a - b;
        e[7] = e[1] + b + (e[0] + a < a);
    }
    void *d_in = give(run, in, sizeof in), *out = room(run, sizeof expected);
    launch(run, LINE(GROUPS, BLOCK), 0, ARGUMENTS(&d_in, &out));
    want_u64(run, out, expected, 8 * N);
}

static void divide64(struct run *run)
{
    uint64_t in[2 * N], expected[6 * N];
    for (int i = 0; i < N; i++) {
        uint64_t a = in[2 * i] = some_u64(run), b = some_u64(run) | (i % 2 == 0);
        if (b == 0 || (a == (uint64_t)INT64_MIN && b == UINT64_MAX)) /* undefined in C */
            b = 3;
        in[2 * i + 1] = b;
        uint64_t *e = &expected[6 * i];
        e[0] = a / b;
        e[1] = a % b;
        e[2] = (uint64_t)((int64_t)a / (int64_t)b);
        e[3] = (uint64_t)((int64_t)a % (int64_t)b);
        e[4] = a / 1000000007;
        e[5] = (uint64_t)((int64_t)a % 12345);
    }
    void *d_in = give(run, in, sizeof in), *out = room(run, sizeof expected);
    launch(run, LINE(GROUPS, BLOCK), 0, ARGUMENTS(&d_in, &out));
    want_u64(run, out, expected, 6 * N);
}

static void divide32(struct run *run)
{
    uint32_t in[2 * N], expected[8 * N];
    for (int i = 0; i < N; i++) {
        uint32_t a = in[2 * i] = (uint32_t)some_u64(run), b = (uint32_t)some_u64(run);
        if (b == 0 || (a == 0x80000000 && b == UINT32_MAX))
            b = 3;
        in[2 * i + 1] = b;
        uint32_t *e = &expected[8 * i];
        e[0] = a / b;
        e[1] = a % b;
        e[2] = (uint32_t)((int32_t)a / (int32_t)b);
        e[3] = (uint32_t)((int32_t)a % (int32_t)b);
        e[4] = a / 7 + a % 641;
        e[5] = (uint32_t)((int32_t)a / 10 - (int32_t)a % 100);
        e[6] = (uint32_t)((int16_t)a / (int16_t)(b | 1));
        e[7] = (uint8_t)a % (uint8_t)(b | 1);
    }
    void *d_in = give(run, in, sizeof in), *out = room(run, sizeof expected);
    launch(run, LINE(GROUPS, BLOCK), 0, ARGUMENTS(&d_in, &out));
    want_u32(run, out, expected, 8 * N);
}

/* floor(x / 2^n) of a signed number, without shifting one */
static int64_t shifted(int64_t x, unsigned n)
{
    return x < 0 ? (int64_t) ~(~(uint64_t)x >> n) : (int64_t)((uint64_t)x >> n);
}

static uint64_t pair(uint64_t low, uint64_t high_half) { return (uint32_t)low | high_half << 32; }

static void shifts(struct run *run)
{
    static uint64_t in[2 * N], expected[10 * N];
    for (int i = 0; i < N; i++) {
        uint64_t a = in[2 * i] = some_u64(run), b = in[2 * i + 1] = random_u64(run);
        unsigned n = b & 63, m = b & 31, field = n & 47;
        uint64_t doubled = pair(a, a) << m, *e = &expected[10 * i];
        e[0] = a << n;
        e[1] = a >> n;
        e[2] = (uint64_t)shifted((int64_t)a, n);
        e[3] = n ? a << n | a >> (64 - n) : a;
        e[4] = pair((uint32_t)a << m, (uint64_t)shifted((int32_t)a, m));
        e[5] = pair((uint32_t)a >> m, doubled >> 32);
        e[6] = (uint16_t)((uint32_t)(uint16_t)a << (m & 15));
        e[7] = (uint64_t)shifted((int16_t)a, m & 15);
        e[8] = a >> 5 & 0x7ff;
        e[8] |= (uint64_t)shifted((int64_t)(a << 20), 51) << 32;
        e[9] = (a & ~(UINT64_C(0xffff) << field)) | (b & 0xffff) << field;
    }
    void *d_in = give(run, in, sizeof in), *out = room(run, sizeof expected);
    launch(run, LINE(GROUPS, BLOCK), 0, ARGUMENTS(&d_in, &out));
    want_u64(run, out, expected, 10 * N);
}

static uint64_t mirrored(uint64_t x, int n)
{
    uint64_t y = 0;
    for (int k = 0; k < n; k++)
        y |= (x >> k & 1) << (n - 1 - k);
    return y;
}

static uint32_t ones(uint64_t x)
{
    uint32_t n = 0;
    for (; x; x >>= 1)
        n += x & 1;
    return n;
}

static uint32_t zeros_above(uint64_t x, uint32_t width)
{
    for (; x; x >>= 1)
        width--;
    return width;
}

static uint8_t byte_of(uint64_t x, unsigned n) { return (uint8_t)(x >> (8 * n)); }

static void bits(struct run *run)
{
    uint64_t in[N];
    uint32_t expected[12 * N];
    for (int i = 0; i < N; i++) {
        uint64_t a = in[i] = some_u64(run);
        uint32_t x = (uint32_t)a, y = (uint32_t)(a >> 32), *e = &expected[12 * i];
        uint64_t mirror = mirrored(a, 64);
        e[0] = ones(a) | ones(x) << 8;
        e[1] = a ? zeros_above(a, 64) | zeros_above(mirror, 64) << 8 : 99;
        e[2] = x ? zeros_above(x, 32) | zeros_above(mirrored(x, 32), 32) << 8 : 99;
        e[3] = (uint32_t)mirrored(x, 32);
        e[4] = (uint32_t)(mirror >> 32) ^ (uint32_t)mirror;
        e[5] = 0;
        for (unsigned k = 0; k < 4; k++) /* the low half of a 64-bit swap is the high half's */
            e[5] |= (uint32_t)(byte_of(x, k) ^ byte_of(y, k)) << (24 - 8 * k);
        e[6] = (uint32_t)(a >> (x & 31));
        e[7] = (uint32_t)(a >> (8 * (y & 3)));
        /* V_PERM_B32: selectors 0..3 are bytes of the second operand, 4..7 of the first, 12 is 0 */
        e[8] = byte_of(x, 3) | (uint32_t)byte_of(a, y & 7) << 8 | (uint32_t)byte_of(y, 3) << 24;
        uint32_t width = y & 15, field = (uint32_t)(x >> 3 & ((1u << width) - 1));
        e[9] = (uint32_t)((uint64_t)x >> (y & 31) & 0x1ff) + field;
        if (width && field >> (width - 1))
            e[9] -= 1u << width;
        e[10] = 0;
        e[11] = 1000;
        for (unsigned k = 0; k < 4; k++) {
            int p = byte_of(x, k), q = byte_of(y, k), up = 0x01000101 >> (8 * k) & 1;
            e[10] |= (uint32_t)((p + q + up) / 2) << (8 * k);
            e[11] += (uint32_t)(p > q ? p - q : q - p);
        }
    }
    void *d_in = give(run, in, sizeof in), *out = room(run, sizeof expected);
    launch(run, LINE(GROUPS, BLOCK), 0, ARGUMENTS(&d_in, &out));
    want_u32(run, out, expected, 12 * N);
}

static int64_t clamped(int64_t x, int64_t low, int64_t top)
{
    return x < low ? low : x > top ? top : x;
}

static void saturation(struct run *run)
{
    int32_t in[2 * N], expected[10 * N];
    for (int i = 0; i < N; i++) {
        int64_t a = in[2 * i] = (int32_t)some_u64(run), b = in[2 * i + 1] = (int32_t)some_u64(run);
        int64_t ua = (uint32_t)a, ub = (uint32_t)b;
        int c = (int16_t)a, d = (int16_t)b, uc = (uint16_t)a, ud = (uint16_t)b;
        int64_t half = shifted(a, 1);
        int32_t *e = &expected[10 * i];
        e[0] = (int32_t)clamped(a + b, INT32_MIN, INT32_MAX);
        e[1] = (int32_t)clamped(a - b, INT32_MIN, INT32_MAX);
        e[2] = (int32_t)clamped(ua + ub, 0, UINT32_MAX);
        e[3] = (int32_t)clamped(ua - ub, 0, UINT32_MAX);
        e[4] = (int32_t)clamped(c + d, INT16_MIN, INT16_MAX);
        e[5] = (int32_t)clamped(c - d, INT16_MIN, INT16_MAX);
        e[6] = (int32_t)clamped(uc - ud, 0, UINT16_MAX);
        e[7] = (int32_t)(a < b ? a : b) ^ (c > d ? c : d) ^ (int32_t)(ua > ub ? ua : ub);
        e[8] = (int32_t)((half < 0 ? -half : half) + clamped(a, -77, 1234));
        e[9] = (a + b != (int32_t)(a + b)) * 4 + (a * b != (int32_t)(a * b)) * 2 + (ua < ub);
    }
    void *d_in = give(run, in, sizeof in), *out = room(run, sizeof expected);
    launch(run, LINE(GROUPS, BLOCK), 0, ARGUMENTS(&d_in, &out));
    want_i32(run, out, expected, 10 * N);
}

static const struct kernel_test tests[] = {
    {"multiply", multiply}, {"divide64", divide64},     {"divide32", divide32}, {"shifts", shifts},
    {"bits", bits},         {"saturation", saturation}, {NULL, NULL},
};
const struct subject integers_subject = {"integers", tests};

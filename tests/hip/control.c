/* What tests/kernels/control.hip must give. */
#include "harness.h"

enum { GROUPS = 3, BLOCK = 100, N = GROUPS * BLOCK };

static void loops(struct run *run)
{
    uint32_t in[N], expected[3 * N];
    for (uint32_t i = 0; i < N; i++) {
        in[i] = 1 + random_u32(run) % 3000;
        uint32_t steps = 0, peak = in[i], sum = 0;
        for (uint32_t x = in[i]; x != 1; steps++) {
            x = x % 2 ? 3 * x + 1 : x / 2;
            peak = x > peak ? x : peak;
        }
        for (uint32_t a = 0; a < in[i] % 17; a++) {
            if (a % 3 == 1)
                continue;
            for (uint32_t b = a; b < 40 && (a * b + in[i]) % 11; b++)
                sum += a ^ b;
            for (sum += 3; sum % 7;)
                sum += 3;
        }
        expected[3 * i] = steps;
        expected[3 * i + 1] = peak;
        expected[3 * i + 2] = sum;
    }
    void *d_in = give(run, in, sizeof in), *out = room(run, sizeof expected);
    launch(run, LINE(GROUPS, BLOCK), 0, ARGUMENTS(&d_in, &out));
    want_u32(run, out, expected, 3 * N);
}

static int32_t diverged(int32_t x)
{
    if (x == 0)
        return -1;
    if (x < 0 && x % 2)
        return x < -500 ? 1 : 3 * x;
    if (x < 0) {
        int32_t sum = 0;
        for (int k = 0; k < 8 && sum <= 12; k++)
            sum += (x >> k) % 2 ? 0 : k;
        return sum;
    }
    int32_t digits = 0;
    for (; x >= 10; x /= 10, digits++)
        if (x % 10 == 7)
            return -x;
    return digits * 100 + x;
}

static void divergence(struct run *run)
{
    int32_t in[N], expected[N], n = N - 25;
    for (int i = 0; i < N; i++) {
        int32_t r = (int32_t)random_u32(run);
        in[i] = i % 11 == 0 ? 0 : r >> (r & 31);
        expected[i] = i < n ? diverged(in[i]) : (int32_t)0xa5a5a5a5; /* these return at once */
    }
    void *d_in = give(run, in, sizeof in), *out = room(run, sizeof expected);
    launch(run, LINE(GROUPS, BLOCK), 0, ARGUMENTS(&d_in, &out, &n));
    want_i32(run, out, expected, N);
}

/* One opcode; a jump of the program counter is the result, 100 ends the program. */
static int step(unsigned opcode, uint32_t *a, uint32_t *b)
{
    switch (opcode) {
    case 0:
        *a += *b;
        return 0;
    case 1:
        *a -= *b;
        return 0;
    case 2:
        *a *= 3;
        return 0;
    case 3:
        *b = *a;
        return 0;
    case 4:
        *a ^= *b;
        *b += 7;
        return 0;
    case 5:
        *b += 7;
        return 0;
    case 6:
        if ((int32_t)*a < (int32_t)*b)
            *a = *b;
        return 0;
    case 7:
        return *a & 1;
    case 8:
        *b = -*b;
        return 0;
    case 9:
        *a <<= *b & 7;
        return 0;
    case 10:
        *a = *a >> 1 | (*a & 0x80000000);
        return 0;
    case 11:
        return 100;
    case 12:
        *b ^= 0x5555;
        *a |= 1;
        *b &= 0xffff;
        return 0;
    case 13:
        *a |= 1;
        *b &= 0xffff;
        return 0;
    case 14:
        *b &= 0xffff;
        return 0;
    default:
        *a = ~*a;
        return 0;
    }
}

static void switches(struct run *run)
{
    uint8_t programs[16 * N];
    uint32_t expected[2 * N];
    for (uint32_t i = 0; i < N; i++) {
        uint32_t a = i, b = 1;
        for (int pc = 0; pc < 16; pc++)
            programs[16 * i + pc] = (uint8_t)random_u32(run);
        for (int pc = 0; pc < 16; pc++)
            pc += step(programs[16 * i + pc] & 15, &a, &b);
        expected[2 * i] = a;
        expected[2 * i + 1] = b;
    }
    void *d_in = give(run, programs, sizeof programs), *out = room(run, sizeof expected);
    launch(run, LINE(GROUPS, BLOCK), 0, ARGUMENTS(&d_in, &out));
    want_u32(run, out, expected, 2 * N);
}

static void calls(struct run *run)
{
    int32_t in[N], expected[3 * N];
    double sums[2 * N];
    for (int i = 0; i < N; i++) {
        int32_t x = in[i] = (int32_t)(random_u32(run) % 2000) - 300, n = 0;
        sums[2 * i] = 0.5;
        sums[2 * i + 1] = -0.25;
        for (; n <= x % 5; n++) {
            sums[2 * i] += (n - 2) * (double)x;
            sums[2 * i + 1] -= (n - 2) * (n * 0.125);
        }
        int64_t b = x * (INT64_C(1) << 29);
        uint32_t sum =
            (uint32_t)x + (uint32_t)(b ^ (b >> 32)) + 5u * (uint32_t)(int8_t)x - 6u * (uint32_t)x;
        for (int k = 0; k < 16; k++)
            sum += (uint32_t)((k + 1) * x * k - (k + 3) * (x ^ ((15 - k) << 4)));
        expected[3 * i] = n;
        expected[3 * i + 1] = (int32_t)sum;
        expected[3 * i + 2] = 2 * x - (x ^ 0x90);
    }
    void *d_in = give(run, in, sizeof in), *d_sums = room(run, sizeof sums);
    void *out = room(run, sizeof expected);
    launch(run, LINE(GROUPS, BLOCK), 0, ARGUMENTS(&d_in, &d_sums, &out));
    want_f64(run, d_sums, sums, 2 * N);
    want_i32(run, out, expected, 3 * N);
}

static void indirect_calls(struct run *run)
{
    uint32_t in[N], expected[N];
    for (int i = 0; i < N; i++) {
        in[i] = random_u32(run);
        expected[i] = 1;
        for (uint32_t k = 0; k < 4; k++) {
            uint32_t a = expected[i], b = in[i] + k;
            /* the kernel shifts a signed number: it keeps its sign bits */
            const uint32_t results[4] = {a + b, a - b, a * b, (a << 3) ^ b};
            uint32_t which = (uint32_t)((int32_t)in[i] >> (2 * k)) & 3;
            expected[i] = results[which];
        }
    }
    void *d_in = give(run, in, sizeof in), *out = room(run, sizeof expected);
    launch(run, LINE(GROUPS, BLOCK), 0, ARGUMENTS(&d_in, &out));
    want_u32(run, out, expected, N);
}

static void recursion(struct run *run)
{
    int32_t in[2 * N], expected[N];
    for (int i = 0; i < N; i++) {
        int32_t n = (int32_t)(random_u32(run) % 8), k = n ? (int32_t)random_u32(run) & 7 : 0;
        in[2 * i] = n;
        in[2 * i + 1] = k = k > n ? n : k;
        expected[i] = 1; /* by the product, not by Pascal's triangle */
        for (int32_t j = 1; j <= k; j++)
            expected[i] = expected[i] * (n - k + j) / j;
    }
    void *d_in = give(run, in, sizeof in), *out = room(run, sizeof expected);
    launch(run, LINE(GROUPS, BLOCK), 0, ARGUMENTS(&d_in, &out));
    want_i32(run, out, expected, N);
}

static const struct kernel_test tests[] = {
    {"loops", loops}, {"divergence", divergence},         {"switches", switches},
    {"calls", calls}, {"indirect_calls", indirect_calls}, {"recursion", recursion},
    {NULL, NULL},
};
const struct subject control_subject = {"control", tests};

/* What tests/kernels/memory.hip must give. */
#include "harness.h"

#include <string.h>

#include "../kernels/arguments.h"

enum { GROUPS = 4, BLOCK = 96, N = GROUPS * BLOCK };

/* Numbers small enough for every sum to be exact in double. */
static struct outer some_outer(struct run *run)
{
    struct outer o = {0};
    uint32_t r[16];
    random_u32s(run, r, 16);
    o.head = (uint8_t)r[0];
    for (int k = 0; k < 2; k++) {
        o.in[k].tag = (char)r[1 + k];
        for (int w = 0; w < 3; w++)
            o.in[k].weights[w] = (short)r[3 + 3 * k + w];
        o.in[k].scale = (int32_t)(r[9 + k] % 4096) * 0.125 - 100;
    }
    for (int k = 0; k < 5; k++)
        o.offsets[k] = (float)(int16_t)r[11 + k] * 0.25f;
    o.big = (int64_t)(random_u64(run) >> 20) - (INT64_C(1) << 42);
    o.tail = (char)(r[0] >> 8);
    return o;
}

static void structs(struct run *run)
{
    char first = -17;
    struct outer o = some_outer(run), array[N];
    struct three_bytes t = {{200, 3, 90}};
    double expected[N];
    for (int i = 0; i < N; i++) {
        array[i] = some_outer(run);
        double sum = first + o.head + o.tail + (double)o.big;
        for (int k = 0; k < 6; k++)
            sum += o.in[k / 3].tag * o.in[k / 3].weights[k % 3] * o.in[k / 3].scale +
                   array[i].in[1 - k / 3].weights[k % 3];
        for (int k = 0; k < 5; k++)
            sum += (double)o.offsets[k] * (k + 1) - (double)array[i].offsets[4 - k];
        expected[i] = sum + 200 - 6 + 360 + (double)array[i].big;
    }
    void *d_array = give(run, array, sizeof array), *out = room(run, sizeof expected);
    launch(run, LINE(GROUPS, BLOCK), 0, ARGUMENTS(&first, &o, &t, &out, &d_array));
    want_f64(run, out, expected, N);
}

static uint32_t cycled(uint32_t seed)
{
    uint32_t order[40], seen[40] = {0}, length = 0;
    for (uint32_t k = 0; k < 40; k++)
        order[k] = k;
    for (uint32_t k = 39; k > 0; k--) {
        seed = seed * 1664525 + 1013904223;
        uint32_t other = (seed >> 8) % (k + 1), kept = order[k];
        order[k] = order[other];
        order[other] = kept;
    }
    for (uint32_t at = 0; !seen[at]; at = order[at])
        seen[at] = ++length;
    uint32_t hash = length;
    for (int k = 0; k < 40; k++)
        hash = hash * 31 + order[k] + 1000 * seen[k];
    return hash;
}

static void stack_arrays(struct run *run)
{
    uint32_t in[N], expected[N];
    random_u32s(run, in, N);
    for (int i = 0; i < N; i++)
        expected[i] = cycled(in[i]);
    void *d_in = give(run, in, sizeof in), *out = room(run, sizeof expected);
    launch(run, LINE(GROUPS, BLOCK), 0, ARGUMENTS(&d_in, &out));
    want_u32(run, out, expected, N);
}

static void tables(struct run *run)
{
    static const int table[63] = {
        3, 1, 4, 1, 5, 9, 2, 6, 5, -3, 5, -8, 9, -7, 9, 3, -2, 3, 8, 4, 6,
        2, 6, 4, 3, 3, 8, 3, 2, 7, 9,  5, 0,  2, 8,  8, 4, 1,  9, 7, 1, 6,
        9, 3, 9, 9, 3, 7, 5, 1, 0, 5,  8, 2,  0, 9,  7, 4, 9,  4, 4, 5, -9999,
    };
    static const char text[] = "sphinx of black quartz, judge my vow";
    uint32_t in[N];
    int32_t expected[N];
    random_u32s(run, in, N);
    for (int i = 0; i < N; i++)
        expected[i] =
            table[in[i] % 7 * 9 + (in[i] >> 8) % 9] * 256 + text[(in[i] >> 16) % strlen(text)];
    void *d_in = give(run, in, sizeof in), *out = room(run, sizeof expected);
    launch(run, LINE(GROUPS, BLOCK), 0, ARGUMENTS(&d_in, &out));
    want_i32(run, out, expected, N);
}

static void globals(struct run *run)
{
    static const int32_t as_compiled[4] = {10, 20, 30, 40}, after[4] = {-8, 25, 1000, 7};
    uint32_t zeros[1000] = {0};
    float expected[BLOCK], factor;
    void *counters = variable(run, "counters", sizeof as_compiled);
    void *d_zeros = variable(run, "zeros", sizeof zeros);
    void *d_factor = variable(run, "factor", sizeof factor), *out = room(run, sizeof expected);
    uint64_t chain;
    fetch(run, &chain, variable(run, "chain", sizeof chain), sizeof chain);
    want_true(run, chain == (uintptr_t)counters + 8, "chain = &counters[2]", 0);
    want_i32(run, counters, as_compiled, 4);
    want_u32(run, d_zeros, zeros, 1000);
    fetch(run, &factor, d_factor, sizeof factor);
    want_true(run, bits_of(factor) == bits_of(1.5f), "factor = 1.5", 0);

    static const int32_t written[4] = {-8, 20, 1000, 7};
    put(run, counters, written, sizeof written);
    factor = -0.25f;
    put(run, d_factor, &factor, sizeof factor);
    for (int i = 0; i < BLOCK; i++) {
        expected[i] = (float)written[i % 4] * factor + 1000.0f;
        zeros[i] = (uint32_t)i * 3 + 1;
    }
    launch(run, LINE(1, BLOCK), 0, ARGUMENTS(&out));
    want_f32(run, out, expected, BLOCK);
    want_i32(run, counters, after, 4);
    want_u32(run, d_zeros, zeros, 1000);
}

static void narrow(struct run *run)
{
    uint8_t in[2 * N + 2], bytes[3 * N];
    int32_t sums[N];
    uint16_t shorts[N];
    for (size_t i = 0; i < sizeof in; i++)
        in[i] = (uint8_t)random_u32(run);
    for (int i = 0; i < N; i++) {
        int sc = (in[i] ^ 128) - 128, us = in[2 * i] + 256 * in[2 * i + 1],
            s = (us ^ 32768) - 32768;
        sums[i] = sc * 3 + in[i + 1] * 5 + s * 7 + us * 11;
        bytes[3 * i] = (uint8_t)((sc + 256) / 2 - 128);
        bytes[3 * i + 1] = in[2 * i];
        bytes[3 * i + 2] = in[2 * i + 1];
        shorts[i] = (uint16_t)(s - sc);
    }
    void *d_in = give(run, in, sizeof in), *d_sums = room(run, sizeof sums);
    void *d_bytes = room(run, sizeof bytes), *d_shorts = room(run, sizeof shorts);
    launch(run, LINE(GROUPS, BLOCK), 0, ARGUMENTS(&d_in, &d_sums, &d_bytes, &d_shorts));
    want_i32(run, d_sums, sums, N);
    want_u8(run, d_bytes, bytes, 3 * N);
    want_u16(run, d_shorts, shorts, N);
}

static void wide(struct run *run)
{
    static uint32_t in[4 * N + 4], out[4 * N], threes[4 * N], dots[N];
    static double doubles[2 * N + 2], sums[2 * N];
    random_u32s(run, in, 4 * N + 4);
    random_u32s(run, threes, 4 * N); /* vectors of three are as long as vectors of four */
    for (int i = 0; i < 2 * N + 2; i++)
        doubles[i] = (int32_t)random_u32(run) * 0x1p-7;
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 4; k++)
            out[4 * i + k] = in[4 * i + 3 - k] * 3 + in[4 * i + 4 + k];
        for (int k = 0; k < 2; k++)
            sums[2 * i + k] = doubles[2 * i + 1 - k] + doubles[2 * i + 2 + k] * 2;
        dots[i] = threes[4 * i] * 5 - threes[4 * i + 1] * 7 + threes[4 * i + 2];
    }
    void *d_in = give(run, in, sizeof in), *d_out = room(run, sizeof out);
    void *d_doubles = give(run, doubles, sizeof doubles), *d_sums = room(run, sizeof sums);
    void *d_threes = give(run, threes, sizeof threes), *d_dots = room(run, sizeof dots);
    launch(run, LINE(GROUPS, BLOCK), 0,
           ARGUMENTS(&d_in, &d_out, &d_doubles, &d_sums, &d_threes, &d_dots));
    want_u32(run, d_out, out, 4 * N);
    want_f64(run, d_sums, sums, 2 * N);
    want_u32(run, d_dots, dots, N);
}

static void unaligned(struct run *run)
{
    static struct packed in[N], expected[N];
    for (int i = 0; i < N; i++) {
        in[i] = (struct packed){(char)random_u32(run), (int32_t)random_u32(run) / 4,
                                (short)random_u32(run), (int64_t)random_u64(run),
                                (int32_t)random_u32(run) * 0x1p-9};
        expected[i] = (struct packed){(char)(in[i].c + 1), in[i].i * 3, (short)-in[i].s,
                                      in[i].l ^ in[i].i, in[i].d / 2};
    }
    void *d_in = give(run, in, sizeof in), *out = room(run, sizeof expected);
    launch(run, LINE(GROUPS, BLOCK), 0, ARGUMENTS(&d_in, &out));
    want_u8(run, out, (const uint8_t *)expected, sizeof expected);
}

static const struct kernel_test tests[] = {
    {"structs", structs},     {"stack_arrays", stack_arrays},
    {"tables", tables},       {"globals", globals},
    {"narrow", narrow},       {"wide", wide},
    {"unaligned", unaligned}, {NULL, NULL},
};
const struct subject memory_subject = {"memory", tests};

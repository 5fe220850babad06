/* What tests/kernels/lds.hip must give. */
#include "harness.h"

#include <stdlib.h>

static void reduce(struct run *run)
{
    enum { GROUPS = 5, BLOCK = 203 }; /* the last wave has 11 lanes */
    static int32_t in[GROUPS * BLOCK], sums[GROUPS], maxima[GROUPS];
    for (int i = 0; i < GROUPS * BLOCK; i++) {
        in[i] = (int32_t)random_u32(run) / 1024;
        sums[i / BLOCK] += in[i];
        if (i % BLOCK == 0 || in[i] > maxima[i / BLOCK])
            maxima[i / BLOCK] = in[i];
    }
    void *d_in = give(run, in, sizeof in), *d_sums = room(run, sizeof sums);
    void *d_maxima = room(run, sizeof maxima);
    launch(run, LINE(GROUPS, BLOCK), 0, ARGUMENTS(&d_in, &d_sums, &d_maxima));
    want_i32(run, d_sums, sums, GROUPS);
    want_i32(run, d_maxima, maxima, GROUPS);
}

static void scan(struct run *run)
{
    enum { GROUPS = 3, BLOCK = 256 };
    static uint64_t in[GROUPS * BLOCK], expected[GROUPS * BLOCK];
    for (int i = 0; i < GROUPS * BLOCK; i++) {
        in[i] = random_u64(run);
        expected[i] = in[i] + (i % BLOCK ? expected[i - 1] : 0);
    }
    void *d_in = give(run, in, sizeof in), *out = room(run, sizeof expected);
    launch(run, LINE(GROUPS, BLOCK), 0, ARGUMENTS(&d_in, &out));
    want_u64(run, out, expected, GROUPS * BLOCK);
}

static void transpose(struct run *run)
{
    enum { ROWS = 48, COLUMNS = 64 };
    static uint32_t in[ROWS * COLUMNS], expected[ROWS * COLUMNS];
    random_u32s(run, in, ROWS * COLUMNS);
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLUMNS; c++)
            expected[c * ROWS + r] = in[r * COLUMNS + c];
    void *d_in = give(run, in, sizeof in), *out = room(run, sizeof expected);
    launch(run, (struct size){4, 3, 1}, (struct size){16, 16, 1}, 0, ARGUMENTS(&d_in, &out));
    want_u32(run, out, expected, ROWS * COLUMNS);
}

static int ascending(const void *left, const void *right)
{
    const uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return (a > b) - (a < b);
}

static void sort(struct run *run)
{
    enum { GROUPS = 3, KEYS = 1024 };
    static uint32_t keys[GROUPS * KEYS];
    uint32_t n = KEYS;
    random_u32s(run, keys, GROUPS * KEYS);
    void *data = give(run, keys, sizeof keys);
    for (int g = 0; g < GROUPS; g++)
        qsort(keys + g * KEYS, KEYS, sizeof *keys, ascending);
    launch(run, LINE(GROUPS, 160), sizeof keys / GROUPS, ARGUMENTS(&data, &n));
    want_u32(run, data, keys, GROUPS * KEYS);
}

static void pass_on(struct run *run)
{
    enum { GROUPS = 4, BLOCK = 150 };
    static int32_t in[GROUPS * BLOCK];
    static uint64_t expected[GROUPS * BLOCK];
    for (int i = 0; i < GROUPS * BLOCK; i++)
        in[i] = (int32_t)(random_u32(run) % 100000) - 50000;
    for (int i = 0; i < GROUPS * BLOCK; i++) {
        const int32_t *group = in + i / BLOCK * BLOCK;
        int me = i % BLOCK, back = (me + BLOCK - 1) % BLOCK;
        int64_t next = group[(me + 1) % BLOCK];
        int64_t links[3] = {group[back] + 1, group[back] + 2, group[back] + 3};
        if (back % 2)
            links[back % 3] = (uint8_t)group[me];
        expected[i] = (uint64_t)(next * 1000003 + (int16_t)(next * 5) * 101 + links[0] * 7 +
                                 links[1] * 11 + links[2] * 13);
    }
    void *d_in = give(run, in, sizeof in), *out = room(run, sizeof expected);
    launch(run, LINE(GROUPS, BLOCK), 0, ARGUMENTS(&d_in, &out));
    want_u64(run, out, expected, GROUPS * BLOCK);
}

static void matmul(struct run *run)
{
    enum { N = 64 };
    static float a[N * N], b[N * N], c[N * N];
    for (int i = 0; i < N * N; i++) { /* sums of integers, exact in any order */
        a[i] = (float)(int32_t)(random_u32(run) % 1001) - 500;
        b[i] = (float)(int32_t)(random_u32(run) % 401) - 150;
    }
    for (int i = 0; i < N * N; i++)
        for (int k = 0; k < N; k++)
            c[i] += a[i / N * N + k] * b[k * N + i % N];
    void *d_a = give(run, a, sizeof a), *d_b = give(run, b, sizeof b), *d_c = room(run, sizeof c);
    launch(run, (struct size){2, 2, 1}, (struct size){16, 16, 1}, 0, ARGUMENTS(&d_a, &d_b, &d_c));
    want_f32(run, d_c, c, N * N);
}

static const struct kernel_test tests[] = {
    {"reduce", reduce}, {"scan", scan},       {"transpose", transpose},
    {"sort", sort},     {"pass_on", pass_on}, {"matmul", matmul},
    {NULL, NULL},
};
const struct subject lds_subject = {"lds", tests};

/* What tests/kernels/atomics.hip must give. */
#include "harness.h"

#include <stdlib.h>

enum { GROUPS = 6, BLOCK = 130, N = GROUPS * BLOCK };

static int ascending(const void *left, const void *right)
{
    const uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

/* Each ticket was given once: sorted they are 0, step, 2 step, ... */
static void want_tickets(struct run *run, uint64_t *tickets, size_t n, uint64_t step)
{
    qsort(tickets, n, sizeof *tickets, ascending);
    for (size_t i = 0; i < n; i++)
        want_true(run, tickets[i] == i * step, "each ticket once", i);
}

/* Counters after every number went in; both widths share the arithmetic of 64 bits. */
static void count(int64_t c[9], const int64_t *in, uint64_t mask)
{
    const uint64_t start[9] = {0, 77, 5000, (uint64_t)-5000, 1u << 31, 3, (uint64_t)-1, 0, 12345};
    for (int k = 0; k < 9; k++)
        c[k] = (int64_t)start[k];
    for (int i = 0; in && i < N; i++) {
        int64_t x = in[i];
        uint64_t u = (uint64_t)x & mask;
        c[1] = (int64_t)((uint64_t)c[1] - (uint64_t)x); /* wraps */
        c[2] = x < c[2] ? x : c[2];
        c[3] = x > c[3] ? x : c[3];
        c[4] = u < (uint64_t)c[4] ? (int64_t)u : c[4];
        c[5] = u > (uint64_t)c[5] ? (int64_t)u : c[5];
        c[6] &= x | 0xff;
        c[7] |= x & 0xf0f;
        c[8] ^= x;
    }
}

static void global_atomics(struct run *run)
{
    int64_t wide[N], before[9], after[9];
    int32_t in[N], counters[9], expected[9];
    uint32_t tickets[N];
    uint64_t sorted[N];
    for (int i = 0; i < N; i++)
        wide[i] = in[i] = (int32_t)(random_u32(run) | 0x00100000);
    count(before, NULL, 0);
    count(after, wide, 0xffffffff);
    after[0] = 3 * N;
    for (int k = 0; k < 9; k++) {
        counters[k] = (int32_t)before[k];
        expected[k] = (int32_t)after[k];
    }
    void *d_in = give(run, in, sizeof in), *d_counters = give(run, counters, sizeof counters);
    void *d_tickets = room(run, sizeof tickets);
    launch(run, LINE(GROUPS, BLOCK), 0, ARGUMENTS(&d_in, &d_counters, &d_tickets));
    want_i32(run, d_counters, expected, 9);
    fetch(run, tickets, d_tickets, sizeof tickets);
    for (int i = 0; i < N; i++)
        sorted[i] = tickets[i];
    want_tickets(run, sorted, N, 3);
}

static void global_atomics64(struct run *run)
{
    int64_t in[N], counters[9], expected[9];
    uint64_t tickets[N];
    for (int i = 0; i < N; i++)
        in[i] = (int64_t)(random_u64(run) | 0x00100000);
    count(counters, NULL, 0);
    count(expected, in, UINT64_MAX);
    expected[0] = INT64_C(0x100000001) * N;
    void *d_in = give(run, in, sizeof in), *d_counters = give(run, counters, sizeof counters);
    void *d_tickets = room(run, sizeof tickets);
    launch(run, LINE(GROUPS, BLOCK), 0, ARGUMENTS(&d_in, &d_counters, &d_tickets));
    want_u64(run, d_counters, (const uint64_t *)expected, 9);
    fetch(run, tickets, d_tickets, sizeof tickets);
    want_tickets(run, tickets, N, 0x100000001);
}

static void swaps(struct run *run)
{
    uint32_t in[N], product = 1, expected = 1;
    uint64_t product64 = 1, expected64 = 1;
    int32_t head = -1, next[N], seen[N] = {0}, n = 0;
    random_u32s(run, in, N);
    void *d_in = give(run, in, sizeof in), *d_product = give(run, &product, sizeof product);
    void *d_product64 = give(run, &product64, sizeof product64);
    void *d_head = give(run, &head, sizeof head), *d_next = room(run, sizeof next);
    for (int i = 0; i < N; i++) {
        expected = (uint32_t)((uint64_t)expected * (in[i] % 65520 + 1) % 65521);
        expected64 *= 2 * in[i] + 1;
    }
    launch(run, LINE(GROUPS, BLOCK), 0,
           ARGUMENTS(&d_in, &d_product, &d_product64, &d_head, &d_next));
    want_u32(run, d_product, &expected, 1);
    want_u64(run, d_product64, &expected64, 1);
    fetch(run, &head, d_head, sizeof head);
    fetch(run, next, d_next, sizeof next);
    for (int at = head; at >= 0 && at < N && !seen[at]; at = next[at], n++)
        seen[at] = 1;
    want_true(run, n == N, "a list of all work-items", (size_t)n);
}

static void float_atomics(struct run *run)
{
    int32_t in[N];
    float sum[2] = {100, -50}, group_sums[GROUPS] = {0};
    double sum64[2] = {0.5, -1e6};
    for (int i = 0; i < N; i++)
        in[i] = (int32_t)(random_u32(run) % 4000) - 1500;
    void *d_in = give(run, in, sizeof in), *d_sum = give(run, sum, sizeof sum);
    void *d_sum64 = give(run, sum64, sizeof sum64), *d_groups = room(run, sizeof group_sums);
    for (int i = 0; i < N; i++) {
        sum[0] += (float)in[i];
        sum[1] += (float)(2 * in[i]);
        sum64[0] += in[i];
        sum64[1] = in[i] > sum64[1] ? in[i] : sum64[1];
        group_sums[i / BLOCK] += (float)in[i] * 1.5f;
    }
    launch(run, LINE(GROUPS, BLOCK), 0, ARGUMENTS(&d_in, &d_sum, &d_sum64, &d_groups));
    want_f32(run, d_sum, sum, 2);
    want_f64(run, d_sum64, sum64, 2);
    want_f32(run, d_groups, group_sums, GROUPS);
}

static void histogram(struct run *run)
{
    enum { BYTES = 5000 };
    uint8_t in[BYTES];
    uint32_t total[256] = {0}, largest = 0, n = BYTES;
    void *d_total = give(run, total, sizeof total);
    void *d_largest = give(run, &largest, sizeof largest);
    for (int i = 0; i < BYTES; i++) {
        in[i] = (uint8_t)(random_u32(run) % 250 & random_u32(run));
        total[in[i]]++;
        largest = in[i] > largest ? in[i] : largest;
    }
    void *d_in = give(run, in, sizeof in);
    launch(run, LINE(GROUPS, BLOCK), 0, ARGUMENTS(&d_in, &n, &d_total, &d_largest));
    want_u32(run, d_total, total, 256);
    want_u32(run, d_largest, &largest, 1);
}

static void lds_atomics(struct run *run)
{
    enum { LANES = 250 };
    int32_t in[LANES];
    uint32_t c[8] = {LANES, 5, 1000, (uint32_t)-1000, (uint32_t)-1, 0, 0, 1}, tickets[LANES];
    uint64_t d[4] = {UINT64_C(0x80000001) * LANES, UINT64_MAX, 1, 0}, sorted[LANES];
    for (int i = 0; i < LANES; i++) {
        const int32_t x = in[i] = (int32_t)(random_u32(run) | 0x00400000);
        const uint64_t shifted = (uint64_t)(int64_t)x << 20;
        c[1] -= (uint32_t)x;
        c[2] = x < (int32_t)c[2] ? (uint32_t)x : c[2];
        c[3] = x > (int32_t)c[3] ? (uint32_t)x : c[3];
        c[4] &= (uint32_t)x | 0x70;
        c[5] |= (uint32_t)x & 0x1234;
        c[6] ^= (uint32_t)x;
        c[7] *= 3;
        d[1] = shifted < d[1] ? shifted : d[1];
        d[2] = shifted > d[2] ? shifted : d[2];
        d[3] ^= (uint64_t)(int64_t)x;
    }
    void *d_in = give(run, in, sizeof in), *out = room(run, sizeof c), *out64 = room(run, sizeof d);
    void *d_tickets = room(run, sizeof tickets);
    launch(run, LINE(1, LANES), 0, ARGUMENTS(&d_in, &out, &out64, &d_tickets));
    want_u32(run, out, c, 8);
    want_u64(run, out64, d, 4);
    fetch(run, tickets, d_tickets, sizeof tickets);
    for (int i = 0; i < LANES; i++)
        sorted[i] = tickets[i];
    want_tickets(run, sorted, LANES, 1);
}

static const struct kernel_test tests[] = {
    {"global_atomics", global_atomics},
    {"global_atomics64", global_atomics64},
    {"swaps", swaps},
    {"float_atomics", float_atomics},
    {"histogram", histogram},
    {"lds_atomics", lds_atomics},
    {NULL, NULL},
};
const struct subject atomics_subject = {"atomics", tests};

/* Atomics on global memory and LDS; results that do not depend on the order, or are sets. */
#include "kernel.h"

#define FETCH(op, place, value, scope)                                                             \
    __hip_atomic_fetch_##op(place, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_##scope)

/* One counter for each operation; tickets[i] is what the add before it returned. */
KERNEL global_atomics(const int *in, int *counters, unsigned *tickets)
{
    unsigned i = global_x();
    int x = in[i];
    auto *u = (unsigned *)counters;
    tickets[i] = FETCH(add, &u[0], 3u, AGENT);
    FETCH(sub, &counters[1], x, AGENT);
    FETCH(min, &counters[2], x, AGENT);
    FETCH(max, &counters[3], x, AGENT);
    FETCH(min, &u[4], (unsigned)x, AGENT);
    FETCH(max, &u[5], (unsigned)x, AGENT);
    FETCH(and, &counters[6], x | 0xff, AGENT);
    FETCH(or, &counters[7], x & 0xf0f, AGENT);
    FETCH(xor, &counters[8], x, AGENT);
}

KERNEL global_atomics64(const long *in, long *counters, unsigned long *tickets)
{
    unsigned i = global_x();
    long x = in[i];
    auto *u = (unsigned long *)counters;
    tickets[i] = FETCH(add, &u[0], 0x100000001ul, AGENT);
    FETCH(sub, &counters[1], x, AGENT);
    FETCH(min, &counters[2], x, AGENT);
    FETCH(max, &counters[3], x, AGENT);
    FETCH(min, &u[4], (unsigned long)x, AGENT);
    FETCH(max, &u[5], (unsigned long)x, AGENT);
    FETCH(and, &counters[6], x | 0xff, AGENT);
    FETCH(or, &counters[7], x & 0xf0f, AGENT);
    FETCH(xor, &counters[8], x, AGENT);
}

/* A product modulo a prime by compare and swap; a list of all work-items by exchange. */
KERNEL swaps(const unsigned *in, unsigned *product, unsigned long *product64, int *head, int *next)
{
    unsigned i = global_x(),
             seen = __hip_atomic_load(product, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    while (!__hip_atomic_compare_exchange_strong(product, &seen, seen * (in[i] % 65520 + 1) % 65521,
                                                 __ATOMIC_RELAXED, __ATOMIC_RELAXED,
                                                 __HIP_MEMORY_SCOPE_AGENT)) {
    }
    unsigned long seen64 = *product64;
    while (!__hip_atomic_compare_exchange_weak(product64, &seen64, seen64 * (2 * in[i] + 1),
                                               __ATOMIC_RELAXED, __ATOMIC_RELAXED,
                                               __HIP_MEMORY_SCOPE_AGENT)) {
    }
    next[i] = __hip_atomic_exchange(head, (int)i, __ATOMIC_ACQ_REL, __HIP_MEMORY_SCOPE_AGENT);
}

/* Integers as floats: their sums are exact. */
KERNEL float_atomics(const int *in, float *sum, double *sum64, float *group_sums)
{
    SHARED static float lds_sum;
    SHARED static double lds_sum64;
    unsigned i = global_x();
    if (local_x() == 0)
        lds_sum = 0, lds_sum64 = 0;
    barrier();
    FETCH(add, &lds_sum, (float)in[i], WORKGROUP);
    FETCH(add, &lds_sum64, in[i] * 0.5, WORKGROUP);
    [[clang::atomic(no_remote_memory, no_fine_grained_memory)]]
    {
        FETCH(add, sum, (float)in[i], AGENT);
        FETCH(add, sum64, (double)in[i], AGENT);
        FETCH(max, &sum64[1], (double)in[i], AGENT);
    }
    FETCH(add, &sum[1], (float)(2 * in[i]), AGENT);
    barrier();
    if (local_x() == 0)
        group_sums[__builtin_amdgcn_workgroup_id_x()] = lds_sum + (float)lds_sum64;
}

/* Each workgroup counts bytes in LDS and adds its counts to the total; the largest byte is kept
 * too. */
KERNEL histogram(const unsigned char *in, unsigned n, unsigned *total, unsigned *largest)
{
    SHARED static unsigned bins[256];
    SHARED static unsigned most;
    unsigned me = local_x(), size = __builtin_amdgcn_workgroup_size_x();
    for (unsigned k = me; k < 256; k += size)
        bins[k] = 0;
    if (me == 0)
        most = 0;
    barrier();
    for (unsigned k = global_x(); k < n; k += __builtin_amdgcn_grid_size_x()) {
        FETCH(add, &bins[in[k]], 1u, WORKGROUP);
        FETCH(max, &most, (unsigned)in[k], WORKGROUP);
    }
    barrier();
    for (unsigned k = me; k < 256; k += size)
        FETCH(add, &total[k], bins[k], AGENT);
    if (me == 0)
        FETCH(max, largest, most, AGENT);
}

/* The operations of LDS that the histogram does not use, each returning what was there. */
KERNEL lds_atomics(const int *in, int *out, unsigned long *out64, unsigned *tickets)
{
    SHARED static int c[8];
    SHARED static unsigned long d[4];
    unsigned i = local_x();
    if (i == 0) {
        c[0] = 0, c[1] = 5, c[2] = 1000, c[3] = -1000, c[4] = -1, c[5] = 0, c[6] = 0, c[7] = 1;
        d[0] = 0, d[1] = ~0ul, d[2] = 1, d[3] = 0;
    }
    barrier();
    tickets[i] = (unsigned)FETCH(add, &c[0], 1, WORKGROUP);
    FETCH(sub, &c[1], in[i], WORKGROUP);
    FETCH(min, &c[2], in[i], WORKGROUP);
    FETCH(max, &c[3], in[i], WORKGROUP);
    FETCH(and, &c[4], in[i] | 0x70, WORKGROUP);
    FETCH(or, &c[5], in[i] & 0x1234, WORKGROUP);
    FETCH(xor, &c[6], in[i], WORKGROUP);
    int seen = c[7];
    while (!__hip_atomic_compare_exchange_strong(&c[7], &seen, seen * 3, __ATOMIC_RELAXED,
                                                 __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP)) {
    }
    FETCH(add, &d[0], 0x80000001ul, WORKGROUP);
    FETCH(min, &d[1], (unsigned long)in[i] << 20, WORKGROUP);
    FETCH(max, &d[2], (unsigned long)in[i] << 20, WORKGROUP);
    FETCH(xor, &d[3], (unsigned long)(long)in[i], WORKGROUP);
    barrier();
    if (i < 8)
        out[i] = c[i];
    if (i < 4)
        out64[i] = d[i];
}

#include "peak.h"

#include <stdint.h>
#include <string.h>

#include "clock.h"

enum { ROUNDS = 1 << 20, COPY_BYTES = 4096 };

typedef float floats4 __attribute__((vector_size(16)));
#ifdef __x86_64__
typedef float floats8 __attribute__((vector_size(32)));
typedef float floats16 __attribute__((vector_size(64)));
#endif

/* Sums are read at the end, so that no chain can be left out. The factor halves, so they stay near
 * 2. */
#define DEFINE_CHAINS(name, vector, attributes)                                                    \
    attributes static float name(float factor, float addend)                                       \
    {                                                                                              \
        vector sum[PEAK_CHAINS], f = (vector){0} + factor, c = (vector){0} + addend;               \
        for (int n = 0; n < PEAK_CHAINS; n++)                                                      \
            sum[n] = c + (float)n;                                                                 \
        for (int round = 0; round < ROUNDS; round++)                                               \
            for (int n = 0; n < PEAK_CHAINS; n++)                                                  \
                sum[n] = sum[n] * f + c;                                                           \
        for (int n = 1; n < PEAK_CHAINS; n++)                                                      \
            sum[0] += sum[n];                                                                      \
        return sum[0][0];                                                                          \
    }

DEFINE_CHAINS(chains4, floats4, )
#ifdef __x86_64__
DEFINE_CHAINS(chains8, floats8, __attribute__((target("avx2,fma"))))
DEFINE_CHAINS(chains16, floats16, __attribute__((target("avx512f"))))
#endif

struct peak peak_find(void)
{
#ifdef __x86_64__
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f"))
        return (struct peak){"AVX-512", 16};
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return (struct peak){"AVX2", 8};
    return (struct peak){"SSE2, a product and a sum as one FMA", 4};
#else
    return (struct peak){"128-bit vector", 4};
#endif
}

double peak_fmas(void)
{
    static volatile float sink;
    int lanes = peak_find().lanes;
    struct seconds start = clock_now();
#ifdef __x86_64__
    sink = lanes == 16 ? chains16(0.5f, 1) : lanes == 8 ? chains8(0.5f, 1) : chains4(0.5f, 1);
#else
    sink = chains4(0.5f, 1);
#endif
    (void)sink;
    return (double)ROUNDS * PEAK_CHAINS * lanes / clock_since(start).cpu;
}

double peak_copy_bytes(void)
{
    enum { COPIES = 1 << 18 };
    static _Alignas(64) uint8_t from[COPY_BYTES], to[COPY_BYTES];
    struct seconds start = clock_now();
    for (int n = 0; n < COPIES; n++) {
        memcpy(to, from, COPY_BYTES);
        __asm__ volatile("" ::"r"(from), "r"(to) : "memory"); /* each copy is made */
    }
    return 2.0 * COPIES * COPY_BYTES / clock_since(start).cpu;
}

/* What one core of this machine can do at most: the limit that the emulator's rates stand beside.
 */
#ifndef BENCH_PEAK_H
#define BENCH_PEAK_H

/* Independent sums: more than latency times units of any core so far (4 cycles, 2 units), and few
 * enough for 16 registers. */
enum { PEAK_CHAINS = 12 };

struct peak {
    const char *vectors; /* which instructions: "AVX-512" */
    int lanes;           /* floats of a vector */
};

/* The widest that this processor has. */
struct peak peak_find(void);

/* f32 fused multiply-adds a second of processor time on one core: independent chains of vector FMAs
 * in registers, for about 20 ms. Where there is no FMA, a multiplication and an addition count as
 * one. */
double peak_fmas(void);

/* Bytes a second, read and written counted each, of copying 4 KiB within the first-level cache. */
double peak_copy_bytes(void);

#endif

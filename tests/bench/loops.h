/* How fast the emulator runs a loop: the kernels of loops.hip, launched through HIP. */
#ifndef BENCH_LOOPS_H
#define BENCH_LOOPS_H

#include "clock.h"

/* The last two are one kernel, in the emulator's two arithmetics. */
enum loop { FMA_LOOP, LDS_LOOP, SMFMAC_MI300_LOOP, SMFMAC_FMA_LOOP, N_LOOPS };

/* What the emulator counted in one launch, and how long that took: processor time of all threads.
 */
struct loop_run {
    double instructions, smfmacs, lds_bytes;
    struct seconds seconds;
};

struct loops; /* a module, its buffers and how long its loops are */

/* `code_object` is the path of loops.co. */
struct loops *loops_create(const char *code_object);
void loops_destroy(struct loops *loops);

/* One launch of one loop on `n_cores` threads of the emulator, long enough to be timed. */
struct loop_run loops_run(struct loops *loops, enum loop which, int n_cores);

#endif

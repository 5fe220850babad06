/* Values that move between the lanes of a wave. */
#include "kernel.h"

/* out[lane + 64 k]: pull by any lane number (it wraps at 64), push by a permutation. */
KERNEL permutes(const int *in, int *out)
{
    int lane = (int)local_x();
    out[lane] = __builtin_amdgcn_ds_bpermute(4 * in[lane], 1000 + lane);
    out[lane + 64] = __builtin_amdgcn_ds_permute(4 * (lane * 37 + 11), 2000 + lane);
    int sum = in[lane];
    for (int mask = 32; mask; mask >>= 1) /* a butterfly: every lane has the sum */
        sum += __builtin_amdgcn_ds_bpermute(4 * (lane ^ mask), sum);
    out[lane + 128] = sum;
}

KERNEL readlanes(const int *in, int *out, int chosen)
{
    int lane = (int)local_x(), value = in[lane];
    out[lane] = __builtin_amdgcn_readlane(value, 17);
    out[lane + 64] =
        __builtin_amdgcn_readlane(value, chosen) + __builtin_amdgcn_readfirstlane(value);
    int written = value; /* clang has no builtin for it */
    asm("v_writelane_b32 %0, %1, 23"
        : "+v"(written)
        : "s"(__builtin_amdgcn_readfirstlane(chosen * 5)));
    out[lane + 128] = written;
    int first = -1;
    if (lane % 7 == 3) /* the first active lane is 3 */
        first = __builtin_amdgcn_readfirstlane(value * 2);
    out[lane + 192] = first;
    int sum = 0; /* every lane once, in the order of a loop over what is left */
    bool left = lane % 3 == 0;
    while (__builtin_amdgcn_ballot_w64(left)) {
        int next = __builtin_ctzll(__builtin_amdgcn_ballot_w64(left));
        sum = sum * 3 + __builtin_amdgcn_readlane(value, next);
        left = left && lane != next;
    }
    out[lane + 256] = sum;
}

#define DPP(n, control, rows, banks, bound)                                                        \
    out[lane + 64 * n] = __builtin_amdgcn_update_dpp(-1 - lane, value, control, rows, banks, bound);

/* One control a slot; tests/hip/lanes.c has the same list. */
KERNEL dpp(const int *in, int *out)
{
    int lane = (int)local_x(), value = in[lane];
#include "dpp_controls.h"
}

/* The same with a third of the lanes off: what they hold is not to be had. */
KERNEL dpp_partial(const int *in, int *out)
{
    int lane = (int)local_x(), value = in[lane];
    if (lane % 3 == 1)
        return;
#include "dpp_controls.h"
}
#undef DPP

/* Sum of a wave by the row shifts and broadcasts of the reduction that compilers emit. */
KERNEL dpp_sum(const int *in, int *out)
{
    int sum = in[local_x()];
    sum += __builtin_amdgcn_update_dpp(0, sum, 0x111, 15, 15, false); /* row_shr:1 */
    sum += __builtin_amdgcn_update_dpp(0, sum, 0x112, 15, 15, false);
    sum += __builtin_amdgcn_update_dpp(0, sum, 0x114, 15, 15, false);
    sum += __builtin_amdgcn_update_dpp(0, sum, 0x118, 15, 15, false);
    sum += __builtin_amdgcn_update_dpp(0, sum, 0x142, 10, 15, false); /* row_bcast:15 */
    sum += __builtin_amdgcn_update_dpp(0, sum, 0x143, 12, 15, false); /* row_bcast:31 */
    out[local_x()] = sum;
}

/* and | or << 5 | xor << 10 over 32 lanes; 0x8000 | four lane numbers over four. */
KERNEL swizzle(const int *in, int *out)
{
    int lane = (int)local_x(), value = in[lane];
    out[lane] = __builtin_amdgcn_ds_swizzle(value, 0x041f);
    out[lane + 64] = __builtin_amdgcn_ds_swizzle(value, 0x7c1f);
    out[lane + 128] = __builtin_amdgcn_ds_swizzle(value, 0x18 | 5 << 5 | 2 << 10);
    out[lane + 192] = __builtin_amdgcn_ds_swizzle(value, 0x8000 | 2 | 0 << 2 | 3 << 4 | 0 << 6);
}

KERNEL votes(const int *in, unsigned long *out, unsigned *ranks)
{
    int lane = (int)local_x(), value = in[lane];
    unsigned long odd = __builtin_amdgcn_ballot_w64(value & 1);
    out[lane] = odd;
    out[lane + 64] = __builtin_amdgcn_ballot_w64(value > 100 && value % 3 == 0);
    out[lane + 128] = __builtin_amdgcn_read_exec();
    out[lane + 192] = 0;
    if (value & 1) /* only the odd ones vote */
        out[lane + 192] = __builtin_amdgcn_ballot_w64(value % 5 < 2);
    unsigned rank = __builtin_amdgcn_mbcnt_lo((unsigned)odd, 5);
    ranks[lane] = __builtin_amdgcn_mbcnt_hi((unsigned)(odd >> 32), rank);
}

/* What tests/kernels/lanes.hip must give: one wave each. */
#include "harness.h"

enum { LANES = 64 };

static void permutes(struct run *run)
{
    int32_t in[LANES], expected[3 * LANES], sum = 0;
    for (int lane = 0; lane < LANES; lane++) {
        in[lane] = (int32_t)(random_u32(run) % 100000);
        expected[lane] = 1000 + in[lane] % LANES;
        expected[LANES + (lane * 37 + 11) % LANES] = 2000 + lane;
        sum += in[lane];
    }
    for (int lane = 0; lane < LANES; lane++)
        expected[2 * LANES + lane] = sum;
    void *d_in = give(run, in, sizeof in), *out = room(run, sizeof expected);
    launch(run, LINE(1, LANES), 0, ARGUMENTS(&d_in, &out));
    want_i32(run, out, expected, 3 * LANES);
}

static void readlanes(struct run *run)
{
    uint32_t in[LANES], expected[5 * LANES], sum = 0, chosen = 41;
    random_u32s(run, in, LANES);
    for (int lane = 0; lane < LANES; lane += 3)
        sum = sum * 3 + in[lane];
    for (int lane = 0; lane < LANES; lane++) {
        expected[lane] = in[17];
        expected[lane + LANES] = in[chosen] + in[0];
        expected[lane + 2 * LANES] = lane == 23 ? chosen * 5 : in[lane];
        expected[lane + 3 * LANES] = lane % 7 == 3 ? 2 * in[3] : UINT32_MAX;
        expected[lane + 4 * LANES] = sum;
    }
    void *d_in = give(run, in, sizeof in), *out = room(run, sizeof expected);
    launch(run, LINE(1, LANES), 0, ARGUMENTS(&d_in, &out, &chosen));
    want_u32(run, out, expected, 5 * LANES);
}

/* The lane that `lane` reads under a DPP control, -1 where there is none (CDNA3 ISA guide, "Data
 * Parallel Processing"; row_newbcast: LLVM AMDGPU operand syntax, gfx90a). */
static int dpp_source(unsigned control, int lane)
{
    const int row = lane / 16 * 16, in_row = lane % 16, n = (int)control & 15;
    if (control < 0x100)
        return lane / 4 * 4 + (int)(control >> (lane % 4 * 2) & 3);
    switch (control & ~15u) {
    case 0x100:
        return in_row + n < 16 ? lane + n : -1;
    case 0x110:
        return in_row >= n ? lane - n : -1;
    case 0x120:
        return row + (in_row + 16 - n) % 16;
    case 0x150:
        return row + n;
    default:
        break;
    }
    switch (control) {
    case 0x130:
        return lane < 63 ? lane + 1 : -1;
    case 0x134:
        return (lane + 1) % LANES;
    case 0x138:
        return lane - 1;
    case 0x13c:
        return (lane + 63) % LANES;
    case 0x140:
        return row + 15 - in_row;
    case 0x141:
        return lane / 8 * 8 + 7 - lane % 8;
    case 0x142:
        return row - 1;
    default:
        return lane / 32 * 32 - 1; /* 0x143 */
    }
}

static const struct dpp {
    unsigned control, rows, banks;
    int zero; /* what has no source reads 0 and is written */
} dpps[] = {
#define false 0
#define true 1
#define DPP(slot, control, rows, banks, bound) [slot] = {control, rows, banks, bound},
#include "../kernels/dpp_controls.h"
#undef DPP
};
enum { N_DPP = sizeof dpps / sizeof *dpps };

static uint32_t dpp_result(const struct dpp *d, int lane, const uint32_t *in, uint64_t exec)
{
    const uint32_t old = (uint32_t)(-1 - lane);
    int source = dpp_source(d->control, lane);
    if (!(d->rows >> (lane / 16) & 1) || !(d->banks >> (lane % 16 / 4) & 1))
        return old;
    if (source < 0 || !(exec >> source & 1))
        return d->zero ? 0 : old;
    return in[source];
}

static void dpp_under(struct run *run, uint64_t exec)
{
    static uint32_t in[LANES], expected[N_DPP * LANES];
    random_u32s(run, in, LANES);
    for (int lane = 0; lane < LANES; lane++)
        for (int k = 0; k < N_DPP; k++)
            expected[k * LANES + lane] =
                exec >> lane & 1 ? dpp_result(&dpps[k], lane, in, exec) : 0xa5a5a5a5;
    void *d_in = give(run, in, sizeof in), *out = room(run, sizeof expected);
    launch(run, LINE(1, LANES), 0, ARGUMENTS(&d_in, &out));
    want_u32(run, out, expected, N_DPP * LANES);
}

static void dpp(struct run *run) { dpp_under(run, UINT64_MAX); }

static void dpp_partial(struct run *run)
{
    uint64_t exec = 0;
    for (int lane = 0; lane < LANES; lane++)
        exec |= (uint64_t)(lane % 3 != 1) << lane;
    dpp_under(run, exec);
}

/* Each lane has the sum up to itself: shifts scan a row, broadcasts carry to the rows behind. */
static void dpp_sum(struct run *run)
{
    uint32_t in[LANES], expected[LANES], sum = 0;
    random_u32s(run, in, LANES);
    for (int lane = 0; lane < LANES; lane++)
        expected[lane] = sum += in[lane];
    void *d_in = give(run, in, sizeof in), *out = room(run, sizeof expected);
    launch(run, LINE(1, LANES), 0, ARGUMENTS(&d_in, &out));
    want_u32(run, out, expected, LANES);
}

static void swizzle(struct run *run)
{
    static const int quad[4] = {2, 0, 3, 0};
    uint32_t in[LANES], expected[4 * LANES];
    random_u32s(run, in, LANES);
    for (int lane = 0; lane < LANES; lane++) {
        const int half = lane / 32 * 32, l = lane % 32;
        expected[lane] = in[half + (l ^ 1)];
        expected[lane + LANES] = in[half + 31 - l];
        expected[lane + 2 * LANES] = in[half + (((l & 0x18) | 5) ^ 2)];
        expected[lane + 3 * LANES] = in[lane / 4 * 4 + quad[lane % 4]];
    }
    void *d_in = give(run, in, sizeof in), *out = room(run, sizeof expected);
    launch(run, LINE(1, LANES), 0, ARGUMENTS(&d_in, &out));
    want_u32(run, out, expected, 4 * LANES);
}

static void votes(struct run *run)
{
    int32_t in[LANES];
    uint64_t expected[4 * LANES], odd = 0, large = 0, few = 0;
    uint32_t ranks[LANES], rank = 5;
    for (int lane = 0; lane < LANES; lane++) {
        in[lane] = (int32_t)(random_u32(run) % 1000);
        ranks[lane] = rank;
        rank += in[lane] % 2;
        odd |= (uint64_t)(in[lane] % 2) << lane;
        large |= (uint64_t)(in[lane] > 100 && in[lane] % 3 == 0) << lane;
        few |= (uint64_t)(in[lane] % 2 && in[lane] % 5 < 2) << lane;
    }
    for (int lane = 0; lane < LANES; lane++) {
        expected[lane] = odd;
        expected[lane + LANES] = large;
        expected[lane + 2 * LANES] = UINT64_MAX;
        expected[lane + 3 * LANES] = in[lane] % 2 ? few : 0;
    }
    void *d_in = give(run, in, sizeof in), *out = room(run, sizeof expected);
    void *d_ranks = room(run, sizeof ranks);
    launch(run, LINE(1, LANES), 0, ARGUMENTS(&d_in, &out, &d_ranks));
    want_u64(run, out, expected, 4 * LANES);
    want_u32(run, d_ranks, ranks, LANES);
}

static const struct kernel_test tests[] = {
    {"permutes", permutes}, {"readlanes", readlanes},
    {"dpp", dpp},           {"dpp_partial", dpp_partial},
    {"dpp_sum", dpp_sum},   {"swizzle", swizzle},
    {"votes", votes},       {NULL, NULL},
};
const struct subject lanes_subject = {"lanes", tests};

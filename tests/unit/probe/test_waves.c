/* What the recovery's experiments rest on: the patterns of idx, and the schedule of hot slots. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "probe/recovery.h"

static uint32_t way_of(int idx_bit)
{
    uint32_t ones = 0;
    for (int p = 0; p < N_PATTERNS; p++)
        ones |= (uint32_t)pattern_bit(&patterns[p], idx_bit) << p;
    return ones;
}

static int compare(const void *left, const void *right)
{
    const uint32_t *l = left, *r = right;
    return (*l > *r) - (*l < *r);
}

Test(probe_waves, patterns_hold_legal_nibbles_alone)
{
    for (int p = 0; p < N_PATTERNS; p++) {
        unsigned n0 = patterns[p].nibble_0, n1 = patterns[p].nibble_1;
        cr_expect(n0 < 16 && (n0 & 3) < n0 >> 2, "pattern %d: %X", p, n0);
        cr_expect(n1 < 16 && (n1 & 3) < n1 >> 2, "pattern %d: %X", p, n1);
    }
}

/* Else an A slot could be explained by another bit than the one it obeys. */
Test(probe_waves, no_index_bit_does_what_another_or_two_others_do)
{
    static uint32_t way[N_IDX_BITS], sorted[N_IDX_BITS];
    const uint32_t all = (UINT32_C(1) << N_PATTERNS) - 1;
    for (int bit = 0; bit < N_IDX_BITS; bit++)
        sorted[bit] = way[bit] = way_of(bit);
    qsort(sorted, N_IDX_BITS, sizeof *sorted, compare);
    for (int bit = 1; bit < N_IDX_BITS; bit++)
        cr_assert_neq(sorted[bit - 1], sorted[bit], "two bits are alike");
    for (int x = 0; x < N_IDX_BITS; x++)
        for (int y = 0; y <= x; y++) {
            uint32_t either = way[x] ^ way[y], neither = ~either & all;
            cr_assert_null(bsearch(&either, sorted, N_IDX_BITS, sizeof *sorted, compare),
                           "bits %d and %d make a third", x, y);
            if (x != y)
                cr_assert_null(bsearch(&neither, sorted, N_IDX_BITS, sizeof *sorted, compare),
                               "bits %d and %d make a third", x, y);
        }
}

/* Rows dealt out at random: lanes hold slots of many rows, some of the same row twice. */
static void deal_rows(struct recovery *r, unsigned seed)
{
    srand(seed);
    for (int a = 0; a < r->n_a; a++)
        r->row_of_a[a] = (uint8_t)(a % r->insn->m);
    for (int a = r->n_a - 1; a > 0; a--) {
        int b = rand() % (a + 1);
        uint8_t row = r->row_of_a[a];
        r->row_of_a[a] = r->row_of_a[b];
        r->row_of_a[b] = row;
    }
}

Test(probe_waves, a_turn_has_one_hot_slot_of_each_row_and_no_two_in_a_lane)
{
    static struct recovery r;
    for (int id = 0; id < ISA_N_SMFMAC; id++)
        for (unsigned seed = 0; seed < 20; seed++) {
            r.insn = &isa_smfmacs[id];
            r.n_a = r.insn->m * r.insn->k / 2;
            deal_rows(&r, seed);
            schedule_make(&r);
            bool was_hot[MAX_A_SLOTS] = {false};
            cr_assert_eq(r.n_turns, r.insn->k / 2);
            for (int turn = 0; turn < r.n_turns; turn++) {
                bool lane_used[ISA_LANES] = {false};
                for (int row = 0; row < r.insn->m; row++) {
                    int a = r.hot[turn][row];
                    cr_assert_lt(a, r.n_a, "turn %d has no slot of row %d", turn, row);
                    int lane = a / isa_a_elements(r.insn);
                    cr_assert_eq(r.row_of_a[a], row, "slot %d is not of row %d", a, row);
                    cr_assert_not(was_hot[a], "slot %d is hot twice", a);
                    cr_assert_not(lane_used[lane], "two hot slots in lane %d", lane);
                    was_hot[a] = lane_used[lane] = true;
                }
            }
        }
}

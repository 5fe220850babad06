/* Which index bits steer each A slot.
 *
 * Under the 24 patterns every index bit goes its own way, known since the plans wrote it. An A slot
 * meets four rows of B; where it met two of them is one bit's way, where it met another two is the
 * other bit's. The row that both share is selector 3, the one that neither has is selector 0. Which
 * of the two bits is the low one cannot be seen (FACTS: bits inside a selector against rows 1 and 2
 * of B): the row of the lower B slot is called 1.
 */
#include <stdlib.h>
#include <string.h>

#include "probe/recovery.h"

_Static_assert(N_PATTERNS <= 32, "the ways of a bit under all patterns fit one word");

/* An index bit and its way: bit p is what pattern p writes into it. */
struct way {
    uint32_t ones;
    int idx_bit;
};

static int compare_ways(const void *left, const void *right)
{
    const struct way *l = left, *r = right;
    return (l->ones > r->ones) - (l->ones < r->ones);
}

static void list_ways(struct way ways[N_IDX_BITS])
{
    for (int bit = 0; bit < N_IDX_BITS; bit++) {
        ways[bit] = (struct way){.idx_bit = bit};
        for (int p = 0; p < N_PATTERNS; p++)
            ways[bit].ones |= (uint32_t)pattern_bit(&patterns[p], bit) << p;
    }
    qsort(ways, N_IDX_BITS, sizeof *ways, compare_ways);
}

/* One of an A slot's two bits: it is set where rows `with` of the group are met (as a set of 1 << n
 * for the n-th row of the group). */
struct steering {
    int idx_bit;
    unsigned with;
};

/* Tries all ways to part the four rows in two and two, lower rows first; returns how many bits
 * explain one. */
static int explain(const struct recovery *r, const struct way *ways, int a, struct steering *found)
{
    uint32_t met[4] = {0};
    const uint8_t *depth = r->group_depth[r->group_of_a[a]];
    for (int p = 0; p < N_PATTERNS; p++)
        for (int n = 0; n < 4; n++)
            if (r->depth_of_b[r->reached[p][a]] == depth[n])
                met[n] |= 1u << p;
    int n_found = 0;
    for (int n = 0; n < 4; n++)
        for (int m = n + 1; m < 4; m++) {
            struct way key = {.ones = met[n] | met[m]};
            const struct way *way = bsearch(&key, ways, N_IDX_BITS, sizeof key, compare_ways);
            if (way)
                found[n_found++] = (struct steering){way->idx_bit, 1u << n | 1u << m};
        }
    return n_found;
}

static int only(unsigned set) { return __builtin_ctz(set); }

/* The rows of B that selectors 0..3 mean, for which `x` is the low bit. */
static void meaning(struct steering x, struct steering y, int row_of[4])
{
    row_of[0] = only(0xf & ~(x.with | y.with));
    row_of[1] = only(x.with & ~y.with);
    row_of[2] = only(y.with & ~x.with);
    row_of[3] = only(x.with & y.with);
}

static enum status note_meaning(struct recovery *r, int a, const int row_of[4], int *first_a,
                                struct error *err)
{
    const uint8_t *depth = r->group_depth[r->group_of_a[a]];
    for (int selector = 0; selector < 4; selector++) {
        int k = depth[row_of[selector]];
        if (*first_a == NONE)
            r->selector_of_depth[k] = (uint8_t)selector;
        else if (r->selector_of_depth[k] != selector)
            return error_set(err, STATUS_DIFFERS,
                             "A %s meets B %s with selector %d, A %s of its K group with %d",
                             a_text(r, a).s, b_text(r, r->b_at[k][0]).s, selector,
                             a_text(r, *first_a).s, r->selector_of_depth[k]);
    }
    if (*first_a == NONE)
        *first_a = a;
    return STATUS_OK;
}

static enum status note_use(const struct recovery *r, int a, int idx_bit, uint16_t *user,
                            struct error *err)
{
    if (user[idx_bit] != NONE)
        return error_set(err, STATUS_DIFFERS, "idx %s steers both A %s and A %s",
                         idx_text(idx_bit).s, a_text(r, user[idx_bit]).s, a_text(r, a).s);
    user[idx_bit] = (uint16_t)a;
    return STATUS_OK;
}

/* The two bits of one A slot. A map names one lane for both. */
static enum status steer(struct recovery *r, const struct way *ways, int a, int *first_a,
                         uint16_t *user, struct error *err)
{
    struct steering found[6];
    int n_found = explain(r, ways, a, found);
    if (n_found == 0)
        return error_set(err, STATUS_DIFFERS,
                         "no two index bits explain which B slots A %s meets under which idx",
                         a_text(r, a).s);
    if (n_found != 2 || found[0].idx_bit == found[1].idx_bit)
        return error_set(err, STATUS_DIFFERS,
                         "A %s is steered by idx %s, but by no second bit beside it",
                         a_text(r, a).s, idx_text(found[0].idx_bit).s);
    struct steering low = found[0], high = found[1]; /* in the order of their rows */
    int row_of[4];
    meaning(low, high, row_of);
    r->low_bit[a] = (uint16_t)low.idx_bit;
    r->high_bit[a] = (uint16_t)high.idx_bit;
    if (low.idx_bit / ISA_VGPR_BITS != high.idx_bit / ISA_VGPR_BITS)
        return error_set(err, STATUS_DIFFERS,
                         "A %s is steered by idx bits of two lanes, %s and %s, which no layout "
                         "can name",
                         a_text(r, a).s, idx_text(low.idx_bit).s, idx_text(high.idx_bit).s);
    enum status status = note_meaning(r, a, row_of, first_a, err);
    if (status == STATUS_OK)
        status = note_use(r, a, low.idx_bit, user, err);
    if (status == STATUS_OK)
        status = note_use(r, a, high.idx_bit, user, err);
    return status;
}

enum status steer_find(struct recovery *r, struct error *err)
{
    struct way ways[N_IDX_BITS];
    uint16_t user[N_IDX_BITS]; /* the A slot that obeys an index bit */
    int first_a[MAX_GROUPS];   /* the A slot that first told the meanings of selectors */
    list_ways(ways);
    memset(user, 0xff, sizeof user);
    for (int g = 0; g < MAX_GROUPS; g++)
        first_a[g] = NONE;
    enum status status = STATUS_OK;
    for (int a = 0; a < r->n_a && status == STATUS_OK; a++)
        status = steer(r, ways, a, &first_a[r->group_of_a[a]], user, err);
    return status;
}

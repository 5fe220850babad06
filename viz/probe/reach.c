/* Which B slot each A slot meets, in every column, under a pattern of idx.
 *
 * One wave has one hot A slot of every row, so a D slot is one product, 1 times a B value: a digit
 * of that B slot's number, plus one.
 */
#include <string.h>

#include "probe/forest.h"
#include "probe/recovery.h"

static int bits_of_b(const struct recovery *r)
{
    int bits = 0;
    while (1 << bits < r->n_b)
        bits++;
    return bits;
}

static struct digits all_digits(const struct recovery *r)
{
    struct digits digits = {0};
    for (int shift = 0; shift < bits_of_b(r); shift += r->digit_bits)
        digits.shift[digits.n++] = shift;
    return digits;
}

static int digit(const struct recovery *r, int b, int shift)
{
    return b >> shift & ((1 << r->digit_bits) - 1);
}

/* Whether some column's candidates for two rows of B differ in the digit at `shift`. */
static bool tells_apart(const struct recovery *r, int shift, int depth_1, int depth_2)
{
    for (int c = 0; c < r->insn->n; c++)
        if (digit(r, r->b_at[depth_1][c], shift) != digit(r, r->b_at[depth_2][c], shift))
            return true;
    return false;
}

enum { PAIRS_A_GROUP = 6 };
static const uint8_t pair_of[PAIRS_A_GROUP][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};

/* The shift that tells most of the still confused pairs apart; marks them. */
static int best_shift(const struct recovery *r, bool *told, int n_pairs)
{
    int best = 0, best_count = -1;
    for (int shift = 0; shift < bits_of_b(r); shift++) {
        int count = 0;
        for (int p = 0; p < n_pairs; p++) {
            const uint8_t *depth = r->group_depth[p / PAIRS_A_GROUP];
            const uint8_t *pair = pair_of[p % PAIRS_A_GROUP];
            count += !told[p] && tells_apart(r, shift, depth[pair[0]], depth[pair[1]]);
        }
        if (count > best_count) {
            best = shift;
            best_count = count;
        }
    }
    for (int p = 0; p < n_pairs; p++) {
        const uint8_t *depth = r->group_depth[p / PAIRS_A_GROUP];
        const uint8_t *pair = pair_of[p % PAIRS_A_GROUP];
        told[p] |= tells_apart(r, best, depth[pair[0]], depth[pair[1]]);
    }
    return best;
}

/* Digits that tell the four rows of B of every K group apart, by greedy choice: usually one. */
static struct digits fewest_digits(const struct recovery *r)
{
    struct digits digits = {0};
    bool told[MAX_GROUPS * PAIRS_A_GROUP] = {false};
    int n_pairs = isa_k_groups(r->insn) * PAIRS_A_GROUP;
    for (int p = 0; p < n_pairs; p++)
        while (!told[p])
            digits.shift[digits.n++] = best_shift(r, told, n_pairs);
    return digits;
}

static enum status run_patterns(struct recovery *r, int first, int n, const struct digits *digits,
                                struct launch *launch, struct error *err)
{
    enum status status = launch_init(r, n * r->n_turns * digits->n, launch, err);
    if (status != STATUS_OK)
        return status;
    for (int p = first; p < first + n; p++)
        for (int turn = 0; turn < r->n_turns; turn++)
            for (int i = 0; i < digits->n; i++) {
                struct probe_plan *plan = launch_add(r, launch);
                plan_pattern(plan, &patterns[p]);
                plan_digit(r, plan, digits->shift[i]);
                for (int row = 0; row < r->insn->m; row++)
                    plan_heat(r, plan, r->hot[turn][row]);
            }
    status = launch_run(r, launch, err);
    if (status != STATUS_OK)
        launch_free(launch);
    return status;
}

/* The B slot whose digits came out at D slot `d` of waves wave .. wave + n - 1. */
static enum status read_b(const struct recovery *r, const struct launch *launch, int wave,
                          const struct digits *digits, int a, int d, int *b, struct error *err)
{
    int slot = 0;
    for (int i = 0; i < digits->n; i++) {
        uint32_t bits = launch_d(r, launch, wave + i)[d];
        int x = d_number(r, bits) - 1;
        if (x < 0 || x >> r->digit_bits)
            return error_set(err, STATUS_DIFFERS,
                             "A %s makes D %s %s, which is no digit of a B slot", a_text(r, a).s,
                             d_text(r, d).s, value_text(r, bits).s);
        slot |= x << digits->shift[i];
    }
    if (slot >= r->n_b)
        return error_set(err, STATUS_DIFFERS, "A %s makes D %s spell B slot %d, there are %d",
                         a_text(r, a).s, d_text(r, d).s, slot, r->n_b);
    *b = slot;
    return STATUS_OK;
}

void reach_init(struct recovery *r)
{
    forest_init(r->same_column, r->n_b + r->n_d);
    forest_init(r->same_depth, r->n_b);
    memset(r->d_in_column, 0xff, sizeof r->d_in_column);
    for (int d = 0; d < r->n_d; d++)
        r->d_in_column[r->n_b + d][r->row_of_d[d]] = (uint16_t)d;
}

/* D slot d met B slot b: they are of one column, which has one D slot in every row. */
static enum status join_column(struct recovery *r, int a, int b, int d, struct error *err)
{
    int x = forest_root(r->same_column, b), y = forest_root(r->same_column, r->n_b + d);
    if (x == y)
        return STATUS_OK;
    int root = x < y ? x : y, other = x < y ? y : x;
    uint16_t *to = r->d_in_column[root], *from = r->d_in_column[other];
    for (int row = 0; row < r->insn->m; row++) {
        if (to[row] != NONE && from[row] != NONE)
            return error_set(
                err, STATUS_DIFFERS,
                "A %s meets B %s in D %s, which puts D %s and D %s, of one row, in one "
                "column",
                a_text(r, a).s, b_text(r, b).s, d_text(r, d).s, d_text(r, to[row]).s,
                d_text(r, from[row]).s);
        if (to[row] == NONE)
            to[row] = from[row];
    }
    forest_unite(r->same_column, root, other);
    return STATUS_OK;
}

static enum status join(struct recovery *r, const struct launch *launch, int wave,
                        const struct digits *digits, int p, int a, struct error *err)
{
    const uint16_t *row = r->d_of_row[r->row_of_a[a]];
    for (int c = 0; c < r->insn->n; c++) {
        int b = 0;
        enum status status = read_b(r, launch, wave, digits, a, row[c], &b, err);
        if (status != STATUS_OK)
            return status;
        if (c == 0)
            r->reached[p][a] = (uint16_t)b;
        r->b_reached[b] = true;
        forest_unite(r->same_depth, b, r->reached[p][a]);
        status = join_column(r, a, b, row[c], err);
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

/* Which of its group's four rows of B an A slot met: the one whose digits came out in every column.
 */
static enum status choose(struct recovery *r, const struct launch *launch, int wave,
                          const struct digits *digits, int p, int a, struct error *err)
{
    const uint16_t *row = r->d_of_row[r->row_of_a[a]];
    const uint8_t *depth = r->group_depth[r->group_of_a[a]];
    for (int candidate = 0; candidate < 4; candidate++) {
        const uint16_t *b = r->b_at[depth[candidate]];
        bool same = true;
        for (int i = 0; i < digits->n && same; i++) {
            const uint32_t *out = launch_d(r, launch, wave + i);
            for (int c = 0; c < r->insn->n && same; c++) {
                int x = digit(r, b[r->column_of_d[row[c]]], digits->shift[i]);
                same = out[row[c]] == d_bits_of(r, x + 1);
            }
        }
        if (!same)
            continue;
        r->reached[p][a] = b[r->column_of_d[row[0]]];
        return STATUS_OK;
    }
    return error_set(err, STATUS_DIFFERS,
                     "A %s meets, with idx nibbles %X and %X, none of the B slots of its K group",
                     a_text(r, a).s, patterns[p].nibble_0, patterns[p].nibble_1);
}

typedef enum status read_fn(struct recovery *r, const struct launch *launch, int wave,
                            const struct digits *digits, int p, int a, struct error *err);

static enum status reach(struct recovery *r, int first, int n, struct digits digits, read_fn *read,
                         struct error *err)
{
    struct launch launch;
    enum status status = run_patterns(r, first, n, &digits, &launch, err);
    if (status != STATUS_OK)
        return status;
    int wave = 0;
    for (int p = first; p < first + n; p++)
        for (int turn = 0; turn < r->n_turns; turn++, wave += digits.n)
            for (int row = 0; row < r->insn->m && status == STATUS_OK; row++)
                status = read(r, &launch, wave, &digits, p, r->hot[turn][row], err);
    launch_free(&launch);
    return status;
}

enum status reach_find(struct recovery *r, int first, int n, struct error *err)
{
    return reach(r, first, n, all_digits(r), join, err);
}

enum status reach_choose(struct recovery *r, int first, int n, struct error *err)
{
    return reach(r, first, n, fewest_digits(r), choose, err);
}

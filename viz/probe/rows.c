/* Rows: D's slots are C's, and the D slots that an A slot lights up are its row.
 *
 * With B all ones a D slot counts the hot A slots of its row. One element of all lanes is hot at
 * once, then of the lanes whose number has bit 0, bit 1, ... set: where the counts leave as many
 * lanes as were counted, those are the lanes. Otherwise, or if these rows do not fit, A slots are
 * made hot one by one, which shows each one's row and which of them is at fault.
 */
#include <assert.h>
#include <string.h>

#include "probe/recovery.h"

enum { NO_ROW = 0xff, LANE_BITS = 6, WAVES_AN_ELEMENT = 1 + LANE_BITS };

_Static_assert(1 << LANE_BITS == ISA_LANES, "the lane bits spell a lane");

static void set_lit(struct recovery *r, int a, int d)
{
    r->lit[a][d / 64] |= UINT64_C(1) << d % 64;
}

static enum status check_c(const struct recovery *r, const uint32_t *out, struct error *err)
{
    for (int d = 0; d < r->n_d; d++) {
        if (out[d] == d_bits_of(r, d))
            continue;
        int c = d_number(r, out[d]);
        if (c < 0 || c >= r->n_d)
            return error_set(err, STATUS_DIFFERS,
                             "with A zero, D %s holds %s, which is no value of C", d_text(r, d).s,
                             value_text(r, out[d]).s);
        return error_set(err, STATUS_DIFFERS,
                         "with A zero, D %s holds what C %s held, not its own value",
                         d_text(r, d).s, d_text(r, c).s);
    }
    return STATUS_OK;
}

/* Lit[][] out of counts, or one by one. */

/* The lanes whose element lights D slot d, out of the element's waves; false if not told. */
static bool lanes_of_counts(const struct recovery *r, const struct launch *launch, int wave, int d,
                            uint64_t *lanes)
{
    static const uint64_t having_bit[LANE_BITS] = {
        UINT64_C(0xaaaaaaaaaaaaaaaa), UINT64_C(0xcccccccccccccccc), UINT64_C(0xf0f0f0f0f0f0f0f0),
        UINT64_C(0xff00ff00ff00ff00), UINT64_C(0xffff0000ffff0000), UINT64_C(0xffffffff00000000)};
    int n = d_number(r, launch_d(r, launch, wave)[d]);
    *lanes = n == 0 ? 0 : ~UINT64_C(0);
    for (int bit = 0; bit < LANE_BITS; bit++) {
        int count = d_number(r, launch_d(r, launch, wave + 1 + bit)[d]);
        if (count == n)
            *lanes &= having_bit[bit];
        else if (count == 0)
            *lanes &= ~having_bit[bit];
        else if (2 * count != n)
            return false;
    }
    return __builtin_popcountll(*lanes) == n;
}

static bool light_by_counts(struct recovery *r, const struct launch *launch)
{
    int elements = isa_a_elements(r->insn);
    for (int e = 0; e < elements; e++)
        for (int d = 0; d < r->n_d; d++) {
            uint64_t lanes;
            if (!lanes_of_counts(r, launch, 1 + e * WAVES_AN_ELEMENT, d, &lanes))
                return false;
            for (; lanes != 0; lanes &= lanes - 1)
                set_lit(r, __builtin_ctzll(lanes) * elements + e, d);
        }
    return true;
}

static enum status light_one_by_one(struct recovery *r, const struct launch *launch,
                                    struct error *err)
{
    uint32_t one = d_bits_of(r, 1);
    for (int a = 0; a < r->n_a; a++) {
        const uint32_t *out = launch_d(r, launch, a);
        for (int d = 0; d < r->n_d; d++) {
            if (out[d] == one)
                set_lit(r, a, d);
            else if (out[d] != 0)
                return error_set(err, STATUS_DIFFERS,
                                 "A %s, holding 1, makes D %s %s where B is all ones",
                                 a_text(r, a).s, d_text(r, d).s, value_text(r, out[d]).s);
        }
    }
    return STATUS_OK;
}

/* Rows out of lit[][]. */

static enum status note_row(struct recovery *r, int a, int *n_rows, struct error *err)
{
    uint16_t lit[MAX_D_SLOTS];
    int n_lit = 0;
    for (int word = 0; word < r->n_d / 64; word++)
        for (uint64_t rest = r->lit[a][word]; rest != 0; rest &= rest - 1)
            lit[n_lit++] = (uint16_t)(64 * word + __builtin_ctzll(rest));
    if (n_lit == 0)
        return error_set(err, STATUS_DIFFERS, "A %s lights up no D", a_text(r, a).s);
    int row = r->row_of_d[lit[0]];
    for (int c = 1; c < n_lit; c++)
        if (r->row_of_d[lit[c]] != row)
            return error_set(err, STATUS_DIFFERS, "A %s lights up D of two rows: %s and %s",
                             a_text(r, a).s, d_text(r, lit[0]).s, d_text(r, lit[c]).s);
    if (n_lit != r->insn->n)
        return error_set(err, STATUS_DIFFERS, "A %s lights up %d D slots, a row has %d",
                         a_text(r, a).s, n_lit, r->insn->n);
    if (row == NO_ROW) {
        row = (*n_rows)++;
        assert(row < r->insn->m); /* M rows of N have all D slots */
        for (int c = 0; c < n_lit; c++) {
            r->row_of_d[lit[c]] = (uint8_t)row;
            r->d_of_row[row][c] = lit[c];
        }
    }
    r->row_of_a[a] = (uint8_t)row;
    return STATUS_OK;
}

static enum status note_rows(struct recovery *r, struct error *err)
{
    int n_rows = 0, n_in_row[MAX_ROWS] = {0};
    memset(r->row_of_d, NO_ROW, sizeof r->row_of_d);
    for (int a = 0; a < r->n_a; a++) {
        enum status status = note_row(r, a, &n_rows, err);
        if (status != STATUS_OK)
            return status;
        if (++n_in_row[r->row_of_a[a]] > r->insn->k / 2)
            return error_set(err, STATUS_DIFFERS, "A %s is one too many in its row of %d",
                             a_text(r, a).s, r->insn->k / 2);
    }
    return STATUS_OK; /* M rows of K/2, since all M * K / 2 A slots are in rows no larger */
}

/* The two experiments. */

static enum status count_lit(struct recovery *r, bool *told, struct error *err)
{
    struct launch launch;
    int elements = isa_a_elements(r->insn);
    enum status status = launch_init(r, 1 + elements * WAVES_AN_ELEMENT, &launch, err);
    if (status != STATUS_OK)
        return status;
    launch_add(r, &launch)->tag_c = 1;
    for (int e = 0; e < elements; e++)
        for (int bit = -1; bit < LANE_BITS; bit++) {
            struct probe_plan *plan = launch_add(r, &launch);
            for (int lane = 0; lane < ISA_LANES; lane++)
                if (bit < 0 || lane >> bit & 1)
                    plan_heat(r, plan, lane * elements + e);
        }
    status = launch_run(r, &launch, err);
    if (status == STATUS_OK)
        status = check_c(r, launch_d(r, &launch, 0), err);
    if (status == STATUS_OK)
        *told = light_by_counts(r, &launch);
    launch_free(&launch);
    return status;
}

static enum status see_lit(struct recovery *r, struct error *err)
{
    struct launch launch;
    enum status status = launch_init(r, r->n_a, &launch, err);
    if (status != STATUS_OK)
        return status;
    for (int a = 0; a < r->n_a; a++)
        plan_heat(r, launch_add(r, &launch), a);
    status = launch_run(r, &launch, err);
    memset(r->lit, 0, sizeof r->lit);
    if (status == STATUS_OK)
        status = light_one_by_one(r, &launch, err);
    launch_free(&launch);
    return status;
}

enum status rows_find(struct recovery *r, struct error *err)
{
    bool told = false;
    enum status status = count_lit(r, &told, err);
    if (status != STATUS_OK || (told && note_rows(r, NULL) == STATUS_OK))
        return status;
    status = see_lit(r, err);
    return status == STATUS_OK ? note_rows(r, err) : status;
}

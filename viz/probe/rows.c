/* Rows: D's slots are C's, and the D slots that an A slot lights up are its row. */
#include <string.h>

#include "probe/recovery.h"

enum { NO_ROW = 0xff };

static enum status check_c(const struct recovery *r, const uint32_t *out, struct error *err)
{
    for (int d = 0; d < r->n_d; d++) {
        if (out[d] == d_bits_of(r, d))
            continue;
        int c = d_number(r, out[d]);
        if (c < 0 || c >= r->n_d)
            return error_set(err, STATUS_DIFFERS,
                             "with A zero, D %s holds 0x%08x, which is no value of C",
                             d_text(r, d).s, (unsigned)out[d]);
        return error_set(err, STATUS_DIFFERS,
                         "with A zero, D %s holds what C %s held, not its own value",
                         d_text(r, d).s, d_text(r, c).s);
    }
    return STATUS_OK;
}

/* The D slots that are 1, ascending; none may be anything but 0 or 1. */
static enum status lit_slots(const struct recovery *r, int a, const uint32_t *out, uint16_t *lit,
                             int *n_lit, struct error *err)
{
    uint32_t one = d_bits_of(r, 1);
    *n_lit = 0;
    for (int d = 0; d < r->n_d; d++) {
        if (out[d] == one)
            lit[(*n_lit)++] = (uint16_t)d;
        else if (out[d] != 0)
            return error_set(err, STATUS_DIFFERS,
                             "A %s, holding 1, makes D %s 0x%08x where B is all ones",
                             a_text(r, a).s, d_text(r, d).s, (unsigned)out[d]);
    }
    if (*n_lit == 0)
        return error_set(err, STATUS_DIFFERS, "A %s lights up no D", a_text(r, a).s);
    return STATUS_OK;
}

static enum status note_row(struct recovery *r, int a, const uint16_t *lit, int n_lit, int *n_rows,
                            struct error *err)
{
    int row = r->row_of_d[lit[0]];
    for (int c = 1; c < n_lit; c++)
        if (r->row_of_d[lit[c]] != row)
            return error_set(err, STATUS_DIFFERS, "A %s lights up D of two rows: %s and %s",
                             a_text(r, a).s, d_text(r, lit[0]).s, d_text(r, lit[c]).s);
    if (n_lit != r->insn->n)
        return error_set(err, STATUS_DIFFERS, "A %s lights up %d D slots, a row has %d",
                         a_text(r, a).s, n_lit, r->insn->n);
    if (row == NO_ROW) {
        if (*n_rows == r->insn->m)
            return error_set(err, STATUS_DIFFERS, "A %s lights up row number %d of %d",
                             a_text(r, a).s, *n_rows + 1, r->insn->m);
        row = (*n_rows)++;
        for (int c = 0; c < n_lit; c++) {
            r->row_of_d[lit[c]] = (uint8_t)row;
            r->d_of_row[row][c] = lit[c];
        }
    }
    r->row_of_a[a] = (uint8_t)row;
    return STATUS_OK;
}

static enum status check_sizes(const struct recovery *r, int n_rows, struct error *err)
{
    int n_in_row[MAX_ROWS] = {0};
    for (int a = 0; a < r->n_a; a++)
        if (++n_in_row[r->row_of_a[a]] > r->insn->k / 2)
            return error_set(err, STATUS_DIFFERS, "A %s is one too many in its row of %d",
                             a_text(r, a).s, r->insn->k / 2);
    if (n_rows != r->insn->m)
        return error_set(err, STATUS_DIFFERS, "%d rows light up, not %d", n_rows, r->insn->m);
    return STATUS_OK;
}

static enum status read_rows(struct recovery *r, const struct launch *launch, struct error *err)
{
    uint16_t lit[MAX_D_SLOTS];
    int n_lit, n_rows = 0;
    enum status status = check_c(r, launch_d(r, launch, 0), err);
    memset(r->row_of_d, NO_ROW, sizeof r->row_of_d);
    for (int a = 0; a < r->n_a && status == STATUS_OK; a++) {
        status = lit_slots(r, a, launch_d(r, launch, 1 + a), lit, &n_lit, err);
        if (status == STATUS_OK)
            status = note_row(r, a, lit, n_lit, &n_rows, err);
    }
    return status == STATUS_OK ? check_sizes(r, n_rows, err) : status;
}

enum status rows_find(struct recovery *r, struct error *err)
{
    struct launch launch;
    enum status status = launch_init(r, 1 + r->n_a, &launch, err);
    if (status != STATUS_OK)
        return status;
    launch_add(r, &launch)->tag_c = 1;
    for (int a = 0; a < r->n_a; a++)
        plan_heat(r, launch_add(r, &launch), a);
    status = launch_run(r, &launch, err);
    if (status == STATUS_OK)
        status = read_rows(r, &launch, err);
    launch_free(&launch);
    return status;
}

/* The matrix behind what was met: columns, rows of B and K groups.
 *
 * A D slot and the B slots that it met are of one column. B slots met by one A slot under one
 * pattern, in all columns, are one row of B. A slots that meet the same rows of B are one K group.
 * In a matrix product these classes have sizes, and every combination exists once.
 */
#include <assert.h>
#include <string.h>

#include "probe/forest.h"
#include "probe/recovery.h"

static enum status check_all_met(const struct recovery *r, struct error *err)
{
    for (int b = 0; b < r->n_b; b++)
        if (!r->b_reached[b])
            return error_set(err, STATUS_DIFFERS, "no A slot meets B %s under any legal nibble",
                             b_text(r, b).s);
    return STATUS_OK;
}

static enum status number_columns(struct recovery *r, struct error *err)
{
    int n_columns = 0;
    for (int b = 0; b < r->n_b; b++) {
        int root = forest_root(r->same_column, b);
        if (root == b && n_columns == r->insn->n)
            return error_set(err, STATUS_DIFFERS, "B %s is in none of the first %d columns",
                             b_text(r, b).s, r->insn->n);
        r->column_of_b[b] = root == b ? (uint8_t)n_columns++ : r->column_of_b[root];
    }
    for (int d = 0; d < r->n_d; d++)
        r->column_of_d[d] = r->column_of_b[forest_root(r->same_column, r->n_b + d)];
    return STATUS_OK;
}

static enum status number_depths(struct recovery *r, struct error *err)
{
    int n_depths = 0;
    memset(r->b_at, 0xff, sizeof r->b_at);
    for (int b = 0; b < r->n_b; b++) {
        int root = forest_root(r->same_depth, b);
        r->depth_of_b[b] = root == b ? (uint8_t)n_depths++ : r->depth_of_b[root];
        assert(n_depths <= r->insn->k); /* each was met in N columns, by N B slots */
        uint16_t *at = &r->b_at[r->depth_of_b[b]][r->column_of_b[b]];
        if (*at != NONE)
            return error_set(err, STATUS_DIFFERS,
                             "B %s and B %s are of one column, but are met as one row of B",
                             b_text(r, *at).s, b_text(r, b).s);
        *at = (uint16_t)b;
    }
    return STATUS_OK;
}

static enum status number_groups(struct recovery *r, uint16_t *same_group, struct error *err)
{
    int n_groups = 0;
    uint8_t n_in_row[MAX_GROUPS][MAX_ROWS] = {0};
    for (int a = 0; a < r->n_a; a++) {
        int root = forest_root(same_group, a);
        if (root == a && n_groups == isa_k_groups(r->insn))
            return error_set(err, STATUS_DIFFERS, "A %s is in none of the first %d K groups",
                             a_text(r, a).s, n_groups);
        r->group_of_a[a] = root == a ? (uint8_t)n_groups++ : r->group_of_a[root];
        if (++n_in_row[r->group_of_a[a]][r->row_of_a[a]] > 2)
            return error_set(err, STATUS_DIFFERS, "A %s is the third of its row and K group",
                             a_text(r, a).s);
    }
    int n_depths[MAX_GROUPS] = {0};
    for (int depth = 0; depth < r->insn->k; depth++) {
        int a = forest_root(same_group, r->n_a + depth);
        int group = r->group_of_a[a];
        if (n_depths[group] == 4)
            return error_set(err, STATUS_DIFFERS,
                             "B %s is of a fifth row of B in the K group of A %s",
                             b_text(r, r->b_at[depth][0]).s, a_text(r, a).s);
        r->group_depth[group][n_depths[group]++] = (uint8_t)depth;
    }
    return STATUS_OK;
}

enum status structure_find(struct recovery *r, int n_patterns, struct error *err)
{
    enum status status = check_all_met(r, err);
    if (status == STATUS_OK)
        status = number_columns(r, err);
    if (status == STATUS_OK)
        status = number_depths(r, err);
    if (status != STATUS_OK)
        return status;

    uint16_t same_group[MAX_A_SLOTS + MAX_DEPTH]; /* A slots, then rows of B */
    forest_init(same_group, MAX_A_SLOTS + MAX_DEPTH);
    for (int p = 0; p < n_patterns; p++)
        for (int a = 0; a < r->n_a; a++)
            forest_unite(same_group, a, r->n_a + r->depth_of_b[r->reached[p][a]]);
    return number_groups(r, same_group, err);
}

/* Parts of a figure: an operand may be too large for a page. */
#include <string.h>

#include "render/figure.h"

static enum status check_range(const char *name, struct render_range range, int n,
                               struct error *err)
{
    if (range.given && (range.lo < 0 || range.hi < range.lo || range.hi >= n))
        return error_set(err, STATUS_USAGE, "--%s %d-%d: must lie in 0-%d", name, range.lo,
                         range.hi, n - 1);
    return STATUS_OK;
}

/* Whether [lo, hi] has a member that is asked for. */
static bool touches(struct render_range range, int lo, int hi)
{
    return !range.given || (lo <= range.hi && hi >= range.lo);
}

static bool wanted(const struct render_options *options, const struct opmap_coord *coord,
                   const struct opmap_slot *slot)
{
    if (!touches(options->lanes, slot->lane, slot->lane))
        return false;
    if (coord->i >= 0 && !touches(options->rows, coord->i, coord->i))
        return false;
    if (coord->q >= 0)
        return touches(options->k, 4 * coord->q, 4 * coord->q + 3);
    return coord->k < 0 || touches(options->k, coord->k, coord->k);
}

/* Takes out of a cell the slots that are not asked for; false if none is left. */
static bool thin(const struct render_options *options, struct fig_cell *cell)
{
    for (int s = 0; s < cell->n_slots; s++)
        if (wanted(options, &cell->coord[s], &cell->slot[s]))
            return true;
    *cell = (struct fig_cell){.group = -1};
    return false;
}

/* Keeps of an axis the lines for which `keep` is set for any line of their heading. */
static int keep_lines(struct fig_axis *axis, const bool *keep, int from[FIG_MAX_LINES])
{
    int span = axis->span ? axis->span : 1, bits_span = axis->bits_span, n = 0;
    struct fig_axis old = *axis;
    for (int l = 0; l < old.n; l += span) {
        bool any = false;
        for (int m = l; m < l + span; m++)
            any = any || keep[m];
        for (int m = l; any && m < l + span; m++, n++) {
            from[n] = m;
            axis->value[n] = old.value[m];
            memcpy(axis->tick[n], old.tick[m], sizeof old.tick[0]);
            memcpy(axis->slots[n], old.slots[m], sizeof old.slots[0]);
            memcpy(axis->heading[n / span], old.heading[m / span], sizeof old.heading[0]);
            if (bits_span)
                memcpy(axis->bits[n / bits_span], old.bits[m / bits_span], sizeof old.bits[0]);
        }
    }
    axis->n = n;
    return n;
}

static void keep_cells(struct figure *figure, int old_columns, const int *row, const int *column)
{
    for (int r = 0; r < figure->rows.n; r++)
        for (int c = 0; c < figure->columns.n; c++)
            *figure_cell(figure, r, c) = figure->cells[row[r] * old_columns + column[c]];
}

/* Numbers the groups that are left anew; they keep their names and hues. */
static void keep_groups(struct figure *figure)
{
    int number[FIG_MAX_GROUPS], n = 0;
    bool used[FIG_MAX_GROUPS] = {false};
    for (int c = 0; c < figure->n_cells; c++)
        if (figure->cells[c].group >= 0)
            used[figure->cells[c].group] = true;
    for (int g = 0; g < figure->n_groups; g++) {
        if (!used[g])
            continue;
        figure->group[n] = figure->group[g];
        number[g] = n++;
    }
    figure->n_groups = n;
    for (int c = 0; c < figure->n_cells; c++)
        if (figure->cells[c].group >= 0)
            figure->cells[c].group = number[figure->cells[c].group];
}

static void say_part(struct figure *figure)
{
    const struct render_options *o = &figure->options;
    const struct {
        const char *one, *several;
        struct render_range range;
        bool applies;
    } parts[] = {{"row", "rows", o->rows, o->operand != OPMAP_B},
                 {"lane", "lanes", o->lanes, true},
                 {"k", "k", o->k, o->operand != OPMAP_CD}};
    const char *before = " Only ";
    for (size_t n = 0; n < sizeof parts / sizeof *parts; n++) {
        struct render_range r = parts[n].range;
        if (!r.given || !parts[n].applies)
            continue;
        if (r.lo == r.hi)
            buffer_printf(&figure->subtitle, "%s%s %d", before, parts[n].one, r.lo);
        else
            buffer_printf(&figure->subtitle, "%s%s %d–%d", before, parts[n].several, r.lo, r.hi);
        before = ", ";
    }
    if (before[0] == ',')
        buffer_puts(&figure->subtitle, " drawn; sentences and formulas hold for all.");
}

enum status figure_check_part(const struct figure *figure, struct error *err)
{
    const struct render_options *options = &figure->options;
    enum status status = check_range("rows", options->rows, figure->insn->m, err);
    if (!status)
        status = check_range("lanes", options->lanes, ISA_LANES, err);
    if (!status)
        status = check_range("k", options->k, figure->insn->k, err);
    return status;
}

enum status figure_crop(struct figure *figure, struct error *err)
{
    const struct render_options *options = &figure->options;
    bool keep_row[FIG_MAX_LINES] = {false}, keep_column[FIG_MAX_LINES] = {false};
    int row[FIG_MAX_LINES], column[FIG_MAX_LINES], old_columns = figure->columns.n;
    enum status status = figure_check_part(figure, err);
    if (status)
        return status;
    if (!options->rows.given && !options->lanes.given && !options->k.given)
        return STATUS_OK;
    for (int r = 0; r < figure->rows.n; r++)
        for (int c = 0; c < figure->columns.n; c++)
            if (thin(options, figure_cell(figure, r, c)))
                keep_row[r] = keep_column[c] = true;
    if (!keep_lines(&figure->rows, keep_row, row) ||
        !keep_lines(&figure->columns, keep_column, column))
        return error_set(err, STATUS_USAGE, "%s: no element is in the rows, lanes and k asked for",
                         figure->title);
    keep_cells(figure, old_columns, row, column);
    figure->n_cells = figure->rows.n * figure->columns.n;
    keep_groups(figure);
    say_part(figure);
    return STATUS_OK;
}

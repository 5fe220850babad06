/* The matrix view: a cell for each element, which says where it is. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "render/figure.h"

/* Axes. */

static void number_axis(struct fig_axis *axis, const char *title, int n)
{
    axis->title = title;
    axis->n = n;
    for (int l = 0; l < n; l++) {
        axis->value[l] = l;
        snprintf(axis->tick[l], sizeof axis->tick[l], "%d", l);
    }
}

static void k_group_headings(struct fig_axis *axis, int span)
{
    axis->span = axis->gap_every = span;
    for (int q = 0; q < axis->n / span; q++)
        snprintf(axis->heading[q], sizeof axis->heading[q], "k %d–%d", 4 * q, 4 * q + 3);
}

static void make_axes(struct figure *figure)
{
    const struct isa_smfmac *insn = figure->insn;
    struct fig_axis *rows = &figure->rows, *columns = &figure->columns;
    switch (figure->options.operand) {
    case OPMAP_B:
        number_axis(rows, "dense k", insn->k);
        rows->gap_every = 4;
        number_axis(columns, "column j", insn->n);
        break;
    case OPMAP_CD:
        number_axis(rows, "row i", insn->m);
        number_axis(columns, "column j", insn->n);
        break;
    default:
        number_axis(rows, "row i", insn->m);
        if (figure->options.dense_axis) {
            number_axis(columns, "dense k", insn->k);
            k_group_headings(columns, 4);
        } else {
            number_axis(columns, "K group and stored slot", insn->k / 2);
            for (int l = 0; l < columns->n; l++)
                snprintf(columns->tick[l], sizeof columns->tick[l], "s%d", l % 2);
            k_group_headings(columns, 2);
        }
        break;
    }
}

/* Cells. */

static void add_slot(const struct figure *figure, const struct opmap *map, struct opmap_coord coord,
                     struct fig_cell *cell)
{
    enum opmap_operand operand = figure->options.operand;
    cell->coord[cell->n_slots] = coord;
    cell->slot[cell->n_slots++] = map->slot[operand][opmap_ordinal(map->insn, operand, coord)];
}

static void place_cell(const struct figure *figure, const struct opmap *map, int row, int column,
                       struct fig_cell *cell)
{
    struct opmap_coord c = {-1, -1, -1, -1, -1};
    switch (figure->options.operand) {
    case OPMAP_B:
        c.k = row;
        c.j = column;
        add_slot(figure, map, c, cell);
        break;
    case OPMAP_CD:
        c.i = row;
        c.j = column;
        add_slot(figure, map, c, cell);
        break;
    default:
        c.i = row;
        c.q = column / figure->columns.span;
        if (!figure->options.dense_axis) {
            c.s = column % 2;
            add_slot(figure, map, c, cell);
            break;
        }
        c.k = column;
        for (c.s = 0; c.s < 2; c.s++)
            if (column % 4 != (c.s == 0 ? 3 : 0))
                add_slot(figure, map, c, cell);
        break;
    }
}

/* Appends `part` to `label` with a bar between, unless it is there already. */
static void add_label(char label[FIG_LABEL_BYTES], const char *part)
{
    if (!strcmp(label, part))
        return;
    size_t used = strlen(label);
    snprintf(label + used, FIG_LABEL_BYTES - used, "%s%s", used ? "|" : "", part);
}

void figure_label_element(struct fig_cell *cell)
{
    char part[FIG_LABEL_BYTES];
    for (int n = 0; n < cell->n_slots; n++) {
        const struct opmap_slot *slot = &cell->slot[n];
        snprintf(part, sizeof part, "v%d", slot->vgpr);
        add_label(cell->vgpr, part);
        snprintf(part, sizeof part, "L%d", slot->lane);
        add_label(cell->lane, part);
        snprintf(cell->bits[n], sizeof cell->bits[n], "%d:%d", slot->bit_hi, slot->bit_lo);
    }
}

enum status figure_make_matrix(struct figure *figure, const struct opmap *map, struct error *err)
{
    make_axes(figure);
    figure->n_cells = figure->rows.n * figure->columns.n;
    figure->cells = calloc((size_t)figure->n_cells, sizeof *figure->cells);
    if (!figure->cells)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    for (int n = 0; n < figure->n_cells; n++) {
        struct fig_cell *cell = &figure->cells[n];
        place_cell(figure, map, n / figure->columns.n, n % figure->columns.n, cell);
        figure_label_element(cell);
    }
    return STATUS_OK;
}

/* Where a figure writes bits: once beside the lines of cells that share them, else in each cell. */
#include "render/figure.h"

#include <stdio.h>
#include <string.h>

/* Whether the cells of every `span` lines of `axis` agree on their bits, slot by slot; writes them
 * beside the axis if so. */
static bool share_bits(const struct figure *figure, struct fig_axis *axis, int span)
{
    bool dense = figure->options.dense_axis;
    for (int n = 0; n < figure->n_cells; n++) {
        const struct fig_cell *cell = &figure->cells[n];
        int line = axis == &figure->rows ? n / figure->columns.n : n % figure->columns.n;
        for (int s = 0; s < cell->n_slots; s++) {
            char text[FIG_LABEL_BYTES], slot_name[8] = "";
            int slot = dense ? cell->coord[s].s : 0;
            if (dense)
                snprintf(slot_name, sizeof slot_name, "s%d ", slot);
            snprintf(text, sizeof text, "%s%.24s", slot_name, cell->bits[s]);
            char *shared = axis->bits[line / span][slot];
            if (!shared[0])
                memcpy(shared, text, sizeof text);
            else if (strcmp(shared, text) != 0)
                return false;
        }
    }
    axis->bits_span = span;
    axis->n_bits = dense ? 2 : 1;
    return true;
}

static bool whole_registers(const struct figure *figure)
{
    for (int n = 0; n < figure->n_cells; n++) {
        const struct fig_cell *cell = &figure->cells[n];
        for (int s = 0; s < cell->n_slots; s++)
            if (cell->slot[s].bit_lo != 0 || cell->slot[s].bit_hi != ISA_VGPR_BITS - 1)
                return false;
    }
    return true;
}

/* The slots in which each dense k may be stored, as its cells have them. */
static void name_slots(struct figure *figure)
{
    for (int c = 0; c < figure->columns.n; c++) {
        const struct fig_cell *cell = figure_cell(figure, 0, c);
        char *slots = figure->columns.slots[c];
        for (int s = 0; s < cell->n_slots; s++) {
            size_t used = strlen(slots);
            snprintf(slots + used, sizeof figure->columns.slots[c] - used, "%s%d", s ? "|" : "",
                     cell->coord[s].s);
        }
    }
}

void figure_place_bits(struct figure *figure)
{
    bool dense = figure->options.dense_axis;
    if (figure->options.owner)
        return; /* the columns are bits */
    if (dense)
        name_slots(figure);
    if (figure->options.full_detail)
        figure->show_bits = true;
    else if (!whole_registers(figure))
        figure->show_bits = !share_bits(figure, &figure->columns, dense ? 4 : 1) &&
                            (dense || !share_bits(figure, &figure->rows, 1));
}

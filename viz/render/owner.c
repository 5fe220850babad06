/* The register view: rows are lanes, columns the places in their registers, and a cell says which
 * element a place holds. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "render/figure.h"

/* A place in a lane's registers: a slot without its lane. */
static int compare_places(const void *left, const void *right)
{
    const struct opmap_slot *l = left, *r = right;
    if (l->vgpr != r->vgpr)
        return l->vgpr - r->vgpr;
    return l->bit_lo != r->bit_lo ? l->bit_lo - r->bit_lo : l->bit_hi - r->bit_hi;
}

static int find_place(const struct opmap_slot *places, int n_places, struct opmap_slot slot)
{
    int p = 0;
    while (p < n_places && compare_places(&places[p], &slot) != 0)
        p++;
    return p;
}

/* The places that any lane uses, in order; -1 if a scrambled device has more than there is room
 * for. */
static int find_places(const struct opmap *map, enum opmap_operand operand,
                       struct opmap_slot places[FIG_MAX_LINES])
{
    int n_places = 0, n_elements = opmap_count(map->insn, operand);
    for (int n = 0; n < n_elements; n++) {
        struct opmap_slot slot = map->slot[operand][n];
        if (find_place(places, n_places, slot) < n_places)
            continue;
        if (n_places == FIG_MAX_LINES)
            return -1;
        places[n_places++] = slot;
    }
    qsort(places, (size_t)n_places, sizeof places[0], compare_places);
    return n_places;
}

/* How many places each register has, if all have as many, else 0. */
static int places_per_vgpr(const struct opmap_slot *places, int n_places)
{
    int span = 0;
    while (span < n_places && places[span].vgpr == places[0].vgpr)
        span++;
    for (int p = 0; p < n_places; p++)
        if (n_places % span || places[p].vgpr != places[p - p % span].vgpr ||
            (p >= span && p % span == 0 && places[p].vgpr == places[p - 1].vgpr))
            return 0;
    return span;
}

static bool is_register(const struct opmap_slot *place)
{
    return place->bit_lo == 0 && place->bit_hi == ISA_VGPR_BITS - 1;
}

static void name_columns(struct fig_axis *axis, const struct opmap_slot *places, int n_places)
{
    int span = places_per_vgpr(places, n_places);
    bool headed = span > 1;
    axis->title = headed ? "VGPR and bits" : "VGPR";
    axis->n = n_places;
    if (headed)
        axis->span = axis->gap_every = span;
    for (int p = 0; p < n_places; p++) {
        char *tick = axis->tick[p];
        size_t size = sizeof axis->tick[p];
        axis->value[p] = p;
        if (is_register(&places[p]))
            snprintf(tick, size, "v%d", places[p].vgpr);
        else if (headed)
            snprintf(tick, size, "%d:%d", places[p].bit_hi, places[p].bit_lo);
        else
            snprintf(tick, size, "v%d[%d:%d]", places[p].vgpr, places[p].bit_hi, places[p].bit_lo);
        if (headed && p % span == 0)
            snprintf(axis->heading[p / span], sizeof axis->heading[0], "v%d", places[p].vgpr);
    }
}

static void name_lanes(struct fig_axis *axis, const bool used[ISA_LANES])
{
    axis->title = "lane";
    for (int lane = 0; lane < ISA_LANES; lane++) {
        if (!used[lane])
            continue;
        axis->value[axis->n] = lane;
        snprintf(axis->tick[axis->n], sizeof axis->tick[0], "%d", lane);
        axis->n++;
    }
}

void figure_label_register(enum opmap_operand operand, struct fig_cell *cell)
{
    char text[OPMAP_TEXT_BYTES];
    const char *tail = strrchr(opmap_coord_text(operand, cell->coord[0], text), '[');
    snprintf(cell->head, sizeof cell->head, "%.*s", (int)(tail - text), text);
    snprintf(cell->tail, sizeof cell->tail, "%s", tail);
}

enum status figure_make_owner(struct figure *figure, const struct opmap *map, struct error *err)
{
    enum opmap_operand operand = figure->options.operand;
    struct opmap_slot places[FIG_MAX_LINES] = {0};
    bool used[ISA_LANES] = {false};
    int row_of[ISA_LANES];
    int n_elements = opmap_count(map->insn, operand);
    int n_places = find_places(map, operand, places);
    if (n_places < 1)
        return error_set(err, STATUS_UNSUPPORTED,
                         "render: %s of %s is strewn over more than %d places of a lane",
                         opmap_operand_name(operand), map->insn->name, FIG_MAX_LINES);
    for (int n = 0; n < n_elements; n++)
        used[map->slot[operand][n].lane] = true;
    name_columns(&figure->columns, places, n_places);
    name_lanes(&figure->rows, used);
    for (int r = 0; r < figure->rows.n; r++)
        row_of[figure->rows.value[r]] = r;

    figure->n_cells = figure->rows.n * n_places;
    figure->cells = calloc((size_t)figure->n_cells, sizeof *figure->cells);
    if (!figure->cells)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    for (int n = 0; n < n_elements; n++) {
        struct opmap_slot slot = map->slot[operand][n];
        struct fig_cell *cell =
            figure_cell(figure, row_of[slot.lane], find_place(places, n_places, slot));
        cell->n_slots = 1;
        cell->coord[0] = opmap_coord(map->insn, operand, n);
        cell->slot[0] = slot;
        figure_label_register(operand, cell);
    }
    return STATUS_OK;
}

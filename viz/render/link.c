/* The linked figure: one K group of one row, traced over A, idx, B and D. Which element meets which
 * is what the coordinates mean (2:4 sparsity: slot s of group q stands for k = 4q + selector);
 * where each is comes from the map. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "render/figure.h"

/* What is traced unless --rows and --k say otherwise: far from the corner, so that no number can be
 * taken for another; and the nibble 0xD. */
enum { USUAL_ROW = 5, USUAL_GROUP = 2, FIRST_SELECTOR = 1, SECOND_SELECTOR = 3 };

static void add_cell(struct figure *figure, const struct opmap *map, enum opmap_operand operand,
                     struct opmap_coord coord, bool traced)
{
    struct fig_cell *cell = &figure->cells[figure->n_cells++];
    cell->coord[0] = coord;
    cell->slot[0] = map->slot[operand][opmap_ordinal(map->insn, operand, coord)];
    cell->n_slots = 1;
    cell->traced = traced;
    figure_label_element(cell);
    figure_label_register(operand, cell);
}

static int compare_cells(const void *left, const void *right)
{
    const struct opmap_slot *l = &((const struct fig_cell *)left)->slot[0];
    const struct opmap_slot *r = &((const struct fig_cell *)right)->slot[0];
    return l->vgpr != r->vgpr ? l->vgpr - r->vgpr : l->bit_lo - r->bit_lo;
}

/* The two slots; by register all that the lanes hold in which these are. */
static void add_slots(struct figure *figure, const struct opmap *map, enum opmap_operand operand)
{
    const struct fig_link *link = &figure->link;
    const struct opmap_coord slots[2] = {{link->i, -1, -1, link->q, 0},
                                         {link->i, -1, -1, link->q, 1}};
    const struct opmap_slot *at[2];
    for (int s = 0; s < 2; s++)
        at[s] = &map->slot[operand][opmap_ordinal(map->insn, operand, slots[s])];
    int n_elements = opmap_count(map->insn, operand), first = figure->n_cells;
    for (int n = 0; n < n_elements; n++) {
        struct opmap_coord c = opmap_coord(map->insn, operand, n);
        uint8_t lane = map->slot[operand][n].lane;
        bool traced = c.i == link->i && c.q == link->q;
        if (traced || (figure->options.owner && (lane == at[0]->lane || lane == at[1]->lane)))
            add_cell(figure, map, operand, c, traced);
    }
    if (figure->options.owner)
        qsort(&figure->cells[first], (size_t)(figure->n_cells - first), sizeof *figure->cells,
              compare_cells);
}

static void add_operand(struct figure *figure, const struct opmap *map, enum opmap_operand operand)
{
    struct fig_link *link = &figure->link;
    link->first[operand] = figure->n_cells;
    switch (operand) {
    case OPMAP_B:
        for (int p = 0; p < 4; p++)
            for (int j = 0; j < map->insn->n; j++)
                add_cell(figure, map, operand, (struct opmap_coord){-1, j, 4 * link->q + p, -1, -1},
                         p == link->selector[0] || p == link->selector[1]);
        break;
    case OPMAP_CD:
        for (int j = 0; j < map->insn->n; j++)
            add_cell(figure, map, operand, (struct opmap_coord){link->i, j, -1, -1, -1}, true);
        break;
    default:
        add_slots(figure, map, operand);
        break;
    }
    link->n[operand] = figure->n_cells - link->first[operand];
}

/* Whether each row of B, and D, can say its bits once. */
static bool rows_share_bits(const struct figure *figure)
{
    int n = figure->insn->n;
    for (int c = 0; c < 5 * n; c++) {
        const struct fig_cell *cell = &figure->cells[figure->link.first[OPMAP_B] + c];
        const struct fig_cell *first = cell - c % n;
        if (cell->slot[0].bit_lo != first->slot[0].bit_lo ||
            cell->slot[0].bit_hi != first->slot[0].bit_hi)
            return false;
    }
    return true;
}

static void say_link(struct figure *figure)
{
    const struct isa_smfmac *insn = figure->insn;
    const struct fig_link *link = &figure->link;
    int k0 = 4 * link->q + link->selector[0], k1 = 4 * link->q + link->selector[1];
    snprintf(figure->title, sizeof figure->title, "SMFMAC %d×%d×%d: one K group through %s",
             insn->m, insn->n, insn->k, figure->options.owner ? "the registers" : "all operands");
    buffer_printf(
        &figure->subtitle,
        "Row i = %d, K group q = %d (k %d–%d): two stored values of A, the index nibble that "
        "says which two k they stand for, the elements of B that they meet, and the row of "
        "D that takes the sums.",
        link->i, link->q, 4 * link->q, 4 * link->q + 3);
    buffer_printf(&figure->formula, "D[%d][j] += A[%d][%d.0]·B[%d][j] + A[%d][%d.1]·B[%d][j]\n",
                  link->i, link->i, link->q, k0, link->i, link->q, k1);
    buffer_printf(
        &figure->caption,
        "The index nibble 0x%X, selectors %d and %d, is an example: slot 0 stands for k %d, "
        "slot 1 for k %d. Legal nibbles are 4, 8, C, 9, D and E, whose selectors are (0,1), "
        "(0,2), (0,3), (1,2), (1,3) and (2,3); so slot 0 reaches k %d–%d and slot 1 k %d–%d.",
        (unsigned)(link->selector[1] << 2 | link->selector[0]), link->selector[0],
        link->selector[1], k0, k1, 4 * link->q, 4 * link->q + 2, 4 * link->q + 1, 4 * link->q + 3);
}

enum status figure_make_link(struct figure *figure, const struct opmap *map, struct error *err)
{
    const struct render_options *options = &figure->options;
    const struct isa_smfmac *insn = figure->insn;
    int n_groups = isa_k_groups(insn);
    enum status status = figure_check_part(figure, err);
    if (status)
        return status;
    if (options->lanes.given)
        return error_set(err, STATUS_USAGE,
                         "--lanes does not apply to a linked figure, which traces one K group");
    figure->link = (struct fig_link){
        .i = options->rows.given ? options->rows.lo : USUAL_ROW,
        .q = options->k.given         ? options->k.lo / 4
             : USUAL_GROUP < n_groups ? USUAL_GROUP
                                      : 0,
        .selector = {FIRST_SELECTOR, SECOND_SELECTOR},
    };
    /* Of A and idx a lane holds as many elements as the map puts there; at most all. */
    size_t most = 2 * (size_t)opmap_count(insn, OPMAP_A) + 5 * (size_t)insn->n;
    figure->cells = calloc(most, sizeof *figure->cells);
    if (!figure->cells)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    for (enum opmap_operand o = 0; o < OPMAP_N_OPERANDS; o++)
        add_operand(figure, map, o);
    figure->show_bits = !rows_share_bits(figure);
    say_link(figure);
    return STATUS_OK;
}

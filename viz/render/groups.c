/* Lane groups: lanes that share a K group, a k or a row. */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "render/figure.h"

static int root(const int parent[ISA_LANES], int lane)
{
    while (parent[lane] != lane)
        lane = parent[lane];
    return lane;
}

/* The K group, k or row whose lanes belong together. */
static int line_of(enum opmap_operand operand, struct opmap_coord coord)
{
    switch (operand) {
    case OPMAP_B:
        return coord.k;
    case OPMAP_CD:
        return coord.i;
    default:
        return coord.q;
    }
}

/* Joins the lanes of each line of an operand. */
static void join_lanes(const struct opmap *map, enum opmap_operand operand, int parent[ISA_LANES],
                       bool used[ISA_LANES])
{
    int first_of_line[FIG_MAX_LINES], n_elements = opmap_count(map->insn, operand);
    for (int l = 0; l < FIG_MAX_LINES; l++)
        first_of_line[l] = -1;
    for (int n = 0; n < n_elements; n++) {
        int *first = &first_of_line[line_of(operand, opmap_coord(map->insn, operand, n))];
        int lane = map->slot[operand][n].lane;
        used[lane] = true;
        if (*first < 0)
            *first = lane;
        int a = root(parent, *first), b = root(parent, lane);
        parent[a > b ? a : b] = a < b ? a : b;
    }
}

/* Whose a cell is: of an owner figure also that of a register that holds nothing. */
static int lane_of(const struct figure *figure, int n)
{
    return figure->options.owner && !figure->options.linked
               ? figure->rows.value[n / figure->columns.n]
               : figure->cells[n].slot[0].lane;
}

static void find_groups(struct figure *figure, const struct opmap *map)
{
    int parent[ISA_LANES], group_of[ISA_LANES];
    bool used[ISA_LANES] = {false};
    for (int lane = 0; lane < ISA_LANES; lane++)
        parent[lane] = lane;
    for (enum opmap_operand o = 0; o < OPMAP_N_OPERANDS; o++)
        if (figure->options.linked || o == figure->options.operand)
            join_lanes(map, o, parent, used);
    for (int lane = 0; lane < ISA_LANES; lane++) {
        if (!used[lane])
            continue;
        int r = root(parent, lane);
        if (r == lane)
            group_of[lane] = figure->n_groups++;
        struct fig_group *group = &figure->group[group_of[r]];
        group_of[lane] = group_of[r];
        group->hue = group_of[r];
        group->lanes[lane] = true;
        group->n_lanes++;
    }
    for (int n = 0; n < figure->n_cells; n++)
        figure->cells[n].group = group_of[lane_of(figure, n)];
}

enum status figure_make_groups(struct figure *figure, const struct opmap *map, struct error *err)
{
    find_groups(figure, map);
    for (int g = 0; g < figure->n_groups; g++) {
        struct fig_group *group = &figure->group[g];
        struct buffer ranges = {0};
        text_ranges(group->lanes, ISA_LANES, &ranges);
        enum status status = buffer_check(&ranges, err);
        const char *word = group->n_lanes == 1 ? "lane" : "lanes";
        if (!status && ranges.size < 28)
            snprintf(group->label, sizeof group->label, "%s %s", word, ranges.data);
        else if (!status)
            snprintf(group->label, sizeof group->label, "group %d: %d lanes", g, group->n_lanes);
        buffer_free(&ranges);
        if (status)
            return status;
    }
    return STATUS_OK;
}

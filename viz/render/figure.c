#include "render/figure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Which maps may share a figure. */

static bool same_family(const struct opmap *a, const struct opmap *b)
{
    const struct isa_smfmac *x = a->insn, *y = b->insn;
    return x->m == y->m && x->n == y->n && x->k == y->k && a->cbsz == b->cbsz &&
           a->abid == b->abid && isa_type_bits(x->a_type) == isa_type_bits(y->a_type) &&
           isa_type_bits(x->b_type) == isa_type_bits(y->b_type);
}

static enum status check_maps(const struct opmap *const *maps, int n_maps,
                              enum opmap_operand operand, struct error *err)
{
    if (n_maps < 1)
        return error_set(err, STATUS_INTERNAL, "render: no map to draw");
    const struct opmap *first = maps[0];
    int count = opmap_count(first->insn, operand);
    for (int m = 0; m < n_maps; m++) {
        if (!same_family(first, maps[m]))
            return error_set(err, STATUS_INTERNAL, "render: %s and %s cannot share a figure",
                             first->insn->name, maps[m]->insn->name);
        for (int n = 0; n < count; n++) {
            struct opmap_slot slot = maps[m]->slot[operand][n];
            struct opmap_coord coord = opmap_coord(first->insn, operand, n);
            char element[OPMAP_TEXT_BYTES], here[OPMAP_TEXT_BYTES], there[OPMAP_TEXT_BYTES];
            opmap_coord_text(operand, coord, element);
            opmap_slot_text(slot, there);
            if (slot.lane >= ISA_LANES)
                return error_set(err, STATUS_DIFFERS, "render: %s of %s is at %s: lanes are 0..%d",
                                 element, maps[m]->insn->name, there, ISA_LANES - 1);
            if (!opmap_slot_equal(first->slot[operand][n], slot))
                return error_set(err, STATUS_DIFFERS,
                                 "%s is at %s in %s but at %s in %s: no common figure", element,
                                 opmap_slot_text(first->slot[operand][n], here), first->insn->name,
                                 there, maps[m]->insn->name);
        }
    }
    return STATUS_OK;
}

/* Axes. */

static void number_axis(struct fig_axis *axis, const char *title, int n)
{
    axis->title = title;
    axis->n = n;
    for (int l = 0; l < n; l++)
        snprintf(axis->tick[l], sizeof axis->tick[l], "%d", l);
}

static void k_group_headings(struct fig_axis *axis, int span)
{
    axis->span = span;
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

static void label_cell(struct fig_cell *cell)
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

static enum status make_cells(struct figure *figure, const struct opmap *map, struct error *err)
{
    int n_cells = figure->rows.n * figure->columns.n;
    figure->cells = calloc((size_t)n_cells, sizeof *figure->cells);
    if (!figure->cells)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    for (int n = 0; n < n_cells; n++) {
        struct fig_cell *cell = &figure->cells[n];
        place_cell(figure, map, n / figure->columns.n, n % figure->columns.n, cell);
        label_cell(cell);
    }
    return STATUS_OK;
}

/* Lane groups. */

static int root(const int parent[ISA_LANES], int lane)
{
    while (parent[lane] != lane)
        lane = parent[lane];
    return lane;
}

/* Lines of cells whose lanes belong together: columns of A and idx, rows of B and C/D. */
static int line_of(const struct figure *figure, int row, int column)
{
    return figure->columns.span ? column / figure->columns.span : row;
}

static void make_groups(struct figure *figure)
{
    int parent[ISA_LANES], first_of_line[FIG_MAX_LINES], group_of[ISA_LANES];
    bool used[ISA_LANES] = {false};
    for (int lane = 0; lane < ISA_LANES; lane++)
        parent[lane] = lane;
    for (int l = 0; l < FIG_MAX_LINES; l++)
        first_of_line[l] = -1;

    int n_cells = figure->rows.n * figure->columns.n;
    for (int n = 0; n < n_cells; n++) {
        const struct fig_cell *cell = &figure->cells[n];
        int *first = &first_of_line[line_of(figure, n / figure->columns.n, n % figure->columns.n)];
        for (int s = 0; s < cell->n_slots; s++) {
            int lane = cell->slot[s].lane;
            used[lane] = true;
            if (*first < 0)
                *first = lane;
            int a = root(parent, *first), b = root(parent, lane);
            parent[a > b ? a : b] = a < b ? a : b;
        }
    }
    for (int lane = 0; lane < ISA_LANES; lane++) {
        if (!used[lane])
            continue;
        int r = root(parent, lane);
        if (r == lane)
            group_of[lane] = figure->n_groups++;
        struct fig_group *group = &figure->group[group_of[r]];
        group_of[lane] = group_of[r];
        group->lanes[lane] = true;
        group->n_lanes++;
    }
    for (int n = 0; n < n_cells; n++)
        figure->cells[n].group = group_of[figure->cells[n].slot[0].lane];
}

void figure_ranges(const bool *member, int n, struct buffer *out)
{
    const char *comma = "";
    for (int lo = 0, hi; lo < n; lo = hi + 1) {
        hi = lo;
        if (!member[lo])
            continue;
        while (hi + 1 < n && member[hi + 1])
            hi++;
        buffer_printf(out, hi > lo ? "%s%d–%d" : "%s%d", comma, lo, hi);
        comma = ", ";
    }
}

static enum status label_groups(struct figure *figure, struct error *err)
{
    for (int g = 0; g < figure->n_groups; g++) {
        struct fig_group *group = &figure->group[g];
        struct buffer ranges = {0};
        figure_ranges(group->lanes, ISA_LANES, &ranges);
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

/* Words. */

static void make_title(struct figure *figure)
{
    static const char *const what[OPMAP_N_OPERANDS] = {
        [OPMAP_A] = "A operand (sparse 2:4)",
        [OPMAP_IDX] = "sparsity index (idx)",
        [OPMAP_B] = "B operand (dense)",
        [OPMAP_CD] = "C/D accumulator",
    };
    const struct isa_smfmac *insn = figure->insn;
    snprintf(figure->title, sizeof figure->title, "SMFMAC %d×%d×%d: %s", insn->m, insn->n, insn->k,
             what[figure->options.operand]);

    int bits = isa_type_bits(insn->a_type);
    struct buffer *out = &figure->subtitle;
    switch (figure->options.operand) {
    case OPMAP_A:
        buffer_printf(out, "Where each stored %d-bit value of A sits. ", bits);
        break;
    case OPMAP_IDX:
        buffer_puts(out, "Where the 2-bit selector of each stored value sits. ");
        break;
    case OPMAP_B:
        buffer_printf(out, "Where each %d-bit element B[k][j] sits. ", bits);
        buffer_puts(out, "Wider gaps separate the K groups of four k.");
        return;
    default:
        buffer_printf(out, "Where each %d-bit element [i][j] of C and of D sits.",
                      isa_type_bits(insn->cd_type));
        return;
    }
    if (figure->options.dense_axis)
        buffer_printf(out,
                      "Columns are dense k. Of each K group of four, idx selects the two that are "
                      "stored, in slots s = 0 and 1; above each column stand the slots %s its k.",
                      figure->options.operand == OPMAP_A ? "that may hold"
                                                         : "whose selector may name");
    else
        buffer_puts(out,
                    "Columns are K groups q (k = 4q to 4q+3) with two stored slots, s0 and s1.");
}

static void make_stamp(struct figure *figure, const struct opmap *const *maps, int n_maps)
{
    const struct opmap_provenance *first = &maps[0]->provenance;
    snprintf(figure->arch, sizeof figure->arch, "%s",
             first->arch[0] ? first->arch : isa_arch_name(figure->insn->arch));
    for (int m = 0; m < n_maps; m++) {
        const struct opmap_provenance *p = &maps[m]->provenance;
        buffer_printf(&figure->instructions, "%sv_smfmac_%s", m ? ", " : "", maps[m]->insn->name);
        bool told = false;
        for (int o = 0; o < m; o++) {
            const struct opmap_provenance *other = &maps[o]->provenance;
            told = told || (other->source == p->source && !strcmp(other->device, p->device) &&
                            !strcmp(other->attest, p->attest));
        }
        if (told)
            continue;
        char kind[OPMAP_KIND_BYTES];
        buffer_printf(&figure->provenance, "%s%s", m ? "; " : "", opmap_kind_text(p, kind));
        if (p->device[0])
            buffer_printf(&figure->provenance, ", %s", p->device);
        if (p->attest[0])
            buffer_printf(&figure->provenance, " (%s)", p->attest);
    }
}

static enum status check_buffers(const struct figure *figure, struct error *err)
{
    const struct buffer *const all[] = {&figure->subtitle, &figure->caption, &figure->formula,
                                        &figure->instructions, &figure->provenance};
    for (size_t n = 0; n < sizeof all / sizeof *all; n++) {
        enum status status = buffer_check(all[n], err);
        if (status)
            return status;
    }
    return STATUS_OK;
}

enum status figure_init(struct figure *figure, const struct opmap *const *maps, int n_maps,
                        const struct render_options *options, struct error *err)
{
    *figure = (struct figure){.options = *options, .palette = &palette_light};
    if (options->operand > OPMAP_IDX)
        figure->options.dense_axis = false; /* B and C/D have no stored slots */
    enum status status = check_maps(maps, n_maps, options->operand, err);
    if (status)
        return status;
    figure->insn = maps[0]->insn;
    figure->cbsz = maps[0]->cbsz;
    figure->abid = maps[0]->abid;
    make_axes(figure);
    status = make_cells(figure, maps[0], err);
    if (status)
        goto fail;
    figure_place_bits(figure);
    make_groups(figure);
    status = label_groups(figure, err);
    if (status)
        goto fail;
    make_title(figure);
    make_stamp(figure, maps, n_maps);
    figure_describe(figure);
    status = check_buffers(figure, err);
    if (status)
        goto fail;
    return STATUS_OK;
fail:
    figure_free(figure);
    return status;
}

void figure_free(struct figure *figure)
{
    free(figure->cells);
    buffer_free(&figure->subtitle);
    buffer_free(&figure->caption);
    buffer_free(&figure->formula);
    buffer_free(&figure->instructions);
    buffer_free(&figure->provenance);
    *figure = (struct figure){0};
}

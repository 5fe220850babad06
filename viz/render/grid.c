/* Choosing a grid: folding, arrangement, text size. grid_place.c puts it on paper. */
#include "render/grid.h"

#include <assert.h>
#include <math.h>

#define MAX_TEXT 9.0
#define ROOMY_TEXT 7.5 /* parts of a cell share a line only if that leaves them this size */
#define FILL 0.87      /* how much of a cell's width its text may take */

const char *grid_part_text(const struct figure *figure, const struct fig_cell *cell,
                           enum grid_part part)
{
    if (!cell->n_slots || figure->options.owner != (part >= GRID_HEAD))
        return NULL;
    switch (part) {
    case GRID_HEAD:
        return cell->head;
    case GRID_TAIL:
        return cell->tail;
    case GRID_VGPR:
        return cell->vgpr;
    case GRID_LANE:
        return figure->options.brief ? NULL : cell->lane;
    default:
        for (int s = 0; s < cell->n_slots && figure->show_bits; s++) {
            int place = figure->options.dense_axis ? cell->coord[s].s : 0;
            if ((int)part - GRID_BITS0 == place)
                return cell->bits[s];
        }
        return NULL;
    }
}

/* Folding. */

static struct grid_panel whole_panel(const struct figure *figure)
{
    struct grid_panel panel = {-1, figure->rows.n, figure->columns.n, {0}, {0}};
    for (int l = 0; l < FIG_MAX_LINES; l++)
        panel.row[l] = panel.column[l] = l;
    return panel;
}

/* The rows and columns of one lane group; false unless they are full, so that a panel has no gap.
 */
static bool group_panel(const struct figure *figure, int group, struct grid_panel *panel)
{
    bool row[FIG_MAX_LINES] = {false}, column[FIG_MAX_LINES] = {false};
    int n = 0;
    *panel = (struct grid_panel){.group = group};
    for (int r = 0; r < figure->rows.n; r++) {
        for (int c = 0; c < figure->columns.n; c++) {
            if (figure_cell(figure, r, c)->group == group) {
                row[r] = column[c] = true;
                n++;
            }
        }
    }
    for (int l = 0; l < FIG_MAX_LINES; l++) {
        if (row[l])
            panel->row[panel->n_rows++] = l;
        if (column[l])
            panel->column[panel->n_columns++] = l;
    }
    return panel->n_rows * panel->n_columns == n;
}

static bool fold(struct grid *grid, const struct figure *figure, int across)
{
    grid->across = across ? across : 1;
    if (!across) {
        grid->n_panels = 1;
        grid->panel[0] = whole_panel(figure);
        return true;
    }
    grid->n_panels = figure->n_groups;
    for (int g = 0; g < figure->n_groups; g++)
        if (!group_panel(figure, g, &grid->panel[g]) ||
            grid->panel[g].n_columns != grid->panel[0].n_columns ||
            grid->panel[g].n_rows != grid->panel[0].n_rows)
            return false;
    return across <= figure->n_groups && figure->n_groups % across == 0;
}

/* Registers in `down` panels of as many VGPRs each, one above the other. */
static bool fold_registers(struct grid *grid, const struct figure *figure, int down)
{
    assert(down > 0);
    int n = figure->columns.n / down, span = figure->columns.span ? figure->columns.span : 1;
    if (!figure->options.owner || n % span || n * down != figure->columns.n)
        return false;
    grid->across = 1;
    grid->n_panels = down;
    for (int p = 0; p < down; p++) {
        grid->panel[p] = whole_panel(figure);
        grid->panel[p].n_columns = n;
        for (int c = 0; c < n; c++)
            grid->panel[p].column[c] = p * n + c;
    }
    return true;
}

int grid_group_of_line(const struct figure *figure, bool row, int line)
{
    int group = -1, n = row ? figure->columns.n : figure->rows.n;
    for (int m = 0; m < n; m++) {
        int here = figure_cell(figure, row ? line : m, row ? m : line)->group;
        if (here < 0)
            continue;
        if (group >= 0 && group != here)
            return -2;
        group = here;
    }
    return group;
}

static enum grid_bands bands_of(const struct figure *figure)
{
    bool by_row = true, by_column = !figure->options.owner; /* an owner's lanes are rows */
    for (int r = 0; r < figure->rows.n; r++)
        by_row = by_row && grid_group_of_line(figure, true, r) > -2;
    for (int c = 0; c < figure->columns.n; c++)
        by_column = by_column && grid_group_of_line(figure, false, c) > -2;
    return by_column ? GRID_BANDS_TOP : by_row ? GRID_BANDS_LEFT : GRID_BANDS_NONE;
}

/* Cells. */

void grid_measure_register(const struct fig_cell *cell, const struct scene_font *font,
                           struct grid_arrangement *arrangement)
{
    arrangement->head = fmax(arrangement->head, font->width(font->context, cell->head, false));
    arrangement->tail = fmax(arrangement->tail, font->width(font->context, cell->tail, false));
}

/* The widest line of any cell, at text size 1. */
static double widest_line(const struct figure *figure, const struct scene_font *font,
                          const struct grid_arrangement *arrangement)
{
    double widest = arrangement->head + arrangement->tail;
    assert(figure->cells);
    if (figure->options.owner)
        return widest;
    for (int n = 0; n < figure->n_cells; n++) {
        double width[GRID_N_PARTS] = {0};
        for (enum grid_part part = 0; part < GRID_N_PARTS; part++) {
            const char *text = grid_part_text(figure, &figure->cells[n], part);
            if (!text)
                continue;
            double *line = &width[arrangement->line[part]];
            *line += (*line > 0 ? GRID_WORD_GAP : 0) +
                     font->width(font->context, text, part == GRID_VGPR);
        }
        for (int l = 0; l < arrangement->n_lines; l++)
            widest = fmax(widest, width[l]);
    }
    return widest;
}

static double quarter_down(double x) { return floor(x * 4) / 4; }

/* Text size and cell size of `grid` with one arrangement; false if the text gets too small. */
static bool size_cells(struct grid *grid, const struct figure *figure,
                       const struct scene_font *font)
{
    const struct grid_panel *panel = &grid->panel[0];
    double width = SCENE_WIDTH - 2 * SCENE_MARGIN - (grid->across - 1) * GRID_PANEL_GAP;
    grid->cell_w = quarter_down((width / grid->across - grid->left) / panel->n_columns);
    double widest = widest_line(figure, font, &grid->arrangement);
    grid->text_size = quarter_down(fmin(MAX_TEXT, FILL * grid->cell_w / widest));
    grid->cell_h = grid->arrangement.n_lines * grid_line_pitch(grid->text_size) + 4.5;
    int down = grid->n_panels / grid->across;
    grid->height = down * (grid->top + panel->n_rows * grid->cell_h) + (down - 1) * GRID_PANEL_GAP;
    return grid->text_size >= SCENE_MIN_TEXT;
}

/* How far a grid is from a good one: low, readable, cells neither bars nor pillars, whole rather
 * than folded. Names of elements are long: they need the larger letters. The weights are taste,
 * tried on the figures of all shapes. */
static double cost(const struct grid *grid, const struct figure *figure)
{
    double shape = fabs(log(grid->cell_w / grid->cell_h / 1.5));
    double small = fmax(0, 7.25 - grid->text_size);
    return grid->height / 100 + fmax(0, grid->height - 700) / 60 +
           (figure->options.owner ? 6 : 3) * small + 1.5 * shape + (grid->n_panels > 1 ? 2.5 : 0);
}

static void make_room(struct grid *grid, const struct figure *figure)
{
    const struct fig_axis *columns = &figure->columns;
    grid->tick_left = GRID_ROW_TICK + (figure->rows.bits_span ? GRID_ROW_NOTE : 0);
    grid->left = GRID_AXIS_TITLE + grid->tick_left;

    grid->slots_up = columns->slots[0][0] ? GRID_NOTE : 0;
    double bits = columns->n_bits * GRID_NOTE;
    bool group_bits = columns->bits_span > 1; /* these stand at the K group's heading */
    grid->tick_up = grid->slots_up + (group_bits ? 0 : bits) + GRID_COLUMN_TICK;
    grid->bits_up = group_bits ? grid->tick_up + bits : grid->slots_up + bits;
    grid->heading_up = fmax(grid->tick_up, grid->bits_up) + (columns->span ? GRID_HEADING : 0);
    grid->top = grid->heading_up + GRID_AXIS_TITLE;
    if (grid->bands == GRID_BANDS_LEFT)
        grid->left += GRID_BAND + GRID_BAND_GAP;
    if (grid->bands == GRID_BANDS_TOP)
        grid->top += GRID_BAND + GRID_BAND_GAP;
    if (grid->bands == GRID_BANDS_NONE)
        grid->top += GRID_LEGEND;
}

struct grid_arrangement grid_stack(const struct figure *figure)
{
    bool two_bits = figure->show_bits && figure->options.dense_axis;
    int bits = figure->show_bits + two_bits;
    if (figure->options.owner)
        return (struct grid_arrangement){.n_lines = 1};
    if (figure->options.brief)
        return (struct grid_arrangement){1 + bits, {0, 0, 1, 2}, 0, 0};
    return (struct grid_arrangement){2 + bits, {0, 1, 2, 3}, 0, 0};
}

enum status grid_plan(struct grid *grid, const struct figure *figure, const struct scene_font *font,
                      struct error *err)
{
    struct grid_arrangement arrangements[3] = {grid_stack(figure)};
    int n_arrangements = 1;
    if (figure->options.owner) {
        for (int n = 0; n < figure->n_cells; n++)
            grid_measure_register(&figure->cells[n], font, &arrangements[0]);
    } else if (arrangements[0].n_lines > 1) {
        if (figure->show_bits)
            arrangements[n_arrangements++] = (struct grid_arrangement){2, {0, 0, 1, 1}, 0, 0};
        arrangements[n_arrangements++] = (struct grid_arrangement){1, {0}, 0, 0};
    }

    /* By lane group, so many panels across; negative: by VGPR, so many down. */
    static const int foldings[] = {0, 1, 2, 4, -2, -4};
    double best = INFINITY;
    for (size_t f = 0; f < sizeof foldings / sizeof *foldings; f++) {
        struct grid try = {.bands = bands_of(figure)};
        if (foldings[f] < 0 ? !fold_registers(&try, figure, -foldings[f])
                            : !fold(&try, figure, foldings[f]))
            continue;
        bool folded = try.panel[0].group >= 0;
        if (folded)
            try.bands = GRID_BANDS_TOP;
        make_room(&try, figure);
        for (int a = 0; a < n_arrangements; a++) {
            try.arrangement = arrangements[a];
            if (!size_cells(&try, figure, font) || cost(&try, figure) >= best)
                continue;
            if (a > 0 && try.text_size < ROOMY_TEXT)
                continue;
            best = cost(&try, figure);
            *grid = try;
        }
    }
    if (best == INFINITY)
        return error_set(err, STATUS_UNSUPPORTED,
                         "render: %s cannot be drawn with text of %g px at a width of %d",
                         figure->title, SCENE_MIN_TEXT, SCENE_WIDTH);
    return STATUS_OK;
}

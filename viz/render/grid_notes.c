/* Notes: what a row or column says once for all of its cells. */
#include "render/grid_site.h"

#include <math.h>

/* What an axis says beside one of its lines: the n-th line of its bits, or its slots. */
typedef const char *axis_note(const struct fig_axis *axis, int line, int n);

static const char *bits_note(const struct fig_axis *axis, int line, int n)
{
    return axis->bits[line][n];
}

static const char *slots_note(const struct fig_axis *axis, int line, int n)
{
    return (void)n, axis->slots[line];
}

/* The text size in which all lines' notes fit into boxes of width `w`. */
static double note_size(const struct grid_site *site, const struct fig_axis *axis, axis_note *note,
                        int n, double w)
{
    double widest = 0;
    for (int l = 0; l < axis->n && note(axis, l, n)[0]; l++)
        widest = fmax(widest, site->font->width(site->font->context, note(axis, l, n), false));
    double size = floor((w - 2 * GRID_NOTE_MARGIN) / widest * 4) / 4;
    return fmin(SCENE_SMALL_TEXT, size);
}

/* The lane group of all cells in rows [r0, r1) and columns [c0, c1), or -1. */
static int common_group(const struct grid_site *site, int r0, int r1, int c0, int c1)
{
    int group = grid_site_cell(site, r0, c0)->group;
    for (int r = r0; r < r1; r++)
        for (int c = c0; c < c1; c++)
            if (grid_site_cell(site, r, c)->group != group)
                return -1;
    return group;
}

/* Notes stand on the stronger colour of their lane group; on paper where they are of several. */
static uint32_t note_colour(const struct grid_site *site, int group)
{
    return figure_band_colour(site->figure, group);
}

static void place_note(const struct grid_site *site, struct scene_box room, int group, double size,
                       const char *string)
{
    struct scene_text style = {
        .size = size, .colour = site->figure->palette->ink, .background = note_colour(site, group)};
    scene_fit_text(site->scene, site->font, room, style, string);
}

/* The bits of each row; one box for each run of a lane group, which place_gaps cuts. */
static void place_row_bits(const struct grid_site *site)
{
    const struct fig_axis *axis = &site->figure->rows;
    struct scene_box box = {site->x - GRID_ROW_NOTE, 0, GRID_ROW_NOTE - 1, 0, 0};
    double size = note_size(site, axis, bits_note, 0, box.w);
    int n_columns = site->panel->n_columns;
    for (int r = 0, end; r < site->panel->n_rows; r = end) {
        int group = common_group(site, r, r + 1, 0, n_columns);
        struct scene_box run = box;
        run.y = site->y + r * site->grid->cell_h;
        run.h = 0;
        run.colour = note_colour(site, group);
        for (end = r;
             end < site->panel->n_rows && common_group(site, end, end + 1, 0, n_columns) == group;
             end++) {
            box.y = site->y + end * site->grid->cell_h;
            box.h = site->grid->cell_h;
            run.h += box.h;
            place_note(site, box, group, size, bits_note(axis, site->panel->row[end], 0));
        }
        scene_add_box(site->scene, run);
    }
}

/* One line of notes above the columns, each over `span` of them; boxes as above. */
static void place_column_notes(const struct grid_site *site, double up, int span, axis_note *note,
                               int n)
{
    const struct fig_axis *axis = &site->figure->columns;
    double cell_w = site->grid->cell_w;
    struct scene_box box = {0, site->y - up, span * cell_w, GRID_NOTE - 0.75, 0};
    double size = note_size(site, axis, note, n, box.w);
    int n_rows = site->panel->n_rows;
    for (int c = 0, end; c + span <= site->panel->n_columns; c = end) {
        int group = common_group(site, 0, n_rows, c, c + span);
        struct scene_box run = box;
        run.x = site->x + c * cell_w;
        run.w = 0;
        run.colour = note_colour(site, group);
        for (end = c; end + span <= site->panel->n_columns &&
                      common_group(site, 0, n_rows, end, end + span) == group;
             end += span) {
            box.x = site->x + end * cell_w;
            run.w += box.w;
            place_note(site, box, group, size, note(axis, site->panel->column[end] / span, n));
        }
        scene_add_box(site->scene, run);
    }
}

void grid_place_notes(const struct grid_site *site)
{
    const struct grid *grid = site->grid;
    const struct fig_axis *columns = &site->figure->columns;
    struct scene_text style = {.size = SCENE_SMALL_TEXT,
                               .colour = site->figure->palette->ink_soft,
                               .background = site->figure->palette->paper};
    struct scene_box label = {site->x - GRID_ROW_TICK - 3, 0, GRID_ROW_TICK, GRID_NOTE - 0.75, 0};
    for (int n = 0; n < columns->n_bits; n++)
        place_column_notes(site, grid->bits_up - n * GRID_NOTE, columns->bits_span, bits_note, n);
    if (columns->n_bits) {
        label.y = site->y - grid->bits_up;
        scene_fit_text(site->scene, site->font, label, style, "bits");
    }
    if (columns->slots[0][0]) {
        place_column_notes(site, grid->slots_up, 1, slots_note, 0);
        label.y = site->y - grid->slots_up;
        scene_fit_text(site->scene, site->font, label, style, "slot");
    }
    if (site->figure->rows.bits_span) {
        place_row_bits(site);
        label = (struct scene_box){site->x - GRID_ROW_NOTE, site->y - grid->tick_up, GRID_ROW_NOTE,
                                   GRID_COLUMN_TICK, 0};
        scene_fit_text(site->scene, site->font, label, style, "bits");
    }
}

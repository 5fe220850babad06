/* Putting a planned grid on paper. */
#include "render/grid_site.h"

#include <math.h>
#include <string.h>

double grid_line_pitch(double size) { return ceil(size * 1.16 * 4) / 4; }

/* Texts of cells. */

/* Where a part starts and ends, from the middle of its cell, at text size 1: parts on one line
 * stand side by side, the whole line in the middle. */
static void span_of_part(const struct figure *figure, const struct scene_font *font,
                         const struct fig_cell *cell, const struct grid_arrangement *arrangement,
                         enum grid_part part, double *start, double *end)
{
    double before = 0, width = 0;
    for (enum grid_part p = 0; p < GRID_N_PARTS; p++) {
        const char *text = grid_part_text(figure, cell, p);
        if (!text || arrangement->line[p] != arrangement->line[part])
            continue;
        if (p == part)
            before = width + (width > 0 ? GRID_WORD_GAP : 0);
        width += (width > 0 ? GRID_WORD_GAP : 0) + font->width(font->context, text, p == GRID_VGPR);
        if (p == part)
            *end = width;
    }
    *start = before - width / 2;
    *end -= width / 2;
    if (part >= GRID_HEAD)
        *start = *end = (arrangement->head - arrangement->tail) / 2;
}

void grid_place_part(const struct figure *figure, const struct scene_font *font,
                     const struct fig_cell *cell, const struct grid_arrangement *arrangement,
                     enum grid_part part, double size, const struct scene_box *room,
                     struct scene *scene)
{
    const char *text = grid_part_text(figure, cell, part);
    if (!text)
        return;
    double start = 0, end = 0, pitch = grid_line_pitch(size);
    double block = (arrangement->n_lines - 1) * pitch + size * SCENE_CAP_HEIGHT;
    bool soft = part == GRID_BITS0 || part == GRID_BITS1;
    span_of_part(figure, font, cell, arrangement, part, &start, &end);
    struct scene_text style = {
        .x = room->x + room->w / 2 + size * (start + end) / 2,
        .y = room->y + (room->h - block) / 2 + size * SCENE_CAP_HEIGHT +
             arrangement->line[part] * pitch,
        .size = size,
        .anchor = part == GRID_HEAD   ? SCENE_END
                  : part == GRID_TAIL ? SCENE_START
                                      : SCENE_MIDDLE,
        .bold = part == GRID_VGPR,
        .colour = soft ? figure->palette->ink_soft : figure->palette->ink,
        .background = room->colour,
        .room = *room,
    };
    scene_add_text(scene, style, text);
}

void grid_place_cell(const struct figure *figure, const struct scene_font *font,
                     const struct fig_cell *cell, const struct grid_arrangement *arrangement,
                     double size, const struct scene_box *room, struct scene *scene)
{
    for (enum grid_part part = 0; part < GRID_N_PARTS; part++)
        grid_place_part(figure, font, cell, arrangement, part, size, room, scene);
}

/* One panel. */

static bool texts_alike(const struct grid_site *site, enum grid_part part, int row_a, int column_a,
                        int row_b, int column_b)
{
    const char *a = grid_part_text(site->figure, grid_site_cell(site, row_a, column_a), part);
    const char *b = grid_part_text(site->figure, grid_site_cell(site, row_b, column_b), part);
    return a && b ? !strcmp(a, b) : !a && !b;
}

/* Whether columns repeat each other more than rows do. */
static bool repeats_across(const struct grid_site *site, enum grid_part part)
{
    int n_rows = site->panel->n_rows, n_columns = site->panel->n_columns;
    int row_changes = 0, column_changes = 0;
    for (int r = 1; r < n_rows; r++) {
        int c = 0;
        while (c < n_columns && texts_alike(site, part, r, c, r - 1, c))
            c++;
        row_changes += c < n_columns;
    }
    for (int c = 1; c < n_columns; c++) {
        int r = 0;
        while (r < n_rows && texts_alike(site, part, r, c, r, c - 1))
            r++;
        column_changes += r < n_rows;
    }
    return column_changes * n_rows < row_changes * n_columns;
}

/* The texts of one part in succession, row by row or column by column: those lines repeat each
 * other, and the SVG then needs each only once. */
static void place_cell_texts(const struct grid_site *site)
{
    const struct grid *grid = site->grid;
    for (enum grid_part part = 0; part < GRID_N_PARTS; part++) {
        bool by_column = repeats_across(site, part);
        int n_outer = by_column ? site->panel->n_columns : site->panel->n_rows;
        int n_inner = by_column ? site->panel->n_rows : site->panel->n_columns;
        for (int outer = 0; outer < n_outer; outer++) {
            for (int inner = 0; inner < n_inner; inner++) {
                int r = by_column ? inner : outer, c = by_column ? outer : inner;
                struct scene_box room = {
                    site->x + c * grid->cell_w, site->y + r * grid->cell_h, grid->cell_w,
                    grid->cell_h,
                    figure_cell_colour(site->figure, grid_site_cell(site, r, c)->group)};
                grid_place_part(site->figure, site->font, grid_site_cell(site, r, c),
                                &grid->arrangement, part, grid->text_size, &room, site->scene);
            }
        }
    }
}

/* Same lane groups in both rows? */
static bool rows_alike(const struct grid_site *site, int a, int b)
{
    for (int c = 0; c < site->panel->n_columns; c++)
        if (grid_site_cell(site, a, c)->group != grid_site_cell(site, b, c)->group)
            return false;
    return true;
}

/* One box for each run of a lane group, over as many rows as are alike. */
static void place_fills(const struct grid_site *site)
{
    const struct grid *grid = site->grid;
    for (int r = 0, r_end; r < site->panel->n_rows; r = r_end) {
        for (r_end = r + 1; r_end < site->panel->n_rows && rows_alike(site, r, r_end);)
            r_end++;
        for (int c = 0, c_end; c < site->panel->n_columns; c = c_end) {
            int group = grid_site_cell(site, r, c)->group;
            for (c_end = c + 1;
                 c_end < site->panel->n_columns && grid_site_cell(site, r, c_end)->group == group;)
                c_end++;
            scene_add_box(site->scene,
                          (struct scene_box){site->x + c * grid->cell_w, site->y + r * grid->cell_h,
                                             (c_end - c) * grid->cell_w, (r_end - r) * grid->cell_h,
                                             figure_cell_colour(site->figure, group)});
        }
    }
}

/* Whether a wider gap parts two lines: another part begins, or lines between them are left out. */
static bool parted(const struct fig_axis *axis, int line, int next)
{
    return (axis->gap_every && axis->value[next] % axis->gap_every == 0) ||
           axis->value[next] != axis->value[line] + 1;
}

/* Parts cells and the notes beside them, K groups and the notes above these by more: by gaps in the
 * paper's colour, or by lines where cells may have that. */
static void place_gaps(const struct grid_site *site)
{
    const struct grid *grid = site->grid;
    const struct grid_panel *panel = site->panel;
    double w = panel->n_columns * grid->cell_w, h = panel->n_rows * grid->cell_h;
    double notes_up = grid->tick_up - GRID_COLUMN_TICK,
           notes_left = grid->tick_left - GRID_ROW_TICK;
    bool lines = grid_has_lines(site->figure);
    for (int wide = 0; wide < 2; wide++) {
        struct scene_line line = {.width = lines  ? (wide ? 3 : 1) * GRID_LINE
                                           : wide ? 2.25
                                                  : 0.75,
                                  .colour = site->figure->palette->gap};
        for (int c = 1; c < panel->n_columns; c++) {
            if (wide != parted(&site->figure->columns, panel->column[c - 1], panel->column[c]))
                continue;
            line.x0 = line.x1 = site->x + c * grid->cell_w;
            line.y0 = site->y - (wide ? fmax(notes_up, grid->bits_up) : notes_up);
            line.y1 = site->y + h;
            scene_add_line(site->scene, line);
        }
        for (int r = 1; r < panel->n_rows; r++) {
            if (wide != parted(&site->figure->rows, panel->row[r - 1], panel->row[r]))
                continue;
            line.x0 = site->x - notes_left, line.x1 = site->x + w;
            line.y0 = line.y1 = site->y + r * grid->cell_h;
            scene_add_line(site->scene, line);
        }
    }
    grid_outline(site->figure, (struct scene_box){site->x, site->y, w, h, 0}, site->scene);
}

static void place_ticks(const struct grid_site *site)
{
    const struct grid *grid = site->grid;
    const struct grid_panel *panel = site->panel;
    const struct figure *figure = site->figure;
    struct scene_text style = {.size = SCENE_SMALL_TEXT,
                               .colour = figure->palette->ink_soft,
                               .background = figure->palette->paper};
    for (int c = 0; c < panel->n_columns; c++) {
        struct scene_box room = {site->x + c * grid->cell_w, site->y - grid->tick_up, grid->cell_w,
                                 GRID_COLUMN_TICK, 0};
        scene_fit_text(site->scene, site->font, room, style,
                       figure->columns.tick[panel->column[c]]);
    }
    for (int r = 0; r < panel->n_rows; r++) {
        struct scene_box room = {site->x - grid->tick_left, site->y + r * grid->cell_h,
                                 GRID_ROW_TICK, grid->cell_h, 0};
        scene_fit_text(site->scene, site->font, room, style, figure->rows.tick[panel->row[r]]);
    }
}

static void place_headings(const struct grid_site *site)
{
    const struct fig_axis *axis = &site->figure->columns;
    struct scene_text style = {.size = SCENE_SMALL_TEXT,
                               .colour = site->figure->palette->ink,
                               .background = site->figure->palette->paper};
    for (int c = 0; axis->span && c + axis->span <= site->panel->n_columns; c += axis->span) {
        struct scene_box room = {site->x + c * site->grid->cell_w, site->y - site->grid->heading_up,
                                 axis->span * site->grid->cell_w, GRID_HEADING, 0};
        scene_fit_text(site->scene, site->font, room, style,
                       axis->heading[site->panel->column[c] / axis->span]);
    }
}

static void place_axis_titles(const struct grid_site *site)
{
    const struct grid *grid = site->grid;
    const struct figure *figure = site->figure;
    struct scene_text style = {.size = SCENE_SMALL_TEXT,
                               .colour = figure->palette->ink_soft,
                               .background = figure->palette->paper};
    double w = site->panel->n_columns * grid->cell_w, h = site->panel->n_rows * grid->cell_h;
    struct scene_box top = {site->x, site->y - grid->top, w, GRID_AXIS_TITLE - 1, 0};
    scene_fit_text(site->scene, site->font, top, style, figure->columns.title);
    struct scene_box side = {site->x - grid->left, site->y, GRID_AXIS_TITLE - 1, h, 0};
    style.upwards = true;
    scene_fit_text(site->scene, site->font, side, style, figure->rows.title);
}

static void place_band(const struct grid_site *site, struct scene_box box, int group, bool upwards)
{
    if (group >= 0)
        grid_band(site->figure, site->font, box, group, site->figure->group[group].label, upwards,
                  site->scene);
}

static int group_of_line(const struct grid_site *site, bool top, int line)
{
    if (site->panel->group >= 0)
        return site->panel->group;
    return grid_group_of_line(site->figure, !top,
                              top ? site->panel->column[line] : site->panel->row[line]);
}

/* Names the lane groups along the top or the left side: colour is never the only sign. */
static void place_bands(const struct grid_site *site)
{
    const struct grid *grid = site->grid;
    bool top = grid->bands == GRID_BANDS_TOP;
    int n = top ? site->panel->n_columns : site->panel->n_rows;
    if (grid->bands == GRID_BANDS_NONE)
        return;
    for (int l = 0, end; l < n; l = end) {
        int group = group_of_line(site, top, l);
        for (end = l + 1; end < n && group_of_line(site, top, end) == group;)
            end++;
        struct scene_box box = {site->x - grid->left + GRID_AXIS_TITLE,
                                site->y + l * grid->cell_h + 0.5, GRID_BAND,
                                (end - l) * grid->cell_h - 1, 0};
        if (top)
            box = (struct scene_box){site->x + l * grid->cell_w + 0.5,
                                     site->y - grid->top + GRID_AXIS_TITLE,
                                     (end - l) * grid->cell_w - 1, GRID_BAND, 0};
        place_band(site, box, group, !top);
    }
}

/* Where the groups lie in no order that a side could name. */
static void place_legend(const struct grid_site *site)
{
    const struct figure *figure = site->figure;
    double x = site->x, y = site->y - site->grid->top + GRID_AXIS_TITLE;
    for (int g = 0; g < figure->n_groups; g++) {
        const char *label = figure->group[g].label;
        double w = SCENE_SMALL_TEXT * site->font->width(site->font->context, label, true) + 14;
        if (x + w > SCENE_WIDTH - SCENE_MARGIN)
            break;
        place_band(site, (struct scene_box){x, y, w, GRID_BAND, 0}, g, false);
        x += w + 4;
    }
}

void grid_place(const struct grid *grid, const struct figure *figure, const struct scene_font *font,
                double y, struct scene *scene)
{
    const struct grid_panel *first = &grid->panel[0];
    double step_x = grid->left + first->n_columns * grid->cell_w + GRID_PANEL_GAP;
    double step_y = grid->top + first->n_rows * grid->cell_h + GRID_PANEL_GAP;
    for (int p = 0; p < grid->n_panels; p++) {
        int across = p % grid->across, down = p / grid->across;
        struct grid_site site = {
            .grid = grid,
            .figure = figure,
            .font = font,
            .panel = &grid->panel[p],
            .x = SCENE_MARGIN + across * step_x + grid->left,
            .y = y + down * step_y + grid->top,
            .scene = scene,
        };
        place_fills(&site);
        place_gaps(&site);
        place_axis_titles(&site);
        place_bands(&site);
        if (grid->bands == GRID_BANDS_NONE && p == 0)
            place_legend(&site);
        place_headings(&site);
        grid_place_notes(&site);
        place_ticks(&site);
        place_cell_texts(&site);
    }
}

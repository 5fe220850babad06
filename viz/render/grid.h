/* The grid of cells: how it is folded into panels, and where its parts stand. */
#ifndef RENDER_GRID_H
#define RENDER_GRID_H

#include "render/scene.h"

/* Room for the parts around a panel's cells, in pixels. */
#define GRID_PANEL_GAP 16.0
#define GRID_AXIS_TITLE 13.0
#define GRID_ROW_TICK 17.0
#define GRID_COLUMN_TICK 11.0
#define GRID_HEADING 12.0
#define GRID_NOTE 11.5     /* height of one line of bits or slots above columns */
#define GRID_ROW_NOTE 26.0 /* width of bits beside rows */
#define GRID_BAND 14.0
#define GRID_BAND_GAP 2.0
#define GRID_LEGEND 18.0
#define GRID_WORD_GAP 0.5 /* between parts on one line, in text sizes */
#define GRID_LINE 0.45    /* width of lines where cells are not told apart by gaps */

/* The texts of a cell, in reading order. */
enum grid_part { GRID_VGPR, GRID_LANE, GRID_BITS0, GRID_BITS1, GRID_HEAD, GRID_TAIL, GRID_N_PARTS };

/* Part `part` of a cell, or NULL where it has none or the figure does not show it. Of a dense cell
 * GRID_BITS0 are the bits of slot 0, GRID_BITS1 those of slot 1. A register has GRID_HEAD and
 * GRID_TAIL only.
 */
const char *grid_part_text(const struct figure *figure, const struct fig_cell *cell,
                           enum grid_part part);

/* On which line of a cell each part stands. */
struct grid_arrangement {
    int n_lines;
    int line[GRID_N_PARTS];
    double head,
        tail; /* the widest of either, at text size 1: they meet at one place in all cells */
};

/* A line for each part that cells of this figure have. */
struct grid_arrangement grid_stack(const struct figure *figure);

/* Widens head and tail to those of `cell`. */
void grid_measure_register(const struct fig_cell *cell, const struct scene_font *font,
                           struct grid_arrangement *arrangement);

/* Part of the grid that is drawn as one block: all of it, or one lane group's rows and columns. */
struct grid_panel {
    int group; /* -1: not folded */
    int n_rows, n_columns;
    int row[FIG_MAX_LINES], column[FIG_MAX_LINES];
};

enum grid_bands { GRID_BANDS_NONE, GRID_BANDS_TOP, GRID_BANDS_LEFT };

struct grid {
    int n_panels, across; /* panels side by side */
    struct grid_panel panel[FIG_MAX_GROUPS];
    enum grid_bands bands; /* along which side lane groups are named */
    struct grid_arrangement arrangement;
    double text_size, cell_w, cell_h;
    double left, top; /* a panel's room for headings */
    /* From the cells' top up to that of each line of headings. */
    double slots_up, bits_up, tick_up, heading_up;
    double tick_left; /* from the cells' left side to that of the rows' ticks */
    double height;    /* of everything */
};

/* Chooses folding, arrangement and text size. STATUS_UNSUPPORTED if no choice keeps the cells' text
 * at SCENE_MIN_TEXT. */
enum status grid_plan(struct grid *grid, const struct figure *figure, const struct scene_font *font,
                      struct error *err);

/* The lane group of all cells of a row, or column, that are not blank: -1 if there is none, -2 if
 * they are of several. */
int grid_group_of_line(const struct figure *figure, bool row, int line);

/* Adds the grid to the scene, from `y` down grid->height. */
void grid_place(const struct grid *grid, const struct figure *figure, const struct scene_font *font,
                double y, struct scene *scene);

/* Room for one line's bits or slots in a box of this width, with space to the next one's. */
#define GRID_NOTE_MARGIN 1.75

/* From one line of a cell to the next. */
double grid_line_pitch(double size);

/* Adds one part of a cell inside `room`, which has been painted; or all of them. A part of many
 * cells in succession is what the SVG needs only once. */
void grid_place_part(const struct figure *figure, const struct scene_font *font,
                     const struct fig_cell *cell, const struct grid_arrangement *arrangement,
                     enum grid_part part, double size, const struct scene_box *room,
                     struct scene *scene);
void grid_place_cell(const struct figure *figure, const struct scene_font *font,
                     const struct fig_cell *cell, const struct grid_arrangement *arrangement,
                     double size, const struct scene_box *room, struct scene *scene);

/* Grid_band.c. */

/* A heading in the strong colour of a lane group, with its name; of no group if that is -1. */
void grid_band(const struct figure *figure, const struct scene_font *font, struct scene_box box,
               int group, const char *label, bool upwards, struct scene *scene);

/* What a theme does that cannot rely on colour; nothing in the others. */

/* Whether cells are parted by lines, because they may have paper's colour. */
bool grid_has_lines(const struct figure *figure);
void grid_outline(const struct figure *figure, struct scene_box box, struct scene *scene);

/* The pattern of a lane group. */
void grid_hatch(const struct figure *figure, struct scene_box box, int group, struct scene *scene);

#endif

/* One panel on paper: what grid_place.c and grid_notes.c share. */
#ifndef RENDER_GRID_SITE_H
#define RENDER_GRID_SITE_H

#include "render/grid.h"

/* What the parts of a panel need to know. */
struct grid_site {
    const struct grid *grid;
    const struct figure *figure;
    const struct scene_font *font;
    const struct grid_panel *panel;
    double x, y; /* upper left corner of the cells */
    struct scene *scene;
};

static inline const struct fig_cell *grid_site_cell(const struct grid_site *site, int row,
                                                    int column)
{
    return figure_cell(site->figure, site->panel->row[row], site->panel->column[column]);
}

/* Adds the bits and slots that the headings say for all cells below or beside them. */
void grid_place_notes(const struct grid_site *site);

#endif

/* Putting linked figures on paper: what link_place.c and link_registers.c share. */
#ifndef RENDER_LINK_SITE_H
#define RENDER_LINK_SITE_H

#include "render/grid.h"

struct link_site {
    const struct figure *figure;
    const struct scene_font *font;
    struct scene *scene;
};

/* Adds a linked figure from `*y` down and moves *y to its lower end. STATUS_UNSUPPORTED if text
 * would get smaller than SCENE_MIN_TEXT, or a layout is too odd to have headings. */
enum status link_place_matrix(const struct link_site *site, double *y, struct error *err);
enum status link_place_registers(const struct link_site *site, double *y, struct error *err);

/* Link_parts.c. */

static inline const struct fig_cell *link_cell(const struct figure *figure,
                                               enum opmap_operand operand, int n)
{
    return &figure->cells[figure->link.first[operand] + n];
}

/* Whether the `n` cells agree on register and bits, so that a heading may say them. */
bool link_places_agree(const struct fig_cell *cells, int n);

/* "v1" and "15:8", "" for a whole register. */
void link_place_text(const struct fig_cell *cell, char vgpr[FIG_LABEL_BYTES],
                     char bits[FIG_LABEL_BYTES]);

/* The colour of what takes part, and paper of what does not. */
uint32_t link_fill(const struct figure *figure, const struct fig_cell *cell);

/* A band "B, k 8–11: lanes 32–47" over `n` cells; without a colour and lanes if they are of several
 * groups. */
void link_band(const struct link_site *site, struct scene_box box, const char *name,
               const struct fig_cell *cells, int n);

/* Small text in the middle of a box, on paper. */
void link_note(const struct link_site *site, struct scene_box box, bool strong, const char *text);

void link_outline(const struct link_site *site, struct scene_box box, bool strong);

/* A line from (x0, y0), straight, with a head at its end if it is an arrow. */
void link_line(const struct link_site *site, double x0, double y0, double x1, double y1,
               bool arrow);

/* "D[5][j] += …" and what the nibble says, in the middle of a box. */
void link_equation(const struct link_site *site, struct scene_box box);

#endif

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "render/link_site.h"

#define STRONG_LINE 1.25
#define ARROW 3.5
#define EQUATION_SIZE 9.5

bool link_places_agree(const struct fig_cell *cells, int n)
{
    for (int c = 1; c < n; c++) {
        const struct opmap_slot *a = &cells[0].slot[0], *b = &cells[c].slot[0];
        if (a->vgpr != b->vgpr || a->bit_lo != b->bit_lo || a->bit_hi != b->bit_hi)
            return false;
    }
    return true;
}

void link_place_text(const struct fig_cell *cell, char vgpr[FIG_LABEL_BYTES],
                     char bits[FIG_LABEL_BYTES])
{
    const struct opmap_slot *slot = &cell->slot[0];
    snprintf(vgpr, FIG_LABEL_BYTES, "v%d", slot->vgpr);
    bits[0] = 0;
    if (slot->bit_lo != 0 || slot->bit_hi != ISA_VGPR_BITS - 1)
        snprintf(bits, FIG_LABEL_BYTES, "%d:%d", slot->bit_hi, slot->bit_lo);
}

uint32_t link_fill(const struct figure *figure, const struct fig_cell *cell)
{
    return cell->traced ? figure_cell_colour(figure, cell->group) : figure->palette->paper;
}

void link_band(const struct link_site *site, struct scene_box box, const char *name,
               const struct fig_cell *cells, int n)
{
    char label[128];
    int group = cells[0].group;
    for (int c = 1; c < n; c++)
        if (cells[c].group != group)
            group = -1;
    snprintf(label, sizeof label, "%s%s%s", name, group < 0 ? "" : ": ",
             group < 0 ? "" : site->figure->group[group].label);
    grid_band(site->figure, site->font, box, group, label, false, site->scene);
}

void link_note(const struct link_site *site, struct scene_box box, bool strong, const char *text)
{
    const struct palette *palette = site->figure->palette;
    struct scene_text style = {.size = SCENE_SMALL_TEXT,
                               .bold = strong,
                               .colour = strong ? palette->ink : palette->ink_soft,
                               .background = palette->paper};
    scene_fit_text(site->scene, site->font, box, style, text);
}

void link_outline(const struct link_site *site, struct scene_box box, bool strong)
{
    const struct palette *palette = site->figure->palette;
    double x1 = box.x + box.w, y1 = box.y + box.h, out = strong ? STRONG_LINE / 2 : 0;
    const double corner[5][2] = {
        {box.x, box.y}, {x1, box.y}, {x1, y1}, {box.x, y1}, {box.x, box.y}};
    for (int n = 0; n < 4; n++) {
        bool across = n % 2 == 0;
        double back = corner[n + 1][0] < corner[n][0] || corner[n + 1][1] < corner[n][1] ? -1 : 1;
        scene_add_line(site->scene,
                       (struct scene_line){corner[n][0] - (across ? back * out : 0),
                                           corner[n][1] - (across ? 0 : back * out),
                                           corner[n + 1][0] + (across ? back * out : 0),
                                           corner[n + 1][1] + (across ? 0 : back * out),
                                           strong ? STRONG_LINE : GRID_LINE,
                                           strong ? palette->ink : palette->rule});
    }
}

void link_line(const struct link_site *site, double x0, double y0, double x1, double y1, bool arrow)
{
    struct scene_line line = {x0, y0, x1, y1, STRONG_LINE, site->figure->palette->ink};
    scene_add_line(site->scene, line);
    if (!arrow)
        return;
    double length = hypot(x1 - x0, y1 - y0), dx = (x1 - x0) / length, dy = (y1 - y0) / length;
    for (int side = -1; side < 2; side += 2) {
        line.x0 = x1 - ARROW * (dx + side * dy);
        line.y0 = y1 - ARROW * (dy - side * dx);
        scene_add_line(site->scene, line);
    }
}

void link_equation(const struct link_site *site, struct scene_box box)
{
    const struct figure *figure = site->figure;
    const struct fig_link *link = &figure->link;
    struct scene_text style = {.size = EQUATION_SIZE,
                               .bold = true,
                               .colour = figure->palette->ink,
                               .background = figure->palette->paper};
    char line[256];
    box.h /= 2;
    snprintf(line, sizeof line, "%.*s", (int)strcspn(figure->formula.data, "\n"),
             figure->formula.data);
    scene_fit_text(site->scene, site->font, box, style, line);
    box.y += box.h;
    style.bold = false;
    style.colour = figure->palette->ink_soft;
    snprintf(line, sizeof line,
             "index nibble 0x%X: selector 0 = %d, so k = %d; selector 1 = %d, so k = %d",
             (unsigned)(link->selector[1] << 2 | link->selector[0]), link->selector[0],
             4 * link->q + link->selector[0], link->selector[1], 4 * link->q + link->selector[1]);
    scene_fit_text(site->scene, site->font, box, style, line);
}

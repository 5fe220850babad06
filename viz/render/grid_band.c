/* Bands, and what tells boxes apart where colour cannot: hatches and outlines. */
#include <math.h>

#include "render/grid.h"

#define HATCH_STEP 3.5

/* Lines x + y = c (rising to the right on paper), or x - y = c, as far as they are inside `box`. */
static void hatch(struct scene_box box, bool rising, uint32_t colour, struct scene *scene)
{
    double sign = rising ? 1 : -1, x1 = box.x + box.w, y1 = box.y + box.h;
    double first = box.x + fmin(sign * box.y, sign * y1), last = x1 + fmax(sign * box.y, sign * y1);
    for (int n = (int)ceil(first / HATCH_STEP); n * HATCH_STEP < last; n++) {
        double c = n * HATCH_STEP;
        double left = fmax(box.x, fmin(c - sign * box.y, c - sign * y1));
        double right = fmin(x1, fmax(c - sign * box.y, c - sign * y1));
        if (right > left)
            scene_add_line(scene, (struct scene_line){left, sign * (c - left), right,
                                                      sign * (c - right), 0.5, colour});
    }
}

void grid_hatch(const struct figure *figure, struct scene_box box, int group, struct scene *scene)
{
    int pattern = group < 0 ? 0 : figure->group[group].hue % 4;
    if (!figure->palette->hatched || box.w <= 0 || box.h <= 0)
        return;
    if (pattern == 1 || pattern == 3)
        hatch(box, true, figure->palette->ink_soft, scene);
    if (pattern == 2 || pattern == 3)
        hatch(box, false, figure->palette->ink_soft, scene);
}

bool grid_has_lines(const struct figure *figure)
{
    return figure->palette->gap != figure->palette->paper;
}

void grid_outline(const struct figure *figure, struct scene_box box, struct scene *scene)
{
    if (!grid_has_lines(figure))
        return;
    double x1 = box.x + box.w, y1 = box.y + box.h;
    const double corner[5][2] = {
        {box.x, box.y}, {x1, box.y}, {x1, y1}, {box.x, y1}, {box.x, box.y}};
    for (int n = 0; n < 4; n++)
        scene_add_line(scene,
                       (struct scene_line){corner[n][0], corner[n][1], corner[n + 1][0],
                                           corner[n + 1][1], GRID_LINE, figure->palette->gap});
}

void grid_band(const struct figure *figure, const struct scene_font *font, struct scene_box box,
               int group, const char *label, bool upwards, struct scene *scene)
{
    box.colour = figure_band_colour(figure, group);
    scene_add_box(scene, box);
    grid_outline(figure, box, scene);
    struct scene_text style = {.size = SCENE_SMALL_TEXT,
                               .bold = true,
                               .upwards = upwards,
                               .colour = figure->palette->ink,
                               .background = box.colour};
    scene_fit_text(scene, font, box, style, label);

    /* The hatch leaves the label's middle free. */
    double label_w = style.size * font->width(font->context, label, true) + 8;
    double side = ((upwards ? box.h : box.w) - label_w) / 2;
    struct scene_box before = box, after = box;
    if (upwards)
        before.h = after.h = side, after.y += side + label_w;
    else
        before.w = after.w = side, after.x += side + label_w;
    grid_hatch(figure, before, group, scene);
    grid_hatch(figure, after, group, scene);
}

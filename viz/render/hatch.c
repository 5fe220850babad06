/* What tells boxes apart where colour cannot: hatches and outlines. */
#include <math.h>

#include "render/grid.h"

#define HATCH_STEP 3.5

/* Lines x + y = c (rising to the right on paper), or x - y = c, as far as they are inside `box`. */
static void hatch(struct scene_box box, bool rising, uint32_t colour, struct scene *scene)
{
    double sign = rising ? 1 : -1, x1 = box.x + box.w, y1 = box.y + box.h;
    double first = box.x + fmin(sign * box.y, sign * y1), last = x1 + fmax(sign * box.y, sign * y1);
    for (double c = ceil(first / HATCH_STEP) * HATCH_STEP; c < last; c += HATCH_STEP) {
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

/* Whether a placed figure can be read: for tests of what places one. */
#ifndef TESTS_RENDER_READABLE_H
#define TESTS_RENDER_READABLE_H

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "render/scene.h"

/* The box that a text's capitals and digits fill, with what hangs below the baseline (0.24 of the
 * size for brackets and commas, DejaVu's descent) left out: neighbouring lines may share that. */
static inline struct scene_box extent(const struct scene *scene, const struct scene_text *text,
                                      const struct scene_font *font)
{
    double w = font->width(font->context, scene_string(scene, text), text->bold) * text->size;
    double h = text->size * SCENE_CAP_HEIGHT;
    double back = text->anchor == SCENE_START ? 0 : text->anchor == SCENE_END ? w : w / 2;
    if (text->upwards)
        return (struct scene_box){text->x - h, text->y + back - w, h, w, 0};
    return (struct scene_box){text->x - back, text->y - h, w, h, 0};
}

static inline bool inside(const struct scene_box *in, const struct scene_box *out)
{
    const double slack = 1e-6;
    return in->x >= out->x - slack && in->y >= out->y - slack &&
           in->x + in->w <= out->x + out->w + slack && in->y + in->h <= out->y + out->h + slack;
}

static inline bool overlap(const struct scene_box *a, const struct scene_box *b)
{
    return a->x < b->x + b->w && b->x < a->x + a->w && a->y < b->y + b->h && b->y < a->y + a->h;
}

/* What has been painted where the text stands. */
static inline uint32_t colour_under(const struct scene *scene, const struct scene_box *text,
                                    uint32_t paper)
{
    uint32_t colour = paper;
    for (int n = 0; n < scene->n_boxes; n++)
        if (overlap(text, &scene->boxes[n]))
            colour = scene->boxes[n].colour;
    return colour;
}

static inline int by_y(const void *a, const void *b)
{
    const struct scene_box *x = a, *y = b;
    return (x->y > y->y) - (x->y < y->y);
}

/* No text under 6 px, none outside its place or the page, none over another, none faint. */
static inline void claim_scene_readable(const struct scene *scene, const struct scene_font *font,
                                        const struct palette *palette, const char *title)
{
    struct scene_box page = {0, 0, SCENE_WIDTH, scene->height, 0};
    struct scene_box *boxes = calloc((size_t)scene->n_texts, sizeof *boxes);
    cr_assert_not_null(boxes);
    for (int n = 0; n < scene->n_texts; n++) {
        const struct scene_text *text = &scene->texts[n];
        const char *string = scene_string(scene, text);
        boxes[n] = extent(scene, text, font);
        cr_assert_geq(text->size, 6.0, "%s: \"%s\" is %g px", title, string, text->size);
        cr_assert(inside(&boxes[n], &text->room), "%s: \"%s\" leaves its place", title, string);
        cr_assert(inside(&boxes[n], &page), "%s: \"%s\" leaves the page", title, string);
        cr_assert_eq(colour_under(scene, &boxes[n], palette->paper), text->background, "%s: \"%s\"",
                     title, string);
        /* sentences: what the left margin and this size have in common */
        if (text->size == 9.5 && text->x == SCENE_MARGIN)
            cr_assert(strchr(string, ' '), "%s: \"%s\" is alone on its line", title, string);
        cr_assert_geq(palette_contrast(text->colour, text->background), 4.5, "%s: \"%s\"", title,
                      string);
    }
    qsort(boxes, (size_t)scene->n_texts, sizeof *boxes, by_y);
    for (int a = 0; a < scene->n_texts; a++)
        for (int b = a + 1; b < scene->n_texts && boxes[b].y < boxes[a].y + boxes[a].h; b++)
            cr_assert(!overlap(&boxes[a], &boxes[b]), "%s: texts overlap at (%g, %g)", title,
                      boxes[b].x, boxes[b].y);
    free(boxes);
}

/* How often a text stands in it. */
static inline int count_text(const struct scene *scene, const char *string)
{
    int count = 0;
    for (int n = 0; n < scene->n_texts; n++)
        count += !strcmp(scene_string(scene, &scene->texts[n]), string);
    return count;
}

#endif

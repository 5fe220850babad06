/* The figure of one element of D taken apart. */
#ifndef RENDER_EXPLAIN_FIGURE_H
#define RENDER_EXPLAIN_FIGURE_H

#include "explain/explain.h"
#include "render/scene.h"

/* Places it; free with scene_free. */
enum status explain_scene(struct scene *scene, const struct explain *explain,
                          const struct scene_font *font, const struct palette *palette,
                          struct error *err);

/* "D[5][7] of f32_16x16x32_f16" */
enum { EXPLAIN_TITLE_BYTES = 96 };
const char *explain_title(const struct explain *explain, char title[EXPLAIN_TITLE_BYTES]);

/* All that the figure says, in words, one line a term: what a reader who does not see it gets, and
 * what its digest is made from. */
void explain_words(const struct explain *explain, struct buffer *out); /* explain_words.c */

/* The whole file (explain_svg.c). */
enum status explain_svg(const struct explain *explain, enum render_theme theme, struct buffer *out,
                        struct error *err);

#endif

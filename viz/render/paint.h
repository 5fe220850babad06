/* Painting a scene; cairo stays behind this header. */
#ifndef RENDER_PAINT_H
#define RENDER_PAINT_H

#include "render/scene.h"

/* The loaded fonts and, if something failed, why. */
struct painter;

enum status painter_create(struct painter **painter_out, struct error *err);
void painter_destroy(struct painter *painter);

/* Measures with the painter's fonts. A character that they lack makes the next paint_* fail. */
struct scene_font painter_font(struct painter *painter);

/* Appends an SVG document as cairo writes it; svg.h makes a figure of it. */
enum status paint_svg(struct painter *painter, const struct scene *scene,
                      const struct palette *palette, struct buffer *out, struct error *err);

/* What a PDF says about itself. */
struct paint_notes {
    const char *title, *subject, *keywords;
};

/* Appends a PDF of one page, as large as the figure; its dates are fixed, and say nothing. */
enum status paint_pdf(struct painter *painter, const struct scene *scene,
                      const struct palette *palette, const struct paint_notes *notes,
                      struct buffer *out, struct error *err);

struct pixels {
    int width, height;
    uint32_t *data; /* 0xXXRRGGBB, row by row, opaque; free() it */
};

/* Paints at `width` pixels; the height follows. */
enum status paint_pixels(struct painter *painter, const struct scene *scene,
                         const struct palette *palette, int width, struct pixels *pixels,
                         struct error *err);

#endif

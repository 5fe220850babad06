/* A figure placed on paper: boxes, lines and texts with their positions. What is left for a
 * drawing library is to paint them. Units are CSS pixels at a width of SCENE_WIDTH. */
#ifndef RENDER_SCENE_H
#define RENDER_SCENE_H

#include "render/figure.h"

enum { SCENE_WIDTH = 800 };
#define SCENE_MARGIN 14.0
#define SCENE_SMALL_TEXT 7.75  /* everything but titles, sentences and cells */
#define SCENE_CAP_HEIGHT 0.729 /* height of digits and capitals of DejaVu Sans, in text sizes */
#define SCENE_MIN_TEXT 6.0     /* smallest text, in pixels */

enum scene_anchor { SCENE_START, SCENE_MIDDLE, SCENE_END };

struct scene_box {
    double x, y, w, h;
    uint32_t colour;
};

struct scene_line {
    double x0, y0, x1, y1, width;
    uint32_t colour;
};

struct scene_text {
    double x, y; /* the anchor on the baseline */
    double size;
    enum scene_anchor anchor;
    bool bold, upwards; /* upwards: turned a quarter to the left */
    uint32_t colour, background;
    struct scene_box room; /* the text must stay inside */
    size_t text;           /* offset into scene.pool */
};

struct scene {
    double height;
    int n_boxes, n_lines, n_texts;
    struct scene_box *boxes;
    struct scene_line *lines;
    struct scene_text *texts;
    int capacity[3];
    struct buffer pool; /* the texts, NUL-terminated */
    bool failed;        /* out of memory; sticks */
};

/* Width of a text of size 1, from the font's own advances: widths scale with the size. */
struct scene_font {
    double (*width)(void *context, const char *text, bool bold);
    void *context;
};

/* Places the figure; free with scene_free, which a zeroed scene survives too. */
enum status scene_init(struct scene *scene, const struct figure *figure,
                       const struct scene_font *font, struct error *err);
void scene_free(struct scene *scene);

static inline const char *scene_string(const struct scene *scene, const struct scene_text *text)
{
    return scene->pool.data + text->text;
}

/* Appending, for the files that place parts of a figure; failure sticks in scene->failed. */
void scene_add_box(struct scene *scene, struct scene_box box);
void scene_add_line(struct scene *scene, struct scene_line line);
void scene_add_text(struct scene *scene, struct scene_text text, const char *string);

/* Adds `string` in the middle of `room`, in `size` or as much smaller as it takes to fit; false,
 * and nothing added, if that would be below SCENE_MIN_TEXT. */
bool scene_fit_text(struct scene *scene, const struct scene_font *font, struct scene_box room,
                    struct scene_text style, const char *string);

#endif

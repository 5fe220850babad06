/* SVG with live text, straight from the scene. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "render/scene.h"
#include "render/svg.h"

/* Bitstream Vera's descendants are as wide as each other; other sans fonts are narrower. */
#define FONT " font-family=\"DejaVu Sans,Bitstream Vera Sans,Verdana,sans-serif\""

static int32_t hundredths(double x) { return (int32_t)lround(100 * x); }

static void put_attribute(struct buffer *out, const char *name, double value)
{
    buffer_printf(out, " %s=\"", name);
    svg_put_number(out, hundredths(value));
    buffer_puts(out, "\"");
}

/* Numbers in path data need no blank before a minus. */
static void put_pair(struct buffer *out, double a, double b)
{
    svg_put_number(out, hundredths(a));
    if (hundredths(b) >= 0)
        buffer_puts(out, " ");
    svg_put_number(out, hundredths(b));
}

static void put_box(struct buffer *out, const struct scene_box *box)
{
    buffer_puts(out, "M");
    put_pair(out, box->x, box->y);
    buffer_puts(out, "h");
    svg_put_number(out, hundredths(box->w));
    buffer_puts(out, "v");
    svg_put_number(out, hundredths(box->h));
    buffer_puts(out, "h");
    svg_put_number(out, -hundredths(box->w));
    buffer_puts(out, "z");
}

/* Boxes, and lines, of one look that follow each other become one path. */
static void put_boxes(const struct scene *scene, struct buffer *out)
{
    for (int n = 0; n < scene->n_boxes; n++) {
        const struct scene_box *box = &scene->boxes[n];
        if (n == 0 || box[-1].colour != box->colour)
            buffer_printf(out, "<path fill=\"#%06" PRIx32 "\" d=\"", box->colour);
        put_box(out, box);
        if (n + 1 == scene->n_boxes || box[1].colour != box->colour)
            buffer_puts(out, "\"/>\n");
    }
}

static bool same_stroke(const struct scene_line *a, const struct scene_line *b)
{
    return a->colour == b->colour && a->width == b->width;
}

static void put_lines(const struct scene *scene, struct buffer *out)
{
    for (int n = 0; n < scene->n_lines; n++) {
        const struct scene_line *line = &scene->lines[n];
        if (n == 0 || !same_stroke(line, line - 1)) {
            buffer_printf(out, "<path fill=\"none\" stroke=\"#%06" PRIx32 "\"", line->colour);
            put_attribute(out, "stroke-width", line->width);
            buffer_puts(out, " d=\"");
        }
        buffer_puts(out, "M");
        put_pair(out, line->x0, line->y0);
        buffer_puts(out, "L");
        put_pair(out, line->x1, line->y1);
        if (n + 1 == scene->n_lines || !same_stroke(line, line + 1))
            buffer_puts(out, "\"/>\n");
    }
}

static bool same_style(const struct scene_text *a, const struct scene_text *b)
{
    return a->size == b->size && a->bold == b->bold && a->colour == b->colour &&
           a->anchor == b->anchor && a->upwards == b->upwards;
}

/* As one reads: lines from top to bottom, words from left to right. */
static int by_place(const void *left, const void *right)
{
    const struct scene_text *l = left, *r = right;
    int32_t ly = hundredths(l->y), ry = hundredths(r->y);
    if (ly != ry)
        return ly < ry ? -1 : 1;
    return (l->x > r->x) - (l->x < r->x);
}

static void open_style(const struct scene_text *text, struct buffer *out)
{
    static const char *const anchor[] = {"", " text-anchor=\"middle\"", " text-anchor=\"end\""};
    buffer_printf(out, "<g fill=\"#%06" PRIx32 "\"", text->colour);
    put_attribute(out, "font-size", text->size);
    buffer_printf(out, "%s%s>\n", text->bold ? " font-weight=\"700\"" : "", anchor[text->anchor]);
}

static void put_upwards(const struct scene *scene, const struct scene_text *text,
                        struct buffer *out)
{
    buffer_puts(out, "<text transform=\"translate(");
    put_pair(out, text->x, text->y);
    buffer_puts(out, ")rotate(-90)\">");
    svg_put_escaped(out, scene_string(scene, text));
    buffer_puts(out, "</text>\n");
}

/* Two blanks would become one. */
static const char *space_of(const char *string)
{
    return strstr(string, "  ") ? " xml:space=\"preserve\"" : "";
}

/* The words of one line share its y. */
static void put_line_of_text(const struct scene *scene, const struct scene_text *text, int n,
                             struct buffer *out)
{
    buffer_puts(out, "<text");
    put_attribute(out, "y", text->y);
    if (n == 1) {
        put_attribute(out, "x", text->x);
        buffer_printf(out, "%s>", space_of(scene_string(scene, text)));
        svg_put_escaped(out, scene_string(scene, text));
    } else {
        buffer_puts(out, ">");
        for (int w = 0; w < n; w++) {
            buffer_puts(out, "<tspan");
            put_attribute(out, "x", text[w].x);
            buffer_printf(out, "%s>", space_of(scene_string(scene, &text[w])));
            svg_put_escaped(out, scene_string(scene, &text[w]));
            buffer_puts(out, "</tspan>");
        }
    }
    buffer_puts(out, "</text>\n");
}

static void put_texts(const struct scene *scene, struct buffer *out)
{
    struct scene_text *texts = malloc((size_t)scene->n_texts * sizeof *texts + 1);
    if (!texts) {
        out->failed = true;
        return;
    }
    memcpy(texts, scene->texts, (size_t)scene->n_texts * sizeof *texts);
    for (int first = 0, end; first < scene->n_texts; first = end) {
        for (end = first + 1; end < scene->n_texts && same_style(&texts[first], &texts[end]);)
            end++;
        qsort(&texts[first], (size_t)(end - first), sizeof *texts, by_place);
        open_style(&texts[first], out);
        for (int n = first, line_end; n < end; n = line_end) {
            line_end = n + 1;
            if (texts[n].upwards) {
                put_upwards(scene, &texts[n], out);
                continue;
            }
            while (line_end < end && hundredths(texts[line_end].y) == hundredths(texts[n].y))
                line_end++;
            put_line_of_text(scene, &texts[n], line_end - n, out);
        }
        buffer_puts(out, "</g>\n");
    }
    free(texts);
}

void svg_write_live(const struct scene *scene, uint32_t paper, const struct svg_frame *frame,
                    struct buffer *out)
{
    svg_put_head(frame, FONT, out);
    buffer_printf(out, "<path fill=\"#%06" PRIx32 "\" d=\"M0 0h%dv%dh-%dz\"/>\n", paper,
                  frame->width, frame->height, frame->width);
    put_boxes(scene, out);
    put_lines(scene, out);
    put_texts(scene, out);
    buffer_puts(out, "</svg>\n");
}

/* SVG of a figure, made from what cairo writes.
 *
 * Cairo repeats each glyph's place, colour and 20-letter id: some 600 KB for 1,024 cells.
 * svg_read.c takes that apart into a list of shapes and words (refusing what it does not know, by
 * name), and svg_write.c writes it again: words and lines that occur twice are defined once,
 * numbers have two decimals, and title, description and metadata are added.
 */
#ifndef RENDER_SVG_H
#define RENDER_SVG_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buffer.h"

/* Coordinates are whole hundredths of a pixel: exact, and the same in every locale. */
struct svg_glyph_use {
    int glyph; /* index into drawing.glyphs */
    int32_t x, y;
};

/* An outline, "M.2-3.9L…Z" in drawing.paths; `name` is cairo's id, a part of the document read. */
struct svg_glyph {
    const char *name;
    size_t name_bytes;
    size_t path;
};

/* A filled or stroked path, or a word: glyphs of one cairo_show_text. */
struct svg_item {
    bool is_word;
    uint32_t colour;
    int32_t stroke_width;  /* 0: filled */
    size_t path;           /* of a shape: offset into drawing.paths */
    int first_use, n_uses; /* of a word: drawing.uses */
};

struct svg_drawing {
    int n_glyphs, n_uses, n_items;
    struct svg_glyph *glyphs;
    struct svg_glyph_use *uses;
    struct svg_item *items;
    int capacity[3];
    struct buffer paths; /* NUL-terminated path data */
};

/* Reads a document that cairo 1.16 or 1.18 wrote; glyph names point into it. Free with
 * svg_drawing_free, which a zeroed drawing survives too. STATUS_UNSUPPORTED names what is unknown.
 */
enum status svg_read(const char *document, size_t n_bytes, struct svg_drawing *drawing,
                     struct error *err);
void svg_drawing_free(struct svg_drawing *drawing);

/* What is written around the drawing; plain text, escaped here. */
struct svg_frame {
    int width, height;
    const char *title, *description, *metadata;
    uint64_t digest; /* ids start with letters made of it: figures can share an HTML page */
};

enum { SVG_PREFIX_BYTES = 4 };
void svg_prefix(const struct svg_frame *frame, char prefix[SVG_PREFIX_BYTES]);

/* From the XML declaration to <metadata>; `attributes` (" a=\"b\"") go into the <svg> tag. */
void svg_put_head(const struct svg_frame *frame, const char *attributes, struct buffer *out);
void svg_put_escaped(struct buffer *out, const char *text);

void svg_write(const struct svg_drawing *drawing, const struct svg_frame *frame,
               struct buffer *out);

/* Svg_live.c. */

/* Writes the scene itself, with text that can be selected, searched and restyled. It names DejaVu
 * Sans, and a font as wide as that where it is missing; positions are those of the outlines. */
struct scene;
void svg_write_live(const struct scene *scene, uint32_t paper, const struct svg_frame *frame,
                    struct buffer *out);

/* Svg_path.c. */

/* Appends a number in its shortest form, "-.5". */
void svg_put_number(struct buffer *out, int32_t hundredths);

/* A decimal number off the front of [*at, end), rounded, halves away from zero; strtod would follow
 * the locale. */
bool svg_take_number(const char **at, const char *end, int32_t *hundredths);

/* Appends cairo's path data (M, L, C, Z, absolute) in short form and a NUL; false if it is anything
 * else. Rounds each coordinate to hundredths, once. */
bool svg_copy_path(const char *d, size_t n_bytes, struct buffer *out);

#endif

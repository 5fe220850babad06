/* A figure in each format: what is said about it, and who writes it. Private to render/. */
#ifndef RENDER_FORMATS_H
#define RENDER_FORMATS_H

#include "render/paint.h"

/* Everything that is said about a figure besides its drawing. */
struct figure_words {
    struct buffer description, metadata;
    uint64_t digest;
};

enum status figure_words_init(struct figure_words *words, const struct figure *figure,
                              struct error *err);
void figure_words_free(struct figure_words *words);

/* What a file is made from. Painter and scene are NULL where a format is written without them. */
struct format_source {
    const struct figure *figure;
    const struct figure_words *words;
    struct painter *painter;
    const struct scene *scene;
};

/* Who writes what is neither SVG, PNG nor PDF: tikz.c, terminal.c, block.c. */
void format_tikz(const struct format_source *source, struct buffer *out);
void format_terminal(const struct format_source *source, struct buffer *out);
void format_rst(const struct format_source *source, struct buffer *out);
void format_md(const struct format_source *source, struct buffer *out);

/* Appends the bytes of the file in figure->options.format. */
enum status format_write(const struct format_source *source, struct buffer *out, struct error *err);

/* Whether a format shows the scene; else it is made from the model alone. */
bool format_is_drawn(enum render_format format);

#endif

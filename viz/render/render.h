/* Figures of operand layouts.
 *
 * Knows: how a map becomes cells, labels and colours (figure.c), paint (paint.c, cairo alone knows
 * it) and PNG (png.c, libpng alone knows it). Refuses to know: where a map came from, but for
 * writing its provenance into the figure; and any layout formula: one is printed only after it was
 * fitted to, and held for, every cell drawn.
 *
 * The room is a shared library of its own, opened when a figure is wanted, so that no other command
 * loads cairo: its only exported symbol is render_api.
 */
#ifndef RENDER_RENDER_H
#define RENDER_RENDER_H

#include "base/buffer.h"
#include "explain/explain.h"
#include "isa/opmap.h"

enum render_format {
    RENDER_SVG,
    RENDER_PNG,
    RENDER_PDF,
    RENDER_TEX,  /* TikZ, to include or to typeset alone */
    RENDER_TEXT, /* for a terminal */
    RENDER_RST,  /* a block that shows the figure's SVG in a page of reStructuredText, */
    RENDER_MD,   /* or of Markdown */
};
enum render_theme { RENDER_LIGHT, RENDER_DARK, RENDER_PRINT };

/* A part of an axis, both ends inclusive. */
struct render_range {
    bool given; /* else all of it */
    int lo, hi;
};

struct render_options {
    enum opmap_operand operand;
    bool linked; /* instead of one operand: one K group of one row traced over all four */
    enum render_format format;
    enum render_theme theme;
    bool owner;       /* what does each register hold, instead of where each element is */
    bool dense_axis;  /* A and idx over dense k columns instead of stored slots */
    bool full_detail; /* bits in every cell */
    bool brief;       /* cells name the VGPR alone; the lane group is that of the band */
    /* Only the elements of these rows i, lanes and k; what an element does not have (B no row, C/D
     * no k) does not count. A K group is drawn if any of its four k is asked for. A linked figure
     * traces the first row and the first K group. */
    struct render_range rows, lanes, k;
    bool live_text;          /* SVG with real text instead of outlines */
    int dpi;                 /* of PNG; 0: RENDER_USUAL_DPI, twice the size in CSS pixels */
    int columns;             /* of text: the terminal's width; 0: 100 */
    bool colour;             /* of text: ANSI's sequences */
    const char *figure_path; /* of rst and md: what stands before the SVG's name; NULL: nothing */
};

enum { RENDER_NAME_BYTES = 128, RENDER_DIGEST_BYTES = 32 };
enum { RENDER_MIN_DPI = 96, RENDER_USUAL_DPI = 192, RENDER_MAX_DPI = 1920 };

struct render_api {
    /* Draws one operand. The maps are those of all instructions that share the figure (one shape,
     * element width, cbsz, abid) and must agree on this operand, else STATUS_DIFFERS names the
     * first element and instruction that differ. Appends the file's bytes to the empty `out`. */
    enum status (*figure)(const struct opmap *const *maps, int n_maps,
                          const struct render_options *options, struct buffer *out,
                          struct error *err);

    /* The figure's model as text, one line a cell: what a golden test compares. */
    enum status (*model)(const struct opmap *const *maps, int n_maps,
                         const struct render_options *options, struct buffer *out,
                         struct error *err);

    /* Draws one element of D taken apart, as SVG. Appends the file's bytes to the empty `out`. */
    enum status (*explanation)(const struct explain *explain, enum render_theme theme,
                               struct buffer *out, struct error *err);

    /* The digest of that model as the figure's <metadata> has it: "fnv1a64:0123456789abcdef". */
    enum status (*digest)(const struct opmap *const *maps, int n_maps,
                          const struct render_options *options, char digest[RENDER_DIGEST_BYTES],
                          struct error *err);
};

/* "smfmac-layout-16x16x64-a.svg", with -w16 only where two element widths share a shape, -cbszN and
 * -abidN where not 0, then what is drawn of it and how: -rows0-3-lanes0-15-k0-15-owner-dark. Links
 * without cairo: the caller needs it before the library is opened. */
void render_file_name(const struct opmap *map, const struct render_options *options,
                      char name[RENDER_NAME_BYTES]);

extern const struct render_api render_api;

#endif

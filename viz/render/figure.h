/* A figure's model: its cells, labels and colours as data, independent of any drawing library. */
#ifndef RENDER_FIGURE_H
#define RENDER_FIGURE_H

#include "render/palette.h"
#include "render/render.h"

enum {
    FIG_MAX_GROUPS = 64,
    FIG_MAX_LINES = 128, /* rows or columns: dense K of the deepest instruction */
    FIG_LABEL_BYTES = 32,
    FIG_MAX_CELL_SLOTS = 2,
};

/* One square of the grid. Stored values, B, C/D and registers have one slot. A dense (i, k) has
 * those stored slots that may hold it: selector 0 < selector 1 (CDNA4 ISA guide, 7.5), so the first
 * k of a group can only be in slot 0, the last only in slot 1, the two between in either. A cell
 * without a slot is blank: a register that holds nothing, or an element that was not asked for. */
struct fig_cell {
    int group; /* lane group; -1 of what was not asked for */
    int n_slots;
    struct opmap_coord coord[FIG_MAX_CELL_SLOTS];
    struct opmap_slot slot[FIG_MAX_CELL_SLOTS];
    char vgpr[FIG_LABEL_BYTES], lane[FIG_LABEL_BYTES]; /* "v1", "L19"; "v0|v1" if they differ */
    char bits[FIG_MAX_CELL_SLOTS][FIG_LABEL_BYTES];    /* "31:24", one a distinct slot */
    /* "A[3]" and "[4.1]", of registers only: each repeats along a line of cells. */
    char head[FIG_LABEL_BYTES], tail[FIG_LABEL_BYTES];
    bool traced; /* of linked figures: it takes part in the product */
};

/* Rows or columns. */
struct fig_axis {
    const char *title; /* "row i" */
    int n;
    int value[FIG_MAX_LINES]; /* i, j, k, lane, or the column's number in the whole figure */
    char tick[FIG_MAX_LINES][16];
    int gap_every; /* a wider gap before each line whose value this divides; 0: none */
    int span;      /* lines under one heading; 0: no headings */
    char heading[FIG_MAX_LINES][FIG_LABEL_BYTES]; /* "k 4–7" */
    char slots[FIG_MAX_LINES]
              [8]; /* dense k of A and idx: "0", "0|1", "1", the slots that may hold it */
    /* What all cells of `bits_span` lines share: "31:24", or of dense k one for each slot, "s0
     * 7:0". bits_span 0: nothing. */
    int bits_span, n_bits;
    char bits[FIG_MAX_LINES][FIG_MAX_CELL_SLOTS][FIG_LABEL_BYTES];
};

/* Lanes that share a K group (A, idx), a k (B) or a row (C/D), found in the data. */
struct fig_group {
    bool lanes[ISA_LANES];
    int n_lanes;
    int hue;        /* of the palette: its number in the whole figure */
    char label[64]; /* "lanes 0–15" */
};

/* One K group of one row, traced over the four operands: figure.cells are A's, idx's, B's four rows
 * k (all columns of the first, of the second ...), and the row of D. By register, those of A and
 * idx are all that the lane holds, else the two slots. */
struct fig_link {
    int i, q;
    int selector[2]; /* of slots 0 and 1: which k of the group each stands for */
    int first[OPMAP_N_OPERANDS], n[OPMAP_N_OPERANDS];
};

struct figure {
    const struct isa_smfmac *insn; /* the first of those that share the figure */
    struct render_options options;
    const struct palette *palette;
    bool show_bits; /* in the cells: they are asked for, or no axis can say them once for all */

    char title[96];
    struct buffer subtitle;
    struct fig_axis rows, columns;
    int n_cells;
    struct fig_cell *cells; /* row by row */
    struct fig_link link;   /* of a linked figure, which has no axes */
    int n_groups;
    struct fig_group group[FIG_MAX_GROUPS];
    struct buffer caption;      /* sentences that hold for every cell */
    struct buffer formula;      /* lines, each of which holds for every cell; may be empty */
    struct buffer instructions; /* "v_smfmac_…, v_smfmac_…" */
    struct buffer provenance;   /* "emulated: <device>" */
    char arch[32];
    int cbsz, abid;
};

/* Makes the model of one operand from the maps of all instructions that share the figure; free it
 * with figure_free, which a zeroed figure survives too. Errors: see render_api.figure. */
enum status figure_init(struct figure *figure, const struct opmap *const *maps, int n_maps,
                        const struct render_options *options, struct error *err);
void figure_free(struct figure *figure);

static inline struct fig_cell *figure_cell(const struct figure *figure, int row, int column)
{
    return &figure->cells[row * figure->columns.n + column];
}

static inline uint32_t figure_cell_colour(const struct figure *figure, int group)
{
    return group < 0 ? figure->palette->paper
                     : palette_cell(figure->palette, figure->group[group].hue);
}

static inline uint32_t figure_band_colour(const struct figure *figure, int group)
{
    return group < 0 ? figure->palette->paper
                     : palette_band(figure->palette, figure->group[group].hue);
}

/* The steps of figure_init, a file each. */

/* Axes and cells: where each element is (matrix.c), what each register holds (owner.c). */
enum status figure_make_matrix(struct figure *figure, const struct opmap *map, struct error *err);
enum status figure_make_owner(struct figure *figure, const struct opmap *map, struct error *err);

/* The linked figure: its cells, groups and words (link.c). */
enum status figure_make_link(struct figure *figure, const struct opmap *map, struct error *err);

/* Fills vgpr, lane, bits of a cell from its slots (matrix.c); head and tail (owner.c). */
void figure_label_element(struct fig_cell *cell);
void figure_label_register(enum opmap_operand operand, struct fig_cell *cell);

/* Finds the lane groups and names them (groups.c). */
enum status figure_make_groups(struct figure *figure, const struct opmap *map, struct error *err);

/* Decides whether cells or an axis show bits, and names the slots of dense k (bits.c). */
void figure_place_bits(struct figure *figure);

/* Title and subtitle (title.c). */
void figure_entitle(struct figure *figure);

/* Fills figure->caption and figure->formula from figure->cells (caption.c). */
enum status figure_describe(struct figure *figure, struct error *err);

/* Leaves of the figure, and says so in its subtitle, what options.rows, lanes and k ask for: what
 * was described holds for the whole operand. STATUS_USAGE if an end is out of range or nothing is
 * left (subset.c). */
enum status figure_crop(struct figure *figure, struct error *err);
enum status figure_check_part(const struct figure *figure, struct error *err);

/* The whole model as text, one line a cell. What is left out is the stamp's provenance and version:
 * two figures of the same layout have the same model wherever it came from. */
void figure_text(const struct figure *figure, struct buffer *out);

/* FNV-1a, 64 bits, of that text (Fowler, Noll, Vo; RFC 9923): tells figures apart, is no
 * protection against anybody who wants two to look the same. */
uint64_t figure_digest(const char *text, size_t n_bytes);

#endif

/* The formulas of one operand, found in its elements: forward, where an element is, and inverse,
 * what a register holds. None is given out that does not hold for every element. */
#ifndef RENDER_FORMULA_H
#define RENDER_FORMULA_H

#include "isa/opmap.h"
#include "render/fit.h"

struct formula_element {
    struct opmap_coord coord;
    struct opmap_slot slot;
};

enum { FORMULA_MAX_LINES = 3 };

/* Variables are named as in the manuals: q, k, i, s, j; L lane, G VGPR, b lowest bit. */
struct formula_set {
    const char *variable[FIT_MAX_VARIABLES];
    int n_lines;
    struct formula_line {
        const char *name; /* "lane", "VGPR", "b"; "i", "q", "s" */
        struct fit_formula fit;
    } line[FORMULA_MAX_LINES];
    /* Forward: what the high bit is above the low one, where that is the same for all; else no line
     * says anything about bits. */
    int spread;
};

/* STATUS_NO_MEMORY is the only failure: formulas that do not hold are left out. `dense`: A and idx
 * by dense k, each element at every k where the caller says that it may stand. */
enum status formula_forward(const struct formula_element *elements, int n_elements,
                            enum opmap_operand operand, bool dense, struct formula_set *set,
                            struct error *err);
enum status formula_inverse(const struct formula_element *elements, int n_elements,
                            enum opmap_operand operand, struct formula_set *set, struct error *err);

/* Lines "lane = 16·⌊q/4⌋ + i", each with a newline; bits as "bits = b+7:b,  b = …", or "bits =
 * 31:0" where they are always the same. */
void formula_text(const struct formula_set *set, struct buffer *out);

/* Line `line` as TeX, to be aligned at its "&": "\text{lane} &= 16 …"; b is "\text{bit}". */
void formula_tex(const struct formula_set *set, int line, struct buffer *out);

#endif

/* Formulas of a page: where they stand, and what their names mean. Private to lint/. */
#ifndef LINT_FORMULA_H
#define LINT_FORMULA_H

#include "claim/claim.h"
#include "lint/claims.h"

/* A piece of text that is a formula, or several. */
struct formula {
    int unit;
    const struct page_block *block;
    int line;         /* of text[0] */
    const char *row;  /* in a table: its row's first cell, in its plain form; else "" */
    const char *text; /* as the page has it, but for environments of LaTeX, which are blanked out */
};

struct formulas {
    struct formula *formula;
    int n;
};

/* All of the page, in its order: display formulas, formulas in sentences and captions, in cells of
 * tables, in code blocks that are plain text. */
void formulas_find(struct judge *judge, struct formulas *formulas);

/* How long the plain text at p goes on as a formula: numbers, brackets, operators, and names that
 * formulas about layouts have. */
size_t formula_length(const char *p);

/* "E = K/P": a name that the page makes for itself, for all of its formulas. */
enum { FORMULA_MAX_DEFINITIONS = 64, FORMULA_MAX_SYMBOLS = 48 };
struct formula_definition {
    const char *name, *text;
};
struct formula_definitions {
    struct formula_definition definition[FORMULA_MAX_DEFINITIONS];
    int n;
    bool l, g; /* L or G is among them, and no lane or register */
};

/* What names stand for (enum claim_name) near a unit. */
struct formula_symbols {
    struct expr_symbol symbol[FORMULA_MAX_SYMBOLS];
    int n;
    char letters[2][2]; /* of "given lane L and VGPR index G" */
};

/* Names that the tool knows, and those that the sentences before give to lanes and registers. */
void formula_find_symbols(const struct judge *judge, int unit,
                          const struct formula_definitions *definitions,
                          struct formula_symbols *symbols);

/* `set` is scratch. */
void formula_find_definitions(struct judge *judge, const struct formulas *formulas,
                              struct expr_set *set, struct formula_definitions *definitions);

/* The formula as a resolved set, together with what it uses of the page's definitions: the
 * formula's own text is text 0. */
enum status formula_read(const struct formula_definitions *definitions,
                         const struct formula_symbols *symbols, const char *text,
                         struct expr_set *set, struct expr_fault *fault);

/* One formula, and what it is about. */
struct formula_subject {
    const struct formula *formula;
    struct formula_symbols symbols;
    struct hint hint;
    struct isa_selection instructions; /* one a layout that can differ */
};

/* Fills in hint and instructions of a formula that was read into `set`. `operand` is known of a
 * piece of a larger formula, else HINT_NO_OPERAND. */
void formula_find_subject(struct judge *judge, const struct expr_set *set, int operand,
                          struct formula_subject *subject);

/* "lane = 16*floor(i/4) + j": the documented formula for `name`, with the instruction's numbers; ""
 * if there is none. */
const char *formula_documented(struct judge *judge, const struct isa_smfmac *insn,
                               enum opmap_operand operand, int name);

#endif

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

/* Names that the page has for lanes and registers near a unit ("given lane L and VGPR index G"),
 * and those that the tool knows; fills at most `size` symbols and returns how many. L and G are
 * none where the page defines them. */
enum { FORMULA_MAX_SYMBOLS = 48 };
int formula_symbols(const struct judge *judge, int unit, bool l_defined, bool g_defined,
                    struct expr_symbol symbols[FORMULA_MAX_SYMBOLS], char letters[2][2]);

/* "lane = 16*floor(i/4) + j": the documented formula for `name`, with the instruction's numbers; ""
 * if there is none. */
const char *formula_documented(struct judge *judge, const struct isa_smfmac *insn,
                               enum opmap_operand operand, int name);

#endif

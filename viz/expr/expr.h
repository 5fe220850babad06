/* The one language in which formulas about layouts are read: what pages print and what people type.
 *
 * Knows: C's operators, LaTeX and Unicode notation, names, statements "name = expression".
 * Refuses to know: what a name stands for (the caller says which it has), and whether a formula
 * holds. docs/formulas.md describes the language.
 *
 * Numbers are whole, 64 bits, checked for overflow. `/` rounds down at once; `%` has the divisor's
 * sign (a = b * (a / b) + a % b). \frac is exact until the floor around it; with none it is `/`.
 *
 * A set holds a few statements, which may use each other's names, in fixed arrays: nothing is
 * allocated, and a text without end or with any number of parentheses is refused, not followed.
 */
#ifndef EXPR_EXPR_H
#define EXPR_EXPR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

enum {
    EXPR_MAX_TEXT = 4096, /* bytes of one text */
    EXPR_MAX_TEXTS = 32,
    EXPR_MAX_NODES = 1024,
    EXPR_MAX_DEPTH = 64, /* brackets in brackets */
    EXPR_MAX_NAMES = 64,
    EXPR_MAX_STATEMENTS = 64,
    EXPR_NAME_BYTES = 32,
};

enum expr_op {
    EXPR_NUMBER,
    EXPR_NAME,
    EXPR_NEGATE,
    EXPR_FLOOR,    /* of left */
    EXPR_FRACTION, /* \frac inside a floor: exact */
    EXPR_MULTIPLY,
    EXPR_DIVIDE, /* rounds down */
    EXPR_MODULO,
    EXPR_ADD,
    EXPR_SUBTRACT,
    EXPR_SHIFT_LEFT,
    EXPR_SHIFT_RIGHT,
    EXPR_AND,
    EXPR_OR,
};

struct expr_node {
    enum expr_op op;
    int name;        /* of EXPR_NAME: index into the set's names */
    int left, right; /* operands, nodes before this one; a unary one has one twice */
    int64_t value;   /* of EXPR_NUMBER */
    /* The bytes of the text that are the number, the name, the operator: what a caret points at and
     * what a caller may replace. Empty for a product without a sign. */
    uint16_t at, end;
};

/* A name as written, without markup and subscript: "lane" of \text{lane}_{B}, "threadIdx.x". */
struct expr_name {
    char text[EXPR_NAME_BYTES];
    int symbol;     /* after expr_resolve: the caller's id, or -1 */
    int definition; /* after expr_resolve: the first statement that defines it, or -1 */
};

/* "name = expression". A chain a = b = c is two: a = b and a = c. */
struct expr_statement {
    int name;         /* left side, index into the set's names; -1 of a bare expression */
    int text;         /* which of the set's texts */
    int first, root;  /* its nodes: first .. root, operands before operators */
    uint16_t at, end; /* its bytes in the text; of a further link of a chain, a = c, those of c */
    bool is_link;
};

struct expr_set {
    const char *text[EXPR_MAX_TEXTS]; /* borrowed: must outlive the set */
    struct expr_node node[EXPR_MAX_NODES];
    struct expr_name name[EXPR_MAX_NAMES];
    struct expr_statement statement[EXPR_MAX_STATEMENTS];
    int n_texts, n_nodes, n_names, n_statements;
    int order[EXPR_MAX_STATEMENTS]; /* after expr_resolve: statements, each after what it uses */
    uint64_t
        uses[EXPR_MAX_STATEMENTS]; /* after expr_resolve: bit d: uses definition d, at length */
};

/* Where a formula stops being one, and why: "expected ')'". */
struct expr_fault {
    int text;      /* which of the set's texts */
    size_t at;     /* byte in it; its length for "at the end" */
    char why[192]; /* one line */
    int kind;      /* 0, or what the room that refused it calls it: enum claim_fault */
};

/* Adds the statements of `text`, separated by ';', ',', "where", line ends or \\ (a line without
 * '=' continues the one before). Zero-initialise the set to start. STATUS_USAGE with *fault; the
 * set is then of no use. Of a left side L(i, k) the arguments are read over. */
enum status expr_add(struct expr_set *set, const char *text, struct expr_fault *fault);

/* Adds `text` as one expression without a left side. */
enum status expr_add_bare(struct expr_set *set, const char *text, struct expr_fault *fault);

/* A name that the caller has a value for. Several names may share an id. */
struct expr_symbol {
    const char *name;
    int id; /* 0 or more */
};

/* Finds out what every name of the set is: a symbol (names of two letters and more also in other
 * case), else what a statement defines. A symbol on a left side is no definition: it is a claim.
 * STATUS_USAGE at a name that is neither, and at a definition that needs itself. */
enum status expr_resolve(struct expr_set *set, const struct expr_symbol *symbols, int n_symbols,
                         struct expr_fault *fault);

/* The symbol's name that `word` may be misspelt of, or NULL. */
const char *expr_near(const char *word, const struct expr_symbol *symbols, int n_symbols);

/* Evaluates the right side of a statement of a resolved set; values[id] are the symbols'.
 * STATUS_USAGE at a division by zero, a shift by less than 0 or more than 62, an overflow, and
 * where two definitions of a name disagree. */
enum status expr_evaluate(const struct expr_set *set, int statement, const int64_t *values,
                          int64_t *result, struct expr_fault *fault);

/* Whether the statement's right side depends on the symbol, directly or through definitions. */
bool expr_depends(const struct expr_set *set, int statement, int symbol);

/* The statement as written, on one line, spaces collapsed, cut to `size`; text is returned. A
 * further link of a chain gets its left side. */
const char *expr_text(const struct expr_set *set, int statement, char *text, size_t size);

/* Says in *fault why text number `text` is refused at byte `at`, of kind 0; returns STATUS_USAGE.
 */
enum status expr_refuse(struct expr_fault *fault, int text, size_t at, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Puts the fault into *err with its line and a caret, and returns STATUS_USAGE:
 *
 *     expected ')'
 *       lane = 16*floor(k/16 + j
 *                               ^
 */
enum status expr_report(const struct expr_set *set, const struct expr_fault *fault,
                        struct error *err);

#endif

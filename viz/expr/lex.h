/* Words of a formula. Private to expr/.
 *
 * Notation ends here: the parser sees the same tokens whether a floor was written floor(x),
 * \left\lfloor x \right\rfloor or with Unicode's brackets. Sizes, spaces and alignment marks are
 * read over.
 */
#ifndef EXPR_LEX_H
#define EXPR_LEX_H

#include "expr/expr.h"

enum token_kind {
    TOKEN_END,
    TOKEN_NUMBER,
    TOKEN_NAME,
    TOKEN_FLOOR, /* the word, before a bracket */
    TOKEN_FRAC,
    TOKEN_OPEN_FLOOR,
    TOKEN_CLOSE_FLOOR,
    TOKEN_OPEN_PAREN,
    TOKEN_CLOSE_PAREN,
    TOKEN_OPEN_BRACKET,
    TOKEN_CLOSE_BRACKET,
    TOKEN_OPEN_BRACE,
    TOKEN_CLOSE_BRACE,
    TOKEN_PLUS,
    TOKEN_MINUS,
    TOKEN_TIMES,
    TOKEN_DIVIDE,
    TOKEN_MODULO,
    TOKEN_SHIFT_LEFT,
    TOKEN_SHIFT_RIGHT,
    TOKEN_AND,
    TOKEN_OR,
    TOKEN_EQUALS,
    TOKEN_COMMA,
    TOKEN_SEPARATOR,
};

struct token {
    enum token_kind kind;
    size_t at, end; /* its bytes */
    int64_t number;
    char name[EXPR_NAME_BYTES];
};

struct lexer {
    const char *text;
    size_t at;
    bool latex; /* '&' is an alignment mark and '_' a subscript: there is a backslash */
};

void lex_start(struct lexer *lexer, const char *text);

/* The next token; STATUS_USAGE, with fault->at and fault->why, at what is none. */
enum status lex_next(struct lexer *lexer, struct token *token, struct expr_fault *fault);

#endif

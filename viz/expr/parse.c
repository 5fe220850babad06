/* From tokens to nodes.
 *
 *   text       = statement { separator statement }
 *   statement  = NAME [ "(" ... ")" ] "=" expression { "=" expression }
 *   expression = operators of C with C's precedence over:
 *   unary      = { "-" | "+" } product
 *   product    = primary { primary }          a product without a sign; a number is never second
 *   primary    = NUMBER | NAME | bracket | "floor" bracket | "\frac" bracket bracket
 */
#include <string.h>

#include "expr/lex.h"

struct parser {
    struct expr_set *set;
    struct lexer lexer;
    struct token token; /* the next one */
    size_t last_end;    /* of the one before */
    int depth, floors;  /* brackets, and floors, around it */
    struct expr_fault *fault;
};

static enum status refuse_at(struct parser *p, size_t at, const char *why)
{
    return expr_refuse(p->fault, p->fault->text, at, "%s", why);
}

static enum status refuse(struct parser *p, const char *why)
{
    return refuse_at(p, p->token.at, why);
}

static enum status advance(struct parser *p)
{
    p->last_end = p->token.end;
    return lex_next(&p->lexer, &p->token, p->fault);
}

static enum status add_node(struct parser *p, struct expr_node node, size_t at, size_t end,
                            int *index)
{
    if (p->set->n_nodes == EXPR_MAX_NODES)
        return refuse_at(p, at, "the formulas are too long");
    node.at = (uint16_t)at;
    node.end = (uint16_t)end;
    *index = p->set->n_nodes;
    p->set->node[p->set->n_nodes++] = node;
    return STATUS_OK;
}

static enum status intern(struct parser *p, const char *text, int *name)
{
    struct expr_set *set = p->set;
    int n = 0;
    while (n < set->n_names && strcmp(set->name[n].text, text) != 0)
        n++;
    if (n == EXPR_MAX_NAMES)
        return refuse(p, "too many different names");
    if (n == set->n_names) {
        set->name[n] = (struct expr_name){.symbol = -1, .definition = -1};
        memcpy(set->name[n].text, text, EXPR_NAME_BYTES);
        set->n_names++;
    }
    *name = n;
    return STATUS_OK;
}

/* --- expressions --- */

static const struct bracket {
    enum token_kind open, close;
    const char *expected;
} brackets[] = {
    {TOKEN_OPEN_PAREN, TOKEN_CLOSE_PAREN, "expected ')'"},
    {TOKEN_OPEN_BRACKET, TOKEN_CLOSE_BRACKET, "expected ']'"},
    {TOKEN_OPEN_BRACE, TOKEN_CLOSE_BRACE, "expected '}'"},
    {TOKEN_OPEN_FLOOR, TOKEN_CLOSE_FLOOR, "expected '\\rfloor' or '⌋'"},
};

static const struct binary {
    enum token_kind token;
    enum expr_op op;
    int level; /* higher binds tighter */
} binaries[] = {
    {TOKEN_OR, EXPR_OR, 1},
    {TOKEN_AND, EXPR_AND, 2},
    {TOKEN_SHIFT_LEFT, EXPR_SHIFT_LEFT, 3},
    {TOKEN_SHIFT_RIGHT, EXPR_SHIFT_RIGHT, 3},
    {TOKEN_PLUS, EXPR_ADD, 4},
    {TOKEN_MINUS, EXPR_SUBTRACT, 4},
    {TOKEN_TIMES, EXPR_MULTIPLY, 5},
    {TOKEN_DIVIDE, EXPR_DIVIDE, 5},
    {TOKEN_MODULO, EXPR_MODULO, 5},
};

static const struct bracket *opened_by(enum token_kind kind)
{
    for (size_t n = 0; n < sizeof brackets / sizeof brackets[0]; n++)
        if (brackets[n].open == kind)
            return &brackets[n];
    return NULL;
}

static const struct binary *binary_of(enum token_kind kind)
{
    for (size_t n = 0; n < sizeof binaries / sizeof binaries[0]; n++)
        if (binaries[n].token == kind)
            return &binaries[n];
    return NULL;
}

static enum status parse_expression(struct parser *p, int level, int *node);

/* A bracket of any kind, which opens at the next token. */
static enum status parse_bracket(struct parser *p, int *node)
{
    const struct bracket *bracket = opened_by(p->token.kind);
    if (!bracket)
        return refuse(p, "expected a bracket");
    if (++p->depth > EXPR_MAX_DEPTH)
        return refuse(p, "brackets are nested too deeply");
    bool is_floor = bracket->open == TOKEN_OPEN_FLOOR;
    size_t at = p->token.at, end = p->token.end;
    p->floors += is_floor;
    enum status status = advance(p);
    if (status == STATUS_OK)
        status = parse_expression(p, 0, node);
    if (status == STATUS_OK && p->token.kind != bracket->close)
        status = refuse(p, bracket->expected);
    if (status == STATUS_OK)
        status = advance(p);
    if (status == STATUS_OK && is_floor)
        status = add_node(p, (struct expr_node){.op = EXPR_FLOOR, .left = *node, .right = *node},
                          at, end, node);
    p->floors -= is_floor;
    p->depth--;
    return status;
}

/* floor(x): the bracket is a plain one. */
static enum status parse_floor(struct parser *p, int *node)
{
    size_t at = p->token.at, end = p->token.end;
    p->floors++;
    enum status status = advance(p);
    if (status == STATUS_OK && p->token.kind == TOKEN_OPEN_FLOOR)
        status = refuse(p, "expected '(' after 'floor'");
    if (status == STATUS_OK)
        status = parse_bracket(p, node);
    if (status == STATUS_OK)
        status = add_node(p, (struct expr_node){.op = EXPR_FLOOR, .left = *node, .right = *node},
                          at, end, node);
    p->floors--;
    return status;
}

static enum status parse_fraction(struct parser *p, int *node)
{
    struct expr_node fraction = {.op = p->floors > 0 ? EXPR_FRACTION : EXPR_DIVIDE};
    size_t at = p->token.at, end = p->token.end;
    enum status status = advance(p);
    for (int part = 0; part < 2 && status == STATUS_OK; part++) {
        if (p->token.kind != TOKEN_OPEN_BRACE)
            return refuse(p, "expected '{': \\frac{above}{below}");
        status = parse_bracket(p, part == 0 ? &fraction.left : &fraction.right);
    }
    return status == STATUS_OK ? add_node(p, fraction, at, end, node) : status;
}

static enum status parse_primary(struct parser *p, int *node)
{
    struct expr_node leaf = {.op = EXPR_NUMBER, .value = p->token.number};
    enum status status = STATUS_OK;
    switch (p->token.kind) {
    case TOKEN_FLOOR:
        return parse_floor(p, node);
    case TOKEN_FRAC:
        return parse_fraction(p, node);
    case TOKEN_NAME:
        leaf.op = EXPR_NAME;
        status = intern(p, p->token.name, &leaf.name);
        break;
    case TOKEN_NUMBER:
        break;
    default:
        if (opened_by(p->token.kind))
            return parse_bracket(p, node);
        return refuse(p, "expected a number, a name or a bracket");
    }
    if (status == STATUS_OK)
        status = add_node(p, leaf, p->token.at, p->token.end, node);
    return status == STATUS_OK ? advance(p) : status;
}

static bool starts_factor(enum token_kind kind)
{
    return kind == TOKEN_NAME || kind == TOKEN_FLOOR || kind == TOKEN_FRAC || opened_by(kind);
}

static enum status parse_product(struct parser *p, int *node)
{
    enum status status = parse_primary(p, node);
    while (status == STATUS_OK && starts_factor(p->token.kind)) {
        struct expr_node product = {.op = EXPR_MULTIPLY, .left = *node};
        size_t at = p->token.at;
        status = parse_primary(p, &product.right);
        if (status == STATUS_OK)
            status = add_node(p, product, at, at, node);
    }
    return status;
}

static enum status parse_unary(struct parser *p, int *node)
{
    if (p->token.kind != TOKEN_MINUS && p->token.kind != TOKEN_PLUS)
        return parse_product(p, node);
    struct token sign = p->token;
    if (++p->depth > EXPR_MAX_DEPTH)
        return refuse(p, "too many signs");
    enum status status = advance(p);
    if (status == STATUS_OK)
        status = parse_unary(p, node);
    if (status == STATUS_OK && sign.kind == TOKEN_MINUS)
        status = add_node(p, (struct expr_node){.op = EXPR_NEGATE, .left = *node, .right = *node},
                          sign.at, sign.end, node);
    p->depth--;
    return status;
}

/* Operators of this level and tighter ones, from left to right. */
static enum status parse_expression(struct parser *p, int level, int *node)
{
    enum status status = parse_unary(p, node);
    const struct binary *binary;
    while (status == STATUS_OK && (binary = binary_of(p->token.kind)) && binary->level >= level) {
        struct expr_node operation = {.op = binary->op, .left = *node};
        struct token sign = p->token;
        status = advance(p);
        if (status == STATUS_OK)
            status = parse_expression(p, binary->level + 1, &operation.right);
        if (status == STATUS_OK)
            status = add_node(p, operation, sign.at, sign.end, node);
    }
    return status;
}

/* --- statements --- */

/* "(i, k)" behind a left side's name. */
static enum status skip_arguments(struct parser *p)
{
    enum status status = STATUS_OK;
    if (p->token.kind != TOKEN_OPEN_PAREN && p->token.kind != TOKEN_OPEN_BRACKET)
        return STATUS_OK;
    enum token_kind close = opened_by(p->token.kind)->close;
    do {
        status = advance(p);
        if (status != STATUS_OK)
            return status;
        if (p->token.kind != TOKEN_NAME && p->token.kind != TOKEN_NUMBER)
            return refuse(p, "expected a name");
        status = advance(p);
    } while (status == STATUS_OK && p->token.kind == TOKEN_COMMA);
    if (status == STATUS_OK && p->token.kind != close)
        status = refuse(p, "expected ',' or the end of the arguments");
    return status == STATUS_OK ? advance(p) : status;
}

/* The expression that begins here, as the right side of `statement`. */
static enum status add_statement(struct parser *p, struct expr_statement statement)
{
    struct expr_set *set = p->set;
    if (set->n_statements == EXPR_MAX_STATEMENTS)
        return refuse(p, "too many formulas");
    statement.text = set->n_texts - 1;
    statement.first = set->n_nodes;
    enum status status = parse_expression(p, 0, &statement.root);
    if (status != STATUS_OK)
        return status;
    statement.end = (uint16_t)p->last_end;
    set->statement[set->n_statements++] = statement;
    return STATUS_OK;
}

static bool ends_statement(enum token_kind kind)
{
    return kind == TOKEN_SEPARATOR || kind == TOKEN_COMMA || kind == TOKEN_END;
}

static enum status parse_statement(struct parser *p)
{
    struct expr_statement statement = {.at = (uint16_t)p->token.at};
    if (p->token.kind != TOKEN_NAME)
        return refuse(p, "expected a name, as in 'lane = ...'");
    enum status status = intern(p, p->token.name, &statement.name);
    if (status == STATUS_OK)
        status = advance(p);
    if (status == STATUS_OK)
        status = skip_arguments(p);
    if (status == STATUS_OK && p->token.kind != TOKEN_EQUALS)
        status = refuse(p, "expected '='");
    for (int link = 0; status == STATUS_OK && p->token.kind == TOKEN_EQUALS; link++) {
        status = advance(p);
        statement.is_link = link > 0;
        if (link > 0)
            statement.at = (uint16_t)p->token.at;
        if (status == STATUS_OK)
            status = add_statement(p, statement);
    }
    if (status == STATUS_OK && !ends_statement(p->token.kind))
        status = refuse(p, "expected an operator or the end");
    return status;
}

/* Starts on `text`: the parser stands before its first token. */
static enum status start(struct parser *p, struct expr_set *set, const char *text,
                         struct expr_fault *fault)
{
    *p = (struct parser){.set = set, .fault = fault};
    *fault = (struct expr_fault){.text = set->n_texts};
    if (set->n_texts == EXPR_MAX_TEXTS) {
        fault->text = EXPR_MAX_TEXTS - 1;
        return refuse_at(p, 0, "too many texts");
    }
    set->text[set->n_texts++] = text;
    if (strnlen(text, EXPR_MAX_TEXT + 1) > EXPR_MAX_TEXT) {
        return expr_refuse(fault, fault->text, 0, "longer than %d bytes", EXPR_MAX_TEXT);
    }
    lex_start(&p->lexer, text);
    return advance(p);
}

enum status expr_add(struct expr_set *set, const char *text, struct expr_fault *fault)
{
    struct parser p;
    int before = set->n_statements;
    enum status status = start(&p, set, text, fault);
    while (status == STATUS_OK && p.token.kind != TOKEN_END) {
        if (p.token.kind == TOKEN_SEPARATOR || p.token.kind == TOKEN_COMMA)
            status = advance(&p);
        else
            status = parse_statement(&p);
    }
    if (status == STATUS_OK && set->n_statements == before)
        status = refuse_at(&p, p.token.at, "expected a formula, as in 'lane = ...'");
    return status;
}

enum status expr_add_bare(struct expr_set *set, const char *text, struct expr_fault *fault)
{
    struct parser p;
    enum status status = start(&p, set, text, fault);
    if (status == STATUS_OK)
        status = add_statement(&p, (struct expr_statement){.name = -1, .at = (uint16_t)p.token.at});
    if (status == STATUS_OK && p.token.kind != TOKEN_END)
        status = refuse(&p, "expected an operator or the end");
    return status;
}

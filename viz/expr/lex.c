#include "expr/lex.h"

#include <ctype.h>
#include <string.h>

#include "base/text.h"

/* What a command or word is, beside a token: */
enum {
    SKIP = 100, /* read over */
    TEXT,       /* {words} follow */
    NO_CEILING, /* known, and refused */
};

struct spelling {
    const char *text;
    int kind; /* enum token_kind or one of the above */
};

/* After a backslash. */
static const struct spelling commands[] = {
    {"lfloor", TOKEN_OPEN_FLOOR},
    {"rfloor", TOKEN_CLOSE_FLOOR},
    {"frac", TOKEN_FRAC},
    {"dfrac", TOKEN_FRAC},
    {"tfrac", TOKEN_FRAC},
    {"bmod", TOKEN_MODULO},
    {"mod", TOKEN_MODULO},
    {"pmod", TOKEN_MODULO},
    {"cdot", TOKEN_TIMES},
    {"times", TOKEN_TIMES},
    {"ast", TOKEN_TIMES},
    {"div", TOKEN_DIVIDE},
    {"ll", TOKEN_SHIFT_LEFT},
    {"gg", TOKEN_SHIFT_RIGHT},
    {"mid", TOKEN_OR},
    {"lbrack", TOKEN_OPEN_BRACKET},
    {"rbrack", TOKEN_CLOSE_BRACKET},
    {"text", TEXT},
    {"textrm", TEXT},
    {"textit", TEXT},
    {"textbf", TEXT},
    {"texttt", TEXT},
    {"textsf", TEXT},
    {"mathrm", TEXT},
    {"mathit", TEXT},
    {"mathbf", TEXT},
    {"mathtt", TEXT},
    {"mathsf", TEXT},
    {"mathbin", TEXT},
    {"mathop", TEXT},
    {"operatorname", TEXT},
    {"mbox", TEXT},
    {"pmb", TEXT},
    {"bm", TEXT},
    {"boldsymbol", TEXT},
    {"left", SKIP},
    {"right", SKIP},
    {"big", SKIP},
    {"Big", SKIP},
    {"bigg", SKIP},
    {"Bigg", SKIP},
    {"bigl", SKIP},
    {"bigr", SKIP},
    {"Bigl", SKIP},
    {"Bigr", SKIP},
    {"biggl", SKIP},
    {"biggr", SKIP},
    {"Biggl", SKIP},
    {"Biggr", SKIP},
    {"quad", SKIP},
    {"qquad", SKIP},
    {"displaystyle", SKIP},
    {"textstyle", SKIP},
    {"nonumber", SKIP},
    {"lceil", NO_CEILING},
    {"rceil", NO_CEILING},
    {",", SKIP},
    {";", SKIP},
    {":", SKIP},
    {"!", SKIP},
    {">", SKIP},
    {" ", SKIP},
    {"\n", SKIP},
    {"%", TOKEN_MODULO},
    {"&", TOKEN_AND},
    {"{", TOKEN_OPEN_PAREN},
    {"}", TOKEN_CLOSE_PAREN},
    {"|", TOKEN_OR},
};

/* Whole words, and what else stands inside \text{} or \mathbin{}. */
static const struct spelling words[] = {
    {"mod", TOKEN_MODULO},
    {"div", TOKEN_DIVIDE},
    {"floor", TOKEN_FLOOR},
    {"math.floor", TOKEN_FLOOR},
    {"&", TOKEN_AND},
    {"%", TOKEN_MODULO},
    {"|", TOKEN_OR},
    {"/", TOKEN_DIVIDE},
    {"where", TOKEN_SEPARATOR},
    {"", SKIP},
};

/* The longer of two that start alike comes first. */
static const struct spelling signs[] = {
    {"<<", TOKEN_SHIFT_LEFT},
    {">>", TOKEN_SHIFT_RIGHT},
    {"//", TOKEN_DIVIDE},
    {"==", TOKEN_EQUALS},
    {":=", TOKEN_EQUALS},
    {"(", TOKEN_OPEN_PAREN},
    {")", TOKEN_CLOSE_PAREN},
    {"[", TOKEN_OPEN_BRACKET},
    {"]", TOKEN_CLOSE_BRACKET},
    {"{", TOKEN_OPEN_BRACE},
    {"}", TOKEN_CLOSE_BRACE},
    {"+", TOKEN_PLUS},
    {"-", TOKEN_MINUS},
    {"*", TOKEN_TIMES},
    {"/", TOKEN_DIVIDE},
    {"%", TOKEN_MODULO},
    {"|", TOKEN_OR},
    {"=", TOKEN_EQUALS},
    {",", TOKEN_COMMA},
    {";", TOKEN_SEPARATOR},
    {" ", SKIP},
    {"\t", SKIP},
    {"\r", SKIP},
    {"~", SKIP},
    {"\u00a0", SKIP}, /* no-break space; then spaces of other widths */
    {"\u2002", SKIP},
    {"\u2003", SKIP},
    {"\u2009", SKIP},
    {"\u200a", SKIP},
    {"\u202f", SKIP},
    {"\u2062", SKIP}, /* the invisible product */
    {"⌊", TOKEN_OPEN_FLOOR},
    {"⌋", TOKEN_CLOSE_FLOOR},
    {"⌈", NO_CEILING},
    {"⌉", NO_CEILING},
    {"·", TOKEN_TIMES},
    {"⋅", TOKEN_TIMES},
    {"×", TOKEN_TIMES},
    {"∗", TOKEN_TIMES},
    {"÷", TOKEN_DIVIDE},
    {"∕", TOKEN_DIVIDE},
    {"−", TOKEN_MINUS},
    {"–", TOKEN_MINUS},
    {"≪", TOKEN_SHIFT_LEFT},
    {"≫", TOKEN_SHIFT_RIGHT},
};

#define N_OF(table) (sizeof(table) / sizeof(table)[0])

static const struct spelling *find(const struct spelling *table, size_t n, const char *text)
{
    for (size_t row = 0; row < n; row++)
        if (!strcmp(table[row].text, text))
            return &table[row];
    return NULL;
}

static bool is_letter(char c) { return isalpha((unsigned char)c) || c == '_'; }
static bool is_digit(char c) { return isdigit((unsigned char)c); }

void lex_start(struct lexer *lexer, const char *text)
{
    *lexer = (struct lexer){.text = text, .latex = strchr(text, '\\') != NULL};
}

/* Whether the line that begins here says what something equals; else it continues the one before.
 */
static bool line_has_equals(const struct lexer *lexer, const char *line)
{
    line += strspn(line, " \t\r\n&");
    if (*line == '=')
        return false;
    for (; *line && *line != ';'; line++) {
        if (*line == '=')
            return true;
        if (line[0] == '\\' && line[1] == '\\')
            return false;
        if (*line == '\n' && !lexer->latex && line[strspn(line, " \t\r\n")])
            return false;
    }
    return false;
}

/* What is between braces; false if they do not end. *end is behind the closing one. */
static bool braces_end(const char *text, size_t *end)
{
    int depth = 0;
    for (size_t at = *end; text[at]; at++) {
        depth += text[at] == '{' ? 1 : text[at] == '}' ? -1 : 0;
        if (depth == 0) {
            *end = at + 1;
            return true;
        }
    }
    return false;
}

/* A subscript belongs to its name and says nothing more: \text{lane}_{B}, i_0, lane_{B}. */
static enum status skip_subscript(struct lexer *lexer, struct expr_fault *fault)
{
    const char *text = lexer->text;
    while (text[lexer->at] == '_' && (lexer->latex || text[lexer->at + 1] == '{')) {
        size_t end = lexer->at + 1;
        if (text[end] != '{' && !isalnum((unsigned char)text[end]))
            return expr_refuse(fault, fault->text, end, "expected a subscript after '_'");
        if (text[end] != '{')
            end++;
        else if (!braces_end(text, &end))
            return expr_refuse(fault, fault->text, end, "expected '}' for this '{'");
        lexer->at = end;
    }
    return STATUS_OK;
}

/* A word that was read into token->name: an operator, or a name with its subscript. */
static enum status finish_word(struct lexer *lexer, struct token *token, struct expr_fault *fault)
{
    const struct spelling *word = find(words, N_OF(words), token->name);
    token->kind = word && word->kind != SKIP ? (enum token_kind)word->kind : TOKEN_NAME;
    enum status status = token->kind == TOKEN_NAME ? skip_subscript(lexer, fault) : STATUS_OK;
    token->end = lexer->at;
    return status;
}

static enum status take_name(struct token *token, const char *text, size_t size,
                             struct expr_fault *fault)
{
    if (size >= sizeof token->name)
        return expr_refuse(fault, fault->text, token->at, "a name of %zu letters: at most %zu",
                           size, sizeof token->name - 1);
    memcpy(token->name, text, size);
    token->name[size] = 0;
    return STATUS_OK;
}

/* i, lane, threadIdx.x, k' */
static enum status lex_name(struct lexer *lexer, struct token *token, struct expr_fault *fault)
{
    const char *text = lexer->text + lexer->at;
    size_t n = 0;
    for (;; n++) {
        bool subscript = text[n] == '_' && (lexer->latex || text[n + 1] == '{');
        bool member = text[n] == '.' && is_letter(text[n + 1]) && n > 0;
        if (subscript || !(is_letter(text[n]) || is_digit(text[n]) || text[n] == '\'' || member))
            break;
    }
    if (n == 0)
        return expr_refuse(fault, fault->text, token->at, "expected a name before '_'");
    lexer->at += n;
    enum status status = take_name(token, text, n, fault);
    return status == STATUS_OK ? finish_word(lexer, token, fault) : status;
}

/* The words in \text{words}: spaces at the ends and backslashes before signs are markup. */
static enum status lex_text(struct lexer *lexer, struct token *token, bool *skip,
                            struct expr_fault *fault)
{
    const char *text = lexer->text;
    lexer->at += strspn(text + lexer->at, " \t\r\n");
    size_t open = lexer->at, end = open;
    if (text[open] != '{')
        return expr_refuse(fault, fault->text, open, "expected '{'");
    if (!braces_end(text, &end))
        return expr_refuse(fault, fault->text, open, "expected '}' for this '{'");
    char inside[4 * EXPR_NAME_BYTES];
    size_t n = 0;
    for (size_t at = open + 1; at < end - 1 && n < sizeof inside; at++) {
        unsigned char c = (unsigned char)text[at];
        bool blank = isspace(c);
        if (c >= 0x7f || (c < ' ' && !blank))
            return expr_refuse(fault, fault->text, at, "names are of ASCII letters");
        if (text[at] != '\\' && !(blank && n == 0))
            inside[n++] = blank ? ' ' : text[at];
    }
    while (n > 0 && inside[n - 1] == ' ')
        n--;
    lexer->at = end;
    *skip = n == 0;
    enum status status = take_name(token, inside, n, fault);
    return status == STATUS_OK ? finish_word(lexer, token, fault) : status;
}

static enum status lex_number(struct lexer *lexer, struct token *token, struct expr_fault *fault)
{
    const char *text = lexer->text + lexer->at;
    bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    size_t n = hex ? 2 : 0, first = n;
    token->kind = TOKEN_NUMBER;
    token->number = 0;
    for (; hex ? isxdigit((unsigned char)text[n]) : is_digit(text[n]); n++) {
        int digit = is_digit(text[n]) ? text[n] - '0' : tolower((unsigned char)text[n]) - 'a' + 10;
        if (__builtin_mul_overflow(token->number, hex ? 16 : 10, &token->number) ||
            __builtin_add_overflow(token->number, digit, &token->number))
            return expr_refuse(fault, fault->text, token->at, "a number that does not fit 64 bits");
    }
    if (n == first)
        return expr_refuse(fault, fault->text, token->at + n, "expected hexadecimal digits");
    if (text[n] == '.' && is_digit(text[n + 1]))
        return expr_refuse(fault, fault->text, token->at + n, "whole numbers only");
    lexer->at += n;
    token->end = lexer->at;
    return STATUS_OK;
}

/* Whether a line begins with "lane =" or "\\text{lane} &=". */
static bool line_is_equation(const char *line)
{
    line += strspn(line, " \t&");
    size_t word = strspn(line, "\\abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    size_t end = word;
    if (word > 0 && line[word] == '{' && !braces_end(line, &end))
        return false;
    line += end;
    return word > 0 && line[strspn(line, " \t&")] == '=';
}

/* LaTeX takes a line's end for a space. But what Sphinx takes apart, at empty lines, is apart; and
 * where two equations stand below each other, nobody means a product of one's end and the other's
 * name. */
static bool newline_counts(const struct lexer *lexer, const char *next)
{
    if (!lexer->latex || next[strspn(next, " \t\r")] == '\n')
        return true;
    size_t before = lexer->at;
    while (before > 0 && isspace((unsigned char)lexer->text[before - 1]))
        before--;
    bool is_open = before > 0 && strchr("=&+-*/(,", lexer->text[before - 1]);
    return !is_open && line_is_equation(next);
}

/* A line's end, \\ with its optional [distance], or nothing of the sort. */
static bool lex_line_end(struct lexer *lexer, struct token *token, bool *skip)
{
    const char *text = lexer->text + lexer->at;
    bool newline = text[0] == '\n', double_backslash = text[0] == '\\' && text[1] == '\\';
    if (!newline && !double_backslash)
        return false;
    size_t n = newline ? 1 : 2;
    if (double_backslash && text[n] == '[')
        n += strcspn(text + n, "]\n");
    n += text[n] == ']';
    bool line_counts = double_backslash || newline_counts(lexer, text + n);
    *skip = !(line_counts && line_has_equals(lexer, text + n));
    token->kind = TOKEN_SEPARATOR;
    lexer->at += n;
    token->end = lexer->at;
    return true;
}

static enum status lex_command(struct lexer *lexer, struct token *token, bool *skip,
                               struct expr_fault *fault)
{
    const char *text = lexer->text + lexer->at + 1;
    char command[EXPR_NAME_BYTES] = "";
    size_t n = 0;
    while (isalpha((unsigned char)text[n]))
        n++;
    if (n == 0)
        n = text[0] != 0;
    if (n < sizeof command)
        memcpy(command, text, n);
    lexer->at += 1 + n;
    token->end = lexer->at;
    const struct spelling *row = find(commands, N_OF(commands), command);
    if (!strcmp(command, "ell")) {
        enum status status = take_name(token, command, n, fault);
        return status == STATUS_OK ? finish_word(lexer, token, fault) : status;
    }
    if (!row)
        return expr_refuse(fault, fault->text, token->at, "unknown command '\\%.*s'",
                           n < 40 ? (int)n : 40, isprint((unsigned char)text[0]) ? text : "");
    if (row->kind == NO_CEILING)
        return expr_refuse(fault, fault->text, token->at, "ceilings are not in the language");
    if (row->kind == TEXT)
        return lex_text(lexer, token, skip, fault);
    *skip = row->kind == SKIP;
    token->kind = (enum token_kind)row->kind;
    if ((!strcmp(command, "left") || !strcmp(command, "right")) && lexer->text[lexer->at] == '.')
        lexer->at++; /* no bracket on this side */
    return STATUS_OK;
}

/* A character as a message may show it. */
static enum status refuse_character(const struct lexer *lexer, struct expr_fault *fault)
{
    const char *text = lexer->text + lexer->at;
    unsigned char c = (unsigned char)text[0];
    size_t n = text_character(text);
    if (c == '<' || c == '>')
        return expr_refuse(fault, fault->text, lexer->at, "comparisons are not in the language");
    if (c == '^')
        return expr_refuse(fault, fault->text, lexer->at, "powers are not in the language");
    if (n == 0 || c < ' ' || c == 0x7f)
        return expr_refuse(fault, fault->text, lexer->at, "unexpected byte 0x%02x", c);
    return expr_refuse(fault, fault->text, lexer->at, "unexpected '%.*s'", (int)n, text);
}

static enum status lex_sign(struct lexer *lexer, struct token *token, bool *skip,
                            struct expr_fault *fault)
{
    const char *text = lexer->text + lexer->at;
    if (text[0] == '&') {
        *skip = lexer->latex || text[1 + strspn(text + 1, " \t")] == '=';
        token->kind = TOKEN_AND;
        token->end = ++lexer->at;
        return STATUS_OK;
    }
    if (!strncmp(text, "**", 2))
        return expr_refuse(fault, fault->text, lexer->at, "powers are not in the language");
    for (size_t row = 0; row < N_OF(signs); row++) {
        size_t n = strlen(signs[row].text);
        if (strncmp(text, signs[row].text, n) != 0)
            continue;
        if (signs[row].kind == NO_CEILING)
            return expr_refuse(fault, fault->text, lexer->at, "ceilings are not in the language");
        *skip = signs[row].kind == SKIP;
        token->kind = (enum token_kind)signs[row].kind;
        lexer->at += n;
        token->end = lexer->at;
        return STATUS_OK;
    }
    return refuse_character(lexer, fault);
}

enum status lex_next(struct lexer *lexer, struct token *token, struct expr_fault *fault)
{
    bool skip = true;
    enum status status = STATUS_OK;
    while (skip && status == STATUS_OK) {
        char c = lexer->text[lexer->at];
        *token = (struct token){.kind = TOKEN_END, .at = lexer->at, .end = lexer->at};
        skip = false;
        if (c == 0)
            break;
        if (is_digit(c))
            status = lex_number(lexer, token, fault);
        else if (is_letter(c))
            status = lex_name(lexer, token, fault);
        else if (lex_line_end(lexer, token, &skip))
            status = STATUS_OK;
        else if (c == '\\')
            status = lex_command(lexer, token, &skip, fault);
        else
            status = lex_sign(lexer, token, &skip, fault);
    }
    return status;
}

/* Where a page has formulas. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "lint/formula.h"

/* "k = 8" in a sentence is a place that is spoken of, not a formula; K = 64 is a size. */
static bool is_instance(const char *text)
{
    const char *right = strchr(text, '=') + 1;
    const char *left = text + strspn(text, " ");
    right += strspn(right, " ");
    size_t digits = strspn(right, "0123456789");
    return digits > 0 && !right[digits + strspn(right + digits, " .,;")] && *left != 'K';
}

static void add(struct judge *judge, struct formulas *formulas, int unit,
                const struct page_block *block, int line, const char *text)
{
    struct formula *grown =
        arena_room(&judge->page->arena, formulas->formula, formulas->n, sizeof *grown);
    if (!grown)
        return;
    formulas->formula = grown;
    grown[formulas->n++] = (struct formula){unit, block, line, "", text};
}

/* --- LaTeX --- */

/* \begin{aligned} and its like say nothing about what is claimed. The text keeps its length. */
static const char *without_environments(struct judge *judge, const char *latex, size_t n)
{
    static const char *const commands[] = {"\\begin{", "\\end{", "\\label{", "\\tag{"};
    char *text = arena_copy(&judge->page->arena, latex, n);
    for (size_t k = 0; k < sizeof commands / sizeof *commands; k++)
        for (char *p = text; (p = strstr(p, commands[k])) != NULL;) {
            char *end = strchr(p, '}');
            if (!end)
                break;
            while (p <= end) {
                if (*p != '\n')
                    *p = ' ';
                p++;
            }
        }
    return text;
}

/* Whether it says that something equals something: no range, no comparison. */
static bool has_equation(const char *text)
{
    for (const char *p = text; (p = strchr(p, '=')) != NULL; p++)
        if (p > text && !strchr("<>!", p[-1]))
            return true;
    return false;
}

/* --- plain text --- */

static const char *const plain_names[] = {
    "lane", "vgpr",   "gpr",   "register", "reg", "bit", "bits",    "bit_lo",    "bit_hi", "byte",
    "half", "nibble", "floor", "mod",      "div", "kc",  "lane_id", "threadIdx", NULL};

static size_t name_at(const char *p)
{
    size_t n = strspn(p, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
    if (n == 1 && strchr("ijkqsLGMNKew", *p))
        return 1;
    for (int k = 0; plain_names[k]; k++)
        if (strlen(plain_names[k]) == n && !strncasecmp(plain_names[k], p, n))
            return !strncmp(p + n, ".x", 2) ? n + 2 : n;
    return 0;
}

static size_t operator_at(const char *p)
{
    static const char *const operators[] = {"⌊", "⌋", "·",  "⋅",  "×", "−",
                                            "÷", "∗", "<<", ">>", "//"};
    for (size_t k = 0; k < sizeof operators / sizeof *operators; k++)
        if (!strncmp(p, operators[k], strlen(operators[k])))
            return strlen(operators[k]);
    return *p && strchr("+-*/%&|()[]", *p) ? 1 : 0;
}

/* Whether a name at p is the left side of the next formula. */
static bool starts_claim(const char *p, size_t n)
{
    p += n + strspn(p + n, " ");
    return *p == '=' && p[1] != '=';
}

size_t formula_length(const char *p)
{
    const char *start = p, *end = p;
    int depth = 0;
    bool new_line = false, after_operand = false;
    while (*p) {
        size_t n;
        if (isspace((unsigned char)*p)) {
            new_line |= *p++ == '\n';
            continue;
        }
        if (isdigit((unsigned char)*p))
            n = strspn(p, "0123456789");
        else if (isalpha((unsigned char)*p)) /* other letters only where a value is due */
            n = name_at(p) + (!after_operand && !name_at(p) && !isalnum((unsigned char)p[1]));
        else
            n = operator_at(p);
        if (n == 0)
            break;
        bool closing = *p == ')' || *p == ']', begins = isalnum((unsigned char)*p) || *p == '(';
        if (begins && after_operand && (new_line || starts_claim(p, n)))
            break; /* no product over the end of a line */
        depth += (*p == '(' || *p == '[') - closing;
        if (depth < 0)
            break;
        bool operand = closing || isalnum((unsigned char)*p) || !strncmp(p, "⌋", 3);
        p += n;
        new_line = false;
        after_operand = operand;
        if (operand) /* an operator at the end belongs to the sentence */
            end = p;
    }
    return (size_t)(end - start);
}

/* "lane = ...", "VGPR index: ..." no: only with a sign of equality. Returns the left side's start.
 */
static const char *next_claim(const char *text, const char **equals)
{
    static const char *const names[] = {"lane", "vgpr", "gpr", "register", "bit",     "i",
                                        "j",    "k",    "q",   "kc",       "lane_id", "bit_lo"};
    for (const char *sign = strchr(text, '='); sign; sign = strchr(sign + 1, '=')) {
        const char *end = sign;
        if (sign[1] == '=' || (sign > text && strchr("=<>!:", sign[-1])))
            continue;
        while (end > text && end[-1] == ' ')
            end--;
        const char *start = end;
        while (start > text && (isalnum((unsigned char)start[-1]) || start[-1] == '_'))
            start--;
        for (size_t k = 0; k < sizeof names / sizeof *names; k++)
            if (strlen(names[k]) == (size_t)(end - start) &&
                (strlen(names[k]) > 1 ? !strncasecmp(names[k], start, strlen(names[k]))
                                      : *names[k] == *start)) {
                *equals = sign;
                return start;
            }
    }
    return NULL;
}

/* Formulas that are written as words of a line; line numbers go along. */
static void find_plain(struct judge *judge, struct formulas *formulas, int unit,
                       const struct page_block *block, const char *text, int line)
{
    const char *equals, *counted = text;
    for (const char *start; (start = next_claim(text, &equals)) != NULL;) {
        size_t n = formula_length(equals + 1);
        for (; counted < start; counted++)
            line += *counted == '\n';
        const char *found =
            arena_copy(&judge->page->arena, start, (size_t)(equals + 1 - start) + n);
        const char *rest = equals + 1 + n;
        rest += strspn(rest, " ");
        /* LaTeX outside its marks, where reStructuredText takes the backslash away */
        bool cut_off = *rest == '\\' || !strncmp(rest, "lfloor", 6) || !strncmp(rest, "frac", 4);
        if (n > 0 && (cut_off || !is_instance(found)))
            add(judge, formulas, unit, block, line, found);
        text = equals + 1 + n;
    }
}

/* --- places --- */

/* A text with its formulas in spans, and what stands outside them. */
static void find_in_text(struct judge *judge, struct formulas *formulas, int unit,
                         const struct page_block *block, const struct page_text *text, int start,
                         int end, int line)
{
    char *rest = arena_copy(&judge->page->arena, text->plain + start, (size_t)(end - start));
    int counted = start, span_line = line;
    for (int s = 0; s < text->n_spans; s++) {
        const struct page_span *span = &text->spans[s];
        if (span->kind != SPAN_MATH || span->start < start || span->end > end || !rest[0])
            continue;
        size_t n = (size_t)(span->end - span->start);
        const char *latex = without_environments(judge, text->plain + span->start, n);
        for (; counted < span->start; counted++)
            span_line += text->plain[counted] == '\n';
        if (has_equation(latex) && !is_instance(latex))
            add(judge, formulas, unit, block, span_line, latex);
        for (size_t k = 0; k < n; k++) /* the span is dealt with */
            if (rest[span->start - start + (int)k] != '\n')
                rest[span->start - start + (int)k] = '\x01';
    }
    find_plain(judge, formulas, unit, block, rest, line);
}

static void find_in_table(struct judge *judge, struct formulas *formulas, int unit)
{
    const struct page_block *table = judge->units.unit[unit].block;
    for (int r = 0; r < table->n_rows; r++)
        for (int c = 0; c < table->rows[r].n_cells; c++) {
            const struct page_text *cell = &table->rows[r].cells[c];
            int first = formulas->n;
            find_in_text(judge, formulas, unit, table, cell, 0, cell->n, cell->line);
            for (int f = first; f < formulas->n && c > 0; f++)
                formulas->formula[f].row = cell_flat(judge, &table->rows[r].cells[0]);
        }
}

static bool is_plain_code(const struct page_block *block)
{
    static const char *const languages[] = {"", "text", "none", "txt", "plain"};
    for (size_t k = 0; k < sizeof languages / sizeof *languages; k++)
        if (!strcasecmp(block->argument, languages[k]))
            return true;
    return false;
}

void formulas_find(struct judge *judge, struct formulas *formulas)
{
    for (int u = 0; u < judge->units.n; u++) {
        const struct unit *unit = &judge->units.unit[u];
        switch (unit->kind) {
        case UNIT_MATH: {
            const char *latex =
                without_environments(judge, unit->text->plain, (size_t)unit->text->n);
            if (has_equation(latex))
                add(judge, formulas, u, unit->block, unit->line, latex);
            break;
        }
        case UNIT_SENTENCE:
        case UNIT_CAPTION:
        case UNIT_ALT:
            find_in_text(judge, formulas, u, unit->block, unit->text, unit->start, unit->end,
                         unit->line);
            break;
        case UNIT_TABLE:
            find_in_table(judge, formulas, u);
            break;
        case UNIT_CODE:
            if (is_plain_code(unit->block))
                find_plain(judge, formulas, u, unit->block, unit->text->plain, unit->line);
            break;
        default:
            break;
        }
    }
}

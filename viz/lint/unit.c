/* Blocks to units: sentences, and words in their plain form. */
#include "lint/unit.h"

#include <ctype.h>
#include <string.h>

/* --- plain words --- */

/* What LaTeX and typography write, and what it is read as. Longer ones stand before their
 * beginnings.
 */
static const char *const spellings[][2] = {
    {"\\pmb", ""},
    {"\\mathbf", ""},
    {"\\boldsymbol", ""},
    {"\\mathrm", ""},
    {"\\mathit", ""},
    {"\\mathtt", ""},
    {"\\operatorname", ""},
    {"\\texttt", ""},
    {"\\textbf", ""},
    {"\\text", ""},
    {"\\times", "x"},
    {"\\cdot", "*"},
    {"\\lfloor", "floor("},
    {"\\rfloor", ")"},
    {"\\bmod", " mod "},
    {"\\mod", " mod "},
    {"\\leq", "<="},
    {"\\le", "<="},
    {"\\geq", ">="},
    {"\\ge", ">="},
    {"\\lt", "<"},
    {"\\gt", ">"},
    {"\\neq", "!="},
    {"\\ne", "!="},
    {"\\left", ""},
    {"\\right", ""},
    {"\\bigl", ""},
    {"\\bigr", ""},
    {"\\Bigl", ""},
    {"\\Bigr", ""},
    {"\\big", ""},
    {"\\quad", " "},
    {"\\qquad", " "},
    {"\\,", " "},
    {"\\;", " "},
    {"\\ ", " "},
    {"\\%", "%"},
    {"\\_", "_"},
    {"\\ldots", "..."},
    {"\\dots", "..."},
    {"×", "x"},
    {"⋅", "*"},
    {"·", "*"},
    {"−", "-"},
    {"–", "-"},
    {"—", "-"},
    {"---", "-"},
    {"--", "-"},
    {"≤", "<="},
    {"≥", ">="},
    {"⌊", "floor("},
    {"⌋", ")"},
    {"‘", "'"},
    {"’", "'"},
    {"“", "\""},
    {"”", "\""},
    {"…", "..."},
    {"\xc2\xa0", " "},
    {"\xe2\x80\x89", " "},
    {"\xe2\x80\x91", "-"},
    {"{", ""},
    {"}", ""},
};

static const char *const *spelling_at(const char *p, size_t left)
{
    for (size_t k = 0; k < sizeof spellings / sizeof *spellings; k++) {
        size_t n = strlen(spellings[k][0]);
        if (n <= left && !memcmp(p, spellings[k][0], n) &&
            !(p[0] == '\\' && isalpha((unsigned char)p[1]) && n < left &&
              isalpha((unsigned char)p[n])))
            return spellings[k];
    }
    return NULL;
}

const char *flatten(struct arena *arena, const char *text, int n)
{
    enum { LONGEST = 6 }; /* of the plain forms: "floor(" */
    char *flat = arena_alloc(arena, (size_t)n * LONGEST + 1);
    size_t used = 0;
    if (!flat)
        return "";
    for (const char *p = text, *end = text + n; p < end;) {
        const char *const *spelling = spelling_at(p, (size_t)(end - p));
        const char *put = spelling ? spelling[1] : p;
        size_t length = spelling ? strlen(put) : 1;
        p += spelling ? strlen(spelling[0]) : 1;
        for (size_t k = 0; k < length; k++) {
            bool blank = isspace((unsigned char)put[k]);
            if (!blank || (used && flat[used - 1] != ' '))
                flat[used++] = blank ? ' ' : put[k];
        }
    }
    while (used && flat[used - 1] == ' ')
        used--;
    flat[used] = 0;
    return flat;
}

int unit_line(const struct unit *unit, const char *place)
{
    int line = unit->line, words = 0;
    if (!unit->text)
        return line;
    for (const char *p = unit->flat; p < place && *p; p++)
        words += *p == ' ';
    const char *p = unit->text->plain + unit->start, *end = unit->text->plain + unit->end;
    for (; p < end && words > 0; p++) {
        line += *p == '\n';
        words -= isspace((unsigned char)*p) && p + 1 < end && !isspace((unsigned char)p[1]);
    }
    return line;
}

/* --- sentences --- */

static bool inside_span(const struct page_text *text, int at, int *span)
{
    while (*span < text->n_spans && text->spans[*span].end <= at)
        ++*span;
    return *span < text->n_spans && text->spans[*span].start <= at;
}

static bool is_abbreviation(const char *text, int dot)
{
    static const char *const words[] = {"e.g", "i.e", "vs", "cf", "etc", "Fig", "No", "approx"};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
        int n = (int)strlen(words[k]);
        if (dot >= n && !strncmp(text + dot - n, words[k], (size_t)n) &&
            (dot == n || !isalnum((unsigned char)text[dot - n - 1])))
            return true;
    }
    return false;
}

/* Where the sentence that starts at `start` ends; *span goes along. */
static int sentence_end(const struct page_text *text, int start, int *span)
{
    for (int at = start; at < text->n; at++) {
        char c = text->plain[at];
        if (at - start > UNIT_MAX_BYTES && isspace((unsigned char)c))
            return at;
        if (inside_span(text, at, span) || !strchr(".!?", c))
            continue;
        int next = at + 1;
        while (next < text->n && strchr(")\"'*]", text->plain[next]))
            next++;
        bool over = next >= text->n || isspace((unsigned char)text->plain[next]);
        if (over && !(c == '.' && is_abbreviation(text->plain, at)))
            return next;
    }
    return text->n;
}

/* --- units --- */

struct maker {
    struct page *page;
    struct units *units;
    int section[8]; /* open titles by level */
    int current, title;
};

static struct unit *add(struct maker *m, enum unit_kind kind, const struct page_block *block,
                        const struct page_text *text, int start, int end, int line)
{
    static _Thread_local struct unit lost;
    struct units *units = m->units;
    struct unit *grown = arena_room(&m->page->arena, units->unit, units->n, sizeof *grown);
    struct unit *unit = grown ? &grown[units->n++] : &lost;
    if (grown)
        units->unit = grown;
    *unit = (struct unit){.kind = kind, .block = block, .text = text, .start = start, .end = end};
    unit->line = line;
    unit->section = m->current;
    unit->flat = text ? flatten(&m->page->arena, text->plain + start, end - start) : "";
    unit->hint = hint_of(unit->flat);
    return unit;
}

static void add_sentences(struct maker *m, enum unit_kind kind, const struct page_block *block,
                          const struct page_text *text)
{
    int line = text->line, span = 0;
    for (int start = 0, end; start < text->n; start = end) {
        for (; start < text->n && isspace((unsigned char)text->plain[start]); start++)
            line += text->plain[start] == '\n';
        if (start == text->n)
            return;
        end = sentence_end(text, start, &span);
        add(m, kind, block, text, start, end, line);
        for (int at = start; at < end; at++)
            line += text->plain[at] == '\n';
    }
}

static void add_whole(struct maker *m, enum unit_kind kind, const struct page_block *block,
                      const struct page_text *text)
{
    add(m, kind, block, text, 0, text->n, text->line);
}

static void add_section(struct maker *m, const struct page_block *block)
{
    const int deepest = sizeof m->section / sizeof *m->section - 1;
    int level = block->level < deepest ? block->level : deepest;
    int parent = -1;
    for (int k = level - 1; k > 0 && parent < 0; k--)
        parent = m->section[k];
    m->current = parent;
    int at = m->units->n;
    add_whole(m, UNIT_SECTION, block, &block->text);
    if (at < m->units->n) {
        m->units->unit[at].before = m->title;
        m->title = at;
    }
    for (int k = level; k <= deepest; k++)
        m->section[k] = -1;
    m->section[level] = m->current = at < m->units->n ? at : -1;
}

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void add_figure(struct maker *m, const struct page_block *block)
{
    struct unit *unit = add(m, UNIT_FIGURE, block, NULL, 0, 0, block->line);
    unit->flat = block->argument;
    unit->hint = hint_of_figure_name(last_part(block->argument));
    if (block->alt.n)
        add_whole(m, UNIT_ALT, block, &block->alt);
    add_sentences(m, UNIT_CAPTION, block, &block->text);
}

/* The table's own words are those of its header. */
static void add_table(struct maker *m, const struct page_block *block)
{
    struct unit *unit = add(m, UNIT_TABLE, block, NULL, 0, 0, block->line);
    struct buffer words = {0};
    for (int r = 0; r < block->n_header; r++)
        for (int c = 0; c < block->rows[r].n_cells; c++)
            buffer_printf(&words, "%s; ", block->rows[r].cells[c].plain);
    if (words.data && !words.failed)
        unit->flat = flatten(&m->page->arena, words.data, (int)words.size);
    unit->hint = hint_of(unit->flat);
    buffer_free(&words);
}

static void add_block(struct maker *m, const struct page_block *block)
{
    struct unit *unit;
    switch (block->kind) {
    case PAGE_SECTION:
        add_section(m, block);
        break;
    case PAGE_PARAGRAPH:
        add_sentences(m, UNIT_SENTENCE, block, &block->text);
        break;
    case PAGE_MATH:
        add_whole(m, UNIT_MATH, block, &block->text);
        break;
    case PAGE_CODE:
        add_whole(m, UNIT_CODE, block, &block->text);
        break;
    case PAGE_META:
        add_whole(m, UNIT_META, block, &block->text);
        break;
    case PAGE_TABLE:
        add_table(m, block);
        break;
    case PAGE_FIGURE:
        add_figure(m, block);
        break;
    case PAGE_INCLUDE:
    case PAGE_LITERAL:
        unit = add(m, UNIT_INCLUDE, block, NULL, 0, 0, block->line);
        unit->flat = block->argument;
        break;
    }
}

void units_make(struct page *page, struct units *units)
{
    struct maker m = {.page = page, .units = units, .current = -1, .title = -1};
    for (size_t k = 0; k < sizeof m.section / sizeof *m.section; k++)
        m.section[k] = -1;
    for (int n = 0; n < page->n_blocks; n++)
        add_block(&m, &page->blocks[n]);
    units->shape = context_of_page(units);
}

/* reStructuredText: docutils' block structure, as far as statements stand in it.
 *
 * Source: docutils, "reStructuredText Markup Specification"; Sphinx, "Directives". */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lint/page.h"

/* Lines [first, last), whose text starts at column `indent`. */
struct region {
    int first, last, indent, depth;
};

/* Underline styles in the order of their appearance are the levels of sections. */
struct rst_reader {
    struct page_source *source;
    char style[32][2]; /* the character, and whether there is an overline */
    int n_styles;
};

static void read_region(struct rst_reader *r, struct region region);

static const char *line_at(const struct rst_reader *r, int n)
{
    return n < r->source->lines.n ? r->source->lines.text[n] : "";
}

static const char *text_at(const struct rst_reader *r, const struct region *region, int n)
{
    const char *line = line_at(r, n);
    int indent = page_indent(line);
    return indent <= 0 ? line : line + (indent < region->indent ? indent : region->indent);
}

/* First line from n on that is neither blank nor deeper than `indent`. */
static int end_of_body(const struct rst_reader *r, const struct region *region, int n, int indent)
{
    for (; n < region->last; n++) {
        int own = page_indent(line_at(r, n));
        if (own >= 0 && own <= indent)
            break;
    }
    return n;
}

/* The same lines without blank ones at both ends, at the indentation of the least indented. */
static struct region body_of(const struct rst_reader *r, int first, int last, int depth)
{
    struct region body = {first, last, -1, depth + 1};
    while (body.first < body.last && page_indent(line_at(r, body.first)) < 0)
        body.first++;
    while (body.last > body.first && page_indent(line_at(r, body.last - 1)) < 0)
        body.last--;
    for (int n = body.first; n < body.last; n++) {
        int indent = page_indent(line_at(r, n));
        if (indent >= 0 && (body.indent < 0 || indent < body.indent))
            body.indent = indent;
    }
    if (body.indent < 0)
        body.indent = 0;
    return body;
}

static void add_paragraph(struct rst_reader *r, const struct region *region, int first, int last)
{
    const char *raw = page_join(r->source, first, last, region->indent);
    struct page_block *block = page_add(r->source, PAGE_PARAGRAPH, first + 1);
    block->text = page_inline(r->source, raw, first + 1);
}

static void add_code(struct rst_reader *r, const struct region *body, const char *language)
{
    struct page_block *block = page_add(r->source, PAGE_CODE, body->first + 1);
    block->argument = language;
    block->text =
        page_verbatim(page_join(r->source, body->first, body->last, body->indent), body->first + 1);
}

/* --- sections --- */

/* How long the line is if it is one punctuation character repeated, else 0. */
static int rule_length(const char *line)
{
    int n = (int)strlen(line);
    if (n < 2 || !ispunct((unsigned char)line[0]))
        return 0;
    return (int)strspn(line, (const char[]){line[0], 0}) == n ? n : 0;
}

static int columns(const char *text)
{
    int n = 0;
    for (; *text; text++)
        n += ((unsigned char)*text & 0xc0) != 0x80;
    return n;
}

static int level_of(struct rst_reader *r, char mark, bool overlined)
{
    int n = 0;
    while (n < r->n_styles && (r->style[n][0] != mark || r->style[n][1] != overlined))
        n++;
    if (n == r->n_styles && n < (int)(sizeof r->style / sizeof *r->style)) {
        r->style[n][0] = mark;
        r->style[n][1] = overlined;
        r->n_styles++;
    }
    return n + 1;
}

/* A title with its line below, and perhaps above: number of lines, 0 if there is none at n. */
static int read_section(struct rst_reader *r, const struct region *region, int n)
{
    const char *first = text_at(r, region, n);
    bool overlined = rule_length(first) > 0 && n + 2 < region->last &&
                     !strcmp(first, text_at(r, region, n + 2)) && text_at(r, region, n + 1)[0];
    int title = overlined ? n + 1 : n;
    if (title + 1 >= region->last)
        return 0;
    const char *text = text_at(r, region, title), *rule = text_at(r, region, title + 1);
    int length = rule_length(rule);
    if (!text[0] || (isblank((unsigned char)text[0]) && !overlined) || length == 0 ||
        (rule_length(text) && !overlined) || (length < 4 && length < columns(text)))
        return 0;
    text += strspn(text, " ");
    if (length < columns(text))
        page_complain(r->source, title + 2, "the line under the title is too short");
    struct page_block *block = page_add(r->source, PAGE_SECTION, title + 1);
    block->level = level_of(r, rule[0], overlined);
    block->text = page_inline(r->source, text, title + 1);
    return title + 2 - n;
}

/* --- directives --- */

struct directive {
    char name[32];
    const char *argument;
    int line;           /* from 1 */
    struct region body; /* after the options */
    struct region options;
};

/* The line after the option at `at`: it goes on over deeper lines. */
static int end_of_option(const struct rst_reader *r, const struct region *region, int at)
{
    at++;
    while (at < region->last && page_indent(line_at(r, at)) > region->indent)
        at++;
    return at;
}

/* The value of ":name: value" among the options, with continued lines, or NULL. */
static const char *option(const struct rst_reader *r, const struct directive *d, const char *name,
                          int *line)
{
    size_t n = strlen(name);
    for (int at = d->options.first; at < d->options.last; at++) {
        const char *text = text_at(r, &d->options, at);
        if (text[0] != ':' || strncmp(text + 1, name, n) != 0 || text[n + 1] != ':')
            continue;
        const char *raw =
            page_join(r->source, at, end_of_option(r, &d->options, at), d->options.indent) + n + 2;
        if (line)
            *line = at + 1;
        return raw + strspn(raw, " ");
    }
    return NULL;
}

/* Options stand right below the directive, each a line that starts with a colon. */
static void split_directive(struct rst_reader *r, struct directive *d, const char *argument,
                            int line, int last, int depth)
{
    struct region body = body_of(r, line, last, depth);
    d->argument = arena_copy(&r->source->page->arena, argument, strlen(argument));
    d->line = line;
    int at = body.first;
    if (body.first == line)
        while (at < body.last && text_at(r, &body, at)[0] == ':')
            at = end_of_option(r, &body, at);
    d->options = (struct region){body.first, at, body.indent, body.depth};
    d->body = body_of(r, at, body.last, depth);
}

/* What stands behind "math::" and goes on in the next line is one formula. */
static void read_math(struct rst_reader *r, const struct directive *d)
{
    const char *body = page_join(r->source, d->body.first, d->body.last, d->body.indent);
    struct page_block *block = page_add(r->source, PAGE_MATH, d->line);
    if (d->argument[0]) {
        bool one = d->body.first == d->line && body[0];
        block->text = page_verbatim(
            one ? arena_printf(&r->source->page->arena, "%s\n%s", d->argument, body) : d->argument,
            d->line);
        if (one || !body[0])
            return;
        block = page_add(r->source, PAGE_MATH, d->line);
    }
    block->line = d->body.first + 1;
    block->text = page_verbatim(body, d->body.first + 1);
}

static void read_figure(struct rst_reader *r, const struct directive *d)
{
    struct page_block *block = page_add(r->source, PAGE_FIGURE, d->line);
    int line = d->line;
    const char *alt = option(r, d, "alt", &line);
    block->argument = d->argument;
    block->alt = page_verbatim(alt ? alt : "", line);
    if (strcmp(d->name, "figure") != 0)
        return;
    /* The first paragraph of the body is the caption, the rest its legend. */
    struct region body = d->body;
    int end = body.first;
    while (end < body.last && page_indent(line_at(r, end)) >= 0)
        end++;
    block->text =
        page_inline(r->source, page_join(r->source, body.first, end, body.indent), body.first + 1);
    body.first = end;
    read_region(r, body);
}

static void add_title(struct rst_reader *r, const struct directive *d)
{
    if (d->argument[0])
        page_add(r->source, PAGE_PARAGRAPH, d->line)->text =
            page_inline(r->source, d->argument, d->line);
}

static void read_table(struct rst_reader *r, const struct directive *d)
{
    const char *rows = option(r, d, "header-rows", NULL);
    int n_header = rows ? atoi(rows) : 0;
    add_title(r, d);
    if (!strcmp(d->name, "table")) {
        read_region(r, d->body);
        return;
    }
    const char *file = option(r, d, "file", NULL);
    if (file) {
        struct page_block *include = page_add(r->source, PAGE_INCLUDE, d->line);
        include->argument = file;
        include->reason = "tables from files are not read";
        return;
    }
    struct page_block *block = page_add(r->source, PAGE_TABLE, d->line);
    if (!strcmp(d->name, "list-table")) {
        page_list_table(r->source, d->body.first, d->body.last, n_header, block);
        return;
    }
    const char *header = option(r, d, "header", NULL);
    if (header) {
        struct page_lines kept = r->source->lines;
        r->source->lines = (struct page_lines){&header, 1};
        page_csv_table(r->source, 0, 1, 1, block);
        r->source->lines = kept;
    }
    page_csv_table(r->source, d->body.first, d->body.last, header ? 1 : n_header, block);
}

static void read_meta(struct rst_reader *r, const struct directive *d)
{
    for (int at = d->options.first; at < d->options.last; at++) {
        const char *text = text_at(r, &d->options, at), *colon = strchr(text + 1, ':');
        if (text[0] != ':' || !colon)
            continue;
        struct page_block *block = page_add(r->source, PAGE_META, at + 1);
        block->argument = arena_copy(&r->source->page->arena, text + 1, (size_t)(colon - text - 1));
        block->text = page_verbatim(colon + 1 + strspn(colon + 1, " "), at + 1);
    }
}

static void read_file(struct rst_reader *r, const struct directive *d)
{
    static const char *const parts[] = {"start-line", "end-line", "start-after", "end-before"};
    bool literal = !strcmp(d->name, "literalinclude") || option(r, d, "literal", NULL) ||
                   option(r, d, "code", NULL);
    if (literal) {
        page_literal(r->source, d->argument, option(r, d, "start-after", NULL),
                     option(r, d, "end-before", NULL), d->line);
        return;
    }
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
        if (option(r, d, parts[k], NULL))
            page_complain(r->source, d->line, "the whole of %s is read, without :%s:", d->argument,
                          parts[k]);
    page_include(r->source, d->argument, d->line);
}

static bool is_one_of(const char *name, const char *const *names)
{
    for (; *names; names++)
        if (!strcmp(name, *names))
            return true;
    return false;
}

static void read_directive(struct rst_reader *r, const struct directive *d)
{
    static const char *const code[] = {"code-block",     "code",      "sourcecode",
                                       "parsed-literal", "highlight", NULL};
    static const char *const tables[] = {"list-table", "csv-table", "table", NULL};
    static const char *const silent[] = {"contents", "toctree",        "raw",     "default-role",
                                         "role",     "default-domain", "include", NULL};
    if (!strcmp(d->name, "math"))
        read_math(r, d);
    else if (!strcmp(d->name, "figure") || !strcmp(d->name, "image"))
        read_figure(r, d);
    else if (is_one_of(d->name, tables))
        read_table(r, d);
    else if (is_one_of(d->name, code))
        add_code(r, &d->body, d->argument);
    else if (!strcmp(d->name, "meta"))
        read_meta(r, d);
    else if (!strcmp(d->name, "literalinclude") || !strcmp(d->name, "include"))
        read_file(r, d);
    else if (!is_one_of(d->name, silent)) {
        /* note, warning, tab-item, ...: their text is text of the page */
        add_title(r, d);
        read_region(r, d->body);
    }
}

/* "..": a directive, a comment, a target or a substitution. Returns the line after it. */
static int read_explicit(struct rst_reader *r, const struct region *region, int n)
{
    const char *text = text_at(r, region, n);
    int end = end_of_body(r, region, n + 1, region->indent);
    text += strspn(text, ". ");
    if (text[0] == '|') { /* .. |name| directive:: argument */
        const char *bar = strchr(text + 1, '|');
        text = bar ? bar + 1 + strspn(bar + 1, " ") : "";
    }
    size_t name = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-:_");
    const char *colons = name >= 2 && !strncmp(text + name - 2, "::", 2) ? text + name - 2 : NULL;
    if (!colons || colons == text || (text[name] && text[name] != ' '))
        return end; /* a comment or a target */
    struct directive d = {0};
    size_t length = (size_t)(colons - text);
    if (length >= sizeof d.name)
        length = sizeof d.name - 1;
    memcpy(d.name, text, length);
    const char *argument = text + name + strspn(text + name, " ");
    split_directive(r, &d, argument, n + 1, end, region->depth);
    read_directive(r, &d);
    return end;
}

/* --- lists, paragraphs --- */

/* Length of "- ", "* ", "1. ", "#. ", "(a) " at the start of text; 0 if there is none. */
static int bullet_length(const char *text)
{
    size_t n = 0;
    if (strchr("*-+", text[0]) && text[0])
        n = 1;
    else {
        n = strspn(text, "(");
        size_t digits = strspn(text + n, "0123456789#");
        n = digits && digits < 4 && strchr(".)", text[n + digits]) && text[n + digits]
                ? n + digits + 1
                : 0;
    }
    return n && text[n] == ' ' ? (int)(n + strspn(text + n, " ")) : 0;
}

/* An item's text is read as if the bullet were blank. */
static int read_item(struct rst_reader *r, const struct region *region, int n)
{
    int bullet = bullet_length(text_at(r, region, n));
    int end = end_of_body(r, region, n + 1, region->indent);
    const char *kept = line_at(r, n);
    char *blanked = arena_copy(&r->source->page->arena, kept, strlen(kept));
    if (blanked[0]) {
        memset(blanked + region->indent, ' ', (size_t)bullet);
        r->source->lines.text[n] = blanked;
    }
    read_region(r, body_of(r, n, end, region->depth));
    r->source->lines.text[n] = kept;
    return end;
}

/* Lines up to a blank one or another indentation. A paragraph that ends in "::" is followed by
 * literal text. */
static int read_paragraph(struct rst_reader *r, const struct region *region, int n)
{
    int end = n + 1;
    while (end < region->last && page_indent(line_at(r, end)) == region->indent &&
           strncmp(text_at(r, region, end), ".. ", 3) != 0)
        end++;
    const char *last = line_at(r, end - 1);
    size_t length = strlen(last);
    bool literal = length >= 2 && !strcmp(last + length - 2, "::");
    if (strcmp(text_at(r, region, n), "::") != 0)
        add_paragraph(r, region, n, end);
    int body_end = end_of_body(r, region, end, region->indent);
    if (!literal || body_end == end)
        return end;
    struct region body = body_of(r, end, body_end, region->depth);
    if (body.first < body.last)
        add_code(r, &body, "");
    return body_end;
}

static int read_block(struct rst_reader *r, const struct region *region, int n)
{
    const char *text = text_at(r, region, n);
    int used;
    if (page_indent(line_at(r, n)) > region->indent) {
        int end = n;
        while (end < region->last &&
               (page_indent(line_at(r, end)) < 0 || page_indent(line_at(r, end)) > region->indent))
            end++;
        read_region(r, body_of(r, n, end, region->depth));
        return end;
    }
    if (!strncmp(text, "..", 2) && (text[2] == ' ' || !text[2]))
        return read_explicit(r, region, n);
    if ((used = page_grid_table(r->source, n, region->last, region->indent)) > 0 ||
        (used = page_simple_table(r->source, n, region->last, region->indent)) > 0 ||
        (used = read_section(r, region, n)) > 0)
        return n + used;
    if (rule_length(text) >= 4) /* a transition */
        return n + 1;
    return bullet_length(text) ? read_item(r, region, n) : read_paragraph(r, region, n);
}

static void read_region(struct rst_reader *r, struct region region)
{
    if (region.depth > PAGE_MAX_DEPTH) {
        if (region.first < region.last) {
            page_complain(r->source, region.first + 1, "nested too deeply: read as text");
            add_paragraph(r, &region, region.first, region.last);
        }
        return;
    }
    for (int n = region.first; n < region.last;)
        n = page_indent(line_at(r, n)) < 0 ? n + 1 : read_block(r, &region, n);
}

void page_read_rst(struct page_source *source)
{
    struct rst_reader r = {.source = source};
    read_region(&r, (struct region){0, source->lines.n, 0, 0});
}

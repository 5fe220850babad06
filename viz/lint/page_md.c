/* Markdown: CommonMark's blocks, tables and $$ as GitHub and MyST have them, ```{directive} fences.
 *
 * Sources: CommonMark 0.31; GitHub Flavored Markdown, "Tables"; GitHub, "Writing mathematical
 * expressions". */
#include <string.h>

#include "lint/page.h"

static const char *line_at(const struct page_source *source, int n)
{
    return n < source->lines.n ? source->lines.text[n] : "";
}

static const char *bare(const char *line) { return line + strspn(line, " >"); }

/* --- fences, formulas --- */

static int fence_length(const char *line)
{
    char mark = line[0];
    size_t n = mark == '`' || mark == '~' ? strspn(line, (const char[]){mark, 0}) : 0;
    return n >= 3 && !(mark == '`' && strchr(line + n, '`')) ? (int)n : 0;
}

/* ```c, ```math, ```{code-block} c, ```{figure} path, ```{include} path. */
static void add_fenced(struct page_source *source, const char *info, int line, int first, int last)
{
    struct arena *arena = &source->page->arena;
    const char *raw = page_join(source, first, last, page_indent(line_at(source, line - 1)));
    size_t n = strcspn(info, " }");
    const char *argument = info + n + strspn(info + n, " }");
    info += info[0] == '{';
    n = strcspn(info, " }");
    if (!strncmp(info, "math", n) && n == 4) {
        page_add(source, PAGE_MATH, first + 1)->text = page_verbatim(raw, first + 1);
    } else if (!strncmp(info, "include", n) && n == 7) {
        page_include(source, argument, line);
    } else if (!strncmp(info, "literalinclude", n) && n == 14) {
        page_literal(source, argument, NULL, NULL, line);
    } else if ((!strncmp(info, "figure", n) && n == 6) || (!strncmp(info, "image", n) && n == 5)) {
        struct page_block *block = page_add(source, PAGE_FIGURE, line);
        block->argument = argument;
        block->text = page_inline(source, raw, first + 1);
    } else {
        struct page_block *block = page_add(source, PAGE_CODE, first + 1);
        block->argument = arena_copy(arena, info, n);
        block->text = page_verbatim(raw, first + 1);
    }
}

static int read_fence(struct page_source *source, int n, int last)
{
    const char *line = bare(line_at(source, n));
    int length = fence_length(line);
    if (!length)
        return 0;
    int end = n + 1;
    while (end < last) {
        const char *closing = bare(line_at(source, end));
        size_t run = strspn(closing, (const char[]){line[0], 0});
        if (run >= (size_t)length && !closing[run])
            break;
        end++;
    }
    if (end == last)
        page_complain(source, n + 1, "a fence that does not end");
    const char *info = line + length;
    info += strspn(info, " ");
    add_fenced(source, info, n + 1, n + 1, end);
    return (end < last ? end + 1 : end) - n;
}

/* $$ ... $$ over several lines, and \[ ... \]. */
static int read_display_math(struct page_source *source, int n, int last)
{
    const char *line = bare(line_at(source, n));
    const char *close = !strncmp(line, "$$", 2) ? "$$" : !strncmp(line, "\\[", 2) ? "\\]" : NULL;
    if (!close)
        return 0;
    const char *same = strstr(line + 2, close);
    if (same && same[2] && same[2] != ' ') /* $$x$$ inside a sentence */
        return 0;
    int end = n;
    while (end < last && !strstr(bare(line_at(source, end)) + (end == n ? 2 : 0), close))
        end++;
    if (end == last) {
        page_complain(source, n + 1, "a formula that does not end");
        return 0;
    }
    struct buffer text = {0};
    for (int k = n; k <= end; k++) {
        const char *from = bare(line_at(source, k)) + (k == n ? 2 : 0);
        const char *to = k == end ? strstr(from, close) : from + strlen(from);
        buffer_printf(&text, "%s%.*s", k > n ? "\n" : "", (int)(to - from), from);
    }
    page_add(source, PAGE_MATH, n + 1)->text = page_verbatim(
        arena_copy(&source->page->arena, text.data ? text.data : "", text.size), n + 1);
    buffer_free(&text);
    return end + 1 - n;
}

/* --- tables --- */

static bool is_delimiter_row(const char *line)
{
    return strchr(line, '-') && strchr(line, '|') && strspn(line, "|-: ") == strlen(line);
}

/* Cells between bars; a bar inside `code` or behind a backslash is none. */
static void add_md_row(struct page_source *source, struct page_block *block, int n)
{
    struct page_row *row = page_add_row(source, block, n + 1);
    const char *p = bare(line_at(source, n));
    p += *p == '|';
    while (*p) {
        const char *start = p;
        bool code = false;
        for (; *p && (*p != '|' || code); p++) {
            if (*p == '\\' && p[1])
                p++;
            else if (*p == '`')
                code = !code && strchr(p + 1, '`');
        }
        const char *from = start + strspn(start, " "), *to = p;
        while (to > from && to[-1] == ' ')
            to--;
        page_add_cell(source, row,
                      arena_copy(&source->page->arena, from, (size_t)(to > from ? to - from : 0)),
                      n + 1);
        if (*p)
            p++;
    }
}

static int read_table(struct page_source *source, int n, int last)
{
    if (n + 1 >= last || !strchr(line_at(source, n), '|') ||
        !is_delimiter_row(bare(line_at(source, n + 1))))
        return 0;
    struct page_block *block = page_add(source, PAGE_TABLE, n + 1);
    add_md_row(source, block, n);
    block->n_header = 1;
    int end = n + 2;
    while (end < last && strchr(line_at(source, end), '|'))
        add_md_row(source, block, end++);
    return end - n;
}

/* --- headings, paragraphs, images --- */

static int read_heading(struct page_source *source, int n, int last)
{
    const char *line = line_at(source, n);
    size_t marks = strspn(line, "#");
    const char *text = line + marks;
    int level = (int)marks, used = 1;
    if (marks == 0 || marks > 6 || (*text && *text != ' ')) {
        const char *rule = n + 1 < last ? line_at(source, n + 1) : "";
        level = rule[0] == '=' ? 1 : 2;
        text = line;
        used = 2;
        if (page_indent(line) != 0 || !rule[0] || !strchr("=-", rule[0]) ||
            strspn(rule, (const char[]){rule[0], 0}) != strlen(rule) || strlen(rule) < 2)
            return 0;
    }
    text += strspn(text, " ");
    size_t length = strlen(text);
    while (used == 1 && length && strchr("# ", text[length - 1]))
        length--;
    struct page_block *block = page_add(source, PAGE_SECTION, n + 1);
    block->level = level;
    block->text = page_inline(source, arena_copy(&source->page->arena, text, length), n + 1);
    return used;
}

/* Every ![alt](path "title") of a paragraph is a figure of its own. */
static void add_images(struct page_source *source, const char *raw, int line)
{
    struct arena *arena = &source->page->arena;
    for (const char *p = raw; *p; p++) {
        line += *p == '\n';
        if (p[0] != '!' || p[1] != '[')
            continue;
        const char *close = strchr(p, ']');
        const char *end = close && close[1] == '(' ? strchr(close, ')') : NULL;
        if (!end)
            continue;
        struct page_block *block = page_add(source, PAGE_FIGURE, line);
        const char *path = close + 2;
        size_t n = strcspn(path, " )\n");
        block->argument = arena_copy(arena, path, n);
        block->alt = page_verbatim(arena_copy(arena, p + 2, (size_t)(close - p - 2)), line);
    }
}

/* MyST and Jupyter Book write {include} as a fence; Markdown pages of Sphinx may hold bare HTML. */
static bool starts_block(const struct page_source *source, int n, int last)
{
    const char *line = bare(line_at(source, n));
    return fence_length(line) || line[0] == '#' || !strncmp(line, "$$", 2) ||
           !strncmp(line, "\\[", 2) ||
           (n + 1 < last && strchr(line, '|') && is_delimiter_row(bare(line_at(source, n + 1)))) ||
           (strchr("-*+", line[0]) && line[0] && line[1] == ' ');
}

static int read_paragraph(struct page_source *source, int n, int last)
{
    int end = n + 1;
    while (end < last && page_indent(line_at(source, end)) >= 0 && !starts_block(source, end, last))
        end++;
    struct buffer text = {0};
    for (int k = n; k < end; k++) {
        const char *line = bare(line_at(source, k));
        if (k == n && strchr("-*+", line[0]) && line[0] && line[1] == ' ')
            line += 2; /* an item of a list */
        buffer_printf(&text, "%s%s", k > n ? "\n" : "", line);
    }
    const char *raw = arena_copy(&source->page->arena, text.data ? text.data : "", text.size);
    buffer_free(&text);
    add_images(source, raw, n + 1);
    page_add(source, PAGE_PARAGRAPH, n + 1)->text = page_inline(source, raw, n + 1);
    return end - n;
}

/* Between lines of "---" on top stand title and description. */
static int read_front_matter(struct page_source *source)
{
    if (source->lines.n < 2 || strcmp(line_at(source, 0), "---") != 0)
        return 0;
    int end = 1;
    while (end < source->lines.n && strcmp(line_at(source, end), "---") != 0)
        end++;
    if (end == source->lines.n)
        return 0;
    for (int n = 1; n < end; n++) {
        const char *line = bare(line_at(source, n)), *colon = strchr(line, ':');
        if (!colon)
            continue;
        struct page_block *block = page_add(source, PAGE_META, n + 1);
        block->argument = arena_copy(&source->page->arena, line, (size_t)(colon - line));
        block->text = page_verbatim(colon + 1 + strspn(colon + 1, " "), n + 1);
    }
    return end + 1;
}

/* <!-- ... --> */
static int read_comment(struct page_source *source, int n, int last)
{
    if (strncmp(bare(line_at(source, n)), "<!--", 4) != 0)
        return 0;
    int end = n;
    while (end < last && !strstr(line_at(source, end), "-->"))
        end++;
    if (end == last) {
        page_complain(source, n + 1, "a comment that does not end");
        return 1;
    }
    return end + 1 - n;
}

void page_read_md(struct page_source *source)
{
    int last = source->lines.n, used;
    for (int n = read_front_matter(source); n < last; n += used) {
        if (page_indent(line_at(source, n)) < 0)
            used = 1;
        else if ((used = read_fence(source, n, last)) == 0 &&
                 (used = read_display_math(source, n, last)) == 0 &&
                 (used = read_comment(source, n, last)) == 0 &&
                 (used = read_table(source, n, last)) == 0 &&
                 (used = read_heading(source, n, last)) == 0)
            used = read_paragraph(source, n, last);
    }
}

/* Files, lines, blocks. */
#include "lint/page.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "base/file.h"

int page_line(const struct page_text *text, int offset)
{
    int line = text->line;
    for (int n = 0; n < offset && n < text->n; n++)
        line += text->plain[n] == '\n';
    return line;
}

int page_indent(const char *line)
{
    int n = (int)strspn(line, " ");
    return line[n] ? n : -1;
}

const char *page_relative(struct arena *arena, const char *page, const char *path)
{
    const char *slash = strrchr(page, '/');
    return arena_printf(arena, "%.*s%s", slash ? (int)(slash + 1 - page) : 0, page, path);
}

void page_complain(struct page_source *source, int line, const char *format, ...)
{
    struct page *page = source->page;
    char what[256];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    struct page_problem *problems =
        arena_room(&page->arena, page->problems, page->n_problems, sizeof *problems);
    if (!problems)
        return;
    page->problems = problems;
    problems[page->n_problems++] = (struct page_problem){
        .file = source->file,
        .line = line,
        .what = arena_copy(&page->arena, what, strlen(what)),
    };
}

/* Without memory the block is one that nobody reads; arena.failed is set. */
struct page_block *page_add(struct page_source *source, enum page_kind kind, int line)
{
    static _Thread_local struct page_block lost;
    struct page *page = source->page;
    struct page_block *blocks =
        arena_room(&page->arena, page->blocks, page->n_blocks, sizeof *blocks);
    struct page_block *block = blocks ? &blocks[page->n_blocks++] : &lost;
    if (blocks)
        page->blocks = blocks;
    *block = (struct page_block){.kind = kind, .file = source->file, .line = line};
    block->argument = block->reason = block->text.plain = block->alt.plain = "";
    return block;
}

const char *page_join(const struct page_source *source, int first, int last, int indent)
{
    size_t size = 1;
    for (int n = first; n < last; n++)
        size += strlen(source->lines.text[n]) + 1;
    char *joined = arena_alloc(&source->page->arena, size);
    if (!joined)
        return "";
    char *end = joined;
    for (int n = first; n < last; n++) {
        const char *line = source->lines.text[n];
        int cut = page_indent(line);
        if (cut > indent)
            cut = indent;
        if (cut >= 0)
            end = stpcpy(end, line + cut);
        if (n + 1 < last)
            *end++ = '\n';
    }
    return joined;
}

struct page_text page_verbatim(const char *raw, int line)
{
    return (struct page_text){.plain = raw, .n = (int)strlen(raw), .line = line};
}

struct page_row *page_add_row(struct page_source *source, struct page_block *block, int line)
{
    static _Thread_local struct page_row lost;
    struct page_row *rows =
        arena_room(&source->page->arena, block->rows, block->n_rows, sizeof *rows);
    struct page_row *row = rows ? &rows[block->n_rows++] : &lost;
    if (rows)
        block->rows = rows;
    *row = (struct page_row){.line = line};
    return row;
}

void page_add_cell(struct page_source *source, struct page_row *row, const char *raw, int line)
{
    struct page_text *cells =
        arena_room(&source->page->arena, row->cells, row->n_cells, sizeof *cells);
    if (!cells)
        return;
    row->cells = cells;
    cells[row->n_cells++] = page_inline(source, raw, line);
}

/* --- UTF-8 and lines --- */

/* Bytes of the character at p, 0 if it is none (RFC 3629: no overlong forms, no surrogates, at most
 * U+10FFFF). */
static int utf8_length(const unsigned char *p, size_t n)
{
    int length = *p < 0x80 ? 1 : *p < 0xc2 ? 0 : *p < 0xe0 ? 2 : *p < 0xf0 ? 3 : *p < 0xf5 ? 4 : 0;
    if (length == 0 || (size_t)length > n)
        return 0;
    for (int k = 1; k < length; k++)
        if ((p[k] & 0xc0) != 0x80)
            return 0;
    if ((*p == 0xe0 && p[1] < 0xa0) || (*p == 0xed && p[1] >= 0xa0) ||
        (*p == 0xf0 && p[1] < 0x90) || (*p == 0xf4 && p[1] >= 0x90))
        return 0;
    return length;
}

static enum status check_utf8(const char *file, const char *text, size_t size, struct error *err)
{
    int line = 1;
    for (size_t at = 0; at < size;) {
        int n = utf8_length((const unsigned char *)text + at, size - at);
        if (n == 0)
            return error_set(err, STATUS_FILE, "%s:%d: byte 0x%02x is not UTF-8", file, line,
                             (unsigned char)text[at]);
        if (text[at] == 0)
            return error_set(err, STATUS_FILE, "%s:%d: a NUL byte: not a text", file, line);
        line += text[at] == '\n';
        at += (size_t)n;
    }
    return STATUS_OK;
}

/* One line with tabs expanded to eight columns, as docutils does; trailing blanks and the CR of
 * CRLF cut off. */
static const char *clean_line(struct arena *arena, const char *line, size_t n)
{
    while (n && strchr(" \t\r", line[n - 1]))
        n--;
    if (!memchr(line, '\t', n))
        return arena_copy(arena, line, n);
    char *clean = arena_alloc(arena, 8 * n + 1);
    if (!clean)
        return "";
    size_t at = 0;
    for (size_t k = 0; k < n; k++) {
        if (line[k] != '\t') {
            clean[at++] = line[k];
            continue;
        }
        do
            clean[at++] = ' ';
        while (at % 8);
    }
    return clean;
}

static enum status split_lines(struct page_source *source, const char *text, size_t size)
{
    struct arena *arena = &source->page->arena;
    struct page_lines *lines = &source->lines;
    if (size >= 3 && !memcmp(text, "\xef\xbb\xbf", 3)) { /* a byte order mark */
        text += 3;
        size -= 3;
    }
    while (size) {
        const char *newline = memchr(text, '\n', size);
        size_t n = newline ? (size_t)(newline - text) : size;
        const char **grown = arena_room(arena, lines->text, lines->n, sizeof *grown);
        if (!grown)
            return STATUS_NO_MEMORY;
        lines->text = grown;
        grown[lines->n++] = clean_line(arena, text, n);
        text += n + (newline != NULL);
        size -= n + (newline != NULL);
    }
    return STATUS_OK;
}

/* --- files --- */

static enum page_format format_of(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot && (!strcasecmp(dot, ".md") || !strcasecmp(dot, ".markdown")) ? PAGE_MD : PAGE_RST;
}

/* A text without a name that says its format is Markdown if it has a heading as only Markdown has.
 */
static enum page_format guess_format(const char *name, const struct page_lines *lines)
{
    const char *slash = strrchr(name, '/');
    if (strchr(slash ? slash : name, '.'))
        return format_of(name);
    for (int n = 0; n < lines->n; n++) {
        const char *text = lines->text[n] + strspn(lines->text[n], "#");
        if (text > lines->text[n] && text - lines->text[n] <= 6 && *text == ' ')
            return PAGE_MD;
        if (!strncmp(lines->text[n], "|-", 2) || !strncmp(lines->text[n], "|:", 2) ||
            !strncmp(lines->text[n], "| -", 3))
            return PAGE_MD;
        if (!strncmp(lines->text[n], ".. ", 3))
            break;
    }
    return PAGE_RST;
}

static enum status read_source(struct page_source *source, const char *text, size_t size,
                               struct error *err)
{
    if (size > PAGE_MAX_BYTES)
        return error_set(err, STATUS_FILE, "%s: longer than %d bytes", source->file,
                         PAGE_MAX_BYTES);
    enum status status = check_utf8(source->file, text, size, err);
    if (status != STATUS_OK)
        return status;
    if (split_lines(source, text, size) == STATUS_OK) {
        source->format = guess_format(source->file, &source->lines);
        if (source->format == PAGE_MD)
            page_read_md(source);
        else
            page_read_rst(source);
    }
    return arena_check(&source->page->arena, err);
}

enum status page_read_text(const char *name, const char *text, size_t size, struct page *page,
                           struct error *err)
{
    int n_includes = 0;
    struct page_source source = {
        .page = page,
        .file = arena_copy(&page->arena, name, strlen(name)),
        .n_includes = &n_includes,
    };
    return read_source(&source, text, size, err);
}

enum status page_read(const char *path, struct page *page, struct error *err)
{
    struct buffer text = {0};
    enum status status = file_read(path, PAGE_MAX_BYTES, &text, err);
    if (status == STATUS_OK)
        status = page_read_text(path, text.data ? text.data : "", text.size, page, err);
    buffer_free(&text);
    return status;
}

void page_free(struct page *page)
{
    arena_free(&page->arena);
    *page = (struct page){0};
}

static bool same_file(const char *a, const char *b)
{
    struct stat x, y;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

/* NULL, or why the file at `path` cannot take the place of an include. */
static const char *refuse_include(const struct page_source *source, const char *argument,
                                  const char *path)
{
    struct stat st;
    if (argument[0] == '/')
        return "an absolute path: its root is Sphinx's to know";
    if (stat(path, &st) != 0)
        return "not there";
    if (!S_ISREG(st.st_mode))
        return "not a file";
    for (const struct page_source *s = source; s; s = s->includer)
        if (same_file(s->file, path))
            return "it includes itself";
    if (*source->n_includes >= PAGE_MAX_INCLUDES)
        return "too many included files";
    return NULL;
}

void page_include(struct page_source *source, const char *argument, int line)
{
    struct arena *arena = &source->page->arena;
    const char *path = page_relative(arena, source->file, argument);
    const char *reason = refuse_include(source, argument, path);
    struct error why = {0};
    if (!reason) {
        struct page_source included = {
            .page = source->page,
            .file = path,
            .includer = source,
            .n_includes = source->n_includes,
        };
        struct buffer text = {0};
        ++*source->n_includes;
        enum status status = file_read(path, PAGE_MAX_BYTES, &text, &why);
        if (status == STATUS_OK)
            status = read_source(&included, text.data ? text.data : "", text.size, &why);
        buffer_free(&text);
        if (status == STATUS_OK)
            return;
        reason = arena_copy(arena, why.text, strlen(why.text));
    }
    struct page_block *block = page_add(source, PAGE_INCLUDE, line);
    block->argument = arena_copy(arena, argument, strlen(argument));
    block->reason = reason;
}

void page_literal(struct page_source *source, const char *argument, const char *after,
                  const char *before, int line)
{
    struct arena *arena = &source->page->arena;
    const char *path = page_relative(arena, source->file, argument);
    const char *reason = refuse_include(source, argument, path);
    struct page_source shown = {.page = source->page, .file = path};
    struct buffer text = {0};
    struct error why = {0};
    if (!reason && file_read(path, PAGE_MAX_BYTES, &text, &why) == STATUS_OK &&
        check_utf8(path, text.data ? text.data : "", text.size, &why) == STATUS_OK)
        split_lines(&shown, text.data ? text.data : "", text.size);
    buffer_free(&text);
    if (reason || why.text[0]) {
        struct page_block *block = page_add(source, PAGE_LITERAL, line);
        block->argument = arena_copy(arena, argument, strlen(argument));
        block->reason = reason ? reason : arena_copy(arena, why.text, strlen(why.text));
        return;
    }
    int first = 0, last = shown.lines.n;
    for (int n = 0; after && n < last; n++)
        if (strstr(shown.lines.text[n], after)) {
            first = n + 1;
            break;
        }
    for (int n = first; before && n < last; n++)
        if (strstr(shown.lines.text[n], before))
            last = n;
    struct page_block *block = page_add(&shown, PAGE_CODE, first + 1);
    block->argument = "file";
    block->text = page_verbatim(page_join(&shown, first, last, 0), first + 1);
}

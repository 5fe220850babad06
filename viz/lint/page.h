/* A documentation page as a flat list of blocks with line numbers.
 *
 * Knows: the parts of reStructuredText (as Sphinx reads it) and Markdown (CommonMark, tables,
 * $math$) in which pages make statements. Refuses to know: what a statement says.
 *
 * The reader is our own. There is no reStructuredText library for C, and Markdown ones (cmark) undo
 * backslashes in text, `\\` in the formulas of a page among them, because formulas are no part of
 * CommonMark. What is damaged (a role that does not end, a table with too few cells) is read as far
 * as it goes and listed in `problems`. Private to lint/.
 */
#ifndef LINT_PAGE_H
#define LINT_PAGE_H

#include "base/arena.h"
#include "base/buffer.h"

enum page_format { PAGE_RST, PAGE_MD };

enum page_span_kind { SPAN_MATH, SPAN_LITERAL, SPAN_REFERENCE, SPAN_DOWNLOAD };

/* Markup inside text; what it marks is plain[start .. end). */
struct page_span {
    enum page_span_kind kind;
    int start, end;
    const char *target; /* of a reference or download: what it leads to */
};

/* Text without its inline markup, which `spans` tell. Newlines stay: they count the lines. */
struct page_text {
    const char *plain; /* ends in a NUL */
    int n;
    int line; /* of plain[0] */
    const struct page_span *spans;
    int n_spans;
};

struct page_row {
    struct page_text *cells;
    int n_cells, line;
};

enum page_kind {
    PAGE_SECTION,   /* text: the title */
    PAGE_PARAGRAPH, /* text; also items of lists, captions of tables */
    PAGE_MATH,      /* text: LaTeX, not read further */
    PAGE_TABLE,     /* rows */
    PAGE_FIGURE,    /* argument: path; alt; text: the caption */
    PAGE_CODE,      /* argument: language; text: as it stands */
    PAGE_INCLUDE,   /* argument: path; of a file that could not be read */
    PAGE_LITERAL, /* argument: path; of a file whose text should be shown, and could not be read */
    PAGE_META,    /* description and keywords */
};

struct page_block {
    enum page_kind kind;
    const char *file;
    int line;
    int level; /* of a section, from 1 */
    const char *argument;
    struct page_text text, alt;
    struct page_row *rows;
    int n_rows, n_header; /* header rows are among rows, first */
    const char *reason;   /* of PAGE_INCLUDE, PAGE_LITERAL: why it was not read */
};

struct page_problem {
    const char *file;
    int line;
    const char *what;
};

struct page {
    struct arena arena; /* owns everything */
    struct page_block *blocks;
    int n_blocks;
    struct page_problem *problems;
    int n_problems;
};

/* Longest page, and how deep lists and quotations are followed; deeper ones are read as text. */
enum { PAGE_MAX_BYTES = 16 << 20, PAGE_MAX_DEPTH = 32, PAGE_MAX_INCLUDES = 256 };

/* Reads a page and what it includes (files that stand in their places relative to it; not absolute
 * ones, whose root only Sphinx's configuration knows). `path` decides the format by its suffix: .md
 * and .markdown, else reStructuredText; without a suffix a heading with # or a table's |---| does.
 * STATUS_FILE: unreadable, too long, not UTF-8 (file:line). Free with page_free, which a zeroed
 * page survives too. */
enum status page_read(const char *path, struct page *page, struct error *err);

/* The same from memory; `name` stands for it in findings, and decides the format; includes are
 * looked for as if it stood at `name`. */
enum status page_read_text(const char *name, const char *text, size_t size, struct page *page,
                           struct error *err);

void page_free(struct page *page);

/* The line on which text->plain[offset] stands. */
int page_line(const struct page_text *text, int offset);

/* "dir/of/page.rst" and "../x" make "dir/of/../x". */
const char *page_relative(struct arena *arena, const char *page, const char *path);

/* --- between the readers --- */

struct page_lines {
    const char **text; /* without the newline, tabs expanded */
    int n;
};

struct page_source {
    struct page *page;
    const char *file;
    enum page_format format;
    struct page_lines lines;
    const struct page_source *includer; /* NULL: the page itself */
    int *n_includes;                    /* of the page, all told */
};

void page_read_rst(struct page_source *source);
void page_read_md(struct page_source *source);

struct page_block *page_add(struct page_source *source, enum page_kind kind, int line);
void page_complain(struct page_source *source, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Lines [first, last) with `indent` columns cut off, joined by newlines. */
const char *page_join(const struct page_source *source, int first, int last, int indent);

/* Splits the inline markup off. */
struct page_text page_inline(struct page_source *source, const char *raw, int line);
struct page_text page_verbatim(const char *raw, int line);

/* Reads the file into the list in place, or adds PAGE_INCLUDE with the reason why not. */
void page_include(struct page_source *source, const char *argument, int line);

/* Adds the file's text as PAGE_CODE, from behind the line with `after` up to the one with `before`
 * (NULL: all of it), or PAGE_LITERAL with the reason why it was not read. */
void page_literal(struct page_source *source, const char *argument, const char *after,
                  const char *before, int line);

/* Grid and simple tables in lines [first, last), all of the same indentation; their length, 0 if
 * there is none at `first`. */
int page_grid_table(struct page_source *source, int first, int last, int indent);
int page_simple_table(struct page_source *source, int first, int last, int indent);
/* The body of a list-table, lines [first, last). */
void page_list_table(struct page_source *source, int first, int last, int n_header,
                     struct page_block *block);
/* CSV: the body of a csv-table. */
void page_csv_table(struct page_source *source, int first, int last, int n_header,
                    struct page_block *block);

struct page_row *page_add_row(struct page_source *source, struct page_block *block, int line);
void page_add_cell(struct page_source *source, struct page_row *row, const char *raw, int line);

int page_indent(const char *line); /* leading blanks; -1: a blank line */

#endif

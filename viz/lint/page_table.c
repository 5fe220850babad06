/* Tables: grid, simple, list-table and CSV of reStructuredText; all become rows of cells. */
#include <string.h>

#include "lint/page.h"

enum { MAX_COLUMNS = 64 };

/* Column boundaries, in bytes of the ruling line. */
struct ruling {
    int start[MAX_COLUMNS], end[MAX_COLUMNS], n;
};

static const char *line_from(const struct page_source *source, int n, int indent)
{
    const char *line = source->lines.text[n];
    int own = page_indent(line);
    return own <= 0 ? line : line + (own < indent ? own : indent);
}

/* Byte offset of a column; columns are characters. */
static int byte_of(const char *line, int column)
{
    int at = 0;
    while (column > 0 && line[at]) {
        do
            at++;
        while (((unsigned char)line[at] & 0xc0) == 0x80);
        column--;
    }
    return at;
}

/* The text between two columns of lines [first, last), stripped. */
static const char *cut(const struct page_source *source, int first, int last, int indent, int start,
                       int end)
{
    struct buffer text = {0};
    for (int n = first; n < last; n++) {
        const char *line = line_from(source, n, indent);
        int from = byte_of(line, start), to = end < 0 ? (int)strlen(line) : byte_of(line, end);
        while (from < to && line[from] == ' ')
            from++;
        while (to > from && line[to - 1] == ' ')
            to--;
        buffer_printf(&text, "%s%.*s", n > first ? "\n" : "", to - from, line + from);
    }
    const char *copy =
        arena_copy(&source->page->arena, text.data ? text.data : "", text.failed ? 0 : text.size);
    buffer_free(&text);
    return copy;
}

/* Blank lines in front of a cell's text count for its line. */
static void add_cut(struct page_source *source, struct page_row *row, int first, int last,
                    int indent, int start, int end)
{
    const char *raw = cut(source, first, last, indent, start, end);
    size_t blank = strspn(raw, "\n");
    page_add_cell(source, row, raw + blank, first + 1 + (int)blank);
}

/* --- grid tables --- */

static bool is_grid_rule(const char *line)
{
    size_t n = strlen(line);
    return n >= 3 && line[0] == '+' && line[n - 1] == '+' && strspn(line, "+-=") == n;
}

static void split_grid_rule(const char *line, struct ruling *ruling)
{
    ruling->n = 0;
    for (int at = 0; line[at] && line[at + 1] && ruling->n < MAX_COLUMNS;) {
        int end = at + 1 + (int)strcspn(line + at + 1, "+");
        ruling->start[ruling->n] = at + 1;
        ruling->end[ruling->n++] = end;
        at = end;
    }
}

int page_grid_table(struct page_source *source, int first, int last, int indent)
{
    if (!is_grid_rule(line_from(source, first, indent)))
        return 0;
    struct ruling ruling;
    int end = first;
    while (end < last && strchr("+|", line_from(source, end, indent)[0]) &&
           line_from(source, end, indent)[0])
        end++;
    split_grid_rule(line_from(source, first, indent), &ruling);
    struct page_block *block = page_add(source, PAGE_TABLE, first + 1);
    for (int n = first + 1, start = n; n < end; n++) {
        const char *line = line_from(source, n, indent);
        if (line[0] != '+')
            continue;
        if (n > start) {
            struct page_row *row = page_add_row(source, block, start + 1);
            for (int c = 0; c < ruling.n; c++)
                add_cut(source, row, start, n, indent, ruling.start[c], ruling.end[c]);
        }
        if (strchr(line, '='))
            block->n_header = block->n_rows;
        if (!is_grid_rule(line))
            page_complain(source, n + 1, "cells over several rows or columns are not understood");
        start = n + 1;
    }
    return end - first;
}

/* --- simple tables --- */

static bool is_simple_rule(const char *line)
{
    size_t n = strlen(line);
    return n >= 3 && line[0] == '=' && strspn(line, "= ") == n && strchr(line, ' ');
}

static void split_simple_rule(const char *line, struct ruling *ruling)
{
    ruling->n = 0;
    for (int at = 0; line[at] && ruling->n < MAX_COLUMNS;) {
        int end = at + (int)strspn(line + at, "=");
        ruling->start[ruling->n] = at;
        ruling->end[ruling->n++] = end;
        at = end + (int)strspn(line + end, " ");
    }
    if (ruling->n)
        ruling->end[ruling->n - 1] = -1; /* the last column's text may be longer than its rule */
}

/* A line whose first cell is blank goes on with the row above. */
static void simple_row(struct page_source *source, struct page_block *block,
                       const struct ruling *ruling, int first, int last, int indent)
{
    struct page_row *row = page_add_row(source, block, first + 1);
    for (int c = 0; c < ruling->n; c++)
        add_cut(source, row, first, last, indent, ruling->start[c], ruling->end[c]);
}

int page_simple_table(struct page_source *source, int first, int last, int indent)
{
    if (!is_simple_rule(line_from(source, first, indent)))
        return 0;
    int rules[3], n_rules = 0, end = first;
    for (int n = first; n < last && n_rules < 3; n++) {
        const char *line = line_from(source, n, indent);
        if (is_simple_rule(line))
            rules[n_rules++] = n;
        if (page_indent(line) < 0 && n_rules > 1)
            break;
        end = n + 1;
    }
    if (n_rules < 2)
        return 0;
    struct ruling ruling;
    split_simple_rule(line_from(source, first, indent), &ruling);
    struct page_block *block = page_add(source, PAGE_TABLE, first + 1);
    int last_rule = rules[n_rules - 1];
    for (int n = first + 1, next; n < last_rule; n = next) {
        next = n + 1;
        if (n == rules[1]) {
            block->n_header = block->n_rows;
            continue;
        }
        if (page_indent(line_from(source, n, indent)) < 0)
            continue;
        while (next < last_rule && next != rules[1] && line_from(source, next, indent)[0] == ' ')
            next++;
        simple_row(source, block, &ruling, n, next, indent);
    }
    return (end > last_rule + 1 ? last_rule + 1 : end) - first;
}

/* --- list-table --- */

static void list_row(struct page_source *source, struct page_block *block, int first, int last,
                     int indent)
{
    struct page_row *row = page_add_row(source, block, first + 1);
    /* "* - a" on the first line, then "  - b": a cell starts at a dash in the dash's column. */
    const char *line = line_from(source, first, indent);
    int dash = 1 + (int)strspn(line + 1, " ");
    if (line[dash] != '-') {
        page_complain(source, first + 1, "a row of a list-table without cells");
        return;
    }
    for (int n = first, next; n < last; n = next) {
        next = n + 1;
        while (next < last) {
            line = line_from(source, next, indent);
            int own = page_indent(line);
            if (own == dash && line[dash] == '-' && (line[dash + 1] == ' ' || !line[dash + 1]))
                break;
            next++;
        }
        add_cut(source, row, n, next, indent, dash + 1, -1);
    }
}

void page_list_table(struct page_source *source, int first, int last, int n_header,
                     struct page_block *block)
{
    int indent = first < last ? page_indent(source->lines.text[first]) : 0;
    for (int n = first, next; n < last; n = next) {
        next = n + 1;
        const char *line = line_from(source, n, indent);
        if (line[0] != '*') {
            if (line[0])
                page_complain(source, n + 1, "a line of a list-table that belongs to no row");
            continue;
        }
        while (next < last && line_from(source, next, indent)[0] != '*')
            next++;
        list_row(source, block, n, next, indent);
    }
    block->n_header = n_header < 0 ? 0 : n_header < block->n_rows ? n_header : block->n_rows;
}

/* --- CSV --- */

static void csv_row(struct page_source *source, struct page_block *block, const char *line, int n)
{
    struct page_row *row = page_add_row(source, block, n + 1);
    for (const char *p = line;; p++) {
        struct buffer cell = {0};
        p += strspn(p, " ");
        bool quoted = *p == '"';
        p += quoted;
        for (; *p && (quoted || *p != ','); p++) {
            if (quoted && *p == '"' && p[1] != '"')
                break;
            p += quoted && *p == '"';
            buffer_append(&cell, p, 1);
        }
        if (quoted && *p == '"')
            p += 1 + strcspn(p + 1, ",");
        page_add_cell(source, row,
                      arena_copy(&source->page->arena, cell.data ? cell.data : "", cell.size),
                      n + 1);
        buffer_free(&cell);
        if (!*p)
            return;
    }
}

void page_csv_table(struct page_source *source, int first, int last, int n_header,
                    struct page_block *block)
{
    for (int n = first; n < last; n++) {
        const char *line = source->lines.text[n];
        if (page_indent(line) >= 0)
            csv_row(source, block, line, n);
    }
    block->n_header = n_header < 0 ? 0 : n_header < block->n_rows ? n_header : block->n_rows;
}

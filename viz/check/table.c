/* Lines and cells, and which kind of table they begin. */
#include "check/table.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "check/table_reader.h"

enum status check_table_init(struct check_table *table, const struct isa_smfmac *insn, int cbsz,
                             int abid, struct error *err)
{
    *table = (struct check_table){0};
    return opmap_init(&table->map, insn, cbsz, abid, err);
}

void check_table_free(struct check_table *table) { opmap_free(&table->map); }

/* --- lines and cells --- */

enum status table_fail(struct table_reader *reader, int n, const char *format, ...)
{
    char why[256];
    va_list args;
    va_start(args, format);
    vsnprintf(why, sizeof why, format, args);
    va_end(args);
    for (char *c = why; *c; c++) /* cells may hold anything */
        if (iscntrl((unsigned char)*c))
            *c = '?';
    int column = n < reader->n_cells ? reader->cell[n].column : 1;
    return error_set(reader->err, STATUS_FILE, "%s:%d:%d: %s", reader->file, reader->line, column,
                     why);
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

/* The cell without the blanks and quotes around it. */
static struct cell trim(const char *text, const char *end, int column)
{
    while (text < end && is_blank(*text)) {
        text++;
        column++;
    }
    while (end > text && is_blank(end[-1]))
        end--;
    int quoted = end - text >= 2 && text[0] == '"' && end[-1] == '"';
    return (struct cell){text + quoted, (size_t)(end - text) - 2 * (size_t)quoted, column + quoted};
}

/* The comma that ends the cell, or the line's end. A comma between quotes is text (RFC 4180). */
static const char *cell_end(const char *at, const char *end)
{
    bool quoted = false;
    for (; at < end && (quoted || *at != ','); at++)
        quoted ^= *at == '"';
    return at;
}

static enum status split(struct table_reader *reader, const char *line, const char *end)
{
    int column = 1;
    reader->n_cells = 0;
    for (const char *start = line;; start++) {
        const char *comma = cell_end(start, end);
        if (reader->n_cells == TABLE_MAX_CELLS)
            return table_fail(reader, 0, "more than %d cells", TABLE_MAX_CELLS);
        reader->cell[reader->n_cells++] = trim(start, comma, column);
        for (; start < comma; start++)
            column += ((unsigned char)*start & 0xc0) != 0x80;
        if (comma == end)
            return STATUS_OK;
        column++;
    }
}

enum status table_next_line(struct table_reader *reader, bool *more)
{
    reader->n_cells = 0;
    *more = false;
    while (reader->at < reader->end) {
        const char *line = reader->at;
        const char *newline = memchr(line, '\n', (size_t)(reader->end - line));
        const char *end = newline ? newline : reader->end;
        reader->at = newline ? newline + 1 : reader->end;
        reader->line++;
        if (reader->line == 1 && end - line >= 3 && !memcmp(line, "\xef\xbb\xbf", 3))
            line += 3; /* a byte order mark */
        enum status status = split(reader, line, end);
        *more = reader->n_cells > 1 || reader->cell[0].size > 0;
        if (status != STATUS_OK || *more)
            return status;
    }
    return STATUS_OK;
}

enum status table_check_width(struct table_reader *reader, int expected)
{
    int n = reader->n_cells < expected ? reader->n_cells - 1 : expected;
    if (reader->n_cells == expected)
        return STATUS_OK;
    return table_fail(reader, n, "%d cells, where the header has %d", reader->n_cells, expected);
}

bool table_cell_is(const struct cell *cell, const char *text)
{
    return strlen(text) == cell->size && !strncasecmp(cell->text, text, cell->size);
}

enum status table_number(struct table_reader *reader, int n, const char *name, int limit,
                         bool may_be_empty, int *number)
{
    const struct cell *cell = &reader->cell[n];
    int value = cell->size > 0 ? 0 : -1;
    if (cell->size == 0 && !may_be_empty)
        return table_fail(reader, n, "%s is missing", name);
    for (size_t b = 0; b < cell->size; b++) {
        if (!isdigit((unsigned char)cell->text[b]))
            return table_fail(reader, n, "%s: a number is expected, not '%.*s'", name,
                              cell->size < 40 ? (int)cell->size : 40, cell->text);
        value = 10 * value + (cell->text[b] - '0');
        if (value >= limit)
            return table_fail(reader, n, "%s %.*s: there are 0..%d", name,
                              cell->size < 40 ? (int)cell->size : 40, cell->text, limit - 1);
    }
    *number = value;
    return STATUS_OK;
}

/* --- which kind, of which instruction --- */

/* "Instruction: V_SMFMAC_F32_16X16X32_F16", in front of the calculator's tables. */
static bool names_instruction(const struct table_reader *reader, bool *wanted)
{
    static const char label[] = "Instruction:", prefix[] = "v_smfmac_";
    const struct cell *cell = &reader->cell[0];
    if (reader->n_cells != 1 || cell->size < sizeof label ||
        strncasecmp(cell->text, label, sizeof label - 1) != 0)
        return false;
    struct cell name = trim(cell->text + sizeof label - 1, cell->text + cell->size, 0);
    const char *wanted_name = reader->table->map.insn->name;
    *wanted = name.size == strlen(wanted_name) + sizeof prefix - 1 &&
              !strncasecmp(name.text, prefix, sizeof prefix - 1) &&
              !strncasecmp(name.text + sizeof prefix - 1, wanted_name, strlen(wanted_name));
    return true;
}

static bool is_preamble(const struct table_reader *reader)
{
    const struct cell *cell = &reader->cell[0];
    return reader->n_cells == 1 && (!strncasecmp(cell->text, "Architecture:", 13) ||
                                    !strncasecmp(cell->text, "Block 0", 7));
}

/* Readers stop at a line that is not theirs, which is then the current one. */
static enum status read_tables(struct table_reader *reader)
{
    bool wanted = true, more;
    enum status status = table_next_line(reader, &more);
    while (status == STATUS_OK && reader->n_cells > 0) {
        if (names_instruction(reader, &wanted) || is_preamble(reader))
            status = table_next_line(reader, &more);
        else if (table_is_probe(reader))
            status = table_read_probe(reader);
        else if (table_is_calculator(reader))
            status = table_read_calculator(reader, wanted);
        else
            return table_fail(reader, 0,
                              "no table begins so: 'instruction,cbsz,...' of smfviz probe, or "
                              "'A[M][K],...' or 'lane,...' of AMD's calculator");
    }
    return status;
}

enum status check_table_read(struct check_table *table, const char *file,
                             const struct buffer *bytes, struct error *err)
{
    if (bytes->size == 0)
        return error_set(err, STATUS_FILE, "%s: is empty", file);
    struct table_reader *reader = calloc(1, sizeof *reader);
    if (!reader)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    reader->table = table;
    reader->file = file;
    reader->at = bytes->data;
    reader->end = bytes->data + bytes->size;
    reader->err = err;
    enum status status = read_tables(reader);
    free(reader);
    return status;
}

/* Tables of AMD's matrix instruction calculator 1.3.2, as printed with --csv.
 *
 *   -R   A[M][K],0,1,2,...            a row of the matrix a line, each cell a place: v0{0}.[15:0]
 *   -M   lane,v0.[15:0],v0.[31:16]    a lane a line, each cell the elements at the header's place:
 *                                     B[0][0], and for A and K (the index) all k of a group
 *
 * With --transpose rows and columns change places: of -R also the header's letters, of -M the
 * places are first in each line, and the header has the lanes.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "check/table_reader.h"

/* The text of one cell, or of a part of it, on its way. */
struct scanner {
    struct table_reader *reader;
    int cell;
    const char *at, *end;
};

static struct scanner scan(struct table_reader *reader, int n)
{
    const struct cell *cell = &reader->cell[n];
    return (struct scanner){reader, n, cell->text, cell->text + cell->size};
}

static bool take(struct scanner *s, char c)
{
    if (s->at == s->end || tolower((unsigned char)*s->at) != c)
        return false;
    s->at++;
    return true;
}

static bool take_number(struct scanner *s, int limit, int *number)
{
    const char *start = s->at;
    int value = 0;
    for (; s->at < s->end && isdigit((unsigned char)*s->at) && value < limit; s->at++)
        value = 10 * value + (*s->at - '0');
    *number = value;
    return s->at > start && value < limit;
}

static enum status refuse(struct scanner *s, const char *expected)
{
    int size = (int)(s->reader->cell[s->cell].size < 40 ? s->reader->cell[s->cell].size : 40);
    return table_fail(s->reader, s->cell, "'%.*s': %s", size, s->reader->cell[s->cell].text,
                      expected);
}

static enum status refuse_place(struct scanner *s)
{
    return refuse(s, "a register is expected, as v0{63}.[31:16], in a header v0.[31:16]");
}

/* Takes `before`, and a number if there is a place for one. */
static enum status expect(struct scanner *s, const char *before, const char *name, int limit,
                          int *number)
{
    char range[64];
    for (; *before; before++)
        if (!take(s, *before))
            return refuse_place(s);
    if (!number)
        return STATUS_OK;
    if (s->at == s->end || !isdigit((unsigned char)*s->at))
        return refuse_place(s);
    if (take_number(s, limit, number))
        return STATUS_OK;
    snprintf(range, sizeof range, "there are %ss 0..%d", name, limit - 1);
    return refuse(s, range);
}

static enum status read_lane(struct scanner *s, int *lane)
{
    enum status status = expect(s, "{", "lane", ISA_LANES, lane);
    return status == STATUS_OK ? expect(s, "}", NULL, 0, NULL) : status;
}

static enum status read_bits(struct scanner *s, int *hi, int *lo)
{
    enum status status = expect(s, ".[", "bit", ISA_VGPR_BITS, hi);
    if (status == STATUS_OK)
        status = expect(s, ":", "bit", ISA_VGPR_BITS, lo);
    if (status == STATUS_OK)
        status = expect(s, "]", NULL, 0, NULL);
    return status == STATUS_OK && *lo > *hi ? refuse_place(s) : status;
}

/* "v0", "v0.[15:0]"; with_lane "v0{3}", "v0{3}.[15:0]". */
static enum status read_place(struct scanner *s, bool with_lane, struct opmap_slot *slot)
{
    int vgpr = 0, lane = 0, hi = ISA_VGPR_BITS - 1, lo = 0;
    enum status status = expect(s, "v", "VGPR", 256, &vgpr);
    if (status == STATUS_OK && with_lane)
        status = read_lane(s, &lane);
    if (status == STATUS_OK && s->at != s->end)
        status = read_bits(s, &hi, &lo);
    if (status == STATUS_OK && s->at != s->end)
        status = refuse_place(s);
    *slot = (struct opmap_slot){(uint8_t)lane, (uint8_t)vgpr, (uint8_t)lo, (uint8_t)hi};
    return status;
}

static bool take_operand(struct scanner *s, enum opmap_operand *operand)
{
    static const char letters[] = "akbcd";
    static const enum opmap_operand operands[] = {OPMAP_A, OPMAP_IDX, OPMAP_B, OPMAP_CD, OPMAP_CD};
    for (int n = 0; letters[n]; n++)
        if (take(s, letters[n])) {
            *operand = operands[n];
            return true;
        }
    return false;
}

/* --- one operand's places, by matrix row and column --- */

/* Rows and columns of the operand's matrix, A being dense. */
static void matrix_size(const struct isa_smfmac *insn, enum opmap_operand operand, int *rows,
                        int *columns)
{
    *rows = operand == OPMAP_B ? insn->k : insn->m;
    *columns = operand == OPMAP_A || operand == OPMAP_IDX ? insn->k : insn->n;
}

static enum status put(struct table_reader *reader, enum opmap_operand operand, int row, int column,
                       struct opmap_slot place, int cell)
{
    int rows, columns;
    matrix_size(reader->table->map.insn, operand, &rows, &columns);
    int n = row * columns + column;
    if (reader->given[n])
        return table_fail(reader, cell, "[%d][%d] a second time", row, column);
    reader->given[n] = true;
    reader->place[n] = place;
    return STATUS_OK;
}

static enum status check_complete(struct table_reader *reader, enum opmap_operand operand)
{
    int rows, columns;
    matrix_size(reader->table->map.insn, operand, &rows, &columns);
    for (int n = 0; n < rows * columns; n++)
        if (!reader->given[n])
            return table_fail(reader, 0, "the table of %s ends without [%d][%d]",
                              opmap_operand_title(operand), n / columns, n % columns);
    return STATUS_OK;
}

/* Half of the place that the two slots of a group share. */
static struct opmap_slot half_of(struct opmap_slot place, int s)
{
    int width = (place.bit_hi - place.bit_lo + 1) / 2;
    place.bit_lo = (uint8_t)(place.bit_lo + s * width);
    place.bit_hi = (uint8_t)(place.bit_lo + (width > 0 ? width - 1 : 0));
    return place;
}

static struct opmap_slot place_in_group(const struct table_reader *reader, struct opmap_coord c)
{
    const struct opmap_slot *group = &reader->place[c.i * reader->table->map.insn->k + 4 * c.q];
    struct opmap_slot place = group[0];
    for (int k = 1; k < 4 && c.s == 1; k++)
        if (!opmap_slot_equal(group[k], group[0]))
            place = group[k];
    return half_of(place, c.s);
}

static enum status finish(struct table_reader *reader, enum opmap_operand operand)
{
    struct opmap *map = &reader->table->map;
    enum status status = check_complete(reader, operand);
    if (status != STATUS_OK)
        return status;
    bool stored = operand == OPMAP_A || operand == OPMAP_IDX;
    for (int n = 0; n < opmap_count(map->insn, operand); n++)
        map->slot[operand][n] =
            stored ? place_in_group(reader, opmap_coord(map->insn, operand, n)) : reader->place[n];
    reader->table->has[operand] = true;
    return STATUS_OK;
}

/* --- -R --- */

static bool take_axis(struct scanner *s, char *axis)
{
    bool right = take(s, '[');
    *axis = 0;
    for (const char *letter = "mnk"; *letter && right; letter++)
        if (take(s, *letter))
            *axis = *letter;
    return right && *axis && take(s, ']');
}

/* "A[M][K]": whether that is a header, and of what. */
static bool read_matrix_header(struct table_reader *reader, enum opmap_operand *operand,
                               bool *transposed)
{
    struct scanner s = scan(reader, 0);
    char rows, columns;
    if (!take_operand(&s, operand) || !take_axis(&s, &rows) || !take_axis(&s, &columns) ||
        s.at != s.end)
        return false;
    char row_axis = *operand == OPMAP_B ? 'k' : 'm';
    char column_axis = *operand == OPMAP_B || *operand == OPMAP_CD ? 'n' : 'k';
    *transposed = rows == column_axis && columns == row_axis;
    return *transposed || (rows == row_axis && columns == column_axis);
}

static enum status read_matrix_line(struct table_reader *reader, enum opmap_operand operand,
                                    bool transposed, const int *labels, int n_lines)
{
    int row, cells = reader->n_cells;
    enum status status = table_number(reader, 0, "row", n_lines, false, &row);
    for (int n = 1; n < cells && status == STATUS_OK; n++) {
        struct scanner s = scan(reader, n);
        struct opmap_slot place;
        status = read_place(&s, true, &place);
        if (status == STATUS_OK)
            status = transposed ? put(reader, operand, labels[n], row, place, n)
                                : put(reader, operand, row, labels[n], place, n);
    }
    return status;
}

/* Whether the current line goes on with the table: it begins with a number. */
static bool is_numbered(const struct table_reader *reader)
{
    return reader->n_cells > 1 && reader->cell[0].size > 0 &&
           isdigit((unsigned char)reader->cell[0].text[0]);
}

static enum status read_matrix(struct table_reader *reader, enum opmap_operand operand,
                               bool transposed)
{
    int labels[TABLE_MAX_CELLS], rows, columns, n_header = reader->n_cells;
    matrix_size(reader->table->map.insn, operand, &rows, &columns);
    if (transposed) {
        int swap = rows;
        rows = columns;
        columns = swap;
    }
    enum status status = STATUS_OK;
    bool more = true;
    for (int n = 1; n < n_header && status == STATUS_OK; n++)
        status = table_number(reader, n, "column", columns, false, &labels[n]);
    while (status == STATUS_OK) {
        status = table_next_line(reader, &more);
        if (status != STATUS_OK || !is_numbered(reader))
            break;
        status = table_check_width(reader, n_header);
        if (status == STATUS_OK)
            status = read_matrix_line(reader, operand, transposed, labels, rows);
    }
    return status;
}

/* --- -M --- */

/* "A[0][0] A[0][1] A[0][2] A[0][3]": every element at one place. */
static enum status read_elements(struct table_reader *reader, int n, struct opmap_slot place,
                                 enum opmap_operand *operand, bool *known)
{
    struct scanner s = scan(reader, n);
    while (s.at < s.end) {
        enum opmap_operand of;
        int row, column, rows, columns;
        if (!take_operand(&s, &of) || !take(&s, '['))
            return refuse(&s, "elements are expected, as A[0][0] A[0][1]");
        if (*known && of != *operand)
            return refuse(&s, "of another operand than the rest of the table");
        *known = true;
        *operand = of;
        matrix_size(reader->table->map.insn, of, &rows, &columns);
        if (!take_number(&s, rows, &row) || !take(&s, ']') || !take(&s, '[') ||
            !take_number(&s, columns, &column) || !take(&s, ']'))
            return refuse(&s, "no element of the matrix");
        enum status status = put(reader, of, row, column, place, n);
        if (status != STATUS_OK)
            return status;
        while (take(&s, ' '))
            ;
    }
    return STATUS_OK;
}

/* The header's places, or, transposed, its lanes. */
static enum status read_lane_header(struct table_reader *reader, bool transposed,
                                    struct opmap_slot *places)
{
    enum status status = STATUS_OK;
    for (int n = 1; n < reader->n_cells && status == STATUS_OK; n++) {
        struct scanner s = scan(reader, n);
        int lane = 0;
        places[n] = (struct opmap_slot){0};
        status = transposed ? table_number(reader, n, "lane", ISA_LANES, false, &lane)
                            : read_place(&s, false, &places[n]);
        places[n].lane = (uint8_t)lane;
    }
    return status;
}

static enum status read_lane_line(struct table_reader *reader, bool transposed,
                                  const struct opmap_slot *places, enum opmap_operand *operand,
                                  bool *known)
{
    struct scanner first = scan(reader, 0);
    struct opmap_slot line = {0};
    int lane = 0;
    enum status status = transposed ? read_place(&first, false, &line)
                                    : table_number(reader, 0, "lane", ISA_LANES, false, &lane);
    line.lane = (uint8_t)lane;
    for (int n = 1; n < reader->n_cells && status == STATUS_OK; n++) {
        struct opmap_slot place = transposed ? line : places[n];
        place.lane = transposed ? places[n].lane : line.lane;
        status = read_elements(reader, n, place, operand, known);
    }
    return status;
}

static enum status read_lanes(struct table_reader *reader, enum opmap_operand *operand)
{
    struct opmap_slot places[TABLE_MAX_CELLS];
    int n_header = reader->n_cells;
    bool transposed = n_header > 1 && isdigit((unsigned char)reader->cell[1].text[0]);
    bool known = false, more = true;
    enum status status = read_lane_header(reader, transposed, places);
    while (status == STATUS_OK) {
        status = table_next_line(reader, &more);
        bool goes_on = transposed ? more && tolower((unsigned char)reader->cell[0].text[0]) == 'v'
                                  : is_numbered(reader);
        if (status != STATUS_OK || !goes_on)
            break;
        status = table_check_width(reader, n_header);
        if (status == STATUS_OK)
            status = read_lane_line(reader, transposed, places, operand, &known);
    }
    if (status == STATUS_OK && !known)
        status = table_fail(reader, 0, "a table without elements");
    return status;
}

/* --- either --- */

bool table_is_calculator(const struct table_reader *reader)
{
    struct table_reader *r = (struct table_reader *)reader;
    enum opmap_operand operand;
    bool transposed;
    return table_cell_is(&reader->cell[0], "lane") || read_matrix_header(r, &operand, &transposed);
}

static enum status skip(struct table_reader *reader)
{
    bool more = true;
    enum status status;
    do
        status = table_next_line(reader, &more);
    while (status == STATUS_OK && more && reader->n_cells > 1);
    return status;
}

enum status table_read_calculator(struct table_reader *reader, bool wanted)
{
    enum opmap_operand operand = OPMAP_A;
    bool transposed;
    if (!wanted)
        return skip(reader);
    memset(reader->given, 0, sizeof reader->given);
    int header = reader->line;
    bool by_matrix = read_matrix_header(reader, &operand, &transposed);
    enum status status =
        by_matrix ? read_matrix(reader, operand, transposed) : read_lanes(reader, &operand);
    if (status != STATUS_OK)
        return status;
    if (reader->table->has[operand])
        return error_set(reader->err, STATUS_FILE, "%s:%d:1: %s a second time", reader->file,
                         header, opmap_operand_title(operand));
    return finish(reader, operand);
}

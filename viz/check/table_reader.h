/* A CSV on its way into a map. Private to check/. */
#ifndef CHECK_TABLE_READER_H
#define CHECK_TABLE_READER_H

#include "check/table.h"

enum { TABLE_MAX_CELLS = 160, TABLE_MAX_DENSE = 4096 };

/* Of a line; spaces and quotes around it are not part of it. */
struct cell {
    const char *text;
    size_t size;
    int column; /* in characters, from 1 */
};

struct table_reader {
    struct check_table *table;
    const char *file;
    const char *at, *end; /* what is still to be read */
    int line;             /* the current one, from 1 */
    int n_cells;          /* 0: the end */
    struct cell cell[TABLE_MAX_CELLS];
    /* Of the operand that is being read: places by the order in which its kind of table counts, and
     * which were given. */
    struct opmap_slot place[TABLE_MAX_DENSE];
    bool given[TABLE_MAX_DENSE];
    struct error *err;
};

/* Reads the next line that is not empty into cells; false at the end. STATUS_FILE for too many. */
enum status table_next_line(struct table_reader *reader, bool *more);

/* STATUS_FILE with file, line and the column of cell `n`. */
enum status table_fail(struct table_reader *reader, int n, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* STATUS_FILE for a line that is shorter or longer than its header. */
enum status table_check_width(struct table_reader *reader, int expected);

bool table_cell_is(const struct cell *cell, const char *text); /* case ignored */

/* The whole cell as a number below `limit`, called `name`; -1 for an empty cell if that is allowed.
 */
enum status table_number(struct table_reader *reader, int n, const char *name, int limit,
                         bool may_be_empty, int *number);

/* The lines that follow a header, which is the current line, up to a line that is none of them. */
bool table_is_probe(const struct table_reader *reader);
enum status table_read_probe(struct table_reader *reader);
bool table_is_calculator(const struct table_reader *reader);
enum status table_read_calculator(struct table_reader *reader, bool wanted);

#endif

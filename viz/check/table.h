/* Layouts given as tables.
 *
 * Knows two kinds of CSV, each by its first cells:
 *
 *   instruction,cbsz,abid,...,bit_hi   what `smfviz probe --format csv` prints; columns by name
 *   A[M][K],0,1,2,...                  what AMD's matrix instruction calculator (1.3.2) prints with
 *   lane,v0.[15:0],v0.[31:16],...      --csv for -R and for -M, also with --transpose
 *
 * The calculator names one place for all four k of a group of A and of the index: the two slots'
 * together. Here the lower half is slot 0's. Where it names several for a group, which no layout
 * has, slot 1 gets one that is not slot 0's, so that the group is wrong.
 *
 * Refuses to know: what a layout ought to be. A table is read as it is; what is refused is what
 * says nothing, twice, or not all of an operand.
 */
#ifndef CHECK_TABLE_H
#define CHECK_TABLE_H

#include "base/buffer.h"
#include "isa/opmap.h"

struct check_table {
    struct opmap map;           /* of the operands that were given; cbsz and abid as given */
    bool has[OPMAP_N_OPERANDS]; /* which */
    bool says_modifiers;        /* cbsz and abid are the table's, not the caller's */
};

/* An empty table of `insn`, under the cbsz and abid that a table without them is of. The caller
 * frees it, also after a failure. */
enum status check_table_init(struct check_table *table, const struct isa_smfmac *insn, int cbsz,
                             int abid, struct error *err);
void check_table_free(struct check_table *table);

/* Adds what the CSV in `bytes` says about the table's instruction; a file may hold several tables,
 * one after the other, and tables of other instructions, which are read over: `has` tells whether
 * there was any of this one. `file` is for messages. STATUS_FILE with "file:line:column: ..." for
 * what is broken. */
enum status check_table_read(struct check_table *table, const char *file,
                             const struct buffer *bytes, struct error *err);

#endif

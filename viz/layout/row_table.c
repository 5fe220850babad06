/* The row-to-lane tables of C/D as AMD's CDNA3 sparse MFMA page prints them ("Accumulator layout"),
 * line by line: written out, so that they can be compared with the formulas. */
#include <string.h>

#include "layout/layout.h"

static const struct layout_rows rows_16x16[] = {
    {0, 3, 0, 15, 0, 3},
    {4, 7, 16, 31, 0, 3},
    {8, 11, 32, 47, 0, 3},
    {12, 15, 48, 63, 0, 3},
};

static const struct layout_rows rows_32x32[] = {
    {0, 3, 0, 31, 0, 3},     {4, 7, 32, 63, 0, 3},     {8, 11, 0, 31, 4, 7},
    {12, 15, 32, 63, 4, 7},  {16, 19, 0, 31, 8, 11},   {20, 23, 32, 63, 8, 11},
    {24, 27, 0, 31, 12, 15}, {28, 31, 32, 63, 12, 15},
};

int layout_row_table(const struct isa_smfmac *insn, struct layout_rows rows[LAYOUT_MAX_ROWS])
{
    if (insn->m == 16) {
        memcpy(rows, rows_16x16, sizeof rows_16x16);
        return sizeof rows_16x16 / sizeof rows_16x16[0];
    }
    memcpy(rows, rows_32x32, sizeof rows_32x32);
    return sizeof rows_32x32 / sizeof rows_32x32[0];
}

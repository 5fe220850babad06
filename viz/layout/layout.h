/* The layouts as the documents give them.
 *
 * Knows: the documented formulas, forward and inverse, and the row-to-lane tables (sources: AMD's
 * CDNA3 sparse MFMA page, AMD's matrix instruction calculator 1.3.2, the CDNA4 ISA guide 7.5).
 * Refuses to know: what a device did, and how anything is probed.
 */
#ifndef LAYOUT_LAYOUT_H
#define LAYOUT_LAYOUT_H

#include "isa/opmap.h"

/* Forward: where `coord` of `operand` sits. The coordinate and the modifiers must be in range. */
struct opmap_slot layout_slot(const struct isa_smfmac *insn, int cbsz, int abid,
                              enum opmap_operand operand, struct opmap_coord coord);

/* Inverse: which coordinate sits at `slot`; false, and *coord untouched, where no element of the
 * operand sits so (index bits outside the selected set, a register that the operand does not have,
 * bits that are not those of one element). Written from the "conversely" formulas, not by searching
 * the forward one. */
bool layout_coord(const struct isa_smfmac *insn, int cbsz, int abid, enum opmap_operand operand,
                  struct opmap_slot slot, struct opmap_coord *coord);

/* All of an instruction by the forward formulas; provenance is OPMAP_FORMULA and the architecture
 * that had the instruction first. The caller frees it. */
enum status layout_map(const struct isa_smfmac *insn, int cbsz, int abid, struct opmap *map,
                       struct error *err);

/* One line of the documented row-to-lane table of C/D, all bounds inclusive: the rows fill the
 * lanes and VGPRs of their line exactly. */
struct layout_rows {
    int row_lo, row_hi, lane_lo, lane_hi, vgpr_lo, vgpr_hi;
};
enum { LAYOUT_MAX_ROWS = 8 };

/* Fills rows[] with the table of `insn`'s tile shape; returns its length. */
int layout_row_table(const struct isa_smfmac *insn, struct layout_rows rows[LAYOUT_MAX_ROWS]);

#endif

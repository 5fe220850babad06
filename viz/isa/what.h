/* What somebody asks about, in words: an element of an operand, or bits of one of its registers.
 *
 *   A[i][k]  A[i][q.s]        both slots of k's group, or one slot
 *   K[i][k]  K[i][q.s]        the group's index nibble, or one selector; idx is a synonym of K
 *   B[k][j]  D[i][j]          C and CD are synonyms of D
 *   b:v3{19}  b:v3{19}[31:24] VGPR 3 of B in lane 19, or some of its bits; also a: idx: cd:
 *
 * and the same without characters that a shell takes for its own: A,2,31  A,2,7.1  b:v3,19,24-31.
 * Letters may be of either case, blanks may stand between the parts.
 *
 * Knows: these words, and what an instruction has. Refuses to know: any layout, but for looking
 * elements and registers up in a map that it is given.
 */
#ifndef ISA_WHAT_H
#define ISA_WHAT_H

#include "isa/opmap.h"

struct what {
    enum opmap_operand operand;
    bool is_register;
    /* An element: members that the operand does not use are -1. Of A and idx, s is -1 for both
     * slots of group q; k is -1 where the group was named by its number. */
    struct opmap_coord coord;
    struct opmap_slot slot; /* a register: bit_lo <= bit_hi */
};

/* STATUS_USAGE for what is no such word, and for rows, columns, lanes, registers and bits that
 * `insn` does not have. The message has three lines: what is wrong, the word, and a caret. */
enum status what_parse(const char *text, const struct isa_smfmac *insn, struct what *what,
                       struct error *err);

/* An element and its bits among those that were asked for. */
struct what_part {
    int ordinal;
    uint32_t asked; /* bits of its register */
    bool whole;     /* all of its bits were asked for */
};

enum { WHAT_MAX_PARTS = ISA_VGPR_BITS };
struct what_found {
    int n;
    struct what_part part[WHAT_MAX_PARTS]; /* of an element by slot, of a register by bit */
    uint32_t unused;                       /* bits asked for that hold no element */
};

/* Looks `what` up in a map of the instruction that it was parsed for. */
void what_find(const struct what *what, const struct opmap *map, struct what_found *found);

/* The bits of its register that an element of `operand` takes: of idx those of a selector's two
 * bits, wherever they are. */
uint32_t what_bits(enum opmap_operand operand, struct opmap_slot slot);

#endif

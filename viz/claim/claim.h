/* Formulas judged by a map: for how many elements does what they say hold?
 *
 * Knows: what i, j, k, lane, vgpr ... are for each element of an operand, and which small change
 * would make a wrong formula right.
 * Refuses to know: where the map comes from (documents, a device) and how formulas are written.
 *
 * A claim is a statement whose left side is one of the names below. For each element every name has
 * its value, so forward formulas (lane = ... i ... j) and inverse ones (i = ... lane ... vgpr) are
 * judged alike, and a set that says only part is judged for that part.
 */
#ifndef CLAIM_CLAIM_H
#define CLAIM_CLAIM_H

#include "expr/expr.h"
#include "isa/opmap.h"

/* Names that elements and their places have; ids of struct expr_symbol. */
enum claim_name {
    CLAIM_I,    /* row; of A, idx, C/D */
    CLAIM_J,    /* column; of B, C/D */
    CLAIM_K,    /* dense depth; of B, and of A and idx any k of the element's group */
    CLAIM_Q,    /* K group, floor(k / 4); of A, idx, B */
    CLAIM_S,    /* slot in the group, 0 or 1; of A, idx */
    CLAIM_KC,   /* stored depth, 2 q + s; of A, idx */
    CLAIM_LANE, /* the place */
    CLAIM_VGPR,
    CLAIM_BIT, /* the lowest of its bits, also bit_lo; of idx that of the selector */
    CLAIM_BIT_HI,
    CLAIM_BYTE,   /* floor(bit / 8) */
    CLAIM_HALF,   /* floor(bit / 16) */
    CLAIM_NIBBLE, /* floor(bit / 4) */
    CLAIM_THREAD, /* threadIdx.x: lane + 64 wave */
    CLAIM_SIZE_M, /* M, N, K: the instruction's */
    CLAIM_SIZE_N,
    CLAIM_SIZE_K,
    CLAIM_N_NAMES,
};

/* The spellings for expr_resolve: those above in small letters, threadIdx.x, bit_lo, M, N, K, and L
 * and G for lane and vgpr, as AMD's CDNA3 page has them. A caller with other aliases passes its own
 * table of these ids. */
extern const struct expr_symbol claim_symbols[];
extern const int claim_n_symbols;

/* expr_resolve with these names, but for those that the author took for his own: L or G where a
 * statement makes it a constant, and a coordinate that the operand's elements do not have where one
 * statement defines it and another uses it. */
enum status claim_resolve(struct expr_set *set, enum opmap_operand operand,
                          struct expr_fault *fault);

/* STATUS_USAGE at a definition that no claim of the resolved set uses: most likely a claim whose
 * name is misspelt, which would go unjudged. */
enum status claim_check_used(const struct expr_set *set, struct expr_fault *fault);

/* The kind of a fault that a caller may want to treat apart. */
enum claim_fault {
    CLAIM_FAULT_OTHER,
    CLAIM_FAULT_STORED_K, /* "k = ..." of A or idx: a stored value has no k of its own */
};

enum claim_verdict {
    CLAIM_HOLDS,
    CLAIM_TRANSPOSED, /* of C/D: all claims hold with i and j exchanged */
    CLAIM_WRONG,
};

enum { CLAIM_TEXT_BYTES = 512 };

struct claim {
    int statement; /* of the set */
    int name;      /* enum claim_name: its left side */
    int compared, differ;
    char where[64];                    /* the first mismatch: "k=8, j=0"; "" if none */
    int64_t said, holds;               /* there: what the formula comes to, and what is so */
    char range[64];                    /* if `said` cannot be: "lanes are 0..63"; else "" */
    char suggestion[CLAIM_TEXT_BYTES]; /* of a wrong one: how it would be right; "" if unknown */
};

struct claim_report {
    enum claim_verdict verdict;
    int compared, differ; /* elements for which some claim does not hold */
    int n_claims;
    struct claim claim[EXPR_MAX_STATEMENTS];
};

/* Judges the claims of a resolved set by one operand of the map, each over all elements: (i, q, s)
 * of A and idx, or, where k is used and s is not, (i, k), for both slots; (k, j) of B; (i, j).
 * Where threadIdx.x is used, over every wave of a workgroup of `n_threads`, a multiple of 64.
 *
 * STATUS_USAGE with *fault: a name that the operand's elements do not have, an expression without a
 * value for some element, a set that claims nothing. */
enum status claim_judge(const struct opmap *map, enum opmap_operand operand,
                        const struct expr_set *set, int n_threads, struct claim_report *report,
                        struct expr_fault *fault);

const char *claim_verdict_name(enum claim_verdict verdict); /* "holds", "transposed", "wrong" */

#endif

/* Ways in which a matrix instruction may add its products up, to be held against what one put out.
 *
 * Knows: arithmetics that someone published or that are plausible, in doubles, which hold every
 * number on the way exactly as long as data stays between 2^-100 and 2^100.
 * Refuses to know: devices, registers, and how the emulator adds: nothing is shared with emu/.
 *
 * docs/arithmetic.md has the published model; the rules here are its steps with one or several
 * taken otherwise.
 */
#ifndef SURVEY_SUMS_H
#define SURVEY_SUMS_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/isa.h"

enum { SUMS_MAX_PRODUCTS = 32 }; /* K/2 of the deepest instruction */

/* One sum: numbers in stored order, with the exponents that their fields say. */
struct sums_terms {
    int n;
    int lane_groups; /* in which products sit: n / lane_groups consecutive ones in each */
    bool eight_bit;  /* A and B */
    double product[SUMS_MAX_PRODUCTS];
    int exponent[SUMS_MAX_PRODUCTS]; /* E(a) + E(b), not normalised */
    int dense_k[SUMS_MAX_PRODUCTS];
    float c;
};

enum sums_kind {
    SUMS_ALIGNED, /* a chunk's products are brought to one exponent and added as integers */
    SUMS_CHAIN,   /* a chain of fused multiply-adds */
    SUMS_TREE,    /* neighbours first, each sum rounded to f32; c last */
    SUMS_EXACT,   /* all exactly, rounded once */
};
enum sums_order { SUMS_STORED, SUMS_DENSE, SUMS_INTERLEAVED, SUMS_DESCENDING };
enum sums_cut { SUMS_FLOOR, SUMS_TRUNCATE, SUMS_NEAREST, SUMS_WHOLE };

struct sums_rule {
    enum sums_kind kind;
    enum sums_order order; /* dense: places without a product count; interleaved: one product of
                            * each lane group, then the next */
    int chunk;             /* places; at least n: all in one */
    bool halves;           /* even and odd places apart */
    enum sums_cut product; /* below 2^-24 of the largest product */
    enum sums_cut last;    /* below 2^-31 of the sum, before f32 */
    bool c_last;           /* chunks start at 0, c is added at the end */
    bool normalised;       /* a product's exponent is that of its leading bit */
};

uint32_t sums_of(const struct sums_rule *rule, const struct sums_terms *terms);

/* The published model of CDNA3's dense instructions, read over the stored products. */
struct sums_rule sums_mi300(bool eight_bit);

/* All rules that can differ for n products: at most SUMS_MAX_RULES. */
enum { SUMS_MAX_RULES = 2048 };
int sums_rules(int n, struct sums_rule rules[SUMS_MAX_RULES]);

/* "chunks of 8 in stored order, products truncated, sum floored" */
enum { SUMS_TEXT_BYTES = 160 };
const char *sums_text(const struct sums_rule *rule, int n, char text[SUMS_TEXT_BYTES]);

#endif

/* The elements of an operand as values of names. Private to claim/. */
#ifndef CLAIM_POINTS_H
#define CLAIM_POINTS_H

#include "claim/claim.h"

/* What a set of claims ranges over. */
struct points {
    const struct opmap *map;
    enum opmap_operand operand;
    bool by_k;   /* of A and idx: each dense k of a group, not only the group */
    bool by_s;   /* of A and idx: the slots are points of their own */
    int n_waves; /* more than 1 where threadIdx.x is used */
};

/* One of them. */
struct point {
    int ordinal; /* of the element */
    int k_in_group, wave;
    int64_t value[CLAIM_N_NAMES];
};

/* Whether elements of the operand have the name at all. */
bool points_have(enum opmap_operand operand, int name);

/* "lane"; as written in formulas. */
const char *points_name(int name);

/* What the claims of the set range over. */
void points_choose(const struct opmap *map, enum opmap_operand operand, const struct expr_set *set,
                   int n_threads, struct points *points);

/* The first point; and the next one, false after the last. Points that are counted as one (two
 * slots, where the formulas do not tell them apart) follow each other. */
void points_first(const struct points *points, struct point *point);
bool points_next(const struct points *points, struct point *point);

/* Whether this point is the last of those that are counted as one. */
bool points_ends_count(const struct points *points, const struct point *point);

/* "k=8, j=0" into text. */
void points_text(const struct points *points, const struct point *point, char *text, size_t size);

/* How many values a name has, from 0 up: 64 lanes. 0 for a size, which has one. */
int points_range(const struct points *points, int name);

#endif

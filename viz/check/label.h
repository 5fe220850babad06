/* Names for what a recovered map can only number. Private to check/.
 *
 * An instruction's outputs do not say which row is row 0: rows, columns, K groups, the two slots of
 * a group and the two bits of a selector can be renumbered in all operands that carry them, and D
 * is the same. So a recovered map is renumbered before it is compared. Each operand offers names,
 * read off its recovered places with the documented inverse; every combination is tried, and an
 * operand that is as documented offers the names under which it agrees.
 *
 *   kind     offered by     a name is
 *   row      A, idx, CD     the documented i of most of the label's places
 *   column   B, CD          ... j
 *   group    A, idx, B      ... q
 *   slot     A, idx         of one row and group: whether slots 0 and 1 change places
 *   value    idx, B         of one group: whether selector values 1 and 2 do, that is, the
 *                           selector's bits in idx and the inner two of the group's four k in B
 *
 * Names of rows, columns and groups are completed to a bijection: the label and name with the most
 * places in common are matched first (then the lower label, then the lower name), until all are,
 * also where they have none in common. A tie about changing places is "no".
 */
#ifndef CHECK_LABEL_H
#define CHECK_LABEL_H

#include "isa/opmap.h"

enum label_kind { LABEL_ROW, LABEL_COLUMN, LABEL_GROUP, LABEL_SLOT, LABEL_VALUE, LABEL_N_KINDS };

enum {
    LABEL_MAX_EDGE = 32,   /* rows, columns, K groups */
    LABEL_MAX_PAIRS = 512, /* (row, K group) */
    LABEL_MAX_OFFERS = 3,  /* operands that carry one kind */
};

/* One way to name the labels of one kind; unused entries are 0. */
struct label_names {
    uint16_t name[LABEL_MAX_PAIRS]; /* of row, column, group; or 0, 1 = change places */
    unsigned offered_by;            /* bit o: operand o offers exactly these names */
};

struct label_offers {
    int n[LABEL_N_KINDS];
    struct label_names names[LABEL_N_KINDS][LABEL_MAX_OFFERS]; /* different from each other */
};

/* One offer of each kind. */
struct labelling {
    const struct label_names *names[LABEL_N_KINDS];
};

/* Reads off every operand's offers. */
void label_collect(const struct opmap *recovered, struct label_offers *offers);

/* The first labelling; and the next one, false after the last. */
void label_first(const struct label_offers *offers, struct labelling *labelling);
bool label_next(const struct label_offers *offers, struct labelling *labelling);

/* Renumbers the recovered map into *named, an initialised map of the same instruction. */
void label_apply(const struct opmap *recovered, const struct labelling *labelling,
                 struct opmap *named);

/* "rows by A, idx, CD; columns by B, CD; ..." into text. */
void label_describe(const struct labelling *labelling, char *text, size_t size);

#endif

/* Layouts of one source against those of another. Private to cli/. */
#ifndef CLI_COMPARE_H
#define CLI_COMPARE_H

#include "check/check.h"
#include "cli/cli.h"

/* One instruction and its modifiers. Where one of the two has no layout the operands are not
 * compared. */
struct compare_row {
    const struct isa_smfmac *insn;
    int cbsz, abid;
    bool only_x, only_y;        /* the other does not have it at all */
    const char *reason[2];      /* why X's, Y's is not recoverable; NULL: it is */
    struct check_report report; /* Y's by X's */
};

struct compare_summary {
    int n_rows, n_compared;
    int n_equal, n_equal_up_to_k; /* of those that were compared */
    int n_differ;                 /* the others */
    int n_only_x, n_only_y;
    int n_not_recoverable; /* in one or both */
};

/* A layout as compare_layouts takes it; the map is empty where `reason` is not NULL. */
struct compare_side {
    const struct opmap *map;
    const char *reason;
};

/* Fills in what the two sides say of one instruction; either may be absent (map NULL), not both. */
enum status compare_layouts(const struct compare_side *x, const struct compare_side *y,
                            struct compare_row *row, struct error *err);

/* "wrong", "only in X", "not recoverable" */
const char *compare_verdict(const struct compare_row *row);

void compare_summarise(const struct compare_row *rows, int n, struct compare_summary *summary);
bool compare_agrees(const struct compare_summary *summary);

/* One line an operand; what differs is named with X's and Y's place. */
void compare_text(const struct compare_row *rows, int n, struct buffer *out);
/* "44 layouts compared: 43 equal, 1 differs; ..." */
void compare_text_summary(const struct compare_summary *summary, struct buffer *out);
struct json_t *compare_json(const struct compare_row *rows, int n);
struct json_t *compare_json_summary(const struct compare_summary *summary);

#endif

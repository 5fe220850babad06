/* Recovered against documented: the only place where the two meet.
 *
 * Knows: labelling (DESIGN: names of rows, columns and K groups are a convention), verdicts, blame.
 * Refuses to know: how a layout was recovered, and how the documents' formulas are written.
 */
#ifndef CHECK_CHECK_H
#define CHECK_CHECK_H

#include "isa/opmap.h"
#include "layout/layout.h"
#include "probe/probe.h"

enum check_verdict {
    CHECK_EQUAL,
    CHECK_EQUAL_UP_TO_K, /* of two given layouts: A, idx and B renumber the K groups alike */
    CHECK_TRANSPOSED,    /* right with i and j exchanged */
    CHECK_WRONG,
    CHECK_NOT_RECOVERABLE,
};

const char *
check_verdict_name(enum check_verdict verdict); /* "equal up to a K-group permutation" */

struct check_operand {
    enum check_verdict verdict;
    int compared, differ;
    int first;                            /* ordinal of the first mismatch, -1 if none */
    struct opmap_slot expected, found;    /* of that element */
    int inverse_compared, inverse_differ; /* slots through the documented inverse */
};

struct check_report {
    const struct isa_smfmac *insn;
    int cbsz, abid;
    struct opmap_provenance provenance;
    enum check_verdict verdict; /* the worst of the four */
    struct check_operand operand[OPMAP_N_OPERANDS];
    int rows_compared, rows_differ; /* lines of the row-to-lane table, through C/D */
    char
        blame[128]; /* "A", "A or idx", "" if equal: operands that the best labellings call wrong */
    char labels[256]; /* which operand named rows, columns, K groups, slots, selector values */
    char reason[512]; /* of CHECK_NOT_RECOVERABLE */
};

/* Compares the recovered map with the documented one under the labelling that leaves the fewest
 * wrong operands, then elements. */
enum status check_recovered(const struct opmap *recovered, struct check_report *report,
                            struct error *err);

/* Compares two given layouts (documents, tables, captures) of the same instruction under their own
 * labels; the only place where CHECK_EQUAL_UP_TO_K comes from. */
enum status check_given(const struct opmap *left, const struct opmap *right,
                        struct check_report *report, struct error *err);

/* Multiplies random 2:4 data by one executed instruction, with operands placed by `map`, and
 * compares every element of D with the naive product. Values are small integers, exact in every
 * type and order. */
struct check_product {
    int compared, differ, first_i, first_j;
    double expected, found; /* of the first mismatch */
};
typedef enum status check_multiply_fn(void *context, const struct isa_smfmac *insn, int cbsz,
                                      int abid, const struct probe_registers *registers,
                                      uint32_t *d, struct error *err);
enum status check_product(const struct opmap *map, uint64_t seed, check_multiply_fn *multiply,
                          void *context, struct check_product *product, struct error *err);

#endif

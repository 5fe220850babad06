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

/* From best to worst. */
enum check_verdict {
    CHECK_EQUAL,
    CHECK_EQUAL_UP_TO_K, /* of two given layouts: A, idx and B renumber the K groups alike */
    CHECK_TRANSPOSED,    /* of C/D: right with i and j exchanged */
    CHECK_WRONG,
    CHECK_NOT_RECOVERABLE,
};

const char *
check_verdict_name(enum check_verdict verdict); /* "equal up to a K-group permutation" */

struct check_operand {
    enum check_verdict verdict;
    int compared, differ;                 /* elements, forward; equal up to K: 0 differ */
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
    char blame[128];  /* operands that are wrong: "A", "A+B", "A or idx" if either explains all */
    char labels[256]; /* which operands' names were used: "rows by A, idx, CD; columns by ..." */
    char reason[512]; /* of CHECK_NOT_RECOVERABLE */
};

/* Compares the recovered map with the documented one under the labelling that leaves the fewest
 * wrong operands, then elements. `blame` names every set of operands that some labelling with that
 * fewest number leaves wrong. label.h says which labellings there are. STATUS_OK whatever the
 * verdict; another status only where nothing could be compared. */
enum status check_recovered(const struct opmap *recovered, struct check_report *report,
                            struct error *err);

/* The recovered map under the names that check_recovered compares it by, for what is to be judged
 * by it. The caller frees *named. */
enum status check_name(const struct opmap *recovered, struct opmap *named, struct error *err);

/* The report of a layout that probing could not recover, and why. */
void check_not_recoverable(const struct isa_smfmac *insn, int cbsz, int abid,
                           const struct opmap_provenance *provenance, const char *reason,
                           struct check_report *report);

/* Judges a given layout (a document, a table, a capture) by another of the same instruction, each
 * under its own labels: `found` by `expected`. The only place where CHECK_EQUAL_UP_TO_K comes from;
 * nothing else is renumbered. Each operand is blamed for itself. STATUS_USAGE if the two are not of
 * one instruction. Inverse and row table are not run. */
enum status check_given(const struct opmap *found, const struct opmap *expected,
                        struct check_report *report, struct error *err);

/* The outcome of one product; differ == 0 is success. */
struct check_product {
    int compared, differ;
    int first_i, first_j;   /* the first mismatch, -1 if none */
    double expected, found; /* of the first mismatch */
};
typedef enum status check_multiply_fn(void *context, const struct isa_smfmac *insn, int cbsz,
                                      int abid, const struct probe_registers *registers,
                                      uint32_t *d, struct error *err);

/* Multiplies random 2:4 data by one executed instruction, with operands placed by `map`, and
 * compares every element of D with the naive product. Groups hold two, one or no non-zero in every
 * position; index bits that the map does not use are random. Values are small integers, exact in
 * every type and order. The 8-bit encodings are those of map->provenance.arch. STATUS_USAGE if the
 * map names a place that the instruction does not have; else what `multiply` returns. */
enum status check_product(const struct opmap *map, uint64_t seed, check_multiply_fn *multiply,
                          void *context, struct check_product *product, struct error *err);

#endif

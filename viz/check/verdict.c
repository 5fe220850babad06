/* Comparing two maps element by element, and what follows from it. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "check/check.h"
#include "check/label.h"

#define BIT(operand) (1u << (operand))

enum { N_SETS = 1 << OPMAP_N_OPERANDS }; /* of operands, as bits */

static const char *const verdict_names[] = {
    [CHECK_EQUAL] = "equal",
    [CHECK_EQUAL_UP_TO_K] = "equal up to a K-group permutation",
    [CHECK_TRANSPOSED] = "transposed",
    [CHECK_WRONG] = "wrong",
    [CHECK_NOT_RECOVERABLE] = "not recoverable",
};

const char *check_verdict_name(enum check_verdict verdict) { return verdict_names[verdict]; }

static void start_report(const struct opmap *map, struct check_report *report)
{
    memset(report, 0, sizeof *report);
    report->insn = map->insn;
    report->cbsz = map->cbsz;
    report->abid = map->abid;
    report->provenance = map->provenance;
}

/* One operand. */

static int count_differing(const struct opmap *found, const struct opmap *expected,
                           enum opmap_operand operand)
{
    int differ = 0;
    for (int n = 0; n < opmap_count(found->insn, operand); n++)
        differ += !opmap_slot_equal(found->slot[operand][n], expected->slot[operand][n]);
    return differ;
}

static bool is_transposed(const struct opmap *found, const struct opmap *expected)
{
    const struct isa_smfmac *insn = found->insn;
    assert(insn->m == insn->n);
    for (int n = 0; n < opmap_count(insn, OPMAP_CD); n++) {
        struct opmap_coord c = opmap_coord(insn, OPMAP_CD, n), exchanged = c;
        exchanged.i = c.j;
        exchanged.j = c.i;
        int m = opmap_ordinal(insn, OPMAP_CD, exchanged);
        if (!opmap_slot_equal(found->slot[OPMAP_CD][n], expected->slot[OPMAP_CD][m]))
            return false;
    }
    return true;
}

static void compare_operand(const struct opmap *found, const struct opmap *expected,
                            enum opmap_operand operand, struct check_operand *result)
{
    result->compared = opmap_count(found->insn, operand);
    result->differ = count_differing(found, expected, operand);
    result->first = -1;
    result->verdict = CHECK_EQUAL;
    if (result->differ == 0)
        return;
    bool transposed = operand == OPMAP_CD && is_transposed(found, expected);
    result->verdict = transposed ? CHECK_TRANSPOSED : CHECK_WRONG;
    int n = 0;
    while (opmap_slot_equal(found->slot[operand][n], expected->slot[operand][n]))
        n++;
    result->first = n;
    result->expected = expected->slot[operand][n];
    result->found = found->slot[operand][n];
}

static void compare_all(const struct opmap *found, const struct opmap *expected,
                        struct check_report *report)
{
    for (int o = 0; o < OPMAP_N_OPERANDS; o++) {
        compare_operand(found, expected, o, &report->operand[o]);
        if (report->operand[o].verdict > report->verdict)
            report->verdict = report->operand[o].verdict;
    }
}

static void compare_inverse(const struct opmap *named, enum opmap_operand operand,
                            struct check_operand *result)
{
    const struct isa_smfmac *insn = named->insn;
    for (int n = 0; n < opmap_count(insn, operand); n++) {
        struct opmap_coord coord;
        bool held =
            layout_coord(insn, named->cbsz, named->abid, operand, named->slot[operand][n], &coord);
        result->inverse_compared++;
        result->inverse_differ += !held || opmap_ordinal(insn, operand, coord) != n;
    }
}

/* A line of the row-to-lane table is right when its rows are in its lanes and registers. */
static bool row_line_holds(const struct opmap *named, const struct layout_rows *line)
{
    const struct isa_smfmac *insn = named->insn;
    for (int n = 0; n < opmap_count(insn, OPMAP_CD); n++) {
        int i = opmap_coord(insn, OPMAP_CD, n).i;
        struct opmap_slot slot = named->slot[OPMAP_CD][n];
        bool inside = slot.lane >= line->lane_lo && slot.lane <= line->lane_hi &&
                      slot.vgpr >= line->vgpr_lo && slot.vgpr <= line->vgpr_hi;
        if (i >= line->row_lo && i <= line->row_hi && !inside)
            return false;
    }
    return true;
}

static void compare_rows(const struct opmap *named, struct check_report *report)
{
    struct layout_rows lines[LAYOUT_MAX_ROWS];
    report->rows_compared = layout_row_table(named->insn, lines);
    for (int n = 0; n < report->rows_compared; n++)
        report->rows_differ += !row_line_holds(named, &lines[n]);
}

/* Blame. */

/* Appends "A+idx" for a set of operands. */
static void append_set(unsigned set, char *text, size_t size)
{
    const char *before = text[0] ? " or " : "";
    for (int o = 0; o < OPMAP_N_OPERANDS; o++) {
        size_t used = strlen(text);
        if (!(set & BIT(o)))
            continue;
        snprintf(text + used, size - used, "%s%s", before, opmap_operand_title(o));
        before = "+";
    }
}

/* The best labellings so far. */
struct best {
    struct labelling labelling;
    int operands, elements; /* wrong ones */
    bool blamed[N_SETS];
};

/* A labelling with fewer wrong operands replaces the best; an equal one adds its blame, and
 * replaces the labelling if fewer elements are wrong. */
static void consider(const struct labelling *labelling, const struct opmap *named,
                     const struct opmap *documented, struct best *best)
{
    int operands = 0, elements = 0;
    unsigned wrong = 0;
    for (int o = 0; o < OPMAP_N_OPERANDS; o++) {
        int differ = count_differing(named, documented, o);
        operands += differ > 0;
        elements += differ;
        wrong |= differ > 0 ? BIT(o) : 0;
    }
    if (operands > best->operands)
        return;
    if (operands < best->operands)
        memset(best->blamed, 0, sizeof best->blamed);
    best->blamed[wrong] = true;
    if (operands < best->operands || elements < best->elements) {
        best->labelling = *labelling;
        best->operands = operands;
        best->elements = elements;
    }
}

/* Tries every labelling; `named` is initialised, and the best one's when this returns. */
static void find_best(const struct opmap *recovered, const struct opmap *documented,
                      struct label_offers *offers, struct best *best, struct opmap *named)
{
    struct labelling labelling;
    *best = (struct best){.operands = OPMAP_N_OPERANDS + 1};
    label_collect(recovered, offers);
    label_first(offers, &labelling);
    do {
        label_apply(recovered, &labelling, named);
        consider(&labelling, named, documented, best);
    } while (label_next(offers, &labelling));
    label_apply(recovered, &best->labelling, named);
}

/* The documented map and an empty one, of the same instruction. */
static enum status start_maps(const struct opmap *recovered, struct opmap *documented,
                              struct opmap *named, struct error *err)
{
    const struct isa_smfmac *insn = recovered->insn;
    enum status status = layout_map(insn, recovered->cbsz, recovered->abid, documented, err);
    return status == STATUS_OK ? opmap_init(named, insn, recovered->cbsz, recovered->abid, err)
                               : status;
}

enum status check_name(const struct opmap *recovered, struct opmap *named, struct error *err)
{
    struct opmap documented = {0};
    struct label_offers offers;
    struct best best;
    *named = (struct opmap){0};
    enum status status = start_maps(recovered, &documented, named, err);
    if (status == STATUS_OK) {
        find_best(recovered, &documented, &offers, &best, named);
        named->provenance = recovered->provenance;
    }
    opmap_free(&documented);
    return status;
}

enum status check_recovered(const struct opmap *recovered, struct check_report *report,
                            struct error *err)
{
    struct opmap documented = {0}, named = {0};
    struct label_offers offers;
    struct best best;
    enum status status = start_maps(recovered, &documented, &named, err);
    if (status != STATUS_OK)
        goto out;
    find_best(recovered, &documented, &offers, &best, &named);
    start_report(recovered, report);
    compare_all(&named, &documented, report);
    for (int o = 0; o < OPMAP_N_OPERANDS; o++)
        compare_inverse(&named, o, &report->operand[o]);
    compare_rows(&named, report);
    for (unsigned set = 1; set < N_SETS; set++)
        if (best.blamed[set])
            append_set(set, report->blame, sizeof report->blame);
    label_describe(&best.labelling, report->labels, sizeof report->labels);
out:
    opmap_free(&named);
    opmap_free(&documented);
    return status;
}

void check_not_recoverable(const struct isa_smfmac *insn, int cbsz, int abid,
                           const struct opmap_provenance *provenance, const char *reason,
                           struct check_report *report)
{
    struct opmap nothing = {.insn = insn, .cbsz = cbsz, .abid = abid, .provenance = *provenance};
    start_report(&nothing, report);
    report->verdict = CHECK_NOT_RECOVERABLE;
    for (int o = 0; o < OPMAP_N_OPERANDS; o++)
        report->operand[o] = (struct check_operand){.verdict = CHECK_NOT_RECOVERABLE, .first = -1};
    snprintf(report->reason, sizeof report->reason, "%s", reason);
}

/* Two given layouts. */

/* Where K group q's slot 0 of row 0 is in `found`, `expected` has group to[q]'s; false if it has
 * another element there, or two groups would become one. */
static bool read_renumbering(const struct opmap *found, const struct opmap *expected,
                             uint8_t to[LABEL_MAX_EDGE])
{
    const struct isa_smfmac *insn = found->insn;
    bool taken[LABEL_MAX_EDGE] = {0};
    for (int q = 0; q < isa_k_groups(insn); q++) {
        struct opmap_slot slot = found->slot[OPMAP_A][2 * q];
        int other = 0;
        while (other < isa_k_groups(insn) &&
               !opmap_slot_equal(slot, expected->slot[OPMAP_A][2 * other]))
            other++;
        if (other == isa_k_groups(insn) || taken[other])
            return false;
        taken[other] = true;
        to[q] = (uint8_t)other;
    }
    return true;
}

/* Whether A, idx and B agree in every element once the K groups are renumbered. */
static bool agree_renumbered(const struct opmap *found, const struct opmap *expected,
                             const uint8_t to[LABEL_MAX_EDGE])
{
    const struct isa_smfmac *insn = found->insn;
    for (int o = OPMAP_A; o <= OPMAP_B; o++)
        for (int n = 0; n < opmap_count(insn, o); n++) {
            struct opmap_coord c = opmap_coord(insn, o, n);
            if (o == OPMAP_B)
                c.k = 4 * to[c.k / 4] + c.k % 4;
            else
                c.q = to[c.q];
            if (!opmap_slot_equal(found->slot[o][n], expected->slot[o][opmap_ordinal(insn, o, c)]))
                return false;
        }
    return true;
}

static bool equal_up_to_k(const struct opmap *found, const struct opmap *expected)
{
    uint8_t to[LABEL_MAX_EDGE];
    return read_renumbering(found, expected, to) && agree_renumbered(found, expected, to);
}

enum status check_given(const struct opmap *found, const struct opmap *expected,
                        struct check_report *report, struct error *err)
{
    if (found->insn != expected->insn)
        return error_set(err, STATUS_USAGE, "a layout of %s cannot be compared with one of %s",
                         found->insn->name, expected->insn->name);
    start_report(found, report);
    compare_all(found, expected, report);
    struct check_operand *operand = report->operand;
    bool renumbered = operand[OPMAP_A].differ > 0 && equal_up_to_k(found, expected);
    if (renumbered) {
        for (int o = OPMAP_A; o <= OPMAP_B; o++) {
            int compared = operand[o].compared;
            operand[o] = (struct check_operand){
                .verdict = CHECK_EQUAL_UP_TO_K, .compared = compared, .first = -1};
        }
        report->verdict = operand[OPMAP_CD].verdict > CHECK_EQUAL_UP_TO_K
                              ? operand[OPMAP_CD].verdict
                              : CHECK_EQUAL_UP_TO_K;
    }
    unsigned wrong = 0;
    for (int o = 0; o < OPMAP_N_OPERANDS; o++)
        wrong |= operand[o].verdict > CHECK_EQUAL_UP_TO_K ? BIT(o) : 0;
    append_set(wrong, report->blame, sizeof report->blame);
    snprintf(report->labels, sizeof report->labels, "%s",
             renumbered ? "as given, K groups renumbered" : "as given");
    return STATUS_OK;
}

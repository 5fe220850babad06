#include <stdio.h>
#include <string.h>

#include "claim/points.h"
#include "claim/suggest.h"

const char *claim_verdict_name(enum claim_verdict verdict)
{
    static const char *const names[] = {
        [CLAIM_HOLDS] = "holds", [CLAIM_TRANSPOSED] = "transposed", [CLAIM_WRONG] = "wrong"};
    return names[verdict];
}

/* --- is it about this operand? --- */

static enum status refuse_name(enum opmap_operand operand, int name, int text, size_t at,
                               struct expr_fault *fault)
{
    static const char *const elements[] = {
        [OPMAP_A] = "A[i][q.s], k being any of the group q",
        [OPMAP_IDX] = "K[i][q.s], k being any of the group q",
        [OPMAP_B] = "B[k][j]",
        [OPMAP_CD] = "D[i][j]",
    };
    return expr_refuse(fault, text, at, "%s has no %s: its elements are %s",
                       opmap_operand_title(operand), points_name(name), elements[operand]);
}

static enum status check_statement(const struct points *points, const struct expr_set *set,
                                   const struct expr_statement *s, struct expr_fault *fault)
{
    int left = s->name < 0 ? -1 : set->name[s->name].symbol;
    if (left >= 0 && !points_have(points->operand, left))
        return refuse_name(points->operand, left, s->text, s->at, fault);
    if (left == CLAIM_K && points->operand != OPMAP_B) {
        expr_refuse(
            fault, s->text, s->at,
            "the k of a stored value depends on the index: say q, its group, or kc = 2q + s");
        fault->kind = CLAIM_FAULT_STORED_K;
        return STATUS_USAGE;
    }
    for (int n = s->first; n <= s->root; n++) {
        const struct expr_node *node = &set->node[n];
        int symbol = node->op == EXPR_NAME ? set->name[node->name].symbol : -1;
        if (symbol >= 0 && !points_have(points->operand, symbol))
            return refuse_name(points->operand, symbol, s->text, node->at, fault);
    }
    return STATUS_OK;
}

static enum status find_claims(const struct points *points, const struct expr_set *set,
                               struct claim_report *report, struct expr_fault *fault)
{
    report->n_claims = 0;
    for (int s = 0; s < set->n_statements; s++) {
        const struct expr_statement *statement = &set->statement[s];
        enum status status = check_statement(points, set, statement, fault);
        if (status != STATUS_OK)
            return status;
        int name = statement->name < 0 ? -1 : set->name[statement->name].symbol;
        if (name >= 0)
            report->claim[report->n_claims++] = (struct claim){.statement = s, .name = name};
    }
    if (report->n_claims > 0)
        return STATUS_OK;
    return expr_refuse(fault, 0, 0, "nothing is claimed: 'lane = ...', 'vgpr = ...', 'i = ...'");
}

/* --- does it hold? --- */

static void note_first(const struct points *points, const struct point *point, int64_t said,
                       struct claim *claim)
{
    int range = points_range(points, claim->name);
    points_text(points, point, claim->where, sizeof claim->where);
    claim->said = said;
    claim->holds = point->value[claim->name];
    if (range > 0 && (said < 0 || said >= range))
        snprintf(claim->range, sizeof claim->range, "%s is 0..%d", points_name(claim->name),
                 range - 1);
}

/* Evaluates every claim at one point; wrong[c] of those that do not hold. */
static enum status judge_point(const struct points *points, const struct point *point,
                               const struct expr_set *set, struct claim_report *report, bool *wrong,
                               struct expr_fault *fault)
{
    for (int c = 0; c < report->n_claims; c++) {
        struct claim *claim = &report->claim[c];
        int64_t said;
        enum status status = expr_evaluate(set, claim->statement, point->value, &said, fault);
        if (status != STATUS_OK) {
            char where[sizeof claim->where];
            size_t used = strlen(fault->why);
            points_text(points, point, where, sizeof where);
            snprintf(fault->why + used, sizeof fault->why - used, ", at %s", where);
            return status;
        }
        if (said == point->value[claim->name])
            continue;
        wrong[c] = true;
        if (!claim->where[0])
            note_first(points, point, said, claim);
    }
    return STATUS_OK;
}

static enum status judge_all(const struct points *points, const struct expr_set *set,
                             struct claim_report *report, struct expr_fault *fault)
{
    bool wrong[EXPR_MAX_STATEMENTS] = {0};
    struct point point;
    points_first(points, &point);
    do {
        enum status status = judge_point(points, &point, set, report, wrong, fault);
        if (status != STATUS_OK)
            return status;
        if (!points_ends_count(points, &point))
            continue;
        bool any = false;
        for (int c = 0; c < report->n_claims; c++) {
            report->claim[c].compared++;
            report->claim[c].differ += wrong[c];
            any |= wrong[c];
        }
        report->compared++;
        report->differ += any;
        memset(wrong, 0, sizeof wrong);
    } while (points_next(points, &point));
    return STATUS_OK;
}

bool claim_holds(const struct points *points, const struct expr_set *set, int statement,
                 bool exchanged)
{
    const struct expr_statement *s = &set->statement[statement];
    int name = set->name[s->name].symbol;
    struct expr_fault fault;
    struct point point;
    points_first(points, &point);
    do {
        int64_t said, i = point.value[CLAIM_I];
        if (exchanged) {
            point.value[CLAIM_I] = point.value[CLAIM_J];
            point.value[CLAIM_J] = i;
        }
        if (expr_evaluate(set, statement, point.value, &said, &fault) != STATUS_OK ||
            said != point.value[name])
            return false;
    } while (points_next(points, &point));
    return true;
}

static bool is_transposed(const struct points *points, const struct expr_set *set,
                          const struct claim_report *report)
{
    const struct isa_smfmac *insn = points->map->insn;
    bool transposed = points->operand == OPMAP_CD && insn->m == insn->n;
    for (int c = 0; c < report->n_claims && transposed; c++)
        transposed = claim_holds(points, set, report->claim[c].statement, true);
    return transposed;
}

enum status claim_judge(const struct opmap *map, enum opmap_operand operand,
                        const struct expr_set *set, int n_threads, struct claim_report *report,
                        struct expr_fault *fault)
{
    struct points points;
    *report = (struct claim_report){.verdict = CLAIM_HOLDS};
    points_choose(map, operand, set, n_threads, &points);
    enum status status = find_claims(&points, set, report, fault);
    if (status == STATUS_OK)
        status = judge_all(&points, set, report, fault);
    if (status != STATUS_OK || report->differ == 0)
        return status;
    report->verdict = is_transposed(&points, set, report) ? CLAIM_TRANSPOSED : CLAIM_WRONG;
    for (int c = 0; c < report->n_claims; c++)
        if (report->claim[c].differ > 0)
            claim_suggest(&points, set, n_threads, report, c);
    return STATUS_OK;
}

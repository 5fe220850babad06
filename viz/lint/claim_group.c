/* Lane groups: "coloured by lane group, floor(i/8)". A group is as many lanes as the tile has rows;
 * an expression that is said to name them counts modulo their number, as colours do. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "layout/layout.h"
#include "lint/formula.h"

static bool speaks_of_groups(const char *flat)
{
    return strcasestr(flat, "lane group") ||
           ((strcasestr(flat, "colour") || strcasestr(flat, "color")) &&
            (find_word(flat, "lanes") || find_word(flat, "lane")));
}

/* The first expression of the sentence that is no equation: a formula in a span, or plain text from
 * a floor on. */
static const char *find_expression(struct judge *judge, const struct unit *unit)
{
    struct arena *arena = &judge->page->arena;
    const struct page_text *text = unit->text;
    for (int s = 0; s < text->n_spans; s++) {
        const struct page_span *span = &text->spans[s];
        if (span->start < unit->start || span->end > unit->end || span->kind == SPAN_REFERENCE)
            continue;
        const char *piece =
            arena_copy(arena, text->plain + span->start, (size_t)(span->end - span->start));
        if (!strchr(piece, '=') && (strstr(piece, "floor") || strchr(piece, '/')))
            return piece;
    }
    const char *plain =
        arena_copy(arena, text->plain + unit->start, (size_t)(unit->end - unit->start));
    const char *floor = strstr(plain, "floor(");
    if (!floor)
        floor = strstr(plain, "⌊");
    size_t n = floor ? formula_length(floor) : 0;
    return n ? arena_copy(arena, floor, n) : NULL;
}

struct comparison {
    long compared, differ;
    const char *first;
};

/* STATUS_USAGE with *fault if some element gives the expression no value. */
static enum status compare(struct judge *judge, const struct isa_smfmac *insn,
                           enum opmap_operand operand, const struct expr_set *set,
                           struct comparison *result, struct expr_fault *fault)
{
    int n_groups = ISA_LANES / insn->m;
    *result = (struct comparison){.first = ""};
    for (int n = 0; n < opmap_count(insn, operand); n++) {
        struct opmap_coord c = opmap_coord(insn, operand, n);
        int64_t values[CLAIM_N_NAMES] = {0}, said;
        values[CLAIM_I] = c.i;
        values[CLAIM_J] = c.j;
        values[CLAIM_K] = c.q >= 0 ? 4 * c.q : c.k;
        values[CLAIM_Q] = c.q >= 0 ? c.q : c.k / 4;
        values[CLAIM_S] = c.s;
        values[CLAIM_SIZE_M] = insn->m;
        values[CLAIM_SIZE_N] = insn->n;
        values[CLAIM_SIZE_K] = insn->k;
        struct opmap_slot slot = layout_slot(insn, 0, 0, operand, c);
        values[CLAIM_LANE] = slot.lane;
        values[CLAIM_VGPR] = slot.vgpr;
        enum status status = expr_evaluate(set, 0, values, &said, fault);
        if (status != STATUS_OK)
            return status;
        result->compared++;
        int64_t group = (said % n_groups + n_groups) % n_groups;
        if (group == slot.lane / insn->m)
            continue;
        char coord[OPMAP_TEXT_BYTES];
        if (!result->differ++)
            result->first =
                note_text(judge, "%s: group %lld, is %d", opmap_coord_text(operand, c, coord),
                          (long long)group, slot.lane / insn->m);
    }
    return STATUS_OK;
}

static void judge_expression(struct judge *judge, int u, const char *text, struct expr_set *set)
{
    const struct unit *unit = &judge->units.unit[u];
    struct expr_fault fault = {0};
    struct comparison result;
    const char *said = note_text(judge, "lane group: %s", text);
    struct hint hint = context_at(&judge->units, u);
    struct isa_selection sel = context_instructions(&hint, judge->archs);
    memset(set, 0, sizeof *set);
    if (hint.operand == HINT_NO_OPERAND || !hint.m || sel.n == 0) {
        claim_unknown(judge, unit->block, unit->line, "formula", said,
                      "which tile and operand are meant");
        return;
    }
    enum opmap_operand operand = (enum opmap_operand)hint.operand;
    enum status status = expr_add_bare(set, text, &fault);
    if (status == STATUS_OK)
        status = expr_resolve(set, claim_symbols, claim_n_symbols, &fault);
    if (status == STATUS_OK)
        status = compare(judge, sel.insn[0], operand, set, &result, &fault);
    if (status != STATUS_OK)
        claim_unknown(judge, unit->block, unit->line, "formula", said, fault.why);
    else if (result.differ)
        claim_wrong(judge, unit->block, unit->line, "formula", said,
                    note_text(judge, "floor(lane/%d) of %s", sel.insn[0]->m,
                              formula_documented(judge, sel.insn[0], operand, CLAIM_LANE)),
                    result.compared, result.differ, result.first);
    else
        claim_right(judge);
}

void claims_of_groups(struct judge *judge)
{
    struct expr_set *set = malloc(sizeof *set);
    if (!set) {
        judge->page->arena.failed = true;
        return;
    }
    for (int u = 0; u < judge->units.n; u++) {
        const struct unit *unit = &judge->units.unit[u];
        if ((unit->kind != UNIT_SENTENCE && unit->kind != UNIT_CAPTION) ||
            !speaks_of_groups(unit->flat))
            continue;
        const char *text = find_expression(judge, unit);
        if (text)
            judge_expression(judge, u, text, set);
    }
    free(set);
}

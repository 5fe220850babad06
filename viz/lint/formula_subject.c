/* What a formula is about: the operand by the words around it, else by the coordinates in it. */
#include <string.h>

#include "lint/formula.h"

enum { HAS_I = 1, HAS_J = 2, HAS_K = 4, HAS_PLACE = 8 };

static unsigned coordinates(const struct expr_set *set)
{
    unsigned has = 0;
    for (int n = 0; n < set->n_names; n++)
        switch (set->name[n].symbol) {
        case CLAIM_I:
            has |= HAS_I;
            break;
        case CLAIM_J:
            has |= HAS_J;
            break;
        case CLAIM_K:
        case CLAIM_Q:
        case CLAIM_S:
        case CLAIM_KC:
            has |= HAS_K;
            break;
        case CLAIM_LANE:
        case CLAIM_VGPR:
        case CLAIM_BIT:
            has |= HAS_PLACE;
            break;
        default:
            break;
        }
    return has;
}

/* The operand whose elements have these coordinates. */
static int operand_of(unsigned has, int context)
{
    if (has == HAS_K) /* q = floor(k/4): true of every operand that has them */
        return context == HINT_NO_OPERAND || context == OPMAP_CD ? OPMAP_A : context;
    switch (has & ~(unsigned)HAS_PLACE) {
    case HAS_I | HAS_J:
        return OPMAP_CD;
    case HAS_K | HAS_J:
        return OPMAP_B;
    case HAS_I | HAS_K:
        return context == OPMAP_IDX ? OPMAP_IDX : OPMAP_A;
    default:
        return context;
    }
}

/* The operand of the sentence that the formula stands in, or that leads up to it. */
static int near_operand(const struct units *units, int at)
{
    const struct unit *unit = &units->unit[at];
    if (unit->hint.operand != HINT_NO_OPERAND)
        return unit->hint.operand;
    for (int u = at - 1; u >= 0 && u >= at - 2 && units->unit[u].section == unit->section; u--) {
        if (units->unit[u].kind == UNIT_MATH)
            continue;
        if (units->unit[u].kind == UNIT_SENTENCE)
            return units->unit[u].hint.operand;
        break;
    }
    return HINT_NO_OPERAND;
}

static bool same_layout(const struct isa_smfmac *a, const struct isa_smfmac *b, int operand)
{
    if (operand == OPMAP_CD)
        return a->m == b->m;
    return a->m == b->m && a->k == b->k && isa_type_bits(a->a_type) == isa_type_bits(b->a_type);
}

static void choose_instructions(struct judge *judge, struct formula_subject *subject)
{
    struct isa_selection all = context_instructions(&subject->hint, judge->archs);
    subject->instructions.n = 0;
    for (int n = 0; n < all.n; n++) {
        bool repeated = false;
        for (int e = 0; e < subject->instructions.n; e++)
            repeated = repeated || same_layout(all.insn[n], subject->instructions.insn[e],
                                               subject->hint.operand);
        if (!repeated)
            subject->instructions.insn[subject->instructions.n++] = all.insn[n];
    }
}

void formula_find_subject(struct judge *judge, const struct expr_set *set, int operand,
                          struct formula_subject *subject)
{
    const struct formula *formula = subject->formula;
    struct hint row = hint_of(formula->row);
    subject->hint = context_from(&judge->units, formula->unit, row);
    if (operand == HINT_NO_OPERAND)
        operand = row.operand;
    if (operand == HINT_NO_OPERAND)
        operand = near_operand(&judge->units, formula->unit);
    if (operand == HINT_NO_OPERAND)
        operand = operand_of(coordinates(set), subject->hint.operand);
    subject->hint.operand = operand;
    if (operand != HINT_NO_OPERAND)
        choose_instructions(judge, subject);
}

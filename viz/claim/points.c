#include "claim/points.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

const struct expr_symbol claim_symbols[] = {
    {"i", CLAIM_I},           {"j", CLAIM_J},
    {"k", CLAIM_K},           {"q", CLAIM_Q},
    {"s", CLAIM_S},           {"kc", CLAIM_KC},
    {"lane", CLAIM_LANE},     {"vgpr", CLAIM_VGPR},
    {"bit", CLAIM_BIT},       {"byte", CLAIM_BYTE},
    {"bit_hi", CLAIM_BIT_HI}, {"half", CLAIM_HALF},
    {"nibble", CLAIM_NIBBLE}, {"threadIdx.x", CLAIM_THREAD},
    {"bit_lo", CLAIM_BIT},    {"M", CLAIM_SIZE_M},
    {"N", CLAIM_SIZE_N},      {"K", CLAIM_SIZE_K},
    {"L", CLAIM_LANE},        {"G", CLAIM_VGPR},
};
const int claim_n_symbols = sizeof claim_symbols / sizeof claim_symbols[0];

#define OF(operand) (1u << OPMAP_##operand)
enum { ALL = OF(A) | OF(IDX) | OF(B) | OF(CD) };

/* Which operands' elements have the name; coordinates only. */
static const unsigned char coordinates_of[] = {
    [CLAIM_I] = OF(A) | OF(IDX) | OF(CD), [CLAIM_J] = OF(B) | OF(CD),
    [CLAIM_K] = OF(A) | OF(IDX) | OF(B),  [CLAIM_Q] = OF(A) | OF(IDX) | OF(B),
    [CLAIM_S] = OF(A) | OF(IDX),          [CLAIM_KC] = OF(A) | OF(IDX),
};

bool points_have(enum opmap_operand operand, int name)
{
    return name >= CLAIM_LANE || coordinates_of[name] & 1u << operand;
}

const char *points_name(int name)
{
    for (int n = 0; n < claim_n_symbols; n++)
        if (claim_symbols[n].id == name)
            return claim_symbols[n].name;
    return "?";
}

static bool set_depends(const struct expr_set *set, int name)
{
    for (int s = 0; s < set->n_statements; s++)
        if (expr_depends(set, s, name))
            return true;
    return false;
}

void points_choose(const struct opmap *map, enum opmap_operand operand, const struct expr_set *set,
                   int n_threads, struct points *points)
{
    bool stored = operand == OPMAP_A || operand == OPMAP_IDX;
    assert(n_threads >= ISA_LANES && n_threads % ISA_LANES == 0);
    *points = (struct points){.map = map, .operand = operand, .n_waves = 1};
    points->by_k = stored && set_depends(set, CLAIM_K);
    points->by_s = !points->by_k || set_depends(set, CLAIM_S) || set_depends(set, CLAIM_KC);
    if (set_depends(set, CLAIM_THREAD))
        points->n_waves = n_threads / ISA_LANES;
}

static void fill(const struct points *points, struct point *point)
{
    const struct isa_smfmac *insn = points->map->insn;
    struct opmap_coord c = opmap_coord(insn, points->operand, point->ordinal);
    struct opmap_slot slot = points->map->slot[points->operand][point->ordinal];
    int64_t *value = point->value;
    value[CLAIM_I] = c.i;
    value[CLAIM_J] = c.j;
    value[CLAIM_S] = c.s;
    value[CLAIM_Q] = c.q >= 0 ? c.q : c.k / 4;
    value[CLAIM_K] = c.q >= 0 ? 4 * c.q + point->k_in_group : c.k;
    value[CLAIM_KC] = 2 * c.q + c.s;
    value[CLAIM_LANE] = slot.lane;
    value[CLAIM_VGPR] = slot.vgpr;
    value[CLAIM_BIT] = slot.bit_lo;
    value[CLAIM_BIT_HI] = slot.bit_hi;
    value[CLAIM_BYTE] = slot.bit_lo / 8;
    value[CLAIM_HALF] = slot.bit_lo / 16;
    value[CLAIM_NIBBLE] = slot.bit_lo / 4;
    value[CLAIM_THREAD] = slot.lane + ISA_LANES * point->wave;
    value[CLAIM_SIZE_M] = insn->m;
    value[CLAIM_SIZE_N] = insn->n;
    value[CLAIM_SIZE_K] = insn->k;
}

void points_first(const struct points *points, struct point *point)
{
    *point = (struct point){0};
    fill(points, point);
}

/* Of A and idx ordinals are (i, q, s), s fastest. Where slots are no points of their own the order
 * is (i, q, k, s), else (i, q, s, k). */
static bool step_element(const struct points *points, struct point *point)
{
    int n_elements = opmap_count(points->map->insn, points->operand);
    int n_k = points->by_k ? 4 : 1;
    if (!points->by_s) {
        point->ordinal ^= 1;
        if (point->ordinal & 1)
            return true;
        if (++point->k_in_group < n_k)
            return true;
        point->ordinal += 2;
    } else {
        if (++point->k_in_group < n_k)
            return true;
        point->ordinal++;
    }
    point->k_in_group = 0;
    return point->ordinal < n_elements;
}

bool points_next(const struct points *points, struct point *point)
{
    if (!step_element(points, point)) {
        point->ordinal = 0;
        if (++point->wave == points->n_waves)
            return false;
    }
    fill(points, point);
    return true;
}

bool points_ends_count(const struct points *points, const struct point *point)
{
    return points->by_s || point->ordinal & 1;
}

void points_text(const struct points *points, const struct point *point, char *text, size_t size)
{
    static const unsigned char order[] = {CLAIM_I, CLAIM_K, CLAIM_Q, CLAIM_S, CLAIM_J};
    size_t used = 0;
    text[0] = 0;
    if (points->n_waves > 1)
        used = (size_t)snprintf(text, size, "threadIdx.x=%d, ", (int)point->value[CLAIM_THREAD]);
    for (size_t n = 0; n < sizeof order && used < size; n++) {
        int name = order[n];
        bool shown = points_have(points->operand, name);
        if (name == CLAIM_K && points->operand != OPMAP_B)
            shown = points->by_k;
        if (name == CLAIM_Q)
            shown = points->operand != OPMAP_B && !points->by_k && points->operand != OPMAP_CD;
        if (shown)
            used += (size_t)snprintf(text + used, size - used, "%s=%d, ", points_name(name),
                                     (int)point->value[name]);
    }
    if (used >= 2 && used < size)
        text[used - 2] = 0;
}

int points_range(const struct points *points, int name)
{
    const struct isa_smfmac *insn = points->map->insn;
    switch (name) {
    case CLAIM_I:
        return insn->m;
    case CLAIM_J:
        return insn->n;
    case CLAIM_K:
        return insn->k;
    case CLAIM_Q:
        return isa_k_groups(insn);
    case CLAIM_S:
        return 2;
    case CLAIM_KC:
        return insn->k / 2;
    case CLAIM_LANE:
        return ISA_LANES;
    case CLAIM_VGPR:
        return opmap_vgprs(insn, points->operand);
    case CLAIM_THREAD:
        return ISA_LANES * points->n_waves;
    case CLAIM_BIT:
    case CLAIM_BIT_HI:
        return ISA_VGPR_BITS;
    case CLAIM_BYTE:
        return ISA_VGPR_BITS / 8;
    case CLAIM_HALF:
        return ISA_VGPR_BITS / 16;
    case CLAIM_NIBBLE:
        return ISA_VGPR_BITS / 4;
    default: /* a size is what it is */
        return 0;
    }
}

#include "check/label.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "layout/layout.h"

#define BIT(operand) (1u << (operand))

static const struct {
    const char *plural;
    unsigned carried_by; /* bit o: operand o */
} kinds[LABEL_N_KINDS] = {
    [LABEL_ROW] = {"rows", BIT(OPMAP_A) | BIT(OPMAP_IDX) | BIT(OPMAP_CD)},
    [LABEL_COLUMN] = {"columns", BIT(OPMAP_B) | BIT(OPMAP_CD)},
    [LABEL_GROUP] = {"K groups", BIT(OPMAP_A) | BIT(OPMAP_IDX) | BIT(OPMAP_B)},
    [LABEL_SLOT] = {"slots", BIT(OPMAP_A) | BIT(OPMAP_IDX)},
    [LABEL_VALUE] = {"selector values", BIT(OPMAP_IDX) | BIT(OPMAP_B)},
};

/* What the places of one operand say about the labels it carries: votes[label][name], and for the
 * kinds that are yes or no the votes for changing places less those against. */
struct votes {
    int row[LABEL_MAX_EDGE][LABEL_MAX_EDGE];
    int column[LABEL_MAX_EDGE][LABEL_MAX_EDGE];
    int group[LABEL_MAX_EDGE][LABEL_MAX_EDGE];
    int slot[LABEL_MAX_PAIRS];
    int value[LABEL_MAX_EDGE];
};

static int pair_number(const struct isa_smfmac *insn, int i, int q)
{
    return i * isa_k_groups(insn) + q;
}

/* An A, B or C/D element labelled `label` sits where the documents have `name`; of idx, one bit of
 * a selector does. */
static void vote_place(const struct isa_smfmac *insn, struct opmap_coord label,
                       struct opmap_coord name, struct votes *votes)
{
    if (label.i >= 0)
        votes->row[label.i][name.i]++;
    if (label.j >= 0)
        votes->column[label.j][name.j]++;
    if (label.q >= 0) {
        votes->group[label.q][name.q]++;
        votes->slot[pair_number(insn, label.i, label.q)] += label.s != name.s ? 1 : -1;
    }
    if (label.k >= 0) {
        int p = label.k % 4, found = name.k % 4;
        votes->group[label.k / 4][name.k / 4]++;
        if ((p == 1 || p == 2) && (found == 1 || found == 2))
            votes->value[label.k / 4] += p != found ? 1 : -1;
    }
}

/* The documented name of the selector that `bit` of `slot`'s register belongs to. */
static bool selector_at(const struct opmap *map, struct opmap_slot slot, int bit,
                        struct opmap_coord *name)
{
    slot.bit_lo = (uint8_t)(bit & ~1);
    slot.bit_hi = (uint8_t)(bit | 1);
    return layout_coord(map->insn, map->cbsz, map->abid, OPMAP_IDX, slot, name);
}

/* The two bits of a selector vote each on its own: on a scrambled machine they may be anywhere. */
static void vote_selector(const struct opmap *map, struct opmap_coord label, struct opmap_slot slot,
                          struct votes *votes)
{
    struct opmap_coord name;
    if (selector_at(map, slot, slot.bit_lo, &name))
        vote_place(map->insn, label, name, votes);
    if (selector_at(map, slot, slot.bit_hi, &name))
        vote_place(map->insn, label, name, votes);
    if (slot.bit_lo / 2 == slot.bit_hi / 2)
        votes->value[label.q] += slot.bit_lo > slot.bit_hi ? 1 : -1;
}

static void count_votes(const struct opmap *map, enum opmap_operand operand, struct votes *votes)
{
    *votes = (struct votes){0};
    for (int n = 0; n < opmap_count(map->insn, operand); n++) {
        struct opmap_coord label = opmap_coord(map->insn, operand, n), name;
        struct opmap_slot slot = map->slot[operand][n];
        if (operand == OPMAP_IDX)
            vote_selector(map, label, slot, votes);
        else if (layout_coord(map->insn, map->cbsz, map->abid, operand, slot, &name))
            vote_place(map->insn, label, name, votes);
    }
}

/* Matches n labels with n names, most votes first; the order of the loops settles ties. */
static void match(int n, int votes[LABEL_MAX_EDGE][LABEL_MAX_EDGE], uint16_t *name)
{
    bool named[LABEL_MAX_EDGE] = {0}, taken[LABEL_MAX_EDGE] = {0};
    for (int round = 0; round < n; round++) {
        int best_label = -1, best_name = -1;
        for (int l = 0; l < n; l++)
            for (int m = 0; m < n && !named[l]; m++)
                if (!taken[m] && (best_label < 0 || votes[l][m] > votes[best_label][best_name])) {
                    best_label = l;
                    best_name = m;
                }
        named[best_label] = true;
        taken[best_name] = true;
        name[best_label] = (uint16_t)best_name;
    }
}

static void decide(int n, const int *votes, uint16_t *change_places)
{
    for (int l = 0; l < n; l++)
        change_places[l] = votes[l] > 0;
}

static void names_from_votes(const struct isa_smfmac *insn, enum label_kind kind,
                             struct votes *votes, struct label_names *names)
{
    int groups = isa_k_groups(insn);
    *names = (struct label_names){0};
    switch (kind) {
    case LABEL_ROW:
        match(insn->m, votes->row, names->name);
        break;
    case LABEL_COLUMN:
        match(insn->n, votes->column, names->name);
        break;
    case LABEL_GROUP:
        match(groups, votes->group, names->name);
        break;
    case LABEL_SLOT:
        decide(insn->m * groups, votes->slot, names->name);
        break;
    default:
        decide(groups, votes->value, names->name);
        break;
    }
}

/* Adds an offer, or the operand to an equal one. */
static void offer(struct label_offers *offers, enum label_kind kind, enum opmap_operand operand,
                  const struct label_names *names)
{
    for (int n = 0; n < offers->n[kind]; n++) {
        struct label_names *earlier = &offers->names[kind][n];
        if (!memcmp(earlier->name, names->name, sizeof names->name)) {
            earlier->offered_by |= BIT(operand);
            return;
        }
    }
    assert(offers->n[kind] < LABEL_MAX_OFFERS);
    struct label_names *added = &offers->names[kind][offers->n[kind]++];
    *added = *names;
    added->offered_by = BIT(operand);
}

void label_collect(const struct opmap *recovered, struct label_offers *offers)
{
    const struct isa_smfmac *insn = recovered->insn;
    assert(insn->m <= LABEL_MAX_EDGE && isa_k_groups(insn) <= LABEL_MAX_EDGE &&
           insn->m * isa_k_groups(insn) <= LABEL_MAX_PAIRS);
    memset(offers->n, 0, sizeof offers->n);
    for (int o = 0; o < OPMAP_N_OPERANDS; o++) {
        struct votes votes;
        count_votes(recovered, o, &votes);
        for (int kind = 0; kind < LABEL_N_KINDS; kind++) {
            struct label_names names;
            if (!(kinds[kind].carried_by & BIT(o)))
                continue;
            names_from_votes(insn, kind, &votes, &names);
            offer(offers, kind, o, &names);
        }
    }
}

void label_first(const struct label_offers *offers, struct labelling *labelling)
{
    for (int kind = 0; kind < LABEL_N_KINDS; kind++)
        labelling->names[kind] = &offers->names[kind][0];
}

bool label_next(const struct label_offers *offers, struct labelling *labelling)
{
    for (int kind = LABEL_N_KINDS - 1; kind >= 0; kind--) {
        if (++labelling->names[kind] < &offers->names[kind][offers->n[kind]])
            return true;
        labelling->names[kind] = &offers->names[kind][0];
    }
    return false;
}

static struct opmap_coord rename_coord(const struct isa_smfmac *insn, struct opmap_coord c,
                                       const struct labelling *labelling)
{
    const struct label_names *const *names = labelling->names;
    struct opmap_coord to = c;
    if (c.i >= 0)
        to.i = names[LABEL_ROW]->name[c.i];
    if (c.j >= 0)
        to.j = names[LABEL_COLUMN]->name[c.j];
    if (c.q >= 0) {
        to.q = names[LABEL_GROUP]->name[c.q];
        to.s = c.s ^ names[LABEL_SLOT]->name[pair_number(insn, c.i, c.q)];
    }
    if (c.k >= 0) {
        int p = c.k % 4;
        if (names[LABEL_VALUE]->name[c.k / 4] && (p == 1 || p == 2))
            p = 3 - p;
        to.k = 4 * names[LABEL_GROUP]->name[c.k / 4] + p;
    }
    return to;
}

void label_apply(const struct opmap *recovered, const struct labelling *labelling,
                 struct opmap *named)
{
    const struct isa_smfmac *insn = recovered->insn;
    for (int o = 0; o < OPMAP_N_OPERANDS; o++)
        for (int n = 0; n < opmap_count(insn, o); n++) {
            struct opmap_coord label = opmap_coord(insn, o, n);
            struct opmap_slot slot = recovered->slot[o][n];
            if (o == OPMAP_IDX && labelling->names[LABEL_VALUE]->name[label.q]) {
                uint8_t lo = slot.bit_lo;
                slot.bit_lo = slot.bit_hi;
                slot.bit_hi = lo;
            }
            struct opmap_coord name = rename_coord(insn, label, labelling);
            named->slot[o][opmap_ordinal(insn, o, name)] = slot;
        }
}

void label_describe(const struct labelling *labelling, char *text, size_t size)
{
    size_t used = 0;
    text[0] = 0;
    for (int kind = 0; kind < LABEL_N_KINDS; kind++) {
        const char *before = kind == 0 ? "" : "; ";
        used += (size_t)snprintf(text + used, size - used, "%s%s by", before, kinds[kind].plural);
        for (int o = 0, first = 1; o < OPMAP_N_OPERANDS && used < size; o++) {
            if (!(labelling->names[kind]->offered_by & BIT(o)))
                continue;
            used += (size_t)snprintf(text + used, size - used, "%s %s", first ? "" : ",",
                                     opmap_operand_title(o));
            first = 0;
        }
        assert(used < size);
    }
}

/* Machines whose operands sit elsewhere, and what probing would recover of them.
 *
 * A machine is a map under the documents' labels. `recover` renumbers it by the probe's convention,
 * as probe.h states it, and so hides every name that outputs cannot show. */
#ifndef SCRAMBLE_H
#define SCRAMBLE_H

#include <criterion/criterion.h>
#include <string.h>

#include "check/check.h"

static inline uint32_t scramble_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*state >> 33);
}

/* A random permutation of 0..n-1 that is not the identity (n > 1). */
static inline void scramble_permutation(uint64_t *state, int n, int *to)
{
    bool moved = false;
    while (!moved) {
        for (int i = 0; i < n; i++) {
            int j = (int)(scramble_random(state) % (uint32_t)(i + 1));
            to[i] = to[j];
            to[j] = i;
        }
        for (int i = 0; i < n; i++)
            moved |= to[i] != i;
    }
}

static inline void scramble_start(int id, int cbsz, int abid, struct opmap *map)
{
    struct error err;
    cr_assert_eq(layout_map(&isa_smfmacs[id], cbsz, abid, map, &err), STATUS_OK);
}

static inline uint32_t place_order(struct opmap_slot slot)
{
    return (uint32_t)slot.lane << 16 | (uint32_t)slot.vgpr << 8 | slot.bit_lo;
}

/* Names of the probe: rank[n] = how many of the n_labels have a lower key than label n. */
static inline void rank_by(const uint32_t *key, int n_labels, int *rank)
{
    for (int n = 0; n < n_labels; n++) {
        rank[n] = 0;
        for (int m = 0; m < n_labels; m++)
            rank[n] += key[m] < key[n];
    }
}

static inline void lower(uint32_t *key, uint32_t other)
{
    if (other < *key)
        *key = other;
}

struct scramble_names {
    int row[32], column[32], group[32];
    bool slots_exchanged[32][32], bits_exchanged[32];
};

static inline void scramble_probe_names(const struct opmap *machine, struct scramble_names *names)
{
    const struct isa_smfmac *insn = machine->insn;
    uint32_t row[32], column[32], group[32];
    memset(row, 0xff, sizeof row);
    memset(column, 0xff, sizeof column);
    memset(group, 0xff, sizeof group);
    memset(names, 0, sizeof *names);
    for (int n = 0; n < opmap_count(insn, OPMAP_A); n++) {
        struct opmap_coord c = opmap_coord(insn, OPMAP_A, n);
        uint32_t order = place_order(machine->slot[OPMAP_A][n]);
        lower(&row[c.i], order);
        lower(&group[c.q], order);
        if (c.s == 1)
            names->slots_exchanged[c.i][c.q] = order < place_order(machine->slot[OPMAP_A][n - 1]);
    }
    for (int n = 0; n < opmap_count(insn, OPMAP_B); n++)
        lower(&column[opmap_coord(insn, OPMAP_B, n).j], place_order(machine->slot[OPMAP_B][n]));
    rank_by(row, insn->m, names->row);
    rank_by(column, insn->n, names->column);
    rank_by(group, isa_k_groups(insn), names->group);
}

/* A selector's bits by the probe's convention: value 1 picks the lower of the two B places. */
static inline void scramble_selector_names(const struct opmap *machine,
                                           struct scramble_names *names)
{
    const struct isa_smfmac *insn = machine->insn;
    uint32_t row_of_b[128];
    memset(row_of_b, 0xff, sizeof row_of_b);
    for (int n = 0; n < opmap_count(insn, OPMAP_B); n++)
        lower(&row_of_b[opmap_coord(insn, OPMAP_B, n).k], place_order(machine->slot[OPMAP_B][n]));
    for (int q = 0; q < isa_k_groups(insn); q++)
        names->bits_exchanged[q] = row_of_b[4 * q + 1] > row_of_b[4 * q + 2];
}

/* Renumbers `machine` into the initialised `to`. */
static inline void scramble_rename(const struct opmap *machine, const struct scramble_names *names,
                                   struct opmap *to)
{
    const struct isa_smfmac *insn = machine->insn;
    to->provenance = machine->provenance;
    for (int o = 0; o < OPMAP_N_OPERANDS; o++)
        for (int n = 0; n < opmap_count(insn, o); n++) {
            struct opmap_coord c = opmap_coord(insn, o, n), r = c;
            struct opmap_slot slot = machine->slot[o][n];
            if (c.i >= 0)
                r.i = names->row[c.i];
            if (c.j >= 0)
                r.j = names->column[c.j];
            if (c.q >= 0) {
                r.q = names->group[c.q];
                r.s = names->slots_exchanged[c.i][c.q] ? 1 - c.s : c.s;
            }
            if (c.k >= 0) {
                static const int inner_exchanged[4] = {0, 2, 1, 3};
                int p = names->bits_exchanged[c.k / 4] ? inner_exchanged[c.k % 4] : c.k % 4;
                r.k = 4 * names->group[c.k / 4] + p;
            }
            if (o == OPMAP_IDX && names->bits_exchanged[c.q])
                slot = (struct opmap_slot){slot.lane, slot.vgpr, slot.bit_hi, slot.bit_lo};
            to->slot[o][opmap_ordinal(insn, o, r)] = slot;
        }
}

/* Checks what the probe would recover of `machine`. */
static inline void scramble_check(const struct opmap *machine, struct check_report *report)
{
    struct opmap recovered;
    struct error err;
    struct scramble_names names;
    cr_assert_eq(opmap_init(&recovered, machine->insn, machine->cbsz, machine->abid, &err),
                 STATUS_OK);
    scramble_probe_names(machine, &names);
    scramble_rename(machine, &names, &recovered);
    cr_assert_eq(check_recovered(&recovered, report, &err), STATUS_OK);
    opmap_free(&recovered);
}

#endif

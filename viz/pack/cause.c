/* One mistake that explains everything that is wrong with packed data.
 *
 * Each hypothesis undoes its mistake on a copy and looks again: it is a cause if nothing is wrong
 * any more. A mistake that loses information (one row's index everywhere, an index too short) is
 * one if what is left is right and, with the dense matrix, some legal nibbles make the stored
 * values right too. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "pack/pack.h"

struct search {
    const struct pack_packed *packed;
    const struct isa_smfmac *insn;
    const struct pack_image *image;  /* NULL: memory order */
    const struct pack_matrix *dense; /* NULL: none; else of a shape that fits */
    struct pack_packed changed;      /* a copy to undo mistakes on */
    struct pack_cause *causes;
    int n_causes;
};

__attribute__((format(printf, 3, 4))) static void found(struct search *s, enum pack_cause_kind kind,
                                                        const char *format, ...)
{
    if (s->n_causes == PACK_MAX_CAUSES)
        return;
    struct pack_cause *cause = &s->causes[s->n_causes++];
    cause->kind = kind;
    va_list args;
    va_start(args, format);
    vsnprintf(cause->text, sizeof cause->text, format, args);
    va_end(args);
}

static bool is_faultless(const struct pack_packed *packed, const struct pack_matrix *dense)
{
    struct pack_examination e;
    pack_examine(packed, dense, &e, NULL, NULL);
    return e.n_illegal == 0 && e.n_differ == 0;
}

static void start_over(struct search *s)
{
    const struct pack_packed *p = s->packed;
    memcpy(s->changed.a, p->a, p->m * p->k / 2 * pack_type_bytes(p->type));
    memcpy(s->changed.idx, p->idx, p->m * pack_idx_bytes(p->k));
}

static bool explains(const struct search *s) { return is_faultless(&s->changed, s->dense); }

static size_t n_groups(const struct search *s) { return s->packed->k / 4; }

/* K groups that a lane holds, and lane groups of a tile. */
static size_t groups_of_lane(const struct search *s) { return (size_t)isa_index_bits(s->insn) / 4; }
static size_t lane_groups(const struct search *s) { return (size_t)(ISA_LANES / s->insn->m); }

/* Group q's nibble and stored values come from the group that from_* names. */
typedef size_t from_fn(const struct search *s, size_t q, size_t by);

static void rearrange(struct search *s, from_fn *from, size_t by, bool idx, bool a)
{
    start_over(s);
    for (size_t i = 0; i < s->packed->m; i++)
        for (size_t q = 0; q < n_groups(s); q++) {
            size_t other = from(s, q, by);
            if (idx)
                pack_set_nibble(&s->changed, i, q, pack_nibble(s->packed, i, other));
            for (int slot = 0; slot < 2 && a; slot++)
                pack_set_stored(&s->changed, i, q, slot, pack_stored(s->packed, i, other, slot));
        }
}

static size_t other_of_byte(const struct search *s, size_t q, size_t by)
{
    (void)s;
    return q ^ by;
}

static size_t mirrored_in_lane(const struct search *s, size_t q, size_t by)
{
    (void)by;
    size_t held = groups_of_lane(s);
    return q - q % held + held - 1 - q % held;
}

static void nibbles_reversed(struct search *s)
{
    /* The nibble of an odd last group is then in its byte's upper half. */
    rearrange(s, other_of_byte, 1, true, false);
    if (explains(s)) {
        found(s, PACK_NIBBLES_REVERSED,
              "nibbles reversed: the lower group belongs in bits 3:0 of each index byte");
        return;
    }
    if (n_groups(s) % groups_of_lane(s) == 0 && groups_of_lane(s) > 2) {
        rearrange(s, mirrored_in_lane, 0, true, false);
        if (explains(s))
            found(
                s, PACK_NIBBLES_REVERSED,
                "nibbles reversed: each lane's first group belongs in the lowest bits of its set");
    }
}

static void swap_slots(struct search *s, bool idx, bool a)
{
    start_over(s);
    for (size_t i = 0; i < s->packed->m; i++)
        for (size_t q = 0; q < n_groups(s); q++) {
            unsigned nibble = pack_nibble(s->packed, i, q);
            if (idx)
                pack_set_nibble(&s->changed, i, q, (nibble & 3) << 2 | nibble >> 2);
            for (int slot = 0; slot < 2 && a; slot++)
                pack_set_stored(&s->changed, i, q, slot, pack_stored(s->packed, i, q, 1 - slot));
        }
}

static void slots_swapped(struct search *s)
{
    static const struct {
        bool idx, a;
        const char *where;
    } swaps[] = {{true, false, "the selectors"}, {false, true, "A's values"}, {true, true, "both"}};
    for (int n = 0; n < 3; n++) {
        if (!s->dense && swaps[n].a)
            continue; /* legality says nothing of values */
        swap_slots(s, swaps[n].idx, swaps[n].a);
        if (explains(s))
            found(s, PACK_SLOTS_SWAPPED,
                  "slots swapped: %s of each group stand the other way round", swaps[n].where);
    }
}

/* The group that stands where q's lane group, moved on by `by`, stands in the same tile. */
static size_t lanes_on(const struct search *s, size_t q, size_t by)
{
    size_t held = groups_of_lane(s), in_tile = held * lane_groups(s);
    return q - q % in_tile + (q % in_tile + held * by) % in_tile;
}

static void lane_group_off(struct search *s)
{
    static const struct {
        bool idx, a;
        const char *what;
    } moves[] = {{true, false, "idx"}, {false, true, "A"}, {true, true, "A and idx"}};
    if (!s->dense || s->packed->k % (size_t)s->insn->k != 0)
        return;
    for (size_t by = 1; by < lane_groups(s); by++)
        for (int n = 0; n < 3; n++) {
            rearrange(s, lanes_on, by, moves[n].idx, moves[n].a);
            if (explains(s))
                found(s, PACK_LANE_GROUP_OFF,
                      "lane group off: %s of each tile stands %zu of %zu lane groups too high",
                      moves[n].what, by, lane_groups(s));
        }
}

static enum status other_index_set(struct search *s, struct error *err)
{
    if (!s->image)
        return STATUS_OK;
    unsigned own = (s->image->cbsz & 3) == 0 ? (unsigned)s->image->abid : 0;
    for (int set = 0; set < isa_index_sets(s->insn); set++) {
        struct pack_image image = *s->image;
        struct pack_packed packed = {0};
        image.cbsz = 0;
        image.abid = set;
        if ((unsigned)set == own)
            continue;
        enum status status = pack_collect(&image, &packed, err);
        if (status != STATUS_OK)
            return status;
        bool right = is_faultless(&packed, s->dense);
        pack_packed_free(&packed);
        if (right)
            found(s, PACK_OTHER_INDEX_SET,
                  "other index set: the index is in set %d (bits %d:%d), set %u is read", set,
                  isa_index_bits(s->insn) * (set + 1) - 1, isa_index_bits(s->insn) * set, own);
    }
    return STATUS_OK;
}

/* Sets the group's nibble in the copy to a legal one under which its stored values are the dense
 * matrix's; false if there is none. */
static bool mend_nibble(struct search *s, size_t i, size_t q)
{
    for (unsigned nibble = 0; nibble < 16; nibble++) {
        bool right = pack_nibble_legal(nibble);
        for (unsigned p = 0; p < 4 && right; p++) {
            size_t k = 4 * q + p;
            uint32_t code = (nibble & 3) == p  ? pack_stored(s->packed, i, q, 0)
                            : nibble >> 2 == p ? pack_stored(s->packed, i, q, 1)
                                               : 0;
            bool inside = i < s->dense->m && k < s->dense->k;
            right = pack_same_value(s->packed->type, code, inside ? pack_get(s->dense, i, k) : 0);
        }
        if (right) {
            pack_set_nibble(&s->changed, i, q, nibble);
            return true;
        }
    }
    return false;
}

/* Whether every row has the index of the first of its `rows` rows. */
static bool index_repeats(const struct pack_packed *p, size_t rows)
{
    for (size_t i = 0; i < p->m; i++)
        for (size_t q = 0; q < p->k / 4; q++)
            if (pack_nibble(p, i, q) != pack_nibble(p, i - i % rows, q))
                return false;
    return true;
}

/* The first row that is right as it is. */
static bool right_row(const struct search *s, size_t *row)
{
    const struct pack_packed *p = s->packed;
    size_t row_bytes = p->k / 2 * pack_type_bytes(p->type);
    for (size_t i = 0; i < p->m && i < s->dense->m; i++) {
        struct pack_packed one = *p;
        one.m = 1;
        one.a = p->a + i * row_bytes;
        one.idx = p->idx + i * pack_idx_bytes(p->k);
        struct pack_matrix dense = *s->dense;
        dense.m = 1;
        dense.codes = s->dense->codes + i * dense.k * pack_type_bytes(dense.type);
        if (is_faultless(&one, &dense)) {
            *row = i;
            return true;
        }
    }
    return false;
}

static void one_rows_index(struct search *s)
{
    size_t m = s->packed->m, tile = (size_t)s->insn->m, row;
    if (!s->dense || m < 2 || !right_row(s, &row))
        return;
    bool everywhere = index_repeats(s->packed, m);
    if (!everywhere && (m % tile != 0 || !index_repeats(s->packed, tile)))
        return;
    start_over(s);
    for (size_t i = 0; i < m; i++)
        for (size_t q = 0; q < n_groups(s); q++)
            if (!mend_nibble(s, i, q))
                return;
    if (explains(s))
        found(s, PACK_ONE_ROWS_INDEX, "one row's index everywhere: row %zu's%s", row,
              everywhere ? "" : ", and in each tile its own");
}

/* Nibble `n` of a lane's 8 bits, where they stand if a set were 8 bits wide. */
static unsigned short_nibble(const struct search *s, size_t i, size_t q)
{
    size_t held = groups_of_lane(s), m = (size_t)s->insn->m, in_tile = held * lane_groups(s);
    unsigned n = (unsigned)(q % held);
    unsigned abid = s->image && (s->image->cbsz & 3) == 0 ? (unsigned)s->image->abid : 0;
    if (!s->image)
        return pack_nibble(s->packed, i, q);
    size_t tile = i / m * s->image->tiles_k + q / in_tile;
    size_t lane = q % in_tile / held * m + i % m;
    return s->image->idx[tile * ISA_LANES + lane] >> (8 * abid + 4 * n) & 15;
}

/* Whether the nibble is one of those that 8 bits have no room for; with abid 1 all of the set. */
static bool beyond_8_bits(const struct search *s, size_t q)
{
    bool first_set = !s->image || (s->image->cbsz & 3) != 0 || s->image->abid == 0;
    return !first_set || q % groups_of_lane(s) >= 2;
}

/* Two of a lane's four groups have their nibbles, where an 8-bit set would have them; the rest of
 * the 16-bit set is empty. */
static void short_set(struct search *s)
{
    if (isa_index_bits(s->insn) != 16)
        return;
    start_over(s);
    for (size_t i = 0; i < s->packed->m; i++)
        for (size_t q = 0; q < n_groups(s); q++) {
            if (beyond_8_bits(s, q) && pack_nibble(s->packed, i, q) != 0)
                return;
            bool lost = q % groups_of_lane(s) >= 2;
            if (!lost)
                pack_set_nibble(&s->changed, i, q, short_nibble(s, i, q));
            else if (!s->dense)
                pack_set_nibble(&s->changed, i, q, 0x4);
            else if (!mend_nibble(s, i, q))
                return;
        }
    if (explains(s))
        found(s, PACK_8_BIT_SET,
              "an 8-bit set where a 16-bit one is due: only two of each lane's four groups have "
              "their nibbles");
}

static enum status transposed(struct search *s, const struct pack_matrix *dense, struct error *err)
{
    struct pack_matrix other = {0};
    if (!dense)
        return STATUS_OK;
    enum status status = pack_matrix_init(&other, dense->type, dense->k, dense->m, err);
    if (status != STATUS_OK)
        return status;
    for (size_t i = 0; i < dense->m; i++)
        for (size_t k = 0; k < dense->k; k++)
            pack_set(&other, k, i, pack_get(dense, i, k));
    if (pack_shape_fits(s->packed, s->insn, &other) && is_faultless(s->packed, &other))
        found(s, PACK_TRANSPOSED, "transposed: rows and columns are exchanged");
    pack_matrix_free(&other);
    return STATUS_OK;
}

enum status pack_find_causes(const struct pack_packed *packed, const struct isa_smfmac *insn,
                             const struct pack_image *image, const struct pack_matrix *dense,
                             struct pack_cause causes[PACK_MAX_CAUSES], int *n_causes,
                             struct error *err)
{
    bool fits = !dense || pack_shape_fits(packed, insn, dense);
    struct search s = {packed, insn, image, fits ? dense : NULL, .causes = causes};
    enum status status = STATUS_OK;
    if (!fits || !is_faultless(packed, dense)) {
        status = transposed(&s, dense, err);
        if (status == STATUS_OK && fits)
            status = pack_packed_init(&s.changed, packed->type, packed->m, packed->k, err);
        if (status == STATUS_OK && fits) {
            short_set(&s);
            nibbles_reversed(&s);
            slots_swapped(&s);
            lane_group_off(&s);
            one_rows_index(&s);
            status = other_index_set(&s, err);
        }
    }
    pack_packed_free(&s.changed);
    if (status == STATUS_OK)
        *n_causes = s.n_causes;
    return status;
}

/* Each mistake is made here on its own, on files' bytes or on registers, never by the code that
 * undoes it. */
#include <stdio.h>
#include <string.h>

#include "sparse.h"

enum { TILES_I = 2, TILES_K = 2 };

/* Data packed rightly, in both orders. */
struct subject {
    const struct isa_smfmac *insn;
    struct pack_matrix dense;
    struct pack_packed packed;
    struct pack_image image;
};

static void start(struct subject *s, enum isa_smfmac_id id, uint64_t seed)
{
    s->insn = &isa_smfmacs[id];
    s->dense = sparse_matrix(pack_a_type(s->insn), TILES_I * (size_t)s->insn->m,
                             TILES_K * (size_t)s->insn->k, seed);
    cr_assert_eq(pack_compress(&s->dense, &s->packed, NULL), STATUS_OK);
    cr_assert_eq(pack_place(&s->packed, s->insn, 0, 0, &s->image, NULL), STATUS_OK);
}

static void stop(struct subject *s)
{
    pack_matrix_free(&s->dense);
    pack_packed_free(&s->packed);
    pack_image_free(&s->image);
}

static size_t n_lanes(void) { return TILES_I * TILES_K * ISA_LANES; }

/* The memory order data as it is now has exactly this one cause. */
static void expect_cause(const struct subject *s, const struct pack_packed *packed,
                         const struct pack_image *image, enum pack_cause_kind kind,
                         const char *words)
{
    struct pack_cause causes[PACK_MAX_CAUSES];
    int n = 0;
    cr_assert_eq(pack_find_causes(packed, s->insn, image, &s->dense, causes, &n, NULL), STATUS_OK);
    cr_assert_geq(n, 1, "%s: nothing explains it, wanted is '%s'", s->insn->name, words);
    cr_expect(n == 1 && causes[0].kind == kind && strstr(causes[0].text, words),
              "%s: %d causes, the first: %s", s->insn->name, n, causes[0].text);
}

/* The same of the registers. */
static void expect_image_cause(const struct subject *s, enum pack_cause_kind kind,
                               const char *words)
{
    struct pack_packed packed;
    cr_assert_eq(pack_collect(&s->image, &packed, NULL), STATUS_OK);
    expect_cause(s, &packed, &s->image, kind, words);
    pack_packed_free(&packed);
}

/* Three types, both shapes, 8-bit and 16-bit sets; several seeds. */
typedef void cause_fn(struct subject *s);

static void for_each_subject(cause_fn *claim)
{
    static const enum isa_smfmac_id ids[] = {
        ISA_SMFMAC_f32_16x16x32_f16,     ISA_SMFMAC_f32_32x32x16_bf16,
        ISA_SMFMAC_i32_32x32x32_i8,      ISA_SMFMAC_i32_16x16x64_i8,
        ISA_SMFMAC_f32_16x16x64_fp8_bf8, ISA_SMFMAC_f32_32x32x32_bf8_bf8,
    };
    for (size_t n = 0; n < sizeof ids / sizeof ids[0]; n++)
        for (uint64_t seed = 1; seed <= 3; seed++) {
            struct subject s;
            start(&s, ids[n], seed);
            claim(&s);
            stop(&s);
        }
}

static void claim_nothing(struct subject *s)
{
    struct pack_cause causes[PACK_MAX_CAUSES];
    int n = -1;
    cr_assert_eq(pack_find_causes(&s->packed, s->insn, &s->image, &s->dense, causes, &n, NULL),
                 STATUS_OK);
    cr_expect_eq(n, 0);
}

Test(cause, right_data_has_none) { for_each_subject(claim_nothing); }

static void claim_bytes_reversed(struct subject *s)
{
    for (size_t n = 0; n < s->packed.m * pack_idx_bytes(s->packed.k); n++)
        s->packed.idx[n] = (uint8_t)(s->packed.idx[n] << 4 | s->packed.idx[n] >> 4);
    expect_cause(s, &s->packed, NULL, PACK_NIBBLES_REVERSED, "nibbles reversed");
}

static void claim_sets_reversed(struct subject *s)
{
    int n_nibbles = isa_index_bits(s->insn) / 4;
    for (size_t lane = 0; lane < n_lanes(); lane++) {
        uint32_t reversed = 0;
        for (int n = 0; n < n_nibbles; n++)
            reversed = reversed << 4 | (s->image.idx[lane] >> 4 * n & 15);
        s->image.idx[lane] = reversed;
    }
    expect_image_cause(s, PACK_NIBBLES_REVERSED, "nibbles reversed");
}

Test(cause, nibbles_reversed)
{
    for_each_subject(claim_bytes_reversed);
    for_each_subject(claim_sets_reversed);
}

Test(cause, nibbles_reversed_in_rows_of_an_odd_number_of_groups)
{
    struct subject s = {.insn = &isa_smfmacs[ISA_SMFMAC_i32_16x16x64_i8]};
    s.dense = sparse_matrix(pack_a_type(s.insn), 77, 132, 3);
    cr_assert_eq(pack_compress(&s.dense, &s.packed, NULL), STATUS_OK);
    claim_bytes_reversed(&s);
    stop(&s);
}

static void swap_selectors(struct subject *s)
{
    for (size_t n = 0; n < s->packed.m * pack_idx_bytes(s->packed.k); n++) {
        unsigned byte = s->packed.idx[n];
        s->packed.idx[n] = (uint8_t)((byte & 0x33) << 2 | (byte >> 2 & 0x33));
    }
}

static void swap_values(struct subject *s)
{
    size_t bytes = pack_type_bytes(s->packed.type);
    for (size_t n = 0; n < s->packed.m * s->packed.k / 2 * bytes; n += 2 * bytes) {
        uint8_t first[2];
        memcpy(first, s->packed.a + n, bytes);
        memcpy(s->packed.a + n, s->packed.a + n + bytes, bytes);
        memcpy(s->packed.a + n + bytes, first, bytes);
    }
}

static void claim_slots(struct subject *s)
{
    swap_selectors(s);
    expect_cause(s, &s->packed, NULL, PACK_SLOTS_SWAPPED, "the selectors");
    swap_values(s);
    expect_cause(s, &s->packed, NULL, PACK_SLOTS_SWAPPED, "both");
    swap_selectors(s);
    expect_cause(s, &s->packed, NULL, PACK_SLOTS_SWAPPED, "A's values");
}

Test(cause, slots_swapped) { for_each_subject(claim_slots); }

/* Moves what each lane holds `by` lanes up, inside its tile. */
static void move_lanes(uint32_t *registers, size_t vgprs, size_t by)
{
    uint32_t moved[ISA_LANES * 4];
    for (size_t tile = 0; tile < TILES_I * TILES_K; tile++) {
        uint32_t *from = registers + tile * ISA_LANES * vgprs;
        for (size_t lane = 0; lane < ISA_LANES; lane++)
            memcpy(moved + (lane + by) % ISA_LANES * vgprs, from + lane * vgprs,
                   vgprs * sizeof *from);
        memcpy(from, moved, ISA_LANES * vgprs * sizeof *from);
    }
}

static void claim_lanes(struct subject *s)
{
    size_t m = (size_t)s->insn->m;
    for (size_t by = m; by < ISA_LANES; by += m) {
        char words[64];
        move_lanes(s->image.idx, 1, by);
        snprintf(words, sizeof words, "idx of each tile stands %zu of", by / m);
        expect_image_cause(s, PACK_LANE_GROUP_OFF, words);
        move_lanes(s->image.a, (size_t)isa_a_vgprs(s->insn), by);
        snprintf(words, sizeof words, "A and idx of each tile stands %zu of", by / m);
        expect_image_cause(s, PACK_LANE_GROUP_OFF, words);
        move_lanes(s->image.idx, 1, ISA_LANES - by);
        snprintf(words, sizeof words, ": A of each tile stands %zu of", by / m);
        expect_image_cause(s, PACK_LANE_GROUP_OFF, words);
        move_lanes(s->image.a, (size_t)isa_a_vgprs(s->insn), ISA_LANES - by);
    }
}

Test(cause, lane_group_off) { for_each_subject(claim_lanes); }

static void claim_other_set(struct subject *s)
{
    for (int set = 1; set < isa_index_sets(s->insn); set++) {
        struct subject other = *s;
        char words[64];
        cr_assert_eq(pack_place(&s->packed, s->insn, 0, set, &other.image, NULL), STATUS_OK);
        other.image.abid = 0;
        snprintf(words, sizeof words, "in set %d", set);
        expect_image_cause(&other, PACK_OTHER_INDEX_SET, words);
        pack_image_free(&other.image);
        /* the other way round, with rubbish in the rest of the register */
        cr_assert_eq(pack_place(&s->packed, s->insn, 0, 0, &other.image, NULL), STATUS_OK);
        other.image.abid = set;
        uint32_t own = (uint32_t)((UINT64_C(1) << isa_index_bits(s->insn)) - 1);
        for (size_t lane = 0; lane < n_lanes(); lane++)
            other.image.idx[lane] |= UINT32_C(0xfffffff3) & ~own;
        expect_image_cause(&other, PACK_OTHER_INDEX_SET, "in set 0");
        pack_image_free(&other.image);
    }
}

Test(cause, other_index_set) { for_each_subject(claim_other_set); }

static void claim_one_row(struct subject *s)
{
    size_t bytes = pack_idx_bytes(s->packed.k), m = (size_t)s->insn->m;
    struct pack_packed copy;
    cr_assert_eq(pack_compress(&s->dense, &copy, NULL), STATUS_OK);
    /* in each tile the index of its sixth row */
    for (size_t i = 0; i < copy.m; i++)
        memmove(copy.idx + i * bytes, s->packed.idx + (i - i % m + 5) * bytes, bytes);
    expect_cause(s, &copy, NULL, PACK_ONE_ROWS_INDEX, "row 5's, and in each tile its own");
    for (size_t i = 0; i < copy.m; i++)
        memcpy(copy.idx + i * bytes, s->packed.idx + 11 * bytes, bytes);
    expect_cause(s, &copy, NULL, PACK_ONE_ROWS_INDEX, "row 11's");
    pack_packed_free(&copy);
}

Test(cause, one_rows_index_everywhere) { for_each_subject(claim_one_row); }

static void claim_8_bits(struct subject *s)
{
    if (isa_index_bits(s->insn) != 16)
        return;
    for (size_t lane = 0; lane < n_lanes(); lane++)
        s->image.idx[lane] &= 0xff;
    expect_image_cause(s, PACK_8_BIT_SET, "an 8-bit set where a 16-bit one is due");
    struct pack_packed packed;
    cr_assert_eq(pack_collect(&s->image, &packed, NULL), STATUS_OK);
    expect_cause(s, &packed, NULL, PACK_8_BIT_SET, "an 8-bit set");
    pack_packed_free(&packed);
    /* abid 1: bits 15:8 instead of 31:16 */
    for (size_t lane = 0; lane < n_lanes(); lane++)
        s->image.idx[lane] <<= 8;
    s->image.abid = 1;
    expect_image_cause(s, PACK_8_BIT_SET, "an 8-bit set");
}

/* The page's own case: 0x88 where 0x8888 is due, for places 0 and 2 everywhere. */
static void claim_88(struct subject *s)
{
    if (isa_index_bits(s->insn) != 16)
        return;
    uint64_t state = 8;
    for (size_t i = 0; i < s->dense.m; i++)
        for (size_t k = 0; k < s->dense.k; k++)
            pack_set(&s->dense, i, k, k % 2 ? 0 : sparse_code(s->dense.type, &state));
    pack_packed_free(&s->packed);
    pack_image_free(&s->image);
    cr_assert_eq(pack_compress(&s->dense, &s->packed, NULL), STATUS_OK);
    cr_assert_eq(pack_place(&s->packed, s->insn, 0, 0, &s->image, NULL), STATUS_OK);
    for (size_t lane = 0; lane < n_lanes(); lane++) {
        cr_assert_eq(s->image.idx[lane], 0x8888);
        s->image.idx[lane] = 0x88;
    }
    expect_image_cause(s, PACK_8_BIT_SET, "an 8-bit set");
}

Test(cause, an_8_bit_set_where_a_16_bit_one_is_due)
{
    for_each_subject(claim_8_bits);
    for_each_subject(claim_88);
}

/* A matrix that is 2:4 sparse either way: of each 4 x 4 block a permutation of two diagonals. */
static struct pack_matrix both_ways(enum pack_type type, size_t m, size_t k)
{
    struct pack_matrix x = {0};
    uint64_t state = 6;
    cr_assert_eq(pack_matrix_init(&x, type, m, k, NULL), STATUS_OK);
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < k; j++) {
            size_t diagonal = (i + j + i / 4 * 3 + j / 4) % 4;
            if (diagonal < 2)
                pack_set(&x, i, j, sparse_code(type, &state));
        }
    return x;
}

static void claim_transposed(struct subject *s)
{
    size_t edge = (size_t)(s->insn->m > s->insn->k ? s->insn->m : s->insn->k);
    for (size_t wide = 1; wide <= 2; wide++) { /* square, and not */
        struct pack_matrix x = both_ways(s->dense.type, edge, wide * edge), turned = {0};
        struct pack_packed packed;
        cr_assert_eq(pack_matrix_init(&turned, x.type, x.k, x.m, NULL), STATUS_OK);
        for (size_t i = 0; i < x.m; i++)
            for (size_t k = 0; k < x.k; k++)
                pack_set(&turned, k, i, pack_get(&x, i, k));
        cr_assert_eq(pack_compress(&x, &packed, NULL), STATUS_OK);
        struct subject other = {.insn = s->insn, .dense = turned};
        expect_cause(&other, &packed, NULL, PACK_TRANSPOSED, "transposed");
        pack_matrix_free(&x);
        pack_matrix_free(&turned);
        pack_packed_free(&packed);
    }
}

Test(cause, transposed) { for_each_subject(claim_transposed); }

static void claim_two_mistakes(struct subject *s)
{
    struct pack_cause causes[PACK_MAX_CAUSES];
    int n = -1;
    swap_selectors(s);
    uint32_t code = pack_stored(&s->packed, 3, 1, 0);
    pack_set_stored(&s->packed, 3, 1, 0, code ^ 0x41);
    cr_assert_eq(pack_find_causes(&s->packed, s->insn, NULL, &s->dense, causes, &n, NULL),
                 STATUS_OK);
    cr_expect_eq(n, 0, "%s", causes[0].text);
}

Test(cause, two_mistakes_have_no_single_one) { for_each_subject(claim_two_mistakes); }

/* Only the index is wrong, but each row has its own: the sixth's and the seventh's change places.
 */
static void claim_rows_exchanged(struct subject *s)
{
    struct pack_cause causes[PACK_MAX_CAUSES];
    size_t bytes = pack_idx_bytes(s->packed.k);
    uint8_t sixth[64];
    int n = -1;
    cr_assert(bytes <= sizeof sixth);
    memcpy(sixth, s->packed.idx + 5 * bytes, bytes);
    memmove(s->packed.idx + 5 * bytes, s->packed.idx + 6 * bytes, bytes);
    memcpy(s->packed.idx + 6 * bytes, sixth, bytes);
    cr_assert_eq(pack_find_causes(&s->packed, s->insn, NULL, &s->dense, causes, &n, NULL),
                 STATUS_OK);
    cr_expect_eq(n, 0, "%s", causes[0].text);
}

Test(cause, another_rows_index_is_not_one_rows_everywhere)
{
    for_each_subject(claim_rows_exchanged);
}

static void claim_by_legality(struct subject *s)
{
    struct pack_cause causes[PACK_MAX_CAUSES];
    int n = 0;
    swap_selectors(s);
    cr_assert_eq(pack_find_causes(&s->packed, s->insn, NULL, NULL, causes, &n, NULL), STATUS_OK);
    cr_expect(n == 1 && causes[0].kind == PACK_SLOTS_SWAPPED, "%s: %d", s->insn->name, n);
}

Test(cause, swapped_selectors_are_seen_without_the_dense_matrix)
{
    for_each_subject(claim_by_legality);
}

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "sparse.h"

/* What A can be, and a code of each that is 1 or so. */
static const struct {
    enum pack_type type;
    uint32_t one, two;
} types[] = {
    {PACK_F16, 0x3c00, 0x4000},  {PACK_BF16, 0x3f80, 0x4000}, {PACK_I8, 1, 2},
    {PACK_E4M3FNUZ, 0x40, 0x48}, {PACK_E5M2FNUZ, 0x40, 0x44}, {PACK_E4M3FN, 0x38, 0x40},
    {PACK_E5M2, 0x3c, 0x40},
};
enum { N_TYPES = sizeof types / sizeof types[0] };

/* One group, packed. */
struct packed_group {
    unsigned nibble;
    uint32_t value[2];
};

static struct packed_group pack_group(enum pack_type type, const uint32_t code[4])
{
    struct pack_matrix dense = {0};
    struct pack_packed packed = {0};
    cr_assert_eq(pack_matrix_init(&dense, type, 1, 4, NULL), STATUS_OK);
    for (size_t p = 0; p < 4; p++)
        pack_set(&dense, 0, p, code[p]);
    struct error err = {0};
    cr_assert_eq(pack_compress(&dense, &packed, &err), STATUS_OK, "%s", err.text);
    struct packed_group group = {
        pack_nibble(&packed, 0, 0),
        {pack_stored(&packed, 0, 0, 0), pack_stored(&packed, 0, 0, 1)},
    };
    pack_matrix_free(&dense);
    pack_packed_free(&packed);
    return group;
}

static bool same_matrix(const struct pack_matrix *l, const struct pack_matrix *r)
{
    return l->m == r->m && l->k == r->k &&
           !memcmp(l->codes, r->codes, l->m * l->k * pack_type_bytes(l->type));
}

Test(compress, six_of_sixteen_nibbles_are_legal)
{
    static const bool legal[16] = {
        [0x4] = true, [0x8] = true, [0xc] = true, [0x9] = true, [0xd] = true, [0xe] = true};
    for (unsigned n = 0; n < 16; n++)
        cr_expect_eq(pack_nibble_legal(n), legal[n], "%X", n);
}

/* Pairs have one nibble each; a single value has one of those that name its place, and stands in
 * the slot that does. */
Test(compress, every_mask_of_every_type_has_its_nibble_and_comes_back)
{
    static const struct {
        unsigned mask, nibble;
    } pairs[] = {{0x3, 0x4}, {0x5, 0x8}, {0x9, 0xc}, {0x6, 0x9}, {0xa, 0xd}, {0xc, 0xe}};
    for (int t = 0; t < N_TYPES; t++) {
        for (int n = 0; n < 6; n++) {
            uint32_t code[4] = {0}, next = types[t].one;
            for (int p = 0; p < 4; p++)
                if (pairs[n].mask >> p & 1) {
                    code[p] = next;
                    next = types[t].two;
                }
            struct packed_group g = pack_group(types[t].type, code);
            cr_expect_eq(g.nibble, pairs[n].nibble, "mask %x: %X", pairs[n].mask, g.nibble);
            cr_expect(g.value[0] == types[t].one && g.value[1] == types[t].two);
        }
        for (unsigned p = 0; p < 4; p++) {
            uint32_t code[4] = {0};
            code[p] = types[t].two;
            struct packed_group g = pack_group(types[t].type, code);
            cr_expect(pack_nibble_legal(g.nibble));
            int slot = (g.nibble & 3) == p ? 0 : 1;
            cr_expect_eq(g.nibble >> 2 * slot & 3, p);
            cr_expect(g.value[slot] == types[t].two && g.value[1 - slot] == 0);
        }
        struct packed_group empty = pack_group(types[t].type, (uint32_t[4]){0});
        cr_expect(pack_nibble_legal(empty.nibble) && !empty.value[0] && !empty.value[1]);
    }
}

/* 143,000 groups of each type, of every code that the type has: a million in all. */
Test(compress, a_million_random_groups_come_back_and_no_nibble_is_illegal)
{
    for (int t = 0; t < N_TYPES; t++) {
        struct pack_matrix dense = sparse_matrix(types[t].type, 125, 4576, 1 + (uint64_t)t), back;
        struct pack_packed packed;
        struct error err = {0};
        cr_assert_eq(pack_compress(&dense, &packed, &err), STATUS_OK, "%s", err.text);
        for (size_t i = 0; i < dense.m; i++)
            for (size_t q = 0; q < dense.k / 4; q++)
                cr_assert(pack_nibble_legal(pack_nibble(&packed, i, q)));
        cr_assert_eq(pack_expand(&packed, &back, &err), STATUS_OK, "%s", err.text);
        cr_assert(same_matrix(&dense, &back), "%s", pack_type_name(types[t].type));
        pack_matrix_free(&dense);
        pack_matrix_free(&back);
        pack_packed_free(&packed);
    }
}

/* CASES: pairs (0,1) (0,2) (1,3) (2,3) are idx 0xED84, group 0 in bits 3:0; {0,2} everywhere is 88.
 */
Test(compress, the_lower_group_is_in_the_lower_nibble)
{
    static const unsigned masks[4] = {0x3, 0x5, 0xa, 0xc};
    struct pack_matrix dense = {0};
    struct pack_packed packed;
    cr_assert_eq(pack_matrix_init(&dense, PACK_I8, 2, 16, NULL), STATUS_OK);
    for (size_t k = 0; k < 16; k++) {
        pack_set(&dense, 0, k, masks[k / 4] >> k % 4 & 1 ? (uint32_t)k + 1 : 0);
        pack_set(&dense, 1, k, k % 2 ? 0 : (uint32_t)k + 100);
    }
    cr_assert_eq(pack_compress(&dense, &packed, NULL), STATUS_OK);
    cr_expect_eq(packed.idx[0] | packed.idx[1] << 8, 0xed84);
    cr_expect_eq(packed.idx[2] | packed.idx[3] << 8, 0x8888);
    static const uint8_t a[8] = {1, 2, 5, 7, 10, 12, 15, 16};
    cr_expect_arr_eq(packed.a, a, sizeof a);
    pack_matrix_free(&dense);
    pack_packed_free(&packed);
}

Test(compress, minus_zero_is_a_zero_and_stored_as_plus_zero)
{
    struct packed_group g = pack_group(PACK_F16, (uint32_t[4]){0x8000, 0, 0x3c00, 0x4000});
    cr_expect_eq(g.nibble, 0xe);
    cr_expect(g.value[0] == 0x3c00 && g.value[1] == 0x4000);
    g = pack_group(PACK_BF16, (uint32_t[4]){0x8000, 0x8000, 0x8000, 0x3f80});
    cr_expect(g.nibble == 0xc && g.value[0] == 0 && g.value[1] == 0x3f80);
}

/* 80 is the NaN of FNUZ and the -0 of OCP's types. */
Test(compress, code_80_is_a_value_in_fnuz_and_a_zero_in_ocp_types)
{
    const uint32_t code[4] = {0x40, 0x80, 0, 0x41};
    struct pack_matrix dense = {0};
    struct pack_packed packed;
    cr_assert_eq(pack_matrix_init(&dense, PACK_E4M3FNUZ, 1, 4, NULL), STATUS_OK);
    for (size_t p = 0; p < 4; p++)
        pack_set(&dense, 0, p, code[p]);
    cr_expect_eq(pack_compress(&dense, &packed, NULL), STATUS_FILE);
    dense.type = PACK_E5M2FNUZ;
    cr_expect_eq(pack_compress(&dense, &packed, NULL), STATUS_FILE);
    pack_matrix_free(&dense);
    cr_expect_eq(pack_group(PACK_E4M3FN, code).nibble, 0xc);
    cr_expect_eq(pack_group(PACK_E5M2, code).nibble, 0xc);
}

Test(compress, a_third_value_is_refused_with_row_group_and_values)
{
    static const uint32_t code[4] = {0x3c00, 0x4000, 0x4200, 0}; /* 1, 2, 3, 0 */
    for (size_t q = 0; q < 7; q++) {
        struct pack_matrix dense = sparse_matrix(PACK_F16, 7, 28, 5);
        struct pack_packed packed;
        struct error err = {0};
        char words[64];
        for (size_t p = 0; p < 4; p++)
            pack_set(&dense, 5, 4 * q + p, code[p]);
        snprintf(words, sizeof words, "row 5, group %zu (k %zu..%zu)", q, 4 * q, 4 * q + 3);
        cr_assert_eq(pack_compress(&dense, &packed, &err), STATUS_FILE);
        cr_expect(strstr(err.text, words), "%s", err.text);
        cr_expect(strstr(err.text, "[1, 2, 3, 0]"), "%s", err.text);
        pack_matrix_free(&dense);
    }
}

Test(compress, a_depth_that_is_no_multiple_of_four_is_refused)
{
    struct pack_matrix dense = {0};
    struct pack_packed packed;
    struct error err = {0};
    cr_assert_eq(pack_matrix_init(&dense, PACK_I8, 3, 6, NULL), STATUS_OK);
    cr_expect_eq(pack_compress(&dense, &packed, &err), STATUS_FILE);
    cr_expect(strstr(err.text, "--pad"), "%s", err.text);
    pack_matrix_free(&dense);
}

Test(compress, an_odd_number_of_groups_fills_the_last_byte_with_a_legal_nibble)
{
    struct pack_matrix dense = sparse_matrix(PACK_I8, 5, 12, 3), back;
    struct pack_packed packed;
    cr_assert_eq(pack_compress(&dense, &packed, NULL), STATUS_OK);
    cr_assert_eq(pack_idx_bytes(12), 2);
    for (size_t i = 0; i < 5; i++) {
        cr_expect(pack_nibble_legal(packed.idx[2 * i + 1] >> 4));
        packed.idx[2 * i + 1] &= 0x0f; /* nobody looks at it */
    }
    cr_assert_eq(pack_expand(&packed, &back, NULL), STATUS_OK);
    cr_expect(same_matrix(&dense, &back));
    pack_matrix_free(&dense);
    pack_matrix_free(&back);
    pack_packed_free(&packed);
}

Test(expand, refuses_illegal_nibbles_with_row_and_group)
{
    for (unsigned nibble = 0; nibble < 16; nibble++) {
        struct pack_matrix dense = sparse_matrix(PACK_I8, 4, 16, 9), back = {0};
        struct pack_packed packed;
        struct error err = {0};
        cr_assert_eq(pack_compress(&dense, &packed, NULL), STATUS_OK);
        pack_set_nibble(&packed, 2, 3, nibble);
        enum status status = pack_expand(&packed, &back, &err);
        cr_expect_eq(status, pack_nibble_legal(nibble) ? STATUS_OK : STATUS_FILE);
        cr_expect(status == STATUS_OK || strstr(err.text, "row 2, group 3"), "%s", err.text);
        pack_matrix_free(&dense);
        pack_matrix_free(&back);
        pack_packed_free(&packed);
    }
}

struct drops {
    int n;
    float value[8];
};

static void remember(void *context, size_t i, size_t k, float value)
{
    struct drops *d = context;
    cr_assert(d->n < 8 && i == 0);
    cr_assert(k < 20);
    d->value[d->n++] = value;
}

Test(prune, keeps_the_two_largest_magnitudes_and_says_what_went)
{
    static const int8_t before[20] = {1, -7, 3,    5,   2,   2, 2, 2, 0, 9,
                                      0, -9, -128, 127, 126, 0, 0, 4, 0, 0};
    static const int8_t after[20] = {0, -7, 0,    5,   2, 2, 0, 0, 0, 9,
                                     0, -9, -128, 127, 0, 0, 0, 4, 0, 0};
    struct pack_matrix dense = {PACK_I8, 1, 20, (uint8_t[20]){0}};
    struct pack_pruned pruned;
    struct drops drops = {0};
    memcpy(dense.codes, before, sizeof before);
    pack_prune(&dense, &pruned, remember, &drops);
    cr_expect_arr_eq(dense.codes, after, sizeof after);
    cr_expect(pruned.n_values == 5 && pruned.n_groups == 3);
    cr_expect(pruned.value == 126 && pruned.i == 0 && pruned.k == 14);
    cr_expect(drops.n == 5 && drops.value[0] == 1 && drops.value[1] == 3 && drops.value[4] == 126);
}

Test(prune, nan_stays_and_infinity_goes_only_for_nan)
{
    struct pack_matrix dense = {PACK_F16, 1, 8, (uint8_t[16]){0}};
    static const uint32_t before[8] = {0x7c00, 0x7e00, 0x7bff, 0xfe00, 0x8000, 0x7c00, 1, 0x0002};
    static const uint32_t after[8] = {0, 0x7e00, 0, 0xfe00, 0x8000, 0x7c00, 0, 0x0002};
    struct pack_pruned pruned;
    for (size_t k = 0; k < 8; k++)
        pack_set(&dense, 0, k, before[k]);
    pack_prune(&dense, &pruned, NULL, NULL);
    for (size_t k = 0; k < 8; k++)
        cr_expect_eq(pack_get(&dense, 0, k), after[k], "k %zu: %x", k, pack_get(&dense, 0, k));
    cr_expect(pruned.n_values == 3 && isinf(pruned.value));
}

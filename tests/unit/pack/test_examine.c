#include <string.h>

#include "sparse.h"

/* Two rows of two groups, all of it right. */
static struct pack_matrix small(void)
{
    static const int8_t values[16] = {1, 0, 2, 0, 0, 3, 0, 4, 0, 0, 0, 5, 0, 0, 0, 0};
    struct pack_matrix dense = {0};
    cr_assert_eq(pack_matrix_init(&dense, PACK_I8, 2, 8, NULL), STATUS_OK);
    memcpy(dense.codes, values, sizeof values);
    return dense;
}

struct list {
    int n;
    struct pack_difference d[8];
};

static void remember(void *context, const struct pack_difference *d)
{
    struct list *list = context;
    cr_assert(list->n < 8);
    list->d[list->n++] = *d;
}

Test(examine, counts_nibbles_pairs_and_masks)
{
    struct pack_matrix dense = small();
    struct pack_packed packed;
    struct pack_examination e;
    cr_assert_eq(pack_compress(&dense, &packed, NULL), STATUS_OK);
    pack_examine(&packed, &dense, &e, NULL, NULL);
    cr_expect(e.n_groups == 4 && e.n_illegal == 0 && e.n_differ == 0);
    cr_expect(e.nibbles[0x8] == 1 && e.nibbles[0xd] == 1 && e.nibbles[0xc] == 1 &&
              e.nibbles[0x4] == 1);
    cr_expect(e.masks[0x5] == 1 && e.masks[0xa] == 1 && e.masks[0x8] == 1 && e.masks[0] == 1);
    cr_expect(e.pairs_exercised == 4 && e.masks_exercised == 4);
    pack_matrix_free(&dense);
    pack_packed_free(&packed);
}

Test(examine, names_row_group_slot_found_and_expected)
{
    struct pack_matrix dense = small();
    struct pack_packed packed;
    struct pack_examination e;
    struct list list = {0};
    cr_assert_eq(pack_compress(&dense, &packed, NULL), STATUS_OK);
    pack_set_nibble(&packed, 0, 1, 0xe); /* 3 and 4 at places 2 and 3 instead of 1 and 3 */
    pack_examine(&packed, &dense, &e, remember, &list);
    cr_assert(e.n_illegal == 0 && e.n_differ == 2 && list.n == 2);
    cr_expect(list.d[0].i == 0 && list.d[0].q == 1 && list.d[0].k == 5 && list.d[0].slot == -1 &&
              list.d[0].found == 0 && list.d[0].expected == 3);
    cr_expect(list.d[1].k == 6 && list.d[1].slot == 0 && list.d[1].found == 3 &&
              list.d[1].expected == 0);
    pack_matrix_free(&dense);
    pack_packed_free(&packed);
}

/* CASES: a compressor that writes (2,2) for an empty group or a single value is flagged, though the
 * product is right. */
Test(examine, flags_equal_selectors_where_no_value_differs)
{
    struct pack_matrix dense = small();
    struct pack_packed packed;
    struct pack_examination e;
    struct list list = {0};
    cr_assert_eq(pack_compress(&dense, &packed, NULL), STATUS_OK);
    pack_set_nibble(&packed, 1, 1, 0xa); /* (2,2), nothing stored */
    pack_set_nibble(&packed, 1, 0, 0xf); /* (3,3), {0, 5} */
    pack_examine(&packed, &dense, &e, remember, &list);
    cr_expect(e.n_illegal == 2 && e.n_differ == 0);
    cr_assert_eq(list.n, 2);
    cr_expect(list.d[0].fault == PACK_ILLEGAL && list.d[0].nibble == 0xf && list.d[0].q == 0);
    cr_expect(list.d[1].fault == PACK_ILLEGAL && list.d[1].nibble == 0xa && list.d[1].q == 1);
    pack_set_nibble(&packed, 0, 0, 0x0); /* (0,0), {1, 2}: two values meet */
    pack_examine(&packed, &dense, &e, NULL, NULL);
    cr_expect(e.n_illegal == 3 && e.n_differ == 2);
    pack_set(&dense, 0, 0, 2); /* as the second of them alone would be */
    pack_examine(&packed, &dense, &e, NULL, NULL);
    cr_expect(e.n_illegal == 3 && e.n_differ == 2);
    pack_matrix_free(&dense);
    pack_packed_free(&packed);
}

/* CASES: [0,0,7,0] may be {0,7} with 8 or 9, or {7,0} with E; [5,0,0,0] {5,0} with 4, 8 or C. */
Test(examine, takes_every_way_to_store_one_value)
{
    static const struct {
        size_t place;
        unsigned nibble;
        uint32_t value[2];
    } rows[] = {
        {2, 0x8, {0, 7}}, {2, 0x9, {0, 7}}, {2, 0xe, {7, 0}},
        {0, 0x4, {7, 0}}, {0, 0x8, {7, 0}}, {0, 0xc, {7, 0}},
    };
    for (size_t n = 0; n < sizeof rows / sizeof rows[0]; n++) {
        struct pack_matrix dense = {PACK_E4M3FNUZ, 1, 4, (uint8_t[4]){0}};
        struct pack_packed packed = {PACK_E4M3FNUZ, 1, 4, (uint8_t[2]){0}, (uint8_t[1]){0}};
        struct pack_examination e;
        pack_set(&dense, 0, rows[n].place, 7);
        pack_set_nibble(&packed, 0, 0, rows[n].nibble);
        for (int s = 0; s < 2; s++)
            pack_set_stored(&packed, 0, 0, s, rows[n].value[s]);
        pack_examine(&packed, &dense, &e, NULL, NULL);
        cr_expect(e.n_illegal == 0 && e.n_differ == 0, "row %zu", n);
        pack_set_stored(&packed, 0, 0, 0, 9);
        pack_examine(&packed, &dense, &e, NULL, NULL);
        cr_expect_eq(e.n_differ, 1, "row %zu", n);
    }
}

Test(examine, what_padding_added_must_be_zero)
{
    const struct isa_smfmac *insn = &isa_smfmacs[ISA_SMFMAC_i32_16x16x64_i8];
    struct pack_matrix dense = sparse_matrix(PACK_I8, 5, 44, 12), padded;
    struct pack_packed packed;
    struct pack_examination e;
    cr_assert_eq(pack_pad(&dense, insn, &padded, NULL), STATUS_OK);
    cr_assert_eq(pack_compress(&padded, &packed, NULL), STATUS_OK);
    cr_assert(pack_shape_fits(&packed, insn, &dense));
    pack_examine(&packed, &dense, &e, NULL, NULL);
    cr_expect_eq(e.n_differ, 0);
    pack_set_stored(&packed, 15, 3, 0, 1);
    pack_examine(&packed, &dense, &e, NULL, NULL);
    cr_expect_eq(e.n_differ, 1);
    dense.k = 65; /* more than is there */
    cr_expect_not(pack_shape_fits(&packed, insn, &dense));
    dense.k = 0; /* a whole tile less */
    cr_expect_not(pack_shape_fits(&packed, insn, &dense));
    pack_matrix_free(&dense);
    pack_matrix_free(&padded);
    pack_packed_free(&packed);
}

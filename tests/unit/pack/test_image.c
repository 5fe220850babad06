#include <string.h>

#include "layout/layout.h"
#include "sparse.h"

/* Every (instruction, set) of gfx942. */
typedef void image_fn(const struct isa_smfmac *insn, int abid);

static void for_each_set(image_fn *claim)
{
    for (int id = 0; id < ISA_N_SMFMAC; id++)
        for (int abid = 0; abid < isa_index_sets(&isa_smfmacs[id]); abid++)
            if (isa_smfmacs[id].arch == ISA_GFX942)
                claim(&isa_smfmacs[id], abid);
}

static struct pack_packed random_packed(const struct isa_smfmac *insn, size_t tiles_i,
                                        size_t tiles_k)
{
    struct pack_matrix dense =
        sparse_matrix(pack_a_type(insn), tiles_i * (size_t)insn->m, tiles_k * (size_t)insn->k, 77);
    struct pack_packed packed;
    cr_assert_eq(pack_compress(&dense, &packed, NULL), STATUS_OK);
    pack_matrix_free(&dense);
    return packed;
}

static bool same_packed(const struct pack_packed *l, const struct pack_packed *r)
{
    return l->m == r->m && l->k == r->k &&
           !memcmp(l->a, r->a, l->m * l->k / 2 * pack_type_bytes(l->type)) &&
           !memcmp(l->idx, r->idx, l->m * pack_idx_bytes(l->k));
}

/* Walks the registers, and asks the inverse formulas what each element is. */
static void claim_registers(const struct isa_smfmac *insn, int abid)
{
    struct pack_packed packed = random_packed(insn, 3, 2);
    struct pack_image image;
    struct error err = {0};
    cr_assert_eq(pack_place(&packed, insn, 0, abid, &image, &err), STATUS_OK, "%s", err.text);
    int bits = isa_type_bits(insn->a_type), vgprs = isa_a_vgprs(insn), n_found = 0;
    for (int tile = 0; tile < 6; tile++)
        for (int lane = 0; lane < ISA_LANES; lane++) {
            size_t i0 = (size_t)(tile / 2 * insn->m), q0 = (size_t)(tile % 2 * isa_k_groups(insn));
            struct opmap_coord c;
            for (int bit = 0; bit < 32 * vgprs; bit += bits) {
                struct opmap_slot slot = {(uint8_t)lane, (uint8_t)(bit / 32), (uint8_t)(bit % 32),
                                          (uint8_t)(bit % 32 + bits - 1)};
                cr_assert(layout_coord(insn, 0, abid, OPMAP_A, slot, &c));
                uint32_t dword = image.a[(tile * ISA_LANES + lane) * vgprs + bit / 32];
                cr_assert_eq(dword >> bit % 32 & ((UINT32_C(1) << bits) - 1),
                             pack_stored(&packed, i0 + (size_t)c.i, q0 + (size_t)c.q, c.s));
            }
            for (int bit = 0; bit < 32; bit += 2) {
                struct opmap_slot slot = {(uint8_t)lane, 0, (uint8_t)bit, (uint8_t)(bit + 1)};
                uint32_t selector = image.idx[tile * ISA_LANES + lane] >> bit & 3;
                if (!layout_coord(insn, 0, abid, OPMAP_IDX, slot, &c)) {
                    cr_assert_eq(selector, 0, "outside the set");
                    continue;
                }
                n_found++;
                cr_assert_eq(selector,
                             pack_nibble(&packed, i0 + (size_t)c.i, q0 + (size_t)c.q) >> 2 * c.s &
                                 3);
            }
        }
    cr_assert_eq(n_found, 6 * opmap_count(insn, OPMAP_IDX));
    pack_packed_free(&packed);
    pack_image_free(&image);
}

Test(image, registers_hold_what_the_inverse_formulas_say) { for_each_set(claim_registers); }

static void claim_round_trip(const struct isa_smfmac *insn, int abid)
{
    struct pack_packed packed = random_packed(insn, 2, 3), back;
    struct pack_image image;
    cr_assert_eq(pack_place(&packed, insn, 0, abid, &image, NULL), STATUS_OK);
    cr_assert_eq(pack_collect(&image, &back, NULL), STATUS_OK);
    cr_assert(same_packed(&packed, &back), "%s abid %d", insn->name, abid);
    pack_packed_free(&packed);
    pack_packed_free(&back);
    pack_image_free(&image);
}

Test(image, collect_is_the_inverse_of_place) { for_each_set(claim_round_trip); }

static void claim_rest_ignored(const struct isa_smfmac *insn, int abid)
{
    struct pack_packed packed = random_packed(insn, 1, 1), back;
    struct pack_image image;
    int width = isa_index_bits(insn);
    uint32_t own = (uint32_t)((UINT64_C(1) << width) - 1) << width * abid;
    uint64_t state = 3;
    cr_assert_eq(pack_place(&packed, insn, 0, abid, &image, NULL), STATUS_OK);
    for (int lane = 0; lane < ISA_LANES; lane++)
        image.idx[lane] |= sparse_random(&state) & ~own;
    cr_assert_eq(pack_collect(&image, &back, NULL), STATUS_OK);
    cr_assert(same_packed(&packed, &back));
    pack_packed_free(&packed);
    pack_packed_free(&back);
    pack_image_free(&image);
}

Test(image, bits_outside_the_selected_set_may_hold_anything) { for_each_set(claim_rest_ignored); }

/* f32_16x16x32_f16: K[2][31] is v0{50}[7:4], K[2][24] is v0{50}[3:0]; with abid 3 K[2][31] is
 * [31:28], and with CBSZ[1:0] not 0 abid means nothing. */
Test(image, index_nibbles_stand_where_the_cases_say)
{
    const struct isa_smfmac *insn = &isa_smfmacs[ISA_SMFMAC_f32_16x16x32_f16];
    static const struct {
        int cbsz, abid, bit;
    } rows[] = {{0, 0, 0}, {0, 3, 24}, {1, 3, 0}};
    struct pack_packed packed = random_packed(insn, 1, 1);
    pack_set_nibble(&packed, 2, 31 / 4, 0xd);
    pack_set_nibble(&packed, 2, 24 / 4, 0x9);
    for (int n = 0; n < 3; n++) {
        struct pack_image image;
        cr_assert_eq(pack_place(&packed, insn, rows[n].cbsz, rows[n].abid, &image, NULL),
                     STATUS_OK);
        cr_expect_eq(image.idx[50] >> rows[n].bit & 0xff, 0xd9, "%08x", image.idx[50]);
        pack_image_free(&image);
    }
    pack_packed_free(&packed);
}

Test(image, part_of_a_tile_is_refused)
{
    const struct isa_smfmac *insn = &isa_smfmacs[ISA_SMFMAC_i32_32x32x32_i8];
    static const size_t shapes[][2] = {{31, 32}, {32, 36}, {64, 8}};
    for (int n = 0; n < 3; n++) {
        struct pack_matrix dense = sparse_matrix(PACK_I8, shapes[n][0], shapes[n][1], 4);
        struct pack_packed packed;
        struct pack_image image;
        struct error err = {0};
        cr_assert_eq(pack_compress(&dense, &packed, NULL), STATUS_OK);
        cr_expect_eq(pack_place(&packed, insn, 0, 0, &image, &err), STATUS_FILE);
        cr_expect(strstr(err.text, "--pad"), "%s", err.text);
        pack_matrix_free(&dense);
        pack_packed_free(&packed);
    }
}

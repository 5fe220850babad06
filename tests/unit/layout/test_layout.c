#include <criterion/criterion.h>
#include <string.h>

#include "layout/layout.h"

/* Every (instruction, cbsz, abid) that reads another index set, and the pairs that public kernels
 * use although CBSZ[1:0] makes ABID void. */
typedef void layout_fn(const struct isa_smfmac *insn, int cbsz, int abid);

static void for_each_layout(layout_fn *claim)
{
    static const int odd_pairs[][2] = {{1, 0}, {1, 1}, {2, 15}, {3, 3}, {4, 0}, {7, 1}};
    for (int id = 0; id < ISA_N_SMFMAC; id++) {
        for (int abid = 0; abid < isa_index_sets(&isa_smfmacs[id]); abid++)
            claim(&isa_smfmacs[id], 0, abid);
        for (size_t n = 0; n < sizeof odd_pairs / sizeof odd_pairs[0]; n++)
            claim(&isa_smfmacs[id], odd_pairs[n][0], odd_pairs[n][1]);
    }
}

/* Each element has bits of its own; together A, B and C/D fill their registers, and idx fills its
 * set. */
static void claim_bijective(const struct isa_smfmac *insn, int cbsz, int abid)
{
    for (int o = 0; o < OPMAP_N_OPERANDS; o++) {
        uint32_t used[ISA_LANES][16] = {0};
        for (int n = 0; n < opmap_count(insn, o); n++) {
            struct opmap_slot slot = layout_slot(insn, cbsz, abid, o, opmap_coord(insn, o, n));
            cr_assert(slot.lane < ISA_LANES && slot.vgpr < opmap_vgprs(insn, o));
            for (int bit = slot.bit_lo; bit <= slot.bit_hi; bit++) {
                uint32_t mask = UINT32_C(1) << bit;
                cr_assert(!(used[slot.lane][slot.vgpr] & mask), "%s %s element %d shares a bit",
                          insn->name, opmap_operand_title(o), n);
                used[slot.lane][slot.vgpr] |= mask;
            }
        }
        uint32_t full = UINT32_MAX;
        if (o == OPMAP_IDX && isa_index_bits(insn) < 32)
            full = ((UINT32_C(1) << isa_index_bits(insn)) - 1)
                   << ((cbsz & 3) == 0 ? isa_index_bits(insn) * abid : 0);
        for (int lane = 0; lane < ISA_LANES; lane++)
            for (int v = 0; v < opmap_vgprs(insn, o); v++)
                cr_assert_eq(used[lane][v], full, "%s cbsz %d abid %d: %s lane %d vgpr %d: %08x",
                             insn->name, cbsz, abid, opmap_operand_title(o), lane, v,
                             used[lane][v]);
    }
}

Test(layout, is_bijective) { for_each_layout(claim_bijective); }

static void claim_inverse(const struct isa_smfmac *insn, int cbsz, int abid)
{
    for (int o = 0; o < OPMAP_N_OPERANDS; o++)
        for (int n = 0; n < opmap_count(insn, o); n++) {
            struct opmap_coord coord = opmap_coord(insn, o, n), back;
            struct opmap_slot slot = layout_slot(insn, cbsz, abid, o, coord);
            cr_assert(layout_coord(insn, cbsz, abid, o, slot, &back), "%s %s %d", insn->name,
                      opmap_operand_title(o), n);
            cr_assert_eq(memcmp(&back, &coord, sizeof coord), 0,
                         "%s %s %d comes back as i %d j %d k %d q %d s %d", insn->name,
                         opmap_operand_title(o), n, back.i, back.j, back.k, back.q, back.s);
        }
}

Test(layout, inverse_of_forward_is_the_identity) { for_each_layout(claim_inverse); }

Test(layout, inverse_refuses_what_holds_no_element)
{
    const struct isa_smfmac *insn = &isa_smfmacs[ISA_SMFMAC_f32_16x16x64_fp8_fp8];
    struct opmap_coord coord;
    static const struct {
        enum opmap_operand operand;
        struct opmap_slot slot;
    } empty[] = {
        {OPMAP_A, {0, 2, 0, 7}},     /* A has two registers */
        {OPMAP_A, {64, 0, 0, 7}},    /* 64 lanes */
        {OPMAP_A, {0, 0, 4, 11}},    /* across two elements */
        {OPMAP_A, {0, 0, 0, 15}},    /* two elements */
        {OPMAP_B, {0, 4, 0, 7}},     /* B has four */
        {OPMAP_CD, {0, 4, 0, 31}},   /* C/D has four */
        {OPMAP_CD, {0, 0, 0, 15}},   /* half a value */
        {OPMAP_IDX, {0, 0, 16, 17}}, /* the other set */
        {OPMAP_IDX, {0, 0, 1, 2}},   /* bits of two selectors */
        {OPMAP_IDX, {0, 0, 1, 0}},   /* bits exchanged */
        {OPMAP_IDX, {0, 1, 0, 1}},   /* one register */
        {OPMAP_IDX, {0, 0, 32, 33}}, /* 32 bits */
    };
    for (size_t n = 0; n < sizeof empty / sizeof empty[0]; n++)
        cr_expect(!layout_coord(insn, 0, 0, empty[n].operand, empty[n].slot, &coord), "row %zu", n);
    cr_expect(layout_coord(insn, 0, 1, OPMAP_IDX, (struct opmap_slot){0, 0, 16, 17}, &coord));
    cr_expect(!layout_coord(insn, 1, 1, OPMAP_IDX, (struct opmap_slot){0, 0, 16, 17}, &coord));
}

/* The lines of the row-to-lane table, against the formulas: rows fill their lanes and registers. */
static void claim_rows(const struct isa_smfmac *insn, int cbsz, int abid)
{
    struct layout_rows rows[LAYOUT_MAX_ROWS];
    int n_rows = layout_row_table(insn, rows), next_row = 0;
    for (int n = 0; n < n_rows; n++) {
        const struct layout_rows *r = &rows[n];
        cr_assert_eq(r->row_lo, next_row);
        next_row = r->row_hi + 1;
        cr_assert_eq((r->row_hi - r->row_lo + 1) * insn->n,
                     (r->lane_hi - r->lane_lo + 1) * (r->vgpr_hi - r->vgpr_lo + 1));
        for (int i = r->row_lo; i <= r->row_hi; i++)
            for (int j = 0; j < insn->n; j++) {
                struct opmap_coord coord = {.i = i, .j = j, .k = -1, .q = -1, .s = -1};
                struct opmap_slot slot = layout_slot(insn, cbsz, abid, OPMAP_CD, coord);
                cr_assert(slot.lane >= r->lane_lo && slot.lane <= r->lane_hi &&
                              slot.vgpr >= r->vgpr_lo && slot.vgpr <= r->vgpr_hi,
                          "%s line %d: D[%d][%d] is in lane %d vgpr %d", insn->name, n, i, j,
                          slot.lane, slot.vgpr);
            }
    }
    cr_assert_eq(next_row, insn->m);
}

Test(layout, row_tables_agree_with_the_formulas) { for_each_layout(claim_rows); }

/* --- single elements, worked out by hand from public reports and from the formulas --- */

#define NONE -1
struct worked {
    enum isa_smfmac_id id;
    int cbsz, abid;
    enum opmap_operand operand;
    struct opmap_coord coord; /* i j k q s */
    struct opmap_slot slot;   /* lane vgpr bit_lo bit_hi */
};

static void expect_places(const struct worked *rows, size_t n_rows)
{
    for (size_t n = 0; n < n_rows; n++) {
        const struct isa_smfmac *insn = &isa_smfmacs[rows[n].id];
        char expected[OPMAP_TEXT_BYTES], found[OPMAP_TEXT_BYTES];
        struct opmap_slot slot =
            layout_slot(insn, rows[n].cbsz, rows[n].abid, rows[n].operand, rows[n].coord);
        struct opmap_coord back;
        cr_expect(opmap_slot_equal(slot, rows[n].slot), "row %zu: expected %s, found %s", n,
                  opmap_slot_text(rows[n].slot, expected), opmap_slot_text(slot, found));
        cr_expect(
            layout_coord(insn, rows[n].cbsz, rows[n].abid, rows[n].operand, rows[n].slot, &back) &&
                !memcmp(&back, &rows[n].coord, sizeof back),
            "row %zu: %s holds another element", n, opmap_slot_text(rows[n].slot, expected));
    }
}

#define EXPECT_PLACES(rows) expect_places(rows, sizeof(rows) / sizeof(rows)[0])

Test(layout, two_k_of_a_16_bit_b_share_a_register)
{
    static const struct worked rows[] = {
        {ISA_SMFMAC_f32_16x16x32_f16, 0, 0, OPMAP_B, {NONE, 0, 0, NONE, NONE}, {0, 0, 0, 15}},
        {ISA_SMFMAC_f32_16x16x32_f16, 0, 0, OPMAP_B, {NONE, 0, 1, NONE, NONE}, {0, 0, 16, 31}},
    };
    EXPECT_PLACES(rows);
}

/* f32_16x16x32_f16: K[2][24] is v0{50}[3:0], K[2][31] v0{50}[7:4]. */
Test(layout, an_even_group_has_the_low_nibble_and_the_next_the_high_one)
{
    static const struct worked rows[] = {
        {ISA_SMFMAC_f32_16x16x32_f16, 0, 0, OPMAP_IDX, {2, NONE, NONE, 24 / 4, 0}, {50, 0, 0, 1}},
        {ISA_SMFMAC_f32_16x16x32_f16, 0, 0, OPMAP_IDX, {2, NONE, NONE, 24 / 4, 1}, {50, 0, 2, 3}},
        {ISA_SMFMAC_f32_16x16x32_f16, 0, 0, OPMAP_IDX, {2, NONE, NONE, 31 / 4, 0}, {50, 0, 4, 5}},
        {ISA_SMFMAC_f32_16x16x32_f16, 0, 0, OPMAP_IDX, {2, NONE, NONE, 31 / 4, 1}, {50, 0, 6, 7}},
    };
    EXPECT_PLACES(rows);
}

/* f32_16x16x32_f16, K[2][31]: (cbsz, abid) = (0, 3) is v0{50}[31:28], (1, 3) is v0{50}[7:4]. */
Test(layout, abid_names_the_set_of_the_index_and_cbsz_1_reads_set_0)
{
    static const struct worked rows[] = {
        {ISA_SMFMAC_f32_16x16x32_f16, 0, 3, OPMAP_IDX, {2, NONE, NONE, 31 / 4, 0}, {50, 0, 28, 29}},
        {ISA_SMFMAC_f32_16x16x32_f16, 0, 3, OPMAP_IDX, {2, NONE, NONE, 31 / 4, 1}, {50, 0, 30, 31}},
        {ISA_SMFMAC_f32_16x16x32_f16, 1, 3, OPMAP_IDX, {2, NONE, NONE, 31 / 4, 0}, {50, 0, 4, 5}},
        {ISA_SMFMAC_f32_16x16x32_f16, 1, 3, OPMAP_IDX, {2, NONE, NONE, 31 / 4, 1}, {50, 0, 6, 7}},
        {ISA_SMFMAC_f32_16x16x64_fp8_fp8, 4, 1, OPMAP_IDX, {5, NONE, NONE, 9, 1}, {37, 0, 22, 23}},
        {ISA_SMFMAC_f32_32x32x16_bf16, 0, 2, OPMAP_IDX, {30, NONE, NONE, 3, 0}, {62, 0, 20, 21}},
        {ISA_SMFMAC_f32_32x32x32_f16, 0, 1, OPMAP_IDX, {4, NONE, NONE, 6, 1}, {36, 0, 26, 27}},
    };
    EXPECT_PLACES(rows);
}

/* i32_32x32x32_i8: B[16][0] is v0{32}[7:0]. */
Test(layout, b_of_32_columns_has_its_second_half_of_k_in_lanes_32_to_63)
{
    static const struct worked rows[] = {
        {ISA_SMFMAC_i32_32x32x32_i8, 0, 0, OPMAP_B, {NONE, 0, 16, NONE, NONE}, {32, 0, 0, 7}},
        {ISA_SMFMAC_i32_32x32x32_i8, 0, 0, OPMAP_B, {NONE, 0, 15, NONE, NONE}, {0, 3, 24, 31}},
    };
    EXPECT_PLACES(rows);
}

/* D[5][7] of a 16x16 is v1{23}; D[31][31] of a 32x32 is v15{63}. */
Test(layout, results_of_16_and_32_rows_are_where_reports_found_them)
{
    static const struct worked rows[] = {
        {ISA_SMFMAC_i32_16x16x64_i8, 0, 0, OPMAP_CD, {5, 7, NONE, NONE, NONE}, {23, 1, 0, 31}},
        {ISA_SMFMAC_i32_32x32x32_i8, 0, 0, OPMAP_CD, {31, 31, NONE, NONE, NONE}, {63, 15, 0, 31}},
        {ISA_SMFMAC_f32_32x32x16_bf16, 0, 2, OPMAP_CD, {13, 9, NONE, NONE, NONE}, {41, 5, 0, 31}},
    };
    EXPECT_PLACES(rows);
}

Test(layout, stored_values_and_b_of_8_bits_fill_four_bytes_a_register)
{
    static const struct worked rows[] = {
        {ISA_SMFMAC_f32_16x16x64_fp8_fp8, 0, 0, OPMAP_A, {3, NONE, NONE, 6, 1}, {19, 1, 8, 15}},
        {ISA_SMFMAC_f32_16x16x64_fp8_fp8,
         0,
         0,
         OPMAP_B,
         {NONE, 3, 31, NONE, NONE},
         {19, 3, 24, 31}},
        {ISA_SMFMAC_f32_32x32x16_bf16, 0, 2, OPMAP_A, {30, NONE, NONE, 3, 0}, {62, 1, 0, 15}},
    };
    EXPECT_PLACES(rows);
}

/* Of gfx950's own: k 64 of K = 128 opens the second half of lane 0's registers. */
Test(layout, b_of_gfx950_has_two_banks_of_half_k)
{
    static const struct worked rows[] = {
        {ISA_SMFMAC_i32_16x16x128_i8, 0, 0, OPMAP_B, {NONE, 2, 17, NONE, NONE}, {18, 0, 8, 15}},
        {ISA_SMFMAC_i32_16x16x128_i8, 0, 0, OPMAP_B, {NONE, 2, 64, NONE, NONE}, {2, 4, 0, 7}},
        {ISA_SMFMAC_i32_16x16x128_i8, 0, 0, OPMAP_B, {NONE, 15, 127, NONE, NONE}, {63, 7, 24, 31}},
        {ISA_SMFMAC_f32_32x32x32_f16, 0, 1, OPMAP_B, {NONE, 4, 26, NONE, NONE}, {36, 5, 0, 15}},
    };
    EXPECT_PLACES(rows);
}

Test(layout, map_holds_every_element_and_its_provenance)
{
    struct opmap map;
    struct error err;
    const struct isa_smfmac *insn = &isa_smfmacs[ISA_SMFMAC_f32_32x32x16_f16];
    cr_assert_eq(layout_map(insn, 0, 3, &map, &err), STATUS_OK);
    cr_expect_eq(map.provenance.source, OPMAP_FORMULA);
    cr_expect_str_eq(map.provenance.arch, "gfx942");
    cr_expect_eq(map.abid, 3);
    for (int o = 0; o < OPMAP_N_OPERANDS; o++)
        for (int n = 0; n < opmap_count(insn, o); n++)
            cr_assert(opmap_slot_equal(map.slot[o][n],
                                       layout_slot(insn, 0, 3, o, opmap_coord(insn, o, n))));
    opmap_free(&map);
    cr_expect_eq(layout_map(insn, 0, 4, &map, &err), STATUS_USAGE);
}

#include <criterion/criterion.h>
#include <string.h>

#include "isa/opmap.h"

Test(opmap, numbers_elements_in_the_order_of_their_coordinates)
{
    for (int id = 0; id < ISA_N_SMFMAC; id++) {
        const struct isa_smfmac *insn = &isa_smfmacs[id];
        int a = 0, b = 0, cd = 0;
        for (int i = 0; i < insn->m; i++)
            for (int q = 0; q < insn->k / 4; q++)
                for (int s = 0; s < 2; s++, a++) {
                    struct opmap_coord c = {.i = i, .j = -1, .k = -1, .q = q, .s = s};
                    cr_assert_eq(opmap_ordinal(insn, OPMAP_A, c), a);
                    cr_assert_eq(opmap_ordinal(insn, OPMAP_IDX, c), a);
                }
        for (int k = 0; k < insn->k; k++)
            for (int j = 0; j < insn->n; j++, b++) {
                struct opmap_coord c = {.i = -1, .j = j, .k = k, .q = -1, .s = -1};
                cr_assert_eq(opmap_ordinal(insn, OPMAP_B, c), b);
            }
        for (int i = 0; i < insn->m; i++)
            for (int j = 0; j < insn->n; j++, cd++) {
                struct opmap_coord c = {.i = i, .j = j, .k = -1, .q = -1, .s = -1};
                cr_assert_eq(opmap_ordinal(insn, OPMAP_CD, c), cd);
            }
        cr_expect_eq(opmap_count(insn, OPMAP_A), a);
        cr_expect_eq(opmap_count(insn, OPMAP_IDX), a);
        cr_expect_eq(opmap_count(insn, OPMAP_B), b);
        cr_expect_eq(opmap_count(insn, OPMAP_CD), cd);
    }
}

Test(opmap, coordinate_of_an_ordinal_leads_back)
{
    for (int id = 0; id < ISA_N_SMFMAC; id++)
        for (int o = 0; o < OPMAP_N_OPERANDS; o++)
            for (int n = 0; n < opmap_count(&isa_smfmacs[id], o); n++) {
                struct opmap_coord c = opmap_coord(&isa_smfmacs[id], o, n);
                cr_assert_eq(opmap_ordinal(&isa_smfmacs[id], o, c), n);
                cr_assert_eq(c.i < 0, o == OPMAP_B);
                cr_assert_eq(c.j < 0, o == OPMAP_A || o == OPMAP_IDX);
                cr_assert_eq(c.k < 0, o != OPMAP_B);
                cr_assert_eq(c.q < 0, o == OPMAP_B || o == OPMAP_CD);
                cr_assert_eq(c.s < 0, c.q < 0);
            }
}

Test(opmap, writes_coordinates_and_slots_as_documents_do)
{
    char text[OPMAP_TEXT_BYTES];
    struct opmap_coord c = {.i = 31, .j = 30, .k = 127, .q = 15, .s = 1};
    cr_expect_str_eq(opmap_coord_text(OPMAP_A, c, text), "A[31][15.1]");
    cr_expect_str_eq(opmap_coord_text(OPMAP_IDX, c, text), "K[31][15.1]");
    cr_expect_str_eq(opmap_coord_text(OPMAP_B, c, text), "B[127][30]");
    cr_expect_str_eq(opmap_coord_text(OPMAP_CD, c, text), "D[31][30]");
    cr_expect_str_eq(opmap_slot_text((struct opmap_slot){19, 3, 24, 31}, text), "v3{19}[31:24]");
    cr_expect_str_eq(opmap_slot_text((struct opmap_slot){63, 15, 0, 31}, text), "v15{63}");
    cr_expect_str_eq(opmap_slot_text((struct opmap_slot){255, 255, 255, 255}, text),
                     "v255{255}[255:255]");
}

Test(opmap, names_operands_and_sources)
{
    cr_expect_str_eq(opmap_operand_name(OPMAP_IDX), "idx");
    cr_expect_str_eq(opmap_operand_title(OPMAP_CD), "CD");
    cr_expect_str_eq(opmap_source_name(OPMAP_FORMULA), "formula");
    cr_expect_str_eq(opmap_source_name(OPMAP_EMULATED), "emulated");
    cr_expect_str_eq(opmap_source_name(OPMAP_UNATTESTED), "device (unattested)");
    cr_expect_str_eq(opmap_source_name(OPMAP_MEASURED), "measured");
    cr_expect_str_eq(opmap_source_name(OPMAP_CAPTURED), "captured");
}

Test(opmap, a_slot_is_all_four_of_its_numbers)
{
    struct opmap_slot slot = {1, 2, 3, 4},
                      other[4] = {{9, 2, 3, 4}, {1, 9, 3, 4}, {1, 2, 9, 4}, {1, 2, 3, 9}};
    cr_expect(opmap_slot_equal(slot, slot));
    for (int n = 0; n < 4; n++)
        cr_expect(!opmap_slot_equal(slot, other[n]));
}

Test(opmap, starts_empty_and_can_be_freed_twice)
{
    struct opmap map;
    struct error err;
    const struct isa_smfmac *insn = &isa_smfmacs[ISA_SMFMAC_i32_16x16x64_i8];
    cr_assert_eq(opmap_init(&map, insn, 4, 1, &err), STATUS_OK);
    cr_expect_eq(map.insn, insn);
    cr_expect_eq(map.cbsz, 4);
    cr_expect_eq(map.abid, 1);
    cr_expect_str_empty(map.provenance.device);
    struct opmap_slot none = {0, 0, 0, 0};
    for (int o = 0; o < OPMAP_N_OPERANDS; o++)
        for (int n = 0; n < opmap_count(insn, o); n++)
            cr_assert(opmap_slot_equal(map.slot[o][n], none));
    opmap_free(&map);
    opmap_free(&map);
}

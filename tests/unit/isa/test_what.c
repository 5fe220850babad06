#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "isa/what.h"
#include "layout/layout.h"

static const struct isa_smfmac *const f16 = &isa_smfmacs[ISA_SMFMAC_f32_16x16x32_f16];
static const struct isa_smfmac *const fp8 = &isa_smfmacs[ISA_SMFMAC_f32_32x32x32_fp8_fp8];

static struct what parse(const struct isa_smfmac *insn, const char *text)
{
    struct what what = {0};
    struct error err = {0};
    cr_assert_eq(what_parse(text, insn, &what, &err), STATUS_OK, "%s: %s", text, err.text);
    return what;
}

static void expect_element(const char *text, enum opmap_operand operand, struct opmap_coord c)
{
    struct what w = parse(f16, text);
    cr_expect(!w.is_register && w.operand == operand, "%s", text);
    cr_expect(w.coord.i == c.i && w.coord.j == c.j && w.coord.k == c.k && w.coord.q == c.q &&
                  w.coord.s == c.s,
              "%s: i %d j %d k %d q %d s %d", text, w.coord.i, w.coord.j, w.coord.k, w.coord.q,
              w.coord.s);
}

Test(what, names_elements_with_brackets_or_commas_in_either_case)
{
    const struct opmap_coord both = {2, -1, 31, 7, -1}, one = {2, -1, -1, 7, 1};
    expect_element("A[2][31]", OPMAP_A, both);
    expect_element("a,2,31", OPMAP_A, both);
    expect_element("A[2][7.1]", OPMAP_A, one);
    expect_element("A,2,7.1", OPMAP_A, one);
    expect_element("K[2][31]", OPMAP_IDX, both);
    expect_element("idx,2,31", OPMAP_IDX, both);
    expect_element("IDX[2][7.1]", OPMAP_IDX, one);
    expect_element("B[31][3]", OPMAP_B, (struct opmap_coord){-1, 3, 31, -1, -1});
    expect_element("b,31,3", OPMAP_B, (struct opmap_coord){-1, 3, 31, -1, -1});
    const char *const d[] = {"D[5][7]", "C[5][7]", "cd[5][7]", "d,5,7", " D [ 5 ]\t[ 07 ] "};
    for (size_t n = 0; n < sizeof d / sizeof d[0]; n++)
        expect_element(d[n], OPMAP_CD, (struct opmap_coord){5, 7, -1, -1, -1});
}

static void expect_register(const char *text, enum opmap_operand operand, int vgpr, int lane,
                            int hi, int lo)
{
    struct what w = parse(fp8, text);
    cr_expect(w.is_register && w.operand == operand, "%s", text);
    cr_expect(w.slot.vgpr == vgpr && w.slot.lane == lane && w.slot.bit_hi == hi &&
                  w.slot.bit_lo == lo,
              "%s: v%d{%d}[%d:%d]", text, w.slot.vgpr, w.slot.lane, w.slot.bit_hi, w.slot.bit_lo);
}

Test(what, names_registers_whole_or_by_bits_from_either_end)
{
    expect_register("b:v3{19}", OPMAP_B, 3, 19, 31, 0);
    expect_register("b:v3{19}[31:24]", OPMAP_B, 3, 19, 31, 24);
    expect_register("b:v3{19}[24:31]", OPMAP_B, 3, 19, 31, 24);
    expect_register("b:v3,19,24-31", OPMAP_B, 3, 19, 31, 24);
    expect_register("B: V3 , 19 , 31-24", OPMAP_B, 3, 19, 31, 24);
    expect_register("a:v1,63", OPMAP_A, 1, 63, 31, 0);
    expect_register("idx:v0{50}[5]", OPMAP_IDX, 0, 50, 5, 5);
    expect_register("k:v0,50,5", OPMAP_IDX, 0, 50, 5, 5);
    expect_register("cd:v15{63}", OPMAP_CD, 15, 63, 31, 0);
    expect_register("d:v15{63}", OPMAP_CD, 15, 63, 31, 0);
}

/* The message's first line, and the column under the caret, from 0 on. */
static void expect_refused(const struct isa_smfmac *insn, const char *text, int column,
                           const char *message)
{
    struct what what = {.operand = OPMAP_B, .coord = {1, 2, 3, 4, 5}}, before = what;
    struct error err = {0};
    cr_assert_eq(what_parse(text, insn, &what, &err), STATUS_USAGE, "%s", text);
    cr_expect_eq(memcmp(&what, &before, sizeof what), 0, "%s: touched", text);
    size_t first = strcspn(err.text, "\n");
    cr_expect(strlen(message) == first && !strncmp(err.text, message, first), "%s: '%s'", text,
              err.text);
    const char *last = strrchr(err.text, '\n');
    cr_assert(last, "%s: %s", text, err.text);
    cr_expect_eq((int)strlen(last) - 4, column, "%s: %s", text, err.text);
}

Test(what, says_where_a_word_goes_wrong)
{
    const char *const operand = "an operand is expected here: A, K or idx, B, D or C";
    expect_refused(f16, "", 0, operand);
    expect_refused(f16, "Z[1][2]", 0, operand);
    expect_refused(f16, "ab,1,2", 0, operand);
    expect_refused(f16, "B", 1,
                   "'[' or ',' and an element, or ':' and a register, is expected here");
    expect_refused(f16, "B[31;3]", 4, "']' is expected here");
    expect_refused(f16, "B[31]3", 5, "'[' is expected here");
    expect_refused(f16, "B,31", 4, "',' is expected here");
    expect_refused(f16, "B,,3", 2, "a number is expected here: k, 0..31");
    expect_refused(f16, "D[-1][3]", 2, "a number is expected here: i, 0..15");
    expect_refused(f16, "A[2][7.]", 7, "a number is expected here: slot, 0..1");
    expect_refused(f16, "D[5][7]x", 7, "nothing more is expected here");
    expect_refused(f16, "b:3{4}", 2, "a register is expected here, as in v0{3} or v0,3");
    expect_refused(f16, "b:v3", 4, "a lane is expected here, as in v0{3} or v0,3");
    expect_refused(f16, "b:v3{4", 6, "'}' is expected here");
    expect_refused(f16, "b:v3{4}[7:0", 11, "']' is expected here");
    expect_refused(f16, "B[⌊3]", 2, "a number is expected here: k, 0..31");
    expect_refused(f16, "B[3][⌊", 5, "a number is expected here: j, 0..15");
    expect_refused(f16, "B[3][3]⌊x", 7, "nothing more is expected here");
}

Test(what, refuses_what_the_instruction_does_not_have)
{
    expect_refused(f16, "B[32][3]", 2, "k 32: B of f32_16x16x32_f16 has k 0..31");
    expect_refused(f16, "B[31][16]", 6, "j 16: B of f32_16x16x32_f16 has j 0..15");
    expect_refused(f16, "D[16][0]", 2, "i 16: CD of f32_16x16x32_f16 has i 0..15");
    expect_refused(f16, "A[0][8.0]", 5, "K group 8: A of f32_16x16x32_f16 has K group 0..7");
    expect_refused(f16, "K[0][0.2]", 7, "slot 2: idx of f32_16x16x32_f16 has slot 0..1");
    expect_refused(f16, "b:v4{0}", 3, "VGPR 4: B of f32_16x16x32_f16 has VGPR 0..3");
    expect_refused(f16, "a:v2,0", 3, "VGPR 2: A of f32_16x16x32_f16 has VGPR 0..1");
    expect_refused(f16, "idx:v1{0}", 5, "VGPR 1: idx of f32_16x16x32_f16 has VGPR 0..0");
    expect_refused(f16, "b:v3{64}", 5, "lane 64: B of f32_16x16x32_f16 has lane 0..63");
    expect_refused(f16, "b:v3{0}[32:0]", 8, "bit 32: B of f32_16x16x32_f16 has bit 0..31");
    expect_refused(fp8, "A[32][0]", 2, "i 32: A of f32_32x32x32_fp8_fp8 has i 0..31");
    expect_refused(f16, "B[4294967297][0]", 2, "k 4294967297: B of f32_16x16x32_f16 has k 0..31");
    expect_refused(f16, "B[18446744073709551616][0]", 2,
                   "k 18446744073709551616: B of f32_16x16x32_f16 has k 0..31");
}

Test(what, refuses_words_too_long_for_any_element)
{
    char text[100] = "B[";
    struct what what;
    struct error err = {0};
    memset(text + 2, '0', sizeof text - 3);
    cr_expect_eq(what_parse(text, f16, &what, &err), STATUS_USAGE);
    cr_expect_str_eq(err.text,
                     "'B[000000000000000000...' has 99 characters: no element or register "
                     "is named so");
}

/* A map of four elements a register in each operand, all of them in lane 9. */
static struct opmap strange_map(void)
{
    struct opmap map = {0};
    struct error err = {0};
    cr_assert_eq(opmap_init(&map, fp8, 0, 0, &err), STATUS_OK);
    for (int o = 0; o < OPMAP_N_OPERANDS; o++)
        for (int n = 0; n < opmap_count(fp8, (enum opmap_operand)o); n++)
            map.slot[o][n] = (struct opmap_slot){.lane = 60, .vgpr = 7, .bit_lo = 0, .bit_hi = 7};
    map.slot[OPMAP_B][5] = (struct opmap_slot){9, 2, 16, 23};
    map.slot[OPMAP_B][8] = (struct opmap_slot){9, 2, 8, 15};
    map.slot[OPMAP_IDX][3] = (struct opmap_slot){9, 0, 30, 2}; /* bits apart and exchanged */
    return map;
}

static struct what_found find(const struct opmap *map, const char *text)
{
    struct what what = parse(fp8, text);
    struct what_found found;
    what_find(&what, map, &found);
    return found;
}

Test(what, finds_all_elements_of_a_register_and_the_bits_without_one)
{
    struct opmap map = strange_map();
    struct what_found found = find(&map, "b:v2{9}[20:4]");
    cr_assert_eq(found.n, 2);
    cr_expect_eq(found.part[0].ordinal, 8);
    cr_expect(found.part[0].whole);
    cr_expect_eq(found.part[0].asked, UINT32_C(0xff00));
    cr_expect_eq(found.part[1].ordinal, 5);
    cr_expect(!found.part[1].whole);
    cr_expect_eq(found.part[1].asked, UINT32_C(0x1f0000));
    cr_expect_eq(found.unused, UINT32_C(0xf0));
    found = find(&map, "b:v1{9}");
    cr_expect_eq(found.n, 0);
    cr_expect_eq(found.unused, UINT32_MAX);
    opmap_free(&map);
}

Test(what, finds_a_selector_by_either_of_its_bits)
{
    struct opmap map = strange_map();
    const char *const words[] = {"idx:v0{9}[30]", "idx:v0{9}[2]", "idx:v0{9}[2:1]"};
    for (int n = 0; n < 3; n++) {
        struct what_found found = find(&map, words[n]);
        cr_assert_eq(found.n, 1, "%s", words[n]);
        cr_expect_eq(found.part[0].ordinal, 3);
        cr_expect(!found.part[0].whole);
        cr_expect_eq(found.unused, n == 2 ? UINT32_C(2) : 0u);
    }
    cr_expect_eq(find(&map, "idx:v0{9}[29:3]").n, 0);
    cr_expect(find(&map, "idx:v0{9}").part[0].whole);
    opmap_free(&map);
}

Test(what, finds_both_slots_of_a_group_or_the_one_that_was_named)
{
    struct opmap map = strange_map();
    for (int k = 4; k < 8; k++) {
        char text[32];
        snprintf(text, sizeof text, "A[0][%d]", k);
        struct what_found found = find(&map, text);
        cr_assert_eq(found.n, 2);
        cr_expect_eq(found.part[0].ordinal, 2);
        cr_expect_eq(found.part[1].ordinal, 3);
        cr_expect_eq(found.unused, 0u);
    }
    struct what_found found = find(&map, "K[0][1.1]");
    cr_assert_eq(found.n, 1);
    cr_expect_eq(found.part[0].ordinal, 3);
    cr_expect_eq(found.part[0].asked, UINT32_C(1) << 30 | UINT32_C(1) << 2);
    opmap_free(&map);
}

/* Where the documented layout has what `text` asks for, "v0{50}[7:4]" for a nibble. */
static void expect_at(const char *name, int cbsz, int abid, const char *text, const char *place)
{
    struct isa_selection selection = {0};
    struct opmap map;
    struct what_found found;
    struct error err;
    char at[OPMAP_TEXT_BYTES];
    cr_assert_eq(isa_select(name, ISA_GFX942, &selection, &err), STATUS_OK, "%s", err.text);
    cr_assert_eq(layout_map(selection.insn[0], cbsz, abid, &map, &err), STATUS_OK, "%s", err.text);
    struct what what = parse(selection.insn[0], text);
    what_find(&what, &map, &found);
    cr_assert_gt(found.n, 0);
    struct opmap_slot slot = map.slot[what.operand][found.part[0].ordinal];
    slot.bit_hi = map.slot[what.operand][found.part[found.n - 1].ordinal].bit_hi;
    cr_expect_str_eq(opmap_slot_text(slot, at), place, "%s %s: %s, not %s", name, text, at, place);
    opmap_free(&map);
}

/* Places that people asked for in public, worked out by hand. */
Test(what, finds_what_others_looked_for)
{
    expect_at("f32_16x16x32_f16", 0, 0, "B[1][0]", "v0{0}[31:16]");
    expect_at("f32_16x16x32_f16", 0, 0, "K[2][31]", "v0{50}[7:4]");
    expect_at("f32_16x16x32_f16", 0, 0, "K[2][24]", "v0{50}[3:0]");
    expect_at("f32_16x16x32_f16", 0, 3, "K[2][31]", "v0{50}[31:28]");
    expect_at("f32_16x16x32_f16", 1, 3, "K[2][31]", "v0{50}[7:4]");
    expect_at("i32_32x32x32_i8", 0, 0, "B[16][0]", "v0{32}[7:0]");
    expect_at("f32_16x16x64_fp8_fp8", 0, 0, "D[5][7]", "v1{23}");
    expect_at("f32_16x16x32_bf16", 0, 0, "D[5][7]", "v1{23}");
    expect_at("f32_32x32x16_f16", 0, 0, "D[31][31]", "v15{63}");
}

#include "scramble.h"

/* Renumbers the K groups of some operands: every group one further. */
static void renumber_groups(struct opmap *map, unsigned operands)
{
    const struct isa_smfmac *insn = map->insn;
    struct opmap plain;
    scramble_start(insn->id, map->cbsz, map->abid, &plain);
    for (int o = OPMAP_A; o <= OPMAP_B; o++)
        for (int n = 0; n < opmap_count(insn, o) && operands & 1u << o; n++) {
            struct opmap_coord c = opmap_coord(insn, o, n);
            if (o == OPMAP_B)
                c.k = (c.k + 4) % insn->k;
            else
                c.q = (c.q + 1) % isa_k_groups(insn);
            map->slot[o][n] = plain.slot[o][opmap_ordinal(insn, o, c)];
        }
    opmap_free(&plain);
}

enum { A = 1 << OPMAP_A, IDX = 1 << OPMAP_IDX, B = 1 << OPMAP_B };

static const struct {
    unsigned renumbered;
    enum check_verdict verdict[OPMAP_N_OPERANDS];
    const char *blame;
} cases[] = {
    {0, {CHECK_EQUAL, CHECK_EQUAL, CHECK_EQUAL, CHECK_EQUAL}, ""},
    {A | IDX | B, {CHECK_EQUAL_UP_TO_K, CHECK_EQUAL_UP_TO_K, CHECK_EQUAL_UP_TO_K, CHECK_EQUAL}, ""},
    {B, {CHECK_EQUAL, CHECK_EQUAL, CHECK_WRONG, CHECK_EQUAL}, "B"},
    {A, {CHECK_WRONG, CHECK_EQUAL, CHECK_EQUAL, CHECK_EQUAL}, "A"},
    {IDX, {CHECK_EQUAL, CHECK_WRONG, CHECK_EQUAL, CHECK_EQUAL}, "idx"},
    {A | IDX, {CHECK_WRONG, CHECK_WRONG, CHECK_EQUAL, CHECK_EQUAL}, "A+idx"},
};

Test(given, k_groups_may_be_renumbered_in_all_three_operands_only)
{
    for (int id = 0; id < ISA_N_SMFMAC; id++)
        for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
            struct opmap plain, other;
            struct check_report report;
            struct error err;
            scramble_start(id, 0, 0, &plain);
            scramble_start(id, 0, 0, &other);
            renumber_groups(&other, cases[n].renumbered);
            cr_assert_eq(check_given(&other, &plain, &report, &err), STATUS_OK);
            for (int o = 0; o < OPMAP_N_OPERANDS; o++) {
                cr_expect_eq(report.operand[o].verdict, cases[n].verdict[o], "%s case %zu %s: %s",
                             plain.insn->name, n, opmap_operand_title(o),
                             check_verdict_name(report.operand[o].verdict));
                cr_expect_eq(report.operand[o].compared, opmap_count(plain.insn, o));
                cr_expect_eq(report.operand[o].differ,
                             cases[n].verdict[o] == CHECK_WRONG ? opmap_count(plain.insn, o) : 0);
            }
            cr_expect_str_eq(report.blame, cases[n].blame);
            cr_expect_eq(report.verdict, cases[n].blame[0]     ? CHECK_WRONG
                                         : cases[n].renumbered ? CHECK_EQUAL_UP_TO_K
                                                               : CHECK_EQUAL);
            opmap_free(&other);
            opmap_free(&plain);
        }
}

/* A renumbering gives every group a name of its own. */
Test(given, a_group_in_place_of_another_is_no_renumbering)
{
    struct opmap plain, other;
    struct check_report report;
    struct error err;
    scramble_start(ISA_SMFMAC_f32_32x32x32_fp8_bf8, 0, 1, &plain);
    scramble_start(ISA_SMFMAC_f32_32x32x32_fp8_bf8, 0, 1, &other);
    const struct isa_smfmac *insn = plain.insn;
    for (int o = OPMAP_A; o <= OPMAP_B; o++)
        for (int n = 0; n < opmap_count(insn, o); n++) {
            struct opmap_coord c = opmap_coord(insn, o, n);
            if (c.q == 5)
                c.q = 2;
            if (c.k >= 0 && c.k / 4 == 5)
                c.k -= 3 * 4;
            other.slot[o][n] = plain.slot[o][opmap_ordinal(insn, o, c)];
        }
    cr_assert_eq(check_given(&other, &plain, &report, &err), STATUS_OK);
    cr_expect_eq(report.verdict, CHECK_WRONG);
    cr_expect_str_eq(report.blame, "A+idx+B");
    cr_expect_eq(report.operand[OPMAP_A].differ, 2 * 32);
    opmap_free(&other);
    opmap_free(&plain);
}

/* What check_recovered forgives, this does not: both layouts have names of their own. */
Test(given, nothing_else_is_renumbered)
{
    struct opmap plain, other;
    struct check_report report;
    struct error err;
    scramble_start(ISA_SMFMAC_f32_16x16x32_bf16, 0, 2, &plain);
    scramble_start(ISA_SMFMAC_f32_16x16x32_bf16, 0, 2, &other);
    const struct isa_smfmac *insn = plain.insn;
    for (int n = 0; n < opmap_count(insn, OPMAP_CD); n++) {
        struct opmap_coord c = opmap_coord(insn, OPMAP_CD, n);
        c.j ^= 3;
        other.slot[OPMAP_CD][n] = plain.slot[OPMAP_CD][opmap_ordinal(insn, OPMAP_CD, c)];
    }
    for (int n = 0; n < opmap_count(insn, OPMAP_B); n++) {
        struct opmap_coord c = opmap_coord(insn, OPMAP_B, n);
        c.j ^= 3;
        other.slot[OPMAP_B][n] = plain.slot[OPMAP_B][opmap_ordinal(insn, OPMAP_B, c)];
    }
    cr_assert_eq(check_given(&other, &plain, &report, &err), STATUS_OK);
    cr_expect_eq(report.verdict, CHECK_WRONG);
    cr_expect_str_eq(report.blame, "B+CD");
    cr_expect_eq(report.operand[OPMAP_B].first, 0);
    cr_expect_eq(report.operand[OPMAP_B].expected.lane, 0);
    cr_expect_eq(report.operand[OPMAP_B].found.lane, 3);
    opmap_free(&other);
    opmap_free(&plain);
}

Test(given, i_and_j_exchanged_is_transposed)
{
    for (int id = 0; id < ISA_N_SMFMAC; id++) {
        struct opmap plain, other;
        struct check_report report;
        struct error err;
        scramble_start(id, 0, 0, &plain);
        scramble_start(id, 0, 0, &other);
        const struct isa_smfmac *insn = plain.insn;
        for (int n = 0; n < opmap_count(insn, OPMAP_CD); n++) {
            struct opmap_coord c = opmap_coord(insn, OPMAP_CD, n), t = c;
            t.i = c.j;
            t.j = c.i;
            other.slot[OPMAP_CD][n] = plain.slot[OPMAP_CD][opmap_ordinal(insn, OPMAP_CD, t)];
        }
        cr_assert_eq(check_given(&other, &plain, &report, &err), STATUS_OK);
        cr_expect_eq(report.verdict, CHECK_TRANSPOSED);
        cr_expect_str_eq(report.blame, "CD");
        other.slot[OPMAP_CD][5].vgpr ^= 1; /* and one element astray */
        cr_assert_eq(check_given(&other, &plain, &report, &err), STATUS_OK);
        cr_expect_eq(report.verdict, CHECK_WRONG);
        opmap_free(&other);
        opmap_free(&plain);
    }
}

Test(given, layouts_of_two_instructions_are_refused)
{
    struct opmap one, other;
    struct check_report report;
    struct error err;
    scramble_start(ISA_SMFMAC_i32_16x16x64_i8, 0, 0, &one);
    scramble_start(ISA_SMFMAC_f32_16x16x64_fp8_fp8, 0, 0, &other);
    cr_expect_eq(check_given(&one, &other, &report, &err), STATUS_USAGE);
    opmap_free(&one);
    opmap_free(&other);
}

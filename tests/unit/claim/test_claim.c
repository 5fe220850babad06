#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "claim/claim.h"
#include "layout/layout.h"

static struct expr_set set; /* static: tens of kilobytes */
static struct claim_report report;

static enum status judge_by(const struct opmap *map, enum opmap_operand operand, const char *text,
                            struct expr_fault *fault)
{
    memset(&set, 0, sizeof set);
    enum status status = expr_add(&set, text, fault);
    if (status == STATUS_OK)
        status = claim_resolve(&set, operand, fault);
    return status == STATUS_OK ? claim_judge(map, operand, &set, 256, &report, fault) : status;
}

static enum status judge(int id, enum opmap_operand operand, const char *text,
                         struct expr_fault *fault)
{
    struct opmap map;
    struct error err;
    cr_assert_eq(layout_map(&isa_smfmacs[id], 0, 0, &map, &err), STATUS_OK);
    enum status status = judge_by(&map, operand, text, fault);
    opmap_free(&map);
    return status;
}

/* FACTS of the documents, with every size spelled out; gfx950's own B is in two banks. */
static void formulas(const struct isa_smfmac *insn, enum opmap_operand operand, char *text,
                     size_t size)
{
    int lanes = ISA_LANES / insn->m, held = insn->k / lanes, groups = held / 4;
    int width = isa_type_bits(insn->a_type), per_vgpr = 32 / width, half = held / 2;
    switch (operand) {
    case OPMAP_A:
        snprintf(text, size,
                 "lane = %d floor(q/%d) + i; e = 2 (q mod %d) + s; vgpr = floor(e/%d);"
                 "bit = %d (e mod %d); bit_hi = bit + %d - 1; q = floor(kc/2);"
                 "i = lane mod %d; kc = %d floor(lane/%d) + %d vgpr + floor(bit/%d)",
                 insn->m, groups, groups, per_vgpr, width, per_vgpr, width, insn->m, 2 * groups,
                 insn->m, per_vgpr, width);
        break;
    case OPMAP_IDX:
        snprintf(text, size,
                 "lane = %d*(k/%d) + i; vgpr = 0; nibble = k/4 %% %d; bit = 4*nibble + 2*s;"
                 "q = %d*(L / M) + nibble; i = L & M - 1",
                 insn->m, held, groups, groups);
        break;
    case OPMAP_B:
        if (insn->arch == ISA_GFX950)
            snprintf(text, size,
                     "h = floor(k/(K/2)); k' = k mod (K/2); lane = N floor(k'/%d) + j;"
                     "e = %d h + (k' mod %d); vgpr = e / %d; bit = %d*(e %% %d)",
                     half, half, half, per_vgpr, width, per_vgpr);
        else
            snprintf(text, size,
                     "lane = N⌊k/%d⌋ + j; e = k mod %d; vgpr = e/%d; bit = %d·(e mod %d);"
                     "k = %d⌊lane/N⌋ + %d·vgpr + bit/%d; j = lane mod N; byte = bit >> 3",
                     held, held, per_vgpr, width, per_vgpr, held, per_vgpr, width);
        break;
    default: /* the CDNA3 page */
        snprintf(text, size, "%s",
                 insn->m == 16
                     ? "\\text{lane}    &= 16 \\lfloor \\frac{i}{4} \\rfloor + j \\\\\n"
                       "\\text{VGPR}    &= i \\bmod 4 \\\\\n"
                       "i &= 4 \\lfloor \\frac{L}{16} \\rfloor + (G \\bmod 4) \\\\\n"
                       "j &= L \\bmod 16"
                     : "\\text{lane}   &= \\bigl(32 \\cdot \\lfloor \\frac{i}{4} \\rfloor\\bigr) "
                       "\\bmod 64 + j \\\\\n"
                       "\\text{VGPR}   &= 4 \\lfloor \\frac{i}{8} \\rfloor + (i \\bmod 4)\\\\\n"
                       "i &= \\bigl(8 \\cdot \\lfloor \\frac{G}{4} \\rfloor\\bigr) \\bmod 32\n"
                       "    + 4 \\lfloor \\frac{L}{32} \\rfloor + (G \\bmod 4) \\\\\n"
                       "j &= L \\bmod 32");
        break;
    }
}

Test(claim, documented_formulas_hold_for_every_instruction)
{
    for (int id = 0; id < ISA_N_SMFMAC; id++)
        for (int o = 0; o < OPMAP_N_OPERANDS; o++) {
            const struct isa_smfmac *insn = &isa_smfmacs[id];
            struct expr_fault fault = {0};
            char text[1024];
            formulas(insn, o, text, sizeof text);
            cr_assert_eq(judge(id, o, text, &fault), STATUS_OK, "%s: %s at %zu", text, fault.why,
                         fault.at);
            cr_expect_eq(report.verdict, CLAIM_HOLDS, "%s %s", insn->name, opmap_operand_title(o));
            /* idx: by (i, k), four k to two slots, but here also by slot */
            int points = opmap_count(insn, o) * (o == OPMAP_IDX ? 4 : 1);
            cr_expect_eq(report.compared, points, "%s %s: %d", insn->name, opmap_operand_title(o),
                         report.compared);
            cr_expect_eq(report.differ, 0);
        }
}

enum {
    F16 = ISA_SMFMAC_f32_16x16x32_f16,
    I8 = ISA_SMFMAC_i32_16x16x64_i8,
    F32X32 = ISA_SMFMAC_f32_32x32x16_bf16,
    FP8 = ISA_SMFMAC_f32_32x32x32_fp8_fp8
};

static const struct {
    int id;
    enum opmap_operand operand;
    const char *text;
    enum claim_verdict verdict;
    int differ, compared;
    const char *where;
    int said, holds;
    const char *range, *suggestion;
} samples[] = {
    /* a published caption, a published colouring, and what a published program prints */
    {F16, OPMAP_B, "lane = 16*floor(k/16) + j", CLAIM_WRONG, 384, 512, "k=8, j=0", 0, 16, "",
     "lane = 16*floor(k/8) + j"},
    {F32X32, OPMAP_CD, "lane = (32·⌊i/8⌋) mod 64 + j", CLAIM_WRONG, 512, 1024, "i=4, j=0", 0, 32,
     "", "lane = (32·⌊i/4⌋) mod 64 + j"},
    {F16, OPMAP_B, "vgpr = (k % 4)", CLAIM_WRONG, 384, 512, "k=1, j=0", 1, 0, "",
     "vgpr = (floor(k/2) % 4)"},
    {F16, OPMAP_A, "q = vgpr", CLAIM_WRONG, 192, 256, "i=0, q=2, s=0", 0, 2, "", ""},
    /* partial sets: each for what it says */
    {F16, OPMAP_B, "vgpr = floor(k/2) % 4", CLAIM_HOLDS, 0, 512, "", 0, 0, "", ""},
    {F16, OPMAP_A, "lane = 16*floor(k/8) + i", CLAIM_HOLDS, 0, 512, "", 0, 0, "", ""},
    {F16, OPMAP_IDX, "lane = 16*floor(k/8) + i; nibble = floor(k/4) % 2", CLAIM_HOLDS, 0, 512, "",
     0, 0, "", ""},
    {F16, OPMAP_A, "vgpr = q & 1", CLAIM_HOLDS, 0, 256, "", 0, 0, "", ""},
    {I8, OPMAP_A, "half = q % 2; byte = kc % 4", CLAIM_HOLDS, 0, 512, "", 0, 0, "", ""},
    {F16, OPMAP_A, "half = k % 2", CLAIM_WRONG, 512, 512, "i=0, k=0, s=1", 0, 1, "",
     "half = s % 2"},
    /* out of the range that there is: said so, never wrapped */
    {F16, OPMAP_CD, "lane = 16*floor(i/2) + j", CLAIM_WRONG, 224, 256, "i=2, j=0", 16, 0, "",
     "lane = 16*floor(i/4) + j"},
    {F16, OPMAP_B, "lane = 64*floor(k/8) + j", CLAIM_WRONG, 384, 512, "k=8, j=0", 64, 16,
     "lane is 0..63", "lane = 16*floor(k/8) + j"},
    {F16, OPMAP_B, "lane = 16*floor(k/8) + j - 1", CLAIM_WRONG, 512, 512, "k=0, j=0", -1, 0,
     "lane is 0..63", ""},
    {F16, OPMAP_B, "K = 64", CLAIM_WRONG, 512, 512, "k=0, j=0", 64, 32, "", "K = 32"},
    {F16, OPMAP_CD, "threadIdx.x = 32*floor(i/4) + j", CLAIM_WRONG, 192, 256, "i=4, j=0", 32, 16,
     "", "threadIdx.x = 16*floor(i/4) + j"},
    /* a workgroup has several waves */
    {F16, OPMAP_CD, "i = 4*(threadIdx.x/16) + vgpr", CLAIM_WRONG, 768, 1024,
     "threadIdx.x=64, i=0, j=0", 16, 0, "i is 0..15", "i = 4*(lane/16) + vgpr"},
    {F16, OPMAP_CD, "i = 4*(threadIdx.x % 64 / 16) + vgpr", CLAIM_HOLDS, 0, 1024, "", 0, 0, "", ""},
    {F16, OPMAP_CD, "j = threadIdx.x % 16", CLAIM_HOLDS, 0, 1024, "", 0, 0, "", ""},
    {F16, OPMAP_CD, "lane = threadIdx.x", CLAIM_WRONG, 768, 1024, "threadIdx.x=64, i=0, j=0", 64, 0,
     "lane is 0..63", "lane = (threadIdx.x % 64)"},
    {F16, OPMAP_CD, "threadIdx.x = 16*floor(i/4) + j", CLAIM_HOLDS, 0, 256, "", 0, 0, "", ""},
    /* i and j exchanged */
    {F16, OPMAP_CD, "lane = 16*floor(j/4) + i; vgpr = j % 4", CLAIM_TRANSPOSED, 240, 256,
     "i=0, j=1", 0, 1, "", ""},
    {FP8, OPMAP_CD, "j = 8*(G/4) % 32 + 4*(L/32) + G % 4; i = L % 32", CLAIM_TRANSPOSED, 992, 1024,
     "i=0, j=1", 0, 1, "", ""},
    {F16, OPMAP_CD, "lane = 16*floor(j/4) + i; vgpr = j % 2", CLAIM_WRONG, 248, 256, "i=0, j=1", 0,
     1, "", ""},
    /* names of the author's own */
    {F16, OPMAP_A, "lane = M floor(q/G) + i; L = 64/M; E = K/L; G = E/4", CLAIM_HOLDS, 0, 256, "",
     0, 0, "", ""},
    {F16, OPMAP_CD, "lane = 16*q + j; q = floor(i/4)", CLAIM_HOLDS, 0, 256, "", 0, 0, "", ""},
    {F16, OPMAP_CD, "lane = 16*q + j; q = floor(i/2)", CLAIM_WRONG, 224, 256, "i=2, j=0", 16, 0, "",
     "q = floor(i/4)"},
    {F16, OPMAP_B, "L(k, j) = 16 floor(k/8) + j", CLAIM_HOLDS, 0, 512, "", 0, 0, "", ""},
    {F16, OPMAP_B, "L = 16 floor(k/4) + j; j = L mod 16", CLAIM_WRONG, 448, 512, "k=4, j=0", 16, 0,
     "", "L = 16 floor(k/8) + j"},
    /* changes of other kinds, and in definitions */
    {F16, OPMAP_CD, "vgpr = i / 4", CLAIM_WRONG, 192, 256, "i=1, j=0", 0, 1, "", "vgpr = i % 4"},
    {F16, OPMAP_CD, "\\text{VGPR} &= j \\bmod 4", CLAIM_TRANSPOSED, 192, 256, "i=0, j=1", 1, 0, "",
     "\\text{VGPR} &= i \\bmod 4"},
    {F16, OPMAP_B, "vgpr = e/2; e = k mod 16", CLAIM_WRONG, 256, 512, "k=8, j=0", 4, 0,
     "vgpr is 0..3", "e = k mod 8"},
    {FP8, OPMAP_CD,
     "i &= 4 \\lfloor \\frac{L}{32} \\rfloor\n   + \\bigl(8 \\cdot \\lfloor "
     "\\frac{G}{2} \\rfloor\\bigr) \\bmod 32 + (G \\bmod 4)",
     CLAIM_WRONG, 768, 1024, "i=2, j=0", 10, 2, "",
     "i &= 4 \\lfloor \\frac{L}{32} \\rfloor + \\bigl(8 \\cdot \\lfloor \\frac{G}{4} "
     "\\rfloor\\bigr) \\bmod 32 + (G \\bmod 4)"},
};

Test(claim, verdicts_counts_and_suggestions)
{
    for (size_t n = 0; n < sizeof samples / sizeof samples[0]; n++) {
        struct expr_fault fault = {0};
        const char *text = samples[n].text;
        cr_assert_eq(judge(samples[n].id, samples[n].operand, text, &fault), STATUS_OK,
                     "%s: %s at %zu", text, fault.why, fault.at);
        const struct claim *claim = &report.claim[0];
        cr_expect_eq(report.verdict, samples[n].verdict, "%s: %s", text,
                     claim_verdict_name(report.verdict));
        cr_expect_eq(report.compared, samples[n].compared, "%s: %d", text, report.compared);
        cr_expect_eq(report.differ, samples[n].differ, "%s: %d", text, report.differ);
        cr_expect_str_eq(claim->where, samples[n].where, "%s: %s", text, claim->where);
        cr_expect_eq(claim->said, samples[n].said, "%s: %d", text, (int)claim->said);
        cr_expect_eq(claim->holds, samples[n].holds, "%s: %d", text, (int)claim->holds);
        cr_expect_str_eq(claim->range, samples[n].range, "%s: %s", text, claim->range);
        cr_expect_str_eq(claim->suggestion, samples[n].suggestion, "%s: %s", text,
                         claim->suggestion);
    }
}

static const struct {
    enum opmap_operand operand;
    const char *text;
    size_t at;
    const char *why;
    enum claim_fault kind;
} faults[] = {
    {OPMAP_B, "lane = 16*floor(k/8) + i", 23, "B has no i: its elements are B[k][j]",
     CLAIM_FAULT_OTHER},
    {OPMAP_CD, "k = lane", 0, "CD has no k: its elements are D[i][j]", CLAIM_FAULT_OTHER},
    {OPMAP_IDX, "lane = j", 7,
     "idx has no j: its elements are K[i][q.s], k being any of the group q", CLAIM_FAULT_OTHER},
    {OPMAP_A, "k = 4*vgpr", 0, "the k of a stored value depends on the index",
     CLAIM_FAULT_STORED_K},
    {OPMAP_B, "e = k % 8", 0, "nothing is claimed", CLAIM_FAULT_OTHER},
    {OPMAP_B, "lane = 16*floor(k/8) + 8/(j-3)", 24, "division by zero, at k=0, j=3",
     CLAIM_FAULT_OTHER},
    {OPMAP_CD, "lane = 1 << 16*i", 9, "a shift by less than 0 or more than 62, at i=4, j=0",
     CLAIM_FAULT_OTHER},
};

Test(claim, what_cannot_be_judged_is_a_fault_with_its_place)
{
    for (size_t n = 0; n < sizeof faults / sizeof faults[0]; n++) {
        struct expr_fault fault = {0};
        cr_expect_eq(judge(F16, faults[n].operand, faults[n].text, &fault), STATUS_USAGE, "%s",
                     faults[n].text);
        cr_expect_eq(fault.at, faults[n].at, "%s: %zu", faults[n].text, fault.at);
        cr_expect(!strncmp(fault.why, faults[n].why, strlen(faults[n].why)), "%s: %s",
                  faults[n].text, fault.why);
        cr_expect_eq(fault.kind, (int)faults[n].kind, "%s: kind %d", faults[n].text, fault.kind);
    }
}

/* By what the map says, not by what documents say: there a right formula is wrong. */
Test(claim, the_map_is_the_judge)
{
    struct opmap map;
    struct error err;
    struct expr_fault fault = {0};
    cr_assert_eq(layout_map(&isa_smfmacs[F16], 0, 0, &map, &err), STATUS_OK);
    map.slot[OPMAP_B][16 * 3 + 5].lane = 40;
    cr_assert_eq(judge_by(&map, OPMAP_B, "lane = 16*floor(k/8) + j", &fault), STATUS_OK);
    cr_expect_eq(report.differ, 1);
    cr_expect_str_eq(report.claim[0].where, "k=3, j=5");
    cr_expect_eq(report.claim[0].said, 5);
    cr_expect_eq(report.claim[0].holds, 40);
    cr_expect_str_eq(report.claim[0].suggestion, "");
    opmap_free(&map);
}

/* One of two claims is wrong: the set differs where either does, the suggestion is for the one. */
Test(claim, claims_of_a_set_are_counted_apart_and_together)
{
    struct expr_fault fault = {0};
    cr_assert_eq(judge(F16, OPMAP_B, "vgpr = floor(k/2) % 4; lane = 16*floor(k/16)+j", &fault),
                 STATUS_OK);
    cr_expect_eq(report.n_claims, 2);
    cr_expect_eq(report.claim[0].differ, 0);
    cr_expect_eq(report.claim[1].differ, 384);
    cr_expect_eq(report.differ, 384);
    cr_expect_str_eq(report.claim[0].suggestion, "");
    cr_expect_str_eq(report.claim[1].suggestion, "lane = 16*floor(k/8)+j");
    cr_assert_eq(judge(F16, OPMAP_B, "vgpr = k % 4; lane = 16*floor(k/16)+j", &fault), STATUS_OK);
    cr_expect_eq(report.differ, 480);
    cr_expect_str_eq(report.claim[0].suggestion, "vgpr = floor(k/2) % 4");
    cr_expect_str_eq(report.claim[1].suggestion, "lane = 16*floor(k/8)+j");
}

/* Both claims use e: what would help one must not spoil the other. */
Test(claim, a_suggestion_leaves_right_claims_right)
{
    struct expr_fault fault = {0};
    cr_assert_eq(judge(F16, OPMAP_B, "e = k mod 8; vgpr = e/2; half = e/2 % 2", &fault), STATUS_OK);
    cr_expect_eq(report.claim[0].differ, 0);
    cr_expect_eq(report.claim[1].differ, 256);
    cr_expect_str_eq(report.claim[1].suggestion, "half = e/1 % 2");
    /* e = k mod 2 would be the smaller change */
    cr_assert_eq(judge(F16, OPMAP_B, "vgpr = e/2; half = e; e = k mod 8", &fault), STATUS_OK);
    cr_expect_eq(report.claim[1].differ, 384);
    cr_expect_str_eq(report.claim[1].suggestion, "half = (e % 2)");
}

/* Of a wrong constant or operator the right one is found again, or another that is right too. */

static int mutants, wrong_ones;

static void expect_mended(const struct opmap *map, enum opmap_operand operand, const char *text)
{
    struct expr_fault fault = {0};
    if (judge_by(map, operand, text, &fault) != STATUS_OK)
        return; /* a division by zero and the like */
    mutants++;
    if (report.claim[0].differ == 0)
        return; /* a mutant that says the same */
    wrong_ones++;
    char suggestion[CLAIM_TEXT_BYTES];
    snprintf(suggestion, sizeof suggestion, "%s", report.claim[0].suggestion);
    cr_expect_neq(suggestion[0], 0, "nothing for %s", text);
    if (suggestion[0]) {
        cr_assert_eq(judge_by(map, operand, suggestion, &fault), STATUS_OK, "%s", suggestion);
        cr_expect_eq(report.differ, 0, "%s: %s", text, suggestion);
    }
}

static void mutate(const struct opmap *map, enum opmap_operand operand, const char *text)
{
    static struct expr_set original;
    static const struct {
        enum expr_op op;
        const char *into[4];
    } changes[] = {
        {EXPR_NUMBER, {"1", "2", "16", "64"}},
        {EXPR_ADD, {"-"}},
        {EXPR_DIVIDE, {"%"}},
        {EXPR_MODULO, {"/"}},
        {EXPR_AND, {"|"}},
        {EXPR_SHIFT_RIGHT, {"<<"}},
    };
    struct expr_fault fault;
    memset(&original, 0, sizeof original);
    cr_assert_eq(expr_add(&original, text, &fault), STATUS_OK);
    for (int n = 0; n < original.n_nodes; n++)
        for (size_t c = 0; c < sizeof changes / sizeof changes[0]; c++)
            for (int i = 0; i < 4 && changes[c].into[i]; i++) {
                const struct expr_node *node = &original.node[n];
                char mutant[256];
                if (node->op != changes[c].op || text[node->at] == '\\')
                    continue;
                snprintf(mutant, sizeof mutant, "%.*s%s%s", node->at, text, changes[c].into[i],
                         text + node->end);
                expect_mended(map, operand, mutant);
            }
}

Test(claim, one_wrong_constant_or_operator_is_mended)
{
    static const struct {
        int id;
        enum opmap_operand operand;
        const char *text;
    } originals[] = {
        {F16, OPMAP_CD, "lane = 16*floor(i/4) + j"},
        {F16, OPMAP_CD, "vgpr = i % 4"},
        {F16, OPMAP_CD, "i = 4 \\lfloor \\frac{L}{16} \\rfloor + (G \\bmod 4)"},
        {F16, OPMAP_CD, "j = L & 15"},
        {FP8, OPMAP_CD, "lane = (32 * (i / 4)) % 64 + j"},
        {FP8, OPMAP_CD, "vgpr = 4*(i/8) + i % 4"},
        {FP8, OPMAP_CD, "i = 8*(G/4) % 32 + 4*(L/32) + G % 4"},
        {F16, OPMAP_B, "lane = 16·⌊k/8⌋ + j"},
        {F16, OPMAP_B, "vgpr = (k >> 1) % 4"},
        {F16, OPMAP_B, "k = 8*(L/16) + 2*G + bit/16"},
        {I8, OPMAP_A, "lane = 16*(q/4) + i"},
        {I8, OPMAP_IDX, "bit = 4*(q % 4) + 2*s"},
    };
    mutants = wrong_ones = 0;
    for (size_t n = 0; n < sizeof originals / sizeof originals[0]; n++) {
        struct opmap map;
        struct error err;
        cr_assert_eq(layout_map(&isa_smfmacs[originals[n].id], 0, 0, &map, &err), STATUS_OK);
        mutate(&map, originals[n].operand, originals[n].text);
        opmap_free(&map);
    }
    cr_expect_gt(mutants, 150, "%d", mutants);
    cr_expect_gt(wrong_ones, 120, "%d", wrong_ones);
}

/* Single statements, each on a page of its own: what is said, and what lint makes of it. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "lint/lint.h"

enum { R = 'r', W = 'w', U = 'u' }; /* right, wrong, not understood */

struct statement {
    const char *verdicts; /* one letter a claim, in any order; "" if none is found */
    const char *text;
};

static int count(const char *verdicts, char letter)
{
    int n = 0;
    for (; *verdicts; verdicts++)
        n += *verdicts == letter;
    return n;
}

static void expect_all(const char *name, const char *title, const struct statement *statements,
                       size_t n)
{
    for (size_t s = 0; s < n; s++) {
        char page[4096];
        struct lint_options options = {0};
        struct lint_report report = {0};
        struct error err = {0};
        snprintf(page, sizeof page, "%s\n\n%s\n", title, statements[s].text);
        cr_assert_eq(lint_text(name, page, strlen(page), &options, &report, &err), STATUS_OK, "%s",
                     err.text);
        const struct lint_claims *claims = &report.claims;
        cr_expect(claims->right == count(statements[s].verdicts, R) &&
                      claims->wrong == count(statements[s].verdicts, W) &&
                      claims->not_understood == count(statements[s].verdicts, U),
                  "%s: %ld right, %ld wrong, %ld not understood, not '%s'", statements[s].text,
                  claims->right, claims->wrong, claims->not_understood, statements[s].verdicts);
        lint_report_free(&report);
    }
}

#define EXPECT(name, title, ...)                                                                   \
    do {                                                                                           \
        static const struct statement statements[] = {__VA_ARGS__};                                \
        expect_all(name, title, statements, sizeof statements / sizeof *statements);               \
    } while (0)

static const char MD[] = "# SMFMAC on gfx942\n\nA page.";
static const char RST[] = "SMFMAC on gfx942\n================\n\nA page.";

Test(claims, take_operand_and_shape_from_the_nearest_words)
{
    EXPECT("a.md", MD, {"r", "B, K=64, 16x16, fp8: lane = 16*floor(k/16) + j"},
           {"w", "B, K=32, 16x16, f16: lane = 16*floor(k/16) + j"},
           {"r", "## B of 16x16x64\n\nIt is lane = 16*floor(k/16) + j."},
           {"r", "## 16x16 tiles\n\n### B, K=64\n\nlane = 16*floor(k/16) + j"},
           {"r", "## 32x32 tiles\n\n### B of f32_16x16x64_fp8_fp8\n\nlane = 16*floor(k/16) + j"},
           {"r", "A of 16x16x64, f8:\n\nlane = 16*floor(k/16) + i"},
           {"r", "16x16, K=128, output: lane = 16*floor(i/4) + j"},
           {"u", "lane = 16*floor(k/16) + j"}, {"u", "It is lane = 16 + 3*vgpr"});
}

/* Right for all layouts that may be meant, or wrong for all; else the page has to say which. */
Test(claims, are_not_guessed)
{
    EXPECT("a.md", MD, {"r", "B: j = lane % N"}, {"w", "B: j = lane % (N + 1)"},
           {"u", "B of 16x16 tiles: lane = 16*floor(k/8) + j"},
           {"r", "B of 16x16 tiles, f16: lane = 16*floor(k/8) + j"});
}

Test(claims, of_formulas_are_read_in_any_dress)
{
    EXPECT("a.md", MD, {"r", "Output, 16x16: $\\text{lane} = 16 \\lfloor i/4 \\rfloor + j$"},
           {"r", "Output, 16x16: `lane = 16 * (i / 4) + j`."},
           {"r", "Output, 16x16: lane = 16⌊i/4⌋ + j"},
           {"rr", "Output, 16x16: lane = 16*(i >> 2) + j and vgpr = i & 3."},
           {"rr", "16x16 output:\n\n```\nlane = 16*(i/4) + j\nvgpr = i % 4\n```"},
           {"rr", "16x16 output:\n\n$$\n\\begin{aligned}\n\\text{lane} &= 16 \\lfloor \\frac{i}{4} "
                  "\\rfloor \\\\\n  &+ j \\\\\n\\text{VGPR} &= i \\bmod 4\n\\end{aligned}\n$$"},
           {"rr", "| 16x16 output | formula |\n|---|---|\n| lane | lane = 16*floor(i/4) + j |\n| "
                  "register | vgpr = i % 4 |"},
           {"rw",
            "| operand | formula |\n|---|---|\n| B, 16x16x64 | lane = 16*floor(k/16) + j |\n| B, "
            "16x16x32, f16 | lane = 16*floor(k/16) + j |"},
           {"w", "Output, 16x16: lane = 16*floor(i/4) - j"},
           {"w", "Output, 16x16: lane = 16*floor(i/0) + j"},
           {"u", "Output, 16x16: lane = 16*floor(i/4 + j"},
           {"u", "Output, 16x16: $\\text{lane} = 16 \\oplus j$"});
}

Test(claims, of_definitions_hold_on_the_page)
{
    EXPECT(
        "a.md", MD,
        {"r", "With $P = 64 / M$ and $E = K / P$, B: $\\text{lane} = N \\lfloor k/E \\rfloor + j$"},
        {"w",
         "With $P = 64 / M$ and $E = 2 K / P$, B: $\\text{lane} = N \\lfloor k/E \\rfloor + j$"},
        {"uuu",
         "With $P = E / M$ and $E = K / P$, B: $\\text{lane} = N \\lfloor k/E \\rfloor + j$"},
        {"rr", "Given lane x and register y of a 16x16 output: i = 4*floor(x/16) + y, j = x % 16"},
        {"r", "With L = 64/M lane groups: output j = lane % M, so $L = 64 / M$."});
}

/* "k = 8" names a place. */
Test(claims, are_not_seen_where_places_are_spoken_of)
{
    EXPECT("a.md", MD, {"", "The first wrong element of B is at k = 8, j = 0, in lane = 16."},
           {"", "Use v_smfmac_* and the __builtin_amdgcn_smfmac_ prefix."},
           {"", "A wavefront has 512 VGPRs."}, {"", "Set the --offload-arch option."},
           {"", "The mask of an index is 0x3 << 2."});
}

Test(claims, of_names_and_flags_know_the_architecture)
{
    EXPECT("a.md", MD, {"r", "`v_smfmac_f32_16x16x32_f16`"}, {"w", "`v_smfmac_f32_16x16x64_f16`"},
           {"w", "`v_smfmac_f32_16x16x33_f16`"},
           {"r", "__builtin_amdgcn_smfmac_i32_32x32x32_i8(a)"},
           {"r", "--offload-arch=gfx942:sramecc+:xnack-"}, {"w", "--offload-arch=gfx908"},
           {"w", "`--offload-arch gfx950`"}, {"w", "--offload-arch=gfx1100"});
    EXPECT("a.md", "# SMFMAC on gfx950\n\nA page.", {"r", "`v_smfmac_f32_16x16x32_f16`"},
           {"r", "`v_smfmac_f32_16x16x64_f16`"}, {"w", "--offload-arch=gfx942"});
    EXPECT("a.md", "# SMFMAC\n\nOf gfx942 and gfx950.", {"r", "`v_smfmac_f32_16x16x64_f16`"},
           {"r", "--offload-arch=gfx942"});
}

Test(claims, of_registers_and_types)
{
    EXPECT("a.md", MD, {"r", "A 16x16 output tile takes 4 VGPRs per lane."},
           {"w", "A 32x32 output tile takes four VGPRs per lane."},
           {"r", "B takes 4 VGPRs, whatever K."},
           {"rr", "A takes two registers and B four registers."}, {"w", "B takes 2 VGPRs."},
           {"r", "The accumulator of 32x32 tiles is a v16float."},
           {"w", "The accumulator of 32x32 tiles is a v4float."}, {"w", "B is a v8int."},
           {"rr", "For fp8, A is a v2int and B a v4int."},
           {"rr", "For fp8, A is a v2int, B a v4int."});
}

Test(claims, of_index_constants)
{
    EXPECT("a.md", MD, {"r", "Positions 0 and 2 make the index 0x8888 for fp8."},
           {"w", "Positions 0 and 2 make the index 0x88 for fp8."},
           {"r", "Positions 0 and 2 make the index 0x88 for f16."},
           {"w", "Positions 0 and 1 make the index 0x88 for f16."},
           {"r", "Positions {0, 1} make the index 0x4444."},
           {"r", "Positions 2 and 3 make the index 0xEEEEEEEE, all sets filled."},
           {"w", "The index is 0x8885 for fp8."}, {"r", "f16 has 8 index bits."},
           {"w", "fp8 has 8 index bits."}, {"w", "The 16-bit types use 16 index bits."},
           {"", "f16: all of 2,048 index bits in a 32-bit index register."},
           {"r", "The 16-bit types use 8 index bits."},
           {"r", "## 16x16x64\n\nThe 16-bit types use 8 index bits."},
           {"w", "8-bit types read 8 index bits, whatever the shape."});
    EXPECT(
        "a.md", MD,
        {"rr", "```c\nint idx = 0x8888;\nd = __builtin_amdgcn_smfmac_f32_16x16x64_fp8_fp8(a, b, c, "
               "idx, 0, 0);\n```"},
        {"rw", "```c\nint idx = 0x88;\nd = __builtin_amdgcn_smfmac_f32_16x16x64_fp8_fp8(a, b, c, "
               "idx, 0, 0);\n```"},
        {"r", "```c\nint idx = 0x00008888;\n```"}, {"", "```c\nint low = idx & 0xFFFF;\n```"});
}

Test(claims, of_ranges)
{
    EXPECT("a.rst", RST,
           {"rrr", ":math:`0 \\le i < M`, :math:`0 \\le j < N`, :math:`0 \\le k < K`"},
           {"r", "0 <= lane <= 63"}, {"w", "0 <= lane <= 64"}, {"w", ":math:`1 \\le i < M`"},
           {"r", ":math:`0 \\leq q < K/4`"}, {"w", ":math:`0 \\leq q < K/2`"},
           {"r", "The 16x16 output has :math:`0 \\le \\text{VGPR} < 4`."},
           {"w", "The 32x32 output has :math:`0 \\le \\text{VGPR} < 4`."},
           {"u", ":math:`0 \\le x < 4`"}, {"u", ":math:`0 \\le i < Z`"});
}

Test(claims, of_sizes_stand_beside_names)
{
    EXPECT("a.rst", RST, {"rr", "``v_smfmac_f32_16x16x64_fp8_fp8`` has :math:`K=64`."},
           {"rw", "``v_smfmac_f32_16x16x64_fp8_fp8`` has :math:`K=32`."},
           {"w", "16x16 tiles with :math:`K=16`."});
}

/* A page that has only dense instructions is not judged; one that has both is, but for them. */
Test(claims, about_other_families_are_left_alone)
{
    EXPECT("a.md", "# MFMA\n\nv_mfma_f32_16x16x16_f16.",
           {"", "Output, 16x16: lane = 16*floor(i/5) + j"});
    EXPECT("a.md", MD, {"u", "## Dense\n\nv_mfma_f32_16x16x16_f16: lane = 16*floor(i/5) + j."});
}

/* That a page is about SMFMAC may stand in an alternative text alone. */
Test(claims, of_captions_agree_with_the_figure)
{
    EXPECT("a.rst", RST,
           {"urr", ".. figure:: smfmac-layout-16x16x64-b.svg\n   :alt: B, 16x16\n\n   B, K=64.\n"},
           {"uwr",
            ".. figure:: smfmac-layout-16x16x64-b.svg\n   :alt: A operand\n\n   16x16, K=64.\n"},
           {"uw", ".. figure:: smfmac-layout-16x16x64-b.svg\n\n   B of 32x32 tiles\n"},
           {"uw", ".. figure:: mine.svg\n\n   16x16, K=16, operand B\n"});
    EXPECT("a.rst", "Tiles\n=====",
           {"uw", ".. figure:: x.svg\n   :alt: SMFMAC\n\n   :math:`\\text{VGPR} = i \\bmod 3` of "
                  "16x16 D\n"});
}

/* All that the lanes hold must be named, and nothing else. */
Test(claims, of_lanes_say_what_they_hold)
{
    EXPECT("a.md", MD,
           {"rrrr", "16x16, K=64, B operand: Lanes 0–15 hold k 0–15, lanes 16–31 k 16–31, lanes "
                    "32–47 k 32–47, lanes 48–63 k 48–63."},
           {"rwrr", "16x16, K=64, B operand: lanes 0-15 hold k 0-15, lanes 16-31 k 16-30, lanes "
                    "32-47 k 32-47, lanes 48-63 k 48-63."},
           {"r", "D of 16x16: lanes 0---15 hold rows 0---3."},
           {"w", "D of 16x16: lanes 0-15 hold rows 0-7."},
           {"rr", "32x32 accumulator: lanes 0 to 31 hold rows 0-3, 8-11, 16-19 and 24-27, lanes "
                  "32 to 63 rows 4-7, 12-15, 20-23, 28-31."},
           {"w", "32x32 accumulator: lanes 0 to 31 hold rows 0-3, 8-11, 16-19."},
           {"r", "For 16x16x32 f16, lanes 16-31 hold k 8-15 of B."},
           {"rr", "In 16x16x64, lanes 0-15 hold K groups 0-3 of A, and lanes 16-31 hold "
                  "compressed k 8-15 of A."},
           {"w", "In 16x16x64, lanes 0-15 hold compressed k 0-15 of A."},
           {"r", "16x16x64: lane 21 holds row 5 of A."},
           {"w", "16x16x64: lane 21 holds row 6 of A."},
           {"r", "16x16x64: lane 21 holds column 5 of B."}, {"u", "Lanes 0-15 hold k 0-3."},
           {"u", "B of 16x16 tiles: lanes 0-15 hold k 0-7."},
           {"u", "16x16x64, A and B: lanes 0-15 hold rows 0-3."},
           {"", "Lanes 32 to 63 hold the upper K groups."},
           {"", "v_mfma_f32_16x16x16_f16: lanes 0-15 hold k 0-3."});
}

Test(claims, of_elements_say_where_they_are)
{
    EXPECT("a.md", MD, {"r", "In 16x16x64, element B[9][3] is in lane 3, VGPR 2."},
           {"w", "In 16x16x64, element B[9][3] is in lane 3, VGPR 0."},
           {"w", "In 16x16x64, element B[9][3] is in lane 19."},
           {"r", "16x16x32, f16: B[8][0] is in `v0{16}`."},
           {"w", "16x16x32, f16: B[8][0] is in v1{16}."},
           {"rr", "16x16: D[5][7] is in v1{23}, C[0][1] in v0 of lane 1."},
           {"r", "16x16: lane 23 holds D[5][7] in VGPR 1."}, {"w", "16x16: v2{23} holds D[5][7]."},
           {"r", "16x16x64: A[3][1.0] sits in v0{3}[23:16]."},
           {"w", "16x16x64: A[3][1.0] sits in v0{3}[15:8]."},
           {"r", "16x16x64: A[3][5] is found in lane 3."},
           {"w", "16x16x64: A[3][5] is in lane 19."}, {"w", "16x16x64: B[64][0] is in lane 0."},
           {"u", "B[9][3] is in lane 3."}, {"u", "16x16: B[9][3] is in lane 3, VGPR 2."},
           {"", "16x16: D[5][7] is not in lane 3."},
           {"", "16x16x64: D[5][7] is the sum of A[5][0] and B[0][7]."},
           {"", "v_mfma_f32_16x16x16_f16: B[9][3] is in lane 5."});
}

Test(claims, of_quantities_in_sentences)
{
    EXPECT("a.md", MD, {"r", "A 16x16 instruction takes 16 cycles."},
           {"w", "A 16x16 instruction takes 32 cycles."},
           {"rr", "`v_smfmac_f32_32x32x16_f16` has a latency of 32 cycles."},
           {"u", "The instruction takes 16 cycles."}, {"r", "## 16x16x64\n\nIt needs 16 cycles."},
           {"w", "## 16x16x64\n\nIt needs 8 cycles."},
           {"", "## 16x16x64\n\nA global load takes 500 cycles."},
           {"", "## 16x16x64\n\nThe whole thing takes 500 cycles."},
           {"rr", "16x16x64: each lane holds 8 values of A; each lane holds 16 elements of B."},
           {"w", "16x16x64: each lane holds 16 values of A."},
           {"r", "In the 32x32 accumulator each of the 64 lanes holds 16 elements."},
           {"w", "In the 32x32 accumulator each of the 64 lanes holds 4 elements."},
           {"u", "16x16x64: each lane holds 8 values."}, {"u", "Each lane holds 8 values of A."},
           {"", "B, 16x16x64: each lane holds 4 elements in each VGPR."},
           {"w", "A wavefront has 32 lanes."}, {"w", "It is computed by a wavefront of 32 lanes."},
           {"w", "SMFMAC runs in a 32-lane wavefront."}, {"", "On RDNA a wave has 32 lanes."},
           {"r", "A wavefront has 64 lanes."});
}

/* A title that is an operand's goes with the section before it, or the only shape of the page. */
Test(claims, under_an_operands_title_are_about_what_went_before)
{
    EXPECT("a.md", MD,
           {"rr", "## v_smfmac_f32_16x16x64_fp8_fp8\n\nFast.\n\n## Operand D\n\nlane = "
                  "16*floor(i/4) + j"},
           {"w", "## 16x16x64\n\nFast.\n\n## Operand D\n\nlane = 32*floor(i/4) + j"},
           {"rr", "## 16x16x64\n\nFast.\n\n## Operand B\n\nlane = 16*floor(k/16) + j\n\n## "
                  "C/D\n\nlane = 16*floor(i/4) + j"},
           {"rr", "All of it is about 16x16x64.\n\n## B\n\nlane = 16*floor(k/16) + j\n\n## "
                  "C/D\n\nLanes 0-15 hold rows 0-3."},
           {"rr", "## 16x16x64\n\n## Operand D\n\nlane = 16*floor(i/4) + j\n\n## "
                  "32x32x32\n\n## Operand D\n\nlane = (32*floor(i/4)) % 64 + j"},
           {"u", "## 16x16x64\n\nA.\n\n## 32x32x32\n\nB.\n\n## Operand D\n\nlane = "
                 "16*floor(i/4) + j"},
           {"u", "Of 16x16 tiles.\n\n| tile |\n|---|\n| 32x32 |\n\n## Operand D\n\nlane = "
                 "16*floor(i/4) + j"},
           {"u", "There are 16x16 and 32x32 tiles.\n\n## Operand D\n\nlane = 16*floor(i/4) + j"},
           {"u", "## 16x16x64\n\nFast.\n\n## What comes next\n\nD: lane = 16*floor(i/4) + j"});
}

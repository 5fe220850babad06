#include "unit/render/families.h"

static void expect_name(enum isa_smfmac_id id, enum opmap_operand operand, int cbsz, int abid,
                        enum render_format format, const char *expected)
{
    struct opmap map = {.insn = &isa_smfmacs[id], .cbsz = cbsz, .abid = abid};
    struct render_options options = {.operand = operand, .format = format};
    char name[RENDER_NAME_BYTES];
    render_file_name(&map, &options, name);
    cr_expect_str_eq(name, expected);
}

/* The eight names of AMD's CDNA3 page, to the letter. */
Test(name, is_that_of_the_cdna3_page)
{
    static const char *const suffix[] = {"a", "idx", "b", "cd"};
    for (int o = 0; o < OPMAP_N_OPERANDS; o++) {
        char expected[RENDER_NAME_BYTES];
        snprintf(expected, sizeof expected, "smfmac-layout-16x16x64-%s.svg", suffix[o]);
        expect_name(ISA_SMFMAC_f32_16x16x64_fp8_bf8, o, 0, 0, RENDER_SVG, expected);
        snprintf(expected, sizeof expected, "smfmac-layout-32x32x32-%s.svg", suffix[o]);
        expect_name(ISA_SMFMAC_i32_32x32x32_i8, o, 0, 0, RENDER_SVG, expected);
    }
}

Test(name, tells_what_is_drawn_and_how)
{
    struct opmap map = {.insn = &isa_smfmacs[ISA_SMFMAC_i32_32x32x32_i8], .abid = 1};
    struct render_options options = {.operand = OPMAP_B,
                                     .theme = RENDER_PRINT,
                                     .owner = true,
                                     .lanes = {true, 0, 15},
                                     .k = {true, 8, 8}};
    char name[RENDER_NAME_BYTES];
    render_file_name(&map, &options, name);
    cr_expect_str_eq(name, "smfmac-layout-32x32x32-b-abid1-lanes0-15-k8-owner-print.svg");
    options = (struct render_options){.theme = RENDER_DARK, .rows = {true, 4, 31}};
    map.abid = 0;
    options.linked = true;
    render_file_name(&map, &options, name);
    cr_expect_str_eq(name, "smfmac-layout-32x32x32-linked-rows4-31-dark.svg");
    options.linked = false;
    render_file_name(&map, &options, name);
    cr_expect_str_eq(name, "smfmac-layout-32x32x32-a-rows4-31-dark.svg");
}

Test(name, tells_what_would_else_collide)
{
    expect_name(ISA_SMFMAC_f32_16x16x64_bf16, OPMAP_B, 0, 0, RENDER_SVG,
                "smfmac-layout-16x16x64-w16-b.svg");
    expect_name(ISA_SMFMAC_f32_16x16x32_bf16, OPMAP_B, 0, 0, RENDER_PNG,
                "smfmac-layout-16x16x32-b.png");
    expect_name(ISA_SMFMAC_f32_32x32x16_f16, OPMAP_IDX, 0, 3, RENDER_SVG,
                "smfmac-layout-32x32x16-idx-abid3.svg");
    expect_name(ISA_SMFMAC_f32_32x32x16_f16, OPMAP_IDX, 7, 1, RENDER_SVG,
                "smfmac-layout-32x32x16-idx-cbsz7-abid1.svg");
}

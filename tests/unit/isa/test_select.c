#include <criterion/criterion.h>
#include <string.h>

#include "isa/isa.h"

static int count(const char *pattern, enum isa_arch arch)
{
    struct isa_selection sel = {0};
    struct error err;
    return isa_select(pattern, arch, &sel, &err) == STATUS_OK ? sel.n : -1;
}

Test(select, takes_builtin_mnemonic_and_short_name_in_any_case)
{
    static const char *const spellings[] = {
        "f32_16x16x64_fp8_bf8",
        "v_smfmac_f32_16x16x64_fp8_bf8",
        "__builtin_amdgcn_smfmac_f32_16x16x64_fp8_bf8",
        "V_SMFMAC_F32_16X16X64_FP8_BF8",
    };
    for (int n = 0; n < 4; n++) {
        struct isa_selection sel = {0};
        struct error err;
        cr_assert_eq(isa_select(spellings[n], ISA_GFX942, &sel, &err), STATUS_OK);
        cr_expect_eq(sel.n, 1);
        cr_expect_eq(sel.insn[0]->id, ISA_SMFMAC_f32_16x16x64_fp8_bf8);
    }
}

Test(select, globs_stay_within_the_architecture)
{
    cr_expect_eq(count("*", ISA_GFX942), 14);
    cr_expect_eq(count("*", ISA_GFX950), 28);
    cr_expect_eq(count("*_fp8", ISA_GFX942), 4);
    cr_expect_eq(count("*_16x16x64_*", ISA_GFX942), 5);
    cr_expect_eq(count("*_16x16x64_*", ISA_GFX950), 7);
    cr_expect_eq(count("v_*i8", ISA_GFX942), 2);
    cr_expect_eq(count("*_[bf]*16", ISA_GFX942), 4);
    cr_expect_eq(count("*x128_*", ISA_GFX942), -1);
}

Test(select, keeps_table_order_and_no_repeats)
{
    static const char *const patterns[] = {"*fp8_fp8", "i32_*", "f32_16x16x32_f16", "*_i8", "*f16"};
    struct isa_selection sel = {0};
    struct error err;
    for (int n = 0; n < 5; n++)
        cr_assert_eq(isa_select(patterns[n], ISA_GFX942, &sel, &err), STATUS_OK);
    static const enum isa_smfmac_id expected[] = {
        ISA_SMFMAC_f32_16x16x32_f16,     ISA_SMFMAC_f32_32x32x16_f16,
        ISA_SMFMAC_f32_16x16x32_bf16,    ISA_SMFMAC_f32_32x32x16_bf16,
        ISA_SMFMAC_i32_16x16x64_i8,      ISA_SMFMAC_i32_32x32x32_i8,
        ISA_SMFMAC_f32_16x16x64_fp8_fp8, ISA_SMFMAC_f32_32x32x32_fp8_fp8,
    };
    cr_assert_eq(sel.n, 8);
    for (int n = 0; n < sel.n; n++)
        cr_expect_eq(sel.insn[n]->id, expected[n]);
    isa_select_all(ISA_GFX942, &sel);
    cr_expect_eq(sel.n, 14);
    isa_select_all(ISA_GFX950, &sel);
    cr_expect_eq(sel.n, 28);
}

static void claim_refused(const char *pattern, enum isa_arch arch, const char *message)
{
    struct isa_selection sel = {0};
    struct error err;
    cr_expect_eq(isa_select(pattern, arch, &sel, &err), STATUS_USAGE);
    cr_expect_str_eq(err.text, message);
    cr_expect_eq(sel.n, 0);
}

Test(select, names_what_may_have_been_meant)
{
    claim_refused("f32_16x16x64_fp8_fp9", ISA_GFX942,
                  "no instruction 'f32_16x16x64_fp8_fp9' on gfx942; near: f32_16x16x64_fp8_fp8, "
                  "f32_16x16x64_bf8_fp8, f32_16x16x64_fp8_bf8");
    claim_refused("v_smfmac_i32_32x32x32_i9", ISA_GFX942,
                  "no instruction 'v_smfmac_i32_32x32x32_i9' on gfx942; near: i32_32x32x32_i8, "
                  "f32_32x32x16_f16");
    claim_refused("f32_16x16x64_fp8", ISA_GFX942, /* which two names go on from */
                  "no instruction 'f32_16x16x64_fp8' on gfx942; near: f32_16x16x64_fp8_bf8, "
                  "f32_16x16x64_fp8_fp8, i32_16x16x64_i8");
    claim_refused("nosuch", ISA_GFX942,
                  "no instruction 'nosuch' on gfx942 ('smfviz list' names them)");
    claim_refused("v_smfmac_f32_32x32x64_fp8_fp8", ISA_GFX942,
                  "gfx942 has no instruction 'v_smfmac_f32_32x32x64_fp8_fp8': it is one of gfx950");
    claim_refused("*x128_*", ISA_GFX942,
                  "no instruction of gfx942 matches '*x128_*' ('smfviz list' names them)");
}

Test(select, survives_any_length)
{
    char name[5000];
    memset(name, 'f', sizeof name - 1);
    name[sizeof name - 1] = 0;
    cr_expect_eq(count(name, ISA_GFX942), -1);
    cr_expect_eq(count("", ISA_GFX942), -1);
    for (size_t n = 0; n < 200; n++) {
        name[sizeof name - 1 - n] = 0;
        cr_expect_eq(count(name + sizeof name - 200, ISA_GFX942), -1);
    }
}

#include <criterion/criterion.h>
#include <string.h>

#include "isa/isa.h"

/* Written out by hand from AMD's documents, row by row: nothing here is computed. */
static const struct {
    const char *name;
    enum isa_arch arch;
    int m, n, k;
    const char *a, *b, *cd;
    int dense_elements, groups, index_bits, sets, a_vgprs, b_vgprs, cd_vgprs, cycles;
    long ops;
} table[] = {
    /* clang-format off */
    {"f32_16x16x32_f16",      ISA_GFX942, 16, 16,  32, "f16",  "f16",  "f32",  8, 2,  8, 4, 2, 4,  4, 16,  16384},
    {"f32_32x32x16_f16",      ISA_GFX942, 32, 32,  16, "f16",  "f16",  "f32",  8, 2,  8, 4, 2, 4, 16, 32,  32768},
    {"f32_16x16x32_bf16",     ISA_GFX942, 16, 16,  32, "bf16", "bf16", "f32",  8, 2,  8, 4, 2, 4,  4, 16,  16384},
    {"f32_32x32x16_bf16",     ISA_GFX942, 32, 32,  16, "bf16", "bf16", "f32",  8, 2,  8, 4, 2, 4, 16, 32,  32768},
    {"i32_16x16x64_i8",       ISA_GFX942, 16, 16,  64, "i8",   "i8",   "i32", 16, 4, 16, 2, 2, 4,  4, 16,  32768},
    {"i32_32x32x32_i8",       ISA_GFX942, 32, 32,  32, "i8",   "i8",   "i32", 16, 4, 16, 2, 2, 4, 16, 32,  65536},
    {"f32_16x16x64_bf8_bf8",  ISA_GFX942, 16, 16,  64, "bf8",  "bf8",  "f32", 16, 4, 16, 2, 2, 4,  4, 16,  32768},
    {"f32_16x16x64_bf8_fp8",  ISA_GFX942, 16, 16,  64, "bf8",  "fp8",  "f32", 16, 4, 16, 2, 2, 4,  4, 16,  32768},
    {"f32_16x16x64_fp8_bf8",  ISA_GFX942, 16, 16,  64, "fp8",  "bf8",  "f32", 16, 4, 16, 2, 2, 4,  4, 16,  32768},
    {"f32_16x16x64_fp8_fp8",  ISA_GFX942, 16, 16,  64, "fp8",  "fp8",  "f32", 16, 4, 16, 2, 2, 4,  4, 16,  32768},
    {"f32_32x32x32_bf8_bf8",  ISA_GFX942, 32, 32,  32, "bf8",  "bf8",  "f32", 16, 4, 16, 2, 2, 4, 16, 32,  65536},
    {"f32_32x32x32_bf8_fp8",  ISA_GFX942, 32, 32,  32, "bf8",  "fp8",  "f32", 16, 4, 16, 2, 2, 4, 16, 32,  65536},
    {"f32_32x32x32_fp8_bf8",  ISA_GFX942, 32, 32,  32, "fp8",  "bf8",  "f32", 16, 4, 16, 2, 2, 4, 16, 32,  65536},
    {"f32_32x32x32_fp8_fp8",  ISA_GFX942, 32, 32,  32, "fp8",  "fp8",  "f32", 16, 4, 16, 2, 2, 4, 16, 32,  65536},
    {"f32_16x16x64_f16",      ISA_GFX950, 16, 16,  64, "f16",  "f16",  "f32", 16, 4, 16, 2, 4, 8,  4, 16,  32768},
    {"f32_32x32x32_f16",      ISA_GFX950, 32, 32,  32, "f16",  "f16",  "f32", 16, 4, 16, 2, 4, 8, 16, 32,  65536},
    {"f32_16x16x64_bf16",     ISA_GFX950, 16, 16,  64, "bf16", "bf16", "f32", 16, 4, 16, 2, 4, 8,  4, 16,  32768},
    {"f32_32x32x32_bf16",     ISA_GFX950, 32, 32,  32, "bf16", "bf16", "f32", 16, 4, 16, 2, 4, 8, 16, 32,  65536},
    {"i32_16x16x128_i8",      ISA_GFX950, 16, 16, 128, "i8",   "i8",   "i32", 32, 8, 32, 1, 4, 8,  4, 16,  65536},
    {"i32_32x32x64_i8",       ISA_GFX950, 32, 32,  64, "i8",   "i8",   "i32", 32, 8, 32, 1, 4, 8, 16, 32, 131072},
    {"f32_16x16x128_bf8_bf8", ISA_GFX950, 16, 16, 128, "bf8",  "bf8",  "f32", 32, 8, 32, 1, 4, 8,  4, 16,  65536},
    {"f32_16x16x128_bf8_fp8", ISA_GFX950, 16, 16, 128, "bf8",  "fp8",  "f32", 32, 8, 32, 1, 4, 8,  4, 16,  65536},
    {"f32_16x16x128_fp8_bf8", ISA_GFX950, 16, 16, 128, "fp8",  "bf8",  "f32", 32, 8, 32, 1, 4, 8,  4, 16,  65536},
    {"f32_16x16x128_fp8_fp8", ISA_GFX950, 16, 16, 128, "fp8",  "fp8",  "f32", 32, 8, 32, 1, 4, 8,  4, 16,  65536},
    {"f32_32x32x64_bf8_bf8",  ISA_GFX950, 32, 32,  64, "bf8",  "bf8",  "f32", 32, 8, 32, 1, 4, 8, 16, 32, 131072},
    {"f32_32x32x64_bf8_fp8",  ISA_GFX950, 32, 32,  64, "bf8",  "fp8",  "f32", 32, 8, 32, 1, 4, 8, 16, 32, 131072},
    {"f32_32x32x64_fp8_bf8",  ISA_GFX950, 32, 32,  64, "fp8",  "bf8",  "f32", 32, 8, 32, 1, 4, 8, 16, 32, 131072},
    {"f32_32x32x64_fp8_fp8",  ISA_GFX950, 32, 32,  64, "fp8",  "fp8",  "f32", 32, 8, 32, 1, 4, 8, 16, 32, 131072},
    /* clang-format on */
};

Test(isa, has_the_28_instructions_of_the_documents)
{
    cr_assert_eq(ISA_N_SMFMAC, 28);
    cr_assert_eq(sizeof table / sizeof table[0], 28);
    for (int id = 0; id < ISA_N_SMFMAC; id++) {
        const struct isa_smfmac *insn = &isa_smfmacs[id];
        cr_expect_eq(insn->id, (enum isa_smfmac_id)id);
        cr_expect_str_eq(insn->name, table[id].name);
        cr_expect_eq(insn->arch, table[id].arch);
        cr_expect(insn->m == table[id].m && insn->n == table[id].n && insn->k == table[id].k);
        cr_expect_str_eq(isa_type_name(insn->a_type), table[id].a);
        cr_expect_str_eq(isa_type_name(insn->b_type), table[id].b);
        cr_expect_str_eq(isa_type_name(insn->cd_type), table[id].cd);
        cr_expect_eq(insn->cycles, table[id].cycles);
    }
}

Test(isa, counts_what_a_lane_holds)
{
    for (int id = 0; id < ISA_N_SMFMAC; id++) {
        const struct isa_smfmac *insn = &isa_smfmacs[id];
        cr_expect_eq(isa_b_elements(insn), table[id].dense_elements, "%s", insn->name);
        cr_expect_eq(isa_a_elements(insn), 2 * table[id].groups, "%s", insn->name);
        cr_expect_eq(isa_cd_elements(insn), table[id].cd_vgprs, "%s", insn->name);
        cr_expect_eq(isa_index_bits(insn), table[id].index_bits, "%s", insn->name);
        cr_expect_eq(isa_index_sets(insn), table[id].sets, "%s", insn->name);
        cr_expect_eq(isa_a_vgprs(insn), table[id].a_vgprs, "%s", insn->name);
        cr_expect_eq(isa_b_vgprs(insn), table[id].b_vgprs, "%s", insn->name);
        cr_expect_eq(isa_cd_vgprs(insn), table[id].cd_vgprs, "%s", insn->name);
        cr_expect_eq(isa_ops(insn), table[id].ops, "%s", insn->name);
        cr_expect_eq(isa_coexec_cycles(insn), table[id].cycles == 16 ? 8 : 24, "%s", insn->name);
        cr_expect_eq(4 * isa_k_groups(insn), table[id].k, "%s", insn->name);
    }
}

Test(isa, gfx950_runs_what_gfx942_runs_but_not_the_reverse)
{
    int on_gfx942 = 0, on_gfx950 = 0;
    for (int id = 0; id < ISA_N_SMFMAC; id++) {
        on_gfx942 += isa_available(&isa_smfmacs[id], ISA_GFX942);
        on_gfx950 += isa_available(&isa_smfmacs[id], ISA_GFX950);
    }
    cr_expect_eq(on_gfx942, 14);
    cr_expect_eq(on_gfx950, 28);
}

Test(isa, refuses_an_index_set_that_is_not_there)
{
    struct error err;
    for (int id = 0; id < ISA_N_SMFMAC; id++)
        for (int cbsz = -1; cbsz <= 8; cbsz++)
            for (int abid = -1; abid <= 16; abid++) {
                bool in_range = cbsz >= 0 && cbsz <= 7 && abid >= 0 && abid <= 15;
                bool selects = cbsz == 0 || cbsz == 4;
                bool legal = in_range && (!selects || abid < table[id].sets);
                cr_assert_eq(isa_check_modifiers(&isa_smfmacs[id], cbsz, abid, &err),
                             legal ? STATUS_OK : STATUS_USAGE, "%s %d %d", table[id].name, cbsz,
                             abid);
            }
    cr_expect_eq(isa_check_modifiers(&isa_smfmacs[0], 4, 4, &err), STATUS_USAGE);
    cr_expect_str_eq(err.text, "abid 4: f32_16x16x32_f16 has 4 index sets (abid 0..3)");
    cr_expect_eq(isa_check_modifiers(&isa_smfmacs[0], 9, 0, &err), STATUS_USAGE);
    cr_expect_str_eq(err.text, "cbsz 9: must be 0..7");
}

Test(isa, parses_architectures_with_their_features)
{
    struct error err;
    enum isa_arch arch;
    cr_expect_eq(isa_parse_arch("gfx950:sramecc+:xnack-", &arch, &err), STATUS_OK);
    cr_expect_eq(arch, ISA_GFX950);
    cr_expect_eq(isa_parse_arch("gfx942", &arch, &err), STATUS_OK);
    cr_expect_eq(arch, ISA_GFX942);
    cr_expect_str_eq(isa_arch_name(arch), "gfx942");
    static const char *const none[] = {"gfx90a", "gfx908:xnack-"};
    for (int n = 0; n < 2; n++) {
        cr_expect_eq(isa_parse_arch(none[n], &arch, &err), STATUS_USAGE);
        cr_expect(strstr(err.text, "has no sparse matrix instruction"), "%s", err.text);
    }
    static const char *const unknown[] = {"", "gfx94", "gfx9421", "gfx1100", "GFX942x"};
    for (int n = 0; n < 5; n++)
        cr_expect_eq(isa_parse_arch(unknown[n], &arch, &err), STATUS_USAGE, "%s", unknown[n]);
}

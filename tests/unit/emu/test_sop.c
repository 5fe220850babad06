/* Scalar instructions against results worked out by hand from the CDNA3 ISA guide's pseudo-code. */
#include "one.h"

#include <criterion/criterion.h>

/* Sources in s[2:3] and s[4:5], SCC before; the result in s[0:1] and SCC after. */
struct scalar_case {
    const char *text;
    uint64_t a, b;
    uint32_t scc;
    uint64_t d;
    uint32_t scc_after;
};

static const struct scalar_case cases[] = {
    {"s_add_u32 s0, s2, s4", 0xffffffff, 1, 0, 0, 1},
    {"s_add_u32 s0, s2, s4", 7, 8, 1, 15, 0},
    {"s_addc_u32 s0, s2, s4", 0xffffffff, 0, 1, 0, 1},
    {"s_addc_u32 s0, s2, s4", 0xfffffffe, 0, 1, 0xffffffff, 0},
    {"s_sub_u32 s0, s2, s4", 3, 5, 0, 0xfffffffe, 1},
    {"s_subb_u32 s0, s2, s4", 5, 5, 1, 0xffffffff, 1},
    {"s_subb_u32 s0, s2, s4", 6, 5, 1, 0, 0},
    {"s_add_i32 s0, s2, s4", 0x7fffffff, 1, 0, 0x80000000, 1},
    {"s_add_i32 s0, s2, s4", 0xffffffff, 1, 1, 0, 0},
    {"s_sub_i32 s0, s2, s4", 0x80000000, 1, 0, 0x7fffffff, 1},
    {"s_min_i32 s0, s2, s4", 0xffffffff, 1, 0, 0xffffffff, 1},
    {"s_min_u32 s0, s2, s4", 0xffffffff, 1, 1, 1, 0},
    {"s_max_i32 s0, s2, s4", 5, 5, 1, 5, 0},
    {"s_cselect_b32 s0, s2, s4", 10, 20, 1, 10, 1},
    {"s_cselect_b32 s0, s2, s4", 10, 20, 0, 20, 0},
    {"s_andn2_b32 s0, s2, s4", 0xff, 0x0f, 0, 0xf0, 1},
    {"s_orn2_b32 s0, s2, s4", 1, 0xfffffffe, 0, 1, 1},
    {"s_lshl_b32 s0, s2, s4", 3, 33, 0, 6, 1},
    {"s_lshr_b32 s0, s2, s4", 1, 1, 1, 0, 0},
    {"s_ashr_i32 s0, s2, s4", 0x80000000, 31, 0, 0xffffffff, 1},
    {"s_bfm_b32 s0, s2, s4", 4, 8, 1, 0xf00, 1},
    {"s_mul_hi_u32 s0, s2, s4", 0xffffffff, 0xffffffff, 1, 0xfffffffe, 1},
    {"s_mul_hi_i32 s0, s2, s4", 0xffffffff, 5, 0, 0xffffffff, 0},
    {"s_bfe_u32 s0, s2, s4", 0xabcd1234, 0x00080004, 0, 0x23, 1},
    {"s_bfe_u32 s0, s2, s4", 0xabcd1234, 0x00000004, 1, 0, 0},
    {"s_bfe_u32 s0, s2, s4", 0xabcd1234, 0x0020001c, 0, 0xa, 1},
    {"s_bfe_i32 s0, s2, s4", 0x00000f00, 0x00040008, 0, 0xffffffff, 1},
    {"s_absdiff_i32 s0, s2, s4", 3, 10, 0, 7, 1},
    {"s_lshl3_add_u32 s0, s2, s4", 0x20000000, 5, 0, 5, 1},
    {"s_pack_ll_b32_b16 s0, s2, s4", 0x11112222, 0x33334444, 1, 0x44442222, 1},
    {"s_pack_lh_b32_b16 s0, s2, s4", 0x11112222, 0x33334444, 0, 0x33332222, 0},
    {"s_pack_hh_b32_b16 s0, s2, s4", 0x11112222, 0x33334444, 0, 0x33331111, 0},
    {"s_lshl_b64 s[0:1], s[2:3], s4", 0x80000001, 32, 0, 0x8000000100000000, 1},
    {"s_ashr_i64 s[0:1], s[2:3], s4", 0x8000000000000000, 63, 0, UINT64_MAX, 1},
    {"s_bfe_i64 s[0:1], s[2:3], s4", 0x00f0000000000000, 0x00040034, 0, UINT64_MAX, 1},
    {"s_bfe_u64 s[0:1], s[2:3], s4", UINT64_MAX, 0x00400000, 0, UINT64_MAX, 1},
    {"s_xnor_b64 s[0:1], s[2:3], s[4:5]", 0, UINT64_MAX, 1, 0, 0},
    {"s_not_b32 s0, s2", 0xffffffff, 0, 1, 0, 0},
    {"s_brev_b32 s0, s2", 0x80000001, 0, 0, 0x80000001, 0},
    {"s_brev_b32 s0, s2", 2, 0, 0, 0x40000000, 0},
    {"s_abs_i32 s0, s2", 0x80000000, 0, 0, 0x80000000, 1},
    {"s_sext_i32_i8 s0, s2", 0x1280, 0, 1, 0xffffff80, 1},
    {"s_bcnt1_i32_b64 s0, s[2:3]", 0x8000000000000001, 0, 0, 2, 1},
    {"s_bcnt0_i32_b32 s0, s2", 0xffffffff, 0, 1, 0, 0},
    {"s_ff1_i32_b32 s0, s2", 0x100, 0, 0, 8, 0},
    {"s_ff1_i32_b32 s0, s2", 0, 0, 0, 0xffffffff, 0},
    {"s_ff0_i32_b64 s0, s[2:3]", 0xffffffff, 0, 0, 32, 0},
    {"s_flbit_i32_b32 s0, s2", 0x00010000, 0, 0, 15, 0},
    {"s_flbit_i32_b32 s0, s2", 0, 0, 0, 0xffffffff, 0},
    {"s_flbit_i32 s0, s2", 0xfffe0000, 0, 0, 15, 0},
    {"s_flbit_i32 s0, s2", 0xffffffff, 0, 0, 0xffffffff, 0},
    {"s_mov_b64 s[0:1], s[2:3]", 0x123456789abcdef0, 0, 1, 0x123456789abcdef0, 1},
    {"s_bitreplicate_b64_b32 s[0:1], s2", 0x80000001, 0, 0, 0xc000000000000003, 0},
    {"s_movk_i32 s0, 0xffff", 0, 0, 0, 0xffffffff, 0},
    {"s_mov_b32 s0, 0.5", 0, 0, 0, 0x3f000000, 0},
    {"s_mov_b32 s0, 0xdeadbeef", 0, 0, 0, 0xdeadbeef, 0},
    {"s_mov_b64 s[0:1], -1", 0, 0, 0, UINT64_MAX, 0},
    {"s_mov_b64 s[0:1], 1.0", 0, 0, 0, 0x3ff0000000000000, 0},
};

Test(sop, results_and_scc_follow_the_manual)
{
    for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
        const struct scalar_case *c = &cases[n];
        struct one *one = one_create();
        emu_set_sgpr64(&one->wave, 2, c->a);
        emu_set_sgpr64(&one->wave, 4, c->b);
        one->wave.scc = c->scc;
        one_execute(one, c->text);
        uint64_t d = emu_sgpr64(&one->wave, 0);
        cr_expect_eq(d, c->d, "case %zu: %s: d 0x%llx, not 0x%llx", n, c->text,
                     (unsigned long long)d, (unsigned long long)c->d);
        cr_expect_eq(one->wave.scc, c->scc_after, "case %zu: %s: scc %u", n, c->text,
                     one->wave.scc);
        free(one);
    }
}

struct compare_case {
    const char *text;
    uint64_t a, b;
    uint32_t scc;
};

static const struct compare_case compares[] = {
    {"s_cmp_lt_i32 s2, s4", 0xffffffff, 0, 1},
    {"s_cmp_lt_u32 s2, s4", 0xffffffff, 0, 0},
    {"s_cmp_ge_i32 s2, s4", 5, 5, 1},
    {"s_cmp_gt_u32 s2, s4", 5, 5, 0},
    {"s_cmp_lg_u64 s[2:3], s[4:5]", 0x100000000, 0, 1},
    {"s_cmp_eq_u64 s[2:3], s[4:5]", 0x100000000, 0, 0},
    {"s_bitcmp1_b32 s2, s4", 0x10, 36, 1},
    {"s_bitcmp0_b64 s[2:3], s4", 0x1000000000, 36, 0},
    {"s_cmpk_lt_i32 s2, 0xfff0", 0xffffff00, 0, 1},
    {"s_cmpk_gt_u32 s2, 0xfff0", 0xfff1, 0, 1},
    {"s_cmpk_eq_u32 s2, 0xfff0", 0xfffffff0, 0, 0},
};

Test(sop, compares_set_scc)
{
    for (size_t n = 0; n < sizeof compares / sizeof compares[0]; n++) {
        const struct compare_case *c = &compares[n];
        struct one *one = one_create();
        emu_set_sgpr64(&one->wave, 2, c->a);
        emu_set_sgpr64(&one->wave, 4, c->b);
        one->wave.scc = !c->scc;
        one_execute(one, c->text);
        cr_expect_eq(one->wave.scc, c->scc, "case %zu: %s", n, c->text);
        free(one);
    }
}

Test(sop, saveexec_reads_its_source_before_it_writes)
{
    struct one *one = one_create();
    emu_set_sgpr64(&one->wave, EMU_EXEC, 0xff00);
    emu_set_sgpr64(&one->wave, 2, 0x0ff0);
    one_execute(one, "s_andn2_saveexec_b64 s[2:3], s[2:3]");
    cr_expect_eq(emu_sgpr64(&one->wave, 2), 0xff00);
    cr_expect_eq(emu_exec(&one->wave), 0x00f0);
    cr_expect_eq(one->wave.scc, 1);
    one_execute(one, "s_and_saveexec_b64 vcc, 0");
    cr_expect_eq(emu_sgpr64(&one->wave, EMU_VCC), 0x00f0);
    cr_expect_eq(emu_exec(&one->wave), 0);
    cr_expect_eq(one->wave.scc, 0);
    free(one);
}

Test(sop, branches_count_from_the_next_instruction)
{
    struct one *one = one_create();
    one->wave.scc = 1;
    one_execute(one, "s_cbranch_scc1 65534");
    cr_expect_eq(one->wave.next_pc, UINT32_MAX);
    one_execute(one, "s_cbranch_scc0 7");
    cr_expect_eq(one->wave.next_pc, 1);
    one_execute(one, "s_cbranch_execnz 7");
    cr_expect_eq(one->wave.next_pc, 8);
    one_execute(one, "s_getpc_b64 s[6:7]");
    cr_expect_eq(emu_sgpr64(&one->wave, 6), 0x1004);
    free(one);
}

Test(sop, a_jump_out_of_the_code_is_a_fault)
{
    struct one *one = one_create();
    emu_set_sgpr64(&one->wave, 6, 0x100c);
    one_execute(one, "s_setpc_b64 s[6:7]");
    cr_expect_eq(one->wave.next_pc, 3);
    emu_set_sgpr64(&one->wave, 6, 0x1010);
    one_execute(one, "s_setpc_b64 s[6:7]");
    cr_expect_eq(one->wave.state, EMU_FAULTED);
    free(one);
}

Test(sop, mode_other_than_nearest_even_with_denormals_stops)
{
    struct one *one = one_create();
    one_execute(one, "s_getreg_b32 s0, hwreg(HW_REG_MODE, 4, 4)");
    cr_expect_eq(one->wave.sgpr[0], 0xf);
    one_execute(one, "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 4), 0xf");
    cr_expect_eq(one->wave.state, EMU_RUNNING);
    one_execute(one, "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 3");
    cr_expect_eq(one->wave.state, EMU_FAULTED);
    free(one);
}

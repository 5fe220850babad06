/* Vector integer instructions against results worked out by hand from the CDNA3 ISA guide. */
#include <stdio.h>

#include "one.h"

/* Sources in v[2:3], v[4:5], v[6:7] of one lane; its v[0:1] after. The other lanes hold something
 * else, v[0:1] held old bits. */
struct vector_case {
    const char *text;
    uint64_t a, b, c;
    uint64_t d;
};

enum { THE_LANE = 37 };
static const uint64_t OLD = 0xaaaa5555aaaa5555;
#define HI (OLD & 0xffffffff00000000) /* v1 as it was */

static const struct vector_case cases_32[] = {
    {"v_mov_b32_e32 v0, v2", 0x12345678, 0, 0, HI | 0x12345678},
    {"v_mov_b32_e32 v0, 0.5", 0, 0, 0, HI | 0x3f000000},
    {"v_mov_b32_e32 v0, -16", 0, 0, 0, HI | 0xfffffff0},
    {"v_mov_b32_e32 v0, 0xdeadbeef", 0, 0, 0, HI | 0xdeadbeef},
    {"v_accvgpr_write_b32 a3, v2", 7, 0, 0, OLD},
    {"v_not_b32_e32 v0, v2", 0x0f0f0000, 0, 0, HI | 0xf0f0ffff},
    {"v_bfrev_b32_e32 v0, v2", 0x80000006, 0, 0, HI | 0x60000001},
    {"v_ffbh_u32_e32 v0, v2", 0x00010000, 0, 0, HI | 15},
    {"v_ffbh_u32_e32 v0, v2", 0, 0, 0, HI | 0xffffffff},
    {"v_ffbl_b32_e32 v0, v2", 0x00010000, 0, 0, HI | 16},
    {"v_ffbl_b32_e32 v0, v2", 0, 0, 0, HI | 0xffffffff},
    {"v_ffbh_i32_e32 v0, v2", 0xfffffffe, 0, 0, HI | 31},
    {"v_ffbh_i32_e32 v0, v2", 0x00010000, 0, 0, HI | 15},
    {"v_ffbh_i32_e32 v0, v2", 0xffffffff, 0, 0, HI | 0xffffffff},
    {"v_sat_pk_u8_i16_e32 v0, v2", 0x0180fff0, 0, 0, HI | 0xff00},
    {"v_sat_pk_u8_i16_e32 v0, v2", 0x007f00fe, 0, 0, HI | 0x7ffe},
    {"v_add_u32_e32 v0, v2, v4", 0xffffffff, 3, 0, HI | 2},
    {"v_add_u32_e64 v0, v2, v4 clamp", 0xffffffff, 3, 0, HI | 0xffffffff},
    {"v_add_u32_e64 v0, v2, v4 clamp", 0x80000000, 3, 0, HI | 0x80000003},
    {"v_sub_u32_e32 v0, v2, v4", 3, 5, 0, HI | 0xfffffffe},
    {"v_sub_u32_e64 v0, v2, v4 clamp", 3, 5, 0, HI},
    {"v_subrev_u32_e32 v0, v2, v4", 3, 5, 0, HI | 2},
    {"v_add_i32 v0, v2, v4", 0x7fffffff, 1, 0, HI | 0x80000000},
    {"v_add_i32 v0, v2, v4 clamp", 0x7fffffff, 1, 0, HI | 0x7fffffff},
    {"v_sub_i32 v0, v2, v4 clamp", 0x80000000, 1, 0, HI | 0x80000000},
    {"v_xnor_b32_e32 v0, v2, v4", 0xff00ff00, 0xf0f0f0f0, 0, HI | 0xf00ff00f},
    {"v_lshlrev_b32_e32 v0, v2, v4", 33, 3, 0, HI | 6},
    {"v_lshlrev_b32_e32 v0, 4, v4", 0, 0x91, 0, HI | 0x910},
    {"v_lshrrev_b32_e32 v0, v2, v4", 31, 0x80000000, 0, HI | 1},
    {"v_ashrrev_i32_e32 v0, v2, v4", 63, 0x80000000, 0, HI | 0xffffffff},
    {"v_min_i32_e32 v0, v2, v4", 0x80000000, 1, 0, HI | 0x80000000},
    {"v_min_u32_e32 v0, v2, v4", 0x80000000, 1, 0, HI | 1},
    {"v_max_i32_e32 v0, v2, v4", 0x80000000, 1, 0, HI | 1},
    {"v_max_u32_e32 v0, v2, v4", 0x80000000, 1, 0, HI | 0x80000000},
    {"v_mul_lo_u32 v0, v2, v4", 0x10001, 0x10003, 0, HI | 0x00040003},
    {"v_mul_hi_u32 v0, v2, v4", 0xffffffff, 0xfffffffe, 0, HI | 0xfffffffd},
    {"v_mul_hi_i32 v0, v2, v4", 0xffffffff, 5, 0, HI | 0xffffffff},
    {"v_mul_u32_u24_e32 v0, v2, v4", 0x01000003, 0xff000005, 0, HI | 15},
    {"v_mul_hi_u32_u24_e32 v0, v2, v4", 0xffffffff, 0x00ffffff, 0, HI | 0xffff},
    {"v_mul_i32_i24_e32 v0, v2, v4", 0x00ffffff, 5, 0, HI | 0xfffffffb},
    {"v_mul_hi_i32_i24_e32 v0, v2, v4", 0x00ffffff, 5, 0, HI | 0xffffffff},
    {"v_bfm_b32 v0, v2, v4", 36, 8, 0, HI | 0xf00},
    {"v_bcnt_u32_b32 v0, v2, v4", 0xf0f00001, 100, 0, HI | 109},
    {"v_mbcnt_lo_u32_b32 v0, v2, v4", 0xffffffff, 5, 0, HI | 37},
    {"v_mbcnt_hi_u32_b32 v0, v2, v4", 0x00000075, 5, 0, HI | 8},
    {"v_add3_u32 v0, v2, v4, v6", 0xffffffff, 2, 5, HI | 6},
    {"v_or3_b32 v0, v2, v4, v6", 1, 4, 0x30, HI | 0x35},
    {"v_and_or_b32 v0, v2, v4, v6", 0xff, 0x3c, 0x300, HI | 0x33c},
    {"v_xad_u32 v0, v2, v4, v6", 0xff, 0x0f, 3, HI | 0xf3},
    {"v_lshl_add_u32 v0, v2, v4, v6", 3, 34, 1, HI | 13},
    {"v_add_lshl_u32 v0, v2, v4, v6", 3, 1, 35, HI | 32},
    {"v_lshl_or_b32 v0, v2, v4, v6", 3, 4, 0x31, HI | 0x31},
    {"v_bfe_u32 v0, v2, v4, v6", 0xabcd1234, 8, 8, HI | 0x12},
    {"v_bfe_u32 v0, v2, v4, v6", 0xabcd1234, 28, 16, HI | 0xa},
    {"v_bfe_u32 v0, v2, v4, v6", 0xabcd1234, 8, 32, HI},
    {"v_bfe_i32 v0, v2, v4, v6", 0x00008f00, 8, 8, HI | 0xffffff8f},
    {"v_bfe_i32 v0, v2, v4, v6", 0x70000000, 28, 8, HI | 7},
    {"v_bfe_i32 v0, v2, v4, v6", 0x80000000, 28, 8, HI | 0xfffffff8},
    {"v_bfe_i32 v0, v2, v4, v6", 0xffffffff, 0, 0, HI},
    {"v_bfi_b32 v0, v2, v4, v6", 0xff0, 0xabcdef12, 0x34567890, HI | 0x34567f10},
    {"v_alignbit_b32 v0, v2, v4, v6", 0x12345678, 0x9abcdef0, 36, HI | 0x89abcdef},
    {"v_alignbit_b32 v0, v2, v4, v6", 0x12345678, 0x9abcdef0, 0, HI | 0x9abcdef0},
    {"v_alignbyte_b32 v0, v2, v4, v6", 0x12345678, 0x9abcdef0, 5, HI | 0x789abcde},
    {"v_perm_b32 v0, v2, v4, v6", 0x77665544, 0x33221100, 0x07000304, HI | 0x77003344},
    {"v_perm_b32 v0, v2, v4, v6", 0x00800000, 0x80007f00, 0x08090a0b, HI | 0x00ff0000},
    {"v_perm_b32 v0, v2, v4, v6", 0x80000000, 0x00008000, 0x080b0cff, HI | 0xffff00ff},
    {"v_mad_u32_u24 v0, v2, v4, v6", 0x01000003, 5, 0xfffffff2, HI | 1},
    {"v_mad_i32_i24 v0, v2, v4, v6", 0x00fffffe, 5, 3, HI | 0xfffffff9},
    {"v_min3_i32 v0, v2, v4, v6", 5, 0xfffffffd, 4, HI | 0xfffffffd},
    {"v_min3_u32 v0, v2, v4, v6", 5, 0xfffffffd, 4, HI | 4},
    {"v_max3_i32 v0, v2, v4, v6", 5, 0xfffffffd, 4, HI | 5},
    {"v_max3_u32 v0, v2, v4, v6", 5, 4, 0xfffffffd, HI | 0xfffffffd},
    {"v_med3_i32 v0, v2, v4, v6", 5, 0xfffffffd, 4, HI | 4},
    {"v_med3_u32 v0, v2, v4, v6", 5, 0xfffffffd, 4, HI | 5},
    {"v_sad_u8 v0, v2, v4, v6", 0x01ff0310, 0x02000110, 1000, HI | 1258},
    {"v_sad_hi_u8 v0, v2, v4, v6", 0x01ff0310, 0x02000110, 7, HI | 0x01020007},
    {"v_sad_u16 v0, v2, v4, v6", 0xffff0001, 0x00010003, 1, HI | 0x10001},
    {"v_sad_u32 v0, v2, v4, v6", 3, 0xffffffff, 5, HI | 1},
    {"v_msad_u8 v0, v2, v4, v6", 0x01ff0310, 0x02000110, 1000, HI | 1003},
    {"v_lerp_u8 v0, v2, v4, v6", 0xff0103fe, 0xff0202ff, 0x00010001, HI | 0xff0202ff},
};

static const struct vector_case cases_16[] = {
    {"v_add_u16_e32 v0, v2, v4", 0x1234ffff, 0x98760003, 0, HI | 2},
    {"v_add_u16_e64 v0, v2, v4 clamp", 0x1234ffff, 0x98760003, 0, HI | 0xffff},
    {"v_sub_u16_e32 v0, v2, v4", 0x12340001, 0x98760003, 0, HI | 0xfffe},
    {"v_sub_u16_e64 v0, v2, v4 clamp", 0x12340001, 0x98760003, 0, HI},
    {"v_subrev_u16_e32 v0, v2, v4", 0x12340001, 0x98760003, 0, HI | 2},
    {"v_mul_lo_u16_e32 v0, v2, v4", 0x1234ffff, 0x98760003, 0, HI | 0xfffd},
    {"v_lshlrev_b16_e32 v0, v2, v4", 0x10011, 0x1234c001, 0, HI | 0x8002},
    {"v_lshrrev_b16_e32 v0, v2, v4", 0x10011, 0x1234c001, 0, HI | 0x6000},
    {"v_ashrrev_i16_e32 v0, v2, v4", 0x10011, 0x1234c001, 0, HI | 0xe000},
    {"v_max_u16_e32 v0, v2, v4", 0x0000fffe, 0x00010001, 0, HI | 0xfffe},
    {"v_min_u16_e32 v0, v2, v4", 0x0000fffe, 0x00010001, 0, HI | 1},
    {"v_max_i16_e32 v0, v2, v4", 0x0000fffe, 0x00010001, 0, HI | 1},
    {"v_min_i16_e32 v0, v2, v4", 0x0000fffe, 0x00010001, 0, HI | 0xfffe},
    {"v_mad_legacy_u16 v0, v2, v4, v6", 0x1ffff, 0x20003, 0x30009, HI | 6},
    {"v_mad_u32_u16 v0, v2, v4, v6", 0x1ffff, 0x20003, 0x30009, HI | 0x60006},
    {"v_mad_u32_u16 v0, v2, v4, v6 op_sel:[0,1,0,0]", 0x1ffff, 0x20003, 0x30009, HI | 0x50007},
    {"v_mad_i32_i16 v0, v2, v4, v6", 0x1ffff, 0x20003, 0x30009, HI | 0x30006},
    {"v_add_i16 v0, v2, v4", 0x12347fff, 0x98760003, 0, HI | 0xaaaa8002},
    {"v_add_i16 v0, v2, v4 clamp", 0x12347fff, 0x98760003, 0, HI | 0xaaaa7fff},
    {"v_sub_i16 v0, v2, v4 clamp", 0x12348001, 0x98760003, 0, HI | 0xaaaa8000},
    {"v_add_i16 v0, v2, v4 op_sel:[1,0,0]", 0x12347fff, 0x98760003, 0, HI | 0xaaaa1237},
    {"v_add_i16 v0, v2, v4 op_sel:[0,1,1]", 0x12347fff, 0x98760003, 0, HI | 0x18755555},
    {"v_mad_u16 v0, v2, v4, v6", 0x1ffff, 0x20003, 0x30009, HI | 0xaaaa0006},
    {"v_mad_u16 v0, v2, v4, v6 clamp", 0x1ffff, 0x20003, 0x30009, HI | 0xaaaaffff},
    {"v_mad_i16 v0, v2, v4, v6 op_sel:[0,0,1,1]", 0x1ffff, 0x20003, 0x30009, HI | 0x00005555},
    {"v_min3_i16 v0, v2, v4, v6", 0x1ffff, 0x20003, 0x30009, HI | 0xaaaaffff},
    {"v_max3_u16 v0, v2, v4, v6", 0x1ffff, 0x20003, 0x30009, HI | 0xaaaaffff},
    {"v_med3_i16 v0, v2, v4, v6", 0x1ffff, 0x20003, 0x30009, HI | 0xaaaa0003},
    {"v_med3_u16 v0, v2, v4, v6", 0x1ffff, 0x20003, 0x30009, HI | 0xaaaa0009},
};

static const struct vector_case cases_64[] = {
    {"v_mov_b64_e32 v[0:1], v[2:3]", 0x123456789abcdef0, 0, 0, 0x123456789abcdef0},
    {"v_mov_b64_e32 v[0:1], -2", 0, 0, 0, 0xfffffffffffffffe},
    {"v_mov_b64_e32 v[0:1], 1.0", 0, 0, 0, 0x3ff0000000000000},
    {"v_lshlrev_b64 v[0:1], v2, v[4:5]", 0x60 | 4, 0x90000000f0000001, 0, 0x0000001000000000},
    {"v_lshrrev_b64 v[0:1], v2, v[4:5]", 36, 0x9000000000000000, 0, 0x09000000},
    {"v_ashrrev_i64 v[0:1], v2, v[4:5]", 36, 0x9000000000000000, 0, 0xfffffffff9000000},
    {"v_ashrrev_i64 v[0:1], 63, v[4:5]", 0, 0x7000000000000000, 0, 0},
    {"v_lshl_add_u64 v[0:1], v[2:3], v4, v[6:7]", 0x80000001, 3, 0xfffffffc, 0x500000004},
    {"v_lshl_add_u64 v[0:1], v[2:3], 1, v[6:7]", 0xf, 0, 0x700000000, 0x70000001e},
    {"v_lshl_add_u64 v[0:1], v[2:3], 0, v[6:7]", 0xffffffff, 0, 2, 0x100000001},
    {"v_mad_u64_u32 v[0:1], vcc, v2, v4, v[6:7]", 0xffffffff, 0xffffffff, 0x1fffffffe, UINT64_MAX},
    {"v_mad_u64_u32 v[0:1], s[4:5], v2, v4, v[6:7]", 0xffffffff, 2, 1, 0x1ffffffff},
    {"v_mad_i64_i32 v[0:1], vcc, v2, v4, v[6:7]", 0xffffffff, 5, 2, 0xfffffffffffffffd},
    {"v_qsad_pk_u16_u8 v[0:1], v[2:3], v4, v[6:7]", 0x0000060504030201, 0x04030201,
     0x0001000200030004, 0x000e000a00070004},
    {"v_mqsad_pk_u16_u8 v[0:1], v[2:3], v4, v[6:7]", 0x0000060504030201, 0x04000000,
     0x0001000200030004, 0x0005000400040004},
};

static void put64(struct one *one, int reg, uint64_t value)
{
    FOR_LANES(l)
    {
        uint64_t other = (value ^ 0x1020408) * (uint64_t)(2 * l + 1);
        uint64_t bits = l == THE_LANE ? value : other;
        one->wave.vgpr[reg][l] = (uint32_t)bits;
        one->wave.vgpr[reg + 1][l] = (uint32_t)(bits >> 32);
    }
}

static void try_cases(const struct vector_case *cases, size_t n_cases)
{
    for (size_t n = 0; n < n_cases; n++) {
        const struct vector_case *c = &cases[n];
        struct one *one = one_create();
        put64(one, 0, OLD);
        put64(one, 2, c->a);
        put64(one, 4, c->b);
        put64(one, 6, c->c);
        one_execute(one, c->text);
        uint64_t got = one->wave.vgpr[0][THE_LANE] | (uint64_t)one->wave.vgpr[1][THE_LANE] << 32;
        cr_expect_eq(got, c->d, "%s: expected %016lx, found %016lx", c->text, (unsigned long)c->d,
                     (unsigned long)got);
        free(one);
    }
}
#define TRY(cases) try_cases(cases, sizeof cases / sizeof cases[0])

Test(vint, arithmetic_of_32_bits_is_the_manuals) { TRY(cases_32); }

Test(vint, arithmetic_of_16_bits_zeroes_or_keeps_the_upper_half) { TRY(cases_16); }

Test(vint, arithmetic_of_64_bits_is_the_manuals) { TRY(cases_64); }

Test(vint, every_lane_in_exec_has_its_own_result_and_no_other_changes)
{
    struct one *one = one_create();
    const uint64_t exec = 0xf00ff0035a5a0f81;
    emu_set_sgpr64(&one->wave, EMU_EXEC, exec);
    one->wave.sgpr[9] = 1000;
    FOR_LANES(l)
    {
        one->wave.vgpr[2][l] = 17u * (uint32_t)l;
        one->wave.vgpr[0][l] = 5u + (uint32_t)l;
    }
    one_execute(one, "v_sub_u32_e32 v0, s9, v2");
    FOR_LANES(l)
    {
        uint32_t expected = exec >> l & 1 ? 1000 - 17u * (uint32_t)l : 5u + (uint32_t)l;
        cr_expect_eq(one->wave.vgpr[0][l], expected, "lane %d: expected %u, found %u", l, expected,
                     one->wave.vgpr[0][l]);
    }
    free(one);
}

Test(vint, mbcnt_counts_the_lanes_below)
{
    struct one *one = one_create();
    emu_set_sgpr64(&one->wave, 4, 0x8421f731c0ffee35);
    one_execute(one, "v_mbcnt_lo_u32_b32 v1, s4, 0");
    one_execute(one, "v_mbcnt_hi_u32_b32 v0, s5, v1");
    FOR_LANES(l)
    {
        int below = 0;
        for (int k = 0; k < l; k++)
            below += (int)(0x8421f731c0ffee35 >> k & 1);
        cr_expect_eq((int)one->wave.vgpr[0][l], below, "lane %d: expected %d, found %u", l, below,
                     one->wave.vgpr[0][l]);
    }
    free(one);
}

/* 64-bit sums and differences by two instructions, in every lane. */
Test(vint, carries_chain_through_vcc_and_through_sgprs)
{
    static const struct {
        const char *low, *high;
        int sign;
    } chains[] = {
        {"v_add_co_u32_e32 v0, vcc, v2, v4", "v_addc_co_u32_e32 v1, vcc, v3, v5, vcc", 1},
        {"v_add_co_u32_e64 v0, s[6:7], v2, v4", "v_addc_co_u32_e64 v1, s[8:9], v3, v5, s[6:7]", 1},
        {"v_sub_co_u32_e32 v0, vcc, v2, v4", "v_subb_co_u32_e32 v1, vcc, v3, v5, vcc", -1},
        {"v_subrev_co_u32_e32 v0, vcc, v4, v2", "v_subbrev_co_u32_e32 v1, vcc, v5, v3, vcc", -1},
    };
    for (size_t n = 0; n < sizeof chains / sizeof chains[0]; n++) {
        struct one *one = one_create();
        uint64_t a[EMU_LANES], b[EMU_LANES];
        FOR_LANES(l)
        {
            a[l] = 0xfedcba9876543210 * (uint64_t)(l + 1);
            b[l] = l % 3 ? ~a[l] + (uint64_t)(l % 3) : a[l];
            one->wave.vgpr[2][l] = (uint32_t)a[l], one->wave.vgpr[3][l] = (uint32_t)(a[l] >> 32);
            one->wave.vgpr[4][l] = (uint32_t)b[l], one->wave.vgpr[5][l] = (uint32_t)(b[l] >> 32);
        }
        one_execute(one, chains[n].low);
        one_execute(one, chains[n].high);
        FOR_LANES(l)
        {
            uint64_t expected = chains[n].sign > 0 ? a[l] + b[l] : a[l] - b[l];
            uint64_t got = one->wave.vgpr[0][l] | (uint64_t)one->wave.vgpr[1][l] << 32;
            cr_expect_eq(got, expected, "%s, lane %d", chains[n].high, l);
        }
        free(one);
    }
}

Test(vint, a_carry_out_is_the_carry_of_active_lanes)
{
    const uint64_t exec = 0x00000000ffff0ff0, carry = 0xf0f0f0f0f0f0f0f0;
    struct one *one = one_create();
    emu_set_sgpr64(&one->wave, EMU_EXEC, exec);
    emu_set_sgpr64(&one->wave, EMU_VCC, carry);
    uint64_t full = 0;
    FOR_LANES(l)
    {
        one->wave.vgpr[2][l] = l % 5 ? 0xffffffff : 7;
        full |= (uint64_t)(l % 5 != 0) << l;
    }
    one_execute(one, "v_addc_co_u32_e32 v0, vcc, 0, v2, vcc");
    uint64_t got = emu_sgpr64(&one->wave, EMU_VCC);
    cr_expect_eq(got, full & carry & exec, "expected %016lx, found %016lx",
                 (unsigned long)(full & carry & exec), (unsigned long)got);
    cr_expect_eq(one->wave.vgpr[0][4], 0);
    cr_expect_eq(one->wave.vgpr[0][5], 8);
    cr_expect_eq(one->wave.vgpr[0][8], 0xffffffff);
    free(one);
}

/* (2^32 - 1)^2 + 0x1ffffffff is 2^64. */
Test(vint, mad_u64_u32_carries_out_of_64_bits)
{
    struct one *one = one_create();
    FOR_LANES(l)
    {
        one->wave.vgpr[2][l] = one->wave.vgpr[4][l] = 0xffffffff;
        one->wave.vgpr[6][l] = 0xffffffff - (uint32_t)(l % 3);
        one->wave.vgpr[7][l] = 1;
    }
    one_execute(one, "v_mad_u64_u32 v[0:1], s[10:11], v2, v4, v[6:7]");
    FOR_LANES(l)
    {
        cr_expect_eq(one->wave.vgpr[0][l], 0u - (uint32_t)(l % 3));
        cr_expect_eq(emu_sgpr64(&one->wave, 10) >> l & 1, l % 3 == 0, "lane %d", l);
    }
    free(one);
}

Test(vint, cndmask_takes_the_second_source_where_the_mask_is_set)
{
    struct one *one = one_create();
    emu_set_sgpr64(&one->wave, 6, 0x80000001f0001234);
    FOR_LANES(l)
    {
        one->wave.vgpr[2][l] = 0x3f800000 + (uint32_t)l;
        one->wave.vgpr[4][l] = 0xc0000000 + (uint32_t)l;
    }
    one_execute(one, "v_cndmask_b32_e64 v0, -v2, |v4|, s[6:7]");
    FOR_LANES(l)
    {
        uint32_t expected = (0x80000001f0001234 >> l & 1 ? 0x40000000 : 0xbf800000) + (uint32_t)l;
        cr_expect_eq(one->wave.vgpr[0][l], expected, "lane %d", l);
    }
    free(one);
}

Test(vint, accvgprs_are_registers_of_their_own)
{
    struct one *one = one_create();
    FOR_LANES(l) one->wave.vgpr[3][l] = 100u + (uint32_t)l;
    one_execute(one, "v_accvgpr_write_b32 a5, v3");
    one_execute(one, "v_accvgpr_mov_b32 a6, a5");
    one_execute(one, "v_accvgpr_read_b32 v9, a6");
    FOR_LANES(l) cr_expect_eq(one->wave.vgpr[9][l], 100u + (uint32_t)l);
    FOR_LANES(l) cr_expect_eq(one->wave.vgpr[5][l], 0);
    FOR_LANES(l) cr_expect_eq(one->wave.vgpr[EMU_ACC + 5][l], 100u + (uint32_t)l);
    free(one);
}

Test(vint, mqsad_u32_u8_writes_four_sums)
{
    struct one *one = one_create();
    FOR_LANES(l)
    {
        one->wave.vgpr[4][l] = 0x04030201;
        one->wave.vgpr[5][l] = 0x00070605;
        one->wave.vgpr[6][l] = 0x01000002; /* bytes 1 and 2 do not count */
        for (int n = 0; n < 4; n++)
            one->wave.vgpr[8 + n][l] = 1000u * (uint32_t)n + (uint32_t)l;
    }
    one_execute(one, "v_mqsad_u32_u8 v[0:3], v[4:5], v6, v[8:11]");
    static const uint32_t sums[4] = {1 + 3, 0 + 4, 1 + 5, 2 + 6};
    FOR_LANES(l)
    for (uint32_t n = 0; n < 4; n++)
        cr_expect_eq(one->wave.vgpr[n][l], 1000 * n + (uint32_t)l + sums[n], "sum %u: found %u", n,
                     one->wave.vgpr[n][l]);
    free(one);
}

/* One selector for all lanes, from an SGPR, and one a lane: two ways through the emulator. */
Test(vint, perm_selects_alike_with_a_scalar_and_with_a_vector)
{
    for (uint32_t n = 0; n < 16; n++) {
        struct one *one = one_create();
        uint32_t select = n | (n * 5 & 15) << 8 | (n * 3 & 15) << 16 | (15 - n) << 24;
        one->wave.sgpr[8] = select;
        FOR_LANES(l)
        {
            one->wave.vgpr[2][l] = 0x9e3779b9u * (uint32_t)(l + 1);
            one->wave.vgpr[4][l] = 0x85ebca6bu * (uint32_t)(l + 3);
            one->wave.vgpr[6][l] = select;
        }
        one_execute(one, "v_perm_b32 v0, v2, v4, v6");
        one_execute(one, "v_perm_b32 v1, v2, v4, s8");
        FOR_LANES(l)
        cr_expect_eq(one->wave.vgpr[1][l], one->wave.vgpr[0][l],
                     "selector %08x, lane %d: %08x by vector, %08x by scalar", select, l,
                     one->wave.vgpr[0][l], one->wave.vgpr[1][l]);
        free(one);
    }
}

Test(vint, lshl_add_u64_is_an_addition_of_64_bits_for_every_shift)
{
    for (int shift = 0; shift < 8; shift++) {
        struct one *one = one_create();
        char text[80];
        snprintf(text, sizeof text, "v_lshl_add_u64 v[0:1], v[2:3], %d, v[4:5]", shift);
        FOR_LANES(l)
        {
            uint64_t a = 0x9e3779b97f4a7c15 * (uint64_t)(l + 1), c = ~(a << 3) - (uint64_t)(l & 1);
            one->wave.vgpr[2][l] = (uint32_t)a, one->wave.vgpr[3][l] = (uint32_t)(a >> 32);
            one->wave.vgpr[4][l] = (uint32_t)c, one->wave.vgpr[5][l] = (uint32_t)(c >> 32);
        }
        one_execute(one, text);
        FOR_LANES(l)
        {
            uint64_t a = 0x9e3779b97f4a7c15 * (uint64_t)(l + 1), c = ~(a << 3) - (uint64_t)(l & 1);
            uint64_t got = one->wave.vgpr[0][l] | (uint64_t)one->wave.vgpr[1][l] << 32;
            cr_expect_eq(got, (a << shift) + c, "%s, lane %d", text, l);
        }
        free(one);
    }
}

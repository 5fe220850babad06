/* Division: the sequences that clang emits for a / b (LLVM 22, -O3) against the host's quotients.
 */
#include "floats.h"

#include <math.h>

enum { ROUNDS = 400 };

/* v1 = v1 / v2. */
static const char *const divide_f32[] = {
    "v_div_scale_f32 v3, s[0:1], v2, v2, v1",
    "v_rcp_f32_e32 v4, v3",
    "v_div_scale_f32 v5, vcc, v1, v2, v1",
    "v_fma_f32 v6, -v3, v4, 1.0",
    "v_fmac_f32_e32 v4, v6, v4",
    "v_mul_f32_e32 v6, v5, v4",
    "v_fma_f32 v7, -v3, v6, v5",
    "v_fmac_f32_e32 v6, v7, v4",
    "v_fma_f32 v3, -v3, v6, v5",
    "v_div_fmas_f32 v3, v3, v4, v6",
    "v_div_fixup_f32 v1, v3, v2, v1",
    NULL,
};

/* v[0:1] = v[0:1] / v[2:3]. */
static const char *const divide_f64[] = {
    "v_div_scale_f64 v[4:5], s[0:1], v[2:3], v[2:3], v[0:1]",
    "v_rcp_f64_e32 v[6:7], v[4:5]",
    "v_div_scale_f64 v[8:9], vcc, v[0:1], v[2:3], v[0:1]",
    "v_fma_f64 v[10:11], -v[4:5], v[6:7], 1.0",
    "v_fmac_f64_e32 v[6:7], v[6:7], v[10:11]",
    "v_fma_f64 v[10:11], -v[4:5], v[6:7], 1.0",
    "v_fmac_f64_e32 v[6:7], v[6:7], v[10:11]",
    "v_mul_f64 v[10:11], v[8:9], v[6:7]",
    "v_fma_f64 v[4:5], -v[4:5], v[10:11], v[8:9]",
    "v_div_fmas_f64 v[4:5], v[4:5], v[6:7], v[10:11]",
    "v_div_fixup_f64 v[0:1], v[4:5], v[2:3], v[0:1]",
    NULL,
};

/* v1 = v2 / v1 in f16. */
static const char *const divide_f16[] = {
    "v_cvt_f32_f16_e32 v3, v1",
    "v_cvt_f32_f16_e32 v4, v2",
    "v_rcp_f32_e32 v3, v3",
    "v_mul_f32_e32 v4, v4, v3",
    "v_fma_mix_f32 v5, -v1, v4, v2 op_sel_hi:[1,0,1]",
    "v_fmac_f32_e32 v4, v5, v3",
    "v_fma_mix_f32 v5, -v1, v4, v2 op_sel_hi:[1,0,1]",
    "v_mul_f32_e32 v3, v5, v3",
    "v_and_b32_e32 v3, 0xff800000, v3",
    "v_add_f32_e32 v3, v3, v4",
    "v_cvt_f16_f32_e32 v3, v3",
    "v_div_fixup_f16 v1, v3, v1, v2",
    NULL,
};

static void execute_all(struct one *one, const char *const *texts)
{
    for (; *texts; texts++)
        one_execute(one, *texts);
}

/* Quotients that are not numbers come out negative (CDNA3 ISA guide, V_DIV_FIXUP_F32); of two NaNs
 * the numerator's. */
static uint32_t quotient_f32(uint32_t n, uint32_t d)
{
    uint32_t plain = bits_of_f32(bits_to_f32(n) / bits_to_f32(d));
    if (is_nan_f32(n))
        return n | 0x400000;
    if (is_nan_f32(d))
        return d | 0x400000;
    return is_nan_f32(plain) ? 0xffc00000 : plain;
}

Test(vdiv, the_compilers_f32_division_is_correctly_rounded)
{
    uint64_t seed = 11;
    struct one *one = one_create();
    for (int round = 0; round < ROUNDS; round++) {
        uint32_t n[64], d[64];
        for (int l = 0; l < 64; l++) {
            one->wave.vgpr[1][l] = n[l] = random_f32(&seed);
            one->wave.vgpr[2][l] = d[l] = random_f32(&seed);
        }
        execute_all(one, divide_f32);
        for (int l = 0; l < 64; l++)
            cr_assert_eq(one->wave.vgpr[1][l], quotient_f32(n[l], d[l]),
                         "%08x / %08x: %08x, not %08x", n[l], d[l], one->wave.vgpr[1][l],
                         quotient_f32(n[l], d[l]));
    }
    free(one);
}

/* Quotients around the least normal number and the least subnormal one, and operands whose inverse
 * is subnormal: where scale and fmas have work to do. */
Test(vdiv, f32_division_is_correctly_rounded_where_it_underflows)
{
    uint64_t seed = 12;
    struct one *one = one_create();
    for (int round = 0; round < ROUNDS; round++) {
        uint32_t n[64], d[64];
        for (int l = 0; l < 64; l++) {
            uint64_t r = next_random(&seed);
            uint32_t n_exponent = r % 40, d_exponent = 95 + (r >> 8) % 158;
            if (round & 1) /* and where it is near 2^127 */
                n_exponent = 200 + r % 54, d_exponent = 1 + (r >> 8) % 120;
            one->wave.vgpr[1][l] = n[l] = n_exponent << 23 | (r >> 16 & 0x807fffff);
            one->wave.vgpr[2][l] = d[l] = d_exponent << 23 | (next_random(&seed) & 0x807fffff);
        }
        execute_all(one, divide_f32);
        for (int l = 0; l < 64; l++)
            cr_assert_eq(one->wave.vgpr[1][l], quotient_f32(n[l], d[l]),
                         "%08x / %08x: %08x, not %08x", n[l], d[l], one->wave.vgpr[1][l],
                         quotient_f32(n[l], d[l]));
    }
    free(one);
}

Test(vdiv, the_compilers_f64_division_is_correctly_rounded)
{
    uint64_t seed = 13;
    struct one *one = one_create();
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t n[64], d[64];
        for (int l = 0; l < 64; l++) {
            n[l] = random_f64(&seed);
            d[l] = random_f64(&seed);
            if (round & 1) { /* subnormal and huge quotients */
                uint64_t r = next_random(&seed);
                n[l] = (n[l] & UINT64_C(0x800fffffffffffff)) | (r % 60) << 52;
                d[l] = (d[l] & UINT64_C(0x800fffffffffffff)) | (970 + (r >> 8) % 1070) << 52;
            }
            set_f64(one, 0, l, n[l]);
            set_f64(one, 2, l, d[l]);
        }
        execute_all(one, divide_f64);
        for (int l = 0; l < 64; l++) {
            uint64_t want = bits_of_f64(bits_to_f64(n[l]) / bits_to_f64(d[l]));
            want = is_nan_f64(want) ? UINT64_C(0xfff8000000000000) : want;
            want = is_nan_f64(d[l]) ? d[l] | UINT64_C(0x8000000000000) : want;
            want = is_nan_f64(n[l]) ? n[l] | UINT64_C(0x8000000000000) : want;
            cr_assert_eq(get_f64(one, 0, l), want, "%016lx / %016lx: %016lx, not %016lx", n[l],
                         d[l], get_f64(one, 0, l), want);
        }
    }
    free(one);
}

Test(vdiv, the_compilers_f16_division_is_correctly_rounded)
{
    uint64_t seed = 14;
    struct one *one = one_create();
    for (int round = 0; round < ROUNDS; round++) {
        uint32_t n[64], d[64];
        for (int l = 0; l < 64; l++) {
            one->wave.vgpr[2][l] = n[l] = random_f16(&seed);
            one->wave.vgpr[1][l] = d[l] = random_f16(&seed);
        }
        execute_all(one, divide_f16);
        for (int l = 0; l < 64; l++) {
            uint32_t want = bits_of_half(half_of(n[l]) / half_of(d[l]));
            want = is_nan_f16(want) ? 0xfe00 : want;
            want = is_nan_f16(d[l]) ? d[l] | 0x200 : want;
            want = is_nan_f16(n[l]) ? n[l] | 0x200 : want;
            cr_assert_eq(one->wave.vgpr[1][l] & 0xffff, want, "%04x / %04x: %04x, not %04x", n[l],
                         d[l], one->wave.vgpr[1][l] & 0xffff, want);
        }
    }
    free(one);
}

/* n / d far from any end is not scaled; a quotient near the largest number scales d, and only that.
 */
Test(vdiv, scale_moves_operands_by_2_to_the_64)
{
    struct one *one = one_create();
    one->wave.vgpr[1][0] = bits_of_f32(6.0f);
    one->wave.vgpr[2][0] = bits_of_f32(3.0f);
    one->wave.vgpr[1][1] = bits_of_f32(0x1p60f);
    one->wave.vgpr[2][1] = bits_of_f32(0x1.8p-60f);
    for (int l = 2; l < 64; l++)
        one->wave.vgpr[1][l] = one->wave.vgpr[2][l] = bits_of_f32(1.5f);
    one_execute(one, "v_div_scale_f32 v3, s[0:1], v2, v2, v1");
    one_execute(one, "v_div_scale_f32 v4, vcc, v1, v2, v1");
    cr_expect_eq(one->wave.vgpr[3][0], bits_of_f32(3.0f));
    cr_expect_eq(one->wave.vgpr[3][1], bits_of_f32(0x1.8p4f));
    cr_expect_eq(one->wave.vgpr[4][1], bits_of_f32(0x1p60f));
    cr_expect_eq(emu_sgpr64(&one->wave, EMU_VCC), 2);
    cr_expect_eq(emu_sgpr64(&one->wave, 0), 2);
    free(one);
}

/* Float arithmetic against the host's, on edges and random bit patterns. */
#include "floats.h"

#include <math.h>

enum { ROUNDS = 300 };

/* f32, f16, f64: one reference a row. */

typedef float f32_function(float a, float b, float c);
typedef double f64_function(double a, double b, double c);
typedef half f16_function(half a, half b, half c);

#define F32(name, expr)                                                                            \
    static float name(float a, float b, float c)                                                   \
    {                                                                                              \
        (void)b;                                                                                   \
        (void)c;                                                                                   \
        return expr;                                                                               \
    }
F32(sum_f32, a + b)
F32(difference_f32, a - b)
F32(reversed_f32, b - a)
F32(product_f32, a *b)
F32(fused_f32, fmaf(a, b, c))
F32(fused_negative_f32, fmaf(-a, fabsf(b), c))

static const struct {
    const char *text;
    f32_function *reference;
    int n_sources;
} rows_f32[] = {
    {"v_add_f32_e32 v0, v1, v2", sum_f32, 2},
    {"v_sub_f32_e32 v0, v1, v2", difference_f32, 2},
    {"v_subrev_f32_e32 v0, v1, v2", reversed_f32, 2},
    {"v_mul_f32_e64 v0, v1, v2", product_f32, 2},
    {"v_fma_f32 v0, v1, v2, v3", fused_f32, 3},
    {"v_fma_f32 v0, -v1, |v2|, v3", fused_negative_f32, 3},
};

Test(vfloat, f32_arithmetic_is_ieee_with_amds_nans)
{
    uint64_t seed = 1;
    struct one *one = one_create();
    for (size_t row = 0; row < sizeof rows_f32 / sizeof rows_f32[0]; row++) {
        for (int round = 0; round < ROUNDS; round++) {
            for (int l = 0; l < 64; l++)
                for (int v = 1; v <= 3; v++)
                    one->wave.vgpr[v][l] = random_f32(&seed);
            one_execute(one, rows_f32[row].text);
            for (int l = 0; l < 64; l++) {
                uint32_t a = one->wave.vgpr[1][l], b = one->wave.vgpr[2][l],
                         c = one->wave.vgpr[3][l];
                if (strstr(rows_f32[row].text,
                           "-v1")) /* what NaNs look like behind the modifiers */
                    a ^= 0x80000000, b &= 0x7fffffff;
                float value =
                    rows_f32[row].reference(bits_to_f32(one->wave.vgpr[1][l]),
                                            bits_to_f32(one->wave.vgpr[2][l]), bits_to_f32(c));
                uint32_t want =
                    nan_rule_f32(bits_of_f32(value), a, b, rows_f32[row].n_sources > 2 ? c : 0);
                cr_assert_eq(one->wave.vgpr[0][l], want, "%s of %08x %08x %08x: %08x, not %08x",
                             rows_f32[row].text, a, b, c, one->wave.vgpr[0][l], want);
            }
        }
    }
    free(one);
}

#define F64(name, expr)                                                                            \
    static double name(double a, double b, double c)                                               \
    {                                                                                              \
        (void)c;                                                                                   \
        return expr;                                                                               \
    }
F64(sum_f64, a + b)
F64(product_f64, a *b)
F64(fused_f64, fma(a, b, c))

static const struct {
    const char *text;
    f64_function *reference;
    int n_sources;
} rows_f64[] = {
    {"v_add_f64 v[0:1], v[2:3], v[4:5]", sum_f64, 2},
    {"v_mul_f64 v[0:1], v[2:3], v[4:5]", product_f64, 2},
    {"v_fma_f64 v[0:1], v[2:3], v[4:5], v[6:7]", fused_f64, 3},
};

Test(vfloat, f64_arithmetic_is_ieee_with_amds_nans)
{
    uint64_t seed = 2;
    struct one *one = one_create();
    for (size_t row = 0; row < sizeof rows_f64 / sizeof rows_f64[0]; row++) {
        for (int round = 0; round < ROUNDS; round++) {
            for (int l = 0; l < 64; l++)
                for (unsigned v = 2; v <= 6; v += 2)
                    set_f64(one, v, l, random_f64(&seed));
            one_execute(one, rows_f64[row].text);
            for (int l = 0; l < 64; l++) {
                uint64_t a = get_f64(one, 2, l), b = get_f64(one, 4, l), c = get_f64(one, 6, l);
                double value =
                    rows_f64[row].reference(bits_to_f64(a), bits_to_f64(b), bits_to_f64(c));
                uint64_t want =
                    nan_rule_f64(bits_of_f64(value), a, b, rows_f64[row].n_sources > 2 ? c : 0);
                cr_assert_eq(get_f64(one, 0, l), want,
                             "%s of %016lx %016lx %016lx: %016lx, not %016lx", rows_f64[row].text,
                             a, b, c, get_f64(one, 0, l), want);
            }
        }
    }
    free(one);
}

#define F16(name, expr)                                                                            \
    static half name(half a, half b, half c)                                                       \
    {                                                                                              \
        (void)c;                                                                                   \
        return expr;                                                                               \
    }
F16(sum_f16, a + b)
F16(difference_f16, a - b)
F16(product_f16, a *b)
F16(fused_f16, (half)((__float128)a *b + c)) /* exact in 113 bits, rounded once */

static const struct {
    const char *text;
    f16_function *reference;
    int n_sources;
    uint32_t kept; /* of v0, which holds 0xabcdabcd before */
} rows_f16[] = {
    {"v_add_f16_e32 v0, v1, v2", sum_f16, 2, 0},
    {"v_sub_f16_e32 v0, v1, v2", difference_f16, 2, 0},
    {"v_mul_f16_e32 v0, v1, v2", product_f16, 2, 0},
    {"v_fma_f16 v0, v1, v2, v3", fused_f16, 3, 0xabcd0000},
};

Test(vfloat, f16_arithmetic_is_ieee_with_amds_nans)
{
    uint64_t seed = 3;
    struct one *one = one_create();
    for (size_t row = 0; row < sizeof rows_f16 / sizeof rows_f16[0]; row++) {
        for (int round = 0; round < ROUNDS; round++) {
            for (int l = 0; l < 64; l++) {
                for (int v = 1; v <= 3; v++) /* the high half is not read */
                    one->wave.vgpr[v][l] = random_f16(&seed) | 0x7fff0000;
                one->wave.vgpr[0][l] = 0xabcdabcd;
            }
            one_execute(one, rows_f16[row].text);
            for (int l = 0; l < 64; l++) {
                uint32_t a = one->wave.vgpr[1][l] & 0xffff, b = one->wave.vgpr[2][l] & 0xffff,
                         c = one->wave.vgpr[3][l] & 0xffff;
                uint32_t value =
                    bits_of_half(rows_f16[row].reference(half_of(a), half_of(b), half_of(c)));
                uint32_t want = nan_rule_f16(value, a, b, rows_f16[row].n_sources > 2 ? c : 0) |
                                rows_f16[row].kept;
                cr_assert_eq(one->wave.vgpr[0][l], want, "%s of %04x %04x %04x: %08x, not %08x",
                             rows_f16[row].text, a, b, c, one->wave.vgpr[0][l], want);
            }
        }
    }
    free(one);
}

/* Single cases. */

/* v1, v2, v3 and s4; v0 before and after. */
static const struct {
    const char *text;
    uint32_t a, b, c, s4, before, after;
} cases[] = {
    {"v_fmac_f32_e32 v0, v1, v2", 0x40000000, 0x40400000, 0, 0, 0x3f800000, 0x40e00000},
    {"v_fmac_f32_e64 v0, -v1, v2", 0x40000000, 0x40400000, 0, 0, 0x3f800000, 0xc0a00000},
    {"v_fmaak_f32 v0, v1, v2, 0x41200000", 0x40000000, 0x40400000, 0, 0, 0, 0x41800000},
    {"v_fmamk_f32 v0, v1, 0x41200000, v2", 0x40000000, 0x40400000, 0, 0, 0, 0x41b80000},
    {"v_add_f32_e32 v0, s4, v1", 0x40000000, 0, 0, 0x3f800000, 0, 0x40400000},
    {"v_add_f32_e32 v0, 0x3f800001, v1", 0, 0, 0, 0, 0, 0x3f800001},
    {"v_add_f32_e64 v0, v1, 0.5", 0x3f800000, 0, 0, 0, 0, 0x3fc00000},
    {"v_add_f16_e32 v0, 1.0, v1", 0x00003c00, 0, 0, 0, 0xffffffff, 0x4000},
    {"v_mul_legacy_f32 v0, v1, v2", 0x80000000, 0x7f800000, 0, 0, 0, 0},
    {"v_mul_legacy_f32 v0, v1, v2", 0x40000000, 0x40400000, 0, 0, 0, 0x40c00000},
    {"v_add_f32_e64 v0, v1, v2 clamp", 0x40000000, 0x40000000, 0, 0, 0, 0x3f800000},
    {"v_add_f32_e64 v0, v1, v2 clamp", 0xc0000000, 0x3f800000, 0, 0, 0, 0},
    {"v_add_f32_e64 v0, v1, v2 clamp", 0x7fc00001, 0x3f800000, 0, 0, 0, 0x7fc00001},
    {"v_add_f16_e64 v0, v1, v2 clamp", 0x4400, 0x3c00, 0, 0, 0, 0x3c00},
    {"v_fma_f16 v0, v1, v2, v3 op_sel:[1,0,0,1]", 0x40000000, 0x4200, 0x3c00, 0, 0x1234,
     0x47001234},
    {"v_add_f16_sdwa v0, v1, v2 dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 "
     "src1_sel:WORD_0",
     0x3c000000, 0x4000, 0, 0, 0x77, 0x42000077},
    /* minima, maxima, medians: zeros, numbers and NaNs in IEEE mode off */
    {"v_min_f32_e32 v0, v1, v2", 0x00000000, 0x80000000, 0, 0, 0, 0x80000000},
    {"v_max_f32_e32 v0, v1, v2", 0x80000000, 0x00000000, 0, 0, 0, 0x00000000},
    {"v_min_f32_e32 v0, v1, v2", 0xc0000000, 0xbf800000, 0, 0, 0, 0xc0000000},
    {"v_max_f32_e32 v0, v1, v2", 0xc0000000, 0xbf800000, 0, 0, 0, 0xbf800000},
    {"v_min_f32_e32 v0, v1, v2", 0x7fc00000, 0x40000000, 0, 0, 0, 0x40000000},
    {"v_max_f32_e32 v0, v1, v2", 0x40000000, 0xffc00000, 0, 0, 0, 0x40000000},
    {"v_max_f32_e32 v0, v1, v2", 0x40000000, 0x7f800001, 0, 0, 0, 0x40000000},
    {"v_min_f16_e32 v0, v1, v2", 0xffff3c00, 0xffffc000, 0, 0, 0, 0xc000},
    {"v_max_f16_e32 v0, v1, v2", 0xffff7e00, 0xffffc000, 0, 0, 0, 0xc000},
    {"v_min3_f32 v0, v1, v2, v3", 0x40000000, 0xc0000000, 0x3f800000, 0, 0, 0xc0000000},
    {"v_max3_f32 v0, v1, v2, v3", 0x40000000, 0xc0000000, 0x40400000, 0, 0, 0x40400000},
    {"v_med3_f32 v0, v1, v2, v3", 0x40000000, 0xc0000000, 0x3f800000, 0, 0, 0x3f800000},
    {"v_med3_f32 v0, v1, v2, v3", 0x40000000, 0x40400000, 0x3f800000, 0, 0, 0x40000000},
    {"v_med3_f32 v0, v1, v2, v3", 0x3f800000, 0x40000000, 0x40400000, 0, 0, 0x40000000},
    {"v_med3_f32 v0, v1, v2, v3", 0x7fc00000, 0x40000000, 0x3f800000, 0, 0, 0x3f800000},
    {"v_med3_f32 v0, v1, v2, v3", 0x80000000, 0x00000000, 0xbf800000, 0, 0, 0x00000000},
    {"v_med3_f32 v0, v1, v2, v3", 0x00000000, 0x80000000, 0xbf800000, 0, 0, 0x80000000},
    {"v_med3_f32 v0, v1, v2, v3", 0xc0400000, 0xc0000000, 0xbf800000, 0, 0, 0xc0000000},
    {"v_med3_f16 v0, v1, v2, v3 op_sel:[0,1,0,0]", 0x4000, 0xc0000000, 0x3c00, 0, 0x55550000,
     0x55553c00},
};

Test(vfloat, single_cases_give_what_the_guide_says)
{
    struct one *one = one_create();
    for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
        for (int l = 0; l < 64; l++) {
            one->wave.vgpr[0][l] = cases[n].before;
            one->wave.vgpr[1][l] = cases[n].a;
            one->wave.vgpr[2][l] = cases[n].b;
            one->wave.vgpr[3][l] = cases[n].c;
        }
        one->wave.sgpr[4] = cases[n].s4;
        emu_set_sgpr64(&one->wave, EMU_EXEC, ~UINT64_C(2));
        one_execute(one, cases[n].text);
        for (int l = 0; l < 64; l++) {
            uint32_t want = l == 1 ? cases[n].before : cases[n].after;
            cr_assert_eq(one->wave.vgpr[0][l], want, "%s lane %d: %08x, not %08x", cases[n].text, l,
                         one->wave.vgpr[0][l], want);
        }
    }
    free(one);
}

Test(vfloat, f64_minima_accumulation_and_constants)
{
    struct one *one = one_create();
    for (int l = 0; l < 64; l++) {
        set_f64(one, 0, l, bits_of_f64(10));
        set_f64(one, 2, l, bits_of_f64(-3));
        set_f64(one, 4, l, bits_of_f64(0.5));
    }
    one_execute(one, "v_fmac_f64_e32 v[0:1], v[2:3], v[4:5]");
    cr_expect_eq(get_f64(one, 0, 7), bits_of_f64(8.5));
    one_execute(one, "v_min_f64 v[0:1], v[2:3], |v[4:5]|");
    cr_expect_eq(get_f64(one, 0, 7), bits_of_f64(-3));
    one_execute(one, "v_max_f64 v[0:1], -v[2:3], v[4:5]");
    cr_expect_eq(get_f64(one, 0, 7), bits_of_f64(3));
    one_execute(one, "v_fma_f64 v[0:1], -v[2:3], v[4:5], 1.0");
    cr_expect_eq(get_f64(one, 0, 7), bits_of_f64(2.5));
    one_execute(one, "v_add_f64 v[0:1], v[2:3], v[4:5] clamp");
    cr_expect_eq(get_f64(one, 0, 7), 0);
    free(one);
}

/* MODE. */

Test(vfloat, ieee_mode_quiets_signalling_nans_in_minima)
{
    struct one *one = one_create();
    one->wave.mode = 0x2f0;
    one->wave.vgpr[1][0] = 0x7f800001;
    one->wave.vgpr[2][0] = 0x40000000;
    one->wave.vgpr[1][1] = 0x40000000;
    one->wave.vgpr[2][1] = 0xff800005;
    one->wave.vgpr[1][2] = 0x7fc00000;
    one->wave.vgpr[2][2] = 0x40000000;
    one_execute(one, "v_max_f32_e32 v0, v1, v2");
    cr_expect_eq(one->wave.vgpr[0][0], 0x7fc00001);
    cr_expect_eq(one->wave.vgpr[0][1], 0xffc00005);
    cr_expect_eq(one->wave.vgpr[0][2], 0x40000000);
    one->wave.vgpr[1][0] = 0x7c01;
    one->wave.vgpr[2][0] = 0x4000;
    one_execute(one, "v_min_f16_e32 v0, v1, v2");
    cr_expect_eq(one->wave.vgpr[0][0], 0x7e01);
    free(one);
}

Test(vfloat, dx10_clamp_makes_nan_zero)
{
    struct one *one = one_create();
    one->wave.mode = 0x1f0;
    one->wave.vgpr[1][3] = 0x7fc00000;
    one_execute(one, "v_add_f32_e64 v0, v1, v2 clamp");
    cr_expect_eq(one->wave.vgpr[0][3], 0);
    free(one);
}

Test(vfloat, f32_subnormals_are_flushed_where_mode_says_so)
{
    struct one *one = one_create();
    one->wave.mode = 0xc0;
    one->wave.vgpr[1][0] = 0x80000001; /* a source: -0 */
    one->wave.vgpr[2][0] = 0x80000000;
    one->wave.vgpr[1][1] = 0x00800001; /* a result: 2^-149 */
    one->wave.vgpr[2][1] = 0x80800000;
    one->wave.vgpr[1][2] = 0x3f800000;
    one->wave.vgpr[2][2] = 0x40000000;
    one_execute(one, "v_add_f32_e32 v0, v1, v2");
    cr_expect_eq(one->wave.vgpr[0][0], 0x80000000);
    cr_expect_eq(one->wave.vgpr[0][1], 0);
    cr_expect_eq(one->wave.vgpr[0][2], 0x40400000);
    one_execute(one, "v_fma_f32 v0, v1, v2, v3 mul:2"); /* applied: no IEEE mode, flushed results */
    cr_expect_eq(one->wave.vgpr[0][2], 0x40800000);
    one->wave.mode = 0xf0;
    one_execute(one, "v_fma_f32 v0, v1, v2, v3 mul:2"); /* ignored: subnormal results are kept */
    cr_expect_eq(one->wave.vgpr[0][2], 0x40000000);
    free(one);
}

Test(vfloat, modes_that_are_not_modelled_end_the_wave)
{
    static const struct {
        uint32_t mode;
        const char *text, *name;
    } modes[] = {
        {0xf3, "v_add_f32_e32 v0, v1, v2", "FP_ROUND of f32"},
        {0xf4, "v_add_f64 v[0:1], v[2:3], v[4:5]", "FP_ROUND of f16 and f64"},
        {0x30, "v_add_f16_e32 v0, v1, v2", "FP_DENORM of f16 and f64"},
        {0x8000f0, "v_add_f16_e32 v0, v1, v2", "FP16_OVFL"},
    };
    struct one *one = one_create();
    for (size_t n = 0; n < sizeof modes / sizeof modes[0]; n++) {
        one->wave.mode = modes[n].mode;
        one->wave.vgpr[0][0] = 77;
        one_execute(one, modes[n].text);
        cr_expect_eq(one->wave.state, EMU_FAULTED, "%s", modes[n].text);
        cr_expect_not_null(strstr(one->fault.text, modes[n].name), "%s", one->fault.text);
        cr_expect_eq(one->wave.vgpr[0][0], 77);
    }
    free(one);
}

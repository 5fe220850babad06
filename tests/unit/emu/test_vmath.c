/* Functions of one float: whole numbers, exponents, and the approximate ones within their error. */
#include "floats.h"

#include <math.h>
#include <stdio.h>

enum { ROUNDS = 200 };

/* Exact functions. */

typedef double exact_function(double x);

static double fraction(double x)
{
    double part = x - floor(x); /* rounded to the operand's type by the caller */
    return part;
}

static const struct {
    const char *name;
    exact_function *reference;
} exact[] = {{"trunc", trunc}, {"ceil", ceil}, {"floor", floor}, {"rndne", rint}, {"sqrt", sqrt}};

Test(vmath, whole_numbers_and_roots_are_exact_in_f64_and_rounded_in_f16)
{
    uint64_t seed = 21;
    struct one *one = one_create();
    for (size_t row = 0; row < sizeof exact / sizeof exact[0]; row++) {
        char text_f16[64], text_f64[64];
        snprintf(text_f16, sizeof text_f16, "v_%s_f16_e32 v0, v1", exact[row].name);
        snprintf(text_f64, sizeof text_f64, "v_%s_f64_e32 v[2:3], v[4:5]", exact[row].name);
        for (int round = 0; round < ROUNDS; round++) {
            for (int l = 0; l < 64; l++) {
                one->wave.vgpr[1][l] = random_f16(&seed);
                set_f64(one, 4, l, random_f64(&seed));
            }
            one_execute(one, text_f16);
            one_execute(one, text_f64);
            for (int l = 0; l < 64; l++) {
                uint32_t x = one->wave.vgpr[1][l];
                uint32_t want = nan_rule_f16(
                    bits_of_half((half)exact[row].reference((double)half_of(x))), x, 0, 0);
                cr_assert_eq(one->wave.vgpr[0][l], want, "%s of %04x: %04x, not %04x", text_f16, x,
                             one->wave.vgpr[0][l], want);
                uint64_t y = get_f64(one, 4, l);
                uint64_t wide =
                    nan_rule_f64(bits_of_f64(exact[row].reference(bits_to_f64(y))), y, 0, 0);
                cr_assert_eq(get_f64(one, 2, l), wide, "%s of %016lx: %016lx, not %016lx", text_f64,
                             y, get_f64(one, 2, l), wide);
            }
        }
    }
    free(one);
}

Test(vmath, whole_numbers_are_exact_in_f32)
{
    uint64_t seed = 22;
    struct one *one = one_create();
    for (size_t row = 0; row < 4; row++) {
        char text[64];
        snprintf(text, sizeof text, "v_%s_f32_e32 v0, v1", exact[row].name);
        for (int round = 0; round < ROUNDS; round++) {
            for (int l = 0; l < 64; l++)
                one->wave.vgpr[1][l] =
                    round & 1
                        ? bits_of_f32((float)((int)(next_random(&seed) >> 40) - 8388608) / 8192)
                        : random_f32(&seed);
            one_execute(one, text);
            for (int l = 0; l < 64; l++) {
                uint32_t x = one->wave.vgpr[1][l];
                float value = (float)exact[row].reference((double)bits_to_f32(x));
                uint32_t want = nan_rule_f32(bits_of_f32(value), x, 0, 0);
                cr_assert_eq(one->wave.vgpr[0][l], want, "%s of %08x: %08x, not %08x", text, x,
                             one->wave.vgpr[0][l], want);
            }
        }
    }
    free(one);
}

Test(vmath, fract_is_in_0_to_1_without_1)
{
    static const struct {
        float x, want;
    } cases[] = {{2.75f, 0.75f}, {-2.75f, 0.25f}, {-0x1p-40f, 0x1.fffffep-1f}, {5, 0}, {-0.0f, 0}};
    struct one *one = one_create();
    for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
        one->wave.vgpr[1][n] = bits_of_f32(cases[n].x);
        set_f64(one, 4, (int)n, bits_of_f64((double)cases[n].x));
    }
    one->wave.vgpr[1][9] = 0x7f800000;
    one_execute(one, "v_fract_f32_e32 v0, v1");
    one_execute(one, "v_fract_f64_e32 v[2:3], v[4:5]");
    for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
        cr_expect_eq(one->wave.vgpr[0][n], bits_of_f32(cases[n].want), "fract of %a", cases[n].x);
        cr_expect_eq(get_f64(one, 2, (int)n), bits_of_f64(fraction((double)cases[n].x)), "%a",
                     cases[n].x);
    }
    cr_expect_eq(one->wave.vgpr[0][9], 0x7fc00000);
    free(one);
}

/* Approximate functions. */

static double inverse(double x) { return 1 / x; }
static double inverse_root(double x) { return 1 / sqrt(x); }
static double sine(double x) { return sin(x * 6.283185307179586477); }
static double cosine(double x) { return cos(x * 6.283185307179586477); }

static const struct {
    const char *name;
    exact_function *reference;
    float low, high;
} approximate[] = {
    {"rcp", inverse, -1e30f, 1e30f},
    {"rcp_iflag", inverse, 1, 100},
    {"rsq", inverse_root, 0, 1e20f},
    {"sqrt", sqrt, 0, 1e30f},
    {"exp", exp2, -120, 120},
    {"log", log2, 0.001f, 1e9f},
    {"sin", sine, -3, 3},
    {"cos", cosine, -3, 3},
};

Test(vmath, approximate_functions_keep_to_one_ulp)
{
    uint64_t seed = 23;
    struct one *one = one_create();
    for (size_t row = 0; row < sizeof approximate / sizeof approximate[0]; row++) {
        char text[64];
        snprintf(text, sizeof text, "v_%s_f32_e32 v0, v1", approximate[row].name);
        for (int round = 0; round < 20; round++) {
            for (int l = 0; l < 64; l++) {
                double at = (double)(next_random(&seed) >> 11) * 0x1p-53;
                one->wave.vgpr[1][l] =
                    bits_of_f32(approximate[row].low +
                                (float)at * (approximate[row].high - approximate[row].low));
            }
            one_execute(one, text);
            for (int l = 0; l < 64; l++) {
                float x = bits_to_f32(one->wave.vgpr[1][l]),
                      got = bits_to_f32(one->wave.vgpr[0][l]);
                double want = approximate[row].reference((double)x);
                double ulp = fmax((double)fabsf(nextafterf(got, INFINITY) - got), 0x1p-50);
                cr_assert_leq(fabs((double)got - want), ulp, "%s of %a: %a, not %a", text, x, got,
                              want);
            }
        }
    }
    free(one);
}

/* v0 = function of v1. */
static const struct {
    const char *text;
    uint32_t x, want;
} ends[] = {
    {"v_rcp_f32_e32 v0, v1", 0x80000000, 0xff800000},
    {"v_rcp_f32_e32 v0, v1", 0x00000001, 0x7f800000}, /* a subnormal is taken as 0 */
    {"v_rcp_f32_e32 v0, v1", 0xff7fffff, 0x80000000}, /* and so is a subnormal result */
    {"v_rcp_f32_e32 v0, v1", 0x7f800000, 0x00000000},
    {"v_rcp_f32_e32 v0, v1", 0xffa00000, 0xffe00000},
    {"v_rcp_f16_e32 v0, v1", 0x7bff, 0x0100}, /* f16 keeps subnormals */
    {"v_sqrt_f32_e32 v0, v1", 0xbf800000, 0x7fc00000},
    {"v_sqrt_f32_e32 v0, v1", 0x80000000, 0x80000000},
    {"v_rsq_f32_e32 v0, v1", 0x00000000, 0x7f800000},
    {"v_log_f32_e32 v0, v1", 0x00000000, 0xff800000},
    {"v_log_f32_e32 v0, v1", 0xbf800000, 0x7fc00000},
    {"v_log_f32_e32 v0, v1", 0x41000000, 0x40400000},
    {"v_exp_f32_e32 v0, v1", 0x43000000, 0x7f800000}, /* 2^128 */
    {"v_exp_f32_e32 v0, v1", 0xc2fe0000, 0x00000000}, /* 2^-127 would be subnormal */
    {"v_exp_f32_e32 v0, v1", 0xc0400000, 0x3e000000},
    {"v_exp_f16_e32 v0, v1", 0x4200, 0x4800},
    {"v_sin_f32_e32 v0, v1", 0x3e800000, 0x3f800000}, /* a quarter turn */
    {"v_cos_f32_e32 v0, v1", 0x3f000000, 0xbf800000},
    {"v_cos_f32_e32 v0, v1", 0x43808000, 0x3f800000}, /* 257 turns */
    {"v_sin_f32_e32 v0, v1", 0x7f800000, 0x7fc00000},
    {"v_frexp_mant_f32_e32 v0, v1", 0xc0e00000, 0xbf600000},
    {"v_frexp_exp_i32_f32_e32 v0, v1", 0xc0e00000, 3},
    {"v_frexp_mant_f32_e32 v0, v1", 0x00000003, 0x3f400000},
    {"v_frexp_exp_i32_f32_e32 v0, v1", 0x00000003, (uint32_t)-147},
    {"v_frexp_mant_f32_e32 v0, v1", 0x80000000, 0x80000000},
    {"v_frexp_exp_i32_f32_e32 v0, v1", 0x7f800000, 0},
    {"v_frexp_exp_i32_f32_e32 v0, v1", 0x00000000, 0},
    {"v_frexp_mant_f32_e32 v0, v1", 0x7f800001, 0x7fc00001},
    {"v_frexp_mant_f16_e32 v0, v1", 0x8003, 0xba00},
    {"v_frexp_exp_i16_f16_e32 v0, v1", 0x8003, 0xffea}, /* 3 * 2^-24 = 0.75 * 2^-22 */
};

Test(vmath, functions_at_their_ends)
{
    struct one *one = one_create();
    for (size_t n = 0; n < sizeof ends / sizeof ends[0]; n++) {
        for (int l = 0; l < 64; l++)
            one->wave.vgpr[1][l] = l == 9 ? 0x3f800000 : ends[n].x;
        one_execute(one, ends[n].text);
        cr_expect_eq(one->wave.vgpr[0][0], ends[n].want, "%s of %08x: %08x, not %08x", ends[n].text,
                     ends[n].x, one->wave.vgpr[0][0], ends[n].want);
        cr_expect_eq(one->wave.vgpr[0][63], ends[n].want);
    }
    free(one);
}

Test(vmath, ldexp_rounds_once)
{
    uint64_t seed = 24;
    struct one *one = one_create();
    for (int round = 0; round < ROUNDS; round++) {
        for (int l = 0; l < 64; l++) {
            one->wave.vgpr[1][l] = random_f32(&seed);
            int n = (int)(next_random(&seed) % 700) - 350;
            one->wave.vgpr[2][l] = (uint32_t)(l == 5 ? INT32_MIN : l == 6 ? INT32_MAX : n);
            set_f64(one, 4, l, random_f64(&seed));
        }
        one_execute(one, "v_ldexp_f32 v0, v1, v2");
        one_execute(one, "v_ldexp_f64 v[8:9], v[4:5], v2");
        for (int l = 0; l < 64; l++) {
            uint32_t x = one->wave.vgpr[1][l];
            int n = (int)one->wave.vgpr[2][l];
            uint32_t want = nan_rule_f32(bits_of_f32(ldexpf(bits_to_f32(x), n)), x, 0, 0);
            cr_assert_eq(one->wave.vgpr[0][l], want, "ldexp(%08x, %d): %08x, not %08x", x, n,
                         one->wave.vgpr[0][l], want);
            uint64_t y = get_f64(one, 4, l);
            cr_assert_eq(get_f64(one, 8, l),
                         nan_rule_f64(bits_of_f64(ldexp(bits_to_f64(y), n)), y, 0, 0));
        }
    }
    one->wave.vgpr[1][0] = 0x3c00;
    one->wave.vgpr[2][0] = (uint32_t)-24;
    one_execute(one, "v_ldexp_f16_e32 v0, v1, v2");
    cr_expect_eq(one->wave.vgpr[0][0], 1);
    free(one);
}

Test(vmath, f64_significand_and_exponent)
{
    uint64_t seed = 25;
    struct one *one = one_create();
    for (int l = 0; l < 64; l++)
        set_f64(one, 4, l, l < 32 ? next_random(&seed) >> (l + 1) : random_f64(&seed));
    one_execute(one, "v_frexp_mant_f64_e32 v[0:1], v[4:5]");
    one_execute(one, "v_frexp_exp_i32_f64_e32 v2, v[4:5]");
    for (int l = 0; l < 64; l++) {
        uint64_t x = get_f64(one, 4, l);
        int exponent = 0;
        double significand = frexp(bits_to_f64(x), &exponent);
        if (!isfinite(bits_to_f64(x)))
            exponent = 0;
        cr_expect_eq(get_f64(one, 0, l), nan_rule_f64(bits_of_f64(significand), x, 0, 0), "%016lx",
                     x);
        cr_expect_eq(one->wave.vgpr[2][l], (uint32_t)exponent, "%016lx", x);
    }
    free(one);
}

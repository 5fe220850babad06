/* Conversions against the host's, the compiler's half precision and base/numfmt.h. */
#include "floats.h"

#include <math.h>

#include "base/numfmt.h"

enum { ROUNDS = 300 };

/* Single cases. */

/* v0 before and after, v1 and v2. */
static const struct {
    const char *text;
    uint32_t a, b, before, after;
} cases[] = {
    {"v_cvt_f32_u32_e32 v0, v1", 0xffffffff, 0, 0, 0x4f800000},
    {"v_cvt_f32_u32_e32 v0, v1", 0x80000080, 0, 0, 0x4f000000}, /* a tie, to even */
    {"v_cvt_f32_u32_e32 v0, v1", 0x80000180, 0, 0, 0x4f000002},
    {"v_cvt_f32_i32_e32 v0, v1", 0x80000000, 0, 0, 0xcf000000},
    {"v_cvt_f32_i32_e64 v0, -5", 0, 0, 0, 0xc0a00000},
    {"v_cvt_f32_ubyte0_e32 v0, v1", 0x04030201, 0, 0, 0x3f800000},
    {"v_cvt_f32_ubyte1_e32 v0, v1", 0x04030201, 0, 0, 0x40000000},
    {"v_cvt_f32_ubyte2_e32 v0, v1", 0x04030201, 0, 0, 0x40400000},
    {"v_cvt_f32_ubyte3_e32 v0, v1", 0xff030201, 0, 0, 0x437f0000},
    {"v_cvt_off_f32_i4_e32 v0, v1", 0xfffffff8, 0, 0, 0xbf000000},
    {"v_cvt_off_f32_i4_e32 v0, v1", 7, 0, 0, 0x3ee00000},
    {"v_cvt_i32_f32_e32 v0, v1", 0xc0300000, 0, 0, 0xfffffffe}, /* -2.75 */
    {"v_cvt_i32_f32_e32 v0, v1", 0x4f000000, 0, 0, 0x7fffffff},
    {"v_cvt_i32_f32_e32 v0, v1", 0xcf000000, 0, 0, 0x80000000},
    {"v_cvt_i32_f32_e32 v0, v1", 0xff800000, 0, 0, 0x80000000},
    {"v_cvt_i32_f32_e32 v0, v1", 0x7fc00000, 0, 0, 0},
    {"v_cvt_u32_f32_e32 v0, v1", 0x4f7fffff, 0, 0, 0xffffff00},
    {"v_cvt_u32_f32_e32 v0, v1", 0x4f800000, 0, 0, 0xffffffff},
    {"v_cvt_u32_f32_e32 v0, v1", 0x7f800000, 0, 0, 0xffffffff},
    {"v_cvt_u32_f32_e32 v0, v1", 0xbf800000, 0, 0, 0},
    {"v_cvt_u32_f32_e32 v0, v1", 0xffc00000, 0, 0, 0},
    {"v_cvt_u32_f32_e64 v0, |v1|", 0xc0e00000, 0, 0, 7},
    {"v_cvt_flr_i32_f32_e32 v0, v1", 0xc0300000, 0, 0, 0xfffffffd},
    {"v_cvt_rpi_i32_f32_e32 v0, v1", 0xc0200000, 0, 0, 0xfffffffe}, /* -2.5 */
    {"v_cvt_f16_u16_e32 v0, v1", 0xabcd0801, 0, 0xffffffff, 0x6800},
    {"v_cvt_f16_u16_e32 v0, v1", 0xffff, 0, 0, 0x7c00},
    {"v_cvt_f16_i16_e32 v0, v1", 0x0000ffff, 0, 0xffffffff, 0xbc00},
    {"v_cvt_f16_u16_sdwa v0, v1 dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1",
     0x00030001, 0, 0x1111, 0x42001111},
    {"v_cvt_f32_f16_sdwa v0, v1 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1", 0xc5001234, 0,
     0, 0xc0a00000},
    {"v_cvt_u16_f16_e32 v0, v1", 0x0000c000, 0, 0, 0},
    {"v_cvt_u16_f16_e32 v0, v1", 0x00007c00, 0, 0, 0xffff},
    {"v_cvt_i16_f16_e32 v0, v1", 0x0000fc00, 0, 0xffffffff, 0x8000},
    {"v_cvt_i16_f16_e32 v0, v1", 0x0000c2c0, 0, 0xffffffff, 0xfffd},
    {"v_cvt_norm_i16_f16_e32 v0, v1", 0x0000bc00, 0, 0, 0x8001},
    {"v_cvt_norm_u16_f16_e32 v0, v1", 0x00003800, 0, 0, 0x8000},
    {"v_cvt_pknorm_i16_f32 v0, v1, v2", 0x3f000000, 0xc0000000, 0, 0x80014000},
    {"v_cvt_pknorm_u16_f32 v0, v1, v2", 0x3f800000, 0x7fc00000, 0, 0x0000ffff},
    {"v_cvt_pk_u16_u32 v0, v1, v2", 0x10000, 0x1234, 0, 0x1234ffff},
    {"v_cvt_pk_i16_i32 v0, v1, v2", 0xffff7fff, 0x8000, 0, 0x7fff8000},
    {"v_cvt_pkrtz_f16_f32 v0, v1, v2", 0x7f7fffff, 0xbf7fffff, 0, 0xbbff7bff},
    {"v_cvt_pkrtz_f16_f32 v0, v1, v2", 0x7f800000, 0xb3ffffff, 0, 0x80017c00}, /* -2^-23 nearly */
    {"v_cvt_pkrtz_f16_f32 v0, v1, 1.0", 0xffc02000, 0, 0, 0x3c00fe01},
    {"v_cvt_pk_u8_f32 v0, v1, 2, v2", 0x42290000, 0x11223344, 0, 0x112a3344},
    {"v_pack_b32_f16 v0, v1, v2 op_sel:[1,0,0]", 0x3c00aaaa, 0xbbbb4000, 0, 0x40003c00},
    {"v_pack_b32_f16 v0, -v1, 1.0", 0x3c00aaaa, 0, 0, 0x3c002aaa},
    /* fp8 and bf8: 1, -1.5 | 240, 248 (too large) | Inf, NaN | below the least subnormal, 0 */
    {"v_cvt_pk_fp8_f32 v0, v1, v2", 0x3f800000, 0xbfc00000, 0xdeadbeef, 0xdeadc440},
    {"v_cvt_pk_fp8_f32 v0, v1, v2 op_sel:[0,0,1]", 0x43700000, 0x43780000, 0xdeadbeef, 0x807fbeef},
    {"v_cvt_pk_fp8_f32 v0, v1, v2", 0xff800000, 0x7fc00000, 0, 0x8080},
    {"v_cvt_pk_fp8_f32 v0, v1, v2", 0xba000000, 0x80000000, 0, 0x0000},
    {"v_cvt_pk_fp8_f32 v0, -v1, |v2|", 0x3f800000, 0xbfc00000, 0, 0x44c0},
    {"v_cvt_pk_bf8_f32 v0, v1, v2", 0x3f800000, 0xbfc00000, 0xdeadbeef, 0xdeadc240},
    {"v_cvt_pk_bf8_f32 v0, v1, v2 op_sel:[0,0,1]", 0x47600000, 0x47700000, 0xdeadbeef, 0x807fbeef},
    {"v_cvt_f32_fp8_e32 v0, v1", 0x44c0, 0, 0, 0xbf800000},
    {"v_cvt_f32_fp8_sdwa v0, v1 src0_sel:BYTE_1", 0x44c0, 0, 0, 0x3fc00000},
    {"v_cvt_f32_bf8_sdwa v0, v1 src0_sel:BYTE_3", 0x80ffffff, 0, 0, 0x7fc00000},
    /* 1.0625 = half way between 1 and 1.125: 2^19 of 2^20 random bits more carry it up */
    {"v_cvt_sr_fp8_f32 v0, v1, v2", 0x3f880000, 0x7ffff000, 0xffffffff, 0xffffff40},
    {"v_cvt_sr_fp8_f32 v0, v1, v2 op_sel:[0,0,1,0]", 0x3f880000, 0x80000000, 0xffffffff,
     0xffff41ff},
    {"v_cvt_sr_bf8_f32 v0, v1, v2 op_sel:[0,0,1,1]", 0x3f900000, 0x80000000, 0, 0x41000000},
    {"v_cvt_sr_bf8_f32 v0, v1, v2 op_sel:[0,0,0,1]", 0x3ff00000, 0xffffffff, 0, 0x00440000},
};

Test(vcvt, single_cases_give_what_the_guide_says)
{
    struct one *one = one_create();
    emu_set_sgpr64(&one->wave, EMU_EXEC, ~UINT64_C(4));
    for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
        for (int l = 0; l < 64; l++) {
            one->wave.vgpr[0][l] = cases[n].before;
            one->wave.vgpr[1][l] = cases[n].a;
            one->wave.vgpr[2][l] = cases[n].b;
        }
        one_execute(one, cases[n].text);
        for (int l = 0; l < 64; l++) {
            uint32_t want = l == 2 ? cases[n].before : cases[n].after;
            cr_expect_eq(one->wave.vgpr[0][l], want, "%s lane %d: %08x, not %08x", cases[n].text, l,
                         one->wave.vgpr[0][l], want);
        }
    }
    free(one);
}

/* All values, or many. */

Test(vcvt, small_formats_decode_to_their_values)
{
    struct one *one = one_create();
    for (uint32_t base = 0; base < 0x10000; base += 64) {
        for (uint32_t l = 0; l < 64; l++)
            one->wave.vgpr[1][l] = base + l;
        one_execute(one, "v_cvt_f32_f16_e32 v0, v1");
        one_execute(one, "v_cvt_pk_f32_fp8_e32 v[2:3], v1");
        one_execute(one, "v_cvt_pk_f32_bf8_e32 v[4:5], v1");
        one_execute(one, "v_cvt_f32_bf8_e32 v6, v1");
        for (uint32_t l = 0; l < 64; l++) {
            uint32_t code = base + l, lo = code & 0xff, hi = code >> 8;
            float f16 = (float)half_of(code);
            uint32_t want = is_nan_f16(code)
                                ? (code & 0x8000) << 16 | 0x7fc00000 | (code & 0x3ff) << 13
                                : bits_of_f32(f16);
            cr_assert_eq(one->wave.vgpr[0][l], want, "f16 %04x: %08x", code, one->wave.vgpr[0][l]);
            cr_assert_eq(one->wave.vgpr[2][l], bits_of_f32(numfmt_e4m3fnuz_values[lo]), "%02x", lo);
            cr_assert_eq(one->wave.vgpr[3][l], bits_of_f32(numfmt_e4m3fnuz_values[hi]), "%02x", hi);
            cr_assert_eq(one->wave.vgpr[4][l], bits_of_f32(numfmt_e5m2fnuz_values[lo]), "%02x", lo);
            cr_assert_eq(one->wave.vgpr[5][l], bits_of_f32(numfmt_e5m2fnuz_values[hi]), "%02x", hi);
            cr_assert_eq(one->wave.vgpr[6][l], bits_of_f32(numfmt_e5m2fnuz_values[lo]), "%02x", lo);
        }
    }
    free(one);
}

/* Values around the formats' ranges: any significand, exponents 2^-30 to 2^20, all special values.
 */
static uint32_t near_small_formats(uint64_t *seed)
{
    uint64_t r = next_random(seed);
    if ((r & 7) == 0)
        return random_f32(seed);
    uint32_t exponent = 97 + (uint32_t)(r >> 8) % 50;
    uint32_t fraction = r & 8 ? (uint32_t)(r >> 40) & 0x7f0000 : (uint32_t)(r >> 40) & 0x7fffff;
    return (uint32_t)(r >> 63) << 31 | exponent << 23 | fraction;
}

Test(vcvt, small_formats_encode_to_the_nearest)
{
    uint64_t seed = 31;
    struct one *one = one_create();
    for (int round = 0; round < ROUNDS; round++) {
        bool saturates = round & 1;
        enum numfmt_overflow overflow = saturates ? NUMFMT_SATURATE : NUMFMT_INFINITE;
        for (int l = 0; l < 64; l++) {
            one->wave.vgpr[1][l] = near_small_formats(&seed);
            one->wave.vgpr[2][l] = near_small_formats(&seed);
        }
        one->wave.mode = 0xf0;
        one_execute(one, "v_cvt_f16_f32_e32 v0, v1");
        one->wave.mode = saturates ? 0x8000f0 : 0xf0;
        one_execute(one, "v_cvt_pk_fp8_f32 v4, v1, v2");
        one_execute(one, "v_cvt_pk_bf8_f32 v5, v1, v2");
        for (int l = 0; l < 64; l++) {
            uint32_t x = one->wave.vgpr[1][l];
            float a = bits_to_f32(x), b = bits_to_f32(one->wave.vgpr[2][l]);
            uint32_t f16 = is_nan_f32(x) ? (x >> 16 & 0x8000) | 0x7e00 | (x >> 13 & 0x3ff)
                                         : bits_of_half((half)a);
            uint32_t fp8 = numfmt_encode_e4m3fnuz(a, overflow) |
                           (uint32_t)numfmt_encode_e4m3fnuz(b, overflow) << 8;
            uint32_t bf8 = numfmt_encode_e5m2fnuz(a, overflow) |
                           (uint32_t)numfmt_encode_e5m2fnuz(b, overflow) << 8;
            cr_assert_eq(one->wave.vgpr[0][l], f16, "f16 of %08x: %04x", x, one->wave.vgpr[0][l]);
            cr_assert_eq(one->wave.vgpr[4][l] & 0xffff, fp8, "fp8 of %a %a: %08x, not %04x", a, b,
                         one->wave.vgpr[4][l], fp8);
            cr_assert_eq(one->wave.vgpr[5][l] & 0xffff, bf8, "bf8 of %a %a: %08x, not %04x", a, b,
                         one->wave.vgpr[5][l], bf8);
        }
    }
    free(one);
}

/* Towards zero: the greatest f16 whose magnitude does not exceed the value's, found by search. */
Test(vcvt, pkrtz_rounds_towards_zero)
{
    uint64_t seed = 32;
    struct one *one = one_create();
    for (int round = 0; round < ROUNDS; round++) {
        for (int l = 0; l < 64; l++) {
            uint32_t x = near_small_formats(&seed);
            one->wave.vgpr[1][l] = is_nan_f32(x) ? 0 : x;
        }
        one_execute(one, "v_cvt_pkrtz_f16_f32 v0, v1, v2");
        for (int l = 0; l < 64; l++) {
            float x = fabsf(bits_to_f32(one->wave.vgpr[1][l]));
            uint32_t low = 0, high = isinf(x) ? 0x7c00 : 0x7bff;
            while (low < high) {
                uint32_t middle = (low + high + 1) / 2;
                if ((float)half_of(middle) <= x)
                    low = middle;
                else
                    high = middle - 1;
            }
            uint32_t want = low | (one->wave.vgpr[1][l] >> 16 & 0x8000);
            cr_assert_eq(one->wave.vgpr[0][l], want, "%a: %08x, not %08x", x, one->wave.vgpr[0][l],
                         want);
        }
    }
    free(one);
}

/* Of 2^12 equally spaced random numbers, as many round up as the value's place between its two
 * neighbours says; values that are in the format stay. */
Test(vcvt, stochastic_rounding_is_fair)
{
    static const float values[] = {1.03125f, 3.3f, 0x1.2p-9f, 0x1.9p-8f, 200.5f, -0.0123f, 0.875f};
    struct one *one = one_create();
    for (size_t n = 0; n < sizeof values / sizeof values[0]; n++) {
        double sum = 0;
        for (uint32_t base = 0; base < 4096; base += 64) {
            for (uint32_t l = 0; l < 64; l++) {
                one->wave.vgpr[1][l] = bits_of_f32(values[n]);
                one->wave.vgpr[2][l] = (base + l) << 20;
            }
            one_execute(one, "v_cvt_sr_fp8_f32 v0, v1, v2");
            for (int l = 0; l < 64; l++)
                sum += (double)numfmt_e4m3fnuz_values[one->wave.vgpr[0][l] & 0xff];
        }
        cr_expect_float_eq(sum / 4096, (double)values[n], fabs((double)values[n]) * 0x1p-12,
                           "%a: %a", values[n], sum / 4096);
    }
    free(one);
}

/* f64. */

Test(vcvt, f64_conversions_saturate_and_round)
{
    static const struct {
        double x;
        uint32_t i32, u32;
    } saturated[] = {
        {-2.75, (uint32_t)-2, 0},
        {3e9, 0x7fffffff, 3000000000u},
        {1e20, 0x7fffffff, 0xffffffff},
        {-1e20, 0x80000000, 0},
        {NAN, 0, 0},
        {-2147483648.9, 0x80000000, 0},
        {2147483647.9, 0x7fffffff, 0x7fffffff},
        {4294967295.9, 0x7fffffff, 0xffffffff},
    };
    struct one *one = one_create();
    uint64_t seed = 33;
    for (int l = 0; l < 64; l++) {
        set_f64(one, 2, l, l < 8 ? bits_of_f64(saturated[l].x) : random_f64(&seed));
        one->wave.vgpr[10][l] = random_f32(&seed);
    }
    one_execute(one, "v_cvt_i32_f64_e32 v0, v[2:3]");
    one_execute(one, "v_cvt_u32_f64_e32 v1, v[2:3]");
    one_execute(one, "v_cvt_f32_f64_e32 v4, v[2:3]");
    one_execute(one, "v_cvt_f64_f32_e32 v[6:7], v10");
    one_execute(one, "v_cvt_f64_u32_e32 v[8:9], v10");
    for (int l = 0; l < 64; l++) {
        uint64_t x = get_f64(one, 2, l);
        uint32_t y = one->wave.vgpr[10][l];
        if (l < 8) {
            cr_expect_eq(one->wave.vgpr[0][l], saturated[l].i32, "%a: %08x", saturated[l].x,
                         one->wave.vgpr[0][l]);
            cr_expect_eq(one->wave.vgpr[1][l], saturated[l].u32, "%a: %08x", saturated[l].x,
                         one->wave.vgpr[1][l]);
        }
        cr_expect_eq(one->wave.vgpr[4][l], bits_of_f32((float)bits_to_f64(x)), "%016lx", x);
        cr_expect_eq(get_f64(one, 6, l), bits_of_f64((double)bits_to_f32(y)), "%08x", y);
        cr_expect_eq(get_f64(one, 8, l), bits_of_f64((double)y), "%08x", y);
    }
    free(one);
}

/* Packed operations, dot products and mixed-precision FMAs. */
#include "floats.h"

#include <math.h>

enum { ROUNDS = 200 };

/* Single cases. */

/* v0 before and after; v1, v2, v3. */
static const struct {
    const char *text;
    uint32_t a, b, c, before, after;
} cases[] = {
    /* f16 3, 2 and 5, 1 */
    {"v_pk_add_f16 v0, v1, v2", 0x40004200, 0x3c004500, 0, 0, 0x42004800},
    {"v_pk_add_f16 v0, v1, v2 op_sel:[0,1] op_sel_hi:[1,0]", 0x40004200, 0x3c004500, 0, 0,
     0x47004400},
    {"v_pk_add_f16 v0, v1, v2 neg_lo:[0,1] neg_hi:[1,0]", 0x40004200, 0x3c004500, 0, 0, 0xbc00c000},
    {"v_pk_mul_f16 v0, v1, v2 op_sel_hi:[0,1]", 0x40004200, 0x3c004500, 0, 0, 0x42004b80},
    {"v_pk_fma_f16 v0, v1, v2, v3", 0x40004200, 0x3c004500, 0x3c00bc00, 0, 0x42004b00},
    {"v_pk_fma_f16 v0, v1, v2, v3 neg_lo:[1,0,0]", 0x40004200, 0x3c004500, 0x3c00bc00, 0,
     0x4200cc00},
    /* a float constant is an f16 over zeros; an integer one is sign-extended to 32 bits */
    {"v_pk_add_f16 v0, v1, 1.0", 0x40004200, 0, 0, 0, 0x40004400},
    {"v_pk_add_f16 v0, v1, 1.0 op_sel_hi:[1,0]", 0x40004200, 0, 0, 0, 0x42004400},
    {"v_pk_add_u16 v0, v1, -1", 0x00050000, 0, 0, 0, 0x0004ffff},
    {"v_pk_add_u16 v0, v1, 1.0", 0x00010001, 0, 0, 0, 0x3f810001},
    {"v_pk_min_f16 v0, v1, v2", 0x7e004200, 0x3c00c500, 0, 0, 0x3c00c500},
    {"v_pk_max_f16 v0, v1, v2", 0x7e004200, 0x3c00c500, 0, 0, 0x3c004200},
    {"v_pk_mul_f16 v0, v1, v2 clamp", 0x40004200, 0xbc003800, 0, 0, 0x00003c00},
    {"v_pk_add_f16 v0, v1, v2", 0x7c01fc00, 0x3c007c00, 0, 0, 0x7e017e00}, /* NaNs: quiet, new */
    {"v_pk_add_i16 v0, v1, v2 clamp", 0x7fff8000, 0x0002ffff, 0, 0, 0x7fff8000},
    {"v_pk_add_i16 v0, v1, v2", 0x7fff8000, 0x0002ffff, 0, 0, 0x80017fff},
    {"v_pk_sub_u16 v0, v1, v2 clamp", 0x0001ffff, 0x00020001, 0, 0, 0x0000fffe},
    {"v_pk_sub_i16 v0, v1, v2", 0x0001ffff, 0x00020001, 0, 0, 0xfffffffe},
    {"v_pk_add_u16 v0, v1, v2 clamp", 0xfffe0001, 0x00030001, 0, 0, 0xffff0002},
    {"v_pk_mad_i16 v0, v1, v2, v3 clamp", 0x7fffffff, 0x7fff0003, 0x0001fffe, 0, 0x7ffffffb},
    {"v_pk_mad_u16 v0, v1, v2, v3", 0xffff0003, 0xffff0005, 0x00070001, 0, 0x00080010},
    {"v_pk_mul_lo_u16 v0, v1, v2", 0x01010003, 0x01010005, 0, 0, 0x0201000f},
    {"v_pk_min_i16 v0, v1, v2", 0x8000ffff, 0x7fff0001, 0, 0, 0x8000ffff},
    {"v_pk_max_i16 v0, v1, v2", 0x8000ffff, 0x7fff0001, 0, 0, 0x7fff0001},
    {"v_pk_min_u16 v0, v1, v2", 0x8000ffff, 0x7fff0001, 0, 0, 0x7fff0001},
    {"v_pk_max_u16 v0, v1, v2", 0x8000ffff, 0x7fff0001, 0, 0, 0x8000ffff},
    {"v_pk_lshlrev_b16 v0, v1, v2", 0x00110004, 0xc0011234, 0, 0, 0x80022340},
    {"v_pk_lshrrev_b16 v0, v1, v2", 0x00110004, 0xc0018234, 0, 0, 0x60000823},
    {"v_pk_ashrrev_i16 v0, v1, v2", 0x00110004, 0xc0018234, 0, 0, 0xe000f823},
    {"v_pk_lshlrev_b16 v0, 2, v2 op_sel_hi:[0,1]", 0, 0x00030001, 0, 0, 0x000c0004},
    /* dot products */
    {"v_dot2_i32_i16 v0, v1, v2, v3", 0xfffe0003, 0x00050007, 100, 0, 111},
    {"v_dot2_u32_u16 v0, v1, v2, v3", 0xffff0003, 0x00020007, 1, 0, 131092},
    {"v_dot4_i32_i8 v0, v1, v2, v3", 0xff020380, 0x05060702, 10, 0, (uint32_t)-218},
    {"v_dot4_u32_u8 v0, v1, v2, v3", 0xff020380, 0x05060702, 10, 0, 1574},
    {"v_dot4_i32_i8 v0, v1, v2, v3 clamp", 0x7f7f7f7f, 0x7f7f7f7f, 0x7fffffff, 0, 0x7fffffff},
    {"v_dot4_u32_u8 v0, v1, v2, v3 clamp", 0x00000001, 0x00000001, 0xffffffff, 0, 0xffffffff},
    {"v_dot8_i32_i4 v0, v1, v2, v3", 0x8f123456, 0x21765432, 5, 0, 65},
    {"v_dot8_u32_u4 v0, v1, v2, v3", 0x8f123456, 0x21765432, 5, 0, 113},
    {"v_dot4c_i32_i8_e32 v0, v1, v2", 0xff020380, 0x05060702, 0, 10, (uint32_t)-218},
    {"v_dot2_f32_f16 v0, v1, v2, v3", 0x40004200, 0x3c004500, 0x3f800000, 0, 0x41900000},
    {"v_dot2c_f32_f16_e32 v0, v1, v2", 0x40004200, 0x3c004500, 0, 0x40000000, 0x41980000},
    /* mixed precision: f16 3 and 2 in v1, f32 in v2 and v3 */
    {"v_fma_mix_f32 v0, v1, v2, v3 op_sel_hi:[1,0,0]", 0x40004200, 0x3f000000, 0x3f800000, 0,
     0x40200000},
    {"v_fma_mix_f32 v0, v1, v2, v3 op_sel:[1,0,0] op_sel_hi:[1,0,0]", 0x40004200, 0x3f000000,
     0x3f800000, 0, 0x40000000},
    {"v_fma_mix_f32 v0, -v1, |v2|, v3 op_sel_hi:[1,0,0]", 0x40004200, 0xbf000000, 0x3f800000, 0,
     0xbf000000},
    {"v_fma_mix_f32 v0, |v1|, v2, -v3 op_sel:[1,0,1] op_sel_hi:[1,0,1]", 0xc0004200, 0x3f000000,
     0x44000000, 0, 0xc0400000},
    /* without op_sel_hi all sources are f32 */
    {"v_fma_mixlo_f16 v0, v1, v2, v3", 0x40000000, 0x3f000000, 0x3f800000, 0x12345678, 0x12344000},
    {"v_fma_mixlo_f16 v0, v1, v2, v3 op_sel_hi:[1,0,0]", 0x40004200, 0x3f000000, 0x3f800000,
     0x12345678, 0x12344100},
    {"v_fma_mixhi_f16 v0, v1, v2, v3 op_sel_hi:[1,0,0]", 0x40004200, 0x3f000000, 0x3f800000,
     0x12345678, 0x41005678},
};

Test(vpk, single_cases_give_what_the_guide_says)
{
    struct one *one = one_create();
    emu_set_sgpr64(&one->wave, EMU_EXEC, ~UINT64_C(8));
    for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
        for (int l = 0; l < 64; l++) {
            one->wave.vgpr[0][l] = cases[n].before;
            one->wave.vgpr[1][l] = cases[n].a;
            one->wave.vgpr[2][l] = cases[n].b;
            one->wave.vgpr[3][l] = cases[n].c;
        }
        one_execute(one, cases[n].text);
        for (int l = 0; l < 64; l++) {
            uint32_t want = l == 3 ? cases[n].before : cases[n].after;
            cr_expect_eq(one->wave.vgpr[0][l], want, "%s lane %d: %08x, not %08x", cases[n].text, l,
                         one->wave.vgpr[0][l], want);
        }
    }
    free(one);
}

/* f32 pairs. */

/* v[2:3] = 2, 3; v[4:5] = 5, 7; v[6:7] = 11, 13; s[8:9] = 17, 19. */
static const struct {
    const char *text;
    float low, high;
} pairs[] = {
    {"v_pk_add_f32 v[0:1], v[2:3], v[4:5]", 7, 10},
    {"v_pk_mul_f32 v[0:1], v[2:3], v[4:5] op_sel:[0,1] op_sel_hi:[1,0]", 14, 15},
    {"v_pk_fma_f32 v[0:1], v[2:3], v[4:5], v[6:7]", 21, 34},
    {"v_pk_fma_f32 v[0:1], v[2:3], v[4:5], v[6:7] neg_lo:[1,0,0] neg_hi:[0,0,1]", 1, 8},
    {"v_pk_mul_f32 v[0:1], v[2:3], s[8:9]", 34, 57},
    {"v_pk_mul_f32 v[0:1], v[2:3], s[8:9] op_sel_hi:[1,0]", 34, 51},
    {"v_pk_fma_f32 v[0:1], v[2:3], 2.0, v[6:7] op_sel_hi:[1,0,1]", 15, 19},
    {"v_pk_mul_f32 v[2:3], v[2:3], v[2:3] op_sel:[1,0] op_sel_hi:[0,1]", 6, 6},
    {"v_pk_mov_b32 v[0:1], v[2:3], v[4:5] op_sel:[1,0]", 3, 5},
    {"v_pk_mov_b32 v[0:1], v[2:3], v[4:5] op_sel:[0,1]", 2, 7},
    {"v_pk_mov_b32 v[2:3], v[2:3], v[2:3] op_sel:[1,0]", 3, 2},
};

Test(vpk, f32_pairs_select_and_negate)
{
    static const float values[] = {0, 0, 2, 3, 5, 7, 11, 13};
    struct one *one = one_create();
    one->wave.sgpr[8] = bits_of_f32(17);
    one->wave.sgpr[9] = bits_of_f32(19);
    for (size_t n = 0; n < sizeof pairs / sizeof pairs[0]; n++) {
        for (int v = 0; v < 8; v++)
            for (int l = 0; l < 64; l++)
                one->wave.vgpr[v][l] = bits_of_f32(values[v]);
        one_execute(one, pairs[n].text);
        int to = strstr(pairs[n].text, " v[2:3], v[2:3], v[2:3]") ? 2 : 0;
        for (int l = 0; l < 64; l += 63) {
            cr_expect_eq(one->wave.vgpr[to][l], bits_of_f32(pairs[n].low), "%s: low %a",
                         pairs[n].text, bits_to_f32(one->wave.vgpr[to][l]));
            cr_expect_eq(one->wave.vgpr[to + 1][l], bits_of_f32(pairs[n].high), "%s: high %a",
                         pairs[n].text, bits_to_f32(one->wave.vgpr[to + 1][l]));
        }
    }
    free(one);
}

/* Many values. */

Test(vpk, packed_operations_are_two_single_ones)
{
    static const struct {
        const char *packed, *low,
            *high; /* the parts: of the registers, and of v4..v6 = high halves */
    } rows[] = {
        {"v_pk_add_f16 v0, v1, v2", "v_add_f16_e32 v7, v1, v2", "v_add_f16_e32 v8, v4, v5"},
        {"v_pk_mul_f16 v0, v1, v2", "v_mul_f16_e32 v7, v1, v2", "v_mul_f16_e32 v8, v4, v5"},
        {"v_pk_fma_f16 v0, v1, v2, v3", "v_fma_f16 v7, v1, v2, v3", "v_fma_f16 v8, v4, v5, v6"},
        {"v_pk_min_f16 v0, v1, v2", "v_min_f16_e32 v7, v1, v2", "v_min_f16_e32 v8, v4, v5"},
        {"v_pk_max_f16 v0, v1, v2", "v_max_f16_e32 v7, v1, v2", "v_max_f16_e32 v8, v4, v5"},
    };
    uint64_t seed = 41;
    struct one *one = one_create();
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row++) {
        for (int round = 0; round < ROUNDS; round++) {
            for (int l = 0; l < 64; l++) {
                for (int v = 1; v <= 3; v++) {
                    one->wave.vgpr[3 + v][l] = random_f16(&seed);
                    one->wave.vgpr[v][l] = random_f16(&seed) | one->wave.vgpr[3 + v][l] << 16;
                }
            }
            one_execute(one, rows[row].packed);
            one_execute(one, rows[row].low);
            one_execute(one, rows[row].high);
            for (int l = 0; l < 64; l++) {
                uint32_t want = (one->wave.vgpr[7][l] & 0xffff) | one->wave.vgpr[8][l] << 16;
                cr_assert_eq(one->wave.vgpr[0][l], want, "%s: %08x, not %08x", rows[row].packed,
                             one->wave.vgpr[0][l], want);
            }
        }
    }
    free(one);
}

/* The mixed FMA is rounded to f32, then to f16, as fptrunc(fma(...)) is. */
Test(vpk, mixed_precision_is_an_f32_fma_of_converted_operands)
{
    uint64_t seed = 42;
    struct one *one = one_create();
    for (int round = 0; round < ROUNDS; round++) {
        for (int l = 0; l < 64; l++) {
            one->wave.vgpr[1][l] = random_f16(&seed) | random_f16(&seed) << 16;
            one->wave.vgpr[2][l] = random_f32(&seed);
            one->wave.vgpr[3][l] = random_f16(&seed) | random_f16(&seed) << 16;
            one->wave.vgpr[0][l] = 0x7777;
        }
        one_execute(one, "v_fma_mix_f32 v4, v1, v2, v3 op_sel:[0,0,1] op_sel_hi:[1,0,1]");
        one_execute(one, "v_fma_mixhi_f16 v0, v1, v2, v3 op_sel:[0,0,1] op_sel_hi:[1,0,1]");
        for (int l = 0; l < 64; l++) {
            float a = (float)half_of(one->wave.vgpr[1][l]), b = bits_to_f32(one->wave.vgpr[2][l]),
                  c = (float)half_of(one->wave.vgpr[3][l] >> 16), value = fmaf(a, b, c);
            if (isnan(value))
                continue;
            cr_assert_eq(one->wave.vgpr[4][l], bits_of_f32(value), "%a * %a + %a", a, b, c);
            cr_assert_eq(one->wave.vgpr[0][l], bits_of_half((half)value) << 16 | 0x7777);
        }
    }
    free(one);
}

Test(vpk, what_is_not_modelled_ends_the_wave)
{
    static const char *const texts[] = {
        "v_fma_mix_f32 v0, v1, v2, 1.0 op_sel_hi:[1,0,0]",
        "v_pk_mul_f32 v[0:1], v[2:3], 2.0",
        "v_dot2_f32_f16 v0, v1, v2, v3 neg_lo:[1,0,0]",
    };
    struct one *one = one_create();
    for (size_t n = 0; n < sizeof texts / sizeof texts[0]; n++) {
        one_execute(one, texts[n]);
        cr_expect_eq(one->wave.state, EMU_FAULTED, "%s", texts[n]);
    }
    free(one);
}

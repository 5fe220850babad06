#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/bits.h"
#include "sparse.h"

/* Encodings by hand from the types' definitions (base/numfmt.h): 1.5 steps up from a code is a tie
 * between two, and goes to the even one. */
Test(types, encode_rounds_to_nearest_even_and_saturates)
{
    static const struct {
        enum pack_type type;
        float value;
        uint32_t code;
    } rows[] = {
        {PACK_I8, 2.5f, 2},           {PACK_I8, 3.5f, 4},
        {PACK_I8, -2.5f, 0xfe},       {PACK_I8, -0.5f, 0},
        {PACK_I8, 126.5f, 126},       {PACK_I8, 127.5f, 127},
        {PACK_I8, 1e9f, 127},         {PACK_I8, -1e30f, 0x80},
        {PACK_I8, -128.4f, 0x80},     {PACK_F16, 2049, 0x6800},
        {PACK_F16, 2051, 0x6802},     {PACK_F16, 1e6f, 0x7bff},
        {PACK_F16, -1e6f, 0xfbff},    {PACK_F16, INFINITY, 0x7c00},
        {PACK_BF16, 257, 0x4380},     {PACK_BF16, 259, 0x4382},
        {PACK_BF16, 3.4e38f, 0x7f7f}, {PACK_E4M3FNUZ, 17, 0x60},
        {PACK_E4M3FNUZ, 19, 0x62},    {PACK_E4M3FNUZ, 1000, 0x7f},
        {PACK_E4M3FNUZ, -0.0f, 0},    {PACK_E4M3FNUZ, INFINITY, 0x80},
        {PACK_E5M2FNUZ, 9, 0x4c},     {PACK_E5M2FNUZ, 11, 0x4e},
        {PACK_E5M2FNUZ, 1e6f, 0x7f},  {PACK_E4M3FN, 1000, 0x7e},
        {PACK_E4M3FN, -0.0f, 0x80},   {PACK_E5M2, 1e6f, 0x7b},
        {PACK_E5M2, INFINITY, 0x7c},
    };
    for (size_t n = 0; n < sizeof rows / sizeof rows[0]; n++)
        cr_expect_eq(pack_encode(rows[n].type, rows[n].value), rows[n].code, "%s %g: %x",
                     pack_type_name(rows[n].type), (double)rows[n].value,
                     pack_encode(rows[n].type, rows[n].value));
}

/* CASES: 38 is 0.5 on gfx942 and 1.0 on gfx950; the largest are 7F = 240 and 7E = 448. */
Test(types, fp8_is_another_type_on_another_architecture)
{
    enum pack_type cdna3 = pack_a_type(&isa_smfmacs[ISA_SMFMAC_f32_16x16x64_fp8_bf8]);
    enum pack_type cdna4 = pack_a_type(&isa_smfmacs[ISA_SMFMAC_f32_16x16x128_fp8_bf8]);
    cr_expect(pack_value(cdna3, 0x38) == 0.5f && pack_value(cdna4, 0x38) == 1);
    cr_expect(pack_value(cdna3, 0x7f) == 240 && pack_value(cdna4, 0x7e) == 448);
    cr_expect(pack_encode(cdna3, 448) == 0x7f && pack_encode(cdna4, 448) == 0x7e);
    cr_expect_eq(pack_a_type(&isa_smfmacs[ISA_SMFMAC_f32_16x16x64_bf8_fp8]), PACK_E5M2FNUZ);
    cr_expect_eq(pack_b_type(&isa_smfmacs[ISA_SMFMAC_f32_16x16x64_bf8_fp8]), PACK_E4M3FNUZ);
    cr_expect_eq(pack_b_type(&isa_smfmacs[ISA_SMFMAC_f32_16x16x128_fp8_bf8]), PACK_E5M2);
}

Test(types, encode_of_value_is_the_code)
{
    for (int t = PACK_F16; t < PACK_N_TYPES; t++)
        for (uint32_t code = 0; code < UINT32_C(1) << 8 * pack_type_bytes(t); code++) {
            float value = pack_value(t, code);
            if (!isnan(value))
                cr_assert_eq(pack_encode(t, value), code, "%s %x", pack_type_name(t), code);
        }
}

Test(types, zeros_and_nans_are_each_one_value)
{
    cr_expect(pack_same_value(PACK_F16, 0, 0x8000));
    cr_expect(pack_same_value(PACK_F16, 0x7e00, 0xfc01));
    cr_expect_not(pack_same_value(PACK_F16, 0x7c00, 0xfc00));
    cr_expect_not(pack_same_value(PACK_E4M3FNUZ, 0, 0x80));
    cr_expect(pack_same_value(PACK_E4M3FN, 0, 0x80));
    cr_expect_not(pack_same_value(PACK_I8, 0, 0x80));
}

Test(types, names_are_read_and_others_refused)
{
    enum pack_type type;
    struct error err = {0};
    cr_expect(pack_parse_type("bf8", &type, NULL) == STATUS_OK && type == PACK_E5M2FNUZ);
    cr_expect(pack_parse_type("e4m3fn", &type, NULL) == STATUS_OK && type == PACK_E4M3FN);
    cr_expect_eq(pack_parse_type("e4m3", &type, &err), STATUS_USAGE);
}

/* A row of floats as `type`. */
static struct pack_conversion convert_row(const float *values, size_t n, enum pack_type type,
                                          struct pack_matrix *to)
{
    struct pack_matrix from = {0};
    struct pack_conversion c;
    cr_assert_eq(pack_matrix_init(&from, PACK_F32, 1, n, NULL), STATUS_OK);
    for (size_t k = 0; k < n; k++)
        pack_set(&from, 0, k, bits_of_f32(values[k]));
    cr_assert_eq(pack_convert(&from, type, to, &c, NULL), STATUS_OK);
    pack_matrix_free(&from);
    return c;
}

Test(convert, counts_what_happened_and_names_the_first)
{
    static const float values[] = {1, 300, -0.0f, NAN, 1e-9f, -1e5f, INFINITY, 241, NAN, 240};
    struct pack_matrix to;
    struct pack_conversion c = convert_row(values, 10, PACK_E4M3FNUZ, &to);
    static const uint8_t codes[10] = {0x40, 0x7f, 0, 0x80, 0, 0xff, 0x80, 0x7f, 0x80, 0x7f};
    cr_expect_arr_eq(to.codes, codes, sizeof codes);
    cr_expect(c.nan.n == 2 && c.nan.k == 3);
    cr_expect(c.infinite.n == 1 && c.infinite.k == 6);
    cr_expect(c.saturated.n == 3 && c.saturated.k == 1);
    cr_expect(c.vanished.n == 1 && c.vanished.k == 4);
    cr_expect(c.negative_zero.n == 1 && c.negative_zero.k == 2);
    pack_matrix_free(&to);
}

Test(convert, integers_range_from_minus_128_and_have_no_nan)
{
    static const float values[] = {-128, 127, -128.25f, 128};
    struct pack_matrix to;
    struct pack_conversion c = convert_row(values, 4, PACK_I8, &to);
    cr_expect(c.saturated.n == 2 && c.saturated.k == 2);
    pack_matrix_free(&to);
    struct pack_matrix nan = {PACK_F16, 1, 2, (uint8_t[4]){0, 0, 0, 0x7e}};
    struct error err = {0};
    cr_expect_eq(pack_convert(&nan, PACK_I8, &to, &c, &err), STATUS_FILE);
    cr_expect(strstr(err.text, "row 0, k 1 is NaN"), "%s", err.text);
}

/* Every code of a short type, and as many elements as would be judged one by one. */
Test(convert, a_large_matrix_is_converted_as_a_small_one)
{
    static const enum pack_type from_types[] = {PACK_F16, PACK_BF16, PACK_I8, PACK_E4M3FN};
    for (size_t n = 0; n < sizeof from_types / sizeof from_types[0]; n++) {
        enum pack_type from_type = from_types[n], type = PACK_E5M2FNUZ;
        size_t n_codes = (size_t)1 << 8 * pack_type_bytes(from_type), n_nan = 0, n_infinite = 0;
        struct pack_matrix from = {0}, to = {0};
        struct pack_conversion c;
        cr_assert_eq(pack_matrix_init(&from, from_type, 3, n_codes, NULL), STATUS_OK);
        for (size_t i = 0; i < 3; i++)
            for (size_t k = 0; k < n_codes; k++)
                pack_set(&from, i, k, (uint32_t)(k + i * 7) & (uint32_t)(n_codes - 1));
        cr_assert_eq(pack_convert(&from, type, &to, &c, NULL), STATUS_OK);
        for (size_t i = 0; i < 3; i++)
            for (size_t k = 0; k < n_codes; k++) {
                float value = pack_value(from_type, pack_get(&from, i, k));
                cr_assert_eq(pack_get(&to, i, k), pack_encode(type, value));
                n_nan += isnan(value) != 0;
                n_infinite += isinf(value) != 0;
            }
        cr_expect(c.nan.n == n_nan && c.infinite.n == n_infinite);
        pack_matrix_free(&from);
        pack_matrix_free(&to);
    }
}

Test(convert, codes_of_the_same_type_keep_their_bits)
{
    struct pack_matrix from = {PACK_F16, 1, 3, (uint8_t[6]){1, 0xfc, 0, 0x80, 0xff, 0x7f}}, to;
    struct pack_conversion c;
    cr_assert_eq(pack_convert(&from, PACK_F16, &to, &c, NULL), STATUS_OK);
    cr_expect_arr_eq(to.codes, from.codes, 6);
    cr_expect(c.nan.n == 2 && c.negative_zero.n == 1);
    pack_matrix_free(&to);
}

Test(pad, fills_to_whole_tiles_with_zeros)
{
    const struct isa_smfmac *insn = &isa_smfmacs[ISA_SMFMAC_f32_32x32x16_f16];
    struct pack_matrix from = sparse_matrix(PACK_F16, 33, 20, 2), to;
    cr_assert_eq(pack_pad(&from, insn, &to, NULL), STATUS_OK);
    cr_assert(to.m == 64 && to.k == 32);
    for (size_t i = 0; i < to.m; i++)
        for (size_t k = 0; k < to.k; k++)
            cr_assert_eq(pack_get(&to, i, k), i < 33 && k < 20 ? pack_get(&from, i, k) : 0);
    pack_matrix_free(&from);
    pack_matrix_free(&to);
}

static enum status parse(const char *text, struct pack_matrix *matrix, struct error *err)
{
    struct buffer file = {0};
    buffer_puts(&file, text);
    enum status status = pack_parse_csv("x.csv", &file, matrix, err);
    buffer_free(&file);
    return status;
}

Test(csv, numbers_are_separated_by_commas_or_spaces_and_lines_are_rows)
{
    struct pack_matrix m;
    struct error err = {0};
    cr_assert_eq(parse("# a\n1 , -2.5\t0x1p-3\r\n\n nan,inf -0 # b", &m, &err), STATUS_OK, "%s",
                 err.text);
    cr_assert(m.m == 2 && m.k == 3 && m.type == PACK_F32);
    static const float row[3] = {1, -2.5f, 0.125f};
    for (size_t k = 0; k < 3; k++)
        cr_expect_eq(pack_value(PACK_F32, pack_get(&m, 0, k)), row[k]);
    cr_expect(isnan(pack_value(PACK_F32, pack_get(&m, 1, 0))));
    cr_expect(isinf(pack_value(PACK_F32, pack_get(&m, 1, 1))));
    cr_expect_eq(pack_get(&m, 1, 2), 0x80000000);
    pack_matrix_free(&m);
}

/* 1 + 2^-11 is a tie between two f16. A float cannot tell it from what is 1e-14 above it. */
Test(csv, rounding_to_a_short_type_is_not_done_twice)
{
    struct pack_matrix m, to;
    struct pack_conversion c;
    static const uint32_t code[5] = {0x3c01, 0xbc01, 0x3c00, 0x3c00, 0x7bff};
    cr_assert_eq(
        parse("1.00048828125001 -1.00048828125001 1.00048828125 1.00048828124999 1e300", &m, NULL),
        STATUS_OK);
    cr_assert_eq(pack_convert(&m, PACK_F16, &to, &c, NULL), STATUS_OK);
    for (size_t k = 0; k < 5; k++)
        cr_expect_eq(pack_get(&to, 0, k), code[k], "%zu: %x", k, pack_get(&to, 0, k));
    cr_expect(c.saturated.n == 1 && c.infinite.n == 0);
    pack_matrix_free(&to);
    pack_matrix_free(&m);
}

Test(csv, what_is_no_matrix_is_refused_with_its_line)
{
    static const struct {
        const char *text, *message;
    } rows[] = {
        {"1,2\n3\n", "x.csv:2: 1 numbers"},    {"1,2\n3,x\n", "x.csv:2: 'x' is no number"},
        {"1,,2\n", "x.csv:1: no number"},      {"1,2\n,3\n", "x.csv:2: no number"},
        {"1,2 , # c\n", "x.csv:1: no number"}, {"1 2 ,,\n", "x.csv:1: no number"},
        {"1,2a", "'2a' is no number"},         {"", "an empty matrix"},
        {"# nothing\n\n", "an empty matrix"},
    };
    for (size_t n = 0; n < sizeof rows / sizeof rows[0]; n++) {
        struct pack_matrix m;
        struct error err = {0};
        cr_expect_eq(parse(rows[n].text, &m, &err), STATUS_FILE);
        cr_expect(strstr(err.text, rows[n].message), "%s", err.text);
    }
}

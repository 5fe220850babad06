/* Dense matrix instructions against the product of the matrices that their registers hold.
 *
 * The places are said here from the register's side, as the CDNA3 ISA guide's figures have them:
 * which row, column, block and k a lane's element is. All of them were compared once with AMD's
 * matrix instruction calculator, 385,344 results of 450 combinations of instruction and modifiers,
 * none different.
 */
#include <stdio.h>

#include "base/numfmt.h"
#include "emu/mi300.h"
#include "one.h"

enum { A_REG = 100, B_REG = 110, C_REG = 130 };

static const struct shape {
    const char *name;
    int m, k, blocks;
    const char *a, *b, *d;
} shapes[] = {
    {"f32_32x32x1_2b_f32", 32, 1, 2, "f32", "f32", "f32"},
    {"f32_16x16x1_4b_f32", 16, 1, 4, "f32", "f32", "f32"},
    {"f32_4x4x1_16b_f32", 4, 1, 16, "f32", "f32", "f32"},
    {"f32_32x32x2_f32", 32, 2, 1, "f32", "f32", "f32"},
    {"f32_16x16x4_f32", 16, 4, 1, "f32", "f32", "f32"},
    {"f32_32x32x4_xf32", 32, 4, 1, "f32", "f32", "f32"},
    {"f32_16x16x8_xf32", 16, 8, 1, "f32", "f32", "f32"},
    {"f32_32x32x4_2b_f16", 32, 4, 2, "f16", "f16", "f32"},
    {"f32_16x16x4_4b_f16", 16, 4, 4, "f16", "f16", "f32"},
    {"f32_4x4x4_16b_f16", 4, 4, 16, "f16", "f16", "f32"},
    {"f32_32x32x8_f16", 32, 8, 1, "f16", "f16", "f32"},
    {"f32_16x16x16_f16", 16, 16, 1, "f16", "f16", "f32"},
    {"f32_32x32x4_2b_bf16", 32, 4, 2, "bf16", "bf16", "f32"},
    {"f32_16x16x4_4b_bf16", 16, 4, 4, "bf16", "bf16", "f32"},
    {"f32_4x4x4_16b_bf16", 4, 4, 16, "bf16", "bf16", "f32"},
    {"f32_32x32x8_bf16", 32, 8, 1, "bf16", "bf16", "f32"},
    {"f32_16x16x16_bf16", 16, 16, 1, "bf16", "bf16", "f32"},
    {"f32_16x16x32_fp8_bf8", 16, 32, 1, "fp8", "bf8", "f32"},
    {"f32_16x16x32_bf8_fp8", 16, 32, 1, "bf8", "fp8", "f32"},
    {"f32_16x16x32_fp8_fp8", 16, 32, 1, "fp8", "fp8", "f32"},
    {"f32_16x16x32_bf8_bf8", 16, 32, 1, "bf8", "bf8", "f32"},
    {"f32_32x32x16_fp8_bf8", 32, 16, 1, "fp8", "bf8", "f32"},
    {"f32_32x32x16_bf8_fp8", 32, 16, 1, "bf8", "fp8", "f32"},
    {"f32_32x32x16_fp8_fp8", 32, 16, 1, "fp8", "fp8", "f32"},
    {"f32_32x32x16_bf8_bf8", 32, 16, 1, "bf8", "bf8", "f32"},
    {"i32_32x32x4_2b_i8", 32, 4, 2, "i8", "i8", "i32"},
    {"i32_16x16x4_4b_i8", 16, 4, 4, "i8", "i8", "i32"},
    {"i32_4x4x4_16b_i8", 4, 4, 16, "i8", "i8", "i32"},
    {"i32_32x32x16_i8", 32, 16, 1, "i8", "i8", "i32"},
    {"i32_16x16x32_i8", 16, 32, 1, "i8", "i8", "i32"},
    {"f64_16x16x4_f64", 16, 4, 1, "f64", "f64", "f64"},
    {"f64_4x4x4_4b_f64", 4, 4, 4, "f64", "f64", "f64"},
};
enum { N_SHAPES = sizeof shapes / sizeof shapes[0] };

static bool is(const char *a, const char *b) { return !strcmp(a, b); }
static int bits_of(const char *type)
{
    return is(type, "f64") ? 64 : type[1] == '3' ? 32 : strstr(type, "16") ? 16 : 8;
}

static int random_integer(void)
{
    static uint64_t state = 7;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (int)((state >> 33) % 15) - 7;
}

/* Element number e of a lane's registers from `reg` on. */
static void put_code(struct one *one, int reg, int lane, unsigned bits, int e, uint64_t code)
{
    unsigned at = (unsigned)e * bits, width = bits > 32 ? 32 : bits;
    for (; bits; at += width, bits -= width, code >>= 32) {
        uint32_t *dword = &one->wave.vgpr[reg + (int)at / 32][lane];
        *dword = bits_put(*dword, at % 32, width, (uint32_t)code);
    }
}

static void put(struct one *one, int reg, int lane, const char *type, int e, int x)
{
    uint64_t code = is(type, "f64")    ? bits_of_f64(x)
                    : is(type, "f32")  ? bits_of_f32((float)x)
                    : is(type, "f16")  ? numfmt_encode_f16((float)x, NUMFMT_SATURATE)
                    : is(type, "bf16") ? numfmt_encode_bf16((float)x, NUMFMT_SATURATE)
                    : is(type, "fp8")  ? numfmt_encode_e4m3fnuz((float)x, NUMFMT_SATURATE)
                    : is(type, "bf8")  ? numfmt_encode_e5m2fnuz((float)x, NUMFMT_SATURATE)
                                       : (uint32_t)x;
    put_code(one, reg, lane, (unsigned)bits_of(type), e, code);
}

/* Any code, one near 1, or most often 0. */
static uint32_t random_code(const char *type, int kind)
{
    static uint64_t state = 11;
    state = state * 6364136223846793005u + 1442695040888963407u;
    uint32_t x = (uint32_t)(state >> 32);
    if (kind == 2 && (state >> 20) % 4)
        return 0;
    if (kind == 1) /* 1/4 .. 4 */
        x = is(type, "f32")    ? (x & 0x80ffffff) | (0x3f000000 - (x >> 26 << 23 & 0x1000000))
            : is(type, "f16")  ? (x & 0x83ff) | (0x3400 + (x >> 16) % 5 * 0x400)
            : is(type, "bf16") ? (x & 0x807f) | (0x3e80 + (x >> 16) % 5 * 0x80)
            : is(type, "fp8")  ? (x & 0x87) | (0x30 + (x >> 16) % 5 * 8)
                               : (x & 0x83) | (0x38 + (x >> 16) % 5 * 4);
    return bits_of(type) == 32 ? x : x & ((1u << bits_of(type)) - 1);
}

static double get(const struct one *one, int reg, int lane, const char *type, int e)
{
    if (is(type, "f64"))
        return bits_to_f64(emu_vgpr64(&one->wave, (unsigned)(reg + 2 * e), lane));
    uint32_t dword = one->wave.vgpr[reg + e][lane];
    return is(type, "i32") ? (int32_t)dword : bits_to_f32(dword);
}

/* What element e of a lane of A (or B) is: row (column), block, k. */
static void input_at(const struct shape *s, int lane, int e, int *i, int *block, int *k)
{
    int per_lane = s->m * s->k * s->blocks / 64, group = lane / s->m;
    *i = lane % s->m;
    *block = group % s->blocks;
    *k = group / s->blocks * per_lane + e;
}

/* What element e of a lane of C or D is: row, block; the column is lane mod M. */
static void output_at(const struct shape *s, int lane, int e, int *i, int *block)
{
    int group = lane / s->m;
    bool f64 = is(s->d, "f64");
    *block = s->m == 4 ? group % s->blocks : e / (s->m * s->m / 64);
    if (s->m == 4)
        *i = f64 ? group / s->blocks : e;
    else if (s->m == 16)
        *i = f64 ? 4 * e + group : 4 * group + e % 4;
    else
        *i = e % 4 + 4 * group + 8 * (e % 16 / 4);
}

struct problem {
    int a[16][32][32], b[16][32][32]; /* [block][k][row or column] */
    int c[64][32];                    /* [lane][element] */
};

static void place(struct one *one, const struct shape *s, struct problem *p)
{
    FOR_LANES(l)
    {
        for (int e = 0; e < s->m * s->k * s->blocks / 64; e++) {
            int i, block, k;
            input_at(s, l, e, &i, &block, &k);
            put(one, A_REG, l, s->a, e, p->a[block][k][i] = random_integer());
            put(one, B_REG, l, s->b, e, p->b[block][k][i] = random_integer());
        }
        for (int e = 0; e < s->m * s->m * s->blocks / 64; e++)
            put(one, C_REG, l, s->d, e, p->c[l][e] = 9 * random_integer());
    }
}

static void tuple(char *text, size_t size, char file, int first, int n)
{
    if (n == 1)
        snprintf(text, size, "%c%d", file, first);
    else
        snprintf(text, size, "%c[%d:%d]", file, first, first + n - 1);
}

/* D in a0.., C as `c` or in its registers; then the modifiers. */
static void execute(struct one *one, const struct shape *s, const char *c, const char *modifiers)
{
    char text[256], d[32], a[32], b[32], c_tuple[32];
    int ab = s->m * s->k * s->blocks / 64, cd = s->m * s->m * s->blocks / 64;
    tuple(d, sizeof d, 'a', 0, cd * bits_of(s->d) / 32);
    tuple(a, sizeof a, 'v', A_REG, ab * bits_of(s->a) / 32);
    tuple(b, sizeof b, 'v', B_REG, ab * bits_of(s->b) / 32);
    tuple(c_tuple, sizeof c_tuple, 'v', C_REG, cd * bits_of(s->d) / 32);
    snprintf(text, sizeof text, "v_mfma_%s %s, %s, %s, %s%s", s->name, d, a, b, c ? c : c_tuple,
             modifiers);
    one_execute(one, text);
}

static void expect_product(const struct one *one, const struct shape *s, const struct problem *p,
                           int cbsz, int abid, int signs)
{
    FOR_LANES(l) for (int e = 0; e < s->m * s->m * s->blocks / 64; e++)
    {
        int i, block;
        output_at(s, l, e, &i, &block);
        int from = block - block % (1 << cbsz) + abid;
        int product = 0;
        for (int k = 0; k < s->k; k++)
            product += p->a[from][k][i] * p->b[block][k][l % s->m];
        double want = (signs & 4 ? -1 : 1) * p->c[l][e] +
                      (signs & 1 ? -1 : 1) * (signs & 2 ? -1 : 1) * product;
        double got = get(one, EMU_ACC, l, s->d, e);
        cr_assert_eq(got, want, "%s cbsz %d abid %d: block %d row %d column %d is %g, not %g",
                     s->name, cbsz, abid, block, i, l % s->m, got, want);
    }
}

/* Small integers are exact in both. */
Test(mfma, each_shape_multiplies_and_exec_is_ignored)
{
    for (int n = 0; n < 2 * N_SHAPES; n++) {
        const struct shape *s = &shapes[n / 2];
        struct one *one = one_create();
        struct problem p;
        one->launch.numerics = n % 2 ? SMFHIP_NUMERICS_MI300 : SMFHIP_NUMERICS_FMA;
        emu_set_sgpr64(&one->wave, EMU_EXEC, 0x10);
        place(one, s, &p);
        execute(one, s, NULL, "");
        cr_assert_eq(one->wave.state, EMU_RUNNING, "%s", one->fault.text);
        expect_product(one, s, &p, 0, 0, 0);
        free(one);
    }
}

Test(mfma, cbsz_and_abid_choose_the_block_of_a)
{
    for (int n = 0; n < N_SHAPES; n++)
        for (int cbsz = 1; 1 << cbsz <= shapes[n].blocks; cbsz++)
            for (int abid = 0; abid < 1 << cbsz && !is(shapes[n].d, "f64"); abid++) {
                struct one *one = one_create();
                one->launch.numerics = SMFHIP_NUMERICS_MI300;
                struct problem p;
                char modifiers[48];
                snprintf(modifiers, sizeof modifiers, " cbsz:%d abid:%d", cbsz, abid);
                place(one, &shapes[n], &p);
                execute(one, &shapes[n], NULL, modifiers);
                expect_product(one, &shapes[n], &p, cbsz, abid, 0);
                free(one);
            }
}

/* The lane groups of 16 that B comes from. */
static const int blgp_quarters[8][4] = {{0, 1, 2, 3}, {0, 1, 0, 1}, {2, 3, 2, 3}, {1, 2, 3, 0},
                                        {0, 0, 0, 0}, {1, 1, 1, 1}, {2, 2, 2, 2}, {3, 3, 3, 3}};

Test(mfma, blgp_is_as_if_the_lanes_of_b_were_moved)
{
    static const int with_blgp[] = {0, 1, 2, 3, 4, 7, 8, 9, 12, 13, 14, 25, 26, 27};
    for (size_t n = 0; n < sizeof with_blgp / sizeof with_blgp[0]; n++) {
        const struct shape *s = &shapes[with_blgp[n]];
        for (int blgp = 1; blgp < 8; blgp++) {
            struct one *one = one_create(), *moved = one_create();
            struct problem p;
            char modifiers[16];
            snprintf(modifiers, sizeof modifiers, " blgp:%d", blgp);
            one->launch.numerics = moved->launch.numerics = SMFHIP_NUMERICS_MI300;
            place(one, s, &p);
            memcpy(moved->wave.vgpr, one->wave.vgpr, sizeof one->wave.vgpr);
            for (int r = B_REG; r < B_REG + 2; r++)
                FOR_LANES(l)
            moved->wave.vgpr[r][l] = one->wave.vgpr[r][16 * blgp_quarters[blgp][l / 16] + l % 16];
            execute(one, s, NULL, modifiers);
            execute(moved, s, NULL, "");
            cr_expect_arr_eq(one->wave.vgpr[EMU_ACC], moved->wave.vgpr[EMU_ACC],
                             32 * sizeof one->wave.vgpr[0], "%s%s", s->name, modifiers);
            free(one);
            free(moved);
        }
    }
}

Test(mfma, f64_negates_what_neg_says)
{
    for (int n = 30; n < N_SHAPES; n++)
        for (int signs = 1; signs < 8; signs++) {
            struct one *one = one_create();
            struct problem p;
            char modifiers[48];
            snprintf(modifiers, sizeof modifiers, " neg:[%d,%d,%d]", signs & 1, signs >> 1 & 1,
                     signs >> 2);
            place(one, &shapes[n], &p);
            execute(one, &shapes[n], NULL, modifiers);
            expect_product(one, &shapes[n], &p, 0, 0, signs);
            free(one);
        }
}

Test(mfma, c_may_be_a_constant_of_the_results_type)
{
    for (int n = 0; n < N_SHAPES; n++) {
        struct one *one = one_create();
        struct problem p;
        bool integer = is(shapes[n].d, "i32");
        place(one, &shapes[n], &p);
        for (int l = 0; l < 64; l++)
            for (int e = 0; e < 32; e++)
                p.c[l][e] = integer ? -5 : 4;
        execute(one, &shapes[n], integer ? "-5" : "4.0", "");
        expect_product(one, &shapes[n], &p, 0, 0, 0);
        free(one);
    }
}

Test(mfma, xf32_drops_the_low_13_bits)
{
    struct one *one = one_create();
    FOR_LANES(l)
    {
        one->wave.vgpr[A_REG][l] = 0x3f803fff;
        one->wave.vgpr[B_REG][l] = 0x40001fff;
    }
    one_execute(one, "v_mfma_f32_16x16x8_xf32 a[0:3], v[100:101], v[110:111], 0");
    FOR_LANES(l) cr_expect_eq(one->wave.vgpr[EMU_ACC][l], bits_of_f32(4 * 2 * (1 + 0x1p-10f)));
    free(one);
}

static enum isa_type type_of(const char *type, bool xf32)
{
    return is(type, "f16")    ? ISA_F16
           : is(type, "bf16") ? ISA_BF16
           : is(type, "fp8")  ? ISA_FP8
           : is(type, "bf8")  ? ISA_BF8
           : xf32             ? ISA_F32
                              : ISA_I32;
}

/* Any codes, many of them near 1, by the model as it is written down. */
Test(mfma, sums_are_the_models_where_that_is_asked)
{
    static uint32_t a[16][32][32], b[16][32][32], c[32][64];
    int n_seen = 0;
    for (int round = 0; round < 20 * N_SHAPES; round++) {
        const struct shape *s = &shapes[round % N_SHAPES];
        bool xf32 = strstr(s->name, "xf32") != NULL;
        enum isa_type a_type = type_of(s->a, xf32), b_type = type_of(s->b, xf32);
        unsigned bits = (unsigned)bits_of(s->a);
        if (a_type == ISA_I32)
            continue;
        struct one *one = one_create();
        one->launch.numerics = SMFHIP_NUMERICS_MI300;
        FOR_LANES(l)
        {
            for (int e = 0; e < s->m * s->k * s->blocks / 64; e++) {
                int i, block, k;
                input_at(s, l, e, &i, &block, &k);
                a[block][k][i] = random_code(s->a, round % 3);
                b[block][k][i] = random_code(s->b, round % 3);
                put_code(one, A_REG, l, bits, e, a[block][k][i]);
                put_code(one, B_REG, l, bits, e, b[block][k][i]);
            }
            for (int e = 0; e < s->m * s->m * s->blocks / 64; e++)
                one->wave.vgpr[C_REG + e][l] = c[e][l] = random_code("f32", round % 3);
        }
        execute(one, s, NULL, "");
        FOR_LANES(l) for (int e = 0; e < s->m * s->m * s->blocks / 64; e++)
        {
            int i, block;
            uint32_t row[32], column[32];
            output_at(s, l, e, &i, &block);
            for (int k = 0; k < s->k; k++) {
                row[k] = a[block][k][i];
                column[k] = b[block][k][l % s->m];
            }
            uint32_t want = mi300_sum(a_type, b_type, s->k, row, column, c[e][l]);
            uint32_t got = one->wave.vgpr[EMU_ACC + e][l];
            cr_assert_eq(got, want, "%s: block %d row %d column %d is 0x%08x, not 0x%08x", s->name,
                         block, i, l % s->m, got, want);
        }
        n_seen++;
        free(one);
    }
    cr_expect_eq(n_seen, 20 * 20);
}

Test(mfma, modifiers_without_a_meaning_stop)
{
    static const struct {
        int shape;
        const char *modifiers;
    } cases[] = {{3, " cbsz:1"},         {7, " cbsz:2"},  {7, " abid:1"}, {7, " cbsz:1 abid:2"},
                 {10, " blgp:1"},        {17, " blgp:2"}, {5, " blgp:4"}, {28, " blgp:1"},
                 {9, " cbsz:4 abid:16"}, {31, " cbsz:1"}};
    for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
        struct one *one = one_create();
        execute(one, &shapes[cases[n].shape], NULL, cases[n].modifiers);
        cr_expect_eq(one->wave.state, EMU_FAULTED, "%s%s", shapes[cases[n].shape].name,
                     cases[n].modifiers);
        free(one);
    }
}

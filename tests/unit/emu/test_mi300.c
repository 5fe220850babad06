/* CDNA3's arithmetic: cases worked out by hand, recorded ones where they are at hand, and the
 * instruction in that mode. */
#include "one.h"

#include <math.h>
#include <stdio.h>

#include "emu/mi300.h"
#include "unit/vectors.h"

/* Sums of a few products; the rest are zero. 2^7 in fp8 is 78, 2^-5 is 18 (base/numfmt.h). */
static const struct {
    const char *what;
    enum isa_type type;
    int n;
    uint32_t a[32], b[32], c, d;
} cases[] = {
    {"2^14 + 2^-10 - 2^14 at even k: all of them fit 24 bits below 2^14",
     ISA_FP8,
     32,
     {0x78, 0, 0x18, 0, 0x78},
     {0x78, 0, 0x18, 0, 0xf8},
     0,
     0x3a800000},
    {"the same with 2^-11: below 2^(14 - 24), cut off",
     ISA_FP8,
     32,
     {0x78, 0, 0x18, 0, 0x78},
     {0x78, 0, 0x10, 0, 0xf8},
     0,
     0x00000000},
    {"2^-11 at odd k has a sum of its own, which loses it when both are brought together",
     ISA_FP8,
     32,
     {0x78, 0x18, 0, 0, 0x78},
     {0x78, 0x10, 0, 0, 0xf8},
     0,
     0x00000000},
    {"-2^-11 at odd k is floored to -2^-10",
     ISA_FP8,
     32,
     {0x78, 0x18},
     {0x78, 0x90},
     0,
     0x467fffff},
    {"c = -0 and no product: +0", ISA_FP8, 32, {0}, {0}, 0x80000000, 0},
    {"c alone is returned", ISA_FP8, 32, {0}, {0}, 0xbf812345, 0xbf812345},
    {"a NaN product", ISA_FP8, 32, {0x80}, {0x40}, 0, 0x7fc00000},
    {"an infinite c", ISA_FP8, 32, {0x40}, {0x40}, 0xff800000, 0xff800000},
    {"Inf - Inf", ISA_F16, 16, {0x7c00, 0x7c00}, {0x3c00, 0xbc00}, 0, 0x7fc00000},
    {"Inf * 0", ISA_F16, 16, {0x7c00}, {0}, 0, 0x7fc00000},
    {"2^127 * 2 counts as Inf in bf16", ISA_BF16, 16, {0x7f00}, {0x4000}, 0, 0x7f800000},
    {"... also where a sum would bring it back",
     ISA_BF16,
     16,
     {0x7f00, 0xff00},
     {0x4000, 0x3f80},
     0,
     0x7f800000},
    {"subnormals are kept: 2^-24 * 2^-24", ISA_F16, 16, {1}, {1}, 0, 0x27800000},
    {"two chunks: the first one's sum is rounded to f32 before the second begins",
     ISA_F16,
     16,
     {0x7800, 0, 0, 0, 0, 0, 0, 0x0400, 0xf800},
     {0x7800, 0, 0, 0, 0, 0, 0, 0x3c00, 0x7800},
     0,
     0},
    {"one chunk: 2^30 + 2^-14 - 2^30 loses what is below 2^(30 - 24)",
     ISA_F16,
     16,
     {0x7800, 0x0400, 0xf800},
     {0x7800, 0x3c00, 0x7800},
     0,
     0},
};

Test(mi300, sums_follow_the_model)
{
    for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
        uint32_t d =
            mi300_sum(cases[n].type, cases[n].type, cases[n].n, cases[n].a, cases[n].b, cases[n].c);
        cr_expect_eq(d, cases[n].d, "%s: 0x%08x, not 0x%08x", cases[n].what, d, cases[n].d);
    }
}

/* By a slow model in exact rationals that shares nothing with this one: tests/arithmetic/. */
Test(mi300, agrees_with_the_slow_model)
{
    struct vector v;
    int n_lines = 0, n_fma, line = 0, n = 0;
    FILE *file = vectors_open(&n_lines, &n_fma);
    for (; vector_next(file, &line, &v); n++) {
        struct mi300_verdict verdict;
        uint32_t d = mi300_judged_sum(v.a_type, v.b_type, v.n, v.a, v.b, v.c, &verdict);
        cr_expect_eq(d, v.d, "line %d: 0x%08x, not 0x%08x", v.line, d, v.d);
        cr_expect_eq(verdict.exact, v.exact, "line %d: exact %d", v.line, verdict.exact);
        cr_expect_eq(verdict.order_free, v.order_free, "line %d: order-free %d", v.line,
                     verdict.order_free);
    }
    fclose(file);
    cr_expect_eq(n, n_lines);
    cr_expect_gt(n, 1000);
}

/* The project's shared vectors are beside a developer's checkout only. */
static FILE *shared_vectors(const char *name)
{
    char path[4096];
    const char *roots[] = {"../shared/vectors", "../../shared/vectors"};
    for (size_t n = 0; n < sizeof roots / sizeof roots[0]; n++) {
        snprintf(path, sizeof path, "%s/%s", roots[n], name);
        FILE *file = fopen(path, "r");
        if (file)
            return file;
    }
    fprintf(stderr, "skipped: shared/vectors/%s is not here\n", name);
    cr_skip_test("no %s here", name);
    return NULL;
}

Test(mi300, agrees_with_the_shared_vectors)
{
    FILE *file = shared_vectors("cdna3-model.txt");
    struct vector v;
    int line = 0, n_lines = 0;
    for (; vector_next(file, &line, &v); n_lines++) {
        uint32_t d = mi300_sum(v.a_type, v.b_type, v.n, v.a, v.b, v.c);
        cr_assert_eq(d, v.d, "line %d: 0x%08x, not 0x%08x", v.line, d, v.d);
    }
    fclose(file);
    cr_expect_eq(n_lines, 2000);
}

/* Outputs that an MI300X printed for dense MFMA (source: the file's head). */
Test(mi300, agrees_with_what_an_mi300x_printed)
{
    FILE *file = shared_vectors("mi300x-fp8-observed.txt");
    char line[1024];
    int n_lines = 0;
    while (fgets(line, sizeof line, file)) {
        char kind[16], label[64], a_text[80], b_text[80];
        unsigned c, expected;
        if (sscanf(line, "%15s %63s %79s %79s %x %x", kind, label, a_text, b_text, &c, &expected) !=
                6 ||
            kind[0] == '#')
            continue;
        uint32_t a[32], b[32];
        for (int k = 0; k < 32; k++) {
            cr_assert_eq(sscanf(a_text + 2 * k, "%2x", &a[k]), 1);
            cr_assert_eq(sscanf(b_text + 2 * k, "%2x", &b[k]), 1);
        }
        uint32_t d = mi300_sum(ISA_FP8, ISA_FP8, 32, a, b, c);
        cr_assert_eq(d, expected, "%s: 0x%08x, not 0x%08x", label, d, expected);
        n_lines++;
    }
    fclose(file);
    cr_expect_eq(n_lines, 240);
}

/* Codes of 1 and of -1, and of a NaN. */
static const struct {
    enum isa_type type;
    uint32_t one, minus_one, nan;
} ones[] = {
    {ISA_F16, 0x3c00, 0xbc00, 0x7e00},
    {ISA_BF16, 0x3f80, 0xbf80, 0x7fc0},
    {ISA_FP8, 0x40, 0xc0, 0x80},
    {ISA_BF8, 0x40, 0xc0, 0x80},
    {ISA_F32, 0x3f800000, 0xbf800000, 0x7fc00000},
};

/* What is said of c + products of 1 and -1 (in A), B being 1. */
static const struct {
    const char *what;
    float c;
    int a[4];
    bool exact, order_free;
} verdicts[] = {
    {"nothing", 0, {0}, true, true},
    {"c alone", 0x1.fffffep+100f, {0}, true, true},
    {"2^24 - 2, 1 and -1: exactly 2^24", 0x1.fffffcp+23f, {1, -1}, true, true},
    {"2^24 - 2, 1, -1 and 1: one more", 0x1.fffffcp+23f, {1, -1, 1}, true, false},
    {"2 - 2^24, 1, -1 and 1: one more", -0x1.fffffcp+23f, {1, -1, 1}, true, false},
    {"2^24 - 1 and 1", 0x1.fffffep+23f, {1}, true, true},
    {"2^24 and 1: a result of 25 bits", 0x1p24f, {1}, false, false},
    {"2^25 and four times 1: u is 1 here", 0x1p25f, {1, 1, 1, 1}, true, false},
    {"1/2 - 2^-24 and -1: 24 bits, but more than 1 = 2^24 u", 0x1.fffffcp-2f, {-1}, true, false},
    {"2^-24 and 1: a result of 25 bits", 0x1p-24f, {1}, false, false},
    {"2^-23 and 1: as much as fits", 0x1p-23f, {1}, true, true},
    {"2^-23, 1, 1 and -1: twice that", 0x1p-23f, {1, 1, -1}, true, false},
    {"2^127 and 1: 2^24 u is far", 0x1p127f, {1}, false, false},
    {"an infinite c", INFINITY, {1}, false, false},
};

Test(mi300, verdicts_are_those_worked_out_by_hand)
{
    for (size_t t = 0; t < sizeof ones / sizeof ones[0]; t++)
        for (size_t n = 0; n < sizeof verdicts / sizeof verdicts[0]; n++) {
            uint32_t a[4], b[4];
            for (int k = 0; k < 4; k++) {
                int value = verdicts[n].a[k];
                a[k] = value > 0 ? ones[t].one : value < 0 ? ones[t].minus_one : 0;
                b[k] = ones[t].one;
            }
            struct mi300_verdict v;
            mi300_judged_sum(ones[t].type, ones[t].type, 4, a, b, bits_of_f32(verdicts[n].c), &v);
            cr_expect_eq(v.exact, verdicts[n].exact, "%s: %s", isa_type_name(ones[t].type),
                         verdicts[n].what);
            cr_expect_eq(v.order_free, verdicts[n].order_free, "%s: %s",
                         isa_type_name(ones[t].type), verdicts[n].what);
        }
}

Test(mi300, a_nan_is_neither_exact_nor_order_free)
{
    for (size_t t = 0; t < sizeof ones / sizeof ones[0]; t++) {
        struct mi300_verdict v = {true, true};
        uint32_t d =
            mi300_judged_sum(ones[t].type, ones[t].type, 1, &ones[t].nan, &ones[t].one, 0, &v);
        cr_expect_eq(d, 0x7fc00000);
        cr_expect(!v.exact && !v.order_free, "%s", isa_type_name(ones[t].type));
    }
}

/* xf32 has 10 bits of fraction, and is added in fours. */
Test(mi300, xf32_is_summed_in_chunks_of_four)
{
    const uint32_t a[5] = {0x3f801fff, 0x5f000000, 0, 0, 0xdf000000};
    const uint32_t b[5] = {0x3f801fff, 0x3f800000, 0, 0, 0x3f800000};
    cr_expect_eq(mi300_sum(ISA_F32, ISA_F32, 1, a, b, 0), 0x3f800000);
    cr_expect_eq(mi300_sum(ISA_F32, ISA_F32, 5, a, b, 0), 0);
    const uint32_t together[4] = {0x5f000000, 0x3f800000, 0xdf000000, 0};
    const uint32_t one[4] = {0x3f800000, 0x3f800000, 0x3f800000, 0x3f800000};
    cr_expect_eq(mi300_sum(ISA_F32, ISA_F32, 4, together, one, 0), 0);
}

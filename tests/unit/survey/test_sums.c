/* The arithmetics of a survey against sums that a slow model in exact rationals worked out
 * (tests/golden/arithmetic.txt), and against each other. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "base/bits.h"
#include "base/numfmt.h"
#include "survey/sums.h"
#include "unit/vectors.h"

struct operand {
    double value; /* NaN and infinities too */
    int exponent; /* what the field says */
};

static struct operand decode(enum isa_type type, uint32_t code)
{
    switch (type) {
    case ISA_F16:
        return (struct operand){numfmt_decode_f16((uint16_t)code),
                                (int)fmax(code >> 10 & 31, 1) - 15};
    case ISA_BF16:
        return (struct operand){numfmt_decode_bf16((uint16_t)code),
                                (int)fmax(code >> 7 & 255, 1) - 127};
    case ISA_FP8:
        return (struct operand){numfmt_decode_e4m3fnuz((uint8_t)code),
                                (int)fmax(code >> 3 & 15, 1) - 8};
    default:
        return (struct operand){numfmt_decode_e5m2fnuz((uint8_t)code),
                                (int)fmax(code >> 2 & 31, 1) - 16};
    }
}

/* Whether a number is such as sums.h takes. */
static bool is_moderate(double x) { return x == 0 || (fabs(x) > 0x1p-100 && fabs(x) < 0x1p100); }

static bool read_terms(const struct vector *v, struct sums_terms *terms)
{
    bool fits = is_moderate(bits_to_f32(v->c)) && isfinite(bits_to_f32(v->d));
    *terms = (struct sums_terms){.n = v->n, .lane_groups = 2, .c = bits_to_f32(v->c)};
    terms->eight_bit = isa_type_bits(v->a_type) == 8;
    for (int k = 0; k < v->n; k++) {
        struct operand a = decode(v->a_type, v->a[k]), b = decode(v->b_type, v->b[k]);
        terms->product[k] = a.value * b.value;
        terms->exponent[k] = a.exponent + b.exponent;
        fits = fits && is_moderate(terms->product[k]);
    }
    return fits;
}

Test(sums, mi300_gives_what_the_slow_model_gives)
{
    FILE *file = fopen("tests/golden/arithmetic.txt", "r");
    int n_judged = 0, n_by_chain = 0, line = 0;
    struct vector v;
    cr_assert(file, "run from the top of the tree");
    while (vector_next(file, &line, &v)) {
        struct sums_terms terms;
        if (!read_terms(&v, &terms))
            continue;
        const struct sums_rule mi300 = sums_mi300(terms.eight_bit), chain = {.kind = SUMS_CHAIN};
        cr_expect_eq(sums_of(&mi300, &terms), v.d, "line %d: %08x", line, sums_of(&mi300, &terms));
        n_by_chain += sums_of(&chain, &terms) == v.d;
        n_judged++;
    }
    fclose(file);
    cr_expect_gt(n_judged, 500, "%d sums were judged", n_judged);
    cr_expect_lt(n_by_chain, n_judged - 50, "a chain gives others");
}

/* 2^14 + 2^-10 + 2^-11 - 2^14 of docs/arithmetic.md, by each kind. */
Test(sums, the_page_s_example_by_each_kind)
{
    const struct sums_terms terms = {.n = 8,
                                     .lane_groups = 2,
                                     .eight_bit = true,
                                     .product = {0x1p14, 0, 0x1p-10, 0, 0x1p-11, 0, -0x1p14, 0},
                                     .exponent = {14, 0, -10, 0, -11, 0, 14, 0}};
    const struct sums_rule exact = {.kind = SUMS_EXACT}, chain = {.kind = SUMS_CHAIN},
                           mi300 = sums_mi300(true);
    struct sums_rule nearest = mi300;
    nearest.product = SUMS_NEAREST;
    cr_expect_eq(bits_to_f32(sums_of(&exact, &terms)), 0x1.8p-10f);
    cr_expect_eq(bits_to_f32(sums_of(&mi300, &terms)), 0x1p-10f);
    cr_expect_eq(bits_to_f32(sums_of(&chain, &terms)), 0);
    cr_expect_eq(bits_to_f32(sums_of(&nearest, &terms)), 0x1p-10f, "a tie goes to the even one, 0");
}

/* 1 + 2^-24 is a tie; what is far below decides it, and a second rounding must not. */
Test(sums, exact_sums_are_rounded_once)
{
    struct sums_terms terms = {
        .n = 4, .lane_groups = 1, .product = {0x1p-24, 0x1p-90, 0, 0}, .c = 1};
    const struct sums_rule exact = {.kind = SUMS_EXACT};
    cr_expect_eq(bits_to_f32(sums_of(&exact, &terms)), 0x1.000002p0f);
    terms.product[1] = -0x1p-90;
    cr_expect_eq(bits_to_f32(sums_of(&exact, &terms)), 1);
    terms.product[1] = 0;
    cr_expect_eq(bits_to_f32(sums_of(&exact, &terms)), 1, "the even one");
}

Test(sums, rules_have_names_of_their_own)
{
    static struct sums_rule rules[SUMS_MAX_RULES];
    for (int n = 8; n <= 32; n *= 2) {
        int n_rules = sums_rules(n, rules);
        cr_assert_leq(n_rules, SUMS_MAX_RULES);
        char(*text)[SUMS_TEXT_BYTES] = calloc((size_t)n_rules, sizeof *text);
        for (int r = 0; r < n_rules; r++)
            sums_text(&rules[r], n, text[r]);
        for (int r = 0; r < n_rules; r++)
            for (int other = 0; other < r; other++)
                cr_assert_str_neq(text[r], text[other], "%d products, rules %d and %d", n, other,
                                  r);
        free(text);
    }
}

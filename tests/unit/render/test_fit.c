#include <criterion/criterion.h>

#include "render/fit.h"

static const char *const names[] = {"k", "j", "s"};

/* Fits f over k < 64, j < 16 and compares the formula's text. */
static void expect_text(int (*f)(int k, int j), const char *text)
{
    static struct fit_sample samples[64 * 16];
    int n = 0;
    for (int k = 0; k < 64; k++)
        for (int j = 0; j < 16; j++)
            samples[n++] = (struct fit_sample){{k, j, 0}, f(k, j)};
    struct fit_formula formula;
    struct buffer out = {0};
    cr_assert(fit_formula(samples, n, 2, &formula), "no formula for %s", text);
    fit_text(&formula, names, &out);
    cr_assert_str_eq(out.data, text);
    buffer_free(&out);
}

static int lane(int k, int j) { return 16 * (k / 16) + j; }
static int vgpr(int k, int j) { return (void)j, k / 4 % 4; }
static int bit(int k, int j) { return (void)j, 8 * (k % 4); }
static int banked(int k, int j) { return (void)j, 4 * (k / 32) + k / 4 % 4; }
static int constant(int k, int j) { return (void)k, (void)j, 0; }
static int shifted(int k, int j) { return 16 + 4 * (k % 4) + 2 * (j / 8); }
static int backwards(int k, int j) { return 63 - k + 0 * j; }

Test(fit, finds_the_forms_of_layouts)
{
    expect_text(lane, "16·⌊k/16⌋ + j");
    expect_text(vgpr, "⌊k/4⌋ mod 4");
    expect_text(bit, "8·(k mod 4)");
    expect_text(banked, "4·⌊k/32⌋ + (⌊k/4⌋ mod 4)");
    expect_text(constant, "0");
    expect_text(shifted, "16 + 4·(k mod 4) + 2·⌊j/8⌋");
    expect_text(backwards, "63 − k");
}

/* One value of 1,024 that is wrong must cost the formula, wherever it stands. */
Test(fit, gives_no_formula_that_fails_anywhere)
{
    static struct fit_sample samples[64 * 16];
    int n = 0;
    for (int k = 0; k < 64; k++)
        for (int j = 0; j < 16; j++)
            samples[n++] = (struct fit_sample){{k, j, 0}, lane(k, j)};
    struct fit_formula formula;
    for (int wrong = 0; wrong < n; wrong += 37) {
        samples[wrong].value++;
        cr_expect(!fit_formula(samples, n, 2, &formula), "sample %d", wrong);
        samples[wrong].value--;
    }
    cr_assert(fit_formula(samples, n, 2, &formula));
}

Test(fit, refuses_what_is_no_sum_of_shares)
{
    static struct fit_sample samples[64];
    for (int n = 0; n < 64; n++)
        samples[n] = (struct fit_sample){{n / 8, n % 8, 0}, (n / 8) * (n % 8)};
    struct fit_formula formula;
    cr_assert(!fit_formula(samples, 64, 2, &formula));
}

/* Dense columns lack slot 1 at the first k of a group and slot 0 at the last. */
Test(fit, works_where_samples_are_missing)
{
    static struct fit_sample samples[64 * 2];
    int n = 0;
    for (int k = 0; k < 64; k++)
        for (int s = 0; s < 2; s++)
            if (k % 4 != (s == 0 ? 3 : 0))
                samples[n++] = (struct fit_sample){{k, 0, s}, 16 * (k / 4 % 2) + 8 * s};
    struct fit_formula formula;
    struct buffer out = {0};
    cr_assert(fit_formula(samples, n, 3, &formula));
    fit_text(&formula, names, &out);
    cr_assert_str_eq(out.data, "16·(⌊k/4⌋ mod 2) + 8·s");
    buffer_free(&out);
}

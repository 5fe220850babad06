#include <criterion/criterion.h>

#include "base/bits.h"

Test(bits, get_and_put_work_on_every_field)
{
    uint32_t x = 0x9e3779b9;
    for (unsigned n = 1; n <= 32; n++)
        for (unsigned lo = 0; lo + n <= 32; lo++) {
            uint32_t field = 0;
            for (unsigned b = 0; b < n; b++)
                field |= (x >> (lo + b) & 1) << b;
            cr_assert_eq(bits_get(x, lo, n), field, "lo %u n %u", lo, n);
            uint32_t y = bits_put(x, lo, n, ~field);
            cr_assert_eq(bits_get(y, lo, n), ~field & bits_get(UINT32_MAX, 0, n));
            cr_assert_eq(bits_put(y, lo, n, field), x, "bits outside the field changed");
        }
}

Test(bits, sign_extension_repeats_the_highest_bit)
{
    cr_expect_eq(bits_sign_extend(0x80, 8), -128);
    cr_expect_eq(bits_sign_extend(0x7f, 8), 127);
    cr_expect_eq(bits_sign_extend(0xffffff7f, 8), 127);
    cr_expect_eq(bits_sign_extend(1, 1), -1);
    cr_expect_eq(bits_sign_extend(0x80000000, 32), INT32_MIN);
    cr_expect_eq(bits_sign_extend(0xfffe, 16), -2);
}

Test(bits, floats_keep_their_bits)
{
    cr_expect_eq(bits_of_f32(-1.5f), 0xbfc00000);
    cr_expect_eq(bits_to_f32(0x40490fdb), 0x1.921fb6p1f);
    cr_expect_eq(bits_of_f64(-2.0), UINT64_C(0xc000000000000000));
    cr_expect_eq(bits_to_f64(UINT64_C(0x3ff8000000000000)), 1.5);
}

Test(bits, products_that_do_not_fit_are_refused)
{
    size_t out = 7;
    cr_expect(size_mul(1u << 20, 12, &out));
    cr_expect_eq(out, (size_t)12 << 20);
    cr_expect(!size_mul(SIZE_MAX / 2, 3, &out));
}

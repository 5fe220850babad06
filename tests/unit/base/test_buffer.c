#include <criterion/criterion.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/buffer.h"

Test(buffer, grows_and_stays_terminated)
{
    struct buffer b = {0};
    char expected[8192] = "";
    size_t length = 0;
    for (int n = 0; n < 1000; n++) {
        buffer_printf(&b, "%d,", n);
        length += (size_t)sprintf(expected + length, "%d,", n);
        cr_assert_eq(b.size, length);
        cr_assert_eq(b.data[b.size], 0);
    }
    buffer_puts(&b, "end");
    buffer_append(&b, "\0x", 2);
    cr_expect_eq(memcmp(b.data, expected, length), 0);
    cr_expect_eq(memcmp(b.data + length, "end\0x", 6), 0);
    cr_expect_eq(b.size, length + 5);
    cr_expect_eq(buffer_check(&b, NULL), STATUS_OK);
    buffer_free(&b);
    cr_expect(!b.data && !b.size && !b.capacity && !b.failed);
}

Test(buffer, prints_text_longer_than_any_first_guess)
{
    struct buffer b = {0};
    buffer_printf(&b, "<%*d>", 70000, 7);
    cr_expect_eq(b.size, 70002);
    cr_expect_eq(b.data[70000], '7');
    cr_expect_eq(b.data[70001], '>');
    buffer_free(&b);
}

Test(buffer, failure_sticks_and_keeps_what_was_there)
{
    struct buffer b = {0};
    struct error err;
    buffer_puts(&b, "kept");
    buffer_append(&b, b.data, SIZE_MAX - 4); /* no machine has that much */
    cr_expect(b.failed);
    buffer_puts(&b, "lost");
    cr_expect_str_eq(b.data, "kept");
    cr_expect_eq(buffer_check(&b, &err), STATUS_NO_MEMORY);
    buffer_free(&b);
}

#include <criterion/criterion.h>
#include <string.h>

#include "base/status.h"

Test(status, error_set_keeps_code_and_message_and_returns_the_code)
{
    struct error err;
    cr_expect_eq(error_set(&err, STATUS_FILE, "%s: line %d", "page.rst", 7), STATUS_FILE);
    cr_expect_eq(err.code, STATUS_FILE);
    cr_expect_str_eq(err.text, "page.rst: line 7");
    cr_expect_eq(error_set(NULL, STATUS_DEVICE, "unheard"), STATUS_DEVICE);
}

Test(status, context_comes_before_the_message)
{
    struct error err;
    error_set(&err, STATUS_USAGE, "no such set");
    error_prefix(&err, "abid %d", 5);
    error_prefix(&err, "check");
    cr_expect_str_eq(err.text, "check: abid 5: no such set");
    cr_expect_eq(err.code, STATUS_USAGE);
    error_prefix(NULL, "unheard");
}

Test(status, a_hint_comes_after_the_message)
{
    struct error err;
    error_set(&err, STATUS_FILE, "three values");
    error_append(&err, "; two fit");
    cr_expect_str_eq(err.text, "three values; two fit");
    cr_expect_eq(err.code, STATUS_FILE);
    error_append(NULL, "unheard");
}

Test(status, long_texts_are_cut_not_overrun)
{
    struct error err[2];
    char text[3000];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = 0;
    memset(err, 0x55, sizeof err);
    error_set(&err[0], STATUS_FILE, "%s", text);
    cr_expect_eq(strlen(err[0].text), ERROR_TEXT_BYTES - 1);
    error_prefix(&err[0], "%s", text);
    cr_expect_lt(strlen(err[0].text), ERROR_TEXT_BYTES);
    error_append(&err[0], text);
    cr_expect_eq(strlen(err[0].text), ERROR_TEXT_BYTES - 1);
    cr_expect_eq(err[1].text[0], 0x55);
}

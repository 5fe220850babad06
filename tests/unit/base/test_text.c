#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

#include "base/text.h"

Test(text, distance_counts_the_fewest_edits)
{
    static const struct {
        const char *a, *b;
        int distance;
    } rows[] = {
        {"", "", 0},         {"", "abc", 3},       {"abc", "", 3},
        {"abc", "abc", 0},   {"check", "chek", 1}, {"kitten", "sitting", 3},
        {"flaw", "lawn", 2}, {"LIST", "list", 0},  {"probe", "prboe", 2},
    };
    for (size_t n = 0; n < sizeof rows / sizeof rows[0]; n++) {
        cr_expect(eq(int, text_distance(rows[n].a, rows[n].b), rows[n].distance), "%s, %s",
                  rows[n].a, rows[n].b);
        cr_expect(eq(int, text_distance(rows[n].b, rows[n].a), rows[n].distance), "%s, %s",
                  rows[n].b, rows[n].a);
    }
}

Test(text, words_that_are_too_long_have_no_distance)
{
    char word[TEXT_WORD_BYTES + 1];
    memset(word, 'x', TEXT_WORD_BYTES);
    word[TEXT_WORD_BYTES] = 0;
    cr_expect(eq(int, text_distance(word, "x"), -1));
    cr_expect(eq(int, text_distance("x", word), -1));
    word[TEXT_WORD_BYTES - 1] = 0;
    cr_expect(eq(int, text_distance(word, "x"), TEXT_WORD_BYTES - 2));
}

Test(text, characters_are_those_of_utf_8)
{
    static const struct {
        const char *text;
        size_t length;
    } samples[] = {
        {"", 0},
        {"a", 1},
        {"\x7f", 1},
        {"\x80", 0},
        {"\xc2\xb7", 2},
        {"\xc2", 0},
        {"\xc1\xbf", 0},
        {"\xe2\x8c\x8a", 3},
        {"\xe2\x8c", 0},
        {"\xe0\x9f\xbf", 0},
        {"\xe0\xa0\x80", 3},
        {"\xed\x9f\xbf", 3},
        {"\xed\xa0\x80", 0},
        {"\xf0\x8f\xbf\xbf", 0},
        {"\xf0\x90\x80\x80", 4},
        {"\xf4\x8f\xbf\xbf", 4},
        {"\xf4\x90\x80\x80", 0},
        {"\xf5\x80\x80\x80", 0},
        {"\xff", 0},
    };
    for (size_t n = 0; n < sizeof samples / sizeof samples[0]; n++)
        cr_expect_eq(text_character(samples[n].text), samples[n].length, "sample %zu", n);
}

Test(text, a_set_is_told_as_ranges)
{
    const bool some[] = {1, 1, 1, 0, 0, 1, 0, 1, 1};
    struct buffer out = {0};
    text_ranges(some, 9, &out);
    buffer_puts(&out, "; ");
    text_ranges(some + 3, 3, &out);
    buffer_puts(&out, "; ");
    text_ranges(some + 3, 2, &out);
    cr_expect_str_eq(out.data, "0–2, 5, 7–8; 2; ");
    buffer_free(&out);
}

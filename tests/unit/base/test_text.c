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

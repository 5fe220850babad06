#include "base/text.h"

#include <ctype.h>
#include <string.h>

static int lower(char c) { return tolower((unsigned char)c); }

int text_distance(const char *a, const char *b)
{
    int row[TEXT_WORD_BYTES];
    int n = (int)strnlen(b, TEXT_WORD_BYTES);
    if (n == TEXT_WORD_BYTES || strnlen(a, TEXT_WORD_BYTES) == TEXT_WORD_BYTES)
        return -1;
    for (int j = 0; j <= n; j++)
        row[j] = j;
    for (int i = 1; a[i - 1]; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= n; j++) {
            int up = row[j];
            int best = diagonal + (lower(a[i - 1]) != lower(b[j - 1]));
            if (up + 1 < best)
                best = up + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            diagonal = up;
            row[j] = best;
        }
    }
    return row[n];
}

/* The second byte's range settles what is too long, a surrogate or beyond U+10FFFF. */
size_t text_character(const char *text)
{
    const unsigned char *b = (const unsigned char *)text;
    if (b[0] < 0x80)
        return b[0] != 0;
    size_t length = b[0] >= 0xf0 ? 4 : b[0] >= 0xe0 ? 3 : 2;
    unsigned char low = b[0] == 0xe0 ? 0xa0 : b[0] == 0xf0 ? 0x90 : 0x80;
    unsigned char high = b[0] == 0xed ? 0x9f : b[0] == 0xf4 ? 0x8f : 0xbf;
    if (b[0] < 0xc2 || b[0] > 0xf4 || b[1] < low || b[1] > high)
        return 0;
    for (size_t n = 2; n < length; n++)
        if ((b[n] & 0xc0) != 0x80)
            return 0;
    return length;
}

void text_ranges(const bool *member, int n, struct buffer *out)
{
    const char *comma = "";
    for (int lo = 0, hi; lo < n; lo = hi + 1) {
        hi = lo;
        if (!member[lo])
            continue;
        while (hi + 1 < n && member[hi + 1])
            hi++;
        buffer_printf(out, hi > lo ? "%s%d–%d" : "%s%d", comma, lo, hi);
        comma = ", ";
    }
}

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

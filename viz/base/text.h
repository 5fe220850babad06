/* Comparing words, characters of UTF-8, numbers in words. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include "base/buffer.h"

/* How many letters must be inserted, deleted or exchanged to turn a into b (Levenshtein), case
 * ignored. -1 for words of TEXT_WORD_BYTES or more. */
enum { TEXT_WORD_BYTES = 96 };
int text_distance(const char *a, const char *b);

/* How many bytes the character at `text`, which ends with a NUL, has; 0 where no character of UTF-8
 * (RFC 3629) is, and at the NUL. */
size_t text_character(const char *text);

/* Appends "0–15" or "0–3, 8–11": the members of a set of n numbers as ranges. */
void text_ranges(const bool *member, int n, struct buffer *out);

#endif

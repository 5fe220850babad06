/* Comparing words. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

/* How many letters must be inserted, deleted or exchanged to turn a into b (Levenshtein), case
 * ignored. -1 for words of TEXT_WORD_BYTES or more. */
enum { TEXT_WORD_BYTES = 96 };
int text_distance(const char *a, const char *b);

#endif

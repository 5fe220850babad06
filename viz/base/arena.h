/* Memory that is freed all at once. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

/* Zero-initialise to start; free with arena_free. A failed allocation sets `failed`, which sticks,
 * as in struct buffer: look once, at the end. */
struct arena {
    struct arena_chunk *chunks;
    bool failed;
};

/* Zeroed memory, aligned for any type; NULL if there is none. */
void *arena_alloc(struct arena *arena, size_t size);

/* A copy that ends in a NUL; "" if there is no memory for it. */
char *arena_copy(struct arena *arena, const char *text, size_t n);

char *arena_printf(struct arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Room for one more: the array that holds the `n` items of `old` and has space for another one.
 * Arrays made so must grow one by one from n = 0. NULL if there is no memory, and `old` stays. */
void *arena_room(struct arena *arena, void *old, int n, size_t item_size);

void arena_free(struct arena *arena);

/* STATUS_NO_MEMORY if anything was lost on the way. */
enum status arena_check(const struct arena *arena, struct error *err);

#endif

/* A growing run of bytes, used for text, images and files alike. */
#ifndef BASE_BUFFER_H
#define BASE_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

/* Zero-initialise to start; free with buffer_free. A failed allocation sets `failed`, which sticks:
 * append as often as you like and look once, in the manner of a cairo status. */
struct buffer {
    char *data;  /* always followed by a NUL when not NULL */
    size_t size; /* bytes in use, without that NUL */
    size_t capacity;
    bool failed;
};

void buffer_append(struct buffer *b, const void *bytes, size_t n);
void buffer_puts(struct buffer *b, const char *text);
void buffer_printf(struct buffer *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
void buffer_free(struct buffer *b);

/* STATUS_NO_MEMORY if anything was lost on the way. */
enum status buffer_check(const struct buffer *b, struct error *err);

#endif

#include "base/buffer.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool grow(struct buffer *b, size_t extra)
{
    if (b->failed)
        return false;
    size_t need;
    if (__builtin_add_overflow(b->size, extra, &need) || need == SIZE_MAX)
        goto fail;
    need++; /* the NUL */
    if (need <= b->capacity)
        return true;
    size_t capacity = b->capacity ? b->capacity : 256;
    while (capacity < need) {
        if (__builtin_mul_overflow(capacity, (size_t)2, &capacity))
            goto fail;
    }
    char *data = realloc(b->data, capacity);
    if (!data)
        goto fail;
    b->data = data;
    b->capacity = capacity;
    return true;
fail:
    b->failed = true;
    return false;
}

void buffer_append(struct buffer *b, const void *bytes, size_t n)
{
    if (!grow(b, n))
        return;
    if (n)
        memcpy(b->data + b->size, bytes, n);
    b->size += n;
    b->data[b->size] = 0;
}

void buffer_puts(struct buffer *b, const char *text) { buffer_append(b, text, strlen(text)); }

void buffer_printf(struct buffer *b, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (n >= 0 && grow(b, (size_t)n)) {
        vsnprintf(b->data + b->size, (size_t)n + 1, format, again);
        b->size += (size_t)n;
    } else {
        b->failed = true;
    }
    va_end(again);
}

void buffer_free(struct buffer *b)
{
    free(b->data);
    *b = (struct buffer){0};
}

enum status buffer_check(const struct buffer *b, struct error *err)
{
    if (b->failed)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    return STATUS_OK;
}

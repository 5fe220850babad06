#include "base/arena.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_BYTES = 65536 };

struct arena_chunk {
    struct arena_chunk *next;
    size_t used, size;
    _Alignas(max_align_t) char bytes[];
};

static struct arena_chunk *add_chunk(struct arena *arena, size_t size)
{
    size_t total;
    if (size < CHUNK_BYTES)
        size = CHUNK_BYTES;
    if (__builtin_add_overflow(sizeof(struct arena_chunk), size, &total))
        return NULL;
    struct arena_chunk *chunk = calloc(1, total);
    if (!chunk)
        return NULL;
    chunk->next = arena->chunks;
    chunk->size = size;
    arena->chunks = chunk;
    return chunk;
}

void *arena_alloc(struct arena *arena, size_t size)
{
    const size_t align = _Alignof(max_align_t);
    struct arena_chunk *chunk = arena->chunks;
    size_t whole;
    if (__builtin_add_overflow(size, align - 1, &whole))
        goto fail;
    whole &= ~(align - 1);
    if (!chunk || whole > chunk->size - chunk->used)
        chunk = add_chunk(arena, whole);
    if (!chunk)
        goto fail;
    void *memory = chunk->bytes + chunk->used;
    chunk->used += whole;
    return memory;
fail:
    arena->failed = true;
    return NULL;
}

char *arena_copy(struct arena *arena, const char *text, size_t n)
{
    static char nothing[1];
    char *copy = arena_alloc(arena, n + 1);
    if (!copy)
        return nothing;
    if (n)
        memcpy(copy, text, n);
    return copy;
}

char *arena_printf(struct arena *arena, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    va_end(args);
    char *text = arena_copy(arena, "", 0);
    if (n > 0 && (text = arena_alloc(arena, (size_t)n + 1)) != NULL)
        vsnprintf(text, (size_t)n + 1, format, again);
    va_end(again);
    return text ? text : arena_copy(arena, "", 0);
}

void *arena_room(struct arena *arena, void *old, int n, size_t item_size)
{
    if (n > 0 && (n & (n - 1)) != 0) /* the space was doubled at each power of two */
        return old;
    size_t size;
    if (__builtin_mul_overflow(item_size, n ? 2 * (size_t)n : 1, &size)) {
        arena->failed = true;
        return NULL;
    }
    char *array = arena_alloc(arena, size);
    if (array && n)
        memcpy(array, old, (size_t)n * item_size);
    return array;
}

void arena_free(struct arena *arena)
{
    struct arena_chunk *next;
    for (struct arena_chunk *chunk = arena->chunks; chunk; chunk = next) {
        next = chunk->next;
        free(chunk);
    }
    *arena = (struct arena){0};
}

enum status arena_check(const struct arena *arena, struct error *err)
{
    return arena->failed ? error_set(err, STATUS_NO_MEMORY, "out of memory") : STATUS_OK;
}

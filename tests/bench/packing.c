#include "packing.h"

#include <string.h>

enum { ROWS = 2048, DEPTH = 8192 };

struct packing {
    struct pack_matrix dense;
    enum pack_type to;
    uint8_t *copy;
    size_t bytes;
};

static uint32_t next_random(uint32_t *state)
{
    *state ^= *state << 13; /* Marsaglia's xorshift */
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

/* One or two small values in a group, at places that nothing can foresee. */
static void fill(struct pack_matrix *dense)
{
    uint32_t state = 942;
    for (size_t i = 0; i < dense->m; i++)
        for (size_t k = 0; k < dense->k; k += 4)
            for (int s = 0; s < 2; s++) {
                uint32_t random = next_random(&state);
                float value = (float)(int)(random >> 8 & 0xff) / 16 - 8;
                pack_set(dense, i, k + random % 4, pack_encode(dense->type, value));
            }
}

struct packing *packing_create(enum pack_type from, enum pack_type to)
{
    struct packing *p = calloc(1, sizeof *p);
    if (!p || pack_matrix_init(&p->dense, from, ROWS, DEPTH, NULL) != STATUS_OK)
        stop("out of memory");
    p->to = to;
    p->bytes = (size_t)ROWS * DEPTH * pack_type_bytes(from);
    p->copy = malloc(p->bytes);
    if (!p->copy)
        stop("out of memory");
    memset(p->copy, 1, p->bytes); /* so that its pages are there */
    fill(&p->dense);
    return p;
}

void packing_destroy(struct packing *p)
{
    pack_matrix_free(&p->dense);
    free(p->copy);
    free(p);
}

double packing_bytes(const struct packing *p) { return (double)p->bytes; }

struct seconds packing_compress(struct packing *p)
{
    struct pack_matrix converted = {0};
    struct pack_packed packed = {0};
    struct pack_conversion conversion;
    struct error err = {0};
    bool convert = p->to != p->dense.type;
    struct seconds start = clock_now();
    enum status status = STATUS_OK;
    if (convert)
        status = pack_convert(&p->dense, p->to, &converted, &conversion, &err);
    if (status == STATUS_OK)
        status = pack_compress(convert ? &converted : &p->dense, &packed, &err);
    struct seconds took = clock_since(start);
    if (status != STATUS_OK)
        stop(err.text);
    pack_matrix_free(&converted);
    pack_packed_free(&packed);
    return took;
}

struct seconds packing_copy(struct packing *p)
{
    struct seconds start = clock_now();
    memcpy(p->copy, p->dense.codes, p->bytes);
    struct seconds took = clock_since(start);
    if (memcmp(p->copy, p->dense.codes, p->bytes) != 0)
        stop("a copy is none");
    return took;
}

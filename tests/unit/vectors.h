/* Lines of sums with their results: `kind a.. b.. c D` in hexadecimal, then `exact` or `order-free`
 * where they are, as in tests/golden/arithmetic.txt. */
#ifndef TESTS_UNIT_VECTORS_H
#define TESTS_UNIT_VECTORS_H

#include <criterion/criterion.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/isa.h"

enum { VECTOR_MAX_PRODUCTS = 32 };

struct vector {
    enum isa_type a_type, b_type;
    int n; /* products */
    uint32_t a[VECTOR_MAX_PRODUCTS], b[VECTOR_MAX_PRODUCTS], c, d;
    bool exact, order_free;
    int line; /* in its file */
};

/* "fp8", or "fp8_bf8" for fp8 times bf8. */
static inline void vector_types(const char *kind, struct vector *v)
{
    bool known[2] = {false, false};
    const char *second = strchr(kind, '_') ? strchr(kind, '_') + 1 : kind;
    for (enum isa_type type = ISA_F16; type <= ISA_BF8; type++) {
        const char *name = isa_type_name(type);
        if (!strncmp(kind, name, strlen(name)) && strchr("_", kind[strlen(name)])) {
            v->a_type = type;
            known[0] = true;
        }
        if (!strcmp(second, name)) {
            v->b_type = type;
            known[1] = true;
        }
    }
    cr_assert(known[0] && known[1], "unknown kind '%s'", kind);
}

/* The next line that is no comment; false at the end. */
static inline bool vector_next(FILE *file, int *line, struct vector *v)
{
    char text[1024], *at = NULL;
    do {
        if (!fgets(text, sizeof text, file))
            return false;
        ++*line;
    } while (text[0] == '#');
    *v = (struct vector){.line = *line};
    vector_types(strtok_r(text, " \n", &at), v);
    uint32_t word[2 * VECTOR_MAX_PRODUCTS + 2] = {0};
    const int room = sizeof word / sizeof *word;
    int n = 0;
    for (char *token; (token = strtok_r(NULL, " \n", &at));) {
        v->order_free |= !strcmp(token, "order-free");
        v->exact |= v->order_free || !strcmp(token, "exact");
        if (!v->exact && n < room)
            word[n++] = (uint32_t)strtoul(token, NULL, 16);
    }
    cr_assert(n >= 4 && n % 2 == 0, "line %d has %d numbers", *line, n);
    v->n = n / 2 - 1;
    memcpy(v->a, word, (size_t)v->n * sizeof *word);
    memcpy(v->b, word + v->n, (size_t)v->n * sizeof *word);
    v->c = word[n - 2];
    v->d = word[n - 1];
    return true;
}

/* Opens the set; its lines and, as its comment says, in how many of them a chain of fused
 * multiply-adds has another result. */
static inline FILE *vectors_open(int *n_lines, int *n_fma_differs)
{
    FILE *file = fopen("tests/golden/arithmetic.txt", "r");
    char text[1024];
    cr_assert_not_null(file, "run from the top of the sources");
    while (fgets(text, sizeof text, file))
        if (sscanf(text, "# fma: %d of %d differ", n_fma_differs, n_lines) == 2) {
            rewind(file);
            return file;
        }
    cr_assert_fail("tests/golden/arithmetic.txt has no count");
    return NULL;
}

#endif

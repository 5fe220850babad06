/* The vector types of builtins: v4float. Private to lint/. */
#ifndef LINT_VECTOR_H
#define LINT_VECTOR_H

#include "lint/claims.h"

struct vector {
    int count;
    const char *element; /* "float", "int", "half", "short", "bf16" */
    int bits;            /* of an element */
};

/* "v4float" at p: its length, 0 if there is none. */
size_t read_vector(const char *p, struct vector *vector);

/* Whether one of the instructions takes it as this operand (HINT_NO_OPERAND: as any). */
bool vector_any(const struct isa_selection *sel, int operand, const struct vector *vector);

/* "v2int": what the instruction takes as this operand. */
const char *vector_text(struct judge *judge, const struct isa_smfmac *insn, int operand);

#endif

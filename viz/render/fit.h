/* Formulas found in data: none is known beforehand, and none is given out that does not hold for
 * every sample. */
#ifndef RENDER_FIT_H
#define RENDER_FIT_H

#include <stdbool.h>

#include "base/buffer.h"

enum { FIT_MAX_VARIABLES = 3, FIT_MAX_VALUE = 256, FIT_MAX_TERMS = 2 * FIT_MAX_VARIABLES };

struct fit_sample {
    int x[FIT_MAX_VARIABLES]; /* 0..FIT_MAX_VALUE - 1 each */
    int value;
};

/* scale * (floor(x[variable] / divide) mod modulo); modulo 0 leaves the mod out. */
struct fit_term {
    int variable, scale, divide, modulo;
};

/* A constant plus terms: at most two a variable. */
struct fit_formula {
    int constant, n_terms;
    struct fit_term term[FIT_MAX_TERMS];
};

int fit_value(const struct fit_formula *formula, const int x[FIT_MAX_VARIABLES]);

/* Finds the formula of the fewest terms, then of powers of two, then without mod, then of the
 * smallest divisor. True only if it gives the value of every sample. */
bool fit_formula(const struct fit_sample *samples, int n_samples, int n_variables,
                 struct fit_formula *formula);

/* "16·⌊k/8⌋ + j", with the variables' names. */
void fit_text(const struct fit_formula *formula, const char *const names[], struct buffer *out);

/* The same as TeX: "16 \lfloor \frac{k}{8} \rfloor + j". */
void fit_tex(const struct fit_formula *formula, const char *const names[], struct buffer *out);

#endif

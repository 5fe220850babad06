#include "render/fit.h"

#include <stdlib.h>
#include <string.h>

/* One variable's share of the value, as far as the samples tell it. */
struct share {
    int n; /* entries looked at: 0..n - 1 */
    bool known[FIT_MAX_VALUE];
    int value[FIT_MAX_VALUE];
};

static int term_unit(const struct fit_term *term, int x)
{
    int y = x / term->divide;
    return term->modulo ? y % term->modulo : y;
}

int fit_value(const struct fit_formula *formula, const int x[FIT_MAX_VARIABLES])
{
    int sum = formula->constant;
    for (int t = 0; t < formula->n_terms; t++) {
        const struct fit_term *term = &formula->term[t];
        sum += term->scale * term_unit(term, x[term->variable]);
    }
    return sum;
}

/* Splits the samples' values into a constant and one share a variable, starting at sample 0, where
 * each share is said to be 0, and going on to every sample that has one unknown share left. The
 * shares count only after fit_formula has tried the result on all samples. */
static int split(const struct fit_sample *samples, int n_samples, int n_variables,
                 struct share share[FIT_MAX_VARIABLES])
{
    memset(share, 0, FIT_MAX_VARIABLES * sizeof *share);
    for (int v = 0; v < n_variables; v++)
        share[v].known[samples[0].x[v]] = true;

    for (bool progress = true; progress;) {
        progress = false;
        for (int n = 0; n < n_samples; n++) {
            int unknown = -1, n_unknown = 0, rest = samples[n].value - samples[0].value;
            for (int v = 0; v < n_variables; v++) {
                int x = samples[n].x[v];
                if (share[v].known[x]) {
                    rest -= share[v].value[x];
                } else {
                    unknown = v;
                    n_unknown++;
                }
            }
            if (n_unknown != 1)
                continue;
            int x = samples[n].x[unknown];
            share[unknown].known[x] = true;
            share[unknown].value[x] = rest;
            progress = true;
        }
    }
    for (int v = 0; v < n_variables; v++)
        for (int x = 0; x < FIT_MAX_VALUE; x++)
            if (share[v].known[x])
                share[v].n = x + 1;
    return samples[0].value;
}

/* Sets term->scale so that the term explains `share` over x < limit, if any scale does. */
static bool fit_scale(const struct share *share, int limit, struct fit_term *term)
{
    term->scale = 0;
    for (int x = 0; x < limit && !term->scale; x++) {
        int unit = term_unit(term, x);
        if (share->known[x] && unit && share->value[x] % unit == 0)
            term->scale = share->value[x] / unit;
    }
    if (!term->scale)
        return false;
    for (int x = 0; x < limit; x++)
        if (share->known[x] && share->value[x] != term->scale * term_unit(term, x))
            return false;
    return true;
}

static bool is_power(int n) { return (n & (n - 1)) == 0; }

/* The first term that explains `share` over x < limit, from the simplest on: first with powers of
 * two alone, since hardware cuts fields out of bits, and where only some x are known others may
 * explain them as well. */
static bool fit_one_term(const struct share *share, int limit, struct fit_term *term)
{
    for (int odd = 0; odd < 2; odd++) {
        for (int modulo = 0; modulo < limit; modulo = modulo ? modulo + 1 : 2) {
            for (int divide = 1; divide < limit; divide++) {
                if (odd == (is_power(divide) && is_power(modulo)))
                    continue;
                term->divide = divide;
                term->modulo = modulo;
                if (fit_scale(share, limit, term))
                    return true;
            }
        }
    }
    return false;
}

/* coarse + fine: the fine term alone explains the values below the coarse one's divisor. */
static bool fit_two_terms(const struct share *share, struct fit_term *coarse, struct fit_term *fine)
{
    for (int divide = 2; divide < share->n; divide++) {
        for (int modulo = 2; modulo <= divide; modulo++) {
            for (int fine_divide = 1; fine_divide < divide; fine_divide++) {
                fine->divide = fine_divide;
                fine->modulo = modulo;
                if (!fit_scale(share, divide, fine))
                    continue;
                struct share rest = *share;
                for (int x = 0; x < share->n; x++)
                    rest.value[x] -= fine->scale * term_unit(fine, x);
                coarse->divide = divide;
                coarse->modulo = 0;
                if (fit_scale(&rest, share->n, coarse))
                    return true;
            }
        }
    }
    return false;
}

static bool is_zero(const struct share *share)
{
    for (int x = 0; x < share->n; x++)
        if (share->known[x] && share->value[x])
            return false;
    return true;
}

bool fit_formula(const struct fit_sample *samples, int n_samples, int n_variables,
                 struct fit_formula *formula)
{
    if (n_samples == 0)
        return false;
    struct share share[FIT_MAX_VARIABLES];
    *formula = (struct fit_formula){.constant = split(samples, n_samples, n_variables, share)};
    for (int v = 0; v < n_variables; v++) {
        struct fit_term *term = &formula->term[formula->n_terms];
        if (is_zero(&share[v]))
            continue;
        term[0].variable = term[1].variable = v;
        if (fit_one_term(&share[v], share[v].n, &term[0]))
            formula->n_terms += 1;
        else if (fit_two_terms(&share[v], &term[0], &term[1]))
            formula->n_terms += 2;
        else
            return false;
    }
    for (int n = 0; n < n_samples; n++)
        if (fit_value(formula, samples[n].x) != samples[n].value)
            return false;
    return true;
}

static void put_term(const struct fit_term *term, const char *name, bool alone, struct buffer *out)
{
    int scale = abs(term->scale);
    if (scale != 1)
        buffer_printf(out, "%d·", scale);
    bool parentheses = term->modulo && (term->scale != 1 || !alone);
    if (parentheses)
        buffer_puts(out, "(");
    if (term->divide > 1)
        buffer_printf(out, "⌊%s/%d⌋", name, term->divide);
    else
        buffer_puts(out, name);
    if (term->modulo)
        buffer_printf(out, " mod %d", term->modulo);
    if (parentheses)
        buffer_puts(out, ")");
}

void fit_text(const struct fit_formula *formula, const char *const names[], struct buffer *out)
{
    if (formula->constant || !formula->n_terms)
        buffer_printf(out, "%d", formula->constant);
    for (int t = 0; t < formula->n_terms; t++) {
        const struct fit_term *term = &formula->term[t];
        bool first = !t && !formula->constant;
        buffer_puts(out, term->scale < 0 ? (first ? "−" : " − ") : (first ? "" : " + "));
        put_term(term, names[term->variable], first && formula->n_terms == 1, out);
    }
}

static void put_tex_term(const struct fit_term *term, const char *name, bool alone,
                         struct buffer *out)
{
    int scale = abs(term->scale);
    if (scale != 1)
        buffer_printf(out, "%d ", scale);
    bool parentheses = term->modulo && (term->scale != 1 || !alone);
    if (parentheses)
        buffer_puts(out, "\\left( ");
    if (term->divide > 1)
        buffer_printf(out, "\\lfloor \\frac{%s}{%d} \\rfloor", name, term->divide);
    else
        buffer_puts(out, name);
    if (term->modulo)
        buffer_printf(out, " \\bmod %d", term->modulo);
    if (parentheses)
        buffer_puts(out, " \\right)");
}

void fit_tex(const struct fit_formula *formula, const char *const names[], struct buffer *out)
{
    if (formula->constant || !formula->n_terms)
        buffer_printf(out, "%d", formula->constant);
    for (int t = 0; t < formula->n_terms; t++) {
        const struct fit_term *term = &formula->term[t];
        bool first = !t && !formula->constant;
        buffer_puts(out, term->scale < 0 ? (first ? "-" : " - ") : (first ? "" : " + "));
        put_tex_term(term, names[term->variable], first && formula->n_terms == 1, out);
    }
}

/* Formulas evaluated once more, by code that shares nothing with expr/ or claim/: the LaTeX that
 * the test page is written in, of C/D only. Included by the tests that need an independent count.
 */
#ifndef TEST_NAIVE_H
#define TEST_NAIVE_H

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct naive_point {
    long i, j, lane, vgpr, m;
};

struct naive {
    const char *p;
    const struct naive_point *at;
    bool undefined; /* no value here: divided by zero, shifted too far */
};

static long naive_or(struct naive *n);

static void naive_skip(struct naive *n)
{
    static const char *const nothing[] = {" ", "\n", "\\bigl", "\\bigr", "\\,"};
    for (size_t k = 0; k < sizeof nothing / sizeof *nothing; k++)
        if (!strncmp(n->p, nothing[k], strlen(nothing[k]))) {
            n->p += strlen(nothing[k]);
            k = (size_t)-1;
        }
}

static bool naive_take(struct naive *n, const char *word)
{
    naive_skip(n);
    size_t length = strlen(word);
    if (strncmp(n->p, word, length) != 0 ||
        (isalpha((unsigned char)word[length - 1]) && isalpha((unsigned char)n->p[length])))
        return false;
    n->p += length;
    return true;
}

static long naive_floor_divide(struct naive *n, long a, long b)
{
    if (b == 0) {
        n->undefined = true;
        return 0;
    }
    long q = a / b;
    return q - (a % b != 0 && (a < 0) != (b < 0));
}

static bool naive_name(struct naive *n, long *value)
{
    const struct naive_point *at = n->at;
    const struct {
        const char *name;
        long value;
    } names[] = {
        {"\\text{lane}", at->lane},
        {"\\text{VGPR}", at->vgpr},
        {"\\text{bit}", 0},
        {"\\text{byte}", 0},
        {"\\text{half}", 0},
        {"\\text{nibble}", 0},
        {"i", at->i},
        {"j", at->j},
        {"L", at->lane},
        {"G", at->vgpr},
        {"M", at->m},
        {"N", at->m},
    };
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (naive_take(n, names[k].name)) {
            *value = names[k].value;
            return true;
        }
    return false;
}

static bool naive_primary(struct naive *n, long *value)
{
    naive_skip(n);
    if (isdigit((unsigned char)*n->p)) {
        char *end;
        *value = strtol(n->p, &end, 10);
        n->p = end;
        return true;
    }
    if (naive_take(n, "\\lfloor") || naive_take(n, "(")) {
        *value = naive_or(n);
        return naive_take(n, "\\rfloor") || naive_take(n, ")");
    }
    if (naive_take(n, "\\frac{")) { /* only inside a floor in the page */
        long above = naive_or(n), below = 0;
        if (!naive_take(n, "}") || !naive_take(n, "{"))
            return false;
        below = naive_or(n);
        *value = naive_floor_divide(n, above, below);
        return naive_take(n, "}");
    }
    return naive_name(n, value);
}

/* Factors without a sign bind tightest; a number is never the second. */
static long naive_factors(struct naive *n)
{
    long product = 0, next;
    if (!naive_primary(n, &product)) {
        n->undefined = true;
        return 0;
    }
    for (;;) {
        naive_skip(n);
        const char *kept = n->p;
        if (isdigit((unsigned char)*kept) || !naive_primary(n, &next)) {
            n->p = kept;
            return product;
        }
        product *= next;
    }
}

static long naive_term(struct naive *n)
{
    long value = naive_factors(n);
    for (;;) {
        if (naive_take(n, "\\cdot")) {
            value *= naive_factors(n);
        } else if (naive_take(n, "\\bmod")) {
            long divisor = naive_factors(n);
            value -= divisor * naive_floor_divide(n, value, divisor);
        } else if (naive_take(n, "/")) {
            value = naive_floor_divide(n, value, naive_factors(n));
        } else {
            return value;
        }
    }
}

static long naive_sum(struct naive *n)
{
    long value = naive_term(n);
    for (;;) {
        if (naive_take(n, "+"))
            value += naive_term(n);
        else if (naive_take(n, "-"))
            value -= naive_term(n);
        else
            return value;
    }
}

static long naive_shift(struct naive *n)
{
    long value = naive_sum(n);
    for (;;) {
        bool left = naive_take(n, "<<");
        if (!left && !naive_take(n, ">>"))
            return value;
        long by = naive_sum(n);
        if (by < 0 || by > 62) {
            n->undefined = true;
            return 0;
        }
        value = left ? value * (1L << by) : value >> by;
    }
}

static long naive_and(struct naive *n)
{
    long value = naive_shift(n);
    while (naive_take(n, "\\&"))
        value &= naive_shift(n);
    return value;
}

static long naive_or(struct naive *n)
{
    long value = naive_and(n);
    while (naive_take(n, "|"))
        value |= naive_and(n);
    return value;
}

/* For how many of the tile's elements "name = expression" is wrong; all of them if one has no
 * value. */
static long naive_count(const char *equation, int m, bool *undefined)
{
    const char *equals = strstr(equation, "&=");
    long differ = 0;
    *undefined = false;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++) {
            struct naive_point at = {i, j, 0, 0, m};
            at.lane = m == 16 ? 16 * (i / 4) + j : 32 * (i / 4) % 64 + j;
            at.vgpr = m == 16 ? i % 4 : 4 * (i / 8) + i % 4;
            struct naive left = {equation, &at, false}, right = {equals + 2, &at, false};
            long claimed = 0, value = naive_or(&right);
            naive_name(&left, &claimed);
            naive_skip(&right);
            *undefined = *undefined || right.undefined || *right.p;
            differ += claimed != value;
        }
    return *undefined ? (long)m * m : differ;
}

#endif

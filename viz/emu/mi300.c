/* The model as it is written down, one sum at a time. */
#include "emu/mi300.h"

#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/bits.h"

enum { MAX_CHUNK = 16, NO_EXPONENT = INT_MIN / 2 };

/* sig * 2^(exponent - fraction bits of the format). Zero and subnormals have the smallest exponent.
 */
struct number {
    int64_t sig;
    int exponent;
    bool nan, inf;
};

struct format {
    int bits, fraction_bits, bias;
    bool fnuz; /* no Inf, NaN is the negative zero's code */
};

static const struct format formats[] = {
    [ISA_F16] = {16, 10, 15, false}, [ISA_BF16] = {16, 7, 127, false}, [ISA_FP8] = {8, 3, 8, true},
    [ISA_BF8] = {8, 2, 16, true},    [ISA_F32] = {32, 23, 127, false},
};

static struct number decode(enum isa_type type, uint32_t code)
{
    const struct format *f = &formats[type];
    unsigned exponent_bits = (unsigned)(f->bits - 1 - f->fraction_bits);
    uint32_t fraction = bits_get(code, 0, (unsigned)f->fraction_bits);
    uint32_t field = bits_get(code, (unsigned)f->fraction_bits, exponent_bits);
    bool negative = code >> (f->bits - 1) & 1;
    bool all_ones = field == (1u << exponent_bits) - 1;
    struct number x = {0};
    if (f->fnuz)
        x.nan = code == 0x80;
    else
        x.nan = all_ones && fraction, x.inf = all_ones && !fraction;
    x.sig = field ? fraction | 1u << f->fraction_bits : fraction;
    x.exponent = (field ? (int)field : 1) - f->bias;
    if (negative)
        x.sig = -x.sig;
    return x;
}

/* x * 2^shift, rounded down. Every x here is below 2^41. */
static int64_t scale_floor(int64_t x, int shift)
{
    if (shift >= 0)
        return x * (INT64_C(1) << (shift < 20 ? shift : 20));
    return x >> (shift > -62 ? -shift : 62);
}

static int64_t scale_truncate(int64_t x, int shift)
{
    return x < 0 ? -scale_floor(-x, shift) : scale_floor(x, shift);
}

struct chunk {
    int n, fraction_bits; /* of the products */
    struct number product[MAX_CHUNK];
};

/* A sum in units of 2^(exponent - 24); exponent is NO_EXPONENT if all products are zero. */
struct partial {
    int64_t sum;
    int exponent;
};

/* Step 2 over products first, first + step, ... */
static struct partial add_products(const struct chunk *chunk, int first, int step)
{
    struct partial p = {0, NO_EXPONENT};
    for (int n = first; n < chunk->n; n += step)
        if (chunk->product[n].sig && chunk->product[n].exponent > p.exponent)
            p.exponent = chunk->product[n].exponent;
    for (int n = first; n < chunk->n; n += step) {
        const struct number *product = &chunk->product[n];
        if (product->sig)
            p.sum += scale_truncate(product->sig,
                                    product->exponent - p.exponent + 24 - chunk->fraction_bits);
    }
    return p;
}

/* 8-bit types: products of even and of odd k apart, brought to the larger exponent, rounded down.
 */
static struct partial add_halves(const struct chunk *chunk)
{
    struct partial even = add_products(chunk, 0, 2), odd = add_products(chunk, 1, 2);
    struct partial p = {0, even.exponent > odd.exponent ? even.exponent : odd.exponent};
    if (p.exponent == NO_EXPONENT)
        return p;
    if (even.sum)
        p.sum += scale_floor(even.sum, even.exponent - p.exponent);
    if (odd.sum)
        p.sum += scale_floor(odd.sum, odd.exponent - p.exponent);
    return p;
}

/* Steps 3 to 5. */
static uint32_t add_c(struct partial p, struct number c, bool eight_bit)
{
    int em = p.exponent > c.exponent ? p.exponent : c.exponent;
    int64_t sum = p.exponent == NO_EXPONENT ? 0 : scale_floor(p.sum, p.exponent - em + 8);
    if (!(eight_bit && c.exponent < em - 25))
        sum += scale_floor(c.sig, c.exponent - em + 1) * 256;
    if (sum == 0)
        return 0;
    int leading = 63 - __builtin_clzll((uint64_t)llabs(sum)) + em - 32;
    int t = leading > -126 ? leading : -126;
    int drop = t - em + 1; /* the sum's unit is 2^(em - 32), what is kept 2^(t - 31) */
    if (drop > 0)
        sum = scale_floor(sum, -drop) * (INT64_C(1) << drop);
    return bits_of_f32((float)ldexp((double)sum, em - 32));
}

enum { QUIET_NAN = 0x7fc00000, INFINITE = 0x7f800000 };

/* Step 1: true, and *d, if the result is NaN or Inf. */
static bool special(const struct chunk *chunk, struct number c, uint32_t *d)
{
    bool nan = c.nan, plus = c.inf && c.sig > 0, minus = c.inf && c.sig < 0;
    for (int n = 0; n < chunk->n; n++) {
        nan |= chunk->product[n].nan;
        plus |= chunk->product[n].inf && chunk->product[n].sig > 0;
        minus |= chunk->product[n].inf && chunk->product[n].sig < 0;
    }
    if (!nan && !plus && !minus)
        return false;
    *d = nan || (plus && minus) ? QUIET_NAN : plus ? INFINITE : INFINITE | 0x80000000u;
    return true;
}

static struct number multiply(struct number a, struct number b, int fraction_bits, bool eight_bit)
{
    struct number p = {.sig = a.sig * b.sig, .exponent = a.exponent + b.exponent};
    p.nan = a.nan || b.nan || (a.inf && !b.sig) || (b.inf && !a.sig);
    bool beyond = fabs(ldexp((double)p.sig, p.exponent - fraction_bits)) >= 0x1p128;
    p.inf = !p.nan && (a.inf || b.inf || (!eight_bit && beyond));
    return p;
}

uint32_t mi300_sum(enum isa_type a_type, enum isa_type b_type, int n, const uint32_t *a,
                   const uint32_t *b, uint32_t c)
{
    bool eight_bit = formats[a_type].bits == 8;
    int chunk_size = eight_bit ? 16 : 8;
    for (int first = 0; first < n; first += chunk_size) {
        struct chunk chunk = {n - first < chunk_size ? n - first : chunk_size,
                              formats[a_type].fraction_bits + formats[b_type].fraction_bits,
                              {{0}}};
        for (int k = 0; k < chunk.n; k++)
            chunk.product[k] = multiply(decode(a_type, a[first + k]), decode(b_type, b[first + k]),
                                        chunk.fraction_bits, eight_bit);
        struct number c_in = decode(ISA_F32, c);
        struct partial p = eight_bit ? add_halves(&chunk) : add_products(&chunk, 0, 1);
        /* Reported of bf8: with products this large a NaN or Inf in c counts as zero. */
        if (eight_bit && p.exponent > 24 && (c_in.nan || c_in.inf))
            c_in = (struct number){0, -126, false, false};
        if (!special(&chunk, c_in, &c))
            c = add_c(p, c_in, eight_bit);
    }
    return c;
}

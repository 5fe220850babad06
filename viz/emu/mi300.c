/* The model as it is written down, one sum at a time. */
#include "emu/mi300.h"

#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/bits.h"

enum { MAX_CHUNK = 16, NO_EXPONENT = INT_MIN / 2, LEAST_F32 = -149 };

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
    int chunk; /* how many products are added at once */
};

/* f32 as an operand is xf32, once its low bits are gone. */
enum { XF32_DROPPED_BITS = 13 };
static const struct format formats[] = {
    [ISA_F16] = {16, 10, 15, false, 8},  [ISA_BF16] = {16, 7, 127, false, 8},
    [ISA_FP8] = {8, 3, 8, true, 16},     [ISA_BF8] = {8, 2, 16, true, 16},
    [ISA_F32] = {19, 10, 127, false, 4},
};
static const struct format f32 = {32, 23, 127, false, 0};

static struct number decode(const struct format *f, uint32_t code)
{
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

static struct number decode_operand(enum isa_type type, uint32_t code)
{
    return decode(&formats[type], type == ISA_F32 ? code >> XF32_DROPPED_BITS : code);
}

/* x * 2^shift, rounded down; *lost if that drops something. Every x here is below 2^41. */
static int64_t scale_floor(int64_t x, int shift, bool *lost)
{
    if (shift >= 0)
        return x * (INT64_C(1) << (shift < 20 ? shift : 20));
    int down = shift > -62 ? -shift : 62;
    *lost |= (x & ((INT64_C(1) << down) - 1)) != 0;
    return x >> down;
}

static int64_t scale_truncate(int64_t x, int shift, bool *lost)
{
    return x < 0 ? -scale_floor(-x, shift, lost) : scale_floor(x, shift, lost);
}

struct chunk {
    int n, fraction_bits; /* of the products */
    struct number product[MAX_CHUNK];
};

/* A sum in units of 2^(exponent - 24); exponent is NO_EXPONENT if all products are zero. */
struct partial {
    int64_t sum;
    int exponent;
    bool lost; /* something was dropped */
};

/* Step 2 over products first, first + step, ... */
static struct partial add_products(const struct chunk *chunk, int first, int step)
{
    struct partial p = {0, NO_EXPONENT, false};
    for (int n = first; n < chunk->n; n += step)
        if (chunk->product[n].sig && chunk->product[n].exponent > p.exponent)
            p.exponent = chunk->product[n].exponent;
    for (int n = first; n < chunk->n; n += step) {
        const struct number *product = &chunk->product[n];
        if (product->sig)
            p.sum += scale_truncate(
                product->sig, product->exponent - p.exponent + 24 - chunk->fraction_bits, &p.lost);
    }
    return p;
}

/* 8-bit types: products of even and of odd k apart, brought to the larger exponent, rounded down.
 */
static struct partial add_halves(const struct chunk *chunk)
{
    struct partial even = add_products(chunk, 0, 2), odd = add_products(chunk, 1, 2);
    struct partial p = {0, even.exponent > odd.exponent ? even.exponent : odd.exponent,
                        even.lost || odd.lost};
    if (p.exponent == NO_EXPONENT)
        return p;
    if (even.sum)
        p.sum += scale_floor(even.sum, even.exponent - p.exponent, &p.lost);
    if (odd.sum)
        p.sum += scale_floor(odd.sum, odd.exponent - p.exponent, &p.lost);
    return p;
}

/* x * 2^-down, to the nearest integer, ties to even. */
static int64_t scale_nearest(int64_t x, int down)
{
    bool lost = false;
    int64_t below = scale_floor(x, -down, &lost);
    int64_t twice_rest = 2 * (x - below * (INT64_C(1) << down)), unit = INT64_C(1) << down;
    return below + (twice_rest > unit || (twice_rest == unit && below & 1));
}

/* Steps 3 to 5; *lost if something is dropped. `nearest`: step 4 as it is not. */
static uint32_t add_c(struct partial p, struct number c, bool eight_bit, bool nearest, bool *lost)
{
    int em = p.exponent > c.exponent ? p.exponent : c.exponent;
    int64_t sum = 0;
    if (p.exponent != NO_EXPONENT)
        sum = scale_floor(p.sum, p.exponent - em + 8, lost);
    if (!(eight_bit && c.exponent < em - 25))
        sum += scale_floor(c.sig, c.exponent - em + 1, lost) * 256;
    else
        *lost |= c.sig != 0;
    if (sum == 0)
        return 0;
    int leading = 63 - __builtin_clzll((uint64_t)llabs(sum)) + em - 32;
    int t = leading > -126 ? leading : -126;
    int drop = t - em + 1; /* the sum's unit is 2^(em - 32), what is kept 2^(t - 31) */
    if (drop > 0)
        sum = (nearest ? scale_nearest(sum, drop) : scale_floor(sum, -drop, lost)) *
              (INT64_C(1) << drop);
    double unrounded = ldexp((double)sum, em - 32);
    *lost |= (double)(float)unrounded != unrounded;
    return bits_of_f32((float)unrounded);
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

/* The exponent of the lowest bit that is set; x is not 0. */
static int lowest_bit(struct number x, int fraction_bits)
{
    return __builtin_ctzll((uint64_t)x.sig) + x.exponent - fraction_bits;
}

/* |x| in units of 2^unit, which divides it; 2^25, more than anything allowed, if it is more. */
static int64_t in_units(struct number x, int fraction_bits, int unit)
{
    int shift = lowest_bit(x, fraction_bits) - unit;
    int64_t odd = llabs(x.sig) >> __builtin_ctzll((uint64_t)x.sig);
    return shift > 24 || odd << shift > 1 << 24 ? 1 << 25 : odd << shift;
}

/* Whether |c| + sum of |products| <= 2^24 u and is within f32's range; all of them are finite. */
static bool within_24_bits(enum isa_type a_type, enum isa_type b_type, int n, const uint32_t *a,
                           const uint32_t *b, struct number c)
{
    int fraction_bits = formats[a_type].fraction_bits + formats[b_type].fraction_bits;
    int unit = c.sig ? lowest_bit(c, f32.fraction_bits) : INT_MAX;
    for (int k = 0; k < n; k++) {
        struct number p = multiply(decode_operand(a_type, a[k]), decode_operand(b_type, b[k]),
                                   fraction_bits, true);
        if (p.sig && lowest_bit(p, fraction_bits) < unit)
            unit = lowest_bit(p, fraction_bits);
    }
    int64_t sum = c.sig ? in_units(c, f32.fraction_bits, unit) : 0;
    for (int k = 0; k < n; k++) {
        struct number p = multiply(decode_operand(a_type, a[k]), decode_operand(b_type, b[k]),
                                   fraction_bits, true);
        if (p.sig)
            sum += in_units(p, fraction_bits, unit);
    }
    return unit >= LEAST_F32 && sum <= 1 << 24 && ldexp((double)sum, unit) < 0x1p128;
}

static uint32_t sum_judged(enum isa_type a_type, enum isa_type b_type, int n, const uint32_t *a,
                           const uint32_t *b, uint32_t c, bool nearest,
                           struct mi300_verdict *verdict)
{
    const uint32_t c_given = c;
    bool eight_bit = formats[a_type].bits == 8, lost = false, finite = true;
    for (int first = 0; first < n; first += formats[a_type].chunk) {
        struct chunk chunk = {n - first < formats[a_type].chunk ? n - first : formats[a_type].chunk,
                              formats[a_type].fraction_bits + formats[b_type].fraction_bits,
                              {{0}}};
        for (int k = 0; k < chunk.n; k++)
            chunk.product[k] =
                multiply(decode_operand(a_type, a[first + k]), decode_operand(b_type, b[first + k]),
                         chunk.fraction_bits, eight_bit);
        struct number c_in = decode(&f32, c);
        finite &= !c_in.nan && !c_in.inf;
        struct partial p = eight_bit ? add_halves(&chunk) : add_products(&chunk, 0, 1);
        lost |= p.lost;
        /* Reported of bf8: with products this large a NaN or Inf in c counts as zero. */
        if (eight_bit && p.exponent > 24 && (c_in.nan || c_in.inf))
            c_in = (struct number){0, -126, false, false};
        if (special(&chunk, c_in, &c))
            finite = false;
        else
            c = add_c(p, c_in, eight_bit, nearest, &lost);
    }
    verdict->exact = finite && !lost;
    verdict->order_free =
        verdict->exact && within_24_bits(a_type, b_type, n, a, b, decode(&f32, c_given));
    return c;
}

uint32_t mi300_judged_sum(enum isa_type a_type, enum isa_type b_type, int n, const uint32_t *a,
                          const uint32_t *b, uint32_t c, struct mi300_verdict *verdict)
{
    return sum_judged(a_type, b_type, n, a, b, c, false, verdict);
}

uint32_t mi300_sum_rounded(enum isa_type a_type, enum isa_type b_type, int n, const uint32_t *a,
                           const uint32_t *b, uint32_t c, bool nearest)
{
    struct mi300_verdict unused;
    return sum_judged(a_type, b_type, n, a, b, c, nearest, &unused);
}

uint32_t mi300_sum(enum isa_type a_type, enum isa_type b_type, int n, const uint32_t *a,
                   const uint32_t *b, uint32_t c)
{
    struct mi300_verdict unused;
    return mi300_judged_sum(a_type, b_type, n, a, b, c, &unused);
}

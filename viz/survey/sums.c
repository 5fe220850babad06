#include "survey/sums.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/bits.h"

enum { NONE = -100000, MIN_F32 = -126 };

/* x to a multiple of 2^exponent. */
static double cut(double x, int exponent, enum sums_cut how)
{
    double scaled = ldexp(x, -exponent);
    switch (how) {
    case SUMS_FLOOR:
        return ldexp(floor(scaled), exponent);
    case SUMS_TRUNCATE:
        return ldexp(trunc(scaled), exponent);
    case SUMS_NEAREST:
        return ldexp(nearbyint(scaled), exponent);
    default:
        return x;
    }
}

static int exponent_of(float x)
{
    int e;
    if (x == 0)
        return MIN_F32;
    frexp((double)x, &e);
    return e - 1 > MIN_F32 ? e - 1 : MIN_F32;
}

/* --- aligned --- */

/* Products at the places of one chunk; 0 where there is none. */
struct chunk {
    int n;
    double product[2 * SUMS_MAX_PRODUCTS];
    int exponent[2 * SUMS_MAX_PRODUCTS];
};

struct part {
    double sum;
    int largest; /* exponent of the products, NONE if all are 0 */
};

static struct part add_places(const struct sums_rule *rule, const struct chunk *chunk, int first,
                              int step)
{
    struct part part = {0, NONE};
    for (int n = first; n < chunk->n; n += step)
        if (chunk->product[n] != 0 && chunk->exponent[n] > part.largest)
            part.largest = chunk->exponent[n];
    for (int n = first; n < chunk->n; n += step)
        if (chunk->product[n] != 0)
            part.sum += cut(chunk->product[n], part.largest - 24, rule->product);
    return part;
}

static struct part add_products(const struct sums_rule *rule, const struct chunk *chunk)
{
    if (!rule->halves)
        return add_places(rule, chunk, 0, 1);
    struct part even = add_places(rule, chunk, 0, 2), odd = add_places(rule, chunk, 1, 2);
    struct part both = {0, even.largest > odd.largest ? even.largest : odd.largest};
    if (both.largest != NONE)
        both.sum = cut(even.sum, both.largest - 24, SUMS_FLOOR) +
                   cut(odd.sum, both.largest - 24, SUMS_FLOOR);
    return both;
}

static float add_chunk(const struct sums_rule *rule, const struct chunk *chunk, bool eight_bit,
                       float c)
{
    struct part products = add_products(rule, chunk);
    int c_exponent = exponent_of(c);
    int em = products.largest > c_exponent ? products.largest : c_exponent;
    double sum = cut(products.sum, em - 32, SUMS_FLOOR);
    if (!(eight_bit && c_exponent < em - 25))
        sum += cut(c, em - 24, SUMS_FLOOR);
    if (sum == 0)
        return 0;
    int leading;
    frexp(sum, &leading);
    leading = leading - 1 > MIN_F32 ? leading - 1 : MIN_F32;
    return (float)cut(sum, leading - 31, rule->last);
}

/* Where product n stands, and how many places there are. */
static int place_of(const struct sums_rule *rule, const struct sums_terms *terms, int n)
{
    int deep = terms->n / terms->lane_groups;
    switch (rule->order) {
    case SUMS_DENSE:
        return terms->dense_k[n];
    case SUMS_INTERLEAVED:
        return n % deep * terms->lane_groups + n / deep;
    case SUMS_DESCENDING:
        return terms->n - 1 - n;
    default:
        return n;
    }
}

static float add_aligned(const struct sums_rule *rule, const struct sums_terms *terms)
{
    struct chunk all = {.n = rule->order == SUMS_DENSE ? 2 * terms->n : terms->n};
    for (int n = 0; n < terms->n; n++) {
        all.product[place_of(rule, terms, n)] = terms->product[n];
        all.exponent[place_of(rule, terms, n)] =
            rule->normalised ? exponent_of((float)terms->product[n]) : terms->exponent[n];
    }
    float sum = rule->c_last ? 0 : terms->c;
    for (int first = 0; first < all.n; first += rule->chunk) {
        struct chunk chunk = {.n = all.n - first < rule->chunk ? all.n - first : rule->chunk};
        memcpy(chunk.product, all.product + first, (size_t)chunk.n * sizeof *chunk.product);
        memcpy(chunk.exponent, all.exponent + first, (size_t)chunk.n * sizeof *chunk.exponent);
        sum = add_chunk(rule, &chunk, terms->eight_bit, sum);
    }
    return rule->c_last ? (float)((double)sum + (double)terms->c) : sum;
}

/* --- others --- */

/* x + y rounded to f32 once. A double may be rounded already: its last bit is set if so, which the
 * second rounding then sees (Boldo and Melquiond, "Emulation of FMA and correctly rounded sums:
 * proved algorithms using rounding to odd", 2008). */
static float add_once(double x, double y)
{
    double sum = x + y, part = sum - x;
    double lost = (x - (sum - part)) + (y - part);
    if (lost != 0) {
        uint64_t bits = bits_of_f64(sum);
        if (!(bits & 1))
            sum = bits_to_f64(bits + ((lost > 0) == (sum > 0) ? 1 : -UINT64_C(1)));
    }
    return (float)sum;
}

static float add_chain(const struct sums_rule *rule, const struct sums_terms *terms)
{
    double in_order[SUMS_MAX_PRODUCTS];
    for (int n = 0; n < terms->n; n++)
        in_order[place_of(rule, terms, n)] = terms->product[n];
    float sum = rule->c_last ? 0 : terms->c;
    for (int n = 0; n < terms->n; n++)
        sum = add_once(in_order[n], sum);
    return rule->c_last ? add_once(sum, terms->c) : sum;
}

static float add_tree(const struct sums_terms *terms)
{
    double level[SUMS_MAX_PRODUCTS];
    int n = terms->n;
    memcpy(level, terms->product, sizeof level);
    for (; n > 1; n /= 2)
        for (int at = 0; at < n / 2; at++)
            level[at] = add_once(level[2 * at], level[2 * at + 1]);
    return add_once(level[0], terms->c);
}

/* Exact: between 2^-100 and 2^100 a sum has less than 240 bits; three doubles that do not overlap
 * would not do for every sum, so the largest go first and what is lost is carried along. */
static float add_exact(const struct sums_terms *terms)
{
    double part[SUMS_MAX_PRODUCTS + 1]; /* do not overlap, smallest first (Shewchuk, 1997) */
    int n_parts = 0;
    for (int n = 0; n <= terms->n; n++) {
        double x = n < terms->n ? terms->product[n] : (double)terms->c;
        int kept = 0;
        for (int p = 0; p < n_parts; p++) {
            double y = part[p], sum = x + y, back = sum - x;
            double lost = (x - (sum - back)) + (y - back);
            if (lost != 0)
                part[kept++] = lost;
            x = sum;
        }
        part[kept++] = x;
        n_parts = kept;
    }
    assert(n_parts > 0);
    double below = 0;
    for (int p = 0; p + 1 < n_parts; p++)
        below = part[p] != 0 ? part[p] : below; /* its sign and size decide a tie */
    return add_once(part[n_parts - 1], below);
}

uint32_t sums_of(const struct sums_rule *rule, const struct sums_terms *terms)
{
    switch (rule->kind) {
    case SUMS_ALIGNED:
        return bits_of_f32(add_aligned(rule, terms));
    case SUMS_CHAIN:
        return bits_of_f32(add_chain(rule, terms));
    case SUMS_TREE:
        return bits_of_f32(add_tree(terms));
    default:
        return bits_of_f32(add_exact(terms));
    }
}

/* --- the rules --- */

struct sums_rule sums_mi300(bool eight_bit)
{
    return (struct sums_rule){.kind = SUMS_ALIGNED,
                              .order = SUMS_STORED,
                              .chunk = eight_bit ? 16 : 8,
                              .halves = eight_bit,
                              .product = SUMS_TRUNCATE,
                              .last = SUMS_FLOOR};
}

static int add_aligned_rules(int n, enum sums_order order, int chunk, struct sums_rule *rules)
{
    int n_rules = 0, places = order == SUMS_DENSE ? 2 * n : n;
    if (chunk > places && chunk / 2 >= places) /* as the smaller one */
        return 0;
    for (int bits = 0; bits < 8; bits++) {
        /* No order can tell; and 2 of 4 dense places hold a product: chunks of half the size. */
        if (!(bits & 1) &&
            ((order != SUMS_STORED && chunk >= places) || (order == SUMS_DENSE && chunk > 4)))
            continue;
        int last_of = bits & 2 && chunk >= places ? SUMS_FLOOR : SUMS_WHOLE; /* nothing to cut */
        for (int product = SUMS_FLOOR; product <= SUMS_NEAREST; product++)
            for (int last = SUMS_FLOOR; last <= last_of; last++)
                rules[n_rules++] = (struct sums_rule){.kind = SUMS_ALIGNED,
                                                      .order = order,
                                                      .chunk = chunk,
                                                      .halves = bits & 1,
                                                      .product = (enum sums_cut)product,
                                                      .last = (enum sums_cut)last,
                                                      .c_last = bits >> 1 & 1,
                                                      .normalised = bits >> 2};
    }
    return n_rules;
}

int sums_rules(int n, struct sums_rule rules[SUMS_MAX_RULES])
{
    int n_rules = 0;
    for (int order = SUMS_STORED; order <= SUMS_INTERLEAVED; order++)
        for (int chunk = 4; chunk <= 64; chunk *= 2)
            n_rules += add_aligned_rules(n, (enum sums_order)order, chunk, rules + n_rules);
    for (int order = SUMS_STORED; order <= SUMS_DESCENDING; order++)
        for (int c_last = 0; c_last < 2; c_last++)
            if (order != SUMS_DENSE) /* is stored order, without the places that hold nothing */
                rules[n_rules++] = (struct sums_rule){
                    .kind = SUMS_CHAIN, .order = (enum sums_order)order, .c_last = c_last};
    rules[n_rules++] = (struct sums_rule){.kind = SUMS_TREE};
    rules[n_rules++] = (struct sums_rule){.kind = SUMS_EXACT};
    return n_rules;
}

const char *sums_text(const struct sums_rule *rule, int n, char text[SUMS_TEXT_BYTES])
{
    static const char *const orders[] = {"stored order", "dense order",
                                         "order that alternates between lane groups",
                                         "descending order"};
    static const char *const cuts[] = {"floored", "truncated", "rounded to nearest", "kept whole"};
    int places = rule->order == SUMS_DENSE ? 2 * n : n;
    char chunks[32] = "all at once";
    if (rule->chunk < places)
        snprintf(chunks, sizeof chunks, "chunks of %d", rule->chunk);
    switch (rule->kind) {
    case SUMS_ALIGNED:
        snprintf(text, SUMS_TEXT_BYTES, "%s in %s%s, products %s%s, sums %s%s", chunks,
                 orders[rule->order], rule->halves ? ", even and odd places apart" : "",
                 rule->normalised ? "normalised and " : "", cuts[rule->product], cuts[rule->last],
                 rule->c_last ? ", c last" : "");
        break;
    case SUMS_CHAIN:
        snprintf(text, SUMS_TEXT_BYTES, "a chain of fused multiply-adds in %s, c %s",
                 orders[rule->order], rule->c_last ? "last" : "first");
        break;
    case SUMS_TREE:
        snprintf(text, SUMS_TEXT_BYTES, "pairs of neighbours, each sum rounded, c last");
        break;
    default:
        snprintf(text, SUMS_TEXT_BYTES, "exactly, rounded once");
    }
    return text;
}

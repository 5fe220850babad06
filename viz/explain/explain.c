#include "explain/explain.h"

#include <math.h>
#include <string.h>

#include "base/bits.h"

static void take_group(const struct explain_data *data, const struct opmap *map, int i, int j,
                       int q, struct explain_group *group)
{
    const struct isa_smfmac *insn = data->insn;
    unsigned nibble = pack_nibble(&data->a, (size_t)i, (size_t)q);
    *group = (struct explain_group){.q = q, .nibble = nibble, .legal = pack_nibble_legal(nibble)};
    memcpy(group->pattern, "....", sizeof group->pattern);
    for (int s = 0; s < 2; s++) {
        struct explain_term *term = &group->term[s];
        struct opmap_coord stored = {.i = i, .j = -1, .k = -1, .q = q, .s = s};
        int of_a = opmap_ordinal(insn, OPMAP_A, stored);
        term->selector = (int)(nibble >> 2 * s & 3);
        term->k = 4 * q + term->selector;
        struct opmap_coord chosen = {.i = -1, .j = j, .k = term->k, .q = -1, .s = -1};
        term->a_code = pack_stored(&data->a, (size_t)i, (size_t)q, s);
        term->b_code = pack_get(&data->b, (size_t)term->k, (size_t)j);
        term->a = (double)pack_value(data->a.type, term->a_code);
        term->b = (double)pack_value(data->b.type, term->b_code);
        /* of at most 11 significant bits each; -0 becomes 0 */
        term->product = term->a * term->b + 0.0;
        term->a_at = map->slot[OPMAP_A][of_a];
        term->idx_at = map->slot[OPMAP_IDX][of_a];
        term->b_at = map->slot[OPMAP_B][opmap_ordinal(insn, OPMAP_B, chosen)];
        char *place = &group->pattern[term->selector];
        if (!pack_is_zero(data->a.type, term->a_code))
            *place = 'x';
        else if (*place == '.')
            *place = 'o';
    }
}

/* The largest power of two that divides x, which is finite and not 0. */
static double unit_of(double x)
{
    int exponent;
    double mantissa = frexp(x, &exponent); /* x = mantissa 2^exponent, 53 bits */
    int64_t whole = (int64_t)ldexp(mantissa, 53);
    return ldexp(1, exponent - 53 + __builtin_ctzll((unsigned long long)whole));
}

/* |c| + sum of |product| <= 2^24 u, u the largest power of two that divides them all: then every
 * partial sum is a multiple of u that f32 holds. */
static bool is_order_free(const struct explain *e)
{
    double unit = INFINITY, values[1 + 2 * EXPLAIN_MAX_GROUPS] = {e->c};
    int n = 1;
    for (int g = 0; g < e->n_groups; g++)
        for (int s = 0; s < 2; s++)
            values[n++] = e->group[g].term[s].product;
    for (int v = 0; v < n; v++) {
        if (!isfinite(values[v]))
            return false;
        if (values[v] != 0)
            unit = fmin(unit, unit_of(values[v]));
    }
    double units = 0;
    for (int v = 0; v < n; v++)
        units += fabs(values[v]) / unit;
    /* within f32's range, from its smallest number up */
    return units == 0 || (units <= 0x1p24 && unit >= 0x1p-149 && units * unit < 0x1p128);
}

static void sum_integers(struct explain *e)
{
    int64_t products = 0;
    for (int g = 0; g < e->n_groups; g++)
        for (int s = 0; s < 2; s++)
            products += (int64_t)e->group[g].term[s].product;
    e->products = (double)products;
    e->d_code = (uint32_t)((int64_t)(int32_t)e->c_code + products);
    e->order_free = true;
}

static void sum_floats(struct explain *e)
{
    float chain = bits_to_f32(e->c_code);
    e->products = 0;
    for (int g = 0; g < e->n_groups; g++)
        for (int s = 0; s < 2; s++) {
            const struct explain_term *term = &e->group[g].term[s];
            e->products += term->product;
            chain = fmaf((float)term->a, (float)term->b, chain);
        }
    e->d_code = bits_of_f32(chain);
    e->order_free = is_order_free(e);
}

void explain_take(const struct explain_data *data, const struct opmap *map, int i, int j,
                  struct explain *explain)
{
    const struct isa_smfmac *insn = data->insn;
    int element = i * insn->n + j; /* also its ordinal */
    *explain = (struct explain){
        .insn = insn,
        .cbsz = map->cbsz,
        .abid = map->abid,
        .provenance = map->provenance,
        .i = i,
        .j = j,
        .n_groups = isa_k_groups(insn),
        .cd_at = map->slot[OPMAP_CD][element],
        .c_code = data->c[element],
        .c = explain_cd_value(insn, data->c[element]),
    };
    for (int q = 0; q < explain->n_groups; q++)
        take_group(data, map, i, j, q, &explain->group[q]);
    if (insn->cd_type == ISA_F32)
        sum_floats(explain);
    else
        sum_integers(explain);
    explain->d = explain_cd_value(insn, explain->d_code);
}

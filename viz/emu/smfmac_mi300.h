/* SMFMAC's sums by the model of mi300.h: over the selected products, in stored order, a vector of
 * columns at once; what is not regular from the registers' codes, one by one.
 */
#ifndef EMU_SMFMAC_MI300_H
#define EMU_SMFMAC_MI300_H

#include "emu/mi300.h"
#include "emu/mi300_vector.h"
#include "emu/smfmac.h"

enum { MAX_PRODUCTS = 32 };

/* Element (i, j), whose c is `c`. */
static uint32_t element_mi300(int m, int n_nibbles, enum isa_type a_type, enum isa_type b_type,
                              int i, int j, bool skew, const struct elements *e,
                              const struct registers *r, uint32_t c, struct mi300_verdict *verdict)
{
    const int bits = isa_type_bits(a_type), per_vgpr = 32 / bits;
    const uint32_t mask = (1u << bits) - 1;
    uint32_t a[MAX_PRODUCTS], b[MAX_PRODUCTS];
    int n = 0;
    for (int g = 0; g < EMU_LANES / m; g++) {
        int column = skew && i % 2 && g % 2 ? (j + 1) % m : j;
        for (int slot = 0; slot < 2 * n_nibbles; slot++, n++) {
            int row = (int)e->b_row[slot][m * g + i] / EMU_LANES;
            a[n] = r->a[slot / per_vgpr][m * g + i] >> bits * (slot % per_vgpr) & mask;
            b[n] = r->b[row / per_vgpr][m * g + column] >> bits * (row % per_vgpr) & mask;
        }
    }
    return mi300_judged_sum(a_type, b_type, n, a, b, c, verdict);
}

/* Elements as mi300_split.h has them, [element][lane]; `special` is not 0 in lanes that hold a NaN
 * or an Inf. */
struct split {
    _Alignas(64) uint32_t fields[MAX_B_ELEMENTS][EMU_LANES];
    _Alignas(64) uint32_t value[MAX_B_ELEMENTS][EMU_LANES]; /* of wide types only */
    _Alignas(64) uint32_t special[EMU_LANES];
    words largest; /* fields */
};

static inline __attribute__((always_inline)) void
split(enum isa_type type, int n_vgprs, uint32_t (*from)[EMU_LANES], struct split *to)
{
    const int per_vgpr = mi300_is_eight_bit(type) ? 4 : 2;
    to->largest = (words){0};
    for (int l = 0; l < EMU_LANES; l += VECTOR_LANES) {
        ints special = {0};
        for (int v = 0; v < n_vgprs; v++) {
            words codes = load_words(&from[v][l]), fields[4], value;
            if (mi300_is_eight_bit(type)) {
                mi300_split_octets(type, codes, fields);
                special |= ((ints)((octets)codes == 0x80)) != 0;
            }
            for (int n = 0; n < per_vgpr; n++) {
                int e = per_vgpr * v + n;
                if (per_vgpr == 2)
                    special |= mi300_split_words(type, n ? codes >> 16 : codes & 0xffff, &fields[n],
                                                 &value);
                if (mi300_is_wide(type))
                    store_words(&to->value[e][l], value);
                store_words(&to->fields[e][l], fields[n]);
                to->largest = mi300_max_fields(mi300_is_wide(type), to->largest, fields[n]);
            }
        }
        store_words(&to->special[l], (words)special);
    }
}

/* Lanes of all groups into those of group 0. */
static void join_groups(int m, uint32_t *special)
{
    for (int l = m; l < EMU_LANES; l += VECTOR_LANES)
        store_words(special + l % m, load_words(special + l % m) | load_words(special + l));
}

static int largest_lane(ints x)
{
    int largest = x[0];
    for (int lane = 1; lane < VECTOR_LANES; lane++)
        largest = x[lane] > largest ? x[lane] : largest;
    return largest;
}

/* True if all results are order-free whatever meets what, which is most often so with integers. Any
 * sum is then the model's, but for -0, which does not come out of it: none is left in C. */
static inline __attribute__((always_inline)) bool all_order_free(int m, enum isa_type a_type,
                                                                 const struct split *a,
                                                                 const struct split *b,
                                                                 uint32_t (*cd)[EMU_LANES])
{
    const bool wide = mi300_is_wide(a_type);
    const int bias = 2 * (wide ? MI300_WIDE_BIAS : MI300_NARROW_BIAS);
    ints special = {0}, c_top = {0}, c_depth = ints_of(-1000);
    for (int j = 0; j < m; j += VECTOR_LANES)
        special |= (ints)(load_words(&a->special[j]) | load_words(&b->special[j]));
    if (any(special))
        return false;
    int ed = largest_lane(mi300_exponent_field(a->largest, wide)) +
             largest_lane(mi300_exponent_field(b->largest, wide)) - bias;
    int depth = largest_lane(mi300_depth_field(a->largest, wide)) +
                largest_lane(mi300_depth_field(b->largest, wide)) - bias;
    if (!MI300_SURELY_ORDER_FREE(-1000, ed, depth))
        return false;
    for (int v = 0; v < m * m / EMU_LANES; v++)
        for (int l = 0; l < EMU_LANES; l += VECTOR_LANES) {
            ints c = (ints)load_words(&cd[v][l]), field = c >> 23 & 255;
            special |= (field == 255) | ((field == 0) & (c & 0x7fffff)); /* or subnormal */
            c_top = max_ints(c_top, field);
            c_depth = max_ints(c_depth, mi300_c_depth(c));
        }
    if (largest_lane(c_depth) > depth)
        depth = largest_lane(c_depth);
    if (any(special) || !MI300_SURELY_ORDER_FREE(largest_lane(c_top) - 127 + 1, ed, depth))
        return false;
    for (int v = 0; v < m * m / EMU_LANES; v++)
        FOR_LANES(l) cd[v][l] = cd[v][l] == 0x80000000 ? 0 : cd[v][l];
    return true;
}

struct count {
    uint32_t inexact, not_order_free;
};

enum { MAX_ROWS = 32, MAX_CHUNKS = 2 };

/* Sums that the vector code cannot do, or not judge, one by one. */
static void by_element(int m, int n_nibbles, enum isa_type a_type, enum isa_type b_type, int i,
                       int j, ints lanes, ints c, const struct elements *e,
                       const struct registers *r, uint32_t *d, struct count *count)
{
    for (int lane = 0; lane < VECTOR_LANES; lane++) {
        struct mi300_verdict verdict;
        if (!lanes[lane])
            continue;
        d[lane] = element_mi300(m, n_nibbles, a_type, b_type, i, j + lane, false, e, r,
                                (uint32_t)c[lane], &verdict);
        count->inexact += !verdict.exact;
        count->not_order_free += !verdict.order_free;
    }
}

/* All rows of a vector of columns, in three passes: in each of them rows do not wait for each
 * other, so that several are under way at once. */
static inline __attribute__((always_inline)) void
columns_mi300(int m, int n_nibbles, enum isa_type a_type, enum isa_type b_type, int j,
              const struct elements *e, const struct split *a, const struct split *b,
              struct registers *r, struct count *count)
{
    const struct mi300_shape shape = {m, 2 * n_nibbles, EMU_LANES / m * 2 * n_nibbles};
    const bool wide = mi300_is_wide(a_type);
    const int size = mi300_chunk_size(a_type);
    struct mi300_chunk chunk[MAX_CHUNKS][MAX_ROWS];
    struct mi300_sums sums[MAX_ROWS];
    const ints special = (ints)load_words(&b->special[j]);
    struct mi300_operands o = {.b = wide ? &b->value[0][j] : &e->b[0][j],
                               .b_fields = &b->fields[0][j]};
    for (int i = 0; i < m; i++) {
        o.a = wide ? &a->value[0][i] : &e->a[0][i];
        o.a_fields = &a->fields[0][i];
        o.b_row = &e->b_row[0][i];
        for (int n = 0; n < shape.n / size; n++)
            chunk[n][i] = mi300_add_chunk(&o, shape, a_type, n * size, size);
    }
    for (int i = 0; i < m; i++) {
        int vgpr, lane;
        cd_place(m, i, &vgpr, &lane);
        sums[i] = mi300_begin((ints)load_words(&r->cd[vgpr][lane + j]),
                              (special | (ints)words_of(a->special[i])) != 0);
    }
    for (int n = 0; n < shape.n / size; n++)
        for (int i = 0; i < m; i++)
            mi300_add_c(a_type, &chunk[n][i], &sums[i]);
    for (int i = 0; i < m; i++) {
        int vgpr, lane;
        cd_place(m, i, &vgpr, &lane);
        uint32_t *d = &r->cd[vgpr][lane + j];
        const ints c = (ints)load_words(d);
        const struct mi300_sums *s = &sums[i];
        ints doubtful;
        o.a = wide ? &a->value[0][i] : &e->a[0][i];
        o.a_fields = &a->fields[0][i];
        o.b_row = &e->b_row[0][i];
        ints order_free = mi300_order_free(&o, shape, a_type, c, s, &doubtful);
        ints others = s->irregular | doubtful;
        count->inexact += count_lanes((s->lost != 0) & ~others);
        count->not_order_free += count_lanes(((s->lost != 0) | ~order_free) & ~others);
        store_words(d, (words)s->d);
        if (any(others))
            by_element(m, n_nibbles, a_type, b_type, i, j, others, c, e, r, d, count);
    }
}

/* False, with nothing done, if a sum by any arithmetic is the model's. */
static inline __attribute__((always_inline)) bool
accumulate_mi300(int m, int n_nibbles, enum isa_type a_type, enum isa_type b_type,
                 const struct elements *e, struct registers *r, struct count *count)
{
    const int bits = mi300_is_eight_bit(a_type) ? 8 : 16;
    struct split a, b;
    split(a_type, 2 * n_nibbles * bits / 32, r->a, &a);
    split(b_type, 4 * n_nibbles * bits / 32, r->b, &b);
    join_groups(m, a.special);
    join_groups(m, b.special);
    if (all_order_free(m, a_type, &a, &b, r->cd))
        return false;
    for (int j = 0; j < m; j += VECTOR_LANES)
        columns_mi300(m, n_nibbles, a_type, b_type, j, e, &a, &b, r, count);
    return true;
}

/* On a machine that is no matrix product (smfhip_scramble). */
static void accumulate_skewed(int m, int n_nibbles, enum isa_type a_type, enum isa_type b_type,
                              const struct elements *e, struct registers *r, struct count *count)
{
    for (int i = 0; i < m; i++) {
        int vgpr, lane;
        cd_place(m, i, &vgpr, &lane);
        for (int j = 0; j < m; j++) {
            struct mi300_verdict verdict;
            uint32_t *d = &r->cd[vgpr][lane + j];
            *d = element_mi300(m, n_nibbles, a_type, b_type, i, j, true, e, r, *d, &verdict);
            count->inexact += !verdict.exact;
            count->not_order_free += !verdict.order_free;
        }
    }
}

#endif

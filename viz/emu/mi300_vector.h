/* The model of mi300.h for a vector of columns at once, in registers.
 *
 * An operand's element is a float and a word of two fields (mi300_split.h). A product is then one
 * multiplication, exact in f32; the largest exponent of a sum and the lowest bit of its products
 * are the maxima of sums of fields; and "truncated to a multiple of 2^(ed - 24)" is the conversion
 * to an integer after a multiplication by 2^(24 - ed).
 *
 * Covers what is regular: no NaN and no Inf among a, b and c, no product of 2^128 or more, no
 * result that overflows or is below 2^-126. Where a lane is not, it says so, and mi300_judged_sum
 * does it.
 */
#ifndef EMU_MI300_VECTOR_H
#define EMU_MI300_VECTOR_H

#include "emu/mi300_split.h"
#include "emu/vector.h"

/* How products lie: product p is that of slot p % n_slots in lane group p / n_slots, of m lanes
 * each. */
struct mi300_shape {
    int m, n_slots, n; /* n products; n_slots is a power of two, and a multiple of a chunk or the
                          other way round */
};

/* What multiplies what, for row i and the columns from j on: [element][lane], from the place of
 * product 0 on. */
struct mi300_operands {
    const uint32_t *a, *a_fields; /* a value for all columns; without b_row one for each */
    const uint32_t *b_row;        /* like a: where in b the row is that it meets; or NULL: like a */
    const uint32_t *b, *b_fields;
};

/* A chunk's products, added up. */
struct mi300_chunk {
    ints sum, ed; /* sum * 2^(ed - 24); ed is -1000 if all products are zero */
    ints lost;    /* not 0: something was dropped */
    words fields; /* the largest fields of any product */
};

/* Sums in the making, one a lane. */
struct mi300_sums {
    ints d;         /* c, then the results, as f32 bits */
    ints irregular; /* a condition: d is not to be used */
    ints lost;      /* not 0: something was dropped */
    words fields;   /* the largest fields of any product */
};

VECTOR_INLINE int mi300_a_place(struct mi300_shape shape, int p)
{
    return EMU_LANES * (p % shape.n_slots) + shape.m * (p / shape.n_slots);
}
VECTOR_INLINE words mi300_a(const struct mi300_operands *o, const uint32_t *a)
{
    return o->b_row ? words_of(*a) : load_words(a);
}
VECTOR_INLINE floats mi300_product(const struct mi300_operands *o, struct mi300_shape shape, int p)
{
    int a = mi300_a_place(shape, p);
    uint32_t b = o->b_row ? o->b_row[a] : (uint32_t)a;
    return (floats)mi300_a(o, o->a + a) * (floats)load_words(o->b + b);
}
VECTOR_INLINE words mi300_product_fields(const struct mi300_operands *o, struct mi300_shape shape,
                                         int p)
{
    int a = mi300_a_place(shape, p);
    uint32_t b = o->b_row ? o->b_row[a] : (uint32_t)a;
    return mi300_a(o, o->a_fields + a) + load_words(o->b_fields + b);
}

/* Bits of x below bit n. */
VECTOR_INLINE ints mi300_below(ints x, ints n) { return x & ~shift_left(ints_of(-1), n); }

/* Step 2 over n products, 8 at most: first, first + step, ... Their sum in units of 2^(ed - 24),
 * and their largest fields.
 *
 * It fits: a product with exponent ed is below 2^(ed + 2), hence below 2^26 units. */
VECTOR_INLINE ints mi300_add(const struct mi300_operands *o, struct mi300_shape shape, bool wide,
                             int first, int n, int step, words *largest)
{
    enum { MAX = 8 };
    floats product[MAX];
    words fields[MAX];
    words sum = {0}; /* wraps where a NaN's product is no int32 */
    *largest = (words){0};
    UNROLLED
    for (int t = 0; t < n; t++) {
        fields[t] = mi300_product_fields(o, shape, first + t * step);
        product[t] = mi300_product(o, shape, first + t * step);
        *largest = mi300_max_fields(wide, *largest, fields[t]);
    }
    LOADED_ABOVE();
    ints ed = mi300_exponent_field(*largest, wide);
    floats scale = (floats)((127 + 24 + 2 * MI300_NARROW_BIAS - ed) << 23);
    UNROLLED
    for (int t = 0; t < n; t++) {
        if (wide) { /* numbers are significands; a product 100 or more below ed is nothing */
            ints above = mi300_exponent_field(fields[t], wide) - ed;
            scale = (floats)((127 + 24 + max_ints(above, ints_of(-100))) << 23);
        }
        sum += (words)truncate(product[t] * scale);
    }
    return (ints)sum;
}

/* Products that are truncated: the lowest bit is below 2^(ed - 24). */
VECTOR_INLINE ints mi300_truncated(words fields, bool wide)
{
    const int bias = 2 * (wide ? MI300_WIDE_BIAS : MI300_NARROW_BIAS);
    return mi300_exponent_field(fields, wide) + mi300_depth_field(fields, wide) > 24 + 2 * bias;
}

/* Steps 3 to 5: a chunk is added to s->d.
 *
 * S = hi * 2^8 + lo in units of 2^(Em - 32). |hi| < 2^31: |sum| is below 2^30 (16 products) and c's
 * part at most 2^25. Where sum is moved down, which makes lo, |hi| < 2^29. */
VECTOR_INLINE void mi300_add_c(enum isa_type a_type, const struct mi300_chunk *chunk,
                               struct mi300_sums *s)
{
    const ints sum = chunk->sum, ed = chunk->ed;
    /* E(c) is -127 if c is 0, which makes no difference. */
    ints c = s->d, field = (ints)((words)c >> 23) & 255, ec = field - 127, sign = c >> 31;
    ints c_sig = (c & 0x7fffff) | ((field != 0) & 0x800000);
    c_sig = ((c_sig ^ sign) - sign) * 2;
    ints em = max_ints(ed, ec), c_down = em - ec;

    /* Step 3. 31 down is as far as any more: lo is then on the same side of a half. */
    ints c_part = shift_right(c_sig, c_down);
    s->lost |= chunk->lost | mi300_below(c_sig, c_down);
    if (mi300_is_eight_bit(a_type))
        c_part &= c_down <= 25;
    ints down = 31 - max_ints(ints_of(31) - (em - ed), (ints){0});
    ints fraction = shift_left(sum, 32 - down);
    s->lost |= fraction & 0xffffff;
    ints hi = (ints)((words)shift_right(sum, down) + (words)c_part),
         lo = (ints)((words)fraction >> 24);

    /* Step 4 keeps 32 bits of S: all of them if hi has 24 at most, else lo loses as many as hi has
     * more. For step 5, x is as much of S as an int32 holds; if it does not hold all, the one
     * bit of lo that follows tells as much as several. */
    ints zeros = leading_zeros(hi ^ (hi >> 31));
    ints drop = max_ints(8 - zeros, (ints){0}), unused = max_ints(9 - zeros, (ints){0});
    ints up = 8 - unused;
    s->lost |= mi300_below(lo, drop);
    ints x = shift_left(hi, up) | shift_right(lo, unused) | (shift_right(lo, drop) & 1);

    floats rounded = round_ints(x);
    s->lost |= truncate(rounded) ^ x;
    ints exponent = max_ints(em, ints_of(-94)) - 24 - up;
    s->d = (ints)(rounded * (floats)((exponent + 127) << 23));
    s->irregular |= ((words)(em + 94) > 94 + 120) & (x != 0);
    s->irregular |= ed >= 126; /* step 1: a product may be 2^128 */
    s->fields = mi300_max_fields(mi300_is_wide(a_type), s->fields, chunk->fields);
}

/* How many products are added at once at most. */
VECTOR_INLINE int mi300_chunk_size(enum isa_type a_type)
{
    return mi300_is_eight_bit(a_type) ? 16 : a_type == ISA_F32 ? 4 : 8;
}

/* The chunk of `size` products that begins with product `first`. */
VECTOR_INLINE struct mi300_chunk mi300_add_chunk(const struct mi300_operands *o,
                                                 struct mi300_shape shape, enum isa_type a_type,
                                                 int first, int size)
{
    const bool wide = mi300_is_wide(a_type);
    const int bias = 2 * (wide ? MI300_WIDE_BIAS : MI300_NARROW_BIAS);
    const int least = wide ? MI300_WIDE_LEAST : MI300_NARROW_LEAST;
    struct mi300_chunk c;
    if (mi300_is_eight_bit(a_type)) {
        words even_fields, odd_fields;
        ints even_sum = mi300_add(o, shape, wide, first, size / 2, 2, &even_fields);
        ints odd_sum = mi300_add(o, shape, wide, first + 1, size / 2, 2, &odd_fields);
        ints even = mi300_exponent_field(even_fields, wide);
        ints odd = mi300_exponent_field(odd_fields, wide);
        c.ed = max_ints(even, odd);
        c.lost = mi300_truncated(even_fields, wide) | mi300_truncated(odd_fields, wide) |
                 mi300_below(even_sum, c.ed - even) | mi300_below(odd_sum, c.ed - odd);
        c.sum = (ints)((words)shift_right(even_sum, c.ed - even) +
                       (words)shift_right(odd_sum, c.ed - odd));
        c.fields = mi300_max_fields(wide, even_fields, odd_fields);
    } else {
        c.sum = mi300_add(o, shape, wide, first, size, 1, &c.fields);
        c.ed = mi300_exponent_field(c.fields, wide);
        c.lost = mi300_truncated(c.fields, wide);
    }
    c.ed = select_ints(c.ed < least, ints_of(-1000), c.ed - bias);
    return c;
}

/* Sums from c on; `irregular` is a condition. */
VECTOR_INLINE struct mi300_sums mi300_begin(ints c, ints irregular)
{
    ints field = c >> 23 & 255;
    irregular |= (field == 255) | ((field == 0) & ((c & 0x7fffff) != 0));
    return (struct mi300_sums){c, irregular, {0}, {0}};
}

/* Minus the exponent of c's lowest bit that is set; c is not subnormal. 0 has none. */
VECTOR_INLINE ints mi300_c_depth(ints c)
{
    ints field = c >> 23 & 255, sig = (c & 0x7fffff) | 0x800000;
    ints lowest = ((ints)round_ints(sig & -sig) >> 23) - 127;
    return ((field == 0) & -1000) | ((field != 0) & (127 + 23 - field - lowest));
}

/* Bounds that suffice for sums of |c| < 2^c_top and of at most 32 products to be order-free, also
 * by this model: the former, and the sum of the latter, are at most 2^23 u each. ed is the largest
 * exponent of any product, u = 2^-depth. */
#define MI300_SURELY_ORDER_FREE(c_top, ed, depth)                                                  \
    (((c_top) + (depth) <= 23) & ((ed) + 2 + 5 + (depth) <= 23) & ((depth) <= 126) & ((ed) <= 119))

/* Which sums of `s` from `c` on are order-free (mi300.h), those that lost something aside: a
 * condition. `doubtful`: where mi300_judged_sum has to tell. */
VECTOR_INLINE ints mi300_order_free(const struct mi300_operands *o, struct mi300_shape shape,
                                    enum isa_type a_type, ints c, const struct mi300_sums *s,
                                    ints *doubtful)
{
    const bool wide = mi300_is_wide(a_type);
    const int bias = 2 * (wide ? MI300_WIDE_BIAS : MI300_NARROW_BIAS);
    const int least = wide ? MI300_WIDE_LEAST : MI300_NARROW_LEAST;
    *doubtful = (ints){0};
    if (!any(s->lost == 0))
        return (ints){0};
    ints field = c >> 23 & 255;
    ints ed = mi300_exponent_field(s->fields, wide);
    ints none = ed < least;
    ints depth = max_ints(mi300_depth_field(s->fields, wide) - bias, mi300_c_depth(c));
    ed -= bias;

    /* Where |c| is above 2^24 u they are not. */
    ints sure = none | MI300_SURELY_ORDER_FREE(field - 127 + 1, ed, depth);
    ints open = ~(sure | (field - 127 + depth > 24) | (s->lost != 0) | s->irregular);
    if (!any(open))
        return sure;
    if (wide) {
        *doubtful = open;
        return sure;
    }
    /* Starting u below |c|, a sum in f32 is exact while it is below 2^24 u, and never returns from
     * there. A u that is far below every product cannot do. */
    ints near = depth <= 100;
    floats u = (floats)((27 + max_ints(100 - depth, (ints){0})) << 23);
    floats sum = (floats)(c & 0x7fffffff) - u;
    for (int p = 0; p < shape.n; p++)
        sum += (floats)((ints)mi300_product(o, shape, p) & 0x7fffffff);
    return sure | (near & (sum < u * 0x1p24f));
}

#endif

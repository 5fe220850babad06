/* Two of four, and back. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "pack/pack.h"

/* Which places a group with these non-zeros stores: bit p of the mask is place p. A partner that is
 * missing is the lowest free place; 0 stands for masks with too many. */
static const uint8_t nibble_of_mask[16] = {
    [0x0] = 0x4, [0x1] = 0x4, [0x2] = 0x4, [0x3] = 0x4, /* (0,1) */
    [0x4] = 0x8, [0x5] = 0x8,                           /* (0,2) */
    [0x8] = 0xc, [0x9] = 0xc,                           /* (0,3) */
    [0x6] = 0x9, [0xa] = 0xd, [0xc] = 0xe,              /* (1,2) (1,3) (2,3) */
};
enum { FILLER_NIBBLE = 0x4 };

bool pack_nibble_legal(unsigned nibble) { return (nibble & 3) < nibble >> 2; }

size_t pack_idx_bytes(size_t k) { return (k / 4 + 1) / 2; }

enum status pack_packed_init(struct pack_packed *packed, enum pack_type type, size_t m, size_t k,
                             struct error *err)
{
    assert(k % 4 == 0);
    size_t bytes;
    if (!size_mul(m, k, &bytes) || !size_mul(bytes, pack_type_bytes(type), &bytes))
        return error_set(err, STATUS_FILE, "a matrix of %zu x %zu is more than can be", m, k);
    uint8_t *a = malloc(bytes / 2 + 1);
    uint8_t *idx = malloc(m * pack_idx_bytes(k) + 1);
    if (!a || !idx) {
        free(a);
        free(idx);
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    }
    *packed = (struct pack_packed){.type = type, .m = m, .k = k, .a = a, .idx = idx};
    return STATUS_OK;
}

void pack_packed_free(struct pack_packed *packed)
{
    free(packed->a);
    free(packed->idx);
    *packed = (struct pack_packed){0};
}

unsigned pack_nibble(const struct pack_packed *packed, size_t i, size_t q)
{
    return packed->idx[i * pack_idx_bytes(packed->k) + q / 2] >> (q % 2 * 4) & 15;
}

void pack_set_nibble(struct pack_packed *packed, size_t i, size_t q, unsigned nibble)
{
    uint8_t *byte = &packed->idx[i * pack_idx_bytes(packed->k) + q / 2];
    *byte = (uint8_t)bits_put(*byte, q % 2 * 4, 4, nibble);
}

/* A's stored codes are a matrix of half the depth. */
static struct pack_matrix stored(const struct pack_packed *packed)
{
    return (struct pack_matrix){packed->type, packed->m, packed->k / 2, packed->a};
}

uint32_t pack_stored(const struct pack_packed *packed, size_t i, size_t q, int s)
{
    struct pack_matrix a = stored(packed);
    return pack_get(&a, i, 2 * q + (size_t)s);
}

void pack_set_stored(struct pack_packed *packed, size_t i, size_t q, int s, uint32_t code)
{
    struct pack_matrix a = stored(packed);
    pack_set(&a, i, 2 * q + (size_t)s, code);
}

/* The four codes of a group are one word, the first in its lowest bits, and all are looked at at
 * once. A type's `magnitude` bits are all 0 in a zero. The constants are known where these are
 * inlined. */

/* Stores a group's two values and returns its nibble; 0 if it has too many. */
static inline __attribute__((always_inline)) unsigned
compress_group(unsigned bits, uint64_t magnitude, const uint8_t *dense, uint8_t *a)
{
    const uint64_t lanes = bits == 8 ? UINT64_C(0x01010101) : UINT64_C(0x0001000100010001);
    const uint64_t all = (UINT64_C(1) << bits) - 1, below_top = all >> 1;
    uint64_t group = 0;
    memcpy(&group, dense, bits / 2);
    uint64_t counted = group & magnitude * lanes;
    /* the top bit of each code that is not zero: the others carry into it, or it is set itself */
    uint64_t top = (counted & below_top * lanes) + below_top * lanes;
    uint64_t nonzero = (top | counted) >> (bits - 1) & lanes;
    group &= nonzero * all; /* -0 becomes +0 */
    /* the multiplication puts the four bits side by side */
    unsigned mask = bits == 8 ? (unsigned)(nonzero * 0x01020408 >> 24) & 15
                              : (unsigned)(nonzero * UINT64_C(0x0001000200040008) >> 48) & 15;
    unsigned nibble = nibble_of_mask[mask];
    uint64_t kept = (group >> bits * (nibble & 3) & all) | (group >> bits * (nibble >> 2) & all)
                                                               << bits;
    memcpy(a, &kept, bits / 4);
    return nibble;
}

/* Returns the first group with too many non-zeros, or the number of groups. */
static inline __attribute__((always_inline)) size_t compress_row(unsigned bits, uint64_t magnitude,
                                                                 size_t n_groups,
                                                                 const uint8_t *dense, uint8_t *a,
                                                                 uint8_t *idx)
{
    const size_t dense_bytes = bits / 2, a_bytes = bits / 4;
    for (size_t q = 0; q < n_groups; q += 2, dense += 2 * dense_bytes, a += 2 * a_bytes) {
        bool last = q + 1 == n_groups;
        unsigned lower = compress_group(bits, magnitude, dense, a);
        unsigned upper = last ? FILLER_NIBBLE
                              : compress_group(bits, magnitude, dense + dense_bytes, a + a_bytes);
        if (!lower || !upper)
            return lower ? q + 1 : q;
        *idx++ = (uint8_t)(lower | upper << 4);
    }
    return n_groups;
}

static size_t compress_row_of(enum pack_type type, size_t n_groups, const uint8_t *dense,
                              uint8_t *a, uint8_t *idx)
{
    if (type == PACK_F16 || type == PACK_BF16)
        return compress_row(16, 0x7fff, n_groups, dense, a, idx);
    if (type == PACK_E4M3FN || type == PACK_E5M2)
        return compress_row(8, 0x7f, n_groups, dense, a, idx);
    return compress_row(8, 0xff, n_groups, dense, a, idx);
}

static enum status refuse_group(const struct pack_matrix *dense, size_t i, size_t q,
                                struct error *err)
{
    struct buffer values = {0};
    for (size_t p = 0; p < 4; p++)
        buffer_printf(&values, "%s%.9g", p ? ", " : "",
                      (double)pack_value(dense->type, pack_get(dense, i, 4 * q + p)));
    enum status status = buffer_check(&values, err);
    if (status == STATUS_OK)
        status = error_set(err, STATUS_FILE,
                           "row %zu, group %zu (k %zu..%zu) has more than two non-zeros: [%s]", i,
                           q, 4 * q, 4 * q + 3, values.data);
    buffer_free(&values);
    return status;
}

enum status pack_compress(const struct pack_matrix *dense, struct pack_packed *packed,
                          struct error *err)
{
    assert(dense->type != PACK_F32);
    if (dense->k % 4 != 0)
        return error_set(
            err, STATUS_FILE,
            "K is %zu, no multiple of 4; --pad fills the last group and tile with zeros", dense->k);
    struct pack_packed result = {0};
    enum status status = pack_packed_init(&result, dense->type, dense->m, dense->k, err);
    if (status != STATUS_OK)
        return status;
    assert(result.a && result.idx);
    size_t bytes = pack_type_bytes(dense->type), n_groups = dense->k / 4;
    for (size_t i = 0; i < dense->m; i++) {
        size_t q = compress_row_of(dense->type, n_groups, dense->codes + i * dense->k * bytes,
                                   result.a + i * dense->k / 2 * bytes,
                                   result.idx + i * pack_idx_bytes(dense->k));
        if (q < n_groups) {
            pack_packed_free(&result);
            return refuse_group(dense, i, q, err);
        }
    }
    *packed = result;
    return STATUS_OK;
}

enum status pack_expand(const struct pack_packed *packed, struct pack_matrix *dense,
                        struct error *err)
{
    struct pack_matrix result = {0};
    enum status status = pack_matrix_init(&result, packed->type, packed->m, packed->k, err);
    if (status != STATUS_OK)
        return status;
    for (size_t i = 0; i < packed->m; i++)
        for (size_t q = 0; q < packed->k / 4; q++) {
            unsigned nibble = pack_nibble(packed, i, q);
            if (!pack_nibble_legal(nibble)) {
                pack_matrix_free(&result);
                return error_set(err, STATUS_FILE,
                                 "row %zu, group %zu: nibble %X (%u,%u) is illegal; --check looks "
                                 "at all of them",
                                 i, q, nibble, nibble & 3, nibble >> 2);
            }
            for (int s = 0; s < 2; s++)
                pack_set(&result, i, 4 * q + (nibble >> 2 * s & 3), pack_stored(packed, i, q, s));
        }
    *dense = result;
    return STATUS_OK;
}

/* NaN above all, so that it is never what goes. */
static float rank(enum pack_type type, uint32_t code)
{
    float value = pack_value(type, code);
    return isnan(value) ? INFINITY : fabsf(value);
}

/* The place that goes first: the least magnitude that is not zero, of equal ones the last, a NaN
 * after an infinity. */
static unsigned least(enum pack_type type, const uint32_t code[4])
{
    unsigned chosen = 4;
    for (unsigned p = 4; p-- > 0;) {
        if (pack_is_zero(type, code[p]))
            continue;
        if (chosen == 4 || rank(type, code[p]) < rank(type, code[chosen]) ||
            (pack_is_nan(type, code[chosen]) && !pack_is_nan(type, code[p])))
            chosen = p;
    }
    return chosen;
}

void pack_prune(struct pack_matrix *dense, struct pack_pruned *pruned, pack_drop_fn *drop,
                void *context)
{
    *pruned = (struct pack_pruned){0};
    for (size_t i = 0; i < dense->m; i++)
        for (size_t q = 0; q < dense->k / 4; q++) {
            uint32_t code[4];
            int n_nonzeros = 0;
            for (size_t p = 0; p < 4; p++) {
                code[p] = pack_get(dense, i, 4 * q + p);
                n_nonzeros += !pack_is_zero(dense->type, code[p]);
            }
            pruned->n_groups += n_nonzeros > 2;
            for (; n_nonzeros > 2; n_nonzeros--) {
                unsigned p = least(dense->type, code);
                float value = pack_value(dense->type, code[p]);
                if (pruned->n_values++ == 0 || fabsf(value) > fabsf(pruned->value)) {
                    pruned->i = i;
                    pruned->k = 4 * q + p;
                    pruned->value = value;
                }
                if (drop)
                    drop(context, i, 4 * q + p, value);
                code[p] = 0;
                pack_set(dense, i, 4 * q + p, 0);
            }
        }
}

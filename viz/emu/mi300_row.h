/* The model of mi300.h for a row of D at once, written so that loops over columns become vector
 * code.
 *
 * Covers what is regular: no NaN and no Inf among a, b and c, no product of 2^128 or more, no chunk
 * that overflows. Where a row is not, row_mi300 says so and mi300_sum does it one by one.
 */
#ifndef EMU_MI300_ROW_H
#define EMU_MI300_ROW_H

#include <stdbool.h>
#include <stdint.h>

#include "base/bits.h"
#include "isa/isa.h"

/* Loops of 16 columns would be unrolled before they are vectorised. */
#if defined __GNUC__ && !defined __clang__
#define VECTOR_LOOP _Pragma("GCC unroll 1")
#else
#define VECTOR_LOOP
#endif

enum { MI300_MAX_COLUMNS = 32, MI300_MAX_PRODUCTS = 32, MI300_ZERO_EXPONENT = -1000 };

/* A code of f16, bf16, fp8 or bf8 as sig * 2^(exp - fraction bits), sig shifted left. Not 0 if it
 * is a NaN or an Inf. */
static inline __attribute__((always_inline)) int32_t
mi300_split(enum isa_type type, uint32_t code, int shift, int32_t *sig, int32_t *exp)
{
    const int bits = type == ISA_F16 || type == ISA_BF16 ? 16 : 8;
    const int fraction_bits = type == ISA_F16 ? 10 : type == ISA_BF16 ? 7 : type == ISA_FP8 ? 3 : 2;
    const int bias = type == ISA_F16 ? 15 : type == ISA_BF16 ? 127 : type == ISA_FP8 ? 8 : 16;
    const int32_t top = bits == 8 ? 0 : type == ISA_F16 ? 31 : 255;
    int32_t magnitude = (int32_t)(code & ((1u << (bits - 1)) - 1));
    int32_t field = magnitude >> fraction_bits, one = 1 << fraction_bits;
    int32_t value = field ? (magnitude & (one - 1)) | one : magnitude;
    value = (int32_t)((uint32_t)value << shift);
    *exp = value ? (field ? field : 1) - bias : MI300_ZERO_EXPONENT;
    *sig = code >> (bits - 1) & 1 ? -value : value;
    return top ? field == top : code == 0x80;
}

/* How far a's significands are shifted: a product with the largest exponent is then in units of
 * 2^(that exponent - 24). */
static inline int mi300_shift(enum isa_type a_type, enum isa_type b_type)
{
    static const int fraction_bits[] = {
        [ISA_F16] = 10, [ISA_BF16] = 7, [ISA_FP8] = 3, [ISA_BF8] = 2};
    return 24 - fraction_bits[a_type] - fraction_bits[b_type];
}

/* What multiplies what in one row: product p is a_sig[p] * b_sig[p][j] * 2^(a_exp[p] + b_exp[p][j]
 * - f); zeros have MI300_ZERO_EXPONENT. a_sig is already shifted left by 24 - f, so that a product
 * with the largest exponent of its chunk is in units of 2^(that exponent - 24): below 2^26. */
struct mi300_row {
    int n; /* products */
    int32_t a_sig[MI300_MAX_PRODUCTS], a_exp[MI300_MAX_PRODUCTS];
    const int32_t *b_sig[MI300_MAX_PRODUCTS], *b_exp[MI300_MAX_PRODUCTS];
};

/* Step 2 over products first, first + step, ... below end: sums in units of 2^(exponent - 24). */
static inline __attribute__((always_inline)) void mi300_add(const struct mi300_row *row, int m,
                                                            int first, int end, int step,
                                                            int32_t *sum, int32_t *exponent)
{
    VECTOR_LOOP
    for (int j = 0; j < m; j++)
        sum[j] = 0, exponent[j] = 2 * MI300_ZERO_EXPONENT;
    for (int p = first; p < end; p += step) {
        const int32_t a_exp = row->a_exp[p], *b_exp = row->b_exp[p];
        VECTOR_LOOP
        for (int j = 0; j < m; j++) {
            int32_t e = a_exp + b_exp[j];
            exponent[j] = e > exponent[j] ? e : exponent[j];
        }
    }
    for (int p = first; p < end; p += step) {
        const int32_t a_exp = row->a_exp[p], a_sig = row->a_sig[p];
        const int32_t *b_exp = row->b_exp[p], *b_sig = row->b_sig[p];
        VECTOR_LOOP
        for (int j = 0; j < m; j++) {
            int32_t x = a_sig * b_sig[j], sign = x >> 31;
            int32_t below = exponent[j] - (a_exp + b_exp[j]);
            uint32_t shift = (uint32_t)(below < 31 ? below : 31);
            int32_t magnitude = (int32_t)((uint32_t)((x ^ sign) - sign) >> shift);
            sum[j] += (magnitude ^ sign) - sign;
        }
    }
}

static inline int32_t mi300_min(int32_t a, int32_t b) { return a < b ? a : b; }

/* Steps 3 to 5: c + sum * 2^(exponent - 24), rounded. */
static inline __attribute__((always_inline)) float mi300_add_c(int64_t sum, int32_t exponent,
                                                               float c, bool eight_bit)
{
    uint32_t c_bits = bits_of_f32(c);
    int32_t field = (int32_t)(c_bits >> 23 & 0xff);
    int64_t c_sig = (int64_t)(c_bits & 0x7fffff) | (field ? 0x800000 : 0);
    int32_t c_exp = (field ? field : 1) - 127;
    c_sig = c_bits >> 31 ? -c_sig : c_sig;

    int32_t em = exponent > c_exp ? exponent : c_exp;
    int64_t total = (int64_t)((uint64_t)sum << 8) >> mi300_min(em - exponent, 62);
    int64_t c_part = (int64_t)((uint64_t)c_sig << 1) >> mi300_min(em - c_exp, 62);
    c_part = eight_bit && c_exp < em - 25 ? 0 : c_part;
    total += (int64_t)((uint64_t)c_part << 8);

    uint64_t leading = bits_of_f64((double)total) >> 52 & 0x7ff; /* biased; 0 for a total of 0 */
    int32_t t = (int32_t)leading - 1023 + em - 32;
    int32_t drop = (t > -126 ? t : -126) - em + 1;
    drop = drop > 0 ? mi300_min(drop, 62) : 0;
    total = (int64_t)((uint64_t)(total >> drop) << drop);
    double scale = bits_to_f64((uint64_t)(em - 32 + 1023) << 52);
    return (float)((double)total * scale);
}

/* d[0..m-1] += the row's products; false, with d as it was, if the row is not regular. */
static inline __attribute__((always_inline)) bool row_mi300(const struct mi300_row *row, int m,
                                                            bool eight_bit, uint32_t *d)
{
    const int chunk = eight_bit ? 16 : 8;
    int32_t sum[MI300_MAX_COLUMNS], exponent[MI300_MAX_COLUMNS];
    int32_t odd_sum[MI300_MAX_COLUMNS], odd_exponent[MI300_MAX_COLUMNS];
    float c[MI300_MAX_COLUMNS];
    int32_t irregular = 0;
    VECTOR_LOOP
    for (int j = 0; j < m; j++) {
        c[j] = bits_to_f32(d[j]);
        irregular |= (d[j] & 0x7f800000) == 0x7f800000;
    }
    for (int first = 0; first < row->n; first += chunk) {
        int end = row->n - first < chunk ? row->n : first + chunk;
        if (eight_bit) {
            mi300_add(row, m, first, end, 2, sum, exponent);
            mi300_add(row, m, first + 1, end, 2, odd_sum, odd_exponent);
            VECTOR_LOOP
            for (int j = 0; j < m; j++) {
                int32_t e = exponent[j] > odd_exponent[j] ? exponent[j] : odd_exponent[j];
                sum[j] = (sum[j] >> mi300_min(e - exponent[j], 31)) +
                         (odd_sum[j] >> mi300_min(e - odd_exponent[j], 31));
                exponent[j] = e;
            }
        } else {
            mi300_add(row, m, first, end, 1, sum, exponent);
        }
        VECTOR_LOOP
        for (int j = 0; j < m; j++) {
            irregular |= exponent[j] >= 126;
            int32_t e = exponent[j] < MI300_ZERO_EXPONENT / 2 ? -126 : exponent[j];
            c[j] = mi300_add_c(sum[j], e, c[j], eight_bit);
            irregular |= (bits_of_f32(c[j]) & 0x7f800000) == 0x7f800000;
        }
    }
    if (irregular)
        return false;
    VECTOR_LOOP
    for (int j = 0; j < m; j++)
        d[j] = bits_of_f32(c[j]);
    return true;
}

#endif

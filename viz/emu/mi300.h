/* How CDNA3's matrix units add products up: a model.
 *
 * Source: Microsoft MMA-Sim and arXiv:2511.10909v2, who recorded an MI300X's dense MFMA; 1,590 of
 * 1,590 of their outputs agree with this model. For SMFMAC nobody has published a recording: that
 * it follows the same rule over the selected products, in stored order, is a hypothesis.
 * docs/arithmetic.md explains the steps.
 *
 * A product is exact, sig * 2^(exponent - fraction bits), and not normalised. Products are added in
 * chunks; each chunk's f32 result is the next one's c.
 */
#ifndef EMU_MI300_H
#define EMU_MI300_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/isa.h"

/* c + a[0] b[0] + ... + a[n - 1] b[n - 1] as f32 bits. a and b are codes of f16, bf16, fp8 or bf8
 * (gfx942's FNUZ kinds), or of f32, which is xf32: the low 13 bits count as 0. Both are of one
 * type, but 8-bit types mix. */
uint32_t mi300_sum(enum isa_type a_type, enum isa_type b_type, int n, const uint32_t *a,
                   const uint32_t *b, uint32_t c);

/* The same, but that step 4 rounds to nearest if `nearest` (smfhip_variant). */
uint32_t mi300_sum_rounded(enum isa_type a_type, enum isa_type b_type, int n, const uint32_t *a,
                           const uint32_t *b, uint32_t c, bool nearest);

/* What became of a sum. A NaN or an infinity, given or as the result, is neither. */
struct mi300_verdict {
    bool exact; /* the model dropped nothing on its way, nor in the last rounding */
    /* Exact, and |c| + sum of |a[k] b[k]| is at most 2^24 u and below 2^128, u being the largest
     * power of two that divides c and every product, and at least 2^-149: every sum in f32 in any
     * order is exact. */
    bool order_free;
};

/* The same sum, judged. At most 2^16 products. */
uint32_t mi300_judged_sum(enum isa_type a_type, enum isa_type b_type, int n, const uint32_t *a,
                          const uint32_t *b, uint32_t c, struct mi300_verdict *verdict);

#endif

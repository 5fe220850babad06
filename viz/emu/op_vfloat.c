/* Vector floating-point arithmetic: sums, products, fused multiply-adds, minima and maxima (CDNA3
 * ISA guide, chapter 12: VOP2, VOP3).
 *
 * V_MAD_F16, V_MAC_F16 and their kin are not here: they flush subnormals, so no compiler uses them
 * where subnormals are kept. V_MAD_F32 and V_MAC_F32 do not exist on gfx942.
 */
#include "emu/fpop.h"
#include "emu/fporder.h"
#include "emu/vop.h"

#include <math.h>

/* Sums and products. */

#define SUMS_AND_PRODUCTS(OP)                                                                      \
    OP(v_add_f32, f32, a + b)                                                                      \
    OP(v_sub_f32, f32, a - b)                                                                      \
    OP(v_subrev_f32, f32, b - a)                                                                   \
    OP(v_mul_f32, f32, a *b)                                                                       \
    OP(v_mul_legacy_f32, f32, a == 0 || b == 0 ? 0 : a * b) /* 0 times anything is 0 */            \
    OP(v_add_f16, f16, a + b)                                                                      \
    OP(v_sub_f16, f16, a - b)                                                                      \
    OP(v_subrev_f16, f16, b - a)                                                                   \
    OP(v_mul_f16, f16, a *b)                                                                       \
    OP(v_add_f64, f64, a + b)                                                                      \
    OP(v_mul_f64, f64, a *b)

SUMS_AND_PRODUCTS(FP_2)

/* V_FMAAK_F32 and V_FMAMK_F32 print their literal where it stands in the product and the sum. */
#define FUSED(OP)                                                                                  \
    OP(v_fma_f32, f32, fmaf(a, b, c))                                                              \
    OP(v_fma_f64, f64, fma(a, b, c))

FUSED(FP_3)
FP_ACCUMULATE(v_fmac_f32, f32, fmaf(a, b, c))
FP_ACCUMULATE(v_fmac_f64, f64, fma(a, b, c))

/* f16 with op_sel. */

FP_HANDLER(v_fma_f16)
{
    FP_SOURCE_f16(from_a, 1);
    FP_SOURCE_f16(from_b, 2);
    FP_SOURCE_f16(from_c, 3);
    FP_EVALUATE(f16, from_a, from_b, from_c, fp_fma_f16(a, b, c));
    fp_dst_half(w, in, 3, r);
}

/* Minima and maxima. */

#define MIN_MAX(OP)                                                                                \
    OP(v_min_f32, f32, fp_min32(x, y, ieee))                                                       \
    OP(v_max_f32, f32, fp_max32(x, y, ieee))                                                       \
    OP(v_min_f16, f16, fp_min16(x, y, ieee))                                                       \
    OP(v_max_f16, f16, fp_max16(x, y, ieee))                                                       \
    OP(v_min_f64, f64, fp_min64(x, y, ieee))                                                       \
    OP(v_max_f64, f64, fp_max64(x, y, ieee))

MIN_MAX(FP_BITS_2)

#define MIN_MAX_3(OP)                                                                              \
    OP(v_min3_f32, f32, fp_min32(fp_min32(x, y, ieee), z, ieee))                                   \
    OP(v_max3_f32, f32, fp_max32(fp_max32(x, y, ieee), z, ieee))

MIN_MAX_3(FP_BITS_3)

/* The median in the order of the bits, and the guide's rules only where they say something else:
 * NaNs, and zeros of both signs. This is what clang makes of clamps, so it should be fast. */
FP_HANDLER(v_med3_f32)
{
    FP_SOURCE_f32(x, 1);
    FP_SOURCE_f32(y, 2);
    FP_SOURCE_f32(z, 3);
    LANES_U32(r);
    uint32_t n_special = 0;
    FOR_LANES(l)
    {
        const int32_t a = fp_order32(x[l]), b = fp_order32(y[l]), c = fp_order32(z[l]);
        r[l] = (uint32_t)MED3(a, b, c);
        const bool nan = fp_is_nan32(x[l]) | fp_is_nan32(y[l]) | fp_is_nan32(z[l]);
        const bool both_zeros =
            ((a == 0) | (b == 0) | (c == 0)) & ((a == -1) | (b == -1) | (c == -1));
        n_special += nan | both_zeros;
    }
    FOR_LANES(l) r[l] = (uint32_t)fp_order32(r[l]); /* its own inverse */
    if (__builtin_expect(n_special != 0, 0))
        FOR_LANES(l) r[l] = fp_med32(x[l], y[l], z[l], w->mode & FP_IEEE);
    fp_dst_f32(w, in, r);
}

#define MIN_MAX_3_F16(OP)                                                                          \
    OP(v_min3_f16, f16, fp_min16(fp_min16(x, y, ieee), z, ieee))                                   \
    OP(v_max3_f16, f16, fp_max16(fp_max16(x, y, ieee), z, ieee))                                   \
    OP(v_med3_f16, f16, fp_med16(x, y, z, ieee))

#define HALF_3(name, T, expr)                                                                      \
    FP_HANDLER(name)                                                                               \
    {                                                                                              \
        FP_SOURCE_f16(from_x, 1);                                                                  \
        FP_SOURCE_f16(from_y, 2);                                                                  \
        FP_SOURCE_f16(from_z, 3);                                                                  \
        FP_EVALUATE_BITS(f16, from_x, from_y, from_z, expr)                                        \
        fp_dst_half(w, in, 3, r);                                                                  \
    }
MIN_MAX_3_F16(HALF_3)

/* The table. */

const struct emu_row EMU_ROWS(vfloat)[] = {
    /* clang-format off */
    SUMS_AND_PRODUCTS(FP_ROW_2)
    FUSED(FP_ROW_3)
    FP_ROW_2(v_fmac_f32, f32, )
    FP_ROW_2(v_fmac_f64, f64, )
    {"v_fmaak_f32", "wwww", v_fma_f32, 0},
    {"v_fmamk_f32", "wwww", v_fma_f32, 0},
    FP_ROW_3(v_fma_f16, f16, )
    MIN_MAX(FP_ROW_2)
    MIN_MAX_3(FP_ROW_3)
    FP_ROW_3(v_med3_f32, f32, )
    MIN_MAX_3_F16(FP_ROW_3)
    {0},
    /* clang-format on */
};

/* The steps of a correctly rounded division: V_DIV_SCALE, V_DIV_FMAS, V_DIV_FIXUP.
 *
 * n / d = fixup(fmas(...), d, n), where an approximation is refined between scaled operands: scale
 * moves d and n to where no step overflows or becomes subnormal, and VCC says that fmas has to move
 * the quotient back. The scale is 2^64 in f32, 2^128 in f64. Source: the pseudo-code of the
 * CDNA4 ISA guide, chapter 12, VOP3; CDNA3's was not at hand. Three of its statements cannot be
 * (docs/isa-errata.md):
 * - V_DIV_FMAS multiplies by 2^32 (f64: 2^64): it must undo the scale, up or down. Which, follows
 *   from the quotient S2 (RDNA4 ISA guide, V_DIV_FMAS_F32: exponent(S2) > 127).
 * - V_DIV_SCALE moves d up where both 1/d and n/d are subnormal: d would overflow and 1 / 2^127
 *   come out as NaN. It must move d down. Deduced; the test divides with LLVM's sequence and
 *   compares.
 * - V_DIV_FIXUP passes a NaN quotient on: one that the refinement made of an overflow is Inf.
 */
#include "emu/fpop.h"

#include <math.h>

/* What the templates below need of a type. */
#define WIDTH_f32 32
#define WIDTH_f64 64
#define FRACTION_f32 23
#define FRACTION_f64 52
#define EXPONENT_f32 0xff
#define EXPONENT_f64 0x7ff
#define SCALE_f32 0x1p64f
#define SCALE_f64 0x1p128
#define FAR_f32 96
#define FAR_f64 768
#define TINY_f32 23
#define TINY_f64 53
#define UNDERFLOW_f32 150
#define UNDERFLOW_f64 1075
#define NAN_f32 0x7fc00000u
#define NAN_f64 0x7ff8000000000000u
#define SMALLEST_f32 0x1p-126f
#define SMALLEST_f64 0x1p-1022
#define ABS_f32 fabsf
#define ABS_f64 fabs

#define SIGN_BIT(T) ((FP_WORD_##T)1 << (WIDTH_##T - 1))
#define FIELD(T, x) ((int)((x) >> FRACTION_##T & EXPONENT_##T))

/* Scale. */

/* One lane: the operand x, which is d or n, scaled; *undo: whether fmas has to undo it. Later lines
 * of the list win, so it is the guide's read from the end. */
#define SCALED(T)                                                                                  \
    static inline FP_WORD_##T scaled_##T(FP_WORD_##T x_bits, FP_WORD_##T d_bits,                   \
                                         FP_WORD_##T n_bits, uint32_t *undo)                       \
    {                                                                                              \
        const FP_VALUE_##T x = FP_DECODE_##T(x_bits), d = FP_DECODE_##T(d_bits),                   \
                           n = FP_DECODE_##T(n_bits), up = SCALE_##T, down = 1 / SCALE_##T,        \
                           quotient = ABS_##T(n / d), size = ABS_##T(d);                           \
        const int n_field = FIELD(T, n_bits), d_field = FIELD(T, d_bits);                          \
        const bool small_d = size < SMALLEST_##T;                                                  \
        const bool small_inverse = (size > 1 / SMALLEST_##T) & (d_field != EXPONENT_##T);          \
        const bool small_quotient = (quotient < SMALLEST_##T) & (quotient > 0);                    \
        const bool large_quotient = n_field - d_field >= FAR_##T;                                  \
        FP_VALUE_##T factor = n_field <= TINY_##T ? up : 1;                                        \
        factor = small_quotient ? (x == n ? up : 1) : factor;                                      \
        factor = small_inverse ? down : factor;                                                    \
        factor = small_inverse & small_quotient ? (x == d ? down : 1) : factor;                    \
        factor = small_d ? up : factor;                                                            \
        factor = large_quotient ? (x == d ? up : 1) : factor;                                      \
        const bool zero = (d == 0) | (n == 0);                                                     \
        *undo = zero ? 0 : large_quotient | (small_quotient & (size >= SMALLEST_##T));             \
        const FP_WORD_##T r = FP_ENCODE_##T(x * factor);                                           \
        return zero ? NAN_##T : r;                                                                 \
    }
SCALED(f32)
SCALED(f64)

/* Whether any of the conditions above may hold, from the exponents alone. */
#define MAY_SCALE(T)                                                                               \
    static inline bool may_scale_##T(FP_WORD_##T d_bits, FP_WORD_##T n_bits)                       \
    {                                                                                              \
        const int n_field = FIELD(T, n_bits), d_field = FIELD(T, d_bits),                          \
                  difference = n_field - d_field;                                                  \
        return (n_field <= TINY_##T) | (d_field == 0) | (d_field >= EXPONENT_##T - 4) |            \
               (difference >= FAR_##T) | (difference <= 3 - EXPONENT_##T / 2);                     \
    }
MAY_SCALE(f32)
MAY_SCALE(f64)

/* V_DIV_SCALE D, VCC, S0, S1, S2: S1 is the denominator, S2 the numerator, S0 one of them. */
#define DIV_SCALE(T)                                                                               \
    FP_HANDLER(v_div_scale_##T)                                                                    \
    {                                                                                              \
        FP_SOURCE_##T(x, 2);                                                                       \
        FP_SOURCE_##T(d, 3);                                                                       \
        FP_SOURCE_##T(n, 4);                                                                       \
        FP_RESULT_##T(r);                                                                          \
        LANES_U32(undo) = {0};                                                                     \
        FP_WORD_##T n_special = 0;                                                                 \
        FOR_LANES(l)                                                                               \
        {                                                                                          \
            r[l] = x[l];                                                                           \
            n_special += may_scale_##T(d[l], n[l]);                                                \
        }                                                                                          \
        if (n_special)                                                                             \
            FOR_LANES(l) r[l] = scaled_##T(x[l], d[l], n[l], &undo[l]);                            \
        emu_dst_mask(w, in, 1, emu_mask_of(undo));                                                 \
        fp_dst_##T(w, in, r);                                                                      \
    }
DIV_SCALE(f32)
DIV_SCALE(f64)

/* Fmas. */

/* 2^±64 (a * b + c), or 2^±128, in a format that holds twice the bits, then rounded: once in
 * effect, because quotients never lie so near to the middle of two subnormals that the first
 * rounding tells. */
static float unscaled_f32(float a, float b, float c)
{
    const double factor = FIELD(f32, bits_of_f32(c)) > 127 ? 0x1p64 : 0x1p-64;
    return (float)(((double)a * b + c) * factor);
}

#ifdef __SIZEOF_FLOAT128__
typedef __float128 binary128;
#else
typedef long double binary128; /* AArch64 and others */
#endif

static double unscaled_f64(double a, double b, double c)
{
    const double factor = FIELD(f64, bits_of_f64(c)) > 1023 ? 0x1p128 : 0x1p-128;
    return (double)(((binary128)a * b + c) * factor);
}

#define DIV_FMAS(T, fused)                                                                         \
    FP_HANDLER(v_div_fmas_##T)                                                                     \
    {                                                                                              \
        FP_SOURCE_##T(from_a, 1);                                                                  \
        FP_SOURCE_##T(from_b, 2);                                                                  \
        FP_SOURCE_##T(from_c, 3);                                                                  \
        FP_EVALUATE(T, from_a, from_b, from_c, fused);                                             \
        const uint64_t undo = emu_sgpr64(w, EMU_VCC) & emu_exec(w);                                \
        for (uint64_t left = undo; left; left &= left - 1) {                                       \
            const int l = __builtin_ctzll(left);                                                   \
            if (!FP_IS_NAN_##T(r[l]))                                                              \
                r[l] =                                                                             \
                    FP_ENCODE_##T(unscaled_##T(FP_DECODE_##T(from_a[l]), FP_DECODE_##T(from_b[l]), \
                                               FP_DECODE_##T(from_c[l])));                         \
        }                                                                                          \
        fp_dst_##T(w, in, r);                                                                      \
    }
DIV_FMAS(f32, fmaf(a, b, c))
DIV_FMAS(f64, fma(a, b, c))

/* Fixup. */

/* The special cases of n / d, else the quotient q with the right sign. 0 / 0 and Inf / Inf are the
 * negative NaN (the guide's 0xffc00000). Later lines win: the guide's list from the end. Its
 * "underflow" is a quotient below half the least subnormal: 0 in the rounding that is modelled. */
#define FIXUP(T, width, sign_bit, infinity, quiet)                                                 \
    static inline FP_WORD_##T fixup_##T(FP_WORD_##T q, FP_WORD_##T d, FP_WORD_##T n)               \
    {                                                                                              \
        const FP_WORD_##T sign = (d ^ n) & sign_bit, d_size = d & ~sign_bit,                       \
                          n_size = n & ~sign_bit;                                                  \
        FP_WORD_##T r = (q & ~sign_bit) | sign;                                                    \
        r = fp_is_nan##width(q) ? sign | infinity : r;                                             \
        r = UNDERFLOWS_##T(n, d) ? sign : r;                                                       \
        r = (d_size == infinity) | (n_size == 0) ? sign : r;                                       \
        r = (d_size == 0) | (n_size == infinity) ? sign | infinity : r;                            \
        const bool neither =                                                                       \
            ((d_size == infinity) & (n_size == infinity)) | ((d_size == 0) & (n_size == 0));       \
        r = neither ? sign_bit | infinity | quiet : r;                                             \
        r = d_size > infinity ? d | quiet : r;                                                     \
        return n_size > infinity ? n | quiet : r;                                                  \
    }
#define UNDERFLOWS_f16(n, d) false
#define UNDERFLOWS_f32(n, d) (FIELD(f32, n) - FIELD(f32, d) < -UNDERFLOW_f32)
#define UNDERFLOWS_f64(n, d) (FIELD(f64, n) - FIELD(f64, d) < -UNDERFLOW_f64)
FIXUP(f16, 16, 0x8000u, 0x7c00u, 0x200u)
FIXUP(f32, 32, 0x80000000u, 0x7f800000u, 0x400000u)
FIXUP(f64, 64, 0x8000000000000000u, 0x7ff0000000000000u, 0x8000000000000u)

#define FIXUPS(OP)                                                                                 \
    OP(v_div_fixup_f32, f32, fixup_f32(x, y, z))                                                   \
    OP(v_div_fixup_f64, f64, fixup_f64(x, y, z))
FIXUPS(FP_BITS_3)

FP_HANDLER(v_div_fixup_f16)
{
    FP_SOURCE_f16(from_x, 1);
    FP_SOURCE_f16(from_y, 2);
    FP_SOURCE_f16(from_z, 3);
    FP_EVALUATE_BITS(f16, from_x, from_y, from_z, fixup_f16(x, y, z))
    fp_dst_half(w, in, 3, r);
}

/* The table. */

const struct emu_row EMU_ROWS(vdiv)[] = {
    /* clang-format off */
    {"v_div_scale_f32", "wswww", v_div_scale_f32, 0},
    {"v_div_scale_f64", "dsddd", v_div_scale_f64, 0},
    FP_ROW_3(v_div_fmas_f32, f32, )
    FP_ROW_3(v_div_fmas_f64, f64, )
    FIXUPS(FP_ROW_3)
    FP_ROW_3(v_div_fixup_f16, f16, )
    {0},
    /* clang-format on */
};

/* Vector floating-point functions of one number: reciprocals and roots, exponentials, sine and
 * cosine, rounding to whole numbers, exponents and significands (CDNA3 ISA guide, chapter 12:
 * VOP1).
 *
 * V_RCP, V_RSQ, V_SQRT, V_EXP, V_LOG, V_SIN and V_COS are documented to 1 ulp in f32, 0.51 in f16
 * and far more in f64 (LLVM, SITargetLowering::lowerFastUnsafeFDIV and its like). Here they are the
 * rounded exact value: a guess within the documented error. In f32 they take subnormals as zeros
 * and give none, whatever MODE says (the same source: "do not support denormals"; so do LLVM's
 * expansions of log, exp and sqrt, which scale such operands away).
 */
#include "emu/fpop.h"

#include <math.h>

/* With f32's subnormals taken as zeros. */

static inline uint32_t flushed(uint32_t x) { return x & 0x7f800000 ? x : x & 0x80000000; }

/* Operand in revolutions; beyond 256 of them the result is that of 0 (GCN3 ISA guide, V_SIN_F32).
 */
static inline double angle(float revolutions)
{
    double inside = fabs((double)revolutions) > 256 ? 0 : (double)revolutions;
    inside = isinf(revolutions) ? (double)NAN : inside;
    return 2 * 3.14159265358979323846 * (inside - rint(inside));
}

#define APPROXIMATE(OP)                                                                            \
    OP(v_rcp_f32, f32, 1.0f / a)                                                                   \
    OP(v_rcp_iflag_f32, f32, 1.0f / a)                                                             \
    OP(v_rsq_f32, f32, (float)(1.0 / sqrt((double)a)))                                             \
    OP(v_sqrt_f32, f32, sqrtf(a))                                                                  \
    OP(v_exp_f32, f32, (float)exp2((double)a))                                                     \
    OP(v_exp_legacy_f32, f32, (float)exp2((double)a))                                              \
    OP(v_log_f32, f32, (float)log2((double)a))                                                     \
    OP(v_log_legacy_f32, f32, (float)log2((double)a))                                              \
    OP(v_sin_f32, f32, (float)sin(angle(a)))                                                       \
    OP(v_cos_f32, f32, (float)cos(angle(a)))

#define HANDLER_FLUSHED(name, T, expr)                                                             \
    FP_HANDLER(name)                                                                               \
    {                                                                                              \
        LANES_U32(from_a);                                                                         \
        FP_SOURCE_f32(unflushed, 1);                                                               \
        FOR_LANES(l) from_a[l] = flushed(unflushed[l]);                                            \
        FP_EVALUATE(f32, from_a, from_a, from_a, expr);                                            \
        FOR_LANES(l) r[l] = flushed(r[l]);                                                         \
        fp_dst_f32(w, in, r);                                                                      \
    }
APPROXIMATE(HANDLER_FLUSHED)

/* Others. */

/* Less than 1 also where the difference rounds to 1 (LLVM selects V_FRACT for the minimum of
 * x - floor(x) and the number before 1: AMDGPUCodeGenPrepare, matchFractPat). */
static inline float fract_f32(float a)
{
    float part = a - floorf(a);
    return part >= 1 ? 0x1.fffffep-1f : part;
}

static inline float fract_f16(float a)
{
    float part = a - floorf(a);
    return part > 0x1.ffcp-1f ? 0x1.ffcp-1f : part;
}

static inline double fract_f64(double a)
{
    double part = a - floor(a);
    return part >= 1 ? 0x1.fffffffffffffp-1 : part;
}

#define ONE_SOURCE(OP)                                                                             \
    OP(v_rcp_f16, f16, fp_odd_f32(1.0 / (double)a))                                                \
    OP(v_rsq_f16, f16, fp_odd_f32(1.0 / sqrt((double)a)))                                          \
    OP(v_sqrt_f16, f16, fp_odd_f32(sqrt((double)a)))                                               \
    OP(v_exp_f16, f16, fp_odd_f32(exp2((double)a)))                                                \
    OP(v_log_f16, f16, fp_odd_f32(log2((double)a)))                                                \
    OP(v_sin_f16, f16, fp_odd_f32(sin(angle(a))))                                                  \
    OP(v_cos_f16, f16, fp_odd_f32(cos(angle(a))))                                                  \
    OP(v_rcp_f64, f64, 1.0 / a)                                                                    \
    OP(v_rsq_f64, f64, 1.0 / sqrt(a))                                                              \
    OP(v_sqrt_f64, f64, sqrt(a))                                                                   \
    OP(v_trunc_f32, f32, truncf(a))                                                                \
    OP(v_ceil_f32, f32, ceilf(a))                                                                  \
    OP(v_floor_f32, f32, floorf(a))                                                                \
    OP(v_rndne_f32, f32, rintf(a))                                                                 \
    OP(v_fract_f32, f32, fract_f32(a))                                                             \
    OP(v_trunc_f16, f16, truncf(a))                                                                \
    OP(v_ceil_f16, f16, ceilf(a))                                                                  \
    OP(v_floor_f16, f16, floorf(a))                                                                \
    OP(v_rndne_f16, f16, rintf(a))                                                                 \
    OP(v_fract_f16, f16, fract_f16(a))                                                             \
    OP(v_trunc_f64, f64, trunc(a))                                                                 \
    OP(v_ceil_f64, f64, ceil(a))                                                                   \
    OP(v_floor_f64, f64, floor(a))                                                                 \
    OP(v_rndne_f64, f64, rint(a))                                                                  \
    OP(v_fract_f64, f64, fract_f64(a))

ONE_SOURCE(FP_1)

/* Significand and exponent. */

/* x = significand * 2^exponent, the significand's magnitude in [0.5, 1); exponent 0 and the operand
 * itself for zeros, infinities and NaNs (CDNA3 ISA guide, V_FREXP_MANT, V_FREXP_EXP). Subnormals
 * are scaled to normal numbers first. */
static inline uint32_t significand32(uint32_t x)
{
    uint32_t normal = x & 0x7f800000 ? x : bits_of_f32(bits_to_f32(x) * 0x1p24f);
    uint32_t r = (normal & 0x807fffff) | 0x3f000000;
    r = x & 0x7fffffff ? r : x;
    return (x & 0x7f800000) == 0x7f800000 ? x | (fp_is_nan32(x) ? 0x400000 : 0) : r;
}

static inline uint32_t exponent32(uint32_t x)
{
    uint32_t normal = bits_of_f32(bits_to_f32(x) * 0x1p24f) >> 23 & 0xff;
    uint32_t r = x & 0x7f800000 ? (x >> 23 & 0xff) - 126 : normal - 126 - 24;
    return (x & 0x7fffffff) == 0 || (x & 0x7f800000) == 0x7f800000 ? 0 : r;
}

static inline uint64_t significand64(uint64_t x)
{
    uint64_t normal = x & 0x7ff0000000000000 ? x : bits_of_f64(bits_to_f64(x) * 0x1p54);
    uint64_t r = (normal & 0x800fffffffffffff) | 0x3fe0000000000000;
    r = x & 0x7fffffffffffffff ? r : x;
    uint64_t quiet = fp_is_nan64(x) ? 0x8000000000000 : 0;
    return (x & 0x7ff0000000000000) == 0x7ff0000000000000 ? x | quiet : r;
}

static inline uint32_t exponent64(uint64_t x)
{
    uint32_t normal = (uint32_t)(bits_of_f64(bits_to_f64(x) * 0x1p54) >> 52 & 0x7ff);
    uint32_t field = (uint32_t)(x >> 52 & 0x7ff);
    uint32_t r = field ? field - 1022 : normal - 1022 - 54;
    return (x & 0x7fffffffffffffff) == 0 || field == 0x7ff ? 0 : r;
}

#define SIGNIFICANDS(OP)                                                                           \
    OP(v_frexp_mant_f32, f32, significand32(x))                                                    \
    OP(v_frexp_mant_f16, f16, fp_f16_of_f32(significand32(fp_f32_of_f16(x))))                      \
    OP(v_frexp_mant_f64, f64, significand64(x))

SIGNIFICANDS(FP_BITS_1)

#define EXPONENTS(OP)                                                                              \
    OP(v_frexp_exp_i32_f32, f32, exponent32(x))                                                    \
    OP(v_frexp_exp_i16_f16, f16, exponent32(fp_f32_of_f16(x)) & 0xffff)

#define HANDLER_TO_INTEGER(name, T, expr)                                                          \
    FP_HANDLER(name)                                                                               \
    {                                                                                              \
        FP_SOURCE_##T(from_x, 1);                                                                  \
        FP_EVALUATE_BITS(T, from_x, from_x, from_x, expr)                                          \
        emu_dst(w, in, 0, r);                                                                      \
    }
EXPONENTS(HANDLER_TO_INTEGER)

FP_HANDLER(v_frexp_exp_i32_f64)
{
    LANES_U64(x);
    LANES_U32(r);
    emu_src64(w, in, 1, x);
    FOR_LANES(l) r[l] = exponent64(x[l]);
    emu_dst(w, in, 0, r);
}

/* Times a power of two. */

/* 2^n, and for |n| > 400 what has the same effect on any f32 or f16. */
static inline double power(int32_t n)
{
    int32_t exponent = n > 400 ? 400 : n < -400 ? -400 : n;
    return bits_to_f64((uint64_t)(uint32_t)(exponent + 1023) << 52);
}

/* Products with powers of two are exact in double, so results are rounded once. */
#define LDEXP(name, T, expr)                                                                       \
    FP_HANDLER(name)                                                                               \
    {                                                                                              \
        FP_SOURCE_##T(from_a, 1);                                                                  \
        LANES_U32(storage);                                                                        \
        const uint32_t *exponent = emu_src(w, in, 2, storage);                                     \
        FP_EVALUATE(T, from_a, from_a, from_a, expr);                                              \
        fp_dst_##T(w, in, r);                                                                      \
    }
LDEXP(v_ldexp_f32, f32, (float)(a *power((int32_t)exponent[l])))
LDEXP(v_ldexp_f16, f16, fp_odd_f32(a *power((int16_t)exponent[l])))
LDEXP(v_ldexp_f64, f64, ldexp(a, (int32_t)exponent[l]))

/* The table. */

const struct emu_row EMU_ROWS(vmath)[] = {
    /* clang-format off */
    APPROXIMATE(FP_ROW_1)
    ONE_SOURCE(FP_ROW_1)
    SIGNIFICANDS(FP_ROW_1)
    {"v_frexp_exp_i32_f32", "ww", v_frexp_exp_i32_f32, 0},
    {"v_frexp_exp_i16_f16", "wh", v_frexp_exp_i16_f16, 0},
    {"v_frexp_exp_i32_f64", "wd", v_frexp_exp_i32_f64, 0},
    {"v_ldexp_f32", "www", v_ldexp_f32, EMU_TAKES_CLAMP},
    {"v_ldexp_f16", "hhw", v_ldexp_f16, EMU_TAKES_CLAMP},
    {"v_ldexp_f64", "ddw", v_ldexp_f64, EMU_TAKES_CLAMP},
    {0},
    /* clang-format on */
};

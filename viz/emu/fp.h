/* Floating-point sources, results and formats, as the float families (op_v*.c) share them.
 *
 * What is modelled of the MODE register: rounding to the nearest even; subnormals kept, or flushed
 * in f32 operations; DX10_CLAMP and IEEE; FP16_OVFL in the fp8 and bf8 conversions. A float
 * operation that meets another mode ends the wave in fp_source_mode or fp_finish_*: it is checked
 * where it would matter, not where MODE is written.
 *
 * NaNs: an operation whose sources hold a NaN gives the first one of them, quieted; one that makes
 * a NaN gives the positive quiet NaN without payload (x86 sets the sign). Which of two NaNs comes
 * out of the hardware is not documented: the first is a guess.
 */
#ifndef EMU_FP_H
#define EMU_FP_H

#include "base/numfmt.h"
#include "emu/op.h"

/* Fields of the MODE register (CDNA3 ISA guide, "MODE register"; FP16_OVFL: LLVM AMDGPUUsage,
 * COMPUTE_PGM_RSRC1). */
enum {
    FP_ROUND_F32 = 3 << 0,
    FP_ROUND_F16_F64 = 3 << 2,
    FP_DENORM_IN_F32 = 1 << 4,
    FP_DENORM_OUT_F32 = 1 << 5,
    FP_DENORM_F16_F64 = 3 << 6,
    FP_DX10_CLAMP = 1 << 8,
    FP_IEEE = 1 << 9,
    FP_FP16_OVFL = 1 << 23,
    /* what is fast: these bits of MODE are FP_USUAL */
    FP_FIELDS = 0xff | FP_FP16_OVFL,
    FP_USUAL = 0xf0,
};

static inline bool fp_usual(const struct emu_wave *w)
{
    return __builtin_expect((w->mode & FP_FIELDS) == FP_USUAL, 1);
}

/* The slow paths, in fp.c. Results in `r` are changed in place: omod, clamp, subnormals; false: the
 * wave has ended and nothing is to be written. */
void fp_flush_f32(uint32_t *value);
bool fp_finish_f32(struct emu_wave *w, const struct emu_insn *in, uint32_t *r);
bool fp_finish_f16(struct emu_wave *w, const struct emu_insn *in, uint32_t *r);
bool fp_finish_f64(struct emu_wave *w, const struct emu_insn *in, uint64_t *r);

/* Gives NaNs among the results of an operation on x, y and z their bits; see above. */
void fp_name_nans_f32(uint32_t *r, const uint32_t *x, const uint32_t *y, const uint32_t *z);
void fp_name_nans_f16(uint32_t *r, const uint32_t *x, const uint32_t *y, const uint32_t *z);
void fp_name_nans_f64(uint64_t *r, const uint64_t *x, const uint64_t *y, const uint64_t *z);

/* Operands. */

/* Source n as f32, with subnormals flushed if MODE says so. */
static inline const uint32_t *fp_src_f32(struct emu_wave *w, const struct emu_insn *in, int n,
                                         uint32_t *storage)
{
    const uint32_t *value = emu_src(w, in, n, storage);
    if (__builtin_expect(w->mode & FP_DENORM_IN_F32, 1))
        return value;
    if (value != storage)
        memcpy(storage, value, sizeof w->vgpr[0]);
    fp_flush_f32(storage);
    return storage;
}

static inline void fp_dst_f32(struct emu_wave *w, const struct emu_insn *in, uint32_t *r)
{
    if ((in->plain && fp_usual(w)) || fp_finish_f32(w, in, r))
        emu_dst(w, in, 0, r);
}

static inline void fp_dst_f16(struct emu_wave *w, const struct emu_insn *in, uint32_t *r)
{
    if ((in->plain && fp_usual(w)) || fp_finish_f16(w, in, r))
        emu_dst(w, in, 0, r);
}

static inline void fp_dst_f64(struct emu_wave *w, const struct emu_insn *in, uint64_t *r)
{
    if ((in->plain && fp_usual(w)) || fp_finish_f64(w, in, r))
        emu_dst64(w, in, 0, r);
}

/* What the destination held, for instructions that read it or keep a part of it. */
static inline const uint32_t *fp_old(struct emu_wave *w, const struct emu_insn *in, int dword)
{
    if (__builtin_expect(w->gpr_idx_mode, 0))
        emu_fault(w, EMU_FAULT_OTHER, "VGPR indexing where the destination is read");
    return w->vgpr[in->op[0].reg + dword];
}

/* A 16-bit result into the half that op_sel's element behind the sources names; the other half
 * stays (LLVM's GCNSubtarget::zeroesHigh16BitsOfDest lists those that zero it instead: they use
 * fp_dst_f16). */
static inline void fp_dst_half(struct emu_wave *w, const struct emu_insn *in, int n_sources,
                               uint32_t *r)
{
    if (!(in->plain && fp_usual(w)) && !fp_finish_f16(w, in, r))
        return;
    const uint32_t *old = fp_old(w, in, 0);
    const unsigned shift = in->op_sel >> n_sources & 1 ? 16 : 0;
    FOR_LANES(l) r[l] = (old[l] & 0xffff0000 >> shift) | (r[l] & 0xffff) << shift;
    emu_dst(w, in, 0, r);
}

/* Formats, free of branches. */

static inline bool fp_is_nan16(uint32_t x) { return (x & 0x7fff) > 0x7c00; }
static inline bool fp_is_nan32(uint32_t x) { return (x & 0x7fffffff) > 0x7f800000; }
static inline bool fp_is_nan64(uint64_t x) { return (x & 0x7fffffffffffffff) > 0x7ff0000000000000; }

/* f32 to a format of M mantissa bits and this exponent bias, without sign, rounded to the nearest
 * even, for finite magnitudes below 2^(127-bias): codes beyond the format's largest mean overflow.
 * Subnormals are rounded by the addition of a number whose last bit is their unit. */
static inline uint32_t fp_round_magnitude(uint32_t magnitude, int M, int bias)
{
    int shift = 23 - M;
    uint32_t normal = (magnitude + ((1u << (shift - 1)) - 1) + ((magnitude >> shift) & 1)) >> shift;
    normal -= (uint32_t)(127 - bias) << M;
    uint32_t anchor = (uint32_t)(127 + 1 - bias - M + 23) << 23;
    uint32_t subnormal = bits_of_f32(bits_to_f32(magnitude) + bits_to_f32(anchor)) - anchor;
    return magnitude < (uint32_t)(128 - bias) << 23 ? subnormal : normal;
}

/* f16 from f32, to the nearest even. */
static inline uint32_t fp_f16_of_f32(uint32_t x)
{
    uint32_t magnitude = x & 0x7fffffff;
    uint32_t code = fp_round_magnitude(magnitude, 10, 15);
    code = code > 0x7c00 || magnitude >= 0x47800000 ? 0x7c00 : code; /* 2^16 and more */
    code = magnitude > 0x7f800000 ? 0x7e00 | (magnitude >> 13 & 0x3ff) : code;
    return code | (x >> 16 & 0x8000);
}

/* f16 from f32, towards zero: a finite value stays finite. */
static inline uint32_t fp_f16_of_f32_rtz(uint32_t x)
{
    uint32_t magnitude = x & 0x7fffffff;
    uint32_t normal = (magnitude >> 13) - (112 << 10);
    uint32_t small = magnitude & -(uint32_t)(magnitude < 0x38800000); /* below 2^-14 */
    uint32_t subnormal = (uint32_t)(int32_t)(bits_to_f32(small) * 0x1p24f);
    uint32_t code = magnitude < 0x38800000 ? subnormal : normal;
    code = magnitude >= 0x47800000 ? 0x7bff : code;
    code = magnitude == 0x7f800000 ? 0x7c00 : code;
    code = magnitude > 0x7f800000 ? 0x7e00 | (magnitude >> 13 & 0x3ff) : code;
    return code | (x >> 16 & 0x8000);
}

/* The FNUZ formats (base/numfmt.h) from a magnitude already rounded: 80 is the one NaN, zero has no
 * sign. */
static inline uint32_t fp_fnuz(uint32_t x, uint32_t code, bool saturate)
{
    uint32_t magnitude = x & 0x7fffffff;
    bool too_large = magnitude >= 0x48000000 || code > 0x7f; /* 2^17: beyond both formats */
    code = too_large ? (saturate ? 0x7f : 0x80) : code;
    code = magnitude >= 0x7f800000 ? 0x80 : code; /* Inf is never clamped, see numfmt_overflow */
    return code && code != 0x80 ? code | (x >> 24 & 0x80) : code;
}

static inline uint32_t fp_fp8_of_f32(uint32_t x, bool saturate)
{
    return fp_fnuz(x, fp_round_magnitude(x & 0x7fffffff, 3, 8), saturate);
}

static inline uint32_t fp_bf8_of_f32(uint32_t x, bool saturate)
{
    return fp_fnuz(x, fp_round_magnitude(x & 0x7fffffff, 2, 16), saturate);
}

/* Random bits are added below the last place, then all below it is dropped: S1's highest ones, as
 * many as places are dropped (CDNA4 ISA guide, V_CVT_SR_FP8_F32: S1[31:12] to the significand).
 * What the guide says beyond that, a significand that wraps and is then rounded to the nearest,
 * would not round at random; that the sum carries into the exponent, and that subnormals drop what
 * is below their unit before the sum, is what RDNA4's hardware does by public captures: a guess for
 * gfx942. */
static inline uint32_t fp_random_magnitude(uint32_t magnitude, uint32_t random, int M, int bias)
{
    const int shift = 23 - M;
    const uint32_t added = random >> (32 - shift), field = magnitude >> 23;
    const uint32_t least =
        (uint32_t)(128 - bias); /* the exponent field of the least normal number */
    const uint32_t down = field < least ? least - field : 0;
    uint32_t significand = (magnitude & 0x7fffff) | 0x800000;
    significand = down < 24 ? significand >> down : 0;
    const uint32_t base = field < least ? 0 : (field - least) << 23;
    return (base + significand + added) >> shift;
}

static inline uint32_t fp_fp8_of_f32_random(uint32_t x, uint32_t random, bool saturate)
{
    return fp_fnuz(x, fp_random_magnitude(x & 0x7fffffff, random, 3, 8), saturate);
}

static inline uint32_t fp_bf8_of_f32_random(uint32_t x, uint32_t random, bool saturate)
{
    return fp_fnuz(x, fp_random_magnitude(x & 0x7fffffff, random, 2, 16), saturate);
}

/* A code of M mantissa bits and this bias, without sign, as f32: normal numbers by their fields,
 * others by their count of least subnormals. (numfmt_decode_f16 multiplies f32 subnormals, which
 * costs the processor a hundred cycles each.) */
static inline uint32_t fp_widened(uint32_t magnitude, int M, int bias)
{
    uint32_t normal = (magnitude << (23 - M)) + ((uint32_t)(127 - bias) << 23);
    float unit = bits_to_f32((uint32_t)(127 + 1 - bias - M) << 23);
    uint32_t subnormal = bits_of_f32((float)(int32_t)(magnitude & ((1u << M) - 1)) * unit);
    return magnitude >> M ? normal : subnormal;
}

static inline uint32_t fp_f32_of_fnuz(uint32_t x, int M, int bias)
{
    uint32_t code = x & 0xff;
    return code == 0x80 ? 0x7fc00000 : fp_widened(code & 0x7f, M, bias) | (code & 0x80) << 24;
}

static inline uint32_t fp_f32_of_fp8(uint32_t x) { return fp_f32_of_fnuz(x, 3, 8); }
static inline uint32_t fp_f32_of_bf8(uint32_t x) { return fp_f32_of_fnuz(x, 2, 16); }

/* NaNs become quiet. */
static inline uint32_t fp_f32_of_f16(uint32_t x)
{
    uint32_t magnitude = x & 0x7fff;
    uint32_t special = magnitude << 13 | 0x7f800000 | (magnitude > 0x7c00 ? 0x400000 : 0);
    uint32_t r = magnitude >= 0x7c00 ? special : fp_widened(magnitude, 10, 15);
    return r | (x & 0x8000) << 16;
}

/* The f32 that holds what rounding to fewer bits later must know of x: inexact results get an odd
 * last bit ("round to odd"), so that the second rounding is right. */
static inline float fp_odd_f32(double x)
{
    float nearest = (float)x;
    uint32_t bits = bits_of_f32(nearest);
    double kept = nearest;
    bits -= (kept > x && x > 0) || (kept < x && x < 0) ? 1 : 0;
    return bits_to_f32(kept != x && x == x ? bits | 1 : bits);
}

/* The product of two f16 is exact in double, and so is its sum with a third but for bits that are
 * too far below to matter to more than the direction of rounding. */
static inline float fp_fma_f16(float a, float b, float c) { return fp_odd_f32((double)a * b + c); }

/* Truncated, saturated; NaN gives 0 (CDNA3 ISA guide, V_CVT_I32_F32, V_CVT_U32_F32). */
static inline int32_t fp_i32_of_f32(float x)
{
    float inside = x >= -0x1p31f && x < 0x1p31f ? x : 0;
    int32_t limit = x >= 0x1p31f ? INT32_MAX : x < -0x1p31f ? INT32_MIN : 0;
    return (int32_t)inside | limit;
}

static inline uint32_t fp_u32_of_f32(float x)
{
    float upper = x >= 0x1p31f ? 0x1p31f : 0;
    float inside = x > 0 && x < 0x1p32f ? x - upper : 0;
    uint32_t truncated = (uint32_t)(int32_t)inside ^ (x >= 0x1p31f ? 0x80000000 : 0);
    return x >= 0x1p32f ? UINT32_MAX : truncated;
}

static inline int32_t fp_i32_of_f64(double x)
{
    double inside = x >= -0x1p31 && x < 0x1p31 ? x : 0;
    int32_t limit = x >= 0x1p31 ? INT32_MAX : x < -0x1p31 ? INT32_MIN : 0;
    return (int32_t)inside | limit;
}

static inline uint32_t fp_u32_of_f64(double x)
{
    double inside = x > 0 && x < 0x1p32 ? x : 0;
    return x >= 0x1p32 ? UINT32_MAX : (uint32_t)(int64_t)inside;
}

#endif

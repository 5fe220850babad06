/* Vector conversions (CDNA3 ISA guide, "VOP1 instructions", "VOP3A and VOP3B instructions";
 * V_CVT_*).
 *
 * In the lists, x and y are the sources' bits, and the expression gives the result's.
 */
#include "emu/fp.h"

#include <math.h>

#define F32(x) bits_to_f32(x)
#define BITS(value) bits_of_f32(value)
#define H(x) bits_to_f32(fp_f32_of_f16(x))

/* 32 bits or fewer to 32 bits or fewer. */

/* CVT(name, source letter, kind of the result, expression) */
#define ONE_SOURCE(CVT)                                                                            \
    CVT(v_cvt_f32_i32, w, f32, BITS((float)(int32_t)x))                                            \
    CVT(v_cvt_f32_u32, w, f32, BITS((float)x))                                                     \
    CVT(v_cvt_f32_ubyte0, w, f32, BITS((float)(int32_t)(x & 0xff)))                                \
    CVT(v_cvt_f32_ubyte1, w, f32, BITS((float)(int32_t)(x >> 8 & 0xff)))                           \
    CVT(v_cvt_f32_ubyte2, w, f32, BITS((float)(int32_t)(x >> 16 & 0xff)))                          \
    CVT(v_cvt_f32_ubyte3, w, f32, BITS((float)(int32_t)(x >> 24)))                                 \
    CVT(v_cvt_off_f32_i4, w, f32, BITS((float)bits_sign_extend(x & 15, 4) * 0.0625f))              \
    CVT(v_cvt_f32_f16, h, f32, fp_f32_of_f16(x))                                                   \
    CVT(v_cvt_f16_f32, f, f16, fp_f16_of_f32(x))                                                   \
    CVT(v_cvt_f16_u16, h, f16, fp_f16_of_f32(BITS((float)(int32_t)(x & 0xffff))))                  \
    CVT(v_cvt_f16_i16, h, f16, fp_f16_of_f32(BITS((float)(int16_t)x)))                             \
    CVT(v_cvt_i32_f32, f, int, (uint32_t)fp_i32_of_f32(F32(x)))                                    \
    CVT(v_cvt_u32_f32, f, int, fp_u32_of_f32(F32(x)))                                              \
    CVT(v_cvt_flr_i32_f32, f, int, (uint32_t)fp_i32_of_f32(floorf(F32(x))))                        \
    CVT(v_cvt_rpi_i32_f32, f, int, (uint32_t)fp_i32_of_f32(floorf(F32(x) + 0.5f)))                 \
    CVT(v_cvt_norm_i16_f16, h, int, snorm(H(x)))                                                   \
    CVT(v_cvt_norm_u16_f16, h, int, unorm(H(x)))                                                   \
    CVT(v_cvt_f32_fp8, w, f32, fp_f32_of_fp8(x))                                                   \
    CVT(v_cvt_f32_bf8, w, f32, fp_f32_of_bf8(x))                                                   \
    CVT(v_cvt_u16_f16, h, int, to_u16(H(x)))                                                       \
    CVT(v_cvt_i16_f16, h, int, to_i16(H(x)))

/* -1..1 to -32767..32767 and 0..1 to 0..65535; NaN gives 0. Rounding to the nearest even is a
 * guess: the guide names the functions f32_to_snorm and f32_to_unorm and leaves it there. */
static inline uint32_t snorm(float x)
{
    float inside = x >= 1 ? 1 : x >= -1 ? x : x < -1 ? -1 : 0;
    return (uint32_t)(int32_t)rint((double)inside * 32767) & 0xffff;
}

static inline uint32_t unorm(float x)
{
    float inside = x >= 1 ? 1 : x > 0 ? x : 0;
    return (uint32_t)(int32_t)rint((double)inside * 65535);
}

static inline uint32_t to_u16(float x)
{
    int32_t whole = fp_i32_of_f32(x); /* NaN is 0 already */
    return (uint32_t)(whole < 0 ? 0 : whole > 0xffff ? 0xffff : whole);
}

static inline uint32_t to_i16(float x)
{
    int32_t whole = fp_i32_of_f32(x);
    whole = whole < -0x8000 ? -0x8000 : whole > 0x7fff ? 0x7fff : whole;
    return (uint32_t)whole & 0xffff;
}

#define src_f fp_src_f32
#define src_w emu_src
#define src_h emu_src
#define dst_f32 fp_dst_f32
#define dst_f16 fp_dst_f16
#define dst_int(w, in, r) emu_dst(w, in, 0, r)

#define DEFINE(name, letter, kind, expression)                                                     \
    static void name(struct emu_wave *w, const struct emu_insn *in)                                \
    {                                                                                              \
        LANES_U32(storage);                                                                        \
        LANES_U32(r);                                                                              \
        const uint32_t *source = src_##letter(w, in, 1, storage);                                  \
        FOR_LANES(l)                                                                               \
        {                                                                                          \
            uint32_t x = source[l];                                                                \
            r[l] = expression;                                                                     \
        }                                                                                          \
        dst_##kind(w, in, r);                                                                      \
    }
ONE_SOURCE(DEFINE)
#undef DEFINE

/* Two sources into two halves. */

#define HALVES(lo, hi) ((lo) | (hi) << 16)
#define TWO_SOURCES(CVT)                                                                           \
    CVT(v_cvt_pkrtz_f16_f32, f, HALVES(fp_f16_of_f32_rtz(x), fp_f16_of_f32_rtz(y)))                \
    CVT(v_cvt_pknorm_i16_f32, f, HALVES(snorm(F32(x)), snorm(F32(y))))                             \
    CVT(v_cvt_pknorm_u16_f32, f, HALVES(unorm(F32(x)), unorm(F32(y))))                             \
    CVT(v_cvt_pknorm_i16_f16, h, HALVES(snorm(H(x)), snorm(H(y))))                                 \
    CVT(v_cvt_pknorm_u16_f16, h, HALVES(unorm(H(x)), unorm(H(y))))                                 \
    CVT(v_cvt_pk_u16_u32, w, HALVES(x > 0xffff ? 0xffff : x, y > 0xffff ? 0xffff : y))             \
    CVT(v_cvt_pk_i16_i32, w, HALVES(saturate_i16(x), saturate_i16(y)))

static inline uint32_t saturate_i16(uint32_t x)
{
    int32_t value = (int32_t)x;
    return (uint32_t)(value < -0x8000 ? -0x8000 : value > 0x7fff ? 0x7fff : value) & 0xffff;
}

#define DEFINE(name, letter, expression)                                                           \
    static void name(struct emu_wave *w, const struct emu_insn *in)                                \
    {                                                                                              \
        LANES_U32(storage_x);                                                                      \
        LANES_U32(storage_y);                                                                      \
        LANES_U32(r);                                                                              \
        const uint32_t *source_x = src_##letter(w, in, 1, storage_x);                              \
        const uint32_t *source_y = src_##letter(w, in, 2, storage_y);                              \
        FOR_LANES(l)                                                                               \
        {                                                                                          \
            uint32_t x = source_x[l], y = source_y[l];                                             \
            r[l] = expression;                                                                     \
        }                                                                                          \
        emu_dst(w, in, 0, r);                                                                      \
    }
TWO_SOURCES(DEFINE)
#undef DEFINE

/* To and from f64. */

#define FROM_F64(CVT)                                                                              \
    CVT(v_cvt_i32_f64, int, (uint32_t)fp_i32_of_f64(x))                                            \
    CVT(v_cvt_u32_f64, int, fp_u32_of_f64(x))                                                      \
    CVT(v_cvt_f32_f64, f32, BITS((float)x))

#define TO_F64(CVT)                                                                                \
    CVT(v_cvt_f64_i32, w, (double)(int32_t)x)                                                      \
    CVT(v_cvt_f64_u32, w, (double)x)                                                               \
    CVT(v_cvt_f64_f32, f, (double)F32(x))

#define DEFINE(name, kind, expression)                                                             \
    static void name(struct emu_wave *w, const struct emu_insn *in)                                \
    {                                                                                              \
        LANES_U64(source);                                                                         \
        LANES_U32(r);                                                                              \
        emu_src64(w, in, 1, source);                                                               \
        FOR_LANES(l)                                                                               \
        {                                                                                          \
            double x = bits_to_f64(source[l]);                                                     \
            r[l] = expression;                                                                     \
        }                                                                                          \
        dst_##kind(w, in, r);                                                                      \
    }
FROM_F64(DEFINE)
#undef DEFINE

#define DEFINE(name, letter, expression)                                                           \
    static void name(struct emu_wave *w, const struct emu_insn *in)                                \
    {                                                                                              \
        LANES_U32(storage);                                                                        \
        LANES_U64(r);                                                                              \
        const uint32_t *source = src_##letter(w, in, 1, storage);                                  \
        FOR_LANES(l)                                                                               \
        {                                                                                          \
            uint32_t x = source[l];                                                                \
            r[l] = bits_of_f64(expression);                                                        \
        }                                                                                          \
        fp_dst_f64(w, in, r);                                                                      \
    }
TO_F64(DEFINE)
#undef DEFINE

/* Fp8 and bf8 (the FNUZ kinds on gfx942). */

/* V_CVT_PK_FP8_F32, V_CVT_PK_BF8_F32: two bytes into the half of the destination that op_sel's
 * third element names; the other half stays. */
#define DEFINE(format)                                                                             \
    static void v_cvt_pk_##format##_f32(struct emu_wave *w, const struct emu_insn *in)             \
    {                                                                                              \
        LANES_U32(storage_x);                                                                      \
        LANES_U32(storage_y);                                                                      \
        LANES_U32(r);                                                                              \
        const uint32_t *x = fp_src_f32(w, in, 1, storage_x);                                       \
        const uint32_t *y = fp_src_f32(w, in, 2, storage_y);                                       \
        const uint32_t *old = fp_old(w, in, 0);                                                    \
        const bool saturate = w->mode & FP_FP16_OVFL;                                              \
        const unsigned shift = in->op_sel & 4 ? 16 : 0;                                            \
        const uint32_t kept = 0xffff0000 >> shift;                                                 \
        FOR_LANES(l)                                                                               \
        {                                                                                          \
            uint32_t pair =                                                                        \
                fp_##format##_of_f32(x[l], saturate) | fp_##format##_of_f32(y[l], saturate) << 8;  \
            r[l] = (old[l] & kept) | pair << shift;                                                \
        }                                                                                          \
        emu_dst(w, in, 0, r);                                                                      \
    }
DEFINE(fp8)
DEFINE(bf8)
#undef DEFINE

/* V_CVT_SR_FP8_F32, V_CVT_SR_BF8_F32: rounded up with the probability that the random bits of S1
 * give, into the byte that op_sel's third and fourth elements name; the others stay. */
#define DEFINE(format)                                                                             \
    static void v_cvt_sr_##format##_f32(struct emu_wave *w, const struct emu_insn *in)             \
    {                                                                                              \
        LANES_U32(storage_x);                                                                      \
        LANES_U32(storage_y);                                                                      \
        LANES_U32(r);                                                                              \
        const uint32_t *x = fp_src_f32(w, in, 1, storage_x);                                       \
        const uint32_t *random = emu_src(w, in, 2, storage_y);                                     \
        const uint32_t *old = fp_old(w, in, 0);                                                    \
        const bool saturate = w->mode & FP_FP16_OVFL;                                              \
        const unsigned shift = 8u * (in->op_sel >> 2 & 3);                                         \
        FOR_LANES(l)                                                                               \
        {                                                                                          \
            uint32_t code = fp_##format##_of_f32_random(x[l], random[l], saturate);                \
            r[l] = (old[l] & ~(0xffu << shift)) | code << shift;                                   \
        }                                                                                          \
        emu_dst(w, in, 0, r);                                                                      \
    }
DEFINE(fp8)
DEFINE(bf8)
#undef DEFINE

/* V_CVT_PK_F32_FP8, V_CVT_PK_F32_BF8: the bytes of S0's low half, or of the one that SDWA selects.
 */
#define DEFINE(format)                                                                             \
    static void v_cvt_pk_f32_##format(struct emu_wave *w, const struct emu_insn *in)               \
    {                                                                                              \
        LANES_U32(storage);                                                                        \
        LANES_U32(lo);                                                                             \
        LANES_U32(hi);                                                                             \
        const uint32_t *x = emu_src(w, in, 1, storage);                                            \
        FOR_LANES(l)                                                                               \
        {                                                                                          \
            lo[l] = fp_f32_of_##format(x[l]);                                                      \
            hi[l] = fp_f32_of_##format(x[l] >> 8);                                                 \
        }                                                                                          \
        emu_dst_dword(w, in, 0, 0, lo);                                                            \
        emu_dst_dword(w, in, 0, 1, hi);                                                            \
    }
DEFINE(fp8)
DEFINE(bf8)
#undef DEFINE

/* Bytes and halves. */

/* S0 as a byte into byte S1[1:0] of S2. That it is truncated, as V_CVT_U32_F32 does, is a guess:
 * the guide says f32_to_u8. */
static void v_cvt_pk_u8_f32(struct emu_wave *w, const struct emu_insn *in)
{
    LANES_U32(storage_x);
    LANES_U32(storage_y);
    LANES_U32(storage_z);
    LANES_U32(r);
    const uint32_t *x = fp_src_f32(w, in, 1, storage_x);
    const uint32_t *byte = emu_src(w, in, 2, storage_y);
    const uint32_t *rest = emu_src(w, in, 3, storage_z);
    FOR_LANES(l)
    {
        uint32_t value = fp_u32_of_f32(F32(x[l])), shift = 8 * (byte[l] & 3);
        value = value > 0xff ? 0xff : value;
        r[l] = (rest[l] & ~(0xffu << shift)) | value << shift;
    }
    emu_dst(w, in, 0, r);
}

static void v_pack_b32_f16(struct emu_wave *w, const struct emu_insn *in)
{
    LANES_U32(storage_x);
    LANES_U32(storage_y);
    LANES_U32(r);
    const uint32_t *x = emu_src(w, in, 1, storage_x);
    const uint32_t *y = emu_src(w, in, 2, storage_y);
    FOR_LANES(l) r[l] = (x[l] & 0xffff) | y[l] << 16;
    emu_dst(w, in, 0, r);
}

/* The table. */

#define LETTERS_f "ww"
#define LETTERS_w "ww"
#define LETTERS_h "wh"
#define PAIR_f "www"
#define PAIR_w "www"
#define PAIR_h "whh"
#define FLAGS_f32 EMU_TAKES_CLAMP
#define FLAGS_f16 EMU_TAKES_CLAMP
#define FLAGS_int 0

#define ROW_ONE(name, letter, kind, expression) {#name, LETTERS_##letter, name, FLAGS_##kind},
#define ROW_TWO(name, letter, expression) {#name, PAIR_##letter, name, 0},
#define ROW_FROM_F64(name, kind, expression) {#name, "wd", name, FLAGS_##kind},
#define ROW_TO_F64(name, letter, expression) {#name, "dw", name, EMU_TAKES_CLAMP},

const struct emu_row EMU_ROWS(vcvt)[] = {
    /* clang-format off */
    ONE_SOURCE(ROW_ONE)
    TWO_SOURCES(ROW_TWO)
    FROM_F64(ROW_FROM_F64)
    TO_F64(ROW_TO_F64)
    {"v_cvt_pk_fp8_f32", "www", v_cvt_pk_fp8_f32, 0},
    {"v_cvt_pk_bf8_f32", "www", v_cvt_pk_bf8_f32, 0},
    {"v_cvt_sr_fp8_f32", "www", v_cvt_sr_fp8_f32, 0},
    {"v_cvt_sr_bf8_f32", "www", v_cvt_sr_bf8_f32, 0},
    {"v_cvt_pk_f32_fp8", "Pw", v_cvt_pk_f32_fp8, 0},
    {"v_cvt_pk_f32_bf8", "Pw", v_cvt_pk_f32_bf8, 0},
    {"v_cvt_pk_u8_f32", "wwww", v_cvt_pk_u8_f32, 0},
    {"v_pack_b32_f16", "whh", v_pack_b32_f16, 0},
    {0},
    /* clang-format on */
};

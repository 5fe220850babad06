/* Handlers of floating-point instructions written as one expression.
 *
 * FP_n(name, T, expr) defines the handler `name` with n sources of type T: f16, f32 or f64. In the
 * expression `a`, `b` and `c` are the values (float for f16, else of T's own type) and the result
 * is rounded to T. FP_BITS_n(name, T, expr) is the same on bits `x`, `y` and `z`, for operations
 * that look at them; `ieee` says whether MODE.IEEE is set.
 */
#ifndef EMU_FPOP_H
#define EMU_FPOP_H

#include "emu/fp.h"

/* The types. */

#define FP_WORD_f16 uint32_t
#define FP_WORD_f32 uint32_t
#define FP_WORD_f64 uint64_t
#define FP_VALUE_f16 float
#define FP_VALUE_f32 float
#define FP_VALUE_f64 double

#define FP_DECODE_f16(x) fp_value_of_f16(x)
#define FP_DECODE_f32(x) bits_to_f32(x)
#define FP_DECODE_f64(x) bits_to_f64(x)
#define FP_ENCODE_f16(value) fp_f16_of_f32(bits_of_f32(value))
#define FP_ENCODE_f32(value) bits_of_f32(value)
#define FP_ENCODE_f64(value) bits_of_f64(value)
#define FP_IS_NAN_f16 fp_is_nan16
#define FP_IS_NAN_f32 fp_is_nan32
#define FP_IS_NAN_f64 fp_is_nan64

#define FP_BITS_OF_f16(word) ((word)&0xffff)
#define FP_BITS_OF_f32(word) (word)
#define FP_BITS_OF_f64(word) (word)

static inline float fp_value_of_f16(uint32_t x) { return bits_to_f32(fp_f32_of_f16(x)); }

/* Declares the lanes of a source, or of a result. */
#define FP_SOURCE_f16(name, n)                                                                     \
    LANES_U32(name##_storage);                                                                     \
    const uint32_t *name = emu_src(w, in, n, name##_storage)
#define FP_SOURCE_f32(name, n)                                                                     \
    LANES_U32(name##_storage);                                                                     \
    const uint32_t *name = fp_src_f32(w, in, n, name##_storage)
#define FP_SOURCE_f64(name, n)                                                                     \
    LANES_U64(name);                                                                               \
    emu_src64(w, in, n, name)
#define FP_RESULT_f16(name) LANES_U32(name)
#define FP_RESULT_f32(name) LANES_U32(name)
#define FP_RESULT_f64(name) LANES_U64(name)

/* The destination as a source of accumulating instructions. */
#define FP_ACCUMULATOR_f32(name) const uint32_t *name = fp_old(w, in, 0)
#define FP_ACCUMULATOR_f64(name)                                                                   \
    LANES_U64(name);                                                                               \
    const uint32_t *name##_lo = fp_old(w, in, 0), *name##_hi = fp_old(w, in, 1);                   \
    FOR_LANES(l) name[l] = name##_lo[l] | (uint64_t)name##_hi[l] << 32

/* The handlers. */

/* NaNs are rare: the loop only notes that there are some. */
#define FP_EVALUATE(T, A, B, C, expr)                                                              \
    FP_RESULT_##T(r);                                                                              \
    FP_WORD_##T n_nans = 0;                                                                        \
    FOR_LANES(l)                                                                                   \
    {                                                                                              \
        const FP_VALUE_##T a = FP_DECODE_##T(A[l]), b = FP_DECODE_##T(B[l]),                       \
                           c = FP_DECODE_##T(C[l]);                                                \
        (void)b;                                                                                   \
        (void)c;                                                                                   \
        r[l] = FP_ENCODE_##T(expr);                                                                \
        n_nans += FP_IS_NAN_##T(r[l]);                                                             \
    }                                                                                              \
    if (__builtin_expect(n_nans != 0, 0))                                                          \
    fp_name_nans_##T(r, A, B, C)

#define FP_HANDLER(name) static void name(struct emu_wave *w, const struct emu_insn *in)

#define FP_1(name, T, expr)                                                                        \
    FP_HANDLER(name)                                                                               \
    {                                                                                              \
        FP_SOURCE_##T(from_a, 1);                                                                  \
        FP_EVALUATE(T, from_a, from_a, from_a, expr);                                              \
        fp_dst_##T(w, in, r);                                                                      \
    }
#define FP_2(name, T, expr)                                                                        \
    FP_HANDLER(name)                                                                               \
    {                                                                                              \
        FP_SOURCE_##T(from_a, 1);                                                                  \
        FP_SOURCE_##T(from_b, 2);                                                                  \
        FP_EVALUATE(T, from_a, from_b, from_b, expr);                                              \
        fp_dst_##T(w, in, r);                                                                      \
    }
#define FP_3(name, T, expr)                                                                        \
    FP_HANDLER(name)                                                                               \
    {                                                                                              \
        FP_SOURCE_##T(from_a, 1);                                                                  \
        FP_SOURCE_##T(from_b, 2);                                                                  \
        FP_SOURCE_##T(from_c, 3);                                                                  \
        FP_EVALUATE(T, from_a, from_b, from_c, expr);                                              \
        fp_dst_##T(w, in, r);                                                                      \
    }
/* c is the destination. */
#define FP_ACCUMULATE(name, T, expr)                                                               \
    FP_HANDLER(name)                                                                               \
    {                                                                                              \
        FP_SOURCE_##T(from_a, 1);                                                                  \
        FP_SOURCE_##T(from_b, 2);                                                                  \
        FP_ACCUMULATOR_##T(from_c);                                                                \
        FP_EVALUATE(T, from_a, from_b, from_c, expr);                                              \
        fp_dst_##T(w, in, r);                                                                      \
    }

#define FP_EVALUATE_BITS(T, X, Y, Z, expr)                                                         \
    FP_RESULT_##T(r);                                                                              \
    const bool ieee = w->mode & FP_IEEE;                                                           \
    (void)ieee;                                                                                    \
    FOR_LANES(l)                                                                                   \
    {                                                                                              \
        const FP_WORD_##T x = FP_BITS_OF_##T(X[l]), y = FP_BITS_OF_##T(Y[l]),                      \
                          z = FP_BITS_OF_##T(Z[l]);                                                \
        (void)y;                                                                                   \
        (void)z;                                                                                   \
        r[l] = expr;                                                                               \
    }

#define FP_BITS_1(name, T, expr)                                                                   \
    FP_HANDLER(name)                                                                               \
    {                                                                                              \
        FP_SOURCE_##T(from_x, 1);                                                                  \
        FP_EVALUATE_BITS(T, from_x, from_x, from_x, expr)                                          \
        fp_dst_##T(w, in, r);                                                                      \
    }
#define FP_BITS_2(name, T, expr)                                                                   \
    FP_HANDLER(name)                                                                               \
    {                                                                                              \
        FP_SOURCE_##T(from_x, 1);                                                                  \
        FP_SOURCE_##T(from_y, 2);                                                                  \
        FP_EVALUATE_BITS(T, from_x, from_y, from_y, expr)                                          \
        fp_dst_##T(w, in, r);                                                                      \
    }
#define FP_BITS_3(name, T, expr)                                                                   \
    FP_HANDLER(name)                                                                               \
    {                                                                                              \
        FP_SOURCE_##T(from_x, 1);                                                                  \
        FP_SOURCE_##T(from_y, 2);                                                                  \
        FP_SOURCE_##T(from_z, 3);                                                                  \
        FP_EVALUATE_BITS(T, from_x, from_y, from_z, expr)                                          \
        fp_dst_##T(w, in, r);                                                                      \
    }

/* Rows. */

/* Sources and result of type T; constants mean what they mean in T. */
#define FP_LETTERS_1_f16 "hh"
#define FP_LETTERS_1_f32 "ww"
#define FP_LETTERS_1_f64 "dd"
#define FP_LETTERS_2_f16 "hhh"
#define FP_LETTERS_2_f32 "www"
#define FP_LETTERS_2_f64 "ddd"
#define FP_LETTERS_3_f16 "hhhh"
#define FP_LETTERS_3_f32 "wwww"
#define FP_LETTERS_3_f64 "dddd"
#define FP_ROW_1(name, T, expr) {#name, FP_LETTERS_1_##T, name, EMU_TAKES_CLAMP},
#define FP_ROW_2(name, T, expr) {#name, FP_LETTERS_2_##T, name, EMU_TAKES_CLAMP},
#define FP_ROW_3(name, T, expr) {#name, FP_LETTERS_3_##T, name, EMU_TAKES_CLAMP},

#endif

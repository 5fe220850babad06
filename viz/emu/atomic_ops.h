/* What atomics do to memory, for those of LDS (op_ds.c) and of global memory (op_atomic.c).
 *
 * A line is OP(operation, type, name in flat_ and global_ instructions, new value): `old` is what
 * memory holds, `data` and `data2` are the instruction's. The same pseudo-code as in the CDNA3 ISA
 * guide's "LDS & GDS Instructions" and "FLAT, Scratch and Global Instructions".
 */
#ifndef EMU_ATOMIC_OPS_H
#define EMU_ATOMIC_OPS_H

#include <math.h>

#include "base/numfmt.h"
#include "emu/op.h"

#define EMU_ATOMICS_32(OP)                                                                         \
    OP(add, u32, add, old + data)                                                                  \
    OP(sub, u32, sub, old - data)                                                                  \
    OP(inc, u32, inc, old >= data ? 0 : old + 1)                                                   \
    OP(dec, u32, dec, old == 0 || old > data ? data : old - 1)                                     \
    OP(min, i32, smin, (int32_t)data < (int32_t)old ? data : old)                                  \
    OP(max, i32, smax, (int32_t)data > (int32_t)old ? data : old)                                  \
    OP(min, u32, umin, data < old ? data : old)                                                    \
    OP(max, u32, umax, data > old ? data : old)                                                    \
    OP(and, b32, and, old &data)                                                                   \
    OP(or, b32, or, old | data)                                                                    \
    OP(xor, b32, xor, old ^ data)                                                                  \
    OP(add, f32, add_f32, bits_of_f32(bits_to_f32(old) + bits_to_f32(data)))                       \
    OP(pk_add, f16, pk_add_f16, emu_add_halves(old, data, numfmt_decode_f16, numfmt_encode_f16))   \
    OP(pk_add, bf16, pk_add_bf16, emu_add_halves(old, data, numfmt_decode_bf16, numfmt_encode_bf16))

#define EMU_ATOMICS_64(OP)                                                                         \
    OP(add, u64, add_x2, old + data)                                                               \
    OP(sub, u64, sub_x2, old - data)                                                               \
    OP(inc, u64, inc_x2, old >= data ? 0 : old + 1)                                                \
    OP(dec, u64, dec_x2, old == 0 || old > data ? data : old - 1)                                  \
    OP(min, i64, smin_x2, (int64_t)data < (int64_t)old ? data : old)                               \
    OP(max, i64, smax_x2, (int64_t)data > (int64_t)old ? data : old)                               \
    OP(min, u64, umin_x2, data < old ? data : old)                                                 \
    OP(max, u64, umax_x2, data > old ? data : old)                                                 \
    OP(and, b64, and_x2, old &data)                                                                \
    OP(or, b64, or_x2, old | data)                                                                 \
    OP(xor, b64, xor_x2, old ^ data)                                                               \
    OP(add, f64, add_f64, bits_of_f64(bits_to_f64(old) + bits_to_f64(data)))                       \
    OP(min, f64, min_f64, emu_lesser_f64(old, data))                                               \
    OP(max, f64, max_f64, emu_greater_f64(old, data))

/* Only in LDS. */
#define EMU_DS_ATOMICS_32(OP)                                                                      \
    OP(rsub, u32, , data - old)                                                                    \
    OP(min, f32, , emu_lesser_f32(old, data))                                                      \
    OP(max, f32, , emu_greater_f32(old, data))
#define EMU_DS_ATOMICS_64(OP) OP(rsub, u64, , data - old)

/* Two values from the instruction. */
#define EMU_DS_ATOMICS2_32(OP)                                                                     \
    OP(cmpst, b32, , old == data ? data2 : old)                                                    \
    OP(cmpst, f32, , bits_to_f32(old) == bits_to_f32(data) ? data2 : old)                          \
    OP(mskor, b32, , (old & ~data) | data2)
#define EMU_DS_ATOMICS2_64(OP)                                                                     \
    OP(cmpst, b64, , old == data ? data2 : old)                                                    \
    OP(cmpst, f64, , bits_to_f64(old) == bits_to_f64(data) ? data2 : old)                          \
    OP(mskor, b64, , (old & ~data) | data2)

/* Sums of f16 or bf16 pairs. A sum of two of them in f32 rounds to the same half as the exact one:
 * 24 bits are more than twice their 11 or 8, and two. */
static inline uint32_t emu_add_halves(uint32_t a, uint32_t b, float decode(uint16_t),
                                      uint16_t encode(float, enum numfmt_overflow))
{
    float low = decode((uint16_t)a) + decode((uint16_t)b);
    float high = decode((uint16_t)(a >> 16)) + decode((uint16_t)(b >> 16));
    return encode(low, NUMFMT_INFINITE) | (uint32_t)encode(high, NUMFMT_INFINITE) << 16;
}

/* IEEE minNum and maxNum: of a number and a NaN the number; -0 is below +0. */
#define EMU_MIN_MAX(bits)                                                                          \
    static inline uint##bits##_t emu_lesser_f##bits(uint##bits##_t a, uint##bits##_t b)            \
    {                                                                                              \
        if (bits_to_f##bits(a) == bits_to_f##bits(b))                                              \
            return a | b; /* equal but for the sign of zero */                                     \
        return isnan(bits_to_f##bits(b)) || bits_to_f##bits(a) < bits_to_f##bits(b) ? a : b;       \
    }                                                                                              \
    static inline uint##bits##_t emu_greater_f##bits(uint##bits##_t a, uint##bits##_t b)           \
    {                                                                                              \
        if (bits_to_f##bits(a) == bits_to_f##bits(b))                                              \
            return a & b;                                                                          \
        return isnan(bits_to_f##bits(b)) || bits_to_f##bits(a) > bits_to_f##bits(b) ? a : b;       \
    }
EMU_MIN_MAX(32)
EMU_MIN_MAX(64)

typedef uint32_t emu_atomic_32(uint32_t old, uint32_t data, uint32_t data2);
typedef uint64_t emu_atomic_64(uint64_t old, uint64_t data, uint64_t data2);

#define EMU_DEFINE_32(op, type, flat, value)                                                       \
    static inline uint32_t emu_##op##_##type(uint32_t old, uint32_t data, uint32_t data2)          \
    {                                                                                              \
        (void)old, (void)data, (void)data2;                                                        \
        return value;                                                                              \
    }
#define EMU_DEFINE_64(op, type, flat, value)                                                       \
    static inline uint64_t emu_##op##_##type(uint64_t old, uint64_t data, uint64_t data2)          \
    {                                                                                              \
        (void)old, (void)data, (void)data2;                                                        \
        return value;                                                                              \
    }

#endif

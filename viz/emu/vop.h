/* Handlers of vector instructions written as one expression.
 *
 * VOP_n(name, T, R, expr) defines the handler `name` with n sources. In the expression `a`, `b` and
 * `c` are the sources of this lane as type T, and `l` is the lane; the result is converted to R and
 * fills the destination register. Sources are whole registers: T says how many low bits count.
 */
#ifndef EMU_VOP_H
#define EMU_VOP_H

#include "emu/op.h"

#define VOP_1(name, T, R, expr)                                                                    \
    static void name(struct emu_wave *w, const struct emu_insn *in)                                \
    {                                                                                              \
        LANES_U32(a_storage);                                                                      \
        LANES_U32(result);                                                                         \
        const uint32_t *from_a = emu_src(w, in, 1, a_storage);                                     \
        FOR_LANES(l)                                                                               \
        {                                                                                          \
            T a = (T)from_a[l];                                                                    \
            result[l] = (uint32_t)(R)(expr);                                                       \
        }                                                                                          \
        emu_dst(w, in, 0, result);                                                                 \
    }

#define VOP_2(name, T, R, expr)                                                                    \
    static void name(struct emu_wave *w, const struct emu_insn *in)                                \
    {                                                                                              \
        LANES_U32(a_storage);                                                                      \
        LANES_U32(b_storage);                                                                      \
        LANES_U32(result);                                                                         \
        const uint32_t *from_a = emu_src(w, in, 1, a_storage);                                     \
        const uint32_t *from_b = emu_src(w, in, 2, b_storage);                                     \
        FOR_LANES(l)                                                                               \
        {                                                                                          \
            T a = (T)from_a[l], b = (T)from_b[l];                                                  \
            result[l] = (uint32_t)(R)(expr);                                                       \
        }                                                                                          \
        emu_dst(w, in, 0, result);                                                                 \
    }

#define VOP_3(name, T, R, expr)                                                                    \
    static void name(struct emu_wave *w, const struct emu_insn *in)                                \
    {                                                                                              \
        LANES_U32(a_storage);                                                                      \
        LANES_U32(b_storage);                                                                      \
        LANES_U32(c_storage);                                                                      \
        LANES_U32(result);                                                                         \
        const uint32_t *from_a = emu_src(w, in, 1, a_storage);                                     \
        const uint32_t *from_b = emu_src(w, in, 2, b_storage);                                     \
        const uint32_t *from_c = emu_src(w, in, 3, c_storage);                                     \
        FOR_LANES(l)                                                                               \
        {                                                                                          \
            T a = (T)from_a[l], b = (T)from_b[l], c = (T)from_c[l];                                \
            result[l] = (uint32_t)(R)(expr);                                                       \
        }                                                                                          \
        emu_dst(w, in, 0, result);                                                                 \
    }

/* What the expressions use. */

#define MIN(x, y) ((x) < (y) ? (x) : (y))
#define MAX(x, y) ((x) > (y) ? (x) : (y))
#define MED3(x, y, z) MAX(MIN(x, y), MIN(MAX(x, y), z))
#define CLAMP(x, low, high) MAX(low, MIN(x, high))

static inline uint32_t byte(uint32_t x, int n) { return x >> (8 * n) & 0xff; }

static inline uint32_t difference(uint32_t x, uint32_t y) { return x > y ? x - y : y - x; }

static inline uint32_t sad_u8(uint32_t x, uint32_t y)
{
    uint32_t sum = 0;
    for (int n = 0; n < 4; n++)
        sum += difference(byte(x, n), byte(y, n));
    return sum;
}

/* Bytes that are 0 in the reference y do not count. */
static inline uint32_t masked_sad_u8(uint32_t x, uint32_t y)
{
    uint32_t sum = 0;
    for (int n = 0; n < 4; n++)
        sum += byte(y, n) ? difference(byte(x, n), byte(y, n)) : 0;
    return sum;
}

#endif

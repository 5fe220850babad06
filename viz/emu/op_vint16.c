/* Vector integer arithmetic on 16 bits.
 *
 * The upper half of the destination: gfx9's VOP1 and VOP2 instructions write zeros there, those
 * that are VOP3 alone keep it and may write it instead of the lower one by op_sel (LLVM,
 * GCNSubtarget::zeroesHigh16BitsOfDest).
 */
#include "emu/vop.h"

#define I16(x) ((int16_t)(x))
#define I64(x) ((int64_t)(x))

/* The upper half becomes 0. */

#define ZEROING(OP)                                                                                \
    OP(v_subrev_u16, b - a)                                                                        \
    OP(v_mul_lo_u16, (uint32_t)a *b)                                                               \
    OP(v_lshlrev_b16, b << (a & 15))                                                               \
    OP(v_lshrrev_b16, b >> (a & 15))                                                               \
    OP(v_ashrrev_i16, I16(b) >> (a & 15))                                                          \
    OP(v_max_u16, MAX(a, b))                                                                       \
    OP(v_min_u16, MIN(a, b))                                                                       \
    OP(v_max_i16, MAX(I16(a), I16(b)))                                                             \
    OP(v_min_i16, MIN(I16(a), I16(b)))

#define ZEROING_SUMS(OP)                                                                           \
    OP(v_add_u16, a + b, MIN(a + b, 0xffff))                                                       \
    OP(v_sub_u16, a - b, MAX(a - b, 0))

#define HANDLER_ZEROING(name, expr) VOP_2(name, uint16_t, uint16_t, expr)
#define HANDLER_ZEROING_SUM(name, expr, saturated)                                                 \
    HANDLER_ZEROING(name##_wrapping, expr)                                                         \
    HANDLER_ZEROING(name##_saturating, saturated)                                                  \
    static void name(struct emu_wave *w, const struct emu_insn *in)                                \
    {                                                                                              \
        if (in->clamp)                                                                             \
            name##_saturating(w, in);                                                              \
        else                                                                                       \
            name##_wrapping(w, in);                                                                \
    }
ZEROING(HANDLER_ZEROING)
ZEROING_SUMS(HANDLER_ZEROING_SUM)

/* The opcodes that gfx8 had; LLVM prints them as "legacy" where gfx9 has a successor. */
#define LEGACY(OP)                                                                                 \
    OP(v_mad_legacy_u16, (uint32_t)a *b + c)                                                       \
    OP(v_mad_legacy_i16, (uint32_t)a *b + c)

#define HANDLER_LEGACY(name, expr) VOP_3(name, uint16_t, uint16_t, expr)
LEGACY(HANDLER_LEGACY)

/* 16-bit factors, 32-bit sums. */

VOP_3(v_mad_u32_u16, uint32_t, uint32_t, (a & 0xffff) * (b & 0xffff) + c)
VOP_3(v_mad_i32_i16, uint32_t, uint32_t, (uint32_t)(I16(a) * I16(b)) + c)

/* The other half is kept. */

#define SATURATE_I16(x) CLAMP(x, INT16_MIN, INT16_MAX)
#define SATURATE_U16(x) CLAMP(x, 0, UINT16_MAX)

#define MIN3(x, y, z) MIN(MIN(x, y), z)
#define MAX3(x, y, z) MAX(MAX(x, y), z)

/* The sum or choice before and after clamp. */
#define KEEPING(OP)                                                                                \
    OP(v_add_i16, "hhh", I16(a) + I16(b), SATURATE_I16)                                            \
    OP(v_sub_i16, "hhh", I16(a) - I16(b), SATURATE_I16)                                            \
    OP(v_mad_u16, "hhhh", I64(a) * b + c, SATURATE_U16)                                            \
    OP(v_mad_i16, "hhhh", I64(I16(a)) * I16(b) + I16(c), SATURATE_I16)                             \
    OP(v_min3_u16, "hhhh", MIN3(a, b, c), SATURATE_U16)                                            \
    OP(v_max3_u16, "hhhh", MAX3(a, b, c), SATURATE_U16)                                            \
    OP(v_med3_u16, "hhhh", MED3(a, b, c), SATURATE_U16)                                            \
    OP(v_min3_i16, "hhhh", MIN3(I16(a), I16(b), I16(c)), SATURATE_I16)                             \
    OP(v_max3_i16, "hhhh", MAX3(I16(a), I16(b), I16(c)), SATURATE_I16)                             \
    OP(v_med3_i16, "hhhh", MED3(I16(a), I16(b), I16(c)), SATURATE_I16)

#define HANDLER_KEEPING(name, letters, expr, saturate)                                             \
    static void name(struct emu_wave *w, const struct emu_insn *in)                                \
    {                                                                                              \
        LANES_U32(a_storage);                                                                      \
        LANES_U32(b_storage);                                                                      \
        LANES_U32(c_storage) = {0};                                                                \
        LANES_U32(result);                                                                         \
        const uint32_t *from_a = emu_src(w, in, 1, a_storage);                                     \
        const uint32_t *from_b = emu_src(w, in, 2, b_storage);                                     \
        const uint32_t *from_c = sizeof letters > 4 ? emu_src(w, in, 3, c_storage) : c_storage;    \
        bool clamp = in->clamp;                                                                    \
        FOR_LANES(l)                                                                               \
        {                                                                                          \
            uint16_t a = (uint16_t)from_a[l], b = (uint16_t)from_b[l], c = (uint16_t)from_c[l];    \
            (void)c;                                                                               \
            int64_t exact = expr, saturated = saturate(exact);                                     \
            result[l] = (uint16_t)(clamp ? saturated : exact);                                     \
        }                                                                                          \
        emu_dst_half(w, in, 0, result);                                                            \
    }
KEEPING(HANDLER_KEEPING)

#define ROW_ZEROING(name, expr) {#name, "hhh", name, 0},
#define ROW_ZEROING_SUM(name, expr, saturated) {#name, "hhh", name, EMU_TAKES_CLAMP},
#define ROW_LEGACY(name, expr) {#name, "hhhh", name, 0},
#define ROW_KEEPING(name, letters, expr, saturate) {#name, letters, name, EMU_TAKES_CLAMP},

const struct emu_row EMU_ROWS(vint16)[] = {
    {"v_mad_u32_u16", "whhw", v_mad_u32_u16, 0},
    {"v_mad_i32_i16", "whhw", v_mad_i32_i16, 0},
    ZEROING(ROW_ZEROING) ZEROING_SUMS(ROW_ZEROING_SUM) LEGACY(ROW_LEGACY) KEEPING(ROW_KEEPING){0},
};

/* Packed arithmetic: two 16-bit or two 32-bit operations in one instruction (CDNA3 ISA guide,
 * chapter 12: VOP3P; V_DOT* and the mixed-precision FMAs are in op_vdot.c).
 *
 * op_sel and op_sel_hi say which half of each source the low and the high result read, neg_lo and
 * neg_hi which sources they negate. An inline constant is a 32-bit word here: an integer
 * sign-extended, a float in f16 instructions its f16 bits over zeros, in 16-bit integer
 * instructions its f32 bits (LLVM, AMDGPUBaseInfo.cpp, getInlineEncodingV216); the rows' letters
 * say so.
 */
#include "emu/fpop.h"
#include "emu/fporder.h"
#include "emu/vop.h"

#include <math.h>

/* Halves. */

static inline bool reads_high(const struct emu_insn *in, int source, int half)
{
    return (half ? in->op_sel_hi : in->op_sel) >> source & 1;
}

static inline bool negates(const struct emu_insn *in, int source, int half)
{
    return (half ? in->neg_hi : in->neg_lo) >> source & 1;
}

/* The 16 bits of source 0, 1 or 2 that result `half` reads. */
static inline void source16(struct emu_wave *w, const struct emu_insn *in, int source, int half,
                            uint32_t *value)
{
    LANES_U32(storage);
    const uint32_t *word = emu_src(w, in, 1 + source, storage);
    const unsigned shift = reads_high(in, source, half) ? 16 : 0;
    const uint32_t sign = negates(in, source, half) ? 0x8000 : 0;
    FOR_LANES(l) value[l] = (word[l] >> shift & 0xffff) ^ sign;
}

static inline void store_halves(struct emu_wave *w, const struct emu_insn *in, uint32_t *lo,
                                const uint32_t *hi)
{
    FOR_LANES(l) lo[l] = (lo[l] & 0xffff) | hi[l] << 16;
    emu_dst(w, in, 0, lo);
}

/* f16. */

#define FLOATS_16(OP)                                                                              \
    OP(v_pk_add_f16, 2, VALUES, a + b)                                                             \
    OP(v_pk_mul_f16, 2, VALUES, a *b)                                                              \
    OP(v_pk_fma_f16, 3, VALUES, fp_fma_f16(a, b, c))                                               \
    OP(v_pk_min_f16, 2, BITS, fp_min16(x, y, ieee))                                                \
    OP(v_pk_max_f16, 2, BITS, fp_max16(x, y, ieee))

#define EVALUATE_VALUES(expr) FP_EVALUATE(f16, from[0], from[1], from[2], expr);
#define EVALUATE_BITS(expr) FP_EVALUATE_BITS(f16, from[0], from[1], from[2], expr)

#define HANDLER_F16(name, n_sources, kind, expr)                                                   \
    FP_HANDLER(name)                                                                               \
    {                                                                                              \
        _Alignas(64) uint32_t halves[2][EMU_LANES];                                                \
        for (int half = 0; half < 2; half++) {                                                     \
            _Alignas(64) uint32_t from[3][EMU_LANES];                                              \
            for (int n = 0; n < 3; n++)                                                            \
                source16(w, in, n < n_sources ? n : 0, half, from[n]);                             \
            EVALUATE_##kind(expr) if (!(in->plain && fp_usual(w)) &&                               \
                                      !fp_finish_f16(w, in, r)) return;                            \
            memcpy(halves[half], r, sizeof r);                                                     \
        }                                                                                          \
        store_halves(w, in, halves[0], halves[1]);                                                 \
    }
FLOATS_16(HANDLER_F16)

/* 16-bit integers. */

/* OP(name, number of sources, type, expression): evaluated without overflow in 64 bits; `clamp`
 * saturates to the type's range, else the low 16 bits count. */
#define INTEGERS_16(OP)                                                                            \
    OP(v_pk_add_u16, 2, u16, a + b)                                                                \
    OP(v_pk_add_i16, 2, i16, a + b)                                                                \
    OP(v_pk_sub_u16, 2, u16, a - b)                                                                \
    OP(v_pk_sub_i16, 2, i16, a - b)                                                                \
    OP(v_pk_mad_u16, 3, u16, a *b + c)                                                             \
    OP(v_pk_mad_i16, 3, i16, a *b + c)                                                             \
    OP(v_pk_mul_lo_u16, 2, u16, a *b)                                                              \
    OP(v_pk_min_u16, 2, u16, MIN(a, b))                                                            \
    OP(v_pk_max_u16, 2, u16, MAX(a, b))                                                            \
    OP(v_pk_min_i16, 2, i16, MIN(a, b))                                                            \
    OP(v_pk_max_i16, 2, i16, MAX(a, b))                                                            \
    OP(v_pk_lshlrev_b16, 2, u16, b << (a & 15))                                                    \
    OP(v_pk_lshrrev_b16, 2, u16, b >> (a & 15))                                                    \
    OP(v_pk_ashrrev_i16, 2, i16, b >> (a & 15))

#define TYPE_u16 uint16_t
#define TYPE_i16 int16_t
#define LEAST_u16 0
#define LEAST_i16 INT16_MIN
#define GREATEST_u16 UINT16_MAX
#define GREATEST_i16 INT16_MAX

#define HANDLER_INTEGER(name, n_sources, type, expr)                                               \
    FP_HANDLER(name)                                                                               \
    {                                                                                              \
        _Alignas(64) uint32_t r[2][EMU_LANES];                                                     \
        const bool clamp = in->clamp;                                                              \
        for (int half = 0; half < 2; half++) {                                                     \
            _Alignas(64) uint32_t from[3][EMU_LANES];                                              \
            for (int n = 0; n < 3; n++)                                                            \
                source16(w, in, n < n_sources ? n : 0, half, from[n]);                             \
            FOR_LANES(l)                                                                           \
            {                                                                                      \
                const int64_t a = (TYPE_##type)from[0][l], b = (TYPE_##type)from[1][l],            \
                              c = (TYPE_##type)from[2][l];                                         \
                (void)c;                                                                           \
                const int64_t value = expr;                                                        \
                r[half][l] =                                                                       \
                    (uint32_t)(clamp ? CLAMP(value, LEAST_##type, GREATEST_##type) : value);       \
            }                                                                                      \
        }                                                                                          \
        store_halves(w, in, r[0], r[1]);                                                           \
    }
INTEGERS_16(HANDLER_INTEGER)

/* f32. */

#define FLOATS_32(OP)                                                                              \
    OP(v_pk_add_f32, 2, a + b)                                                                     \
    OP(v_pk_mul_f32, 2, a *b)                                                                      \
    OP(v_pk_fma_f32, 3, fmaf(a, b, c))

/* The dword of source 0, 1 or 2 that result `half` reads; false: the wave has ended. */
static inline bool source32(struct emu_wave *w, const struct emu_insn *in, int source, int half,
                            uint32_t *value)
{
    const struct emu_operand *o = &in->op[1 + source];
    const int dword = reads_high(in, source, half);
    if (o->kind == EMU_CONST && o->value && dword) {
        emu_fault(w, EMU_FAULT_OTHER, "the high half of an inline constant is not modelled");
        return false;
    }
    LANES_U32(storage);
    const uint32_t *word = emu_src_dword(w, in, 1 + source, dword, storage);
    const uint32_t sign = negates(in, source, half) ? 0x80000000 : 0;
    FOR_LANES(l) value[l] = word[l] ^ sign;
    if (!(w->mode & FP_DENORM_IN_F32))
        fp_flush_f32(value);
    return true;
}

#define HANDLER_F32(name, n_sources, expr)                                                         \
    FP_HANDLER(name)                                                                               \
    {                                                                                              \
        _Alignas(64) uint32_t halves[2][EMU_LANES];                                                \
        for (int half = 0; half < 2; half++) {                                                     \
            _Alignas(64) uint32_t from[3][EMU_LANES];                                              \
            for (int n = 0; n < n_sources; n++)                                                    \
                if (!source32(w, in, n, half, from[n]))                                            \
                    return;                                                                        \
            FP_EVALUATE(f32, from[0], from[1], from[n_sources - 1], expr);                         \
            if (!(in->plain && fp_usual(w)) && !fp_finish_f32(w, in, r))                           \
                return;                                                                            \
            memcpy(halves[half], r, sizeof r);                                                     \
        }                                                                                          \
        emu_dst_dword(w, in, 0, 0, halves[0]);                                                     \
        emu_dst_dword(w, in, 0, 1, halves[1]);                                                     \
    }
FLOATS_32(HANDLER_F32)

/* V_PK_MOV_B32: the low result is the dword of S0 that op_sel[0] names, the high one the dword of
 * S1 that op_sel[1] names; op_sel_hi has no say (CDNA3 ISA guide). */
FP_HANDLER(v_pk_mov_b32)
{
    LANES_U32(lo_storage);
    LANES_U32(hi_storage);
    _Alignas(64) uint32_t r[2][EMU_LANES];
    memcpy(r[0], emu_src_dword(w, in, 1, in->op_sel & 1, lo_storage), sizeof r[0]);
    memcpy(r[1], emu_src_dword(w, in, 2, in->op_sel >> 1 & 1, hi_storage), sizeof r[1]);
    emu_dst_dword(w, in, 0, 0, r[0]);
    emu_dst_dword(w, in, 0, 1, r[1]);
}

/* The table. */

#define ROW_F16(name, n, kind, expr) {#name, "pppp" + 3 - n, name, EMU_TAKES_CLAMP},
#define ROW_INTEGER(name, n, type, expr) {#name, "wwww" + 3 - n, name, EMU_TAKES_CLAMP},
#define ROW_F32(name, n, expr) {#name, "PPPP" + 3 - n, name, EMU_TAKES_CLAMP},

const struct emu_row EMU_ROWS(vpk)[] = {
    /* clang-format off */
    FLOATS_16(ROW_F16)
    INTEGERS_16(ROW_INTEGER)
    FLOATS_32(ROW_F32)
    {"v_pk_mov_b32", "PPP", v_pk_mov_b32, 0},
    {0},
    /* clang-format on */
};

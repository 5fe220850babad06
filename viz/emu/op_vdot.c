/* Dot products and mixed-precision fused multiply-adds (CDNA3 ISA guide, chapter 12: V_DOT* of VOP2
 * and VOP3P, V_MAD_MIX*, which gfx942 has fused and LLVM calls V_FMA_MIX*).
 */
#include "emu/fpop.h"
#include "emu/vop.h"

#include <math.h>

/* Integer dot products. */

/* Field n of `bits` bits. */
#define U(word, n, bits) ((int64_t)((word) >> ((n) * (bits)) & ((1u << (bits)) - 1)))
#define I(word, n, bits) ((int64_t)bits_sign_extend((word) >> ((n) * (bits)), bits))

#define DOT_1(F, n, bits) (F(a, n, bits) * F(b, n, bits))
#define DOT_2(F, n, bits) (DOT_1(F, n, bits) + DOT_1(F, n + 1, bits))
#define DOT_4(F, n, bits) (DOT_2(F, n, bits) + DOT_2(F, n + 2, bits))
#define DOT_8(F, n, bits) (DOT_4(F, n, bits) + DOT_4(F, n + 4, bits))

/* OP(name, type of c and the result, products): D = S2 + products, the sum saturated by `clamp`. */
#define DOTS(OP)                                                                                   \
    OP(v_dot2_i32_i16, int32_t, INT32_MIN, INT32_MAX, DOT_2(I, 0, 16))                             \
    OP(v_dot2_u32_u16, uint32_t, 0, UINT32_MAX, DOT_2(U, 0, 16))                                   \
    OP(v_dot4_i32_i8, int32_t, INT32_MIN, INT32_MAX, DOT_4(I, 0, 8))                               \
    OP(v_dot4_u32_u8, uint32_t, 0, UINT32_MAX, DOT_4(U, 0, 8))                                     \
    OP(v_dot8_i32_i4, int32_t, INT32_MIN, INT32_MAX, DOT_8(I, 0, 4))                               \
    OP(v_dot8_u32_u4, uint32_t, 0, UINT32_MAX, DOT_8(U, 0, 4))

/* D is also S2. */
#define ACCUMULATING_DOTS(OP)                                                                      \
    OP(v_dot2c_i32_i16, DOT_2(I, 0, 16))                                                           \
    OP(v_dot4c_i32_i8, DOT_4(I, 0, 8))                                                             \
    OP(v_dot8c_i32_i4, DOT_8(I, 0, 4))

/* Other halves, or negated ones: no compiler asks for them. */
static bool selects_nothing(struct emu_wave *w, const struct emu_insn *in)
{
    if (!in->op_sel && (in->op_sel_hi & 7) == 7 && !in->neg_lo && !in->neg_hi)
        return true;
    emu_fault(w, EMU_FAULT_OTHER, "op_sel and neg of dot products are not modelled");
    return false;
}

#define HANDLER_DOT(name, type, least, greatest, products)                                         \
    FP_HANDLER(name)                                                                               \
    {                                                                                              \
        LANES_U32(a_storage);                                                                      \
        LANES_U32(b_storage);                                                                      \
        LANES_U32(c_storage);                                                                      \
        LANES_U32(r);                                                                              \
        if (!selects_nothing(w, in))                                                               \
            return;                                                                                \
        const uint32_t *from_a = emu_src(w, in, 1, a_storage);                                     \
        const uint32_t *from_b = emu_src(w, in, 2, b_storage);                                     \
        const uint32_t *from_c = emu_src(w, in, 3, c_storage);                                     \
        const bool clamp = in->clamp;                                                              \
        FOR_LANES(l)                                                                               \
        {                                                                                          \
            const uint32_t a = from_a[l], b = from_b[l];                                           \
            const int64_t sum = (type)from_c[l] + (products);                                      \
            r[l] = (uint32_t)(clamp ? CLAMP(sum, least, greatest) : sum);                          \
        }                                                                                          \
        emu_dst(w, in, 0, r);                                                                      \
    }
DOTS(HANDLER_DOT)

#define HANDLER_ACCUMULATING(name, products)                                                       \
    FP_HANDLER(name)                                                                               \
    {                                                                                              \
        LANES_U32(a_storage);                                                                      \
        LANES_U32(b_storage);                                                                      \
        LANES_U32(r);                                                                              \
        const uint32_t *from_a = emu_src(w, in, 1, a_storage);                                     \
        const uint32_t *from_b = emu_src(w, in, 2, b_storage);                                     \
        const uint32_t *old = fp_old(w, in, 0);                                                    \
        FOR_LANES(l)                                                                               \
        {                                                                                          \
            const uint32_t a = from_a[l], b = from_b[l];                                           \
            r[l] = old[l] + (uint32_t)(products);                                                  \
        }                                                                                          \
        emu_dst(w, in, 0, r);                                                                      \
    }
ACCUMULATING_DOTS(HANDLER_ACCUMULATING)

/* f16 dot products. */

/* The guide's order, each sum rounded to f32 (the products are exact): whether the hardware rounds
 * in between is not documented, so inexact sums are a guess. */
static inline float dot2(uint32_t a, uint32_t b, float c)
{
    float low = fp_value_of_f16(a) * fp_value_of_f16(b);
    float high = fp_value_of_f16(a >> 16) * fp_value_of_f16(b >> 16);
    return c + low + high;
}

/* NaNs are those of the halves as f32; the first of a.lo, b.lo, a.hi, b.hi that is one, then c. */
static inline void evaluate_dot2(struct emu_wave *w, const struct emu_insn *in, const uint32_t *c)
{
    LANES_U32(a_storage);
    LANES_U32(b_storage);
    LANES_U32(nan);
    LANES_U32(r);
    const uint32_t *a = emu_src(w, in, 1, a_storage);
    const uint32_t *b = emu_src(w, in, 2, b_storage);
    uint32_t n_nans = 0;
    FOR_LANES(l)
    {
        uint32_t first = fp_is_nan16(b[l] >> 16) ? b[l] >> 16 : 0;
        first = fp_is_nan16(a[l] >> 16) ? a[l] >> 16 : first;
        first = fp_is_nan16(b[l]) ? b[l] : first;
        first = fp_is_nan16(a[l]) ? a[l] : first;
        nan[l] = fp_f32_of_f16(first);
        r[l] = bits_of_f32(dot2(a[l], b[l], bits_to_f32(c[l])));
        n_nans += fp_is_nan32(r[l]);
    }
    if (n_nans)
        fp_name_nans_f32(r, nan, c, c);
    fp_dst_f32(w, in, r);
}

FP_HANDLER(v_dot2_f32_f16)
{
    LANES_U32(storage);
    if (selects_nothing(w, in))
        evaluate_dot2(w, in, fp_src_f32(w, in, 3, storage));
}

FP_HANDLER(v_dot2c_f32_f16) { evaluate_dot2(w, in, fp_old(w, in, 0)); }

/* Mixed precision. */

/* Source n as f32: the whole register, or with op_sel_hi the f16 that op_sel names; `-` and `|x|`
 * are of the chosen value. A constant's type is not documented (LLVM folds none), but 0 is 0 in
 * all. */
static bool mixed_source(struct emu_wave *w, const struct emu_insn *in, int n, uint32_t *value)
{
    const struct emu_operand *o = &in->op[1 + n];
    const bool is_f16 = in->op_sel_hi >> n & 1, high = in->op_sel >> n & 1;
    if (o->kind == EMU_CONST && o->value) {
        emu_fault(w, EMU_FAULT_OTHER, "an inline constant of a mixed-precision operation");
        return false;
    }
    struct emu_insn unsigned_in = *in; /* emu_src would take the sign from bit 31 */
    unsigned_in.op[1 + n].neg = unsigned_in.op[1 + n].abs = false;
    LANES_U32(storage);
    const uint32_t *word = emu_src(w, &unsigned_in, 1 + n, storage);
    const uint32_t kept = o->abs ? 0x7fffffff : 0xffffffff, flipped = o->neg ? 0x80000000 : 0;
    FOR_LANES(l)
    {
        uint32_t whole = is_f16 ? fp_f32_of_f16(high ? word[l] >> 16 : word[l]) : word[l];
        value[l] = (whole & kept) ^ flipped;
    }
    return true;
}

static bool mixed_fma(struct emu_wave *w, const struct emu_insn *in, uint32_t *result, bool to_f16)
{
    _Alignas(64) uint32_t from[3][EMU_LANES];
    for (int n = 0; n < 3; n++) {
        if (!mixed_source(w, in, n, from[n]))
            return false;
        if (!(w->mode & FP_DENORM_IN_F32))
            fp_flush_f32(from[n]);
    }
    FP_EVALUATE(f32, from[0], from[1], from[2], fmaf(a, b, c));
    if (to_f16)
        FOR_LANES(l) r[l] = fp_f16_of_f32(r[l]);
    memcpy(result, r, sizeof r);
    return true;
}

FP_HANDLER(v_fma_mix_f32)
{
    LANES_U32(r);
    if (mixed_fma(w, in, r, false))
        fp_dst_f32(w, in, r);
}

/* Rounded to f32, then to f16 (the guide's f32_to_f16(fma)); the other half of D stays. */
static void mixed_to_half(struct emu_wave *w, const struct emu_insn *in, unsigned shift)
{
    LANES_U32(r);
    if (!mixed_fma(w, in, r, true) || (!(in->plain && fp_usual(w)) && !fp_finish_f16(w, in, r)))
        return;
    const uint32_t *old = fp_old(w, in, 0);
    FOR_LANES(l) r[l] = (old[l] & 0xffff0000 >> shift) | (r[l] & 0xffff) << shift;
    emu_dst(w, in, 0, r);
}

FP_HANDLER(v_fma_mixlo_f16) { mixed_to_half(w, in, 0); }
FP_HANDLER(v_fma_mixhi_f16) { mixed_to_half(w, in, 16); }

/* The table. */

#define ROW_DOT(name, type, least, greatest, products) {#name, "wwww", name, EMU_TAKES_CLAMP},
#define ROW_ACCUMULATING(name, products) {#name, "www", name, 0},

const struct emu_row EMU_ROWS(vdot)[] = {
    /* clang-format off */
    DOTS(ROW_DOT)
    ACCUMULATING_DOTS(ROW_ACCUMULATING)
    {"v_dot2_f32_f16", "wppw", v_dot2_f32_f16, EMU_TAKES_CLAMP},
    {"v_dot2c_f32_f16", "wpp", v_dot2c_f32_f16, 0},
    {"v_fma_mix_f32", "wwww", v_fma_mix_f32, EMU_TAKES_CLAMP | EMU_SEL_HI_OFF},
    {"v_fma_mixlo_f16", "wwww", v_fma_mixlo_f16, EMU_TAKES_CLAMP | EMU_SEL_HI_OFF},
    {"v_fma_mixhi_f16", "wwww", v_fma_mixhi_f16, EMU_TAKES_CLAMP | EMU_SEL_HI_OFF},
    {0},
    /* clang-format on */
};

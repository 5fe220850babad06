/* Vector compares (VOPC): v_cmp_* write a lane mask, v_cmpx_* that mask and EXEC. Bits of lanes
 * that are not in EXEC become 0 (CDNA3 ISA guide, VOPC).
 */
#include <math.h>

#include "emu/op.h"

/* Operands as C values. */

/* Ordered as the half-precision number is, NaN where that is NaN. */
static inline float f16_rank(uint32_t bits)
{
    float magnitude = (float)(int32_t)(bits & 0x7fff);
    float rank = bits & 0x8000 ? -magnitude : magnitude;
    return (bits & 0x7fff) > 0x7c00 ? NAN : rank;
}

/* type, its C type, how its bits become that, bits of a source, the row's letters */
#define AS_I16(x) ((int16_t)(x))
#define AS_U16(x) ((uint16_t)(x))
#define AS_I32(x) ((int32_t)(x))
#define AS_U32(x) (x)
#define AS_I64(x) ((int64_t)(x))
#define AS_U64(x) (x)

#define INTEGERS(TYPE)                                                                             \
    TYPE(i16, int16_t, AS_I16, 32, "shh")                                                          \
    TYPE(u16, uint16_t, AS_U16, 32, "shh")                                                         \
    TYPE(i32, int32_t, AS_I32, 32, "sww")                                                          \
    TYPE(u32, uint32_t, AS_U32, 32, "sww")                                                         \
    TYPE(i64, int64_t, AS_I64, 64, "sqq")                                                          \
    TYPE(u64, uint64_t, AS_U64, 64, "sqq")

#define FLOATS(TYPE)                                                                               \
    TYPE(f16, float, f16_rank, 32, "shh")                                                          \
    TYPE(f32, float, bits_to_f32, 32, "sww")                                                       \
    TYPE(f64, double, bits_to_f64, 64, "sdd")

/* Relations. */

#define OF_INTEGERS(REL, ...)                                                                      \
    REL(f, 0, __VA_ARGS__)                                                                         \
    REL(lt, a < b, __VA_ARGS__)                                                                    \
    REL(eq, a == b, __VA_ARGS__)                                                                   \
    REL(le, a <= b, __VA_ARGS__)                                                                   \
    REL(gt, a > b, __VA_ARGS__)                                                                    \
    REL(ne, a != b, __VA_ARGS__)                                                                   \
    REL(ge, a >= b, __VA_ARGS__)                                                                   \
    REL(t, 1, __VA_ARGS__)

/* C's relations are false with a NaN, as the hardware's are; != is true. */
#define OF_FLOATS(REL, ...)                                                                        \
    REL(f, 0, __VA_ARGS__)                                                                         \
    REL(lt, a < b, __VA_ARGS__)                                                                    \
    REL(eq, a == b, __VA_ARGS__)                                                                   \
    REL(le, a <= b, __VA_ARGS__)                                                                   \
    REL(gt, a > b, __VA_ARGS__)                                                                    \
    REL(lg, (a < b) | (a > b), __VA_ARGS__)                                                        \
    REL(ge, a >= b, __VA_ARGS__)                                                                   \
    REL(o, (a == a) & (b == b), __VA_ARGS__)                                                       \
    REL(u, (a != a) | (b != b), __VA_ARGS__)                                                       \
    REL(nge, !(a >= b), __VA_ARGS__)                                                               \
    REL(nlg, !((a < b) | (a > b)), __VA_ARGS__)                                                    \
    REL(ngt, !(a > b), __VA_ARGS__)                                                                \
    REL(nle, !(a <= b), __VA_ARGS__)                                                               \
    REL(neq, a != b, __VA_ARGS__)                                                                  \
    REL(nlt, !(a < b), __VA_ARGS__)                                                                \
    REL(tru, 1, __VA_ARGS__)

#define SOURCE_32(n)                                                                               \
    LANES_U32(storage_##n);                                                                        \
    const uint32_t *source_##n = emu_src(w, in, n, storage_##n);
#define SOURCE_64(n)                                                                               \
    LANES_U64(source_##n);                                                                         \
    emu_src64(w, in, n, source_##n);

/* v_cmpx's and v_cmp's handlers of one relation of one type. */
#define HANDLERS(relation, expr, type, C, as, bits, letters)                                       \
    static void v_cmp_##relation##_##type(struct emu_wave *w, const struct emu_insn *in)           \
    {                                                                                              \
        SOURCE_##bits(1) SOURCE_##bits(2) uint8_t set[EMU_LANES];                                  \
        FOR_LANES(l)                                                                               \
        {                                                                                          \
            C a = as(source_1[l]), b = as(source_2[l]);                                            \
            (void)a, (void)b;                                                                      \
            set[l] = (uint8_t)(expr);                                                              \
        }                                                                                          \
        emu_dst_mask(w, in, 0, emu_mask_of_bytes(set));                                            \
    }                                                                                              \
    static void v_cmpx_##relation##_##type(struct emu_wave *w, const struct emu_insn *in)          \
    {                                                                                              \
        v_cmp_##relation##_##type(w, in);                                                          \
        emu_set_sgpr64(w, EMU_EXEC, emu_sgpr64(w, in->op[0].reg));                                 \
    }
#define INTEGER_HANDLERS(...) OF_INTEGERS(HANDLERS, __VA_ARGS__)
#define FLOAT_HANDLERS(...) OF_FLOATS(HANDLERS, __VA_ARGS__)
INTEGERS(INTEGER_HANDLERS)
FLOATS(FLOAT_HANDLERS)

/* Classes. */

/* The bit of source 1 that a number's class selects (CDNA3 ISA guide, V_CMP_CLASS_F32): signalling
 * NaN, quiet NaN, -infinity, -normal, -subnormal, -0, +0, +subnormal, +normal, +infinity. */
static inline unsigned class_bit(uint64_t bits, unsigned n_exponent, unsigned n_mantissa)
{
    uint64_t mantissa = bits & ((UINT64_C(1) << n_mantissa) - 1);
    uint64_t max = (UINT64_C(1) << n_exponent) - 1, exponent = bits >> n_mantissa & max;
    unsigned quiet = mantissa >> (n_mantissa - 1) & 1;
    unsigned size = exponent == max ? 0 : exponent ? 1 : mantissa ? 2 : 3;
    unsigned number = bits >> (n_mantissa + n_exponent) & 1 ? 2 + size : 9 - size;
    return exponent == max && mantissa ? quiet : number;
}

#define CLASSES(TYPE)                                                                              \
    TYPE(f16, 32, 5, 10, "shw")                                                                    \
    TYPE(f32, 32, 8, 23, "sww")                                                                    \
    TYPE(f64, 64, 11, 52, "sdw")

#define CLASS_HANDLERS(type, bits, n_exponent, n_mantissa, letters)                                \
    static void v_cmp_class_##type(struct emu_wave *w, const struct emu_insn *in)                  \
    {                                                                                              \
        SOURCE_##bits(1) SOURCE_32(2) uint8_t set[EMU_LANES];                                      \
        FOR_LANES(l)                                                                               \
        set[l] = source_2[l] >> class_bit(source_1[l], n_exponent, n_mantissa) & 1;                \
        emu_dst_mask(w, in, 0, emu_mask_of_bytes(set));                                            \
    }                                                                                              \
    static void v_cmpx_class_##type(struct emu_wave *w, const struct emu_insn *in)                 \
    {                                                                                              \
        v_cmp_class_##type(w, in);                                                                 \
        emu_set_sgpr64(w, EMU_EXEC, emu_sgpr64(w, in->op[0].reg));                                 \
    }
CLASSES(CLASS_HANDLERS)

/* The table. */

#define ROW(relation, expr, type, C, as, bits, letters)                                            \
    {"v_cmp_" #relation "_" #type, letters, v_cmp_##relation##_##type, 0},                         \
        {"v_cmpx_" #relation "_" #type, letters, v_cmpx_##relation##_##type, 0},
#define INTEGER_ROWS(...) OF_INTEGERS(ROW, __VA_ARGS__)
#define FLOAT_ROWS(...) OF_FLOATS(ROW, __VA_ARGS__)
#define CLASS_ROWS(type, bits, n_exponent, n_mantissa, letters) ROW(class, , type, , , , letters)

const struct emu_row EMU_ROWS(vcmp)[] = {
    INTEGERS(INTEGER_ROWS) FLOATS(FLOAT_ROWS) CLASSES(CLASS_ROWS){0},
};

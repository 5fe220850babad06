/* Vector integer arithmetic on register pairs: shifts, sums, wide products. */
#include "emu/vop.h"

#define I32(x) ((int32_t)(x))
#define I64(x) ((int64_t)(x))

static void v_mov_b64(struct emu_wave *w, const struct emu_insn *in)
{
    LANES_U32(lo_storage);
    LANES_U32(hi_storage);
    LANES_U32(lo);
    LANES_U32(hi);
    memcpy(lo, emu_src_dword(w, in, 1, 0, lo_storage), sizeof lo);
    memcpy(hi, emu_src_dword(w, in, 1, 1, hi_storage), sizeof hi);
    emu_dst_dword(w, in, 0, 0, lo);
    emu_dst_dword(w, in, 0, 1, hi);
}

/* Shifts: the distance comes first. */

#define SHIFTS(OP)                                                                                 \
    OP(v_lshlrev_b64, b << (a & 63))                                                               \
    OP(v_lshrrev_b64, b >> (a & 63))                                                               \
    OP(v_ashrrev_i64, I64(b) >> (a & 63))

#define HANDLER_SHIFT(name, expr)                                                                  \
    static void name(struct emu_wave *w, const struct emu_insn *in)                                \
    {                                                                                              \
        LANES_U32(a_storage);                                                                      \
        LANES_U64(from_b);                                                                         \
        LANES_U64(result);                                                                         \
        const uint32_t *from_a = emu_src(w, in, 1, a_storage);                                     \
        emu_src64(w, in, 2, from_b);                                                               \
        FOR_LANES(l)                                                                               \
        {                                                                                          \
            uint64_t a = from_a[l], b = from_b[l];                                                 \
            result[l] = (uint64_t)(expr);                                                          \
        }                                                                                          \
        emu_dst64(w, in, 0, result);                                                               \
    }
SHIFTS(HANDLER_SHIFT)

/* By halves: this is what addresses are made of, and 64-bit lanes take three times as long. */
static void v_lshl_add_u64(struct emu_wave *w, const struct emu_insn *in)
{
    _Alignas(64) uint32_t storage[5][EMU_LANES];
    const uint32_t *a_lo = emu_src_dword(w, in, 1, 0, storage[0]);
    const uint32_t *a_hi = emu_src_dword(w, in, 1, 1, storage[1]);
    const uint32_t *b = emu_src(w, in, 2, storage[2]);
    const uint32_t *c_lo = emu_src_dword(w, in, 3, 0, storage[3]);
    const uint32_t *c_hi = emu_src_dword(w, in, 3, 1, storage[4]);
    LANES_U32(lo);
    LANES_U32(hi);
    FOR_LANES(l)
    {
        uint32_t shift = b[l] & 7, shifted = a_lo[l] << shift;
        lo[l] = shifted + c_lo[l];
        hi[l] = (a_hi[l] << shift | a_lo[l] >> 1 >> (31 - shift)) + c_hi[l] + (lo[l] < shifted);
    }
    emu_dst_dword(w, in, 0, 0, lo);
    emu_dst_dword(w, in, 0, 1, hi);
}

/* V[0:1], vcc, v2, v3, v[4:5]: a product of 64 bits, added. */

/* The carry is bit 64 of the exact sum. What the signed one puts there is not documented; bit 64 of
 * the sign-extended sum is a guess (no compiler reads it). */
#define WIDE_PRODUCTS(OP)                                                                          \
    OP(v_mad_u64_u32, (uint64_t)a *b, sum < c)                                                     \
    OP(v_mad_i64_i32, (uint64_t)(I64(I32(a)) * I32(b)),                                            \
       ((product >> 63) + (c >> 63) + (sum < c)) & 1)

#define HANDLER_WIDE(name, product_expr, carry_expr)                                               \
    static void name(struct emu_wave *w, const struct emu_insn *in)                                \
    {                                                                                              \
        LANES_U32(a_storage);                                                                      \
        LANES_U32(b_storage);                                                                      \
        LANES_U64(from_c);                                                                         \
        LANES_U64(result);                                                                         \
        LANES_U32(carry);                                                                          \
        const uint32_t *from_a = emu_src(w, in, 2, a_storage);                                     \
        const uint32_t *from_b = emu_src(w, in, 3, b_storage);                                     \
        emu_src64(w, in, 4, from_c);                                                               \
        FOR_LANES(l)                                                                               \
        {                                                                                          \
            uint32_t a = from_a[l], b = from_b[l];                                                 \
            uint64_t c = from_c[l], product = product_expr, sum = product + c;                     \
            result[l] = sum;                                                                       \
            carry[l] = (uint32_t)(carry_expr);                                                     \
        }                                                                                          \
        emu_dst64(w, in, 0, result);                                                               \
        emu_dst_mask(w, in, 1, emu_mask_of(carry));                                                \
    }
WIDE_PRODUCTS(HANDLER_WIDE)

/* Sums of differences of bytes, at four places of source 0. */

/* Each 16-bit sum wraps: a guess, the manual does not say that it saturates. */
#define QUAD_SADS(OP)                                                                              \
    OP(v_qsad_pk_u16_u8, sad_u8)                                                                   \
    OP(v_mqsad_pk_u16_u8, masked_sad_u8)

#define HANDLER_QUAD_SAD(name, sad)                                                                \
    static void name(struct emu_wave *w, const struct emu_insn *in)                                \
    {                                                                                              \
        LANES_U64(a);                                                                              \
        LANES_U32(b_storage);                                                                      \
        LANES_U64(c);                                                                              \
        LANES_U64(result);                                                                         \
        emu_src64(w, in, 1, a);                                                                    \
        const uint32_t *b = emu_src(w, in, 2, b_storage);                                          \
        emu_src64(w, in, 3, c);                                                                    \
        FOR_LANES(l)                                                                               \
        {                                                                                          \
            uint64_t sums = 0;                                                                     \
            for (int n = 0; n < 4; n++) {                                                          \
                uint32_t sum = sad((uint32_t)(a[l] >> 8 * n), b[l]);                               \
                sums |= (uint64_t)(uint16_t)(sum + (uint32_t)(c[l] >> 16 * n)) << 16 * n;          \
            }                                                                                      \
            result[l] = sums;                                                                      \
        }                                                                                          \
        emu_dst64(w, in, 0, result);                                                               \
    }
QUAD_SADS(HANDLER_QUAD_SAD)

/* The same with four sums of 32 bits. */
static void v_mqsad_u32_u8(struct emu_wave *w, const struct emu_insn *in)
{
    LANES_U64(a);
    LANES_U32(b_storage);
    uint32_t sums[4][EMU_LANES];
    emu_src64(w, in, 1, a);
    const uint32_t *b = emu_src(w, in, 2, b_storage);
    for (int n = 0; n < 4; n++) {
        LANES_U32(c_storage);
        const uint32_t *c = emu_src_dword(w, in, 3, n, c_storage);
        FOR_LANES(l) sums[n][l] = masked_sad_u8((uint32_t)(a[l] >> 8 * n), b[l]) + c[l];
    }
    for (int n = 0; n < 4; n++)
        emu_dst_dword(w, in, 0, n, sums[n]);
}

#define ROW_SHIFT(name, expr) {#name, "qwq", name, 0},
#define ROW_QUAD_SAD(name, sad) {#name, "qqwq", name, 0},
#define ROW_WIDE(name, product, carry) {#name, "qswwq", name, 0},

const struct emu_row EMU_ROWS(vint64)[] = {
    {"v_mov_b64", "qq", v_mov_b64, 0},
    {"v_lshl_add_u64", "qqwq", v_lshl_add_u64, 0},
    {"v_mqsad_u32_u8", "4qw4", v_mqsad_u32_u8, 0},
    SHIFTS(ROW_SHIFT) WIDE_PRODUCTS(ROW_WIDE) QUAD_SADS(ROW_QUAD_SAD){0},
};

/* Vector integer arithmetic, 32 bits: VOP1, VOP2 and VOP3 of the CDNA3 ISA guide's chapter 12.
 *
 * The right column of each list is the manual's operation. Instructions named _e32, _e64, _sdwa and
 * _dpp do the same.
 */
#include "emu/vop.h"

#define I32(x) ((int32_t)(x))
#define I64(x) ((int64_t)(int32_t)(x))
#define U64(x) ((uint64_t)(x))

/* One source. */

static inline uint32_t reversed(uint32_t x)
{
    x = (x >> 1 & 0x55555555) | (x & 0x55555555) << 1;
    x = (x >> 2 & 0x33333333) | (x & 0x33333333) << 2;
    x = (x >> 4 & 0x0f0f0f0f) | (x & 0x0f0f0f0f) << 4;
    return __builtin_bswap32(x);
}

/* Sums of pairs, nibbles, bytes. With a multiplication at the end the compiler would see what it is
 * and use the processor's instruction, a lane at a time. */
static inline uint32_t ones(uint32_t x)
{
    x -= x >> 1 & 0x55555555;
    x = (x & 0x33333333) + (x >> 2 & 0x33333333);
    x = (x + (x >> 4)) & 0x0f0f0f0f;
    x += x >> 8;
    return (x + (x >> 16)) & 0x3f;
}

/* Leading bits equal to the sign, -1 where all are. */
static inline uint32_t first_unlike_sign(uint32_t x)
{
    uint32_t unlike = x ^ (uint32_t)(I32(x) >> 31);
    return unlike ? (uint32_t)__builtin_clz(unlike) : ~0u;
}

/* Two signed 16-bit numbers saturated to bytes. */
static inline uint32_t saturated_bytes(uint32_t x)
{
    int lo = (int16_t)x, hi = (int16_t)(x >> 16);
    return (uint32_t)(CLAMP(lo, 0, 255) | CLAMP(hi, 0, 255) << 8);
}

#define ONE_SOURCE(OP)                                                                             \
    OP(v_mov_b32, a)                                                                               \
    OP(v_accvgpr_read_b32, a)                                                                      \
    OP(v_accvgpr_write_b32, a)                                                                     \
    OP(v_accvgpr_mov_b32, a)                                                                       \
    OP(v_not_b32, ~a)                                                                              \
    OP(v_bfrev_b32, reversed(a))                                                                   \
    OP(v_ffbh_u32, a ? (uint32_t)__builtin_clz(a) : ~0u)                                           \
    OP(v_ffbl_b32, a ? ones(~a &(a - 1)) : ~0u)                                                    \
    OP(v_ffbh_i32, first_unlike_sign(a))                                                           \
    OP(v_sat_pk_u8_i16, saturated_bytes(a))

/* Two sources. */

static inline uint32_t u24(uint32_t x) { return x & 0xffffff; }
static inline int64_t i24(uint32_t x) { return bits_sign_extend(x, 24); }

/* The lanes below `l`, of lanes 0..31 and of 32..63. */
#define BELOW_LO(l) ((l) < 32 ? (1u << ((l)&31)) - 1 : ~0u)
#define BELOW_HI(l) ((l) < 32 ? 0 : (1u << ((l)&31)) - 1)

#define TWO_SOURCES(OP)                                                                            \
    OP(v_subrev_u32, b - a)                                                                        \
    OP(v_and_b32, a &b)                                                                            \
    OP(v_or_b32, a | b)                                                                            \
    OP(v_xor_b32, a ^ b)                                                                           \
    OP(v_xnor_b32, ~(a ^ b))                                                                       \
    OP(v_lshlrev_b32, b << (a & 31))                                                               \
    OP(v_lshrrev_b32, b >> (a & 31))                                                               \
    OP(v_ashrrev_i32, I32(b) >> (a & 31))                                                          \
    OP(v_min_u32, MIN(a, b))                                                                       \
    OP(v_max_u32, MAX(a, b))                                                                       \
    OP(v_min_i32, MIN(I32(a), I32(b)))                                                             \
    OP(v_max_i32, MAX(I32(a), I32(b)))                                                             \
    OP(v_mul_lo_u32, a *b)                                                                         \
    OP(v_mul_hi_u32, U64(a) * b >> 32)                                                             \
    OP(v_mul_hi_i32, I64(a) * I64(b) >> 32)                                                        \
    OP(v_mul_u32_u24, u24(a) * u24(b))                                                             \
    OP(v_mul_hi_u32_u24, U64(u24(a)) * u24(b) >> 32)                                               \
    OP(v_mul_i32_i24, i24(a) * i24(b))                                                             \
    OP(v_mul_hi_i32_i24, i24(a) * i24(b) >> 32)                                                    \
    OP(v_bfm_b32, ((1u << (a & 31)) - 1) << (b & 31))                                              \
    OP(v_bcnt_u32_b32, ones(a) + b)                                                                \
    OP(v_mbcnt_lo_u32_b32, ones(a &BELOW_LO(l)) + b)                                               \
    OP(v_mbcnt_hi_u32_b32, ones(a &BELOW_HI(l)) + b)

/* Three sources. */

static inline uint32_t bfe_u32(uint32_t x, uint32_t lo, uint32_t n)
{
    return x >> lo & ((1u << n) - 1);
}

static inline int32_t bfe_i32(uint32_t x, uint32_t lo, uint32_t n)
{
    return n ? bits_sign_extend((uint32_t)(I32(x) >> lo), n) : 0;
}

static inline uint32_t sad_u16(uint32_t x, uint32_t y)
{
    return difference(x & 0xffff, y & 0xffff) + difference(x >> 16, y >> 16);
}

/* Averages of bytes, rounded up where the byte of `round` is odd. */
static inline uint32_t lerp_u8(uint32_t x, uint32_t y, uint32_t round)
{
    uint32_t result = 0;
    for (int n = 0; n < 4; n++)
        result |= (byte(x, n) + byte(y, n) + (byte(round, n) & 1)) >> 1 << (8 * n);
    return result;
}

#define THREE_SOURCES(OP)                                                                          \
    OP(v_add3_u32, a + b + c)                                                                      \
    OP(v_or3_b32, a | b | c)                                                                       \
    OP(v_and_or_b32, (a & b) | c)                                                                  \
    OP(v_xad_u32, (a ^ b) + c)                                                                     \
    OP(v_lshl_add_u32, (a << (b & 31)) + c)                                                        \
    OP(v_add_lshl_u32, (a + b) << (c & 31))                                                        \
    OP(v_lshl_or_b32, (a << (b & 31)) | c)                                                         \
    OP(v_bfe_u32, bfe_u32(a, b & 31, c & 31))                                                      \
    OP(v_bfe_i32, bfe_i32(a, b & 31, c & 31))                                                      \
    OP(v_bfi_b32, (a & b) | (~a & c))                                                              \
    OP(v_alignbit_b32, (U64(a) << 32 | b) >> (c & 31))                                             \
    OP(v_alignbyte_b32, (U64(a) << 32 | b) >> 8 * (c & 3))                                         \
    OP(v_mad_u32_u24, u24(a) * u24(b) + c)                                                         \
    OP(v_mad_i32_i24, i24(a) * i24(b) + c)                                                         \
    OP(v_min3_u32, MIN(MIN(a, b), c))                                                              \
    OP(v_max3_u32, MAX(MAX(a, b), c))                                                              \
    OP(v_med3_u32, MED3(a, b, c))                                                                  \
    OP(v_min3_i32, MIN(MIN(I32(a), I32(b)), I32(c)))                                               \
    OP(v_max3_i32, MAX(MAX(I32(a), I32(b)), I32(c)))                                               \
    OP(v_med3_i32, MED3(I32(a), I32(b), I32(c)))                                                   \
    OP(v_sad_u8, sad_u8(a, b) + c)                                                                 \
    OP(v_sad_hi_u8, (sad_u8(a, b) << 16) + c)                                                      \
    OP(v_sad_u16, sad_u16(a, b) + c)                                                               \
    OP(v_sad_u32, difference(a, b) + c)                                                            \
    OP(v_msad_u8, masked_sad_u8(a, b) + c)                                                         \
    OP(v_lerp_u8, lerp_u8(a, b, c))

#define HANDLER_1(name, expr) VOP_1(name, uint32_t, uint32_t, expr)
#define HANDLER_2(name, expr) VOP_2(name, uint32_t, uint32_t, expr)
#define HANDLER_3(name, expr) VOP_3(name, uint32_t, uint32_t, expr)
ONE_SOURCE(HANDLER_1)
TWO_SOURCES(HANDLER_2)
THREE_SOURCES(HANDLER_3)

static void v_nop(struct emu_wave *w, const struct emu_insn *in)
{
    (void)w;
    (void)in;
}

/* V_perm_b32 -------------------------------------------------------------------------------- *
 * Each byte of source 2 selects: 0..7 a byte of {source 0, source 1}, 8..11 the sign of its byte 1,
 * 3, 5 or 7, 12 is 0x00, above 0xff. */

static inline uint32_t permuted_byte(uint64_t bytes, uint32_t select)
{
    uint32_t whole = (uint32_t)(bytes >> (8 * (select & 7))) & 0xff;
    uint32_t sign = (bytes >> (16 * (select & 3) + 15) & 1) ? 0xff : 0;
    return select < 8 ? whole : select < 12 ? sign : select == 12 ? 0 : 0xff;
}

static inline uint32_t permuted(uint32_t hi, uint32_t lo, uint32_t select)
{
    uint64_t bytes = U64(hi) << 32 | lo;
    uint32_t result = 0;
    for (int n = 0; n < 4; n++)
        result |= permuted_byte(bytes, byte(select, n)) << (8 * n);
    return result;
}
VOP_3(perm_by_lane, uint32_t, uint32_t, permuted(a, b, c))

/* Into byte n of `result` what `select` says, the same for all lanes. */
static inline void permute_byte(const uint32_t *hi, const uint32_t *lo, uint32_t select, int n,
                                uint32_t *result)
{
    if (select >= 12) {
        FOR_LANES(l) result[l] |= (select > 12 ? 0xffu : 0) << (8 * n);
        return;
    }
    bool sign = select >= 8;
    uint32_t at = sign ? 2 * (select & 3) + 1 : select;
    const uint32_t *from = at < 4 ? lo : hi;
    uint32_t shift = 8 * (at & 3);
    if (sign)
        FOR_LANES(l) result[l] |= (from[l] >> shift & 0x80 ? 0xffu : 0) << (8 * n);
    else
        FOR_LANES(l) result[l] |= (from[l] >> shift & 0xff) << (8 * n);
}

static void v_perm_b32(struct emu_wave *w, const struct emu_insn *in)
{
    if (in->op[3].kind == EMU_VGPR) {
        perm_by_lane(w, in);
        return;
    }
    LANES_U32(hi_storage);
    LANES_U32(lo_storage);
    LANES_U32(result) = {0};
    const uint32_t *hi = emu_src(w, in, 1, hi_storage), *lo = emu_src(w, in, 2, lo_storage);
    uint32_t select = emu_s32(w, &in->op[3]);
    for (int n = 0; n < 4; n++)
        permute_byte(hi, lo, byte(select, n), n, result);
    emu_dst(w, in, 0, result);
}

/* Sums that clamp saturates. */

#define SATURATE_U32(x) CLAMP(x, 0, (int64_t)UINT32_MAX)
#define SATURATE_I32(x) CLAMP(x, (int64_t)INT32_MIN, (int64_t)INT32_MAX)

#define CLAMPED_SUMS(OP)                                                                           \
    OP(v_add_u32, a + b, SATURATE_U32((int64_t)a + b))                                             \
    OP(v_sub_u32, a - b, SATURATE_U32((int64_t)a - b))                                             \
    OP(v_add_i32, a + b, SATURATE_I32(I64(a) + I64(b)))                                            \
    OP(v_sub_i32, a - b, SATURATE_I32(I64(a) - I64(b)))

#define HANDLER_CLAMPED(name, expr, saturated)                                                     \
    HANDLER_2(name##_wrapping, expr)                                                               \
    HANDLER_2(name##_saturating, saturated)                                                        \
    static void name(struct emu_wave *w, const struct emu_insn *in)                                \
    {                                                                                              \
        if (in->clamp)                                                                             \
            name##_saturating(w, in);                                                              \
        else                                                                                       \
            name##_wrapping(w, in);                                                                \
    }
CLAMPED_SUMS(HANDLER_CLAMPED)

/* Sums with carries: v0, vcc, v1, v2, vcc. */

/* Bit 31 of these is the carry or borrow out of bit 31. */
#define CARRY(x, y, sum) (((x) & (y)) | (((x) | (y)) & ~(sum)))
#define BORROW(x, y, difference) ((~(x) & (y)) | ((~(x) | (y)) & (difference)))

#define CARRY_OUT(OP)                                                                              \
    OP(v_add_co_u32, a + b, CARRY(a, b, sum))                                                      \
    OP(v_sub_co_u32, a - b, BORROW(a, b, sum))                                                     \
    OP(v_subrev_co_u32, b - a, BORROW(b, a, sum))

/* `carry` is all ones, that is -1, where it is set. */
#define CARRY_IN_OUT(OP)                                                                           \
    OP(v_addc_co_u32, a + b - carry, CARRY(a, b, sum))                                             \
    OP(v_subb_co_u32, a - b + carry, BORROW(a, b, sum))                                            \
    OP(v_subbrev_co_u32, b - a + carry, BORROW(b, a, sum))

#define HANDLER_CARRY(name, carry_mask, expr, out_expr)                                            \
    static void name(struct emu_wave *w, const struct emu_insn *in)                                \
    {                                                                                              \
        LANES_U32(a_storage);                                                                      \
        LANES_U32(b_storage);                                                                      \
        LANES_U32(result);                                                                         \
        LANES_U32(carries);                                                                        \
        uint8_t out[EMU_LANES];                                                                    \
        const uint32_t *from_a = emu_src(w, in, 2, a_storage);                                     \
        const uint32_t *from_b = emu_src(w, in, 3, b_storage);                                     \
        emu_lanes_of_mask(carry_mask, carries);                                                    \
        FOR_LANES(l)                                                                               \
        {                                                                                          \
            uint32_t a = from_a[l], b = from_b[l], carry = carries[l], sum = expr;                 \
            (void)carry;                                                                           \
            result[l] = sum;                                                                       \
            out[l] = (out_expr) >> 31;                                                             \
        }                                                                                          \
        emu_dst(w, in, 0, result);                                                                 \
        emu_dst_mask(w, in, 1, emu_mask_of_bytes(out));                                            \
    }
#define HANDLER_CARRY_OUT(name, expr, out) HANDLER_CARRY(name, 0, expr, out)
#define HANDLER_CARRY_IN_OUT(name, expr, out) HANDLER_CARRY(name, emu_s64(w, &in->op[4]), expr, out)
CARRY_OUT(HANDLER_CARRY_OUT)
CARRY_IN_OUT(HANDLER_CARRY_IN_OUT)

static void v_cndmask_b32(struct emu_wave *w, const struct emu_insn *in)
{
    LANES_U32(a_storage);
    LANES_U32(b_storage);
    LANES_U32(chosen);
    LANES_U32(result);
    const uint32_t *a = emu_src(w, in, 1, a_storage);
    const uint32_t *b = emu_src(w, in, 2, b_storage);
    emu_lanes_of_mask(emu_s64(w, &in->op[3]), chosen);
    FOR_LANES(l) result[l] = (b[l] & chosen[l]) | (a[l] & ~chosen[l]);
    emu_dst(w, in, 0, result);
}

/* The table. */

#define ROW_1(name, expr) {#name, "ww", name, 0},
#define ROW_2(name, expr) {#name, "www", name, 0},
#define ROW_3(name, expr) {#name, "wwww", name, 0},
#define ROW_CLAMPED(name, expr, saturated) {#name, "www", name, EMU_TAKES_CLAMP},
#define ROW_CARRY_OUT(name, expr, out) {#name, "wsww", name, 0},
#define ROW_CARRY_IN_OUT(name, expr, out) {#name, "wswws", name, 0},

const struct emu_row EMU_ROWS(vint)[] = {
    {"v_nop", "", v_nop, 0},
    {"v_cndmask_b32", "wwws", v_cndmask_b32, 0},
    {"v_perm_b32", "wwww", v_perm_b32, 0},
    ONE_SOURCE(ROW_1) TWO_SOURCES(ROW_2) THREE_SOURCES(ROW_3) CLAMPED_SUMS(ROW_CLAMPED)
        CARRY_OUT(ROW_CARRY_OUT) CARRY_IN_OUT(ROW_CARRY_IN_OUT){0},
};

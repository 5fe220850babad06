/* Scalar ALU and program control (CDNA3 ISA guide, SOP2, SOP1, SOPK, SOPC, SOPP).
 *
 * In the tables: a, b are the sources, s the old SCC, d the result. The last column is the new SCC.
 */
#include "emu/op.h"

static uint64_t reverse64(uint64_t x)
{
    uint64_t r = 0;
    for (int bit = 0; bit < 64; bit++)
        r |= (x >> bit & 1) << (63 - bit);
    return r;
}

/* Field of a bit-field extract: offset in bits 5:0 (4:0), width in 22:16; a width of 0 gives 0. */
static uint64_t bfe(uint64_t x, uint32_t field, unsigned offset_mask, unsigned bits, bool is_signed)
{
    unsigned lo = field & offset_mask, n = field >> 16 & 0x7f;
    if (n == 0)
        return 0;
    x >>= lo;
    if (n >= bits - lo) /* the field ends at or beyond the top */
        n = bits - lo;
    uint64_t mask = n >= 64 ? UINT64_MAX : (UINT64_C(1) << n) - 1;
    uint64_t value = x & mask;
    return is_signed && value >> (n - 1) & 1 ? value | ~mask : value;
}

/* Number of leading bits equal to the sign bit, as the position of the first other one; -1 if none.
 */
static uint32_t sign_run(uint64_t x, int bits)
{
    uint64_t sign = x >> (bits - 1) & 1;
    for (int n = 1; n < bits; n++)
        if ((x >> (bits - 1 - n) & 1) != sign)
            return (uint32_t)n;
    return UINT32_MAX;
}

static bool add_overflows(uint32_t a, uint32_t b, uint32_t d) { return (~(a ^ b) & (a ^ d)) >> 31; }

static bool sub_overflows(uint32_t a, uint32_t b, uint32_t d) { return ((a ^ b) & (a ^ d)) >> 31; }

/* SOP2, 32 bits. */

/* clang-format off */
#define SOP2_U32(OP) \
    OP(s_add_u32,         a + b,                              d < a) \
    OP(s_sub_u32,         a - b,                              b > a) \
    OP(s_add_i32,         a + b,                              add_overflows(a, b, d)) \
    OP(s_sub_i32,         a - b,                              sub_overflows(a, b, d)) \
    OP(s_addc_u32,        a + b + s,                          (uint64_t)a + b + s > UINT32_MAX) \
    OP(s_subb_u32,        a - b - s,                          (uint64_t)b + s > a) \
    OP(s_min_i32,         (int32_t)a < (int32_t)b ? a : b,    (int32_t)a < (int32_t)b) \
    OP(s_min_u32,         a < b ? a : b,                      a < b) \
    OP(s_max_i32,         (int32_t)a > (int32_t)b ? a : b,    (int32_t)a > (int32_t)b) \
    OP(s_max_u32,         a > b ? a : b,                      a > b) \
    OP(s_cselect_b32,     s ? a : b,                          s) \
    OP(s_and_b32,         a & b,                              d != 0) \
    OP(s_or_b32,          a | b,                              d != 0) \
    OP(s_xor_b32,         a ^ b,                              d != 0) \
    OP(s_andn2_b32,       a & ~b,                             d != 0) \
    OP(s_orn2_b32,        a | ~b,                             d != 0) \
    OP(s_nand_b32,        ~(a & b),                           d != 0) \
    OP(s_nor_b32,         ~(a | b),                           d != 0) \
    OP(s_xnor_b32,        ~(a ^ b),                           d != 0) \
    OP(s_lshl_b32,        a << (b & 31),                      d != 0) \
    OP(s_lshr_b32,        a >> (b & 31),                      d != 0) \
    OP(s_ashr_i32,        (uint32_t)((int32_t)a >> (b & 31)), d != 0) \
    OP(s_bfm_b32,         ((1u << (a & 31)) - 1) << (b & 31), s) \
    OP(s_mul_i32,         a * b,                              s) \
    OP(s_mul_hi_u32,      (uint32_t)((uint64_t)a * b >> 32),  s) \
    OP(s_mul_hi_i32,      (uint32_t)((int64_t)(int32_t)a * (int32_t)b >> 32), s) \
    OP(s_bfe_u32,         (uint32_t)bfe(a, b, 31, 32, false), d != 0) \
    OP(s_bfe_i32,         (uint32_t)bfe(a, b, 31, 32, true),  d != 0) \
    OP(s_absdiff_i32,     (int32_t)a > (int32_t)b ? a - b : b - a, d != 0) \
    OP(s_lshl1_add_u32,   (a << 1) + b,                       ((uint64_t)a << 1) + b > UINT32_MAX) \
    OP(s_lshl2_add_u32,   (a << 2) + b,                       ((uint64_t)a << 2) + b > UINT32_MAX) \
    OP(s_lshl3_add_u32,   (a << 3) + b,                       ((uint64_t)a << 3) + b > UINT32_MAX) \
    OP(s_lshl4_add_u32,   (a << 4) + b,                       ((uint64_t)a << 4) + b > UINT32_MAX) \
    OP(s_pack_ll_b32_b16, (a & 0xffff) | b << 16,             s) \
    OP(s_pack_lh_b32_b16, (a & 0xffff) | (b & 0xffff0000),    s) \
    OP(s_pack_hh_b32_b16, a >> 16 | (b & 0xffff0000),         s)

/* SOP2, 64 bits; the shift count and the field are 32 bits wide. */

#define SOP2_U64(OP) \
    OP(s_cselect_b64,     s ? a : b,                          s) \
    OP(s_and_b64,         a & b,                              d != 0) \
    OP(s_or_b64,          a | b,                              d != 0) \
    OP(s_xor_b64,         a ^ b,                              d != 0) \
    OP(s_andn2_b64,       a & ~b,                             d != 0) \
    OP(s_orn2_b64,        a | ~b,                             d != 0) \
    OP(s_nand_b64,        ~(a & b),                           d != 0) \
    OP(s_nor_b64,         ~(a | b),                           d != 0) \
    OP(s_xnor_b64,        ~(a ^ b),                           d != 0)

#define SOP2_U64_U32(OP) \
    OP(s_lshl_b64,        a << (b & 63),                      d != 0) \
    OP(s_lshr_b64,        a >> (b & 63),                      d != 0) \
    OP(s_ashr_i64,        (uint64_t)((int64_t)a >> (b & 63)), d != 0) \
    OP(s_bfe_u64,         bfe(a, b, 63, 64, false),           d != 0) \
    OP(s_bfe_i64,         bfe(a, b, 63, 64, true),            d != 0)

/* SOP1. */

#define SOP1_U32(OP) \
    OP(s_mov_b32,         a,                                  s) \
    OP(s_not_b32,         ~a,                                 d != 0) \
    OP(s_brev_b32,        (uint32_t)(reverse64(a) >> 32),     s) \
    OP(s_abs_i32,         (int32_t)a < 0 ? 0u - a : a,        d != 0) \
    OP(s_sext_i32_i8,     (uint32_t)(int8_t)a,                s) \
    OP(s_sext_i32_i16,    (uint32_t)(int16_t)a,               s) \
    OP(s_bcnt0_i32_b32,   (uint32_t)__builtin_popcount(~a),   d != 0) \
    OP(s_bcnt1_i32_b32,   (uint32_t)__builtin_popcount(a),    d != 0) \
    OP(s_ff0_i32_b32,     (uint32_t)(__builtin_ffs((int)~a) - 1), s) \
    OP(s_ff1_i32_b32,     (uint32_t)(__builtin_ffs((int)a) - 1),  s) \
    OP(s_flbit_i32_b32,   a ? (uint32_t)__builtin_clz(a) : UINT32_MAX, s) \
    OP(s_flbit_i32,       sign_run(a, 32),                    s)

#define SOP1_U64(OP) \
    OP(s_mov_b64,         a,                                  s) \
    OP(s_not_b64,         ~a,                                 d != 0) \
    OP(s_brev_b64,        reverse64(a),                       s)

/* A 64-bit source, a 32-bit result. */
#define SOP1_U32_U64(OP) \
    OP(s_bcnt0_i32_b64,   (uint32_t)__builtin_popcountll(~a), d != 0) \
    OP(s_bcnt1_i32_b64,   (uint32_t)__builtin_popcountll(a),  d != 0) \
    OP(s_ff0_i32_b64,     (uint32_t)(__builtin_ffsll((long long)~a) - 1), s) \
    OP(s_ff1_i32_b64,     (uint32_t)(__builtin_ffsll((long long)a) - 1),  s) \
    OP(s_flbit_i32_b64,   a ? (uint32_t)__builtin_clzll(a) : UINT32_MAX, s) \
    OP(s_flbit_i32_i64,   sign_run(a, 64),                    s)

/* D = EXEC, then EXEC = this of the source (a) and EXEC (e); SCC = EXEC is not 0. */
#define SAVEEXEC(OP) \
    OP(s_and_saveexec_b64,   a & e) \
    OP(s_or_saveexec_b64,    a | e) \
    OP(s_xor_saveexec_b64,   a ^ e) \
    OP(s_andn2_saveexec_b64, a & ~e) \
    OP(s_orn2_saveexec_b64,  a | ~e) \
    OP(s_nand_saveexec_b64,  ~(a & e)) \
    OP(s_nor_saveexec_b64,   ~(a | e)) \
    OP(s_xnor_saveexec_b64,  ~(a ^ e)) \
    OP(s_andn1_saveexec_b64, ~a & e) \
    OP(s_orn1_saveexec_b64,  ~a | e)

/* EXEC = this, D = the same. */
#define WREXEC(OP) \
    OP(s_andn1_wrexec_b64,   ~a & e) \
    OP(s_andn2_wrexec_b64,   a & ~e)

/* SOPC: SCC = this. */

#define SOPC_U32(OP) \
    OP(s_cmp_eq_i32,      a == b) \
    OP(s_cmp_lg_i32,      a != b) \
    OP(s_cmp_gt_i32,      (int32_t)a > (int32_t)b) \
    OP(s_cmp_ge_i32,      (int32_t)a >= (int32_t)b) \
    OP(s_cmp_lt_i32,      (int32_t)a < (int32_t)b) \
    OP(s_cmp_le_i32,      (int32_t)a <= (int32_t)b) \
    OP(s_cmp_eq_u32,      a == b) \
    OP(s_cmp_lg_u32,      a != b) \
    OP(s_cmp_gt_u32,      a > b) \
    OP(s_cmp_ge_u32,      a >= b) \
    OP(s_cmp_lt_u32,      a < b) \
    OP(s_cmp_le_u32,      a <= b) \
    OP(s_bitcmp0_b32,     (a >> (b & 31) & 1) == 0) \
    OP(s_bitcmp1_b32,     (a >> (b & 31) & 1) == 1)

#define SOPC_U64(OP) \
    OP(s_cmp_eq_u64,      a == b) \
    OP(s_cmp_lg_u64,      a != b)

#define SOPC_U64_U32(OP) \
    OP(s_bitcmp0_b64,     (a >> (b & 63) & 1) == 0) \
    OP(s_bitcmp1_b64,     (a >> (b & 63) & 1) == 1)

/* SOPK: k is the immediate, sign-extended for signed instructions. */

#define SOPK_CMP(OP) \
    OP(s_cmpk_eq_i32,     (int32_t)a == k) \
    OP(s_cmpk_lg_i32,     (int32_t)a != k) \
    OP(s_cmpk_gt_i32,     (int32_t)a > k) \
    OP(s_cmpk_ge_i32,     (int32_t)a >= k) \
    OP(s_cmpk_lt_i32,     (int32_t)a < k) \
    OP(s_cmpk_le_i32,     (int32_t)a <= k) \
    OP(s_cmpk_eq_u32,     a == (uint16_t)k) \
    OP(s_cmpk_lg_u32,     a != (uint16_t)k) \
    OP(s_cmpk_gt_u32,     a > (uint16_t)k) \
    OP(s_cmpk_ge_u32,     a >= (uint16_t)k) \
    OP(s_cmpk_lt_u32,     a < (uint16_t)k) \
    OP(s_cmpk_le_u32,     a <= (uint16_t)k)

#define BRANCHES(OP) \
    OP(s_branch,          true) \
    OP(s_cbranch_scc0,    !w->scc) \
    OP(s_cbranch_scc1,    w->scc) \
    OP(s_cbranch_vccz,    emu_sgpr64(w, EMU_VCC) == 0) \
    OP(s_cbranch_vccnz,   emu_sgpr64(w, EMU_VCC) != 0) \
    OP(s_cbranch_execz,   emu_exec(w) == 0) \
    OP(s_cbranch_execnz,  emu_exec(w) != 0)
/* clang-format on */

/* Expansion into handlers. */

#define HANDLER(name) static void name(struct emu_wave *w, const struct emu_insn *in)

/* bits_d, bits_a, bits_b: 32 or 64, widths of the result and the sources. */
#define SET_32(w, in, value) ((w)->sgpr[(in)->op[0].reg] = (value))
#define SET_64(w, in, value) emu_set_sgpr64(w, (in)->op[0].reg, value)
#define GET_32(w, in, n) emu_s32(w, &(in)->op[n])
#define GET_64(w, in, n) emu_s64(w, &(in)->op[n])

#define TWO_SOURCES(name, bits_d, bits_b, value, new_scc)                                          \
    HANDLER(name)                                                                                  \
    {                                                                                              \
        const uint##bits_d##_t a = GET_##bits_d(w, in, 1);                                         \
        const uint##bits_b##_t b = GET_##bits_b(w, in, 2);                                         \
        const uint32_t s = w->scc;                                                                 \
        const uint##bits_d##_t d = (value);                                                        \
        w->scc = (new_scc);                                                                        \
        SET_##bits_d(w, in, d);                                                                    \
        (void)a, (void)b, (void)s;                                                                 \
    }
#define ONE_SOURCE(name, bits_d, bits_a, value, new_scc)                                           \
    HANDLER(name)                                                                                  \
    {                                                                                              \
        const uint##bits_a##_t a = GET_##bits_a(w, in, 1);                                         \
        const uint32_t s = w->scc;                                                                 \
        const uint##bits_d##_t d = (value);                                                        \
        w->scc = (new_scc);                                                                        \
        SET_##bits_d(w, in, d);                                                                    \
        (void)s;                                                                                   \
    }
#define COMPARE(name, bits_a, bits_b, condition)                                                   \
    HANDLER(name)                                                                                  \
    {                                                                                              \
        const uint##bits_a##_t a = GET_##bits_a(w, in, 0);                                         \
        const uint##bits_b##_t b = GET_##bits_b(w, in, 1);                                         \
        w->scc = (condition);                                                                      \
    }

#define DEFINE(name, value, scc) TWO_SOURCES(name, 32, 32, value, scc)
SOP2_U32(DEFINE)
#undef DEFINE
#define DEFINE(name, value, scc) TWO_SOURCES(name, 64, 64, value, scc)
SOP2_U64(DEFINE)
#undef DEFINE
#define DEFINE(name, value, scc) TWO_SOURCES(name, 64, 32, value, scc)
SOP2_U64_U32(DEFINE)
#undef DEFINE
#define DEFINE(name, value, scc) ONE_SOURCE(name, 32, 32, value, scc)
SOP1_U32(DEFINE)
#undef DEFINE
#define DEFINE(name, value, scc) ONE_SOURCE(name, 64, 64, value, scc)
SOP1_U64(DEFINE)
#undef DEFINE
#define DEFINE(name, value, scc) ONE_SOURCE(name, 32, 64, value, scc)
SOP1_U32_U64(DEFINE)
#undef DEFINE
#define DEFINE(name, condition) COMPARE(name, 32, 32, condition)
SOPC_U32(DEFINE)
#undef DEFINE
#define DEFINE(name, condition) COMPARE(name, 64, 64, condition)
SOPC_U64(DEFINE)
#undef DEFINE
#define DEFINE(name, condition) COMPARE(name, 64, 32, condition)
SOPC_U64_U32(DEFINE)
#undef DEFINE

#define DEFINE(name, value)                                                                        \
    HANDLER(name)                                                                                  \
    {                                                                                              \
        const uint64_t a = emu_s64(w, &in->op[1]), e = emu_exec(w);                                \
        emu_set_sgpr64(w, EMU_EXEC, value);                                                        \
        SET_64(w, in, e);                                                                          \
        w->scc = emu_exec(w) != 0;                                                                 \
    }
SAVEEXEC(DEFINE)
#undef DEFINE

#define DEFINE(name, value)                                                                        \
    HANDLER(name)                                                                                  \
    {                                                                                              \
        const uint64_t a = emu_s64(w, &in->op[1]), e = emu_exec(w);                                \
        emu_set_sgpr64(w, EMU_EXEC, value);                                                        \
        SET_64(w, in, emu_exec(w));                                                                \
        w->scc = emu_exec(w) != 0;                                                                 \
    }
WREXEC(DEFINE)
#undef DEFINE

#define DEFINE(name, condition)                                                                    \
    HANDLER(name)                                                                                  \
    {                                                                                              \
        const uint32_t a = emu_s32(w, &in->op[0]);                                                 \
        const int32_t k = (int16_t)in->offset;                                                     \
        w->scc = (condition);                                                                      \
    }
SOPK_CMP(DEFINE)
#undef DEFINE

#define DEFINE(name, condition)                                                                    \
    HANDLER(name)                                                                                  \
    {                                                                                              \
        if (condition)                                                                             \
            w->next_pc += (uint32_t)(int16_t)in->offset;                                           \
    }
BRANCHES(DEFINE)
#undef DEFINE

/* Those that fit no table. */

HANDLER(s_bfm_b64)
{
    uint32_t n = emu_s32(w, &in->op[1]) & 63, lo = emu_s32(w, &in->op[2]) & 63;
    SET_64(w, in, ((UINT64_C(1) << n) - 1) << lo);
}

HANDLER(s_cmov_b32)
{
    if (w->scc)
        SET_32(w, in, emu_s32(w, &in->op[1]));
}

HANDLER(s_cmov_b64)
{
    if (w->scc)
        SET_64(w, in, emu_s64(w, &in->op[1]));
}

HANDLER(s_bitset0_b32) { w->sgpr[in->op[0].reg] &= ~(1u << (emu_s32(w, &in->op[1]) & 31)); }

HANDLER(s_bitset1_b32) { w->sgpr[in->op[0].reg] |= 1u << (emu_s32(w, &in->op[1]) & 31); }

HANDLER(s_bitset0_b64)
{
    SET_64(w, in, emu_sgpr64(w, in->op[0].reg) & ~(UINT64_C(1) << (emu_s32(w, &in->op[1]) & 63)));
}

HANDLER(s_bitset1_b64)
{
    SET_64(w, in, emu_sgpr64(w, in->op[0].reg) | UINT64_C(1) << (emu_s32(w, &in->op[1]) & 63));
}

HANDLER(s_bitreplicate_b64_b32)
{
    uint32_t a = emu_s32(w, &in->op[1]);
    uint64_t d = 0;
    for (int bit = 0; bit < 32; bit++)
        d |= (uint64_t)(3 * (a >> bit & 1)) << (2 * bit);
    SET_64(w, in, d);
}

HANDLER(s_movk_i32) { SET_32(w, in, (uint32_t)(int16_t)in->offset); }

HANDLER(s_cmovk_i32)
{
    if (w->scc)
        SET_32(w, in, (uint32_t)(int16_t)in->offset);
}

HANDLER(s_addk_i32)
{
    uint32_t a = emu_s32(w, &in->op[0]), b = (uint32_t)(int16_t)in->offset, d = a + b;
    w->scc = add_overflows(a, b, d);
    SET_32(w, in, d);
}

HANDLER(s_mulk_i32) { SET_32(w, in, emu_s32(w, &in->op[0]) * (uint32_t)(int16_t)in->offset); }

/* Program control. */

static uint64_t return_address(const struct emu_wave *w)
{
    return w->program->code_addr + 4ull * w->next_pc;
}

static void jump_to(struct emu_wave *w, uint64_t addr)
{
    uint64_t offset = addr - w->program->code_addr;
    if (offset % 4 || offset / 4 >= w->program->n_dwords)
        emu_fault(w, EMU_FAULT_ADDRESS, "jump to 0x%llx, which is no code of this module",
                  (unsigned long long)addr);
    else
        w->next_pc = (uint32_t)(offset / 4);
}

HANDLER(s_getpc_b64) { SET_64(w, in, return_address(w)); }

HANDLER(s_setpc_b64) { jump_to(w, emu_s64(w, &in->op[0])); }

HANDLER(s_swappc_b64)
{
    uint64_t to = emu_s64(w, &in->op[1]);
    SET_64(w, in, return_address(w));
    jump_to(w, to);
}

HANDLER(s_call_b64)
{
    SET_64(w, in, return_address(w));
    w->next_pc += (uint32_t)(int16_t)in->offset;
}

HANDLER(s_endpgm)
{
    (void)in;
    w->state = EMU_ENDED;
}

HANDLER(s_barrier)
{
    (void)in;
    w->state = EMU_AT_BARRIER;
}

HANDLER(s_trap)
{
    emu_fault(w, EMU_FAULT_OTHER, "trap %d%s", in->offset,
              in->offset == 2 ? " (the kernel aborted)" : "");
}

/* Waits, priorities and instruction caches: every result is there at once. */
HANDLER(no_effect) { (void)w, (void)in; }

/* VGPR indexing: M0[7:0] is the index, M0[15:12] which operands it is added to. */

HANDLER(s_set_gpr_idx_on)
{
    uint32_t m0 = bits_put(w->sgpr[EMU_M0], 0, 8, emu_s32(w, &in->op[0]));
    w->sgpr[EMU_M0] = bits_put(m0, 12, 4, in->mode);
    w->gpr_idx_mode = in->mode;
}

HANDLER(s_set_gpr_idx_idx)
{
    w->sgpr[EMU_M0] = bits_put(w->sgpr[EMU_M0], 0, 8, emu_s32(w, &in->op[0]));
}

HANDLER(s_set_gpr_idx_mode)
{
    w->sgpr[EMU_M0] = bits_put(w->sgpr[EMU_M0], 12, 4, in->mode);
    w->gpr_idx_mode = in->mode;
}

HANDLER(s_set_gpr_idx_off)
{
    (void)in;
    w->gpr_idx_mode = 0;
}

/* The register named by the operand plus M0, for s_movrel*. */
static bool relative(struct emu_wave *w, unsigned reg, unsigned n_dwords, unsigned *at)
{
    uint64_t to = (uint64_t)reg + w->sgpr[EMU_M0];
    if (to + n_dwords > EMU_FLAT_SCRATCH) {
        emu_fault(w, EMU_FAULT_OTHER, "indexed register s%llu does not exist",
                  (unsigned long long)to);
        return false;
    }
    *at = (unsigned)to;
    return true;
}

HANDLER(s_movrels_b32)
{
    unsigned from;
    if (relative(w, in->op[1].reg, 1, &from))
        SET_32(w, in, w->sgpr[from]);
}

HANDLER(s_movrels_b64)
{
    unsigned from;
    if (relative(w, in->op[1].reg, 2, &from))
        SET_64(w, in, emu_sgpr64(w, from));
}

HANDLER(s_movreld_b32)
{
    unsigned to;
    if (relative(w, in->op[0].reg, 1, &to))
        w->sgpr[to] = emu_s32(w, &in->op[1]);
}

HANDLER(s_movreld_b64)
{
    unsigned to;
    if (relative(w, in->op[0].reg, 2, &to))
        emu_set_sgpr64(w, to, emu_s64(w, &in->op[1]));
}

/* Hardware registers: in->offset = id, in->offset1 = lowest bit | width << 8 (see parse.c). */

enum { HW_REG_MODE = 1 };

/* FP_ROUND 0 is to nearest even; FP_DENORM 0xf keeps denormals (CDNA3 ISA guide, MODE register). */
static bool mode_is_modelled(uint32_t mode)
{
    return bits_get(mode, 0, 4) == 0 && bits_get(mode, 4, 4) == 0xf;
}

HANDLER(s_getreg_b32)
{
    if (in->offset != HW_REG_MODE) {
        emu_fault(w, EMU_FAULT_OTHER, "this hardware register is not modelled");
        return;
    }
    SET_32(w, in, bits_get(w->mode, in->offset1 & 0xff, (unsigned)in->offset1 >> 8));
}

static void set_hardware_register(struct emu_wave *w, const struct emu_insn *in, uint32_t value)
{
    if (in->offset != HW_REG_MODE) {
        emu_fault(w, EMU_FAULT_OTHER, "this hardware register is not modelled");
        return;
    }
    uint32_t mode = bits_put(w->mode, in->offset1 & 0xff, (unsigned)in->offset1 >> 8, value);
    if (!mode_is_modelled(mode))
        emu_fault(w, EMU_FAULT_OTHER, "MODE 0x%x (rounding or denormals) is not modelled", mode);
    w->mode = mode;
}

HANDLER(s_setreg_b32) { set_hardware_register(w, in, emu_s32(w, &in->op[0])); }

/* The table. */

#define ROW_WWW(name, ...) {#name, "www", name, 0},
#define ROW_QQQ(name, ...) {#name, "qqq", name, 0},
#define ROW_QQW(name, ...) {#name, "qqw", name, 0},
#define ROW_WW(name, ...) {#name, "ww", name, 0},
#define ROW_QQ(name, ...) {#name, "qq", name, 0},
#define ROW_WQ(name, ...) {#name, "wq", name, 0},
#define ROW_QW(name, ...) {#name, "qw", name, 0},
#define ROW_WM(name, ...) {#name, "wm", name, 0},
#define ROW_M(name, ...) {#name, "m", name, 0},

const struct emu_row EMU_ROWS(sop)[] = {
    SOP2_U32(ROW_WWW) SOP2_U64(ROW_QQQ) SOP2_U64_U32(ROW_QQW) SOP1_U32(ROW_WW) SOP1_U64(ROW_QQ)
        SOP1_U32_U64(ROW_WQ) SAVEEXEC(ROW_QQ) WREXEC(ROW_QQ) SOPC_U32(ROW_WW) SOPC_U64(ROW_QQ)
            SOPC_U64_U32(ROW_QW) SOPK_CMP(ROW_WM) BRANCHES(ROW_M){"s_bfm_b64", "qww", s_bfm_b64, 0},
    {"s_cmov_b32", "ww", s_cmov_b32, 0},
    {"s_cmov_b64", "qq", s_cmov_b64, 0},
    {"s_bitset0_b32", "ww", s_bitset0_b32, 0},
    {"s_bitset1_b32", "ww", s_bitset1_b32, 0},
    {"s_bitset0_b64", "qw", s_bitset0_b64, 0},
    {"s_bitset1_b64", "qw", s_bitset1_b64, 0},
    {"s_bitreplicate_b64_b32", "qw", s_bitreplicate_b64_b32, 0},
    {"s_movk_i32", "wm", s_movk_i32, 0},
    {"s_cmovk_i32", "wm", s_cmovk_i32, 0},
    {"s_addk_i32", "wm", s_addk_i32, 0},
    {"s_mulk_i32", "wm", s_mulk_i32, 0},
    {"s_getpc_b64", "q", s_getpc_b64, 0},
    {"s_setpc_b64", "q", s_setpc_b64, 0},
    {"s_swappc_b64", "qq", s_swappc_b64, 0},
    {"s_call_b64", "qm", s_call_b64, 0},
    {"s_endpgm", "", s_endpgm, 0},
    {"s_barrier", "", s_barrier, 0},
    {"s_trap", "m", s_trap, 0},
    {"s_nop", "m", no_effect, 0},
    {"s_sleep", "m", no_effect, 0},
    {"s_setprio", "m", no_effect, 0},
    {"s_waitcnt", "*", no_effect, 0},
    {"s_icache_inv", "", no_effect, 0},
    {"s_dcache_inv", "", no_effect, 0},
    {"s_dcache_wb", "", no_effect, 0},
    {"s_set_gpr_idx_on", "wg", s_set_gpr_idx_on, 0},
    {"s_set_gpr_idx_idx", "w", s_set_gpr_idx_idx, 0},
    {"s_set_gpr_idx_mode", "g", s_set_gpr_idx_mode, 0},
    {"s_set_gpr_idx_off", "", s_set_gpr_idx_off, 0},
    {"s_movrels_b32", "ww", s_movrels_b32, 0},
    {"s_movrels_b64", "qq", s_movrels_b64, 0},
    {"s_movreld_b32", "ww", s_movreld_b32, 0},
    {"s_movreld_b64", "qq", s_movreld_b64, 0},
    {"s_getreg_b32", "wx", s_getreg_b32, 0},
    {"s_setreg_b32", "xw", s_setreg_b32, 0},
    {"s_setreg_imm32_b32", "xw", s_setreg_b32, 0},
    {0},
};

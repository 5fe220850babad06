/* V_SMFMAC: D += A * B, A compressed 2:4.
 *
 * What the machine does, said in lanes (ROCm hip-fpsan, recorded on gfx942 silicon): with L = 64 /
 * M lane groups of M lanes, lane group g holds for row i in lane M*g + i the A elements 2n + s,
 * which the nibble n of that lane's index set steers: selector p of slot s picks B element 4n + p
 * of lane N*g + j. D and C sit as the dense instructions of the same tile shape have them (CDNA3
 * ISA guide, matrix layouts). EXEC is ignored: all lanes take part. All sources are read before D
 * is written.
 *
 * The sums here are SMFHIP_NUMERICS_FMA: a chain of fused multiply-adds from C on, lane groups,
 * nibbles and slots ascending. An illegal nibble (selector 0 not below selector 1) lets each slot
 * follow its own selector, and is counted; what silicon does with one is not known.
 */
#include <math.h>

#include "emu/op.h"
#include "isa/isa.h"

enum {
    MAX_A_VGPRS = 2,
    MAX_B_VGPRS = 4,
    MAX_CD_VGPRS = 16,
    MAX_A_ELEMENTS = 8,
    MAX_B_ELEMENTS = 16,
    MAX_NIBBLES = 4,
};

/* Operands as [register][lane], a private copy that a test scramble may permute. */
struct registers {
    _Alignas(64) uint32_t a[MAX_A_VGPRS][EMU_LANES];
    _Alignas(64) uint32_t b[MAX_B_VGPRS][EMU_LANES];
    _Alignas(64) uint32_t cd[MAX_CD_VGPRS][EMU_LANES];
    _Alignas(64) uint32_t idx[EMU_LANES];
};

/* Elements as [element][lane], in the type of the sum: f32 bits or i32. */
struct elements {
    _Alignas(64) uint32_t a[MAX_A_ELEMENTS][EMU_LANES];
    _Alignas(64) uint32_t b[MAX_B_ELEMENTS][EMU_LANES];
    _Alignas(64) uint32_t selector[MAX_A_ELEMENTS][EMU_LANES];
};

/* Operands in and out. */

static void read_operand(const struct emu_wave *w, const struct emu_operand *o, int n_vgprs,
                         uint32_t (*to)[EMU_LANES])
{
    for (int v = 0; v < n_vgprs; v++) {
        if (o->kind == EMU_VGPR)
            memcpy(to[v], w->vgpr[o->reg + v], sizeof to[v]);
        else /* an inline constant, as C may be */
            FOR_LANES(l) to[v][l] = (uint32_t)o->value;
    }
}

/* Byte place (lane * n_vgprs + vgpr) * 4 + byte. */
static void permute_bytes(uint32_t (*operand)[EMU_LANES], int n_vgprs, const uint16_t *table)
{
    uint32_t from[MAX_B_VGPRS][EMU_LANES];
    memcpy(from, operand, (size_t)n_vgprs * sizeof from[0]);
    FOR_LANES(l)
    {
        for (int v = 0; v < n_vgprs; v++) {
            uint32_t dword = 0;
            for (int byte = 0; byte < 4; byte++) {
                unsigned place = table[(l * n_vgprs + v) * 4 + byte];
                unsigned reg = place / 4;
                uint32_t source = from[reg % (unsigned)n_vgprs][reg / (unsigned)n_vgprs];
                dword |= bits_get(source, 8 * (place % 4), 8) << (8 * byte);
            }
            operand[v][l] = dword;
        }
    }
}

static void permute_idx(uint32_t *idx, const uint16_t *table)
{
    uint32_t from[EMU_LANES];
    memcpy(from, idx, sizeof from);
    FOR_LANES(l)
    {
        uint32_t dword = 0;
        for (int bit = 0; bit < 32; bit++) {
            unsigned place = table[l * 32 + bit];
            dword |= (from[place / 32] >> (place % 32) & 1) << bit;
        }
        idx[l] = dword;
    }
}

/* Into the plain machine's places (`to_plain`) or back out of them. */
static void permute_cd(uint32_t (*cd)[EMU_LANES], int n_vgprs, const uint16_t *table, bool to_plain)
{
    uint32_t from[MAX_CD_VGPRS][EMU_LANES];
    memcpy(from, cd, (size_t)n_vgprs * sizeof from[0]);
    FOR_LANES(l)
    {
        for (int v = 0; v < n_vgprs; v++) {
            unsigned place = table[l * n_vgprs + v];
            unsigned lane = place / (unsigned)n_vgprs, vgpr = place % (unsigned)n_vgprs;
            if (to_plain)
                cd[v][l] = from[vgpr][lane];
            else
                cd[vgpr][lane] = from[v][l];
        }
    }
}

static bool scramble_in(struct emu_wave *w, const struct smfhip_scramble *s, int a_vgprs,
                        int b_vgprs, int cd_vgprs, struct registers *r)
{
    if ((s->a_bytes && s->n_a_bytes != (uint32_t)(EMU_LANES * a_vgprs * 4)) ||
        (s->b_bytes && s->n_b_bytes != (uint32_t)(EMU_LANES * b_vgprs * 4)) ||
        (s->cd_dwords && s->n_cd_dwords != (uint32_t)(EMU_LANES * cd_vgprs))) {
        emu_fault(w, EMU_FAULT_OTHER, "the scramble is of another operand size");
        return false;
    }
    if (s->a_bytes)
        permute_bytes(r->a, a_vgprs, s->a_bytes);
    if (s->b_bytes)
        permute_bytes(r->b, b_vgprs, s->b_bytes);
    if (s->idx_bits)
        permute_idx(r->idx, s->idx_bits);
    if (s->cd_dwords)
        permute_cd(r->cd, cd_vgprs, s->cd_dwords, true);
    return true;
}

/* Elements as numbers. */

/* A small float as f32 bits: `m_bits` of mantissa, an exponent field below the sign with `bias`.
 * Through an integer, so that no denormal is ever an operand. */
static inline uint32_t widen(uint32_t x, unsigned bits, unsigned m_bits, int bias)
{
    uint32_t magnitude = x & ((1u << (bits - 1)) - 1);
    uint32_t exponent = magnitude >> m_bits, mantissa = magnitude & ((1u << m_bits) - 1);
    uint32_t integer = exponent ? mantissa | 1u << m_bits : mantissa;
    uint32_t at_least_1 = exponent ? exponent : 1;
    float scale = bits_to_f32((at_least_1 + 127u - (uint32_t)bias - m_bits) << 23);
    uint32_t value = bits_of_f32((float)(int32_t)integer * scale);
    return value | (x >> (bits - 1) & 1) << 31;
}

/* One element as f32 bits, or as i32 for i8. FNUZ: 0x80 is the NaN, and all other codes are finite
 * (FACTS of gfx942's formats: base/numfmt.h). */
static inline uint32_t number(enum isa_type type, uint32_t x)
{
    switch (type) {
    case ISA_F16: {
        uint32_t special = (x & 0x8000) << 16 | 0x7f800000 | (x & 0x3ff) << 13;
        uint32_t finite = widen(x, 16, 10, 15);
        return (x & 0x7c00) == 0x7c00 ? special : finite;
    }
    case ISA_BF16:
        return x << 16;
    case ISA_FP8: {
        uint32_t finite = widen(x, 8, 3, 8);
        return x == 0x80 ? 0x7fc00000 : finite;
    }
    case ISA_BF8: {
        uint32_t finite = widen(x, 8, 2, 16);
        return x == 0x80 ? 0x7fc00000 : finite;
    }
    default:
        return (uint32_t)(int32_t)(int8_t)x;
    }
}

static inline __attribute__((always_inline)) void spread(enum isa_type type, int bits, int n_vgprs,
                                                         uint32_t (*from)[EMU_LANES],
                                                         uint32_t (*to)[EMU_LANES])
{
    int per_vgpr = 32 / bits;
    for (int e = 0; e < n_vgprs * per_vgpr; e++) {
        const uint32_t *dword = from[e / per_vgpr];
        int shift = bits * (e % per_vgpr);
        uint32_t mask = (1u << bits) - 1;
        FOR_LANES(l) to[e][l] = number(type, dword[l] >> shift & mask);
    }
}

/* The selected set's selectors, [2 * nibble + slot][lane]. Returns how many nibbles are illegal. */
static inline __attribute__((always_inline)) uint32_t
selectors(const uint32_t *idx, unsigned base, int n_nibbles, uint32_t (*selector)[EMU_LANES])
{
    uint32_t illegal = 0;
    for (int n = 0; n < n_nibbles; n++) {
        FOR_LANES(l)
        {
            uint32_t nibble = idx[l] >> (base + 4u * (unsigned)n) & 15;
            selector[2 * n][l] = nibble & 3;
            selector[2 * n + 1][l] = nibble >> 2;
            illegal += (nibble & 3) >= nibble >> 2;
        }
    }
    return illegal;
}

/* The product. */

/* Which register and lane holds row i of C/D in column 0: tiles of 16 rows put rows 4g..4g+3 in
 * lane group g, tiles of 32 rows put 8h + 4g..+3 there, in registers 4h..4h+3. */
static inline void cd_place(int m, int i, int *vgpr, int *lane)
{
    int groups = EMU_LANES / m, block = i / 4;
    *vgpr = 4 * (block / groups) + i % 4;
    *lane = m * (block % groups);
}

/* A row of B moved by a column: what a machine does that is no matrix product (smfhip_scramble). */
static const uint32_t *next_columns(int m, const uint32_t *b, uint32_t *skewed)
{
    for (int j = 0; j < m; j++)
        skewed[j] = b[(j + 1) % m];
    return skewed;
}

/* Loops of 16 columns would be unrolled before they are vectorised. */
#if defined __GNUC__ && !defined __clang__
#define VECTOR_LOOP _Pragma("GCC unroll 1")
#else
#define VECTOR_LOOP
#endif

/* One row of D += A * B over m columns: each stored A value times the row of B that its selector
 * picks. The constants are known where these are inlined. */
static inline __attribute__((always_inline)) void row_f32(int m, int n_nibbles, int i, bool skew,
                                                          const struct elements *e, uint32_t *d)
{
    float sum[32];
    VECTOR_LOOP
    for (int j = 0; j < m; j++)
        sum[j] = bits_to_f32(d[j]);
    for (int g = 0; g < EMU_LANES / m; g++) {
        for (int slot = 0; slot < 2 * n_nibbles; slot++) {
            float a = bits_to_f32(e->a[slot][m * g + i]);
            const uint32_t *b = &e->b[4 * (slot / 2) + (int)e->selector[slot][m * g + i]][m * g];
            uint32_t skewed[32];
            if (skew && g % 2)
                b = next_columns(m, b, skewed);
            VECTOR_LOOP
            for (int j = 0; j < m; j++)
                sum[j] = fmaf(a, bits_to_f32(b[j]), sum[j]);
        }
    }
    VECTOR_LOOP
    for (int j = 0; j < m; j++)
        d[j] = sum[j] == sum[j] ? bits_of_f32(sum[j]) : 0x7fc00000;
}

static inline __attribute__((always_inline)) void row_i32(int m, int n_nibbles, int i, bool skew,
                                                          const struct elements *e, uint32_t *d)
{
    for (int g = 0; g < EMU_LANES / m; g++) {
        for (int slot = 0; slot < 2 * n_nibbles; slot++) {
            uint32_t a = e->a[slot][m * g + i];
            const uint32_t *b = &e->b[4 * (slot / 2) + (int)e->selector[slot][m * g + i]][m * g];
            uint32_t skewed[32];
            if (skew && g % 2)
                b = next_columns(m, b, skewed);
            VECTOR_LOOP
            for (int j = 0; j < m; j++)
                d[j] += a * b[j];
        }
    }
}

static inline __attribute__((always_inline)) void accumulate(int m, int n_nibbles, bool integer,
                                                             bool skew, const struct elements *e,
                                                             uint32_t (*cd)[EMU_LANES])
{
    for (int i = 0; i < m; i++) {
        int vgpr, lane;
        cd_place(m, i, &vgpr, &lane);
        if (integer)
            row_i32(m, n_nibbles, i, skew && i % 2, e, &cd[vgpr][lane]);
        else
            row_f32(m, n_nibbles, i, skew && i % 2, e, &cd[vgpr][lane]);
    }
}

static bool check_set(struct emu_wave *w, const struct emu_insn *in, int bits, unsigned *base)
{
    /* CBSZ[1:0] other than 0 reads the first set (CDNA3 ISA guide, sparse matrix index). */
    *base = (in->cbsz & 3) == 0 ? (unsigned)(bits * in->abid) : 0;
    if (*base + (unsigned)bits <= 32)
        return true;
    emu_fault(w, EMU_FAULT_OTHER, "abid %d: the index register has %d sets of %d bits", in->abid,
              32 / bits, bits);
    return false;
}

static inline __attribute__((always_inline)) void smfmac(struct emu_wave *w,
                                                         const struct emu_insn *in, int m, int k,
                                                         enum isa_type a_type, enum isa_type b_type,
                                                         int bits)
{
    const int a_vgprs = m * (k / 2) / EMU_LANES * bits / 32;
    const int b_vgprs = m * k / EMU_LANES * bits / 32;
    const int cd_vgprs = m * m / EMU_LANES;
    const int n_nibbles = k * m / EMU_LANES / 4;
    const bool integer = a_type == ISA_I8;
    const struct smfhip_scramble *scramble = w->group->launch->scramble;
    unsigned base;
    struct registers r;
    struct elements e;

    if (!check_set(w, in, 4 * n_nibbles, &base))
        return;
    read_operand(w, &in->op[0], cd_vgprs, r.cd);
    read_operand(w, &in->op[1], a_vgprs, r.a);
    read_operand(w, &in->op[2], b_vgprs, r.b);
    read_operand(w, &in->op[3], 1, &r.idx);
    if (scramble && !scramble_in(w, scramble, a_vgprs, b_vgprs, cd_vgprs, &r))
        return;

    spread(a_type, bits, a_vgprs, r.a, e.a);
    spread(b_type, bits, b_vgprs, r.b, e.b);
    uint32_t illegal = selectors(r.idx, base, n_nibbles, e.selector);
    w->smfmacs++;
    w->illegal_nibbles += illegal;
    if (illegal && w->group->launch->strict) {
        emu_fault(w, EMU_FAULT_OTHER, "%u index nibbles are illegal", illegal);
        return;
    }
    accumulate(m, n_nibbles, integer, scramble && scramble->skew_columns, &e, r.cd);

    if (scramble && scramble->cd_dwords)
        permute_cd(r.cd, cd_vgprs, scramble->cd_dwords, false);
    for (int v = 0; v < cd_vgprs; v++)
        memcpy(w->vgpr[in->op[0].reg + v], r.cd[v], sizeof r.cd[v]);
}

#define ELEMENT_BITS_F16 16
#define ELEMENT_BITS_BF16 16
#define ELEMENT_BITS_I8 8
#define ELEMENT_BITS_FP8 8
#define ELEMENT_BITS_BF8 8

#define SMFMAC_GFX942(name, arch, m, n, k, a, b, cd, cycles)                                       \
    static void smfmac_##name(struct emu_wave *w, const struct emu_insn *in)                       \
    {                                                                                              \
        smfmac(w, in, m, k, ISA_##a, ISA_##b, ELEMENT_BITS_##a);                                   \
    }
#define SMFMAC_GFX950(name, arch, m, n, k, a, b, cd, cycles)
#include "isa/smfmac.def"

/* Letters of D, A, B, idx. A tuple's size is checked when decoding, so these follow from the
 * table's sizes: 4 or 16 registers of D, 2 of A, 4 of B, one index register. */
#define LETTERS_16 "4q4w"
#define LETTERS_32 "Gq4w"

#define SMFMAC_GFX942(name, arch, m, n, k, a, b, cd, cycles)                                       \
    {"v_smfmac_" #name, LETTERS_##m, smfmac_##name, ISA_SMFMAC_##name},
#define SMFMAC_GFX950(name, arch, m, n, k, a, b, cd, cycles)

const struct emu_row EMU_ROWS(smfmac)[] = {
#include "isa/smfmac.def"
    {0},
};

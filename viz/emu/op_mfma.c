/* V_MFMA: dense matrix multiply and accumulate, D = A * B + C (CDNA3 ISA guide, chapter "Matrix
 * Arithmetic Instructions").
 *
 * Places are those of AMD's matrix instruction calculator 1.3.2. An instruction multiplies `blocks`
 * pairs of an M x K and a K x M matrix; a lane holds E = M * K * blocks / 64 elements of A and as
 * many of B.
 *
 *   A[b][i][k]  lane M * (blocks * floor(k / E) + b) + i, element k mod E
 *   B[b][k][j]  lane M * (blocks * floor(k / E) + b) + j, element k mod E
 *   D[b][i][j]  M consecutive lanes of a register are a row of one block: see `row_at`
 *
 * EXEC is ignored: all 64 lanes take part. All sources are read before D is written. Denormals are
 * kept, whatever MODE says. f32 and f64 are summed by fused multiply-adds, k ascending, i8 exactly;
 * f16, bf16, fp8, bf8 and xf32 as SMFHIP_NUMERICS says.
 */
#include <math.h>

#include "base/numfmt.h"
#include "emu/element.h"
#include "emu/mi300.h"
#include "emu/mi300_vector.h"
#include "emu/op.h"

enum element { F64, F32, XF32, F16, BF16, I8, FP8, BF8 };

static unsigned bits_of(enum element type)
{
    static const uint8_t bits[] = {64, 32, 32, 16, 16, 8, 8, 8};
    return bits[type];
}

enum { MAX_K = 32, MAX_ELEMENTS = 8, MAX_D_VGPRS = 32 };

/* Mnemonic, M, K, blocks, types of A and B, letters of D, A, B, C. */
#define MFMAS_F32(MFMA)                                                                            \
    MFMA(f32_32x32x1_2b_f32, 32, 1, 2, F32, F32, "RwwR")                                           \
    MFMA(f32_16x16x1_4b_f32, 16, 1, 4, F32, F32, "GwwG")                                           \
    MFMA(f32_4x4x1_16b_f32, 4, 1, 16, F32, F32, "4ww4")                                            \
    MFMA(f32_32x32x2_f32, 32, 2, 1, F32, F32, "GwwG")                                              \
    MFMA(f32_16x16x4_f32, 16, 4, 1, F32, F32, "4ww4")                                              \
    MFMA(f32_32x32x4_xf32, 32, 4, 1, XF32, XF32, "GqqG")                                           \
    MFMA(f32_16x16x8_xf32, 16, 8, 1, XF32, XF32, "4qq4")                                           \
    MFMA(f32_32x32x4_2b_f16, 32, 4, 2, F16, F16, "RqqR")                                           \
    MFMA(f32_16x16x4_4b_f16, 16, 4, 4, F16, F16, "GqqG")                                           \
    MFMA(f32_4x4x4_16b_f16, 4, 4, 16, F16, F16, "4qq4")                                            \
    MFMA(f32_32x32x8_f16, 32, 8, 1, F16, F16, "GqqG")                                              \
    MFMA(f32_16x16x16_f16, 16, 16, 1, F16, F16, "4qq4")                                            \
    MFMA(f32_32x32x4_2b_bf16, 32, 4, 2, BF16, BF16, "RqqR")                                        \
    MFMA(f32_16x16x4_4b_bf16, 16, 4, 4, BF16, BF16, "GqqG")                                        \
    MFMA(f32_4x4x4_16b_bf16, 4, 4, 16, BF16, BF16, "4qq4")                                         \
    MFMA(f32_32x32x8_bf16, 32, 8, 1, BF16, BF16, "GqqG")                                           \
    MFMA(f32_16x16x16_bf16, 16, 16, 1, BF16, BF16, "4qq4")                                         \
    MFMA(f32_16x16x32_fp8_fp8, 16, 32, 1, FP8, FP8, "4qq4")                                        \
    MFMA(f32_16x16x32_fp8_bf8, 16, 32, 1, FP8, BF8, "4qq4")                                        \
    MFMA(f32_16x16x32_bf8_fp8, 16, 32, 1, BF8, FP8, "4qq4")                                        \
    MFMA(f32_16x16x32_bf8_bf8, 16, 32, 1, BF8, BF8, "4qq4")                                        \
    MFMA(f32_32x32x16_fp8_fp8, 32, 16, 1, FP8, FP8, "GqqG")                                        \
    MFMA(f32_32x32x16_fp8_bf8, 32, 16, 1, FP8, BF8, "GqqG")                                        \
    MFMA(f32_32x32x16_bf8_fp8, 32, 16, 1, BF8, FP8, "GqqG")                                        \
    MFMA(f32_32x32x16_bf8_bf8, 32, 16, 1, BF8, BF8, "GqqG")
#define MFMAS_I32(MFMA)                                                                            \
    MFMA(i32_32x32x4_2b_i8, 32, 4, 2, I8, I8, "RwwR")                                              \
    MFMA(i32_16x16x4_4b_i8, 16, 4, 4, I8, I8, "GwwG")                                              \
    MFMA(i32_4x4x4_16b_i8, 4, 4, 16, I8, I8, "4ww4")                                               \
    MFMA(i32_32x32x16_i8, 32, 16, 1, I8, I8, "GqqG")                                               \
    MFMA(i32_16x16x32_i8, 16, 32, 1, I8, I8, "4qq4")
#define MFMAS_F64(MFMA)                                                                            \
    MFMA(f64_16x16x4_f64, 16, 4, 1, F64, F64, "DqqD")                                              \
    MFMA(f64_4x4x4_4b_f64, 4, 4, 4, F64, F64, "qqqd")

static const struct shape {
    uint8_t m, k, blocks;
    enum element a, b;
} shapes[] = {
#define SHAPE(name, m, k, blocks, a, b, letters) {m, k, blocks, a, b},
    MFMAS_F32(SHAPE) MFMAS_I32(SHAPE) MFMAS_F64(SHAPE)};

enum {
#define INDEX(name, m, k, blocks, a, b, letters) AT_##name,
    MFMAS_F32(INDEX) MFMAS_I32(INDEX) MFMAS_F64(INDEX)
};

static int elements_a_lane(const struct shape *s) { return s->m * s->k * s->blocks / EMU_LANES; }

/* Places. */

/* Which row of which block lanes M * group .. M * group + M - 1 of D's register `vgpr` hold (of
 * register pair `vgpr` for f64). */
static void row_at(const struct shape *s, int vgpr, int group, int *block, int *i)
{
    if (s->a == F64 && s->m == 16) {
        *block = 0;
        *i = 4 * vgpr + group;
    } else if (s->a == F64) {
        *block = group % 4;
        *i = group / 4;
    } else if (s->m == 32) {
        *block = vgpr / 16;
        *i = 8 * (vgpr % 16 / 4) + 4 * group + vgpr % 4;
    } else if (s->m == 16) {
        *block = vgpr / 4;
        *i = 4 * group + vgpr % 4;
    } else {
        *block = group;
        *i = vgpr;
    }
}

/* The lane that holds element k of row or column 0 of a block. */
static int first_lane(const struct shape *s, int block, int k)
{
    return s->m * (s->blocks * (k / elements_a_lane(s)) + block);
}

/* The block whose A block b is multiplied with: CBSZ makes groups of 2^CBSZ blocks, ABID chooses
 * one of each. */
static int a_block(const struct emu_insn *in, int b)
{
    return (b >> in->cbsz << in->cbsz) + in->abid;
}

/* The lane whose B a lane's is, after BLGP. */
static int blgp_lane(unsigned blgp, int lane)
{
    switch (blgp) {
    case 0:
        return lane;
    case 1: /* one half for both */
    case 2:
        return lane % 32 + 32 * ((int)blgp - 1);
    case 3: /* rotated by a quarter */
        return (lane + 16) % EMU_LANES;
    default: /* one quarter for all */
        return lane % 16 + 16 * ((int)blgp - 4);
    }
}

/* What AMD's calculator refuses is refused; LLVM's assembler takes more, but nothing says what the
 * machine does with it. */
static bool modifiers_fit(struct emu_wave *w, const struct emu_insn *in, const struct shape *s)
{
    bool blgp = s->a == F32 || (s->blocks > 1 && (s->a == F16 || s->a == BF16 || s->a == I8));
    if (1 << in->cbsz <= s->blocks && in->abid < 1 << in->cbsz && (blgp || !in->blgp))
        return true;
    emu_fault(w, EMU_FAULT_OTHER, "cbsz:%d abid:%d blgp:%d on this shape are not modelled",
              in->cbsz, in->abid, in->blgp);
    return false;
}

/* Elements. */

/* [element][lane], as f32 bits or i32. */
typedef uint32_t elements[MAX_ELEMENTS][EMU_LANES];

static void decode(enum element type, const uint32_t *dword, unsigned lo, uint32_t *value)
{
    switch (type) {
    case F16:
        FOR_LANES(l) value[l] = bits_of_f32(numfmt_decode_f16((uint16_t)(dword[l] >> lo)));
        break;
    case BF16:
        FOR_LANES(l) value[l] = bits_of_f32(numfmt_decode_bf16((uint16_t)(dword[l] >> lo)));
        break;
    case FP8:
        FOR_LANES(l) value[l] = bits_of_f32(numfmt_decode_e4m3fnuz((uint8_t)(dword[l] >> lo)));
        break;
    case BF8:
        FOR_LANES(l) value[l] = bits_of_f32(numfmt_decode_e5m2fnuz((uint8_t)(dword[l] >> lo)));
        break;
    case I8:
        FOR_LANES(l) value[l] = (uint32_t)(int32_t)(int8_t)(dword[l] >> lo);
        break;
    case XF32: /* 10 bits of mantissa */
        FOR_LANES(l) value[l] = dword[l] & ~UINT32_C(0x1fff);
        break;
    default:
        memcpy(value, dword, EMU_LANES * sizeof *value);
        break;
    }
}

static void read_elements(struct emu_wave *w, const struct emu_operand *o, enum element type, int n,
                          elements to)
{
    unsigned bits = bits_of(type);
    for (unsigned e = 0; e < (unsigned)n; e++)
        decode(type, w->vgpr[o->reg + e * bits / 32], e * bits % 32, to[e]);
}

static void apply_blgp(unsigned blgp, int n, elements b)
{
    for (int e = 0; blgp && e < n; e++) {
        LANES_U32(from);
        memcpy(from, b[e], sizeof from);
        FOR_LANES(l) b[e][l] = from[blgp_lane(blgp, l)];
    }
}

/* C's registers, or a constant in each (of 64 bits: in each pair). */
static void read_c(const struct emu_wave *w, const struct emu_operand *o, int n_vgprs, bool wide,
                   uint32_t (*to)[EMU_LANES])
{
    for (int v = 0; v < n_vgprs; v++) {
        if (o->kind == EMU_VGPR)
            memcpy(to[v], w->vgpr[o->reg + v], sizeof to[v]);
        else
            FOR_LANES(l) to[v][l] = (uint32_t)(o->value >> (wide ? 32 * (v % 2) : 0));
    }
}

/* Sums. */

/* d[j] += the products of a row of A and column j of B: a[k] * b[k][j], m columns. */
typedef void add_row(const struct shape *s, const uint32_t *a, const uint32_t *const *b,
                     uint32_t *d);

/* SMFHIP_NUMERICS_FMA: a chain of fused multiply-adds, k ascending. */
static inline void chain_f32(int m, int n_k, const uint32_t *a, const uint32_t *const *b,
                             uint32_t *d)
{
    for (int k = 0; k < n_k; k++)
        for (int j = 0; j < m; j++)
            d[j] = bits_of_f32(fmaf(bits_to_f32(a[k]), bits_to_f32(b[k][j]), bits_to_f32(d[j])));
}

static void add_row_f32(const struct shape *s, const uint32_t *a, const uint32_t *const *b,
                        uint32_t *d)
{
    if (s->m == 32)
        chain_f32(32, s->k, a, b, d);
    else if (s->m == 16)
        chain_f32(16, s->k, a, b, d);
    else
        chain_f32(4, s->k, a, b, d);
}

/* Exact, modulo 2^32. */
static void add_row_i32(const struct shape *s, const uint32_t *a, const uint32_t *const *b,
                        uint32_t *d)
{
    for (int k = 0; k < s->k; k++)
        for (int j = 0; j < s->m; j++)
            d[j] += a[k] * b[k][j];
}

/* op: D, A, B, C. */
static void multiply(struct emu_wave *w, const struct emu_insn *in, add_row *add)
{
    const struct shape *s = &shapes[in->row->aux];
    if (!modifiers_fit(w, in, s))
        return;
    _Alignas(64) elements a, b;
    LANES_U32(d[MAX_D_VGPRS]);
    int n = elements_a_lane(s), n_vgprs = s->m * s->m * s->blocks / EMU_LANES;
    read_elements(w, &in->op[1], s->a, n, a);
    read_elements(w, &in->op[2], s->b, n, b);
    apply_blgp(in->blgp, n, b);
    read_c(w, &in->op[3], n_vgprs, false, d);
    int element[MAX_K], lane[MAX_K]; /* of element k of row or column 0 of block 0 */
    for (int k = 0; k < s->k; k++) {
        element[k] = k % n;
        lane[k] = first_lane(s, 0, k);
    }
    for (int v = 0; v < n_vgprs; v++) {
        for (int group = 0; group < EMU_LANES / s->m; group++) {
            uint32_t a_row[MAX_K];
            const uint32_t *b_row[MAX_K];
            int block, i;
            row_at(s, v, group, &block, &i);
            int a_first = s->m * a_block(in, block) + i, b_first = s->m * block;
            for (int k = 0; k < s->k; k++) {
                a_row[k] = a[element[k]][lane[k] + a_first];
                b_row[k] = &b[element[k]][lane[k] + b_first];
            }
            add(s, a_row, b_row, &d[v][s->m * group]);
        }
    }
    for (int v = 0; v < n_vgprs; v++)
        emu_write_vgpr(w, in->op[0].reg + (unsigned)v, d[v], UINT64_MAX);
}

/* By the model of mi300.h. D's lanes are independent sums, whatever the shape: each lane's row of A
 * and column of B are brought there. */

/* Codes as [k][lane]; xf32 as f32. */
struct lanes {
    _Alignas(64) uint32_t a[MAX_K][EMU_LANES], b[MAX_K][EMU_LANES];
};

/* The code of each lane as mi300_split.h has it. */
VECTOR_INLINE ints split_code(enum isa_type type, words code, words *fields, words *value)
{
    if (mi300_is_wide(type) || type == ISA_F16) {
        ints special = mi300_split_words(type, type == ISA_F32 ? code >> 13 : code, fields, value);
        if (type == ISA_F16)
            for (int l = 0; l < VECTOR_LANES; l++)
                (*value)[l] = number(type, code[l] << 16);
        return special;
    }
    words of_octets[4];
    mi300_split_octets(type, code, of_octets);
    *fields = of_octets[0];
    for (int l = 0; l < VECTOR_LANES; l++)
        (*value)[l] = number(type, code[l] << 24);
    return (ints)(code == 0x80);
}

/* d[lane] += a[k][lane] * b[k][lane], n products in chunks of `chunk`. */
static inline __attribute__((always_inline)) void add_lanes(enum isa_type a_type,
                                                            enum isa_type b_type, int n, int chunk,
                                                            const struct lanes *x, uint32_t *d)
{
    const struct mi300_shape shape = {EMU_LANES, MAX_K, n};
    for (int l = 0; l < EMU_LANES; l += VECTOR_LANES) {
        _Alignas(64) uint32_t a[MAX_K][EMU_LANES], a_fields[MAX_K][EMU_LANES];
        _Alignas(64) uint32_t b[MAX_K][EMU_LANES], b_fields[MAX_K][EMU_LANES];
        ints irregular = {0};
        for (int k = 0; k < n; k++) {
            words fields, value;
            irregular |= split_code(a_type, load_words(&x->a[k][l]), &fields, &value);
            store_words(&a_fields[k][l], fields);
            store_words(&a[k][l], value);
            irregular |= split_code(b_type, load_words(&x->b[k][l]), &fields, &value);
            store_words(&b_fields[k][l], fields);
            store_words(&b[k][l], value);
        }
        const struct mi300_operands o = {&a[0][l], &a_fields[0][l], NULL, &b[0][l],
                                         &b_fields[0][l]};
        struct mi300_sums sums = mi300_begin((ints)load_words(&d[l]), irregular);
        for (int first = 0; first < n; first += chunk) {
            struct mi300_chunk sum = mi300_add_chunk(&o, shape, a_type, first, chunk);
            mi300_add_c(a_type, &sum, &sums);
        }
        for (int lane = 0; lane < VECTOR_LANES; lane++) {
            uint32_t a_codes[MAX_K], b_codes[MAX_K];
            for (int k = 0; sums.irregular[lane] && k < n; k++) {
                a_codes[k] = x->a[k][l + lane];
                b_codes[k] = x->b[k][l + lane];
            }
            d[l + lane] = sums.irregular[lane]
                              ? mi300_sum(a_type, b_type, n, a_codes, b_codes, d[l + lane])
                              : (uint32_t)sums.d[lane];
        }
    }
}

static void add_lanes_16(enum element type, int n, const struct lanes *x, uint32_t *d)
{
    if (type == XF32)
        add_lanes(ISA_F32, ISA_F32, n, 4, x, d);
    else if (type == F16 && n == 4)
        add_lanes(ISA_F16, ISA_F16, n, 4, x, d);
    else if (type == F16)
        add_lanes(ISA_F16, ISA_F16, n, 8, x, d);
    else if (n == 4)
        add_lanes(ISA_BF16, ISA_BF16, n, 4, x, d);
    else
        add_lanes(ISA_BF16, ISA_BF16, n, 8, x, d);
}

static void add_lanes_8(enum element a, enum element b, int n, const struct lanes *x, uint32_t *d)
{
    if (a == FP8 && b == FP8)
        add_lanes(ISA_FP8, ISA_FP8, n, 16, x, d);
    else if (a == FP8)
        add_lanes(ISA_FP8, ISA_BF8, n, 16, x, d);
    else if (b == FP8)
        add_lanes(ISA_BF8, ISA_FP8, n, 16, x, d);
    else
        add_lanes(ISA_BF8, ISA_BF8, n, 16, x, d);
}

static void multiply_mi300(struct emu_wave *w, const struct emu_insn *in)
{
    const struct shape *s = &shapes[in->row->aux];
    if (!modifiers_fit(w, in, s))
        return;
    const unsigned bits = bits_of(s->a), per_vgpr = 32 / bits, all = ~0u >> (32 - bits);
    const int n = elements_a_lane(s), n_vgprs = s->m * s->m * s->blocks / EMU_LANES;
    LANES_U32(d[MAX_D_VGPRS]);
    read_c(w, &in->op[3], n_vgprs, false, d);
    for (int v = 0; v < n_vgprs; v++) {
        struct lanes x;
        for (int k = 0; k < s->k; k++) {
            unsigned element = (unsigned)(k % n), lo = element % per_vgpr * bits;
            const uint32_t *a = w->vgpr[in->op[1].reg + element / per_vgpr];
            const uint32_t *b = w->vgpr[in->op[2].reg + element / per_vgpr];
            FOR_LANES(l)
            {
                int block, i;
                row_at(s, v, l / s->m, &block, &i);
                int b_lane = blgp_lane(in->blgp, first_lane(s, block, k) + l % s->m);
                x.a[k][l] = a[first_lane(s, a_block(in, block), k) + i] >> lo & all;
                x.b[k][l] = b[b_lane] >> lo & all;
            }
        }
        if (bits == 8)
            add_lanes_8(s->a, s->b, s->k, &x, d[v]);
        else
            add_lanes_16(s->a, s->k, &x, d[v]);
    }
    for (int v = 0; v < n_vgprs; v++)
        emu_write_vgpr(w, in->op[0].reg + (unsigned)v, d[v], UINT64_MAX);
}

static void mfma_f32(struct emu_wave *w, const struct emu_insn *in)
{
    if (w->group->launch->numerics == SMFHIP_NUMERICS_MI300 && shapes[in->row->aux].a != F32)
        multiply_mi300(w, in);
    else
        multiply(w, in, add_row_f32);
}
static void mfma_i32(struct emu_wave *w, const struct emu_insn *in)
{
    multiply(w, in, add_row_i32);
}

/* A lane holds one element of A and of B, and pairs of registers of D. What BLGP is elsewhere
 * negates A, B and C here (printed as neg:[a,b,c]). */
static void mfma_f64(struct emu_wave *w, const struct emu_insn *in)
{
    const struct shape *s = &shapes[in->row->aux];
    if (in->cbsz || in->abid) {
        emu_fault(w, EMU_FAULT_OTHER, "cbsz and abid of f64 shapes are not modelled");
        return;
    }
    uint64_t a[EMU_LANES], b[EMU_LANES];
    uint64_t negate[3];
    LANES_U32(d[MAX_D_VGPRS]);
    int n_pairs = s->m * s->m * s->blocks / EMU_LANES;
    for (int n = 0; n < 3; n++)
        negate[n] = (uint64_t)(in->blgp >> n & 1) << 63;
    for (int l = 0; l < EMU_LANES; l++) {
        a[l] = emu_vgpr64(w, in->op[1].reg, l) ^ negate[0];
        b[l] = emu_vgpr64(w, in->op[2].reg, l) ^ negate[1];
    }
    read_c(w, &in->op[3], 2 * n_pairs, true, d);
    for (int pair = 0; pair < n_pairs; pair++) {
        FOR_LANES(l)
        {
            int block, i, j = l % s->m;
            row_at(s, pair, l / s->m, &block, &i);
            uint64_t c = (d[2 * pair][l] | (uint64_t)d[2 * pair + 1][l] << 32) ^ negate[2];
            double sum = bits_to_f64(c);
            for (int k = 0; k < s->k; k++) {
                int lane = first_lane(s, block, k);
                sum = fma(bits_to_f64(a[lane + i]), bits_to_f64(b[lane + j]), sum);
            }
            d[2 * pair][l] = (uint32_t)bits_of_f64(sum);
            d[2 * pair + 1][l] = (uint32_t)(bits_of_f64(sum) >> 32);
        }
    }
    for (int v = 0; v < 2 * n_pairs; v++)
        emu_write_vgpr(w, in->op[0].reg + (unsigned)v, d[v], UINT64_MAX);
}

#define ROW(sum, name, letters) {"v_mfma_" #name, letters, mfma_##sum, AT_##name},
#define ROW_F32(name, m, k, blocks, a, b, letters) ROW(f32, name, letters)
#define ROW_I32(name, m, k, blocks, a, b, letters) ROW(i32, name, letters)
#define ROW_F64(name, m, k, blocks, a, b, letters) ROW(f64, name, letters)
const struct emu_row EMU_ROWS(mfma)[] = {MFMAS_F32(ROW_F32) MFMAS_I32(ROW_I32)
                                             MFMAS_F64(ROW_F64){0}};

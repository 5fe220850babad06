/* V_SMFMAC: D += A * B, A compressed 2:4.
 *
 * What the machine does, said in lanes (ROCm hip-fpsan, recorded on gfx942 silicon): with L = 64 /
 * M lane groups of M lanes, lane group g holds for row i in lane M*g + i the A elements 2n + s,
 * which the nibble n of that lane's index set steers: selector p of slot s picks B element 4n + p
 * of lane N*g + j. D and C sit as the dense instructions of the same tile shape have them (CDNA3
 * ISA guide, matrix layouts). EXEC is ignored: all lanes take part. All sources are read before D
 * is written.
 *
 * The sums are a chain of fused multiply-adds from C on (SMFHIP_NUMERICS_FMA), or those of mi300.h
 * (SMFHIP_NUMERICS_MI300), in the order lane groups,
 * nibbles and slots ascending. An illegal nibble (selector 0 not below selector 1) lets each slot
 * follow its own selector, and is counted; what silicon does with one is not known.
 */
#include "emu/element.h"
#include "emu/smfmac_mi300.h"
#include "emu/variant.h"
#include "isa/isa.h"

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

#ifdef VECTOR_TABLES
static inline __attribute__((always_inline)) void spread_octets(enum isa_type type, int n_vgprs,
                                                                uint32_t (*from)[EMU_LANES],
                                                                uint32_t (*to)[EMU_LANES])
{
    for (int v = 0; v < n_vgprs; v++) {
        for (int l = 0; l < EMU_LANES; l += VECTOR_LANES) {
            words number[4];
            numbers_of_octets(type, load_words(&from[v][l]), number);
            for (int n = 0; n < 4; n++)
                store_words(&to[4 * v + n][l], number[n]);
        }
    }
}
#endif

static inline __attribute__((always_inline)) void spread(enum isa_type type, int bits, int n_vgprs,
                                                         uint32_t (*from)[EMU_LANES],
                                                         uint32_t (*to)[EMU_LANES])
{
    int per_vgpr = 32 / bits;
#ifdef VECTOR_TABLES
    if (type == ISA_FP8 || type == ISA_BF8) {
        spread_octets(type, n_vgprs, from, to);
        return;
    }
#endif
    for (int e = 0; e < n_vgprs * per_vgpr; e++) {
        const uint32_t *dword = from[e / per_vgpr];
        int above = 32 - bits * (e % per_vgpr + 1);
        FOR_LANES(l) to[e][l] = number(type, dword[l] << above);
    }
}

/* Which elements of B the selected set picks, [2 * nibble + slot][lane]. Returns how many nibbles
 * are illegal. */
static inline __attribute__((always_inline)) uint32_t
select_rows(int m, const uint32_t *idx, unsigned base, int n_nibbles, uint32_t (*b_row)[EMU_LANES])
{
    uint32_t illegal = 0;
    for (int n = 0; n < n_nibbles; n++) {
        FOR_LANES(l)
        {
            uint32_t nibble = idx[l] >> (base + 4u * (unsigned)n) & 15, first = 4u * (unsigned)n;
            uint32_t group = (uint32_t)(l / m * m);
            b_row[2 * n][l] = (first + (nibble & 3)) * EMU_LANES + group;
            b_row[2 * n + 1][l] = (first + (nibble >> 2)) * EMU_LANES + group;
            illegal += (nibble & 3) >= nibble >> 2;
        }
    }
    return illegal;
}

/* The product. */

/* What a machine does that is no matrix product (smfhip_scramble): odd lane groups one column on.
 */
static void skew_columns(int m, int n_rows, uint32_t (*b)[EMU_LANES], uint32_t (*skewed)[EMU_LANES])
{
    for (int row = 0; row < n_rows; row++) {
        FOR_LANES(l)
        {
            bool moves = l / m % 2;
            skewed[row][l] = b[row][moves && l % m == m - 1 ? l + 1 - m : l + moves];
        }
    }
}

/* The product goes by tiles of D: four rows, which sit in four registers of one lane, and columns
 * of two vector registers of the level, so that a row's selectors serve both and eight sums are
 * under way at once. Loops over the lanes of one vector must not be unrolled before they are
 * vectorised, loops over the vectors of a tile must be. */
enum { VECTOR_COLUMNS = VECTOR_LANES, TILE_ROWS = 4 };
#if defined __GNUC__ && !defined __clang__
#define TILE_LOOP _Pragma("GCC unroll 4")
#define VECTOR_LOOP _Pragma("GCC unroll 1")
#else
#define TILE_LOOP
#define VECTOR_LOOP
#endif
#define FOR_TILE(r, v, n_vectors)                                                                  \
    TILE_LOOP                                                                                      \
    for (int r = 0; r < TILE_ROWS; r++)                                                            \
    TILE_LOOP for (int v = 0; v < (n_vectors); v++)
#define FOR_COLUMNS(j, v)                                                                          \
    VECTOR_LOOP                                                                                    \
    for (int j = (v)*VECTOR_COLUMNS; j < ((v) + 1) * VECTOR_COLUMNS; j++)

/* Rows i.. and columns j0.. of D += A * B: each stored A value times the row of B that its selector
 * picks. d[r][lane + j] is D's element of row i + r in column j; the constants are known where
 * these are inlined. */
static inline __attribute__((always_inline)) void
tile_f32(int m, int n_nibbles, int n_vectors, int i, int j0, bool exact, const struct elements *e,
         const uint32_t *const *b, int lane, uint32_t (*d)[EMU_LANES])
{
    float sum[TILE_ROWS][2 * VECTOR_COLUMNS];
    FOR_TILE(r, v, n_vectors)
    FOR_COLUMNS(j, v) sum[r][j] = bits_to_f32(d[r][lane + j0 + j]);
    for (int g = 0; g < EMU_LANES / m; g++) {
        for (int slot = 0; slot < 2 * n_nibbles; slot++) {
            FOR_TILE(r, v, n_vectors)
            {
                float a = bits_to_f32(e->a[slot][m * g + i + r]);
                const uint32_t *row = b[r % 2] + e->b_row[slot][m * g + i + r] + j0;
                FOR_COLUMNS(j, v)
                sum[r][j] = multiply_add(exact, a, bits_to_f32(row[j]), sum[r][j]);
            }
        }
    }
    FOR_TILE(r, v, n_vectors)
    FOR_COLUMNS(j, v)
    d[r][lane + j0 + j] = sum[r][j] == sum[r][j] ? bits_of_f32(sum[r][j]) : 0x7fc00000;
}

static inline __attribute__((always_inline)) void tile_i32(int m, int n_nibbles, int n_vectors,
                                                           int i, int j0, const struct elements *e,
                                                           const uint32_t *const *b, int lane,
                                                           uint32_t (*d)[EMU_LANES])
{
    uint32_t sum[TILE_ROWS][2 * VECTOR_COLUMNS];
    FOR_TILE(r, v, n_vectors)
    FOR_COLUMNS(j, v) sum[r][j] = d[r][lane + j0 + j];
    for (int g = 0; g < EMU_LANES / m; g++) {
        for (int slot = 0; slot < 2 * n_nibbles; slot++) {
            FOR_TILE(r, v, n_vectors)
            {
                uint32_t a = e->a[slot][m * g + i + r];
                const uint32_t *row = b[r % 2] + e->b_row[slot][m * g + i + r] + j0;
                FOR_COLUMNS(j, v) sum[r][j] += a * row[j];
            }
        }
    }
    FOR_TILE(r, v, n_vectors)
    FOR_COLUMNS(j, v) d[r][lane + j0 + j] = sum[r][j];
}

/* `odd_b`: B as odd rows of D see it. */
static inline __attribute__((always_inline)) void
accumulate(int m, int n_nibbles, enum isa_type type, const struct elements *e,
           uint32_t (*odd_b)[EMU_LANES], uint32_t (*cd)[EMU_LANES])
{
    const bool exact = type == ISA_F16 || type == ISA_FP8 || type == ISA_BF8;
    const int n_vectors = m > VECTOR_COLUMNS ? 2 : 1;
    const uint32_t *const b[2] = {e->b[0], odd_b[0]};
    for (int i = 0; i < m; i += TILE_ROWS) {
        int vgpr, lane;
        cd_place(m, i, &vgpr, &lane);
        for (int j0 = 0; j0 < m; j0 += n_vectors * VECTOR_COLUMNS) {
            if (type == ISA_I8)
                tile_i32(m, n_nibbles, n_vectors, i, j0, e, b, lane, &cd[vgpr]);
            else
                tile_f32(m, n_nibbles, n_vectors, i, j0, exact, e, b, lane, &cd[vgpr]);
        }
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

static void write_d(struct emu_wave *w, const struct emu_insn *in, int cd_vgprs,
                    struct registers *r)
{
    const struct smfhip_scramble *scramble = w->group->launch->scramble;
    if (scramble && scramble->cd_dwords)
        permute_cd(r->cd, cd_vgprs, scramble->cd_dwords, false);
    for (int v = 0; v < cd_vgprs; v++)
        memcpy(w->vgpr[in->op[0].reg + v], r->cd[v], sizeof r->cd[v]);
}

/* On a machine that answers open questions otherwise. */
static void execute_variant(struct emu_wave *w, const struct emu_insn *in,
                            const struct isa_smfmac *insn, struct registers *r)
{
    const struct emu_launch *launch = w->group->launch;
    const struct variant_operands operands = {(const uint32_t(*)[EMU_LANES])r->a,
                                              (const uint32_t(*)[EMU_LANES])r->b, r->idx, r->cd,
                                              emu_exec(w)};
    variant_smfmac(launch->variant, launch->numerics, insn, in->cbsz, in->abid, &operands);
    w->smfmacs++;
    write_d(w, in, isa_cd_vgprs(insn), r);
}

static inline __attribute__((always_inline)) void smfmac(struct emu_wave *w,
                                                         const struct emu_insn *in, int m, int k,
                                                         enum isa_type a_type, enum isa_type b_type,
                                                         int bits, enum isa_smfmac_id id)
{
    const int a_vgprs = m * (k / 2) / EMU_LANES * bits / 32;
    const int b_vgprs = m * k / EMU_LANES * bits / 32;
    const int cd_vgprs = m * m / EMU_LANES;
    const int n_nibbles = k * m / EMU_LANES / 4;
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
    if (w->group->launch->variant) {
        execute_variant(w, in, &isa_smfmacs[id], &r);
        return;
    }

    spread(a_type, bits, a_vgprs, r.a, e.a);
    spread(b_type, bits, b_vgprs, r.b, e.b);
    uint32_t illegal = select_rows(m, r.idx, base, n_nibbles, e.b_row);
    w->smfmacs++;
    w->illegal_nibbles += illegal;
    if (illegal && w->group->launch->strict) {
        emu_fault(w, EMU_FAULT_OTHER, "%u index nibbles are illegal", illegal);
        return;
    }
    uint32_t skewed[MAX_B_ELEMENTS][EMU_LANES];
    bool skew = scramble && scramble->skew_columns;
    if (skew)
        skew_columns(m, b_vgprs * 32 / bits, e.b, skewed);
    if (a_type != ISA_I8 && w->group->launch->numerics == SMFHIP_NUMERICS_MI300) {
        struct count count = {0, 0};
        if (skew)
            accumulate_skewed(m, n_nibbles, a_type, b_type, &e, &r, &count);
        else if (!accumulate_mi300(m, n_nibbles, a_type, b_type, &e, &r, &count))
            accumulate(m, n_nibbles, a_type, &e, e.b, r.cd);
        w->results_judged += (uint64_t)(m * m);
        w->results_not_exact += count.inexact;
        w->results_not_order_free += count.not_order_free;
    } else {
        accumulate(m, n_nibbles, a_type, &e, skew ? skewed : e.b, r.cd);
    }
    write_d(w, in, cd_vgprs, &r);
}

#define ELEMENT_BITS_F16 16
#define ELEMENT_BITS_BF16 16
#define ELEMENT_BITS_I8 8
#define ELEMENT_BITS_FP8 8
#define ELEMENT_BITS_BF8 8

#define SMFMAC_GFX942(name, arch, m, n, k, a, b, cd, cycles)                                       \
    static void smfmac_##name(struct emu_wave *w, const struct emu_insn *in)                       \
    {                                                                                              \
        smfmac(w, in, m, k, ISA_##a, ISA_##b, ELEMENT_BITS_##a, ISA_SMFMAC_##name);                \
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

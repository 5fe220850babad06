/* What both GEMMs share: an instruction as a type, guarded loads, and where D goes. HIP only.
 *
 * The layouts are the documented ones (AMD's CDNA3 sparse MFMA page; docs of `smfviz render`), for
 * L = 64 / M lane groups and E = K / L dense elements a lane:
 *   A    lane M*g + i holds the E/2 stored values of row i from dense k = E*g on
 *   idx  the same lane, four bits a K group, in index set ABID
 *   B    lane M*g + j holds the E values of column j from k = E*g on
 *   D    lane M*g + j, VGPR v holds row 4*L*(v/4) + 4*g + v%4 of column j
 */
#ifndef GEMM_H
#define GEMM_H

#include "gemm_arguments.h"
#include "smfmac.h"

template <int BITS> struct element_of_bits {
    using type = unsigned char;
};
template <> struct element_of_bits<16> {
    using type = unsigned short;
};
template <typename T> using element = typename element_of_bits<T::bits>::type;

/* Everything about an instruction that follows from its row of the table. */
template <int EDGE, int DEPTH, typename A_TYPE, typename B_TYPE, typename CD_TYPE> struct shape {
    using A = A_TYPE;
    using B = B_TYPE;
    using cd = typename CD_TYPE::type;
    static constexpr unsigned M = EDGE, K = DEPTH; /* N is M */
    static constexpr unsigned L = 64 / M;
    static constexpr unsigned E = K / L;
    static constexpr unsigned INDEX_BYTES = E / 8;    /* of one lane, one set */
    static constexpr unsigned SETS = 4 / INDEX_BYTES; /* in one VGPR */
    static constexpr unsigned RESULTS = M * M / 64;   /* of one lane */
    using a_registers = vector<int, E / 2 * A::bits / 32>;
    using b_registers = vector<int, E * B::bits / 32>;
    using d_registers = vector<cd, RESULTS>;
};

/* insn_NAME::multiply<ABID>(a, b, d, idx) is d + A x B by one instruction. */
#define SMFMAC_GFX942(name, arch, M, N, K, A, B, CD, cycles)                                       \
    struct insn_##name : shape<M, K, A, B, CD> {                                                   \
        template <int ABID>                                                                        \
        DEVICE d_registers multiply(a_registers a, b_registers b, d_registers d, int idx)          \
        {                                                                                          \
            return __builtin_amdgcn_smfmac_##name(as_operand<A>(a), as_operand<B>(b), d, idx, 0,   \
                                                  ABID);                                           \
        }                                                                                          \
    };
#define SMFMAC_GFX950(name, arch, M, N, K, A, B, CD, cycles)
#include "isa/smfmac.def"

template <typename T> DEVICE const T *array_at(const gemm_arguments *g, unsigned long long offset)
{
    return (const T *)((const char *)g + offset);
}

/* array[at] if it is `inside`, else `outside`. The first element is read instead: a load for all
 * lanes is cheaper than a branch for each element. */
template <typename T>
DEVICE T guarded(const T *array, unsigned long long at, bool inside, T outside)
{
    T value = array[inside ? at : 0];
    return inside ? value : outside;
}

/* Stored value kc of row i, index byte `byte` of row i, B of row k and column j. Outside: zeros,
 * and nibbles that are legal, for what others do is documented nowhere. */
template <typename I>
DEVICE element<typename I::A> load_a(const gemm_arguments *g, unsigned i, unsigned kc)
{
    unsigned stored = (g->k + 3) / 4 * 2;
    return guarded(array_at<element<typename I::A>>(g, g->a_offset),
                   (unsigned long long)i * g->lda + kc, i < g->m && kc < stored, {});
}
DEVICE unsigned char load_idx(const gemm_arguments *g, unsigned i, unsigned byte)
{
    constexpr unsigned char LEGAL = 0x44;
    unsigned bytes = (g->k + 7) / 8;
    return guarded(array_at<unsigned char>(g, g->idx_offset),
                   (unsigned long long)i * g->ldidx + byte, i < g->m && byte < bytes, LEGAL);
}
template <typename I>
DEVICE element<typename I::B> load_b(const gemm_arguments *g, unsigned k, unsigned j)
{
    return guarded(array_at<element<typename I::B>>(g, g->b_offset),
                   (unsigned long long)k * g->ldb + j, k < g->k && j < g->n, {});
}

DEVICE float scale(gemm_scale s, float x) { return s.f32 * x; }
DEVICE int scale(gemm_scale s, int x) { return (int)((unsigned)s.i32 * (unsigned)x); }
DEVICE float add(float x, float y) { return x + y; }
DEVICE int add(int x, int y) { return (int)((unsigned)x + (unsigned)y); }

/* One tile's results, whose upper left corner is D[row][column]. */
template <typename I>
DEVICE void store_tile(const gemm_arguments *g, typename I::cd *d, unsigned row, unsigned column,
                       unsigned lane, typename I::d_registers sum)
{
    const typename I::cd *c = array_at<typename I::cd>(g, g->c_offset);
    unsigned j = column + lane % I::M;
    for (unsigned v = 0; v < I::RESULTS; v++) {
        unsigned i = row + 4 * I::L * (v / 4) + 4 * (lane / I::M) + v % 4;
        if (i >= g->m || j >= g->n)
            continue;
        unsigned long long at = (unsigned long long)i * g->ldc + j;
        typename I::cd result = scale(g->alpha, sum[v]);
        if (g->beta.i32 != 0)
            result = add(result, scale(g->beta, c[at]));
        d[at] = result;
    }
}

#endif

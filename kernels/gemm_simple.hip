/* D = alpha A B + beta C, the shortest way there, for reading: gemm_simple_<name>(arguments, d).
 *
 * A workgroup is one wave and makes one tile of D. It walks down K; at each step every lane fetches
 * its own elements of A, idx and B from memory into registers, and one SMFMAC follows. Whatever
 * lies outside the matrices is 0 (see gemm.h), which adds nothing.
 */
#include "gemm.h"

template <typename I> DEVICE void gemm_simple(const gemm_arguments *g, typename I::cd *d)
{
    unsigned lane = __builtin_amdgcn_workitem_id_x();
    unsigned tile = __builtin_amdgcn_workgroup_id_x();
    unsigned tiles_a_row = (g->n + I::M - 1) / I::M;
    unsigned row = tile / tiles_a_row * I::M, column = tile % tiles_a_row * I::M;
    unsigned i = row + lane % I::M, j = column + lane % I::M;

    typename I::d_registers sum = {};
    for (unsigned step = 0; step < g->k; step += I::K) {
        unsigned k = step + lane / I::M * I::E; /* this lane's first */
        vector<element<typename I::A>, I::E / 2> a;
        for (unsigned e = 0; e < I::E / 2; e++)
            a[e] = load_a<I>(g, i, k / 2 + e);
        int idx = 0;
        for (unsigned byte = 0; byte < I::INDEX_BYTES; byte++)
            idx |= load_idx(g, i, k / 8 + byte) << (8 * byte);
        vector<element<typename I::B>, I::E> b;
        for (unsigned e = 0; e < I::E; e++)
            b[e] = load_b<I>(g, k + e, j);
        sum = I::template multiply<0>(__builtin_bit_cast(typename I::a_registers, a),
                                      __builtin_bit_cast(typename I::b_registers, b), sum, idx);
    }
    store_tile<I>(g, d, row, column, lane, sum);
}

#define SMFMAC_GFX942(name, arch, M, N, K, A, B, CD, cycles)                                       \
    KERNEL gemm_simple_##name(const gemm_arguments *g, CD::type *d)                                \
    {                                                                                              \
        gemm_simple<insn_##name>(g, d);                                                            \
    }
#define SMFMAC_GFX950(name, arch, M, N, K, A, B, CD, cycles)
#include "isa/smfmac.def"

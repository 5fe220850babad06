/* D = alpha A B + beta C by way of LDS: gemm_tiled_<name>(arguments, d).
 *
 * A workgroup is four waves and makes 64x64 results, each wave a quadrant of them: 2x2 tiles of
 * 16x16 or one of 32x32. A step is as deep as the index sets of one VGPR reach, 128 or 64: it is
 * fetched into LDS once, then read by all waves, one SMFMAC a tile and set. B is turned on its way
 * into LDS, because a lane wants consecutive k of one column.
 */
#include "gemm.h"

#define SHARED static __attribute__((shared))

constexpr unsigned LANES = GEMM_TILED_LANES, EDGE = GEMM_TILED_EDGE, QUADRANT = EDGE / 2;
constexpr unsigned PAD_BYTES = 16; /* against bank conflicts; keeps rows aligned */

template <typename I> constexpr unsigned step_depth = I::SETS *I::K;

template <typename I> struct tiles {
    static constexpr unsigned DEPTH = step_depth<I>;
    using a_element = element<typename I::A>;
    using b_element = element<typename I::B>;
    alignas(16) a_element a[EDGE][DEPTH / 2 + PAD_BYTES / sizeof(a_element)];
    alignas(16) b_element b[EDGE][DEPTH + PAD_BYTES / sizeof(b_element)]; /* [column][k] */
    alignas(16) unsigned char idx[EDGE][I::L][4]; /* [row][lane group]: one VGPR, set 0 lowest */
};

DEVICE void barrier()
{
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

template <typename I>
DEVICE void fetch(const gemm_arguments *g, tiles<I> *t, unsigned me, unsigned row, unsigned column,
                  unsigned k)
{
    constexpr unsigned DEPTH = step_depth<I>;
    for (unsigned x = me; x < EDGE * DEPTH / 2; x += LANES) {
        unsigned i = x / (DEPTH / 2), kc = x % (DEPTH / 2);
        t->a[i][kc] = load_a<I>(g, row + i, k / 2 + kc);
    }
    for (unsigned x = me; x < EDGE * DEPTH; x += LANES)
        t->b[x % EDGE][x / EDGE] = load_b<I>(g, k + x / EDGE, column + x % EDGE);
    for (unsigned x = me; x < EDGE * DEPTH / 8; x += LANES) {
        unsigned i = x / (DEPTH / 8), byte = x % (DEPTH / 8);
        unsigned set = byte / (I::K / 8), of_set = byte % (I::K / 8);
        unsigned group = of_set / I::INDEX_BYTES;
        t->idx[i][group][set * I::INDEX_BYTES + of_set % I::INDEX_BYTES] =
            load_idx(g, row + i, k / 8 + byte);
    }
}

template <typename REGISTERS, typename T> DEVICE REGISTERS read(const T *from)
{
    REGISTERS registers;
    __builtin_memcpy(&registers, __builtin_assume_aligned(from, sizeof registers),
                     sizeof registers);
    return registers;
}

/* sum += row i of the A tile by column j of the B tile, this index set and those after it. */
template <typename I, unsigned SET>
DEVICE void multiply_sets(const tiles<I> *t, unsigned i, unsigned j, unsigned group, int idx,
                          typename I::d_registers *sum)
{
    auto a = read<typename I::a_registers>(&t->a[i][(SET * I::K + group * I::E) / 2]);
    auto b = read<typename I::b_registers>(&t->b[j][SET * I::K + group * I::E]);
    *sum = I::template multiply<SET>(a, b, *sum, idx);
    if constexpr (SET + 1 < I::SETS)
        multiply_sets<I, SET + 1>(t, i, j, group, idx, sum);
}

template <typename I> DEVICE void gemm_tiled(const gemm_arguments *g, typename I::cd *d)
{
    SHARED tiles<I> t;
    constexpr unsigned N_TILES = QUADRANT / I::M; /* of a quadrant, each way */
    unsigned me = __builtin_amdgcn_workitem_id_x(), lane = me % 64, wave = me / 64;
    unsigned block = __builtin_amdgcn_workgroup_id_x();
    unsigned blocks_a_row = (g->n + EDGE - 1) / EDGE;
    unsigned row = block / blocks_a_row * EDGE, column = block % blocks_a_row * EDGE;
    unsigned wave_row = wave / 2 * QUADRANT, wave_column = wave % 2 * QUADRANT;

    typename I::d_registers sum[N_TILES][N_TILES] = {};
    for (unsigned k = 0; k < g->k; k += step_depth<I>) {
        fetch<I>(g, &t, me, row, column, k);
        barrier();
        for (unsigned y = 0; y < N_TILES; y++)
            for (unsigned x = 0; x < N_TILES; x++) {
                unsigned i = wave_row + y * I::M + lane % I::M;
                unsigned j = wave_column + x * I::M + lane % I::M, group = lane / I::M;
                int idx = read<int>(t.idx[i][group]);
                multiply_sets<I, 0>(&t, i, j, group, idx, &sum[y][x]);
            }
        barrier();
    }
    for (unsigned y = 0; y < N_TILES; y++)
        for (unsigned x = 0; x < N_TILES; x++)
            store_tile<I>(g, d, row + wave_row + y * I::M, column + wave_column + x * I::M, lane,
                          sum[y][x]);
}

#define SMFMAC_GFX942(name, arch, M, N, K, A, B, CD, cycles)                                       \
    extern "C"                                                                                     \
        __attribute__((global, amdgpu_flat_work_group_size(LANES, LANES))) void gemm_tiled_##name( \
            const gemm_arguments *g, CD::type *d)                                                  \
    {                                                                                              \
        gemm_tiled<insn_##name>(g, d);                                                             \
    }
#define SMFMAC_GFX950(name, arch, M, N, K, A, B, CD, cycles)
#include "isa/smfmac.def"

/* Loops whose speed `make bench` measures: long enough inside that the loop's own scalar
 * instructions are few. HIP only. */
#define DEVICE static __attribute__((device))
#define KERNEL extern "C" __attribute__((global, amdgpu_flat_work_group_size(256, 256))) void
#define SHARED static __attribute__((shared))

template <typename T, int N> using vector = T __attribute__((ext_vector_type(N)));

DEVICE inline unsigned me() { return __builtin_amdgcn_workitem_id_x(); }

/* Registers only. Each line needs the one before it, so that no two become one packed FMA; x and y
 * turn on an ellipse when up * down < 0, so the numbers stay ordinary ones. */
KERNEL fma_loop(float *out, unsigned n, const float *ups, const float *downs)
{
    float x = 1 + me(), y = 0, up = ups[me()], down = downs[me()];
    for (unsigned i = 0; i < n; i++) {
#pragma unroll
        for (int step = 0; step < 32; step++) {
            y = __builtin_fmaf(up, x, y);
            x = __builtin_fmaf(down, y, x);
        }
    }
    out[me()] = x + y;
}

/* A dword to LDS, one from it and an addition, each lane in a bank of its own; `turn` moves the
 * lanes against each other, within their wave. */
KERNEL lds_loop(unsigned *out, unsigned n, unsigned turn)
{
    SHARED unsigned lds[256];
    unsigned x = me(), other = (me() & 192) | ((me() + turn) & 63);
    for (unsigned i = 0; i < n; i++) {
#pragma unroll
        for (int step = 0; step < 32; step++) {
            lds[me()] = x;
            x += lds[other];
        }
    }
    out[me()] = x;
}

/* Four sums in turn, as a kernel that hides latency has them, and the two index sets of a register
 * whose nibbles are legal. */
KERNEL smfmac_loop(float *out, unsigned n, const vector<int, 2> *as, const vector<int, 4> *bs,
                   const int *sets)
{
    vector<int, 2> a = as[me()];
    vector<int, 4> b = bs[me()];
    vector<float, 4> sum[4] = {};
    int idx = sets[me()];
    for (unsigned i = 0; i < n; i++) {
#pragma unroll
        for (int step = 0; step < 32; step++)
            sum[step % 4] =
                step / 4 % 2
                    ? __builtin_amdgcn_smfmac_f32_16x16x64_fp8_fp8(a, b, sum[step % 4], idx, 0, 1)
                    : __builtin_amdgcn_smfmac_f32_16x16x64_fp8_fp8(a, b, sum[step % 4], idx, 0, 0);
    }
    for (int v = 0; v < 4; v++)
        out[4 * me() + v] = sum[0][v] + sum[1][v] + sum[2][v] + sum[3][v];
}

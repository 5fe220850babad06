/* C = A x B, 256x256x256, A with at most two non-zeros in four: an LDS-tiled GEMM as users write
 * it.
 *
 * A workgroup is four waves and makes a tile of 64x64, each wave a quadrant of it as 2x2 SMFMAC
 * tiles. A step is 128 deep: two instructions in a row that read the two index sets of one
 * register. B is row-major and is turned on its way into LDS, because a lane wants 16 consecutive k
 * of one column.
 */
#include "kernel.h"

constexpr unsigned N = 256, TILE = 64, STEP = 128;
constexpr unsigned PAD = 16; /* bytes, against bank conflicts; keeps 16-byte alignment */

typedef vector<float, 4> float4;
typedef vector<int, 2> int2;
typedef vector<int, 4> int4;

/* values[i][kc]: the stored elements, N / 2 a row. indices[i][step][lane group]: the nibbles of the
 * group's 16 k, of the step's first half in bits 15:0 and of its second in bits 31:16. */
extern "C" __attribute__((global, amdgpu_flat_work_group_size(256, 256))) void
gemm_fp8(const unsigned char *values, const int *indices, const unsigned char *b, float *c)
{
    SHARED static unsigned char a_tile[TILE][STEP / 2 + PAD];
    SHARED static int idx_tile[TILE][4];
    SHARED static unsigned char b_tile[TILE][STEP + PAD]; /* [column][k] */

    unsigned me = local_x(), lane = me % 64, wave = me / 64;
    unsigned row = __builtin_amdgcn_workgroup_id_y() * TILE;
    unsigned column = __builtin_amdgcn_workgroup_id_x() * TILE;
    unsigned wave_row = wave / 2 * 32, wave_column = wave % 2 * 32;
    float4 sum[2][2] = {};

    for (unsigned step = 0; step < N / STEP; step++) {
        unsigned r = me / 4, part = me % 4;
        *(int4 *)&a_tile[r][16 * part] =
            *(const int4 *)&values[(row + r) * N / 2 + step * STEP / 2 + 16 * part];
        idx_tile[r][part] = indices[((row + r) * (N / STEP) + step) * 4 + part];
        for (unsigned k = me / 16; k < STEP; k += 16) {
            unsigned four = *(const unsigned *)&b[(step * STEP + k) * N + column + me % 16 * 4];
            for (unsigned j = 0; j < 4; j++)
                b_tile[me % 16 * 4 + j][k] = (unsigned char)(four >> (8 * j));
        }
        barrier();
        unsigned group = lane / 16;
        for (unsigned m = 0; m < 2; m++)
            for (unsigned n = 0; n < 2; n++) {
                unsigned ar = wave_row + 16 * m + lane % 16, bc = wave_column + 16 * n + lane % 16;
                int idx = idx_tile[ar][group];
                const unsigned char *as = &a_tile[ar][8 * group], *bs = &b_tile[bc][16 * group];
                sum[m][n] = __builtin_amdgcn_smfmac_f32_16x16x64_fp8_fp8(
                    *(const int2 *)as, *(const int4 *)bs, sum[m][n], idx, 0, 0);
                sum[m][n] = __builtin_amdgcn_smfmac_f32_16x16x64_fp8_fp8(
                    *(const int2 *)(as + 32), *(const int4 *)(bs + 64), sum[m][n], idx, 0, 1);
            }
        barrier();
    }
    for (unsigned m = 0; m < 2; m++)
        for (unsigned n = 0; n < 2; n++)
            for (unsigned v = 0; v < 4; v++)
                c[(row + wave_row + 16 * m + lane / 16 * 4 + v) * N + column + wave_column +
                  16 * n + lane % 16] = sum[m][n][v];
}

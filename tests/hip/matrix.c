/* What tests/kernels/matrix.hip must give. Layouts: AMD matrix instruction calculator; values are
 * small integers, so that every sum is exact. */
#include "harness.h"

#include "formats.h"

enum { LANES = 64, WAVES = 3 };

static int small(struct run *run) { return (int)(random_u32(run) % 41) - 17; }

/* sum over k of a[i][k] * b[k][j], plus c[i][j]; row-major, k deep */
static int product(const int *a, const int *b, const int *c, int i, int j, int n, int depth)
{
    int sum = c[i * n + j];
    for (int k = 0; k < depth; k++)
        sum += a[i * depth + k] * b[k * n + j];
    return sum;
}

static void mfma_f16(struct run *run)
{
    enum { M = 16, K = 16 };
    static uint16_t a[WAVES][LANES][4], b[WAVES][LANES][4];
    static float c[WAVES][LANES][4], d[WAVES][LANES][4];
    for (int w = 0; w < WAVES; w++) {
        int ma[M * K], mb[K * M], mc[M * M];
        for (int n = 0; n < M * K; n++) {
            ma[n] = small(run), mb[n] = small(run), mc[n] = 10 * small(run);
            const int i = n / K, k = n % K;
            a[w][k / 4 * M + i][k % 4] = (uint16_t)encode(&f16_format, ma[n]);
        }
        for (int n = 0; n < M * K; n++) {
            const int row = n / M, j = n % M;
            b[w][row / 4 * M + j][row % 4] = (uint16_t)encode(&f16_format, mb[n]);
            c[w][row / 4 * M + j][row % 4] = (float)mc[n];
            d[w][row / 4 * M + j][row % 4] = (float)product(ma, mb, mc, row, j, M, K);
        }
    }
    void *d_a = give(run, a, sizeof a), *d_b = give(run, b, sizeof b),
         *d_c = give(run, c, sizeof c);
    void *out = room(run, sizeof d);
    launch(run, LINE(WAVES, LANES), 0, ARGUMENTS(&d_a, &d_b, &d_c, &out));
    want_f32(run, out, &d[0][0][0], sizeof d / sizeof(float));
}

static void mfma_f32(struct run *run)
{
    enum { M = 32, K = 8 };
    static float a[WAVES][LANES][4], b[WAVES][LANES][4];
    static float c[WAVES][LANES][16], d[WAVES][LANES][16];
    for (int w = 0; w < WAVES; w++) {
        int ma[M * K], mb[K * M], mc[M * M];
        for (int n = 0; n < M * K; n++) { /* four instructions, each two deep */
            const int k = n % K, i = n / K;
            ma[i * K + k] = small(run), mb[k * M + i] = small(run);
            a[w][k % 2 * M + i][k / 2] = (float)ma[i * K + k];
            b[w][k % 2 * M + i][k / 2] = (float)mb[k * M + i];
        }
        for (int n = 0; n < M * M; n++)
            mc[n] = 100 * small(run);
        for (int n = 0; n < M * M; n++) {
            const int i = n / M, j = n % M, lane = i / 4 % 2 * M + j, vgpr = i / 8 * 4 + i % 4;
            c[w][lane][vgpr] = (float)mc[n];
            d[w][lane][vgpr] = (float)product(ma, mb, mc, i, j, M, K);
        }
    }
    void *d_a = give(run, a, sizeof a), *d_b = give(run, b, sizeof b),
         *d_c = give(run, c, sizeof c);
    void *out = room(run, sizeof d);
    launch(run, LINE(WAVES, LANES), 0, ARGUMENTS(&d_a, &d_b, &d_c, &out));
    want_f32(run, out, &d[0][0][0], sizeof d / sizeof(float));
}

static void mfma_i8(struct run *run)
{
    enum { M = 16, K = 32 };
    static int8_t a[WAVES][LANES][8], b[WAVES][LANES][8];
    static int32_t c[WAVES][LANES][4], d[WAVES][LANES][4];
    for (int w = 0; w < WAVES; w++) {
        int ma[M * K], mb[K * M], mc[M * M];
        for (int n = 0; n < M * K; n++) {
            const int i = n / K, k = n % K;
            a[w][k / 8 * M + i][k % 8] = (int8_t)(ma[i * K + k] = (int8_t)random_u32(run));
            b[w][k / 8 * M + i][k % 8] = (int8_t)(mb[k * M + i] = (int8_t)random_u32(run));
        }
        for (int n = 0; n < M * M; n++)
            mc[n] = (int16_t)random_u32(run);
        for (int n = 0; n < M * M; n++) {
            const int i = n / M, j = n % M;
            c[w][i / 4 * M + j][i % 4] = mc[n];
            d[w][i / 4 * M + j][i % 4] = product(ma, mb, mc, i, j, M, K);
        }
    }
    void *d_a = give(run, a, sizeof a), *d_b = give(run, b, sizeof b),
         *d_c = give(run, c, sizeof c);
    void *out = room(run, sizeof d);
    launch(run, LINE(WAVES, LANES), 0, ARGUMENTS(&d_a, &d_b, &d_c, &out));
    want_i32(run, out, &d[0][0][0], sizeof d / sizeof(int32_t));
}

static const struct kernel_test tests[] = {
    {"mfma_f16", mfma_f16}, {"mfma_f32", mfma_f32}, {"mfma_i8", mfma_i8}, {NULL, NULL}};
const struct subject matrix_subject = {"matrix", tests};

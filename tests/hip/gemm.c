/* Runs tests/kernels/gemm_fp8.hip, a sparse product of 256x256x256, and compares with the dense
 * product of the same matrices. Values are small integers: every sum is exact.
 *
 *   gemm DIRECTORY     code objects are DIRECTORY/O<0..3>/gemm_fp8.co
 *
 * Linked with Debian's runtime, and (SINCE_ROCM_6) with stubs of newer ones.
 */
#include <stdio.h>
#include <string.h>

#include "formats.h"
#include "harness.h"
#include "runtime.h"

enum { N = 256, STEP = 128, GROUPS = N / 4 };

/* A dense, and as the kernel wants it. */
struct sparse {
    int dense[N][N];
    uint8_t values[N][N / 2];
    uint32_t indices[N][N / STEP][4];
};

static int small(struct run *run) { return (int)(random_u32(run) % 16) - 7; }

static uint8_t fp8(int x) { return (uint8_t)encode(&fp8_format, x); }

/* Where the nibble of group q of a row lies: see gemm_fp8.hip. */
static void put_nibble(uint32_t indices[N / STEP][4], int q, uint32_t nibble)
{
    const int step = q / (STEP / 4), half = q / 16 % 2, lane_group = q / 4 % 4;
    indices[step][lane_group] |= nibble << (16 * half + 4 * (q % 4));
}

/* Every legal pair of positions, and groups with one non-zero or none. */
static void fill(struct run *run, struct sparse *a)
{
    static const int pairs[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
    memset(a, 0, sizeof *a);
    for (int i = 0; i < N; i++)
        for (int q = 0; q < GROUPS; q++) {
            const int *pair = pairs[random_u32(run) % 6];
            put_nibble(a->indices[i], q, (uint32_t)(pair[0] | pair[1] << 2));
            for (int s = 0; s < 2; s++) {
                int value = small(run);
                a->values[i][2 * q + s] = fp8(value);
                a->dense[i][4 * q + pair[s]] = value;
            }
        }
}

#ifdef SINCE_ROCM_6
/* Only ROCm 6 and later have it; the name stands at +1160 in its header's struct. */
hipError_t hipGetDevicePropertiesR0600(void *properties, int device);

static void want_gfx942(struct run *run)
{
    static _Alignas(8) char properties[4096];
    want_true(run, hipGetDevicePropertiesR0600(properties, 0) == hipSuccess, "properties", 0);
    want_true(run, strncmp(properties + 1160, "gfx942", 6) == 0, "gfx942", 0);
}
#else
static void want_gfx942(struct run *run)
{
    static hipDeviceProp_t properties;
    want_true(run, hipGetDeviceProperties(&properties, 0) == hipSuccess, "properties", 0);
    want_true(run, strncmp(properties.gcnArchName, "gfx942", 6) == 0, "gfx942", 0);
}
#endif

static void gemm(struct run *run)
{
    static struct sparse a;
    static int dense_b[N][N];
    static uint8_t b[N][N];
    static float expected[N][N];
    want_gfx942(run);
    fill(run, &a);
    for (int k = 0; k < N; k++)
        for (int j = 0; j < N; j++)
            b[k][j] = fp8(dense_b[k][j] = small(run));
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            int sum = 0;
            for (int k = 0; k < N; k++)
                sum += a.dense[i][k] * dense_b[k][j];
            expected[i][j] = (float)sum;
        }
    void *values = give(run, a.values, sizeof a.values);
    void *indices = give(run, a.indices, sizeof a.indices);
    void *d_b = give(run, b, sizeof b), *c = room(run, sizeof expected);
    launch(run, (struct size){N / 64, N / 64, 1}, (struct size){256, 1, 1}, 0,
           ARGUMENTS(&values, &indices, &d_b, &c));
    want_f32(run, c, &expected[0][0], N * N);
}

int main(int argc, char **argv)
{
    static const struct kernel_test tests[] = {{"gemm_fp8", gemm}, {NULL, NULL}};
    static const struct subject subject = {"gemm_fp8", tests};
    static const struct subject *const subjects[] = {&subject, NULL};
    if (argc != 2) {
        fprintf(stderr, "usage: %s DIRECTORY\n", argv[0]);
        return 2;
    }
    return run_subjects(subjects, argv[1], NULL);
}

/* D = A B by V_SMFMAC with a matrix that was not made for it: of every four values of a row the two
 * largest are kept, wherever they stand, and the index says where. Sizes fit no tile.
 *
 *   cc -D__HIP_PLATFORM_AMD__ -I/opt/rocm/include -Ikernels examples/own_pattern.c \
 *       -L/opt/rocm/lib -lamdhip64 -o own_pattern
 *   ./own_pattern build/kernels/gemm_tiled.co             on an MI300, or with
 *   LD_LIBRARY_PATH=build/lib/hip                         on smfviz's emulator
 */
#include <hip/hip_runtime_api.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "gemm_arguments.h"

enum { M = 77, N = 45, K = 132, IDX_BYTES = (K + 7) / 8 };

/* What the kernel reads: the arguments, and the arrays that they point out. */
struct product {
    struct gemm_arguments arguments;
    signed char a[M][K / 2];         /* two values a group of four */
    unsigned char idx[M][IDX_BYTES]; /* two groups a byte, the lower one in bits 3:0 */
    signed char b[K][N];
};

static void must(hipError_t error, const char *what)
{
    if (error == hipSuccess)
        return;
    fprintf(stderr, "%s: %s\n", what, hipGetErrorString(error));
    exit(1);
}

static unsigned next_random(void)
{
    static unsigned state = 942;
    state = state * 1664525 + 1013904223;
    return state >> 24;
}

/* Zeroes all but the two largest of four values, and returns their places: first < second. */
static void prune(signed char group[4], int *first, int *second)
{
    int largest = 0, next = -1;
    for (int p = 1; p < 4; p++)
        if (abs(group[p]) > abs(group[largest])) {
            next = largest;
            largest = p;
        } else if (next < 0 || abs(group[p]) > abs(group[next])) {
            next = p;
        }
    *first = largest < next ? largest : next;
    *second = largest < next ? next : largest;
    for (int p = 0; p < 4; p++)
        if (p != *first && p != *second)
            group[p] = 0;
}

/* `dense` is pruned, and compressed into *p. */
static void compress(signed char dense[M][K], struct product *p)
{
    for (int i = 0; i < M; i++) {
        p->idx[i][IDX_BYTES - 1] = 0x40; /* of 33 groups: a nibble too many, which is legal too */
        for (int q = 0; q < K / 4; q++) {
            signed char *group = &dense[i][4 * q];
            int first, second;
            prune(group, &first, &second);
            p->a[i][2 * q] = group[first];
            p->a[i][2 * q + 1] = group[second];
            p->idx[i][q / 2] |= (unsigned char)((first | second << 2) << (q % 2 * 4));
        }
    }
}

/* Compares with the dense product; returns how many differ. */
static int compare(signed char a[M][K], signed char b[K][N], int d[M][N])
{
    int n_wrong = 0;
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            int sum = 0;
            for (int k = 0; k < K; k++)
                sum += a[i][k] * b[k][j];
            if (d[i][j] != sum && n_wrong++ == 0)
                printf("D[%d][%d] is %d, not %d\n", i, j, d[i][j], sum);
        }
    return n_wrong;
}

static void run(const char *file, const struct product *product, int d[M][N])
{
    hipModule_t module;
    hipFunction_t kernel;
    void *device_product, *device_d;
    must(hipModuleLoad(&module, file), file);
    must(hipModuleGetFunction(&kernel, module, "gemm_tiled_i32_16x16x64_i8"), "kernel");
    must(hipMalloc(&device_product, sizeof *product), "memory for A, idx and B");
    must(hipMalloc(&device_d, sizeof(int[M][N])), "memory for D");
    must(hipMemcpy(device_product, product, sizeof *product, hipMemcpyHostToDevice), "copy");

    void *parameters[] = {&device_product, &device_d};
    unsigned edge = GEMM_TILED_EDGE, n_blocks = (M + edge - 1) / edge * ((N + edge - 1) / edge);
    must(hipModuleLaunchKernel(kernel, n_blocks, 1, 1, GEMM_TILED_LANES, 1, 1, 0, NULL, parameters,
                               NULL),
         "launch");
    must(hipDeviceSynchronize(), "kernel");
    must(hipMemcpy(d, device_d, sizeof(int[M][N]), hipMemcpyDeviceToHost), "copy");
    must(hipFree(device_product), "free");
    must(hipFree(device_d), "free");
    must(hipModuleUnload(module), "unload");
}

int main(int argc, char **argv)
{
    static struct product product = {
        .arguments =
            {
                .a_offset = offsetof(struct product, a),
                .idx_offset = offsetof(struct product, idx),
                .b_offset = offsetof(struct product, b),
                .m = M,
                .n = N,
                .k = K,
                .lda = K / 2,
                .ldidx = IDX_BYTES,
                .ldb = N,
                .ldc = N,
                .alpha.i32 = 1, /* beta is 0: there is no C */
            },
    };
    static signed char dense[M][K];
    static int d[M][N];
    if (argc != 2) {
        fprintf(stderr, "usage: %s gemm_tiled.co\n", argv[0]);
        return 2;
    }
    for (int i = 0; i < M; i++)
        for (int k = 0; k < K; k++)
            dense[i][k] = (signed char)((int)next_random() - 128);
    for (int k = 0; k < K; k++)
        for (int j = 0; j < N; j++)
            product.b[k][j] = (signed char)((int)next_random() - 128);
    compress(dense, &product);
    run(argv[1], &product, d);
    int n_wrong = compare(dense, product.b, d);
    printf("%dx%dx%d, pruned to 2 of 4: %d of %d results differ\n", M, N, K, n_wrong, M * N);
    return n_wrong != 0;
}

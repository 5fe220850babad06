/* D = A B by V_SMFMAC with the one index that needs no thought: every group of four of A's values
 * has its two non-zeros at places 0 and 2, nibble 0x8, so the whole index is 0x88 bytes.
 *
 *   cc -D__HIP_PLATFORM_AMD__ -I/opt/rocm/include -Ikernels examples/fixed_pattern.c \
 *       -L/opt/rocm/lib -lamdhip64 -o fixed_pattern
 *   ./fixed_pattern build/kernels/gemm_simple.co          on an MI300, or with
 *   LD_LIBRARY_PATH=build/lib/hip                         on smfviz's emulator
 */
#include <hip/hip_runtime_api.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gemm_arguments.h"

enum { M = 40, N = 24, K = 96 };

/* What the kernel reads: the arguments, and the arrays that they point out. */
struct product {
    struct gemm_arguments arguments;
    unsigned char a[M][K / 2];   /* the stored values: of k = 0, 2, 4, 6 ... */
    unsigned char idx[M][K / 8]; /* two groups a byte */
    unsigned char b[K][N];
};

static void must(hipError_t error, const char *what)
{
    if (error == hipSuccess)
        return;
    fprintf(stderr, "%s: %s\n", what, hipGetErrorString(error));
    exit(1);
}

/* A small integer as fp8 (e4m3fnuz): 0x40 is 1, 0x48 is 2, 0x4c is 3; bit 7 is the sign. */
static unsigned char fp8(int x)
{
    static const unsigned char codes[4] = {0, 0x40, 0x48, 0x4c};
    return (unsigned char)(codes[abs(x)] | (x < 0 ? 0x80 : 0));
}

static int a_value(int i, int k) { return k % 2 ? 0 : (i * 5 + k * 3) % 7 - 3; }
static int b_value(int k, int j) { return (k * 2 + j * 3) % 5 - 2; }

static void fill(struct product *p)
{
    p->arguments = (struct gemm_arguments){
        .a_offset = offsetof(struct product, a),
        .idx_offset = offsetof(struct product, idx),
        .b_offset = offsetof(struct product, b),
        .m = M,
        .n = N,
        .k = K,
        .lda = K / 2,
        .ldidx = K / 8,
        .ldb = N,
        .ldc = N,
        .alpha.f32 = 1, /* beta is 0: there is no C */
    };
    for (int i = 0; i < M; i++)
        for (int kc = 0; kc < K / 2; kc++)
            p->a[i][kc] = fp8(a_value(i, 2 * kc));
    memset(p->idx, 0x88, sizeof p->idx);
    for (int k = 0; k < K; k++)
        for (int j = 0; j < N; j++)
            p->b[k][j] = fp8(b_value(k, j));
}

/* Compares with the dense product; returns how many differ. */
static int compare(float d[M][N])
{
    int n_wrong = 0;
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            int sum = 0;
            for (int k = 0; k < K; k++)
                sum += a_value(i, k) * b_value(k, j);
            if (d[i][j] != (float)sum && n_wrong++ == 0)
                printf("D[%d][%d] is %g, not %d\n", i, j, (double)d[i][j], sum);
        }
    return n_wrong;
}

int main(int argc, char **argv)
{
    static struct product product;
    static float d[M][N];
    hipModule_t module;
    hipFunction_t kernel;
    void *device_product, *device_d;
    if (argc != 2) {
        fprintf(stderr, "usage: %s gemm_simple.co\n", argv[0]);
        return 2;
    }
    fill(&product);
    must(hipModuleLoad(&module, argv[1]), argv[1]);
    must(hipModuleGetFunction(&kernel, module, "gemm_simple_f32_16x16x64_fp8_fp8"), "kernel");
    must(hipMalloc(&device_product, sizeof product), "memory for A, idx and B");
    must(hipMalloc(&device_d, sizeof d), "memory for D");
    must(hipMemcpy(device_product, &product, sizeof product, hipMemcpyHostToDevice), "copy");

    void *parameters[] = {&device_product, &device_d};
    unsigned n_tiles = (M + 15) / 16 * ((N + 15) / 16);
    must(hipModuleLaunchKernel(kernel, n_tiles, 1, 1, 64, 1, 1, 0, NULL, parameters, NULL),
         "launch");
    must(hipDeviceSynchronize(), "kernel");
    must(hipMemcpy(d, device_d, sizeof d, hipMemcpyDeviceToHost), "copy");

    int n_wrong = compare(d);
    printf("%dx%dx%d, pattern 0,2: %d of %d results differ\n", M, N, K, n_wrong, M * N);
    must(hipFree(device_product), "free");
    must(hipFree(device_d), "free");
    must(hipModuleUnload(module), "unload");
    return n_wrong != 0;
}

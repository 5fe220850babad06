/* One sparse GEMM, D = alpha A B + beta C, as the kernels find it in memory; shared by the kernels
 * (HIP) and the host (C).
 *
 * The arrays follow this header in the same allocation, unpadded, each from its offset on:
 *   a     [m][k / 2]  the stored values, two a K group (k rounded up to whole groups)
 *   idx   [m][k / 8]  bytes of two nibbles, the lower group in bits 3:0 (rounded up)
 *   b     [k][n]      dense, row after row
 *   c     [m][n]      32-bit; not read if beta is 0
 * and D goes to the kernel's other argument as [m][n].
 */
#ifndef GEMM_ARGUMENTS_H
#define GEMM_ARGUMENTS_H

union gemm_scale {
    float f32; /* of instructions that add in f32 */
    int i32;   /* and in i32 */
};

struct gemm_arguments {
    unsigned long long a_offset, idx_offset, b_offset, c_offset; /* bytes from this struct on */
    unsigned int m, n, k;
    unsigned int lda, ldidx, ldb, ldc; /* from one row to the next: elements, of idx bytes */
    union gemm_scale alpha, beta;
    unsigned int reserved; /* 0 */
};

#ifdef __cplusplus
#define GEMM_STATIC_ASSERT static_assert
#else
#define GEMM_STATIC_ASSERT _Static_assert
#endif
GEMM_STATIC_ASSERT(sizeof(struct gemm_arguments) == 72, "the host writes what the kernels read");
GEMM_STATIC_ASSERT(__builtin_offsetof(struct gemm_arguments, m) == 32, "");
GEMM_STATIC_ASSERT(__builtin_offsetof(struct gemm_arguments, lda) == 44, "");
GEMM_STATIC_ASSERT(__builtin_offsetof(struct gemm_arguments, alpha) == 60, "");

/* The tiled kernel: four waves of 32x32 results each. */
enum { GEMM_TILED_LANES = 256, GEMM_TILED_EDGE = 64 };

#endif

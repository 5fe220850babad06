/* The registers of one SMFMAC as they lie in memory, shared by the kernels (HIP) and the host (C).
 *
 * Each operand is [lane][vgpr] with as many VGPRs as the instruction's operand has, packed; the
 * arrays are as long as the largest instruction needs, what follows is not read.
 */
#ifndef MULTIPLY_IMAGE_H
#define MULTIPLY_IMAGE_H

enum {
    MULTIPLY_LANES = 64,
    MULTIPLY_A_VGPRS = 4,
    MULTIPLY_B_VGPRS = 8,
    MULTIPLY_C_VGPRS = 16,
};

struct multiply_image {
    unsigned int cbsz, abid;
    unsigned int idx[MULTIPLY_LANES];
    unsigned int a[MULTIPLY_LANES * MULTIPLY_A_VGPRS];
    unsigned int b[MULTIPLY_LANES * MULTIPLY_B_VGPRS];
    unsigned int c[MULTIPLY_LANES * MULTIPLY_C_VGPRS];
};

#ifdef __cplusplus
#define MULTIPLY_STATIC_ASSERT static_assert
#else
#define MULTIPLY_STATIC_ASSERT _Static_assert
#endif
MULTIPLY_STATIC_ASSERT(sizeof(struct multiply_image) == 7432, "the kernels index images by this");
MULTIPLY_STATIC_ASSERT(__builtin_offsetof(struct multiply_image, idx) == 8, "");
MULTIPLY_STATIC_ASSERT(__builtin_offsetof(struct multiply_image, a) == 264, "");
MULTIPLY_STATIC_ASSERT(__builtin_offsetof(struct multiply_image, b) == 1288, "");
MULTIPLY_STATIC_ASSERT(__builtin_offsetof(struct multiply_image, c) == 3336, "");

#endif

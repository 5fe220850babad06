/* One SMFMAC under an EXEC mask, as it lies in memory; shared by the kernels (HIP) and the host
 * (C).
 */
#ifndef EXEC_IMAGE_H
#define EXEC_IMAGE_H

#include "multiply_image.h"

struct exec_image {
    unsigned long long exec;         /* bit l: lane l is on */
    struct multiply_image registers; /* its cbsz and abid are not read: both are 0 */
};

MULTIPLY_STATIC_ASSERT(sizeof(struct exec_image) == 7440, "the kernels index images by this");
MULTIPLY_STATIC_ASSERT(__builtin_offsetof(struct exec_image, registers) == 8, "");

#endif

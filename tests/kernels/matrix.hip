/* Dense MFMA, each wave one product of small integers; layouts are the host's affair. */
#include "kernel.h"

typedef vector<_Float16, 4> half4;

KERNEL mfma_f16(const half4 *a, const half4 *b, const vector<float, 4> *c, vector<float, 4> *d)
{
    unsigned i = global_x();
    d[i] = __builtin_amdgcn_mfma_f32_16x16x16f16(a[i], b[i], c[i], 0, 0, 0);
}

KERNEL mfma_f32(const float *a, const float *b, const vector<float, 16> *c, vector<float, 16> *d)
{
    unsigned i = global_x();
    auto sum = c[i];
    for (int k = 0; k < 4; k++)
        sum = __builtin_amdgcn_mfma_f32_32x32x2f32(a[4 * i + k], b[4 * i + k], sum, 0, 0, 0);
    d[i] = sum;
}

KERNEL mfma_i8(const long *a, const long *b, const vector<int, 4> *c, vector<int, 4> *d)
{
    unsigned i = global_x();
    d[i] = __builtin_amdgcn_mfma_i32_16x16x32_i8(a[i], b[i], c[i], 0, 0, 0);
}

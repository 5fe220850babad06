/* What the hardware approximates, and what clang makes of the mathematical builtins. */
#include "kernel.h"

/* out[k * n + i]: function k of in[i]. Cosine and sine take revolutions. */
KERNEL hardware(const float *in, float *out, unsigned n)
{
    unsigned i = global_x();
    float a = in[i];
    out[i] = __builtin_amdgcn_exp2f(a);
    out[n + i] = __builtin_amdgcn_sinf(a);
    out[2 * n + i] = __builtin_amdgcn_cosf(a);
    out[3 * n + i] = __builtin_amdgcn_rcpf(a);
    a = __builtin_fabsf(a);
    out[4 * n + i] = __builtin_amdgcn_logf(a);
    out[5 * n + i] = __builtin_amdgcn_rsqf(a);
    out[6 * n + i] = __builtin_amdgcn_sqrtf(a);
    out[7 * n + i] = __builtin_amdgcn_fractf(in[i]);
}

KERNEL hardware64(const double *in, double *out, unsigned n)
{
    unsigned i = global_x();
    out[i] = __builtin_amdgcn_rcp(in[i]);
    out[n + i] = __builtin_amdgcn_rsq(__builtin_fabs(in[i]));
    out[2 * n + i] = __builtin_amdgcn_fract(in[i]);
}

/* Expanded by the compiler, with care for subnormals and overflow. */
KERNEL elementary(const float *in, float *out, unsigned n)
{
    unsigned i = global_x();
    float a = in[i], positive = __builtin_fabsf(a);
    out[i] = __builtin_expf(a);
    out[n + i] = __builtin_exp2f(a);
    out[2 * n + i] = __builtin_exp10f(a);
    out[3 * n + i] = __builtin_logf(positive);
    out[4 * n + i] = __builtin_log2f(positive);
    out[5 * n + i] = __builtin_log10f(positive);
}

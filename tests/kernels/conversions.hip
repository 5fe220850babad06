/* Conversions between integers and floats of every width, in range of their target. */
#include "kernel.h"

KERNEL to_half(const float *in, _Float16 *out, unsigned *towards_zero)
{
    unsigned i = global_x();
    out[2 * i] = (_Float16)in[i];
    out[2 * i + 1] = (_Float16)(double)in[i];
    towards_zero[i] = __builtin_bit_cast(unsigned, __builtin_amdgcn_cvt_pkrtz(in[i], -in[i]));
}

KERNEL from_half(const _Float16 *in, float *out, double *out64, int *integers)
{
    unsigned i = global_x();
    out[i] = (float)in[i];
    out64[i] = (double)in[i];
    _Float16 x = in[i];
    bool whole = __builtin_fabsf((float)x) < 60000.0f; /* neither NaN nor Inf */
    integers[2 * i] = whole ? (int)x : 0;
    integers[2 * i + 1] = whole ? (short)__builtin_rintf((float)x * 0.5f) : 0;
}

KERNEL from_integers(const int *in, const long *in64, float *out, double *out64, _Float16 *out16)
{
    unsigned i = global_x();
    int x = in[i];
    long y = in64[i];
    out[8 * i] = (float)x;
    out[8 * i + 1] = (float)(unsigned)x;
    out[8 * i + 2] = (float)y;
    out[8 * i + 3] = (float)(unsigned long)y;
    for (int k = 0; k < 4; k++) /* bytes have instructions of their own */
        out[8 * i + 4 + k] = (float)((unsigned)x >> (8 * k) & 0xff);
    out64[4 * i] = x;
    out64[4 * i + 1] = (unsigned)x;
    out64[4 * i + 2] = (double)y;
    out64[4 * i + 3] = (double)(unsigned long)y;
    out16[2 * i] = (_Float16)(short)x;
    out16[2 * i + 1] = (_Float16)(unsigned short)(x & 0x7fff);
}

/* in: |x| < 2^31; big: |x| < 2^63. */
KERNEL to_integers(const float *in, const double *in64, const double *big, long *out)
{
    unsigned i = global_x();
    float a = in[i];
    double b = in64[i], c = big[i];
    out[10 * i] = (int)a;
    out[10 * i + 1] = (long)(unsigned)__builtin_fabsf(a);
    out[10 * i + 2] = (int)b;
    out[10 * i + 3] = (long)(unsigned)__builtin_fabs(b);
    out[10 * i + 4] = (long)c;
    out[10 * i + 5] = (long)(unsigned long)__builtin_fabs(c);
    out[10 * i + 6] = (long)(float)c;
    out[10 * i + 7] = (long)(unsigned long)__builtin_fabsf((float)c);
    out[10 * i + 8] = (short)(int)(a / 65536.0f);
    out[10 * i + 9] = (int)__builtin_rint(b / 3);
}

KERNEL between_floats(const double *in, const float *singles, float *out, double *out64)
{
    unsigned i = global_x();
    out[i] = (float)in[i];
    out64[i] = (double)singles[i];
}

/* The four bytes of a dword as fp8 and as bf8 numbers. */
KERNEL from_fp8(const int *in, float *out)
{
    unsigned i = global_x();
    int x = in[i];
    out[16 * i] = __builtin_amdgcn_cvt_f32_fp8(x, 0);
    out[16 * i + 1] = __builtin_amdgcn_cvt_f32_fp8(x, 1);
    out[16 * i + 2] = __builtin_amdgcn_cvt_f32_fp8(x, 2);
    out[16 * i + 3] = __builtin_amdgcn_cvt_f32_fp8(x, 3);
    out[16 * i + 4] = __builtin_amdgcn_cvt_f32_bf8(x, 0);
    out[16 * i + 5] = __builtin_amdgcn_cvt_f32_bf8(x, 1);
    out[16 * i + 6] = __builtin_amdgcn_cvt_f32_bf8(x, 2);
    out[16 * i + 7] = __builtin_amdgcn_cvt_f32_bf8(x, 3);
    for (int k = 0; k < 2; k++) {
        auto low = k ? __builtin_amdgcn_cvt_pk_f32_bf8(x, false)
                     : __builtin_amdgcn_cvt_pk_f32_fp8(x, false);
        auto high =
            k ? __builtin_amdgcn_cvt_pk_f32_bf8(x, true) : __builtin_amdgcn_cvt_pk_f32_fp8(x, true);
        out[16 * i + 8 + 4 * k] = low[0];
        out[16 * i + 9 + 4 * k] = low[1];
        out[16 * i + 10 + 4 * k] = high[0];
        out[16 * i + 11 + 4 * k] = high[1];
    }
}

/* Round to nearest even; the other half of the register is kept. */
KERNEL to_fp8(const float *in, unsigned *out)
{
    unsigned i = global_x();
    float a = in[2 * i], b = in[2 * i + 1];
    int low = __builtin_amdgcn_cvt_pk_fp8_f32(a, b, 0x12345678, false);
    out[4 * i] = (unsigned)low;
    out[4 * i + 1] = (unsigned)__builtin_amdgcn_cvt_pk_fp8_f32(b, a, low, true);
    low = __builtin_amdgcn_cvt_pk_bf8_f32(a, b, 0x12345678, false);
    out[4 * i + 2] = (unsigned)low;
    out[4 * i + 3] = (unsigned)__builtin_amdgcn_cvt_pk_bf8_f32(b, a, low, true);
}

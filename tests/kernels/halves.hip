/* Half precision, one and two at a time; bfloat16, which gfx942 computes in single precision. */
#include "kernel.h"

typedef vector<_Float16, 2> half2;
typedef vector<short, 2> short2;
typedef vector<unsigned short, 2> ushort2;

KERNEL half_arithmetic(const _Float16 *in, _Float16 *out)
{
    unsigned i = global_x();
    _Float16 a = in[2 * i], b = in[2 * i + 1];
    out[10 * i] = a + b;
    out[10 * i + 1] = a - b;
    out[10 * i + 2] = a * b;
    out[10 * i + 3] = a / b;
    out[10 * i + 4] = __builtin_fmaf16(a, b, (_Float16)-1.0f);
    out[10 * i + 5] = __builtin_sqrtf16(a);
    out[10 * i + 6] = __builtin_fminf16(a, b);
    out[10 * i + 7] = __builtin_fmaxf16(a, b);
    out[10 * i + 8] = __builtin_rintf16(a) - __builtin_floorf16(b);
    out[10 * i + 9] = a < b ? -a : a == b ? (_Float16)2.0f : __builtin_fabsf16(b);
}

KERNEL packed_half(const half2 *in, half2 *out)
{
    unsigned i = global_x();
    half2 a = in[2 * i], b = in[2 * i + 1];
    out[6 * i] = a + b;
    out[6 * i + 1] = a * -b;
    out[6 * i + 2] = __builtin_elementwise_fma(a, b.yx, half2{1.5f, -0.5f});
    out[6 * i + 3] = __builtin_elementwise_min(a, b);
    out[6 * i + 4] = __builtin_elementwise_max(a.yx, b.xx);
    out[6 * i + 5] = a.yy - b * half2{2.0f, 3.0f};
}

KERNEL packed_short(const short2 *in, short2 *out)
{
    unsigned i = global_x();
    short2 a = in[2 * i], b = in[2 * i + 1];
    ushort2 ua = __builtin_bit_cast(ushort2, a), ub = __builtin_bit_cast(ushort2, b);
    out[10 * i] = a + b;
    out[10 * i + 1] = a.yx - b;
    out[10 * i + 2] = a * b;
    out[10 * i + 3] = a * b + short2{7, -9};
    out[10 * i + 4] = __builtin_elementwise_min(a, b);
    out[10 * i + 5] = __builtin_bit_cast(short2, __builtin_elementwise_max(ua, ub));
    out[10 * i + 6] = a << (b & 15);
    out[10 * i + 7] = a >> (b & 15);
    out[10 * i + 8] = __builtin_bit_cast(short2, ua >> (ub & 15));
    out[10 * i + 9] = __builtin_elementwise_add_sat(a, b);
}

/* Packed single precision and dot products. */
KERNEL packed_single(const vector<float, 2> *in, vector<float, 2> *out, const half2 *halves,
                     const int *bytes, float *dots, int *idots)
{
    unsigned i = global_x();
    auto a = in[2 * i], b = in[2 * i + 1];
    out[3 * i] = a + b.yx;
    out[3 * i + 1] = a * -b;
    out[3 * i + 2] = __builtin_elementwise_fma(a.xx, b, vector<float, 2>{0.25f, -3.0f});
    dots[i] = __builtin_amdgcn_fdot2(halves[2 * i], halves[2 * i + 1], 0.5f, false);
    idots[2 * i] = __builtin_amdgcn_sdot4(bytes[2 * i], bytes[2 * i + 1], -100, false);
    idots[2 * i + 1] =
        (int)__builtin_amdgcn_udot4((unsigned)bytes[2 * i], (unsigned)bytes[2 * i + 1], 7, false);
}

KERNEL bfloat(const __bf16 *in, __bf16 *out, const float *singles, unsigned *packed)
{
    unsigned i = global_x();
    __bf16 a = in[2 * i], b = in[2 * i + 1];
    out[4 * i] = a + b;
    out[4 * i + 1] = a * b;
    out[4 * i + 2] = (__bf16)singles[i];
    out[4 * i + 3] = (__bf16)((float)a * 3.0f);
    vector<__bf16, 2> pair = {(__bf16)singles[i], (__bf16)(float)b};
    packed[i] = __builtin_bit_cast(unsigned, pair);
}

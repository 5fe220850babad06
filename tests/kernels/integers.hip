/* Integer arithmetic: 64 and 128 bits, division, shifts, bit counts, saturation. */
#include "kernel.h"

/* out[8i ..]: what a and b give; unsigned, then signed. */
KERNEL multiply(const unsigned long *in, unsigned long *out)
{
    unsigned i = global_x();
    unsigned long a = in[2 * i], b = in[2 * i + 1];
    unsigned __int128 wide = (unsigned __int128)a * b;
    __int128 swide = (__int128)(long)a * (long)b;
    out[8 * i] = a * b;
    out[8 * i + 1] = (unsigned long)(wide >> 64);
    out[8 * i + 2] = (unsigned long)(swide >> 64);
    out[8 * i + 3] = (unsigned long)(unsigned)a * (unsigned)b + (a >> 32);
    out[8 * i + 4] = (unsigned long)((long)(int)a * (int)b - (long)b);
    out[8 * i + 5] = a + b;
    out[8 * i + 6] = a - b;
    unsigned __int128 sum = wide + ((unsigned __int128)b << 64 | a);
    out[8 * i + 7] = (unsigned long)(sum >> 64);
}

KERNEL divide64(const unsigned long *in, unsigned long *out)
{
    unsigned i = global_x();
    unsigned long a = in[2 * i], b = in[2 * i + 1];
    out[6 * i] = a / b;
    out[6 * i + 1] = a % b;
    out[6 * i + 2] = (unsigned long)((long)a / (long)b);
    out[6 * i + 3] = (unsigned long)((long)a % (long)b);
    out[6 * i + 4] = a / 1000000007;
    out[6 * i + 5] = (unsigned long)((long)a % 12345);
}

KERNEL divide32(const unsigned *in, unsigned *out)
{
    unsigned i = global_x(), a = in[2 * i], b = in[2 * i + 1];
    out[8 * i] = a / b;
    out[8 * i + 1] = a % b;
    out[8 * i + 2] = (unsigned)((int)a / (int)b);
    out[8 * i + 3] = (unsigned)((int)a % (int)b);
    out[8 * i + 4] = a / 7 + a % 641;
    out[8 * i + 5] = (unsigned)((int)a / 10 - (int)a % 100);
    out[8 * i + 6] = (unsigned)((short)a / (short)(b | 1));
    out[8 * i + 7] = (unsigned char)a % (unsigned char)(b | 1);
}

KERNEL shifts(const unsigned long *in, unsigned long *out)
{
    unsigned i = global_x();
    unsigned long a = in[2 * i];
    unsigned n = in[2 * i + 1] & 63, m = n & 31, low = (unsigned)a;
    out[10 * i] = a << n;
    out[10 * i + 1] = a >> n;
    out[10 * i + 2] = (unsigned long)((long)a >> n);
    out[10 * i + 3] = a << n | a >> ((64 - n) & 63);
    out[10 * i + 4] = low << m | (unsigned long)((int)low >> m) << 32;
    out[10 * i + 5] = low >> m | (unsigned long)(low << m | low >> ((32 - m) & 31)) << 32;
    out[10 * i + 6] = (unsigned short)((unsigned short)a << (m & 15));
    out[10 * i + 7] = (unsigned long)(long)((short)a >> (m & 15));
    out[10 * i + 8] = (a >> 5 & 0x7ff) | (unsigned long)((long)(a << 20) >> 51) << 32;
    out[10 * i + 9] = (a & ~(0xfffful << (n & 47))) | (in[2 * i + 1] & 0xffff) << (n & 47);
}

KERNEL bits(const unsigned long *in, unsigned *out)
{
    unsigned i = global_x();
    unsigned long a = in[i];
    unsigned x = (unsigned)a, y = (unsigned)(a >> 32);
    out[12 * i] = (unsigned)__builtin_popcountll(a) | (unsigned)__builtin_popcount(x) << 8;
    out[12 * i + 1] = a ? (unsigned)__builtin_clzll(a) | (unsigned)__builtin_ctzll(a) << 8 : 99;
    out[12 * i + 2] = x ? (unsigned)__builtin_clz(x) | (unsigned)__builtin_ctz(x) << 8 : 99;
    out[12 * i + 3] = __builtin_bitreverse32(x);
    out[12 * i + 4] =
        (unsigned)(__builtin_bitreverse64(a) >> 32) ^ (unsigned)__builtin_bitreverse64(a);
    out[12 * i + 5] = __builtin_bswap32(x) ^ (unsigned)__builtin_bswap64(a);
    out[12 * i + 6] = __builtin_amdgcn_alignbit(y, x, x & 31);
    out[12 * i + 7] = __builtin_amdgcn_alignbyte(y, x, y & 3);
    out[12 * i + 8] = __builtin_amdgcn_perm(y, x, 0x070c0003 | (y & 7) << 8);
    out[12 * i + 9] =
        __builtin_amdgcn_ubfe(x, y & 31, 9) + (unsigned)__builtin_amdgcn_sbfe((int)x, 3, y & 15);
    out[12 * i + 10] = __builtin_amdgcn_lerp(x, y, 0x01000101);
    out[12 * i + 11] = __builtin_amdgcn_sad_u8(x, y, 1000);
}

KERNEL saturation(const int *in, int *out)
{
    unsigned i = global_x();
    int a = in[2 * i], b = in[2 * i + 1];
    short c = (short)a, d = (short)b;
    out[10 * i] = __builtin_elementwise_add_sat(a, b);
    out[10 * i + 1] = __builtin_elementwise_sub_sat(a, b);
    out[10 * i + 2] = (int)__builtin_elementwise_add_sat((unsigned)a, (unsigned)b);
    out[10 * i + 3] = (int)__builtin_elementwise_sub_sat((unsigned)a, (unsigned)b);
    /* Scalars of 16 bits are promoted to int before clang 20; vectors never are. */
    using short1 = vector<short, 1>;
    using ushort1 = vector<unsigned short, 1>;
    out[10 * i + 4] = __builtin_elementwise_add_sat((short1)c, (short1)d).x;
    out[10 * i + 5] = __builtin_elementwise_sub_sat((short1)c, (short1)d).x;
    out[10 * i + 6] =
        __builtin_elementwise_sub_sat((ushort1)(unsigned short)c, (ushort1)(unsigned short)d).x;
    out[10 * i + 7] = __builtin_elementwise_min(a, b) ^ __builtin_elementwise_max(c, d) ^
                      (int)__builtin_elementwise_max((unsigned)a, (unsigned)b);
    out[10 * i + 8] =
        __builtin_elementwise_abs(a >> 1) + (a < -77    ? -77
                                             : a > 1234 ? 1234
                                                        : a); /* a clamp is a median */
    int sum;
    out[10 * i + 9] = __builtin_add_overflow(a, b, &sum) * 4 +
                      __builtin_mul_overflow(a, b, &sum) * 2 +
                      __builtin_sub_overflow((unsigned)a, (unsigned)b, (unsigned *)&sum);
}

/* Whole small programs: a hash, a random generator, a program that needs more registers than it
 * has. */
#include "kernel.h"

CONSTANT unsigned sha_k[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

DEVICE unsigned rotate(unsigned x, int n) { return x >> n | x << (32 - n); }

/* SHA-256 of one block: text of up to 55 bytes a work-item, zero bytes end it. */
KERNEL sha256(const unsigned char *texts, unsigned char *digests)
{
    unsigned i = global_x(), n = 0;
    const unsigned char *text = texts + 56 * i;
    unsigned char block[64] = {};
    while (n < 55 && text[n]) {
        block[n] = text[n];
        n++;
    }
    block[n] = 0x80;
    block[62] = (unsigned char)(n * 8 >> 8);
    block[63] = (unsigned char)(n * 8);
    unsigned w[64];
    for (int k = 0; k < 16; k++)
        w[k] = (unsigned)block[4 * k] << 24 | block[4 * k + 1] << 16 | block[4 * k + 2] << 8 |
               block[4 * k + 3];
    for (int k = 16; k < 64; k++) {
        unsigned s0 = rotate(w[k - 15], 7) ^ rotate(w[k - 15], 18) ^ w[k - 15] >> 3;
        unsigned s1 = rotate(w[k - 2], 17) ^ rotate(w[k - 2], 19) ^ w[k - 2] >> 10;
        w[k] = w[k - 16] + s0 + w[k - 7] + s1;
    }
    const unsigned start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                               0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    unsigned h[8];
    for (int k = 0; k < 8; k++)
        h[k] = start[k];
    for (int k = 0; k < 64; k++) {
        unsigned s1 = rotate(h[4], 6) ^ rotate(h[4], 11) ^ rotate(h[4], 25);
        unsigned t1 = h[7] + s1 + ((h[4] & h[5]) ^ (~h[4] & h[6])) + sha_k[k] + w[k];
        unsigned s0 = rotate(h[0], 2) ^ rotate(h[0], 13) ^ rotate(h[0], 22);
        unsigned t2 = s0 + ((h[0] & h[1]) ^ (h[0] & h[2]) ^ (h[1] & h[2]));
        for (int p = 7; p > 0; p--)
            h[p] = h[p - 1];
        h[4] += t1;
        h[0] = t1 + t2;
    }
    for (int k = 0; k < 8; k++)
        for (int byte = 0; byte < 4; byte++)
            digests[32 * i + 4 * k + byte] = (unsigned char)((h[k] + start[k]) >> (24 - 8 * byte));
}

/* Philox 4x32-10: counter and key give four random numbers. */
KERNEL philox(unsigned key0, unsigned key1, vector<unsigned, 4> *out)
{
    unsigned i = global_x();
    vector<unsigned, 4> c = {i, i ^ 0xdeadbeef, 7 * i, 42};
    for (int round = 0; round < 10; round++) {
        unsigned long p0 = 0xD2511F53ul * c.x, p1 = 0xCD9E8D57ul * c.z;
        c = {(unsigned)(p1 >> 32) ^ c.y ^ key0, (unsigned)p1, (unsigned)(p0 >> 32) ^ c.w ^ key1,
             (unsigned)p0};
        key0 += 0x9E3779B9;
        key1 += 0xBB67AE85;
    }
    out[i] = c;
}

/* A x A x B + B of 8x8 matrices, one of each a work-item. The numbers do not fit the 64 VGPRs that
 * are allowed, so they go to AccVGPRs or scratch. */
extern "C" __attribute__((global, amdgpu_flat_work_group_size(64, 64), amdgpu_num_vgpr(64))) void
register_pressure(const unsigned *in, unsigned *out)
{
    constexpr int N = 8;
    unsigned i = global_x(), a[N][N], square[N][N], b[N][N];
#pragma unroll
    for (int k = 0; k < N * N; k++) {
        a[k / N][k % N] = in[2 * N * N * i + k];
        b[k / N][k % N] = in[2 * N * N * i + N * N + k];
    }
#pragma unroll
    for (int r = 0; r < N; r++)
#pragma unroll
        for (int c = 0; c < N; c++) {
            square[r][c] = 0;
#pragma unroll
            for (int k = 0; k < N; k++)
                square[r][c] += a[r][k] * a[k][c];
        }
#pragma unroll
    for (int r = 0; r < N; r++)
#pragma unroll
        for (int c = 0; c < N; c++) {
            unsigned sum = b[r][c];
#pragma unroll
            for (int k = 0; k < N; k++)
                sum += square[r][k] * b[k][c];
            out[(N * i + r) * N + c] = sum;
        }
}

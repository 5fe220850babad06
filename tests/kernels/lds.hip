/* LDS and barriers, workgroups of several waves. */
#include "kernel.h"

/* Sum and maximum of each workgroup's numbers; any size of workgroup up to 256. */
KERNEL reduce(const int *in, int *sums, int *maxima)
{
    SHARED static int sum[256];
    SHARED static int maximum[256];
    unsigned me = local_x(), n = __builtin_amdgcn_workgroup_size_x();
    sum[me] = maximum[me] = in[global_x()];
    barrier();
    while (n > 1) {
        unsigned half = (n + 1) / 2;
        if (me + half < n) {
            sum[me] += sum[me + half];
            if (maximum[me] < maximum[me + half])
                maximum[me] = maximum[me + half];
        }
        barrier();
        n = half;
    }
    if (me == 0) {
        sums[__builtin_amdgcn_workgroup_id_x()] = sum[0];
        maxima[__builtin_amdgcn_workgroup_id_x()] = maximum[0];
    }
}

/* Inclusive prefix sums of 64-bit numbers, two buffers in turn. */
KERNEL scan(const long *in, long *out)
{
    SHARED static long buffer[2][256];
    unsigned me = local_x(), n = __builtin_amdgcn_workgroup_size_x(), from = 0;
    buffer[0][me] = in[global_x()];
    barrier();
    for (unsigned reach = 1; reach < n; reach *= 2) {
        long value = buffer[from][me];
        if (me >= reach)
            value += buffer[from][me - reach];
        buffer[1 - from][me] = value;
        from = 1 - from;
        barrier();
    }
    out[global_x()] = buffer[from][me];
}

/* 16x16 tiles, one column of padding; the matrix has 48 rows and 64 columns. */
KERNEL transpose(const float *in, float *out)
{
    SHARED static float tile[16][17];
    unsigned x = __builtin_amdgcn_workgroup_id_x(), y = __builtin_amdgcn_workgroup_id_y();
    tile[local_y()][local_x()] = in[(y * 16 + local_y()) * 64 + x * 16 + local_x()];
    barrier();
    out[(x * 16 + local_y()) * 48 + y * 16 + local_x()] = tile[local_x()][local_y()];
}

/* Bitonic sort of n numbers (a power of two) in LDS that the launch asks for. */
KERNEL sort(unsigned *data, unsigned n)
{
    extern SHARED unsigned keys[];
    unsigned me = local_x(), threads = __builtin_amdgcn_workgroup_size_x();
    unsigned *group = data + __builtin_amdgcn_workgroup_id_x() * n;
    for (unsigned k = me; k < n; k += threads)
        keys[k] = group[k];
    for (unsigned size = 2; size <= n; size *= 2)
        for (unsigned stride = size / 2; stride > 0; stride /= 2) {
            barrier();
            for (unsigned k = me; k < n; k += threads) {
                unsigned other = k ^ stride;
                bool up = (k & size) == 0;
                if (other > k && (keys[k] > keys[other]) == up) {
                    unsigned kept = keys[k];
                    keys[k] = keys[other];
                    keys[other] = kept;
                }
            }
        }
    barrier();
    for (unsigned k = me; k < n; k += threads)
        group[k] = keys[k];
}

struct particle {
    double mass;
    unsigned char kind;
    short charge;
    int links[3];
};

/* Structs of mixed widths in LDS, passed on by one place, in a workgroup whose last wave is
 * partial. */
KERNEL pass_on(const int *in, long *out)
{
    SHARED static particle ring[200];
    unsigned me = local_x(), n = __builtin_amdgcn_workgroup_size_x();
    int x = in[global_x()];
    ring[me] = {x * 0.25, (unsigned char)x, (short)(x * 5), {x + 1, x + 2, x + 3}};
    barrier();
    particle other = ring[(me + 1) % n];
    barrier();
    if (me % 2)
        ring[me].links[me % 3] = other.kind;
    barrier();
    const particle &back = ring[(me + n - 1) % n];
    out[global_x()] = (long)(other.mass * 4) * 1000003 + other.charge * 101 + back.links[0] * 7 +
                      back.links[1] * 11 + back.links[2] * 13;
}

/* C = A x B, 32x32 tiles of 64x64 matrices, 16x16 work-items with four results each. */
KERNEL matmul(const float *a, const float *b, float *c)
{
    SHARED static float at[32][32];
    SHARED static float bt[32][32];
    unsigned row = __builtin_amdgcn_workgroup_id_y() * 32,
             column = __builtin_amdgcn_workgroup_id_x() * 32;
    unsigned x = local_x(), y = local_y();
    float sum[2][2] = {};
    for (unsigned k = 0; k < 64; k += 32) {
        for (unsigned p = 0; p < 4; p++) {
            unsigned r = y + 16 * (p / 2), s = x + 16 * (p % 2);
            at[r][s] = a[(row + r) * 64 + k + s];
            bt[r][s] = b[(k + r) * 64 + column + s];
        }
        barrier();
        for (unsigned l = 0; l < 32; l++)
            for (unsigned p = 0; p < 4; p++)
                sum[p / 2][p % 2] = __builtin_fmaf(at[y + 16 * (p / 2)][l], bt[l][x + 16 * (p % 2)],
                                                   sum[p / 2][p % 2]);
        barrier();
    }
    for (unsigned p = 0; p < 4; p++)
        c[(row + y + 16 * (p / 2)) * 64 + column + x + 16 * (p % 2)] = sum[p / 2][p % 2];
}

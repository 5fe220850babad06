/* What a code object can hold: several kernels, arguments of every kind, variables, a table of
 * addresses (which needs relocations), a function that is not inlined, LDS, scratch, hidden
 * arguments. */
#define KERNEL extern "C" __attribute__((global))
#define DEVICE __attribute__((device))
#define SHARED __attribute__((shared))

struct pair {
    short first;
    double second;
};

/* Exported, with a value; exported, zero; a pointer to another variable. */
extern "C" DEVICE int loader_numbers[5] = {3, 1, 4, 1, 5};
extern "C" DEVICE unsigned char loader_zeros[100000] = {};
extern "C" DEVICE int *loader_pointer = &loader_numbers[2];

/* Weak, so it goes through the GOT. */
extern "C" DEVICE __attribute__((weak, visibility("default"))) int loader_weak = 7;

static DEVICE __attribute__((noinline)) int helper(int x, const int *table)
{
    return table[x % 5] * x + loader_weak;
}

KERNEL __attribute__((amdgpu_flat_work_group_size(1, 256))) void
arguments(char c, short s, int *out, pair p, float f, long l)
{
    unsigned lane = __builtin_amdgcn_workitem_id_x();
    out[lane] = c + s + p.first + (int)p.second + (int)f + (int)l + helper(lane, loader_pointer);
}

KERNEL __attribute__((amdgpu_flat_work_group_size(64, 128))) void shared(int *out)
{
    SHARED static int tile[128];
    extern SHARED int more[];
    unsigned lane = __builtin_amdgcn_workitem_id_x();
    tile[lane] = lane;
    more[lane] = 2 * lane;
    __builtin_amdgcn_s_barrier();
    out[lane] = tile[127 - lane] + more[lane ^ 1];
}

/* Too large for registers: the array is in scratch. */
KERNEL void scratch(int *out, int n)
{
    int values[300];
    for (int i = 0; i < 300; i++)
        values[i] = i * n;
    for (int i = 0; i < 300; i += 7)
        values[(i * n) % 300] -= i;
    out[__builtin_amdgcn_workitem_id_x()] = values[n % 300] + values[(7 * n) % 300];
}

/* Touches what the caller says. */
KERNEL void poke(int *out, long distance) { out[distance + __builtin_amdgcn_workitem_id_x()] = 1; }

KERNEL void forever(volatile int *out)
{
    while (out[0] == 0) {
    }
}

/* Its waves wait for each other for ever. */
KERNEL void barriers(volatile int *out)
{
    while (out[0] == 0)
        __builtin_amdgcn_s_barrier();
}

/* Lanes past the first wave leave before the barrier. */
KERNEL __attribute__((amdgpu_flat_work_group_size(256, 256))) void survivors(int *out)
{
    SHARED static int tile[64];
    unsigned lane = __builtin_amdgcn_workitem_id_x();
    if (lane >= 128)
        return;
    if (lane >= 64)
        tile[lane - 64] = 10 * lane;
    __builtin_amdgcn_s_barrier();
    if (lane < 64)
        out[lane] = tile[63 - lane];
}

/* Which work-item of which workgroup this is. */
KERNEL __attribute__((amdgpu_flat_work_group_size(1, 1024))) void ids(unsigned *out)
{
    unsigned x = __builtin_amdgcn_workitem_id_x(), y = __builtin_amdgcn_workitem_id_y(),
             z = __builtin_amdgcn_workitem_id_z();
    const auto *packet =
        (const __attribute__((address_space(4))) unsigned short *)__builtin_amdgcn_dispatch_ptr();
    unsigned nx = packet[2], ny = packet[3], nz = packet[4]; /* workgroup sizes */
    unsigned group =
        (__builtin_amdgcn_workgroup_id_z() * 3 + __builtin_amdgcn_workgroup_id_y()) * 2 +
        __builtin_amdgcn_workgroup_id_x(); /* in a grid of (2, 3, ...) */
    out[group * nx * ny * nz + (z * ny + y) * nx + x] = group << 16 | z << 12 | y << 6 | x;
}

/* Sizes by way of the hidden arguments. */
KERNEL void sizes(unsigned *out)
{
    const auto *hidden =
        (const __attribute__((address_space(4))) unsigned *)__builtin_amdgcn_implicitarg_ptr();
    for (int n = 0; n < 17; n++)
        out[n] = hidden[n];
}

KERNEL void nothing() {}

/* Where a work-item is: three dimensions, sizes by builtins, by hidden arguments, by the packet. */
#include "kernel.h"

/* Slot of this work-item in x, y, z order over the whole grid; nx.. are groups in each dimension.
 */
KERNEL positions(unsigned *out)
{
    unsigned sx = __builtin_amdgcn_workgroup_size_x(), sy = __builtin_amdgcn_workgroup_size_y(),
             sz = __builtin_amdgcn_workgroup_size_z();
    unsigned gx = __builtin_amdgcn_grid_size_x(), gy = __builtin_amdgcn_grid_size_y();
    unsigned x = __builtin_amdgcn_workgroup_id_x() * sx + local_x();
    unsigned y = __builtin_amdgcn_workgroup_id_y() * sy + local_y();
    unsigned z = __builtin_amdgcn_workgroup_id_z() * sz + local_z();
    out[(z * gy + y) * gx + x] = x | y << 8 | z << 16 | (local_x() + local_y() + local_z()) << 24;
}

/* AMDGPUUsage, "Code Object V5 hidden arguments": offsets inside the implicit part. */
KERNEL hidden(unsigned long *out)
{
    const auto *args =
        (const __attribute__((address_space(4))) unsigned char *)__builtin_amdgcn_implicitarg_ptr();
    if (global_x() != 0 || __builtin_amdgcn_workgroup_id_y() || __builtin_amdgcn_workgroup_id_z() ||
        local_y() || local_z())
        return;
    for (int k = 0; k < 3; k++) {
        out[k] = *(const __attribute__((address_space(4))) unsigned *)(args + 4 * k);
        out[3 + k] = *(const __attribute__((address_space(4))) unsigned short *)(args + 12 + 2 * k);
        out[6 + k] = *(const __attribute__((address_space(4))) unsigned short *)(args + 18 + 2 * k);
        out[9 + k] = *(const __attribute__((address_space(4))) unsigned long *)(args + 40 + 8 * k);
    }
    out[12] = *(const __attribute__((address_space(4))) unsigned short *)(args + 64);
    out[13] = __builtin_amdgcn_grid_size_z();
}

/* A stencil over a plane, with blocks that hang over its edge. */
KERNEL stencil(const int *in, int *out, int width, int height)
{
    int x = (int)(__builtin_amdgcn_workgroup_id_x() * 16 + local_x());
    int y = (int)(__builtin_amdgcn_workgroup_id_y() * 8 + local_y());
    if (x >= width || y >= height)
        return;
    int sum = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            int u = x + dx, v = y + dy;
            if (u >= 0 && u < width && v >= 0 && v < height)
                sum += in[v * width + u] * (2 * dx + 3 * dy + 7);
        }
    out[y * width + x] = sum;
}

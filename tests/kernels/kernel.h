/* What the kernels of tests/hip share. HIP only, and freestanding: no ROCm header is needed. */
#ifndef TESTS_KERNEL_H
#define TESTS_KERNEL_H

#define KERNEL extern "C" __attribute__((global, amdgpu_flat_work_group_size(1, 256))) void
#define DEVICE static __attribute__((device))
#define NOINLINE static __attribute__((device, noinline))
#define CONSTANT static __attribute__((device)) const
#define SHARED __attribute__((shared))

/* Rounding of a * b + c is part of what is tested: two roundings unless fma is written. */
#pragma clang fp contract(off)

template <typename T, int N> using vector = T __attribute__((ext_vector_type(N)));

DEVICE inline unsigned local_x() { return __builtin_amdgcn_workitem_id_x(); }
DEVICE inline unsigned local_y() { return __builtin_amdgcn_workitem_id_y(); }
DEVICE inline unsigned local_z() { return __builtin_amdgcn_workitem_id_z(); }

/* The number of this work-item in a grid of one dimension. */
DEVICE inline unsigned global_x()
{
    return __builtin_amdgcn_workgroup_id_x() * __builtin_amdgcn_workgroup_size_x() + local_x();
}

DEVICE inline void barrier()
{
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

#endif

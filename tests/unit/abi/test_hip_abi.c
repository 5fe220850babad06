/* abi/hip_abi.h and libsmfhip.so against the installed <hip/hip_runtime_api.h>: prototypes,
 * numbers, struct layouts. Good for the headers of ROCm 5 and 6. */
#define __HIP_PLATFORM_AMD__
/* Leftovers in that header have names that hip_abi.h has too, with other values. */
#define HIP_SUCCESS VENDORS_SUCCESS
#define HIP_ERROR_INVALID_VALUE VENDORS_INVALID_VALUE
#define HIP_ERROR_NOT_INITIALIZED VENDORS_NOT_INITIALIZED
#define HIP_ERROR_LAUNCH_OUT_OF_RESOURCES VENDORS_LAUNCH_OUT_OF_RESOURCES
#include <hip/hip_runtime_api.h>
#undef HIP_SUCCESS
#undef HIP_ERROR_INVALID_VALUE
#undef HIP_ERROR_NOT_INITIALIZED
#undef HIP_ERROR_LAUNCH_OUT_OF_RESOURCES

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

#include <criterion/criterion.h>
#include <dlfcn.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

#include "abi/hip_abi.h"

/* Prototypes. */

/* PROTOTYPE(type, name, parameters) of every function, in the vendor's words. They are expanded
 * twice: as they stand they must be the vendor's declarations; with the words below redefined as
 * plain types they must be ours. */
#define PROTOTYPES(P)                                                                              \
    P(hipError_t, hipInit, (unsigned int))                                                         \
    P(hipError_t, hipDriverGetVersion, (int *))                                                    \
    P(hipError_t, hipRuntimeGetVersion, (int *))                                                   \
    P(hipError_t, hipGetDeviceCount, (int *))                                                      \
    P(hipError_t, hipSetDevice, (int))                                                             \
    P(hipError_t, hipDeviceGetName, (char *, int, hipDevice_t))                                    \
    P(hipError_t, hipMalloc, (void **, size_t))                                                    \
    P(hipError_t, hipFree, (void *))                                                               \
    P(hipError_t, hipMemcpy, (void *, const void *, size_t, hipMemcpyKind))                        \
    P(hipError_t, hipMemset, (void *, int, size_t))                                                \
    P(hipError_t, hipModuleLoadData, (hipModule_t *, const void *))                                \
    P(hipError_t, hipModuleUnload, (hipModule_t))                                                  \
    P(hipError_t, hipModuleGetFunction, (hipFunction_t *, hipModule_t, const char *))              \
    P(hipError_t, hipModuleLaunchKernel,                                                           \
      (hipFunction_t, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int,        \
       unsigned int, unsigned int, hipStream_t, void **, void **))                                 \
    P(hipError_t, hipDeviceSynchronize, (void))                                                    \
    P(const char *, hipGetErrorString, (hipError_t))                                               \
    P(hipError_t, hipGetDevice, (int *))                                                           \
    P(hipError_t, hipDeviceGet, (hipDevice_t *, int))                                              \
    P(hipError_t, hipDeviceGetAttribute, (int *, hipDeviceAttribute_t, int))                       \
    P(hipError_t, hipDeviceComputeCapability, (int *, int *, hipDevice_t))                         \
    P(hipError_t, hipDeviceTotalMem, (size_t *, hipDevice_t))                                      \
    P(hipError_t, hipDeviceReset, (void))                                                          \
    P(hipError_t, hipMemGetInfo, (size_t *, size_t *))                                             \
    P(hipError_t, hipMallocManaged, (void **, size_t, unsigned int))                               \
    P(hipError_t, hipHostMalloc, (void **, size_t, unsigned int))                                  \
    P(hipError_t, hipHostAlloc, (void **, size_t, unsigned int))                                   \
    P(hipError_t, hipMallocHost, (void **, size_t))                                                \
    P(hipError_t, hipHostFree, (void *))                                                           \
    P(hipError_t, hipFreeHost, (void *))                                                           \
    P(hipError_t, hipHostGetDevicePointer, (void **, void *, unsigned int))                        \
    P(hipError_t, hipMemcpyAsync, (void *, const void *, size_t, hipMemcpyKind, hipStream_t))      \
    P(hipError_t, hipMemcpyWithStream, (void *, const void *, size_t, hipMemcpyKind, hipStream_t)) \
    P(hipError_t, hipMemcpyDtoH, (void *, hipDeviceptr_t, size_t))                                 \
    P(hipError_t, hipMemcpyDtoD, (hipDeviceptr_t, hipDeviceptr_t, size_t))                         \
    P(hipError_t, hipMemcpyDtoHAsync, (void *, hipDeviceptr_t, size_t, hipStream_t))               \
    P(hipError_t, hipMemcpyDtoDAsync, (hipDeviceptr_t, hipDeviceptr_t, size_t, hipStream_t))       \
    P(hipError_t, hipMemsetAsync, (void *, int, size_t, hipStream_t))                              \
    P(hipError_t, hipMemsetD8, (hipDeviceptr_t, unsigned char, size_t))                            \
    P(hipError_t, hipMemsetD8Async, (hipDeviceptr_t, unsigned char, size_t, hipStream_t))          \
    P(hipError_t, hipMemsetD16, (hipDeviceptr_t, unsigned short, size_t))                          \
    P(hipError_t, hipMemsetD16Async, (hipDeviceptr_t, unsigned short, size_t, hipStream_t))        \
    P(hipError_t, hipMemsetD32, (hipDeviceptr_t, int, size_t))                                     \
    P(hipError_t, hipMemsetD32Async, (hipDeviceptr_t, int, size_t, hipStream_t))                   \
    P(hipError_t, hipStreamCreate, (hipStream_t *))                                                \
    P(hipError_t, hipStreamCreateWithFlags, (hipStream_t *, unsigned int))                         \
    P(hipError_t, hipStreamCreateWithPriority, (hipStream_t *, unsigned int, int))                 \
    P(hipError_t, hipStreamDestroy, (hipStream_t))                                                 \
    P(hipError_t, hipStreamSynchronize, (hipStream_t))                                             \
    P(hipError_t, hipStreamQuery, (hipStream_t))                                                   \
    P(hipError_t, hipStreamWaitEvent, (hipStream_t, hipEvent_t, unsigned int))                     \
    P(hipError_t, hipEventCreate, (hipEvent_t *))                                                  \
    P(hipError_t, hipEventCreateWithFlags, (hipEvent_t *, unsigned int))                           \
    P(hipError_t, hipEventDestroy, (hipEvent_t))                                                   \
    P(hipError_t, hipEventRecord, (hipEvent_t, hipStream_t))                                       \
    P(hipError_t, hipEventSynchronize, (hipEvent_t))                                               \
    P(hipError_t, hipEventQuery, (hipEvent_t))                                                     \
    P(hipError_t, hipEventElapsedTime, (float *, hipEvent_t, hipEvent_t))                          \
    P(hipError_t, hipModuleLoad, (hipModule_t *, const char *))                                    \
    P(hipError_t, hipModuleLoadDataEx,                                                             \
      (hipModule_t *, const void *, unsigned int, hipJitOption *, void **))                        \
    P(hipError_t, hipModuleGetGlobal, (hipDeviceptr_t *, size_t *, hipModule_t, const char *))     \
    P(hipError_t, hipFuncGetAttribute, (int *, hipFunction_attribute, hipFunction_t))              \
    P(hipError_t, hipGetLastError, (void))                                                         \
    P(hipError_t, hipPeekAtLastError, (void))                                                      \
    P(const char *, hipGetErrorName, (hipError_t))

/* Since ROCm 6 hipGetDeviceProperties is a macro for the new function. */
#if HIP_VERSION_MAJOR < 6
#define VERSIONED(P) P(hipError_t, hipGetDeviceProperties, (hipDeviceProp_t *, int))
#else
#define VERSIONED(P)                                                                               \
    P(hipError_t, hipGetDevicePropertiesR0600, (hipDeviceProp_t *, int))                           \
    P(hipError_t, hipDrvGetErrorName, (hipError_t, const char **))                                 \
    P(hipError_t, hipDrvGetErrorString, (hipError_t, const char **))
#endif

/* Newer headers promise not to write to the source. */
#define CONSTANT_SINCE(P)                                                                          \
    P(hipError_t, hipMemcpyHtoD, (hipDeviceptr_t, void *, size_t),                                 \
      (hipDeviceptr_t, const void *, size_t))                                                      \
    P(hipError_t, hipMemcpyHtoDAsync, (hipDeviceptr_t, void *, size_t, hipStream_t),               \
      (hipDeviceptr_t, const void *, size_t, hipStream_t))

struct agreement {
    const char *name;
    bool agrees;
};

#define VENDORS(type, name, parameters)                                                            \
    {#name, __builtin_types_compatible_p(__typeof__(name), type parameters)},
#define VENDORS_EITHER(type, name, parameters, newer)                                              \
    {#name, __builtin_types_compatible_p(__typeof__(name), type parameters) ||                     \
                __builtin_types_compatible_p(__typeof__(name), type newer)},
static const struct agreement vendors[] = {PROTOTYPES(VENDORS) VERSIONED(VENDORS)
                                               CONSTANT_SINCE(VENDORS_EITHER)};

#undef hipGetDeviceProperties
#define DECLARE(type, name, parameters) type ours_##name parameters;
HIP_FUNCTIONS(DECLARE)
HIP_EMULATOR_FUNCTIONS(DECLARE)
HIP_EMULATOR_FUNCTIONS_6(DECLARE)

typedef hipDeviceProp_t vendors_properties;
typedef hipDeviceAttribute_t vendors_attribute;
#undef hipDeviceProp_t
#define hipError_t int
#define hipMemcpyKind int
#define hipDeviceAttribute_t int
#define hipFunction_attribute int
#define hipJitOption int
#define hipStream_t void *
#define hipEvent_t void *
#define hipModule_t void *
#define hipFunction_t void *
#define hipDeviceProp_t void
#define OURS(type, name, parameters)                                                               \
    {#name, __builtin_types_compatible_p(__typeof__(ours_##name), type parameters)},
#define OURS_FIRST(type, name, parameters, newer) OURS(type, name, parameters)
static const struct agreement ours[] = {PROTOTYPES(OURS) VERSIONED(OURS)
                                            CONSTANT_SINCE(OURS_FIRST)};

/* Every function of hip_abi.h must be in PROTOTYPES. */
#define NAME(type, name, parameters) #name,
static const char *const declared[] = {HIP_FUNCTIONS(NAME) HIP_EMULATOR_FUNCTIONS(NAME)};

enum { N_VENDORS = sizeof vendors / sizeof *vendors };

Test(hip_abi, prototypes_are_the_vendors)
{
    for (size_t n = 0; n < N_VENDORS; n++)
        cr_expect(vendors[n].agrees, "%s: the installed header says otherwise", vendors[n].name);
}

Test(hip_abi, our_prototypes_are_the_same_in_plain_types)
{
    for (size_t n = 0; n < N_VENDORS; n++)
        cr_expect(ours[n].agrees, "%s: hip_abi.h says otherwise", ours[n].name);
}

Test(hip_abi, every_function_is_compared)
{
    for (size_t n = 0; n < sizeof declared / sizeof *declared; n++) {
        bool compared = HIP_VERSION_MAJOR >= 6 && !strcmp(declared[n], "hipGetDeviceProperties");
        for (size_t v = 0; v < N_VENDORS; v++)
            compared |= !strcmp(declared[n], vendors[v].name);
        cr_expect(compared, "%s", declared[n]);
    }
}

/* Numbers. */

Test(hip_abi, numbers_are_the_vendors)
{
    static const struct {
        int ours, vendors;
        const char *name;
    } numbers[] = {
#define SAME(ours, vendors) {ours, vendors, #vendors}
        SAME(HIP_SUCCESS, hipSuccess),
        SAME(HIP_ERROR_INVALID_VALUE, hipErrorInvalidValue),
        SAME(HIP_ERROR_OUT_OF_MEMORY, hipErrorOutOfMemory),
        SAME(HIP_ERROR_NOT_INITIALIZED, hipErrorNotInitialized),
        SAME(HIP_ERROR_DEINITIALIZED, hipErrorDeinitialized),
        SAME(HIP_ERROR_INVALID_CONFIGURATION, hipErrorInvalidConfiguration),
        SAME(HIP_ERROR_INVALID_SYMBOL, hipErrorInvalidSymbol),
        SAME(HIP_ERROR_INVALID_DEVICE_POINTER, hipErrorInvalidDevicePointer),
        SAME(HIP_ERROR_INVALID_MEMCPY_DIRECTION, hipErrorInvalidMemcpyDirection),
        SAME(HIP_ERROR_INVALID_DEVICE_FUNCTION, hipErrorInvalidDeviceFunction),
        SAME(HIP_ERROR_NO_DEVICE, hipErrorNoDevice),
        SAME(HIP_ERROR_INVALID_DEVICE, hipErrorInvalidDevice),
        SAME(HIP_ERROR_INVALID_IMAGE, hipErrorInvalidImage),
        SAME(HIP_ERROR_NO_BINARY_FOR_GPU, hipErrorNoBinaryForGpu),
        SAME(HIP_ERROR_FILE_NOT_FOUND, hipErrorFileNotFound),
        SAME(HIP_ERROR_INVALID_HANDLE, hipErrorInvalidHandle),
        SAME(HIP_ERROR_NOT_FOUND, hipErrorNotFound),
        SAME(HIP_ERROR_NOT_READY, hipErrorNotReady),
        SAME(HIP_ERROR_ILLEGAL_ADDRESS, hipErrorIllegalAddress),
        SAME(HIP_ERROR_LAUNCH_OUT_OF_RESOURCES, hipErrorLaunchOutOfResources),
        SAME(HIP_ERROR_LAUNCH_FAILURE, hipErrorLaunchFailure),
        SAME(HIP_ERROR_NOT_SUPPORTED, hipErrorNotSupported),
        SAME(HIP_ERROR_UNKNOWN, hipErrorUnknown),
        SAME(HIP_MEMCPY_HOST_TO_HOST, hipMemcpyHostToHost),
        SAME(HIP_MEMCPY_HOST_TO_DEVICE, hipMemcpyHostToDevice),
        SAME(HIP_MEMCPY_DEVICE_TO_HOST, hipMemcpyDeviceToHost),
        SAME(HIP_MEMCPY_DEVICE_TO_DEVICE, hipMemcpyDeviceToDevice),
        SAME(HIP_MEMCPY_DEFAULT, hipMemcpyDefault),
#undef SAME
    };
    for (size_t n = 0; n < sizeof numbers / sizeof *numbers; n++)
        cr_expect_eq(numbers[n].ours, numbers[n].vendors, "%s", numbers[n].name);
    cr_expect_eq(HIP_LAUNCH_PARAM_BUFFER_POINTER_VALUE, HIP_LAUNCH_PARAM_BUFFER_POINTER);
    cr_expect_eq(HIP_LAUNCH_PARAM_BUFFER_SIZE_VALUE, HIP_LAUNCH_PARAM_BUFFER_SIZE);
    cr_expect_eq(HIP_LAUNCH_PARAM_END_VALUE, HIP_LAUNCH_PARAM_END);
}

Test(hip_abi, the_architectures_name_is_where_we_look)
{
    size_t offset =
        HIP_VERSION_MAJOR < 6 ? HIP_PROPERTIES_R0000_ARCH_OFFSET : HIP_PROPERTIES_R0600_ARCH_OFFSET;
    cr_expect_eq(offsetof(vendors_properties, gcnArchName), offset);
    cr_expect_eq(sizeof((vendors_properties *)0)->gcnArchName, HIP_ARCH_NAME_BYTES);
    cr_expect_leq(sizeof(vendors_properties), HIP_PROPERTIES_BYTES);
}

/* The emulator's answers, read by the vendor's names. */

static void *emulator;

static void open_emulator(void)
{
    char program[PATH_MAX], path[PATH_MAX + 64];
    ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    cr_assert(n > 0);
    program[n] = 0;
    for (int up = 0; up < 4; up++)
        *strrchr(program, '/') = 0;
    snprintf(path, sizeof path, "%s/lib/libsmfhip.so", program);
    emulator = dlopen(path, RTLD_NOW);
    cr_assert_not_null(emulator, "%s", dlerror());
}

static long ask(vendors_attribute attribute)
{
    int (*get)(int *, int, int);
    *(void **)&get = dlsym(emulator, "hipDeviceGetAttribute");
    cr_assert(get != NULL);
    int value = -1;
    cr_assert_eq(get(&value, (int)attribute, 0), 0, "attribute %d", (int)attribute);
    return value;
}

Test(hip_abi, the_emulators_properties_and_attributes_agree, .init = open_emulator)
{
    int (*get)(void *, int);
    *(void **)&get = dlsym(emulator, HIP_VERSION_MAJOR < 6 ? "hipGetDeviceProperties"
                                                           : "hipGetDevicePropertiesR0600");
    cr_assert(get != NULL);
    struct {
        vendors_properties p;
        char after[64];
    } both;
    memset(&both, 0x5c, sizeof both);
    cr_assert_eq(get(&both.p, 0), 0);
    for (size_t n = 0; n < sizeof both.after; n++)
        cr_assert_eq(both.after[n], 0x5c, "more than the struct is written");
    const vendors_properties *p = &both.p;
    cr_expect_str_eq(p->gcnArchName, "gfx942:sramecc+:xnack-");
    cr_expect_eq(p->warpSize, 64);
    cr_expect_eq(p->multiProcessorCount, 304);
    cr_expect(p->major == 9 && p->minor == 4);
    cr_expect(p->arch.hasDoubles && p->arch.hasWarpShuffle && p->arch.has3dGrid);
    cr_expect(!p->arch.hasFunnelShift && !p->arch.hasSurfaceFuncs);
    const struct {
        const char *name;
        long property;
        vendors_attribute attribute;
    } pairs[] = {
        {"totalGlobalMem", (long)(p->totalGlobalMem > INT_MAX ? INT_MAX : p->totalGlobalMem),
         hipDeviceAttributeTotalGlobalMem},
        {"sharedMemPerBlock", (long)p->sharedMemPerBlock,
         hipDeviceAttributeMaxSharedMemoryPerBlock},
        {"regsPerBlock", p->regsPerBlock, hipDeviceAttributeMaxRegistersPerBlock},
        {"warpSize", p->warpSize, hipDeviceAttributeWarpSize},
        {"maxThreadsPerBlock", p->maxThreadsPerBlock, hipDeviceAttributeMaxThreadsPerBlock},
        {"maxThreadsDim[0]", p->maxThreadsDim[0], hipDeviceAttributeMaxBlockDimX},
        {"maxThreadsDim[2]", p->maxThreadsDim[2], hipDeviceAttributeMaxBlockDimZ},
        {"maxGridSize[0]", p->maxGridSize[0], hipDeviceAttributeMaxGridDimX},
        {"maxGridSize[1]", p->maxGridSize[1], hipDeviceAttributeMaxGridDimY},
        {"maxGridSize[2]", p->maxGridSize[2], hipDeviceAttributeMaxGridDimZ},
        {"clockRate", p->clockRate, hipDeviceAttributeClockRate},
        {"memoryClockRate", p->memoryClockRate, hipDeviceAttributeMemoryClockRate},
        {"memoryBusWidth", p->memoryBusWidth, hipDeviceAttributeMemoryBusWidth},
        {"totalConstMem", (long)p->totalConstMem, hipDeviceAttributeTotalConstantMemory},
        {"major", p->major, hipDeviceAttributeComputeCapabilityMajor},
        {"minor", p->minor, hipDeviceAttributeComputeCapabilityMinor},
        {"multiProcessorCount", p->multiProcessorCount, hipDeviceAttributeMultiprocessorCount},
        {"l2CacheSize", p->l2CacheSize, hipDeviceAttributeL2CacheSize},
        {"maxThreadsPerMultiProcessor", p->maxThreadsPerMultiProcessor,
         hipDeviceAttributeMaxThreadsPerMultiProcessor},
        {"clockInstructionRate", p->clockInstructionRate, hipDeviceAttributeClockInstructionRate},
        {"concurrentKernels", p->concurrentKernels, hipDeviceAttributeConcurrentKernels},
        {"maxSharedMemoryPerMultiProcessor", (long)p->maxSharedMemoryPerMultiProcessor,
         hipDeviceAttributeMaxSharedMemoryPerMultiprocessor},
        {"canMapHostMemory", p->canMapHostMemory, hipDeviceAttributeCanMapHostMemory},
        {"cooperativeLaunch", p->cooperativeLaunch, hipDeviceAttributeCooperativeLaunch},
        {"memPitch", (long)p->memPitch, hipDeviceAttributeMaxPitch},
        {"ECCEnabled", p->ECCEnabled, hipDeviceAttributeEccEnabled},
        {"isLargeBar", p->isLargeBar, hipDeviceAttributeIsLargeBar},
        {"managedMemory", p->managedMemory, hipDeviceAttributeManagedMemory},
        {"directManagedMemAccessFromHost", p->directManagedMemAccessFromHost,
         hipDeviceAttributeDirectManagedMemAccessFromHost},
        {"concurrentManagedAccess", p->concurrentManagedAccess,
         hipDeviceAttributeConcurrentManagedAccess},
        {"pageableMemoryAccess", p->pageableMemoryAccess, hipDeviceAttributePageableMemoryAccess},
        {"integrated", p->integrated, hipDeviceAttributeIntegrated},
    };
    for (size_t n = 0; n < sizeof pairs / sizeof *pairs; n++) {
        long attribute = ask(pairs[n].attribute);
        cr_expect_eq(pairs[n].property, attribute, "%s: %ld, as an attribute %ld", pairs[n].name,
                     pairs[n].property, attribute);
    }
}

/* The part of HIP's binary interface that smfviz uses, in plain C types.
 *
 * device/ looks these functions up in whatever HIP library it opens; emu/ defines them. Nothing of
 * a vendor's header is needed, so one binary serves ROCm 5, 6 and 7. Handles are opaque pointers,
 * enums are int: that is how the calling convention of x86-64 sees them. tests/unit/abi compares
 * each prototype and number with the installed <hip/hip_runtime_api.h>.
 */
#ifndef ABI_HIP_ABI_H
#define ABI_HIP_ABI_H

#include <stddef.h>

/* hipError_t values that the tool tells apart (hip_runtime_api.h; the same from ROCm 5 to 7). */
enum {
    HIP_SUCCESS = 0,
    HIP_ERROR_INVALID_VALUE = 1,
    HIP_ERROR_OUT_OF_MEMORY = 2,
    HIP_ERROR_NOT_INITIALIZED = 3,
    HIP_ERROR_DEINITIALIZED = 4,
    HIP_ERROR_INVALID_CONFIGURATION = 9,
    HIP_ERROR_INVALID_SYMBOL = 13,
    HIP_ERROR_INVALID_DEVICE_POINTER = 17,
    HIP_ERROR_INVALID_MEMCPY_DIRECTION = 21,
    HIP_ERROR_INVALID_DEVICE_FUNCTION = 98,
    HIP_ERROR_NO_DEVICE = 100,
    HIP_ERROR_INVALID_DEVICE = 101,
    HIP_ERROR_INVALID_IMAGE = 200,
    HIP_ERROR_NO_BINARY_FOR_GPU = 209,
    HIP_ERROR_FILE_NOT_FOUND = 301,
    HIP_ERROR_INVALID_HANDLE = 400,
    HIP_ERROR_NOT_FOUND = 500,
    HIP_ERROR_NOT_READY = 600,
    HIP_ERROR_ILLEGAL_ADDRESS = 700,
    HIP_ERROR_LAUNCH_OUT_OF_RESOURCES = 701,
    HIP_ERROR_LAUNCH_FAILURE = 719,
    HIP_ERROR_NOT_SUPPORTED = 801,
    HIP_ERROR_UNKNOWN = 999,
};

/* hipMemcpyKind */
enum {
    HIP_MEMCPY_HOST_TO_HOST = 0,
    HIP_MEMCPY_HOST_TO_DEVICE = 1,
    HIP_MEMCPY_DEVICE_TO_HOST = 2,
    HIP_MEMCPY_DEVICE_TO_DEVICE = 3,
    HIP_MEMCPY_DEFAULT = 4,
};

/* Sentinels of the `extra` form of hipModuleLaunchKernel (hip_runtime_api.h). */
#define HIP_LAUNCH_PARAM_BUFFER_POINTER_VALUE ((void *)0x01)
#define HIP_LAUNCH_PARAM_BUFFER_SIZE_VALUE ((void *)0x02)
#define HIP_LAUNCH_PARAM_END_VALUE ((void *)0x03)

/* Where the architecture's name stands in the two layouts of hipDeviceProp_t, and how long a buffer
 * certainly holds either (read off the ROCm 5.7, 6.0 and 7.0 headers; CUDA-like new layout
 * since 6.0). */
enum {
    HIP_PROPERTIES_BYTES = 4096,
    HIP_PROPERTIES_R0000_ARCH_OFFSET = 396,
    HIP_PROPERTIES_R0600_ARCH_OFFSET = 1160,
    HIP_ARCH_NAME_BYTES = 256,
};

/* HIP_FUNCTION(name, parameters): the functions that device/ calls. All return hipError_t as int
 * but hipGetErrorString. Every one of them is there since ROCm 5.0. */
#define HIP_FUNCTIONS(HIP_FUNCTION)                                                                \
    HIP_FUNCTION(int, hipInit, (unsigned flags))                                                   \
    HIP_FUNCTION(int, hipDriverGetVersion, (int *version))                                         \
    HIP_FUNCTION(int, hipRuntimeGetVersion, (int *version))                                        \
    HIP_FUNCTION(int, hipGetDeviceCount, (int *count))                                             \
    HIP_FUNCTION(int, hipSetDevice, (int device))                                                  \
    HIP_FUNCTION(int, hipDeviceGetName, (char *name, int size, int device))                        \
    HIP_FUNCTION(int, hipMalloc, (void **pointer, size_t size))                                    \
    HIP_FUNCTION(int, hipFree, (void *pointer))                                                    \
    HIP_FUNCTION(int, hipMemcpy, (void *to, const void *from, size_t size, int kind))              \
    HIP_FUNCTION(int, hipMemset, (void *to, int value, size_t size))                               \
    HIP_FUNCTION(int, hipModuleLoadData, (void **module, const void *image))                       \
    HIP_FUNCTION(int, hipModuleUnload, (void *module))                                             \
    HIP_FUNCTION(int, hipModuleGetFunction, (void **function, void *module, const char *name))     \
    HIP_FUNCTION(int, hipModuleLaunchKernel,                                                       \
                 (void *function, unsigned grid_x, unsigned grid_y, unsigned grid_z,               \
                  unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,     \
                  void *stream, void **parameters, void **extra))                                  \
    HIP_FUNCTION(int, hipDeviceSynchronize, (void))                                                \
    HIP_FUNCTION(const char *, hipGetErrorString, (int error))

/* The functions that only emu/ defines, in the same form: what programs for the emulator call.
 * Those that return no hipError_t are hipGetErrorName and hipGetErrorString. Left out on purpose:
 * hipPointerGetAttributes, whose hipMemoryType changed its numbers in ROCm 6 while the symbol
 * stayed the same, so that a library cannot know which ones its caller means. */
#define HIP_EMULATOR_FUNCTIONS(HIP_FUNCTION)                                                       \
    HIP_FUNCTION(int, hipGetDevice, (int *device))                                                 \
    HIP_FUNCTION(int, hipDeviceGet, (int *device, int ordinal))                                    \
    HIP_FUNCTION(int, hipDeviceGetAttribute, (int *value, int attribute, int device))              \
    HIP_FUNCTION(int, hipDeviceComputeCapability, (int *major, int *minor, int device))            \
    HIP_FUNCTION(int, hipDeviceTotalMem, (size_t * size, int device))                              \
    HIP_FUNCTION(int, hipGetDeviceProperties, (void *properties, int device))                      \
    HIP_FUNCTION(int, hipDeviceReset, (void))                                                      \
    HIP_FUNCTION(int, hipMemGetInfo, (size_t * free_bytes, size_t * total_bytes))                  \
    HIP_FUNCTION(int, hipMallocManaged, (void **pointer, size_t size, unsigned flags))             \
    HIP_FUNCTION(int, hipHostMalloc, (void **pointer, size_t size, unsigned flags))                \
    HIP_FUNCTION(int, hipHostAlloc, (void **pointer, size_t size, unsigned flags))                 \
    HIP_FUNCTION(int, hipMallocHost, (void **pointer, size_t size))                                \
    HIP_FUNCTION(int, hipHostFree, (void *pointer))                                                \
    HIP_FUNCTION(int, hipFreeHost, (void *pointer))                                                \
    HIP_FUNCTION(int, hipHostGetDevicePointer, (void **device, void *host, unsigned flags))        \
    HIP_FUNCTION(int, hipMemcpyAsync,                                                              \
                 (void *to, const void *from, size_t size, int kind, void *stream))                \
    HIP_FUNCTION(int, hipMemcpyWithStream,                                                         \
                 (void *to, const void *from, size_t size, int kind, void *stream))                \
    HIP_FUNCTION(int, hipMemcpyHtoD, (void *to, void *from, size_t size))                          \
    HIP_FUNCTION(int, hipMemcpyDtoH, (void *to, void *from, size_t size))                          \
    HIP_FUNCTION(int, hipMemcpyDtoD, (void *to, void *from, size_t size))                          \
    HIP_FUNCTION(int, hipMemcpyHtoDAsync, (void *to, void *from, size_t size, void *stream))       \
    HIP_FUNCTION(int, hipMemcpyDtoHAsync, (void *to, void *from, size_t size, void *stream))       \
    HIP_FUNCTION(int, hipMemcpyDtoDAsync, (void *to, void *from, size_t size, void *stream))       \
    HIP_FUNCTION(int, hipMemsetAsync, (void *to, int value, size_t size, void *stream))            \
    HIP_FUNCTION(int, hipMemsetD8, (void *to, unsigned char value, size_t n))                      \
    HIP_FUNCTION(int, hipMemsetD8Async, (void *to, unsigned char value, size_t n, void *stream))   \
    HIP_FUNCTION(int, hipMemsetD16, (void *to, unsigned short value, size_t n))                    \
    HIP_FUNCTION(int, hipMemsetD16Async, (void *to, unsigned short value, size_t n, void *stream)) \
    HIP_FUNCTION(int, hipMemsetD32, (void *to, int value, size_t n))                               \
    HIP_FUNCTION(int, hipMemsetD32Async, (void *to, int value, size_t n, void *stream))            \
    HIP_FUNCTION(int, hipStreamCreate, (void **stream))                                            \
    HIP_FUNCTION(int, hipStreamCreateWithFlags, (void **stream, unsigned flags))                   \
    HIP_FUNCTION(int, hipStreamCreateWithPriority, (void **stream, unsigned flags, int priority))  \
    HIP_FUNCTION(int, hipStreamDestroy, (void *stream))                                            \
    HIP_FUNCTION(int, hipStreamSynchronize, (void *stream))                                        \
    HIP_FUNCTION(int, hipStreamQuery, (void *stream))                                              \
    HIP_FUNCTION(int, hipStreamWaitEvent, (void *stream, void *event, unsigned flags))             \
    HIP_FUNCTION(int, hipEventCreate, (void **event))                                              \
    HIP_FUNCTION(int, hipEventCreateWithFlags, (void **event, unsigned flags))                     \
    HIP_FUNCTION(int, hipEventDestroy, (void *event))                                              \
    HIP_FUNCTION(int, hipEventRecord, (void *event, void *stream))                                 \
    HIP_FUNCTION(int, hipEventSynchronize, (void *event))                                          \
    HIP_FUNCTION(int, hipEventQuery, (void *event))                                                \
    HIP_FUNCTION(int, hipEventElapsedTime, (float *milliseconds, void *start, void *stop))         \
    HIP_FUNCTION(int, hipModuleLoad, (void **module, const char *path))                            \
    HIP_FUNCTION(int, hipModuleLoadDataEx,                                                         \
                 (void **module, const void *image, unsigned n_options, int *options,              \
                  void **option_values))                                                           \
    HIP_FUNCTION(int, hipModuleGetGlobal,                                                          \
                 (void **pointer, size_t *size, void *module, const char *name))                   \
    HIP_FUNCTION(int, hipFuncGetAttribute, (int *value, int attribute, void *function))            \
    HIP_FUNCTION(int, hipGetLastError, (void))                                                     \
    HIP_FUNCTION(int, hipPeekAtLastError, (void))                                                  \
    HIP_FUNCTION(const char *, hipGetErrorName, (int error))

/* Since ROCm 6.0 only; older headers do not have them. */
#define HIP_EMULATOR_FUNCTIONS_6(HIP_FUNCTION)                                                     \
    HIP_FUNCTION(int, hipGetDevicePropertiesR0600, (void *properties, int device))                 \
    HIP_FUNCTION(int, hipDrvGetErrorName, (int error, const char **name))                          \
    HIP_FUNCTION(int, hipDrvGetErrorString, (int error, const char **text))

#endif

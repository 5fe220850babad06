/* A HIP library with nothing behind it, for tests of device/: how many devices it has and what they
 * call themselves comes from the environment.
 *
 *   STUB_DEVICES   how many (none: 0)
 *   STUB_ARCH      their architecture
 *   STUB_FAULT     not empty: launches fail with hipErrorIllegalAddress at the next synchronisation
 *
 * Built twice: with hipGetDevicePropertiesR0600 (STUB_R0600, as ROCm 6) and without (as ROCm 5).
 * Memory is the host's; see hipModuleLaunchKernel for what a launch does.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abi/hip_abi.h"

#define HIP_FUNCTION(type, name, parameters) type name parameters;
HIP_FUNCTIONS(HIP_FUNCTION)
#undef HIP_FUNCTION

static int n_devices(void)
{
    const char *text = getenv("STUB_DEVICES");
    return text ? atoi(text) : 0;
}

int hipInit(unsigned flags)
{
    (void)flags;
    return n_devices() ? HIP_SUCCESS : HIP_ERROR_INVALID_DEVICE;
}

int hipRuntimeGetVersion(int *version)
{
    *version = 60342133;
    return HIP_SUCCESS;
}

int hipDriverGetVersion(int *version) { return hipRuntimeGetVersion(version); }

int hipGetDeviceCount(int *count)
{
    *count = n_devices();
    return *count ? HIP_SUCCESS : HIP_ERROR_NO_DEVICE;
}

int hipSetDevice(int device)
{
    return device < n_devices() ? HIP_SUCCESS : HIP_ERROR_INVALID_DEVICE;
}

int hipDeviceGetName(char *name, int size, int device)
{
    snprintf(name, (size_t)size, "stub %d", device);
    return HIP_SUCCESS;
}

static int fill_properties(char *properties, size_t arch_offset)
{
    const char *arch = getenv("STUB_ARCH");
    snprintf(properties + arch_offset, HIP_ARCH_NAME_BYTES, "%s", arch ? arch : "");
    return HIP_SUCCESS;
}

/* The old symbol fills the old struct also where the new one exists. */
int hipGetDeviceProperties(void *properties, int device);
int hipGetDeviceProperties(void *properties, int device)
{
    (void)device;
    return fill_properties(properties, HIP_PROPERTIES_R0000_ARCH_OFFSET);
}

#ifdef STUB_R0600
int hipGetDevicePropertiesR0600(void *properties, int device);
int hipGetDevicePropertiesR0600(void *properties, int device)
{
    (void)device;
    return fill_properties(properties, HIP_PROPERTIES_R0600_ARCH_OFFSET);
}
#endif

int hipMalloc(void **pointer, size_t size)
{
    *pointer = malloc(size);
    return *pointer ? HIP_SUCCESS : HIP_ERROR_OUT_OF_MEMORY;
}

int hipFree(void *pointer)
{
    free(pointer);
    return HIP_SUCCESS;
}

int hipMemcpy(void *to, const void *from, size_t size, int kind)
{
    (void)kind;
    memcpy(to, from, size);
    return HIP_SUCCESS;
}

int hipMemset(void *to, int value, size_t size)
{
    memset(to, value, size);
    return HIP_SUCCESS;
}

/* A module is its image, a function the name of a kernel in it: no more is asked of them here. A
 * code object has every kernel. */
int hipModuleLoadData(void **module, const void *image)
{
    *module = strdup(image);
    return HIP_SUCCESS;
}

int hipModuleUnload(void *module)
{
    free(module);
    return HIP_SUCCESS;
}

int hipModuleGetFunction(void **function, void *module, const char *name)
{
    bool code_object = strncmp(module, "\177ELF", 4) == 0;
    *function = code_object ? module : strstr(module, name);
    if (!*function)
        return HIP_ERROR_NOT_FOUND;
    return HIP_SUCCESS;
}

/* Each "workgroup" adds its number, from 1, to the byte of its number: out[n] = in[n] + n + 1. */
int hipModuleLaunchKernel(void *function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                          unsigned block_x, unsigned block_y, unsigned block_z,
                          unsigned shared_bytes, void *stream, void **parameters, void **extra)
{
    (void)function;
    (void)shared_bytes;
    (void)stream;
    if (grid_y * grid_z * block_y * block_z != 1 || block_x != 64 || extra)
        return HIP_ERROR_INVALID_CONFIGURATION;
    const unsigned char *in = *(void **)parameters[0];
    unsigned char *out = *(void **)parameters[1];
    for (unsigned n = 0; n < grid_x; n++)
        out[n] = (unsigned char)(in[n] + n + 1);
    return HIP_SUCCESS;
}

int hipDeviceSynchronize(void)
{
    const char *fault = getenv("STUB_FAULT");
    return fault && fault[0] ? HIP_ERROR_ILLEGAL_ADDRESS : HIP_SUCCESS;
}

const char *hipGetErrorString(int error)
{
    return error == HIP_ERROR_ILLEGAL_ADDRESS ? "stub: illegal address" : "stub: error";
}

/* A HIP library with two devices, both of them the emulator. With TWO_SCRAMBLE in the environment
 * the second one exchanges registers 2n and 2n + 1 of C and D; with TWO_FAULT its launches fail.
 * Everything else goes through to libsmfhip.so, in ../../lib of this library's directory. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abi/hip_abi.h"
#include "abi/smfhip.h"

#define HIP_FUNCTION(type, name, parameters) type name parameters;
HIP_FUNCTIONS(HIP_FUNCTION)
#undef HIP_FUNCTION

enum { N_DEVICES = 2, MAX_REGISTERS = 64 * 16, MAX_FUNCTIONS = 256 };

static int current;
static struct {
    void *function;
    int n_registers; /* of C/D, over all lanes */
} functions[MAX_FUNCTIONS];
static int n_functions;

/* By its place: a run path would be that of a sanitizer, which stands between. */
static void *open_emulator(void)
{
    Dl_info here;
    char path[4096];
    if (!dladdr(functions, &here) || !strrchr(here.dli_fname, '/'))
        return NULL;
    int n = (int)(strrchr(here.dli_fname, '/') - here.dli_fname);
    snprintf(path, sizeof path, "%.*s/../../lib/libsmfhip.so", n, here.dli_fname);
    return dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

/* POSIX promises that a data pointer can be copied to a function pointer. */
static void find(const char *name, void *function)
{
    static void *emulator;
    if (!emulator)
        emulator = open_emulator();
    void *address = emulator ? dlsym(emulator, name) : NULL;
    if (!address) {
        fprintf(stderr, "hip_two: %s\n", dlerror());
        abort();
    }
    memcpy(function, &address, sizeof address);
}

#define THROUGH(name, parameters, ...)                                                             \
    int name parameters                                                                            \
    {                                                                                              \
        static int(*real) parameters;                                                              \
        if (!real)                                                                                 \
            find(#name, &real);                                                                    \
        return real(__VA_ARGS__);                                                                  \
    }

int hipGetDevicePropertiesR0600(void *properties, int device);

THROUGH(hipInit, (unsigned flags), flags)
THROUGH(hipDriverGetVersion, (int *version), version)
THROUGH(hipRuntimeGetVersion, (int *version), version)
THROUGH(hipGetDevicePropertiesR0600, (void *properties, int device), properties, device * 0)
THROUGH(hipMalloc, (void **pointer, size_t size), pointer, size)
THROUGH(hipFree, (void *pointer), pointer)
THROUGH(hipMemcpy, (void *to, const void *from, size_t size, int kind), to, from, size, kind)
THROUGH(hipMemset, (void *to, int value, size_t size), to, value, size)
THROUGH(hipModuleLoadData, (void **module, const void *image), module, image)
THROUGH(hipModuleUnload, (void *module), module)

int hipDeviceSynchronize(void)
{
    static int (*real)(void);
    if (!real)
        find("hipDeviceSynchronize", &real);
    return current && getenv("TWO_FAULT") ? HIP_ERROR_LAUNCH_FAILURE : real();
}

const char *hipGetErrorString(int error)
{
    static const char *(*real)(int error);
    if (!real)
        find("hipGetErrorString", &real);
    return real(error);
}

int hipGetDeviceCount(int *count)
{
    *count = N_DEVICES;
    return HIP_SUCCESS;
}

int hipSetDevice(int device)
{
    if (device < 0 || device >= N_DEVICES)
        return HIP_ERROR_INVALID_DEVICE;
    current = device;
    return HIP_SUCCESS;
}

int hipDeviceGetName(char *name, int size, int device)
{
    snprintf(name, (size_t)size, "smfviz emulator, number %d of two", device);
    return HIP_SUCCESS;
}

/* The kernel's name tells how many registers C and D have: 4 in 16x16, 16 in 32x32. */
int hipModuleGetFunction(void **function, void *module, const char *name)
{
    static int (*real)(void **function, void *module, const char *name);
    if (!real)
        find("hipModuleGetFunction", &real);
    int code = real(function, module, name);
    if (code == HIP_SUCCESS && n_functions < MAX_FUNCTIONS) {
        functions[n_functions].function = *function;
        functions[n_functions++].n_registers = 64 * (strstr(name, "_32x32x") ? 16 : 4);
    }
    return code;
}

static void scramble(const void *function)
{
    static int (*control)(uint32_t version, struct smfhip_control * control);
    static uint16_t exchanged[MAX_REGISTERS];
    struct smfhip_scramble tables = {.cd_dwords = exchanged};
    struct smfhip_control request = {.request = SMFHIP_SET_SCRAMBLE};
    if (!control)
        find("smfhip_control", &control);
    for (int n = 0; n < MAX_REGISTERS; n++)
        exchanged[n] = (uint16_t)(n ^ 1);
    for (int n = 0; n < n_functions; n++)
        if (functions[n].function == function)
            tables.n_cd_dwords = (uint32_t)functions[n].n_registers;
    if (current && getenv("TWO_SCRAMBLE"))
        request.scramble = &tables;
    control(SMFHIP_VERSION, &request);
}

int hipModuleLaunchKernel(void *function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                          unsigned block_x, unsigned block_y, unsigned block_z,
                          unsigned shared_bytes, void *stream, void **parameters, void **extra)
{
    static int (*real)(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                       void *, void **, void **);
    if (!real)
        find("hipModuleLaunchKernel", &real);
    scramble(function);
    return real(function, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared_bytes, stream,
                parameters, extra);
}

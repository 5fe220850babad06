/* The one device: what programs ask about it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emu/front.h"
#include "emu/memory.h"

static const char device_name[] = "smfviz emulator (gfx942)";
static const char device_arch[] = "gfx942:sramecc+:xnack-";

/* The newest runtime whose version nodes smfhip.map has: 7.2, as hip_version.h counts. */
enum { RUNTIME_VERSION = 70200000 };

/* hipDeviceProp_t before ROCm 6, and since (hip_runtime_api.h of 5.2 and 6.3; in the newer headers
 * hipGetDeviceProperties is a macro for hipGetDevicePropertiesR0600). */
enum { R0000_BYTES = 792, R0600_BYTES = 1472 };

/* A fact about the device: its hipDeviceAttribute_t, and where it stands in both structs (-1:
 * nowhere). Attributes that are not here are features that there are none of: 0. */
struct fact {
    short attribute, r0000, r0600;
    unsigned char bytes;
    uint64_t value;
};

/* TOTAL_MEMORY stands for what is only known at run time. */
#define TOTAL_MEMORY UINT64_MAX

/* What an MI300X says of itself, as far as it makes sense here (AMD Instinct MI300X data sheet: 304
 * compute units, 2100 MHz, 8192-bit memory at 2600 MHz double rate, 4 MiB of L2 an XCD; CDNA3 white
 * paper: 64 KiB of LDS a compute unit, 512 registers of a lane). No images: gfx942 has no texture
 * units. */
static const struct fact facts[] = {
    {0, 740, 580, 4, 1},             /* EccEnabled: sramecc+ */
    {3, 388, 400, 4, 1},             /* CanMapHostMemory */
    {5, 308, 348, 4, 2100000},       /* ClockRate, kHz */
    {8, 360, 576, 4, 1},             /* ConcurrentKernels */
    {9, 780, 676, 4, 1},             /* ConcurrentManagedAccess */
    {13, 776, 708, 4, 1},            /* DirectManagedMemAccessFromHost */
    {14, -1, 632, 4, 1},             /* GlobalL1CacheSupported */
    {19, 340, 616, 4, 4 << 20},      /* L2CacheSize */
    {20, -1, 636, 4, 1},             /* LocalL1CacheSupported */
    {23, 328, 360, 4, 9},            /* ComputeCapabilityMajor */
    {24, 772, 652, 4, 1},            /* ManagedMemory */
    {25, -1, 712, 4, 2},             /* MaxBlocksPerMultiProcessor */
    {26, 284, 324, 4, 1024},         /* MaxBlockDimX */
    {27, 288, 328, 4, 1024},         /* MaxBlockDimY */
    {28, 292, 332, 4, 1024},         /* MaxBlockDimZ */
    {29, 296, 336, 4, INT32_MAX},    /* MaxGridDimX */
    {30, 300, 340, 4, UINT16_MAX},   /* MaxGridDimY */
    {31, 304, 344, 4, UINT16_MAX},   /* MaxGridDimZ */
    {55, -1, -1, 4, 1024},           /* MaxThreadsDim */
    {56, 280, 320, 4, 1024},         /* MaxThreadsPerBlock */
    {57, 344, 624, 4, 2048},         /* MaxThreadsPerMultiProcessor */
    {58, 712, 312, 8, INT32_MAX},    /* MaxPitch */
    {59, 316, 612, 4, 8192},         /* MemoryBusWidth */
    {60, 312, 608, 4, 1300000},      /* MemoryClockRate, kHz */
    {61, 332, 364, 4, 4},            /* ComputeCapabilityMinor */
    {63, 336, 388, 4, 304},          /* MultiprocessorCount */
    {71, 272, 304, 4, 65536},        /* MaxRegistersPerBlock */
    {72, -1, 648, 4, 65536},         /* MaxRegistersPerMultiprocessor */
    {74, 264, 296, 8, 65536},        /* MaxSharedMemoryPerBlock */
    {75, -1, 696, 8, 65536},         /* SharedMemPerBlockOptin */
    {76, -1, 640, 8, 65536},         /* SharedMemPerMultiprocessor */
    {83, 320, 352, 8, INT32_MAX},    /* TotalConstantMemory */
    {84, 256, 288, 8, TOTAL_MEMORY}, /* TotalGlobalMem */
    {85, -1, 604, 4, 1},             /* UnifiedAddressing */
    {87, 276, 308, 4, 64},           /* WarpSize */
    {10000, 352, 1424, 4, 100000},   /* ClockInstructionRate, kHz */
    {10002, 376, 1416, 8, 65536},    /* MaxSharedMemoryPerMultiprocessor */
    {10011, 764, 1464, 4, 1},        /* IsLargeBar */
    {10015, -1, -1, 4, 304},         /* PhysicalMultiProcessorCount */
    {10017, -1, -1, 4, 100000},      /* WallClockRate, kHz */
    {-1, 356, 1428, 4, 0x97ff},      /* hipDeviceArch_t: all but funnel shift, syncthreads
                                        extensions, surfaces, dynamic parallelism */
    {-1, 392, -1, 4, 942},           /* gcnArch */
};
enum { N_FACTS = sizeof facts / sizeof *facts, MAX_ATTRIBUTE = 91 };

static uint64_t value_of(const struct fact *fact)
{
    return fact->value == TOTAL_MEMORY ? emu_memory_total() : fact->value;
}

static int check_device(int device)
{
    if (front_broken())
        return front_broken();
    return device == 0 ? HIP_SUCCESS : HIP_ERROR_INVALID_DEVICE;
}

/* Properties. */

static int attribute(int *value, int number, int device)
{
    int error = check_device(device);
    if (error)
        return error;
    bool known = (number >= 0 && number <= MAX_ATTRIBUTE) || (number >= 10000 && number <= 10017);
    if (!value || !known)
        return HIP_ERROR_INVALID_VALUE;
    *value = 0;
    for (size_t n = 0; n < N_FACTS; n++) {
        if (facts[n].attribute == number) {
            uint64_t fact = value_of(&facts[n]);
            *value = fact > INT32_MAX ? INT32_MAX : (int)fact;
        }
    }
    return HIP_SUCCESS;
}

static int properties(void *out, int device, bool r0600)
{
    int error = check_device(device);
    if (error || !out)
        return error ? error : HIP_ERROR_INVALID_VALUE;
    char *bytes = out;
    memset(bytes, 0, r0600 ? R0600_BYTES : R0000_BYTES);
    memcpy(bytes, device_name, sizeof device_name);
    memcpy(bytes + (r0600 ? HIP_PROPERTIES_R0600_ARCH_OFFSET : HIP_PROPERTIES_R0000_ARCH_OFFSET),
           device_arch, sizeof device_arch);
    for (size_t n = 0; n < N_FACTS; n++) {
        short at = r0600 ? facts[n].r0600 : facts[n].r0000;
        uint64_t value = value_of(&facts[n]);
        if (at >= 0)
            memcpy(bytes + at, &value, facts[n].bytes); /* little-endian */
    }
    return HIP_SUCCESS;
}

FRONT_EXPORT int hipDeviceGetAttribute(int *value, int number, int device)
{
    front_enter();
    return front_leave(attribute(value, number, device));
}

FRONT_EXPORT int hipGetDeviceProperties(void *out, int device)
{
    front_enter();
    return front_leave(properties(out, device, false));
}

FRONT_EXPORT int hipGetDevicePropertiesR0600(void *out, int device)
{
    front_enter();
    return front_leave(properties(out, device, true));
}

FRONT_EXPORT int hipDeviceGetName(char *name, int size, int device)
{
    front_enter();
    int error = check_device(device);
    if (!error && (!name || size <= 0))
        error = HIP_ERROR_INVALID_VALUE;
    if (!error)
        snprintf(name, (size_t)size, "%s", device_name);
    return front_leave(error);
}

FRONT_EXPORT int hipDeviceTotalMem(size_t *size, int device)
{
    front_enter();
    int error = check_device(device);
    if (!error && !size)
        error = HIP_ERROR_INVALID_VALUE;
    if (!error)
        *size = emu_memory_total();
    return front_leave(error);
}

FRONT_EXPORT int hipDeviceComputeCapability(int *major, int *minor, int device)
{
    front_enter();
    int error = check_device(device);
    if (!error && (!major || !minor))
        error = HIP_ERROR_INVALID_VALUE;
    if (!error) {
        *major = 9;
        *minor = 4;
    }
    return front_leave(error);
}

/* Choosing it. */

/* *value = answer, unless there is nowhere to put it or the device is broken. */
static int answer(int *value, int result)
{
    front_enter();
    int error = front_broken();
    if (!error && !value)
        error = HIP_ERROR_INVALID_VALUE;
    if (!error)
        *value = result;
    return front_leave(error);
}

FRONT_EXPORT int hipInit(unsigned flags)
{
    front_enter();
    return front_leave(flags ? HIP_ERROR_INVALID_VALUE : front_broken());
}

FRONT_EXPORT int hipDriverGetVersion(int *version) { return answer(version, RUNTIME_VERSION); }

FRONT_EXPORT int hipRuntimeGetVersion(int *version) { return answer(version, RUNTIME_VERSION); }

FRONT_EXPORT int hipGetDeviceCount(int *count) { return answer(count, 1); }

FRONT_EXPORT int hipGetDevice(int *device) { return answer(device, 0); }

FRONT_EXPORT int hipSetDevice(int device)
{
    front_enter();
    return front_leave(check_device(device));
}

FRONT_EXPORT int hipDeviceGet(int *device, int ordinal)
{
    return ordinal == 0 ? answer(device, 0) : hipSetDevice(ordinal);
}

FRONT_EXPORT int hipDeviceSynchronize(void)
{
    front_enter();
    return front_leave(front_synchronize());
}

FRONT_EXPORT int hipDeviceReset(void)
{
    front_enter();
    front_free_modules();
    front_free_streams();
    emu_memory_free_all();
    front.pending = front.sticky = HIP_SUCCESS;
    return front_leave(HIP_SUCCESS);
}

#include "emu/front.h"

#include <stdio.h>
#include <string.h>

struct front front = {
    .lock = PTHREAD_MUTEX_INITIALIZER,
    .options = {.numerics = SMFHIP_NUMERICS_MI300, .budget = EMU_DEFAULT_BUDGET},
};

static _Thread_local int last_error;

void front_enter(void)
{
    pthread_mutex_lock(&front.lock);
    if (!front.configured) {
        front.configured = true;
        front_configure();
    }
}

int front_leave(int error)
{
    pthread_mutex_unlock(&front.lock);
    if (error)
        last_error = error;
    return error;
}

int front_synchronize(void)
{
    if (front.pending) {
        front.sticky = front.pending;
        front.pending = 0;
    }
    return front.sticky;
}

int front_broken(void) { return front.sticky; }

bool front_dead(void) { return front.sticky || front.pending; }

static void report(const struct error *err)
{
    memcpy(front.report, err->text, sizeof front.report);
    bool wanted = front.report_chosen ? front.report_to_stderr : !front.side_door_used;
    if (wanted)
        fprintf(stderr, "libsmfhip: %s\n", err->text);
}

int front_refuse(const struct error *err)
{
    report(err);
    switch (err->code) {
    case STATUS_DEVICE:
        return HIP_ERROR_NO_BINARY_FOR_GPU;
    case STATUS_FILE:
        return HIP_ERROR_INVALID_IMAGE;
    case STATUS_USAGE:
        return HIP_ERROR_INVALID_VALUE;
    case STATUS_NO_MEMORY:
        return HIP_ERROR_OUT_OF_MEMORY;
    case STATUS_UNSUPPORTED:
        return HIP_ERROR_NOT_SUPPORTED;
    default:
        return HIP_ERROR_UNKNOWN;
    }
}

void front_fault(enum emu_fault_kind kind, const struct error *err)
{
    report(err);
    front.pending =
        kind == EMU_FAULT_ADDRESS ? HIP_ERROR_ILLEGAL_ADDRESS : HIP_ERROR_LAUNCH_FAILURE;
}

/* Errors as HIP knows them. */

/* hip_runtime_api.h, enum hipError_t. */
static const struct {
    int number;
    const char *name, *text;
} errors[] = {
    {0, "hipSuccess", "no error"},
    {1, "hipErrorInvalidValue", "invalid argument"},
    {2, "hipErrorOutOfMemory", "out of memory"},
    {3, "hipErrorNotInitialized", "initialization error"},
    {4, "hipErrorDeinitialized", "driver shutting down"},
    {9, "hipErrorInvalidConfiguration", "invalid configuration argument"},
    {13, "hipErrorInvalidSymbol", "invalid device symbol"},
    {17, "hipErrorInvalidDevicePointer", "invalid device pointer"},
    {21, "hipErrorInvalidMemcpyDirection", "invalid copy direction for memcpy"},
    {98, "hipErrorInvalidDeviceFunction", "invalid device function"},
    {100, "hipErrorNoDevice", "no ROCm-capable device is detected"},
    {101, "hipErrorInvalidDevice", "invalid device ordinal"},
    {200, "hipErrorInvalidImage", "device kernel image is invalid"},
    {209, "hipErrorNoBinaryForGpu", "no kernel image is available for execution on the device"},
    {301, "hipErrorFileNotFound", "file not found"},
    {400, "hipErrorInvalidHandle", "invalid resource handle"},
    {500, "hipErrorNotFound", "named symbol not found"},
    {600, "hipErrorNotReady", "device not ready"},
    {700, "hipErrorIllegalAddress", "an illegal memory access was encountered"},
    {701, "hipErrorLaunchOutOfResources", "too many resources requested for launch"},
    {719, "hipErrorLaunchFailure", "unspecified launch failure"},
    {801, "hipErrorNotSupported", "operation not supported"},
    {999, "hipErrorUnknown", "unknown error"},
};

FRONT_EXPORT const char *hipGetErrorName(int error)
{
    for (size_t n = 0; n < sizeof errors / sizeof *errors; n++) {
        if (errors[n].number == error)
            return errors[n].name;
    }
    return "hipErrorUnknown";
}

FRONT_EXPORT const char *hipGetErrorString(int error)
{
    for (size_t n = 0; n < sizeof errors / sizeof *errors; n++) {
        if (errors[n].number == error)
            return errors[n].text;
    }
    return "unrecognized error code";
}

FRONT_EXPORT int hipDrvGetErrorName(int error, const char **name)
{
    if (!name)
        return HIP_ERROR_INVALID_VALUE;
    *name = hipGetErrorName(error);
    return HIP_SUCCESS;
}

FRONT_EXPORT int hipDrvGetErrorString(int error, const char **text)
{
    if (!text)
        return HIP_ERROR_INVALID_VALUE;
    *text = hipGetErrorString(error);
    return HIP_SUCCESS;
}

FRONT_EXPORT int hipPeekAtLastError(void)
{
    front_enter();
    int error = front_broken() ? front_broken() : last_error;
    front_leave(HIP_SUCCESS);
    return error;
}

FRONT_EXPORT int hipGetLastError(void)
{
    int error = hipPeekAtLastError();
    last_error = HIP_SUCCESS;
    return error;
}

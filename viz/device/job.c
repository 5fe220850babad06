/* One launch: code object in, bytes in, bytes out. */
#include <stdio.h>
#include <string.h>

#include "device/device_state.h"

/* A failed call: HIP's words, and the emulator's report where it has one. */
static enum status fail(struct device *device, const struct device_job *job, const char *call,
                        int code, struct error *err)
{
    device->failed = true;
    char report[ERROR_TEXT_BYTES] = "";
    if (device->hip.control) {
        struct smfhip_control request = {
            .request = SMFHIP_GET_REPORT, .text = report, .text_bytes = sizeof report};
        device->hip.control(SMFHIP_VERSION, &request);
    }
    return error_set(err, STATUS_DEVICE, "kernel %s: %s: %s%s%s", job->kernel, call,
                     device->hip.hipGetErrorString(code), report[0] ? "\n" : "", report);
}

#define CALL(name, arguments)                                                                      \
    do {                                                                                           \
        int code_ = device->hip.name arguments;                                                    \
        if (code_ != HIP_SUCCESS)                                                                  \
            return fail(device, job, #name, code_, err);                                           \
    } while (0)

static enum status prepare_function(struct device *device, const struct device_job *job,
                                    struct error *err)
{
    if (device->image != job->image) {
        if (device->module)
            CALL(hipModuleUnload, (device->module));
        device->module = NULL;
        device->image = NULL;
        device->function = NULL;
        CALL(hipModuleLoadData, (&device->module, job->image));
        device->image = job->image;
    }
    if (!device->function || strcmp(device->kernel, job->kernel) != 0) {
        device->function = NULL;
        CALL(hipModuleGetFunction, (&device->function, device->module, job->kernel));
        snprintf(device->kernel, sizeof device->kernel, "%s", job->kernel);
    }
    return STATUS_OK;
}

static enum status prepare_buffer(struct device *device, const struct device_job *job,
                                  struct device_buffer *buffer, size_t bytes, struct error *err)
{
    if (buffer->bytes >= bytes)
        return STATUS_OK;
    if (buffer->pointer)
        CALL(hipFree, (buffer->pointer));
    *buffer = (struct device_buffer){0};
    CALL(hipMalloc, (&buffer->pointer, bytes));
    buffer->bytes = bytes;
    return STATUS_OK;
}

enum status device_run(struct device *device, const struct device_job *job, struct error *err)
{
    if (device->failed)
        return error_set(err, STATUS_DEVICE, "kernel %s: the device failed before", job->kernel);
    enum status status = prepare_function(device, job, err);
    if (status == STATUS_OK)
        status = prepare_buffer(device, job, &device->in, job->in_bytes, err);
    if (status == STATUS_OK)
        status = prepare_buffer(device, job, &device->out, job->out_bytes, err);
    if (status != STATUS_OK)
        return status;

    CALL(hipMemcpy, (device->in.pointer, job->in, job->in_bytes, HIP_MEMCPY_HOST_TO_DEVICE));
    CALL(hipMemset, (device->out.pointer, 0, job->out_bytes));
    void *parameters[] = {&device->in.pointer, &device->out.pointer};
    CALL(hipModuleLaunchKernel, (device->function, job->n_workgroups, 1, 1, job->workgroup_lanes, 1,
                                 1, 0, NULL, parameters, NULL));
    CALL(hipDeviceSynchronize, ());
    CALL(hipMemcpy, (job->out, device->out.pointer, job->out_bytes, HIP_MEMCPY_DEVICE_TO_HOST));
    return STATUS_OK;
}

/* Errors are of no use here: a failed device refuses these calls as well. */
void job_release(struct device *device)
{
    if (device->in.pointer)
        device->hip.hipFree(device->in.pointer);
    if (device->out.pointer)
        device->hip.hipFree(device->out.pointer);
    if (device->module)
        device->hip.hipModuleUnload(device->module);
}

/* One launch: code object in, bytes in, bytes out. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

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

static enum status prepare_module(struct device *device, const struct device_job *job,
                                  void **module, struct error *err)
{
    for (int n = 0; n < device->n_kernels; n++)
        if (device->kernels[n].image == job->image) {
            *module = device->kernels[n].module;
            return STATUS_OK;
        }
    CALL(hipModuleLoadData, (module, job->image));
    return STATUS_OK;
}

static enum status prepare_function(struct device *device, const struct device_job *job,
                                    void **function, struct error *err)
{
    for (int n = 0; n < device->n_kernels; n++) {
        const struct device_kernel *kernel = &device->kernels[n];
        if (kernel->image == job->image && !strcmp(kernel->name, job->kernel)) {
            *function = kernel->function;
            return STATUS_OK;
        }
    }
    struct device_kernel *grown =
        realloc(device->kernels, ((size_t)device->n_kernels + 1) * sizeof *grown);
    if (!grown)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    device->kernels = grown;
    struct device_kernel kernel = {.image = job->image};
    enum status status = prepare_module(device, job, &kernel.module, err);
    if (status != STATUS_OK)
        return status;
    snprintf(kernel.name, sizeof kernel.name, "%s", job->kernel);
    CALL(hipModuleGetFunction, (&kernel.function, kernel.module, job->kernel));
    device->kernels[device->n_kernels++] = kernel;
    *function = kernel.function;
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

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* *seconds: of the launch, until the device is done. */
static enum status launch(struct device *device, const struct device_job *job, double *seconds,
                          struct error *err)
{
    if (device->failed)
        return error_set(err, STATUS_DEVICE, "kernel %s: the device failed before", job->kernel);
    void *function = NULL;
    enum status status = prepare_function(device, job, &function, err);
    if (status == STATUS_OK)
        status = prepare_buffer(device, job, &device->in, job->in_bytes, err);
    if (status == STATUS_OK)
        status = prepare_buffer(device, job, &device->out, job->out_bytes, err);
    if (status != STATUS_OK)
        return status;

    CALL(hipMemcpy, (device->in.pointer, job->in, job->in_bytes, HIP_MEMCPY_HOST_TO_DEVICE));
    CALL(hipMemset, (device->out.pointer, 0, job->out_bytes));
    void *parameters[] = {&device->in.pointer, &device->out.pointer};
    double start = now();
    CALL(hipModuleLaunchKernel, (function, job->n_workgroups, 1, 1, job->workgroup_lanes, 1, 1, 0,
                                 NULL, parameters, NULL));
    CALL(hipDeviceSynchronize, ());
    *seconds = now() - start;
    CALL(hipMemcpy, (job->out, device->out.pointer, job->out_bytes, HIP_MEMCPY_DEVICE_TO_HOST));
    return STATUS_OK;
}

/* A job that an interrupted run has done is not run again. */
static enum status launch_recorded(struct device *device, const struct device_job *job,
                                   double *seconds, struct error *err)
{
    const struct capture_sum *code;
    bool reused = false;
    enum status status = code_sum(device, job, &code, err);
    if (status == STATUS_OK)
        status = record_reuse(device->record, job, code, &reused, err);
    if (status != STATUS_OK || reused)
        return status;
    status = launch(device, job, seconds, err);
    if (status == STATUS_OK)
        status = record_add(device->record, job, code, job->seconds ? *seconds : -1, err);
    return status;
}

enum status device_run(struct device *device, const struct device_job *job, struct error *err)
{
    if (device->capture)
        return replay_run(device, job, err);
    double unwanted = 0, *seconds = job->seconds ? job->seconds : &unwanted;
    return device->record ? launch_recorded(device, job, seconds, err)
                          : launch(device, job, seconds, err);
}

/* Errors are of no use here: a failed device refuses these calls as well. */
void job_release(struct device *device)
{
    if (device->in.pointer)
        device->hip.hipFree(device->in.pointer);
    if (device->out.pointer)
        device->hip.hipFree(device->out.pointer);
    for (int n = 0; n < device->n_kernels; n++) {
        int first = 0; /* of those that share the module */
        while (device->kernels[first].module != device->kernels[n].module)
            first++;
        if (first == n)
            device->hip.hipModuleUnload(device->kernels[n].module);
    }
    free(device->kernels);
}

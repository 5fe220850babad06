/* What an open device holds. Private to device/. */
#ifndef DEVICE_DEVICE_STATE_H
#define DEVICE_DEVICE_STATE_H

#include "device/device.h"
#include "device/library.h"

/* A buffer in the device's memory, kept and grown between jobs. */
struct device_buffer {
    void *pointer;
    size_t bytes;
};

/* A kernel that a job asked for; kernels of one image share its module. */
struct device_kernel {
    const void *image;
    void *module;
    char name[128];
    void *function;
};

struct device {
    struct hip_library hip;
    struct device_info info;
    bool failed; /* a launch failed: HIP's errors are sticky */

    /* Modules and functions are kept between jobs: probing launches a few kernels many times. */
    struct device_kernel *kernels;
    int n_kernels;
    struct device_buffer in, out;
};

/* Frees what jobs left behind. */
void job_release(struct device *device);

/* What spec asks for: *wants_hip and, for "hip:N", *ordinal. STATUS_USAGE for anything else. */
enum status device_parse(const char *spec, bool *wants_hip, int *ordinal, struct error *err);

/* Opens the library of `spec` and asks it who it is, up to library, version and device count. */
enum status device_load(bool wants_hip, struct device *device, int *n_devices, struct error *err);

/* Fills in name and architecture of `ordinal`, and refuses what the kernels cannot run on. */
enum status device_identify(struct device *device, int ordinal, struct error *err);

#endif

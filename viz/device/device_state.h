/* What an open device holds. Private to device/. */
#ifndef DEVICE_DEVICE_STATE_H
#define DEVICE_DEVICE_STATE_H

#include "device/device.h"
#include "device/capture.h"
#include "device/library.h"
#include "device/record.h"

/* A buffer in the device's memory, kept and grown between jobs. */
struct device_buffer {
    void *pointer;
    size_t bytes;
};

/* The checksum of a code object, which captures name it by. */
struct device_code {
    const void *image;
    struct capture_sum sum;
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

    struct capture *capture; /* that answers instead of the library; NULL: none */
    bool lacks_job;          /* it did not hold the last one */
    struct device *twin;     /* an emulator, to compare code objects on; NULL: none yet */
    struct record *record;   /* of what is run; NULL: none */
    struct device_code *codes;
    int n_codes;
};

/* Frees what jobs left behind. */
void job_release(struct device *device);

/* Opens "capture:FILE". */
enum status replay_open(const char *spec, struct device *device, struct error *err);
bool replay_is_asked(const char *spec);
enum status replay_run(struct device *device, const struct device_job *job, struct error *err);
/* Who was recorded, and where that stands. */
void replay_provenance(const struct capture *capture, struct opmap_provenance *p);

/* The checksum of a job's code object, made once an image. */
enum status code_sum(struct device *device, const struct device_job *job,
                     const struct capture_sum **sum, struct error *err);

/* Whether an architecture's name is one that the kernels are for. */
bool device_runs_gfx942(const char *arch);

/* What spec asks for: *wants_hip and, for "hip:N", *ordinal. STATUS_USAGE for anything else. */
enum status device_parse(const char *spec, bool *wants_hip, int *ordinal, struct error *err);

/* Opens the library of `spec` and asks it who it is, up to library, version and device count. */
enum status device_load(bool wants_hip, struct device *device, int *n_devices, struct error *err);

/* Fills in name and architecture of `ordinal`, and refuses what the kernels cannot run on. */
enum status device_identify(struct device *device, int ordinal, struct error *err);

#endif

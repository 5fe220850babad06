/* The one seam to a device: a HIP library opened at run time, or a file with what one answered.
 *
 * Knows: where HIP libraries are found, which functions to call, how to run one kernel, and how
 * runs are kept (docs/capture.md). Refuses to know: what the kernels compute, and whether silicon
 * or an emulator answers, but for naming it: a library that exports smfhip_control is the emulator,
 * whatever name it was opened under.
 */
#ifndef DEVICE_DEVICE_H
#define DEVICE_DEVICE_H

#include "abi/smfhip.h"
#include "isa/opmap.h"

struct device;

struct device_info {
    enum opmap_source source; /* OPMAP_EMULATED, OPMAP_UNATTESTED or OPMAP_CAPTURED; of a capture
                               * the rest is what was recorded */
    char library[512];        /* the file that was loaded, as ld.so names it */
    int runtime_version;      /* hipRuntimeGetVersion */
    int driver_version;       /* hipDriverGetVersion */
    int ordinal;              /* HIP's device number */
    char name[256];           /* hipDeviceGetName */
    char arch[256];           /* "gfx942:sramecc+:xnack-" */
};

/* Opens `spec`: "emu" (libsmfhip.so beside the program, found from $ORIGIN) or "hip[:N]" (the
 * installed libamdhip64: $SMFVIZ_HIP, then the sonames .7 .6 .5 and the bare name, then
 * $ROCM_PATH/lib and /opt/rocm/lib), or "capture:FILE", which answers the jobs that FILE holds.
 * STATUS_USAGE for another spec; STATUS_DEVICE with the library, its version and the reason when
 * there is none, it has no device N, or the device is not gfx942; STATUS_FILE with what is wrong
 * with a capture. */
enum status device_open(const char *spec, struct device **out, struct error *err);
void device_close(struct device *device);

const struct device_info *device_info(const struct device *device);

/* "5.2.21153", as HIP_VERSION is put together: major * 10^7 + minor * 10^5 + patch. */
enum { DEVICE_VERSION_BYTES = 48 };
const char *device_version_text(int version, char text[DEVICE_VERSION_BYTES]);

/* Fills *p with kind, device and arch: "measured" if `attest` is given and a real device answers.
 */
void device_provenance(const struct device *device, const char *attest, struct opmap_provenance *p);

/* One launch: a kernel void k(const void *in, void *out) over `n_workgroups` workgroups of
 * `workgroup_lanes` lanes in one dimension. `out` is filled from the device's memory, which was
 * zeroed first. */
struct device_job {
    const void *image; /* a gfx942 code object */
    size_t image_bytes;
    const char *kernel;
    unsigned n_workgroups;
    unsigned workgroup_lanes;
    const void *in;
    size_t in_bytes;
    void *out;
    size_t out_bytes;
    double *seconds; /* of the launch, until the device is done; NULL: not wanted */
    bool clocks;     /* `out` is readings of clocks: a capture's are taken as they are, for what
                      * another code object reads on the emulator tells nothing of them */
};

/* STATUS_DEVICE with HIP's error, and the emulator's report where there is one. A failed device
 * stays failed, as HIP's errors are sticky: close it. STATUS_FILE if the job cannot be recorded, or
 * if a capture does not hold it: another kernel or plan, or another code object that does not put
 * out the same on the emulator. */
enum status device_run(struct device *device, const struct device_job *job, struct error *err);

/* Whether the last job failed because a capture holds it under no code object. */
bool device_lacks_job(const struct device *device);

/* What two captures answered to the same jobs: same kernel and plan. */
struct device_compared {
    int n_common, n_differ; /* launches; those whose outputs are not the same bytes */
    int n_only_x, n_only_y;
    char first[256]; /* which of X's is the first that differs, and where; empty if none */
};
enum status device_compare_captures(const struct device *x, const struct device *y,
                                    struct device_compared *compared, struct error *err);

/* From here on keeps every job and what came of it, to become the capture `path`. Until
 * device_record_finish it is a journal, PATH.part, which holds what was done whatever happens.
 * With `resume` goes on with an interrupted PATH.part of the same device, tool and words: jobs that
 * it holds are not run again. `attest` may be NULL. STATUS_FILE if PATH cannot be a capture. */
enum status device_record(struct device *device, const char *path, const char *attest, bool resume,
                          struct error *err);
/* The capture is complete. Does nothing if nothing is recorded. */
enum status device_record_finish(struct device *device, struct error *err);

/* The emulator's side door, or NULL for a real device or a capture. */
smfhip_control_fn *device_control(const struct device *device);

/* What `smfviz devices` prints: each place that was searched and what came of it. */
struct device_candidate {
    char spec[32]; /* "emu", "hip", "hip:0" */
    bool usable;
    char reason[512];        /* why not; empty if usable */
    struct device_info info; /* as far as it could be read */
};

/* Fills up to `max` candidates, emulator first; returns their number. */
int device_list(struct device_candidate *candidates, int max);

#endif

/* Finding the launch that a job was, or saying what there is in its place. */
#include <stdio.h>
#include <string.h>
#include <zlib.h>

#include "device/capture.h"

static bool same_kernel(const struct capture_launch *launch, const struct device_job *job)
{
    return strcmp(launch->kernel, job->kernel) == 0;
}

static bool same_code(const struct capture_launch *launch, const struct capture_sum *code)
{
    return strcmp(launch->code.hex, code->hex) == 0;
}

static bool same_plan(const struct capture_launch *launch, const struct device_job *job)
{
    return launch->n_workgroups == job->n_workgroups &&
           launch->workgroup_lanes == job->workgroup_lanes && launch->out_bytes == job->out_bytes &&
           launch->in_bytes == job->in_bytes && memcmp(launch->in, job->in, job->in_bytes) == 0;
}

struct capture_launch *capture_find(const struct capture *capture, const struct device_job *job,
                                    const struct capture_sum *code)
{
    struct capture_launch *last = NULL;
    for (int n = 0; n < capture->n_launches; n++) {
        struct capture_launch *launch = &capture->launches[n];
        if (!same_kernel(launch, job) || (code && !same_code(launch, code)) ||
            !same_plan(launch, job))
            continue;
        last = launch;
        if (!launch->answered)
            break;
    }
    return last;
}

enum status capture_lacks(const struct capture *capture, const struct device_job *job,
                          struct error *err)
{
    int n_same_kernel = 0;
    for (int n = 0; n < capture->n_launches; n++)
        n_same_kernel += same_kernel(&capture->launches[n], job);
    if (n_same_kernel == 0)
        return error_set(err, STATUS_FILE, "%s: kernel %s was not recorded", capture->path,
                         job->kernel);
    return error_set(
        err, STATUS_FILE,
        "%s: kernel %s was recorded %d time%s, but not with this plan of %zu bytes for "
        "%u workgroup%s (SHA-256 %.16s...)",
        capture->path, job->kernel, n_same_kernel, n_same_kernel == 1 ? "" : "s", job->in_bytes,
        job->n_workgroups, job->n_workgroups == 1 ? "" : "s",
        capture_sum_of(job->in, job->in_bytes).hex);
}

enum status capture_other_code(const struct capture *capture, const struct capture_launch *launch,
                               const struct capture_sum *code, const char *why, struct error *err)
{
    return error_set(
        err, STATUS_FILE,
        "%s: launch %d, kernel %s: recorded with code object %.16s..., this smfviz has "
        "%.16s... (SHA-256): %s",
        capture->path, (int)(launch - capture->launches) + 1, launch->kernel, launch->code.hex,
        code->hex, why);
}

enum status capture_unpack(const struct capture *capture, struct capture_launch *launch,
                           const struct device_job *job, struct error *err)
{
    uLongf n = job->out_bytes;
    int number = (int)(launch - capture->launches) + 1;
    if (uncompress(job->out, &n, launch->packed_out, launch->packed_out_bytes) != Z_OK ||
        n != job->out_bytes)
        return error_set(err, STATUS_FILE, "%s: launch %d: its output does not unpack to %zu bytes",
                         capture->path, number, job->out_bytes);
    if (job->seconds && launch->seconds < 0)
        return error_set(err, STATUS_FILE, "%s: launch %d, kernel %s: its time was not recorded",
                         capture->path, number, job->kernel);
    if (job->seconds)
        *job->seconds = launch->seconds;
    launch->answered = true;
    return STATUS_OK;
}

/* Two captures against each other: the same jobs, answered by two devices or twice by one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/capture.h"

static void forget_answers(const struct capture *capture)
{
    for (int n = 0; n < capture->n_launches; n++)
        capture->launches[n].answered = false;
}

/* The job that a launch was, its answer going to `out`. */
static struct device_job job_of(const struct capture_launch *launch, void *out)
{
    return (struct device_job){
        .kernel = launch->kernel,
        .n_workgroups = launch->n_workgroups,
        .workgroup_lanes = launch->workgroup_lanes,
        .in = launch->in,
        .in_bytes = launch->in_bytes,
        .out = out,
        .out_bytes = launch->out_bytes,
    };
}

static void note(const struct capture *x, const struct capture_launch *launch, const uint8_t *out_x,
                 const uint8_t *out_y, struct device_compared *compared)
{
    compared->n_differ++;
    if (compared->first[0])
        return;
    size_t at = 0;
    while (out_x[at] == out_y[at])
        at++;
    snprintf(compared->first, sizeof compared->first, "launch %d, kernel %s, from byte %zu on",
             (int)(launch - x->launches) + 1, launch->kernel, at);
}

static enum status compare_launch(const struct capture *x, struct capture_launch *launch,
                                  const struct capture *y, struct device_compared *compared,
                                  struct error *err)
{
    struct device_job job = job_of(launch, NULL);
    struct capture_launch *other = capture_find(y, &job, NULL);
    if (!other || other->answered) {
        compared->n_only_x++;
        return STATUS_OK;
    }
    compared->n_common++;
    size_t bytes = launch->out_bytes + 1; /* never 0 */
    uint8_t *out_x = malloc(bytes), *out_y = malloc(bytes);
    enum status status = STATUS_OK;
    if (!out_x || !out_y) {
        status = error_set(err, STATUS_NO_MEMORY, "out of memory");
        goto out;
    }
    job = job_of(launch, out_x);
    status = capture_unpack(x, launch, &job, err);
    if (status != STATUS_OK)
        goto out;
    job = job_of(other, out_y);
    status = capture_unpack(y, other, &job, err);
    if (status == STATUS_OK && memcmp(out_x, out_y, launch->out_bytes) != 0)
        note(x, launch, out_x, out_y, compared);
out:
    free(out_x);
    free(out_y);
    return status;
}

enum status capture_compare(const struct capture *x, const struct capture *y,
                            struct device_compared *compared, struct error *err)
{
    enum status status = STATUS_OK;
    *compared = (struct device_compared){0};
    forget_answers(x);
    forget_answers(y);
    for (int n = 0; n < x->n_launches && status == STATUS_OK; n++)
        status = compare_launch(x, &x->launches[n], y, compared, err);
    compared->n_only_y = y->n_launches - compared->n_common;
    return status;
}

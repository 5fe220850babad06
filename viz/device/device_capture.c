/* The captures of an open device: the one that it answers from, and the one that it keeps. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/device_state.h"

static const char CAPTURE[] = "capture:";

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* --- answering --- */

bool replay_is_asked(const char *spec) { return strncmp(spec, CAPTURE, strlen(CAPTURE)) == 0; }

enum status replay_open(const char *spec, struct device *device, struct error *err)
{
    struct capture *capture = calloc(1, sizeof *capture);
    if (!capture)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    device->capture = capture;
    enum status status = capture_read(spec + strlen(CAPTURE), false, capture, err);
    if (status != STATUS_OK)
        return status;
    const struct capture_head *head = &capture->head;
    struct device_info *info = &device->info;
    *info = (struct device_info){
        .source = OPMAP_CAPTURED,
        .runtime_version = head->runtime_version,
        .driver_version = head->driver_version,
    };
    snprintf(info->library, sizeof info->library, "%s", head->library);
    snprintf(info->name, sizeof info->name, "%s", head->device);
    snprintf(info->arch, sizeof info->arch, "%s", head->arch);
    if (!device_runs_gfx942(info->arch))
        return error_set(err, STATUS_DEVICE, "%s: recorded on %s, %s; the probes are gfx942 code",
                         capture->path, info->name, info->arch[0] ? info->arch : "unnamed");
    return STATUS_OK;
}

void replay_provenance(const struct capture *capture, struct opmap_provenance *p)
{
    p->recorded = capture->head.attest[0] ? OPMAP_MEASURED : capture->head.source;
    snprintf(p->attest, sizeof p->attest, "%s", capture->head.attest);
    snprintf(p->capture, sizeof p->capture, "%.*s", (int)sizeof p->capture - 1,
             base_name(capture->path));
}

/* One code object on the emulator. */
static enum status run_twin(struct device *twin, const struct device_job *job, const void *image,
                            size_t image_bytes, uint8_t *out, struct error *err)
{
    struct device_job other = *job;
    other.image = image;
    other.image_bytes = image_bytes;
    other.out = out;
    other.seconds = NULL;
    return device_run(twin, &other, err);
}

/* Kernels of the same sources become other bytes under another compiler. What they do with this
 * plan can be compared: on the emulator the recorded code object must put out what ours does. `why`
 * it will not do; empty: it does. */
static enum status compare_code(struct device *device, const struct capture_launch *launch,
                                const struct device_job *job, char why[ERROR_TEXT_BYTES],
                                struct error *err)
{
    const struct capture_object *object = capture_object(device->capture, &launch->code);
    struct error fault = {0};
    uint8_t *ours = malloc(job->out_bytes + 1), *theirs = malloc(job->out_bytes + 1);
    enum status status = STATUS_OK;
    why[0] = 0;
    if (!ours || !theirs) {
        status = error_set(err, STATUS_NO_MEMORY, "out of memory");
        goto out;
    }
    bool ran =
        (device->twin || device_open("emu", &device->twin, &fault) == STATUS_OK) &&
        run_twin(device->twin, job, job->image, job->image_bytes, ours, &fault) == STATUS_OK &&
        run_twin(device->twin, job, object->bytes, object->n_bytes, theirs, &fault) == STATUS_OK;
    if (!ran)
        snprintf(why, ERROR_TEXT_BYTES, "comparing them on the emulator: %.900s", fault.text);
    else if (memcmp(ours, theirs, job->out_bytes) != 0)
        snprintf(why, ERROR_TEXT_BYTES, "on the emulator the two do not put out the same");
out:
    free(ours);
    free(theirs);
    return status;
}

enum status replay_run(struct device *device, const struct device_job *job, struct error *err)
{
    const struct capture *capture = device->capture;
    const struct capture_sum *code;
    char why[ERROR_TEXT_BYTES];
    device->lacks_job = false;
    enum status status = code_sum(device, job, &code, err);
    if (status != STATUS_OK)
        return status;
    struct capture_launch *launch = capture_find(capture, job, code);
    if (launch)
        return capture_unpack(capture, launch, job, err);
    launch = capture_find(capture, job, NULL);
    device->lacks_job = !launch;
    if (!launch)
        return capture_lacks(capture, job, err);
    if (job->clocks)
        return capture_unpack(capture, launch, job, err);
    status = compare_code(device, launch, job, why, err);
    if (status == STATUS_OK && why[0])
        return capture_other_code(capture, launch, code, why, err);
    return status == STATUS_OK ? capture_unpack(capture, launch, job, err) : status;
}

bool device_lacks_job(const struct device *device) { return device->lacks_job; }

enum status device_compare_captures(const struct device *x, const struct device *y,
                                    struct device_compared *compared, struct error *err)
{
    assert(x->capture && y->capture);
    return capture_compare(x->capture, y->capture, compared, err);
}

/* --- keeping --- */

enum status device_record(struct device *device, const char *path, const char *attest, bool resume,
                          struct error *err)
{
    const struct device_info *info = &device->info;
    if (device->capture)
        return error_set(err, STATUS_USAGE, "%s is a capture already: there is nothing to record",
                         device->capture->path);
    struct capture_head head = {
        .tool = "smfviz " SMFVIZ_VERSION,
        .source = info->source,
        .runtime_version = info->runtime_version,
        .driver_version = info->driver_version,
    };
    snprintf(head.device, sizeof head.device, "%s", info->name);
    snprintf(head.arch, sizeof head.arch, "%s", info->arch);
    snprintf(head.library, sizeof head.library, "%.*s", (int)sizeof head.library - 1,
             base_name(info->library));
    if (attest && info->source != OPMAP_EMULATED) /* what the emulator says stays emulated */
        snprintf(head.attest, sizeof head.attest, "%s", attest);
    return record_create(path, &head, resume, &device->record, err);
}

enum status device_record_finish(struct device *device, struct error *err)
{
    return device->record ? record_finish(device->record, err) : STATUS_OK;
}

enum status code_sum(struct device *device, const struct device_job *job,
                     const struct capture_sum **sum, struct error *err)
{
    for (int n = 0; n < device->n_codes; n++)
        if (device->codes[n].image == job->image) {
            *sum = &device->codes[n].sum;
            return STATUS_OK;
        }
    struct device_code *grown =
        realloc(device->codes, ((size_t)device->n_codes + 1) * sizeof *grown);
    if (!grown)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    device->codes = grown;
    struct device_code *code = &grown[device->n_codes++];
    *code = (struct device_code){job->image, capture_sum_of(job->image, job->image_bytes)};
    *sum = &code->sum;
    return STATUS_OK;
}

#include "device/device_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/permission.h"

const char *device_version_text(int version, char text[DEVICE_VERSION_BYTES])
{
    snprintf(text, DEVICE_VERSION_BYTES, "%d.%d.%d", version / 10000000, version / 100000 % 100,
             version % 100000);
    return text;
}

enum status device_parse(const char *spec, bool *wants_hip, int *ordinal, struct error *err)
{
    *ordinal = 0;
    *wants_hip = strncmp(spec, "hip", 3) == 0;
    if (!strcmp(spec, "emu") || !strcmp(spec, "hip"))
        return STATUS_OK;
    if (!strncmp(spec, "hip:", 4) && spec[4] >= '0' && spec[4] <= '9') {
        char *end;
        long n = strtol(spec + 4, &end, 10);
        if (!*end && n < 1024) {
            *ordinal = (int)n;
            return STATUS_OK;
        }
    }
    if (!strcmp(spec, "hip:all"))
        return error_set(
            err, STATUS_USAGE,
            "hip:all is for 'probe', 'check' and 'survey'; here one device is needed, hip:N");
    return error_set(err, STATUS_USAGE,
                     "unknown device '%s' (known: emu, hip, hip:N, hip:all, capture:FILE)", spec);
}

enum status device_load(bool wants_hip, struct device *device, int *n_devices, struct error *err)
{
    struct hip_library *hip = &device->hip;
    struct device_info *info = &device->info;
    enum status status = wants_hip ? library_open_hip(hip, err) : library_open_emulator(hip, err);
    snprintf(info->library, sizeof info->library, "%s", hip->path);
    if (status != STATUS_OK)
        return status;
    info->source = hip->control ? OPMAP_EMULATED : OPMAP_UNATTESTED;

    /* Without a device hipInit fails too; the versions can be had all the same, and the count says
     * what is wrong. */
    hip->hipInit(0);
    if (hip->hipRuntimeGetVersion(&info->runtime_version) != HIP_SUCCESS)
        info->runtime_version = 0;
    if (hip->hipDriverGetVersion(&info->driver_version) != HIP_SUCCESS)
        info->driver_version = 0;
    char version[DEVICE_VERSION_BYTES], hint[PERMISSION_BYTES];
    device_version_text(info->runtime_version, version);
    int code = hip->hipGetDeviceCount(n_devices);
    if (code == HIP_ERROR_NO_DEVICE || (code == HIP_SUCCESS && *n_devices == 0))
        return error_set(err, STATUS_DEVICE, "%s, HIP version %s, sees no device%s", hip->path,
                         version, permission_hint("/dev", hint));
    if (code != HIP_SUCCESS)
        return error_set(err, STATUS_DEVICE, "%s, HIP version %s: hipGetDeviceCount: %s%s",
                         hip->path, version, hip->hipGetErrorString(code),
                         permission_hint("/dev", hint));
    return STATUS_OK;
}

/* Also when something stands between and hides its side door: a tracer, a wrapper. */
static bool is_emulators_name(const char *name) { return !strncmp(name, "smfviz emulator", 15); }

bool device_runs_gfx942(const char *arch)
{
    return !strncmp(arch, "gfx942", 6) && (arch[6] == 0 || arch[6] == ':');
}

enum status device_identify(struct device *device, int ordinal, struct error *err)
{
    struct hip_library *hip = &device->hip;
    struct device_info *info = &device->info;
    info->ordinal = ordinal;
    char properties[HIP_PROPERTIES_BYTES] = {0};
    int code = hip->hipSetDevice(ordinal);
    if (code == HIP_SUCCESS)
        code = hip->hipDeviceGetName(info->name, sizeof info->name, ordinal);
    if (code == HIP_SUCCESS && is_emulators_name(info->name))
        info->source = OPMAP_EMULATED;
    if (code == HIP_SUCCESS)
        code = hip->get_properties(properties, ordinal);
    if (code != HIP_SUCCESS)
        return error_set(err, STATUS_DEVICE, "%s: device %d: %s", hip->path, ordinal,
                         hip->hipGetErrorString(code));
    info->name[sizeof info->name - 1] = 0;
    properties[hip->arch_offset + HIP_ARCH_NAME_BYTES - 1] = 0;
    snprintf(info->arch, sizeof info->arch, "%s", properties + hip->arch_offset);
    if (!device_runs_gfx942(info->arch))
        return error_set(err, STATUS_DEVICE, "%s: device %d, %s, is %s; the probes are gfx942 code",
                         hip->path, ordinal, info->name, info->arch[0] ? info->arch : "unnamed");
    return STATUS_OK;
}

/* Reports come with device_run's error; the emulator need not print them as well. */
static void silence_reports(smfhip_control_fn *control)
{
    struct smfhip_control request = {.request = SMFHIP_SET_REPORT, .value = 0};
    control(SMFHIP_VERSION, &request);
}

static enum status open_library(const char *spec, struct device *device, struct error *err)
{
    bool wants_hip;
    int ordinal, n_devices = 0;
    enum status status = device_parse(spec, &wants_hip, &ordinal, err);
    if (status != STATUS_OK)
        return status;
    status = device_load(wants_hip, device, &n_devices, err);
    if (status == STATUS_OK && ordinal >= n_devices)
        status = error_set(err, STATUS_DEVICE, "%s has no device %d: it has %d", device->hip.path,
                           ordinal, n_devices);
    if (status == STATUS_OK)
        status = device_identify(device, ordinal, err);
    if (status != STATUS_OK)
        error_prefix(err, "%s", spec);
    else if (device->hip.control)
        silence_reports(device->hip.control);
    return status;
}

enum status device_open(const char *spec, struct device **out, struct error *err)
{
    struct device *device = calloc(1, sizeof *device);
    if (!device)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    enum status status =
        replay_is_asked(spec) ? replay_open(spec, device, err) : open_library(spec, device, err);
    if (status == STATUS_OK)
        *out = device;
    else
        device_close(device);
    return status;
}

void device_close(struct device *device)
{
    if (!device)
        return;
    record_destroy(device->record);
    device_close(device->twin);
    if (device->capture)
        capture_free(device->capture);
    free(device->capture);
    job_release(device);
    free(device->codes);
    free(device);
}

const struct device_info *device_info(const struct device *device) { return &device->info; }

smfhip_control_fn *device_control(const struct device *device) { return device->hip.control; }

void device_provenance(const struct device *device, const char *attest, struct opmap_provenance *p)
{
    const struct device_info *info = &device->info;
    *p = (struct opmap_provenance){.source = info->source};
    snprintf(p->device, sizeof p->device, "%.*s", (int)sizeof p->device - 1, info->name);
    snprintf(p->arch, sizeof p->arch, "%.*s", (int)strcspn(info->arch, ":"), info->arch);
    if (device->capture)
        replay_provenance(device->capture, p);
    else if (attest && attest[0] && info->source != OPMAP_EMULATED) {
        p->source = OPMAP_MEASURED;
        snprintf(p->attest, sizeof p->attest, "%s", attest);
    }
}

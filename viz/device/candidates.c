/* What could run here, and why not. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/device_state.h"

static void judge(struct device_candidate *candidate, const struct device *device,
                  enum status status, const struct error *err)
{
    candidate->info = device->info;
    candidate->usable = status == STATUS_OK;
    if (!candidate->usable)
        snprintf(candidate->reason, sizeof candidate->reason, "%.*s",
                 (int)sizeof candidate->reason - 1, err->text);
}

/* Adds the devices of one library, or the library itself when it has none. */
static int add_library(bool wants_hip, struct device_candidate *candidates, int max)
{
    struct device device = {0};
    struct error err = {0};
    int n_devices = 0;
    enum status status = device_load(wants_hip, &device, &n_devices, &err);
    if (status != STATUS_OK) {
        snprintf(candidates[0].spec, sizeof candidates[0].spec, "%s", wants_hip ? "hip" : "emu");
        judge(&candidates[0], &device, status, &err);
        return 1;
    }
    int n = 0;
    for (; n < n_devices && n < max; n++) {
        device.info.name[0] = device.info.arch[0] = 0;
        status = device_identify(&device, n, &err);
        if (wants_hip)
            snprintf(candidates[n].spec, sizeof candidates[n].spec, "hip:%d", n);
        else
            snprintf(candidates[n].spec, sizeof candidates[n].spec, "emu");
        judge(&candidates[n], &device, status, &err);
    }
    return n;
}

int device_list(struct device_candidate *candidates, int max)
{
    int n = 0;
    if (max > 0)
        memset(candidates, 0, (size_t)max * sizeof *candidates);
    if (n < max)
        n += add_library(false, candidates + n, max - n);
    if (n < max)
        n += add_library(true, candidates + n, max - n);
    return n;
}

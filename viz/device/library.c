#include "device/library.h"

#include <dlfcn.h>
#include <link.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/origin.h"

static void *open_library(const char *name) { return dlopen(name, RTLD_NOW | RTLD_LOCAL); }

/* The file behind `handle`, links resolved, so that a message names the version that was loaded. */
static void name_file(void *handle, const char *asked, char *path, size_t size)
{
    struct link_map *map = NULL;
    const char *name = asked;
    if (dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0 && map && map->l_name[0])
        name = map->l_name;
    char *real = realpath(name, NULL);
    snprintf(path, size, "%s", real ? real : name);
    free(real);
}

/* ISO C has no cast from an object pointer to a function pointer; POSIX promises this copy. */
static bool find(void *handle, const char *symbol, void *function)
{
    void *address = dlsym(handle, symbol);
    memcpy(function, &address, sizeof address);
    return address != NULL;
}

static enum status bind(void *handle, const char *asked, struct hip_library *library,
                        struct error *err)
{
    name_file(handle, asked, library->path, sizeof library->path);
#define HIP_FUNCTION(type, name, parameters)                                                       \
    if (!find(handle, #name, &library->name))                                                      \
        return error_set(err, STATUS_DEVICE, "%s lacks " #name, library->path);
    HIP_FUNCTIONS(HIP_FUNCTION)
#undef HIP_FUNCTION
    /* ROCm 6 brought a new hipDeviceProp_t under a new symbol and kept the old pair. */
    library->arch_offset = HIP_PROPERTIES_R0600_ARCH_OFFSET;
    if (!find(handle, "hipGetDevicePropertiesR0600", &library->get_properties)) {
        library->arch_offset = HIP_PROPERTIES_R0000_ARCH_OFFSET;
        if (!find(handle, "hipGetDeviceProperties", &library->get_properties))
            return error_set(err, STATUS_DEVICE, "%s lacks hipGetDeviceProperties", library->path);
    }
    find(handle, "smfhip_control", &library->control);
    return STATUS_OK;
}

enum status library_open_emulator(struct hip_library *library, struct error *err)
{
    char path[ORIGIN_PATH_BYTES];
    struct error missing;
    if (origin_library("libsmfhip.so", path, &missing) != STATUS_OK)
        return error_set(err, STATUS_DEVICE, "%s", missing.text);
    void *handle = open_library(path);
    if (!handle)
        return error_set(err, STATUS_DEVICE, "cannot load the emulator: %s", dlerror());
    return bind(handle, path, library, err);
}

/* A library that is not there is no news; one that is there and does not load is. */
static void remember(char *reason, size_t size)
{
    const char *text = dlerror();
    if (text && !reason[0] && !strstr(text, "No such file"))
        snprintf(reason, size, "%s", text);
}

static void *search(const char *directory, char *name, size_t name_bytes, char *reason,
                    size_t reason_bytes)
{
    static const char *const sonames[] = {"libamdhip64.so.7", "libamdhip64.so.6",
                                          "libamdhip64.so.5", "libamdhip64.so"};
    for (size_t n = 0; n < sizeof sonames / sizeof sonames[0]; n++) {
        snprintf(name, name_bytes, "%s%s%s", directory, directory[0] ? "/" : "", sonames[n]);
        void *handle = open_library(name);
        if (handle)
            return handle;
        remember(reason, reason_bytes);
    }
    return NULL;
}

enum status library_open_hip(struct hip_library *library, struct error *err)
{
    const char *chosen = getenv("SMFVIZ_HIP");
    if (chosen && chosen[0]) {
        void *handle = open_library(chosen);
        if (!handle)
            return error_set(err, STATUS_DEVICE, "cannot load $SMFVIZ_HIP: %s", dlerror());
        return bind(handle, chosen, library, err);
    }

    char rocm[ORIGIN_PATH_BYTES] = "";
    const char *rocm_path = getenv("ROCM_PATH");
    if (rocm_path && rocm_path[0])
        snprintf(rocm, sizeof rocm, "%s/lib", rocm_path);
    const char *const directories[] = {"", rocm[0] ? rocm : "/opt/rocm/lib", "/opt/rocm/lib"};

    char name[ORIGIN_PATH_BYTES + 32], reason[512] = "";
    for (size_t n = 0; n < sizeof directories / sizeof directories[0]; n++) {
        void *handle = search(directories[n], name, sizeof name, reason, sizeof reason);
        if (handle)
            return bind(handle, name, library, err);
    }
    if (reason[0])
        return error_set(err, STATUS_DEVICE, "cannot load a HIP library: %s", reason);
    return error_set(err, STATUS_DEVICE,
                     "no HIP library: libamdhip64.so{.7,.6,.5,} is neither known to the dynamic "
                     "linker nor in $ROCM_PATH/lib or /opt/rocm/lib ($SMFVIZ_HIP can name one)");
}

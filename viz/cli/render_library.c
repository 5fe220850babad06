#include "cli/render_library.h"

#include <dlfcn.h>

#include "base/origin.h"

enum status render_library_open(const struct render_api **api, struct error *err)
{
    char path[ORIGIN_PATH_BYTES];
    enum status status = origin_library("libsmfviz-render.so", path, err);
    if (status != STATUS_OK)
        return status;
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle)
        return error_set(err, STATUS_FILE, "cannot load the render library: %s", dlerror());
    const struct render_api *found = dlsym(handle, "render_api");
    if (!found)
        return error_set(err, STATUS_FILE, "%s has no render_api", path);
    *api = found;
    return STATUS_OK;
}

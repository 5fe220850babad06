/* Modules, functions and launches. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/file.h"
#include "emu/front.h"

struct module;

/* hipFunction_t: a kernel and its module. */
struct function {
    struct module *module;
    const struct emu_kernel *kernel;
};

struct module {
    struct module *next;
    struct emu_codeobj *object;
    struct function *function; /* [object->n_kernels] */
};
static struct module *modules; /* under the lock */

static struct module *find_module(const void *wanted)
{
    for (struct module *m = modules; m; m = m->next) {
        if (m == wanted)
            return m;
    }
    return NULL;
}

static const struct function *find_function(const void *wanted)
{
    for (const struct module *m = modules; m; m = m->next) {
        for (size_t n = 0; n < m->object->n_kernels; n++) {
            if (&m->function[n] == wanted)
                return &m->function[n];
        }
    }
    return NULL;
}

static void free_module(struct module *module)
{
    emu_codeobj_free(module->object);
    free(module->function);
    free(module);
}

void front_free_modules(void)
{
    while (modules) {
        struct module *gone = modules;
        modules = gone->next;
        free_module(gone);
    }
}

/* Loading. */

static int load_bytes(void **out, const uint8_t *bytes, size_t size)
{
    struct error err;
    const uint8_t *object_bytes;
    size_t object_size;
    struct emu_codeobj *object = NULL;
    enum status status = emu_image_select(bytes, size, &object_bytes, &object_size, &err);
    if (status == STATUS_OK)
        status = emu_codeobj_load(object_bytes, object_size, &object, &err);
    if (status != STATUS_OK)
        return front_refuse(&err);
    struct module *module = calloc(1, sizeof *module);
    struct function *function = calloc(object->n_kernels + 1, sizeof *function);
    if (!module || !function) {
        emu_codeobj_free(object);
        free(module);
        free(function);
        return HIP_ERROR_OUT_OF_MEMORY;
    }
    for (size_t n = 0; n < object->n_kernels; n++)
        function[n] = (struct function){module, &object->kernel[n]};
    *module = (struct module){modules, object, function};
    modules = module;
    *out = module;
    return HIP_SUCCESS;
}

static int load_file(void **out, const char *path)
{
    enum { MAX_BYTES = 1 << 30 };
    if (front_broken())
        return front_broken();
    if (!out || !path)
        return HIP_ERROR_INVALID_VALUE;
    struct buffer file = {0};
    struct error err;
    int error = HIP_ERROR_FILE_NOT_FOUND;
    if (file_read(path, MAX_BYTES, &file, &err) == STATUS_OK)
        error = load_bytes(out, (const uint8_t *)file.data, file.size);
    else
        front_refuse(&err);
    buffer_free(&file);
    return error;
}

static int load_image(void **out, const void *image)
{
    if (front_broken())
        return front_broken();
    if (!out || !image)
        return HIP_ERROR_INVALID_VALUE;
    uint8_t *bytes;
    size_t size;
    struct error err;
    if (emu_image_copy(image, &bytes, &size, &err) != STATUS_OK)
        return front_refuse(&err);
    int error = load_bytes(out, bytes, size);
    free(bytes);
    return error;
}

FRONT_EXPORT int hipModuleLoad(void **module, const char *path)
{
    front_enter();
    return front_leave(load_file(module, path));
}

FRONT_EXPORT int hipModuleLoadData(void **module, const void *image)
{
    front_enter();
    return front_leave(load_image(module, image));
}

/* The options are for a just-in-time compiler, which code objects do not need; HIP ignores them. */
FRONT_EXPORT int hipModuleLoadDataEx(void **module, const void *image, unsigned n_options,
                                     int *options, void **option_values)
{
    (void)n_options, (void)options, (void)option_values;
    return hipModuleLoadData(module, image);
}

FRONT_EXPORT int hipModuleUnload(void *module)
{
    front_enter();
    int error = front_synchronize();
    for (struct module **at = &modules; !error && *at; at = &(*at)->next) {
        if (*at == module) {
            struct module *gone = *at;
            *at = gone->next;
            free_module(gone);
            return front_leave(HIP_SUCCESS);
        }
    }
    return front_leave(error ? error : HIP_ERROR_INVALID_HANDLE);
}

static int get_function(void **out, void *wanted, const char *name)
{
    if (!out || !name)
        return HIP_ERROR_INVALID_VALUE;
    struct module *module = find_module(wanted);
    if (!module)
        return HIP_ERROR_INVALID_HANDLE;
    const struct emu_kernel *kernel = emu_codeobj_kernel(module->object, name);
    if (!kernel)
        return HIP_ERROR_NOT_FOUND;
    *out = &module->function[kernel - module->object->kernel];
    return HIP_SUCCESS;
}

FRONT_EXPORT int hipModuleGetFunction(void **function, void *module, const char *name)
{
    front_enter();
    return front_leave(front_broken() ? front_broken() : get_function(function, module, name));
}

static int get_global(void **pointer, size_t *size, void *wanted, const char *name)
{
    if (!name || (!pointer && !size))
        return HIP_ERROR_INVALID_VALUE;
    const struct module *module = find_module(wanted);
    if (!module)
        return HIP_ERROR_INVALID_HANDLE;
    const struct emu_variable *variable = emu_codeobj_variable(module->object, name);
    if (!variable)
        return HIP_ERROR_NOT_FOUND;
    if (pointer)
        *pointer = (void *)(uintptr_t)variable->addr;
    if (size)
        *size = variable->bytes;
    return HIP_SUCCESS;
}

FRONT_EXPORT int hipModuleGetGlobal(void **pointer, size_t *size, void *module, const char *name)
{
    front_enter();
    return front_leave(front_broken() ? front_broken() : get_global(pointer, size, module, name));
}

/* hip_runtime_api.h, enum hipFunction_attribute. */
static int get_attribute(int *value, int attribute, const void *wanted)
{
    enum { MAX_LANES, SHARED_BYTES, CONST_BYTES, LOCAL_BYTES, REGISTERS };
    const struct function *function = find_function(wanted);
    if (!value)
        return HIP_ERROR_INVALID_VALUE;
    if (!function)
        return HIP_ERROR_INVALID_HANDLE;
    const struct emu_kernel *kernel = function->kernel;
    switch (attribute) {
    case MAX_LANES:
        *value = (int)kernel->max_workgroup_lanes;
        return HIP_SUCCESS;
    case SHARED_BYTES:
        *value = (int)kernel->lds_bytes;
        return HIP_SUCCESS;
    case CONST_BYTES:
        *value = 0; /* constants are ordinary memory */
        return HIP_SUCCESS;
    case LOCAL_BYTES:
        *value = (int)kernel->scratch_bytes;
        return HIP_SUCCESS;
    case REGISTERS:
        *value = (int)(bits_get(kernel->rsrc1, 0, 6) + 1) * 8;
        return HIP_SUCCESS;
    default:
        return HIP_ERROR_NOT_SUPPORTED;
    }
}

FRONT_EXPORT int hipFuncGetAttribute(int *value, int attribute, void *function)
{
    front_enter();
    return front_leave(get_attribute(value, attribute, function));
}

/* Launching. */

/* Arguments from an array of pointers, one for each. */
static int take_parameters(const struct emu_kernel *kernel, void **parameters, uint8_t *arguments)
{
    uint32_t taken = 0;
    for (uint32_t n = 0; n < kernel->n_args; n++) {
        const struct emu_arg *arg = &kernel->arg[n];
        if (arg->kind != EMU_ARG_BYTES)
            continue;
        const void *from = parameters[taken++];
        if (!from)
            return HIP_ERROR_INVALID_VALUE;
        memcpy(arguments + arg->offset, from, arg->bytes);
    }
    return HIP_SUCCESS;
}

/* Says what is wrong with a launch, whose HIP error is `code`. */
static int refuse_launch(const struct emu_kernel *kernel, int code, const char *what)
{
    struct error err;
    error_set(&err, STATUS_USAGE, "emu: kernel %.200s: %s", kernel->name, what);
    front_refuse(&err);
    return code;
}

/* Arguments from one buffer that is laid out as the kernarg segment: `extra` is {pointer sentinel,
 * buffer, size sentinel, &size, end sentinel}. */
static int take_buffer(const struct emu_kernel *kernel, void **extra, uint8_t *arguments)
{
    const void *buffer = NULL;
    const size_t *size = NULL;
    size_t at = 0;
    while (at < 4 && extra[at] != HIP_LAUNCH_PARAM_END_VALUE) {
        if (extra[at] == HIP_LAUNCH_PARAM_BUFFER_POINTER_VALUE)
            buffer = extra[at + 1];
        else if (extra[at] == HIP_LAUNCH_PARAM_BUFFER_SIZE_VALUE)
            size = extra[at + 1];
        else
            return refuse_launch(kernel, HIP_ERROR_INVALID_VALUE, "`extra` has an unknown word");
        at += 2;
    }
    uint32_t need = 0;
    for (uint32_t n = 0; n < kernel->n_args; n++) {
        const struct emu_arg *arg = &kernel->arg[n];
        if (arg->kind == EMU_ARG_BYTES && arg->offset + arg->bytes > need)
            need = arg->offset + arg->bytes;
    }
    if (extra[at] != HIP_LAUNCH_PARAM_END_VALUE || !size || (need && !buffer))
        return refuse_launch(kernel, HIP_ERROR_INVALID_VALUE,
                             "`extra` needs a buffer, its size and the end mark");
    if (*size < need) {
        struct error err;
        error_set(&err, STATUS_USAGE,
                  "emu: kernel %.200s: %zu bytes of arguments given, %u are needed", kernel->name,
                  *size, need);
        return front_refuse(&err);
    }
    if (need)
        memcpy(arguments, buffer, need);
    return HIP_SUCCESS;
}

static int run(const struct function *function, struct emu_dispatch *dispatch)
{
    if (front_dead())
        return HIP_SUCCESS; /* a queue that faulted takes packets and does nothing */
    dispatch->program = &function->module->object->program;
    dispatch->kernel = function->kernel;
    struct error err;
    enum emu_fault_kind kind = EMU_FAULT_OTHER;
    front.options.budget = front.budget ? front.budget : EMU_DEFAULT_BUDGET;
    enum status status = emu_launch_run(dispatch, &front.options, &front.counters, &kind, &err);
    if (status == STATUS_DEVICE)
        front_fault(kind, &err);
    else if (status != STATUS_OK)
        return front_refuse(&err);
    return HIP_SUCCESS;
}

/* The errors are those of ROCm 6.3's runtime (clr, hip_module.cpp); the limits are those that
 * hipDeviceGetAttribute tells. */
static int check_sizes(const struct emu_dispatch *dispatch)
{
    uint64_t lanes = 1;
    for (unsigned d = 0; d < 3; d++) {
        if (!dispatch->grid[d])
            return HIP_ERROR_INVALID_VALUE;
    }
    for (unsigned d = 0; d < 3; d++) {
        uint32_t blocks = dispatch->grid[d], block = dispatch->block[d];
        uint32_t max_blocks = d == 0 ? INT32_MAX : UINT16_MAX;
        if (!block || blocks > max_blocks || (uint64_t)blocks * block > UINT32_MAX)
            return HIP_ERROR_INVALID_CONFIGURATION;
        if (block > EMU_MAX_WORKGROUP_LANES)
            return HIP_ERROR_INVALID_VALUE;
        lanes *= block;
    }
    return lanes > EMU_MAX_WORKGROUP_LANES ? HIP_ERROR_INVALID_VALUE : HIP_SUCCESS;
}

static int refuse_sizes(const struct emu_kernel *kernel, const struct emu_dispatch *d, int code)
{
    char what[256];
    snprintf(
        what, sizeof what,
        "a grid of %u x %u x %u workgroups of %u x %u x %u lanes cannot be launched (lanes of a "
        "workgroup: 1..%d)",
        d->grid[0], d->grid[1], d->grid[2], d->block[0], d->block[1], d->block[2],
        EMU_MAX_WORKGROUP_LANES);
    return refuse_launch(kernel, code, what);
}

static int launch(void *wanted, struct emu_dispatch *dispatch, void *stream, void **parameters,
                  void **extra)
{
    if (front_broken())
        return front_broken();
    const struct function *function = find_function(wanted);
    if (!function || !front_is_stream(stream))
        return HIP_ERROR_INVALID_HANDLE;
    const struct emu_kernel *kernel = function->kernel;
    int error = check_sizes(dispatch);
    if (error)
        return refuse_sizes(kernel, dispatch, error);
    if ((parameters && extra) || (kernel->n_explicit_args && !parameters && !extra))
        return refuse_launch(kernel, HIP_ERROR_INVALID_VALUE,
                             "arguments come either as kernelParams or as extra");
    uint8_t *arguments = calloc(1, (size_t)kernel->kernarg_bytes + 1);
    if (!arguments)
        return HIP_ERROR_OUT_OF_MEMORY;
    if (parameters)
        error = take_parameters(kernel, parameters, arguments);
    else if (extra)
        error = take_buffer(kernel, extra, arguments);
    dispatch->arguments = arguments;
    if (!error)
        error = run(function, dispatch);
    free(arguments);
    return error;
}

FRONT_EXPORT int hipModuleLaunchKernel(void *function, unsigned grid_x, unsigned grid_y,
                                       unsigned grid_z, unsigned block_x, unsigned block_y,
                                       unsigned block_z, unsigned shared_bytes, void *stream,
                                       void **parameters, void **extra)
{
    front_enter();
    struct emu_dispatch dispatch = {.grid = {grid_x, grid_y, grid_z},
                                    .block = {block_x, block_y, block_z},
                                    .dynamic_lds_bytes = shared_bytes};
    return front_leave(launch(function, &dispatch, stream, parameters, extra));
}

/* The NT_AMDGPU_METADATA note: msgpack, read with msgpack-c (LLVM AMDGPUUsage, "Code Object V3
 * Metadata" to "V5 Metadata"). */
#include "emu/codeobj.h"

#include <inttypes.h>
#include <msgpack.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_DEPTH = 16,
    MAX_KERNARG_BYTES = 65536,
    MAX_SCRATCH_BYTES = 1 << 20, /* a lane */
};

/* Is it bounded?. */

struct walk {
    const uint8_t *bytes;
    size_t at, size;
};

static bool take(struct walk *walk, unsigned width, uint64_t *value)
{
    if (width > walk->size - walk->at)
        return false;
    *value = 0;
    for (unsigned n = 0; n < width; n++)
        *value = *value << 8 | walk->bytes[walk->at + n];
    walk->at += width;
    return true;
}

/* What follows a format byte (msgpack specification, "Formats"): a number of bytes, some of which
 * are the length of the rest, and of elements. */
struct format {
    uint8_t first, last;
    uint8_t length_bytes, fixed_bytes, mask, elements; /* elements: 1 array, 2 map */
};
static const struct format formats[] = {
    {0x00, 0x7f, 0, 0, 0, 0},    {0x80, 0x8f, 0, 0, 0x0f, 2}, {0x90, 0x9f, 0, 0, 0x0f, 1},
    {0xa0, 0xbf, 0, 0, 0x1f, 0}, {0xc0, 0xc0, 0, 0, 0, 0},    {0xc2, 0xc3, 0, 0, 0, 0},
    {0xc4, 0xc4, 1, 0, 0, 0},    {0xc5, 0xc5, 2, 0, 0, 0},    {0xc6, 0xc6, 4, 0, 0, 0},
    {0xca, 0xca, 0, 4, 0, 0},    {0xcb, 0xcb, 0, 8, 0, 0},    {0xcc, 0xcc, 0, 1, 0, 0},
    {0xcd, 0xcd, 0, 2, 0, 0},    {0xce, 0xce, 0, 4, 0, 0},    {0xcf, 0xcf, 0, 8, 0, 0},
    {0xd0, 0xd0, 0, 1, 0, 0},    {0xd1, 0xd1, 0, 2, 0, 0},    {0xd2, 0xd2, 0, 4, 0, 0},
    {0xd3, 0xd3, 0, 8, 0, 0},    {0xd9, 0xd9, 1, 0, 0, 0},    {0xda, 0xda, 2, 0, 0, 0},
    {0xdb, 0xdb, 4, 0, 0, 0},    {0xdc, 0xdc, 2, 0, 0, 1},    {0xdd, 0xdd, 4, 0, 0, 1},
    {0xde, 0xde, 2, 0, 0, 2},    {0xdf, 0xdf, 4, 0, 0, 2},    {0xe0, 0xff, 0, 0, 0, 0},
};

/* Steps over one object. msgpack-c allocates what an array claims before it has seen the elements,
 * so five bytes could ask for 100 GB: nothing is unpacked before this has found every element. */
static bool step(struct walk *walk, unsigned depth)
{
    uint64_t byte, length;
    if (depth > MAX_DEPTH || !take(walk, 1, &byte))
        return false;
    const struct format *format = NULL;
    for (size_t n = 0; n < sizeof formats / sizeof *formats && !format; n++) {
        if (byte >= formats[n].first && byte <= formats[n].last)
            format = &formats[n];
    }
    if (!format)
        return false; /* extension types and 0xc1: not in metadata */
    if (format->length_bytes) {
        if (!take(walk, format->length_bytes, &length))
            return false;
    } else {
        length = format->fixed_bytes + (byte & format->mask);
    }
    if (!format->elements) {
        if (length > walk->size - walk->at)
            return false;
        walk->at += length;
        return true;
    }
    for (uint64_t n = 0; n < length * format->elements; n++) {
        if (!step(walk, depth + 1))
            return false;
    }
    return true;
}

/* Fields. */

static bool is_text(const msgpack_object *object, const char *text)
{
    size_t n = strlen(text);
    return object->type == MSGPACK_OBJECT_STR && object->via.str.size == n &&
           !memcmp(object->via.str.ptr, text, n);
}

static const msgpack_object *field(const msgpack_object *map, const char *key)
{
    if (map->type != MSGPACK_OBJECT_MAP)
        return NULL;
    for (uint32_t n = 0; n < map->via.map.size; n++) {
        if (is_text(&map->via.map.ptr[n].key, key))
            return &map->via.map.ptr[n].val;
    }
    return NULL;
}

static enum status get_u32(const msgpack_object *map, const char *key, uint32_t max, uint32_t *out,
                           struct error *err)
{
    const msgpack_object *object = field(map, key);
    if (!object || object->type != MSGPACK_OBJECT_POSITIVE_INTEGER)
        return error_set(err, STATUS_FILE, "metadata: %s: %s", key,
                         object ? "not a whole number" : "missing");
    if (object->via.u64 > max)
        return error_set(err, STATUS_FILE, "metadata: %s: %" PRIu64 ": more than %u", key,
                         object->via.u64, max);
    *out = (uint32_t)object->via.u64;
    return STATUS_OK;
}

static enum status get_text(const msgpack_object *map, const char *key, char **out,
                            struct error *err)
{
    const msgpack_object *object = field(map, key);
    if (!object || object->type != MSGPACK_OBJECT_STR)
        return error_set(err, STATUS_FILE, "metadata: %s: %s", key,
                         object ? "not a text" : "missing");
    if (memchr(object->via.str.ptr, 0, object->via.str.size))
        return error_set(err, STATUS_FILE, "metadata: %s: holds a NUL", key);
    *out = strndup(object->via.str.ptr, object->via.str.size);
    return *out ? STATUS_OK : error_set(err, STATUS_NO_MEMORY, "out of memory");
}

static enum status get_array(const msgpack_object *map, const char *key, msgpack_object_array *out,
                             struct error *err)
{
    const msgpack_object *object = field(map, key);
    if (!object || object->type != MSGPACK_OBJECT_ARRAY)
        return error_set(err, STATUS_FILE, "metadata: %s: %s", key,
                         object ? "not an array" : "missing");
    *out = object->via.array;
    return STATUS_OK;
}

/* Arguments. */

/* LLVM AMDGPUUsage, "Code Object V5 Kernel Argument Metadata Map": kinds and their sizes. Zero is
 * what ROCm's runtime passes too where a kernel's program makes no use of the feature: printf and
 * assert through the host (hostcall), device-side malloc (heap), device-side enqueue, multi-grid
 * groups. A kernel that does use it reads address 0, which is a fault with that address. */
static const struct {
    const char *name;
    enum emu_arg_kind kind;
    uint32_t bytes; /* 0: any */
} arg_kinds[] = {
    {"by_value", EMU_ARG_BYTES, 0},
    {"global_buffer", EMU_ARG_BYTES, 8},
    {"hidden_none", EMU_ARG_ZERO, 0},
    {"hidden_global_offset_x", EMU_ARG_ZERO, 8},
    {"hidden_global_offset_y", EMU_ARG_ZERO, 8},
    {"hidden_global_offset_z", EMU_ARG_ZERO, 8},
    {"hidden_hostcall_buffer", EMU_ARG_ZERO, 8},
    {"hidden_printf_buffer", EMU_ARG_ZERO, 8},
    {"hidden_default_queue", EMU_ARG_ZERO, 8},
    {"hidden_completion_action", EMU_ARG_ZERO, 8},
    {"hidden_multigrid_sync_arg", EMU_ARG_ZERO, 8},
    {"hidden_heap_v1", EMU_ARG_ZERO, 8},
    {"hidden_block_count_x", EMU_ARG_BLOCK_COUNT_X, 4},
    {"hidden_block_count_y", EMU_ARG_BLOCK_COUNT_Y, 4},
    {"hidden_block_count_z", EMU_ARG_BLOCK_COUNT_Z, 4},
    {"hidden_group_size_x", EMU_ARG_GROUP_SIZE_X, 2},
    {"hidden_group_size_y", EMU_ARG_GROUP_SIZE_Y, 2},
    {"hidden_group_size_z", EMU_ARG_GROUP_SIZE_Z, 2},
    {"hidden_remainder_x", EMU_ARG_REMAINDER_X, 2},
    {"hidden_remainder_y", EMU_ARG_REMAINDER_Y, 2},
    {"hidden_remainder_z", EMU_ARG_REMAINDER_Z, 2},
    {"hidden_grid_dims", EMU_ARG_GRID_DIMS, 2},
    {"hidden_dynamic_lds_size", EMU_ARG_DYNAMIC_LDS_SIZE, 4},
    {"hidden_private_base", EMU_ARG_PRIVATE_BASE, 4},
    {"hidden_shared_base", EMU_ARG_SHARED_BASE, 4},
    {"hidden_queue_ptr", EMU_ARG_QUEUE_PTR, 8},
};

static enum status read_arg(const msgpack_object *map, struct emu_kernel *kernel,
                            struct emu_arg *arg, struct error *err)
{
    char *kind = NULL;
    enum status status = get_u32(map, ".offset", MAX_KERNARG_BYTES, &arg->offset, err);
    if (status == STATUS_OK)
        status = get_u32(map, ".size", MAX_KERNARG_BYTES, &arg->bytes, err);
    if (status == STATUS_OK)
        status = get_text(map, ".value_kind", &kind, err);
    if (status != STATUS_OK)
        return status;
    arg->kind = EMU_ARG_UNKNOWN;
    uint32_t bytes = 0;
    for (size_t n = 0; n < sizeof arg_kinds / sizeof *arg_kinds; n++) {
        if (!strcmp(kind, arg_kinds[n].name)) {
            arg->kind = arg_kinds[n].kind;
            bytes = arg_kinds[n].bytes;
        }
    }
    size_t length = strlen(kind);
    size_t kept = length < sizeof arg->kind_name ? length : sizeof arg->kind_name - 1;
    memcpy(arg->kind_name, kind, kept);
    free(kind);
    if (bytes && arg->bytes != bytes)
        return error_set(err, STATUS_FILE, "metadata: argument %s of %u bytes: must be %u",
                         arg->kind_name, arg->bytes, bytes);
    if (arg->offset > kernel->kernarg_bytes || arg->bytes > kernel->kernarg_bytes - arg->offset)
        return error_set(err, STATUS_FILE,
                         "metadata: argument of %u bytes at %u of a segment of %u", arg->bytes,
                         arg->offset, kernel->kernarg_bytes);
    if (arg->kind == EMU_ARG_BYTES)
        kernel->n_explicit_args++;
    return STATUS_OK;
}

static enum status read_args(const msgpack_object *map, struct emu_kernel *kernel,
                             struct error *err)
{
    if (!field(map, ".args")) /* a kernel without arguments may omit it */
        return STATUS_OK;
    msgpack_object_array args = {0};
    enum status status = get_array(map, ".args", &args, err);
    if (status != STATUS_OK || !args.size)
        return status;
    kernel->arg = calloc(args.size, sizeof *kernel->arg);
    if (!kernel->arg)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    for (; status == STATUS_OK && kernel->n_args < args.size; kernel->n_args++)
        status = read_arg(&args.ptr[kernel->n_args], kernel, &kernel->arg[kernel->n_args], err);
    return status;
}

/* Kernels. */

static enum status read_kernel(const msgpack_object *map, struct emu_kernel *kernel, char **symbol,
                               struct error *err)
{
    uint32_t wave_lanes = 0;
    enum status status = get_text(map, ".name", &kernel->name, err);
    if (status == STATUS_OK)
        status = get_text(map, ".symbol", symbol, err);
    if (status == STATUS_OK)
        status =
            get_u32(map, ".kernarg_segment_size", MAX_KERNARG_BYTES, &kernel->kernarg_bytes, err);
    if (status == STATUS_OK)
        status =
            get_u32(map, ".group_segment_fixed_size", EMU_MAX_LDS_BYTES, &kernel->lds_bytes, err);
    if (status == STATUS_OK)
        status = get_u32(map, ".private_segment_fixed_size", MAX_SCRATCH_BYTES,
                         &kernel->scratch_bytes, err);
    if (status == STATUS_OK)
        status = get_u32(map, ".max_flat_workgroup_size", EMU_MAX_WORKGROUP_LANES,
                         &kernel->max_workgroup_lanes, err);
    if (status == STATUS_OK)
        status = get_u32(map, ".wavefront_size", EMU_LANES, &wave_lanes, err);
    if (status == STATUS_OK && wave_lanes != EMU_LANES)
        status = error_set(err, STATUS_FILE, "metadata: .wavefront_size: %u", wave_lanes);
    const msgpack_object *dynamic = field(map, ".uses_dynamic_stack");
    kernel->dynamic_stack =
        dynamic && dynamic->type == MSGPACK_OBJECT_BOOLEAN && dynamic->via.boolean;
    if (status == STATUS_OK)
        status = read_args(map, kernel, err);
    if (status != STATUS_OK && kernel->name)
        error_prefix(err, "kernel %.200s", kernel->name);
    return status;
}

static enum status read_root(const msgpack_object *root, struct emu_kernel_list *out,
                             struct error *err)
{
    msgpack_object_array version = {0}, kernels = {0};
    enum status status = get_array(root, "amdhsa.version", &version, err);
    if (status != STATUS_OK)
        return status;
    if (version.size != 2 || version.ptr[0].type != MSGPACK_OBJECT_POSITIVE_INTEGER ||
        version.ptr[0].via.u64 != 1)
        return error_set(err, STATUS_UNSUPPORTED, "metadata: amdhsa.version is not 1.x");
    if (!field(root, "amdhsa.kernels"))
        return STATUS_OK;
    status = get_array(root, "amdhsa.kernels", &kernels, err);
    if (status != STATUS_OK || !kernels.size)
        return status;
    out->kernel = calloc(kernels.size, sizeof *out->kernel);
    out->symbol = calloc(kernels.size, sizeof *out->symbol);
    if (!out->kernel || !out->symbol)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    while (status == STATUS_OK && out->n_kernels < kernels.size) {
        size_t n = out->n_kernels++;
        status = read_kernel(&kernels.ptr[n], &out->kernel[n], &out->symbol[n], err);
    }
    return status;
}

enum status emu_metadata_read(const void *bytes, size_t size, struct emu_kernel_list *out,
                              struct error *err)
{
    *out = (struct emu_kernel_list){0};
    struct walk walk = {bytes, 0, size};
    if (!step(&walk, 0))
        return error_set(err, STATUS_FILE,
                         "metadata: not whole msgpack: stopped at byte %zu of %zu", walk.at, size);
    msgpack_unpacked unpacked;
    msgpack_unpacked_init(&unpacked);
    size_t at = 0;
    msgpack_unpack_return result = msgpack_unpack_next(&unpacked, bytes, walk.at, &at);
    enum status status =
        result == MSGPACK_UNPACK_SUCCESS || result == MSGPACK_UNPACK_EXTRA_BYTES
            ? read_root(&unpacked.data, out, err)
            : error_set(err, STATUS_FILE, "metadata: msgpack-c: error %d at byte %zu of %zu",
                        (int)result, at, size);
    msgpack_unpacked_destroy(&unpacked);
    if (status != STATUS_OK)
        emu_kernels_free(out);
    return status;
}

void emu_kernels_free(struct emu_kernel_list *list)
{
    for (size_t n = 0; n < list->n_kernels; n++) {
        if (list->kernel) {
            free(list->kernel[n].name);
            free(list->kernel[n].arg);
        }
        if (list->symbol)
            free(list->symbol[n]);
    }
    free(list->kernel);
    free(list->symbol);
    *list = (struct emu_kernel_list){0};
}

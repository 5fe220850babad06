/* Code objects: from bytes that nobody vouches for to a program, its kernels and variables.
 *
 * Knows: ELF as lld writes it for gfx942 (LLVM AMDGPUUsage, "ELF Code Object"), kernel descriptors
 * ("Kernel Descriptor"), the metadata note ("Code Object V4/V5 Metadata"), offload bundles (Clang,
 * "Clang Offload Bundler").
 * Refuses to trust any of it: every offset, count and string is checked against the bytes that are
 * there before it is used.
 */
#ifndef EMU_CODEOBJ_H
#define EMU_CODEOBJ_H

#include "emu/emu.h"

/* What a kernel argument is filled with. The hidden ones come from the launch, EMU_ARG_BYTES from
 * the caller. The order is that of the names in metadata.c. */
enum emu_arg_kind {
    EMU_ARG_BYTES,
    EMU_ARG_ZERO, /* hidden, and 0 where the feature is not used */
    EMU_ARG_BLOCK_COUNT_X,
    EMU_ARG_BLOCK_COUNT_Y,
    EMU_ARG_BLOCK_COUNT_Z,
    EMU_ARG_GROUP_SIZE_X,
    EMU_ARG_GROUP_SIZE_Y,
    EMU_ARG_GROUP_SIZE_Z,
    EMU_ARG_REMAINDER_X,
    EMU_ARG_REMAINDER_Y,
    EMU_ARG_REMAINDER_Z,
    EMU_ARG_GRID_DIMS,
    EMU_ARG_DYNAMIC_LDS_SIZE,
    EMU_ARG_PRIVATE_BASE,
    EMU_ARG_SHARED_BASE,
    EMU_ARG_QUEUE_PTR,
    EMU_ARG_UNKNOWN, /* `kind_name` says what */
};

struct emu_arg {
    uint32_t offset, bytes; /* in the kernarg segment, inside kernarg_bytes */
    enum emu_arg_kind kind;
    char kind_name[32]; /* the metadata's .value_kind */
};

struct emu_kernel {
    char *name;
    uint64_t descriptor_addr;
    uint32_t entry; /* dword in the program where a wave starts */
    uint32_t lds_bytes, scratch_bytes, kernarg_bytes;
    uint32_t rsrc1, rsrc2, rsrc3;
    uint16_t properties, preload;
    uint32_t max_workgroup_lanes;
    bool dynamic_stack;
    struct emu_arg *arg;
    uint32_t n_args, n_explicit_args;
};

struct emu_variable {
    char *name;
    uint64_t addr, bytes;
};

struct emu_codeobj {
    struct emu_program program;
    struct emu_kernel *kernel;
    size_t n_kernels;
    struct emu_variable *variable;
    size_t n_variables;
    uint8_t *memory; /* the segments, at `memory + (their address - first_addr)` */
    size_t memory_bytes;
    uint64_t *segment; /* first addresses of the registered segments */
    size_t n_segments;
};

/* The loader: copies what it needs, `bytes` may go. STATUS_FILE for a corrupt object, with what,
 * where and the value; STATUS_DEVICE for one that is made for something else than gfx942 with
 * sramecc+ and xnack-; STATUS_UNSUPPORTED for what is not modelled, by name. */
enum status emu_codeobj_load(const void *bytes, size_t size, struct emu_codeobj **out,
                             struct error *err);
void emu_codeobj_free(struct emu_codeobj *object);

/* NULL if there is none. */
const struct emu_kernel *emu_codeobj_kernel(const struct emu_codeobj *object, const char *name);
const struct emu_variable *emu_codeobj_variable(const struct emu_codeobj *object, const char *name);

/* Kernels of a metadata note's msgpack: names, arguments and sizes, not yet their descriptors.
 * `symbol[n]` is the descriptor's symbol of kernel n. Both are freed by emu_kernels_free. */
struct emu_kernel_list {
    struct emu_kernel *kernel;
    char **symbol;
    size_t n_kernels;
};
enum status emu_metadata_read(const void *bytes, size_t size, struct emu_kernel_list *out,
                              struct error *err);
void emu_kernels_free(struct emu_kernel_list *list);

/* Images: what hipModuleLoadData is handed. */

/* Copies the image at `image`, whose size only the image itself tells, into `*bytes` (malloc).
 * Reads nothing that is not mapped. */
enum status emu_image_copy(const void *image, uint8_t **bytes, size_t *size, struct error *err);

/* The gfx942 code object inside `bytes`: they are one, or an uncompressed offload bundle with one.
 */
enum status emu_image_select(const uint8_t *bytes, size_t size, const uint8_t **object,
                             size_t *object_bytes, struct error *err);

#endif

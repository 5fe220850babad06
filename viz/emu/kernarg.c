/* What a kernel finds in memory when it starts: arguments, dispatch packet, queue. */
#include "emu/launch.h"

#include <inttypes.h>
#include <string.h>

#include "emu/memory.h"

enum {
    KERNARG_ALIGN = 64, /* the compiler may load up to 64 bytes at once */
    /* hsa.h (HSA runtime): hsa_kernel_dispatch_packet_t */
    PACKET_BYTES = 64,
    PACKET_SETUP = 2,
    PACKET_WORKGROUP = 4,
    PACKET_GRID = 12,
    PACKET_PRIVATE = 24,
    PACKET_GROUP = 28,
    PACKET_KERNEL = 32,
    PACKET_KERNARG = 40,
    /* amd_hsa_queue.h (HSA runtime): amd_queue_t. The apertures are all that compilers read. */
    QUEUE_BYTES = 256,
    QUEUE_GROUP_APERTURE = 64,
    QUEUE_PRIVATE_APERTURE = 68,
    HIP_DIMENSIONS = 3, /* HIP's grids have three, whatever they are used for */
};

uint32_t emu_launch_lds_bytes(const struct emu_dispatch *dispatch)
{
    uint32_t fixed = dispatch->kernel->lds_bytes;
    return dispatch->dynamic_lds_bytes > UINT32_MAX - fixed ? UINT32_MAX
                                                            : fixed + dispatch->dynamic_lds_bytes;
}

uint32_t emu_launch_scratch_bytes(const struct emu_kernel *kernel)
{
    /* Recursion and calls through pointers: the compiler does not know how deep. ROCm takes its
     * stack limit, 1 KiB unless told otherwise; here is more, since a stack that overflows on a
     * device does so silently. */
    enum { DYNAMIC_STACK_BYTES = 16384 };
    return kernel->scratch_bytes + (kernel->dynamic_stack ? DYNAMIC_STACK_BYTES : 0);
}

static void put_u16(uint8_t *at, uint32_t value)
{
    uint16_t narrow = (uint16_t)value;
    memcpy(at, &narrow, sizeof narrow);
}

static void put_u32(uint8_t *at, uint32_t value) { memcpy(at, &value, sizeof value); }

static void put_pointer(uint8_t *at, const void *pointer)
{
    uint64_t value = (uint64_t)(uintptr_t)pointer;
    memcpy(at, &value, sizeof value);
}

/* A hidden argument's value, as far as it is a number (LLVM AMDGPUUsage, "Code Object V5 Kernel
 * Argument Metadata Map"). */
static uint64_t hidden_value(const struct emu_dispatch *dispatch, const struct emu_kernarg *kernarg,
                             enum emu_arg_kind kind)
{
    switch (kind) {
    case EMU_ARG_BLOCK_COUNT_X:
    case EMU_ARG_BLOCK_COUNT_Y:
    case EMU_ARG_BLOCK_COUNT_Z:
        return dispatch->grid[kind - EMU_ARG_BLOCK_COUNT_X];
    case EMU_ARG_GROUP_SIZE_X:
    case EMU_ARG_GROUP_SIZE_Y:
    case EMU_ARG_GROUP_SIZE_Z:
        return dispatch->block[kind - EMU_ARG_GROUP_SIZE_X];
    case EMU_ARG_GRID_DIMS:
        return HIP_DIMENSIONS;
    case EMU_ARG_DYNAMIC_LDS_SIZE:
        return dispatch->dynamic_lds_bytes;
    case EMU_ARG_PRIVATE_BASE:
        return EMU_PRIVATE_BASE_HI;
    case EMU_ARG_SHARED_BASE:
        return EMU_SHARED_BASE_HI;
    case EMU_ARG_QUEUE_PTR:
        return (uint64_t)(uintptr_t)kernarg->queue;
    default:
        return 0; /* remainders: HIP's grids are whole workgroups */
    }
}

static enum status fill_hidden(const struct emu_dispatch *dispatch,
                               const struct emu_kernarg *kernarg, struct error *err)
{
    const struct emu_kernel *kernel = dispatch->kernel;
    for (uint32_t n = 0; n < kernel->n_args; n++) {
        const struct emu_arg *arg = &kernel->arg[n];
        if (arg->kind == EMU_ARG_UNKNOWN)
            return error_set(err, STATUS_UNSUPPORTED,
                             "emu: kernel %.200s: an argument of kind %s: not supported",
                             kernel->name, arg->kind_name);
        if (arg->kind == EMU_ARG_BYTES)
            continue;
        uint64_t value = hidden_value(dispatch, kernarg, arg->kind);
        uint8_t *at = kernarg->arguments + arg->offset;
        memset(at, 0, arg->bytes);
        memcpy(at, &value, arg->bytes < sizeof value ? arg->bytes : sizeof value);
    }
    return STATUS_OK;
}

static void fill_packet(const struct emu_dispatch *dispatch, const struct emu_kernarg *kernarg)
{
    uint8_t *packet = kernarg->packet;
    put_u16(packet, 2); /* HSA_PACKET_TYPE_KERNEL_DISPATCH */
    put_u16(packet + PACKET_SETUP, HIP_DIMENSIONS);
    for (size_t d = 0; d < 3; d++) {
        put_u16(packet + PACKET_WORKGROUP + 2 * d, dispatch->block[d]);
        put_u32(packet + PACKET_GRID + 4 * d, dispatch->grid[d] * dispatch->block[d]);
    }
    put_u32(packet + PACKET_PRIVATE, emu_launch_scratch_bytes(dispatch->kernel));
    put_u32(packet + PACKET_GROUP, emu_launch_lds_bytes(dispatch));
    put_pointer(packet + PACKET_KERNEL, (const void *)(uintptr_t)dispatch->kernel->descriptor_addr);
    put_pointer(packet + PACKET_KERNARG, kernarg->arguments);
}

enum status emu_kernarg_create(const struct emu_dispatch *dispatch, struct emu_kernarg *kernarg,
                               struct error *err)
{
    uint32_t bytes = dispatch->kernel->kernarg_bytes;
    size_t padded = ((size_t)bytes + KERNARG_ALIGN) / KERNARG_ALIGN * KERNARG_ALIGN;
    *kernarg = (struct emu_kernarg){
        .arguments = emu_memory_allocate(padded, EMU_MEMORY_LAUNCH),
        .packet = emu_memory_allocate(PACKET_BYTES, EMU_MEMORY_LAUNCH),
        .queue = emu_memory_allocate(QUEUE_BYTES, EMU_MEMORY_LAUNCH),
    };
    enum status status = STATUS_NO_MEMORY;
    if (!kernarg->arguments || !kernarg->packet || !kernarg->queue) {
        error_set(err, status, "emu: out of memory");
        goto fail;
    }
    if (bytes)
        memcpy(kernarg->arguments, dispatch->arguments, bytes);
    put_u32(kernarg->queue + QUEUE_GROUP_APERTURE, EMU_SHARED_BASE_HI);
    put_u32(kernarg->queue + QUEUE_PRIVATE_APERTURE, EMU_PRIVATE_BASE_HI);
    fill_packet(dispatch, kernarg);
    status = fill_hidden(dispatch, kernarg, err);
    if (status == STATUS_OK)
        return STATUS_OK;
fail:
    emu_kernarg_free(kernarg);
    return status;
}

void emu_kernarg_free(struct emu_kernarg *kernarg)
{
    emu_memory_free(kernarg->arguments, EMU_MEMORY_LAUNCH);
    emu_memory_free(kernarg->packet, EMU_MEMORY_LAUNCH);
    emu_memory_free(kernarg->queue, EMU_MEMORY_LAUNCH);
    *kernarg = (struct emu_kernarg){0};
}

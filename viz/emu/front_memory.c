/* Allocations, copies and fills. */
#include <string.h>

#include "emu/front.h"
#include "emu/memory.h"

static int allocate(void **pointer, size_t size, enum emu_memory_kind kind)
{
    if (front_broken())
        return front_broken();
    if (!pointer)
        return HIP_ERROR_INVALID_VALUE;
    if (!size) { /* HIP: success, and no memory */
        *pointer = NULL;
        return HIP_SUCCESS;
    }
    void *memory = emu_memory_allocate(size, kind);
    if (!memory)
        return HIP_ERROR_OUT_OF_MEMORY;
    *pointer = memory;
    return HIP_SUCCESS;
}

static int release(void *pointer, enum emu_memory_kind kind)
{
    int error = front_synchronize(); /* hipFree waits for the device */
    if (error || !pointer)
        return error;
    return emu_memory_free(pointer, kind) ? HIP_SUCCESS : HIP_ERROR_INVALID_VALUE;
}

FRONT_EXPORT int hipMalloc(void **pointer, size_t size)
{
    front_enter();
    return front_leave(allocate(pointer, size, EMU_MEMORY_DEVICE));
}

/* All memory is the host's, so managed memory is device memory. */
FRONT_EXPORT int hipMallocManaged(void **pointer, size_t size, unsigned flags)
{
    enum { ATTACH_GLOBAL = 1, ATTACH_HOST = 2 };
    front_enter();
    if (flags != ATTACH_GLOBAL && flags != ATTACH_HOST)
        return front_leave(HIP_ERROR_INVALID_VALUE);
    return front_leave(allocate(pointer, size, EMU_MEMORY_DEVICE));
}

/* The flags choose caching and mapping, which make no difference here. */
FRONT_EXPORT int hipHostMalloc(void **pointer, size_t size, unsigned flags)
{
    (void)flags;
    front_enter();
    return front_leave(allocate(pointer, size, EMU_MEMORY_HOST));
}

FRONT_EXPORT int hipHostAlloc(void **pointer, size_t size, unsigned flags)
{
    return hipHostMalloc(pointer, size, flags);
}

FRONT_EXPORT int hipMallocHost(void **pointer, size_t size)
{
    return hipHostMalloc(pointer, size, 0);
}

FRONT_EXPORT int hipFree(void *pointer)
{
    front_enter();
    return front_leave(release(pointer, EMU_MEMORY_DEVICE));
}

FRONT_EXPORT int hipHostFree(void *pointer)
{
    front_enter();
    return front_leave(release(pointer, EMU_MEMORY_HOST));
}

FRONT_EXPORT int hipFreeHost(void *pointer) { return hipHostFree(pointer); }

FRONT_EXPORT int hipHostGetDevicePointer(void **device, void *host, unsigned flags)
{
    front_enter();
    struct emu_range range;
    enum emu_memory_kind kind;
    if (!device || flags || !emu_memory_kind_of((uint64_t)(uintptr_t)host, &range, &kind) ||
        kind != EMU_MEMORY_HOST)
        return front_leave(HIP_ERROR_INVALID_VALUE);
    *device = host;
    return front_leave(HIP_SUCCESS);
}

FRONT_EXPORT int hipMemGetInfo(size_t *free_bytes, size_t *total_bytes)
{
    front_enter();
    if (free_bytes)
        *free_bytes = emu_memory_total() - emu_memory_used();
    if (total_bytes)
        *total_bytes = emu_memory_total();
    return front_leave(HIP_SUCCESS);
}

/* Copies and fills. */

/* Whether [pointer, pointer + size) may be one side of a copy. The device's side must be inside an
 * allocation; the other may be any host memory, but not run over the end of an allocation. */
static bool is_side(const void *pointer, size_t size, bool device)
{
    uint64_t addr = (uint64_t)(uintptr_t)pointer;
    struct emu_range range;
    enum emu_memory_kind kind;
    if (!emu_memory_kind_of(addr, &range, &kind))
        return !device;
    return size <= range.end - addr;
}

static int check_copy(void *to, const void *from, size_t size, int kind)
{
    if (kind < HIP_MEMCPY_HOST_TO_HOST || kind > HIP_MEMCPY_DEFAULT)
        return HIP_ERROR_INVALID_MEMCPY_DIRECTION;
    if (!to || !from)
        return HIP_ERROR_INVALID_VALUE;
    bool to_device = kind == HIP_MEMCPY_HOST_TO_DEVICE || kind == HIP_MEMCPY_DEVICE_TO_DEVICE;
    bool from_device = kind == HIP_MEMCPY_DEVICE_TO_HOST || kind == HIP_MEMCPY_DEVICE_TO_DEVICE;
    return is_side(to, size, to_device) && is_side(from, size, from_device)
               ? HIP_SUCCESS
               : HIP_ERROR_INVALID_VALUE;
}

/* `waits`: the call synchronises, so it reports a fault. Once there is one, nothing is copied. */
static int copy(void *to, const void *from, size_t size, int kind, void *stream, bool waits)
{
    int error = waits ? front_synchronize() : front_broken();
    if (error)
        return error;
    if (!front_is_stream(stream))
        return HIP_ERROR_INVALID_HANDLE;
    if (!size)
        return HIP_SUCCESS;
    if ((error = check_copy(to, from, size, kind)) != HIP_SUCCESS)
        return error;
    if (!front_dead())
        memmove(to, from, size);
    return HIP_SUCCESS;
}

FRONT_EXPORT int hipMemcpy(void *to, const void *from, size_t size, int kind)
{
    front_enter();
    return front_leave(copy(to, from, size, kind, NULL, true));
}

FRONT_EXPORT int hipMemcpyWithStream(void *to, const void *from, size_t size, int kind,
                                     void *stream)
{
    front_enter();
    return front_leave(copy(to, from, size, kind, stream, true));
}

FRONT_EXPORT int hipMemcpyAsync(void *to, const void *from, size_t size, int kind, void *stream)
{
    front_enter();
    return front_leave(copy(to, from, size, kind, stream, false));
}

FRONT_EXPORT int hipMemcpyHtoD(void *to, void *from, size_t size)
{
    return hipMemcpy(to, from, size, HIP_MEMCPY_HOST_TO_DEVICE);
}

FRONT_EXPORT int hipMemcpyDtoH(void *to, void *from, size_t size)
{
    return hipMemcpy(to, from, size, HIP_MEMCPY_DEVICE_TO_HOST);
}

FRONT_EXPORT int hipMemcpyDtoD(void *to, void *from, size_t size)
{
    return hipMemcpy(to, from, size, HIP_MEMCPY_DEVICE_TO_DEVICE);
}

FRONT_EXPORT int hipMemcpyHtoDAsync(void *to, void *from, size_t size, void *stream)
{
    return hipMemcpyAsync(to, from, size, HIP_MEMCPY_HOST_TO_DEVICE, stream);
}

FRONT_EXPORT int hipMemcpyDtoHAsync(void *to, void *from, size_t size, void *stream)
{
    return hipMemcpyAsync(to, from, size, HIP_MEMCPY_DEVICE_TO_HOST, stream);
}

FRONT_EXPORT int hipMemcpyDtoDAsync(void *to, void *from, size_t size, void *stream)
{
    return hipMemcpyAsync(to, from, size, HIP_MEMCPY_DEVICE_TO_DEVICE, stream);
}

/* n elements of `width` bytes, each the low bytes of value. */
static int fill(void *to, uint32_t value, size_t width, size_t n, void *stream, bool waits)
{
    int error = waits ? front_synchronize() : front_broken();
    if (error)
        return error;
    if (!front_is_stream(stream))
        return HIP_ERROR_INVALID_HANDLE;
    size_t bytes;
    if (!n)
        return HIP_SUCCESS;
    if (!size_mul(n, width, &bytes) || !to || !is_side(to, bytes, true))
        return HIP_ERROR_INVALID_VALUE;
    if (front_dead())
        return HIP_SUCCESS;
    if (width == 1) {
        memset(to, (int)(value & 0xff), n);
        return HIP_SUCCESS;
    }
    for (size_t at = 0; at < bytes; at += width)
        memcpy((char *)to + at, &value, width); /* little-endian: the low bytes come first */
    return HIP_SUCCESS;
}

#define FILL(name, type, width)                                                                    \
    FRONT_EXPORT int name(void *to, type value, size_t n)                                          \
    {                                                                                              \
        front_enter();                                                                             \
        return front_leave(fill(to, (uint32_t)value, width, n, NULL, true));                       \
    }                                                                                              \
    FRONT_EXPORT int name##Async(void *to, type value, size_t n, void *stream)                     \
    {                                                                                              \
        front_enter();                                                                             \
        return front_leave(fill(to, (uint32_t)value, width, n, stream, false));                    \
    }
FILL(hipMemset, int, 1)
FILL(hipMemsetD8, unsigned char, 1)
FILL(hipMemsetD16, unsigned short, 2)
FILL(hipMemsetD32, int, 4)

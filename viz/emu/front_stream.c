/* Streams and events. Everything has been done by the time a call returns, so a stream is only a
 * handle, and an event a time. */
#include <stdlib.h>
#include <time.h>

#include "emu/front.h"

/* hip_runtime_api.h: hipEventDisableTiming; every hipEvent* flag; hipStreamNonBlocking. */
static const unsigned event_disable_timing = 2, event_known_flags = 0xe0000007,
                      stream_known_flags = 1;

struct handle {
    struct handle *next;
    bool is_event, recorded;
    unsigned flags;
    struct timespec time;
};
static struct handle *handles; /* all streams and events; under the lock */

static struct handle *find(const void *wanted, bool is_event)
{
    for (struct handle *h = handles; h; h = h->next) {
        if (h == wanted && h->is_event == is_event)
            return h;
    }
    return NULL;
}

bool front_is_stream(const void *stream)
{
    /* NULL, hipStreamLegacy and hipStreamPerThread (hip_runtime_api.h). */
    return (uintptr_t)stream <= 2 || find(stream, false);
}

static int create(void **out, bool is_event, unsigned flags, unsigned known_flags)
{
    if (front_broken())
        return front_broken();
    if (!out || flags & ~known_flags)
        return HIP_ERROR_INVALID_VALUE;
    struct handle *handle = calloc(1, sizeof *handle);
    if (!handle)
        return HIP_ERROR_OUT_OF_MEMORY;
    *handle = (struct handle){.next = handles, .is_event = is_event, .flags = flags};
    handles = handle;
    *out = handle;
    return HIP_SUCCESS;
}

static int destroy(void *wanted, bool is_event)
{
    for (struct handle **at = &handles; *at; at = &(*at)->next) {
        if (*at == wanted && (*at)->is_event == is_event) {
            struct handle *gone = *at;
            *at = gone->next;
            free(gone);
            return HIP_SUCCESS;
        }
    }
    return HIP_ERROR_INVALID_HANDLE;
}

void front_free_streams(void)
{
    while (handles) {
        struct handle *gone = handles;
        handles = gone->next;
        free(gone);
    }
}

FRONT_EXPORT int hipStreamCreateWithFlags(void **stream, unsigned flags)
{
    front_enter();
    return front_leave(create(stream, false, flags, stream_known_flags));
}

FRONT_EXPORT int hipStreamCreate(void **stream) { return hipStreamCreateWithFlags(stream, 0); }

FRONT_EXPORT int hipStreamCreateWithPriority(void **stream, unsigned flags, int priority)
{
    (void)priority; /* streams never wait for each other here */
    return hipStreamCreateWithFlags(stream, flags);
}

FRONT_EXPORT int hipStreamDestroy(void *stream)
{
    front_enter();
    return front_leave(destroy(stream, false));
}

static int wait_stream(void *stream)
{
    return front_is_stream(stream) ? front_synchronize() : HIP_ERROR_INVALID_HANDLE;
}

FRONT_EXPORT int hipStreamSynchronize(void *stream)
{
    front_enter();
    return front_leave(wait_stream(stream));
}

FRONT_EXPORT int hipStreamQuery(void *stream)
{
    front_enter();
    return front_leave(wait_stream(stream));
}

FRONT_EXPORT int hipStreamWaitEvent(void *stream, void *event, unsigned flags)
{
    front_enter();
    if (!event || flags)
        return front_leave(HIP_ERROR_INVALID_VALUE);
    if (!front_is_stream(stream) || !find(event, true))
        return front_leave(HIP_ERROR_INVALID_HANDLE);
    return front_leave(front_broken());
}

FRONT_EXPORT int hipEventCreateWithFlags(void **event, unsigned flags)
{
    front_enter();
    return front_leave(create(event, true, flags, event_known_flags));
}

FRONT_EXPORT int hipEventCreate(void **event) { return hipEventCreateWithFlags(event, 0); }

FRONT_EXPORT int hipEventDestroy(void *event)
{
    front_enter();
    return front_leave(destroy(event, true));
}

FRONT_EXPORT int hipEventRecord(void *event, void *stream)
{
    front_enter();
    struct handle *handle = find(event, true);
    if (!handle || !front_is_stream(stream))
        return front_leave(HIP_ERROR_INVALID_HANDLE);
    if (front_broken())
        return front_leave(front_broken());
    clock_gettime(CLOCK_MONOTONIC, &handle->time);
    handle->recorded = true;
    return front_leave(HIP_SUCCESS);
}

static int wait_event(void *event)
{
    return find(event, true) ? front_synchronize() : HIP_ERROR_INVALID_HANDLE;
}

FRONT_EXPORT int hipEventSynchronize(void *event)
{
    front_enter();
    return front_leave(wait_event(event));
}

FRONT_EXPORT int hipEventQuery(void *event)
{
    front_enter();
    return front_leave(wait_event(event));
}

static int elapsed(float *milliseconds, void *start, void *stop)
{
    if (!milliseconds)
        return HIP_ERROR_INVALID_VALUE;
    const struct handle *from = find(start, true), *to = find(stop, true);
    if (!from || !to || !from->recorded || !to->recorded ||
        (from->flags | to->flags) & event_disable_timing)
        return HIP_ERROR_INVALID_HANDLE;
    *milliseconds = (float)((double)(to->time.tv_sec - from->time.tv_sec) * 1e3 +
                            (double)(to->time.tv_nsec - from->time.tv_nsec) * 1e-6);
    return HIP_SUCCESS;
}

FRONT_EXPORT int hipEventElapsedTime(float *milliseconds, void *start, void *stop)
{
    front_enter();
    return front_leave(elapsed(milliseconds, start, stop));
}

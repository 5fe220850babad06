/* What the HIP functions share: one lock, one device, its errors.
 *
 * Knows: HIP's rules. Launches run to their end inside hipModuleLaunchKernel, so everything is in
 * order; a fault is nevertheless reported as a device does it: by the next call that synchronises,
 * and by every call after that.
 * Refuses to know: how code is executed.
 */
#ifndef EMU_FRONT_H
#define EMU_FRONT_H

#include <pthread.h>

#include "abi/hip_abi.h"
#include "emu/launch.h"

#define FRONT_EXPORT __attribute__((visibility("default")))

#define FRONT_DECLARE(type, name, parameters) type name parameters;
HIP_FUNCTIONS(FRONT_DECLARE)
HIP_EMULATOR_FUNCTIONS(FRONT_DECLARE)
HIP_EMULATOR_FUNCTIONS_6(FRONT_DECLARE)
#undef FRONT_DECLARE

/* The device. HIP has no handle for its state, hence the one global of this room that lasts. */
struct front {
    pthread_mutex_t lock;
    bool configured;     /* the environment has been read */
    int pending;         /* a fault that no call has reported yet */
    int sticky;          /* one that was: every call returns it */
    bool side_door_used; /* the program knows smfhip_control */
    bool report_chosen, report_to_stderr;
    bool summary_wanted;           /* SMFHIP_REPORT=stderr: also at the program's end */
    char report[ERROR_TEXT_BYTES]; /* the last fault or refusal */
    uint64_t budget;               /* 0: the default */
    struct emu_options options;
    struct smfhip_scramble scramble; /* owned copies; options.scramble points here or nowhere */
    struct smfhip_variant variant;   /* options.variant points here or nowhere */
    struct smfhip_counters counters;
};
extern struct front front;

/* Every HIP function: `front_enter(); return front_leave(body);`. Leaving unlocks and remembers a
 * failure as the thread's last error. */
void front_enter(void);
int front_leave(int error);

/* The error that a call which synchronises must return; 0 if none. The others ask front_broken. */
int front_synchronize(void);
int front_broken(void);

/* True if a fault is pending or seen: nothing more is executed. */
bool front_dead(void);

/* Keeps `err` as the report, prints it where that is wanted, and returns the HIP error for it. */
int front_refuse(const struct error *err);
/* The same for a fault of a kernel, which becomes pending. */
void front_fault(enum emu_fault_kind kind, const struct error *err);

/* Reads SMFHIP_*; under the lock (control.c). */
void front_configure(void);

/* What a program that asked for reports by name, and may not know the counters, hears at its end.
 * False if there is nothing to say. */
bool front_summary(char *text, size_t size);

/* Frees what programs created (hipDeviceReset). */
void front_free_modules(void);
void front_free_streams(void);

/* True if `stream` is one, or NULL, or one of HIP's special handles. */
bool front_is_stream(const void *stream);

#endif

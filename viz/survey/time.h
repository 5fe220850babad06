/* How many cycles an SMFMAC takes, measured; on the emulator, which has no time, nothing is.
 *
 * Knows: the kernels of kernels/time.hip and what their clocks say. Refuses to know: what AMD
 * documents; the caller prints that beside it.
 */
#ifndef SURVEY_TIME_H
#define SURVEY_TIME_H

#include "device/device.h"
#include "time_plan.h"

enum { TIME_TURNS = 2048, TIME_ALL_TURNS = 8192 };

/* A whole device: eight waves a SIMD on the 304 compute units of an MI300X. */
enum { TIME_ALL_WAVES = 8 * 4 * 304 };

/* Readings of one wave: ticks of s_memtime over one loop, and how long that was. */
struct survey_ticks {
    double cycles;    /* an SMFMAC */
    double clock_mhz; /* ticks of s_memtime against s_memrealtime, which counts at 100 MHz */
};

struct survey_time {
    bool measured; /* false: the device's clocks did not advance; or it is an emulator */
    struct survey_ticks chain, apart, fmas[TIME_MAX_FMAS]; /* fmas[n]: with n + 1 v_fma_f32 each */
    int n_free;          /* v_fma_f32 an SMFMAC that leave it at most a twentieth slower */
    double ops_a_second; /* of the whole device: 2 M N K each */
};

/* What one wave told, as cycles an SMFMAC. False if its clocks did not advance. */
bool survey_read_ticks(const struct time_told *told, unsigned turns, struct survey_ticks *ticks);
int survey_free_fmas(const struct survey_time *time);

/* STATUS_OK with measured false if nothing can be measured. */
enum status survey_measure(struct device *device, bool emulated, const struct isa_smfmac *insn,
                           struct survey_time *time, struct error *err);

/* One launch of a timing kernel; told[TIME_TOLD] is what its first waves say. */
enum status survey_run_timed(struct device *device, const char *kernel, unsigned n_waves,
                             unsigned turns, struct time_told *told, double *seconds,
                             struct error *err);

#endif

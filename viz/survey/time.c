#include "survey/time.h"

#include <stdio.h>
#include <string.h>

extern const char time_image[], time_image_end[];

enum status survey_run_timed(struct device *device, const char *kernel, unsigned n_waves,
                             unsigned turns, struct time_told *told, double *seconds,
                             struct error *err)
{
    struct time_plan plan = {turns};
    struct device_job job = {
        .image = time_image,
        .image_bytes = (size_t)((uintptr_t)time_image_end - (uintptr_t)time_image),
        .kernel = kernel,
        .n_workgroups = n_waves,
        .workgroup_lanes = ISA_LANES,
        .in = &plan,
        .in_bytes = sizeof plan,
        .out = told,
        .out_bytes = TIME_TOLD * sizeof *told,
        .seconds = seconds,
        .clocks = true,
    };
    return device_run(device, &job, err);
}

bool survey_read_ticks(const struct time_told *told, unsigned turns, struct survey_ticks *ticks)
{
    if (told->end <= told->start || told->real_end <= told->real_start)
        return false;
    double n_ticks = (double)(told->end - told->start);
    ticks->cycles = n_ticks / ((double)turns * TIME_UNROLLED);
    ticks->clock_mhz = 100 * n_ticks / (double)(told->real_end - told->real_start);
    return true;
}

int survey_free_fmas(const struct survey_time *time)
{
    int n = 0;
    while (n < TIME_MAX_FMAS && time->fmas[n].cycles <= 1.05 * time->apart.cycles)
        n++;
    return n;
}

/* One wave by itself. The first launch of a kernel may find the device asleep and its code far
 * away: the second counts. */
static enum status measure_wave(struct device *device, const struct isa_smfmac *insn,
                                const char *kind, struct survey_ticks *ticks, bool *advanced,
                                struct error *err)
{
    struct time_told told[TIME_TOLD];
    char kernel[64];
    enum status status = STATUS_OK;
    snprintf(kernel, sizeof kernel, "time_%s_%s", kind, insn->name);
    for (int again = 0; again < 2 && status == STATUS_OK; again++)
        status = survey_run_timed(device, kernel, 1, TIME_TURNS, told, NULL, err);
    if (status == STATUS_OK)
        *advanced &= survey_read_ticks(told, TIME_TURNS, ticks);
    return status;
}

static enum status measure_all(struct device *device, const struct isa_smfmac *insn,
                               struct survey_time *time, struct error *err)
{
    struct time_told told[TIME_TOLD];
    char kernel[64];
    double seconds = 0;
    enum status status = STATUS_OK;
    snprintf(kernel, sizeof kernel, "time_apart_%s", insn->name);
    for (int again = 0; again < 2 && status == STATUS_OK; again++)
        status =
            survey_run_timed(device, kernel, TIME_ALL_WAVES, TIME_ALL_TURNS, told, &seconds, err);
    if (status == STATUS_OK && seconds > 0)
        time->ops_a_second =
            (double)isa_ops(insn) * TIME_ALL_WAVES * TIME_ALL_TURNS * TIME_UNROLLED / seconds;
    return status;
}

enum status survey_measure(struct device *device, bool emulated, const struct isa_smfmac *insn,
                           struct survey_time *time, struct error *err)
{
    bool advanced = true;
    *time = (struct survey_time){0};
    if (emulated)
        return STATUS_OK;
    enum status status = measure_wave(device, insn, "chain", &time->chain, &advanced, err);
    if (status == STATUS_OK)
        status = measure_wave(device, insn, "apart", &time->apart, &advanced, err);
    for (int n = 0; n < TIME_MAX_FMAS && status == STATUS_OK; n++) {
        char kind[16];
        snprintf(kind, sizeof kind, "fma%d", n + 1);
        status = measure_wave(device, insn, kind, &time->fmas[n], &advanced, err);
    }
    if (status == STATUS_OK && advanced)
        status = measure_all(device, insn, time, err);
    if (status != STATUS_OK) {
        error_prefix(err, "%s: time", insn->name);
        return status;
    }
    time->measured = advanced;
    time->n_free = advanced ? survey_free_fmas(time) : 0;
    return STATUS_OK;
}

/* The timing kernels, run for what they execute: the emulator counts, and knows no time. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "survey/time.h"

static struct device *open_emulator(void)
{
    struct device *device;
    struct error err = {0};
    cr_assert_eq(device_open("emu", &device, &err), STATUS_OK, "%s", err.text);
    return device;
}

static void control(struct device *device, enum smfhip_request what,
                    struct smfhip_counters *counters)
{
    struct smfhip_control request = {.request = what, .counters = counters};
    cr_assert_eq(device_control(device)(SMFHIP_VERSION, &request), 0);
}

static struct smfhip_counters count(struct device *device, const char *kernel, unsigned n_waves,
                                    unsigned turns)
{
    struct smfhip_counters counters;
    struct time_told told[TIME_TOLD];
    struct error err = {0};
    control(device, SMFHIP_RESET_COUNTERS, NULL);
    cr_assert_eq(survey_run_timed(device, kernel, n_waves, turns, told, NULL, &err), STATUS_OK,
                 "%s: %s", kernel, err.text);
    control(device, SMFHIP_GET_COUNTERS, &counters);
    return counters;
}

enum { COUNTER_INSTRUCTIONS = 3 }; /* add, compare, branch */

static void expect_counts(struct device *device, const char *kind, int n_fmas,
                          const struct isa_smfmac *insn)
{
    char kernel[64];
    snprintf(kernel, sizeof kernel, "time_%s_%s", kind, insn->name);
    struct smfhip_counters few = count(device, kernel, 3, 5), more = count(device, kernel, 3, 6);
    cr_expect_eq(few.smfmacs, 3 * 5 * TIME_UNROLLED, "%s", kernel);
    cr_expect_eq(more.smfmacs - few.smfmacs, 3 * TIME_UNROLLED, "%s", kernel);
    cr_expect_eq(more.instructions - few.instructions,
                 (uint64_t)(3 * (TIME_UNROLLED * (1 + n_fmas) + COUNTER_INSTRUCTIONS)),
                 "%s: a turn has %llu instructions", kernel,
                 (unsigned long long)(more.instructions - few.instructions) / 3);
}

Test(time, a_turn_of_the_loop_executes_what_is_timed_and_its_counter)
{
    struct device *device = open_emulator();
    for (int n = 0; n < ISA_N_SMFMAC; n++) {
        const struct isa_smfmac *insn = &isa_smfmacs[n];
        if (insn->arch != ISA_GFX942)
            continue;
        expect_counts(device, "chain", 0, insn);
        expect_counts(device, "apart", 0, insn);
        for (int fmas = 1; fmas <= TIME_MAX_FMAS; fmas++) {
            char kind[16];
            snprintf(kind, sizeof kind, "fma%d", fmas);
            expect_counts(device, kind, fmas, insn);
        }
    }
    device_close(device);
}

Test(time, an_emulator_is_not_measured)
{
    struct device *device = open_emulator();
    struct survey_time time = {.measured = true, .n_free = 3, .ops_a_second = 5};
    struct error err = {0};
    struct smfhip_counters counters;
    control(device, SMFHIP_RESET_COUNTERS, NULL);
    cr_expect_eq(survey_measure(device, true, &isa_smfmacs[0], &time, &err), STATUS_OK);
    cr_expect(!time.measured && time.chain.cycles == 0 && time.ops_a_second == 0);
    control(device, SMFHIP_GET_COUNTERS, &counters);
    cr_expect_eq(counters.launches, 0);
    device_close(device);
}

/* 2,100 MHz, 16.25 cycles: what the clocks would say. */
Test(time, readings_become_cycles_and_a_clock_rate)
{
    struct time_told told = {
        .start = 1000, .end = 1000 + 10 * 16 * 65 / 4, .real_start = 7, .real_end = 7 + 130};
    struct survey_ticks ticks;
    cr_assert(survey_read_ticks(&told, 10, &ticks));
    cr_expect_eq(ticks.cycles, 16.25);
    cr_expect_eq(ticks.clock_mhz, 2000);
    told.end = told.start;
    cr_expect(!survey_read_ticks(&told, 10, &ticks), "a clock that stands still measures nothing");
    told.end = told.start + 1;
    told.real_end = told.real_start - 1;
    cr_expect(!survey_read_ticks(&told, 10, &ticks), "nor does one that goes back");
}

Test(time, instructions_are_free_until_the_time_grows)
{
    struct survey_time time = {.apart.cycles = 16};
    for (int n = 0; n < TIME_MAX_FMAS; n++)
        time.fmas[n].cycles = n < 2 ? 16.5 : 4.0 * (n + 3);
    cr_expect_eq(survey_free_fmas(&time), 2);
    time.fmas[1].cycles = 17;
    cr_expect_eq(survey_free_fmas(&time), 1);
    for (int n = 0; n < TIME_MAX_FMAS; n++)
        time.fmas[n].cycles = 16;
    cr_expect_eq(survey_free_fmas(&time), TIME_MAX_FMAS);
}

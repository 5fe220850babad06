/* Workgroups over cores. A workgroup belongs to one thread from its first to its last instruction,
 * and workgroups are handed out in order, so what happens does not depend on the number of
 * threads. */
#include "emu/launch.h"

#include <omp.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* One launch, shared by its threads. */
struct run {
    const struct emu_dispatch *dispatch;
    struct emu_launch launch;
    struct emu_start start;
    uint64_t n_groups;
    uint32_t n_waves; /* of a workgroup */
    uint32_t lds_bytes, scratch_bytes;
    atomic_uint_least64_t next;   /* the workgroup that is handed out next */
    atomic_uint_least64_t failed; /* the lowest workgroup that ended early; none above it begins */
    struct emu_fault fault;       /* its fault; under the lock `emu_run` */
    struct smfhip_counters counters; /* likewise */
};

/* One thread's waves, LDS and scratch, used again for each workgroup. */
struct bench {
    struct emu_wave *wave;
    uint8_t *lds, *scratch;
    struct emu_group group;
    struct emu_fault fault;
    struct smfhip_counters counters;
};

static bool bench_create(const struct run *run, struct bench *bench)
{
    *bench = (struct bench){0};
    size_t lds = ((size_t)run->lds_bytes + 63) / 64 * 64;
    size_t scratch = (size_t)run->scratch_bytes * EMU_LANES * run->n_waves;
    bench->wave = aligned_alloc(64, run->n_waves * sizeof *bench->wave);
    bench->lds = lds ? aligned_alloc(64, lds) : NULL;
    bench->scratch = scratch ? aligned_alloc(64, scratch) : NULL;
    return bench->wave && (!lds || bench->lds) && (!scratch || bench->scratch);
}

static void bench_destroy(struct bench *bench)
{
    free(bench->wave);
    free(bench->lds);
    free(bench->scratch);
}

static void begin_group(const struct run *run, uint64_t number, struct bench *bench)
{
    const uint32_t *grid = run->dispatch->grid;
    bench->group = (struct emu_group){
        .launch = &run->launch,
        .id = {(uint32_t)(number % grid[0]), (uint32_t)(number / grid[0] % grid[1]),
               (uint32_t)(number / grid[0] / grid[1])},
        .lds = bench->lds,
        .lds_bytes = run->lds_bytes,
        .fault = &bench->fault,
    };
    /* LDS and scratch are undefined on a device; here they are 0, so that runs are alike. */
    if (bench->lds)
        memset(bench->lds, 0, run->lds_bytes);
    size_t scratch = (size_t)run->scratch_bytes * EMU_LANES;
    if (bench->scratch)
        memset(bench->scratch, 0, scratch * run->n_waves);
    for (uint32_t n = 0; n < run->n_waves; n++) {
        struct emu_wave *wave = &bench->wave[n];
        wave->index = n;
        wave->group = &bench->group;
        wave->scratch = scratch ? bench->scratch + n * scratch : NULL;
        wave->scratch_bytes = run->scratch_bytes;
        emu_start_wave(&run->start, run->dispatch, wave);
    }
}

/* Each wave in turn runs to its end or to a barrier. A barrier waits for the waves that have not
 * ended (CDNA3 ISA guide, S_BARRIER: "only the surviving waves"), so after a turn all that are left
 * stand at it, and it opens. False after a fault. */
static bool run_group(const struct run *run, struct bench *bench)
{
    uint64_t budget = run->launch.budget;
    for (bool alive = true; alive;) {
        alive = false;
        for (uint32_t n = 0; n < run->n_waves; n++) {
            struct emu_wave *wave = &bench->wave[n];
            if (wave->state == EMU_ENDED)
                continue;
            uint64_t before = wave->instructions;
            wave->budget = before + budget;
            emu_wave_run(wave);
            budget -= wave->instructions - before;
            if (wave->state == EMU_FAULTED)
                return false;
            alive |= wave->state == EMU_AT_BARRIER;
        }
    }
    return true;
}

static void count_group(const struct run *run, struct bench *bench)
{
    struct smfhip_counters *counters = &bench->counters;
    counters->workgroups++;
    counters->waves += run->n_waves;
    for (uint32_t n = 0; n < run->n_waves; n++) {
        const struct emu_wave *wave = &bench->wave[n];
        counters->instructions += wave->instructions;
        counters->smfmacs += wave->smfmacs;
        counters->illegal_nibbles += wave->illegal_nibbles;
        counters->lds_bytes += wave->lds_bytes;
        counters->results_judged += wave->results_judged;
        counters->results_not_exact += wave->results_not_exact;
        counters->results_not_order_free += wave->results_not_order_free;
    }
}

static void add(struct smfhip_counters *to, const struct smfhip_counters *from)
{
    to->launches += from->launches;
    to->workgroups += from->workgroups;
    to->waves += from->waves;
    to->instructions += from->instructions;
    to->smfmacs += from->smfmacs;
    to->illegal_nibbles += from->illegal_nibbles;
    to->lds_bytes += from->lds_bytes;
    to->results_judged += from->results_judged;
    to->results_not_exact += from->results_not_exact;
    to->results_not_order_free += from->results_not_order_free;
}

static void note_fault(struct run *run, uint64_t number, const struct emu_fault *fault)
{
#pragma omp critical(emu_run)
    if (number < atomic_load(&run->failed)) {
        atomic_store(&run->failed, number);
        run->fault = *fault;
    }
}

static void work(struct run *run)
{
    struct bench bench;
    bool ready = bench_create(run, &bench);
    uint64_t number;
    while (ready && (number = atomic_fetch_add(&run->next, 1)) < run->n_groups &&
           number < atomic_load(&run->failed)) {
        begin_group(run, number, &bench);
        if (!run_group(run, &bench))
            note_fault(run, number, &bench.fault);
        count_group(run, &bench);
    }
#pragma omp critical(emu_run)
    add(&run->counters, &bench.counters);
    bench_destroy(&bench);
}

static enum status check(const struct emu_dispatch *dispatch, struct error *err)
{
    const struct emu_kernel *kernel = dispatch->kernel;
    uint64_t lanes = (uint64_t)dispatch->block[0] * dispatch->block[1] * dispatch->block[2];
    if (lanes > kernel->max_workgroup_lanes)
        return error_set(err, STATUS_USAGE,
                         "emu: kernel %.200s: a workgroup of %llu lanes; it was compiled for at "
                         "most %u",
                         kernel->name, (unsigned long long)lanes, kernel->max_workgroup_lanes);
    if (emu_launch_lds_bytes(dispatch) > EMU_MAX_LDS_BYTES)
        return error_set(err, STATUS_USAGE,
                         "emu: kernel %.200s: %u bytes of LDS and %u more at launch; a workgroup "
                         "has %d",
                         kernel->name, kernel->lds_bytes, dispatch->dynamic_lds_bytes,
                         EMU_MAX_LDS_BYTES);
    return STATUS_OK;
}

enum status emu_launch_run(const struct emu_dispatch *dispatch, const struct emu_options *options,
                           struct smfhip_counters *counters, enum emu_fault_kind *kind,
                           struct error *err)
{
    enum status status = check(dispatch, err);
    if (status != STATUS_OK)
        return status;
    struct emu_kernarg kernarg;
    if ((status = emu_kernarg_create(dispatch, &kernarg, err)) != STATUS_OK)
        return status;

    const uint32_t *grid = dispatch->grid, *block = dispatch->block;
    struct run run = {
        .dispatch = dispatch,
        .launch = {.grid = {grid[0], grid[1], grid[2]},
                   .block = {block[0], block[1], block[2]},
                   .numerics = options->numerics,
                   .strict = options->strict,
                   .scramble = options->scramble,
                   .variant = options->variant,
                   .budget = options->budget},
        .n_groups = (uint64_t)grid[0] * grid[1] * grid[2],
        .n_waves = (block[0] * block[1] * block[2] + EMU_LANES - 1) / EMU_LANES,
        .lds_bytes = emu_launch_lds_bytes(dispatch),
        .scratch_bytes = emu_launch_scratch_bytes(dispatch->kernel),
        .failed = UINT64_MAX,
        .counters = {.launches = 1},
    };
    status = emu_start_create(dispatch->kernel, &kernarg, run.scratch_bytes, &run.start, err);
    if (status == STATUS_OK) {
        int n_threads = omp_get_max_threads();
        if ((uint64_t)n_threads > run.n_groups)
            n_threads = (int)run.n_groups; /* NOLINT: clang-tidy does not read the pragma */
#pragma omp parallel num_threads(n_threads)
        work(&run);
        add(counters, &run.counters);
        if (atomic_load(&run.failed) != UINT64_MAX) {
            *kind = run.fault.kind;
            status = error_set(err, STATUS_DEVICE, "%s", run.fault.text);
        } else if (run.counters.workgroups < run.n_groups) { /* no thread had room for its waves */
            status = error_set(err, STATUS_NO_MEMORY, "emu: no memory for a workgroup's waves");
        }
    }
    emu_kernarg_free(&kernarg);
    return status;
}

/* smfviz gemm: sparse matrix products of any size, by kernels/gemm_*.hip. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/gemm_output.h"
#include "cli/pack_files.h"

/* Which products of one instruction are asked for. */
struct plan {
    size_t m, n, k;
    bool pattern[2];  /* by enum gemm_pattern; none: A is a file */
    const char *file; /* NULL: A is made up */
    bool kernel[GEMM_N_KERNELS];
    uint64_t seed;
};

static enum status edge(const struct cli_options *options, uint64_t option, const char *name,
                        int value, size_t *out, struct error *err)
{
    *out = 256;
    if (!(options->given & option))
        return STATUS_OK;
    if (value < 1 || value > GEMM_MAX_EDGE)
        return error_set(err, STATUS_USAGE, "--%s %d: from 1 to %d", name, value, GEMM_MAX_EDGE);
    *out = (size_t)value;
    return STATUS_OK;
}

static enum status make_plan(const struct cli_options *options, struct plan *plan,
                             struct error *err)
{
    *plan = (struct plan){.seed = (uint64_t)options->seed};
    enum status status = edge(options, CLI(M), "m", options->m, &plan->m, err);
    if (status == STATUS_OK)
        status = edge(options, CLI(N), "n", options->n, &plan->n, err);
    int k = 0;
    if (status == STATUS_OK && options->k)
        status = cli_number("k", options->k, &k, err);
    if (status == STATUS_OK)
        status = edge(options, CLI(K), "k", k, &plan->k, err);
    if (status != STATUS_OK)
        return status;

    const char *pattern = options->pattern, *kernel = options->kernel;
    plan->pattern[GEMM_FIXED] = !pattern || !strcmp(pattern, "fixed");
    plan->pattern[GEMM_RANDOM] = !pattern || !strcmp(pattern, "random");
    if (!plan->pattern[GEMM_FIXED] && !plan->pattern[GEMM_RANDOM])
        plan->file = pattern;
    if (!plan->file && (options->type || options->shape))
        return error_set(err, STATUS_USAGE, "--type and --shape are of a file with A");
    plan->kernel[GEMM_SIMPLE] = !kernel || !strcmp(kernel, "simple");
    plan->kernel[GEMM_TILED] = !kernel || !strcmp(kernel, "tiled");
    if (!plan->kernel[GEMM_SIMPLE] && !plan->kernel[GEMM_TILED])
        return error_set(err, STATUS_USAGE, "unknown kernel '%s' (known: simple, tiled)", kernel);
    return STATUS_OK;
}

/* A of the file, in the type of the instruction's A. */
static enum status read_a(const struct cli_options *options, const struct plan *plan,
                          const struct isa_smfmac *insn, struct pack_matrix *a, struct error *err)
{
    enum pack_type type = pack_a_type(insn);
    struct pack_source source;
    struct pack_conversion conversion;
    struct pack_matrix read = {0};
    enum status status = pack_files_source(options, plan->file, &source, err);
    if (status == STATUS_OK)
        status = pack_read_dense(&source, type, &read, err);
    if (status != STATUS_OK)
        return status;
    if ((options->given & CLI(M) && plan->m != read.m) ||
        (options->given & CLI(K) && plan->k != read.k))
        status = error_set(err, STATUS_USAGE, "%s has %zu rows of %zu, not what --m and --k say",
                           plan->file, read.m, read.k);
    if (status == STATUS_OK) {
        status = pack_convert(&read, type, a, &conversion, err);
        if (status == STATUS_OK)
            pack_files_report(options, &conversion, type);
        else
            error_prefix(err, "%s", plan->file);
    }
    pack_matrix_free(&read);
    return status;
}

/* ops / cycles x 4 matrix cores x 304 compute units x 2100 MHz: an MI300X's peak. */
static double peak_ops(const struct isa_smfmac *insn)
{
    return (double)isa_ops(insn) / insn->cycles * 4 * 304 * 2.1e9;
}

/* Of the sums that single SMFMACs made, and of the whole results. Integers and fused multiply-adds
 * are not judged. */
static void report_sums(const struct smfhip_counters *c, const struct gemm_verdict *v, char *text,
                        size_t size)
{
    if (c->results_judged)
        snprintf(text, size,
                 "; of %llu sums of SMFMACs %llu exact, %llu order-free; of %zu results %zu "
                 "order-free over all K",
                 (unsigned long long)c->results_judged,
                 (unsigned long long)(c->results_judged - c->results_not_exact),
                 (unsigned long long)(c->results_judged - c->results_not_order_free), v->n_results,
                 v->n_order_free);
}

/* Times, and what the emulator counted: stdout has neither. */
static void report_cost(const struct cli_options *options, const struct gemm_run *run,
                        const struct device *device, const struct gemm_cost *cost)
{
    char text[2048], what[GEMM_WHAT_BYTES];
    if (options->given & CLI(QUIET))
        return;
    gemm_run_what(run, what);
    if (cost->counted) {
        const struct smfhip_counters *c = &cost->counters;
        int used = snprintf(text, sizeof text,
                            "%s: emulated, %.3f s: %llu instructions, %llu SMFMACs, %llu LDS bytes",
                            what, cost->seconds, (unsigned long long)c->instructions,
                            (unsigned long long)c->smfmacs, (unsigned long long)c->lds_bytes);
        report_sums(c, &run->verdict, text + used, sizeof text - (size_t)used);
    } else if (device_info(device)->source == OPMAP_EMULATED) {
        snprintf(text, sizeof text, "%s: emulated, %.3f s", what, cost->seconds);
    } else {
        double rate = 2.0 * (double)run->m * (double)run->n * (double)run->k / cost->seconds;
        snprintf(text, sizeof text,
                 "%s: %.4g ms with launch: %.4g dense-equivalent TFLOP/s, %.3g %% of an MI300X's "
                 "peak",
                 what, 1e3 * cost->seconds, rate / 1e12, 100 * rate / peak_ops(run->insn));
    }
    cli_complain(options, text);
}

/* What was computed so far. */
struct results {
    struct gemm_run *run; /* owned */
    size_t n, room;
    bool differ;
};

static enum status add_run(struct results *results, const struct gemm_run *run, struct error *err)
{
    if (results->n == results->room) {
        size_t room = 2 * results->room + 8;
        struct gemm_run *grown = realloc(results->run, room * sizeof *grown);
        if (!grown)
            return error_set(err, STATUS_NO_MEMORY, "out of memory");
        results->run = grown;
        results->room = room;
    }
    results->run[results->n++] = *run;
    results->differ |= run->verdict.n_wrong > 0;
    return STATUS_OK;
}

/* The kernels asked for, on one problem. */
static enum status run_problem(const struct cli_options *options, const struct plan *plan,
                               const struct gemm_problem *problem, const char *pattern,
                               struct device *device, struct results *results, struct error *err)
{
    struct gemm_image image = {0};
    uint32_t *d = malloc(problem->m * problem->n * sizeof *d);
    enum status status = d ? gemm_image_init(&image, problem, err)
                           : error_set(err, STATUS_NO_MEMORY, "out of memory");
    for (int kernel = 0; status == STATUS_OK && kernel < GEMM_N_KERNELS; kernel++) {
        struct gemm_cost cost;
        struct gemm_run run = {.insn = problem->insn,
                               .kernel = kernel,
                               .pattern = pattern,
                               .m = problem->m,
                               .n = problem->n,
                               .k = problem->k};
        if (!plan->kernel[kernel])
            continue;
        status = gemm_execute(device, problem, &image, kernel, d, &cost, err);
        if (status == STATUS_OK)
            status = gemm_judge(problem, d, &run.verdict, err);
        if (status == STATUS_OK)
            status = add_run(results, &run, err);
        if (status == STATUS_OK)
            report_cost(options, &run, device, &cost);
    }
    gemm_image_free(&image);
    free(d);
    return status;
}

static enum status run_file(const struct cli_options *options, const struct plan *plan,
                            const struct isa_smfmac *insn, struct device *device,
                            struct results *results, struct error *err)
{
    struct gemm_problem problem = {0};
    struct pack_matrix a = {0};
    enum status status = read_a(options, plan, insn, &a, err);
    if (status == STATUS_OK) {
        status = gemm_problem_given(&problem, insn, &a, plan->n, plan->seed, err);
        if (status != STATUS_OK)
            error_prefix(err, "%s", plan->file);
    }
    if (status == STATUS_OK)
        status = run_problem(options, plan, &problem, plan->file, device, results, err);
    gemm_problem_free(&problem);
    pack_matrix_free(&a);
    return status;
}

static enum status run_patterns(const struct cli_options *options, const struct plan *plan,
                                const struct isa_smfmac *insn, struct device *device,
                                struct results *results, struct error *err)
{
    enum status status = STATUS_OK;
    for (int pattern = 0; status == STATUS_OK && pattern < 2; pattern++) {
        struct gemm_problem problem = {0};
        if (!plan->pattern[pattern])
            continue;
        status =
            gemm_problem_init(&problem, insn, plan->m, plan->n, plan->k, pattern, plan->seed, err);
        if (status == STATUS_OK)
            status = run_problem(options, plan, &problem, gemm_pattern_name(pattern), device,
                                 results, err);
        gemm_problem_free(&problem);
    }
    return status;
}

static enum status write_results(const struct cli_options *options, const char *format,
                                 const struct device *device, const struct results *results,
                                 struct error *err)
{
    struct buffer out = {0};
    struct gemm_output output = {
        .runs = results->run, .n_runs = results->n, .numerics = options->numerics};
    enum status status = STATUS_OK;
    device_provenance(device, options->attest, &output.provenance);
    if (!strcmp(format, "json"))
        status = gemm_output_json(&output, &out, err);
    else
        gemm_output_text(&output, &out);
    if (status == STATUS_OK)
        status = cli_write(options, &out, err);
    buffer_free(&out);
    return status;
}

enum status cmd_gemm(const struct cli_options *options, struct error *err)
{
    struct isa_selection selection = {0};
    struct plan plan;
    struct device *device = NULL;
    struct results results = {0};
    const char *format = NULL;
    enum status status = cli_select_runnable(options, &selection, err);
    if (status == STATUS_OK)
        status = cli_format(options, &format, err);
    if (status == STATUS_OK)
        status = make_plan(options, &plan, err);
    if (status == STATUS_OK)
        status = cli_open_device(options, &device, err);
    for (int n = 0; status == STATUS_OK && n < selection.n; n++)
        status = plan.file ? run_file(options, &plan, selection.insn[n], device, &results, err)
                           : run_patterns(options, &plan, selection.insn[n], device, &results, err);
    if (status == STATUS_OK)
        status = write_results(options, format, device, &results, err);
    device_close(device);
    free(results.run);
    return status == STATUS_OK && results.differ ? STATUS_DIFFERS : status;
}

/* smfviz survey: everything that a device can be asked, in one command. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check/check.h"
#include "cli/check_one.h"
#include "cli/cli.h"
#include "cli/each_device.h"
#include "cli/survey_results.h"

/* Of a product: no multiple of any tile, a last K group that is not whole. */
enum { PRODUCT_M = 77, PRODUCT_N = 45, PRODUCT_K = 131, PRODUCT_SEED = 0 };

/* The steps of one device's survey: later ones are likelier to bring it down. */
struct survey_run {
    const struct cli_options *options;
    const struct isa_selection *selection;
    struct device *device;
    struct cli_progress progress;
    struct survey_results *results;
};

static int n_sets_of(const struct isa_selection *selection)
{
    int n = 0;
    for (int s = 0; s < selection->n; s++)
        n += isa_index_sets(selection->insn[s]);
    return n;
}

static enum status results_init(struct survey_results *results,
                                const struct isa_selection *selection, struct error *err)
{
    assert(selection->n > 0);
    results->n_checks = n_sets_of(selection);
    results->n_products = selection->n * GEMM_N_KERNELS;
    results->n_insns = selection->n;
    results->checks = calloc((size_t)results->n_checks, sizeof *results->checks);
    results->products = calloc((size_t)results->n_products, sizeof *results->products);
    results->of = calloc((size_t)results->n_insns, sizeof *results->of);
    if (results->checks && results->products && results->of)
        return STATUS_OK;
    return error_set(err, STATUS_NO_MEMORY, "out of memory");
}

static void results_free(struct survey_results *results)
{
    for (int c = 0; results->checks && c < results->n_checks; c++)
        opmap_free(&results->checks[c].map);
    for (int n = 0; results->of && n < results->n_insns; n++)
        for (int question = 0; question < SURVEY_N_QUESTIONS; question++)
            survey_answer_free(&results->of[n].answer[question]);
    free(results->checks);
    free(results->products);
    free(results->of);
}

static enum status survey_layouts(struct survey_run *run, struct error *err)
{
    enum status status = STATUS_OK;
    struct check_result *check = run->results->checks;
    for (int n = 0; n < run->selection->n; n++)
        for (int set = 0; set < isa_index_sets(run->selection->insn[n]); set++, check++) {
            status = cli_check_one(run->options, run->device, run->selection->insn[n], 0, set,
                                   check, err);
            if (status != STATUS_OK)
                return status;
            cli_progress_step(&run->progress, run->selection->insn[n]->name);
        }
    return status;
}

static enum status survey_product(struct survey_run *run, const struct isa_smfmac *insn,
                                  struct gemm_run *products, struct error *err)
{
    struct gemm_problem problem = {0};
    struct gemm_image image = {0};
    uint32_t *d = malloc((size_t)PRODUCT_M * PRODUCT_N * sizeof *d);
    enum status status = d ? gemm_problem_init(&problem, insn, PRODUCT_M, PRODUCT_N, PRODUCT_K,
                                               GEMM_RANDOM, PRODUCT_SEED, err)
                           : error_set(err, STATUS_NO_MEMORY, "out of memory");
    if (status == STATUS_OK)
        status = gemm_image_init(&image, &problem, err);
    for (int kernel = 0; status == STATUS_OK && kernel < GEMM_N_KERNELS; kernel++) {
        products[kernel] = (struct gemm_run){.insn = insn,
                                             .kernel = (enum gemm_kernel)kernel,
                                             .pattern = gemm_pattern_name(GEMM_RANDOM),
                                             .m = PRODUCT_M,
                                             .n = PRODUCT_N,
                                             .k = PRODUCT_K};
        status =
            gemm_execute(run->device, &problem, &image, (enum gemm_kernel)kernel, d, NULL, err);
        if (status == STATUS_OK)
            status = gemm_judge(&problem, d, &products[kernel].verdict, err);
    }
    gemm_image_free(&image);
    gemm_problem_free(&problem);
    free(d);
    return status;
}

static enum status survey_products(struct survey_run *run, struct error *err)
{
    enum status status = STATUS_OK;
    for (int n = 0; n < run->selection->n && status == STATUS_OK; n++) {
        const struct isa_smfmac *insn = run->selection->insn[n];
        status = survey_product(run, insn, run->results->products + n * GEMM_N_KERNELS, err);
        cli_progress_step(&run->progress, insn->name);
    }
    return status;
}

/* An instruction's maps under their documented names; NULL where one was not recovered. */
struct named {
    struct opmap map[8];
    struct survey_maps maps;
};

static enum status name_maps(const struct check_result *checks, int n_sets, struct named *named,
                             bool *complete, struct error *err)
{
    enum status status = STATUS_OK;
    *named = (struct named){.maps.n_sets = n_sets};
    *complete = true;
    for (int set = 0; set < n_sets; set++)
        *complete &= checks[set].report.verdict != CHECK_NOT_RECOVERABLE;
    for (int set = 0; set < n_sets && *complete && status == STATUS_OK; set++) {
        status = check_name(&checks[set].map, &named->map[set], err);
        named->maps.set[set] = &named->map[set];
    }
    return status;
}

static void not_asked(enum survey_question question, struct survey_answer *answer)
{
    *answer = (struct survey_answer){
        .question = question,
        .verdict = "not asked",
        .words = "the layout is not recoverable: operands cannot be placed",
    };
}

/* One question of all instructions; named[n] and complete[n] are theirs. */
static enum status ask_all(struct survey_run *run, int question, const struct named *named,
                           const bool *complete, struct error *err)
{
    enum status status = STATUS_OK;
    for (int n = 0; n < run->selection->n && status == STATUS_OK; n++) {
        struct survey_of_insn *of = &run->results->of[n];
        of->insn = run->selection->insn[n];
        of->asked[question] = survey_applies((enum survey_question)question, of->insn);
        if (of->asked[question] && complete[n])
            status = survey_ask((enum survey_question)question, run->device, &named[n].maps,
                                &of->answer[question], err);
        else if (of->asked[question])
            not_asked((enum survey_question)question, &of->answer[question]);
        cli_progress_step(&run->progress, of->insn->name);
    }
    return status;
}

static enum status survey_questions(struct survey_run *run, struct error *err)
{
    enum status status = STATUS_OK;
    int n_insns = run->selection->n;
    struct named *named = calloc(ISA_N_SMFMAC, sizeof *named);
    bool complete[ISA_N_SMFMAC];
    if (!named)
        status = error_set(err, STATUS_NO_MEMORY, "out of memory");
    const struct check_result *checks = run->results->checks;
    for (int n = 0; n < n_insns && status == STATUS_OK; n++) {
        int n_sets = isa_index_sets(run->selection->insn[n]);
        status = name_maps(checks, n_sets, &named[n], &complete[n], err);
        checks += n_sets;
    }
    for (int question = 0; question < SURVEY_N_QUESTIONS && status == STATUS_OK; question++)
        status = ask_all(run, question, named, complete, err);
    for (int n = 0; named && n < n_insns; n++)
        for (int set = 0; set < named[n].maps.n_sets; set++)
            opmap_free(&named[n].map[set]);
    free(named);
    return status;
}

static enum status survey_times(struct survey_run *run, struct error *err)
{
    enum status status = STATUS_OK;
    bool emulated = survey_is_emulated(&run->results->provenance);
    for (int n = 0; n < run->selection->n && status == STATUS_OK; n++) {
        struct survey_of_insn *of = &run->results->of[n];
        status = survey_measure(run->device, emulated, of->insn, &of->time, err);
        cli_progress_step(&run->progress, of->insn->name);
    }
    return status;
}

static enum status survey_device(const struct cli_options *options,
                                 const struct isa_selection *selection,
                                 struct survey_results *results, struct error *err)
{
    struct survey_run run = {.options = options, .selection = selection, .results = results};
    enum status status = results_init(results, selection, err);
    if (status == STATUS_OK)
        status = cli_open_device(options, &run.device, err);
    if (status != STATUS_OK)
        return status;
    results->numerics = options->numerics;
    device_provenance(run.device, options->attest, &results->provenance);
    cli_progress_start(&run.progress, options,
                       results->n_checks + (2 + SURVEY_N_QUESTIONS) * selection->n);
    status = survey_layouts(&run, err);
    if (status == STATUS_OK)
        status = survey_products(&run, err);
    if (status == STATUS_OK)
        status = survey_questions(&run, err);
    if (status == STATUS_OK)
        status = survey_times(&run, err);
    cli_progress_end(&run.progress);
    return cli_close_device(options, run.device, status, err);
}

/* --- one device or all --- */

static enum status format_one(const struct cli_options *options, const char *format,
                              const struct survey_results *results, struct buffer *out,
                              struct error *err)
{
    if (!strcmp(format, "json"))
        return survey_output_json(results, out, err);
    survey_output_text(results, !options->output && cli_colour(STDOUT_FILENO), out);
    return STATUS_OK;
}

static enum status format_all(const struct cli_options *options, const char *format,
                              const struct each_device *each, const struct survey_results *results,
                              struct buffer *out, struct error *err)
{
    enum status status = STATUS_OK;
    if (!each->all)
        return format_one(options, format, results, out, err);
    struct buffer *reports = calloc((size_t)each->n, sizeof *reports);
    if (!reports)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    for (int d = 0; d < each->n && status == STATUS_OK; d++)
        status = format_one(options, format, &results[d], &reports[d], err);
    if (status == STATUS_OK)
        status = each_device_write(each, format, reports, out, err);
    for (int d = 0; d < each->n; d++)
        buffer_free(&reports[d]);
    free(reports);
    return status;
}

static enum status compare_devices(struct each_device *each, const struct survey_results *results,
                                   struct error *err)
{
    int n = results[0].n_checks, n_sides = each->n * n;
    assert(n_sides > 0);
    struct compare_side *sides = calloc((size_t)n_sides, sizeof *sides);
    if (!sides)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    for (int d = 0; d < each->n; d++)
        for (int c = 0; c < n; c++) {
            const struct check_result *check = &results[d].checks[c];
            bool lost = check->report.verdict == CHECK_NOT_RECOVERABLE;
            sides[d * n + c] =
                (struct compare_side){&check->map, lost ? check->report.reason : NULL};
        }
    enum status status = each_device_compare(each, sides, n, err);
    free(sides);
    return status;
}

static enum status survey_each(const struct cli_options *options, const char *format,
                               const struct isa_selection *selection, struct each_device *each,
                               struct survey_results *results, struct error *err)
{
    enum status status = STATUS_OK;
    bool passed = true;
    for (int d = 0; d < each->n && status == STATUS_OK; d++) {
        status = survey_device(&each->one[d].options, selection, &results[d], err);
        if (status != STATUS_OK && each->all)
            error_prefix(err, "%s", each->one[d].name);
        if (d > 0) {
            results[d].first = &results[0];
            results[d].first_name = each->one[0].name;
        }
        passed &= status == STATUS_OK && survey_passed(&results[d]) &&
                  survey_other_answers(&results[d]) == 0;
    }
    struct buffer out = {0};
    if (status == STATUS_OK)
        status = compare_devices(each, results, err);
    if (status == STATUS_OK)
        status = format_all(options, format, each, results, &out, err);
    if (status == STATUS_OK)
        status = cli_write(options, &out, err);
    buffer_free(&out);
    return status == STATUS_OK && !(passed && each_device_agrees(each)) ? STATUS_DIFFERS : status;
}

enum status cmd_survey(const struct cli_options *options, struct error *err)
{
    struct isa_selection selection = {0};
    struct cli_options all = *options;
    struct each_device each = {0};
    struct survey_results *results = NULL;
    const char *format;
    if (!options->n_arguments)
        all.given |= CLI(ALL);
    enum status status = cli_format(options, &format, err);
    if (status == STATUS_OK)
        status = cli_select_runnable(&all, &selection, err);
    if (status == STATUS_OK)
        status = each_device_find(options, &each, err);
    if (status == STATUS_OK && !(results = calloc((size_t)each.n, sizeof *results)))
        status = error_set(err, STATUS_NO_MEMORY, "out of memory");
    if (status == STATUS_OK && results)
        status = survey_each(options, format, &selection, &each, results, err);
    for (int d = 0; results && d < each.n; d++)
        results_free(&results[d]);
    free(results);
    each_device_free(&each);
    return status;
}

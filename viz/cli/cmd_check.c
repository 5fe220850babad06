/* smfviz check: recovered against documented. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check/check.h"
#include "cli/check_cases.h"
#include "cli/check_formulas.h"
#include "cli/check_one.h"
#include "cli/check_tables.h"
#include "cli/cli.h"
#include "cli/each_device.h"

/* Every index set, or the one that is named. */
static int n_sets(const struct cli_options *options, const struct isa_smfmac *insn)
{
    return options->given & (CLI(CBSZ) | CLI(ABID)) ? 1 : isa_index_sets(insn);
}

static enum status check_all(const struct cli_options *options,
                             const struct isa_selection *selection, struct check_result *results,
                             int n_results, struct error *err)
{
    struct device *device;
    enum status status = cli_open_device(options, &device, err);
    if (status != STATUS_OK)
        return status;
    struct cli_progress progress;
    cli_progress_start(&progress, options, n_results);
    struct check_result *result = results;
    for (int n = 0; n < selection->n && status == STATUS_OK; n++) {
        const struct isa_smfmac *insn = selection->insn[n];
        int sets = n_sets(options, insn);
        for (int set = 0; set < sets && status == STATUS_OK; set++, result++) {
            int abid = sets > 1 ? set : options->abid;
            status = cli_check_one(options, device, insn, options->cbsz, abid, result, err);
            cli_progress_step(&progress, insn->name);
        }
    }
    cli_progress_end(&progress);
    return cli_close_device(options, device, status, err);
}

/* The results of all devices, [device][n], and what is said of them. */
struct check_run {
    struct each_device each;
    struct check_result *results;
    int n; /* of one device */
};

static enum status format_one(const struct cli_options *options, const char *format,
                              const struct check_result *results, int n_results, struct buffer *out,
                              struct error *err)
{
    if (!strcmp(format, "json"))
        return check_output_json(results, n_results, out, err);
    check_output_text(results, n_results, !options->output && cli_colour(STDOUT_FILENO), out);
    return STATUS_OK;
}

static enum status format_each(const struct cli_options *options, const char *format,
                               const struct check_run *run, struct buffer *out, struct error *err)
{
    enum status status = STATUS_OK;
    struct buffer *reports = calloc((size_t)run->each.n, sizeof *reports);
    if (!reports)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    for (int d = 0; d < run->each.n && status == STATUS_OK; d++)
        status = format_one(options, format, run->results + d * run->n, run->n, &reports[d], err);
    if (status == STATUS_OK)
        status = each_device_write(&run->each, format, reports, out, err);
    for (int d = 0; d < run->each.n; d++)
        buffer_free(&reports[d]);
    free(reports);
    return status;
}

static enum status print(const struct cli_options *options, const char *format,
                         const struct check_run *run, struct error *err)
{
    struct buffer out = {0};
    enum status status = STATUS_OK;
    if (!strcmp(format, "tap"))
        check_cases_tap(&run->each, run->results, run->n, &out);
    else if (!strcmp(format, "junit"))
        check_cases_junit(&run->each, run->results, run->n, &out);
    else if (run->each.all)
        status = format_each(options, format, run, &out, err);
    else
        status = format_one(options, format, run->results, run->n, &out, err);
    if (status == STATUS_OK)
        status = cli_write(options, &out, err);
    buffer_free(&out);
    if (status != STATUS_OK)
        return status;
    struct check_summary summary;
    check_summarise(run->results, run->each.n * run->n, &summary);
    return check_passed(&summary) && each_device_agrees(&run->each) ? STATUS_OK : STATUS_DIFFERS;
}

static enum status compare_devices(struct check_run *run, struct error *err)
{
    int n_sides = run->each.n * run->n;
    struct compare_side *sides = calloc((size_t)n_sides, sizeof *sides);
    if (!sides)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    for (int n = 0; n < n_sides; n++) {
        const struct check_result *result = &run->results[n];
        bool lost = result->report.verdict == CHECK_NOT_RECOVERABLE;
        sides[n] = (struct compare_side){&result->map, lost ? result->report.reason : NULL};
    }
    enum status status = each_device_compare(&run->each, sides, run->n, err);
    free(sides);
    return status;
}

static enum status check_each(const struct cli_options *options,
                              const struct isa_selection *selection, struct check_run *run,
                              struct error *err)
{
    enum status status = each_device_find(options, &run->each, err);
    if (status != STATUS_OK)
        return status;
    for (int n = 0; n < selection->n; n++)
        run->n += n_sets(options, selection->insn[n]);
    assert(run->n > 0);
    run->results = calloc((size_t)run->each.n * (size_t)run->n, sizeof *run->results);
    if (!run->results)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    for (int d = 0; d < run->each.n && status == STATUS_OK; d++) {
        const struct each_one *one = &run->each.one[d];
        status = check_all(&one->options, selection, run->results + d * run->n, run->n, err);
        if (status != STATUS_OK && run->each.all)
            error_prefix(err, "%s", one->name);
    }
    return status == STATUS_OK ? compare_devices(run, err) : status;
}

enum status cmd_check(const struct cli_options *options, struct error *err)
{
    bool formula = options->given & CLI(FORMULA), table = options->given & CLI(TABLE);
    if (formula && table)
        return error_set(err, STATUS_USAGE, "either --formula or --table");
    if (!formula && options->given & (CLI(OPERAND) | CLI(WORKGROUP)))
        return error_set(err, STATUS_USAGE, "--operand and --workgroup go with --formula");
    if ((formula || table) && !strcmp(options->device, "hip:all"))
        return error_set(err, STATUS_USAGE, "--formula and --table judge by one device: hip:N");
    if (formula)
        return cli_check_formulas(options, err);
    if (table)
        return cli_check_tables(options, err);
    struct isa_selection selection = {0};
    struct check_run run = {0};
    const char *format;
    enum status status = cli_format(options, &format, err);
    if (status == STATUS_OK)
        status = cli_select_runnable(options, &selection, err);
    if (status == STATUS_OK)
        status = check_each(options, &selection, &run, err);
    if (status == STATUS_OK)
        status = print(options, format, &run, err);
    for (int n = 0; run.results && n < run.each.n * run.n; n++)
        opmap_free(&run.results[n].map);
    free(run.results);
    each_device_free(&run.each);
    return status;
}

/* smfviz check: recovered against documented. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check/check.h"
#include "cli/check_cases.h"
#include "cli/check_formulas.h"
#include "cli/check_output.h"
#include "cli/check_tables.h"
#include "cli/cli.h"
#include "cli/recover.h"
#include "layout/layout.h"
#include "probe/probe.h"

static const uint64_t PRODUCT_SEED = 942; /* any; fixed, so that two runs compare the same data */

static enum status multiply(void *context, const struct isa_smfmac *insn, int cbsz, int abid,
                            const struct probe_registers *registers, uint32_t *d, struct error *err)
{
    return probe_multiply(context, insn, cbsz, abid, registers, d, err);
}

/* Does the device multiply what the documents place? */
static enum status check_documented_product(struct device *device, const struct check_report *r,
                                            struct check_product *product, struct error *err)
{
    struct opmap documented = {0};
    enum status status = layout_map(r->insn, r->cbsz, r->abid, &documented, err);
    if (status == STATUS_OK)
        status = check_product(&documented, PRODUCT_SEED, multiply, device, product, err);
    opmap_free(&documented);
    return status;
}

static void report_not_recoverable(struct check_report *report, const char *reason)
{
    report->verdict = CHECK_NOT_RECOVERABLE;
    for (int o = 0; o < OPMAP_N_OPERANDS; o++)
        report->operand[o] = (struct check_operand){.verdict = CHECK_NOT_RECOVERABLE, .first = -1};
    snprintf(report->reason, sizeof report->reason, "%.*s", (int)sizeof report->reason - 1, reason);
}

static enum status check_one(const struct cli_options *options, struct device *device,
                             const struct isa_smfmac *insn, int cbsz, int abid,
                             struct check_result *result, struct error *err)
{
    struct check_report *report = &result->report;
    struct opmap recovered = {0};
    struct error why = {0};
    enum status status = cli_recover(options, device, insn, cbsz, abid, &recovered, &why);
    if (status == STATUS_DIFFERS) {
        *report = (struct check_report){.insn = insn, .cbsz = cbsz, .abid = abid};
        device_provenance(device, options->attest, &report->provenance);
        report_not_recoverable(report, why.text);
        return STATUS_OK;
    }
    if (status != STATUS_OK) {
        *err = why;
        return status;
    }
    status = check_recovered(&recovered, report, err);
    if (status == STATUS_OK)
        status = check_documented_product(device, report, &result->product, err);
    opmap_free(&recovered);
    return status;
}

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
            status = check_one(options, device, insn, options->cbsz, abid, result, err);
            cli_progress_step(&progress, insn->name);
        }
    }
    cli_progress_end(&progress);
    return cli_close_device(options, device, status, err);
}

static enum status print(const struct cli_options *options, const char *format,
                         const struct check_result *results, int n_results, struct error *err)
{
    struct buffer out = {0};
    enum status status = STATUS_OK;
    if (!strcmp(format, "json"))
        status = check_output_json(results, n_results, &out, err);
    else if (!strcmp(format, "tap"))
        check_cases_tap(results, n_results, &out);
    else if (!strcmp(format, "junit"))
        check_cases_junit(results, n_results, &out);
    else
        check_output_text(results, n_results, !options->output && cli_colour(STDOUT_FILENO), &out);
    if (status == STATUS_OK)
        status = cli_write(options, &out, err);
    buffer_free(&out);
    if (status != STATUS_OK)
        return status;
    struct check_summary summary;
    check_summarise(results, n_results, &summary);
    return check_passed(&summary) ? STATUS_OK : STATUS_DIFFERS;
}

enum status cmd_check(const struct cli_options *options, struct error *err)
{
    bool formula = options->given & CLI(FORMULA), table = options->given & CLI(TABLE);
    if (formula && table)
        return error_set(err, STATUS_USAGE, "either --formula or --table");
    if (!formula && options->given & (CLI(OPERAND) | CLI(WORKGROUP)))
        return error_set(err, STATUS_USAGE, "--operand and --workgroup go with --formula");
    if (formula)
        return cli_check_formulas(options, err);
    if (table)
        return cli_check_tables(options, err);
    struct isa_selection selection = {0};
    const char *format;
    enum status status = cli_format(options, &format, err);
    if (status == STATUS_OK)
        status = cli_select_runnable(options, &selection, err);
    if (status != STATUS_OK)
        return status;
    int n_results = 0;
    for (int n = 0; n < selection.n; n++)
        n_results += n_sets(options, selection.insn[n]);
    assert(n_results > 0);
    struct check_result *results = calloc((size_t)n_results, sizeof *results);
    if (!results)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    status = check_all(options, &selection, results, n_results, err);
    if (status == STATUS_OK)
        status = print(options, format, results, n_results, err);
    free(results);
    return status;
}

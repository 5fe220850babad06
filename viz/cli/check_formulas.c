#include "cli/check_formulas.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "check/check.h"
#include "claim/claim.h"
#include "cli/recover.h"

enum { DEFAULT_WORKGROUP = 256, MAX_WORKGROUP = 1024 };

/* One instruction's outcome. */
struct outcome {
    struct opmap named; /* what was recovered, by the documents' names */
    struct claim_report report;
};

struct job {
    const struct cli_options *options;
    const char *format;
    enum opmap_operand operand;
    int workgroup;
    struct expr_set set;
    struct isa_selection selection;
    struct outcome *outcomes; /* one an instruction */
};

/* --- what is asked --- */

static enum status parse_operand(const char *text, enum opmap_operand *operand, struct error *err)
{
    if (!text)
        return error_set(err, STATUS_USAGE,
                         "--formula: of which operand? --operand a, idx, b or cd");
    *operand = opmap_find_operand(text, strlen(text));
    if (*operand != OPMAP_N_OPERANDS)
        return STATUS_OK;
    return error_set(err, STATUS_USAGE, "--operand '%s': formulas are of one, a, idx, b or cd",
                     text);
}

static enum status refuse(const struct expr_set *set, const struct expr_fault *fault,
                          struct error *err)
{
    enum status status = expr_report(set, fault, err);
    error_prefix(err, "--formula");
    return status;
}

static enum status parse_formulas(const struct cli_options *options, enum opmap_operand operand,
                                  struct expr_set *set, struct error *err)
{
    struct expr_fault fault;
    enum status status = STATUS_OK;
    for (int n = 0; n < options->formula.n && status == STATUS_OK; n++)
        status = expr_add(set, options->formula.text[n], &fault);
    if (status == STATUS_OK)
        status = claim_resolve(set, operand, &fault);
    if (status == STATUS_OK)
        status = claim_check_used(set, &fault);
    return status == STATUS_OK ? status : refuse(set, &fault, err);
}

static enum status parse_job(const struct cli_options *options, struct job *job, struct error *err)
{
    enum status status = cli_format(options, &job->format, err);
    if (status != STATUS_OK)
        return status;
    if (strcmp(job->format, "text") != 0 && strcmp(job->format, "json") != 0)
        return error_set(err, STATUS_USAGE, "--formula: as text or json, not %s", job->format);
    job->options = options;
    job->workgroup = options->given & CLI(WORKGROUP) ? options->workgroup : DEFAULT_WORKGROUP;
    if (job->workgroup < ISA_LANES || job->workgroup > MAX_WORKGROUP ||
        job->workgroup % ISA_LANES != 0)
        return error_set(err, STATUS_USAGE, "--workgroup %d: a multiple of %d up to %d",
                         job->workgroup, ISA_LANES, MAX_WORKGROUP);
    status = parse_operand(options->operand, &job->operand, err);
    if (status == STATUS_OK)
        status = parse_formulas(options, job->operand, &job->set, err);
    return status == STATUS_OK ? cli_select_runnable(options, &job->selection, err) : status;
}

/* --- what comes of it --- */

static enum status judge_one(const struct job *job, const struct opmap *recovered,
                             struct outcome *outcome, struct error *err)
{
    struct expr_fault fault;
    enum status status = check_name(recovered, &outcome->named, err);
    if (status != STATUS_OK)
        return status;
    status = claim_judge(&outcome->named, job->operand, &job->set, job->workgroup, &outcome->report,
                         &fault);
    return status == STATUS_OK ? status : refuse(&job->set, &fault, err);
}

static enum status judge_all(struct job *job, struct error *err)
{
    int n_maps = job->selection.n;
    struct opmap *maps = calloc((size_t)n_maps, sizeof *maps);
    job->outcomes = calloc((size_t)n_maps, sizeof *job->outcomes);
    enum status status = maps && job->outcomes
                             ? cli_recover_all(job->options, &job->selection, maps, err)
                             : error_set(err, STATUS_NO_MEMORY, "out of memory");
    for (int n = 0; n < n_maps && status == STATUS_OK; n++)
        status = judge_one(job, &maps[n], &job->outcomes[n], err);
    for (int n = 0; n < n_maps && maps; n++)
        opmap_free(&maps[n]);
    free(maps);
    return status;
}

static void sum_up(const struct job *job, long *compared, long *differ)
{
    *compared = *differ = 0;
    for (int n = 0; n < job->selection.n; n++) {
        *compared += job->outcomes[n].report.compared;
        *differ += job->outcomes[n].report.differ;
    }
}

/* --- text --- */

static void text_claim(const struct job *job, const struct claim *claim, struct buffer *out)
{
    const char *name = "?";
    char formula[CLAIM_TEXT_BYTES];
    for (int n = claim_n_symbols - 1; n >= 0; n--)
        if (claim_symbols[n].id == claim->name)
            name = claim_symbols[n].name;
    buffer_printf(out, "    %s\n", expr_text(&job->set, claim->statement, formula, sizeof formula));
    if (claim->differ == 0) {
        buffer_printf(out, "        holds for all %d\n", claim->compared);
        return;
    }
    buffer_printf(out, "        wrong for %d of %d, first at %s: says %s %lld, found %lld",
                  claim->differ, claim->compared, claim->where, name, (long long)claim->said,
                  (long long)claim->holds);
    buffer_printf(out, claim->range[0] ? " (%s)\n" : "%s\n", claim->range);
    if (claim->suggestion[0])
        buffer_printf(out, "        right would be: %s\n", claim->suggestion);
}

static void text_outcome(const struct job *job, const struct outcome *outcome, bool colour,
                         struct buffer *out)
{
    const struct claim_report *report = &outcome->report;
    const char *verdict = claim_verdict_name(report->verdict);
    buffer_printf(out, "%-20s  %4d  %4d  %-7s  %8d  %6d  ", outcome->named.insn->name,
                  outcome->named.cbsz, outcome->named.abid, opmap_operand_title(job->operand),
                  report->compared, report->differ);
    if (colour)
        buffer_printf(out, "\033[%dm%s\033[0m", report->verdict == CLAIM_HOLDS ? 32 : 31, verdict);
    else
        buffer_puts(out, verdict);
    buffer_puts(out,
                report->verdict == CLAIM_TRANSPOSED ? ": holds with i and j exchanged\n" : "\n");
    for (int c = 0; c < report->n_claims; c++)
        text_claim(job, &report->claim[c], out);
}

static void print_text(const struct job *job, bool colour, struct buffer *out)
{
    const struct opmap_provenance *p = &job->outcomes[0].named.provenance;
    long compared, differ;
    sum_up(job, &compared, &differ);
    cli_provenance(p, NULL, out);
    buffer_puts(out, "\n");
    buffer_printf(out, "%-20s  %4s  %4s  %-7s  %8s  %6s  %s\n", "instruction", "cbsz", "abid",
                  "operand", "compared", "differ", "verdict");
    for (int n = 0; n < job->selection.n; n++)
        text_outcome(job, &job->outcomes[n], colour, out);
    buffer_printf(out, "%d instruction%s, %ld elements compared, %ld differ (", job->selection.n,
                  job->selection.n == 1 ? "" : "s", compared, differ);
    cli_provenance_kind(p, out);
    buffer_puts(out, ")\n");
}

/* --- JSON --- */

static json_t *json_claim(const struct job *job, const struct claim *claim)
{
    char formula[CLAIM_TEXT_BYTES];
    expr_text(&job->set, claim->statement, formula, sizeof formula);
    json_t *value = json_pack("{s:s, s:i, s:i}", "formula", formula, "compared", claim->compared,
                              "differ", claim->differ);
    if (!value || claim->differ == 0)
        return value;
    json_t *first = json_pack("{s:s, s:I, s:I}", "element", claim->where, "said",
                              (json_int_t)claim->said, "found", (json_int_t)claim->holds);
    if (first && claim->range[0])
        json_object_set_new(first, "range", json_string(claim->range));
    json_object_set_new(value, "first", first);
    if (claim->suggestion[0])
        json_object_set_new(value, "suggestion", json_string(claim->suggestion));
    return value;
}

static json_t *json_outcome(const struct job *job, const struct outcome *outcome)
{
    const struct claim_report *report = &outcome->report;
    json_t *claims = json_array();
    for (int c = 0; c < report->n_claims; c++)
        json_array_append_new(claims, json_claim(job, &report->claim[c]));
    return json_pack("{s:s, s:i, s:i, s:s, s:s, s:i, s:i, s:o}", "name", outcome->named.insn->name,
                     "cbsz", outcome->named.cbsz, "abid", outcome->named.abid, "operand",
                     opmap_operand_title(job->operand), "verdict",
                     claim_verdict_name(report->verdict), "compared", report->compared, "differ",
                     report->differ, "claims", claims);
}

static enum status print_json(const struct job *job, struct buffer *out, struct error *err)
{
    long compared, differ;
    sum_up(job, &compared, &differ);
    json_t *checks = json_array();
    for (int n = 0; n < job->selection.n; n++)
        json_array_append_new(checks, json_outcome(job, &job->outcomes[n]));
    json_t *root = json_pack(
        "{s:i, s:s, s:o, s:o, s:{s:i, s:I, s:I, s:b}}", "schema", 1, "tool", cli_tool_name(),
        "provenance", cli_json_provenance(&job->outcomes[0].named.provenance), "checks", checks,
        "summary", "instructions", job->selection.n, "compared", (json_int_t)compared, "differ",
        (json_int_t)differ, "passed", differ == 0);
    return cli_json(root, out, err);
}

static enum status print(const struct job *job, struct error *err)
{
    struct buffer out = {0};
    enum status status = STATUS_OK;
    long compared, differ;
    if (!strcmp(job->format, "json"))
        status = print_json(job, &out, err);
    else
        print_text(job, !job->options->output && cli_colour(STDOUT_FILENO), &out);
    if (status == STATUS_OK)
        status = cli_write(job->options, &out, err);
    buffer_free(&out);
    sum_up(job, &compared, &differ);
    return status == STATUS_OK && differ > 0 ? STATUS_DIFFERS : status;
}

enum status cli_check_formulas(const struct cli_options *options, struct error *err)
{
    struct job *job = calloc(1, sizeof *job);
    if (!job)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    enum status status = parse_job(options, job, err);
    if (status == STATUS_OK)
        status = judge_all(job, err);
    if (status == STATUS_OK)
        status = print(job, err);
    for (int n = 0; n < job->selection.n && job->outcomes; n++)
        opmap_free(&job->outcomes[n].named);
    free(job->outcomes);
    free(job);
    return status;
}

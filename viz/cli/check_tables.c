#include "cli/check_tables.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "check/check.h"
#include "check/table.h"
#include "cli/recover.h"

enum { MAX_TABLE_BYTES = 64 << 20 };

/* One instruction's table, what was recovered, and what comes of the two. */
struct entry {
    struct check_table table;
    struct opmap recovered, named;
    struct check_report report;
};

struct job {
    const struct cli_options *options;
    const char *format;
    struct isa_selection selection;
    struct buffer file[CLI_LIST_MAX];
    struct entry *entries; /* one an instruction */
};

/* --- reading --- */

static int n_operands(const struct check_table *table)
{
    int n = 0;
    for (int o = 0; o < OPMAP_N_OPERANDS; o++)
        n += table->has[o];
    return n;
}

/* used[n]: file n says something about the instruction. */
static enum status read_table(const struct job *job, const struct isa_smfmac *insn,
                              struct check_table *table, bool *used, struct error *err)
{
    const struct cli_options *options = job->options;
    enum status status = check_table_init(table, insn, options->cbsz, options->abid, err);
    for (int n = 0; n < options->table.n && status == STATUS_OK; n++) {
        int before = n_operands(table);
        status = check_table_read(table, options->table.text[n], &job->file[n], err);
        used[n] |= n_operands(table) > before;
    }
    if (status != STATUS_OK)
        return status;
    if (n_operands(table) == 0)
        return error_set(err, STATUS_FILE, "%s%s: no table of %s", options->table.text[0],
                         options->table.n > 1 ? " and the others" : "", insn->name);
    bool named = options->given & (CLI(CBSZ) | CLI(ABID));
    if (named && (table->map.cbsz != options->cbsz || table->map.abid != options->abid))
        return error_set(err, STATUS_USAGE, "%s: its table is of cbsz %d, abid %d", insn->name,
                         table->map.cbsz, table->map.abid);
    return isa_check_modifiers(insn, table->map.cbsz, table->map.abid, err);
}

static enum status read_all(struct job *job, struct error *err)
{
    const struct cli_list *paths = &job->options->table;
    bool used[CLI_LIST_MAX] = {0};
    enum status status = STATUS_OK;
    for (int n = 0; n < paths->n && status == STATUS_OK; n++)
        status = file_read(paths->text[n], MAX_TABLE_BYTES, &job->file[n], err);
    for (int n = 0; n < job->selection.n && status == STATUS_OK; n++)
        status = read_table(job, job->selection.insn[n], &job->entries[n].table, used, err);
    for (int n = 0; n < paths->n && status == STATUS_OK; n++)
        if (!used[n])
            status =
                error_set(err, STATUS_FILE, "%s: no table of a named instruction", paths->text[n]);
    return status;
}

/* --- judging --- */

/* Operands that the table lacks are taken from the recovered map, so that they equal it. */
static enum status judge(struct entry *entry, struct error *err)
{
    const struct isa_smfmac *insn = entry->table.map.insn;
    enum status status = check_name(&entry->recovered, &entry->named, err);
    if (status != STATUS_OK)
        return status;
    for (int o = 0; o < OPMAP_N_OPERANDS; o++)
        if (!entry->table.has[o])
            memcpy(entry->table.map.slot[o], entry->named.slot[o],
                   (size_t)opmap_count(insn, o) * sizeof *entry->named.slot[o]);
    return check_given(&entry->table.map, &entry->named, &entry->report, err);
}

static enum status judge_all(struct job *job, struct error *err)
{
    struct device *device;
    enum status status = cli_open_device(job->options, &device, err);
    if (status != STATUS_OK)
        return status;
    struct cli_progress progress;
    cli_progress_start(&progress, job->options, job->selection.n);
    for (int n = 0; n < job->selection.n && status == STATUS_OK; n++) {
        struct entry *entry = &job->entries[n];
        const struct opmap *map = &entry->table.map;
        status = cli_recover(job->options, device, map->insn, map->cbsz, map->abid,
                             &entry->recovered, err);
        if (status == STATUS_DIFFERS)
            error_prefix(err, "%s: not recoverable", map->insn->name);
        if (status == STATUS_OK)
            status = judge(entry, err);
        cli_progress_step(&progress, map->insn->name);
    }
    cli_progress_end(&progress);
    return cli_close_device(job->options, device, status, err);
}

static void sum_up(const struct job *job, long *compared, long *differ)
{
    *compared = *differ = 0;
    for (int n = 0; n < job->selection.n; n++)
        for (int o = 0; o < OPMAP_N_OPERANDS; o++)
            if (job->entries[n].table.has[o]) {
                *compared += job->entries[n].report.operand[o].compared;
                *differ += job->entries[n].report.operand[o].differ;
            }
}

/* --- text --- */

static void text_operand(const struct entry *entry, enum opmap_operand operand, bool colour,
                         struct buffer *out)
{
    const struct check_report *report = &entry->report;
    const struct check_operand *r = &report->operand[operand];
    const char *verdict = check_verdict_name(r->verdict);
    buffer_printf(out, "%-20s  %4d  %4d  %-7s  %8d  %6d  ", report->insn->name, report->cbsz,
                  report->abid, opmap_operand_title(operand), r->compared, r->differ);
    if (colour)
        buffer_printf(out, "\033[%dm%s\033[0m\n", r->verdict <= CHECK_EQUAL_UP_TO_K ? 32 : 31,
                      verdict);
    else
        buffer_printf(out, "%s\n", verdict);
    char element[OPMAP_TEXT_BYTES], given[OPMAP_TEXT_BYTES], found[OPMAP_TEXT_BYTES];
    if (r->first >= 0)
        buffer_printf(
            out, "    first: %s, given at %s, found at %s\n",
            opmap_coord_text(operand, opmap_coord(report->insn, operand, r->first), element),
            opmap_slot_text(r->found, given), opmap_slot_text(r->expected, found));
}

static void print_text(const struct job *job, bool colour, struct buffer *out)
{
    const struct opmap_provenance *p = &job->entries[0].named.provenance;
    long compared, differ;
    sum_up(job, &compared, &differ);
    cli_provenance(p, NULL, out);
    buffer_puts(out, "\n");
    buffer_printf(out, "%-20s  %4s  %4s  %-7s  %8s  %6s  %s\n", "instruction", "cbsz", "abid",
                  "operand", "compared", "differ", "verdict");
    for (int n = 0; n < job->selection.n; n++) {
        const struct entry *entry = &job->entries[n];
        for (int o = 0; o < OPMAP_N_OPERANDS; o++)
            if (entry->table.has[o])
                text_operand(entry, (enum opmap_operand)o, colour, out);
        if (entry->report.blame[0])
            buffer_printf(out, "    blame: %s\n", entry->report.blame);
    }
    buffer_printf(out, "%d instruction%s, %ld elements compared, %ld differ (", job->selection.n,
                  job->selection.n == 1 ? "" : "s", compared, differ);
    cli_provenance_kind(p, out);
    buffer_puts(out, ")\n");
}

/* --- JSON --- */

static json_t *json_slot(struct opmap_slot slot)
{
    return json_pack("{s:i, s:i, s:i, s:i}", "lane", slot.lane, "vgpr", slot.vgpr, "bit_lo",
                     slot.bit_lo, "bit_hi", slot.bit_hi);
}

static json_t *json_operand(const struct entry *entry, enum opmap_operand operand)
{
    const struct check_operand *r = &entry->report.operand[operand];
    json_t *value = json_pack("{s:s, s:i, s:i}", "verdict", check_verdict_name(r->verdict),
                              "compared", r->compared, "differ", r->differ);
    if (!value || r->first < 0)
        return value;
    char element[OPMAP_TEXT_BYTES];
    opmap_coord_text(operand, opmap_coord(entry->report.insn, operand, r->first), element);
    json_object_set_new(value, "first",
                        json_pack("{s:s, s:o, s:o}", "element", element, "given",
                                  json_slot(r->found), "found", json_slot(r->expected)));
    return value;
}

static json_t *json_entry(const struct entry *entry)
{
    const struct check_report *report = &entry->report;
    json_t *operands = json_object();
    for (int o = 0; o < OPMAP_N_OPERANDS; o++)
        if (entry->table.has[o])
            json_object_set_new(operands, opmap_operand_title((enum opmap_operand)o),
                                json_operand(entry, (enum opmap_operand)o));
    json_t *value = json_pack("{s:s, s:i, s:i, s:s, s:o}", "name", report->insn->name, "cbsz",
                              report->cbsz, "abid", report->abid, "verdict",
                              check_verdict_name(report->verdict), "operands", operands);
    if (value && report->blame[0])
        json_object_set_new(value, "blame", json_string(report->blame));
    return value;
}

static bool all_passed(const struct job *job)
{
    bool passed = true;
    for (int n = 0; n < job->selection.n; n++)
        passed = passed && job->entries[n].report.verdict <= CHECK_EQUAL_UP_TO_K;
    return passed;
}

static enum status print_json(const struct job *job, struct buffer *out, struct error *err)
{
    long compared, differ;
    sum_up(job, &compared, &differ);
    json_t *checks = json_array();
    for (int n = 0; n < job->selection.n; n++)
        json_array_append_new(checks, json_entry(&job->entries[n]));
    json_t *root = json_pack(
        "{s:i, s:s, s:o, s:o, s:{s:i, s:I, s:I, s:b}}", "schema", 1, "tool", cli_tool_name(),
        "provenance", cli_json_provenance(&job->entries[0].named.provenance), "checks", checks,
        "summary", "instructions", job->selection.n, "compared", (json_int_t)compared, "differ",
        (json_int_t)differ, "passed", all_passed(job));
    return cli_json(root, out, err);
}

static enum status print(const struct job *job, struct error *err)
{
    struct buffer out = {0};
    enum status status = STATUS_OK;
    if (!strcmp(job->format, "json"))
        status = print_json(job, &out, err);
    else
        print_text(job, !job->options->output && cli_colour(STDOUT_FILENO), &out);
    if (status == STATUS_OK)
        status = cli_write(job->options, &out, err);
    buffer_free(&out);
    return status == STATUS_OK && !all_passed(job) ? STATUS_DIFFERS : status;
}

static enum status start(const struct cli_options *options, struct job *job, struct error *err)
{
    job->options = options;
    enum status status = cli_format(options, &job->format, err);
    if (status != STATUS_OK)
        return status;
    if (strcmp(job->format, "text") != 0 && strcmp(job->format, "json") != 0)
        return error_set(err, STATUS_USAGE, "--table: as text or json, not %s", job->format);
    status = cli_select_runnable(options, &job->selection, err);
    if (status != STATUS_OK)
        return status;
    job->entries = calloc((size_t)job->selection.n, sizeof *job->entries);
    return job->entries ? STATUS_OK : error_set(err, STATUS_NO_MEMORY, "out of memory");
}

enum status cli_check_tables(const struct cli_options *options, struct error *err)
{
    struct job job = {0};
    enum status status = start(options, &job, err);
    if (status == STATUS_OK)
        status = read_all(&job, err);
    if (status == STATUS_OK)
        status = judge_all(&job, err);
    if (status == STATUS_OK)
        status = print(&job, err);
    for (int n = 0; n < options->table.n; n++)
        buffer_free(&job.file[n]);
    for (int n = 0; n < job.selection.n && job.entries; n++) {
        check_table_free(&job.entries[n].table);
        opmap_free(&job.entries[n].recovered);
        opmap_free(&job.entries[n].named);
    }
    free(job.entries);
    return status;
}

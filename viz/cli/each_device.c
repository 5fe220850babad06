#include "cli/each_device.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- which devices --- */

/* A record is of one device. An interrupted run left the half of one device's record; those of the
 * others are begun again. */
static enum status name_record(struct each_one *one, const char *suffix, struct error *err)
{
    struct cli_options *options = &one->options;
    const char *path = options->record ? options->record : options->resume;
    if (!path || (options->record && options->resume)) /* both: cli_open_device refuses that */
        return STATUS_OK;
    if (asprintf(&one->part, "%s.%s.part", path, suffix) < 0 ||
        asprintf(&one->record, "%s.%s", path, suffix) < 0)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    bool resume = options->resume && access(one->part, F_OK) == 0;
    options->resume = resume ? one->record : NULL;
    options->record = resume ? NULL : one->record;
    return STATUS_OK;
}

static enum status add_device(const struct cli_options *options,
                              const struct device_candidate *candidate, struct each_device *each,
                              struct error *err)
{
    static const char hip[] = "hip:";
    bool is_hip = strncmp(candidate->spec, hip, strlen(hip)) == 0;
    if (!candidate->usable && strncmp(candidate->spec, "hip", 3) == 0) {
        char text[ERROR_TEXT_BYTES];
        snprintf(text, sizeof text, "%s: left out: %s", candidate->spec, candidate->reason);
        cli_complain(options, text);
    }
    if (!candidate->usable || !is_hip)
        return STATUS_OK;
    struct each_one *one = &each->one[each->n++];
    snprintf(one->name, sizeof one->name, "%s", candidate->spec);
    one->options = *options;
    one->options.device = one->name;
    return name_record(one, candidate->spec + strlen(hip), err);
}

static enum status find_all(const struct cli_options *options, struct each_device *each,
                            struct error *err)
{
    struct device_candidate *candidates = calloc(EACH_MAX_DEVICES, sizeof *candidates);
    if (!candidates)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    int n_candidates = device_list(candidates, EACH_MAX_DEVICES);
    enum status status = STATUS_OK;
    for (int n = 0; n < n_candidates && status == STATUS_OK; n++)
        status = add_device(options, &candidates[n], each, err);
    free(candidates);
    if (status == STATUS_OK && each->n == 0)
        return error_set(err, STATUS_DEVICE, "hip:all: no device can run the probes");
    return status;
}

enum status each_device_find(const struct cli_options *options, struct each_device *each,
                             struct error *err)
{
    *each = (struct each_device){.all = strcmp(options->device, "hip:all") == 0};
    each->one = calloc(each->all ? EACH_MAX_DEVICES : 1, sizeof *each->one);
    if (!each->one)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    if (each->all)
        return find_all(options, each, err);
    each->n = 1;
    each->one[0].options = *options;
    return STATUS_OK;
}

void each_device_free(struct each_device *each)
{
    for (int n = 0; n < each->n; n++) {
        free(each->one[n].part);
        free(each->one[n].record);
        free(each->one[n].rows);
    }
    free(each->one);
    *each = (struct each_device){0};
}

/* --- whether they agree --- */

enum status each_device_compare(struct each_device *each, const struct compare_side *sides,
                                int n_layouts, struct error *err)
{
    enum status status = STATUS_OK;
    each->n_rows = n_layouts;
    for (int d = 1; d < each->n && status == STATUS_OK; d++) {
        struct each_one *one = &each->one[d];
        one->rows = calloc((size_t)n_layouts, sizeof *one->rows);
        if (!one->rows)
            return error_set(err, STATUS_NO_MEMORY, "out of memory");
        for (int n = 0; n < n_layouts && status == STATUS_OK; n++)
            status = compare_layouts(&sides[n], &sides[d * n_layouts + n], &one->rows[n], err);
        compare_summarise(one->rows, n_layouts, &one->summary);
    }
    return status;
}

static bool agrees(const struct each_device *each, int n)
{
    return n == 0 || compare_agrees(&each->one[n].summary);
}

bool each_device_agrees(const struct each_device *each)
{
    for (int n = 1; n < each->n; n++)
        if (!agrees(each, n))
            return false;
    return true;
}

/* The rows that do not agree, in place of all. */
static int pick_differing(const struct each_device *each, int n, struct compare_row *picked)
{
    int n_picked = 0;
    for (int r = 0; r < each->n_rows; r++) {
        struct compare_summary one;
        compare_summarise(&each->one[n].rows[r], 1, &one);
        if (!compare_agrees(&one))
            picked[n_picked++] = each->one[n].rows[r];
    }
    return n_picked;
}

void each_device_why(const struct each_device *each, int n, char why[EACH_WHY_BYTES])
{
    why[0] = 0;
    for (int r = 0; r < each->n_rows && !agrees(each, n); r++) {
        const struct compare_row *row = &each->one[n].rows[r];
        struct compare_summary one;
        compare_summarise(row, 1, &one);
        if (compare_agrees(&one))
            continue;
        snprintf(why, EACH_WHY_BYTES, "%d of %d layouts not as on %s, first %s cbsz %d abid %d: %s",
                 each->n_rows - each->one[n].summary.n_equal - each->one[n].summary.n_equal_up_to_k,
                 each->n_rows, each->one[0].name, row->insn->name, row->cbsz, row->abid,
                 compare_verdict(row));
        return;
    }
}

/* --- reports --- */

static void write_text(const struct each_device *each, const struct buffer *reports,
                       struct buffer *out)
{
    struct compare_row *picked = calloc((size_t)each->n_rows, sizeof *picked);
    out->failed = out->failed || !picked;
    for (int d = 0; d < each->n; d++)
        buffer_printf(out, "%s\n%s\n", each->one[d].name, reports[d].data);
    for (int d = 1; d < each->n && picked; d++) {
        int n_picked = pick_differing(each, d, picked);
        buffer_printf(out, "X %s, Y %s\n", each->one[0].name, each->one[d].name);
        if (n_picked)
            compare_text(picked, n_picked, out);
        compare_text_summary(&each->one[d].summary, out);
    }
    if (each->n == 1)
        buffer_puts(out, "1 device: there is none to compare it with\n");
    free(picked);
}

static json_t *json_comparison(const struct each_device *each, int d, struct compare_row *picked)
{
    int n_picked = pick_differing(each, d, picked);
    return json_pack("{s:s, s:s, s:b, s:o, s:o}", "x", each->one[0].name, "y", each->one[d].name,
                     "agree", agrees(each, d), "differing", compare_json(picked, n_picked),
                     "summary", compare_json_summary(&each->one[d].summary));
}

/* The devices' reports are JSON already, some of it too long to be built twice. */
static enum status write_json(const struct each_device *each, const struct buffer *reports,
                              struct buffer *out, struct error *err)
{
    struct compare_row *picked = calloc((size_t)each->n_rows, sizeof *picked);
    json_t *comparisons = picked ? json_array() : NULL;
    for (int d = 1; d < each->n && picked; d++)
        json_array_append_new(comparisons, json_comparison(each, d, picked));
    free(picked);
    buffer_printf(out, "{\"schema\":1,\"tool\":\"%s\",\"agree\":%s,\n\"devices\":{\n",
                  cli_tool_name(), each_device_agrees(each) ? "true" : "false");
    for (int d = 0; d < each->n; d++)
        buffer_printf(out, "%s\"%s\":%s", d ? "," : "", each->one[d].name, reports[d].data);
    buffer_puts(out, "},\n\"comparisons\":");
    enum status status = cli_json(comparisons, out, err);
    buffer_puts(out, "}\n");
    return status;
}

enum status each_device_write(const struct each_device *each, const char *format,
                              const struct buffer *reports, struct buffer *out, struct error *err)
{
    for (int d = 0; d < each->n; d++) {
        enum status status = buffer_check(&reports[d], err);
        if (status != STATUS_OK)
            return status;
    }
    if (!strcmp(format, "json"))
        return write_json(each, reports, out, err);
    write_text(each, reports, out);
    return STATUS_OK;
}

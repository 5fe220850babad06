/* smfviz probe: recovered layouts, by register or element by element. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/each_device.h"
#include "cli/probe_output.h"
#include "cli/recover.h"

static enum status format_maps(const char *format, const struct opmap *maps, int n_maps,
                               struct buffer *out, struct error *err)
{
    if (!strcmp(format, "json"))
        return probe_output_json(maps, n_maps, out, err);
    if (!strcmp(format, "rst") || !strcmp(format, "md"))
        return probe_output_document(maps, n_maps,
                                     !strcmp(format, "rst") ? DOCUMENT_RST : DOCUMENT_MD, out, err);
    if (!strcmp(format, "csv"))
        probe_output_csv(maps, n_maps, out);
    else
        probe_output_text(maps, n_maps, out);
    return STATUS_OK;
}

static enum status format_all(const char *format, const struct each_device *each,
                              const struct opmap *maps, int n_maps, struct buffer *out,
                              struct error *err)
{
    enum status status = STATUS_OK;
    struct buffer *reports = calloc((size_t)each->n, sizeof *reports);
    if (!reports)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    for (int d = 0; d < each->n && status == STATUS_OK; d++)
        status = format_maps(format, maps + d * n_maps, n_maps, &reports[d], err);
    if (status == STATUS_OK)
        status = each_device_write(each, format, reports, out, err);
    for (int d = 0; d < each->n; d++)
        buffer_free(&reports[d]);
    free(reports);
    return status;
}

static enum status compare(struct each_device *each, const struct opmap *maps, int n_maps,
                           struct error *err)
{
    int n_sides = each->n * n_maps;
    struct compare_side *sides = calloc((size_t)n_sides, sizeof *sides);
    if (!sides)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    for (int n = 0; n < n_sides; n++)
        sides[n].map = &maps[n];
    enum status status = each_device_compare(each, sides, n_maps, err);
    free(sides);
    return status;
}

static enum status print(const struct cli_options *options, const char *format,
                         const struct each_device *each, const struct opmap *maps, int n_maps,
                         struct error *err)
{
    struct buffer out = {0};
    enum status status = each->all ? format_all(format, each, maps, n_maps, &out, err)
                                   : format_maps(format, maps, n_maps, &out, err);
    if (status == STATUS_OK)
        status = cli_write(options, &out, err);
    buffer_free(&out);
    return status == STATUS_OK && !each_device_agrees(each) ? STATUS_DIFFERS : status;
}

/* Recovers, compares and prints; maps is [device][instruction]. */
static enum status probe_each(const struct cli_options *options, const char *format,
                              const struct isa_selection *selection, struct each_device *each,
                              struct opmap *maps, struct error *err)
{
    enum status status = STATUS_OK;
    for (int d = 0; d < each->n && status == STATUS_OK; d++) {
        status = cli_recover_all(&each->one[d].options, selection, maps + d * selection->n, err);
        if (status != STATUS_OK && each->all)
            error_prefix(err, "%s", each->one[d].name);
    }
    if (status == STATUS_OK)
        status = compare(each, maps, selection->n, err);
    return status == STATUS_OK ? print(options, format, each, maps, selection->n, err) : status;
}

enum status cmd_probe(const struct cli_options *options, struct error *err)
{
    struct isa_selection selection = {0};
    struct each_device each = {0};
    struct opmap *maps = NULL;
    const char *format;
    enum status status = cli_format(options, &format, err);
    if (status == STATUS_OK)
        status = cli_select_runnable(options, &selection, err);
    if (status == STATUS_OK)
        status = each_device_find(options, &each, err);
    if (status == STATUS_OK && each.all && strcmp(format, "text") != 0 &&
        strcmp(format, "json") != 0)
        status = error_set(err, STATUS_USAGE,
                           "%s has no place for a device: hip:all needs text or json", format);
    int n_maps = each.n * selection.n;
    if (status == STATUS_OK && !(maps = calloc((size_t)n_maps, sizeof *maps)))
        status = error_set(err, STATUS_NO_MEMORY, "out of memory");
    if (status == STATUS_OK)
        status = probe_each(options, format, &selection, &each, maps, err);
    for (int n = 0; maps && n < n_maps; n++)
        opmap_free(&maps[n]);
    free(maps);
    each_device_free(&each);
    return status;
}

/* smfviz diff: two files of layouts, or two captures. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "cli/compare.h"
#include "cli/layouts.h"

struct diff {
    struct layouts x, y;
    struct compare_row *rows;
    int n_rows;
    bool has_launches; /* both are captures */
    struct device_compared launches;
};

static enum status add_row(struct diff *diff, const struct layout *x, const struct layout *y,
                           struct error *err)
{
    const struct compare_side sides[2] = {
        {x ? &x->map : NULL, x && x->reason[0] ? x->reason : NULL},
        {y ? &y->map : NULL, y && y->reason[0] ? y->reason : NULL},
    };
    return compare_layouts(&sides[0], &sides[1], &diff->rows[diff->n_rows++], err);
}

static const struct layout *partner(const struct layouts *layouts, const struct layout *of)
{
    return layouts_find(layouts, of->map.insn, of->map.cbsz, of->map.abid);
}

/* X's layouts in their order, then what only Y has. */
static enum status compare_all(struct diff *diff, struct error *err)
{
    diff->rows = calloc((size_t)diff->x.n + (size_t)diff->y.n, sizeof *diff->rows);
    if (!diff->rows)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    enum status status = STATUS_OK;
    for (int n = 0; n < diff->x.n && status == STATUS_OK; n++)
        status = add_row(diff, &diff->x.layout[n], partner(&diff->y, &diff->x.layout[n]), err);
    for (int n = 0; n < diff->y.n && status == STATUS_OK; n++)
        if (!partner(&diff->x, &diff->y.layout[n]))
            status = add_row(diff, NULL, &diff->y.layout[n], err);
    diff->has_launches = diff->x.capture && diff->y.capture;
    if (status == STATUS_OK && diff->has_launches)
        status = device_compare_captures(diff->x.capture, diff->y.capture, &diff->launches, err);
    return status;
}

static bool agrees(const struct diff *diff, const struct compare_summary *summary)
{
    const struct device_compared *l = &diff->launches;
    return compare_agrees(summary) && !l->n_differ && !l->n_only_x && !l->n_only_y;
}

static void text_launches(const struct device_compared *l, struct buffer *out)
{
    buffer_printf(out, "%d launches compared: %d with other outputs", l->n_common, l->n_differ);
    if (l->n_only_x)
        buffer_printf(out, "; %d only in X", l->n_only_x);
    if (l->n_only_y)
        buffer_printf(out, "; %d only in Y", l->n_only_y);
    buffer_puts(out, "\n");
    if (l->first[0])
        buffer_printf(out, "    first: X's %s\n", l->first);
}

static void text_side(const char *name, const struct layouts *layouts, struct buffer *out)
{
    buffer_printf(out, "%s  %s: %s\n", name, layouts->path, layouts->words);
}

static void print_text(const struct diff *diff, const struct compare_summary *summary,
                       struct buffer *out)
{
    text_side("X", &diff->x, out);
    text_side("Y", &diff->y, out);
    compare_text(diff->rows, diff->n_rows, out);
    compare_text_summary(summary, out);
    if (diff->has_launches)
        text_launches(&diff->launches, out);
}

static json_t *json_side(const struct layouts *layouts)
{
    return json_pack("{s:o, s:o}", "file", cli_json_text(layouts->path), "provenance",
                     cli_json_text(layouts->words));
}

static enum status print_json(const struct diff *diff, const struct compare_summary *summary,
                              struct buffer *out, struct error *err)
{
    const struct device_compared *l = &diff->launches;
    json_t *root =
        json_pack("{s:i, s:s, s:o, s:o, s:o, s:o}", "schema", 1, "tool", cli_tool_name(), "x",
                  json_side(&diff->x), "y", json_side(&diff->y), "layouts",
                  compare_json(diff->rows, diff->n_rows), "summary", compare_json_summary(summary));
    if (root && diff->has_launches)
        json_object_set_new(root, "launches",
                            json_pack("{s:i, s:i, s:i, s:i, s:s}", "compared", l->n_common,
                                      "differ", l->n_differ, "only_x", l->n_only_x, "only_y",
                                      l->n_only_y, "first", l->first));
    if (root)
        json_object_set_new(root, "equal", json_boolean(agrees(diff, summary)));
    return cli_json(root, out, err);
}

static enum status print(const struct cli_options *options, const char *format,
                         const struct diff *diff, struct error *err)
{
    struct buffer out = {0};
    struct compare_summary summary;
    enum status status = STATUS_OK;
    compare_summarise(diff->rows, diff->n_rows, &summary);
    if (!strcmp(format, "json"))
        status = print_json(diff, &summary, &out, err);
    else
        print_text(diff, &summary, &out);
    if (status == STATUS_OK)
        status = cli_write(options, &out, err);
    buffer_free(&out);
    return status == STATUS_OK && !agrees(diff, &summary) ? STATUS_DIFFERS : status;
}

enum status cmd_diff(const struct cli_options *options, struct error *err)
{
    const char *format;
    struct diff diff = {0};
    enum status status = cli_format(options, &format, err);
    if (status == STATUS_OK && options->n_arguments != 2)
        status = error_set(err, STATUS_USAGE, "two files are needed, X and Y; given: %d",
                           options->n_arguments);
    if (status == STATUS_OK)
        status = layouts_read(options->arguments[0], &diff.x, err);
    if (status == STATUS_OK)
        status = layouts_read(options->arguments[1], &diff.y, err);
    if (status == STATUS_OK)
        status = compare_all(&diff, err);
    if (status == STATUS_OK)
        status = print(options, format, &diff, err);
    free(diff.rows);
    layouts_free(&diff.x);
    layouts_free(&diff.y);
    return status;
}

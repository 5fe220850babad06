/* smfviz devices: what can run the probes, and why a device cannot. */
#include <jansson.h>
#include <string.h>

#include "cli/cli.h"

enum { MAX_CANDIDATES = 64 };

static void print_text(const struct device_candidate *candidates, int n, struct buffer *out)
{
    for (int c = 0; c < n; c++) {
        const struct device_info *info = &candidates[c].info;
        char version[DEVICE_VERSION_BYTES];
        buffer_printf(out, "%-6s %s\n", candidates[c].spec,
                      candidates[c].usable ? "usable" : "not usable");
        if (info->name[0])
            buffer_printf(out, "       device   %s, %s\n", info->name, info->arch);
        if (candidates[c].usable)
            buffer_printf(out, "       library  %s, HIP version %s\n", info->library,
                          device_version_text(info->runtime_version, version));
        if (candidates[c].usable)
            buffer_printf(out, "       results  %s\n", opmap_source_name(info->source));
        else
            buffer_printf(out, "       reason   %s\n", candidates[c].reason);
    }
}

static json_t *json_text(const char *text) { return text[0] ? json_string(text) : json_null(); }

static enum status print_json(const struct device_candidate *candidates, int n, struct buffer *out,
                              struct error *err)
{
    json_t *rows = json_array();
    for (int c = 0; c < n; c++) {
        const struct device_info *info = &candidates[c].info;
        char version[DEVICE_VERSION_BYTES] = "";
        if (info->runtime_version)
            device_version_text(info->runtime_version, version);
        json_array_append_new(
            rows,
            json_pack("{s:s, s:b, s:o, s:o, s:o, s:o, s:o, s:o}", "device", candidates[c].spec,
                      "usable", candidates[c].usable, "reason", json_text(candidates[c].reason),
                      "name", json_text(info->name), "arch", json_text(info->arch), "library",
                      json_text(info->library), "hip_version", json_text(version), "results",
                      candidates[c].usable ? json_string(opmap_source_name(info->source))
                                           : json_null()));
    }
    json_t *root =
        json_pack("{s:i, s:s, s:o}", "schema", 1, "tool", cli_tool_name(), "devices", rows);
    return cli_json(root, out, err);
}

enum status cmd_devices(const struct cli_options *options, struct error *err)
{
    const char *format;
    enum status status = cli_format(options, &format, err);
    if (status != STATUS_OK)
        return status;
    if (options->n_arguments > 0)
        return error_set(err, STATUS_USAGE, "takes no argument, got '%s'", options->arguments[0]);
    static struct device_candidate candidates[MAX_CANDIDATES];
    int n = device_list(candidates, MAX_CANDIDATES);
    struct buffer out = {0};
    if (!strcmp(format, "json"))
        status = print_json(candidates, n, &out, err);
    else
        print_text(candidates, n, &out);
    if (status == STATUS_OK)
        status = cli_write(options, &out, err);
    buffer_free(&out);
    return status;
}

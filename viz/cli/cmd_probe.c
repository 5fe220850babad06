/* smfviz probe: recovered layouts, by register or element by element. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/probe_output.h"
#include "cli/recover.h"

static enum status print(const struct cli_options *options, const char *format,
                         const struct opmap *maps, int n_maps, struct error *err)
{
    struct buffer out = {0};
    enum status status = STATUS_OK;
    if (!strcmp(format, "json"))
        status = probe_output_json(maps, n_maps, &out, err);
    else if (!strcmp(format, "csv"))
        probe_output_csv(maps, n_maps, &out);
    else
        probe_output_text(maps, n_maps, &out);
    if (status == STATUS_OK)
        status = cli_write(options, &out, err);
    buffer_free(&out);
    return status;
}

enum status cmd_probe(const struct cli_options *options, struct error *err)
{
    struct isa_selection selection = {0};
    struct opmap maps[ISA_N_SMFMAC] = {0};
    const char *format;
    enum status status = cli_format(options, &format, err);
    if (status == STATUS_OK)
        status = cli_select_runnable(options, &selection, err);
    if (status == STATUS_OK)
        status = cli_recover_all(options, &selection, maps, err);
    if (status == STATUS_OK)
        status = print(options, format, maps, selection.n, err);
    for (int n = 0; n < selection.n; n++)
        opmap_free(&maps[n]);
    return status;
}

/* smfviz explore: the interactive page. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/recover.h"
#include "render/explorer.h"

/* The page offers each cbsz with the abids of all index sets. An abid beyond them is read only
 * where CBSZ[1:0] is not 0, and then as any other: 'probe' shows it. */
enum { N_CBSZ = 8, MAX_SETS = 4, MAX_MAPS = ISA_N_SMFMAC * N_CBSZ * MAX_SETS };

static enum status recover_pairs(const struct cli_options *options, struct device *device,
                                 const struct isa_smfmac *insn, struct opmap *maps, int *n_maps,
                                 struct error *err)
{
    for (int cbsz = 0; cbsz < N_CBSZ; cbsz++)
        for (int abid = 0; abid < isa_index_sets(insn); abid++) {
            enum status status =
                cli_recover(options, device, insn, cbsz, abid, &maps[*n_maps], err);
            if (status == STATUS_DIFFERS)
                error_prefix(err, "%s: not recoverable", insn->name);
            if (status != STATUS_OK)
                return status;
            ++*n_maps;
        }
    return STATUS_OK;
}

static enum status recover_selection(const struct cli_options *options,
                                     const struct isa_selection *selection, struct opmap *maps,
                                     int *n_maps, struct error *err)
{
    struct device *device;
    enum status status = cli_open_device(options, &device, err);
    if (status != STATUS_OK)
        return status;
    struct cli_progress progress;
    cli_progress_start(&progress, options, selection->n);
    for (int n = 0; n < selection->n && status == STATUS_OK; n++) {
        status = recover_pairs(options, device, selection->insn[n], maps, n_maps, err);
        cli_progress_step(&progress, selection->insn[n]->name);
    }
    cli_progress_end(&progress);
    device_close(device);
    return status;
}

enum status cmd_explore(const struct cli_options *options, struct error *err)
{
    struct cli_options wanted = *options;
    struct isa_selection selection = {0};
    const char *format;
    if (!options->output)
        return error_set(err, STATUS_USAGE, "where to? -o FILE.html, or -o - for stdout");
    if (options->n_arguments == 0)
        wanted.given |= CLI(ALL);
    enum status status = cli_format(options, &format, err);
    if (status == STATUS_OK)
        status = cli_select_runnable(&wanted, &selection, err);
    if (status != STATUS_OK)
        return status;

    struct opmap *maps = calloc(MAX_MAPS, sizeof *maps);
    struct buffer page = {0};
    int n_maps = 0;
    status = maps ? recover_selection(options, &selection, maps, &n_maps, err)
                  : error_set(err, STATUS_NO_MEMORY, "out of memory");
    if (status == STATUS_OK)
        status = explorer_page(maps, n_maps, &page, err);
    if (status == STATUS_OK)
        status = cli_write(options, &page, err);
    buffer_free(&page);
    for (int n = 0; n < n_maps; n++)
        opmap_free(&maps[n]);
    free(maps);
    return status;
}

#include "cli/recover.h"

#include "probe/probe.h"

enum status cli_recover(const struct cli_options *options, struct device *device,
                        const struct isa_smfmac *insn, int cbsz, int abid, struct opmap *map,
                        struct error *err)
{
    struct probe_stats stats = {0};
    double start = cli_seconds();
    enum status status =
        probe_recover(insn, cbsz, abid, probe_run_on_device, device, map, &stats, err);
    if (status != STATUS_OK)
        return status;
    device_provenance(device, options->attest, &map->provenance);
    cli_remark(options, "%s cbsz %d abid %d: %d waves in %d launches, %.1f ms", insn->name, cbsz,
               abid, stats.n_waves, stats.n_launches, 1e3 * (cli_seconds() - start));
    return STATUS_OK;
}

enum status cli_recover_all(const struct cli_options *options,
                            const struct isa_selection *selection, struct opmap *maps,
                            struct error *err)
{
    struct device *device;
    enum status status = cli_open_device(options, &device, err);
    if (status != STATUS_OK)
        return status;
    struct cli_progress progress;
    cli_progress_start(&progress, options, selection->n);
    for (int n = 0; n < selection->n && status == STATUS_OK; n++) {
        const struct isa_smfmac *insn = selection->insn[n];
        status = cli_recover(options, device, insn, options->cbsz, options->abid, &maps[n], err);
        if (status == STATUS_DIFFERS)
            error_prefix(err, "%s: not recoverable", insn->name);
        cli_progress_step(&progress, insn->name);
    }
    cli_progress_end(&progress);
    return cli_close_device(options, device, status, err);
}

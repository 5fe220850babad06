/* From INSTR..., --all, --arch, --cbsz, --abid and --device to what a command works on. */
#include <string.h>

#include "cli/cli.h"

enum status cli_select(const struct cli_options *options, struct isa_selection *selection,
                       struct error *err)
{
    enum isa_arch arch;
    enum status status = isa_parse_arch(options->arch, &arch, err);
    if (status != STATUS_OK)
        return status;
    if (options->given & CLI(ALL))
        isa_select_all(arch, selection);
    for (int n = 0; n < options->n_arguments; n++) {
        status = isa_select(options->arguments[n], arch, selection, err);
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

enum status cli_select_runnable(const struct cli_options *options, struct isa_selection *selection,
                                struct error *err)
{
    enum status status = cli_select(options, selection, err);
    if (status != STATUS_OK)
        return status;
    if (selection->n == 0)
        return error_set(err, STATUS_USAGE, "which instruction? Name one, or --all");
    for (int n = 0; n < selection->n; n++) {
        status = isa_check_modifiers(selection->insn[n], options->cbsz, options->abid, err);
        if (status != STATUS_OK)
            return status;
    }
    if (strncmp(options->arch, "gfx942", 6) != 0)
        return error_set(err, STATUS_UNSUPPORTED,
                         "%s on gfx950: not supported yet (there are no gfx950 probe kernels)",
                         selection->insn[0]->name);
    return STATUS_OK;
}

enum status cli_select_one(const struct cli_options *options, const char *pattern,
                           const struct isa_smfmac **insn, struct error *err)
{
    enum isa_arch arch;
    struct isa_selection selection = {0};
    enum status status = isa_parse_arch(options->arch, &arch, err);
    if (status == STATUS_OK)
        status = isa_select(pattern, arch, &selection, err);
    if (status != STATUS_OK)
        return status;
    if (selection.n != 1)
        return error_set(err, STATUS_USAGE, "'%s' names %d instructions; one is needed", pattern,
                         selection.n);
    if (arch != ISA_GFX942)
        return error_set(err, STATUS_UNSUPPORTED, "%s on %s: not supported yet",
                         selection.insn[0]->name, isa_arch_name(arch));
    *insn = selection.insn[0];
    return isa_check_modifiers(*insn, options->cbsz, options->abid, err);
}

enum status cli_open_device(const struct cli_options *options, struct device **device,
                            struct error *err)
{
    double start = cli_seconds();
    enum status status = device_open(options->device, device, err);
    if (status != STATUS_OK)
        return status;
    const struct device_info *info = device_info(*device);
    if (options->attest && info->source == OPMAP_EMULATED)
        cli_complain(options, "--attest is for devices; what the emulator says stays emulated");
    cli_remark(options, "%s: %s, %s, through %s (%.0f ms)", options->device, info->name, info->arch,
               info->library, 1e3 * (cli_seconds() - start));
    return STATUS_OK;
}

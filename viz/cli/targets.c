/* From INSTR..., --all, --arch, --cbsz, --abid, --device and --record to what a command works on.
 */
#include <ctype.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

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

static enum status start_record(const struct cli_options *options, struct device *device,
                                struct error *err)
{
    if (options->record && options->resume)
        return error_set(err, STATUS_USAGE,
                         "--record or --resume: a record is begun or gone on with");
    if (!options->record && !options->resume)
        return STATUS_OK;
    return device_record(device, options->record ? options->record : options->resume,
                         options->attest, options->resume != NULL, err);
}

/* --attest vouches for the device that answers now. */
static void complain_of_attest(const struct cli_options *options, enum opmap_source source)
{
    if (options->attest && source == OPMAP_EMULATED)
        cli_complain(options, "--attest is for devices; what the emulator says stays emulated");
    if (options->attest && source == OPMAP_CAPTURED)
        cli_complain(options,
                     "--attest is for devices; a capture has the words it was recorded with");
}

/* A file may claim anything and be called anything; what reports cannot carry is refused here. */
static enum status check_words(const struct device *device, struct error *err)
{
    struct opmap_provenance p;
    device_provenance(device, NULL, &p);
    for (const char *c = p.capture; *c; c++)
        if (iscntrl((unsigned char)*c))
            return error_set(err, STATUS_FILE, "%s: a control character in a capture's name",
                             p.capture);
    json_t *carried = json_pack("[sss]", p.device, p.attest, p.capture); /* NULL: not UTF-8 */
    json_decref(carried);
    return carried ? STATUS_OK
                   : error_set(err, STATUS_FILE, "%s: a name in it, or its own, is not UTF-8",
                               p.capture);
}

enum status cli_numerics(const char *word, enum smfhip_numerics *numerics, struct error *err)
{
    *numerics = SMFHIP_NUMERICS_MI300;
    if (!word || !strcmp(word, "mi300"))
        return STATUS_OK;
    *numerics = SMFHIP_NUMERICS_FMA;
    if (!strcmp(word, "fma"))
        return STATUS_OK;
    return error_set(err, STATUS_USAGE, "unknown arithmetic '%s' (known: mi300, fma)", word);
}

/* The emulator is told; a device adds as it does. */
static enum status set_numerics(const struct cli_options *options, enum smfhip_numerics numerics,
                                struct device *device, struct error *err)
{
    struct smfhip_control request = {.request = SMFHIP_SET_NUMERICS, .value = numerics};
    smfhip_control_fn *door = device_control(device);
    if (!options->numerics)
        return STATUS_OK;
    if (!door)
        return error_set(err, STATUS_USAGE,
                         "--numerics is for the emulator: %s has an arithmetic of its own",
                         options->device);
    if (door(SMFHIP_VERSION, &request) != 0)
        return error_set(err, STATUS_DEVICE, "%s does not know --numerics %s",
                         device_info(device)->library, options->numerics);
    return STATUS_OK;
}

enum status cli_open_device(const struct cli_options *options, struct device **device,
                            struct error *err)
{
    double start = cli_seconds();
    struct device *opened = NULL;
    enum smfhip_numerics numerics;
    enum status status = cli_numerics(options->numerics, &numerics, err);
    if (status == STATUS_OK)
        status = device_open(options->device, &opened, err);
    if (status == STATUS_OK)
        status = set_numerics(options, numerics, opened, err);
    if (status == STATUS_OK)
        status = check_words(opened, err);
    if (status == STATUS_OK)
        status = start_record(options, opened, err);
    if (status != STATUS_OK) {
        device_close(opened);
        return status;
    }
    *device = opened;
    const struct device_info *info = device_info(opened);
    complain_of_attest(options, info->source);
    cli_remark(options, "%s: %s, %s, through %s (%.0f ms)", options->device, info->name, info->arch,
               info->library, 1e3 * (cli_seconds() - start));
    return STATUS_OK;
}

/* Adds what an interrupted run leaves to the reason why it was. */
static void mention_part(const char *path, struct error *err)
{
    struct buffer part = {0};
    buffer_printf(&part, "%s.part", path);
    if (!part.failed && access(part.data, F_OK) == 0) {
        size_t used = strlen(err->text);
        snprintf(err->text + used, sizeof err->text - used,
                 "\n%s has what was run before; --resume %s goes on from there", part.data, path);
    }
    buffer_free(&part);
}

enum status cli_close_device(const struct cli_options *options, struct device *device,
                             enum status status, struct error *err)
{
    const char *path = options->record ? options->record : options->resume;
    if (status == STATUS_OK || status == STATUS_DIFFERS) {
        enum status finished = device_record_finish(device, err);
        if (finished != STATUS_OK)
            status = finished;
    }
    device_close(device);
    if (path && status != STATUS_OK && status != STATUS_DIFFERS)
        mention_part(path, err);
    return status;
}

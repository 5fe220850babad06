/* smfviz explain: every value that takes part in one element of D. */
#include <string.h>

#include "cli/cli.h"
#include "cli/explain_files.h"
#include "cli/explain_output.h"
#include "cli/recover.h"
#include "cli/render_library.h"
#include "cli/render_request.h"
#include "isa/what.h"
#include "layout/layout.h"
#include "probe/probe.h"

/* Which element of D `word` names, by itself or by its register. */
static enum status find_element(const struct what *what, const struct opmap *map, const char *word,
                                struct opmap_coord *coord, struct error *err)
{
    struct what_found found;
    what_find(what, map, &found);
    if (found.n != 1)
        return error_set(err, STATUS_USAGE, "'%s' holds %d elements of D; one is needed", word,
                         found.n);
    *coord = opmap_coord(map->insn, OPMAP_CD, found.part[0].ordinal);
    return STATUS_OK;
}

static enum status parse_element(const char *word, const struct isa_smfmac *insn, struct what *what,
                                 struct error *err)
{
    enum status status = what_parse(word, insn, what, err);
    if (status == STATUS_OK && what->operand != OPMAP_CD)
        status = error_set(err, STATUS_USAGE,
                           "'%s' is no element of D; 'smfviz query' knows where it is", word);
    return status;
}

/* The layout by `device`, and what the instruction makes of the data there. */
static enum status execute(const struct cli_options *options, struct device *device,
                           const struct explain_data *data, struct opmap *map, uint32_t *d,
                           struct error *err)
{
    struct explain_registers r;
    const struct isa_smfmac *insn = data->insn;
    enum status status = cli_recover(options, device, insn, options->cbsz, options->abid, map, err);
    if (status == STATUS_DIFFERS)
        error_prefix(err, "%s: not recoverable", insn->name);
    if (status != STATUS_OK)
        return status;
    explain_place(data, map, &r);
    const struct probe_registers registers = {.a = r.a, .b = r.b, .c = r.c, .idx = r.idx};
    return probe_multiply(device, insn, options->cbsz, options->abid, &registers, d, err);
}

static enum status take(const struct cli_options *options, const struct what *what,
                        const struct explain_data *data, struct explain *explain, struct error *err)
{
    uint32_t d[ISA_LANES * EXPLAIN_MAX_CD_VGPRS] = {0};
    const struct isa_smfmac *insn = data->insn;
    bool executes = options->given & CLI(DEVICE);
    struct device *device = NULL;
    struct opmap map = {0};
    struct opmap_coord c;
    enum status status = executes ? cli_open_device(options, &device, err)
                                  : layout_map(insn, options->cbsz, options->abid, &map, err);
    if (status == STATUS_OK && executes)
        status = execute(options, device, data, &map, d, err);
    if (status == STATUS_OK)
        status = find_element(what, &map, options->arguments[1], &c, err);
    if (status == STATUS_OK) {
        explain_take(data, &map, c.i, c.j, explain);
        explain->executed = executes;
        explain->executed_code = d[explain->cd_at.lane * isa_cd_vgprs(insn) + explain->cd_at.vgpr];
    }
    device_close(device);
    opmap_free(&map);
    return status;
}

static enum status judge_theme(const struct cli_options *options, const char *format,
                               enum render_theme *theme, struct error *err)
{
    if (options->theme && strcmp(format, "svg") != 0)
        return error_set(err, STATUS_USAGE, "--theme is for figures (--format svg)");
    return render_request_theme(options, theme, err);
}

static enum status print(const struct cli_options *options, const char *format,
                         enum render_theme theme, const struct explain *explain, struct error *err)
{
    struct buffer out = {0};
    const struct render_api *api;
    enum status status = STATUS_OK;
    if (!strcmp(format, "json")) {
        status = explain_output_json(explain, &out, err);
    } else if (!strcmp(format, "svg")) {
        status = render_library_open(&api, err);
        if (status == STATUS_OK)
            status = api->explanation(explain, theme, &out, err);
    } else {
        explain_output_text(explain, &out);
    }
    if (status == STATUS_OK)
        status = cli_write(options, &out, err);
    buffer_free(&out);
    return status;
}

enum status cmd_explain(const struct cli_options *options, struct error *err)
{
    const struct isa_smfmac *insn = NULL;
    const char *format = NULL;
    char name[sizeof((struct explain *)0)->data];
    struct explain_data data = {0};
    struct explain explain;
    struct what what;
    if (options->n_arguments != 2)
        return error_set(err, STATUS_USAGE,
                         "an instruction and one element of D are needed, as in 'D[5][7]'");
    if (options->attest && !(options->given & CLI(DEVICE)))
        return error_set(err, STATUS_USAGE, "--attest needs --device");
    enum render_theme theme = RENDER_LIGHT;
    enum status status = cli_format(options, &format, err);
    if (status == STATUS_OK)
        status = judge_theme(options, format, &theme, err);
    if (status == STATUS_OK)
        status = cli_select_one(options, options->arguments[0], &insn, err);
    if (status == STATUS_OK)
        status = parse_element(options->arguments[1], insn, &what, err);
    if (status == STATUS_OK)
        status = explain_files_read(options, insn, &data, name, sizeof name, err);
    if (status == STATUS_OK)
        status = take(options, &what, &data, &explain, err);
    if (status == STATUS_OK) {
        memcpy(explain.data, name, sizeof name);
        status = print(options, format, theme, &explain, err);
    }
    explain_data_free(&data);
    bool wrong = status == STATUS_OK && explain.executed && explain.order_free &&
                 !explain_executed_right(&explain);
    return wrong ? STATUS_DIFFERS : status;
}

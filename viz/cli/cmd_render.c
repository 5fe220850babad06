/* smfviz render: one figure for each operand, shape and element width. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "cli/cli.h"
#include "cli/recover.h"
#include "cli/render_library.h"

/* Instructions that share their figures, by their place in the selection. */
struct shape {
    int member[ISA_N_SMFMAC];
    int n_members;
};

struct figure {
    char name[RENDER_NAME_BYTES];
    struct buffer bytes;
};

enum { MAX_FIGURES = ISA_N_SMFMAC * OPMAP_N_OPERANDS };

static bool same_figure(const struct isa_smfmac *l, const struct isa_smfmac *r)
{
    return l->m == r->m && l->n == r->n && l->k == r->k &&
           isa_type_bits(l->a_type) == isa_type_bits(r->a_type);
}

static int group_shapes(const struct isa_selection *selection, struct shape shapes[ISA_N_SMFMAC])
{
    int n_shapes = 0;
    for (int n = 0; n < selection->n; n++) {
        int at = 0;
        while (at < n_shapes &&
               !same_figure(selection->insn[shapes[at].member[0]], selection->insn[n]))
            at++;
        if (at == n_shapes)
            shapes[n_shapes++].n_members = 0;
        shapes[at].member[shapes[at].n_members++] = n;
    }
    return n_shapes;
}

/* Sets wanted[operand] for each name of the comma separated `list`, or all where it is NULL. */
static enum status parse_operands(const char *list, bool wanted[OPMAP_N_OPERANDS],
                                  struct error *err)
{
    for (int o = 0; o < OPMAP_N_OPERANDS; o++)
        wanted[o] = !list;
    while (list) {
        int n = (int)strcspn(list, ",");
        int o = 0;
        while (o < OPMAP_N_OPERANDS &&
               (strncasecmp(opmap_operand_name((enum opmap_operand)o), list, (size_t)n) != 0 ||
                opmap_operand_name((enum opmap_operand)o)[n] != 0))
            o++;
        if (o == OPMAP_N_OPERANDS || n == 0)
            return error_set(err, STATUS_USAGE, "unknown operand '%.*s' (known: a, idx, b, cd)", n,
                             list);
        wanted[o] = true;
        list = list[n] ? list + n + 1 : NULL;
    }
    return STATUS_OK;
}

/* One of two words. */
static enum status parse_choice(const char *option, const char *word, const char *no,
                                const char *yes, bool *chosen, struct error *err)
{
    if (word && strcmp(word, no) != 0 && strcmp(word, yes) != 0)
        return error_set(err, STATUS_USAGE, "unknown %s '%s' (known: %s, %s)", option, word, no,
                         yes);
    *chosen = word && !strcmp(word, yes);
    return STATUS_OK;
}

static bool is_directory(const char *path)
{
    struct stat st;
    size_t n = strlen(path);
    return (n > 0 && path[n - 1] == '/') || (stat(path, &st) == 0 && S_ISDIR(st.st_mode));
}

/* Where the figures go, judged before anything runs: *directory, or one file or stdout. */
static enum status judge_output(const struct cli_options *options, const char *format,
                                int n_figures, bool *directory, struct error *err)
{
    const char *output = options->output ? options->output : "-";
    *directory = options->output && is_directory(options->output);
    if (*directory)
        return STATUS_OK;
    bool to_stdout = !strcmp(output, "-");
    if (n_figures > 1)
        return error_set(err, STATUS_USAGE, "%d figures do not fit into %s; -o DIR/ is a directory",
                         n_figures, to_stdout ? "stdout" : output);
    if (to_stdout && !strcmp(format, "png") && isatty(STDOUT_FILENO))
        return error_set(err, STATUS_USAGE, "PNG is not for a terminal: -o FILE");
    return STATUS_OK;
}

static enum status write_figures(const struct cli_options *options, bool directory,
                                 const struct figure *figures, int n_figures, struct error *err)
{
    if (!directory)
        return cli_write(options, &figures[0].bytes, err);
    enum status status = file_make_directory(options->output, err);
    for (int n = 0; n < n_figures && status == STATUS_OK; n++) {
        struct buffer path = {0};
        bool slash = options->output[strlen(options->output) - 1] == '/';
        buffer_printf(&path, "%s%s%s", options->output, slash ? "" : "/", figures[n].name);
        status = buffer_check(&path, err);
        if (status == STATUS_OK)
            status = file_write(path.data, figures[n].bytes.data, figures[n].bytes.size, err);
        if (status == STATUS_OK)
            cli_remark(options, "%s: %zu bytes", path.data, figures[n].bytes.size);
        buffer_free(&path);
    }
    return status;
}

/* What the options ask for. */
struct request {
    struct isa_selection selection;
    struct shape shapes[ISA_N_SMFMAC];
    int n_shapes;
    struct render_options render;
    bool wanted[OPMAP_N_OPERANDS];
    int n_figures;
    bool directory;
};

static enum status parse_request(const struct cli_options *options, struct request *request,
                                 struct error *err)
{
    const char *format = NULL;
    enum status status = STATUS_OK;
    /* A directory's suffix is none of a format. */
    if (options->output && is_directory(options->output) && !options->format)
        format = options->command->formats[0];
    else
        status = cli_format(options, &format, err);
    if (status == STATUS_OK)
        status = cli_select_runnable(options, &request->selection, err);
    if (status == STATUS_OK)
        status = parse_operands(options->operand, request->wanted, err);
    if (status == STATUS_OK)
        status = parse_choice("axis", options->axis, "stored", "dense", &request->render.dense_axis,
                              err);
    if (status == STATUS_OK)
        status = parse_choice("detail", options->detail, "normal", "full",
                              &request->render.full_detail, err);
    if (status != STATUS_OK)
        return status;
    request->render.format = !strcmp(format, "png") ? RENDER_PNG : RENDER_SVG;
    int n_operands = 0;
    for (int o = 0; o < OPMAP_N_OPERANDS; o++)
        n_operands += request->wanted[o];
    request->n_shapes = group_shapes(&request->selection, request->shapes);
    request->n_figures = n_operands * request->n_shapes;
    return judge_output(options, format, request->n_figures, &request->directory, err);
}

static enum status draw(const struct request *request, const struct opmap *maps,
                        struct figure *figures, struct error *err)
{
    const struct render_api *api;
    enum status status = render_library_open(&api, err);
    struct render_options options = request->render;
    struct figure *figure = figures;
    for (int n = 0; n < request->n_shapes; n++) {
        const struct shape *shape = &request->shapes[n];
        const struct opmap *shared[ISA_N_SMFMAC];
        assert(shape->n_members > 0);
        for (int m = 0; m < shape->n_members; m++)
            shared[m] = &maps[shape->member[m]];
        for (int o = 0; o < OPMAP_N_OPERANDS && status == STATUS_OK; o++) {
            if (!request->wanted[o])
                continue;
            options.operand = (enum opmap_operand)o;
            render_file_name(shared[0], &options, figure->name);
            status = api->figure(shared, shape->n_members, &options, &figure->bytes, err);
            if (status == STATUS_OK)
                status = buffer_check(&figure->bytes, err);
            figure++;
        }
    }
    return status;
}

enum status cmd_render(const struct cli_options *options, struct error *err)
{
    struct request request = {0};
    enum status status = parse_request(options, &request, err);
    if (status != STATUS_OK)
        return status;
    struct opmap maps[ISA_N_SMFMAC] = {0};
    struct figure figures[MAX_FIGURES] = {0};
    status = cli_recover_all(options, &request.selection, maps, err);
    if (status == STATUS_OK)
        status = draw(&request, maps, figures, err);
    if (status == STATUS_OK)
        status = write_figures(options, request.directory, figures, request.n_figures, err);
    for (int n = 0; n < MAX_FIGURES; n++)
        buffer_free(&figures[n].bytes);
    for (int n = 0; n < request.selection.n; n++)
        opmap_free(&maps[n]);
    return status;
}

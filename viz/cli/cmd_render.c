/* smfviz render: one figure for each operand, shape and element width. */
#include <assert.h>
#include <string.h>

#include "base/file.h"
#include "cli/cli.h"
#include "cli/recover.h"
#include "cli/render_library.h"
#include "cli/render_request.h"

struct figure {
    char name[RENDER_NAME_BYTES];
    struct buffer bytes;
};

enum { MAX_FIGURES = ISA_N_SMFMAC * RENDER_N_SUBJECTS };

/* Several only if they are text. */
static enum status write_joined(const struct cli_options *options, const struct figure *figures,
                                int n_figures, struct error *err)
{
    struct buffer all = {0};
    for (int n = 0; n < n_figures; n++)
        buffer_append(&all, figures[n].bytes.data, figures[n].bytes.size);
    enum status status = cli_write(options, &all, err);
    buffer_free(&all);
    return status;
}

static enum status write_figures(const struct cli_options *options, bool directory,
                                 const struct figure *figures, int n_figures, struct error *err)
{
    if (!directory)
        return write_joined(options, figures, n_figures, err);
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

static enum status draw(const struct render_request *request, const struct opmap *maps,
                        struct figure *figures, struct error *err)
{
    const struct render_api *api;
    enum status status = render_library_open(&api, err);
    struct render_options options = request->render;
    struct figure *figure = figures;
    for (int n = 0; n < request->n_shapes; n++) {
        const struct render_shape *shape = &request->shapes[n];
        const struct opmap *shared[ISA_N_SMFMAC];
        assert(shape->n_members > 0);
        for (int m = 0; m < shape->n_members; m++)
            shared[m] = &maps[shape->member[m]];
        for (int o = 0; o < RENDER_N_SUBJECTS && status == STATUS_OK; o++) {
            if (!request->wanted[o])
                continue;
            options.linked = o == RENDER_LINKED;
            options.operand = options.linked ? OPMAP_A : (enum opmap_operand)o;
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
    struct render_request request = {0};
    enum status status = render_request_parse(options, &request, err);
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

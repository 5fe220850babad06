#include "cli/page_figures.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "cli/recover.h"
#include "cli/render_library.h"
#include "layout/layout.h"

/* What a figure's name says. */
struct named {
    struct isa_selection selection; /* the instructions that share it */
    int cbsz, abid;
    struct render_options render;
};

static int number_after(const char *name, const char *key)
{
    const char *p = strstr(name, key);
    return p ? atoi(p + strlen(key)) : 0;
}

static void add_sharing(const struct isa_smfmac *like, struct isa_selection *selection)
{
    for (int id = 0; id < ISA_N_SMFMAC; id++) {
        const struct isa_smfmac *insn = &isa_smfmacs[id];
        if (isa_available(insn, ISA_GFX942) && insn->m == like->m && insn->k == like->k &&
            isa_type_bits(insn->a_type) == isa_type_bits(like->a_type))
            selection->insn[selection->n++] = insn;
    }
}

/* Whether smfviz draws a figure of this name: the one that render_file_name gives it to. */
static bool parse_name(const char *basename, struct named *named)
{
    struct error unused;
    *named = (struct named){.cbsz = number_after(basename, "-cbsz"),
                            .abid = number_after(basename, "-abid")};
    struct render_options *render = &named->render;
    const char *dot = strrchr(basename, '.');
    render->format = dot && !strcmp(dot, ".png") ? RENDER_PNG : RENDER_SVG;
    render->owner = strstr(basename, "-owner") != NULL;
    render->theme = strstr(basename, "-dark")    ? RENDER_DARK
                    : strstr(basename, "-print") ? RENDER_PRINT
                                                 : RENDER_LIGHT;
    for (int id = 0; id < ISA_N_SMFMAC; id++) {
        struct opmap map = {.insn = &isa_smfmacs[id], .cbsz = named->cbsz, .abid = named->abid};
        if (!isa_available(map.insn, ISA_GFX942) ||
            isa_check_modifiers(map.insn, map.cbsz, map.abid, &unused) != STATUS_OK)
            continue;
        for (int o = 0; o < OPMAP_N_OPERANDS; o++) {
            char name[RENDER_NAME_BYTES];
            render->operand = (enum opmap_operand)o;
            render_file_name(&map, render, name);
            if (strcmp(name, basename) != 0)
                continue;
            add_sharing(map.insn, &named->selection);
            return true;
        }
    }
    return false;
}

static void point_at(const struct opmap *maps, int n, const struct opmap *pointers[ISA_N_SMFMAC])
{
    for (int k = 0; k < n; k++)
        pointers[k] = &maps[k];
}

static void free_maps(struct opmap *maps, int n)
{
    for (int k = 0; k < n; k++)
        opmap_free(&maps[k]);
}

enum status page_figure_compare(void *context, const char *basename, const char *digest,
                                enum lint_figure_state *state, struct error *err)
{
    (void)context;
    struct named named;
    const struct render_api *api = NULL;
    struct opmap maps[ISA_N_SMFMAC] = {0};
    const struct opmap *pointers[ISA_N_SMFMAC];
    *state = LINT_FIGURE_OTHER;
    if (!parse_name(basename, &named))
        return STATUS_OK;
    enum status status = render_library_open(&api, err);
    int n = named.selection.n;
    for (int k = 0; k < n && status == STATUS_OK; k++)
        status = layout_map(named.selection.insn[k], named.cbsz, named.abid, &maps[k], err);
    point_at(maps, n, pointers);
    *state = LINT_FIGURE_STALE;
    for (int variant = 0; variant < 4 && status == STATUS_OK; variant++) {
        char today[RENDER_DIGEST_BYTES];
        named.render.dense_axis = variant & 1;
        named.render.full_detail = variant & 2;
        status = api->digest(pointers, n, &named.render, today, err);
        if (status == STATUS_OK && !strcmp(today, digest))
            *state = LINT_FIGURE_CURRENT;
    }
    free_maps(maps, n);
    return status;
}

/* --- drawing --- */

/* Recovered maps, kept for the figures that follow: pages name all operands of a shape together. */
struct recovered {
    struct named named;
    struct opmap maps[ISA_N_SMFMAC];
};

static bool same_maps(const struct named *a, const struct named *b)
{
    return a->selection.n == b->selection.n && a->selection.n > 0 &&
           a->selection.insn[0] == b->selection.insn[0] && a->cbsz == b->cbsz && a->abid == b->abid;
}

static enum status recover(const struct cli_options *options, struct device *device,
                           const struct named *named, struct recovered *recovered,
                           struct error *err)
{
    if (same_maps(named, &recovered->named))
        return STATUS_OK;
    free_maps(recovered->maps, ISA_N_SMFMAC);
    recovered->named = *named;
    enum status status = STATUS_OK;
    for (int k = 0; k < named->selection.n && status == STATUS_OK; k++)
        status = cli_recover(options, device, named->selection.insn[k], named->cbsz, named->abid,
                             &recovered->maps[k], err);
    if (status != STATUS_OK)
        recovered->named.selection.n = 0;
    return status;
}

static enum status write_figure(const struct named *named, const struct recovered *recovered,
                                const char *directory, const char *basename, struct error *err)
{
    const struct render_api *api = NULL;
    const struct opmap *pointers[ISA_N_SMFMAC];
    struct buffer bytes = {0}, path = {0};
    enum status status = render_library_open(&api, err);
    point_at(recovered->maps, named->selection.n, pointers);
    if (status == STATUS_OK)
        status = api->figure(pointers, named->selection.n, &named->render, &bytes, err);
    buffer_printf(&path, "%s/%s", directory, basename);
    if (status == STATUS_OK)
        status = buffer_check(&path, err);
    if (status == STATUS_OK)
        status = file_write(path.data, bytes.data, bytes.size, err);
    buffer_free(&path);
    buffer_free(&bytes);
    return status;
}

static bool named_before(const struct lint_figure *figures, int n)
{
    for (int k = 0; k < n; k++)
        if (!strcmp(figures[k].basename, figures[n].basename))
            return true;
    return false;
}

enum status page_figures_write(const struct cli_options *options, const struct lint_figure *figures,
                               int n_figures, const char *directory, struct error *err)
{
    struct device *device = NULL;
    struct recovered *recovered = calloc(1, sizeof *recovered);
    if (!recovered)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    enum status status = cli_open_device(options, &device, err);
    if (status == STATUS_OK)
        status = file_make_directory(directory, err);
    for (int n = 0; n < n_figures && status == STATUS_OK; n++) {
        struct named named;
        if (named_before(figures, n))
            continue;
        if (!parse_name(figures[n].basename, &named)) {
            struct buffer text = {0};
            buffer_printf(&text, "%s:%d: %s is no figure of smfviz's: not drawn", figures[n].page,
                          figures[n].line, figures[n].basename);
            if (!text.failed)
                cli_complain(options, text.data);
            buffer_free(&text);
            continue;
        }
        status = recover(options, device, &named, recovered, err);
        if (status == STATUS_OK)
            status = write_figure(&named, recovered, directory, figures[n].basename, err);
        if (status == STATUS_OK)
            cli_remark(options, "%s/%s", directory, figures[n].basename);
    }
    free_maps(recovered->maps, ISA_N_SMFMAC);
    free(recovered);
    device_close(device);
    return status;
}

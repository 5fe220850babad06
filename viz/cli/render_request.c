#include "cli/render_request.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

static bool same_figure(const struct isa_smfmac *l, const struct isa_smfmac *r)
{
    return l->m == r->m && l->n == r->n && l->k == r->k &&
           isa_type_bits(l->a_type) == isa_type_bits(r->a_type);
}

static int group_shapes(const struct isa_selection *selection,
                        struct render_shape shapes[ISA_N_SMFMAC])
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

/* Sets wanted[] for each name of the comma separated `list`, or the operands where it is NULL. */
static enum status parse_operands(const char *list, bool wanted[RENDER_N_SUBJECTS],
                                  struct error *err)
{
    for (int o = 0; o < OPMAP_N_OPERANDS; o++)
        wanted[o] = !list;
    while (list) {
        int n = (int)strcspn(list, ",");
        bool linked = n == 6 && !strncasecmp(list, "linked", 6);
        int o = linked ? RENDER_LINKED : (int)opmap_find_operand(list, (size_t)n);
        if (o == OPMAP_N_OPERANDS && !linked)
            return error_set(err, STATUS_USAGE,
                             "unknown operand '%.*s' (known: a, idx, b, cd, linked)", n, list);
        wanted[o] = true;
        list = list[n] ? list + n + 1 : NULL;
    }
    return STATUS_OK;
}

/* Which of the `words`, NULL-terminated, the first being the default; "known: ..." else. */
static enum status parse_choice(const char *option, const char *word, const char *const *words,
                                int *chosen, struct error *err)
{
    char known[128] = "";
    *chosen = 0;
    for (int n = 0; words[n]; n++) {
        size_t used = strlen(known);
        snprintf(known + used, sizeof known - used, "%s%s", n ? ", " : "", words[n]);
        if (word && !strcmp(word, words[n]))
            *chosen = n;
    }
    if (word && strcmp(word, words[*chosen]) != 0)
        return error_set(err, STATUS_USAGE, "unknown %s '%s' (known: %s)", option, word, known);
    return STATUS_OK;
}

/* "0-3", or "5" for a single one. */
static enum status parse_range(const char *option, const char *text, struct render_range *range,
                               struct error *err)
{
    char rest;
    if (!text)
        return STATUS_OK;
    range->given = true;
    int n = strspn(text, "0123456789-") == strlen(text)
                ? sscanf(text, "%9d-%9d%c", &range->lo, &range->hi, &rest)
                : 0;
    if (n == 1 && !strchr(text, '-'))
        range->hi = range->lo;
    else if (n != 2 || range->lo < 0 || range->hi < range->lo)
        return error_set(err, STATUS_USAGE, "--%s '%s': a range like 0-3 is needed", option, text);
    return STATUS_OK;
}

static bool is_directory(const char *path)
{
    struct stat st;
    size_t n = strlen(path);
    return (n > 0 && path[n - 1] == '/') || (stat(path, &st) == 0 && S_ISDIR(st.st_mode));
}

/* Text of several figures can stand in one file. */
static bool is_text(enum render_format format)
{
    return format == RENDER_TEXT || format == RENDER_RST || format == RENDER_MD;
}

static bool to_stdout(const struct cli_options *options)
{
    return !options->output || !strcmp(options->output, "-");
}

/* Where the figures go, judged before anything runs: *directory, or one file or stdout. */
static enum status judge_output(const struct cli_options *options, enum render_format format,
                                int n_figures, bool *directory, struct error *err)
{
    *directory = options->output && is_directory(options->output);
    if (*directory || is_text(format))
        return STATUS_OK;
    if (n_figures > 1)
        return error_set(err, STATUS_USAGE, "%d figures do not fit into %s; -o DIR/ is a directory",
                         n_figures, to_stdout(options) ? "stdout" : options->output);
    if (to_stdout(options) && (format == RENDER_PNG || format == RENDER_PDF) &&
        isatty(STDOUT_FILENO))
        return error_set(err, STATUS_USAGE, "%s is not for a terminal: -o FILE",
                         format == RENDER_PNG ? "PNG" : "PDF");
    return STATUS_OK;
}

enum status render_request_theme(const struct cli_options *options, enum render_theme *theme,
                                 struct error *err)
{
    static const char *const themes[] = {"light", "dark", "print", NULL};
    int chosen = 0;
    enum status status = parse_choice("theme", options->theme, themes, &chosen, err);
    *theme = (enum render_theme)chosen;
    return status;
}

/* What a terminal is like, if the text goes to one. */
static void look_at_terminal(const struct cli_options *options, struct render_options *render)
{
    struct winsize size;
    if (!to_stdout(options))
        return;
    render->colour = cli_colour(STDOUT_FILENO);
    if (isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
        render->columns = size.ws_col;
}

/* How it is drawn, and which part of it. */
static enum status parse_drawing(const struct cli_options *options, struct render_options *render,
                                 struct error *err)
{
    static const char *const styles[] = {"matrix", "owner", NULL};
    static const char *const axes[] = {"stored", "dense", NULL};
    static const char *const details[] = {"normal", "full", "brief", NULL};
    static const char *const texts[] = {"outline", "live", NULL};
    int style = 0, axis = 0, detail = 0, text = 0;
    enum status status = render_request_theme(options, &render->theme, err);
    if (status == STATUS_OK)
        status = parse_choice("style", options->style, styles, &style, err);
    if (status == STATUS_OK)
        status = parse_choice("axis", options->axis, axes, &axis, err);
    if (status == STATUS_OK)
        status = parse_choice("detail", options->detail, details, &detail, err);
    if (status == STATUS_OK)
        status = parse_choice("text", options->text_as, texts, &text, err);
    if (status == STATUS_OK)
        status = parse_range("rows", options->rows, &render->rows, err);
    if (status == STATUS_OK)
        status = parse_range("lanes", options->lanes, &render->lanes, err);
    if (status == STATUS_OK)
        status = parse_range("k", options->k, &render->k, err);
    render->owner = style == 1;
    render->dense_axis = axis == 1;
    render->full_detail = detail == 1;
    render->brief = detail == 2;
    render->live_text = text == 1;
    render->dpi = options->dpi;
    render->figure_path = options->figure_path;
    return status;
}

/* Options that would change nothing. */
static enum status judge_combination(const struct cli_options *options,
                                     const struct render_request *request, struct error *err)
{
    const struct render_options *render = &request->render;
    int n_wanted = 0;
    for (int o = 0; o < RENDER_N_SUBJECTS; o++)
        n_wanted += request->wanted[o];
    bool only_b = n_wanted == 1 && request->wanted[OPMAP_B];
    bool only_cd = n_wanted == 1 && request->wanted[OPMAP_CD];
    bool block = render->format == RENDER_RST || render->format == RENDER_MD;
    const struct {
        bool idle;
        const char *why;
    } rules[] = {
        {options->given & CLI(DPI) && render->format != RENDER_PNG, "--dpi is for --format png"},
        {options->given & CLI(DPI) && render->dpi == 0, "--dpi 0: from 96 to 1920"},
        {render->live_text && render->format != RENDER_SVG, "--text live is for --format svg"},
        {options->figure_path && !block, "--figure-path is for --format rst and md"},
        {render->rows.given && only_b, "--rows: B has columns j and depth k, no rows i"},
        {render->k.given && only_cd, "--k: C/D has rows i and columns j, no depth k"},
        {render->owner && (render->dense_axis || render->full_detail || render->brief),
         "--axis and --detail are for --style matrix: registers have places, and one label"},
    };
    for (size_t n = 0; n < sizeof rules / sizeof *rules; n++)
        if (rules[n].idle)
            return error_set(err, STATUS_USAGE, "%s", rules[n].why);
    return STATUS_OK;
}

enum status render_request_parse(const struct cli_options *options, struct render_request *request,
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
        status = parse_drawing(options, &request->render, err);
    if (status != STATUS_OK)
        return status;
    int which = 0; /* the command's formats are in render_format's order */
    while (strcmp(options->command->formats[which], format) != 0)
        which++;
    request->render.format = (enum render_format)which;
    status = judge_combination(options, request, err);
    if (status != STATUS_OK)
        return status;
    look_at_terminal(options, &request->render);
    int n_operands = 0;
    for (int o = 0; o < RENDER_N_SUBJECTS; o++)
        n_operands += request->wanted[o];
    request->n_shapes = group_shapes(&request->selection, request->shapes);
    request->n_figures = n_operands * request->n_shapes;
    return judge_output(options, request->render.format, request->n_figures, &request->directory,
                        err);
}

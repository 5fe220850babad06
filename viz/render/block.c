/* A block that shows the figure in a page: what AMD's documentation has, with an alternative text
 * that is plain text and a caption that says what holds for every element. */
#include <stdio.h>
#include <string.h>

#include "render/formats.h"

static void file_name(const struct figure *figure, char name[RENDER_NAME_BYTES])
{
    struct render_options options = figure->options;
    options.format = RENDER_SVG;
    const struct opmap map = {.insn = figure->insn, .cbsz = figure->cbsz, .abid = figure->abid};
    render_file_name(&map, &options, name);
}

static void put_path(const struct figure *figure, struct buffer *out)
{
    char name[RENDER_NAME_BYTES];
    const char *path = figure->options.figure_path ? figure->options.figure_path : "";
    bool slash = !path[0] || path[strlen(path) - 1] == '/';
    file_name(figure, name);
    buffer_printf(out, "%s%s%s", path, slash ? "" : "/", name);
}

/* What markup would take for its own gets a backslash. */
static void put_escaped(const char *text, const char *special, struct buffer *out)
{
    for (; *text; text++) {
        if (strchr(special, *text))
            buffer_puts(out, "\\");
        buffer_append(out, text, 1);
    }
}

/* Lines of at most 79 columns, each with the indent but the first, which has been begun. */
static void put_filled(const char *text, int used, const char *indent, struct buffer *out)
{
    bool first = true;
    while (*text) {
        int word = (int)strcspn(text, " ");
        if (!first && used + 1 + word > 79) {
            buffer_printf(out, "\n%s", indent);
            used = (int)strlen(indent);
            first = true;
        }
        buffer_printf(out, "%s%.*s", first ? "" : " ", word, text);
        used += word + !first;
        first = false;
        text += word;
        text += *text == ' ';
    }
    buffer_puts(out, "\n");
}

static const char *subject(const struct figure *figure)
{
    static const char *const names[OPMAP_N_OPERANDS] = {"A (sparse, 2:4) operand", "sparsity index",
                                                        "B (dense) operand", "accumulator"};
    return figure->options.linked ? "K group" : names[figure->options.operand];
}

static const char *view(const struct figure *figure)
{
    return figure->options.linked  ? "traced through the four operands"
           : figure->options.owner ? "by register"
                                   : "layout";
}

/* The sentences of the figure, and where they are from. */
static void sentences(const struct figure *figure, struct buffer *out)
{
    buffer_printf(out, "%s%s Layout: %s; smfviz %s.",
                  figure->options.linked ? "" : figure->caption.data,
                  figure->options.linked ? figure->subtitle.data : "", figure->provenance.data,
                  SMFVIZ_VERSION);
}

/* Plain text: in reStructuredText no markup is read there. */
static void put_alt(const struct figure *figure, const char *special, struct buffer *out)
{
    const struct isa_smfmac *insn = figure->insn;
    struct buffer alt = {0};
    buffer_printf(&alt, "%dx%d, K=%d SMFMAC %s %s. ", insn->m, insn->n, insn->k, subject(figure),
                  view(figure));
    buffer_puts(&alt, figure->options.linked ? figure->subtitle.data : figure->caption.data);
    if (alt.failed)
        out->failed = true;
    else
        put_escaped(alt.data, special, out);
    buffer_free(&alt);
}

void format_rst(const struct format_source *source, struct buffer *out)
{
    static const char special[] = "\\*`_|";
    const struct figure *figure = source->figure;
    const struct isa_smfmac *insn = figure->insn;
    struct buffer alt = {0}, words = {0}, caption = {0};
    put_alt(figure, "", &alt);
    sentences(figure, &words);
    buffer_printf(&caption, ":math:`%d \\times %d`, **K=%d %s %s.** ", insn->m, insn->n, insn->k,
                  subject(figure), view(figure));
    put_escaped(words.data ? words.data : "", special, &caption);
    if (alt.failed || words.failed || caption.failed) {
        out->failed = true;
    } else {
        buffer_puts(out, ".. figure:: ");
        put_path(figure, out);
        buffer_puts(out, "\n   :alt: ");
        put_filled(alt.data, 9, "         ", out);
        buffer_puts(out, "   :align: center\n   :width: 100%\n\n   ");
        put_filled(caption.data, 3, "   ", out);
        buffer_puts(out, "\n");
    }
    buffer_free(&alt);
    buffer_free(&words);
    buffer_free(&caption);
}

void format_md(const struct format_source *source, struct buffer *out)
{
    static const char special[] = "\\*`_|<[]";
    const struct figure *figure = source->figure;
    struct buffer words = {0};
    sentences(figure, &words);
    buffer_puts(out, "![");
    put_alt(figure, special, out);
    buffer_puts(out, "](");
    put_path(figure, out);
    buffer_printf(out, ")\n\n**%d×%d, K=%d: %s %s.** ", figure->insn->m, figure->insn->n,
                  figure->insn->k, subject(figure), view(figure));
    if (words.failed)
        out->failed = true;
    else
        put_escaped(words.data, special, out);
    buffer_puts(out, "\n\n");
    buffer_free(&words);
}

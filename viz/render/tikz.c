/* TikZ from the scene: the drawing's boxes, lines and texts in its own coordinates, y downwards. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "render/formats.h"
#include "render/svg.h"

enum { MAX_LOOKS = 64 };

/* Colours get the names smfcA, smfcB ..., styles of text smftA ... */
struct looks {
    int n_colours, n_styles;
    uint32_t colour[MAX_LOOKS];
    const struct scene_text *style[MAX_LOOKS];
};

static void put_name(char kind, int n, struct buffer *out)
{
    buffer_printf(out, "smf%c%c", kind, 'A' + n % 26);
    if (n >= 26)
        buffer_printf(out, "%c", 'a' + n / 26 - 1);
}

static int colour_of(struct looks *looks, uint32_t colour)
{
    int c = 0;
    while (c < looks->n_colours && looks->colour[c] != colour)
        c++;
    if (c == looks->n_colours && c < MAX_LOOKS)
        looks->colour[looks->n_colours++] = colour;
    return c;
}

static bool same_style(const struct scene_text *a, const struct scene_text *b)
{
    return a->size == b->size && a->bold == b->bold && a->colour == b->colour &&
           a->anchor == b->anchor && a->upwards == b->upwards;
}

static int style_of(struct looks *looks, const struct scene_text *text)
{
    int s = 0;
    while (s < looks->n_styles && !same_style(looks->style[s], text))
        s++;
    if (s == looks->n_styles && s < MAX_LOOKS)
        looks->style[looks->n_styles++] = text;
    return s;
}

/* Names for everything; false if there are more looks than names. */
static bool find_looks(const struct scene *scene, uint32_t paper, struct looks *looks)
{
    bool enough = colour_of(looks, paper) < MAX_LOOKS;
    for (int n = 0; n < scene->n_boxes; n++)
        enough = enough && colour_of(looks, scene->boxes[n].colour) < MAX_LOOKS;
    for (int n = 0; n < scene->n_lines; n++)
        enough = enough && colour_of(looks, scene->lines[n].colour) < MAX_LOOKS;
    for (int n = 0; n < scene->n_texts; n++)
        enough = enough && colour_of(looks, scene->texts[n].colour) < MAX_LOOKS &&
                 style_of(looks, &scene->texts[n]) < MAX_LOOKS;
    return enough;
}

static void put_number(double value, struct buffer *out)
{
    double scaled = value * 100;
    svg_put_number(out, (int32_t)(scaled < 0 ? scaled - 0.5 : scaled + 0.5));
}

static void put_pair(double x, double y, struct buffer *out)
{
    buffer_puts(out, "(");
    put_number(x, out);
    buffer_puts(out, ",");
    put_number(y, out);
    buffer_puts(out, ")");
}

/* Characters that TeX takes for its own, and those that its fonts have only in formulas. */
static void put_escaped(const char *string, struct buffer *out)
{
    static const char *const table[][2] = {
        {"×", "$\\times$"},
        {"·", "$\\cdot$"},
        {"⌊", "$\\lfloor$"},
        {"⌋", "$\\rfloor$"},
        {"−", "$-$"},
        {"–", "--"},
        {"\\", "\\textbackslash{}"},
        {"_", "\\_"},
        {"{", "\\{"},
        {"}", "\\}"},
        {"&", "\\&"},
        {"%", "\\%"},
        {"#", "\\#"},
        {"$", "\\$"},
        {"~", "\\textasciitilde{}"},
        {"^", "\\textasciicircum{}"},
        {"|", "$|$"},
        {"  ", "\\quad{}"},
        {"<", "$<$"},
        {">", "$>$"},
    };
    while (*string) {
        size_t t = 0, n = sizeof table / sizeof *table;
        while (t < n && strncmp(string, table[t][0], strlen(table[t][0])) != 0)
            t++;
        if (t < n)
            buffer_puts(out, table[t][1]);
        else
            buffer_append(out, string, 1);
        string += t < n ? strlen(table[t][0]) : 1;
    }
}

/* A comment must not end within a line. */
static void put_comment(const char *text, struct buffer *out)
{
    for (; *text; text += strcspn(text, "\n"), text += *text == '\n')
        buffer_printf(out, "%% %.*s\n", (int)strcspn(text, "\n"), text);
}

/* Typeset alone, the file is a document of one page of the figure's size; inside a document it is
 * the picture. \@nodocument is \relax only inside one. */
static void put_preamble(const struct scene *scene, struct buffer *out)
{
    buffer_printf(out,
                  "%%\n"
                  "%% \\input this file where \\usepackage{tikz} was said, in a sans font of any\n"
                  "%% size (OT1 Computer Modern needs fix-cm), or typeset it alone.\n"
                  "\\expandafter\\ifx\\csname @nodocument\\endcsname\\relax\n"
                  "\\def\\smfend{}\n"
                  "\\else\n"
                  "\\RequirePackage{fix-cm}\n"
                  "\\documentclass{article}\n"
                  "\\usepackage[T1,OT1]{fontenc}\n"
                  "\\usepackage{tikz}\n"
                  "\\usepackage[paperwidth=%dbp,paperheight=%dbp,margin=0pt]{geometry}\n"
                  "\\pagestyle{empty}\\parindent=0pt\\topskip=0pt\n"
                  "\\def\\smfend{\\egroup\\vss\\egroup\\end{document}}\n"
                  "\\begin{document}\\vbox to 0pt\\bgroup\\hbox\\bgroup%%\n"
                  "\\fi%%\n",
                  SCENE_WIDTH * 3 / 4, (int)(scene->height * 3 / 4 + 0.5));
}

static void put_looks(const struct looks *looks, struct buffer *out)
{
    static const char *const anchor[] = {"base west", "base", "base east"};
    for (int c = 0; c < looks->n_colours; c++) {
        buffer_puts(out, "\\definecolor{");
        put_name('c', c, out);
        buffer_printf(out, "}{HTML}{%06" PRIX32 "}%%\n", looks->colour[c]);
    }
    buffer_puts(out,
                "\\begin{tikzpicture}[x=0.75bp,y=-0.75bp,every node/.style={inner sep=0pt,outer "
                "sep=0pt}");
    for (int s = 0; s < looks->n_styles; s++) {
        const struct scene_text *style = looks->style[s];
        struct looks colours = *looks;
        buffer_puts(out, ",\n");
        put_name('t', s, out);
        buffer_printf(out, "/.style={anchor=%s,%stext=", anchor[style->anchor],
                      style->upwards ? "rotate=90," : "");
        put_name('c', colour_of(&colours, style->colour), out);
        buffer_puts(out, ",font=\\sffamily\\fontsize{");
        put_number(style->size * 0.75, out);
        buffer_puts(out, "bp}{");
        put_number(style->size * 0.9, out);
        buffer_printf(out, "bp}\\selectfont%s}", style->bold ? "\\bfseries" : "");
    }
    buffer_puts(out, "]\n");
}

static void put_boxes(const struct scene *scene, struct looks *looks, struct buffer *out)
{
    for (int n = 0; n < scene->n_boxes; n++) {
        const struct scene_box *box = &scene->boxes[n];
        if (n == 0 || box[-1].colour != box->colour) {
            buffer_puts(out, "\\fill[");
            put_name('c', colour_of(looks, box->colour), out);
            buffer_puts(out, "]");
        }
        put_pair(box->x, box->y, out);
        buffer_puts(out, "rectangle+");
        put_pair(box->w, box->h, out);
        if (n + 1 == scene->n_boxes || box[1].colour != box->colour)
            buffer_puts(out, ";\n");
    }
}

static void put_lines(const struct scene *scene, struct looks *looks, struct buffer *out)
{
    for (int n = 0; n < scene->n_lines; n++) {
        const struct scene_line *line = &scene->lines[n];
        if (n == 0 || line[-1].colour != line->colour || line[-1].width != line->width) {
            buffer_puts(out, "\\draw[");
            put_name('c', colour_of(looks, line->colour), out);
            buffer_puts(out, ",line width=");
            put_number(line->width * 0.75, out);
            buffer_puts(out, "bp]");
        }
        put_pair(line->x0, line->y0, out);
        buffer_puts(out, "--");
        put_pair(line->x1, line->y1, out);
        if (n + 1 == scene->n_lines || line[1].colour != line->colour ||
            line[1].width != line->width)
            buffer_puts(out, ";\n");
    }
}

void format_tikz(const struct format_source *source, struct buffer *out)
{
    const struct scene *scene = source->scene;
    struct looks looks = {0};
    uint32_t paper = source->figure->palette->paper;
    if (!find_looks(scene, paper, &looks)) {
        out->failed = true;
        return;
    }
    put_comment(source->figure->title, out);
    put_comment(source->words->description.data, out);
    put_comment(source->words->metadata.data, out);
    put_preamble(scene, out);
    put_looks(&looks, out);
    buffer_puts(out, "\\fill[");
    put_name('c', colour_of(&looks, paper), out);
    buffer_printf(out, "](0,0)rectangle(%d,%d);\n", SCENE_WIDTH, (int)scene->height);
    put_boxes(scene, &looks, out);
    put_lines(scene, &looks, out);
    for (int n = 0; n < scene->n_texts; n++) {
        buffer_puts(out, "\\node[");
        put_name('t', style_of(&looks, &scene->texts[n]), out);
        buffer_puts(out, "]at");
        put_pair(scene->texts[n].x, scene->texts[n].y, out);
        buffer_puts(out, "{");
        put_escaped(scene_string(scene, &scene->texts[n]), out);
        buffer_puts(out, "};\n");
    }
    buffer_puts(out, "\\end{tikzpicture}\\smfend\n");
}

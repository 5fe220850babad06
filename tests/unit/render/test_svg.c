#include "unit/render/families.h"

#include <locale.h>
#include <stdlib.h>

#include "render/paint.h"
#include "render/svg.h"

/* Numbers and paths. */

Test(svg, numbers_have_two_decimals_and_no_locale)
{
    static const struct {
        const char *in, *out;
    } cases[] = {
        {"0", "0"},         {"12", "12"},      {"-3.5", "-3.5"},       {"0.25", ".25"},
        {"-0.07", "-.07"},  {"1.005", "1.01"}, {"54.591309", "54.59"}, {"-0.0049", "0"},
        {"800.000", "800"}, {"7.995", "8"},
    };
    setlocale(LC_ALL, "de_DE.UTF-8"); /* a decimal comma, where installed */
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        const char *at = cases[n].in, *end = at + strlen(at);
        int32_t value;
        struct buffer out = {0};
        cr_assert(svg_take_number(&at, end, &value));
        cr_expect_eq(at, end);
        svg_put_number(&out, value);
        cr_expect_str_eq(out.data, cases[n].out, "%s", cases[n].in);
        buffer_free(&out);
    }
}

/* An `expected` of "" stands for an empty path, NULL for one that is refused. */
static void expect_path(const char *in, const char *expected)
{
    struct buffer out = {0};
    bool ok = svg_copy_path(in, strlen(in), &out);
    cr_expect_eq(ok, expected != NULL, "%s", in);
    if (ok && expected)
        cr_expect_str_eq(out.data, expected, "%s", in);
    buffer_free(&out);
}

Test(svg, paths_are_shortened_without_change)
{
    expect_path("M 10 20.25 L 33.601562 20.25 L 33.601562 47.25 L 10 47.25 Z M 10 20.25 ",
                "M10 20.25h23.6v27h-23.6z");
    expect_path("M 1 1 L 2 3 L 4 4 Z M 5 5 L 6 7 Z M 5 5", "M1 1l1 2 2 1zm4 4 1 2z");
    expect_path("M 0 0 C 0.5 0.25 1 -1 2 2 ", "M0 0c.5.25 1-1 2 2");
    expect_path("", "");
    expect_path("M 0 0 A 1 1 0 0 0 2 2", NULL);
    expect_path("M 0 0 L 1", NULL);
    expect_path("1 2", NULL);
}

/* What cairo wrote is what is drawn. */

/* One glyph or shape on the page, from either document. */
struct mark {
    char colour[8];
    const char *path; /* in the document */
    size_t path_bytes;
    int32_t x, y;
};

enum { MAX_MARKS = 60000, MAX_IDS = 2000 };

struct page {
    const char *id[MAX_IDS]; /* behind each id=" of the definitions */
    int n_ids;
    struct mark *marks;
    int n_marks;
};

static void find_ids(struct page *page, const char *text)
{
    const char *end = strstr(text, "</defs>");
    while ((text = strstr(text, " id=\"")) && text < end) {
        cr_assert_lt(page->n_ids, MAX_IDS);
        text += 5;
        page->id[page->n_ids++] = text;
    }
}

static void add_mark(struct page *page, const char *colour, const char *path, size_t n, int32_t x,
                     int32_t y)
{
    cr_assert_lt(page->n_marks, MAX_MARKS);
    struct mark *mark = &page->marks[page->n_marks++];
    snprintf(mark->colour, sizeof mark->colour, "%s", colour);
    mark->path = path;
    mark->path_bytes = n;
    mark->x = x;
    mark->y = y;
}

static int32_t number_after(const char *tag, const char *end, const char *key)
{
    int32_t value = 0;
    const char *at = strstr(tag, key);
    if (!at || at >= end)
        return 0;
    at += strlen(key);
    cr_assert(svg_take_number(&at, end, &value));
    return value;
}

/* Follows <use>, <g transform> and ids: a reader of SVG that shares nothing with the writer. `at`
 * is behind the opening tag; returns behind the closing one. */
static const char *expand(struct page *page, const char *at, const char *colour, int32_t x,
                          int32_t y);

static void expand_id(struct page *page, const char *id, size_t n, const char *colour, int32_t x,
                      int32_t y)
{
    const char *tag = NULL;
    for (int i = 0; i < page->n_ids && !tag; i++)
        if (!strncmp(page->id[i], id, n) && page->id[i][n] == '"')
            tag = page->id[i];
    cr_assert_not_null(tag, "%.*s is used and not defined", (int)n, id);
    while (*tag != '<')
        tag--;
    if (!strncmp(tag, "<path", 5)) {
        const char *d = strstr(tag, " d=\"") + 4;
        add_mark(page, colour, d, strcspn(d, "\""), x, y);
    } else {
        expand(page, strchr(tag, '>') + 1, colour, x, y);
    }
}

static const char *expand(struct page *page, const char *at, const char *colour, int32_t x,
                          int32_t y)
{
    for (;;) {
        at = strchr(at, '<');
        const char *end = strchr(at, '>');
        if (at[1] == '/')
            return end + 1;
        if (!strncmp(at, "<use ", 5)) {
            const char *id = strstr(at, "href=\"#") + 7;
            expand_id(page, id, strcspn(id, "\""), colour, x + number_after(at, end, " x=\""),
                      y + number_after(at, end, " y=\""));
            at = end + 1;
        } else if (!strncmp(at, "<g", 2)) {
            char inner[8];
            const char *fill = strstr(at, "fill=\"");
            snprintf(inner, sizeof inner, "%s", colour);
            if (fill && fill < end)
                snprintf(inner, sizeof inner, "%.7s", fill + 6);
            int32_t dx = number_after(at, end, "translate("), dy = 0;
            const char *move = strstr(at, "translate(");
            if (move && move < end)
                dy = number_after(strchr(move, ' '), end, " ");
            at = expand(page, end + 1, inner, x + dx, y + dy);
        } else {
            cr_assert(!strncmp(at, "<path", 5), "%.20s", at);
            const char *d = strstr(at, " d=\"") + 4;
            add_mark(page, "shape", d, strcspn(d, "\""), 0, 0);
            at = end + 1;
        }
    }
}

static void expect_path_of(const struct mark *mark, const char *path)
{
    cr_assert(strlen(path) == mark->path_bytes && !memcmp(path, mark->path, mark->path_bytes));
}

/* The same marks in the same order: cairo's, as svg_read understood them, and those of the file. */
static void expect_same_marks(const struct svg_drawing *drawing, const struct buffer *file)
{
    struct page page = {.marks = calloc(MAX_MARKS, sizeof(struct mark))};
    cr_assert_not_null(page.marks);
    const char *body = strstr(file->data, "</defs>");
    cr_assert_not_null(body);
    find_ids(&page, file->data);
    expand(&page, body + 7, "", 0, 0);
    int m = 0;
    for (int i = 0; i < drawing->n_items; i++) {
        const struct svg_item *item = &drawing->items[i];
        char colour[8];
        snprintf(colour, sizeof colour, "#%06x", (unsigned)item->colour);
        if (!item->is_word) {
            cr_assert_str_eq(page.marks[m].colour, "shape");
            expect_path_of(&page.marks[m++], drawing->paths.data + item->path);
        }
        for (int u = 0; u < item->n_uses; u++, m++) {
            const struct svg_glyph_use *use = &drawing->uses[item->first_use + u];
            const struct mark *mark = &page.marks[m];
            cr_assert_lt(m, page.n_marks);
            cr_assert_str_eq(mark->colour, colour);
            cr_assert(mark->x == use->x && mark->y == use->y, "glyph %d", m);
            expect_path_of(mark, drawing->paths.data + drawing->glyphs[use->glyph].path);
        }
    }
    cr_assert_eq(m, page.n_marks);
    free(page.marks);
}

static void claim_same_marks(struct family *family, const struct render_options *options)
{
    struct error err;
    struct figure figure;
    struct painter *painter;
    struct scene scene;
    struct buffer raw = {0}, file = {0};
    struct svg_drawing drawing;
    if (family->maps[0]->insn->arch != ISA_GFX942)
        return; /* no other forms, twice the time */
    cr_assert_eq(painter_create(&painter, &err), STATUS_OK);
    cr_assert_eq(figure_init(&figure, family->maps, family->n, options, &err), STATUS_OK);
    struct scene_font font = painter_font(painter);
    cr_assert_eq(scene_init(&scene, &figure, &font, &err), STATUS_OK);
    cr_assert_eq(paint_svg(painter, &scene, figure.palette, &raw, &err), STATUS_OK);
    cr_assert_eq(svg_read(raw.data, raw.size, &drawing, &err), STATUS_OK, "%s", err.text);
    cr_assert_eq(render_api.figure(family->maps, family->n, options, &file, &err), STATUS_OK);
    expect_same_marks(&drawing, &file);
    svg_drawing_free(&drawing);
    buffer_free(&raw);
    buffer_free(&file);
    scene_free(&scene);
    figure_free(&figure);
    painter_destroy(painter);
}

/* Words in places that no figure has: columns of unequal pitch, a word twice in one place, lines
 * that differ only in one distance. What is shared must still be only what is equal. */
Test(svg, shares_only_what_is_equal)
{
    static const int places[][2] = {{0, 0},   {0, 10},  {0, 20},  {50, 0},  {50, 10}, {50, 21},
                                    {90, 0},  {90, 10}, {90, 20}, {0, 40},  {9, 40},  {20, 40},
                                    {0, 50},  {9, 50},  {20, 50}, {0, 60},  {9, 60},  {21, 60},
                                    {21, 60}, {7, 60},  {0, 80},  {50, 80}, {0, 70},  {50, 70}};
    struct buffer document = {0}, out = {0};
    struct svg_drawing drawing;
    struct error err;
    buffer_puts(&document,
                "<svg><defs><g><symbol id=\"glyph0-1\"><path d=\"M 0 0 L 1 2 Z\"/></symbol>"
                "<symbol id=\"glyph0-2\"><path d=\"M 0 0 L 2 1 Z\"/></symbol></g></defs>");
    for (size_t n = 0; n < sizeof places / sizeof *places; n++)
        buffer_printf(&document,
                      "<g style=\"fill:rgb(0%%,0%%,%d%%);\"><use xlink:href=\"#glyph0-1\" x=\"%d\" "
                      "y=\"%d\"/><use xlink:href=\"#glyph0-2\" x=\"%d.25\" y=\"%d\"/></g>",
                      n < 20 ? 20 : 40, places[n][0], places[n][1], places[n][0] + 4, places[n][1]);
    buffer_puts(&document, "</svg>");
    cr_assert_eq(svg_read(document.data, document.size, &drawing, &err), STATUS_OK, "%s", err.text);
    svg_write(&drawing, &(struct svg_frame){100, 100, "t", "d", "m", 7}, &out);
    expect_same_marks(&drawing, &out);
    svg_drawing_free(&drawing);
    buffer_free(&document);
    buffer_free(&out);
}

Test(svg, draws_exactly_what_cairo_drew, .timeout = 300)
{
    for_each_figure(RENDER_SVG, claim_same_marks);
}

/* Cairo's documents. */

static const char cairo_1_16[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"80pt\" height=\"40pt\" version=\"1.1\">\n"
    "<defs>\n<g>\n<symbol overflow=\"visible\" id=\"glyph0-0\">\n"
    "<path style=\"stroke:none;\" d=\"M 1 2 L 3 4 Z M 1 2 \"/>\n</symbol>\n"
    "<symbol overflow=\"visible\" id=\"glyph0-1\">\n<path style=\"stroke:none;\" d=\"\"/>\n"
    "</symbol>\n</g>\n</defs>\n<g id=\"surface7\">\n"
    "<path "
    "style=\"fill:none;stroke-width:0.75;stroke-linecap:butt;stroke-linejoin:miter;stroke:rgb("
    "100%,0%,20%);stroke-opacity:1;stroke-miterlimit:10;\" d=\"M 1 2 L 30 4 \"/>\n"
    "<g style=\"fill:rgb(10%,20%,30%);fill-opacity:1;\">\n"
    "  <use xlink:href=\"#glyph0-0\" x=\"5.5\" y=\"6\"/>\n"
    "  <use xlink:href=\"#glyph0-1\" x=\"9\" y=\"6\"/>\n</g>\n</g>\n</svg>\n";

/* The same drawing in the form that cairo 1.18 writes: attributes for styles, other ids. */
static const char cairo_1_18[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"80\" height=\"40\" viewBox=\"0 0 80 40\">\n"
    "<defs>\n<g>\n<g id=\"glyph-0-0\">\n<path d=\"M 1 2 L 3 4 Z M 1 2 \"/>\n</g>\n"
    "<g id=\"glyph-0-1\">\n<path d=\"\"/>\n</g>\n</g>\n</defs>\n"
    "<path fill=\"none\" stroke-width=\"0.75\" stroke-linecap=\"butt\" stroke-linejoin=\"miter\" "
    "stroke=\"rgb(100%, 0%, 20%)\" stroke-opacity=\"1\" stroke-miterlimit=\"10\" d=\"M 1 2 L 30 4 "
    "\"/>\n<g fill=\"rgb(10%, 20%, 30%)\" fill-opacity=\"1\">\n"
    "<use xlink:href=\"#glyph-0-0\" x=\"5.5\" y=\"6\"/>\n"
    "<use xlink:href=\"#glyph-0-1\" x=\"9\" y=\"6\"/>\n</g>\n</svg>\n";

Test(svg, reads_the_documents_of_cairo_1_16_and_1_18)
{
    static const char *const documents[] = {cairo_1_16, cairo_1_18};
    for (int n = 0; n < 2; n++) {
        struct svg_drawing drawing;
        struct error err;
        struct buffer out = {0};
        const struct svg_frame frame = {80, 40, "a < b & c", "d", "m", 0};
        cr_assert_eq(svg_read(documents[n], strlen(documents[n]), &drawing, &err), STATUS_OK, "%s",
                     err.text);
        svg_write(&drawing, &frame, &out);
        cr_expect_str_eq(
            out.data,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<svg xmlns=\"http://www.w3.org/2000/svg\" "
            "xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
            "width=\"80\" height=\"40\" viewBox=\"0 0 80 40\" role=\"img\" aria-labelledby=\"aaa-t "
            "aaa-d\">\n<title id=\"aaa-t\">a &lt; b &amp; c</title>\n<desc id=\"aaa-d\">d</desc>\n"
            "<metadata>m</metadata>\n<defs>\n<path id=\"aaa1\" d=\"M1 2l2 2z\"/>\n</defs>\n"
            "<path fill=\"none\" stroke=\"#ff0033\" stroke-width=\".75\" d=\"M1 2l29 2\"/>\n"
            "<g fill=\"#1a334d\">\n<use xlink:href=\"#aaa1\" x=\"5.5\" y=\"6\"/>\n</g>\n</svg>\n");
        svg_drawing_free(&drawing);
        buffer_free(&out);
    }
}

Test(svg, refuses_by_name_what_it_does_not_know)
{
    static const struct {
        const char *document, *named;
    } cases[] = {
        {"<svg><image width=\"3\"/></svg>", "<image>"},
        {"<svg><g transform=\"scale(2)\"></g></svg>", "transform"},
        {"<svg><path d=\"M 0 0 A 1 1\" fill=\"rgb(0%,0%,0%)\"/></svg>", "<path>"},
        {"<svg><path d=\"M 0 0\" fill=\"url(#x)\"/></svg>", "<path>"},
        {"<svg><use xlink:href=\"#glyph0-1\" x=\"0\" y=\"0\"/></svg>", "<use>"},
    };
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        struct svg_drawing drawing;
        struct error err = {0};
        cr_expect_eq(svg_read(cases[n].document, strlen(cases[n].document), &drawing, &err),
                     STATUS_UNSUPPORTED, "%s", cases[n].document);
        cr_expect(strstr(err.text, cases[n].named), "%s", err.text);
    }
}

/* Files. */

/* Tags open and close in order, attributes are quoted, no stray '<' or '&': the part of XML's
 * well-formedness that a writer can get wrong. */
static void expect_well_formed(const char *text)
{
    char open[32][16];
    int depth = 0, roots = 0;
    for (const char *at = strstr(text, "?>") + 2; *at;) {
        if (*at == '&') {
            cr_assert(!strncmp(at, "&lt;", 4) || !strncmp(at, "&gt;", 4) ||
                      !strncmp(at, "&amp;", 5));
            at++;
        } else if (*at != '<') {
            at++;
        } else if (at[1] == '/') {
            size_t n = strcspn(at + 2, ">");
            cr_assert(depth-- > 0 && strlen(open[depth]) == n && !strncmp(open[depth], at + 2, n),
                      "%.20s", at);
            at += n + 3;
        } else {
            size_t name = strcspn(at + 1, " />");
            cr_assert(name && name < 16 && depth < 32, "%.20s", at);
            roots += depth == 0;
            snprintf(open[depth++], 16, "%.*s", (int)name, at + 1);
            for (at += name + 1; *at == ' ';) {
                at += strcspn(at, "=");
                cr_assert(at[0] == '=' && at[1] == '"', "%.20s", at);
                at += 2 + strcspn(at + 2, "\"<&") + 1;
                cr_assert_eq(at[-1], '"');
            }
            depth -= *at == '/';
            at += *at == '/';
            cr_assert_eq(*at++, '>');
        }
    }
    cr_assert(depth == 0 && roots == 1);
}

/* DESIGN's aim for outlined text is 150 KB. The dense axis at full detail, which holds each value
 * up to three times, may take a little more. */
static void claim_small_stable_and_stamped(struct family *family,
                                           const struct render_options *options)
{
    struct error err;
    struct buffer once = {0}, again = {0};
    cr_assert_eq(render_api.figure(family->maps, family->n, options, &once, &err), STATUS_OK, "%s",
                 err.text);
    cr_assert_eq(render_api.figure(family->maps, family->n, options, &again, &err), STATUS_OK);
    cr_assert(once.size == again.size && !memcmp(once.data, again.data, once.size));
    size_t budget = family->maps[0]->insn->arch == ISA_GFX942 ? 120000 : 150000;
    cr_expect_leq(once.size, budget, "%s %s dense %d: %zu bytes", family->maps[0]->insn->name,
                  opmap_operand_name(options->operand), options->dense_axis, once.size);
    expect_well_formed(once.data);
    for (int m = 0; m < family->n; m++)
        cr_assert(strstr(once.data, family->maps[m]->insn->name));
    static const char *const stamps[] = {
        "<title ", "<desc ",   "role=\"img\"",     "viewBox=\"0 0 800 ", "cbsz: 0\n",
        "gfx942",  "emulated", "a test's machine", "fnv1a64:",           "smfviz "};
    for (size_t n = 0; n < sizeof stamps / sizeof *stamps; n++)
        cr_assert(strstr(once.data, stamps[n]), "%s", stamps[n]);
    cr_assert(!strstr(once.data, "<text") && !strstr(once.data, "surface"));
    buffer_free(&once);
    buffer_free(&again);
}

Test(svg, files_are_small_stable_well_formed_and_stamped)
{
    for_each_figure(RENDER_SVG, claim_small_stable_and_stamped);
}

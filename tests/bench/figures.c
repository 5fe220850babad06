/* How long figures take: all of them, in all formats, in one process; and the floor, which is Cairo
 * alone drawing as many rectangles, lines and glyphs of the same sizes onto surfaces of the same
 * kinds, without a model, a layout on paper or anybody who reads what Cairo wrote.
 *
 *   figures        prints a section of Markdown for docs/performance.md
 */
#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "layout/layout.h"
#include "render/figure.h"
#include "render/paint.h"
#include "render/png.h"

#include "clock.h"

enum { N_SHAPES = 4, N_SUBJECTS = 5, N_FIGURES = N_SHAPES * N_SUBJECTS * 3 * 2 };

static const enum isa_smfmac_id shapes[N_SHAPES] = {
    ISA_SMFMAC_f32_16x16x32_f16, ISA_SMFMAC_f32_32x32x16_f16, ISA_SMFMAC_i32_16x16x64_i8,
    ISA_SMFMAC_i32_32x32x32_i8};

static void need(enum status status, const struct error *err)
{
    if (status == STATUS_OK)
        return;
    fprintf(stderr, "figures: %s\n", err->text);
    exit(1);
}

/* Figure n of N_FIGURES. */
static struct render_options options_of(int n)
{
    struct render_options options = {.owner = n % 2, .theme = (enum render_theme)(n / 2 % 3)};
    int subject = n / 6 % N_SUBJECTS;
    options.linked = subject == OPMAP_N_OPERANDS;
    options.operand = options.linked ? OPMAP_A : (enum opmap_operand)subject;
    return options;
}

static int shape_of(int n) { return n / (6 * N_SUBJECTS); }

/* All figures in one format, as the command makes them. */
static double draw_all(const struct opmap *maps, enum render_format format, bool live,
                       size_t *n_bytes)
{
    double start = clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
    for (int n = 0; n < N_FIGURES; n++) {
        const struct opmap *map = &maps[shape_of(n)];
        struct render_options options = options_of(n);
        struct buffer out = {0};
        struct error err;
        options.format = format;
        options.live_text = live;
        need(render_api.figure(&map, 1, &options, &out, &err), &err);
        *n_bytes += out.size;
        buffer_free(&out);
    }
    return clock_seconds(CLOCK_PROCESS_CPUTIME_ID) - start;
}

/* The floor: what is to be drawn is known. */
struct load {
    struct scene scene[N_FIGURES];
    uint32_t paper[N_FIGURES];
};

static void prepare(const struct opmap *maps, struct painter *painter, struct load *load)
{
    struct scene_font font = painter_font(painter);
    for (int n = 0; n < N_FIGURES; n++) {
        const struct opmap *map = &maps[shape_of(n)];
        struct render_options options = options_of(n);
        struct figure figure;
        struct error err;
        need(figure_init(&figure, &map, 1, &options, &err), &err);
        need(scene_init(&load->scene[n], &figure, &font, &err), &err);
        load->paper[n] = figure.palette->paper;
        figure_free(&figure);
    }
}

static void set_colour(cairo_t *cr, uint32_t colour)
{
    cairo_set_source_rgb(cr, (colour >> 16 & 0xff) / 255.0, (colour >> 8 & 0xff) / 255.0,
                         (colour & 0xff) / 255.0);
}

static void draw_bare(cairo_t *cr, const struct scene *scene)
{
    for (int n = 0; n < scene->n_boxes; n++) {
        const struct scene_box *box = &scene->boxes[n];
        set_colour(cr, box->colour);
        cairo_rectangle(cr, box->x, box->y, box->w, box->h);
        cairo_fill(cr);
    }
    for (int n = 0; n < scene->n_lines; n++) {
        const struct scene_line *line = &scene->lines[n];
        set_colour(cr, line->colour);
        cairo_set_line_width(cr, line->width);
        cairo_move_to(cr, line->x0, line->y0);
        cairo_line_to(cr, line->x1, line->y1);
        cairo_stroke(cr);
    }
    for (int n = 0; n < scene->n_texts; n++) {
        const struct scene_text *text = &scene->texts[n];
        set_colour(cr, text->colour);
        cairo_select_font_face(cr, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
                               text->bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
        cairo_set_font_size(cr, text->size);
        cairo_move_to(cr, text->x, text->y);
        cairo_show_text(cr, scene_string(scene, text));
    }
}

static cairo_status_t count(void *closure, const unsigned char *bytes, unsigned n)
{
    (void)bytes;
    *(size_t *)closure += n;
    return CAIRO_STATUS_SUCCESS;
}

static double draw_floor(const struct load *load, enum render_format format, size_t *n_bytes)
{
    double start = clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
    for (int n = 0; n < N_FIGURES; n++) {
        const struct scene *scene = &load->scene[n];
        double scale = format == RENDER_PNG ? 2 : format == RENDER_PDF ? 0.75 : 1;
        double w = SCENE_WIDTH * scale, h = scene->height * scale;
        cairo_surface_t *surface =
            format == RENDER_PNG   ? cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)w, (int)h)
            : format == RENDER_PDF ? cairo_pdf_surface_create_for_stream(count, n_bytes, w, h)
                                   : cairo_svg_surface_create_for_stream(count, n_bytes, w, h);
        cairo_t *cr = cairo_create(surface);
        cairo_scale(cr, scale, scale);
        set_colour(cr, load->paper[n]);
        cairo_paint(cr);
        draw_bare(cr, scene);
        cairo_destroy(cr);
        if (format == RENDER_PNG)
            cairo_surface_write_to_png_stream(surface, count, n_bytes);
        cairo_surface_finish(surface);
        cairo_surface_destroy(surface);
    }
    return clock_seconds(CLOCK_PROCESS_CPUTIME_ID) - start;
}

static void print_row(const char *name, double took, size_t n_bytes, double floor)
{
    printf("| %s | %.2f | %.1f | ", name, took, (double)n_bytes / 1e6);
    if (floor > 0)
        printf("%.2f | %.2f |\n", floor, took / floor);
    else
        printf("| |\n");
}

int main(void)
{
    static const struct {
        const char *name;
        enum render_format format;
        bool live, has_floor;
    } rows[] = {
        {"svg", RENDER_SVG, false, true},  {"svg, live text", RENDER_SVG, true, false},
        {"png", RENDER_PNG, false, true},  {"pdf", RENDER_PDF, false, true},
        {"tex", RENDER_TEX, false, false}, {"text", RENDER_TEXT, false, false},
        {"rst", RENDER_RST, false, false}, {"md", RENDER_MD, false, false},
    };
    static struct load load;
    struct opmap maps[N_SHAPES];
    struct painter *painter;
    struct error err;
    double took = 0, floor = 0;
    size_t n_bytes = 0, ignored = 0;
    for (int s = 0; s < N_SHAPES; s++)
        need(layout_map(&isa_smfmacs[shapes[s]], 0, 0, &maps[s], &err), &err);
    need(painter_create(&painter, &err), &err);
    prepare(maps, painter, &load);
    printf("| %d figures as | processor s | MB | floor processor s | times the floor "
           "|\n|---|---|---|---|---|\n",
           N_FIGURES);
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        size_t bytes = 0;
        double bare = rows[r].has_floor ? draw_floor(&load, rows[r].format, &ignored) : 0;
        double seconds_taken = draw_all(maps, rows[r].format, rows[r].live, &bytes);
        print_row(rows[r].name, seconds_taken, bytes, bare);
        took += seconds_taken, floor += bare, n_bytes += bytes;
    }
    print_row("all", took, n_bytes, floor);
    for (int n = 0; n < N_FIGURES; n++)
        scene_free(&load.scene[n]);
    for (int s = 0; s < N_SHAPES; s++)
        opmap_free(&maps[s]);
    painter_destroy(painter);
    return 0;
}

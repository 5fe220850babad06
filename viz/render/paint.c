/* The only file that knows cairo. */
#include "render/paint.h"

#include <cairo-ft.h>
#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <ft2build.h>
#include FT_FREETYPE_H
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "render/font.h"

/* Advances are measured at this size and scaled: without hinting they are proportional. */
#define MEASURE_SIZE 1000.0

/* Figures measure the same few hundred words thousands of times. */
enum { N_WIDTHS = 1024, WIDTH_TEXT_BYTES = 24 };

struct known_width {
    char text[WIDTH_TEXT_BYTES];
    bool bold;
    double width;
};

struct painter {
    struct known_width known[N_WIDTHS]; /* by hash; a later word takes the place of an earlier */
    cairo_font_face_t *face[2];         /* regular, bold */
    cairo_scaled_font_t *measure[2];    /* at MEASURE_SIZE */
    cairo_font_options_t *options;
    cairo_status_t status; /* the first failure; sticks */
    char missing[128];     /* the first text that has a character the font lacks */
};

/* Fonts. */

/* A font file opened by FreeType; cairo frees it with its last reference to the face. */
struct file_face {
    FT_Library library;
    FT_Face face;
};

static void file_face_free(void *data)
{
    struct file_face *file = data;
    if (file->face)
        FT_Done_Face(file->face);
    if (file->library)
        FT_Done_FreeType(file->library);
    free(file);
}

static enum status load_face(const char *name, cairo_font_face_t **out, struct error *err)
{
    static const cairo_user_data_key_t key;
    char path[FONT_PATH_BYTES];
    enum status status = font_find(name, font_directories, path, err);
    if (status)
        return status;
    struct file_face *file = calloc(1, sizeof *file);
    if (!file)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    if (FT_Init_FreeType(&file->library) || FT_New_Face(file->library, path, 0, &file->face)) {
        file_face_free(file);
        return error_set(err, STATUS_FILE, "%s: not a font that FreeType reads", path);
    }
    cairo_font_face_t *face = cairo_ft_font_face_create_for_ft_face(file->face, FT_LOAD_NO_HINTING);
    if (cairo_font_face_set_user_data(face, &key, file, file_face_free)) {
        cairo_font_face_destroy(face);
        file_face_free(file);
        return error_set(err, STATUS_NO_MEMORY, "%s: %s", path,
                         cairo_status_to_string(CAIRO_STATUS_NO_MEMORY));
    }
    *out = face;
    return STATUS_OK;
}

enum status painter_create(struct painter **painter_out, struct error *err)
{
    static const char *const files[2] = {"DejaVuSans.ttf", "DejaVuSans-Bold.ttf"};
    struct painter *painter = calloc(1, sizeof *painter);
    if (!painter)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    painter->options = cairo_font_options_create();
    cairo_font_options_set_hint_style(painter->options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(painter->options, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_antialias(painter->options, CAIRO_ANTIALIAS_GRAY);
    painter->status = cairo_font_options_status(painter->options);
    enum status status = STATUS_OK;
    for (int n = 0; n < 2 && !status; n++) {
        status = load_face(files[n], &painter->face[n], err);
        if (status)
            break;
        cairo_matrix_t size, identity;
        cairo_matrix_init_scale(&size, MEASURE_SIZE, MEASURE_SIZE);
        cairo_matrix_init_identity(&identity);
        painter->measure[n] =
            cairo_scaled_font_create(painter->face[n], &size, &identity, painter->options);
        if (!painter->status)
            painter->status = cairo_scaled_font_status(painter->measure[n]);
    }
    if (!status && painter->status)
        status =
            error_set(err, STATUS_INTERNAL, "cairo: %s", cairo_status_to_string(painter->status));
    if (status) {
        painter_destroy(painter);
        return status;
    }
    *painter_out = painter;
    return STATUS_OK;
}

void painter_destroy(struct painter *painter)
{
    if (!painter)
        return;
    for (int n = 0; n < 2; n++) {
        if (painter->measure[n])
            cairo_scaled_font_destroy(painter->measure[n]);
        if (painter->face[n])
            cairo_font_face_destroy(painter->face[n]);
    }
    cairo_font_options_destroy(painter->options);
    free(painter);
}

static double measure(struct painter *painter, const char *text, bool bold)
{
    cairo_glyph_t *glyphs = NULL;
    int n_glyphs = 0;
    cairo_status_t status = cairo_scaled_font_text_to_glyphs(painter->measure[bold], 0, 0, text, -1,
                                                             &glyphs, &n_glyphs, NULL, NULL, NULL);
    cairo_text_extents_t extents = {0};
    if (!status) {
        cairo_scaled_font_glyph_extents(painter->measure[bold], glyphs, n_glyphs, &extents);
        status = cairo_scaled_font_status(painter->measure[bold]);
    }
    if (!painter->status)
        painter->status = status;
    for (int n = 0; n < n_glyphs; n++)
        if (glyphs[n].index == 0 && !painter->missing[0])
            strncpy(painter->missing, text, sizeof painter->missing - 1);
    cairo_glyph_free(glyphs);
    return extents.x_advance / MEASURE_SIZE;
}

static double text_width(void *context, const char *text, bool bold)
{
    struct painter *painter = context;
    uint32_t hash = bold; /* FNV-1a's step */
    size_t n = 0;
    for (; text[n]; n++)
        hash = (hash ^ (unsigned char)text[n]) * UINT32_C(16777619);
    if (n >= WIDTH_TEXT_BYTES)
        return measure(painter, text, bold);
    struct known_width *known = &painter->known[hash % N_WIDTHS];
    if (!known->text[0] || known->bold != bold || strcmp(known->text, text) != 0) {
        known->width = measure(painter, text, bold);
        known->bold = bold;
        memcpy(known->text, text, n + 1);
    }
    return known->width;
}

struct scene_font painter_font(struct painter *painter)
{
    return (struct scene_font){text_width, painter};
}

/* Painting. */

static void set_colour(cairo_t *cr, uint32_t colour)
{
    cairo_set_source_rgb(cr, (colour >> 16 & 0xff) / 255.0, (colour >> 8 & 0xff) / 255.0,
                         (colour & 0xff) / 255.0);
}

/* Boxes, and lines, of one look that follow each other become one path. */
static void paint_boxes(cairo_t *cr, const struct scene *scene)
{
    for (int n = 0; n < scene->n_boxes; n++) {
        const struct scene_box *box = &scene->boxes[n];
        cairo_rectangle(cr, box->x, box->y, box->w, box->h);
        if (n + 1 < scene->n_boxes && box[1].colour == box->colour)
            continue;
        set_colour(cr, box->colour);
        cairo_fill(cr);
    }
}

static void paint_lines(cairo_t *cr, const struct scene *scene)
{
    for (int n = 0; n < scene->n_lines; n++) {
        const struct scene_line *line = &scene->lines[n];
        cairo_move_to(cr, line->x0, line->y0);
        cairo_line_to(cr, line->x1, line->y1);
        if (n + 1 < scene->n_lines && line[1].colour == line->colour &&
            line[1].width == line->width)
            continue;
        set_colour(cr, line->colour);
        cairo_set_line_width(cr, line->width);
        cairo_stroke(cr);
    }
}

static void paint_text(struct painter *painter, cairo_t *cr, const struct scene *scene,
                       const struct scene_text *text)
{
    const char *string = scene_string(scene, text);
    double width = text_width(painter, string, text->bold) * text->size;
    double back = text->anchor == SCENE_START ? 0 : text->anchor == SCENE_END ? width : width / 2;
    cairo_save(cr);
    cairo_set_font_face(cr, painter->face[text->bold]);
    cairo_set_font_size(cr, text->size);
    set_colour(cr, text->colour);
    if (text->upwards) {
        const cairo_matrix_t quarter_turn = {0, -1, 1, 0, text->x, text->y + back};
        cairo_transform(cr, &quarter_turn);
        cairo_move_to(cr, 0, 0);
    } else {
        cairo_move_to(cr, text->x - back, text->y);
    }
    cairo_show_text(cr, string);
    cairo_restore(cr);
}

static void paint_scene(struct painter *painter, cairo_t *cr, const struct scene *scene,
                        const struct palette *palette)
{
    set_colour(cr, palette->paper);
    cairo_rectangle(cr, 0, 0, SCENE_WIDTH, scene->height);
    cairo_fill(cr);
    cairo_set_font_options(cr, painter->options);
    paint_boxes(cr, scene);
    paint_lines(cr, scene);
    for (int n = 0; n < scene->n_texts; n++)
        paint_text(painter, cr, scene, &scene->texts[n]);
    if (!painter->status)
        painter->status = cairo_status(cr);
}

static enum status painter_check(const struct painter *painter, struct error *err)
{
    if (painter->status == CAIRO_STATUS_NO_MEMORY)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    if (painter->status)
        return error_set(err, STATUS_INTERNAL, "cairo: %s",
                         cairo_status_to_string(painter->status));
    if (painter->missing[0])
        return error_set(err, STATUS_FILE, "the font lacks a character of \"%s\"",
                         painter->missing);
    return STATUS_OK;
}

static cairo_status_t append(void *closure, const unsigned char *data, unsigned length)
{
    struct buffer *out = closure;
    buffer_append(out, data, length);
    return out->failed ? CAIRO_STATUS_NO_MEMORY : CAIRO_STATUS_SUCCESS;
}

enum status paint_svg(struct painter *painter, const struct scene *scene,
                      const struct palette *palette, struct buffer *out, struct error *err)
{
    cairo_surface_t *surface =
        cairo_svg_surface_create_for_stream(append, out, SCENE_WIDTH, scene->height);
    cairo_t *cr = cairo_create(surface);
    paint_scene(painter, cr, scene, palette);
    cairo_destroy(cr);
    cairo_surface_finish(surface);
    if (!painter->status)
        painter->status = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    return painter_check(painter, err);
}

enum status paint_pdf(struct painter *painter, const struct scene *scene,
                      const struct palette *palette, const struct paint_notes *notes,
                      struct buffer *out, struct error *err)
{
    static const char fixed[] = "2000-01-01T00:00:00Z"; /* else cairo takes today's */
    const double points = 72.0 / 96;                    /* a CSS pixel */
    cairo_surface_t *surface = cairo_pdf_surface_create_for_stream(
        append, out, SCENE_WIDTH * points, scene->height * points);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, notes->title);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_SUBJECT, notes->subject);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_KEYWORDS, notes->keywords);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, "smfviz " SMFVIZ_VERSION);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, fixed);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_MOD_DATE, fixed);
    cairo_t *cr = cairo_create(surface);
    cairo_scale(cr, points, points);
    paint_scene(painter, cr, scene, palette);
    cairo_destroy(cr);
    cairo_surface_finish(surface);
    if (!painter->status)
        painter->status = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    return painter_check(painter, err);
}

enum status paint_pixels(struct painter *painter, const struct scene *scene,
                         const struct palette *palette, int width, struct pixels *pixels,
                         struct error *err)
{
    double scale = (double)width / SCENE_WIDTH;
    int height = (int)ceil(scene->height * scale);
    uint32_t *data = calloc((size_t)height, (size_t)width * sizeof *data);
    if (!data)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    /* A row of 32-bit pixels needs no padding: the stride is 4 * width for every width. */
    cairo_surface_t *surface = cairo_image_surface_create_for_data(
        (unsigned char *)data, CAIRO_FORMAT_RGB24, width, height, width * (int)sizeof *data);
    cairo_t *cr = cairo_create(surface);
    set_colour(cr, palette->paper);
    cairo_paint(cr);
    cairo_scale(cr, scale, scale);
    paint_scene(painter, cr, scene, palette);
    cairo_destroy(cr);
    cairo_surface_finish(surface);
    cairo_surface_destroy(surface);
    enum status status = painter_check(painter, err);
    if (status) {
        free(data);
        return status;
    }
    *pixels = (struct pixels){width, height, data};
    return STATUS_OK;
}

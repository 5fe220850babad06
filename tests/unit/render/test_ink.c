/* How it is measured: each text of a figure is painted alone, black on white at 800 pixels of
 * width, the figure's size in CSS pixels. A pixel that a text covers by a quarter or more is its
 * ink. Ink must stay within half a pixel of the text's room (its cell, note, band or line of words)
 * and of the page; no pixel may be ink of two texts, or of a text and a tenth of a line that is
 * drawn. Digits and capitals must be as high as those of 6 px. */
#include "unit/render/families.h"

#include <math.h>
#include <stdarg.h>
#include <limits.h>
#include <stdlib.h>

#include "render/figure.h"
#include "render/paint.h"

enum { MARGIN = 8, A_QUARTER = 192, A_TENTH = 230, NOBODY = -1, A_LINE = -2 };

struct page {
    int height;
    int *owner; /* of each pixel of 800 x height */
    const struct scene *scene;
    char fault[512]; /* the first */
};

static void fault(struct page *page, int n, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void fault(struct page *page, int n, const char *format, ...)
{
    va_list args;
    if (page->fault[0])
        return;
    int used = snprintf(page->fault, sizeof page->fault, "\"%s\" ",
                        scene_string(page->scene, &page->scene->texts[n]));
    va_start(args, format);
    vsnprintf(page->fault + used, sizeof page->fault - (size_t)used, format, args);
    va_end(args);
}

static bool is_covered(uint32_t pixel, uint32_t at_most) { return (pixel & 0xff) <= at_most; }

/* Paints one item on paper of its own, moved so that (left, top) is at (MARGIN, MARGIN). */
static void paint_alone(struct painter *painter, struct scene *item, double h,
                        struct pixels *pixels)
{
    struct error err;
    item->height = ceil(h) + 2 * MARGIN;
    cr_assert_eq(paint_pixels(painter, item, &palette_light, SCENE_WIDTH, pixels, &err), STATUS_OK);
}

static void measure_line(struct painter *painter, const struct scene_line *line, struct page *page)
{
    struct pixels pixels;
    int left = (int)floor(fmin(line->x0, line->x1)) - MARGIN;
    int top = (int)floor(fmin(line->y0, line->y1)) - MARGIN;
    struct scene_line moved = *line;
    struct scene item = {.n_lines = 1, .lines = &moved};
    moved.x0 -= left, moved.x1 -= left, moved.y0 -= top, moved.y1 -= top, moved.colour = 0;
    paint_alone(painter, &item, fabs(line->y1 - line->y0), &pixels);
    for (int y = 0; y < pixels.height; y++)
        for (int x = 0; x < pixels.width; x++)
            if (is_covered(pixels.data[y * pixels.width + x], A_TENTH) && y + top >= 0 &&
                y + top < page->height && x + left >= 0 && x + left < SCENE_WIDTH)
                page->owner[(y + top) * SCENE_WIDTH + x + left] = A_LINE;
    free(pixels.data);
}

static void claim_pixel(int n, int x, int y, struct page *page)
{
    const struct scene_box *room = &page->scene->texts[n].room;
    if (x < 0 || y < 0 || x >= SCENE_WIDTH || y >= page->height) {
        fault(page, n, "leaves the page");
        return;
    }
    if (x + 1 < room->x || x > room->x + room->w || y + 1 < room->y || y > room->y + room->h)
        fault(page, n, "has ink at (%d, %d), outside (%g, %g) + (%g, %g)", x, y, room->x, room->y,
              room->w, room->h);
    int *owner = &page->owner[y * SCENE_WIDTH + x];
    if (*owner == A_LINE)
        fault(page, n, "touches a line at (%d, %d)", x, y);
    else if (*owner != NOBODY && *owner != n)
        fault(page, n, "covers \"%s\" at (%d, %d)",
              scene_string(page->scene, &page->scene->texts[*owner]), x, y);
    *owner = n;
}

static void measure_text(struct painter *painter, int n, struct page *page)
{
    const struct scene *scene = page->scene;
    struct pixels pixels;
    struct scene_text text = scene->texts[n];
    int left = (int)floor(text.room.x) - MARGIN, top = (int)floor(text.room.y) - MARGIN;
    struct scene item = {.n_texts = 1, .texts = &text, .pool = scene->pool};
    int n_ink = 0, first = INT_MAX, last = 0;
    text.x -= left, text.y -= top, text.colour = 0;
    paint_alone(painter, &item, text.room.h, &pixels);
    for (int y = 0; y < pixels.height; y++) {
        for (int x = 0; x < pixels.width; x++) {
            if (!is_covered(pixels.data[y * pixels.width + x], A_QUARTER))
                continue;
            claim_pixel(n, x + left, y + top, page);
            n_ink++;
            first = y < first ? y : first;
            last = y;
        }
    }
    free(pixels.data);
    if (!n_ink)
        fault(page, n, "is not to be seen");
    if (!text.upwards && strpbrk(scene_string(scene, &text), "0123456789") &&
        last - first + 1 < (int)(6 * SCENE_CAP_HEIGHT))
        fault(page, n, "is %d pixels high", last - first + 1);
}

/* The first fault of a figure, "" if it has none. */
static void measure(struct painter *painter, const struct scene *scene, char text[512])
{
    struct page page = {.height = (int)scene->height, .scene = scene};
    int n_pixels = SCENE_WIDTH * page.height;
    page.owner = malloc((size_t)n_pixels * sizeof *page.owner);
    cr_assert_not_null(page.owner);
    for (int n = 0; n < n_pixels; n++)
        page.owner[n] = NOBODY;
    for (int n = 0; n < scene->n_lines; n++)
        measure_line(painter, &scene->lines[n], &page);
    for (int n = 0; n < scene->n_texts; n++)
        measure_text(painter, n, &page);
    free(page.owner);
    memcpy(text, page.fault, sizeof page.fault);
}

static void place(struct painter *painter, const struct family *family,
                  const struct render_options *options, struct figure *figure, struct scene *scene)
{
    struct error err;
    struct scene_font font = painter_font(painter);
    cr_assert_eq(figure_init(figure, family->maps, family->n, options, &err), STATUS_OK, "%s",
                 err.text);
    cr_assert_eq(scene_init(scene, figure, &font, &err), STATUS_OK, "%s", err.text);
}

/* The dark theme puts everything where the light one does. */
static void expect_same_places(const struct scene *a, const struct scene *b)
{
    cr_assert(a->n_texts == b->n_texts && a->n_lines == b->n_lines && a->height == b->height);
    for (int n = 0; n < a->n_texts; n++) {
        const struct scene_text *x = &a->texts[n], *y = &b->texts[n];
        cr_assert(x->x == y->x && x->y == y->y && x->size == y->size && x->bold == y->bold &&
                  x->anchor == y->anchor && x->room.x == y->room.x && x->room.y == y->room.y &&
                  x->room.w == y->room.w && x->room.h == y->room.h);
        cr_assert_str_eq(scene_string(a, x), scene_string(b, y));
    }
    for (int n = 0; n < a->n_lines; n++)
        cr_assert(a->lines[n].x0 == b->lines[n].x0 && a->lines[n].y1 == b->lines[n].y1 &&
                  a->lines[n].width == b->lines[n].width);
}

static void expect_no_fault(struct painter *painter, const struct figure *figure,
                            const struct scene *scene)
{
    char text[512];
    measure(painter, scene, text);
    cr_expect_str_empty(text, "%s (%s): %s", figure->title, figure->palette->name, text);
}

static void measure_themes(struct painter *painter, const struct family *family,
                           struct render_options options)
{
    struct figure figure[3];
    struct scene scene[3];
    for (int theme = RENDER_LIGHT; theme <= RENDER_PRINT; theme++) {
        options.theme = (enum render_theme)theme;
        place(painter, family, &options, &figure[theme], &scene[theme]);
        if (theme == RENDER_DARK)
            expect_same_places(&scene[RENDER_LIGHT], &scene[theme]);
        else
            expect_no_fault(painter, &figure[theme], &scene[theme]);
    }
    for (int theme = RENDER_LIGHT; theme <= RENDER_PRINT; theme++) {
        scene_free(&scene[theme]);
        figure_free(&figure[theme]);
    }
}

/* The four operands and the linked figure of one shape, in both styles and all themes. */
static void measure_shape(enum isa_smfmac_id id, bool owner)
{
    struct family family;
    struct painter *painter;
    struct error err;
    cr_assert_eq(painter_create(&painter, &err), STATUS_OK, "%s", err.text);
    cr_assert(family_init(&family, &isa_smfmacs[id], 0, 0));
    for (int o = 0; o < OPMAP_N_OPERANDS; o++)
        measure_themes(painter, &family, (struct render_options){.operand = o, .owner = owner});
    measure_themes(painter, &family, (struct render_options){.linked = true, .owner = owner});
    family_free(&family);
    painter_destroy(painter);
}

Test(ink, stays_in_its_place_16x16x32, .timeout = 240)
{
    measure_shape(ISA_SMFMAC_f32_16x16x32_f16, false);
    measure_shape(ISA_SMFMAC_f32_16x16x32_f16, true);
}

Test(ink, stays_in_its_place_32x32x16, .timeout = 240)
{
    measure_shape(ISA_SMFMAC_f32_32x32x16_f16, false);
    measure_shape(ISA_SMFMAC_f32_32x32x16_f16, true);
}

Test(ink, stays_in_its_place_16x16x64, .timeout = 240)
{
    measure_shape(ISA_SMFMAC_i32_16x16x64_i8, false);
    measure_shape(ISA_SMFMAC_i32_16x16x64_i8, true);
}

Test(ink, stays_in_its_place_32x32x32, .timeout = 240)
{
    measure_shape(ISA_SMFMAC_i32_32x32x32_i8, false);
    measure_shape(ISA_SMFMAC_i32_32x32x32_i8, true);
}

/* Other axes, details and parts, of one shape. */
Test(ink, stays_in_its_place_in_parts_and_details, .timeout = 240)
{
    static const struct render_options others[] = {
        {.operand = OPMAP_A, .dense_axis = true},
        {.operand = OPMAP_IDX, .dense_axis = true, .full_detail = true},
        {.operand = OPMAP_B, .full_detail = true},
        {.operand = OPMAP_CD, .brief = true},
        {.operand = OPMAP_B, .k = {true, 5, 20}, .lanes = {true, 3, 40}},
        {.operand = OPMAP_A, .rows = {true, 9, 9}, .owner = true},
    };
    struct family family;
    struct painter *painter;
    struct error err;
    cr_assert_eq(painter_create(&painter, &err), STATUS_OK, "%s", err.text);
    cr_assert(family_init(&family, &isa_smfmacs[ISA_SMFMAC_i32_16x16x64_i8], 0, 1));
    for (size_t n = 0; n < sizeof others / sizeof *others; n++)
        measure_themes(painter, &family, others[n]);
    family_free(&family);
    painter_destroy(painter);
}

/* That the measure finds what it looks for, in a text moved with its room, or out of it. */
static void expect_fault(enum render_theme theme, double dx, double dy, bool with_room,
                         const char *expected)
{
    struct family family;
    struct painter *painter;
    struct figure figure;
    struct scene scene;
    struct error err;
    struct render_options options = {.operand = OPMAP_CD, .theme = theme};
    char text[512];
    cr_assert_eq(painter_create(&painter, &err), STATUS_OK, "%s", err.text);
    cr_assert(family_init(&family, &isa_smfmacs[ISA_SMFMAC_f32_32x32x16_f16], 0, 0));
    place(painter, &family, &options, &figure, &scene);
    int n = 0;
    while (strcmp(scene_string(&scene, &scene.texts[n]), "L45") != 0)
        n++;
    scene.texts[n].x += dx;
    scene.texts[n].y += dy;
    scene.texts[n].room.x += with_room ? dx : 0;
    scene.texts[n].room.y += with_room ? dy : 0;
    measure(painter, &scene, text);
    cr_expect(strstr(text, expected), "moved by (%g, %g): %s", dx, dy, text);
    scene_free(&scene);
    figure_free(&figure);
    family_free(&family);
    painter_destroy(painter);
}

Test(ink, of_a_text_out_of_place_is_found, .timeout = 60)
{
    expect_fault(RENDER_LIGHT, 0, -9, true, "covers \"v");
    expect_fault(RENDER_PRINT, 5, 0, true, "touches a line");
    expect_fault(RENDER_LIGHT, 9, 0, false, "outside");
    expect_fault(RENDER_LIGHT, 500, 0, true, "leaves the page");
}

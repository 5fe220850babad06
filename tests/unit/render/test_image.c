/* Figures as pictures, against tests/golden/images/: half as large as in CSS pixels. Tolerance: in
 * no block of 4 x 4 pixels may the largest difference of a channel be more than 3 of 255 on the
 * average. Another FreeType or cairo may round coverage otherwise; a digit, a hue or a place that
 * changed is far beyond it, which the last tests show. SMFVIZ_BLESS=1 writes the pictures anew. */
#include "unit/render/families.h"

#include <png.h>
#include <stdlib.h>

#include "base/file.h"
#include "render/figure.h"
#include "render/paint.h"
#include "render/png.h"

enum { WIDTH = 400, BLOCK = 4 };
#define TOLERANCE 3.0

static const struct {
    const char *name;
    enum isa_smfmac_id id;
    struct render_options options;
} pictures[] = {
    {"a-light", ISA_SMFMAC_f32_16x16x32_f16, {.operand = OPMAP_A}},
    {"idx-dense-dark",
     ISA_SMFMAC_i32_32x32x32_i8,
     {.operand = OPMAP_IDX, .dense_axis = true, .theme = RENDER_DARK}},
    {"b-owner-light", ISA_SMFMAC_f32_16x16x32_f16, {.operand = OPMAP_B, .owner = true}},
    {"cd-print", ISA_SMFMAC_f32_16x16x32_f16, {.operand = OPMAP_CD, .theme = RENDER_PRINT}},
    {"b-part-dark",
     ISA_SMFMAC_i32_16x16x64_i8,
     {.operand = OPMAP_B, .k = {true, 14, 18}, .theme = RENDER_DARK}},
    {"linked-light", ISA_SMFMAC_i32_16x16x64_i8, {.linked = true}},
    {"linked-owner-print",
     ISA_SMFMAC_f32_32x32x16_f16,
     {.linked = true, .owner = true, .theme = RENDER_PRINT}},
};
enum { N_PICTURES = sizeof pictures / sizeof *pictures };

struct drawing {
    struct family family;
    struct painter *painter;
    struct figure figure;
    struct scene scene;
};

static void draw(struct drawing *drawing, int n)
{
    struct error err;
    cr_assert_eq(painter_create(&drawing->painter, &err), STATUS_OK, "%s", err.text);
    cr_assert(family_init(&drawing->family, &isa_smfmacs[pictures[n].id], 0, 0));
    cr_assert_eq(figure_init(&drawing->figure, drawing->family.maps, drawing->family.n,
                             &pictures[n].options, &err),
                 STATUS_OK, "%s", err.text);
    struct scene_font font = painter_font(drawing->painter);
    cr_assert_eq(scene_init(&drawing->scene, &drawing->figure, &font, &err), STATUS_OK);
}

static void drawing_free(struct drawing *drawing)
{
    scene_free(&drawing->scene);
    figure_free(&drawing->figure);
    family_free(&drawing->family);
    painter_destroy(drawing->painter);
}

static void paint(const struct drawing *drawing, struct pixels *pixels)
{
    struct error err;
    cr_assert_eq(paint_pixels(drawing->painter, &drawing->scene, drawing->figure.palette, WIDTH,
                              pixels, &err),
                 STATUS_OK, "%s", err.text);
}

static void path_of(int n, char path[64])
{
    snprintf(path, 64, "tests/golden/images/%s.png", pictures[n].name);
}

static void bless(const struct pixels *pixels, int n)
{
    char path[64];
    struct buffer file = {0};
    struct error err;
    const struct png_note note = {"Title", pictures[n].name};
    path_of(n, path);
    cr_assert_eq(png_encode(pixels, 3780, &note, 1, &file, &err), STATUS_OK);
    cr_assert_eq(file_write(path, file.data, file.size, &err), STATUS_OK, "%s", err.text);
    buffer_free(&file);
}

static void read_golden(int n, struct pixels *pixels)
{
    char path[64];
    png_image image = {.version = PNG_IMAGE_VERSION};
    path_of(n, path);
    cr_assert(png_image_begin_read_from_file(&image, path), "%s: %s", path, image.message);
    image.format = PNG_FORMAT_BGRA; /* 0xAARRGGBB, as pixels are, on a little-endian machine */
    *pixels = (struct pixels){(int)image.width, (int)image.height, malloc(PNG_IMAGE_SIZE(image))};
    cr_assert_not_null(pixels->data);
    cr_assert(png_image_finish_read(&image, NULL, pixels->data, 0, NULL), "%s", image.message);
}

static int pixel_difference(uint32_t a, uint32_t b)
{
    int largest = 0;
    for (int shift = 0; shift < 24; shift += 8) {
        int d = abs((int)(a >> shift & 0xff) - (int)(b >> shift & 0xff));
        largest = d > largest ? d : largest;
    }
    return largest;
}

/* The largest average difference of a block; 255 if the pictures are not of one size. */
static double difference(const struct pixels *a, const struct pixels *b)
{
    double worst = 0;
    if (a->width != b->width || a->height != b->height)
        return 255;
    for (int top = 0; top < a->height; top += BLOCK) {
        for (int left = 0; left < a->width; left += BLOCK) {
            int sum = 0, n = 0;
            for (int y = top; y < a->height && y < top + BLOCK; y++)
                for (int x = left; x < a->width && x < left + BLOCK; x++, n++)
                    sum += pixel_difference(a->data[y * a->width + x], b->data[y * a->width + x]);
            worst = (double)sum / n > worst ? (double)sum / n : worst;
        }
    }
    return worst;
}

Test(image, figures_look_as_they_did)
{
    for (int n = 0; n < N_PICTURES; n++) {
        struct drawing drawing;
        struct pixels now, golden;
        draw(&drawing, n);
        paint(&drawing, &now);
        if (getenv("SMFVIZ_BLESS"))
            bless(&now, n);
        read_golden(n, &golden);
        double d = difference(&now, &golden);
        cr_expect_leq(d, TOLERANCE, "%s: a block differs by %.1f", pictures[n].name, d);
        free(now.data);
        free(golden.data);
        drawing_free(&drawing);
    }
}

/* How far a drawing that `spoil` changed is from its golden picture: nothing may be so small that
 * the tolerance hides it. */
static void expect_seen(void (*spoil)(struct scene *scene), const char *what)
{
    for (int n = 0; n < N_PICTURES; n++) {
        struct drawing drawing;
        struct pixels now, golden;
        draw(&drawing, n);
        spoil(&drawing.scene);
        paint(&drawing, &now);
        read_golden(n, &golden);
        double d = difference(&now, &golden);
        cr_expect_gt(d, 1.25 * TOLERANCE, "%s: %s: a block differs by %.1f only", pictures[n].name,
                     what, d);
        free(now.data);
        free(golden.data);
        drawing_free(&drawing);
    }
}

/* The last text that ends with a digit or a bracket and is in a cell: cells come last in a grid. */
static struct scene_text *some_label(struct scene *scene)
{
    for (int n = scene->n_texts - 1; n >= 0; n--) {
        const char *string = scene_string(scene, &scene->texts[n]);
        size_t length = strlen(string);
        if (length < 6 && (string[0] == 'L' || string[0] == '['))
            return &scene->texts[n];
    }
    cr_assert_fail("no label");
    abort();
}

/* "L37" becomes "L31", "[7]" "[1]". */
static void change_label(struct scene *scene)
{
    struct scene_text *text = some_label(scene);
    for (char *c = scene->pool.data + text->text; *c; c++)
        if (*c >= '0' && *c <= '9')
            *c = *c == '1' ? '7' : '1';
}

/* By three pixels of 800. */
static void move_label(struct scene *scene) { some_label(scene)->x += 3; }

/* One box, by 8 of 255 in one channel: less than any two hues differ. */
static void change_colour(struct scene *scene)
{
    scene->boxes[scene->n_boxes / 2].colour ^= 0x000800;
}

Test(image, a_changed_label_is_seen) { expect_seen(change_label, "label"); }
Test(image, a_moved_label_is_seen) { expect_seen(move_label, "place"); }
Test(image, a_changed_colour_is_seen) { expect_seen(change_colour, "colour"); }

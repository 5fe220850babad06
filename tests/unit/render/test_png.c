#include "unit/render/families.h"

#include <png.h>
#include <stdlib.h>

#include "render/palette.h"

struct source {
    const char *at;
    size_t left;
};

static void read_from(png_structp png, png_bytep to, size_t n)
{
    struct source *source = png_get_io_ptr(png);
    if (n > source->left)
        png_error(png, "short");
    memcpy(to, source->at, n);
    source->at += n;
    source->left -= n;
}

static const char *note(png_const_structp png, png_infop info, const char *keyword)
{
    png_textp text;
    int n = png_get_text(png, info, &text, NULL);
    while (n--)
        if (!strcmp(text[n].key, keyword))
            return text[n].text;
    return "";
}

static void draw(int dpi, struct buffer *out, enum status expected)
{
    struct family family;
    struct error err = {0};
    struct render_options options = {.operand = OPMAP_CD, .format = RENDER_PNG, .dpi = dpi};
    cr_assert(family_init(&family, &isa_smfmacs[ISA_SMFMAC_f32_16x16x32_f16], 0, 0));
    cr_assert_eq(render_api.figure(family.maps, family.n, &options, out, &err), expected, "%s",
                 err.text);
    family_free(&family);
}

/* Read back by libpng: size, density, notes, and each lane group's colour at the cell's corner. */
static void expect_png(int dpi, png_uint_32 width, png_uint_32 density)
{
    struct buffer file = {0};
    draw(dpi, &file, STATUS_OK);
    struct source source = {file.data, file.size};
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    png_set_read_fn(png, &source, read_from);
    png_read_png(png, info, 0, NULL);
    cr_expect_eq(png_get_image_width(png, info), width);
    cr_expect_eq(png_get_x_pixels_per_meter(png, info), density);
    cr_expect_str_eq(note(png, info, "Instructions"),
                     "v_smfmac_f32_16x16x32_f16, v_smfmac_f32_16x16x32_bf16");
    cr_expect_str_eq(note(png, info, "Provenance"), "emulated, a test's machine");
    cr_expect_str_eq(note(png, info, "Architecture"), "gfx942");
    cr_expect_str_eq(note(png, info, "Title"), "SMFMAC 16×16×32: C/D accumulator");
    cr_expect(!strncmp(note(png, info, "Software"), "smfviz ", 7));
    cr_expect(!png_get_valid(png, info, PNG_INFO_tIME));
    int seen[4] = {0};
    png_bytepp rows = png_get_rows(png, info);
    for (png_uint_32 y = 0; y < png_get_image_height(png, info); y++) {
        for (png_uint_32 x = 0; x < width; x++) {
            uint32_t rgb = (uint32_t)rows[y][3 * x] << 16 | (uint32_t)rows[y][3 * x + 1] << 8 |
                           rows[y][3 * x + 2];
            for (int g = 0; g < 4; g++)
                seen[g] += rgb == palette_cell(&palette_light, g);
        }
    }
    for (int g = 0; g < 4; g++)
        cr_expect_gt(seen[g], (int)(width * width) / 50, "group %d", g);
    png_destroy_read_struct(&png, &info, NULL);
    buffer_free(&file);
}

Test(png, is_twice_the_svg_unless_told_otherwise)
{
    expect_png(0, 1600, 7559); /* 192 pixels an inch */
    expect_png(96, 800, 3780);
    expect_png(150, 1250, 5906);
}

Test(png, is_the_same_file_every_time)
{
    struct buffer once = {0}, again = {0};
    draw(0, &once, STATUS_OK);
    draw(0, &again, STATUS_OK);
    cr_expect(once.size == again.size && !memcmp(once.data, again.data, once.size));
    buffer_free(&once);
    buffer_free(&again);
}

Test(png, refuses_densities_that_cannot_be_read)
{
    struct buffer out = {0};
    draw(95, &out, STATUS_USAGE);
    draw(1921, &out, STATUS_USAGE);
    draw(-1, &out, STATUS_USAGE);
    cr_expect_eq(out.size, 0);
}

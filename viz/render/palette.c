#include "render/palette.h"

#include <math.h>

/* Hues: Okabe and Ito, "Color Universal Design" (2008), told apart under every common form of
 * colour blindness. As tints they no longer are, unless they differ in lightness too: the first
 * four percentages of each theme were searched for the largest smallest difference between any two
 * of these hues to normal, protan, deutan and tritan eyes (tests/unit/render/test_palette.c
 * measures it). */
const struct palette palette_light = {
    .name = "light",
    .paper = 0xffffff,
    .ink = 0x16202a,
    .ink_soft = 0x3c4854,
    .rule = 0x8a949e,
    .gap = 0xffffff,
    .hue = {{0x56b4e9, 30, 66},  /* sky blue */
            {0xe69f00, 38, 74},  /* orange */
            {0x009e73, 44, 78},  /* bluish green */
            {0xf0e442, 24, 62},  /* yellow */
            {0xd55e00, 38, 60},  /* vermillion */
            {0x0072b2, 26, 45},  /* blue */
            {0xcc79a7, 34, 60},  /* reddish purple */
            {0x808080, 30, 50}}, /* grey, in place of their black */
};

const struct palette palette_dark = {
    .name = "dark",
    .paper = 0x14181d,
    .ink = 0xf4f6f8,
    .ink_soft = 0xd2d9e0,
    .rule = 0x66707a,
    .gap = 0x14181d,
    .hue = {{0x56b4e9, 46, 58},
            {0xe69f00, 44, 58},
            {0x009e73, 26, 60},
            {0xf0e442, 26, 42},
            {0xd55e00, 38, 66},
            {0x0072b2, 44, 80},
            {0xcc79a7, 40, 62},
            {0x808080, 34, 60}},
};

/* Greys that a laser printer and a copier keep apart, neighbours by at least a tenth of the
 * scale; on white cells lines must show. */
const struct palette palette_print = {
    .name = "print",
    .paper = 0xffffff,
    .ink = 0x000000,
    .ink_soft = 0x1c1c1c,
    .rule = 0x606060,
    .gap = 0x707070,
    .hatched = true,
    .hue = {{0x000000, 0, 0},
            {0x000000, 28, 28},
            {0x000000, 12, 12},
            {0x000000, 40, 40},
            {0x000000, 6, 6},
            {0x000000, 34, 34},
            {0x000000, 18, 18},
            {0x000000, 44, 44}},
};

static uint32_t mix(uint32_t hue, uint32_t paper, int percent)
{
    uint32_t out = 0;
    for (int shift = 0; shift < 24; shift += 8) {
        int h = (int)(hue >> shift & 0xff), p = (int)(paper >> shift & 0xff);
        out |= (uint32_t)((h * percent + p * (100 - percent) + 50) / 100) << shift;
    }
    return out;
}

uint32_t palette_cell(const struct palette *palette, int group)
{
    const struct palette_hue *hue = &palette->hue[group % PALETTE_HUES];
    return mix(hue->colour, palette->paper, hue->cell_percent);
}

uint32_t palette_band(const struct palette *palette, int group)
{
    const struct palette_hue *hue = &palette->hue[group % PALETTE_HUES];
    return mix(hue->colour, palette->paper, hue->band_percent);
}

static double luminance(uint32_t colour)
{
    static const double weight[3] = {0.0722, 0.7152, 0.2126}; /* blue, green, red */
    double sum = 0;
    for (int n = 0; n < 3; n++) {
        double c = (double)(colour >> 8 * n & 0xff) / 255;
        sum += weight[n] * (c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4));
    }
    return sum;
}

double palette_contrast(uint32_t a, uint32_t b)
{
    double la = luminance(a), lb = luminance(b);
    return la > lb ? (la + 0.05) / (lb + 0.05) : (lb + 0.05) / (la + 0.05);
}

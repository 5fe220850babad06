#include "render/palette.h"

#include <math.h>

/* Hues: Okabe and Ito, "Color Universal Design" (2008), told apart under every common form of
 * colour blindness; ordered so that the first two and the first four differ most. Their black is
 * left out (a tint of it is grey, as the rules are) and grey stands last. */
const struct palette palette_light = {
    .name = "light",
    .paper = 0xffffff,
    .ink = 0x16202a,
    .ink_soft = 0x45525e,
    .rule = 0x8a949e,
    .hue = {0x56b4e9, 0xe69f00, 0x009e73, 0xcc79a7, 0xf0e442, 0x0072b2, 0xd55e00, 0x808080},
    .cell_percent = 30,
    .band_percent = 62,
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
    return mix(palette->hue[group % PALETTE_HUES], palette->paper, palette->cell_percent);
}

uint32_t palette_band(const struct palette *palette, int group)
{
    return mix(palette->hue[group % PALETTE_HUES], palette->paper, palette->band_percent);
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

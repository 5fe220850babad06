#include <criterion/criterion.h>
#include <math.h>

#include "render/palette.h"

static const struct palette *const themes[] = {&palette_light, &palette_dark, &palette_print};
enum { N_THEMES = sizeof themes / sizeof *themes };

/* Black on white is 21 and #777777 on white 4.48 by WCAG's own examples; 4.5 is its level AA. */
Test(palette, contrast_is_that_of_wcag)
{
    cr_assert_float_eq(palette_contrast(0x000000, 0xffffff), 21, 1e-9);
    cr_assert_float_eq(palette_contrast(0x777777, 0xffffff), 4.478, 1e-3);
    cr_assert_float_eq(palette_contrast(0xffffff, 0xff0000), 3.998, 1e-3);
}

Test(palette, text_is_readable_on_every_ground)
{
    for (int t = 0; t < N_THEMES; t++) {
        const struct palette *p = themes[t];
        cr_expect_geq(palette_contrast(p->ink, p->paper), 4.5);
        cr_expect_geq(palette_contrast(p->ink_soft, p->paper), 4.5);
        for (int g = 0; g < PALETTE_HUES; g++) {
            cr_expect_geq(palette_contrast(p->ink, palette_cell(p, g)), 4.5);
            cr_expect_geq(palette_contrast(p->ink_soft, palette_cell(p, g)), 4.5, "cell %d", g);
            cr_expect_geq(palette_contrast(p->ink, palette_band(p, g)), 4.5, "band %d", g);
        }
    }
}

/* Full protanopia, deuteranopia and tritanopia in linear RGB (Machado, Oliveira, Fernandes 2009,
 * "A Physiologically-based Model for Simulation of Color Vision Deficiency", severity 1.0). */
static const double vision[4][3][3] = {
    {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
    {{0.152286, 1.052583, -0.204868},
     {0.114503, 0.786281, 0.099216},
     {-0.003882, -0.048116, 1.051998}},
    {{0.367322, 0.860646, -0.227968},
     {0.280085, 0.672501, 0.047413},
     {-0.011820, 0.042940, 0.968881}},
    {{1.255528, -0.076749, -0.178779},
     {-0.078411, 0.930809, 0.147602},
     {0.004733, 0.691367, 0.303900}},
};

static double linear(uint32_t colour, int shift)
{
    double c = (double)(colour >> shift & 0xff) / 255;
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static double lab_f(double t) { return t > 0.008856 ? cbrt(t) : 7.787 * t + 16.0 / 116; }

/* CIE L*a*b* (D65) of a colour as an eye sees it. */
static void lab(uint32_t colour, const double eye[3][3], double out[3])
{
    static const double xyz[3][3] = {
        {0.4124564 / 0.95047, 0.3575761 / 0.95047, 0.1804375 / 0.95047},
        {0.2126729, 0.7151522, 0.0721750},
        {0.0193339 / 1.08883, 0.1191920 / 1.08883, 0.9503041 / 1.08883}};
    double rgb[3], f[3];
    for (int n = 0; n < 3; n++) {
        double sum = eye[n][0] * linear(colour, 16) + eye[n][1] * linear(colour, 8) +
                     eye[n][2] * linear(colour, 0);
        rgb[n] = fmin(1, fmax(0, sum));
    }
    for (int n = 0; n < 3; n++)
        f[n] = lab_f(xyz[n][0] * rgb[0] + xyz[n][1] * rgb[1] + xyz[n][2] * rgb[2]);
    out[0] = 116 * f[1] - 16;
    out[1] = 500 * (f[0] - f[1]);
    out[2] = 200 * (f[1] - f[2]);
}

/* A difference of 2.3 is just noticeable. Instructions have two or four lane groups: these keep far
 * above it. */
static void expect_different_groups(const struct palette *palette)
{
    for (int eye = 0; eye < 4; eye++) {
        for (int a = 0; a < 4; a++) {
            for (int b = 0; b < a; b++) {
                double x[3], y[3];
                lab(palette_cell(palette, a), vision[eye], x);
                lab(palette_cell(palette, b), vision[eye], y);
                double d = sqrt(pow(x[0] - y[0], 2) + pow(x[1] - y[1], 2) + pow(x[2] - y[2], 2));
                cr_expect_gt(d, 15, "%s, eye %d: groups %d and %d differ by %.1f", palette->name,
                             eye, a, b, d);
            }
        }
    }
}

Test(palette, lane_groups_differ_for_every_eye)
{
    expect_different_groups(&palette_light);
    expect_different_groups(&palette_dark);
}

/* Lanes that are neighbours differ by a tenth of the scale of lightness at least, and by hatch. */
Test(palette, print_needs_no_colour)
{
    for (int g = 0; g < PALETTE_HUES; g++) {
        uint32_t cell = palette_cell(&palette_print, g);
        cr_expect_eq(cell >> 16, cell & 0xff);
        cr_expect_eq(cell >> 8 & 0xff, cell & 0xff);
    }
    cr_expect(palette_print.hatched);
    for (int g = 1; g < 4; g++) {
        double a[3], b[3];
        lab(palette_cell(&palette_print, g - 1), vision[0], a);
        lab(palette_cell(&palette_print, g), vision[0], b);
        cr_expect_gt(fabs(a[0] - b[0]), 10, "groups %d and %d", g - 1, g);
    }
}

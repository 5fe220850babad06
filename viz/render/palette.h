/* Colours of a figure, as data. */
#ifndef RENDER_PALETTE_H
#define RENDER_PALETTE_H

#include <stdbool.h>
#include <stdint.h>

enum { PALETTE_HUES = 8 };

/* 0xRRGGBB. A theme is one such struct. */
struct palette {
    const char *name;
    uint32_t paper;    /* the figure's background */
    uint32_t ink;      /* all text of the first rank */
    uint32_t ink_soft; /* text of the second rank: bits, axes, stamp */
    uint32_t rule;     /* thin lines of the frame */
    uint32_t gap;      /* lines between cells: paper, unless cells may have paper's colour */
    bool hatched;      /* lane groups' bands carry a pattern each besides their colour */
    /* A lane group's hue, and how much of it stays when it is mixed into the paper for its cells
     * and for its band, in percent. */
    struct palette_hue {
        uint32_t colour;
        int cell_percent, band_percent;
    } hue[PALETTE_HUES];
};

/* On white, on near-black, and for paper without colours: lightness and hatch. */
extern const struct palette palette_light, palette_dark, palette_print;

/* Fill of the cells, and of the stronger heading band, of lane group `group`. Hues repeat after
 * PALETTE_HUES groups; the groups' labels do not. */
uint32_t palette_cell(const struct palette *palette, int group);
uint32_t palette_band(const struct palette *palette, int group);

/* Contrast ratio of two colours, 1..21 (W3C, WCAG 2.2, "relative luminance", "contrast ratio"). */
double palette_contrast(uint32_t a, uint32_t b);

#endif

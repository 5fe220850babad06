/* PNG files; libpng stays behind this header. */
#ifndef RENDER_PNG_H
#define RENDER_PNG_H

#include "render/paint.h"

struct png_note {
    const char *keyword, *text; /* text is UTF-8: tEXt if it is ASCII, else iTXt */
};

/* Appends a PNG of 8-bit RGB with a pHYs chunk of `pixels_per_metre` and the notes. No time stamp.
 */
enum status png_encode(const struct pixels *pixels, unsigned pixels_per_metre,
                       const struct png_note *notes, int n_notes, struct buffer *out,
                       struct error *err);

#endif

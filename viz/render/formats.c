#include "render/formats.h"

#include <math.h>
#include <stdlib.h>

#include "render/png.h"
#include "render/svg.h"

#define CSS_DPI 96.0 /* a CSS pixel is 1/96 inch (CSS Values and Units 3, 6.2) */

static enum status write_svg(const struct format_source *source, struct buffer *out,
                             struct error *err)
{
    const struct figure *figure = source->figure;
    struct buffer raw = {0};
    struct svg_drawing drawing = {0};
    const struct svg_frame frame = {
        .width = SCENE_WIDTH,
        .height = (int)source->scene->height,
        .title = figure->title,
        .description = source->words->description.data,
        .metadata = source->words->metadata.data,
        .digest = source->words->digest,
    };
    if (figure->options.live_text) {
        svg_write_live(source->scene, figure->palette->paper, &frame, out);
        return buffer_check(out, err);
    }
    enum status status = paint_svg(source->painter, source->scene, figure->palette, &raw, err);
    if (!status)
        status = svg_read(raw.data, raw.size, &drawing, err);
    if (!status) {
        svg_write(&drawing, &frame, out);
        status = buffer_check(out, err);
    }
    svg_drawing_free(&drawing);
    buffer_free(&raw);
    return status;
}

static enum status write_png(const struct format_source *source, struct buffer *out,
                             struct error *err)
{
    const struct figure *figure = source->figure;
    const struct png_note notes[] = {
        {"Title", figure->title},
        {"Description", source->words->description.data},
        {"Software", "smfviz " SMFVIZ_VERSION},
        {"Instructions", figure->instructions.data},
        {"Architecture", figure->arch},
        {"Provenance", figure->provenance.data},
        {"Metadata", source->words->metadata.data},
    };
    int dpi = figure->options.dpi ? figure->options.dpi : RENDER_USUAL_DPI;
    if (dpi < RENDER_MIN_DPI || dpi > RENDER_MAX_DPI)
        return error_set(err, STATUS_USAGE, "--dpi %d: from %d to %d", dpi, RENDER_MIN_DPI,
                         RENDER_MAX_DPI);
    struct pixels pixels;
    int width = (int)lround(SCENE_WIDTH * dpi / CSS_DPI);
    enum status status =
        paint_pixels(source->painter, source->scene, figure->palette, width, &pixels, err);
    if (status)
        return status;
    unsigned per_metre = (unsigned)lround(dpi / 0.0254);
    status = png_encode(&pixels, per_metre, notes, sizeof notes / sizeof *notes, out, err);
    free(pixels.data);
    return status;
}

static enum status write_pdf(const struct format_source *source, struct buffer *out,
                             struct error *err)
{
    const struct figure *figure = source->figure;
    struct buffer keywords = {0};
    buffer_printf(&keywords, "%s; %s; %s", figure->instructions.data, figure->arch,
                  figure->provenance.data);
    enum status status = buffer_check(&keywords, err);
    const struct paint_notes notes = {figure->title, source->words->description.data,
                                      keywords.data};
    if (!status)
        status = paint_pdf(source->painter, source->scene, figure->palette, &notes, out, err);
    buffer_free(&keywords);
    return status;
}

/* Text can fail only for want of memory. */
static enum status write_tikz(const struct format_source *source, struct buffer *out,
                              struct error *err)
{
    format_tikz(source, out);
    return buffer_check(out, err);
}

static enum status write_terminal(const struct format_source *source, struct buffer *out,
                                  struct error *err)
{
    format_terminal(source, out);
    return buffer_check(out, err);
}

static enum status write_rst(const struct format_source *source, struct buffer *out,
                             struct error *err)
{
    format_rst(source, out);
    return buffer_check(out, err);
}

static enum status write_md(const struct format_source *source, struct buffer *out,
                            struct error *err)
{
    format_md(source, out);
    return buffer_check(out, err);
}

typedef enum status write_fn(const struct format_source *source, struct buffer *out,
                             struct error *err);

static const struct {
    write_fn *write;
    bool drawn;
} formats[] = {
    [RENDER_SVG] = {write_svg, true},        [RENDER_PNG] = {write_png, true},
    [RENDER_PDF] = {write_pdf, true},        [RENDER_TEX] = {write_tikz, true},
    [RENDER_TEXT] = {write_terminal, false}, [RENDER_RST] = {write_rst, false},
    [RENDER_MD] = {write_md, false},
};

bool format_is_drawn(enum render_format format) { return formats[format].drawn; }

enum status format_write(const struct format_source *source, struct buffer *out, struct error *err)
{
    return formats[source->figure->options.format].write(source, out, err);
}

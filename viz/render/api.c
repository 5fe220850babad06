/* The room's one exported symbol. */
#include "render/render.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "render/explain_figure.h"
#include "render/paint.h"
#include "render/png.h"
#include "render/svg.h"

enum { DEFAULT_PNG_WIDTH = 1600, MAX_PNG_WIDTH = 16000 };

/* Everything that is said about a figure besides its drawing. */
struct words {
    struct buffer description, metadata;
    uint64_t digest;
};

static enum status make_words(const struct figure *figure, struct words *words, struct error *err)
{
    struct buffer model = {0};
    *words = (struct words){0};
    figure_text(figure, &model);
    enum status status = buffer_check(&model, err);
    if (status)
        goto out;
    words->digest = figure_digest(model.data, model.size);

    struct buffer *out = &words->description;
    buffer_printf(out, "%s\n%s\n", figure->subtitle.data, figure->caption.data);
    if (figure->formula.size)
        buffer_puts(out, figure->formula.data);
    buffer_printf(out, "Instructions: %s.\nArchitecture: %s, cbsz %d, abid %d.\nProvenance: %s.",
                  figure->instructions.data, figure->arch, figure->cbsz, figure->abid,
                  figure->provenance.data);

    out = &words->metadata;
    buffer_printf(out,
                  "\nsoftware: smfviz %s\nmodel: fnv1a64:%016" PRIx64
                  "\ninstructions: %s\narchitecture: %s\noperand: %s\ncbsz: %d\nabid: %d\n"
                  "provenance: %s\n",
                  SMFVIZ_VERSION, words->digest, figure->instructions.data, figure->arch,
                  figure->options.linked ? "linked" : opmap_operand_name(figure->options.operand),
                  figure->cbsz, figure->abid, figure->provenance.data);
    status = buffer_check(&words->description, err);
    if (!status)
        status = buffer_check(&words->metadata, err);
out:
    buffer_free(&model);
    return status;
}

static void free_words(struct words *words)
{
    buffer_free(&words->description);
    buffer_free(&words->metadata);
}

static enum status make_svg(struct painter *painter, const struct scene *scene,
                            const struct figure *figure, const struct words *words,
                            struct buffer *out, struct error *err)
{
    struct buffer raw = {0};
    struct svg_drawing drawing = {0};
    const struct svg_frame frame = {
        .width = SCENE_WIDTH,
        .height = (int)scene->height,
        .title = figure->title,
        .description = words->description.data,
        .metadata = words->metadata.data,
        .digest = words->digest,
    };
    enum status status = paint_svg(painter, scene, figure->palette, &raw, err);
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

static enum status make_png(struct painter *painter, const struct scene *scene,
                            const struct figure *figure, const struct words *words,
                            struct buffer *out, struct error *err)
{
    const struct png_note notes[] = {
        {"Title", figure->title},
        {"Description", words->description.data},
        {"Software", "smfviz " SMFVIZ_VERSION},
        {"Instructions", figure->instructions.data},
        {"Architecture", figure->arch},
        {"Provenance", figure->provenance.data},
        {"Metadata", words->metadata.data},
    };
    int width = figure->options.png_width ? figure->options.png_width : DEFAULT_PNG_WIDTH;
    if (width < SCENE_WIDTH || width > MAX_PNG_WIDTH)
        return error_set(err, STATUS_USAGE, "png width %d: must be %d..%d", width, SCENE_WIDTH,
                         MAX_PNG_WIDTH);
    struct pixels pixels;
    enum status status = paint_pixels(painter, scene, figure->palette, width, &pixels, err);
    if (status)
        return status;
    /* A CSS pixel is 1/96 inch (CSS Values and Units 3, 6.2). */
    unsigned per_metre = (unsigned)lround(96 / 0.0254 * width / SCENE_WIDTH);
    status = png_encode(&pixels, per_metre, notes, sizeof notes / sizeof *notes, out, err);
    free(pixels.data);
    return status;
}

static enum status api_figure(const struct opmap *const *maps, int n_maps,
                              const struct render_options *options, struct buffer *out,
                              struct error *err)
{
    struct figure figure;
    struct painter *painter = NULL;
    struct scene scene = {0};
    struct words words = {0};
    enum status status = figure_init(&figure, maps, n_maps, options, err);
    if (status)
        return status;
    status = make_words(&figure, &words, err);
    if (!status)
        status = painter_create(&painter, err);
    if (!status) {
        struct scene_font font = painter_font(painter);
        status = scene_init(&scene, &figure, &font, err);
    }
    if (!status)
        status = (options->format == RENDER_PNG ? make_png : make_svg)(painter, &scene, &figure,
                                                                       &words, out, err);
    scene_free(&scene);
    painter_destroy(painter);
    free_words(&words);
    figure_free(&figure);
    return status;
}

static enum status api_model(const struct opmap *const *maps, int n_maps,
                             const struct render_options *options, struct buffer *out,
                             struct error *err)
{
    struct figure figure;
    enum status status = figure_init(&figure, maps, n_maps, options, err);
    if (status)
        return status;
    figure_text(&figure, out);
    figure_free(&figure);
    return buffer_check(out, err);
}

static enum status api_digest(const struct opmap *const *maps, int n_maps,
                              const struct render_options *options,
                              char digest[RENDER_DIGEST_BYTES], struct error *err)
{
    struct buffer model = {0};
    enum status status = api_model(maps, n_maps, options, &model, err);
    if (!status)
        snprintf(digest, RENDER_DIGEST_BYTES, "fnv1a64:%016" PRIx64,
                 figure_digest(model.data, model.size));
    buffer_free(&model);
    return status;
}

__attribute__((visibility("default"))) const struct render_api render_api = {
    .figure = api_figure,
    .model = api_model,
    .explanation = explain_svg,
    .digest = api_digest,
};

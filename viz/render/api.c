/* The room's one exported symbol. */
#include "render/render.h"

#include <inttypes.h>
#include <stdio.h>

#include "render/explain_figure.h"
#include "render/formats.h"

static enum status draw(const struct figure *figure, const struct figure_words *words,
                        struct buffer *out, struct error *err)
{
    struct painter *painter = NULL;
    struct scene scene = {0};
    enum status status = painter_create(&painter, err);
    if (status)
        return status;
    struct scene_font font = painter_font(painter);
    status = scene_init(&scene, figure, &font, err);
    if (!status)
        status = format_write(&(struct format_source){figure, words, painter, &scene}, out, err);
    scene_free(&scene);
    painter_destroy(painter);
    return status;
}

static enum status api_figure(const struct opmap *const *maps, int n_maps,
                              const struct render_options *options, struct buffer *out,
                              struct error *err)
{
    struct figure figure;
    struct figure_words words = {0};
    enum status status = figure_init(&figure, maps, n_maps, options, err);
    if (status)
        return status;
    status = figure_words_init(&words, &figure, err);
    if (!status && format_is_drawn(options->format))
        status = draw(&figure, &words, out, err);
    else if (!status)
        status = format_write(&(struct format_source){&figure, &words, NULL, NULL}, out, err);
    figure_words_free(&words);
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

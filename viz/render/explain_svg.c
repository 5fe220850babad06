/* From the scene to the file. */
#include <inttypes.h>

#include "render/explain_figure.h"
#include "render/paint.h"
#include "render/svg.h"

static void describe(const struct explain *e, const struct buffer *words, struct buffer *out)
{
    buffer_printf(out, "%sArchitecture: %s, cbsz %d, abid %d.\nRegisters: %s. Data: %s.",
                  words->data ? words->data : "", e->provenance.arch, e->cbsz, e->abid,
                  opmap_source_name(e->provenance.source), e->data);
}

static enum status write(const struct scene *scene, const struct palette *palette,
                         const struct explain *e, struct painter *painter, struct buffer *out,
                         struct error *err)
{
    char title[EXPLAIN_TITLE_BYTES];
    struct buffer words = {0}, description = {0}, metadata = {0}, raw = {0};
    struct svg_drawing drawing = {0};
    explain_words(e, &words);
    uint64_t digest = figure_digest(words.data ? words.data : "", words.size);
    describe(e, &words, &description);
    buffer_printf(&metadata,
                  "\nsoftware: smfviz %s\nmodel: fnv1a64:%016" PRIx64
                  "\ninstructions: v_smfmac_%s\narchitecture: %s\ncbsz: %d\nabid: %d\n"
                  "provenance: %s\n",
                  SMFVIZ_VERSION, digest, e->insn->name, e->provenance.arch, e->cbsz, e->abid,
                  opmap_source_name(e->provenance.source));
    enum status status = buffer_check(&description, err);
    if (status == STATUS_OK)
        status = buffer_check(&metadata, err);
    if (status == STATUS_OK)
        status = paint_svg(painter, scene, palette, &raw, err);
    if (status == STATUS_OK)
        status = svg_read(raw.data, raw.size, &drawing, err);
    if (status == STATUS_OK) {
        const struct svg_frame frame = {
            SCENE_WIDTH,      (int)scene->height, explain_title(e, title),
            description.data, metadata.data,      digest};
        svg_write(&drawing, &frame, out);
        status = buffer_check(out, err);
    }
    svg_drawing_free(&drawing);
    buffer_free(&raw);
    buffer_free(&metadata);
    buffer_free(&description);
    buffer_free(&words);
    return status;
}

enum status explain_svg(const struct explain *explain, enum render_theme theme, struct buffer *out,
                        struct error *err)
{
    static const struct palette *const palettes[] = {[RENDER_LIGHT] = &palette_light,
                                                     [RENDER_DARK] = &palette_dark,
                                                     [RENDER_PRINT] = &palette_print};
    struct painter *painter = NULL;
    struct scene scene = {0};
    enum status status = painter_create(&painter, err);
    if (status == STATUS_OK) {
        struct scene_font font = painter_font(painter);
        status = explain_scene(&scene, explain, &font, palettes[theme], err);
    }
    if (status == STATUS_OK)
        status = write(&scene, palettes[theme], explain, painter, out, err);
    scene_free(&scene);
    painter_destroy(painter);
    return status;
}

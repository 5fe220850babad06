#include <inttypes.h>

#include "render/formats.h"

static const char *subject(const struct figure *figure)
{
    return figure->options.linked ? "linked" : opmap_operand_name(figure->options.operand);
}

enum status figure_words_init(struct figure_words *words, const struct figure *figure,
                              struct error *err)
{
    struct buffer model = {0};
    *words = (struct figure_words){0};
    figure_text(figure, &model);
    enum status status = buffer_check(&model, err);
    if (status == STATUS_OK)
        words->digest = figure_digest(model.data, model.size);
    buffer_free(&model);
    if (status != STATUS_OK)
        return status;

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
                  subject(figure), figure->cbsz, figure->abid, figure->provenance.data);
    status = buffer_check(&words->description, err);
    return status ? status : buffer_check(&words->metadata, err);
}

void figure_words_free(struct figure_words *words)
{
    buffer_free(&words->description);
    buffer_free(&words->metadata);
}

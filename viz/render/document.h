/* A layout as paste-ready text for a page of documentation: formulas, their inverse, a table, of
 * each operand. Links without cairo: it is part of the tool itself. */
#ifndef RENDER_DOCUMENT_H
#define RENDER_DOCUMENT_H

#include "base/buffer.h"
#include "isa/opmap.h"

enum document_markup { DOCUMENT_RST, DOCUMENT_MD };

/* Appends the text of the layouts of instructions that share a shape and an element width; if they
 * differ, STATUS_DIFFERS. A formula or a table stands there only if it holds for every element, and
 * a sentence in its place if none does. */
enum status document_layout(const struct opmap *const *maps, int n_maps,
                            enum document_markup markup, struct buffer *out, struct error *err);

#endif

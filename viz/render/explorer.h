/* The interactive page: recovered layouts as data beside the program that shows them.
 *
 * Knows: how maps become the page's data. The program itself is explorer/, assembled when smfviz is
 * built. Refuses to know: where a map came from, but for its provenance; and any layout formula:
 * the page holds the slot of each element as it was recovered, and nothing in it computes one.
 *
 * Links without cairo: it is part of the tool itself, like name.c.
 */
#ifndef RENDER_EXPLORER_H
#define RENDER_EXPLORER_H

#include "base/buffer.h"
#include "isa/opmap.h"

/* Appends the page. The maps are those of each instruction under all pairs of (cbsz, abid) that the
 * page is to offer, instruction after instruction; their provenance is the first one's. */
enum status explorer_page(const struct opmap *maps, int n_maps, struct buffer *out,
                          struct error *err);

#endif

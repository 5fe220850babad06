/* Recovered layouts as text, JSON and CSV. Private to cli/. */
#ifndef CLI_PROBE_OUTPUT_H
#define CLI_PROBE_OUTPUT_H

#include "base/buffer.h"
#include "isa/opmap.h"
#include "render/document.h"

/* By register: one line a lane, one column a place in the operand's registers. */
void probe_output_text(const struct opmap *maps, int n_maps, struct buffer *out);

/* Schema 1: one line an element, in the order of their ordinals. */
enum status probe_output_json(const struct opmap *maps, int n_maps, struct buffer *out,
                              struct error *err);

/* One element of it, without braces. */
void probe_output_json_members(const struct opmap *map, enum opmap_operand operand, int ordinal,
                               struct buffer *out);

/* One line an element; a cell that does not apply to the operand is empty. */
void probe_output_csv(const struct opmap *maps, int n_maps, struct buffer *out);

/* Its first line, and one element. */
extern const char probe_output_csv_head[];
void probe_output_csv_row(const struct opmap *map, enum opmap_operand operand, int ordinal,
                          struct buffer *out);

/* The field `provenance`, in quotes if a file's name asks for them (RFC 4180). */
enum { CSV_KIND_BYTES = 2 * OPMAP_KIND_BYTES + 2 };
const char *probe_output_csv_kind(const struct opmap_provenance *p, char text[CSV_KIND_BYTES]);

/* Text for a page, once for all instructions of one shape and width (probe_document.c). */
enum status probe_output_document(const struct opmap *maps, int n_maps, enum document_markup markup,
                                  struct buffer *out, struct error *err);

#endif

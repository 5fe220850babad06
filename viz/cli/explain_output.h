/* One element of D taken apart, as text and JSON. Private to cli/. */
#ifndef CLI_EXPLAIN_OUTPUT_H
#define CLI_EXPLAIN_OUTPUT_H

#include "base/buffer.h"
#include "explain/explain.h"

void explain_output_text(const struct explain *explain, struct buffer *out);
enum status explain_output_json(const struct explain *explain, struct buffer *out,
                                struct error *err);

#endif

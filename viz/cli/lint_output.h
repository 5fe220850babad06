/* What `lint` found, as text, JSON and SARIF. Private to cli/. */
#ifndef CLI_LINT_OUTPUT_H
#define CLI_LINT_OUTPUT_H

#include "base/buffer.h"
#include "lint/lint.h"

void lint_output_text(const struct lint_report *report, bool colour, struct buffer *out);
enum status lint_output_json(const struct lint_report *report, struct buffer *out,
                             struct error *err);
/* SARIF 2.1.0 (OASIS): what code hosts show beside the lines of a page. */
enum status lint_output_sarif(const struct lint_report *report, struct buffer *out,
                              struct error *err);

#endif

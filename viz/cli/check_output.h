/* Verdicts as text and JSON. Private to cli/. */
#ifndef CLI_CHECK_OUTPUT_H
#define CLI_CHECK_OUTPUT_H

#include "base/buffer.h"
#include "check/check.h"

/* One instruction under one (cbsz, abid). */
struct check_result {
    struct check_report report;
    struct check_product product; /* compared is 0 where no layout was recovered */
    struct opmap map; /* as it was recovered, by the probe's names; empty if it was not */
};

struct check_summary {
    int n_instructions;
    long compared, differ; /* elements of A, idx, B and C/D */
    long inverse_differ, rows_differ, product_differ;
    int n_not_recoverable;
};

void check_summarise(const struct check_result *results, int n_results,
                     struct check_summary *summary);
bool check_passed(const struct check_summary *summary);

void check_output_text(const struct check_result *results, int n_results, bool colour,
                       struct buffer *out);
enum status check_output_json(const struct check_result *results, int n_results, struct buffer *out,
                              struct error *err);

#endif

/* Verdicts for programs that collect tests: TAP and JUnit. Private to cli/. */
#ifndef CLI_CHECK_CASES_H
#define CLI_CHECK_CASES_H

#include "cli/check_output.h"

/* One case an instruction, index set and what is compared there: A, idx, B, CD, rows, product.
 * Their names and number depend on what was asked for alone, not on how it ended. */
void check_cases_tap(const struct check_result *results, int n_results, struct buffer *out);
void check_cases_junit(const struct check_result *results, int n_results, struct buffer *out);

#endif

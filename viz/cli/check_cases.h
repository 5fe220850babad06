/* Verdicts for programs that collect tests: TAP and JUnit. Private to cli/. */
#ifndef CLI_CHECK_CASES_H
#define CLI_CHECK_CASES_H

#include "cli/check_output.h"
#include "cli/each_device.h"

/* One case an instruction, index set and what is compared there: A, idx, B, CD, rows, product.
 * Names and number depend on what was asked for alone, not on how it ended. results is
 * [device][n_results]; of hip:all names begin with the device, and each but the first has one case
 * more: that it agrees with the first. */
void check_cases_tap(const struct each_device *each, const struct check_result *results,
                     int n_results, struct buffer *out);
void check_cases_junit(const struct each_device *each, const struct check_result *results,
                       int n_results, struct buffer *out);

#endif

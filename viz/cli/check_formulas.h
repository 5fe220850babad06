/* check --formula: formulas against recovered layouts. Private to cli/. */
#ifndef CLI_CHECK_FORMULAS_H
#define CLI_CHECK_FORMULAS_H

#include "cli/cli.h"

/* Judges --formula... for --operand by what --device recovers of each instruction. STATUS_DIFFERS
 * if one does not hold. */
enum status cli_check_formulas(const struct cli_options *options, struct error *err);

#endif

/* check --table: layouts from files against recovered ones. Private to cli/. */
#ifndef CLI_CHECK_TABLES_H
#define CLI_CHECK_TABLES_H

#include "cli/cli.h"

/* Judges what --table... say of each instruction by what --device recovers. STATUS_DIFFERS if an
 * operand is elsewhere. */
enum status cli_check_tables(const struct cli_options *options, struct error *err);

#endif

/* What `explain` multiplies: from files, or made from a seed. Private to cli/. */
#ifndef CLI_EXPLAIN_FILES_H
#define CLI_EXPLAIN_FILES_H

#include "cli/cli.h"
#include "explain/explain.h"

/* Fills *data, and `name` with where it is from, by --a, --idx and --b, by --dense and --b, or by
 * --seed. Matrices have to be of the instruction's size; C is 0 where they are files. Free with
 * explain_data_free, also on failure. */
enum status explain_files_read(const struct cli_options *options, const struct isa_smfmac *insn,
                               struct explain_data *data, char *name, size_t name_bytes,
                               struct error *err);

#endif

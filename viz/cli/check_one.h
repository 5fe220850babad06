/* One layout of a device, recovered and judged: what check and survey are made of. Private to cli/.
 */
#ifndef CLI_CHECK_ONE_H
#define CLI_CHECK_ONE_H

#include "cli/check_output.h"
#include "cli/cli.h"

/* STATUS_OK whatever the verdict, also if no layout could be recovered. The caller frees the
 * result's map. */
enum status cli_check_one(const struct cli_options *options, struct device *device,
                          const struct isa_smfmac *insn, int cbsz, int abid,
                          struct check_result *result, struct error *err);

#endif

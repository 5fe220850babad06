/* Recovering layouts for a command, with progress and remarks. Private to cli/. */
#ifndef CLI_RECOVER_H
#define CLI_RECOVER_H

#include "cli/cli.h"

/* One layout, provenance filled in. STATUS_DIFFERS: not recoverable, err says why. */
enum status cli_recover(const struct cli_options *options, struct device *device,
                        const struct isa_smfmac *insn, int cbsz, int abid, struct opmap *map,
                        struct error *err);

/* Opens --device and recovers every selected instruction under --cbsz and --abid. The caller frees
 * maps[], which was zeroed, also on failure. */
enum status cli_recover_all(const struct cli_options *options,
                            const struct isa_selection *selection, struct opmap *maps,
                            struct error *err);

#endif

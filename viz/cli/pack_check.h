/* What packed data is like, as text. Private to cli/. */
#ifndef CLI_PACK_CHECK_H
#define CLI_PACK_CHECK_H

#include "cli/cli.h"
#include "pack/pack.h"

/* Examines `packed` (which `image`, if not NULL, was collected to), against `dense` if that is not
 * NULL, and says on `out` what is wrong, under -v all of it, and why. STATUS_FILE if the shapes do
 * not belong together, whichever way round. */
enum status pack_check(const struct cli_options *options, const struct isa_smfmac *insn,
                       const struct pack_packed *packed, const struct pack_image *image,
                       const struct pack_matrix *dense, struct buffer *out, bool *passed,
                       struct error *err);

#endif

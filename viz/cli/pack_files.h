/* Packed data in files. Private to cli/. */
#ifndef CLI_PACK_FILES_H
#define CLI_PACK_FILES_H

#include "cli/cli.h"
#include "pack/pack.h"

/* --order; --cbsz and --abid have a meaning only in registers. */
enum status pack_files_order(const struct cli_options *options, bool *in_registers,
                             struct error *err);

/* --shape: "M,K". 0, 0 where it was not given. */
enum status pack_files_shape(const struct cli_options *options, size_t *m, size_t *k,
                             struct error *err);

/* --type and --shape of the dense file `path`. */
enum status pack_files_source(const struct cli_options *options, const char *path,
                              struct pack_source *source, struct error *err);

/* Says on stderr what conversion to `type` met, with the first place of each. */
void pack_files_report(const struct cli_options *options, const struct pack_conversion *c,
                       enum pack_type type);

/* Appends codes as NumPy keeps them; bf16 and the fp8 kinds as unsigned integers. */
void pack_files_npy(const struct pack_matrix *matrix, struct buffer *out);

/* Writes a.npy and idx.npy, or a.bin and idx.bin, into the directory -o, which is created. `image`
 * is NULL for memory order. */
enum status pack_files_write(const struct cli_options *options, bool raw,
                             const struct pack_packed *packed, const struct pack_image *image,
                             struct error *err);

/* Reads --a and --idx as --order says; `image` is filled only in register order. The caller frees
 * both, which were zeroed, also on failure. */
enum status pack_files_read(const struct cli_options *options, const struct isa_smfmac *insn,
                            struct pack_packed *packed, struct pack_image *image,
                            struct error *err);

#endif

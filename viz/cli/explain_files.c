#include "cli/explain_files.h"

#include <stdio.h>
#include <string.h>

#include "cli/pack_files.h"

/* Reads a dense matrix of m x k and of `type`; raw codes, which say neither, are taken for that. */
static enum status read_matrix(const struct cli_options *options, const char *path, size_t m,
                               size_t k, enum pack_type type, struct pack_matrix *matrix,
                               struct error *err)
{
    const char *dot = strrchr(path, '.');
    bool raw = dot && (!strcmp(dot, ".bin") || !strcmp(dot, ".raw"));
    struct pack_source source = {.path = path, .m = m, .k = k, .typed = raw, .type = type};
    struct pack_conversion conversion;
    struct pack_matrix read = {0};
    enum status status = pack_read_dense(&source, type, &read, err);
    if (status == STATUS_OK) {
        status = pack_convert(&read, type, matrix, &conversion, err);
        if (status != STATUS_OK)
            error_prefix(err, "%s", path);
    }
    if (status == STATUS_OK)
        pack_files_report(options, &conversion, type);
    pack_matrix_free(&read);
    return status;
}

static enum status read_dense(const struct cli_options *options, const struct isa_smfmac *insn,
                              struct pack_packed *packed, struct error *err)
{
    struct pack_matrix dense = {0};
    enum status status = read_matrix(options, options->dense, (size_t)insn->m, (size_t)insn->k,
                                     pack_a_type(insn), &dense, err);
    if (status == STATUS_OK && (options->given & CLI(PRUNE))) {
        struct pack_pruned pruned;
        char text[64];
        pack_prune(&dense, &pruned, NULL, NULL);
        snprintf(text, sizeof text, "dropped %zu values in %zu groups", pruned.n_values,
                 pruned.n_groups);
        if (pruned.n_values)
            cli_complain(options, text);
    }
    if (status == STATUS_OK) {
        status = pack_compress(&dense, packed, err);
        if (status == STATUS_FILE)
            error_append(err, "; --prune keeps the two largest");
        if (status != STATUS_OK)
            error_prefix(err, "%s", options->dense);
    }
    pack_matrix_free(&dense);
    return status;
}

/* As 'unpack' reads it, but that --cbsz and --abid also have a meaning for data in memory order:
 * they say where the index is to stand. */
static enum status read_packed(const struct cli_options *options, const struct isa_smfmac *insn,
                               struct pack_packed *packed, struct error *err)
{
    char shape[32];
    struct cli_options of_pack = *options;
    struct pack_image image = {0};
    snprintf(shape, sizeof shape, "%d,%d", insn->m, insn->k);
    of_pack.shape = shape;
    if (!options->order || !strcmp(options->order, "memory"))
        of_pack.given &= ~(CLI(CBSZ) | CLI(ABID));
    enum status status = pack_files_read(&of_pack, insn, packed, &image, err);
    if (status == STATUS_OK && (packed->m != (size_t)insn->m || packed->k != (size_t)insn->k))
        status =
            error_set(err, STATUS_FILE,
                      "%s: a packed matrix of %zu x %zu; one instruction %s multiplies %d x %d",
                      options->a, packed->m, packed->k, insn->name, insn->m, insn->k);
    pack_image_free(&image);
    return status;
}

static enum status judge_options(const struct cli_options *options, struct error *err)
{
    bool packed = options->a || options->idx;
    bool files = packed || options->dense || options->b;
    if (files && (options->given & CLI(SEED)))
        return error_set(err, STATUS_USAGE, "--seed makes data up; files bring theirs");
    if (packed && options->dense)
        return error_set(err, STATUS_USAGE, "A is either --dense or --a and --idx");
    if (packed && !(options->a && options->idx))
        return error_set(err, STATUS_USAGE, "--a and --idx belong together");
    if (files && !options->b)
        return error_set(err, STATUS_USAGE, "--b FILE is needed with a file of A");
    if (options->b && !packed && !options->dense)
        return error_set(err, STATUS_USAGE, "--b needs --dense, or --a and --idx");
    if ((options->given & CLI(PRUNE)) && !options->dense)
        return error_set(err, STATUS_USAGE, "--prune is for --dense");
    if (options->order && !packed)
        return error_set(err, STATUS_USAGE, "--order is that of --a and --idx");
    return STATUS_OK;
}

enum status explain_files_read(const struct cli_options *options, const struct isa_smfmac *insn,
                               struct explain_data *data, char *name, size_t name_bytes,
                               struct error *err)
{
    *data = (struct explain_data){.insn = insn};
    enum status status = judge_options(options, err);
    if (status != STATUS_OK)
        return status;
    if (!options->b) {
        snprintf(name, name_bytes, "seed %d", options->seed);
        return explain_random(insn, (uint64_t)options->seed, data, err);
    }
    if (options->dense)
        status = read_dense(options, insn, &data->a, err);
    else
        status = read_packed(options, insn, &data->a, err);
    if (status == STATUS_OK)
        status = read_matrix(options, options->b, (size_t)insn->k, (size_t)insn->n,
                             pack_b_type(insn), &data->b, err);
    if (options->dense)
        snprintf(name, name_bytes, "A %s, B %s, C 0", options->dense, options->b);
    else
        snprintf(name, name_bytes, "A %s with %s, B %s, C 0", options->a, options->idx, options->b);
    return status;
}

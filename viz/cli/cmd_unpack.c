/* smfviz unpack: packed data back to dense, or what is wrong with it. */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/pack_check.h"
#include "cli/pack_files.h"

/* Cuts off what was added to whole tiles, which must be zero. */
static enum status crop(const struct cli_options *options, struct pack_matrix *matrix,
                        struct error *err)
{
    size_t m, k;
    struct pack_matrix result = {0};
    enum status status = pack_files_shape(options, &m, &k, err);
    if (status != STATUS_OK || m == 0)
        return status;
    if (m > matrix->m || k > matrix->k)
        return error_set(err, STATUS_FILE,
                         "the packed data is %zu x %zu, less than --shape %zu,%zu", matrix->m,
                         matrix->k, m, k);
    status = pack_matrix_init(&result, matrix->type, m, k, err);
    for (size_t i = 0; i < matrix->m && status == STATUS_OK; i++)
        for (size_t d = 0; d < matrix->k && status == STATUS_OK; d++) {
            uint32_t code = pack_get(matrix, i, d);
            if (i < m && d < k)
                pack_set(&result, i, d, code);
            else if (!pack_is_zero(matrix->type, code))
                status =
                    error_set(err, STATUS_FILE,
                              "row %zu, k %zu is not zero and outside --shape %zu,%zu", i, d, m, k);
        }
    if (status != STATUS_OK) {
        pack_matrix_free(&result);
        return status;
    }
    pack_matrix_free(matrix);
    *matrix = result;
    return STATUS_OK;
}

/* To --type. */
static enum status convert(const struct cli_options *options, struct pack_matrix *matrix,
                           struct error *err)
{
    enum pack_type type;
    struct pack_matrix result = {0};
    struct pack_conversion conversion;
    if (!options->type)
        return STATUS_OK;
    enum status status = pack_parse_type(options->type, &type, err);
    if (status == STATUS_OK)
        status = pack_convert(matrix, type, &result, &conversion, err);
    if (status != STATUS_OK)
        return status;
    pack_files_report(options, &conversion, type);
    pack_matrix_free(matrix);
    *matrix = result;
    return STATUS_OK;
}

static void print_numbers(const struct pack_matrix *matrix, struct buffer *out)
{
    for (size_t i = 0; i < matrix->m; i++)
        for (size_t k = 0; k < matrix->k; k++)
            buffer_printf(out, "%.9g%s", (double)pack_value(matrix->type, pack_get(matrix, i, k)),
                          k + 1 < matrix->k ? "," : "\n");
}

static enum status unpack(const struct cli_options *options, const char *format,
                          const struct pack_packed *packed, struct error *err)
{
    struct pack_matrix dense = {0};
    struct buffer out = {0};
    enum status status = pack_expand(packed, &dense, err);
    if (status == STATUS_OK)
        status = crop(options, &dense, err);
    if (status == STATUS_OK)
        status = convert(options, &dense, err);
    if (status == STATUS_OK) {
        if (!strcmp(format, "npy"))
            pack_files_npy(&dense, &out);
        else if (!strcmp(format, "raw"))
            buffer_append(&out, dense.codes, dense.m * dense.k * pack_type_bytes(dense.type));
        else
            print_numbers(&dense, &out);
        status = cli_write(options, &out, err);
    }
    buffer_free(&out);
    pack_matrix_free(&dense);
    return status;
}

/* The dense matrix as 'pack' would round it. */
static enum status read_dense(const struct cli_options *options, const struct isa_smfmac *insn,
                              struct pack_matrix *dense, struct error *err)
{
    struct pack_source source;
    struct pack_conversion conversion;
    struct pack_matrix read = {0};
    enum status status = pack_files_source(options, options->dense, &source, err);
    if (status == STATUS_OK)
        status = pack_read_dense(&source, pack_a_type(insn), &read, err);
    if (status == STATUS_OK)
        status = pack_convert(&read, pack_a_type(insn), dense, &conversion, err);
    if (status == STATUS_OK)
        pack_files_report(options, &conversion, pack_a_type(insn));
    pack_matrix_free(&read);
    return status;
}

static enum status check(const struct cli_options *options, const struct isa_smfmac *insn,
                         const struct pack_packed *packed, const struct pack_image *image,
                         struct error *err)
{
    struct pack_matrix dense = {0};
    struct buffer out = {0};
    bool passed = false;
    enum status status = STATUS_OK;
    if (options->dense)
        status = read_dense(options, insn, &dense, err);
    if (status == STATUS_OK)
        status = pack_check(options, insn, packed, image, options->dense ? &dense : NULL, &out,
                            &passed, err);
    if (status == STATUS_OK)
        status = cli_write(options, &out, err);
    buffer_free(&out);
    pack_matrix_free(&dense);
    if (status == STATUS_OK && !passed)
        status = STATUS_DIFFERS;
    return status;
}

static enum status find_format(const struct cli_options *options, const char **format,
                               struct error *err)
{
    bool checks = options->given & CLI(CHECK);
    enum status status = cli_format(options, format, err);
    if (status == STATUS_OK && checks && strcmp(*format, "text") != 0)
        status = error_set(err, STATUS_USAGE, "--check has no format but text");
    if (status == STATUS_OK && !checks && options->dense)
        status = error_set(err, STATUS_USAGE, "--dense needs --check");
    if (status == STATUS_OK && checks && options->type && !options->dense)
        status = error_set(err, STATUS_USAGE, "--type is that of --dense, which is missing");
    return status;
}

enum status cmd_unpack(const struct cli_options *options, struct error *err)
{
    const struct isa_smfmac *insn = NULL;
    const char *format = NULL;
    struct pack_packed packed = {0};
    struct pack_image image = {0};
    if (options->n_arguments != 1)
        return error_set(err, STATUS_USAGE, "one instruction is needed, and --a and --idx");
    enum status status = cli_select_one(options, options->arguments[0], &insn, err);
    if (status == STATUS_OK)
        status = find_format(options, &format, err);
    if (status == STATUS_OK)
        status = pack_files_read(options, insn, &packed, &image, err);
    if (status == STATUS_OK && (options->given & CLI(CHECK)))
        status = check(options, insn, &packed, image.a ? &image : NULL, err);
    else if (status == STATUS_OK)
        status = unpack(options, format, &packed, err);
    pack_packed_free(&packed);
    pack_image_free(&image);
    return status;
}

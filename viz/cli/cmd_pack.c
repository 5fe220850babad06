/* smfviz pack: 2:4 compression. */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/pack_files.h"

static void report_drop(void *context, size_t i, size_t k, float value)
{
    cli_remark(context, "dropped row %zu, k %zu: %.9g", i, k, (double)value);
}

static void prune(const struct cli_options *options, struct pack_matrix *dense)
{
    struct pack_pruned pruned;
    char text[256];
    pack_prune(dense, &pruned, report_drop, (void *)options);
    int used =
        snprintf(text, sizeof text, "dropped %zu value%s in %zu group%s", pruned.n_values,
                 pruned.n_values == 1 ? "" : "s", pruned.n_groups, pruned.n_groups == 1 ? "" : "s");
    if (pruned.n_values)
        snprintf(text + used, sizeof text - (size_t)used, "; the largest is %.9g at row %zu, k %zu",
                 (double)pruned.value, pruned.i, pruned.k);
    cli_complain(options, text);
}

/* The matrix as it is to be compressed: of A's type, padded and pruned as asked. */
static enum status prepare(const struct cli_options *options, const struct isa_smfmac *insn,
                           struct pack_matrix *dense, struct error *err)
{
    enum pack_type type = pack_a_type(insn);
    struct pack_source source;
    struct pack_conversion conversion;
    struct pack_matrix read = {0}, converted = {0};
    enum status status = pack_files_source(options, options->arguments[1], &source, err);
    if (status == STATUS_OK)
        status = pack_read_dense(&source, type, &read, err);
    if (status == STATUS_OK) {
        status = pack_convert(&read, type, &converted, &conversion, err);
        if (status != STATUS_OK)
            error_prefix(err, "%s", source.path);
    }
    if (status == STATUS_OK)
        pack_files_report(options, &conversion, type);
    if (status == STATUS_OK && (options->given & CLI(PAD))) {
        status = pack_pad(&converted, insn, dense, err);
    } else if (status == STATUS_OK) {
        *dense = converted;
        converted = (struct pack_matrix){0};
    }
    if (status == STATUS_OK && (options->given & CLI(PRUNE)))
        prune(options, dense);
    pack_matrix_free(&read);
    pack_matrix_free(&converted);
    return status;
}

static void print_memory(const struct pack_packed *packed, struct buffer *out)
{
    buffer_printf(out, "%5s %5s  %-9s  nibble  places  values\n", "row", "group", "k");
    for (size_t i = 0; i < packed->m; i++)
        for (size_t q = 0; q < packed->k / 4; q++) {
            unsigned nibble = pack_nibble(packed, i, q);
            char depth[64];
            snprintf(depth, sizeof depth, "%zu..%zu", 4 * q, 4 * q + 3);
            buffer_printf(out, "%5zu %5zu  %-9s  %-6X  %u,%u     %.9g, %.9g\n", i, q, depth, nibble,
                          nibble & 3, nibble >> 2,
                          (double)pack_value(packed->type, pack_stored(packed, i, q, 0)),
                          (double)pack_value(packed->type, pack_stored(packed, i, q, 1)));
        }
}

static void print_registers(const struct pack_image *image, struct buffer *out)
{
    size_t vgprs = (size_t)isa_a_vgprs(image->insn);
    buffer_printf(out, "%6s %6s  %4s  %-8s  a, from its first register on\n", "tile_i", "tile_k",
                  "lane", "idx");
    for (size_t n = 0; n < image->tiles_i * image->tiles_k * ISA_LANES; n++) {
        size_t tile = n / ISA_LANES;
        buffer_printf(out, "%6zu %6zu  %4zu  %08x ", tile / image->tiles_k, tile % image->tiles_k,
                      n % ISA_LANES, image->idx[n]);
        for (size_t v = 0; v < vgprs; v++)
            buffer_printf(out, " %08x", image->a[n * vgprs + v]);
        buffer_puts(out, "\n");
    }
}

static enum status print(const struct cli_options *options, const struct pack_packed *packed,
                         const struct pack_image *image, struct error *err)
{
    struct buffer out = {0};
    if (image)
        print_registers(image, &out);
    else
        print_memory(packed, &out);
    enum status status = cli_write(options, &out, err);
    buffer_free(&out);
    return status;
}

/* Whether somebody who names this expects a file. */
static bool is_file_name(const char *path)
{
    static const char *const suffixes[] = {".npy", ".npz", ".raw", ".bin", ".txt", ".csv"};
    const char *dot = strrchr(path, '.');
    for (size_t n = 0; dot && n < sizeof suffixes / sizeof *suffixes; n++)
        if (!strcmp(dot, suffixes[n]))
            return true;
    return false;
}

/* -o is a directory whose name says nothing of the format; without it there is only text. */
static enum status find_format(const struct cli_options *options, const char **format,
                               struct error *err)
{
    struct cli_options bare = *options;
    bare.output = options->output ? NULL : "-.txt";
    enum status status = cli_format(&bare, format, err);
    bool to_stdout = !options->output || !strcmp(options->output, "-");
    if (status == STATUS_OK && to_stdout && strcmp(*format, "text") != 0)
        status = error_set(err, STATUS_USAGE, "two files: -o DIR is needed");
    if (status == STATUS_OK && !to_stdout && strcmp(*format, "text") != 0 &&
        is_file_name(options->output))
        status = error_set(err, STATUS_USAGE, "-o '%s': two files are written, into a directory",
                           options->output);
    return status;
}

enum status cmd_pack(const struct cli_options *options, struct error *err)
{
    const struct isa_smfmac *insn = NULL;
    const char *format = NULL;
    bool in_registers = false;
    struct pack_matrix dense = {0};
    struct pack_packed packed = {0};
    struct pack_image image = {0};
    if (options->n_arguments != 2)
        return error_set(err, STATUS_USAGE, "an instruction and a dense matrix are needed");
    enum status status = cli_select_one(options, options->arguments[0], &insn, err);
    if (status == STATUS_OK)
        status = find_format(options, &format, err);
    if (status == STATUS_OK)
        status = pack_files_order(options, &in_registers, err);
    if (status == STATUS_OK)
        status = prepare(options, insn, &dense, err);
    if (status == STATUS_OK) {
        status = pack_compress(&dense, &packed, err);
        if (status == STATUS_FILE && dense.k % 4 == 0)
            error_append(err, "; --prune keeps the two largest");
        if (status == STATUS_OK && in_registers)
            status = pack_place(&packed, insn, options->cbsz, options->abid, &image, err);
        if (status != STATUS_OK)
            error_prefix(err, "%s", options->arguments[1]);
    }
    const struct pack_image *placed = in_registers ? &image : NULL;
    if (status == STATUS_OK && !strcmp(format, "text"))
        status = print(options, &packed, placed, err);
    else if (status == STATUS_OK)
        status = pack_files_write(options, !strcmp(format, "raw"), &packed, placed, err);
    pack_matrix_free(&dense);
    pack_packed_free(&packed);
    pack_image_free(&image);
    return status;
}

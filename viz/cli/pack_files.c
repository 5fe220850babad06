#include "cli/pack_files.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/file.h"
#include "base/npy.h"

/* Options. */

enum status pack_files_order(const struct cli_options *options, bool *in_registers,
                             struct error *err)
{
    const char *order = options->order ? options->order : "memory";
    *in_registers = !strcmp(order, "register");
    if (!*in_registers && strcmp(order, "memory") != 0)
        return error_set(err, STATUS_USAGE, "unknown order '%s' (known: memory, register)", order);
    if (!*in_registers && (options->given & (CLI(CBSZ) | CLI(ABID))))
        return error_set(err, STATUS_USAGE, "--cbsz and --abid need --order register");
    return STATUS_OK;
}

/* A number from 1 on at *text, which is moved behind it; 0 if there is none. */
static size_t take_edge(const char **text)
{
    char *end;
    if (**text < '0' || **text > '9')
        return 0;
    unsigned long long edge = strtoull(*text, &end, 10);
    *text = end;
    return edge <= INT32_MAX ? (size_t)edge : 0;
}

enum status pack_files_shape(const struct cli_options *options, size_t *m, size_t *k,
                             struct error *err)
{
    *m = *k = 0;
    if (!options->shape)
        return STATUS_OK;
    const char *at = options->shape;
    size_t rows = take_edge(&at), depth = 0;
    if (*at == ',' || *at == 'x') {
        at++;
        depth = take_edge(&at);
    }
    if (!rows || !depth || *at)
        return error_set(err, STATUS_USAGE, "--shape '%s': M,K is needed, from 1,1 on",
                         options->shape);
    *m = rows;
    *k = depth;
    return STATUS_OK;
}

enum status pack_files_source(const struct cli_options *options, const char *path,
                              struct pack_source *source, struct error *err)
{
    *source = (struct pack_source){.path = path, .typed = options->type};
    enum status status = pack_files_shape(options, &source->m, &source->k, err);
    if (status == STATUS_OK && options->type)
        status = pack_parse_type(options->type, &source->type, err);
    return status;
}

/* Messages. */

/* What conversion met, on stderr: "2 NaN, the first at row 3, k 17". */
static void report(const struct cli_options *options, const struct pack_event *event,
                   const char *what, const char *type)
{
    char text[256];
    if (event->n == 0)
        return;
    snprintf(text, sizeof text, "%zu %s%s, the first at row %zu, k %zu", event->n, what, type,
             event->i, event->k);
    cli_complain(options, text);
}

static bool has_infinity(enum pack_type type)
{
    return type != PACK_E4M3FNUZ && type != PACK_E5M2FNUZ && type != PACK_E4M3FN;
}

void pack_files_report(const struct cli_options *options, const struct pack_conversion *c,
                       enum pack_type type)
{
    const char *name = pack_type_name(type);
    report(options, &c->nan, "NaN, kept as NaN", "");
    if (has_infinity(type))
        report(options, &c->infinite, "infinite, kept", "");
    else
        report(options, &c->infinite, "infinite: NaN now, there is no infinity in ", name);
    report(options, &c->saturated, "beyond the range and now the largest number of ", name);
    report(options, &c->vanished, "rounded to zero in ", name);
    if (options->given & CLI(VERBOSE))
        report(options, &c->negative_zero, "-0, stored as +0", "");
}

/* Writing. */

static char npy_kind(enum pack_type type)
{
    return type == PACK_F32 || type == PACK_F16 ? 'f' : type == PACK_I8 ? 'i' : 'u';
}

void pack_files_npy(const struct pack_matrix *matrix, struct buffer *out)
{
    struct npy_array array = {npy_kind(matrix->type),
                              (int)pack_type_bytes(matrix->type),
                              2,
                              {matrix->m, matrix->k},
                              matrix->codes};
    npy_append(&array, out);
}

static void append(const struct npy_array *array, bool raw, struct buffer *out)
{
    if (raw)
        buffer_append(out, array->data, npy_count(array) * (size_t)array->item_bytes);
    else
        npy_append(array, out);
}

static void append_both(bool raw, const struct pack_packed *packed, const struct pack_image *image,
                        struct buffer *a, struct buffer *idx)
{
    int bytes = (int)pack_type_bytes(packed->type);
    struct npy_array values = {
        npy_kind(packed->type), bytes, 2, {packed->m, packed->k / 2}, packed->a};
    struct npy_array index = {'u', 1, 2, {packed->m, pack_idx_bytes(packed->k)}, packed->idx};
    if (image) {
        size_t vgprs = (size_t)isa_a_vgprs(image->insn);
        values = (struct npy_array){'u',
                                    4,
                                    4,
                                    {image->tiles_i, image->tiles_k, ISA_LANES, vgprs},
                                    (unsigned char *)image->a};
        index = (struct npy_array){
            'u', 4, 3, {image->tiles_i, image->tiles_k, ISA_LANES}, (unsigned char *)image->idx};
    }
    append(&values, raw, a);
    append(&index, raw, idx);
}

enum status pack_files_write(const struct cli_options *options, bool raw,
                             const struct pack_packed *packed, const struct pack_image *image,
                             struct error *err)
{
    struct buffer a = {0}, idx = {0}, a_path = {0}, idx_path = {0};
    const char *suffix = raw ? "bin" : "npy";
    buffer_printf(&a_path, "%s/a.%s", options->output, suffix);
    buffer_printf(&idx_path, "%s/idx.%s", options->output, suffix);
    append_both(raw, packed, image, &a, &idx);
    enum status status = STATUS_OK;
    const char *dense = options->arguments[1];
    if (!a_path.failed && !idx_path.failed &&
        (file_same(dense, a_path.data) || file_same(dense, idx_path.data)))
        status = error_set(err, STATUS_USAGE, "-o %s: the packed data would take the place of %s",
                           options->output, dense);
    if (a.failed || idx.failed || a_path.failed || idx_path.failed)
        status = error_set(err, STATUS_NO_MEMORY, "out of memory");
    if (status == STATUS_OK)
        status = file_make_directory(options->output, err);
    const struct file_part parts[] = {{a_path.data, a.data, a.size},
                                      {idx_path.data, idx.data, idx.size}};
    if (status == STATUS_OK)
        status = file_write_together(parts, 2, err);
    if (status == STATUS_OK)
        cli_remark(options, "%s and %s: %zu x %zu, %zu and %zu bytes", a_path.data, idx_path.data,
                   packed->m, packed->k, a.size, idx.size);
    buffer_free(&a);
    buffer_free(&idx);
    buffer_free(&a_path);
    buffer_free(&idx_path);
    return status;
}

/* Reading. */

static size_t round_up(size_t n, size_t unit) { return (n + unit - 1) / unit * unit; }

/* What a raw file of `size` bytes holds: the shape that was said, as it is or in whole tiles. */
static enum status raw_array(const char *path, const struct buffer *file, int n_dimensions,
                             const size_t shapes[2][NPY_MAX_DIMENSIONS], struct npy_array *array,
                             struct error *err)
{
    for (int n = 0; n < 2; n++) {
        array->n_dimensions = n_dimensions;
        memcpy(array->shape, shapes[n], sizeof array->shape);
        size_t bytes = (size_t)array->item_bytes;
        bool fits = true;
        for (int d = 0; d < n_dimensions; d++)
            fits = size_mul(bytes, array->shape[d], &bytes) && fits;
        if (!fits || bytes != file->size)
            continue;
        array->data = malloc(bytes ? bytes : 1);
        if (!array->data)
            return error_set(err, STATUS_NO_MEMORY, "out of memory");
        memcpy(array->data, file->data, bytes);
        return STATUS_OK;
    }
    struct npy_array wanted = *array;
    char text[NPY_TEXT_BYTES];
    memcpy(wanted.shape, shapes[0], sizeof wanted.shape);
    return error_set(err, STATUS_FILE, "%s: %zu bytes; wanted is %s", path, file->size,
                     npy_text(&wanted, text));
}

/* Reads `path` into *array, whose kind, item_bytes and n_dimensions say what is wanted. `shapes`:
 * what a raw file may hold; the first size is 0 where no shape was said. */
static enum status read_array(const char *path, const size_t shapes[2][NPY_MAX_DIMENSIONS],
                              struct npy_array *array, struct error *err)
{
    struct npy_array wanted = *array;
    struct buffer file = {0};
    enum status status = file_read(path, (size_t)1 << 36, &file, err);
    if (status == STATUS_OK && npy_is(file.data, file.size)) {
        status = npy_parse(path, file.data, file.size, array, err);
        if (status == STATUS_OK &&
            (array->kind != wanted.kind || array->item_bytes != wanted.item_bytes ||
             array->n_dimensions != wanted.n_dimensions)) {
            char found[NPY_TEXT_BYTES];
            const char *kind = wanted.kind == 'f' ? "float" : wanted.kind == 'i' ? "int" : "uint";
            const char *order = wanted.n_dimensions == array->n_dimensions ? ""
                                : wanted.n_dimensions == 2 ? " (or --order register?)"
                                                           : " (or --order memory?)";
            status = error_set(err, STATUS_FILE, "%s: %s; wanted is %s%d with %d dimensions%s",
                               path, npy_text(array, found), kind, 8 * wanted.item_bytes,
                               wanted.n_dimensions, order);
        }
    } else if (status == STATUS_OK && !shapes[0][0]) {
        status = error_set(err, STATUS_USAGE, "%s: raw codes need --shape M,K", path);
    } else if (status == STATUS_OK) {
        status = raw_array(path, &file, wanted.n_dimensions, shapes, array, err);
    }
    buffer_free(&file);
    return status;
}

static enum status read_both(const struct cli_options *options, const struct isa_smfmac *insn,
                             bool in_registers, struct npy_array *a, struct npy_array *idx,
                             struct error *err)
{
    size_t m, k;
    enum status status = pack_files_shape(options, &m, &k, err);
    if (status != STATUS_OK)
        return status;
    size_t whole_m = round_up(m, (size_t)insn->m), whole_k = round_up(k, (size_t)insn->k);
    size_t tiles_i = whole_m / (size_t)insn->m, tiles_k = whole_k / (size_t)insn->k;
    size_t a_shapes[2][NPY_MAX_DIMENSIONS] = {{m, k / 2}, {whole_m, whole_k / 2}};
    size_t idx_shapes[2][NPY_MAX_DIMENSIONS] = {{m, pack_idx_bytes(k)},
                                                {whole_m, pack_idx_bytes(whole_k)}};
    enum pack_type type = pack_a_type(insn);
    *a = (struct npy_array){npy_kind(type), (int)pack_type_bytes(type), 2, {0}, NULL};
    *idx = (struct npy_array){'u', 1, 2, {0}, NULL};
    if (in_registers) {
        size_t image[NPY_MAX_DIMENSIONS] = {tiles_i, tiles_k, ISA_LANES, (size_t)isa_a_vgprs(insn)};
        for (int n = 0; n < 2; n++) {
            memcpy(a_shapes[n], image, sizeof image);
            memcpy(idx_shapes[n], image, sizeof image);
        }
        *a = (struct npy_array){'u', 4, 4, {0}, NULL};
        *idx = (struct npy_array){'u', 4, 3, {0}, NULL};
    }
    status = read_array(options->a, (const size_t(*)[NPY_MAX_DIMENSIONS])a_shapes, a, err);
    if (status == STATUS_OK)
        status =
            read_array(options->idx, (const size_t(*)[NPY_MAX_DIMENSIONS])idx_shapes, idx, err);
    return status;
}

/* The shapes of the two must belong together. */
static enum status take_memory(const struct isa_smfmac *insn, const struct npy_array *a,
                               const struct npy_array *idx, struct pack_packed *packed,
                               struct error *err)
{
    size_t m = a->shape[0], stored = a->shape[1];
    char a_text[NPY_TEXT_BYTES], idx_text[NPY_TEXT_BYTES];
    if (m == 0 || stored == 0)
        return error_set(err, STATUS_FILE, "--a is %s: an empty matrix", npy_text(a, a_text));
    if (stored % 2 != 0)
        return error_set(err, STATUS_FILE,
                         "--a is %s: rows of whole groups, two values each, are "
                         "needed",
                         npy_text(a, a_text));
    size_t idx_bytes = pack_idx_bytes(2 * stored);
    if (idx->shape[0] != m || idx->shape[1] != idx_bytes)
        return error_set(err, STATUS_FILE, "--idx is %s: to %s belongs uint8[%zu][%zu]",
                         npy_text(idx, idx_text), npy_text(a, a_text), m, idx_bytes);
    enum status status = pack_packed_init(packed, pack_a_type(insn), m, 2 * stored, err);
    if (status != STATUS_OK)
        return status;
    memcpy(packed->a, a->data, m * stored * (size_t)a->item_bytes);
    memcpy(packed->idx, idx->data, m * idx_bytes);
    return STATUS_OK;
}

static enum status take_registers(const struct cli_options *options, const struct isa_smfmac *insn,
                                  const struct npy_array *a, const struct npy_array *idx,
                                  struct pack_image *image, struct error *err)
{
    char a_text[NPY_TEXT_BYTES], idx_text[NPY_TEXT_BYTES];
    if (npy_count(a) == 0)
        return error_set(err, STATUS_FILE, "--a is %s: an empty image", npy_text(a, a_text));
    if (a->shape[2] != ISA_LANES || a->shape[3] != (size_t)isa_a_vgprs(insn))
        return error_set(err, STATUS_FILE, "--a is %s: %s has %d lanes of %d registers",
                         npy_text(a, a_text), insn->name, ISA_LANES, isa_a_vgprs(insn));
    if (memcmp(a->shape, idx->shape, 3 * sizeof a->shape[0]) != 0)
        return error_set(err, STATUS_FILE, "--idx is %s: to %s belongs uint32[%zu][%zu][%d]",
                         npy_text(idx, idx_text), npy_text(a, a_text), a->shape[0], a->shape[1],
                         ISA_LANES);
    enum status status =
        pack_image_init(image, insn, options->cbsz, options->abid, a->shape[0], a->shape[1], err);
    if (status != STATUS_OK)
        return status;
    memcpy(image->a, a->data, npy_count(a) * sizeof image->a[0]);
    memcpy(image->idx, idx->data, npy_count(idx) * sizeof image->idx[0]);
    return STATUS_OK;
}

enum status pack_files_read(const struct cli_options *options, const struct isa_smfmac *insn,
                            struct pack_packed *packed, struct pack_image *image, struct error *err)
{
    bool in_registers;
    struct npy_array a = {0}, idx = {0};
    enum status status = pack_files_order(options, &in_registers, err);
    if (status == STATUS_OK && (!options->a || !options->idx))
        status = error_set(err, STATUS_USAGE, "--a FILE and --idx FILE are needed");
    if (status == STATUS_OK)
        status = read_both(options, insn, in_registers, &a, &idx, err);
    if (status == STATUS_OK && in_registers) {
        status = take_registers(options, insn, &a, &idx, image, err);
        if (status == STATUS_OK)
            status = pack_collect(image, packed, err);
    } else if (status == STATUS_OK) {
        status = take_memory(insn, &a, &idx, packed, err);
    }
    npy_free(&a);
    npy_free(&idx);
    return status;
}

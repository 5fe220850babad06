/* Dense matrices from files. */
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/file.h"
#include "base/npy.h"
#include "pack/pack.h"

/* An endless one ends somewhere. */
static const size_t MAX_FILE_BYTES = (size_t)1 << 36;

static enum status refuse_empty(const char *name, size_t m, size_t k, struct error *err)
{
    if (m > 0 && k > 0)
        return STATUS_OK;
    return error_set(err, STATUS_FILE, "%s: %zu x %zu: an empty matrix", name, m, k);
}

/* Text. */

/* A double as float, not rounded to nearest but to the neighbour with an odd mantissa where it lies
 * between two: what is rounded to nearest afterwards, to a type with at least two bits less, comes
 * out as if from the double (Boldo and Melquiond, "Emulation of FMA and correctly rounded sums").
 * What is finite stays so. */
static float round_to_odd(double value)
{
    float nearest = (float)value;
    if (isnan(value) || isinf(value) || (double)nearest == value)
        return nearest;
    uint32_t bits = bits_of_f32(nearest);
    if (fabs((double)nearest) > fabs(value))
        bits--; /* toward zero: codes of one sign are in order, also from infinity */
    return bits_to_f32(bits | 1);
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && is_blank(*at))
        at++;
    return at;
}

/* Where a line's numbers end: at its end, or at a '#'. */
static const char *line_end(const char *line) { return line + strcspn(line, "#\n"); }

/* Appends a line's numbers to `out`; *n says how many. NULL, or the first word that is none: an
 * empty one where commas have nothing between them. */
static const char *parse_line(const char *at, struct buffer *out, size_t *n)
{
    const char *end = line_end(at);
    bool after_comma = false;
    for (*n = 0;; (*n)++) {
        at = skip_blanks(at, end);
        if (at == end)
            return after_comma ? at : NULL;
        char *after;
        double value = strtod(at, &after);
        if (after == at || after > end || (after < end && !is_blank(*after) && *after != ','))
            return at;
        float f = round_to_odd(value);
        buffer_append(out, &f, sizeof f);
        at = skip_blanks(after, end);
        after_comma = at < end && *at == ',';
        at += after_comma;
    }
}

static enum status refuse_word(const char *name, size_t line, const char *word, struct error *err)
{
    int length = (int)strcspn(word, ", \t\r\n#");
    return length ? error_set(err, STATUS_FILE, "%s:%zu: '%.*s' is no number", name, line, length,
                              word)
                  : error_set(err, STATUS_FILE, "%s:%zu: no number before or after a comma", name,
                              line);
}

enum status pack_parse_csv(const char *name, const struct buffer *text, struct pack_matrix *matrix,
                           struct error *err)
{
    struct buffer numbers = {0};
    size_t m = 0, k = 0, number = 1;
    enum status status = STATUS_OK;
    if (text->size && memchr(text->data, 0, text->size))
        return error_set(err, STATUS_FILE, "%s: not a text", name);
    for (const char *line = text->data ? text->data : ""; *line && status == STATUS_OK; number++) {
        size_t n;
        const char *bad = parse_line(line, &numbers, &n);
        if (bad)
            status = refuse_word(name, number, bad, err);
        else if (n > 0 && m > 0 && n != k)
            status = error_set(err, STATUS_FILE, "%s:%zu: %zu numbers, the lines above have %zu",
                               name, number, n, k);
        else if (n > 0) {
            m++;
            k = n;
        }
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
    if (status == STATUS_OK)
        status = refuse_empty(name, m, k, err);
    if (status == STATUS_OK)
        status = buffer_check(&numbers, err);
    if (status == STATUS_OK)
        status = pack_matrix_init(matrix, PACK_F32, m, k, err);
    if (status == STATUS_OK && numbers.data)
        memcpy(matrix->codes, numbers.data, numbers.size);
    buffer_free(&numbers);
    return status;
}

/* NumPy. */

/* The types that a NumPy element may stand for, the first one unless another is said. NumPy has
 * neither bf16 nor 8-bit floats: their codes travel as unsigned integers. */
static const struct {
    char kind;
    int item_bytes;
    enum pack_type type;
    bool must_be_said;
} meanings[] = {
    {'f', 4, PACK_F32, false},     {'f', 2, PACK_F16, false},   {'u', 2, PACK_BF16, false},
    {'u', 2, PACK_F16, true},      {'i', 1, PACK_I8, false},    {'u', 1, PACK_E4M3FNUZ, true},
    {'u', 1, PACK_E5M2FNUZ, true}, {'u', 1, PACK_E4M3FN, true}, {'u', 1, PACK_E5M2, true},
};

static enum status npy_type(const struct pack_source *source, enum pack_type a_type,
                            const struct npy_array *array, enum pack_type *type, struct error *err)
{
    char text[NPY_TEXT_BYTES];
    bool known = false;
    for (size_t n = 0; n < sizeof meanings / sizeof meanings[0]; n++) {
        if (meanings[n].kind != array->kind || meanings[n].item_bytes != array->item_bytes)
            continue;
        known = true;
        if (source->typed ? meanings[n].type == source->type
                          : !meanings[n].must_be_said || meanings[n].type == a_type) {
            *type = meanings[n].type;
            return STATUS_OK;
        }
    }
    if (known && source->typed)
        return error_set(err, STATUS_FILE, "%s: %s holds no %s", source->path,
                         npy_text(array, text), pack_type_name(source->type));
    if (known)
        return error_set(err, STATUS_FILE, "%s: %s: codes of which fp8 kind? Say --type",
                         source->path, npy_text(array, text));
    return error_set(err, STATUS_FILE,
                     "%s: %s: wanted are float32, float16, uint16 (bf16 codes), int8 or uint8 (fp8 "
                     "codes)",
                     source->path, npy_text(array, text));
}

static enum status read_npy(const struct pack_source *source, const struct buffer *file,
                            enum pack_type a_type, struct pack_matrix *matrix, struct error *err)
{
    struct npy_array array = {0};
    char text[NPY_TEXT_BYTES];
    enum pack_type type = PACK_F32;
    enum status status = npy_parse(source->path, file->data, file->size, &array, err);
    if (status == STATUS_OK)
        status = npy_type(source, a_type, &array, &type, err);
    if (status == STATUS_OK && array.n_dimensions != 2)
        status = error_set(err, STATUS_FILE, "%s: %s is no matrix", source->path,
                           npy_text(&array, text));
    if (status == STATUS_OK && source->m &&
        (source->m != array.shape[0] || source->k != array.shape[1]))
        status = error_set(err, STATUS_FILE, "%s: %s is not of shape %zu,%zu", source->path,
                           npy_text(&array, text), source->m, source->k);
    if (status == STATUS_OK)
        status = refuse_empty(source->path, array.shape[0], array.shape[1], err);
    if (status == STATUS_OK) {
        *matrix = (struct pack_matrix){type, array.shape[0], array.shape[1], array.data};
        array.data = NULL;
    }
    npy_free(&array);
    return status;
}

/* Raw. */

static enum status read_raw(const struct pack_source *source, const struct buffer *file,
                            struct pack_matrix *matrix, struct error *err)
{
    if (!source->m || !source->typed)
        return error_set(err, STATUS_USAGE,
                         "%s: raw codes need --shape M,K and --type (NumPy's files say theirs)",
                         source->path);
    struct pack_matrix result = {0};
    size_t bytes;
    if (!size_mul(source->m, source->k, &bytes) ||
        !size_mul(bytes, pack_type_bytes(source->type), &bytes) || bytes != file->size)
        return error_set(err, STATUS_FILE, "%s: %zu bytes are not %zu x %zu of %s", source->path,
                         file->size, source->m, source->k, pack_type_name(source->type));
    enum status status = pack_matrix_init(&result, source->type, source->m, source->k, err);
    if (status != STATUS_OK)
        return status;
    memcpy(result.codes, file->data, bytes);
    *matrix = result;
    return STATUS_OK;
}

static bool ends_with(const char *path, const char *suffix)
{
    size_t n = strlen(path), s = strlen(suffix);
    return n >= s && !strcmp(path + n - s, suffix);
}

static enum status read_csv(const struct pack_source *source, const struct buffer *file,
                            struct pack_matrix *matrix, struct error *err)
{
    if (source->typed && source->type != PACK_F32)
        return error_set(err, STATUS_USAGE, "%s: a text holds numbers, not codes of %s",
                         source->path, pack_type_name(source->type));
    enum status status = pack_parse_csv(source->path, file, matrix, err);
    if (status != STATUS_OK || !source->m || (source->m == matrix->m && source->k == matrix->k))
        return status;
    status = error_set(err, STATUS_FILE, "%s: %zu x %zu is not of shape %zu,%zu", source->path,
                       matrix->m, matrix->k, source->m, source->k);
    pack_matrix_free(matrix);
    return status;
}

enum status pack_read_dense(const struct pack_source *source, enum pack_type a_type,
                            struct pack_matrix *matrix, struct error *err)
{
    struct buffer file = {0};
    enum status status = file_read(source->path, MAX_FILE_BYTES, &file, err);
    if (status == STATUS_OK) {
        if (npy_is(file.data, file.size) || ends_with(source->path, ".npy"))
            status = read_npy(source, &file, a_type, matrix, err);
        else if (ends_with(source->path, ".csv") || ends_with(source->path, ".txt"))
            status = read_csv(source, &file, matrix, err);
        else
            status = read_raw(source, &file, matrix, err);
    }
    buffer_free(&file);
    return status;
}

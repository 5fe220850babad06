/* magic "\x93NUMPY", version major and minor, header length (2 bytes in version 1, else 4), header,
 * data. The header is a Python dictionary, filled up with spaces and a newline:
 * {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), } */
#include "base/npy.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"

static const char magic[] = "\x93NUMPY";
enum { MAGIC_BYTES = 6, ALIGNMENT = 64 };

/* The header's text, read from the left. Whatever fails leaves `at` where it was. */
struct scanner {
    const char *at, *end;
};

static void skip_spaces(struct scanner *s)
{
    while (s->at < s->end && (*s->at == ' ' || *s->at == '\n'))
        s->at++;
}

static bool take(struct scanner *s, const char *word)
{
    size_t n = strlen(word);
    skip_spaces(s);
    if ((size_t)(s->end - s->at) < n || memcmp(s->at, word, n) != 0)
        return false;
    s->at += n;
    return true;
}

/* A quoted word shorter than `size`. */
static bool take_string(struct scanner *s, char *word, size_t size)
{
    skip_spaces(s);
    const char *from = s->at;
    if (from == s->end || (*from != '\'' && *from != '"'))
        return false;
    const char *to = memchr(from + 1, *from, (size_t)(s->end - from - 1));
    if (!to || (size_t)(to - from) > size)
        return false;
    size_t n = (size_t)(to - from - 1);
    memcpy(word, from + 1, n);
    word[n] = 0;
    s->at = to + 1;
    return true;
}

static bool take_size(struct scanner *s, size_t *value)
{
    skip_spaces(s);
    const char *from = s->at;
    size_t number = 0;
    while (s->at < s->end && *s->at >= '0' && *s->at <= '9') {
        if (!size_mul(number, 10, &number) ||
            __builtin_add_overflow(number, (size_t)(*s->at - '0'), &number))
            return false;
        s->at++;
    }
    *value = number;
    return s->at > from;
}

/* What a header says. */
struct header {
    char descr[16];
    bool fortran_order;
    int n_dimensions;
    size_t shape[NPY_MAX_DIMENSIONS];
};

/* "(3, 4)", "(3,)" or "()" */
static enum status parse_shape(const char *name, struct scanner *s, struct header *h,
                               struct error *err)
{
    if (!take(s, "("))
        return error_set(err, STATUS_FILE, "%s: the header's shape is no tuple", name);
    while (!take(s, ")")) {
        if (h->n_dimensions == NPY_MAX_DIMENSIONS)
            return error_set(err, STATUS_FILE, "%s: more than %d dimensions", name,
                             NPY_MAX_DIMENSIONS);
        if (!take_size(s, &h->shape[h->n_dimensions++]))
            return error_set(err, STATUS_FILE, "%s: the header's shape is no tuple of sizes", name);
        if (!take(s, ",") && !(s->at < s->end && *s->at == ')'))
            return error_set(err, STATUS_FILE, "%s: the header's shape is no tuple of sizes", name);
    }
    return STATUS_OK;
}

static enum status parse_entry(const char *name, const char *key, struct scanner *s,
                               struct header *h, struct error *err)
{
    if (!strcmp(key, "shape"))
        return parse_shape(name, s, h, err);
    if (!strcmp(key, "descr")) {
        if (!take_string(s, h->descr, sizeof h->descr))
            return error_set(err, STATUS_FILE, "%s: not an array of plain numbers", name);
        return STATUS_OK;
    }
    h->fortran_order = take(s, "True");
    if (!h->fortran_order && !take(s, "False"))
        return error_set(err, STATUS_FILE,
                         "%s: the header's fortran_order is neither True nor False", name);
    return STATUS_OK;
}

static enum status parse_header(const char *name, struct scanner s, struct header *h,
                                struct error *err)
{
    static const char *const keys[] = {"descr", "fortran_order", "shape"};
    enum { N_KEYS = 3 };
    bool seen[N_KEYS] = {false};
    if (!take(&s, "{"))
        return error_set(err, STATUS_FILE, "%s: the header is no dictionary", name);
    while (!take(&s, "}")) {
        char key[16] = "";
        int n = 0;
        if (!take_string(&s, key, sizeof key) || !take(&s, ":"))
            return error_set(err, STATUS_FILE, "%s: the header is damaged", name);
        while (n < N_KEYS && strcmp(key, keys[n]) != 0)
            n++;
        if (n == N_KEYS || seen[n])
            return error_set(err, STATUS_FILE, "%s: the header has '%s'%s", name, key,
                             n == N_KEYS ? ", which is no key of it" : " twice");
        seen[n] = true;
        enum status status = parse_entry(name, key, &s, h, err);
        if (status != STATUS_OK)
            return status;
        skip_spaces(&s);
        if (!take(&s, ",") && !(s.at < s.end && *s.at == '}'))
            return error_set(err, STATUS_FILE, "%s: the header is damaged", name);
    }
    for (int n = 0; n < N_KEYS; n++)
        if (!seen[n])
            return error_set(err, STATUS_FILE, "%s: the header lacks '%s'", name, keys[n]);
    skip_spaces(&s);
    return s.at == s.end ? STATUS_OK
                         : error_set(err, STATUS_FILE, "%s: the header is damaged", name);
}

/* '<f4', '|u1' */
static enum status parse_descr(const char *name, const char *descr, struct npy_array *array,
                               struct error *err)
{
    char order = descr[0], kind = order ? descr[1] : 0;
    const char *digits = kind ? descr + 2 : "";
    bool number = kind && strchr("fiu", kind) && strchr("1248", digits[0]) && digits[0] &&
                  !digits[1] && !(kind == 'f' && digits[0] == '1');
    if (!number || !strchr("<>|", order) || (order == '|' && digits[0] != '1'))
        return error_set(err, STATUS_FILE, "%s: elements of type '%s': not plain numbers", name,
                         descr);
    if (order == '>')
        return error_set(err, STATUS_FILE,
                         "%s: big-endian ('%s'); save it with .astype('<%s') for little-endian",
                         name, descr, descr + 1);
    array->kind = kind;
    array->item_bytes = digits[0] - '0';
    return STATUS_OK;
}

/* Fortran order has the first index run fastest. */
static void reorder(const struct npy_array *array, const unsigned char *from)
{
    size_t item = (size_t)array->item_bytes, count = npy_count(array);
    size_t index[NPY_MAX_DIMENSIONS] = {0};
    for (size_t n = 0; n < count; n++, from += item) {
        size_t to = 0;
        for (int d = 0; d < array->n_dimensions; d++)
            to = to * array->shape[d] + index[d];
        memcpy(array->data + to * item, from, item);
        for (int d = 0; d < array->n_dimensions && ++index[d] == array->shape[d]; d++)
            index[d] = 0;
    }
}

static enum status take_data(const char *name, const unsigned char *bytes, size_t size,
                             bool fortran_order, struct npy_array *array, struct error *err)
{
    size_t wanted = (size_t)array->item_bytes;
    bool fits = true;
    for (int d = 0; d < array->n_dimensions; d++)
        fits = size_mul(wanted, array->shape[d], &wanted) && fits;
    char text[NPY_TEXT_BYTES];
    if (!fits)
        return error_set(err, STATUS_FILE, "%s: %s has more elements than can be", name,
                         npy_text(array, text));
    if (wanted != size)
        return error_set(err, STATUS_FILE, "%s: %s takes %zu bytes, the file has %zu", name,
                         npy_text(array, text), wanted, size);
    array->data = malloc(size ? size : 1);
    if (!array->data)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    if (fortran_order)
        reorder(array, bytes);
    else
        memcpy(array->data, bytes, size);
    return STATUS_OK;
}

bool npy_is(const void *bytes, size_t size)
{
    return size >= MAGIC_BYTES && memcmp(bytes, magic, MAGIC_BYTES) == 0;
}

enum status npy_parse(const char *name, const void *bytes, size_t size, struct npy_array *array,
                      struct error *err)
{
    const unsigned char *at = bytes;
    if (!npy_is(bytes, size) || size < MAGIC_BYTES + 2)
        return error_set(err, STATUS_FILE, "%s: not a NumPy array file", name);
    int version = at[MAGIC_BYTES];
    if (version < 1 || version > 3)
        return error_set(err, STATUS_FILE, "%s: version %d.%d of the format is unknown", name,
                         version, at[MAGIC_BYTES + 1]);
    size_t length_bytes = version == 1 ? 2 : 4, start = MAGIC_BYTES + 2 + length_bytes;
    size_t length = 0;
    for (size_t n = 0; n < length_bytes && start <= size; n++)
        length |= (size_t)at[MAGIC_BYTES + 2 + n] << 8 * n;
    if (start > size || length > size - start)
        return error_set(err, STATUS_FILE, "%s: the header is longer than the file", name);

    struct header header = {0};
    struct npy_array result = {0};
    const char *text = (const char *)at + start;
    enum status status = parse_header(name, (struct scanner){text, text + length}, &header, err);
    if (status == STATUS_OK)
        status = parse_descr(name, header.descr, &result, err);
    if (status != STATUS_OK)
        return status;
    result.n_dimensions = header.n_dimensions;
    memcpy(result.shape, header.shape, sizeof result.shape);
    status = take_data(name, at + start + length, size - start - length, header.fortran_order,
                       &result, err);
    if (status == STATUS_OK)
        *array = result;
    return status;
}

void npy_free(struct npy_array *array)
{
    free(array->data);
    *array = (struct npy_array){0};
}

size_t npy_count(const struct npy_array *array)
{
    size_t count = 1;
    for (int d = 0; d < array->n_dimensions; d++)
        count *= array->shape[d];
    return count;
}

const char *npy_text(const struct npy_array *array, char text[NPY_TEXT_BYTES])
{
    const char *kind = array->kind == 'f' ? "float" : array->kind == 'i' ? "int" : "uint";
    int used = snprintf(text, NPY_TEXT_BYTES, "%s%d", kind, 8 * array->item_bytes);
    for (int d = 0; d < array->n_dimensions; d++)
        used += snprintf(text + used, NPY_TEXT_BYTES - (size_t)used, "[%zu]", array->shape[d]);
    return text;
}

void npy_append(const struct npy_array *array, struct buffer *out)
{
    struct buffer header = {0};
    buffer_printf(&header, "{'descr': '%c%c%d', 'fortran_order': False, 'shape': (",
                  array->item_bytes == 1 ? '|' : '<', array->kind, array->item_bytes);
    for (int d = 0; d < array->n_dimensions; d++)
        buffer_printf(&header, "%s%zu", d ? ", " : "", array->shape[d]);
    buffer_puts(&header, array->n_dimensions == 1 ? ",), }" : "), }");
    size_t start = MAGIC_BYTES + 4;
    while ((start + header.size + 1) % ALIGNMENT != 0 && !header.failed)
        buffer_puts(&header, " ");
    buffer_puts(&header, "\n");
    out->failed |= header.failed;
    const unsigned char front[] = {1, 0, (unsigned char)header.size,
                                   (unsigned char)(header.size >> 8)};
    buffer_append(out, magic, MAGIC_BYTES);
    buffer_append(out, front, sizeof front);
    buffer_append(out, header.data, header.size);
    buffer_append(out, array->data, npy_count(array) * (size_t)array->item_bytes);
    buffer_free(&header);
}

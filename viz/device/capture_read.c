/* Captures from text: every byte is covered by a checksum, and a section is judged by its checksum
 * before it is read. */
#include <ctype.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/file.h"
#include "device/capture.h"

static const char MAGIC[] = "smfviz capture ";

/* All inputs and code objects are unpacked at once. */
static const size_t MAX_UNPACKED_BYTES = (size_t)1 << 30;

/* The text that is left, and where in the file it stands. A section is one more of these. */
struct reader {
    struct capture *capture;
    const char *at, *end;
    int line; /* number of the line at `at` */
    enum section { SECTION_HEAD, SECTION_OBJECT, SECTION_LAUNCH } section;
    size_t unpacked_bytes;
};

/* Objects and launches are named by the number that they should have. */
static enum status fail(const struct reader *r, struct error *err, const char *what)
{
    const struct capture *c = r->capture;
    char section[32] = "the head";
    if (r->section == SECTION_OBJECT)
        snprintf(section, sizeof section, "object %d", c->n_objects + 1);
    if (r->section == SECTION_LAUNCH)
        snprintf(section, sizeof section, "launch %d", c->n_launches + 1);
    return error_set(err, STATUS_FILE, "%s: %s, line %d: %s", c->path, section, r->line, what);
}

static size_t line_length(const struct reader *r)
{
    const char *newline = memchr(r->at, '\n', (size_t)(r->end - r->at));
    return (size_t)((newline ? newline : r->end) - r->at);
}

static bool starts_with(const struct reader *r, const char *word)
{
    size_t n = strlen(word);
    return (size_t)(r->end - r->at) >= n && memcmp(r->at, word, n) == 0;
}

static void skip_line(struct reader *r)
{
    r->at += line_length(r);
    r->at += r->at < r->end;
    r->line++;
}

/* --- lines "word value" --- */

/* What a line of ours never holds, and reports cannot carry. */
static bool has_control(const char *text, size_t n)
{
    for (size_t k = 0; k < n; k++)
        if (iscntrl((unsigned char)text[k]))
            return true;
    return false;
}

static enum status take_text(struct reader *r, const char *word, char *text, size_t size,
                             struct error *err)
{
    char what[CAPTURE_LINE_BYTES];
    size_t n = strlen(word), length = line_length(r);
    if (!starts_with(r, word) || length <= n || r->at[n] != ' ') {
        snprintf(what, sizeof what, "'%s' is missing", word);
        return fail(r, err, what);
    }
    length -= n + 1;
    if (length >= size || has_control(r->at + n + 1, length)) {
        snprintf(what, sizeof what, "'%s' is too long or holds a control character", word);
        return fail(r, err, what);
    }
    memcpy(text, r->at + n + 1, length);
    text[length] = 0;
    skip_line(r);
    return STATUS_OK;
}

/* Digits and nothing else, up to `most`. */
static bool parse_number(const char **text, size_t most, size_t *number)
{
    char *end;
    if (**text < '0' || **text > '9')
        return false;
    uintmax_t value = strtoumax(*text, &end, 10);
    *text = end;
    *number = (size_t)value;
    return value <= most;
}

/* Numbers with one blank between them. */
static enum status take_numbers(struct reader *r, const char *word, size_t most, size_t *numbers,
                                int n, struct error *err)
{
    char text[64], what[96];
    int line = r->line;
    enum status status = take_text(r, word, text, sizeof text, err);
    const char *at = text;
    for (int k = 0; k < n && status == STATUS_OK; k++) {
        bool good = parse_number(&at, most, &numbers[k]) && *at == (k + 1 < n ? ' ' : 0);
        at += good && *at;
        if (!good) {
            r->line = line;
            snprintf(what, sizeof what, "%s '%s': no number up to %zu", word, text, most);
            status = fail(r, err, what);
        }
    }
    return status;
}

static enum status take_sum(struct reader *r, const char *word, struct capture_sum *sum,
                            struct error *err)
{
    enum status status = take_text(r, word, sum->hex, sizeof sum->hex, err);
    if (status == STATUS_OK && strspn(sum->hex, "0123456789abcdef") != CAPTURE_SUM_HEX)
        return fail(r, err, "no SHA-256");
    return status;
}

/* --- data --- */

/* The lines after a blank, as bytes. */
static enum status take_base64(struct reader *r, struct buffer *bytes, struct error *err)
{
    while (starts_with(r, " ")) {
        unsigned char decoded[CAPTURE_LINE_BYTES];
        size_t n = 0;
        if (sodium_base642bin(decoded, sizeof decoded, r->at + 1, line_length(r) - 1, NULL, &n,
                              NULL, sodium_base64_VARIANT_ORIGINAL) != 0)
            return fail(r, err, "no base64");
        buffer_append(bytes, decoded, n);
        skip_line(r);
    }
    return buffer_check(bytes, err);
}

/* Deflate makes nothing more than 1032 times smaller (zlib's "Maximum Compression Factor"): what
 * claims more is refused before memory is asked for. */
static bool is_possible(size_t packed_bytes, size_t bytes)
{
    return bytes <= 1032 * packed_bytes + 1032;
}

static enum status unpack(const struct reader *r, const struct buffer *packed, uint8_t **bytes,
                          size_t size, struct error *err)
{
    if (!is_possible(packed->size, size))
        return fail(r, err, "fewer data than it says");
    uint8_t *unpacked = malloc(size ? size : 1);
    if (!unpacked)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    uLongf n = size;
    if (uncompress(unpacked, &n, (const Bytef *)packed->data, packed->size) != Z_OK || n != size) {
        free(unpacked);
        return fail(r, err, "the data before this line do not unpack to as many bytes as it says");
    }
    *bytes = unpacked;
    return STATUS_OK;
}

static enum status take_data(struct reader *r, const char *word, uint8_t **bytes, size_t *n_bytes,
                             struct error *err)
{
    struct buffer packed = {0};
    enum status status = take_numbers(r, word, CAPTURE_MAX_BLOCK_BYTES, n_bytes, 1, err);
    if (status != STATUS_OK)
        return status;
    r->unpacked_bytes += *n_bytes;
    if (r->unpacked_bytes > MAX_UNPACKED_BYTES)
        return fail(r, err, "more input than a capture may hold");
    status = take_base64(r, &packed, err);
    if (status == STATUS_OK)
        status = unpack(r, &packed, bytes, *n_bytes, err);
    buffer_free(&packed);
    return status;
}

/* Outputs stay packed until they are asked for. */
static enum status take_output(struct reader *r, struct capture_launch *launch, struct error *err)
{
    struct buffer packed = {0};
    enum status status =
        take_numbers(r, "out", CAPTURE_MAX_BLOCK_BYTES, &launch->out_bytes, 1, err);
    if (status == STATUS_OK)
        status = take_base64(r, &packed, err);
    launch->packed_out = (uint8_t *)packed.data;
    launch->packed_out_bytes = packed.size;
    return status;
}

/* --- sections --- */

static enum status read_source(struct reader *r, enum opmap_source *source, struct error *err)
{
    char text[32];
    enum status status = take_text(r, "results", text, sizeof text, err);
    if (status != STATUS_OK)
        return status;
    *source = strcmp(text, "emulated") == 0 ? OPMAP_EMULATED : OPMAP_UNATTESTED;
    if (*source == OPMAP_UNATTESTED && strcmp(text, "device") != 0)
        return fail(r, err, "results are 'emulated' or 'device'");
    return STATUS_OK;
}

static enum status read_head(struct reader *r, struct error *err)
{
    struct capture_head *h = &r->capture->head;
    size_t runtime = 0, driver = 0;
    skip_line(r); /* the version: check_version */
    enum status status = take_text(r, "tool", h->tool, sizeof h->tool, err);
    if (status == STATUS_OK)
        status = read_source(r, &h->source, err);
    if (status == STATUS_OK)
        status = take_text(r, "device", h->device, sizeof h->device, err);
    if (status == STATUS_OK)
        status = take_text(r, "arch", h->arch, sizeof h->arch, err);
    if (status == STATUS_OK)
        status = take_text(r, "library", h->library, sizeof h->library, err);
    if (status == STATUS_OK)
        status = take_numbers(r, "runtime", INT32_MAX, &runtime, 1, err);
    if (status == STATUS_OK)
        status = take_numbers(r, "driver", INT32_MAX, &driver, 1, err);
    if (status == STATUS_OK && starts_with(r, "attest "))
        status = take_text(r, "attest", h->attest, sizeof h->attest, err);
    h->runtime_version = (int)runtime;
    h->driver_version = (int)driver;
    return status;
}

static enum status take_own_number(struct reader *r, const char *word, int number,
                                   struct error *err)
{
    size_t said = 0;
    enum status status = take_numbers(r, word, INT32_MAX, &said, 1, err);
    if (status == STATUS_OK && said != (size_t)number)
        return fail(r, err, "the sections are not in their order");
    return status;
}

static enum status read_object(struct reader *r, struct capture_object *object, struct error *err)
{
    enum status status = take_own_number(r, "object", r->capture->n_objects + 1, err);
    if (status == STATUS_OK)
        status = take_data(r, "bytes", &object->bytes, &object->n_bytes, err);
    if (status == STATUS_OK)
        object->sum = capture_sum_of(object->bytes, object->n_bytes);
    return status;
}

static enum status take_seconds(struct reader *r, double *seconds, struct error *err)
{
    char text[32], *end = text;
    *seconds = -1;
    if (!starts_with(r, "seconds "))
        return STATUS_OK;
    enum status status = take_text(r, "seconds", text, sizeof text, err);
    if (status == STATUS_OK)
        *seconds = strtod(text, &end);
    if (status == STATUS_OK && (end == text || *end || !(*seconds >= 0)))
        return fail(r, err, "no time");
    return status;
}

static enum status read_launch(struct reader *r, struct capture_launch *launch, struct error *err)
{
    size_t grid[2] = {0};
    enum status status = take_own_number(r, "launch", r->capture->n_launches + 1, err);
    if (status == STATUS_OK)
        status = take_text(r, "kernel", launch->kernel, sizeof launch->kernel, err);
    if (status == STATUS_OK)
        status = take_sum(r, "code", &launch->code, err);
    if (status == STATUS_OK && !capture_object(r->capture, &launch->code))
        status = fail(r, err, "no object before this launch has the checksum of its code");
    if (status == STATUS_OK)
        status = take_numbers(r, "grid", INT32_MAX, grid, 2, err);
    launch->n_workgroups = (unsigned)grid[0];
    launch->workgroup_lanes = (unsigned)grid[1];
    if (status == STATUS_OK)
        status = take_seconds(r, &launch->seconds, err);
    if (status == STATUS_OK)
        status = take_data(r, "in", &launch->in, &launch->in_bytes, err);
    if (status == STATUS_OK)
        status = take_output(r, launch, err);
    return status;
}

static enum status add_object(struct reader *r, struct error *err)
{
    struct capture *c = r->capture;
    struct capture_object *grown = realloc(c->objects, ((size_t)c->n_objects + 1) * sizeof *grown);
    if (!grown)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    c->objects = grown;
    grown[c->n_objects] = (struct capture_object){0};
    enum status status = read_object(r, &grown[c->n_objects], err);
    if (status == STATUS_OK)
        c->n_objects++;
    else
        free(grown[c->n_objects].bytes);
    return status;
}

static void free_launch(struct capture_launch *launch)
{
    free(launch->in);
    free(launch->packed_out);
}

static enum status add_launch(struct reader *r, struct error *err)
{
    struct capture *c = r->capture;
    struct capture_launch *grown =
        realloc(c->launches, ((size_t)c->n_launches + 1) * sizeof *grown);
    if (!grown)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    c->launches = grown;
    grown[c->n_launches] = (struct capture_launch){0};
    enum status status = read_launch(r, &grown[c->n_launches], err);
    if (status == STATUS_OK)
        c->n_launches++;
    else
        free_launch(&grown[c->n_launches]);
    return status;
}

/* The lines of one section, its checksum being right. */
static enum status read_section(struct reader *section, struct error *err)
{
    enum status status = section->section == SECTION_HEAD     ? read_head(section, err)
                         : section->section == SECTION_OBJECT ? add_object(section, err)
                                                              : add_launch(section, err);
    if (status == STATUS_OK && section->at != section->end)
        return fail(section, err, "nothing was expected here");
    return status;
}

/* Goes to the line "sum ..." that ends this section; false if there is none. */
static bool find_sum(struct reader *r)
{
    while (r->at < r->end && !starts_with(r, "sum "))
        skip_line(r);
    return r->at < r->end && r->at + line_length(r) < r->end;
}

static enum status check_section(struct reader *r, bool *found, struct error *err)
{
    struct reader section = *r;
    struct capture_sum said, sum;
    *found = find_sum(r);
    if (!*found)
        return STATUS_OK;
    section.end = r->at;
    sum = capture_sum_of(section.at, (size_t)(section.end - section.at));
    enum status status = take_sum(r, "sum", &said, err);
    if (status == STATUS_OK && strcmp(said.hex, sum.hex) != 0)
        status = fail(&section, err,
                      "the checksum does not fit: something was changed from here "
                      "to its 'sum'");
    if (status == STATUS_OK)
        status = read_section(&section, err);
    r->unpacked_bytes = section.unpacked_bytes;
    return status;
}

/* --- the file --- */

static enum status check_version(const struct reader *r, struct error *err)
{
    const char *path = r->capture->path;
    if (r->at == r->end)
        return error_set(err, STATUS_FILE, "%s: an empty file is no capture", path);
    if (!starts_with(r, MAGIC))
        return error_set(err, STATUS_FILE, "%s: no capture: it does not start with '%s'", path,
                         MAGIC);
    const char *text = r->at + strlen(MAGIC); /* a NUL follows the file's text */
    size_t version = 0;
    if (!parse_number(&text, INT32_MAX, &version) || *text != '\n' || version == 0)
        return fail(r, err, "no version");
    if (version > CAPTURE_VERSION)
        return error_set(err, STATUS_FILE, "%s: a capture of version %zu; this smfviz reads %d",
                         path, version, CAPTURE_VERSION);
    return STATUS_OK;
}

static enum status check_end(struct reader *r, const char *text, struct error *err)
{
    struct capture *c = r->capture;
    struct capture_sum sum = capture_sum_of(text, (size_t)(r->at - text));
    struct buffer expected = {0};
    capture_put_end(c->n_launches, &sum, &expected);
    enum status status = buffer_check(&expected, err);
    size_t left = (size_t)(r->end - r->at);
    if (status == STATUS_OK && (left != expected.size || memcmp(r->at, expected.data, left) != 0))
        status =
            error_set(err, STATUS_FILE,
                      "%s: the last line, %d: the checksum of the whole file, or the number of "
                      "launches, does not fit",
                      c->path, r->line);
    buffer_free(&expected);
    c->complete = status == STATUS_OK;
    return status;
}

static enum status refuse_incomplete(const struct reader *r, struct error *err)
{
    return error_set(
        err, STATUS_FILE, "%s: incomplete: it ends after %d whole launch%s, without its last line",
        r->capture->path, r->capture->n_launches, r->capture->n_launches == 1 ? "" : "es");
}

static enum status read_all(struct reader *r, bool journal, struct error *err)
{
    const char *text = r->at;
    enum status status = check_version(r, err);
    bool found = true;
    while (status == STATUS_OK && found && r->at < r->end) {
        if (r->at > text) {
            if (starts_with(r, "end "))
                return check_end(r, text, err);
            r->section = starts_with(r, "object ") ? SECTION_OBJECT : SECTION_LAUNCH;
        }
        status = check_section(r, &found, err);
        if (found)
            r->capture->whole_bytes = (size_t)(r->at - text);
    }
    if (status != STATUS_OK || (journal && r->capture->whole_bytes > 0))
        return status;
    return refuse_incomplete(r, err);
}

enum status capture_read(const char *path, bool journal, struct capture *capture, struct error *err)
{
    struct buffer text = {0};
    *capture = (struct capture){0};
    snprintf(capture->path, sizeof capture->path, "%s", path);
    enum status status = file_read(path, CAPTURE_MAX_FILE_BYTES, &text, err);
    if (status == STATUS_OK) {
        buffer_puts(&text, ""); /* also an empty file has its NUL */
        status = buffer_check(&text, err);
    }
    if (status == STATUS_OK) {
        struct reader r = {
            .capture = capture, .at = text.data, .end = text.data + text.size, .line = 1};
        status = read_all(&r, journal, err);
    }
    buffer_free(&text);
    if (status != STATUS_OK)
        capture_free(capture);
    return status;
}

void capture_free(struct capture *capture)
{
    for (int n = 0; n < capture->n_objects; n++)
        free(capture->objects[n].bytes);
    for (int n = 0; n < capture->n_launches; n++)
        free_launch(&capture->launches[n]);
    free(capture->objects);
    free(capture->launches);
    capture->objects = NULL;
    capture->launches = NULL;
    capture->n_objects = capture->n_launches = 0;
}

const struct capture_object *capture_object(const struct capture *capture,
                                            const struct capture_sum *sum)
{
    for (int n = 0; n < capture->n_objects; n++)
        if (!strcmp(capture->objects[n].sum.hex, sum->hex))
            return &capture->objects[n];
    return NULL;
}

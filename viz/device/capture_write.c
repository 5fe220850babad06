/* Captures as text. */
#include <ctype.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "device/capture.h"

enum {
    DATA_BYTES_A_LINE = 72, /* 96 characters of base64 */
    BASE64 = sodium_base64_VARIANT_ORIGINAL,
};

struct capture_sum capture_sum_of(const void *bytes, size_t size)
{
    struct capture_sum sum;
    unsigned char hash[crypto_hash_sha256_BYTES];
    crypto_hash_sha256(hash, bytes, size);
    sodium_bin2hex(sum.hex, sizeof sum.hex, hash, sizeof hash);
    return sum;
}

/* "word text": a device may call itself anything, a line of ours is one line. */
static void put_text(const char *word, const char *text, struct buffer *out)
{
    buffer_printf(out, "%s ", word);
    for (; *text; text++) {
        char c = iscntrl((unsigned char)*text) ? '?' : *text;
        buffer_append(out, &c, 1);
    }
    buffer_puts(out, "\n");
}

/* The section's checksum: of its lines up to here. */
static void put_sum(size_t start, struct buffer *out)
{
    if (out->failed)
        return;
    struct capture_sum sum = capture_sum_of(out->data + start, out->size - start);
    buffer_printf(out, "sum %s\n", sum.hex);
}

void capture_put_head(const struct capture_head *head, struct buffer *out)
{
    size_t start = out->size;
    buffer_printf(out, "smfviz capture %d\n", CAPTURE_VERSION);
    put_text("tool", head->tool, out);
    put_text("results", head->source == OPMAP_EMULATED ? "emulated" : "device", out);
    put_text("device", head->device, out);
    put_text("arch", head->arch, out);
    put_text("library", head->library, out);
    buffer_printf(out, "runtime %d\ndriver %d\n", head->runtime_version, head->driver_version);
    if (head->attest[0])
        put_text("attest", head->attest, out);
    put_sum(start, out);
}

/* "word BYTES", and the bytes: zlib, then base64, each line after a blank. */
static enum status put_data(const char *word, const void *bytes, size_t size, struct buffer *out,
                            struct error *err)
{
    uLongf packed_bytes = compressBound(size);
    unsigned char *packed = malloc(packed_bytes);
    if (!packed || compress2(packed, &packed_bytes, bytes, size, Z_BEST_COMPRESSION) != Z_OK) {
        free(packed);
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    }
    buffer_printf(out, "%s %zu\n", word, size);
    for (size_t done = 0; done < packed_bytes; done += DATA_BYTES_A_LINE) {
        size_t left = packed_bytes - done;
        char line[sodium_base64_ENCODED_LEN(DATA_BYTES_A_LINE, BASE64)];
        sodium_bin2base64(line, sizeof line, packed + done,
                          left < DATA_BYTES_A_LINE ? left : DATA_BYTES_A_LINE, BASE64);
        buffer_printf(out, " %s\n", line);
    }
    free(packed);
    return buffer_check(out, err);
}

enum status capture_put_object(int number, const struct device_job *job, struct buffer *out,
                               struct error *err)
{
    size_t start = out->size;
    buffer_printf(out, "object %d\n", number);
    enum status status = put_data("bytes", job->image, job->image_bytes, out, err);
    if (status == STATUS_OK)
        put_sum(start, out);
    return status;
}

enum status capture_put_launch(int number, const struct device_job *job,
                               const struct capture_sum *code, double seconds, struct buffer *out,
                               struct error *err)
{
    size_t start = out->size;
    buffer_printf(out, "launch %d\n", number);
    put_text("kernel", job->kernel, out);
    buffer_printf(out, "code %s\n", code->hex);
    buffer_printf(out, "grid %u %u\n", job->n_workgroups, job->workgroup_lanes);
    if (seconds >= 0)
        buffer_printf(out, "seconds %.9f\n", seconds);
    enum status status = put_data("in", job->in, job->in_bytes, out, err);
    if (status == STATUS_OK)
        status = put_data("out", job->out, job->out_bytes, out, err);
    if (status == STATUS_OK)
        put_sum(start, out);
    return status;
}

void capture_put_end(int n_launches, const struct capture_sum *sum, struct buffer *out)
{
    buffer_printf(out, "end %d %s\n", n_launches, sum->hex);
}

/* Writing a capture launch by launch. The file is a journal: whatever ends the program or the
 * device, what was done before stands in it. */
#include "device/record.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

struct record {
    char *path, *part;
    int fd;
    int n_launches;
    struct capture_sum *objects; /* that were written */
    int n_objects;
    off_t whole_bytes; /* up to the end of the last whole section */
    crypto_hash_sha256_state sum;
    struct capture before; /* what an interrupted run did */
};

static enum status fail(const char *verb, const char *path, int code, struct error *err)
{
    return error_set(err, STATUS_FILE, "cannot %s %s: %s", verb, path, strerror(code));
}

/* Appends one section, or takes the half of it away again. */
static enum status append(struct record *r, const struct buffer *text, struct error *err)
{
    enum status status = buffer_check(text, err);
    if (status != STATUS_OK)
        return status;
    int code = file_write_all(r->fd, text->data, text->size);
    if (code) {
        if (ftruncate(r->fd, r->whole_bytes) == 0)
            lseek(r->fd, r->whole_bytes, SEEK_SET);
        return fail("write", r->part, code, err);
    }
    r->whole_bytes += (off_t)text->size;
    crypto_hash_sha256_update(&r->sum, (const unsigned char *)text->data, text->size);
    return STATUS_OK;
}

/* --- starting --- */

/* The name must be free for a rename at the end: no device, pipe or directory, and no link to one
 * (/dev/stdout) or to another file, which the rename would put the record in the place of. */
static enum status check_name(const char *path, struct error *err)
{
    struct stat st;
    if (!path[0])
        return error_set(err, STATUS_FILE, "cannot record to '': a file's name is needed");
    if (lstat(path, &st) == 0 && !S_ISREG(st.st_mode))
        return error_set(err, STATUS_FILE, "cannot record to %s: not a regular file", path);
    return STATUS_OK;
}

static enum status open_part(struct record *r, int flags, struct error *err)
{
    r->fd = open(r->part, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | flags, 0666);
    if (r->fd < 0 && errno == EEXIST)
        return error_set(err, STATUS_FILE,
                         "%s is there already, the record of an interrupted run: go on with "
                         "--resume %s, or remove it",
                         r->part, r->path);
    if (r->fd < 0)
        return fail("write", r->part, errno, err);
    if (flock(r->fd, LOCK_EX | LOCK_NB) != 0)
        return error_set(err, STATUS_FILE, "%s is being written by another process", r->part);
    return STATUS_OK;
}

static enum status start(struct record *r, const struct capture_head *head, struct error *err)
{
    struct buffer text = {0};
    enum status status = open_part(r, O_CREAT | O_EXCL, err);
    if (status == STATUS_OK) {
        capture_put_head(head, &text);
        status = append(r, &text, err);
    }
    buffer_free(&text);
    return status;
}

/* --- going on --- */

static enum status same_text(const struct record *r, const char *what, const char *before,
                             const char *now, struct error *err)
{
    if (strcmp(before, now) == 0)
        return STATUS_OK;
    return error_set(err, STATUS_FILE, "%s was begun with %s '%s'; this is '%s'", r->part, what,
                     before, now);
}

/* One record is of one device and one set of words. */
static enum status same_head(const struct record *r, const struct capture_head *now,
                             struct error *err)
{
    const struct capture_head *before = &r->before.head;
    struct buffer texts[2] = {{0}};
    enum status status = same_text(r, "the tool", before->tool, now->tool, err);
    if (status == STATUS_OK)
        status = same_text(r, "the device", before->device, now->device, err);
    if (status == STATUS_OK)
        status = same_text(r, "the architecture", before->arch, now->arch, err);
    if (status == STATUS_OK)
        status = same_text(r, "the library", before->library, now->library, err);
    if (status == STATUS_OK)
        status = same_text(r, "the words", before->attest, now->attest, err);
    if (status != STATUS_OK)
        return status;
    capture_put_head(before, &texts[0]);
    capture_put_head(now, &texts[1]);
    if (texts[0].failed || texts[1].failed)
        status = error_set(err, STATUS_NO_MEMORY, "out of memory");
    else if (strcmp(texts[0].data, texts[1].data) != 0)
        status = error_set(err, STATUS_FILE,
                           "%s was begun with other versions of HIP or its driver", r->part);
    buffer_free(&texts[0]);
    buffer_free(&texts[1]);
    return status;
}

static enum status go_on(struct record *r, const struct capture_head *head, struct error *err)
{
    struct buffer text = {0};
    if (access(r->part, F_OK) != 0 && access(r->path, F_OK) == 0)
        return error_set(err, STATUS_FILE, "%s is complete: there is nothing to go on with",
                         r->path);
    enum status status = open_part(r, 0, err);
    if (status == STATUS_OK)
        status = capture_read(r->part, true, &r->before, err);
    if (status == STATUS_OK && r->before.complete)
        status = error_set(err, STATUS_FILE, "%s is complete: rename it to %s", r->part, r->path);
    if (status == STATUS_OK)
        status = same_head(r, head, err);
    if (status == STATUS_OK)
        status = file_read(r->part, CAPTURE_MAX_FILE_BYTES, &text, err);
    if (status == STATUS_OK) {
        r->n_launches = r->before.n_launches;
        r->whole_bytes = (off_t)r->before.whole_bytes;
        crypto_hash_sha256_update(&r->sum, (const unsigned char *)text.data, r->before.whole_bytes);
        if (ftruncate(r->fd, r->whole_bytes) != 0 || lseek(r->fd, r->whole_bytes, SEEK_SET) < 0)
            status = fail("write", r->part, errno, err);
    }
    buffer_free(&text);
    return status;
}

enum status record_create(const char *path, const struct capture_head *head, bool resume,
                          struct record **out, struct error *err)
{
    enum status status = check_name(path, err);
    if (status != STATUS_OK)
        return status;
    struct record *r = calloc(1, sizeof *r);
    if (!r)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    r->fd = -1;
    crypto_hash_sha256_init(&r->sum);
    r->path = strdup(path);
    if (!r->path || asprintf(&r->part, "%s.part", path) < 0) {
        free(r->path);
        free(r);
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    }
    status = resume ? go_on(r, head, err) : start(r, head, err);
    if (status == STATUS_OK) {
        *out = r;
        return STATUS_OK;
    }
    if (resume && r->fd >= 0) { /* not ours: as it was */
        close(r->fd);
        r->fd = -1;
    }
    record_destroy(r);
    return status;
}

/* --- launches --- */

enum status record_reuse(struct record *record, const struct device_job *job,
                         const struct capture_sum *code, bool *reused, struct error *err)
{
    struct capture_launch *launch = capture_find(&record->before, job, code);
    *reused = launch && !launch->answered && !(job->seconds && launch->seconds < 0);
    return *reused ? capture_unpack(&record->before, launch, job, err) : STATUS_OK;
}

/* Each code object once, before the first launch that needs it. */
static enum status put_object(struct record *r, const struct device_job *job,
                              const struct capture_sum *code, struct buffer *text,
                              struct error *err)
{
    if (capture_object(&r->before, code))
        return STATUS_OK;
    for (int n = 0; n < r->n_objects; n++)
        if (!strcmp(r->objects[n].hex, code->hex))
            return STATUS_OK;
    struct capture_sum *grown = realloc(r->objects, ((size_t)r->n_objects + 1) * sizeof *grown);
    if (!grown)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    r->objects = grown;
    r->objects[r->n_objects++] = *code;
    return capture_put_object(r->before.n_objects + r->n_objects, job, text, err);
}

enum status record_add(struct record *record, const struct device_job *job,
                       const struct capture_sum *code, double seconds, struct error *err)
{
    struct buffer text = {0};
    enum status status = put_object(record, job, code, &text, err);
    if (status == STATUS_OK)
        status = capture_put_launch(record->n_launches + 1, job, code, seconds, &text, err);
    if (status == STATUS_OK)
        status = append(record, &text, err);
    if (status == STATUS_OK)
        record->n_launches++;
    buffer_free(&text);
    return status;
}

enum status record_finish(struct record *record, struct error *err)
{
    struct buffer text = {0};
    unsigned char hash[crypto_hash_sha256_BYTES];
    struct capture_sum sum;
    crypto_hash_sha256_state copy = record->sum;
    crypto_hash_sha256_final(&copy, hash);
    sodium_bin2hex(sum.hex, sizeof sum.hex, hash, sizeof hash);
    capture_put_end(record->n_launches, &sum, &text);
    enum status status = append(record, &text, err);
    buffer_free(&text);
    if (status != STATUS_OK)
        return status;
    if (fsync(record->fd) != 0 || rename(record->part, record->path) != 0)
        return fail("write", record->path, errno, err);
    close(record->fd);
    record->fd = -1;
    return STATUS_OK;
}

void record_destroy(struct record *record)
{
    if (!record)
        return;
    if (record->fd >= 0) {
        if (record->n_launches == 0)
            unlink(record->part);
        close(record->fd);
    }
    capture_free(&record->before);
    free(record->objects);
    free(record->path);
    free(record->part);
    free(record);
}

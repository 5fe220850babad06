#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static enum status fail(struct error *err, const char *verb, const char *path, int code)
{
    return error_set(err, STATUS_FILE, "cannot %s %s: %s", verb, path, strerror(code));
}

enum status file_read(const char *path, size_t max_bytes, struct buffer *out, struct error *err)
{
    FILE *f = fopen(path, "rbe");
    if (!f)
        return fail(err, "read", path, errno);
    char chunk[65536];
    size_t n;
    while ((n = fread(chunk, 1, sizeof chunk, f)) > 0) {
        if (n > max_bytes - out->size) {
            fclose(f);
            return error_set(err, STATUS_FILE, "cannot read %s: longer than %zu bytes", path,
                             max_bytes);
        }
        buffer_append(out, chunk, n);
    }
    int code = ferror(f) ? errno : 0;
    fclose(f);
    if (code)
        return fail(err, "read", path, code);
    return buffer_check(out, err);
}

int file_write_all(int fd, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t n = write(fd, bytes, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return errno;
        bytes += n;
        size -= (size_t)n;
    }
    return 0;
}

/* Pipes, terminals and /dev/full cannot be replaced by a rename. */
static enum status write_in_place(const char *path, const void *bytes, size_t size,
                                  struct error *err)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return fail(err, "write", path, errno);
    int code = file_write_all(fd, bytes, size);
    if (close(fd) != 0 && !code)
        code = errno;
    return code ? fail(err, "write", path, code) : STATUS_OK;
}

enum status file_write(const char *path, const void *bytes, size_t size, struct error *err)
{
    struct stat st;
    bool exists = stat(path, &st) == 0;
    if (exists && S_ISDIR(st.st_mode)) /* rename would say what "/" and "." are in its own way */
        return fail(err, "write", path, EISDIR);
    if (exists && !S_ISREG(st.st_mode))
        return write_in_place(path, bytes, size, err);

    struct buffer temporary = {0};
    buffer_printf(&temporary, "%s.XXXXXX", path);
    if (buffer_check(&temporary, err) != STATUS_OK)
        return STATUS_NO_MEMORY;
    enum status status = STATUS_OK;
    int code = 0;
    int fd = mkostemp(temporary.data, O_CLOEXEC);
    if (fd < 0) {
        status = fail(err, "write", path, errno);
        goto out;
    }
    mode_t mask = umask(0);
    umask(mask);
    if (fchmod(fd, 0666 & ~mask) != 0)
        code = errno;
    if (!code)
        code = file_write_all(fd, bytes, size);
    if (close(fd) != 0 && !code)
        code = errno;
    if (!code && rename(temporary.data, path) != 0)
        code = errno;
    if (code) {
        unlink(temporary.data);
        status = fail(err, "write", path, code);
    }
out:
    buffer_free(&temporary);
    return status;
}

enum status file_make_directory(const char *path, struct error *err)
{
    if (!path[0])
        return fail(err, "create directory", path, ENOENT);
    char *copy = strdup(path);
    if (!copy)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    enum status status = STATUS_OK;
    for (char *p = copy + 1; status == STATUS_OK; p++) {
        if (*p != '/' && *p != 0)
            continue;
        char end = *p;
        *p = 0;
        struct stat st;
        if (mkdir(copy, 0777) != 0 && errno != EEXIST)
            status = fail(err, "create directory", copy, errno);
        else if (stat(copy, &st) != 0 || !S_ISDIR(st.st_mode))
            status = fail(err, "create directory", copy, ENOTDIR);
        *p = end;
        if (!end)
            break;
    }
    free(copy);
    return status;
}

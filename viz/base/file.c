#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static enum status fail(struct error *err, const char *verb, const char *path, int code)
{
    return error_set(err, STATUS_FILE, "cannot %s %s: %s", verb, path[0] ? path : "''",
                     strerror(code));
}

enum status file_read(const char *path, size_t max_bytes, struct buffer *out, struct error *err)
{
    FILE *f = fopen(path, "rbe");
    if (!f)
        return fail(err, "read", path, errno);
    char chunk[65536];
    size_t n;
    while (!out->failed && (n = fread(chunk, 1, sizeof chunk, f)) > 0) {
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

bool file_same(const char *a, const char *b)
{
    struct stat x, y;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && S_ISREG(x.st_mode) && x.st_dev == y.st_dev &&
           x.st_ino == y.st_ino;
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

/* What a process has open, by a name of it (proc(5)): /dev/stdout links there. */
static bool is_descriptor(const char *path)
{
    return !strncmp(path, "/dev/fd/", 8) || (!strncmp(path, "/proc/", 6) && strstr(path, "/fd/"));
}

/* One of our own goes on where it is: opening it would begin at its start. */
static int open_in_place(const char *path)
{
    int own;
    char rest;
    if (sscanf(path, "/dev/fd/%9d%c", &own, &rest) == 1 ||
        sscanf(path, "/proc/self/fd/%9d%c", &own, &rest) == 1)
        return fcntl(own, F_DUPFD_CLOEXEC, 0);
    return open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
}

/* Pipes, terminals and /dev/full cannot be replaced by a rename. 0, or errno. */
static int write_in_place(const char *path, const void *bytes, size_t size)
{
    int fd = open_in_place(path);
    if (fd < 0)
        return errno;
    int code = file_write_all(fd, bytes, size);
    if (close(fd) != 0 && !code)
        code = errno;
    return code;
}

/* Puts the file that a symbolic link leads to, there or not, in the link's place. 0, or errno. */
static int follow_links(struct buffer *path)
{
    enum { MOST = 40 }; /* Linux's own limit: path_resolution(7) */
    char target[PATH_MAX];
    for (int n = 0; n < MOST; n++) {
        ssize_t length = is_descriptor(path->data) ? -1 : readlink(path->data, target, PATH_MAX);
        if (length < 0) /* no link: whatever else is wrong will be said by who opens it */
            return 0;
        if (length == PATH_MAX)
            return ENAMETOOLONG;
        const char *slash = strrchr(path->data, '/');
        path->size = target[0] != '/' && slash ? (size_t)(slash + 1 - path->data) : 0;
        buffer_append(path, target, (size_t)length);
        if (path->failed)
            return ENOMEM;
    }
    return ELOOP;
}

/* A temporary file beside it, renamed when it is whole. 0, or errno. */
static int replace(const char *path, mode_t mode, const void *bytes, size_t size)
{
    struct buffer temporary = {0};
    buffer_printf(&temporary, "%s.XXXXXX", path);
    int code = temporary.failed ? ENOMEM : 0;
    int fd = code ? -1 : mkostemp(temporary.data, O_CLOEXEC);
    if (!code && fd < 0)
        code = errno;
    if (fd >= 0) {
        if (fchmod(fd, mode) != 0)
            code = errno;
        if (!code)
            code = file_write_all(fd, bytes, size);
        if (close(fd) != 0 && !code)
            code = errno;
        if (!code && rename(temporary.data, path) != 0)
            code = errno;
        if (code)
            unlink(temporary.data);
    }
    buffer_free(&temporary);
    return code;
}

enum status file_write(const char *path, const void *bytes, size_t size, struct error *err)
{
    struct buffer real = {0};
    struct stat st;
    buffer_puts(&real, path);
    if (buffer_check(&real, err) != STATUS_OK)
        return STATUS_NO_MEMORY;
    mode_t mask = umask(0);
    umask(mask);
    int code = follow_links(&real);
    bool exists = !code && stat(real.data, &st) == 0;
    if (exists && S_ISDIR(st.st_mode)) /* rename would say what "/" and "." are in its own way */
        code = EISDIR;
    else if (exists && eaccess(real.data, W_OK) != 0) /* rename would not ask */
        code = errno;
    else if (exists && (!S_ISREG(st.st_mode) || is_descriptor(real.data)))
        code = write_in_place(real.data, bytes, size);
    else if (!code)
        code = replace(real.data, exists ? st.st_mode & 0777 : 0666 & ~mask, bytes, size);
    buffer_free(&real);
    return code ? fail(err, "write", path, code) : STATUS_OK;
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

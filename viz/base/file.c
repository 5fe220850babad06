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

/* A file on its way to where it belongs. */
struct target {
    struct buffer real;      /* links followed */
    struct buffer temporary; /* beside it; empty: there is none */
    bool in_place;
    mode_t mode;
};

/* Finds out where and how `path` is written. 0, or errno. */
static int find_target(const char *path, mode_t mask, struct target *t)
{
    struct stat st;
    buffer_puts(&t->real, path);
    int code = t->real.failed ? ENOMEM : follow_links(&t->real);
    if (code)
        return code;
    bool exists = stat(t->real.data, &st) == 0;
    if (exists && S_ISDIR(st.st_mode)) /* rename would say what "/" and "." are in its own way */
        return EISDIR;
    if (exists && eaccess(t->real.data, W_OK) != 0) /* rename would not ask */
        return errno;
    t->in_place = exists && (!S_ISREG(st.st_mode) || is_descriptor(t->real.data));
    t->mode = exists ? st.st_mode & 0777 : 0666 & ~mask;
    return 0;
}

/* Writes the temporary file, if there is to be one. 0, or errno. */
static int stage(struct target *t, const struct file_part *part)
{
    if (t->in_place)
        return 0;
    buffer_printf(&t->temporary, "%s.XXXXXX", t->real.data);
    if (t->temporary.failed) {
        t->temporary.size = 0;
        return ENOMEM;
    }
    int fd = mkostemp(t->temporary.data, O_CLOEXEC);
    if (fd < 0) {
        t->temporary.size = 0;
        return errno;
    }
    int code = fchmod(fd, t->mode) != 0 ? errno : 0;
    if (!code)
        code = file_write_all(fd, part->bytes, part->size);
    if (close(fd) != 0 && !code)
        code = errno;
    return code;
}

static int finish(struct target *t, const struct file_part *part)
{
    if (t->in_place)
        return write_in_place(t->real.data, part->bytes, part->size);
    if (rename(t->temporary.data, t->real.data) != 0)
        return errno;
    t->temporary.size = 0;
    return 0;
}

enum status file_write_together(const struct file_part *parts, int n_parts, struct error *err)
{
    struct target targets[FILE_MOST_TOGETHER] = {0};
    mode_t mask = umask(0);
    umask(mask);
    int code = 0, n = 0;
    for (n = 0; !code && n < n_parts; n++) {
        code = find_target(parts[n].path, mask, &targets[n]);
        if (!code)
            code = stage(&targets[n], &parts[n]);
    }
    if (!code)
        for (n = 0; !code && n < n_parts; n++)
            code = finish(&targets[n], &parts[n]);
    for (int t = 0; t < n_parts; t++) {
        if (targets[t].temporary.size)
            unlink(targets[t].temporary.data);
        buffer_free(&targets[t].temporary);
        buffer_free(&targets[t].real);
    }
    return code ? fail(err, "write", parts[n - 1].path, code) : STATUS_OK;
}

enum status file_write(const char *path, const void *bytes, size_t size, struct error *err)
{
    return file_write_together(&(struct file_part){path, bytes, size}, 1, err);
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

/* Whole files in and out. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include "base/buffer.h"

/* Reads all of `path` into the empty buffer `out`. A directory, an unreadable file and one longer
 * than `max_bytes` are STATUS_FILE with path and reason. */
enum status file_read(const char *path, size_t max_bytes, struct buffer *out, struct error *err);

/* Writes `size` bytes to `path` so that a reader sees the old file or the whole new one: a
 * temporary file in the same directory, then renamed. It keeps the older one's permissions, and
 * needs that one to be writable. A symbolic link stays one: the file that it leads to is written. A
 * `path` that is a device, a pipe or an open file (/dev/stdout) is written in place. On failure
 * nothing is left behind and an older file is untouched. */
enum status file_write(const char *path, const void *bytes, size_t size, struct error *err);

/* Several files that belong together, as file_write does each: none is put in its place before all
 * are written, so that a full disk leaves all older ones. At most FILE_MOST_TOGETHER. */
enum { FILE_MOST_TOGETHER = 2 };
struct file_part {
    const char *path;
    const void *bytes;
    size_t size;
};
enum status file_write_together(const struct file_part *parts, int n_parts, struct error *err);

/* Whether both names lead to one regular file, which is there. */
bool file_same(const char *a, const char *b);

/* Writes all of it to a descriptor; 0, or errno. */
int file_write_all(int fd, const char *bytes, size_t size);

/* Creates the directory and its missing parents, as `mkdir -p`. */
enum status file_make_directory(const char *path, struct error *err);

#endif

#include "base/origin.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The directory of the running program. The program asks the kernel and not the dynamic linker:
 * $ORIGIN in dlopen is the caller's directory, and under a sanitizer the caller is its library. */
static enum status program_directory(char path[ORIGIN_PATH_BYTES], struct error *err)
{
    ssize_t n = readlink("/proc/self/exe", path, ORIGIN_PATH_BYTES);
    if (n < 0)
        return error_set(err, STATUS_FILE, "cannot read /proc/self/exe: %s", strerror(errno));
    if (n >= ORIGIN_PATH_BYTES)
        return error_set(err, STATUS_FILE, "the program's own path is too long");
    path[n] = 0;
    char *slash = strrchr(path, '/');
    if (slash)
        *slash = 0;
    return STATUS_OK;
}

enum status origin_library(const char *name, char path[ORIGIN_PATH_BYTES], struct error *err)
{
    static const char *const places[] = {"../lib/smfviz", "../lib"};
    char directory[ORIGIN_PATH_BYTES];
    enum status status = program_directory(directory, err);
    if (status != STATUS_OK)
        return status;
    for (size_t n = 0; n < sizeof places / sizeof places[0]; n++) {
        int length = snprintf(path, ORIGIN_PATH_BYTES, "%s/%s/%s", directory, places[n], name);
        if (length < ORIGIN_PATH_BYTES && access(path, R_OK) == 0)
            return STATUS_OK;
    }
    return error_set(err, STATUS_FILE, "%s is neither in %s/%s nor in %s/%s", name, directory,
                     places[0], directory, places[1]);
}

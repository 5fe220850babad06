/* Code objects of the build, for tests: $(BUILD)/kernels and $(BUILD)/tests/kernels. */
#ifndef TESTS_CODEOBJ_H
#define TESTS_CODEOBJ_H

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <criterion/criterion.h>

#include "base/file.h"
#include "emu/codeobj.h"

/* `name` relative to the build directory, "tests/kernels/loader.co"; this program is
 * BUILD/tests/unit/emu/test_x. Free with buffer_free. */
static inline struct buffer build_file(const char *name)
{
    char program[PATH_MAX], path[PATH_MAX + 64];
    ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    cr_assert(n > 0);
    program[n] = 0;
    for (int up = 0; up < 4; up++)
        *strrchr(program, '/') = 0;
    snprintf(path, sizeof path, "%s/%s", program, name);
    struct buffer file = {0};
    struct error err = {0};
    cr_assert_eq(file_read(path, 1 << 30, &file, &err), STATUS_OK, "%s", err.text);
    return file;
}

static inline struct emu_codeobj *load_object(const char *name)
{
    struct buffer file = build_file(name);
    struct emu_codeobj *object = NULL;
    struct error err = {0};
    cr_assert_eq(emu_codeobj_load(file.data, file.size, &object, &err), STATUS_OK, "%s: %s", name,
                 err.text);
    buffer_free(&file); /* the object must not need it */
    return object;
}

#endif

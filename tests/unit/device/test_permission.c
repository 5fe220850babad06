/* The hint for users who may not open the device files. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "device/permission.h"

enum { NOBODY = 65534 };

static void create(const char *path)
{
    FILE *f = fopen(path, "w");
    cr_assert(f != NULL, "%s", path);
    fclose(f);
}

/* A /dev of the test's own; the superuser may open everything, so it becomes somebody else. */
static void make_dev(const char *path)
{
    char name[256];
    cr_assert(mkdir(path, 0755) == 0);
    snprintf(name, sizeof name, "%s/dri", path);
    cr_assert(mkdir(name, 0755) == 0);
    snprintf(name, sizeof name, "%s/kfd", path);
    create(name);
    snprintf(name, sizeof name, "%s/dri/renderD128", path);
    create(name);
    cr_assert(chmod(name, 0666) == 0);
}

Test(permission, names_the_file_that_may_not_be_opened)
{
    char directory[] = "/tmp/test_permission.XXXXXX", dev[64], kfd[96], render[96];
    char text[PERMISSION_BYTES];
    cr_assert(mkdtemp(directory) != NULL && chmod(directory, 0755) == 0);
    snprintf(dev, sizeof dev, "%s/dev", directory);
    cr_expect_str_empty(permission_hint(dev, text), "there is no such directory");
    make_dev(dev);
    snprintf(kfd, sizeof kfd, "%s/kfd", dev);
    snprintf(render, sizeof render, "%s/dri/renderD128", dev);

    uid_t own = geteuid();
    cr_assert(chmod(kfd, 0666) == 0);
    cr_expect_str_empty(permission_hint(dev, text), "both may be opened: '%s'", text);
    cr_assert(chmod(kfd, 0444) == 0); /* to read alone is not enough */
    if (own == 0)
        cr_assert(seteuid(NOBODY) == 0);
    permission_hint(dev, text);
    cr_expect(strncmp(text, "; ", 2) == 0 && strstr(text, "/dev/kfd: Permission denied"), "'%s'",
              text);
    cr_expect(strstr(text, "in its group, ") != NULL, "'%s'", text);
    cr_assert(seteuid(own) == 0);

    cr_assert(chmod(kfd, 0666) == 0 && chmod(render, 0) == 0);
    if (own == 0)
        cr_assert(seteuid(NOBODY) == 0);
    permission_hint(dev, text);
    cr_expect(strstr(text, "/dev/dri/renderD128: Permission denied") != NULL, "'%s'", text);
    cr_assert(seteuid(own) == 0);

    unlink(kfd);
    unlink(render);
    snprintf(render, sizeof render, "%s/dri", dev);
    rmdir(render);
    rmdir(dev);
    cr_expect(rmdir(directory) == 0);
}

#include "device/permission.h"

#include <errno.h>
#include <glob.h>
#include <grp.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Text only where the file is there and refuses itself to this user. */
static bool refuses(const char *path, char text[PERMISSION_BYTES])
{
    struct stat st;
    if (stat(path, &st) != 0 || eaccess(path, R_OK | W_OK) == 0 || errno != EACCES)
        return false;
    const struct group *group = getgrgid(st.st_gid);
    snprintf(text, PERMISSION_BYTES, "; %s: %s (is this user in its group, %s?)", path,
             strerror(EACCES), group ? group->gr_name : "which has no name");
    return true;
}

/* The runtime opens the compute driver's /dev/kfd and a render node a device, for reading and
 * writing; distributions give both to the groups render and video (ROCm's installation
 * prerequisites, "Setting permissions for groups"). It then reports no device, as if there was
 * none. */
const char *permission_hint(const char *dev, char text[PERMISSION_BYTES])
{
    static const char *const names[] = {"kfd", "dri/renderD*"};
    bool refused = false;
    text[0] = 0;
    for (size_t n = 0; n < sizeof names / sizeof names[0] && !refused; n++) {
        char pattern[PERMISSION_BYTES];
        glob_t found = {0};
        snprintf(pattern, sizeof pattern, "%s/%s", dev, names[n]);
        if (glob(pattern, 0, NULL, &found) == 0)
            for (size_t f = 0; f < found.gl_pathc && !refused; f++)
                refused = refuses(found.gl_pathv[f], text);
        globfree(&found);
    }
    return text;
}

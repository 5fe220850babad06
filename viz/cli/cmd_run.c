/* smfviz run: another program, which finds the emulator where it looks for HIP. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/origin.h"
#include "cli/cli.h"

/* Puts the directory in which the emulator has HIP's names before all others that ld.so searches.
 */
static enum status prepend_library_path(const struct cli_options *options, struct error *err)
{
    char library[ORIGIN_PATH_BYTES];
    struct buffer path = {0};
    enum status status = origin_library("libsmfhip.so", library, err);
    if (status != STATUS_OK)
        return status;
    *strrchr(library, '/') = 0;
    const char *before = getenv("LD_LIBRARY_PATH");
    buffer_printf(&path, "%s/hip%s%s", library, before && before[0] ? ":" : "",
                  before ? before : "");
    status = buffer_check(&path, err);
    if (status == STATUS_OK && setenv("LD_LIBRARY_PATH", path.data, 1) != 0)
        status = error_set(err, STATUS_NO_MEMORY, "out of memory");
    if (status == STATUS_OK)
        cli_remark(options, "LD_LIBRARY_PATH=%s", path.data);
    buffer_free(&path);
    return status;
}

enum status cmd_run(const struct cli_options *options, struct error *err)
{
    enum smfhip_numerics numerics;
    if (options->n_arguments == 0)
        return error_set(err, STATUS_USAGE, "a program is missing");
    enum status status = cli_numerics(options->numerics, &numerics, err);
    if (status == STATUS_OK)
        status = prepend_library_path(options, err);
    if (status != STATUS_OK)
        return status;
    if (options->numerics)
        setenv("SMFHIP_NUMERICS", options->numerics, 1);
    execvp(options->arguments[0], options->arguments); /* argv's own NULL ends them */
    return error_set(err, STATUS_FILE, "cannot run '%s': %s", options->arguments[0],
                     strerror(errno));
}

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "cli/cli.h"

enum status cli_write_stdout(const struct buffer *data, struct error *err)
{
    enum status status = buffer_check(data, err);
    if (status != STATUS_OK)
        return status;
    for (size_t done = 0; done < data->size;) {
        ssize_t n = write(STDOUT_FILENO, data->data + done, data->size - done);
        if (n >= 0) {
            done += (size_t)n;
            continue;
        }
        if (errno == EPIPE) /* the reader has seen enough */
            return STATUS_OK;
        if (errno != EINTR)
            return error_set(err, STATUS_FILE, "cannot write stdout: %s", strerror(errno));
    }
    return STATUS_OK;
}

enum status cli_write(const struct cli_options *options, const struct buffer *data,
                      struct error *err)
{
    const char *path = options->output;
    if (!path || !strcmp(path, "-"))
        return cli_write_stdout(data, err);
    enum status status = buffer_check(data, err);
    return status == STATUS_OK ? file_write(path, data->data, data->size, err) : status;
}

enum status cli_check_output(const struct cli_options *options, struct error *err)
{
    static const char capture[] = "capture:";
    const char *output = options->output, *device = options->device;
    bool replays = strncmp(device, capture, strlen(capture)) == 0;
    const char *record = options->record ? options->record : options->resume;
    const char *const read[] = {options->a,
                                options->idx,
                                options->b,
                                options->dense,
                                options->pattern,
                                record,
                                replays ? device + strlen(capture) : NULL};
    if (!output)
        return STATUS_OK;
    bool lost = record && strcmp(record, output) == 0; /* not there yet */
    for (size_t n = 0; n < sizeof read / sizeof *read; n++)
        lost = lost || (read[n] && file_same(read[n], output));
    for (int n = 0; n < options->table.n; n++)
        lost = lost || file_same(options->table.text[n], output);
    for (int n = 0; n < options->n_arguments; n++)
        lost = lost || file_same(options->arguments[n], output);
    return lost ? error_set(err, STATUS_USAGE, "-o %s is a file that this run reads or records to",
                            output)
                : STATUS_OK;
}

bool cli_colour(int fd)
{
    const char *no = getenv("NO_COLOR"); /* no-color.org: any value but an empty one */
    return isatty(fd) && !(no && no[0]);
}

/* Names and files are quoted in messages: what would steer a terminal becomes '?'. */
void cli_complain(const struct cli_options *options, const char *text)
{
    fprintf(stderr, "smfviz%s%s: ", options->command ? " " : "",
            options->command ? options->command->name : "");
    for (; *text; text++)
        fputc(iscntrl((unsigned char)*text) && *text != '\n' ? '?' : *text, stderr);
    fputc('\n', stderr);
}

void cli_remark(const struct cli_options *options, const char *format, ...)
{
    if (!(options->given & CLI(VERBOSE)))
        return;
    va_list args;
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
}

/* smfviz: options in, exit code out. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"

/* 0 done and true, 1 a difference, 2 usage, 3 file or device, 4 unsupported or internal. */
static int exit_code(enum status status)
{
    switch (status) {
    case STATUS_OK:
        return 0;
    case STATUS_DIFFERS:
        return 1;
    case STATUS_USAGE:
        return 2;
    case STATUS_FILE:
    case STATUS_DEVICE:
        return 3;
    case STATUS_UNSUPPORTED:
    case STATUS_NO_MEMORY:
    case STATUS_INTERNAL:
        break;
    }
    return 4;
}

static enum status help_on(const struct cli_options *options, struct error *err)
{
    if (options->n_arguments == 0)
        return cli_help(NULL, err);
    const struct cli_command *command = cli_find_command(options->arguments[0]);
    if (command)
        return cli_help(command, err);
    return error_set(err, STATUS_USAGE, "no command '%s' to explain", options->arguments[0]);
}

static enum status dispatch(const struct cli_options *options, struct error *err)
{
    if (options->given & CLI(VERSION))
        return cli_version(err);
    if (options->given & CLI(HELP))
        return cli_help(options->command, err);
    if (!options->command)
        return error_set(err, STATUS_USAGE, "a command is missing ('smfviz help' lists them)");
    if (!options->command->run)
        return help_on(options, err);
    enum status status = cli_check_output(options, err);
    return status == STATUS_OK ? options->command->run(options, err) : status;
}

/* A file that is opened while stderr is closed would get its number, and our messages with it. What
 * is closed stays so to whoever uses it: neither can stdin be read nor the others be written. */
static void fill_standard_files(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd ? O_RDONLY : O_WRONLY) != fd)
            _exit(exit_code(STATUS_FILE));
}

int main(int argc, char **argv)
{
    fill_standard_files();
    signal(SIGPIPE, SIG_IGN); /* a closed pipe is then a failed write, which out.c knows */
    signal(SIGXFSZ, SIG_IGN); /* and so is a file beyond `ulimit -f`: its half is removed */
    /* Between launches the emulator's threads sleep. They would spin for the next one on a core
     * that the host's work needs; OpenMP reads this when the emulator is opened. */
    setenv("OMP_WAIT_POLICY", "passive", 0);
    struct cli_options options = {0};
    struct error err = {0};
    enum status status = cli_parse(argc, argv, &options, &err);
    if (status == STATUS_OK)
        status = dispatch(&options, &err);
    if (status != STATUS_OK && err.text[0])
        cli_complain(&options, err.text);
    return exit_code(status);
}

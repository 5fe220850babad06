#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"

enum { BAR_CELLS = 30 };
static const double PATIENCE_SECONDS = 0.5; /* shorter work shows no bar */

double cli_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void cli_progress_start(struct cli_progress *progress, const struct cli_options *options, int total)
{
    *progress = (struct cli_progress){
        .shown = isatty(STDERR_FILENO) && !(options->given & (CLI(QUIET) | CLI(VERBOSE))),
        .total = total,
        .start = cli_seconds(),
    };
}

void cli_progress_step(struct cli_progress *progress, const char *what)
{
    progress->done++;
    if (!progress->shown || cli_seconds() - progress->start < PATIENCE_SECONDS)
        return;
    progress->drawn = true;
    fprintf(stderr, "\r[");
    for (int cell = 0; cell < BAR_CELLS; cell++)
        fputc(cell * progress->total < progress->done * BAR_CELLS ? '#' : '.', stderr);
    fprintf(stderr, "] %d/%d %-40.40s", progress->done, progress->total, what);
    fflush(stderr);
}

void cli_progress_end(struct cli_progress *progress)
{
    if (progress->drawn)
        fprintf(stderr, "\r\033[K"); /* the line is empty again */
}

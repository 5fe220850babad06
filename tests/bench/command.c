#include "command.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static double seconds_of(struct timeval t) { return (double)t.tv_sec + 1e-6 * (double)t.tv_usec; }

static struct seconds run_and_see(char *const argv[], struct rusage *usage)
{
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    double start = clock_seconds(CLOCK_MONOTONIC);
    if (posix_spawn(&child, argv[0], &actions, NULL, argv, environ) != 0)
        stop("a command does not start");
    if (wait4(child, &status, 0, usage) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
        stop("a command failed");
    double wall = clock_seconds(CLOCK_MONOTONIC) - start;
    posix_spawn_file_actions_destroy(&actions);
    return (struct seconds){wall, seconds_of(usage->ru_utime) + seconds_of(usage->ru_stime)};
}

static struct seconds run(char *const argv[])
{
    struct rusage usage;
    return run_and_see(argv, &usage);
}

/* Linux counts it in units of 1,024 bytes. */
double command_peak_bytes(char *const argv[])
{
    struct rusage usage;
    run_and_see(argv, &usage);
    return 1024.0 * (double)usage.ru_maxrss;
}

struct seconds command_time_of(char *const argv[], int n)
{
    double *wall = calloc((size_t)n, sizeof *wall), *cpu = calloc((size_t)n, sizeof *cpu);
    if (!wall || !cpu)
        stop("out of memory");
    run(argv); /* files into the page cache */
    for (int r = 0; r < n; r++) {
        struct seconds seconds = run(argv);
        wall[r] = seconds.wall;
        cpu[r] = seconds.cpu;
    }
    struct seconds medians = {median_of(wall, n), median_of(cpu, n)};
    free(wall);
    free(cpu);
    return medians;
}

struct seconds command_time(char *const argv[]) { return command_time_of(argv, BENCH_RUNS); }

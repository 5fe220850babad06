/* What the measurements share: clocks and medians. */
#ifndef BENCH_CLOCK_H
#define BENCH_CLOCK_H

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Time on the wall, and of the processor in user and system mode: on a busy machine the first says
 * how long one waits, the second what it costs. */
struct seconds {
    double wall, cpu;
};

enum { BENCH_RUNS = 7 };

static inline double clock_seconds(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static inline struct seconds clock_now(void)
{
    return (struct seconds){clock_seconds(CLOCK_MONOTONIC),
                            clock_seconds(CLOCK_PROCESS_CPUTIME_ID)};
}

static inline struct seconds clock_since(struct seconds start)
{
    struct seconds now = clock_now();
    return (struct seconds){now.wall - start.wall, now.cpu - start.cpu};
}

static inline int compare_doubles(const void *x, const void *y)
{
    double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

/* Of n values, which are put in order. */
static inline double median_of(double *value, int n)
{
    qsort(value, (size_t)n, sizeof *value, compare_doubles);
    return value[n / 2];
}

static inline double median(double *value) { return median_of(value, BENCH_RUNS); }

static inline _Noreturn void stop(const char *what)
{
    fprintf(stderr, "bench: %s\n", what);
    exit(3);
}

#endif

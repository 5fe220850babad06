/* How long a command takes from its start to its end. */
#ifndef BENCH_COMMAND_H
#define BENCH_COMMAND_H

#include "clock.h"

/* Medians of BENCH_RUNS runs, each a new process whose files are in the page cache; its stdout is
 * thrown away. `argv` ends with NULL; a command that fails ends the benchmark. */
struct seconds command_time(char *const argv[]);

/* The same of n runs. */
struct seconds command_time_of(char *const argv[], int n);

/* The most memory that one run has at a time, in bytes. */
double command_peak_bytes(char *const argv[]);

#endif

/* make bench: how fast it is, as Markdown that docs/performance.md takes as it comes.
 *
 * Everything is measured in one run, in turn with the limit that it stands beside, because a
 * machine has other work and other clocks an hour later. Values are medians of BENCH_RUNS.
 *
 *   bench BUILD
 */
#include <dirent.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command.h"
#include "loops.h"
#include "packing.h"
#include "peak.h"

enum { PATH_BYTES = 4096 };

static void path_in(char *path, const char *build, const char *rest)
{
    if (snprintf(path, PATH_BYTES, "%s/%s", build, rest) >= PATH_BYTES)
        stop("the path of the build is too long");
}

/* The machine. */

/* What /proc/cpuinfo calls the processor, which is "unknown" on architectures that name none. */
static void print_processor(void)
{
    char line[512], *model = NULL;
    FILE *file = fopen("/proc/cpuinfo", "r");
    while (file && !model && fgets(line, sizeof line, file)) {
        if (!strncmp(line, "model name", 10) && (model = strchr(line, ':')))
            model[strcspn(model, "\n")] = 0;
    }
    printf("Processor: %s, %ld cores in use", model ? model + 2 : "unknown",
           sysconf(_SC_NPROCESSORS_ONLN));
    if (file)
        fclose(file);
    double load;
    if (getloadavg(&load, 1) == 1)
        printf(", load when it began %.1f", load);
    printf(".\n\n");
}

/* Commands. */

static void print_command(const char *name, struct seconds took, struct seconds floor)
{
    printf("| `%s` | %.2f | %.1f | %.3f | %.3f | %.3f | %.3f |\n", name, took.wall,
           took.cpu / floor.cpu, took.wall, took.cpu, floor.wall, floor.cpu);
}

static void print_commands(const char *build)
{
    char smfviz[PATH_BYTES], figures[PATH_BYTES], emulator[PATH_BYTES];
    path_in(smfviz, build, "bin/smfviz");
    path_in(figures, build, "bench/figures/");
    path_in(emulator, build, "lib/libsmfhip.so");
    setenv("SMFVIZ_HIP", emulator, 1); /* so that `devices` opens no other HIP library */
    char *const devices[] = {smfviz, "devices", NULL};
    char *const check[] = {smfviz, "check", "--all", NULL};
    char *const one_check[] = {smfviz, "check", "f32_16x16x32_f16", "--abid", "0", NULL};
    char *const render[] = {smfviz, "render", "--all", "-o", figures, NULL};
    char *const one_figure[] = {smfviz,  "render", "f32_16x16x32_f16", "--operand", "cd", "-o",
                                figures, NULL};
    struct seconds start = command_time(devices);
    printf("| command | of the aim, 1 s | times the floor, processor time | wall s | processor s | "
           "floor wall s | floor processor s |\n|---|---|---|---|---|---|---|\n");
    print_command("check f32_16x16x32_f16 --abid 0", command_time(one_check), start);
    print_command("check --all", command_time(check), start);
    print_command("render, one figure", command_time(one_figure), start);
    print_command("render --all", command_time(render), start);
    printf("\nThe floor is `smfviz devices`: a process that opens the emulator with LLVM's "
           "library and runs nothing.\n\n");
}

/* Cold queries: what a new process costs to answer one, beside one that does nothing. */

enum { N_QUERIES = 1000 };

static void print_query(const char *text, const char *smfviz, const char *what,
                        struct seconds floor)
{
    char *const query[] = {(char *)smfviz, "query", "f32_16x16x64_fp8_fp8", (char *)what, NULL};
    struct seconds took = command_time_of(query, N_QUERIES);
    printf("| `%s` | %.2f | %.1f | %.2f | %.2f | %.2f | %.2f |\n", text, took.wall / 5e-3,
           took.wall / floor.wall, 1e3 * took.wall, 1e3 * took.cpu, 1e3 * floor.wall,
           1e3 * floor.cpu);
}

static void print_queries(const char *build)
{
    char smfviz[PATH_BYTES];
    char *const nothing[] = {"/bin/true", NULL};
    path_in(smfviz, build, "bin/smfviz");
    struct seconds floor = command_time_of(nothing, N_QUERIES);
    printf(
        "| command, %d times | of the aim, 5 ms | times the floor, wall | wall ms | processor ms "
        "| floor wall ms | floor processor ms |\n|---|---|---|---|---|---|---|\n",
        N_QUERIES);
    print_query("query f32_16x16x64_fp8_fp8 D,5,7", smfviz, "D,5,7", floor);
    print_query("query f32_16x16x64_fp8_fp8 b:v3,19", smfviz, "b:v3,19", floor);
    printf("\nEach is a new process; values are medians of %d. The floor is `/bin/true`.\n\n",
           N_QUERIES);
}

/* Loops. */

/* One loop on one core or on all: a value for each run, then medians. */
struct samples {
    double per_cpu[BENCH_RUNS], per_wall[BENCH_RUNS];
};

static void add_sample(struct samples *s, int run, double n, struct seconds seconds)
{
    s->per_cpu[run] = n / seconds.cpu;
    s->per_wall[run] = n / seconds.wall;
}

/* What a row of the table says about a loop. */
struct subject {
    const char *name;
    enum loop loop;
    double (*count)(const struct loop_run *); /* what its rate is of */
    double aim;                               /* a second and core; 0: none */
    double per_count;                         /* how much of the limit one of them is at least */
    bool of_copy;                             /* beside bytes copied, not beside FMAs */
};

static double instructions(const struct loop_run *r) { return r->instructions; }
static double smfmacs(const struct loop_run *r) { return r->smfmacs; }
static double lds_bytes(const struct loop_run *r) { return r->lds_bytes; }

/* 64 lanes an instruction; an SMFMAC 16x16x64 multiplies 16 * 16 * 32 stored values of A. */
static const struct subject subjects[] = {
    {"FMA loop, wave instructions", FMA_LOOP, instructions, 20e6, 64, false},
    {"LDS loop, wave instructions", LDS_LOOP, instructions, 20e6, 64, false},
    {"LDS loop, bytes", LDS_LOOP, lds_bytes, 0, 1, true},
    {"fp8 SMFMAC 16x16x64, mi300", SMFMAC_MI300_LOOP, smfmacs, 1e6, 16 * 16 * 32, false},
    {"fp8 SMFMAC 16x16x64, fma", SMFMAC_FMA_LOOP, smfmacs, 0, 16 * 16 * 32, false},
};
enum { N_SUBJECTS = sizeof subjects / sizeof subjects[0] };

struct measured {
    double fmas[BENCH_RUNS], copy[BENCH_RUNS];
    struct samples one[N_SUBJECTS], all[N_SUBJECTS];
};

static void measure(struct loops *loops, int n_cores, int run, struct measured *m)
{
    struct loop_run one[N_LOOPS], all[N_LOOPS];
    m->fmas[run] = peak_fmas();
    m->copy[run] = peak_copy_bytes();
    for (int l = 0; l < N_LOOPS; l++) {
        one[l] = loops_run(loops, (enum loop)l, 1);
        all[l] = loops_run(loops, (enum loop)l, n_cores);
    }
    for (int n = 0; n < N_SUBJECTS; n++) {
        const struct subject *s = &subjects[n];
        add_sample(&m->one[n], run, s->count(&one[s->loop]), one[s->loop].seconds);
        add_sample(&m->all[n], run, s->count(&all[s->loop]), all[s->loop].seconds);
    }
}

static void print_subject(const struct subject *s, double limit, struct samples *one,
                          struct samples *all)
{
    double rate = median(one->per_cpu);
    printf("| %s | %.3f | ", s->name, rate * s->per_count / limit);
    if (s->aim > 0)
        printf("%.2f", rate / s->aim);
    printf(" | %.4g | %.4g | %.4g | %.4g |\n", rate / 1e6, median(one->per_wall) / 1e6,
           median(all->per_cpu) / 1e6, median(all->per_wall) / 1e6);
}

static void print_loops(const char *build)
{
    static struct measured m;
    char code_object[PATH_BYTES];
    int n_cores = (int)sysconf(_SC_NPROCESSORS_ONLN);
    path_in(code_object, build, "tests/bench/loops.co");
    struct loops *loops = loops_create(code_object);
    for (int run = 0; run < BENCH_RUNS; run++)
        measure(loops, n_cores, run, &m);
    loops_destroy(loops);
    double fmas = median(m.fmas), copy = median(m.copy);
    printf("Limits of one core: %.1f thousand million f32 FMAs a second (%s, %d independent sums "
           "in registers), %.1f thousand million bytes a second read and written by copying within "
           "the first-level cache.\n\n",
           fmas / 1e9, peak_find().vectors, PEAK_CHAINS, copy / 1e9);
    printf("| loop | of the core's limit | of the aim | million a second of processor time, one "
           "core | ... of wall time | all cores, a core and second of processor time | all cores, "
           "wall time |\n|---|---|---|---|---|---|---|\n");
    for (int n = 0; n < N_SUBJECTS; n++)
        print_subject(&subjects[n], subjects[n].of_copy ? copy : fmas, &m.one[n], &m.all[n]);
    printf("\n");
}

/* Whole products. */

static void print_gemms(const char *build)
{
    char smfviz[PATH_BYTES];
    static char mi300[] = "mi300", fma[] = "fma";
    char *numerics[] = {mi300, fma};
    struct seconds took[2];
    double peak[2];
    path_in(smfviz, build, "bin/smfviz");
    for (int n = 0; n < 2; n++) {
        char *const gemm[] = {smfviz,      "gemm",     "f32_16x16x64_fp8_fp8",
                              "-q",        "--m",      "1024",
                              "--n",       "1024",     "--k",
                              "1024",      "--kernel", "tiled",
                              "--pattern", "random",   "--numerics",
                              numerics[n], NULL};
        took[n] = command_time_of(gemm, 3);
        peak[n] = command_peak_bytes(gemm);
    }
    printf(
        "| 1024x1024x1024 fp8 GEMM, tiled, judged | of the aim, 3 s | of the aim, 200 MB | times "
        "fma | wall s | processor s | peak MB |\n|---|---|---|---|---|---|---|\n");
    for (int n = 0; n < 2; n++)
        printf("| %s | %.2f | %.2f | %.2f | %.3f | %.3f | %.0f |\n", numerics[n], took[n].wall / 3,
               peak[n] / 200e6, took[n].wall / took[1].wall, took[n].wall, took[n].cpu,
               peak[n] / 1e6);
    printf("\n");
}

/* Packing. */

static void print_packing_of(const char *name, enum pack_type from, enum pack_type to)
{
    double pack[BENCH_RUNS], copy[BENCH_RUNS];
    struct packing *packing = packing_create(from, to);
    double bytes = packing_bytes(packing);
    for (int run = 0; run < BENCH_RUNS; run++) {
        pack[run] = bytes / packing_compress(packing).cpu;
        copy[run] = bytes / packing_copy(packing).cpu;
    }
    packing_destroy(packing);
    double rate = median(pack), limit = median(copy);
    printf("| %s | %.3f | %.3f | %.3f |\n", name, rate / limit, rate / 1e9, limit / 1e9);
}

static void print_packing(void)
{
    printf(
        "| packing, one core | of copying the same bytes | thousand million dense bytes a second | "
        "... copied |\n|---|---|---|---|\n");
    print_packing_of("fp8 codes", PACK_E4M3FNUZ, PACK_E4M3FNUZ);
    print_packing_of("f16", PACK_F16, PACK_F16);
    print_packing_of("f32, rounded to fp8 first", PACK_F32, PACK_E4M3FNUZ);
    printf("\n");
}

/* Figures. */

static int is_svg(const struct dirent *entry) { return strstr(entry->d_name, ".svg") != NULL; }

static void print_figures(const char *build)
{
    char directory[PATH_BYTES], path[2 * PATH_BYTES];
    struct dirent **entry;
    struct stat file;
    path_in(directory, build, "bench/figures");
    int n_figures = scandir(directory, &entry, is_svg, alphasort);
    if (n_figures <= 0)
        stop("there are no figures");
    printf("| figure | of the aim, 150,000 bytes | bytes |\n|---|---|---|\n");
    for (int n = 0; n < n_figures; n++) {
        snprintf(path, sizeof path, "%s/%s", directory, entry[n]->d_name);
        if (stat(path, &file) != 0)
            stop("a figure cannot be read");
        printf("| %s | %.2f | %lld |\n", entry[n]->d_name, (double)file.st_size / 150000,
               (long long)file.st_size);
        free(entry[n]);
    }
    free(entry);
}

int main(int argc, char **argv)
{
    if (argc != 2)
        stop("usage: bench BUILD");
    print_processor();
    print_commands(argv[1]);
    print_queries(argv[1]);
    print_loops(argv[1]);
    print_gemms(argv[1]);
    print_packing();
    print_figures(argv[1]);
    return fclose(stdout) ? 3 : 0;
}

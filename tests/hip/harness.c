/* See harness.h. A process a test; what a test says goes to stdout with kernel and level before it.
 */
#include "harness.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime.h"

enum { MISMATCHES_SHOWN = 5 };

struct run {
    const char *level, *kernel;
    hipModule_t module;
    uint64_t seed;
    size_t n_compared, n_wrong;
};

#define TRY(run, call) tried(run, call, #call)

static void tried(const struct run *run, hipError_t error, const char *what)
{
    if (error == hipSuccess)
        return;
    const char *end = strchr(what, '(');
    printf("%s %s: %.*s: %s\n", run->kernel, run->level, (int)(end - what), what,
           hipGetErrorString(error));
    exit(1);
}

void *room(struct run *run, size_t bytes)
{
    void *device;
    TRY(run, hipMalloc(&device, bytes));
    TRY(run, hipMemset(device, 0xa5, bytes));
    return device;
}

void put(struct run *run, void *device, const void *from, size_t bytes)
{
    TRY(run, hipMemcpy(device, from, bytes, hipMemcpyHostToDevice));
}

void *give(struct run *run, const void *data, size_t bytes)
{
    void *device = room(run, bytes);
    put(run, device, data, bytes);
    return device;
}

void *variable(struct run *run, const char *name, size_t bytes)
{
    hipDeviceptr_t device;
    size_t size;
    TRY(run, hipModuleGetGlobal(&device, &size, run->module, name));
    want_true(run, size == bytes, "size of a variable", 0);
    return device;
}

void fetch(struct run *run, void *to, const void *device, size_t bytes)
{
    TRY(run, hipMemcpy(to, device, bytes, hipMemcpyDeviceToHost));
}

void launch(struct run *run, struct size groups, struct size block, unsigned lds_bytes,
            void **arguments)
{
    hipFunction_t function;
    TRY(run, hipModuleGetFunction(&function, run->module, run->kernel));
    TRY(run, hipModuleLaunchKernel(function, groups.x, groups.y, groups.z, block.x, block.y,
                                   block.z, lds_bytes, NULL, arguments, NULL));
    TRY(run, hipDeviceSynchronize());
}

/* Comparing. */

static void mismatch(struct run *run, size_t element, const char *expected, const char *got)
{
    if (run->n_wrong++ < MISMATCHES_SHOWN)
        printf("%s %s: element %zu: expected %s, got %s\n", run->kernel, run->level, element,
               expected, got);
}

void want_true(struct run *run, int claim, const char *what, size_t element)
{
    run->n_compared++;
    if (!claim)
        mismatch(run, element, what, "something else");
}

/* Integers of any width, compared and shown as unsigned ones, or as signed ones. */
#define WANT_INTEGER(name, type, format)                                                           \
    void name(struct run *run, const void *device, const type *expected, size_t n)                 \
    {                                                                                              \
        type *got = malloc(n * sizeof *got);                                                       \
        fetch(run, got, device, n * sizeof *got);                                                  \
        for (size_t i = 0; i < n; i++) {                                                           \
            char expected_text[40], got_text[40];                                                  \
            run->n_compared++;                                                                     \
            if (got[i] == expected[i])                                                             \
                continue;                                                                          \
            snprintf(expected_text, sizeof expected_text, format, expected[i]);                    \
            snprintf(got_text, sizeof got_text, format, got[i]);                                   \
            mismatch(run, i, expected_text, got_text);                                             \
        }                                                                                          \
        free(got);                                                                                 \
    }
WANT_INTEGER(want_u8, uint8_t, "0x%02" PRIx8)
WANT_INTEGER(want_u16, uint16_t, "0x%04" PRIx16)
WANT_INTEGER(want_u32, uint32_t, "0x%08" PRIx32)
WANT_INTEGER(want_i32, int32_t, "%" PRId32)
WANT_INTEGER(want_u64, uint64_t, "0x%016" PRIx64)

/* Floats by their bits; `magnitude` above `infinity` is a NaN. */
#define WANT_FLOAT(name, type, bits_type, infinity, format)                                        \
    void name(struct run *run, const void *device, const type *expected, size_t n)                 \
    {                                                                                              \
        const bits_type sign = (bits_type)((bits_type)1 << (8 * sizeof(bits_type) - 1));           \
        bits_type *got = malloc(n * sizeof *got);                                                  \
        fetch(run, got, device, n * sizeof *got);                                                  \
        for (size_t i = 0; i < n; i++) {                                                           \
            char expected_text[40], got_text[40];                                                  \
            bits_type want;                                                                        \
            memcpy(&want, &expected[i], sizeof want);                                              \
            run->n_compared++;                                                                     \
            if (got[i] == want || ((got[i] & ~sign) > infinity && (want & ~sign) > infinity))      \
                continue;                                                                          \
            snprintf(expected_text, sizeof expected_text, format, want);                           \
            snprintf(got_text, sizeof got_text, format, got[i]);                                   \
            mismatch(run, i, expected_text, got_text);                                             \
        }                                                                                          \
        free(got);                                                                                 \
    }
WANT_FLOAT(want_f16, uint16_t, uint16_t, 0x7c00, "f16 0x%04" PRIx16)
WANT_FLOAT(want_bf16, uint16_t, uint16_t, 0x7f80, "bf16 0x%04" PRIx16)
WANT_FLOAT(want_f32, float, uint32_t, 0x7f800000u, "f32 0x%08" PRIx32)
WANT_FLOAT(want_f64, double, uint64_t, 0x7ff0000000000000u, "f64 0x%016" PRIx64)

static void want_near(struct run *run, size_t element, double got, double expected, double relative,
                      double absolute)
{
    char expected_text[60], got_text[40];
    run->n_compared++;
    if (isnan(expected) ? isnan(got) : got == expected)
        return;
    if (fabs(got - expected) <= relative * fabs(expected) + absolute && isfinite(expected))
        return;
    snprintf(expected_text, sizeof expected_text, "about %.17g", expected);
    snprintf(got_text, sizeof got_text, "%.17g", got);
    mismatch(run, element, expected_text, got_text);
}

void want_f32_near(struct run *run, const void *device, const double *expected, size_t n,
                   double relative, double absolute)
{
    float *got = malloc(n * sizeof *got);
    fetch(run, got, device, n * sizeof *got);
    for (size_t i = 0; i < n; i++)
        want_near(run, i, (double)got[i], expected[i], relative, absolute);
    free(got);
}

void want_f64_near(struct run *run, const void *device, const double *expected, size_t n,
                   double relative, double absolute)
{
    double *got = malloc(n * sizeof *got);
    fetch(run, got, device, n * sizeof *got);
    for (size_t i = 0; i < n; i++)
        want_near(run, i, got[i], expected[i], relative, absolute);
    free(got);
}

/* Numbers. */

/* splitmix64 */
uint64_t random_u64(struct run *run)
{
    uint64_t z = run->seed += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

uint32_t random_u32(struct run *run) { return (uint32_t)(random_u64(run) >> 32); }

void random_u32s(struct run *run, uint32_t *numbers, size_t n)
{
    for (size_t i = 0; i < n; i++)
        numbers[i] = random_u32(run);
}

float float_of(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

uint32_t bits_of(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

double double_of(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

uint64_t bits_of_double(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* Running. */

/* The test itself, in its own process. */
static int run_test(const struct kernel_test *test, const char *level, const char *path)
{
    struct run run = {.level = level, .kernel = test->kernel, .seed = 20240229};
    TRY(&run, hipInit(0));
    TRY(&run, hipModuleLoad(&run.module, path));
    test->test(&run);
    if (run.n_wrong)
        printf("%s %s: %zu of %zu are wrong\n", run.kernel, level, run.n_wrong, run.n_compared);
    if (!run.n_compared)
        printf("%s %s: nothing was compared\n", run.kernel, level);
    TRY(&run, hipModuleUnload(run.module));
    return run.n_wrong || !run.n_compared;
}

static int run_apart(const struct kernel_test *test, const char *level, const char *path)
{
    int status;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0)
        exit(run_test(test, level, path));
    if (child < 0 || waitpid(child, &status, 0) < 0) {
        perror("fork");
        return 1;
    }
    if (WIFSIGNALED(status))
        printf("%s %s: ended by signal %d\n", test->kernel, level, WTERMSIG(status));
    return status != 0;
}

int run_subjects(const struct subject *const *subjects, const char *directory, const char *only)
{
    static const char *const levels[] = {"O0", "O1", "O2", "O3", NULL};
    int n_passed = 0, n_failed = 0;
    for (; *subjects; subjects++)
        for (const struct kernel_test *test = (*subjects)->tests; test->kernel; test++)
            for (const char *const *level = levels; *level; level++) {
                char path[4096];
                if (only && strcmp(only, test->kernel) != 0)
                    continue;
                snprintf(path, sizeof path, "%s/%s/%s.co", directory, *level,
                         (*subjects)->code_object);
                if (run_apart(test, *level, path))
                    n_failed++;
                else
                    n_passed++;
            }
    printf("%d passed, %d failed\n", n_passed, n_failed);
    return n_failed || !n_passed;
}

/* Runs one kernel of a code object through HIP's module API and compares what it wrote with what
 * the host says. Knows HIP's own header and nothing of smfviz.
 *
 * A test function builds its inputs, its expected results and calls launch and want_*. Every call
 * that fails ends the process with a message: each test has a process of its own, because an error
 * of the device stays with a process.
 */
#ifndef HARNESS_H
#define HARNESS_H

#include <stddef.h>
#include <stdint.h>

struct run; /* one kernel at one level of optimisation */

struct kernel_test {
    const char *kernel; /* its name in the code object */
    void (*test)(struct run *run);
};

/* One file of tests/kernels; the last kernel is NULL. */
struct subject {
    const char *code_object;
    const struct kernel_test *tests;
};

extern const struct subject control_subject, memory_subject, grid_subject, lds_subject,
    atomics_subject, lanes_subject, integers_subject, floats_subject, approximations_subject,
    halves_subject, conversions_subject, matrix_subject, programs_subject;

struct size {
    unsigned x, y, z;
};

/* Device memory with a copy of `data`, or filled with 0xa5 for a result. */
void *give(struct run *run, const void *data, size_t bytes);
void *room(struct run *run, size_t bytes);
/* A variable of the code object, which must have that many bytes. */
void *variable(struct run *run, const char *name, size_t bytes);
void put(struct run *run, void *device, const void *from, size_t bytes);
void fetch(struct run *run, void *to, const void *device, size_t bytes);

/* `groups` workgroups of `block` work-items; waits for the end. */
void launch(struct run *run, struct size groups, struct size block, unsigned lds_bytes,
            void **arguments);
/* For what is a row of work-items: LINE(3, 100) is three workgroups of 100. */
#define LINE(groups, block)                                                                        \
    (struct size){groups, 1, 1}, (struct size) { block, 1, 1 }
/* Pointers to the arguments. */
#define ARGUMENTS(...) ((void *[]){__VA_ARGS__})

/* Each element must be the expected one. Floats: the same bits, but any NaN is as good as another.
 * near: |got - expected| <= relative * |expected| + absolute. */
void want_u8(struct run *run, const void *device, const uint8_t *expected, size_t n);
void want_u16(struct run *run, const void *device, const uint16_t *expected, size_t n);
void want_u32(struct run *run, const void *device, const uint32_t *expected, size_t n);
void want_i32(struct run *run, const void *device, const int32_t *expected, size_t n);
void want_u64(struct run *run, const void *device, const uint64_t *expected, size_t n);
void want_f16(struct run *run, const void *device, const uint16_t *expected, size_t n);
void want_bf16(struct run *run, const void *device, const uint16_t *expected, size_t n);
void want_f32(struct run *run, const void *device, const float *expected, size_t n);
void want_f64(struct run *run, const void *device, const double *expected, size_t n);
void want_f32_near(struct run *run, const void *device, const double *expected, size_t n,
                   double relative, double absolute);
void want_f64_near(struct run *run, const void *device, const double *expected, size_t n,
                   double relative, double absolute);
/* A claim about results that no list of elements can make. */
void want_true(struct run *run, int claim, const char *what, size_t element);

/* The same numbers in every run of a test. */
uint32_t random_u32(struct run *run);
uint64_t random_u64(struct run *run);
void random_u32s(struct run *run, uint32_t *numbers, size_t n);

float float_of(uint32_t bits);
uint32_t bits_of(float x);
double double_of(uint64_t bits);
uint64_t bits_of_double(double x);

/* Runs every test of the subjects, or the one of kernel `only`, with each of the code objects
 * `directory`/O<0..3>/<code_object>.co; prints mismatches and "N passed, N failed"; an exit code.
 */
int run_subjects(const struct subject *const *subjects, const char *directory, const char *only);

#endif

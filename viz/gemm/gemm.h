/* Whole sparse GEMMs: data, one launch of kernels/gemm_*.hip, and a judgement of the result.
 *
 * Knows: D = alpha A B + beta C of any size, with A 2:4 sparse; the kernels' argument struct; an
 * independent reference, and how far a right result may be from it.
 * Refuses to know: where an element sits in registers. Only the kernels place anything, so the
 * reference (dense loops over the dense matrices) shares nothing with what it judges.
 */
#ifndef GEMM_GEMM_H
#define GEMM_GEMM_H

#include "device/device.h"
#include "pack/pack.h"

/* --- problem.c --- */

enum { GEMM_MAX_EDGE = 65536 };

/* Both scales take part in every result, and keep integers integers. */
enum { GEMM_ALPHA = 2, GEMM_BETA = -3 };

enum gemm_pattern {
    GEMM_FIXED,  /* two values a group, at places 0 and 2: every index byte is 88 */
    GEMM_RANDOM, /* none, one or two values a group, anywhere, its own for each row and group */
};
const char *gemm_pattern_name(enum gemm_pattern pattern);

struct gemm_problem {
    const struct isa_smfmac *insn;
    size_t m, n, k;
    struct pack_matrix a;      /* dense; its k is rounded up to whole groups, filled with zeros */
    struct pack_packed packed; /* the same, compressed */
    struct pack_matrix b;      /* k rows of n */
    int32_t *c;                /* [m][n], integers for f32 as well; owned */
};

/* Small integers from `seed`: so small that f32 sums of them are exact in any order, up to a K of
 * 2^23. STATUS_USAGE for an edge that is not 1 .. GEMM_MAX_EDGE. Free with gemm_problem_free, also
 * after a failure. */
enum status gemm_problem_init(struct gemm_problem *problem, const struct isa_smfmac *insn, size_t m,
                              size_t n, size_t k, enum gemm_pattern pattern, uint64_t seed,
                              struct error *err);

/* The same with A as it is given, in the type of the instruction's A. STATUS_FILE if it is not 2:4
 * sparse. */
enum status gemm_problem_given(struct gemm_problem *problem, const struct isa_smfmac *insn,
                               const struct pack_matrix *a, size_t n, uint64_t seed,
                               struct error *err);
void gemm_problem_free(struct gemm_problem *problem);

/* --- execute.c --- */

enum gemm_kernel { GEMM_SIMPLE, GEMM_TILED, GEMM_N_KERNELS };
const char *gemm_kernel_name(enum gemm_kernel kernel);

/* What the kernel reads: struct gemm_arguments, then its arrays. */
struct gemm_image {
    uint8_t *bytes; /* owned */
    size_t n_bytes;
};
enum status gemm_image_init(struct gemm_image *image, const struct gemm_problem *problem,
                            struct error *err);
void gemm_image_free(struct gemm_image *image);

struct gemm_cost {
    double seconds; /* of the launch, to its end */
    bool counted;   /* whether the emulator counted: */
    struct smfhip_counters counters;
};

/* One launch; d is [m][n] of f32 or i32 bits. `cost` NULL: not wanted. */
enum status gemm_execute(struct device *device, const struct gemm_problem *problem,
                         const struct gemm_image *image, enum gemm_kernel kernel, uint32_t *d,
                         struct gemm_cost *cost, struct error *err);

/* --- judge.c --- */

/* An f32 result is order-free if |alpha| sum |a b| + |beta c| <= 2^24 u, u being a power of two
 * that divides c and every product: then every f32 summation, in any order, is exact. Every i32
 * result is, modulo 2^32. Order-free results must equal the reference. Others may be off by steps *
 * 2^-22 * (|alpha| sum |a b| + |beta c|)    + steps * 2^-126 for underflow where steps = stored K +
 * 4: each step of a sum, in whatever order, and both scales lose at most 2^-22 of the sum of
 * magnitudes (rounding to f32 loses 2^-24, truncating twice as much). */
struct gemm_verdict {
    size_t n_results;
    size_t n_order_free;
    size_t n_exact; /* equal to the reference */
    size_t n_wrong;
    size_t n_unjudged; /* so large that a sum may leave f32's range on the way */
    double steps;
    /* The result that is farthest beyond what it may be off, or, if none is, nearest to it. */
    size_t i, j;
    double expected, found, allowed;
};
enum status gemm_judge(const struct gemm_problem *problem, const uint32_t *d,
                       struct gemm_verdict *verdict, struct error *err);

#endif

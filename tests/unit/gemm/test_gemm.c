/* Whole products on the emulator: right ones are found right, and each mistake is found out. */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "gemm/gemm.h"
#include "gemm_arguments.h"

struct bench {
    struct device *device;
    struct isa_selection all;
    struct gemm_problem problem;
    struct gemm_image image;
    uint32_t *d;
    struct gemm_verdict verdict;
    struct gemm_cost cost;
};

static void ok(enum status status, const struct error *err)
{
    cr_assert(status == STATUS_OK, "%s", err->text);
}

static void open_bench(struct bench *t)
{
    struct error err = {0};
    *t = (struct bench){0};
    isa_select_all(ISA_GFX942, &t->all);
    cr_assert(eq(int, t->all.n, 14));
    ok(device_open("emu", &t->device, &err), &err);
}

static void load(struct bench *t)
{
    struct error err = {0};
    ok(gemm_image_init(&t->image, &t->problem, &err), &err);
    t->d = malloc(t->problem.m * t->problem.n * sizeof *t->d);
}

static void make(struct bench *t, int insn, size_t m, size_t n, size_t k, enum gemm_pattern pattern)
{
    struct error err = {0};
    ok(gemm_problem_init(&t->problem, t->all.insn[insn], m, n, k, pattern, 942, &err), &err);
    load(t);
}

static void unload(struct bench *t)
{
    gemm_image_free(&t->image);
    gemm_problem_free(&t->problem);
    free(t->d);
}

static void run(struct bench *t, enum gemm_kernel kernel)
{
    struct error err = {0};
    ok(gemm_execute(t->device, &t->problem, &t->image, kernel, t->d, &t->cost, &err), &err);
    ok(gemm_judge(&t->problem, t->d, &t->verdict, &err), &err);
}

static struct gemm_arguments *arguments(struct bench *t) { return (void *)t->image.bytes; }

static void expect_right(const struct bench *t, const char *what)
{
    const struct gemm_verdict *v = &t->verdict;
    cr_expect(v->n_wrong == 0 && v->n_order_free == v->n_results && v->n_exact == v->n_results,
              "%s %s: %zu of %zu wrong, D[%zu][%zu] is %g, expected %g", t->problem.insn->name,
              what, v->n_wrong, v->n_results, v->i, v->j, v->found, v->expected);
    cr_expect(eq(sz, v->n_results, t->problem.m * t->problem.n));
}

Test(gemm, is_right_at_odd_sizes)
{
    static const size_t sizes[][3] = {{77, 45, 132}, {1, 1, 4}, {33, 17, 68}, {5, 70, 1},
                                      {16, 16, 30},  {2, 3, 7}, {64, 64, 128}};
    struct bench t;
    open_bench(&t);
    for (int insn = 0; insn < t.all.n; insn++)
        for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
            for (int run_no = 0; run_no < 4; run_no++) {
                make(&t, insn, sizes[s][0], sizes[s][1], sizes[s][2],
                     run_no & 1 ? GEMM_RANDOM : GEMM_FIXED);
                run(&t, run_no & 2 ? GEMM_TILED : GEMM_SIMPLE);
                expect_right(&t, run_no & 2 ? "tiled" : "simple");
                cr_expect(t.cost.counted && t.cost.counters.launches == 1);
                cr_expect(gt(u64, t.cost.counters.smfmacs, 0));
                cr_expect(eq(u64, t.cost.counters.illegal_nibbles, 0));
                bool integer = t.problem.insn->cd_type == ISA_I32;
                uint64_t per_smfmac =
                    integer ? 0 : (uint64_t)(t.problem.insn->m * t.problem.insn->n);
                cr_expect(
                    eq(u64, t.cost.counters.results_judged, per_smfmac * t.cost.counters.smfmacs));
                cr_expect(eq(u64, t.cost.counters.results_not_order_free, 0));
                unload(&t);
            }
    device_close(t.device);
}

Test(gemm, indexes_of_the_fixed_pattern_are_88)
{
    struct bench t;
    open_bench(&t);
    make(&t, 0, 3, 2, 21, GEMM_FIXED);
    size_t n_bytes = 3 * pack_idx_bytes(t.problem.a.k);
    for (size_t byte = 0; byte < n_bytes; byte++)
        cr_expect(eq(u8, t.problem.packed.idx[byte], 0x88));
    unload(&t);
    device_close(t.device);
}

/* Turns the nibble of a group of row i such that its first value, not 0, meets other numbers of B.
 */
static void turn_nibble(struct bench *t, size_t i)
{
    const struct gemm_problem *p = &t->problem;
    for (size_t q = 0; q < p->a.k / 4; q++) {
        unsigned nibble = pack_nibble(&p->packed, i, q), from = nibble & 3, to = (from + 1) & 3;
        if (pack_is_zero(p->a.type, pack_stored(&p->packed, i, q, 0)) ||
            pack_get(&p->b, 4 * q + from, 0) == pack_get(&p->b, 4 * q + to, 0))
            continue;
        uint8_t *byte = &t->image.bytes[arguments(t)->idx_offset + i * arguments(t)->ldidx + q / 2];
        *byte = (uint8_t)(*byte ^ (from ^ to) << (q % 2 * 4));
        return;
    }
    cr_assert(false, "no such group");
}

/* Exchanges the first bytes of two neighbours in column j, where a row of A makes use of it. */
static void exchange_bytes(struct bench *t, size_t j)
{
    const struct gemm_problem *p = &t->problem;
    size_t bytes = pack_type_bytes(p->b.type);
    uint8_t *b = &t->image.bytes[arguments(t)->b_offset];
    for (size_t k = 0; k + 1 < p->k; k++) {
        uint8_t *x = &b[(k * p->n + j) * bytes], *y = &b[((k + 1) * p->n + j) * bytes];
        uint32_t a = pack_get(&p->a, 0, k);
        if (*x == *y || pack_is_zero(p->a.type, a) ||
            !pack_is_zero(p->a.type, pack_get(&p->a, 0, k + 1)))
            continue;
        uint8_t kept = *x;
        *x = *y;
        *y = kept;
        return;
    }
    cr_assert(false, "no such pair");
}

Test(gemm, each_mistake_is_found_out_and_its_element_named)
{
    enum { NIBBLE, B_BYTE, K, LDA, LDIDX, LDB, LDC, N_MISTAKES };
    static const char *const names[] = {"nibble", "byte of B", "K", "lda", "ldidx", "ldb", "ldc"};
    struct bench t;
    open_bench(&t);
    for (int insn = 0; insn < t.all.n; insn++)
        for (int kernel = 0; kernel < GEMM_N_KERNELS; kernel++)
            for (int mistake = 0; mistake < N_MISTAKES; mistake++) {
                make(&t, insn, 33, 17, 68, GEMM_RANDOM);
                switch (mistake) {
                case NIBBLE:
                    turn_nibble(&t, 19);
                    break;
                case B_BYTE:
                    exchange_bytes(&t, 16);
                    break;
                case K:
                    arguments(&t)->k--;
                    break;
                case LDA:
                    arguments(&t)->lda--;
                    break;
                case LDIDX:
                    arguments(&t)->ldidx--;
                    break;
                case LDB:
                    arguments(&t)->ldb--;
                    break;
                case LDC:
                    arguments(&t)->ldc--;
                    break;
                }
                run(&t, kernel);
                const struct gemm_verdict *v = &t.verdict;
                cr_expect(v->n_wrong > 0 && v->found != v->expected, "%s %s: wrong %s not seen",
                          t.problem.insn->name, gemm_kernel_name(kernel), names[mistake]);
                uint32_t d = t.d[v->i * t.problem.n + v->j];
                bool integers = t.problem.insn->cd_type == ISA_I32;
                cr_expect(
                    ieee_ulp_eq(dbl, v->found, integers ? (int32_t)d : (double)bits_to_f32(d), 0));
                cr_expect(mistake != NIBBLE || v->i == 19, "row %zu", v->i);
                cr_expect(mistake != B_BYTE || v->j == 16, "column %zu", v->j);
                unload(&t);
            }
    device_close(t.device);
}

Test(gemm, without_beta_c_is_not_read)
{
    struct bench t;
    open_bench(&t);
    for (int insn = 0; insn < t.all.n; insn++)
        for (int kernel = 0; kernel < GEMM_N_KERNELS; kernel++) {
            make(&t, insn, 20, 35, 40, GEMM_RANDOM);
            size_t n_results = t.problem.m * t.problem.n;
            memset(&t.image.bytes[arguments(&t)->c_offset], 0xff, n_results * 4); /* NaN */
            arguments(&t)->beta.i32 = 0;
            memset(t.problem.c, 0, n_results * 4);
            run(&t, kernel);
            expect_right(&t, "without beta");
            unload(&t);
        }
    device_close(t.device);
}

static void give(struct bench *t, int insn, const struct pack_matrix *a, size_t n)
{
    struct error err = {0};
    ok(gemm_problem_given(&t->problem, t->all.insn[insn], a, n, 7, &err), &err);
    load(t);
}

Test(gemm, what_rounds_is_held_to_a_bound)
{
    struct bench t;
    struct error err = {0};
    struct pack_matrix a = {0};
    open_bench(&t);
    ok(pack_matrix_init(&a, PACK_F16, 18, 64, &err), &err);
    for (size_t i = 0; i < a.m; i++)
        for (size_t k = 0; k < a.k; k += 2)
            pack_set(&a, i, k, pack_encode(PACK_F16, ldexpf(1.1f, (int)(k + i) % 23 - 11)));
    for (int kernel = 0; kernel < GEMM_N_KERNELS; kernel++) {
        give(&t, 0, &a, 9);
        cr_assert_str_eq(t.problem.insn->name, "f32_16x16x32_f16");
        run(&t, kernel);
        cr_expect(eq(sz, t.verdict.n_wrong, 0));
        cr_expect(eq(sz, t.verdict.n_order_free, 0));
        cr_expect(lt(sz, t.verdict.n_exact, t.verdict.n_results));
        cr_expect(gt(dbl, t.verdict.allowed, 0.0));
        /* a thousandth off in one place is not within it */
        t.d[5 * 9 + 4] = bits_of_f32(bits_to_f32(t.d[5 * 9 + 4]) * 1.001f);
        ok(gemm_judge(&t.problem, t.d, &t.verdict, &err), &err);
        cr_expect(eq(sz, t.verdict.n_wrong, 1));
        cr_expect(t.verdict.i == 5 && t.verdict.j == 4);
        unload(&t);
    }
    pack_matrix_free(&a);
    device_close(t.device);
}

Test(gemm, nan_and_infinity_arrive_in_their_rows_alone)
{
    struct bench t;
    struct error err = {0};
    struct pack_matrix a = {0};
    open_bench(&t);
    ok(pack_matrix_init(&a, PACK_F16, 17, 6, &err), &err);
    pack_set(&a, 2, 5, 0x7e00);
    pack_set(&a, 16, 1, 0xfc00);
    for (int kernel = 0; kernel < GEMM_N_KERNELS; kernel++) {
        give(&t, 0, &a, 3);
        run(&t, kernel);
        cr_expect(eq(sz, t.verdict.n_wrong, 0));
        cr_expect(eq(sz, t.verdict.n_order_free, 15 * 3));
        cr_expect(isnan(bits_to_f32(t.d[2 * 3 + 1])) != 0);
        cr_expect(fabsf(bits_to_f32(t.d[16 * 3 + 1])) == INFINITY);
        t.d[2 * 3 + 1] = 0;
        ok(gemm_judge(&t.problem, t.d, &t.verdict, &err), &err);
        cr_expect(t.verdict.n_wrong == 1 && t.verdict.i == 2 && t.verdict.j == 1);
        unload(&t);
    }
    pack_matrix_free(&a);
    device_close(t.device);
}

Test(gemm, refuses_data_that_is_not_sparse_and_edges_that_are_none)
{
    struct bench t;
    struct error err = {0};
    struct pack_matrix a = {0};
    open_bench(&t);
    ok(pack_matrix_init(&a, PACK_F16, 2, 8, &err), &err);
    for (size_t k = 5; k < 8; k++)
        pack_set(&a, 1, k, 0x3c00);
    enum status status = gemm_problem_given(&t.problem, t.all.insn[0], &a, 3, 7, &err);
    cr_expect(eq(int, (int)status, (int)STATUS_FILE));
    cr_expect(strstr(err.text, "row 1, group 1") != NULL, "%s", err.text);
    gemm_problem_free(&t.problem);
    status = gemm_problem_init(&t.problem, t.all.insn[0], 1, 0, 4, GEMM_RANDOM, 0, &err);
    cr_expect(eq(int, (int)status, (int)STATUS_USAGE));
    cr_expect_str_eq(err.text, "N is 0: from 1 to 65536");
    gemm_problem_free(&t.problem);
    pack_matrix_free(&a);
    device_close(t.device);
}

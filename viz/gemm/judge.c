/* The result against loops over the dense matrices, in float64 or modulo 2^32. */
#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "base/bits.h"
#include "gemm/gemm.h"

/* One row of the reference, and what is known of B's columns. */
struct reference {
    float *b;              /* [k][n], values */
    double *sum;           /* [n]: of a b */
    double *magnitude;     /* [n]: of |a b| */
    uint32_t *wrapped_sum; /* [n]: of a b modulo 2^32 */
    int *b_unit;           /* [n]: 2 to this divides the column */
};

/* The exponent of the largest power of two that divides a finite x; 0 divides by all. */
static int unit_of(double x)
{
    int exponent;
    if (x == 0 || !isfinite(x))
        return 0;
    long long significand = (long long)ldexp(frexp(x, &exponent), 53);
    return exponent - 53 + __builtin_ctzll((unsigned long long)significand);
}

static void reference_free(struct reference *r)
{
    free(r->b);
    free(r->sum);
    free(r->magnitude);
    free(r->wrapped_sum);
    free(r->b_unit);
}

static enum status reference_init(struct reference *r, const struct gemm_problem *p,
                                  struct error *err)
{
    *r = (struct reference){
        .b = malloc(p->k * p->n * sizeof *r->b),
        .sum = malloc(p->n * sizeof *r->sum),
        .magnitude = malloc(p->n * sizeof *r->magnitude),
        .wrapped_sum = malloc(p->n * sizeof *r->wrapped_sum),
        .b_unit = calloc(p->n, sizeof *r->b_unit),
    };
    if (!r->b || !r->sum || !r->magnitude || !r->wrapped_sum || !r->b_unit)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    for (size_t k = 0; k < p->k; k++)
        for (size_t j = 0; j < p->n; j++) {
            float value = pack_value(p->b.type, pack_get(&p->b, k, j));
            int unit = unit_of((double)value);
            r->b[k * p->n + j] = value;
            if (unit < r->b_unit[j])
                r->b_unit[j] = unit;
        }
    return STATUS_OK;
}

/* Row i of A times B; returns the exponent of a power of two that divides the row of A. */
static int multiply_row(struct reference *r, const struct gemm_problem *p, size_t i)
{
    int a_unit = 0;
    for (size_t j = 0; j < p->n; j++) {
        r->sum[j] = r->magnitude[j] = 0;
        r->wrapped_sum[j] = 0;
    }
    for (size_t k = 0; k < p->k; k++) {
        float a = pack_value(p->a.type, pack_get(&p->a, i, k));
        const float *b = &r->b[k * p->n];
        int unit = unit_of((double)a);
        if (a == 0)
            continue;
        a_unit = unit < a_unit ? unit : a_unit;
        if (p->insn->cd_type == ISA_I32) {
            for (size_t j = 0; j < p->n; j++)
                r->wrapped_sum[j] += (uint32_t)((int)a * (int)b[j]);
            continue;
        }
        for (size_t j = 0; j < p->n; j++) {
            double product = (double)a * (double)b[j];
            r->sum[j] += product;
            r->magnitude[j] += fabs(product);
        }
    }
    return a_unit;
}

/* How far `found` is beyond what is allowed: not above 0 for a right result. */
static double excess(double expected, double found, double allowed)
{
    if (isnan(expected) || isnan(found))
        return isnan(expected) && isnan(found) ? 0 : INFINITY;
    if (isinf(expected) || isinf(found))
        return expected == found ? 0 : INFINITY;
    return fabs(found - expected) - allowed;
}

static void count(struct gemm_verdict *v, size_t i, size_t j, double expected, double found,
                  double allowed)
{
    double beyond = excess(expected, found, allowed);
    bool first = v->n_results == 0;
    v->n_exact += excess(expected, found, 0) <= 0;
    v->n_wrong += beyond > 0;
    v->n_results++;
    if (!first && beyond <= excess(v->expected, v->found, v->allowed))
        return;
    v->i = i;
    v->j = j;
    v->expected = expected;
    v->found = found;
    v->allowed = allowed;
}

static void judge_f32(struct gemm_verdict *v, const struct reference *r, size_t i, size_t j,
                      int a_unit, int32_t c, uint32_t d)
{
    double expected = GEMM_ALPHA * r->sum[j] + GEMM_BETA * (double)c;
    double magnitude = GEMM_ALPHA * r->magnitude[j] + fabs(GEMM_BETA * (double)c);
    int unit = a_unit + r->b_unit[j]; /* not above 0: it divides c too */
    bool order_free = unit >= -126 && magnitude <= ldexp(1, 24 + unit);
    double allowed = order_free ? 0 : v->steps * (0x1p-22 * magnitude + 0x1p-126);
    if (isfinite(magnitude) && magnitude >= 0x1p127) {
        v->n_results++;
        v->n_unjudged++;
        return;
    }
    v->n_order_free += order_free;
    count(v, i, j, expected, (double)bits_to_f32(d), allowed);
}

static void judge_i32(struct gemm_verdict *v, const struct reference *r, size_t i, size_t j,
                      int32_t c, uint32_t d)
{
    uint32_t expected =
        (uint32_t)GEMM_ALPHA * r->wrapped_sum[j] + (uint32_t)GEMM_BETA * (uint32_t)c;
    v->n_order_free++;
    count(v, i, j, (double)(int32_t)expected, (double)(int32_t)d, 0);
}

enum status gemm_judge(const struct gemm_problem *p, const uint32_t *d, struct gemm_verdict *v,
                       struct error *err)
{
    struct reference r;
    size_t n_steps = p->a.k / 2 + 4;
    *v = (struct gemm_verdict){.steps = (double)n_steps};
    enum status status = reference_init(&r, p, err);
    for (size_t i = 0; status == STATUS_OK && i < p->m; i++) {
        int a_unit = multiply_row(&r, p, i);
        for (size_t j = 0; j < p->n; j++) {
            size_t at = i * p->n + j;
            if (p->insn->cd_type == ISA_I32)
                judge_i32(v, &r, i, j, p->c[at], d[at]);
            else
                judge_f32(v, &r, i, j, a_unit, p->c[at], d[at]);
        }
    }
    reference_free(&r);
    return status;
}

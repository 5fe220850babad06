#include "cli/gemm_output.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>

#include "cli/cli.h"

const char *gemm_run_what(const struct gemm_run *run, char text[GEMM_WHAT_BYTES])
{
    snprintf(text, GEMM_WHAT_BYTES, "%s %s %s %zux%zux%zu", run->insn->name,
             gemm_kernel_name(run->kernel), run->pattern, run->m, run->n, run->k);
    return text;
}

/* Where every result is exact, none is the worst. */
static bool has_worst(const struct gemm_verdict *v)
{
    return v->n_exact + v->n_unjudged < v->n_results;
}

/* --- text --- */

static void text_worst(const struct gemm_run *run, struct buffer *out)
{
    const struct gemm_verdict *v = &run->verdict;
    if (v->n_wrong)
        buffer_printf(out, "  %zu differ, worst", v->n_wrong);
    else
        buffer_puts(out, "  nearest to its bound");
    buffer_printf(out, " D[%zu][%zu] = %.9g, expected %.9g", v->i, v->j, v->found, v->expected);
    if (v->allowed == 0)
        buffer_puts(out, " exactly\n");
    else
        buffer_printf(out, " +- %.3g: %g steps (K/2 + 4, K = %zu) x 2^-22 x sum of magnitudes\n",
                      v->allowed, v->steps, (run->k + 3) / 4 * 4);
}

void gemm_output_text(const struct gemm_output *results, struct buffer *out)
{
    const struct gemm_run *runs = results->runs;
    cli_provenance(&results->provenance, results->numerics, out);
    buffer_puts(out, "\n");
    for (size_t n = 0; n < results->n_runs; n++) {
        const struct gemm_verdict *v = &runs[n].verdict;
        char what[GEMM_WHAT_BYTES];
        buffer_printf(out, "%s: %s: %zu results, %zu order-free, %zu exact",
                      gemm_run_what(&runs[n], what), v->n_wrong ? "WRONG" : "right", v->n_results,
                      v->n_order_free, v->n_exact);
        if (v->n_unjudged)
            buffer_printf(out, ", %zu too large to judge", v->n_unjudged);
        buffer_puts(out, "\n");
        if (has_worst(v))
            text_worst(&runs[n], out);
    }
}

/* --- JSON --- */

/* JSON has no NaN and no infinities: they are texts. */
static json_t *json_number(double x)
{
    return isnan(x)   ? json_string("nan")
           : isinf(x) ? json_string(x < 0 ? "-inf" : "inf")
                      : json_real(x);
}

static json_t *json_worst(const struct gemm_verdict *v)
{
    if (!has_worst(v))
        return json_null();
    return json_pack("{s:I, s:I, s:o, s:o, s:o}", "i", (json_int_t)v->i, "j", (json_int_t)v->j,
                     "found", json_number(v->found), "expected", json_number(v->expected),
                     "allowed", json_number(v->allowed));
}

static json_t *json_run(const struct gemm_run *run)
{
    const struct gemm_verdict *v = &run->verdict;
    return json_pack("{s:s, s:s, s:o, s:I, s:I, s:I, s:s, s:I, s:I, s:I, s:I, s:I, s:o}",
                     "instruction", run->insn->name, "kernel", gemm_kernel_name(run->kernel),
                     "pattern", cli_json_text(run->pattern), "m", (json_int_t)run->m, "n",
                     (json_int_t)run->n, "k", (json_int_t)run->k, "verdict",
                     v->n_wrong ? "wrong" : "right", "n_results", (json_int_t)v->n_results,
                     "n_wrong", (json_int_t)v->n_wrong, "order_free", (json_int_t)v->n_order_free,
                     "exact", (json_int_t)v->n_exact, "too_large_to_judge",
                     (json_int_t)v->n_unjudged, "worst", json_worst(v));
}

enum status gemm_output_json(const struct gemm_output *results, struct buffer *out,
                             struct error *err)
{
    json_t *products = json_array();
    for (size_t n = 0; n < results->n_runs; n++)
        json_array_append_new(products, json_run(&results->runs[n]));
    json_t *root = json_pack("{s:i, s:s, s:o, s:s?, s:o}", "schema", 1, "tool", cli_tool_name(),
                             "provenance", cli_json_provenance(&results->provenance), "numerics",
                             results->numerics, "products", products);
    return cli_json(root, out, err);
}

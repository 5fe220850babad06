/* A survey as text and JSON. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/survey_results.h"

static int n_wrong_products(const struct survey_results *r)
{
    int n = 0;
    for (int p = 0; p < r->n_products; p++)
        n += r->products[p].verdict.n_wrong > 0;
    return n;
}

static bool check_is_right(const struct check_result *result)
{
    struct check_summary summary;
    check_summarise(result, 1, &summary);
    return check_passed(&summary);
}

static int n_wrong_layouts(const struct survey_results *r)
{
    int n = 0;
    for (int c = 0; c < r->n_checks; c++)
        n += !check_is_right(&r->checks[c]);
    return n;
}

bool survey_passed(const struct survey_results *results)
{
    return n_wrong_layouts(results) == 0 && n_wrong_products(results) == 0;
}

static bool answers_otherwise(const struct survey_results *r, int n, int question)
{
    return r->first && r->of[n].asked[question] &&
           !survey_answer_equal(&r->of[n].answer[question], &r->first->of[n].answer[question]);
}

int survey_other_answers(const struct survey_results *results)
{
    int n_other = 0;
    for (int question = 0; question < SURVEY_N_QUESTIONS; question++)
        for (int n = 0; n < results->n_insns; n++)
            n_other += answers_otherwise(results, n, question);
    return n_other;
}

bool survey_is_emulated(const struct opmap_provenance *p)
{
    return p->source == OPMAP_EMULATED ||
           (p->source == OPMAP_CAPTURED && p->recorded == OPMAP_EMULATED);
}

static const char *whose_answers(const struct opmap_provenance *p)
{
    return survey_is_emulated(p)
               ? "the emulator's answers: its authors' choices, which say nothing about "
                 "silicon"
               : "this device's answers";
}

/* --- text --- */

static void text_layouts(const struct survey_results *r, bool colour, struct buffer *out)
{
    int n_wrong = n_wrong_layouts(r);
    buffer_printf(out, "layouts: %d of %d index sets as documented\n", r->n_checks - n_wrong,
                  r->n_checks);
    struct check_result *wrong = calloc((size_t)r->n_checks, sizeof *wrong);
    int n = 0;
    out->failed |= !wrong;
    for (int c = 0; wrong && c < r->n_checks; c++)
        if (!check_is_right(&r->checks[c]))
            wrong[n++] = r->checks[c];
    if (n)
        check_output_text(wrong, n, colour, out);
    free(wrong);
}

static void text_products(const struct survey_results *r, struct buffer *out)
{
    buffer_printf(out, "products: %d of %d right\n", r->n_products - n_wrong_products(r),
                  r->n_products);
    for (int p = 0; p < r->n_products; p++) {
        const struct gemm_verdict *v = &r->products[p].verdict;
        char what[GEMM_WHAT_BYTES];
        if (v->n_wrong)
            buffer_printf(out,
                          "  %s: %zu of %zu results wrong, worst D[%zu][%zu] = %.9g, expected "
                          "%.9g\n",
                          gemm_run_what(&r->products[p], what), v->n_wrong, v->n_results, v->i,
                          v->j, v->found, v->expected);
    }
}

/* Instructions that answer alike are shown together; this is the first of those. */
static bool is_first(const struct survey_results *r, int n, int question)
{
    for (int m = 0; m < n; m++)
        if (r->of[m].asked[question] &&
            survey_answer_equal(&r->of[m].answer[question], &r->of[n].answer[question]))
            return false;
    return true;
}

/* "all 10 of f32 ..." would need a name for every subset: they are listed. */
static void text_names(const struct survey_results *r, int first, int question, struct buffer *out)
{
    int n_asked = 0, n_alike = 0;
    for (int n = 0; n < r->n_insns; n++) {
        n_asked += r->of[n].asked[question];
        n_alike += r->of[n].asked[question] &&
                   survey_answer_equal(&r->of[first].answer[question], &r->of[n].answer[question]);
    }
    if (n_alike == n_asked && n_alike > 1) {
        buffer_printf(out, "  all %d", n_alike);
        return;
    }
    int n_shown = 0;
    for (int n = first; n < r->n_insns; n++)
        if (r->of[n].asked[question] &&
            survey_answer_equal(&r->of[first].answer[question], &r->of[n].answer[question]))
            buffer_printf(out, "%s%s",
                          n_shown++ == 0     ? "  "
                          : n_shown % 4 == 1 ? ",\n  "
                                             : ", ",
                          r->of[n].insn->name);
}

static void text_question(const struct survey_results *r, int question, struct buffer *out)
{
    int n_asked = 0;
    for (int n = 0; n < r->n_insns; n++)
        n_asked += r->of[n].asked[question];
    buffer_printf(out, "\n%s\n", survey_question_title((enum survey_question)question));
    if (!n_asked)
        buffer_puts(out, "  of none of these instructions\n");
    for (int n = 0; n < r->n_insns; n++) {
        const struct survey_answer *answer = &r->of[n].answer[question];
        if (!r->of[n].asked[question] || !is_first(r, n, question))
            continue;
        text_names(r, n, question, out);
        buffer_printf(out, ": %s\n    %s\n", answer->verdict, answer->words);
        for (int c = 0; c < answer->n_cases; c++)
            buffer_printf(out, "      %-38s  %s\n", answer->cases[c].what, answer->cases[c].found);
    }
}

/* Measured beside documented. The share is of an MI300X's peak: 304 compute units at 2100 MHz, four
 * matrix cores each (AMD's data sheet), one SMFMAC a core in the documented cycles. */
static double peak_ops(const struct isa_smfmac *insn)
{
    return (double)isa_ops(insn) / insn->cycles * 4 * 304 * 2.1e9;
}

static void text_times(const struct survey_results *r, struct buffer *out)
{
    buffer_puts(out, "\nTime\n");
    if (survey_is_emulated(&r->provenance)) {
        buffer_puts(out, "  not measurable here: an emulator has no time\n");
        return;
    }
    buffer_printf(out, "  %-20s  %-34s  %-22s  %s\n", "", "cycles an SMFMAC", "v_fma_f32 beside it",
                  "whole device");
    buffer_printf(out, "  %-20s  %10s  %10s  %10s  %10s  %10s  %10s  %10s  %s\n", "instruction",
                  "documented", "apart", "chain", "documented", "free", "MHz", "TFLOP/s",
                  "of an MI300X's peak");
    for (int n = 0; n < r->n_insns; n++) {
        const struct isa_smfmac *insn = r->of[n].insn;
        const struct survey_time *t = &r->of[n].time;
        if (!t->measured) {
            buffer_printf(out, "  %-20s  not measured: the device's clocks did not advance\n",
                          insn->name);
            continue;
        }
        buffer_printf(out, "  %-20s  %10d  %10.2f  %10.2f  %10d  %9d%s  %10.0f  %10.1f  %.1f %%\n",
                      insn->name, insn->cycles, t->apart.cycles, t->chain.cycles,
                      isa_coexec_cycles(insn) / 4, t->n_free,
                      t->n_free == TIME_MAX_FMAS ? "+" : " ", t->apart.clock_mhz,
                      t->ops_a_second / 1e12, 100 * t->ops_a_second / peak_ops(insn));
    }
}

/* Devices of one machine should not differ. */
static void text_other_answers(const struct survey_results *r, struct buffer *out)
{
    if (!r->first)
        return;
    buffer_printf(out, "\n%d answers not as on %s\n", survey_other_answers(r), r->first_name);
    for (int question = 0; question < SURVEY_N_QUESTIONS; question++)
        for (int n = 0; n < r->n_insns; n++)
            if (answers_otherwise(r, n, question))
                buffer_printf(out, "  %s, %s: %s, there %s\n", r->of[n].insn->name,
                              survey_question_title((enum survey_question)question),
                              r->of[n].answer[question].verdict,
                              r->first->of[n].answer[question].verdict);
}

void survey_output_text(const struct survey_results *r, bool colour, struct buffer *out)
{
    const struct opmap_provenance *p = &r->provenance;
    cli_provenance(p, r->numerics, out);
    buffer_puts(out, "\n");
    text_layouts(r, colour, out);
    text_products(r, out);
    buffer_printf(out, "\nOpen questions (%s):\n", whose_answers(p));
    for (int question = 0; question < SURVEY_N_QUESTIONS; question++)
        text_question(r, question, out);
    text_times(r, out);
    text_other_answers(r, out);
}

/* --- JSON --- */

static json_t *json_layouts(const struct survey_results *r)
{
    json_t *sets = json_array();
    for (int c = 0; c < r->n_checks; c++) {
        const struct check_report *report = &r->checks[c].report;
        struct check_summary s;
        check_summarise(&r->checks[c], 1, &s);
        json_array_append_new(sets, json_pack("{s:s, s:i, s:i, s:s, s:b, s:I, s:I, s:s, s:s}",
                                              "instruction", report->insn->name, "cbsz",
                                              report->cbsz, "abid", report->abid, "verdict",
                                              check_verdict_name(report->verdict), "as_documented",
                                              check_passed(&s), "compared", (json_int_t)s.compared,
                                              "differ", (json_int_t)s.differ, "blame",
                                              report->blame, "reason", report->reason));
    }
    return sets;
}

static json_t *json_products(const struct survey_results *r)
{
    json_t *products = json_array();
    for (int p = 0; p < r->n_products; p++) {
        const struct gemm_run *run = &r->products[p];
        json_array_append_new(
            products, json_pack("{s:s, s:s, s:I, s:I, s:I, s:I, s:I}", "instruction",
                                run->insn->name, "kernel", gemm_kernel_name(run->kernel), "m",
                                (json_int_t)run->m, "n", (json_int_t)run->n, "k",
                                (json_int_t)run->k, "n_results", (json_int_t)run->verdict.n_results,
                                "n_wrong", (json_int_t)run->verdict.n_wrong));
    }
    return products;
}

static json_t *json_answer(const struct survey_of_insn *of, int question)
{
    const struct survey_answer *answer = &of->answer[question];
    json_t *cases = json_array();
    for (int c = 0; c < answer->n_cases; c++)
        json_array_append_new(cases, json_pack("{s:s, s:s}", "case", answer->cases[c].what, "found",
                                               answer->cases[c].found));
    return json_pack("{s:s, s:s, s:s, s:s, s:o}", "question",
                     survey_question_name((enum survey_question)question), "instruction",
                     of->insn->name, "verdict", answer->verdict, "words", answer->words, "cases",
                     cases);
}

static json_t *json_time(const struct isa_smfmac *insn, const struct survey_time *t)
{
    if (!t->measured)
        return json_pack("{s:s, s:b}", "instruction", insn->name, "measured", 0);
    json_t *fmas = json_array();
    for (int n = 0; n < TIME_MAX_FMAS; n++)
        json_array_append_new(fmas, json_real(t->fmas[n].cycles));
    return json_pack("{s:s, s:b, s:i, s:f, s:f, s:o, s:i, s:i, s:f, s:f, s:f}", "instruction",
                     insn->name, "measured", 1, "documented_cycles", insn->cycles, "cycles_apart",
                     t->apart.cycles, "cycles_chain", t->chain.cycles, "cycles_with_fmas", fmas,
                     "documented_coexec_cycles", isa_coexec_cycles(insn), "free_fmas", t->n_free,
                     "clock_mhz", t->apart.clock_mhz, "ops_a_second", t->ops_a_second,
                     "share_of_mi300x", t->ops_a_second / peak_ops(insn));
}

/* Of the emulator a word, never a number. */
static json_t *json_times(const struct survey_results *r)
{
    if (survey_is_emulated(&r->provenance))
        return json_string("not measurable here: an emulator has no time");
    json_t *times = json_array();
    for (int n = 0; n < r->n_insns; n++)
        json_array_append_new(times, json_time(r->of[n].insn, &r->of[n].time));
    return times;
}

static json_t *json_other_answers(const struct survey_results *r)
{
    json_t *others = json_array();
    for (int question = 0; question < SURVEY_N_QUESTIONS; question++)
        for (int n = 0; n < r->n_insns; n++)
            if (answers_otherwise(r, n, question))
                json_array_append_new(
                    others,
                    json_pack("{s:s, s:s, s:s, s:s}", "question",
                              survey_question_name((enum survey_question)question), "instruction",
                              r->of[n].insn->name, "verdict", r->of[n].answer[question].verdict,
                              "there", r->first->of[n].answer[question].verdict));
    return json_pack("{s:s, s:o}", "device", r->first_name, "answers", others);
}

enum status survey_output_json(const struct survey_results *r, struct buffer *out,
                               struct error *err)
{
    json_t *answers = json_array();
    for (int question = 0; question < SURVEY_N_QUESTIONS; question++)
        for (int n = 0; n < r->n_insns; n++)
            if (r->of[n].asked[question])
                json_array_append_new(answers, json_answer(&r->of[n], question));
    json_t *root = json_pack(
        "{s:i, s:s, s:o, s:s?, s:b, s:o, s:o, s:s, s:o, s:o}", "schema", 1, "tool", cli_tool_name(),
        "provenance", cli_json_provenance(&r->provenance), "numerics", r->numerics, "passed",
        survey_passed(r), "layouts", json_layouts(r), "products", json_products(r), "answers_are",
        whose_answers(&r->provenance), "answers", answers, "times", json_times(r));
    if (root && r->first)
        json_object_set_new(root, "not_as", json_other_answers(r));
    return cli_json(root, out, err);
}

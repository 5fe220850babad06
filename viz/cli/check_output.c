#include "cli/check_output.h"

#include <jansson.h>

#include "cli/cli.h"

void check_summarise(const struct check_result *results, int n_results,
                     struct check_summary *summary)
{
    *summary = (struct check_summary){0};
    for (int n = 0; n < n_results; n++) {
        const struct check_report *report = &results[n].report;
        if (n == 0 || report->insn != results[n - 1].report.insn)
            summary->n_instructions++;
        for (int o = 0; o < OPMAP_N_OPERANDS; o++) {
            summary->compared += report->operand[o].compared;
            summary->differ += report->operand[o].differ;
            summary->inverse_differ += report->operand[o].inverse_differ;
        }
        summary->rows_differ += report->rows_differ;
        summary->product_differ += results[n].product.differ;
        summary->n_not_recoverable += report->verdict == CHECK_NOT_RECOVERABLE;
    }
}

bool check_passed(const struct check_summary *summary)
{
    return summary->compared > 0 && summary->differ == 0 && summary->inverse_differ == 0 &&
           summary->rows_differ == 0 && summary->product_differ == 0 &&
           summary->n_not_recoverable == 0;
}

/* --- text --- */

static void text_verdict(enum check_verdict verdict, bool colour, struct buffer *out)
{
    const char *name = check_verdict_name(verdict);
    if (colour)
        buffer_printf(out, "\033[%dm%s\033[0m\n", verdict == CHECK_EQUAL ? 32 : 31, name);
    else
        buffer_printf(out, "%s\n", name);
}

/* The columns that every line starts with, so that a line says by itself what it is about. */
static void text_start(const struct check_report *report, const char *what, int compared,
                       int differ, struct buffer *out)
{
    buffer_printf(out, "%-20s  %4d  %4d  %-7s  %8d  %6d", report->insn->name, report->cbsz,
                  report->abid, what, compared, differ);
}

static void text_operand(const struct check_report *report, enum opmap_operand operand, bool colour,
                         struct buffer *out)
{
    const struct check_operand *result = &report->operand[operand];
    text_start(report, opmap_operand_title(operand), result->compared, result->differ, out);
    buffer_printf(out, "  %7d  %6d  ", result->inverse_compared, result->inverse_differ);
    text_verdict(result->verdict, colour, out);
}

/* What is wrong, under the lines that say that something is. */
static void text_fault(const struct check_result *result, struct buffer *out)
{
    const struct check_report *report = &result->report;
    const struct check_product *product = &result->product;
    for (int o = 0; o < OPMAP_N_OPERANDS; o++) {
        enum opmap_operand operand = (enum opmap_operand)o;
        const struct check_operand *r = &report->operand[o];
        char coord[OPMAP_TEXT_BYTES], expected[OPMAP_TEXT_BYTES], found[OPMAP_TEXT_BYTES];
        if (r->first >= 0)
            buffer_printf(
                out, "    first %s: %s, documented at %s, found at %s\n",
                opmap_operand_title(operand),
                opmap_coord_text(operand, opmap_coord(report->insn, operand, r->first), coord),
                opmap_slot_text(r->expected, expected), opmap_slot_text(r->found, found));
    }
    if (product->differ)
        buffer_printf(out, "    first product: D[%d][%d], expected %g, found %g\n",
                      product->first_i, product->first_j, product->expected, product->found);
    if (report->reason[0])
        buffer_printf(out, "    reason: %s\n", report->reason);
    if (report->blame[0])
        buffer_printf(out, "    blame: %s\n    labels: %s\n", report->blame, report->labels);
}

static bool faulty(const struct check_result *result)
{
    struct check_summary one;
    check_summarise(result, 1, &one);
    return !check_passed(&one);
}

static void text_result(const struct check_result *result, bool colour, struct buffer *out)
{
    const struct check_report *report = &result->report;
    for (int o = 0; o < OPMAP_N_OPERANDS; o++)
        text_operand(report, (enum opmap_operand)o, colour, out);
    if (report->verdict != CHECK_NOT_RECOVERABLE) {
        text_start(report, "rows", report->rows_compared, report->rows_differ, out);
        buffer_printf(out, "  %7s  %6s  ", "", "");
        text_verdict(report->rows_differ ? CHECK_WRONG : CHECK_EQUAL, colour, out);
        text_start(report, "product", result->product.compared, result->product.differ, out);
        buffer_printf(out, "  %7s  %6s  ", "", "");
        text_verdict(result->product.differ ? CHECK_WRONG : CHECK_EQUAL, colour, out);
    }
    if (faulty(result))
        text_fault(result, out);
}

static void text_summary(const struct check_summary *s, const struct opmap_provenance *p,
                         struct buffer *out)
{
    buffer_printf(out, "%d instruction%s, %ld elements compared, %ld differ", s->n_instructions,
                  s->n_instructions == 1 ? "" : "s", s->compared, s->differ);
    if (s->inverse_differ)
        buffer_printf(out, ", %ld inverse slots differ", s->inverse_differ);
    if (s->rows_differ)
        buffer_printf(out, ", %ld lines of row tables differ", s->rows_differ);
    if (s->product_differ)
        buffer_printf(out, ", %ld elements of products differ", s->product_differ);
    if (s->n_not_recoverable)
        buffer_printf(out, ", %d not recoverable", s->n_not_recoverable);
    buffer_puts(out, " (");
    cli_provenance_kind(p, out);
    buffer_puts(out, ")\n");
}

void check_output_text(const struct check_result *results, int n_results, bool colour,
                       struct buffer *out)
{
    struct check_summary summary;
    check_summarise(results, n_results, &summary);
    const struct opmap_provenance *p = &results[0].report.provenance;
    cli_provenance(p, NULL, out);
    buffer_puts(out, "\n");
    buffer_printf(out, "%-20s  %4s  %4s  %-7s  %8s  %6s  %7s  %6s  %s\n", "instruction", "cbsz",
                  "abid", "operand", "compared", "differ", "inverse", "wrong", "verdict");
    for (int n = 0; n < n_results; n++)
        text_result(&results[n], colour, out);
    text_summary(&summary, p, out);
}

/* --- JSON --- */

static json_t *json_slot(struct opmap_slot slot)
{
    return json_pack("{s:i, s:i, s:i, s:i}", "lane", slot.lane, "vgpr", slot.vgpr, "bit_lo",
                     slot.bit_lo, "bit_hi", slot.bit_hi);
}

static json_t *json_operand(const struct check_report *report, enum opmap_operand operand)
{
    const struct check_operand *r = &report->operand[operand];
    json_t *value =
        json_pack("{s:s, s:i, s:i, s:i, s:i}", "verdict", check_verdict_name(r->verdict),
                  "compared", r->compared, "differ", r->differ, "inverse_compared",
                  r->inverse_compared, "inverse_differ", r->inverse_differ);
    if (!value || r->first < 0)
        return value;
    char coord[OPMAP_TEXT_BYTES];
    opmap_coord_text(operand, opmap_coord(report->insn, operand, r->first), coord);
    json_object_set_new(value, "first",
                        json_pack("{s:s, s:o, s:o}", "element", coord, "documented",
                                  json_slot(r->expected), "found", json_slot(r->found)));
    return value;
}

static json_t *json_result(const struct check_result *result)
{
    const struct check_report *report = &result->report;
    json_t *operands = json_object();
    for (int o = 0; o < OPMAP_N_OPERANDS; o++)
        json_object_set_new(operands, opmap_operand_title((enum opmap_operand)o),
                            json_operand(report, (enum opmap_operand)o));
    json_t *value =
        json_pack("{s:s, s:i, s:i, s:s, s:o, s:{s:i, s:i}, s:{s:i, s:i}}", "name",
                  report->insn->name, "cbsz", report->cbsz, "abid", report->abid, "verdict",
                  check_verdict_name(report->verdict), "operands", operands, "rows", "compared",
                  report->rows_compared, "differ", report->rows_differ, "product", "compared",
                  result->product.compared, "differ", result->product.differ);
    if (value && report->blame[0]) {
        json_object_set_new(value, "blame", json_string(report->blame));
        json_object_set_new(value, "labels", json_string(report->labels));
    }
    if (value && report->reason[0])
        json_object_set_new(value, "reason", json_string(report->reason));
    return value;
}

enum status check_output_json(const struct check_result *results, int n_results, struct buffer *out,
                              struct error *err)
{
    struct check_summary s;
    check_summarise(results, n_results, &s);
    json_t *checks = json_array();
    for (int n = 0; n < n_results; n++)
        json_array_append_new(checks, json_result(&results[n]));
    json_t *root = json_pack(
        "{s:i, s:s, s:o, s:o, s:{s:i, s:I, s:I, s:I, s:I, s:I, s:i, s:b}}", "schema", 1, "tool",
        cli_tool_name(), "provenance", cli_json_provenance(&results[0].report.provenance), "checks",
        checks, "summary", "instructions", s.n_instructions, "compared", (json_int_t)s.compared,
        "differ", (json_int_t)s.differ, "inverse_differ", (json_int_t)s.inverse_differ,
        "rows_differ", (json_int_t)s.rows_differ, "product_differ", (json_int_t)s.product_differ,
        "not_recoverable", s.n_not_recoverable, "passed", check_passed(&s));
    return cli_json(root, out, err);
}

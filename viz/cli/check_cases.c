#include "cli/check_cases.h"

#include <stdio.h>
#include <string.h>

#include "cli/cli.h"

/* The cases of one result: its operands, then these two. */
enum { CASE_ROWS = OPMAP_N_OPERANDS, CASE_PRODUCT, N_CASES };

static const char *case_title(int number)
{
    if (number == CASE_ROWS)
        return "rows";
    return number == CASE_PRODUCT ? "product" : opmap_operand_title((enum opmap_operand)number);
}

enum { WHY_BYTES = 1024 };

static void operand_why(const struct check_report *report, enum opmap_operand operand,
                        char why[WHY_BYTES])
{
    const struct check_operand *r = &report->operand[operand];
    char coord[OPMAP_TEXT_BYTES], expected[OPMAP_TEXT_BYTES], found[OPMAP_TEXT_BYTES];
    if (r->differ > 0 && r->first >= 0)
        snprintf(why, WHY_BYTES, "%s: %d of %d elsewhere, first %s, documented at %s, found at %s",
                 check_verdict_name(r->verdict), r->differ, r->compared,
                 opmap_coord_text(operand, opmap_coord(report->insn, operand, r->first), coord),
                 opmap_slot_text(r->expected, expected), opmap_slot_text(r->found, found));
    else if (r->inverse_differ > 0)
        snprintf(why, WHY_BYTES, "%d of %d places differ through the documented inverse",
                 r->inverse_differ, r->inverse_compared);
}

/* Why a case failed; empty: it passed. */
static void case_why(const struct check_result *result, int number, char why[WHY_BYTES])
{
    const struct check_report *report = &result->report;
    const struct check_product *product = &result->product;
    why[0] = 0;
    if (report->verdict == CHECK_NOT_RECOVERABLE)
        snprintf(why, WHY_BYTES, "not recoverable: %s", report->reason);
    else if (number < OPMAP_N_OPERANDS)
        operand_why(report, (enum opmap_operand)number, why);
    else if (number == CASE_ROWS && report->rows_differ > 0)
        snprintf(why, WHY_BYTES, "%d of %d lines of the row table do not hold", report->rows_differ,
                 report->rows_compared);
    else if (number == CASE_PRODUCT && product->differ > 0)
        snprintf(why, WHY_BYTES, "%d of %d elements wrong, first D[%d][%d], expected %g, found %g",
                 product->differ, product->compared, product->first_i, product->first_j,
                 product->expected, product->found);
}

/* The cases of one device, in their order. */
struct cases {
    const struct each_device *each;
    int device;
    const struct check_result *results;
    int n_results;
};

static struct cases cases_of(const struct each_device *each, int device,
                             const struct check_result *results, int n_results)
{
    return (struct cases){each, device, results + device * n_results, n_results};
}

static int count_cases(const struct cases *c) { return c->n_results * N_CASES + (c->device > 0); }

static void put_name(const struct cases *c, int n, struct buffer *out)
{
    if (c->each->all)
        buffer_printf(out, "%s ", c->each->one[c->device].name);
    if (n == c->n_results * N_CASES) {
        buffer_printf(out, "agrees with %s", c->each->one[0].name);
        return;
    }
    const struct check_report *report = &c->results[n / N_CASES].report;
    buffer_printf(out, "%s cbsz %d abid %d %s", report->insn->name, report->cbsz, report->abid,
                  case_title(n % N_CASES));
}

static void put_why(const struct cases *c, int n, char why[WHY_BYTES])
{
    char agreement[EACH_WHY_BYTES];
    if (n < c->n_results * N_CASES) {
        case_why(&c->results[n / N_CASES], n % N_CASES, why);
        return;
    }
    each_device_why(c->each, c->device, agreement);
    snprintf(why, WHY_BYTES, "%s", agreement);
}

/* --- Test Anything Protocol, version 13 --- */

void check_cases_tap(const struct each_device *each, const struct check_result *results,
                     int n_results, struct buffer *out)
{
    char why[WHY_BYTES];
    int number = 0;
    buffer_printf(out, "TAP version 13\n1..%d\n", each->n * (n_results * N_CASES + 1) - 1);
    for (int d = 0; d < each->n; d++) {
        struct cases c = cases_of(each, d, results, n_results);
        buffer_puts(out, "# ");
        cli_provenance(&c.results[0].report.provenance, NULL, out);
        buffer_puts(out, "\n");
        for (int n = 0; n < count_cases(&c); n++) {
            put_why(&c, n, why);
            buffer_printf(out, "%s %d - ", why[0] ? "not ok" : "ok", ++number);
            put_name(&c, n, out);
            buffer_puts(out, "\n");
            if (why[0])
                buffer_printf(out, "# %s\n", why);
        }
    }
}

/* --- JUnit's XML, as CI systems read it --- */

static void put_xml(const char *text, struct buffer *out)
{
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (strchr("&<>\"", c))
            buffer_printf(out, "&#%d;", c);
        else if (c >= ' ')
            buffer_append(out, text, 1);
    }
}

static void put_property(const char *name, const char *value, struct buffer *out)
{
    buffer_printf(out, "   <property name=\"%s\" value=\"", name);
    put_xml(value, out);
    buffer_puts(out, "\"/>\n");
}

static void put_properties(const struct opmap_provenance *p, struct buffer *out)
{
    char kind[OPMAP_KIND_BYTES];
    buffer_puts(out, "  <properties>\n");
    put_property("tool", cli_tool_name(), out);
    put_property("provenance", opmap_kind_text(p, kind), out);
    put_property("device", p->device, out);
    put_property("arch", p->arch, out);
    if (p->attest[0])
        put_property("attest", p->attest, out);
    buffer_puts(out, "  </properties>\n");
}

static void put_case(const struct cases *c, int n, struct buffer *out)
{
    bool agreement = n == c->n_results * N_CASES;
    char why[WHY_BYTES];
    put_why(c, n, why);
    buffer_printf(out, "  <testcase classname=\"check.%s\" name=\"",
                  agreement ? "devices" : c->results[n / N_CASES].report.insn->name);
    put_name(c, n, out);
    buffer_puts(out, why[0] ? "\">\n   <failure message=\"" : "\"/>\n");
    if (!why[0])
        return;
    put_xml(why, out);
    buffer_puts(out, "\"/>\n  </testcase>\n");
}

static int count_failures(const struct cases *c)
{
    int n_failures = 0;
    char why[WHY_BYTES];
    for (int n = 0; n < count_cases(c); n++) {
        put_why(c, n, why);
        n_failures += why[0] != 0;
    }
    return n_failures;
}

static void put_suite(const struct cases *c, struct buffer *out)
{
    buffer_printf(
        out, " <testsuite name=\"smfviz check%s%s\" tests=\"%d\" failures=\"%d\" errors=\"0\">\n",
        c->each->all ? " " : "", c->each->one[c->device].name, count_cases(c), count_failures(c));
    put_properties(&c->results[0].report.provenance, out);
    for (int n = 0; n < count_cases(c); n++)
        put_case(c, n, out);
    buffer_puts(out, " </testsuite>\n");
}

void check_cases_junit(const struct each_device *each, const struct check_result *results,
                       int n_results, struct buffer *out)
{
    int n_cases = 0, n_failures = 0;
    for (int d = 0; d < each->n; d++) {
        struct cases c = cases_of(each, d, results, n_results);
        n_cases += count_cases(&c);
        n_failures += count_failures(&c);
    }
    buffer_printf(out,
                  "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                  "<testsuites tests=\"%d\" failures=\"%d\" errors=\"0\">\n",
                  n_cases, n_failures);
    for (int d = 0; d < each->n; d++) {
        struct cases c = cases_of(each, d, results, n_results);
        put_suite(&c, out);
    }
    buffer_puts(out, "</testsuites>\n");
}

/* The formulas of a page with one constant, operator or variable changed: each is reported with the
 * right count, or, where the change changes nothing, is right. The count is naive.h's. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "base/file.h"
#include "lint/lint.h"
#include "naive.h"

static const char page_name[] = "tests/pages/whole.rst";

/* The eight equations of the page, and the tile that each is about. */
static const struct {
    const char *text;
    int m;
} equations[] = {
    {"\\text{lane} &= 16 \\lfloor \\frac{i}{4} \\rfloor + j", 16},
    {"\\text{VGPR} &= i \\bmod 4", 16},
    {"i &= 4 \\lfloor \\frac{L}{16} \\rfloor + (G \\bmod 4)", 16},
    {"j &= L \\bmod 16", 16},
    {"\\text{lane}   &= \\bigl(32 \\cdot \\lfloor \\frac{i}{4} \\rfloor\\bigr) \\bmod 64 + j", 32},
    {"\\text{VGPR}   &= 4 \\lfloor \\frac{i}{8} \\rfloor + (i \\bmod 4)", 32},
    {"i &= \\bigl(8 \\cdot \\lfloor \\frac{G}{4} \\rfloor\\bigr) \\bmod 32\n"
     "       + 4 \\lfloor \\frac{L}{32} \\rfloor + (G \\bmod 4)",
     32},
    {"j &= L \\bmod 32", 32},
};
enum { N_EQUATIONS = sizeof equations / sizeof equations[0] };

static struct buffer page;
static long page_right;

static struct lint_report lint(const char *text, size_t size)
{
    struct lint_options options = {0};
    struct lint_report report = {0};
    struct error err = {0};
    cr_assert_eq(lint_text(page_name, text, size, &options, &report, &err), STATUS_OK, "%s",
                 err.text);
    return report;
}

static void read_page(void)
{
    struct error err = {0};
    cr_assert_eq(file_read(page_name, 1 << 20, &page, &err), STATUS_OK, "%s", err.text);
    struct lint_report report = lint(page.data, page.size);
    page_right = report.claims.right;
    cr_assert_eq(report.claims.wrong, 0);
    lint_report_free(&report);
}

static void free_page(void) { buffer_free(&page); }

struct tally {
    int reported, equal;
};

/* Puts the mutant in the equation's place and requires the report. */
static void judge_mutant(int e, const char *mutant, struct tally *tally)
{
    const char *place = strstr(page.data, equations[e].text);
    cr_assert(place, "%s", equations[e].text);
    struct buffer text = {0};
    buffer_append(&text, page.data, (size_t)(place - page.data));
    buffer_puts(&text, mutant);
    buffer_puts(&text, place + strlen(equations[e].text));

    bool undefined;
    long n = (long)equations[e].m * equations[e].m;
    long differ = naive_count(mutant, equations[e].m, &undefined);
    struct lint_report report = lint(text.data, text.size);
    cr_expect_eq(report.claims.wrong, differ > 0, "%ld wrong, %ld differ: %s", report.claims.wrong,
                 differ, mutant);
    cr_expect_eq(report.claims.right, page_right - (differ > 0), "%ld right: %s",
                 report.claims.right, mutant);
    int line = 1;
    for (const char *p = page.data; p < place; p++)
        line += *p == '\n';
    for (int f = 0; f < report.n_findings; f++) {
        const struct lint_finding *finding = &report.findings[f];
        if (finding->severity != LINT_ERROR)
            continue;
        cr_expect_str_eq(finding->rule, "formula", "%s", mutant);
        cr_expect(finding->line == line || (undefined && finding->line == line + 1), "line %d: %s",
                  finding->line, mutant);
        cr_expect(finding->compared == n && finding->differ == differ,
                  "%ld of %ld, not %ld of %ld: %s", finding->differ, finding->compared, differ, n,
                  mutant);
    }
    lint_report_free(&report);
    buffer_free(&text);
    if (differ > 0)
        tally->reported++;
    else
        tally->equal++;
}

/* The equation with text[at .. at + n) replaced. */
static void replace(int e, size_t at, size_t n, const char *by, struct tally *tally)
{
    char mutant[256];
    const char *text = equations[e].text;
    snprintf(mutant, sizeof mutant, "%.*s%s%s", (int)at, text, by, text + at + n);
    judge_mutant(e, mutant, tally);
}

static size_t right_side(int e)
{
    return (size_t)(strstr(equations[e].text, "&=") + 2 - equations[e].text);
}

static void report_tally(const char *what, const struct tally *tally)
{
    printf("%s: %d mutants reported, %d equal on all elements\n", what, tally->reported,
           tally->equal);
    cr_assert_geq(tally->reported + tally->equal, 200);
    cr_assert_geq(tally->reported, 150);
}

Test(mutants, of_constants_are_found, .init = read_page, .fini = free_page)
{
    static const char *const values[] = {"0",  "1",  "2",  "3",  "4",  "5",  "7",  "8",
                                         "12", "15", "16", "31", "32", "64", "128"};
    struct tally tally = {0};
    for (int e = 0; e < N_EQUATIONS; e++)
        for (size_t at = right_side(e), n; equations[e].text[at]; at += n > 0 ? n : 1) {
            n = strspn(equations[e].text + at, "0123456789");
            for (size_t v = 0; n && v < sizeof values / sizeof *values; v++)
                if (strlen(values[v]) != n || strncmp(values[v], equations[e].text + at, n) != 0)
                    replace(e, at, n, values[v], &tally);
        }
    report_tally("constants", &tally);
}

static const char *const operators[] = {" + ",  " - ",  " \\cdot ", " \\bmod ", " / ",
                                        " << ", " >> ", " \\& ",    " | "};
enum { N_OPERATORS = sizeof operators / sizeof operators[0] };

/* A sign, or the place of the product that has none, which stands before every floor. */
static size_t operator_at(const char *text, const char *p)
{
    for (int o = 0; o < 4; o++)
        if (!strncmp(p, operators[o], strlen(operators[o])))
            return strlen(operators[o]);
    return p > text && *p == ' ' && isdigit((unsigned char)p[-1]) && !strncmp(p, " \\lfloor", 8);
}

Test(mutants, of_operators_are_found, .init = read_page, .fini = free_page)
{
    struct tally tally = {0};
    for (int e = 0; e < N_EQUATIONS; e++) {
        const char *text = equations[e].text;
        for (size_t at = right_side(e); text[at]; at++) {
            size_t n = operator_at(text, text + at);
            for (int o = 0; n && o < N_OPERATORS; o++)
                if (strncmp(operators[o], text + at, n) != 0 || n == 1)
                    replace(e, at, n, operators[o], &tally);
            if (strncmp(text + at, "\\frac{", 6) != 0)
                continue;
            /* \frac{a}{b}: all the others between a and b */
            char a = text[at + 6], inside[64];
            const char *b = text + at + 9, *end = strchr(b, '}');
            for (int o = 0; o < N_OPERATORS; o++) {
                snprintf(inside, sizeof inside, "(%c%s%.*s)", a, operators[o], (int)(end - b), b);
                replace(e, at, (size_t)(end + 1 - (text + at)), inside, &tally);
            }
        }
    }
    report_tally("operators", &tally);
}

/* k, q and s are no coordinates of C/D: an error at every element. naive.h does not know them. */
static const char *const variables[] = {"i",
                                        "j",
                                        "L",
                                        "G",
                                        "M",
                                        "N",
                                        "k",
                                        "\\text{bit}",
                                        "\\text{byte}",
                                        "\\text{nibble}",
                                        "q",
                                        "s",
                                        "\\text{lane}",
                                        "\\text{VGPR}"};
enum { N_VARIABLES = sizeof variables / sizeof variables[0] };

Test(mutants, of_variables_are_found, .init = read_page, .fini = free_page)
{
    static const char *const left[] = {
        "i", "j", "\\text{lane}", "\\text{VGPR}", "\\text{bit}", "\\text{nibble}"};
    struct tally tally = {0};
    for (int e = 0; e < N_EQUATIONS; e++) {
        const char *text = equations[e].text;
        for (size_t at = right_side(e); text[at]; at++) {
            bool variable = strchr("ijLG", text[at]) && !isalpha((unsigned char)text[at - 1]) &&
                            text[at - 1] != '\\' && !isalpha((unsigned char)text[at + 1]);
            for (int v = 0; variable && v < N_VARIABLES; v++)
                if (variables[v][0] != text[at] || variables[v][1])
                    replace(e, at, 1, variables[v], &tally);
        }
        size_t n = strcspn(text, " ");
        for (size_t v = 0; v < sizeof left / sizeof *left; v++)
            if (strlen(left[v]) != n || strncmp(left[v], text, n) != 0)
                replace(e, 0, n, left[v], &tally);
    }
    report_tally("variables", &tally);
}

/* Every number of every table, one higher: some line of the table says so. */
Test(mutants, of_table_cells_are_found, .init = read_page, .fini = free_page)
{
    int n_cells = 0;
    bool table = false;
    for (const char *line = page.data; *line; line += strcspn(line, "\n") + 1) {
        size_t length = strcspn(line, "\n");
        bool item = !strncmp(line, "   * - ", 7) || !strncmp(line, "     - ", 7);
        if (!strncmp(line, "====", 4) || line[0] == '+')
            table = true;
        if (!length)
            table = false;
        for (size_t at = 0; (item || table) && at < length; at++) {
            size_t n = strspn(line + at, "0123456789");
            if (!n || line[0] == '+' ||
                (at && (isalnum((unsigned char)line[at - 1]) || line[at - 1] == '_'))) {
                at += n;
                continue;
            }
            struct buffer text = {0};
            buffer_printf(&text, "%.*s%ld%s", (int)(line + at - page.data), page.data,
                          strtol(line + at, NULL, 10) + 1, line + at + n);
            struct lint_report report = lint(text.data, text.size);
            cr_expect_gt(report.claims.wrong, 0, "cell %.*s", (int)length, line);
            lint_report_free(&report);
            buffer_free(&text);
            n_cells++;
            at += n;
        }
    }
    printf("%d numbers in tables\n", n_cells);
    cr_assert_gt(n_cells, 70);
}

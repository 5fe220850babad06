#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expr/expr.h"

enum { I, J, K, LANE, VGPR, THREAD, N_SYMBOLS };
static const struct expr_symbol symbols[] = {
    {"i", I},       {"j", J},    {"k", K},    {"lane", LANE},
    {"vgpr", VGPR}, {"L", LANE}, {"G", VGPR}, {"threadIdx.x", THREAD},
};
enum { N_NAMES = sizeof symbols / sizeof symbols[0] };

/* Unlike each other, and no power of two. */
static const int64_t values[N_SYMBOLS] = {
    [I] = 13, [J] = 7, [K] = 29, [LANE] = 55, [VGPR] = 11, [THREAD] = 119,
};

/* Static: a set is tens of kilobytes. */
static struct expr_set set;

static enum status read_bare(const char *text, int64_t *value, struct expr_fault *fault)
{
    memset(&set, 0, sizeof set);
    enum status status = expr_add_bare(&set, text, fault);
    if (status == STATUS_OK)
        status = expr_resolve(&set, symbols, N_NAMES, fault);
    return status == STATUS_OK ? expr_evaluate(&set, 0, values, value, fault) : status;
}

static enum status read_statements(const char *text, struct expr_fault *fault)
{
    memset(&set, 0, sizeof set);
    enum status status = expr_add(&set, text, fault);
    return status == STATUS_OK ? expr_resolve(&set, symbols, N_NAMES, fault) : status;
}

struct sample {
    const char *text;
    int64_t value;
};

static void expect_values(const struct sample *samples, size_t n_samples)
{
    for (size_t n = 0; n < n_samples; n++) {
        struct expr_fault fault = {0};
        int64_t value = -12345;
        enum status status = read_bare(samples[n].text, &value, &fault);
        cr_expect_eq(status, STATUS_OK, "'%s': %s at %zu", samples[n].text, fault.why, fault.at);
        cr_expect_eq(value, samples[n].value, "'%s' is %lld", samples[n].text, (long long)value);
    }
}
#define EXPECT_VALUES(samples) expect_values(samples, sizeof samples / sizeof samples[0])

Test(expr, precedence_is_that_of_c)
{
    static const struct sample samples[] = {
        {"1 + 2 * 3", 7}, {"(1 + 2) * 3", 9}, {"7 - 2 - 1", 4},  {"100 / 7 / 2", 7},
        {"i % 4 + 1", 2}, {"2 * i % 5", 1},   {"1 << 2 + 1", 8}, {"6 & 1 << 1", 2},
        {"1 | 6 & 3", 3}, {"-i % 4", 3},      {"- -3", 3},       {"+3 - -4", 7},
        {"0x1F + 1", 32}, {"k >> 2", 7},      {"i // 4", 3},
    };
    EXPECT_VALUES(samples);
}

Test(expr, division_rounds_down_and_modulo_has_the_divisors_sign)
{
    static const struct sample samples[] = {
        {"7 / 2", 3},    {"-7 / 2", -4},   {"7 / -2", -4},          {"-7 / -2", 3}, {"7 % 4", 3},
        {"-7 % 4", 1},   {"7 % -4", -1},   {"-7 % -4", -3},         {"-8 % 4", 0},  {"-1 >> 3", -1},
        {"-5 >> 1", -3}, {"7 / 2 * 2", 6}, {"floor(7 / 2 * 2)", 6},
    };
    EXPECT_VALUES(samples);
}

Test(expr, frac_is_exact_until_the_floor_around_it)
{
    static const struct sample samples[] = {
        {"\\lfloor \\frac{7}{2} \\cdot 2 \\rfloor", 7},
        {"\\lfloor \\frac{i}{4} + \\frac{3}{4} \\rfloor", 4},
        {"floor(\\frac{-7}{2})", -4},
        {"\\lfloor \\frac{7}{2} - 3 \\cdot \\frac{1}{2} \\rfloor", 2},
        {"\\lfloor \\frac{29}{2} \\bmod 4 \\rfloor", 2},
        {"\\lfloor \\frac{\\frac{k}{2}}{3} \\rfloor", 4},
        {"\\lfloor \\frac{7}{-2} \\rfloor", -4},
        {"\\frac{7}{2} \\cdot 2", 6}, /* nothing around it: rounds down at once */
    };
    EXPECT_VALUES(samples);
}

Test(expr, latex_is_read)
{
    static const struct sample samples[] = {
        {"16 \\lfloor \\frac{i}{4} \\rfloor + j", 55},
        {"4 \\lfloor \\frac{L}{16} \\rfloor + (G \\bmod 4)", 15},
        {"\\bigl(32 \\cdot \\lfloor \\frac{i}{4} \\rfloor\\bigr) \\bmod 64 + j", 39},
        {"\\bigl(8 \\cdot \\lfloor \\frac{G}{4} \\rfloor\\bigr) \\bmod 32\n"
         "       + 4 \\lfloor \\frac{L}{32} \\rfloor + (G \\bmod 4)",
         23},
        {"4 \\left\\lfloor \\dfrac{\\text{lane}}{16} \\right\\rfloor", 12},
        {"\\mathrm{VGPR} \\mod 4", 3},
        {"i + k \\bmod 8", 18},
        {"k \\pmod{8}", 5},
        {"\\text{lane}_{B} \\times 2", 110},
        {"i_0 \\, j", 91},
        {"\\Big[ i \\;\\quad + & j \\Big]", 20},
        {"\\operatorname{floor}\\left( i / 4 \\right)", 3},
        {"{16} \\cdot {i}", 208},
        {"k \\mathbin{\\&} 12", 12},
        {"k \\& 12", 12},
        {"1 \\ll 3", 8},
        {"\\left. i \\right.", 13},
        {"i \\\\ & \\quad + j", 20}, /* a line without '=' goes on */
    };
    EXPECT_VALUES(samples);
}

Test(expr, unicode_and_words_are_read)
{
    static const struct sample samples[] = {
        {"16·⌊i/4⌋ + j", 55},    {"i × j − 1", 90},  {"16(i mod 4)", 16},
        {"i div 4 mod 2", 1},    {"4⌊lane/16⌋", 12}, {"threadIdx.x % 64", 55},
        {"THREADIDX.X / 16", 7}, {"Vgpr", 11},       {"floor (i / 4)", 3},
        {"floor[i / 4]", 3},     {"⌊i ÷ 4⌋", 3},     {"i\u00a0+\u2009j", 20},
    };
    EXPECT_VALUES(samples);
}

Test(expr, a_product_needs_no_sign_and_binds_tighter)
{
    static const struct sample samples[] = {
        {"4i", 52},      {"4 floor(i/8)", 4}, {"(i)(j)", 91}, {"i j", 91},
        {"100 / 2i", 3}, {"60 % 4 (j)", 4},   {"-2i", -26},   {"2(i)(j) + 1", 183},
    };
    EXPECT_VALUES(samples);
}

static const struct {
    const char *text;
    size_t at;
    const char *why;
} faults[] = {
    {"", 0, "expected a number"},
    {"16*floor(k/16+j", 15, "expected ')'"},
    {"16*(k/16+j]", 10, "expected ')'"},
    {"\\lfloor i/4 )", 12, "expected '\\rfloor'"},
    {"i + ", 4, "expected a number"},
    {"i + * j", 4, "expected a number"},
    {"i 4", 2, "expected an operator"},
    {"i )", 2, "expected an operator"},
    {"i = j", 2, "expected an operator"},
    {"floor i", 6, "expected a bracket"},
    {"\\frac i4", 6, "expected '{'"},
    {"\\frac{i}", 8, "expected '{'"},
    {"i + \\foo", 4, "unknown command '\\foo'"},
    {"i < j", 2, "comparisons"},
    {"2^i", 1, "powers"},
    {"2**i", 1, "powers"},
    {"⌈i/4⌉", 0, "ceilings"},
    {"1.5", 1, "whole numbers"},
    {"9223372036854775808", 0, "64 bits"},
    {"0x", 2, "hexadecimal"},
    {"i + é", 4, "unexpected 'é'"},
    {"i + \xff", 4, "unexpected byte 0xff"},
    {"i + \xc3", 4, "unexpected byte 0xc3"},
    {"i + \x01", 4, "unexpected byte 0x01"},
    {"\\text{lane", 5, "expected '}'"},
    {"\\text{l\u00e4ne}", 7, "names are of ASCII letters"},
    {"\\text lane", 6, "expected '{'"},
    {"\\", 0, "unknown command"},
    {"i + unheard", 4, "unknown name 'unheard'"},
    {"16 vpgr", 3, "unknown name 'vpgr'; did you mean 'vgpr'?"},
    {"laen + 1", 0, "unknown name 'laen'; did you mean 'lane'?"},
    {"M", 0, "unknown name 'M'"},
    {"m", 0, "unknown name 'm'"},
    {"aaaaaaaaaabbbbbbbbbbccccccccccdd", 0, "a name of 32 letters"},
    /* of evaluation */
    {"i / (j - 7)", 2, "division by zero"},
    {"i % (j - 7)", 2, "division by zero"},
    {"\\lfloor \\frac{i}{0} \\rfloor", 8, "division by zero"},
    {"1 << 63", 2, "a shift"},
    {"1 << -1", 2, "a shift"},
    {"1 >> 64", 2, "a shift"},
    {"9223372036854775807 + 1", 20, "64 bits"},
    {"3 << 62", 2, "64 bits"},
    {"4611686018427387904 * 2", 20, "64 bits"},
    {"4611686018427387904 (2)", 20, "64 bits"},
    {"-9223372036854775807 - 1", 21, "64 bits"},
    {"-9223372036854775807 & -2", 21, "64 bits"},
};

Test(expr, faults_are_named_where_they_are)
{
    for (size_t n = 0; n < sizeof faults / sizeof faults[0]; n++) {
        struct expr_fault fault = {0};
        int64_t value;
        cr_expect_eq(read_bare(faults[n].text, &value, &fault), STATUS_USAGE, "'%s' is accepted",
                     faults[n].text);
        cr_expect_eq(fault.at, faults[n].at, "'%s': at %zu", faults[n].text, fault.at);
        cr_expect(!strncmp(fault.why, faults[n].why, strlen(faults[n].why)) ||
                      strstr(fault.why, faults[n].why),
                  "'%s': '%s'", faults[n].text, fault.why);
    }
}

Test(expr, a_caret_stands_under_the_place)
{
    static const struct {
        const char *text, *shown;
    } samples[] = {
        {"16*floor(k/16+j", "expected ')'\n"
                            "  16*floor(k/16+j\n"
                            "                 ^"},
        {"⌊k/16⌋·⌊i) + 1", "expected '\\rfloor' or '⌋'\n"
                           "  ⌊k/16⌋·⌊i) + 1\n"
                           "           ^"},
        {"i +\n\tj ? 1 +\n2", "unexpected '?'\n"
                              "   j ? 1 +\n"
                              "     ^"},
        {"\xff", "unexpected byte 0xff\n"
                 "  ?\n"
                 "  ^"},
        {"1111111111+1111111111+1111111111+1111111111+1111111111+1111111111+1111111111+1111111111+?"
         "+1111111111+1111111111+1111111111+1111111111",
         "unexpected '?'\n"
         "  …11111111+1111111111+1111111111+1111111111+1111111111+1111111111+?"
         "+1111111111+1111111111+11111111…\n"
         "                                                                   "
         "^"},
    };
    for (size_t n = 0; n < sizeof samples / sizeof samples[0]; n++) {
        struct expr_fault fault = {0};
        struct error err = {0};
        int64_t value;
        cr_assert_eq(read_bare(samples[n].text, &value, &fault), STATUS_USAGE);
        cr_expect_eq(expr_report(&set, &fault, &err), STATUS_USAGE);
        cr_expect_str_eq(err.text, samples[n].shown);
    }
}

Test(expr, statements_have_a_left_side)
{
    static const struct {
        const char *text;
        int n;
        const char *name[4];
        int64_t value[4];
    } samples[] = {
        {"lane = 16*(i/4) + j", 1, {"lane"}, {55}},
        {"lane = i; vgpr = j", 2, {"lane", "vgpr"}, {13, 7}},
        {"lane = i, vgpr = j;", 2, {"lane", "vgpr"}, {13, 7}},
        {"lane = i\nvgpr = j\n", 2, {"lane", "vgpr"}, {13, 7}},
        {"lane = i\n + j\nvgpr = j", 2, {"lane", "vgpr"}, {20, 7}},
        {"\\text{lane}    &= 16 \\lfloor \\frac{i}{4} \\rfloor + j \\\\\n"
         "\\text{VGPR}    &= i \\bmod 4",
         2,
         {"lane", "VGPR"},
         {55, 1}},
        {"i &= \\bigl(8 \\cdot \\lfloor \\frac{G}{4} \\rfloor\\bigr) \\bmod 32 \\\\[2pt]\n"
         "   &\\quad + 4 \\lfloor \\frac{L}{32} \\rfloor + (G \\bmod 4) \\\\\nj &= L \\bmod 32",
         2,
         {"i", "j"},
         {23, 23}},
        {"\\text{lane}\n  &= i\n + j", 1, {"lane"}, {20}},
        {"lane\n = i", 1, {"lane"}, {13}},
        {"lane = \\,\n i = 13", 2, {"lane", "lane"}, {13, 13}},
        {"lane = i\n\nvgpr = j", 2, {"lane", "vgpr"}, {13, 7}},
        {"lane = \\lfloor i \\rfloor\n\nvgpr = j", 2, {"lane", "vgpr"}, {13, 7}},
        {"lane = \\lfloor i \\rfloor\n \\text{vgpr} &= j", 2, {"lane", "vgpr"}, {13, 7}},
        {"lane = \\lfloor i \\rfloor\n j", 1, {"lane"}, {91}},
        {"lane = \\lfloor i \\rfloor +\n j\n\n vgpr = j", 2, {"lane", "vgpr"}, {20, 7}},
        {"L(i, k) = i", 1, {"L"}, {13}},
        {"i = L = 3", 2, {"i", "i"}, {55, 3}},
        {"lane_{A} &= i", 1, {"lane"}, {13}},
        {"e = k mod 8; vgpr = floor(e/2)", 2, {"e", "vgpr"}, {5, 2}},
        {"vgpr = floor(e/2), where e = k mod 8", 2, {"vgpr", "e"}, {2, 5}},
        {"vgpr = a + b; a = b + 1; b = c c; c = i",
         4,
         {"vgpr", "a", "b", "c"},
         {339, 170, 169, 13}},
        {"k' = k mod (32/2); lane = k'", 2, {"k'", "lane"}, {13, 13}},
    };
    for (size_t n = 0; n < sizeof samples / sizeof samples[0]; n++) {
        struct expr_fault fault = {0};
        cr_expect_eq(read_statements(samples[n].text, &fault), STATUS_OK, "'%s': %s at %zu",
                     samples[n].text, fault.why, fault.at);
        cr_expect_eq(set.n_statements, samples[n].n, "'%s': %d", samples[n].text, set.n_statements);
        for (int s = 0; s < set.n_statements && s < samples[n].n; s++) {
            int64_t value = 0;
            cr_expect_str_eq(set.name[set.statement[s].name].text, samples[n].name[s]);
            cr_expect_eq(expr_evaluate(&set, s, values, &value, &fault), STATUS_OK);
            cr_expect_eq(value, samples[n].value[s], "'%s': %lld", samples[n].text,
                         (long long)value);
        }
    }
}

Test(expr, statements_without_sense_are_refused)
{
    static const struct {
        const char *text;
        size_t at;
        const char *why;
    } samples[] = {
        {"", 0, "expected a formula"},
        {" ;; ", 4, "expected a formula"},
        {"lane", 4, "expected '='"},
        {"16 = lane", 0, "expected a name"},
        {"lane = i; = j", 10, "expected a name"},
        {"lane = i) + j", 8, "expected an operator"},
        {"L(i, = 3", 5, "expected a name"},
        {"L(i k) = 3", 4, "expected ','"},
        {"e = f; f = g; g = f; lane = e", 7, "'f' is defined by itself"},
        {"e = e + 1", 0, "'e' is defined by itself"},
        {"lane = e = f", 7, "unknown name 'e'"},
    };
    for (size_t n = 0; n < sizeof samples / sizeof samples[0]; n++) {
        struct expr_fault fault = {0};
        cr_expect_eq(read_statements(samples[n].text, &fault), STATUS_USAGE, "'%s'",
                     samples[n].text);
        cr_expect_eq(fault.at, samples[n].at, "'%s': at %zu", samples[n].text, fault.at);
        cr_expect(!strncmp(fault.why, samples[n].why, strlen(samples[n].why)), "'%s': '%s'",
                  samples[n].text, fault.why);
    }
}

Test(expr, two_definitions_of_a_name_must_agree)
{
    struct expr_fault fault = {0};
    int64_t value = 0;
    cr_assert_eq(read_statements("lane = e; e = k mod 8 = k & 7", &fault), STATUS_OK);
    cr_expect_eq(expr_evaluate(&set, 0, values, &value, &fault), STATUS_OK);
    cr_expect_eq(value, 5);
    cr_assert_eq(read_statements("lane = e; e = k mod 8 = k & 15", &fault), STATUS_OK);
    cr_expect_eq(expr_evaluate(&set, 0, values, &value, &fault), STATUS_USAGE);
    cr_expect_eq(fault.at, 24);
}

Test(expr, what_a_statement_depends_on_goes_through_definitions)
{
    struct expr_fault fault = {0};
    cr_assert_eq(read_statements("lane = e; e = f + 1; f = k; vgpr = i", &fault), STATUS_OK);
    cr_expect(expr_depends(&set, 0, K));
    cr_expect(expr_depends(&set, 2, K));
    cr_expect_not(expr_depends(&set, 0, I));
    cr_expect_not(expr_depends(&set, 3, K));
}

/* Formulas of several texts see each other; faults say whose they are. */
Test(expr, texts_add_up)
{
    struct expr_fault fault = {0};
    int64_t value = 0;
    memset(&set, 0, sizeof set);
    cr_assert_eq(expr_add(&set, "vgpr = floor(e/2)", &fault), STATUS_OK);
    cr_assert_eq(expr_add(&set, "e = k mod x", &fault), STATUS_OK);
    cr_expect_eq(expr_resolve(&set, symbols, N_NAMES, &fault), STATUS_USAGE);
    cr_expect_eq(fault.text, 1);
    cr_expect_eq(fault.at, 10);
    cr_assert_eq(expr_add(&set, "x = 8", &fault), STATUS_OK);
    cr_assert_eq(expr_resolve(&set, symbols, N_NAMES, &fault), STATUS_OK);
    cr_expect_eq(expr_evaluate(&set, 0, values, &value, &fault), STATUS_OK);
    cr_expect_eq(value, 2);
}

static char *repeat(const char *word, size_t n, const char *tail)
{
    size_t length = strlen(word);
    char *text = malloc(n * length + strlen(tail) + 1);
    for (size_t r = 0; r < n; r++)
        memcpy(text + r * length, word, length);
    strcpy(text + n * length, tail);
    return text;
}

Test(expr, endless_input_is_refused)
{
    static const char *const words[] = {"(",    "-",       "\\lfloor ", "floor(", "[",  "{",
                                        "i+",   "\\frac{", "i ",        "a=",     "1;", "\\text{",
                                        "x=1;", "_",       "\\\\",      "⌊"};
    static const size_t lengths[] = {100, 1000, 100000};
    for (size_t w = 0; w < sizeof words / sizeof words[0]; w++)
        for (size_t l = 0; l < sizeof lengths / sizeof lengths[0]; l++) {
            struct expr_fault fault = {0};
            struct error err = {0};
            int64_t value;
            char *text = repeat(words[w], lengths[l], "");
            cr_expect_eq(read_bare(text, &value, &fault), STATUS_USAGE, "%zu times '%s'",
                         lengths[l], words[w]);
            cr_expect_eq(expr_report(&set, &fault, &err), STATUS_USAGE);
            if (read_statements(text, &fault) != STATUS_OK)
                cr_expect_eq(expr_report(&set, &fault, &err), STATUS_USAGE);
            free(text);
        }
}

Test(expr, what_is_within_the_limits_is_accepted)
{
    struct expr_fault fault = {0};
    int64_t value = 0;
    char *sum = repeat("i+", 500, "1");
    cr_expect_eq(read_bare(sum, &value, &fault), STATUS_OK, "%s", fault.why);
    cr_expect_eq(value, 500 * 13 + 1);
    char text[1024];
    for (size_t depth = 1; depth <= 400; depth++) {
        char *opening = repeat("(", depth, "i");
        char *closing = repeat(")", depth, "");
        snprintf(text, sizeof text, "%s%s", opening, closing);
        bool within = depth <= EXPR_MAX_DEPTH;
        cr_expect_eq(read_bare(text, &value, &fault), within ? STATUS_OK : STATUS_USAGE, "%zu deep",
                     depth);
        cr_expect(within || !strcmp(fault.why, "brackets are nested too deeply"), "%s", fault.why);
        free(opening);
        free(closing);
    }
    free(sum);
}

/* Definitions that double each other's length: each is evaluated once. */
Test(expr, definitions_are_evaluated_once)
{
    char text[2048] = "lane = d0; ";
    for (int n = 0; n < 60; n++)
        sprintf(text + strlen(text), "d%d = d%d + d%d; ", n, n + 1, n + 1);
    strcat(text, "d60 = 1");
    struct expr_fault fault = {0};
    int64_t value = 0;
    cr_assert_eq(read_statements(text, &fault), STATUS_OK, "%s", fault.why);
    cr_expect_eq(expr_evaluate(&set, 0, values, &value, &fault), STATUS_OK);
    cr_expect_eq(value, INT64_C(1) << 60);
}

/* What people and JSON are shown of a statement is one line of UTF-8, whatever was written. */
Test(expr, statements_are_shown_on_one_line)
{
    static const struct {
        const char *text, *shown;
    } samples[] = {
        {"  lane  =\n\t i + j ; vgpr = 1", "lane = i + j"},
        {"\\text{lane} &= \\lfloor i \\rfloor\n  + ⌊j⌋",
         "\\text{lane} &= \\lfloor i \\rfloor + ⌊j⌋"},
        {"lane_{\xff\x01} = i", "lane_{??} = i"},
        {"lane = 1111111111111111 + ⌊i⌋", "lane = 1111111111111111 + "},
    };
    for (size_t n = 0; n < sizeof samples / sizeof samples[0]; n++) {
        struct expr_fault fault = {0};
        char text[29];
        cr_assert_eq(read_statements(samples[n].text, &fault), STATUS_OK, "%s", fault.why);
        size_t size = n == 1 ? 200 : sizeof text;
        char long_text[200];
        cr_expect_str_eq(expr_text(&set, 0, n == 1 ? long_text : text, size), samples[n].shown);
    }
    struct expr_fault fault = {0};
    char text[64];
    cr_assert_eq(read_statements("lane = i = 16 * floor(i/4)", &fault), STATUS_OK);
    cr_expect_str_eq(expr_text(&set, 0, text, sizeof text), "lane = i");
    cr_expect_str_eq(expr_text(&set, 1, text, sizeof text), "lane = 16 * floor(i/4)");
}

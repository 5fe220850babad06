/* What single values do: denormal numbers, and 80 in 8-bit floats.
 *
 * A is one value in slot 0 of the first K group of every row, at position 0; B is one value in row
 * 0, C one value everywhere. All of D must then be the same number.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/bits.h"
#include "survey/wave.h"

static void plan_value(struct waves *waves, int w, uint32_t a, uint32_t b, int b_row, uint32_t c)
{
    wave_fill_nibbles(waves, w, 0, wave_legal[0]);
    for (int i = 0; i < waves->insn->m; i++)
        wave_put_a(waves, w, i, 0, 0, a);
    for (int j = 0; j < waves->insn->n; j++)
        wave_put_b(waves, w, b_row, j, b);
    for (int i = 0; i < waves->insn->m; i++)
        for (int j = 0; j < waves->insn->n; j++)
            wave_put_c(waves, w, i, j, c);
}

static bool is_nan(uint32_t f32) { return (f32 & 0x7fffffff) > 0x7f800000; }

/* --- 80 --- */

enum { FNUZ_NAN = 0x80, UNSELECTED_ROW = 3 };

static const struct {
    const char *what;
    double a, b, c;  /* NAN: 80 */
    bool unselected; /* B's value is at a position that no selector names */
} nan80_cases[] = {
    {"A 80, B 1, C 0", NAN, 1, 0, false},    {"A 1, B 80, C 0", 1, NAN, 0, false},
    {"A 80, B 0, C 0", NAN, 0, 0, false},    {"A 0, B 80, C 0", 0, NAN, 0, false},
    {"A 80, B 1, C 3", NAN, 1, 3, false},    {"A 1, B 80, C 3", 1, NAN, 3, false},
    {"A 80, B 80, C 0", NAN, NAN, 0, false}, {"A 1, B 80 not selected, C 3", 1, NAN, 3, true},
};
enum { N_NAN80 = sizeof nan80_cases / sizeof nan80_cases[0], N_MULTIPLIED = N_NAN80 - 1 };

static uint32_t code_or_80(enum isa_type type, double x)
{
    return isnan(x) ? (uint32_t)FNUZ_NAN : wave_code(type, x);
}

static void say_number(struct survey_answer *answer, const char *what, bool uniform, uint32_t d)
{
    if (!uniform)
        answer_case(answer, what, "not the same in all of D");
    else if (is_nan(d))
        answer_case(answer, what, "NaN (%08x)", d);
    else
        answer_case(answer, what, "%.9g (%08x)", (double)bits_to_f32(d), d);
}

static void judge_nan80(const bool *uniform, const uint32_t *d, struct survey_answer *answer)
{
    int n_nan = 0, n_zero = 0;
    for (int n = 0; n < N_MULTIPLIED; n++) {
        n_nan += uniform[n] && is_nan(d[n]);
        n_zero += uniform[n] && !is_nan(d[n]) && bits_to_f32(d[n]) == (float)nan80_cases[n].c;
    }
    bool apart = uniform[N_MULTIPLIED] && d[N_MULTIPLIED] == bits_of_f32(3);
    if (n_nan == N_MULTIPLIED && apart)
        answer_verdict(answer, "NaN",
                       "80 is NaN in A and in B, also times 0; where no selector "
                       "names it, it does nothing");
    else if (n_zero == N_MULTIPLIED && apart)
        answer_verdict(answer, "zero", "80 counts as a zero in A and in B");
    else
        answer_verdict(answer, "unforeseen",
                       "80 is neither NaN nor zero throughout; the cases say "
                       "what comes out");
}

enum status ask_nan80(struct device *device, const struct survey_maps *maps,
                      struct survey_answer *answer, struct error *err)
{
    struct waves waves;
    enum status status = waves_init(&waves, maps, N_NAN80, err);
    if (status != STATUS_OK)
        return status;
    for (int w = 0; w < N_NAN80; w++)
        plan_value(&waves, w, code_or_80(waves.insn->a_type, nan80_cases[w].a),
                   code_or_80(waves.insn->b_type, nan80_cases[w].b),
                   nan80_cases[w].unselected ? UNSELECTED_ROW : 0,
                   wave_code(ISA_F32, nan80_cases[w].c));
    status = waves_run(&waves, device, err);
    bool uniform[N_NAN80];
    uint32_t d[N_NAN80];
    for (int w = 0; status == STATUS_OK && w < N_NAN80; w++) {
        uniform[w] = wave_uniform(&waves, w, &d[w]);
        say_number(answer, nan80_cases[w].what, uniform[w], d[w]);
    }
    if (status == STATUS_OK)
        judge_nan80(uniform, d, answer);
    waves_free(&waves);
    return status;
}

/* --- denormals --- */

/* An experiment whose exact result tells whether a denormal number was taken for 0. */
struct denormal {
    const char *where; /* A, B, C or D */
    char what[64];
    uint32_t a, b, c;
    uint32_t kept; /* D if it counts; 0 or -0 if it does not */
};

enum { MAX_DENORMALS = 8 };

/* The smallest denormal number of a type is 2^this. */
static int smallest(enum isa_type type)
{
    switch (type) {
    case ISA_F16:
        return -24;
    case ISA_BF16:
        return -133;
    case ISA_FP8:
        return -10;
    default: /* bf8 */
        return -17;
    }
}

static int list_denormals(const struct isa_smfmac *insn, struct denormal *list)
{
    int n = 0, a = smallest(insn->a_type), b = smallest(insn->b_type);
    /* The product of a tiny bf16 number and 2^20 is far from f32's denormals. */
    int scale = insn->a_type == ISA_BF16 ? 20 : 4;
    list[n] = (struct denormal){.where = "A",
                                .a = 1,
                                .b = wave_code(insn->b_type, ldexp(1, scale)),
                                .kept = bits_of_f32((float)ldexp(1, a + scale))};
    snprintf(list[n++].what, sizeof list->what, "A 2^%d times B 2^%d", a, scale);
    list[n] = (struct denormal){.where = "B",
                                .a = wave_code(insn->a_type, ldexp(1, scale)),
                                .b = 1,
                                .kept = bits_of_f32((float)ldexp(1, b + scale))};
    snprintf(list[n++].what, sizeof list->what, "A 2^%d times B 2^%d", scale, b);
    list[n] = (struct denormal){.where = "C", .c = 1, .kept = 1};
    snprintf(list[n++].what, sizeof list->what, "C 2^-149 and no product");
    list[n] = (struct denormal){.where = "C", .c = 0x80400001, .kept = 0x80400001};
    snprintf(list[n++].what, sizeof list->what, "C -(2^-127 + 2^-149) and no product");
    if (insn->a_type == ISA_BF16) { /* no other product is that small */
        list[n] = (struct denormal){.where = "D",
                                    .a = wave_code(ISA_BF16, ldexp(1, -70)),
                                    .b = wave_code(ISA_BF16, ldexp(1, -70)),
                                    .kept = 1u << 9};
        snprintf(list[n++].what, sizeof list->what, "A 2^-70 times B 2^-70");
        list[n] = (struct denormal){.where = "D",
                                    .a = wave_code(ISA_BF16, -ldexp(1, -70)),
                                    .b = wave_code(ISA_BF16, ldexp(1.5, -70)),
                                    .c = bits_of_f32((float)ldexp(1, -126)),
                                    .kept = bits_of_f32((float)(ldexp(1, -126) - ldexp(3, -141)))};
        snprintf(list[n++].what, sizeof list->what, "A -2^-70 times B 1.5 2^-70, C 2^-126");
    }
    return n;
}

/* "A kept, B kept, C flushed": each operand's own verdict, "" if its cases disagree. */
static void judge_denormals(const struct denormal *list, const uint32_t *d, const bool *uniform,
                            int n, struct survey_answer *answer)
{
    static const char *const operands[] = {"A", "B", "C", "D"};
    char words[256] = "";
    bool all_kept = true, all_flushed = true, clear = true;
    for (int o = 0; o < 4; o++) {
        int n_asked = 0, n_kept = 0, n_flushed = 0;
        for (int w = 0; w < n; w++) {
            if (strcmp(list[w].where, operands[o]) != 0)
                continue;
            n_asked++;
            n_kept += uniform[w] && d[w] == list[w].kept;
            n_flushed += uniform[w] && (d[w] & 0x7fffffff) == 0;
        }
        if (!n_asked)
            continue;
        bool kept = n_kept == n_asked, flushed = n_flushed == n_asked;
        size_t used = strlen(words);
        snprintf(words + used, sizeof words - used, "%s%s %s", used ? ", " : "", operands[o],
                 kept      ? "kept"
                 : flushed ? "taken for 0"
                           : "neither kept nor taken for 0");
        all_kept &= kept;
        all_flushed &= flushed;
        clear &= kept || flushed;
    }
    answer_verdict(answer,
                   all_kept      ? "kept"
                   : all_flushed ? "flushed"
                   : clear       ? "some flushed"
                                 : "unforeseen",
                   "denormal numbers: %s", words);
}

enum status ask_denormals(struct device *device, const struct survey_maps *maps,
                          struct survey_answer *answer, struct error *err)
{
    struct waves waves;
    struct denormal list[MAX_DENORMALS];
    int n = list_denormals(maps->set[0]->insn, list);
    enum status status = waves_init(&waves, maps, n, err);
    if (status != STATUS_OK)
        return status;
    for (int w = 0; w < n; w++)
        plan_value(&waves, w, list[w].a, list[w].b, 0, list[w].c);
    status = waves_run(&waves, device, err);
    bool uniform[MAX_DENORMALS];
    uint32_t d[MAX_DENORMALS];
    for (int w = 0; status == STATUS_OK && w < n; w++) {
        uniform[w] = wave_uniform(&waves, w, &d[w]);
        say_number(answer, list[w].what, uniform[w], d[w]);
    }
    if (status == STATUS_OK)
        judge_denormals(list, d, uniform, n, answer);
    waves_free(&waves);
    return status;
}

/* How products are added up: thousands of sums, and which arithmetics explain them all.
 *
 * Every element of D is one sum. Each wave has data of another kind: numbers of many sizes, a C
 * that cancels most of the sum, a C that ends in a tie, and a C far above the products. Numbers are
 * normal, and no sum overflows. A rule is out as soon as one sum is not what it says.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "survey/sums.h"
#include "survey/wave.h"

enum kind { WIDE, CANCELLING, TIED, NARROW, N_KINDS };
enum { N_WAVES = 2 * N_KINDS, MAX_EDGE = 32, MAX_SHOWN = 6 };

struct operand {
    double value;
    int exponent;
};

/* What the waves were given, by row, column and depth. */
struct data {
    struct operand a[N_WAVES][MAX_EDGE][SUMS_MAX_PRODUCTS];
    int position[N_WAVES][MAX_EDGE][SUMS_MAX_PRODUCTS]; /* dense k of each */
    struct operand b[N_WAVES][2 * SUMS_MAX_PRODUCTS][MAX_EDGE];
    float c[N_WAVES][MAX_EDGE][MAX_EDGE];
};

static int fraction_bits(enum isa_type type)
{
    switch (type) {
    case ISA_F16:
        return 10;
    case ISA_BF16:
        return 7;
    case ISA_FP8:
        return 3;
    default: /* bf8 */
        return 2;
    }
}

/* --- data --- */

/* Exponents that all four types have: -7..7 (e4m3fnuz). */
static struct operand random_operand(enum isa_type type, enum kind kind, bool is_a,
                                     uint64_t *random)
{
    static const int tied_a[] = {-3, -7}, tied_b[] = {-3, -6, -7, -7};
    int steps = 1 << fraction_bits(type), exponent = wave_random_below(random, 15) - 7;
    double significand = 1 + (double)wave_random_below(random, steps) / steps;
    bool negative = wave_random_below(random, 2), zero = wave_random_below(random, 8) == 0;
    if (type == ISA_BF8 && kind != TIED) /* a wider range, or nothing is ever cut off */
        exponent = 2 * exponent - (is_a ? 1 : 0);
    if (kind == NARROW)
        exponent = wave_random_below(random, 3) - 1;
    if (kind == TIED) {
        exponent =
            is_a ? tied_a[wave_random_below(random, 2)] : tied_b[wave_random_below(random, 4)];
        significand = 1;
        zero = is_a && wave_random_below(random, 2);
    }
    double value = ldexp(negative ? -significand : significand, exponent);
    if (zero)
        return (struct operand){0, 0};
    return (struct operand){value, exponent};
}

static float random_c(enum kind kind, double products, uint64_t *random)
{
    double significand = 1 + ldexp((double)(wave_random(random) >> 41), -23);
    double sign = wave_random_below(random, 2) ? -1 : 1;
    int exponent = wave_random_below(random, 29) - 14;
    switch (kind) {
    case CANCELLING: /* most of the sum, or all of it */
        return (float)(-products * (1 + ldexp(sign * significand, -4 - (exponent + 14) % 20)));
    case TIED: /* half a unit in its last place is 2^-6, a product of the data's own */
        return (float)ldexp(sign * (exponent % 2 ? significand : 2 - ldexp(1, -22)), 18);
    case NARROW:
        return (float)ldexp(sign * significand, 6 + (exponent + 14) % 8);
    default:
        return (float)ldexp(sign * significand, exponent);
    }
}

static double sum_of_products(const struct data *data, int w, int i, int j, int n)
{
    double sum = 0;
    for (int kc = 0; kc < n; kc++)
        sum += data->a[w][i][kc].value * data->b[w][data->position[w][i][kc]][j].value;
    return sum;
}

static void make_wave(const struct isa_smfmac *insn, int w, struct data *data)
{
    uint64_t random = 1000 + (uint64_t)w;
    enum kind kind = (enum kind)(w % N_KINDS);
    for (int i = 0; i < insn->m; i++)
        for (int kc = 0; kc < insn->k / 2; kc += 2) {
            uint8_t nibble = wave_legal[wave_random_below(&random, N_LEGAL)];
            for (int s = 0; s < 2; s++) {
                data->position[w][i][kc + s] = 2 * kc + (nibble >> (2 * s) & 3);
                data->a[w][i][kc + s] = random_operand(insn->a_type, kind, true, &random);
            }
        }
    for (int k = 0; k < insn->k; k++)
        for (int j = 0; j < insn->n; j++)
            data->b[w][k][j] = random_operand(insn->b_type, kind, false, &random);
    for (int i = 0; i < insn->m; i++)
        for (int j = 0; j < insn->n; j++)
            data->c[w][i][j] = random_c(kind, sum_of_products(data, w, i, j, insn->k / 2), &random);
}

static void put_wave(struct waves *waves, int w, const struct data *data)
{
    const struct isa_smfmac *insn = waves->insn;
    for (int i = 0; i < insn->m; i++)
        for (int q = 0; q < isa_k_groups(insn); q++) {
            const int *position = &data->position[w][i][2 * q];
            wave_put_nibble(waves, w, 0, i, q, (uint32_t)(position[0] % 4 | position[1] % 4 << 2));
            for (int s = 0; s < 2; s++)
                wave_put_a(waves, w, i, q, s,
                           wave_code(insn->a_type, data->a[w][i][2 * q + s].value));
        }
    for (int k = 0; k < insn->k; k++)
        for (int j = 0; j < insn->n; j++)
            wave_put_b(waves, w, k, j, wave_code(insn->b_type, data->b[w][k][j].value));
    for (int i = 0; i < insn->m; i++)
        for (int j = 0; j < insn->n; j++)
            wave_put_c(waves, w, i, j, bits_of_f32(data->c[w][i][j]));
}

/* --- judging --- */

static void terms_of(const struct isa_smfmac *insn, const struct data *data, int w, int i, int j,
                     struct sums_terms *terms)
{
    *terms = (struct sums_terms){.n = insn->k / 2,
                                 .lane_groups = ISA_LANES / insn->m,
                                 .eight_bit = isa_type_bits(insn->a_type) == 8,
                                 .c = data->c[w][i][j]};
    for (int kc = 0; kc < terms->n; kc++) {
        int k = data->position[w][i][kc];
        const struct operand *a = &data->a[w][i][kc], *b = &data->b[w][k][j];
        terms->product[kc] = a->value * b->value;
        terms->exponent[kc] = a->exponent + b->exponent;
        terms->dense_k[kc] = k;
    }
}

struct survivors {
    struct sums_rule rule[SUMS_MAX_RULES];
    int n;
};

/* Keeps the rules that explain this sum. */
static void judge_sum(const struct sums_terms *terms, uint32_t d, struct survivors *alive)
{
    int n = 0;
    for (int r = 0; r < alive->n; r++)
        if (sums_of(&alive->rule[r], terms) == d)
            alive->rule[n++] = alive->rule[r];
    alive->n = n;
}

static bool same_rule(const struct sums_rule *x, const struct sums_rule *y, int n)
{
    int places = x->order == SUMS_DENSE ? 2 * n : n;
    bool chunks = x->chunk == y->chunk || (x->chunk >= places && y->chunk >= places);
    return x->kind == y->kind && x->order == y->order &&
           (x->kind != SUMS_ALIGNED || (chunks && x->halves == y->halves)) &&
           x->product == y->product && x->last == y->last && x->c_last == y->c_last &&
           x->normalised == y->normalised;
}

static bool survives(const struct survivors *alive, struct sums_rule rule, int n)
{
    for (int r = 0; r < alive->n; r++)
        if (same_rule(&alive->rule[r], &rule, n))
            return true;
    return false;
}

/* Calls `each` with every sum and what came out, until it returns false. */
typedef bool each_sum_fn(void *context, const struct sums_terms *terms, uint32_t d, int w, int i,
                         int j);
static void for_each_sum(const struct waves *waves, const struct data *data, each_sum_fn *each,
                         void *context)
{
    const struct isa_smfmac *insn = waves->insn;
    bool more = true;
    for (int w = 0; w < waves->n && more; w++)
        for (int i = 0; i < insn->m && more; i++)
            for (int j = 0; j < insn->n && more; j++) {
                struct sums_terms terms;
                terms_of(insn, data, w, i, j, &terms);
                more = each(context, &terms, wave_d(waves, w, i, j), w, i, j);
            }
}

static bool keep_explaining(void *context, const struct sums_terms *terms, uint32_t d, int w, int i,
                            int j)
{
    (void)w, (void)i, (void)j;
    judge_sum(terms, d, context);
    return ((struct survivors *)context)->n > 0;
}

struct count {
    const struct sums_rule *rule;
    int n_right, n_sums;
};
static bool count_right(void *context, const struct sums_terms *terms, uint32_t d, int w, int i,
                        int j)
{
    struct count *count = context;
    (void)w, (void)i, (void)j;
    count->n_right += sums_of(count->rule, terms) == d;
    count->n_sums++;
    return true;
}

static int say_explained(const struct waves *waves, const struct data *data, const char *what,
                         const struct sums_rule *rule, struct survey_answer *answer)
{
    struct count count = {.rule = rule};
    for_each_sum(waves, data, count_right, &count);
    answer_case(answer, what, "explains %d of %d sums", count.n_right, count.n_sums);
    return count.n_sums;
}

/* --- sums that nothing explains, so that others can go on --- */

struct unexplained {
    struct survey_answer *answer;
    const struct isa_smfmac *insn;
    const struct data *data;
    const struct sums_rule *rule;
    int n_shown;
};

/* "f16_f16 a.. b.. c d", the codes of stored values in hexadecimal, as
 * tests/arithmetic/model.py reads it. */
static bool show_unexplained(void *context, const struct sums_terms *terms, uint32_t d, int w,
                             int i, int j)
{
    struct unexplained *u = context;
    char line[320], what[64];
    if (sums_of(u->rule, terms) == d)
        return true;
    const char *a = isa_type_name(u->insn->a_type), *b = isa_type_name(u->insn->b_type);
    size_t used = (size_t)snprintf(line, sizeof line, "%s%s%s", a, strcmp(a, b) ? "_" : "",
                                   strcmp(a, b) ? b : "");
    for (int of_b = 0; of_b < 2; of_b++)
        for (int kc = 0; kc < terms->n && used < sizeof line; kc++) {
            uint32_t code =
                of_b ? wave_code(u->insn->b_type, u->data->b[w][terms->dense_k[kc]][j].value)
                     : wave_code(u->insn->a_type, u->data->a[w][i][kc].value);
            used += (size_t)snprintf(line + used, sizeof line - used, " %x", code);
        }
    snprintf(what, sizeof what, "sum %d, D[%d][%d]", w, i, j);
    answer_case(u->answer, what, "%s %08x %08x", line, bits_of_f32(terms->c), d);
    return ++u->n_shown < MAX_SHOWN;
}

/* --- verdict --- */

static void judge(const struct waves *waves, const struct data *data, struct survivors *alive,
                  struct survey_answer *answer)
{
    int n = waves->insn->k / 2, n_rules = sums_rules(n, alive->rule);
    bool eight_bit = isa_type_bits(waves->insn->a_type) == 8;
    struct sums_rule mi300 = sums_mi300(eight_bit), fma = {.kind = SUMS_CHAIN};
    char text[SUMS_TEXT_BYTES];
    alive->n = n_rules;
    for_each_sum(waves, data, keep_explaining, alive);
    int n_sums = say_explained(waves, data, "mi300, as published of dense", &mi300, answer);
    say_explained(waves, data, "fma, a chain", &fma, answer);
    for (int r = 0; r < alive->n && r < MAX_SHOWN; r++)
        answer_case(answer, "explains all", "%s", sums_text(&alive->rule[r], n, text));
    if (survives(alive, mi300, n) && alive->n == 1)
        answer_verdict(answer, "mi300",
                       "all %d sums are those of the model that was published of CDNA3's dense "
                       "instructions, over the stored products; none of the %d other arithmetics "
                       "that were tried gives them",
                       n_sums, n_rules - 1);
    else if (survives(alive, fma, n) && alive->n == 1)
        answer_verdict(answer, "fma",
                       "all %d sums are those of a chain of fused multiply-adds; none of the %d "
                       "other arithmetics that were tried gives them",
                       n_sums, n_rules - 1);
    else if (alive->n)
        answer_verdict(answer,
                       survives(alive, mi300, n) ? "mi300 or another"
                       : alive->n == 1           ? "one other"
                                                 : "several others",
                       "%d of the %d arithmetics that were tried give%s all %d sums%s", alive->n,
                       n_rules, alive->n == 1 ? "s" : "", n_sums,
                       survives(alive, mi300, n) ? ", mi300 among them" : "; mi300 does not");
    else {
        struct unexplained u = {answer, waves->insn, data, &mi300, 0};
        answer_verdict(answer, "unforeseen",
                       "none of the %d arithmetics that were tried gives all %d sums; the capture "
                       "has them, some that mi300 does not give are shown",
                       n_rules, n_sums);
        for_each_sum(waves, data, show_unexplained, &u);
    }
}

enum status ask_sums(struct device *device, const struct survey_maps *maps,
                     struct survey_answer *answer, struct error *err)
{
    struct waves waves;
    enum status status = waves_init(&waves, maps, N_WAVES, err);
    if (status != STATUS_OK)
        return status;
    struct data *data = calloc(1, sizeof *data);
    struct survivors *alive = calloc(1, sizeof *alive);
    if (!data || !alive)
        status = error_set(err, STATUS_NO_MEMORY, "out of memory");
    for (int w = 0; w < N_WAVES && status == STATUS_OK; w++) {
        make_wave(waves.insn, w, data);
        put_wave(&waves, w, data);
    }
    if (status == STATUS_OK)
        status = waves_run(&waves, device, err);
    if (status == STATUS_OK)
        judge(&waves, data, alive, answer);
    free(data);
    free(alive);
    waves_free(&waves);
    return status;
}

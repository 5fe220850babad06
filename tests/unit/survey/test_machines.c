/* Machines that answer open questions otherwise: the survey must tell each from the plain one, in
 * the right words, and must not take it for another. */
#include <criterion/criterion.h>
#include <string.h>

#include "layout/layout.h"
#include "survey/survey.h"

static struct device *open_emulator(void)
{
    struct device *device;
    struct error err = {0};
    cr_assert_eq(device_open("emu", &device, &err), STATUS_OK, "%s", err.text);
    return device;
}

static void set_machine(struct device *device, const struct smfhip_variant *variant,
                        enum smfhip_numerics numerics)
{
    struct smfhip_control arithmetic = {.request = SMFHIP_SET_NUMERICS, .value = numerics};
    struct smfhip_control machine = {.request = SMFHIP_SET_VARIANT, .variant = variant};
    cr_assert_eq(device_control(device)(SMFHIP_VERSION, &arithmetic), 0);
    cr_assert_eq(device_control(device)(SMFHIP_VERSION, &machine), 0);
}

/* Operands sit as documented on all of these machines. */
struct layouts {
    struct opmap map[8];
    struct survey_maps maps;
};

static void place(const struct isa_smfmac *insn, struct layouts *layouts)
{
    struct error err = {0};
    layouts->maps.n_sets = isa_index_sets(insn);
    for (int set = 0; set < layouts->maps.n_sets; set++) {
        cr_assert_eq(layout_map(insn, 0, set, &layouts->map[set], &err), STATUS_OK);
        layouts->maps.set[set] = &layouts->map[set];
    }
}

static void forget(struct layouts *layouts)
{
    for (int set = 0; set < layouts->maps.n_sets; set++)
        opmap_free(&layouts->map[set]);
}

static const enum isa_smfmac_id asked[] = {
    ISA_SMFMAC_f32_16x16x32_f16,
    ISA_SMFMAC_f32_32x32x16_bf16,
    ISA_SMFMAC_f32_16x16x64_fp8_bf8,
    ISA_SMFMAC_i32_32x32x32_i8,
};
enum { N_ASKED = sizeof asked / sizeof asked[0] };

static void ask(enum survey_question question, struct device *device, const struct layouts *layouts,
                struct survey_answer *answer)
{
    struct error err = {0};
    cr_assert_eq(survey_ask(question, device, &layouts->maps, answer, &err), STATUS_OK, "%s",
                 err.text);
}

/* Adds as published, unless it is said. */
#define CHAIN SMFHIP_NUMERICS_FMA

static const struct {
    struct smfhip_variant variant;
    enum smfhip_numerics numerics;
    enum survey_question question;
    const char *verdict, *words; /* verdict NULL: any; words: a part of the sentence */
    const char *among;           /* a part of some case */
    int also;                    /* 1 << another question that it cannot but answer otherwise */
} machines[] = {
    /* clang-format off */
    {{.nibbles = SMFHIP_NIBBLES_FIRST}, 0, SURVEY_NIBBLES, "slot 0's selector",
     "both slots follow the selector of slot 0", "slot 0: k 3, slot 1: k 3", 0},
    {{.nibbles = SMFHIP_NIBBLES_SORTED}, 0, SURVEY_NIBBLES, "sorted",
     "slot 0 follows the smaller selector", "slot 0: k 1, slot 1: k 3", 0},
    {{.nibbles = SMFHIP_NIBBLES_NOTHING}, 0, SURVEY_NIBBLES, "nothing",
     "neither slot multiplies", "slot 0: nothing, slot 1: nothing", 0},
    {{.nibbles = SMFHIP_NIBBLES_FIRST_ALONE}, 0, SURVEY_NIBBLES, "slot 0 alone",
     "slot 1 multiplies nothing", "slot 0: k 2, slot 1: nothing", 0},
    {{.exec = SMFHIP_EXEC_D}, 0, SURVEY_EXEC, "honoured for D",
     "keep their D", "off lanes keep their D, but give their operands", 0},
    {{.exec = SMFHIP_EXEC_OPERANDS}, 0, SURVEY_EXEC, "honoured for operands",
     "give zeros", "off lanes give zeros, all of D is written", 0},
    {{.exec = SMFHIP_EXEC_D | SMFHIP_EXEC_OPERANDS}, 0, SURVEY_EXEC, "honoured",
     "give zeros and keep their D", "off lanes give zeros and keep their D", 0},
    {{.cbsz_is_whole = 1}, 0, SURVEY_CBSZ, "all of cbsz",
     "every cbsz but 0 reads set 0", "reads set 0 with every abid", 0},
    {{.reads_other_bits = 1}, 0, SURVEY_OUTSIDE, "not ignored",
     "results change with the other index bits", "results depend on the other bits",
     1 << SURVEY_CBSZ /* each set's bits are another's other bits */},
    {{.nan80_is_zero = 1}, 0, SURVEY_NAN80, "zero", "counts as a zero", "3 (40400000)", 0},
    {{.flushes = SMFHIP_FLUSH_OPERANDS}, 0, SURVEY_DENORMALS, "some flushed",
     "A taken for 0, B taken for 0, C kept", "0 (00000000)", 0},
    {{.flushes = SMFHIP_FLUSH_C}, 0, SURVEY_DENORMALS, "some flushed",
     "A kept, B kept, C taken for 0", "0 (00000000)", 0},
    {{.flushes = 7}, 0, SURVEY_DENORMALS, "flushed",
     "A taken for 0, B taken for 0, C taken for 0", "0 (00000000)", 0},
    {{.sums = 0}, CHAIN, SURVEY_SUMS, "fma",
     "a chain of fused multiply-adds", "a chain of fused multiply-adds in stored order, c first", 0},
    {{.sums = SMFHIP_SUMS_HALF_CHUNKS}, 0, SURVEY_SUMS, "one other",
     "mi300 does not", "chunks of ", 0},
    {{.sums = SMFHIP_SUMS_NEAREST}, 0, SURVEY_SUMS, "one other",
     "mi300 does not", "sums rounded to nearest", 0},
    {{.sums = SMFHIP_SUMS_DENSE}, 0, SURVEY_SUMS, "one other",
     "mi300 does not", "chunks of ", 1 << SURVEY_NIBBLES /* equal selectors share a place */},
    /* Without C, what is cut off before the last rounding is often nothing. */
    {{.sums = SMFHIP_SUMS_C_LAST}, 0, SURVEY_SUMS, NULL, "mi300 does not", "c last", 0},
    /* clang-format on */
};
enum { N_MACHINES = sizeof machines / sizeof machines[0] };

static bool mentions(const struct survey_answer *answer, const char *text)
{
    for (int n = 0; n < answer->n_cases; n++)
        if (strstr(answer->cases[n].found, text))
            return true;
    return false;
}

static void judge(struct device *device, int n, enum survey_question question,
                  const struct layouts *layouts, const struct survey_answer *plain)
{
    const char *name = layouts->map[0].insn->name;
    struct survey_answer answer;
    set_machine(device, &machines[n].variant,
                machines[n].numerics ? machines[n].numerics : SMFHIP_NUMERICS_MI300);
    ask(question, device, layouts, &answer);
    if (question == machines[n].question) {
        cr_expect(!machines[n].verdict || !strcmp(answer.verdict, machines[n].verdict),
                  "machine %d, %s: %s", n, name, answer.words);
        cr_expect(strstr(answer.words, machines[n].words), "machine %d, %s: %s", n, name,
                  answer.words);
        cr_expect(mentions(&answer, machines[n].among), "machine %d, %s: %s", n, name,
                  machines[n].among);
    } else if (!(machines[n].also >> question & 1)) {
        cr_expect(survey_answer_equal(&answer, plain), "machine %d, %s, %s: %s", n, name,
                  survey_question_name(question), answer.words);
    }
    survey_answer_free(&answer);
}

Test(machines, are_told_apart_and_each_answers_its_own_question_alone, .timeout = 600)
{
    struct device *device = open_emulator();
    for (int i = 0; i < N_ASKED; i++) {
        const struct isa_smfmac *insn = &isa_smfmacs[asked[i]];
        struct layouts layouts;
        place(insn, &layouts);
        for (int question = 0; question < SURVEY_N_QUESTIONS; question++) {
            struct survey_answer plain;
            if (!survey_applies((enum survey_question)question, insn))
                continue;
            set_machine(device, NULL, SMFHIP_NUMERICS_MI300);
            ask((enum survey_question)question, device, &layouts, &plain);
            for (int n = 0; n < N_MACHINES; n++)
                judge(device, n, (enum survey_question)question, &layouts, &plain);
            survey_answer_free(&plain);
        }
        forget(&layouts);
    }
    device_close(device);
}

/* The variants' slow V_SMFMAC with nothing otherwise is the emulator's own. */
Test(machines, a_variant_without_a_difference_is_the_plain_machine, .timeout = 600)
{
    struct device *device = open_emulator();
    const struct smfhip_variant nothing = {0};
    for (int i = 0; i < N_ASKED; i++) {
        const struct isa_smfmac *insn = &isa_smfmacs[asked[i]];
        struct layouts layouts;
        place(insn, &layouts);
        for (int question = 0; question < SURVEY_N_QUESTIONS; question++) {
            struct survey_answer plain, variant;
            if (!survey_applies((enum survey_question)question, insn))
                continue;
            set_machine(device, NULL, SMFHIP_NUMERICS_MI300);
            ask((enum survey_question)question, device, &layouts, &plain);
            set_machine(device, &nothing, SMFHIP_NUMERICS_MI300);
            ask((enum survey_question)question, device, &layouts, &variant);
            cr_expect(survey_answer_equal(&plain, &variant), "%s, %s: %s", insn->name,
                      survey_question_name((enum survey_question)question), variant.words);
            survey_answer_free(&plain);
            survey_answer_free(&variant);
        }
        forget(&layouts);
    }
    device_close(device);
}

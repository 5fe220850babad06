/* The questions, and what answers are made of. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "survey/wave.h"

static const struct {
    const char *name, *title;
    ask_fn *ask;
} questions[SURVEY_N_QUESTIONS] = {
    [SURVEY_OUTSIDE] = {"outside", "index bits outside the selected set", ask_outside},
    [SURVEY_CBSZ] = {"cbsz", "which index set cbsz 1 to 7 read", ask_cbsz},
    [SURVEY_DENORMALS] = {"denormals", "denormal numbers", ask_denormals},
    [SURVEY_NAN80] = {"nan80", "80 in an 8-bit float operand", ask_nan80},
    [SURVEY_SUMS] = {"sums", "how products are added up", ask_sums},
    [SURVEY_NIBBLES] = {"nibbles", "the ten illegal index nibbles", ask_nibbles},
    [SURVEY_EXEC] = {"exec", "lanes that EXEC turns off", ask_exec},
};

const char *survey_question_name(enum survey_question question) { return questions[question].name; }

const char *survey_question_title(enum survey_question question)
{
    return questions[question].title;
}

static bool is_8_bit_float(enum isa_type type) { return type == ISA_FP8 || type == ISA_BF8; }

bool survey_applies(enum survey_question question, const struct isa_smfmac *insn)
{
    switch (question) {
    case SURVEY_NAN80:
        return is_8_bit_float(insn->a_type);
    case SURVEY_DENORMALS:
    case SURVEY_SUMS: /* integers are exact */
        return insn->cd_type == ISA_F32;
    default:
        return true;
    }
}

enum status survey_ask(enum survey_question question, struct device *device,
                       const struct survey_maps *maps, struct survey_answer *answer,
                       struct error *err)
{
    *answer = (struct survey_answer){.question = question};
    enum status status = questions[question].ask(device, maps, answer, err);
    if (status != STATUS_OK) {
        survey_answer_free(answer);
        error_prefix(err, "%s: %s", maps->set[0]->insn->name, questions[question].title);
    }
    return status;
}

void survey_answer_free(struct survey_answer *answer)
{
    free(answer->cases);
    *answer = (struct survey_answer){0};
}

bool survey_answer_equal(const struct survey_answer *x, const struct survey_answer *y)
{
    if (x->question != y->question || strcmp(x->verdict, y->verdict) != 0 ||
        strcmp(x->words, y->words) != 0 || x->n_cases != y->n_cases)
        return false;
    for (int n = 0; n < x->n_cases; n++)
        if (strcmp(x->cases[n].what, y->cases[n].what) != 0 ||
            strcmp(x->cases[n].found, y->cases[n].found) != 0)
            return false;
    return true;
}

/* An answer without a case, for want of memory, would claim more than it rests on: it stops. */
void answer_case(struct survey_answer *answer, const char *what, const char *format, ...)
{
    struct survey_case *grown =
        realloc(answer->cases, ((size_t)answer->n_cases + 1) * sizeof *grown);
    if (!grown)
        abort();
    answer->cases = grown;
    struct survey_case *one = &grown[answer->n_cases++];
    snprintf(one->what, sizeof one->what, "%s", what);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(one->found, sizeof one->found, format, arguments);
    va_end(arguments);
}

void answer_verdict(struct survey_answer *answer, const char *verdict, const char *format, ...)
{
    snprintf(answer->verdict, sizeof answer->verdict, "%s", verdict);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(answer->words, sizeof answer->words, format, arguments);
    va_end(arguments);
}

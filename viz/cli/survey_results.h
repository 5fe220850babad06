/* What a survey of one device came to, and how it is shown. Private to cli/. */
#ifndef CLI_SURVEY_RESULTS_H
#define CLI_SURVEY_RESULTS_H

#include "cli/check_output.h"
#include "cli/gemm_output.h"
#include "survey/survey.h"
#include "survey/time.h"

/* The open questions, as one instruction answers them. */
struct survey_of_insn {
    const struct isa_smfmac *insn;
    bool asked[SURVEY_N_QUESTIONS]; /* false: it does not apply to the instruction's types */
    struct survey_answer answer[SURVEY_N_QUESTIONS];
    struct survey_time time;
};

struct survey_results {
    struct opmap_provenance provenance;
    const char *numerics; /* the emulator's, NULL: not said */
    struct check_result *checks;
    int n_checks;
    struct gemm_run *products;
    int n_products;
    struct survey_of_insn *of; /* an instruction each */
    int n_insns;
    /* hip:all: the first device's results, which the others' answers are compared with. */
    const struct survey_results *first;
    const char *first_name;
};
/* Whether the answers are an emulator's, now or when they were recorded. */
bool survey_is_emulated(const struct opmap_provenance *p);
bool survey_passed(const struct survey_results *results);
/* How many answers are not those of the first device. */
int survey_other_answers(const struct survey_results *results);

void survey_output_text(const struct survey_results *results, bool colour, struct buffer *out);
enum status survey_output_json(const struct survey_results *results, struct buffer *out,
                               struct error *err);

#endif

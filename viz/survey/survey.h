/* What no document says of V_SMFMAC, asked of a device: experiments, and verdicts in words.
 *
 * Knows: the open questions, how each is put into registers, which answers were thought of before.
 * Refuses to know: any layout. Operands are placed by a map that the caller recovered from the same
 * device. Of the emulator it knows nothing; sums.h, the arithmetics that it looks for, shares no
 * code with it.
 *
 * docs/survey.md says of each question why it is open.
 */
#ifndef SURVEY_SURVEY_H
#define SURVEY_SURVEY_H

#include "device/device.h"
#include "isa/opmap.h"

/* In the order in which they are asked: what is likeliest to bring a device down comes last. */
enum survey_question {
    SURVEY_OUTSIDE,   /* index bits outside the selected set */
    SURVEY_CBSZ,      /* cbsz 1..7 */
    SURVEY_DENORMALS, /* in A, B, C and D */
    SURVEY_NAN80,     /* 80 in 8-bit floats */
    SURVEY_SUMS,      /* how products are added up */
    SURVEY_NIBBLES,   /* the ten illegal index nibbles */
    SURVEY_EXEC,      /* lanes that are off */
    SURVEY_N_QUESTIONS,
};
const char *survey_question_name(enum survey_question question);  /* "nibbles", for machines */
const char *survey_question_title(enum survey_question question); /* for people */

/* One experiment of a question and what came of it: "nibble 6", "slot 0: k 2, slot 1: k 1". */
struct survey_case {
    char what[64], found[320];
};

struct survey_answer {
    enum survey_question question;
    char verdict[64]; /* one of a few that docs/survey.md lists, "unforeseen" or "not asked" */
    char words[768];  /* the same in a sentence */
    struct survey_case *cases; /* owned; what the verdict rests on */
    int n_cases;
};
void survey_answer_free(struct survey_answer *answer);
bool survey_answer_equal(const struct survey_answer *x, const struct survey_answer *y);

/* Where one instruction's operands are: one map an index set, of cbsz 0 and abid 0, 1, ... */
struct survey_maps {
    const struct opmap *set[8];
    int n_sets; /* isa_index_sets */
};

/* Whether the question makes sense for the types of `insn`. */
bool survey_applies(enum survey_question question, const struct isa_smfmac *insn);

/* Runs the experiments of one question and judges them. Whatever the answer, STATUS_OK; else what
 * device_run returned. The caller frees *answer. */
enum status survey_ask(enum survey_question question, struct device *device,
                       const struct survey_maps *maps, struct survey_answer *answer,
                       struct error *err);

#endif

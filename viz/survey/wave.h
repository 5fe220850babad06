/* Experiments as register images, and their results. Private to survey/. */
#ifndef SURVEY_WAVE_H
#define SURVEY_WAVE_H

#include "multiply_image.h"
#include "survey/survey.h"

/* Some waves of one instruction, executed in one launch; each is one SMFMAC. */
struct waves {
    const struct isa_smfmac *insn;
    const struct survey_maps *maps;
    int n;
    struct multiply_image *image; /* [n], zeroed at first */
    uint32_t *d;                  /* [n][64][cd vgprs], after waves_run */
};
enum status waves_init(struct waves *waves, const struct survey_maps *maps, int n,
                       struct error *err);
void waves_free(struct waves *waves);
enum status waves_run(struct waves *waves, struct device *device, struct error *err);

/* The bits of one element of A, B or C of wave `w`. */
void wave_put(struct waves *waves, int w, enum opmap_operand operand, struct opmap_coord coord,
              uint32_t bits);
void wave_put_a(struct waves *waves, int w, int i, int q, int s, uint32_t bits);
void wave_put_b(struct waves *waves, int w, int k, int j, uint32_t bits);
void wave_put_c(struct waves *waves, int w, int i, int j, uint32_t bits);
/* Nibble (i, q) of index set `set`. */
void wave_put_nibble(struct waves *waves, int w, int set, int i, int q, uint32_t nibble);
void wave_fill_nibbles(struct waves *waves, int w, int set, uint32_t nibble);
/* Which bits of a lane's index register some set-`set` nibble uses. */
uint32_t wave_index_mask(const struct survey_maps *maps, int set, int lane);

/* D[i][j] of wave `w`, as bits. */
uint32_t wave_d(const struct waves *waves, int w, int i, int j);
/* True, and *d, if all of D is the same number. */
bool wave_uniform(const struct waves *waves, int w, uint32_t *d);
/* The same as a number: *x is D if that is an integer of 0..limit. */
bool wave_count(const struct waves *waves, int w, int limit, int *x);

/* A number that the type has, as its code on gfx942, or as f32 or i32 bits. */
uint32_t wave_code(enum isa_type type, double x);

/* Uniform integers; fixed seeds, so that a plan is the same in each run. */
uint64_t wave_random(uint64_t *state);
int wave_random_below(uint64_t *state, int n);

/* The code object of kernels/multiply.hip. */
extern const char multiply_image[], multiply_image_end[];

/* Legal nibbles: selector 0 below selector 1 (CDNA4 ISA guide, 7.5). */
enum { N_LEGAL = 6 };
extern const uint8_t wave_legal[N_LEGAL];
static inline bool nibble_is_legal(int nibble) { return (nibble & 3) < nibble >> 2; }

/* --- answers --- */

void answer_case(struct survey_answer *answer, const char *what, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void answer_verdict(struct survey_answer *answer, const char *verdict, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

typedef enum status ask_fn(struct device *device, const struct survey_maps *maps,
                           struct survey_answer *answer, struct error *err);
ask_fn ask_outside, ask_cbsz, ask_denormals, ask_nan80, ask_sums, ask_nibbles, ask_exec;

#endif

/* Which bits of the index register count: cbsz 1 to 7, and the bits outside the selected set. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "survey/wave.h"

/* --- cbsz --- */

/* Every index set is filled with a pair of its own, and one K group of each row holds 1 and 16: D
 * is 1 << selector 0 | 16 << selector 1 of the set that was read. */
enum { MAX_SETS = 8, N_CBSZ = 8, N_ABID = 16 };

static int pair_value(int set)
{
    uint8_t nibble = wave_legal[set];
    return (1 << (nibble & 3)) | (16 << (nibble >> 2));
}

/* abid outside the sets is asked only where CBSZ[1:0] says that abid does not matter; with 0 there
 * it is not defined what it reads. */
static bool is_asked(int cbsz, int abid, int n_sets) { return cbsz & 3 || abid < n_sets; }

static void plan_cbsz(struct waves *waves, int w, int cbsz, int abid)
{
    const struct isa_smfmac *insn = waves->insn;
    waves->image[w].cbsz = (unsigned)cbsz;
    waves->image[w].abid = (unsigned)abid;
    for (int set = 0; set < waves->maps->n_sets; set++)
        wave_fill_nibbles(waves, w, set, wave_legal[set]);
    for (int i = 0; i < insn->m; i++)
        for (int s = 0; s < 2; s++)
            wave_put_a(waves, w, i, 0, s, wave_code(insn->a_type, s ? 16 : 1));
    for (int p = 0; p < 4; p++)
        for (int j = 0; j < insn->n; j++)
            wave_put_b(waves, w, p, j, wave_code(insn->b_type, 1 << p));
}

/* The set that was read, -1 if it is none. */
static int set_read(const struct waves *waves, int w)
{
    int d;
    for (int set = 0; wave_count(waves, w, 255, &d) && set < waves->maps->n_sets; set++)
        if (d == pair_value(set))
            return set;
    return -1;
}

static int by_low_bits(int cbsz, int abid) { return cbsz & 3 ? 0 : abid; }
static int by_whole(int cbsz, int abid) { return cbsz ? 0 : abid; }

struct sets_read {
    int n_sets;
    int of[N_CBSZ][N_ABID];
};

static bool all_follow(const struct sets_read *read, int (*rule)(int cbsz, int abid))
{
    for (int cbsz = 0; cbsz < N_CBSZ; cbsz++)
        for (int abid = 0; abid < N_ABID; abid++)
            if (is_asked(cbsz, abid, read->n_sets) && read->of[cbsz][abid] != rule(cbsz, abid))
                return false;
    return true;
}

/* "set 0 with every abid", "set abid", or each. */
static void say_cbsz(const struct sets_read *read, int cbsz, struct survey_answer *answer)
{
    bool constant = true, same = true;
    char what[16], each[128] = "set read with abid 0, 1, ...:";
    const int *of = read->of[cbsz];
    snprintf(what, sizeof what, "cbsz %d", cbsz);
    for (int abid = 0; abid < N_ABID && is_asked(cbsz, abid, read->n_sets); abid++) {
        size_t used = strlen(each);
        constant &= of[abid] == of[0];
        same &= of[abid] == abid;
        if (of[abid] < 0)
            snprintf(each + used, sizeof each - used, " none");
        else
            snprintf(each + used, sizeof each - used, " %d", of[abid]);
    }
    if (same)
        answer_case(answer, what, "reads the set that abid names");
    else if (constant && of[0] >= 0)
        answer_case(answer, what, "reads set %d with every abid", of[0]);
    else
        answer_case(answer, what, "%s", each);
}

static void judge_cbsz(const struct sets_read *read, struct survey_answer *answer)
{
    for (int cbsz = 0; cbsz < N_CBSZ; cbsz++)
        say_cbsz(read, cbsz, answer);
    if (all_follow(read, by_low_bits))
        answer_verdict(answer, "CBSZ[1:0]",
                       "CBSZ[1:0] decides, as documented: 1, 2, 3, 5, 6 and 7 read set 0 whatever "
                       "abid says, 0 and 4 the set that abid names");
    else if (all_follow(read, by_whole))
        answer_verdict(answer, "all of cbsz",
                       "all three bits decide: every cbsz but 0 reads set 0, 4 too");
    else
        answer_verdict(answer, "unforeseen",
                       "no rule that was thought of fits; the cases say "
                       "which set each cbsz reads");
}

enum status ask_cbsz(struct device *device, const struct survey_maps *maps,
                     struct survey_answer *answer, struct error *err)
{
    struct waves waves;
    struct sets_read read = {.n_sets = maps->n_sets};
    int n = 0;
    for (int cbsz = 0; cbsz < N_CBSZ; cbsz++)
        for (int abid = 0; abid < N_ABID; abid++)
            n += is_asked(cbsz, abid, read.n_sets);
    enum status status = waves_init(&waves, maps, n, err);
    if (status != STATUS_OK)
        return status;
    for (int cbsz = 0, w = 0; cbsz < N_CBSZ; cbsz++)
        for (int abid = 0; abid < N_ABID; abid++)
            if (is_asked(cbsz, abid, read.n_sets))
                plan_cbsz(&waves, w++, cbsz, abid);
    status = waves_run(&waves, device, err);
    for (int cbsz = 0, w = 0; status == STATUS_OK && cbsz < N_CBSZ; cbsz++)
        for (int abid = 0; abid < N_ABID; abid++)
            if (is_asked(cbsz, abid, read.n_sets))
                read.of[cbsz][abid] = set_read(&waves, w++);
    if (status == STATUS_OK)
        judge_cbsz(&read, answer);
    waves_free(&waves);
    return status;
}

/* --- bits outside the set --- */

/* One product a set, under fillings of the bits that the set does not use: all must be alike. */
enum { N_FILLINGS = 6 };
static uint32_t filling(int n, int lane, uint64_t *random)
{
    switch (n) {
    case 0:
        return 0;
    case 1:
        return 0xffffffff;
    case 2:
        return 0x44444444; /* legal nibbles */
    case 3:
        return 0x66666666; /* illegal ones */
    default:
        return (uint32_t)wave_random(random) ^ (uint32_t)lane;
    }
}

static void plan_outside(struct waves *waves, int set)
{
    const struct isa_smfmac *insn = waves->insn;
    for (int f = 0; f < N_FILLINGS; f++) {
        uint64_t data = 7 + (uint64_t)set, bits = 77 + (uint64_t)(N_FILLINGS * set + f);
        int w = set * N_FILLINGS + f;
        waves->image[w].abid = (unsigned)set;
        for (int i = 0; i < insn->m; i++)
            for (int q = 0; q < isa_k_groups(insn); q++) {
                wave_put_nibble(waves, w, set, i, q, wave_legal[wave_random_below(&data, N_LEGAL)]);
                for (int s = 0; s < 2; s++)
                    wave_put_a(waves, w, i, q, s,
                               wave_code(insn->a_type, wave_random_below(&data, 8) + 1));
            }
        for (int k = 0; k < insn->k; k++)
            for (int j = 0; j < insn->n; j++)
                wave_put_b(waves, w, k, j,
                           wave_code(insn->b_type, wave_random_below(&data, 16) - 8));
        for (int lane = 0; lane < ISA_LANES; lane++)
            waves->image[w].idx[lane] |=
                filling(f, lane, &bits) & ~wave_index_mask(waves->maps, set, lane);
    }
}

/* How many elements of D depend on the filling. */
static int n_differing(const struct waves *waves, int set)
{
    int n = 0;
    for (int i = 0; i < waves->insn->m; i++)
        for (int j = 0; j < waves->insn->n; j++) {
            bool differs = false;
            for (int f = 1; f < N_FILLINGS; f++)
                differs |= wave_d(waves, set * N_FILLINGS + f, i, j) !=
                           wave_d(waves, set * N_FILLINGS, i, j);
            n += differs;
        }
    return n;
}

enum status ask_outside(struct device *device, const struct survey_maps *maps,
                        struct survey_answer *answer, struct error *err)
{
    struct waves waves;
    enum status status = waves_init(&waves, maps, N_FILLINGS * maps->n_sets, err);
    if (status != STATUS_OK)
        return status;
    for (int set = 0; set < maps->n_sets; set++)
        plan_outside(&waves, set);
    status = waves_run(&waves, device, err);
    int n_total = 0;
    for (int set = 0; status == STATUS_OK && set < maps->n_sets; set++) {
        char what[16];
        int n = n_differing(&waves, set);
        snprintf(what, sizeof what, "set %d", set);
        if (n)
            answer_case(answer, what, "%d of %d results depend on the other bits", n,
                        waves.insn->m * waves.insn->n);
        else
            answer_case(answer, what, "no result depends on the other bits");
        n_total += n;
    }
    if (status == STATUS_OK && n_total == 0)
        answer_verdict(answer, "ignored", "what the other index bits hold changes nothing");
    else if (status == STATUS_OK)
        answer_verdict(answer, "not ignored", "%d results change with the other index bits",
                       n_total);
    waves_free(&waves);
    return status;
}

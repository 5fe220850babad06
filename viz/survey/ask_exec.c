/* Whether a lane that EXEC turns off takes part.
 *
 * One product of small integers, which no order can round, under several masks. What would come out
 * if off lanes gave nothing, or if they kept their D, is computed here and compared.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "exec_image.h"
#include "survey/wave.h"

extern const char exec_image[], exec_image_end[];

static const struct {
    const char *what;
    uint64_t exec;
} masks[] = {
    {"all lanes on", UINT64_C(0xffffffffffffffff)},
    {"lanes 0..31 on", UINT64_C(0x00000000ffffffff)},
    {"lanes 16..31 off", UINT64_C(0xffffffff0000ffff)},
    {"odd lanes off", UINT64_C(0x5555555555555555)},
    {"lane 5 alone on", UINT64_C(0x0000000000000020)},
    {"all lanes off", UINT64_C(0x0000000000000000)},
};
enum { N_MASKS = sizeof masks / sizeof masks[0] };

/* What an off lane may mean. */
enum { READS = 1, WRITES = 2 }; /* bits: off lanes give zeros; off lanes keep their D */

enum { MAX_EDGE = 32, MAX_STORED = 32 };

struct product {
    const struct survey_maps *maps;
    int a[MAX_EDGE][MAX_STORED], position[MAX_EDGE][MAX_STORED]; /* [i][2 q + s] */
    int b[2 * MAX_STORED][MAX_EDGE], c[MAX_EDGE][MAX_EDGE];
};

static void make_product(struct product *p, const struct isa_smfmac *insn)
{
    uint64_t random = 64;
    for (int i = 0; i < insn->m; i++)
        for (int kc = 0; kc < insn->k / 2; kc += 2) {
            uint8_t nibble = wave_legal[wave_random_below(&random, N_LEGAL)];
            for (int s = 0; s < 2; s++) {
                p->a[i][kc + s] = wave_random_below(&random, 8) + 1;
                p->position[i][kc + s] = nibble >> (2 * s) & 3;
            }
        }
    for (int k = 0; k < insn->k; k++)
        for (int j = 0; j < insn->n; j++)
            p->b[k][j] = wave_random_below(&random, 7) + 1;
    for (int i = 0; i < insn->m; i++)
        for (int j = 0; j < insn->n; j++)
            p->c[i][j] = 1000 + wave_random_below(&random, 1000);
}

static void put_product(const struct product *p, struct waves *waves)
{
    const struct isa_smfmac *insn = waves->insn;
    for (int i = 0; i < insn->m; i++)
        for (int q = 0; q < isa_k_groups(insn); q++) {
            const int *position = &p->position[i][2 * q];
            wave_put_nibble(waves, 0, 0, i, q, (uint32_t)(position[0] | position[1] << 2));
            for (int s = 0; s < 2; s++)
                wave_put_a(waves, 0, i, q, s, wave_code(insn->a_type, p->a[i][2 * q + s]));
        }
    for (int k = 0; k < insn->k; k++)
        for (int j = 0; j < insn->n; j++)
            wave_put_b(waves, 0, k, j, wave_code(insn->b_type, p->b[k][j]));
    for (int i = 0; i < insn->m; i++)
        for (int j = 0; j < insn->n; j++)
            wave_put_c(waves, 0, i, j, wave_code(insn->cd_type, p->c[i][j]));
}

static bool lane_on(const struct product *p, uint64_t exec, enum opmap_operand operand,
                    struct opmap_coord coord)
{
    const struct opmap *map = p->maps->set[0];
    return exec >> map->slot[operand][opmap_ordinal(map->insn, operand, coord)].lane & 1;
}

/* D[i][j] if off lanes do what `effect` says. */
static int expected(const struct product *p, uint64_t exec, int effect, int i, int j)
{
    const struct isa_smfmac *insn = p->maps->set[0]->insn;
    bool reads = effect & READS;
    bool d_on = lane_on(p, exec, OPMAP_CD, (struct opmap_coord){i, j, -1, -1, -1});
    if (effect & WRITES && !d_on)
        return p->c[i][j];
    int sum = reads && !d_on ? 0 : p->c[i][j];
    for (int kc = 0; kc < insn->k / 2; kc++) {
        int q = kc / 2, s = kc % 2;
        bool a_on = lane_on(p, exec, OPMAP_A, (struct opmap_coord){i, -1, -1, q, s});
        bool idx_on = lane_on(p, exec, OPMAP_IDX, (struct opmap_coord){i, -1, -1, q, s});
        int k = 4 * q + (reads && !idx_on ? 0 : p->position[i][kc]);
        bool b_on = lane_on(p, exec, OPMAP_B, (struct opmap_coord){-1, j, k, -1, -1});
        if (!reads || (a_on && b_on))
            sum += p->a[i][kc] * p->b[k][j];
    }
    return sum;
}

static bool explains(const struct product *p, const struct waves *waves, int w, int effect)
{
    for (int i = 0; i < waves->insn->m; i++)
        for (int j = 0; j < waves->insn->n; j++)
            if (wave_d(waves, w, i, j) !=
                wave_code(waves->insn->cd_type, expected(p, masks[w].exec, effect, i, j)))
                return false;
    return true;
}

static const char *const effects[] = {
    [0] = "as with all lanes on",
    [READS] = "off lanes give zeros, all of D is written",
    [WRITES] = "off lanes keep their D, but give their operands",
    [READS | WRITES] = "off lanes give zeros and keep their D",
};
enum { N_EFFECTS = 4 };

static void judge(const struct product *p, const struct waves *waves, struct survey_answer *answer)
{
    bool always[N_EFFECTS] = {true, true, true, true}, control = explains(p, waves, 0, 0);
    for (int w = 0; w < N_MASKS; w++) {
        const char *found = "none of what was thought of";
        for (int effect = N_EFFECTS - 1; effect >= 0; effect--) {
            bool holds = explains(p, waves, w, effect);
            always[effect] &= holds;
            found = holds ? effects[effect] : found;
        }
        answer_case(answer, masks[w].what, "%s", found);
    }
    if (!control)
        answer_verdict(answer, "control failed", "not even with all lanes on is the product right");
    else if (always[0])
        answer_verdict(answer, "ignored",
                       "EXEC is ignored: lanes that are off give their operands and get their D");
    else if (always[WRITES])
        answer_verdict(answer, "honoured for D",
                       "lanes that are off give their operands but keep their D");
    else if (always[READS])
        answer_verdict(answer, "honoured for operands",
                       "lanes that are off give zeros, but get their D");
    else if (always[READS | WRITES])
        answer_verdict(answer, "honoured", "lanes that are off give zeros and keep their D");
    else
        answer_verdict(answer, "unforeseen", "no rule that was thought of fits all masks");
}

static enum status run(struct waves *waves, struct device *device, struct error *err)
{
    struct exec_image *images = calloc(N_MASKS, sizeof *images);
    char kernel[64];
    if (!images)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    for (int w = 0; w < N_MASKS; w++)
        images[w] = (struct exec_image){masks[w].exec, waves->image[0]};
    snprintf(kernel, sizeof kernel, "exec_%s", waves->insn->name);
    struct device_job job = {
        .image = exec_image,
        .image_bytes = (size_t)((uintptr_t)exec_image_end - (uintptr_t)exec_image),
        .kernel = kernel,
        .n_workgroups = N_MASKS,
        .workgroup_lanes = ISA_LANES,
        .in = images,
        .in_bytes = N_MASKS * sizeof *images,
        .out = waves->d,
        .out_bytes = N_MASKS * ISA_LANES * (size_t)isa_cd_vgprs(waves->insn) * sizeof *waves->d,
    };
    enum status status = device_run(device, &job, err);
    free(images);
    return status;
}

enum status ask_exec(struct device *device, const struct survey_maps *maps,
                     struct survey_answer *answer, struct error *err)
{
    struct waves waves;
    enum status status = waves_init(&waves, maps, N_MASKS, err);
    struct product *p = status == STATUS_OK ? calloc(1, sizeof *p) : NULL;
    if (status == STATUS_OK && !p)
        status = error_set(err, STATUS_NO_MEMORY, "out of memory");
    if (status == STATUS_OK && p) {
        p->maps = maps;
        make_product(p, waves.insn);
        put_product(p, &waves);
        status = run(&waves, device, err);
    }
    if (status == STATUS_OK)
        judge(p, &waves, answer);
    free(p);
    waves_free(&waves);
    return status;
}

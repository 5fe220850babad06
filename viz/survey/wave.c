#include "survey/wave.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/numfmt.h"

const uint8_t wave_legal[N_LEGAL] = {0x4, 0x8, 0xc, 0x9, 0xd, 0xe};

enum status waves_init(struct waves *waves, const struct survey_maps *maps, int n,
                       struct error *err)
{
    const struct isa_smfmac *insn = maps->set[0]->insn;
    size_t d_dwords = (size_t)n * ISA_LANES * (size_t)isa_cd_vgprs(insn);
    *waves = (struct waves){.insn = insn, .maps = maps, .n = n};
    waves->image = calloc((size_t)n, sizeof *waves->image);
    waves->d = calloc(d_dwords, sizeof *waves->d);
    if (waves->image && waves->d)
        return STATUS_OK;
    waves_free(waves);
    return error_set(err, STATUS_NO_MEMORY, "out of memory");
}

void waves_free(struct waves *waves)
{
    free(waves->image);
    free(waves->d);
    *waves = (struct waves){0};
}

enum status waves_run(struct waves *waves, struct device *device, struct error *err)
{
    char kernel[64];
    snprintf(kernel, sizeof kernel, "multiply_%s", waves->insn->name);
    struct device_job job = {
        .image = multiply_image,
        .image_bytes = (size_t)((uintptr_t)multiply_image_end - (uintptr_t)multiply_image),
        .kernel = kernel,
        .n_workgroups = (unsigned)waves->n,
        .workgroup_lanes = ISA_LANES,
        .in = waves->image,
        .in_bytes = (size_t)waves->n * sizeof *waves->image,
        .out = waves->d,
        .out_bytes =
            (size_t)waves->n * ISA_LANES * (size_t)isa_cd_vgprs(waves->insn) * sizeof *waves->d,
    };
    return device_run(device, &job, err);
}

/* --- placing --- */

void wave_put(struct waves *waves, int w, enum opmap_operand operand, struct opmap_coord coord,
              uint32_t bits)
{
    struct multiply_image *image = &waves->image[w];
    struct opmap_slot slot =
        waves->maps->set[0]->slot[operand][opmap_ordinal(waves->insn, operand, coord)];
    unsigned *registers = operand == OPMAP_A ? image->a : operand == OPMAP_B ? image->b : image->c;
    unsigned *dword = &registers[slot.lane * opmap_vgprs(waves->insn, operand) + slot.vgpr];
    unsigned width = (unsigned)(slot.bit_hi - slot.bit_lo + 1);
    uint32_t mask = (width == 32 ? 0xffffffffu : (1u << width) - 1) << slot.bit_lo;
    *dword = (*dword & ~mask) | (bits << slot.bit_lo & mask);
}

void wave_put_a(struct waves *waves, int w, int i, int q, int s, uint32_t bits)
{
    wave_put(waves, w, OPMAP_A, (struct opmap_coord){i, -1, -1, q, s}, bits);
}

void wave_put_b(struct waves *waves, int w, int k, int j, uint32_t bits)
{
    wave_put(waves, w, OPMAP_B, (struct opmap_coord){-1, j, k, -1, -1}, bits);
}

void wave_put_c(struct waves *waves, int w, int i, int j, uint32_t bits)
{
    wave_put(waves, w, OPMAP_CD, (struct opmap_coord){i, j, -1, -1, -1}, bits);
}

void wave_put_nibble(struct waves *waves, int w, int set, int i, int q, uint32_t nibble)
{
    for (int s = 0; s < 2; s++) {
        struct opmap_coord coord = {i, -1, -1, q, s};
        struct opmap_slot slot =
            waves->maps->set[set]->slot[OPMAP_IDX][opmap_ordinal(waves->insn, OPMAP_IDX, coord)];
        uint32_t selector = nibble >> (2 * s) & 3;
        unsigned *idx = &waves->image[w].idx[slot.lane];
        *idx &= ~(1u << slot.bit_lo | 1u << slot.bit_hi);
        *idx |= (selector & 1) << slot.bit_lo | (selector >> 1) << slot.bit_hi;
    }
}

void wave_fill_nibbles(struct waves *waves, int w, int set, uint32_t nibble)
{
    for (int i = 0; i < waves->insn->m; i++)
        for (int q = 0; q < isa_k_groups(waves->insn); q++)
            wave_put_nibble(waves, w, set, i, q, nibble);
}

uint32_t wave_index_mask(const struct survey_maps *maps, int set, int lane)
{
    const struct opmap *map = maps->set[set];
    uint32_t mask = 0;
    for (int n = 0; n < opmap_count(map->insn, OPMAP_IDX); n++) {
        struct opmap_slot slot = map->slot[OPMAP_IDX][n];
        if (slot.lane == lane)
            mask |= 1u << slot.bit_lo | 1u << slot.bit_hi;
    }
    return mask;
}

/* --- reading --- */

uint32_t wave_d(const struct waves *waves, int w, int i, int j)
{
    struct opmap_coord coord = {i, j, -1, -1, -1};
    struct opmap_slot slot =
        waves->maps->set[0]->slot[OPMAP_CD][opmap_ordinal(waves->insn, OPMAP_CD, coord)];
    int vgprs = isa_cd_vgprs(waves->insn);
    return waves->d[(w * ISA_LANES + slot.lane) * vgprs + slot.vgpr];
}

bool wave_uniform(const struct waves *waves, int w, uint32_t *d)
{
    *d = wave_d(waves, w, 0, 0);
    for (int i = 0; i < waves->insn->m; i++)
        for (int j = 0; j < waves->insn->n; j++)
            if (wave_d(waves, w, i, j) != *d)
                return false;
    return true;
}

bool wave_count(const struct waves *waves, int w, int limit, int *x)
{
    uint32_t d;
    if (!wave_uniform(waves, w, &d))
        return false;
    double number = waves->insn->cd_type == ISA_I32 ? (int32_t)d : bits_to_f32(d);
    if (!(number >= 0 && number <= limit) || number != (int)number)
        return false;
    *x = (int)number;
    return true;
}

uint32_t wave_code(enum isa_type type, double x)
{
    switch (type) {
    case ISA_F16:
        return numfmt_encode_f16((float)x, NUMFMT_INFINITE);
    case ISA_BF16:
        return numfmt_encode_bf16((float)x, NUMFMT_INFINITE);
    case ISA_FP8:
        return numfmt_encode_e4m3fnuz((float)x, NUMFMT_INFINITE);
    case ISA_BF8:
        return numfmt_encode_e5m2fnuz((float)x, NUMFMT_INFINITE);
    case ISA_F32:
        return bits_of_f32((float)x);
    default:
        return (uint32_t)(int32_t)x;
    }
}

/* splitmix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014. */
uint64_t wave_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

int wave_random_below(uint64_t *state, int n) { return (int)(wave_random(state) % (uint64_t)n); }

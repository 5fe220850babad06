#include <assert.h>
#include <stdlib.h>

#include "gemm/gemm.h"

const char *gemm_pattern_name(enum gemm_pattern pattern)
{
    return pattern == GEMM_FIXED ? "fixed" : "random";
}

/* splitmix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014. */
static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* Not 0, of either sign, at most `largest` in size. */
static int random_value(uint64_t *state, int largest)
{
    int magnitude = 1 + (int)(next_random(state) % (uint64_t)largest);
    return next_random(state) & 1 ? magnitude : -magnitude;
}

/* Integers up to this one are exact in `type`, and alpha times k/2 products of two of them stay
 * below 2^23. */
static int largest_value(enum isa_type type, size_t k)
{
    int largest = type == ISA_BF8 ? 8 : type == ISA_FP8 ? 16 : type == ISA_I8 ? 127 : 100;
    while (type != ISA_I8 && largest > 1 && k * (size_t)(largest * largest) > (size_t)1 << 23)
        largest /= 2;
    return largest;
}

static void fill_a(struct gemm_problem *p, enum gemm_pattern pattern, uint64_t *random)
{
    static const int pairs[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
    int largest = largest_value(p->insn->a_type, p->k);
    for (size_t i = 0; i < p->m; i++)
        for (size_t q = 0; q < p->a.k / 4; q++) {
            const int *pair = pairs[pattern == GEMM_FIXED ? 1 : next_random(random) % 6];
            for (int s = 0; s < 2; s++) {
                size_t k = 4 * q + (size_t)pair[s];
                int value = random_value(random, largest);
                bool zero = pattern == GEMM_RANDOM && next_random(random) % 4 == 0;
                if (!zero && k < p->k)
                    pack_set(&p->a, i, k, pack_encode(p->a.type, (float)value));
            }
        }
}

/* Compressed by places, not by values, so that a group that reaches beyond K has the same index. */
static enum status pack_fixed(struct gemm_problem *p, struct error *err)
{
    enum status status = pack_packed_init(&p->packed, p->a.type, p->m, p->a.k, err);
    if (status != STATUS_OK)
        return status;
    for (size_t byte = 0; byte < p->m * pack_idx_bytes(p->a.k); byte++)
        p->packed.idx[byte] = 0x88;
    for (size_t i = 0; i < p->m; i++)
        for (size_t q = 0; q < p->a.k / 4; q++)
            for (int s = 0; s < 2; s++)
                pack_set_stored(&p->packed, i, q, s, pack_get(&p->a, i, 4 * q + 2 * (size_t)s));
    return STATUS_OK;
}

static enum status fill_b_and_c(struct gemm_problem *p, uint64_t *random, struct error *err)
{
    enum status status = pack_matrix_init(&p->b, pack_b_type(p->insn), p->k, p->n, err);
    if (status != STATUS_OK)
        return status;
    int largest = largest_value(p->insn->b_type, p->k);
    for (size_t k = 0; k < p->k; k++)
        for (size_t j = 0; j < p->n; j++)
            pack_set(&p->b, k, j, pack_encode(p->b.type, (float)random_value(random, largest)));
    assert(p->m > 0 && p->n > 0);
    p->c = malloc(p->m * p->n * sizeof *p->c);
    if (!p->c)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    for (size_t n = 0; n < p->m * p->n; n++)
        p->c[n] = random_value(random, 1000);
    return STATUS_OK;
}

static enum status begin(struct gemm_problem *p, const struct isa_smfmac *insn, size_t m, size_t n,
                         size_t k, struct error *err)
{
    const struct {
        const char *name;
        size_t edge;
    } edges[] = {{"M", m}, {"N", n}, {"K", k}};
    *p = (struct gemm_problem){.insn = insn, .m = m, .n = n, .k = k};
    for (int e = 0; e < 3; e++)
        if (edges[e].edge < 1 || edges[e].edge > GEMM_MAX_EDGE)
            return error_set(err, STATUS_USAGE, "%s is %zu: from 1 to %d", edges[e].name,
                             edges[e].edge, GEMM_MAX_EDGE);
    return pack_matrix_init(&p->a, pack_a_type(insn), m, (k + 3) / 4 * 4, err);
}

enum status gemm_problem_init(struct gemm_problem *p, const struct isa_smfmac *insn, size_t m,
                              size_t n, size_t k, enum gemm_pattern pattern, uint64_t seed,
                              struct error *err)
{
    uint64_t random = seed;
    enum status status = begin(p, insn, m, n, k, err);
    if (status != STATUS_OK)
        return status;
    fill_a(p, pattern, &random);
    status = pattern == GEMM_FIXED ? pack_fixed(p, err) : pack_compress(&p->a, &p->packed, err);
    return status == STATUS_OK ? fill_b_and_c(p, &random, err) : status;
}

enum status gemm_problem_given(struct gemm_problem *p, const struct isa_smfmac *insn,
                               const struct pack_matrix *a, size_t n, uint64_t seed,
                               struct error *err)
{
    uint64_t random = seed;
    enum status status = begin(p, insn, a->m, n, a->k, err);
    if (status != STATUS_OK)
        return status;
    for (size_t i = 0; i < a->m; i++)
        for (size_t k = 0; k < a->k; k++)
            pack_set(&p->a, i, k, pack_get(a, i, k));
    status = pack_compress(&p->a, &p->packed, err);
    return status == STATUS_OK ? fill_b_and_c(p, &random, err) : status;
}

void gemm_problem_free(struct gemm_problem *p)
{
    pack_matrix_free(&p->a);
    pack_packed_free(&p->packed);
    pack_matrix_free(&p->b);
    free(p->c);
    *p = (struct gemm_problem){0};
}

/* The operands: random ones, and their register images. */
#include <string.h>

#include "base/bits.h"
#include "explain/explain.h"

/* splitmix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014. */
static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static int random_below(uint64_t *state, int n) { return (int)(next_random(state) % (uint64_t)n); }

/* Not 0, of either sign, at most `largest` in size. */
static int random_value(uint64_t *state, int largest)
{
    int magnitude = 1 + random_below(state, largest);
    return random_below(state, 2) ? magnitude : -magnitude;
}

/* Whole numbers up to 8 are exact in every type (bf8 has three significant bits). */
enum { LARGEST = 8, LARGEST_C = 1000 };

static void fill_a(struct pack_matrix *a, uint64_t *state)
{
    for (size_t i = 0; i < a->m; i++)
        for (size_t q = 0; q < a->k / 4; q++) {
            int n = random_below(state, 8); /* two of them in most groups */
            for (n = n == 0 ? 0 : n == 1 ? 1 : 2; n > 0; n--) {
                size_t k = 4 * q + (size_t)random_below(state, 4);
                pack_set(a, i, k, pack_encode(a->type, (float)random_value(state, LARGEST)));
            }
        }
}

enum status explain_random(const struct isa_smfmac *insn, uint64_t seed, struct explain_data *data,
                           struct error *err)
{
    size_t m = (size_t)insn->m, n = (size_t)insn->n, k = (size_t)insn->k;
    struct pack_matrix a = {0};
    *data = (struct explain_data){.insn = insn};
    enum status status = pack_matrix_init(&a, pack_a_type(insn), m, k, err);
    if (status == STATUS_OK)
        status = pack_matrix_init(&data->b, pack_b_type(insn), k, n, err);
    if (status == STATUS_OK) {
        fill_a(&a, &seed);
        status = pack_compress(&a, &data->a, err);
    }
    pack_matrix_free(&a);
    if (status != STATUS_OK) {
        explain_data_free(data);
        return status;
    }
    for (size_t d = 0; d < k; d++)
        for (size_t j = 0; j < n; j++)
            pack_set(&data->b, d, j,
                     pack_encode(data->b.type, (float)random_value(&seed, LARGEST)));
    for (size_t e = 0; e < m * n; e++) {
        int value = random_value(&seed, LARGEST_C);
        data->c[e] = insn->cd_type == ISA_F32 ? bits_of_f32((float)value) : (uint32_t)value;
    }
    return STATUS_OK;
}

void explain_data_free(struct explain_data *data)
{
    pack_packed_free(&data->a);
    pack_matrix_free(&data->b);
}

static void put(uint32_t *registers, int n_vgprs, struct opmap_slot slot, uint32_t bits)
{
    uint32_t *dword = &registers[slot.lane * n_vgprs + slot.vgpr];
    *dword = bits_put(*dword, slot.bit_lo, (unsigned)(slot.bit_hi - slot.bit_lo + 1), bits);
}

/* The two bits of a selector one by one: a device may have exchanged them. */
static void put_selector(uint32_t *registers, struct opmap_slot slot, unsigned selector)
{
    uint32_t *dword = &registers[slot.lane];
    *dword = bits_put(*dword, slot.bit_lo, 1, selector & 1);
    *dword = bits_put(*dword, slot.bit_hi, 1, selector >> 1);
}

void explain_place(const struct explain_data *data, const struct opmap *map,
                   struct explain_registers *registers)
{
    const struct isa_smfmac *insn = data->insn;
    memset(registers, 0, sizeof *registers);
    for (int n = 0; n < opmap_count(insn, OPMAP_A); n++) {
        struct opmap_coord c = opmap_coord(insn, OPMAP_A, n);
        size_t i = (size_t)c.i, q = (size_t)c.q;
        put(registers->a, isa_a_vgprs(insn), map->slot[OPMAP_A][n],
            pack_stored(&data->a, i, q, c.s));
        put_selector(registers->idx, map->slot[OPMAP_IDX][n],
                     pack_nibble(&data->a, i, q) >> 2 * c.s & 3);
    }
    for (int n = 0; n < opmap_count(insn, OPMAP_B); n++) {
        struct opmap_coord c = opmap_coord(insn, OPMAP_B, n);
        put(registers->b, isa_b_vgprs(insn), map->slot[OPMAP_B][n],
            pack_get(&data->b, (size_t)c.k, (size_t)c.j));
    }
    for (int n = 0; n < opmap_count(insn, OPMAP_CD); n++)
        put(registers->c, isa_cd_vgprs(insn), map->slot[OPMAP_CD][n], data->c[n]);
}

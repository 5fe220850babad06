/* Do A, idx, B and C/D multiply right together? One product of random 2:4 data, by one executed
 * instruction, against the naive product. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/numfmt.h"
#include "check/check.h"

enum {
    MAX_EDGE = 32,   /* rows, columns */
    MAX_DEPTH = 128, /* dense k */
    MAX_A_VGPRS = 4,
    MAX_B_VGPRS = 8,
    MAX_CD_VGPRS = 16,
};

struct problem {
    const struct opmap *map;
    enum isa_arch arch;
    uint64_t random;
    /* the dense matrices */
    int a[MAX_EDGE][MAX_DEPTH], b[MAX_DEPTH][MAX_EDGE], c[MAX_EDGE][MAX_EDGE];
    /* their register images */
    uint32_t a_vgprs[ISA_LANES * MAX_A_VGPRS], b_vgprs[ISA_LANES * MAX_B_VGPRS];
    uint32_t cd_vgprs[ISA_LANES * MAX_CD_VGPRS], idx_vgpr[ISA_LANES];
    uint32_t d_vgprs[ISA_LANES * MAX_CD_VGPRS];
};

/* splitmix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014. */
static uint64_t next_random(struct problem *p)
{
    uint64_t z = p->random += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static int random_below(struct problem *p, int n) { return (int)(next_random(p) % (uint64_t)n); }

/* Not 0, of either sign, at most `largest` in size. */
static int random_value(struct problem *p, int largest)
{
    int magnitude = 1 + random_below(p, largest);
    return random_below(p, 2) ? magnitude : -magnitude;
}

/* All integers up to this one are exact in `type`; with K at most 128 no sum exceeds 2^24, so f32
 * sums are exact in any order. */
static int largest_value(enum isa_type type)
{
    switch (type) {
    case ISA_BF8:
        return 8; /* three significant bits */
    case ISA_FP8:
        return 16; /* four */
    case ISA_I8:
        return 127;
    default:
        return 100;
    }
}

static uint32_t encode(enum isa_type type, enum isa_arch arch, int value)
{
    float f = (float)value;
    switch (type) {
    case ISA_F16:
        return numfmt_encode_f16(f, NUMFMT_INFINITE);
    case ISA_BF16:
        return numfmt_encode_bf16(f, NUMFMT_INFINITE);
    case ISA_FP8:
        return arch == ISA_GFX942 ? numfmt_encode_e4m3fnuz(f, NUMFMT_INFINITE)
                                  : numfmt_encode_e4m3fn(f, NUMFMT_INFINITE);
    case ISA_BF8:
        return arch == ISA_GFX942 ? numfmt_encode_e5m2fnuz(f, NUMFMT_INFINITE)
                                  : numfmt_encode_e5m2(f, NUMFMT_INFINITE);
    case ISA_F32:
        return bits_of_f32(f);
    default:
        return (uint32_t)value;
    }
}

/* Placing. */

static int element_bits(const struct isa_smfmac *insn, enum opmap_operand operand)
{
    return isa_type_bits(operand == OPMAP_A   ? insn->a_type
                         : operand == OPMAP_B ? insn->b_type
                                              : insn->cd_type);
}

static bool place_exists(const struct isa_smfmac *insn, enum opmap_operand operand,
                         struct opmap_slot slot)
{
    if (slot.lane >= ISA_LANES || slot.vgpr >= opmap_vgprs(insn, operand))
        return false;
    if (slot.bit_lo >= ISA_VGPR_BITS || slot.bit_hi >= ISA_VGPR_BITS)
        return false;
    return operand == OPMAP_IDX ? slot.bit_lo != slot.bit_hi
                                : slot.bit_hi - slot.bit_lo + 1 == element_bits(insn, operand);
}

static enum status check_places(const struct opmap *map, struct error *err)
{
    for (int o = 0; o < OPMAP_N_OPERANDS; o++)
        for (int n = 0; n < opmap_count(map->insn, o); n++) {
            char element[OPMAP_TEXT_BYTES], place[OPMAP_TEXT_BYTES];
            if (!place_exists(map->insn, o, map->slot[o][n]))
                return error_set(err, STATUS_USAGE, "%s of %s cannot be at %s",
                                 opmap_coord_text(o, opmap_coord(map->insn, o, n), element),
                                 map->insn->name, opmap_slot_text(map->slot[o][n], place));
        }
    return STATUS_OK;
}

static struct opmap_slot slot_of(const struct problem *p, enum opmap_operand operand,
                                 struct opmap_coord coord)
{
    return p->map->slot[operand][opmap_ordinal(p->map->insn, operand, coord)];
}

/* Writes the bits of one A, B or C element into its operand's registers. */
static void put_value(const struct problem *p, uint32_t *registers, enum opmap_operand operand,
                      struct opmap_coord coord, uint32_t bits)
{
    struct opmap_slot slot = slot_of(p, operand, coord);
    uint32_t *dword = &registers[slot.lane * opmap_vgprs(p->map->insn, operand) + slot.vgpr];
    *dword = bits_put(*dword, slot.bit_lo, (unsigned)(slot.bit_hi - slot.bit_lo + 1), bits);
}

static void put_selector(struct problem *p, struct opmap_coord coord, int selector)
{
    struct opmap_slot slot = slot_of(p, OPMAP_IDX, coord);
    uint32_t *dword = &p->idx_vgpr[slot.lane];
    *dword = bits_put(*dword, slot.bit_lo, 1, (uint32_t)selector & 1);
    *dword = bits_put(*dword, slot.bit_hi, 1, (uint32_t)selector >> 1);
}

/* Data. */

/* One group of A: a legal pair of positions, selector 0 below selector 1 (CDNA4 ISA guide, 7.5),
 * and for each a value that is now and then 0: groups hold two, one or no non-zero. */
static void make_group(struct problem *p, int i, int q)
{
    static const int pairs[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
    const int *pair = pairs[random_below(p, 6)];
    enum isa_type type = p->map->insn->a_type;
    for (int s = 0; s < 2; s++) {
        struct opmap_coord coord = {.i = i, .j = -1, .k = -1, .q = q, .s = s};
        int value = random_below(p, 4) ? random_value(p, largest_value(type)) : 0;
        p->a[i][4 * q + pair[s]] = value;
        put_value(p, p->a_vgprs, OPMAP_A, coord, encode(type, p->arch, value));
        put_selector(p, coord, pair[s]);
    }
}

static void make_data(struct problem *p)
{
    const struct isa_smfmac *insn = p->map->insn;
    for (int lane = 0; lane < ISA_LANES; lane++)
        p->idx_vgpr[lane] = (uint32_t)next_random(p);
    for (int i = 0; i < insn->m; i++)
        for (int q = 0; q < isa_k_groups(insn); q++)
            make_group(p, i, q);
    for (int k = 0; k < insn->k; k++)
        for (int j = 0; j < insn->n; j++) {
            struct opmap_coord coord = {.i = -1, .j = j, .k = k, .q = -1, .s = -1};
            p->b[k][j] = random_value(p, largest_value(insn->b_type));
            put_value(p, p->b_vgprs, OPMAP_B, coord, encode(insn->b_type, p->arch, p->b[k][j]));
        }
    for (int i = 0; i < insn->m; i++)
        for (int j = 0; j < insn->n; j++) {
            struct opmap_coord coord = {.i = i, .j = j, .k = -1, .q = -1, .s = -1};
            p->c[i][j] = random_value(p, 1000);
            put_value(p, p->cd_vgprs, OPMAP_CD, coord, encode(insn->cd_type, p->arch, p->c[i][j]));
        }
}

/* The comparison. */

static double naive(const struct problem *p, int i, int j)
{
    long sum = p->c[i][j];
    for (int k = 0; k < p->map->insn->k; k++)
        sum += (long)p->a[i][k] * p->b[k][j];
    return (double)sum;
}

static double executed(const struct problem *p, int i, int j)
{
    const struct isa_smfmac *insn = p->map->insn;
    struct opmap_coord coord = {.i = i, .j = j, .k = -1, .q = -1, .s = -1};
    struct opmap_slot slot = slot_of(p, OPMAP_CD, coord);
    uint32_t bits = p->d_vgprs[slot.lane * isa_cd_vgprs(insn) + slot.vgpr];
    return insn->cd_type == ISA_F32 ? (double)bits_to_f32(bits) : (double)(int32_t)bits;
}

static void compare(const struct problem *p, struct check_product *product)
{
    *product = (struct check_product){.first_i = -1, .first_j = -1};
    for (int i = 0; i < p->map->insn->m; i++)
        for (int j = 0; j < p->map->insn->n; j++) {
            double expected = naive(p, i, j), found = executed(p, i, j);
            product->compared++;
            if (expected == found)
                continue;
            if (product->differ++ == 0) {
                product->first_i = i;
                product->first_j = j;
                product->expected = expected;
                product->found = found;
            }
        }
}

enum status check_product(const struct opmap *map, uint64_t seed, check_multiply_fn *multiply,
                          void *context, struct check_product *product, struct error *err)
{
    const struct isa_smfmac *insn = map->insn;
    assert(insn->m <= MAX_EDGE && insn->n <= MAX_EDGE && insn->k <= MAX_DEPTH);
    assert(isa_a_vgprs(insn) <= MAX_A_VGPRS && isa_b_vgprs(insn) <= MAX_B_VGPRS &&
           isa_cd_vgprs(insn) <= MAX_CD_VGPRS);

    struct problem *p = calloc(1, sizeof *p);
    if (!p)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    p->map = map;
    p->random = seed;
    enum status status = isa_parse_arch(map->provenance.arch, &p->arch, err);
    if (status == STATUS_OK)
        status = check_places(map, err);
    if (status != STATUS_OK)
        goto out;
    make_data(p);
    struct probe_registers registers = {
        .a = p->a_vgprs, .b = p->b_vgprs, .c = p->cd_vgprs, .idx = p->idx_vgpr};
    status = multiply(context, insn, map->cbsz, map->abid, &registers, p->d_vgprs, err);
    if (status == STATUS_OK)
        compare(p, product);
out:
    free(p);
    return status;
}

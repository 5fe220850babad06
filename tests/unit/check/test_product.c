#include "scramble.h"

#include "base/bits.h"
#include "base/numfmt.h"

/* A machine written without labels for K, as ROCm's hip-fpsan describes the hardware (it ran there
 * on gfx942 and gfx950): A of lane M g + i, nibble n, slot s meets B of lane N gb + j. Nothing here
 * uses layout/. */
struct pairing {
    int gb, element; /* of B */
};

static struct pairing pair_with(const struct isa_smfmac *insn, int g, int n, int selector)
{
    int groups = isa_a_elements(insn) / 2, half = isa_b_elements(insn) / 2;
    if (insn->arch == ISA_GFX942)
        return (struct pairing){g, 4 * n + selector};
    int in_half = 4 * (n % (groups / 2)) + selector;
    if (insn->m == 16)
        return (struct pairing){2 * (g % 2) + n / (groups / 2), half * (g / 2) + in_half};
    return (struct pairing){n / (groups / 2), half * g + in_half};
}

static double value(enum isa_type type, enum isa_arch arch, const uint32_t *registers, int element)
{
    int bits = isa_type_bits(type), per_vgpr = 32 / bits;
    uint32_t code = registers[element / per_vgpr] >> (bits * (element % per_vgpr));
    switch (type) {
    case ISA_F16:
        return numfmt_decode_f16((uint16_t)code);
    case ISA_BF16:
        return numfmt_decode_bf16((uint16_t)code);
    case ISA_I8:
        return (int8_t)code;
    case ISA_FP8:
        return arch == ISA_GFX942 ? numfmt_decode_e4m3fnuz((uint8_t)code)
                                  : numfmt_decode_e4m3fn((uint8_t)code);
    default:
        return arch == ISA_GFX942 ? numfmt_decode_e5m2fnuz((uint8_t)code)
                                  : numfmt_decode_e5m2((uint8_t)code);
    }
}

struct machine {
    enum isa_arch arch;
    int calls;
    bool seen_nibble[16], seen_minus, fault;
    uint32_t seen_outside; /* index bits set outside the selected set, or'ed over the lanes */
};

static double dot(struct machine *machine, const struct isa_smfmac *insn, int base, int i, int j,
                  const struct probe_registers *r)
{
    int a_vgprs = isa_a_vgprs(insn), b_vgprs = isa_b_vgprs(insn);
    double sum = 0;
    for (int g = 0; g < 64 / insn->m; g++)
        for (int e = 0; e < isa_a_elements(insn); e++) {
            int lane = insn->m * g + i;
            uint32_t nibble = r->idx[lane] >> (base + e / 2 * 4) & 15;
            int selector = (int)(nibble >> (e % 2 * 2) & 3);
            struct pairing with = pair_with(insn, g, e / 2, selector);
            double a = value(insn->a_type, machine->arch, r->a + lane * a_vgprs, e);
            double b = value(insn->b_type, machine->arch, r->b + (insn->n * with.gb + j) * b_vgprs,
                             with.element);
            sum += a * b;
            machine->seen_nibble[nibble] = true;
            machine->seen_minus |= a < 0;
        }
    return sum;
}

static enum status multiply(void *context, const struct isa_smfmac *insn, int cbsz, int abid,
                            const struct probe_registers *r, uint32_t *d, struct error *err)
{
    struct machine *machine = context;
    machine->calls++;
    if (machine->fault)
        return error_set(err, STATUS_DEVICE, "out of order");
    int base = (cbsz & 3) == 0 ? isa_index_bits(insn) * abid : 0;
    for (int lane = 0; lane < 64; lane++)
        machine->seen_outside |=
            r->idx[lane] & ~bits_put(0, (unsigned)base, (unsigned)isa_index_bits(insn), UINT32_MAX);
    for (int lane = 0; lane < 64; lane++)
        for (int v = 0; v < isa_cd_vgprs(insn); v++) {
            int n = lane * isa_cd_vgprs(insn) + v;
            int i = insn->m == 16 ? 4 * (lane / 16) + v : 8 * (v / 4) + 4 * (lane / 32) + v % 4;
            double sum = dot(machine, insn, base, i, lane % insn->n, r);
            d[n] = insn->cd_type == ISA_F32 ? bits_of_f32((float)(bits_to_f32(r->c[n]) + sum))
                                            : (uint32_t)((int32_t)r->c[n] + (int32_t)sum);
        }
    return STATUS_OK;
}

static struct check_product run(struct opmap *map, struct machine *machine, uint64_t seed)
{
    struct check_product product;
    struct error err;
    cr_assert_eq(check_product(map, seed, multiply, machine, &product, &err), STATUS_OK, "%s",
                 err.text);
    cr_assert_eq(product.compared, map->insn->m * map->insn->n);
    return product;
}

Test(product, documented_operands_multiply_right_in_every_element)
{
    for (int id = 0; id < ISA_N_SMFMAC; id++)
        for (int abid = 0; abid < isa_index_sets(&isa_smfmacs[id]); abid++) {
            struct opmap map;
            struct machine machine = {.arch = isa_smfmacs[id].arch};
            scramble_start(id, 0, abid, &map);
            struct check_product product = run(&map, &machine, (uint64_t)(7 * id + abid));
            cr_expect_eq(product.differ, 0, "%s abid %d: D[%d][%d] is %g, must be %g",
                         map.insn->name, abid, product.first_i, product.first_j, product.found,
                         product.expected);
            for (unsigned nibble = 0; nibble < 16; nibble++)
                cr_expect_eq(machine.seen_nibble[nibble], (nibble & 3) < nibble >> 2);
            cr_expect(machine.seen_minus);
            uint32_t set = bits_put(0, (unsigned)(isa_index_bits(map.insn) * abid),
                                    (unsigned)isa_index_bits(map.insn), UINT32_MAX);
            cr_expect_eq(machine.seen_outside, ~set, "%08x", machine.seen_outside);
            cr_expect_eq(machine.calls, 1);
            opmap_free(&map);
        }
}

/* The 8-bit codes are those of the device, not of the architecture that had the instruction first.
 */
Test(product, encodes_for_the_device_that_executes)
{
    struct opmap map;
    scramble_start(ISA_SMFMAC_f32_16x16x64_fp8_bf8, 7, 1, &map);
    strcpy(map.provenance.arch, "gfx950:sramecc+:xnack-");
    struct machine gfx950 = {.arch = ISA_GFX950}, gfx942 = {.arch = ISA_GFX942};
    cr_expect_eq(run(&map, &gfx950, 1).differ, 0);
    cr_expect_gt(run(&map, &gfx942, 1).differ, 0);
    opmap_free(&map);
}

/* Two elements with the same value can change places unseen; two lanes cannot. */
Test(product, any_operand_in_the_wrong_lanes_is_seen)
{
    for (int id = 0; id < ISA_N_SMFMAC; id++)
        for (int o = 0; o < OPMAP_N_OPERANDS; o++) {
            struct opmap map;
            struct machine machine = {.arch = isa_smfmacs[id].arch};
            scramble_start(id, 0, 0, &map);
            for (int n = 0; n < opmap_count(map.insn, o); n++)
                map.slot[o][n].lane ^= 5;
            struct check_product product = run(&map, &machine, 99);
            cr_expect_gt(product.differ, product.compared / 2, "%s %s: %d differ", map.insn->name,
                         opmap_operand_title(o), product.differ);
            cr_expect(product.first_i >= 0 && product.first_j >= 0);
            cr_expect_neq(product.expected, product.found);
            opmap_free(&map);
        }
}

Test(product, impossible_places_and_devices_are_refused)
{
    struct opmap map;
    struct machine machine = {.arch = ISA_GFX942};
    struct check_product product;
    struct error err;
    scramble_start(ISA_SMFMAC_i32_32x32x32_i8, 0, 0, &map);
    map.slot[OPMAP_B][33].vgpr = 4;
    cr_expect_eq(check_product(&map, 1, multiply, &machine, &product, &err), STATUS_USAGE);
    cr_expect_str_eq(err.text, "B[1][1] of i32_32x32x32_i8 cannot be at v4{1}[15:8]");
    map.slot[OPMAP_B][33].vgpr = 0;
    map.slot[OPMAP_IDX][0].bit_hi = 32;
    cr_expect_eq(check_product(&map, 1, multiply, &machine, &product, &err), STATUS_USAGE);
    map.slot[OPMAP_IDX][0].bit_hi = 1;
    map.provenance.arch[0] = 0;
    cr_expect_eq(check_product(&map, 1, multiply, &machine, &product, &err), STATUS_USAGE);
    cr_expect_eq(machine.calls, 0);
    strcpy(map.provenance.arch, "gfx942");
    machine.fault = true;
    cr_expect_eq(check_product(&map, 1, multiply, &machine, &product, &err), STATUS_DEVICE);
    cr_expect_str_eq(err.text, "out of order");
    opmap_free(&map);
}

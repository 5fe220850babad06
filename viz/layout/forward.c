/* Coordinate to slot.
 *
 * M = N is the tile's edge. The 64 lanes are 64 / M lane groups of one lane a row (A, idx) or
 * column (B); a lane holds E consecutive dense k, that is G = E / 4 K groups. Sources: AMD matrix
 * instruction calculator 1.3.2, register tables of the 14 gfx942 instructions; CDNA4 ISA guide,
 * section 7.5, for those that gfx950 added. */
#include <assert.h>
#include <stdio.h>

#include "layout/layout.h"

/* Element `e` of a lane's operand, elements being packed from bit 0 of the first register up. */
static struct opmap_slot packed(int lane, int e, int width)
{
    int per_vgpr = ISA_VGPR_BITS / width;
    int bit = width * (e % per_vgpr);
    return (struct opmap_slot){
        .lane = (uint8_t)lane,
        .vgpr = (uint8_t)(e / per_vgpr),
        .bit_lo = (uint8_t)bit,
        .bit_hi = (uint8_t)(bit + width - 1),
    };
}

static struct opmap_slot slot_a(const struct isa_smfmac *insn, int i, int q, int s)
{
    int groups = isa_k_groups(insn) * insn->m / ISA_LANES; /* G */
    return packed(insn->m * (q / groups) + i, 2 * (q % groups) + s, isa_type_bits(insn->a_type));
}

/* The selectors of a lane's groups stand in one register, a nibble a group, slot 0 in its low two
 * bits. CBSZ and ABID choose among the sets that fit into the register: CDNA3 ISA guide, "Sparse
 * Matrix": ABID names the set where CBSZ[1:0] is 0, else set 0 is read. */
static struct opmap_slot slot_idx(const struct isa_smfmac *insn, int cbsz, int abid, int i, int q,
                                  int s)
{
    int groups = isa_k_groups(insn) * insn->m / ISA_LANES;
    int base = (cbsz & 3) == 0 ? 4 * groups * abid : 0;
    int bit = base + 4 * (q % groups) + 2 * s;
    return (struct opmap_slot){
        .lane = (uint8_t)(insn->m * (q / groups) + i),
        .bit_lo = (uint8_t)bit,
        .bit_hi = (uint8_t)(bit + 1),
    };
}

/* A lane of gfx942's instructions holds E consecutive k. One of those that gfx950 added holds two
 * runs of E / 2, K / 2 apart: they are laid out as two instructions of half the depth, the second
 * one's registers after the first one's. */
static struct opmap_slot slot_b(const struct isa_smfmac *insn, int k, int j)
{
    int n_banks = insn->arch == ISA_GFX950 ? 2 : 1;
    int bank_depth = insn->k / n_banks;
    int run = bank_depth * insn->n / ISA_LANES;
    int bank = k / bank_depth;
    int k_in_bank = k % bank_depth;
    int lane = insn->n * (k_in_bank / run) + j;
    return packed(lane, run * bank + k_in_bank % run, isa_type_bits(insn->b_type));
}

/* CDNA3 sparse MFMA page, "Accumulator layout". */
static struct opmap_slot slot_cd(const struct isa_smfmac *insn, int i, int j)
{
    if (insn->m == 16)
        return packed(16 * (i / 4) + j, i % 4, ISA_VGPR_BITS);
    return packed(32 * (i / 4) % 64 + j, 4 * (i / 8) + i % 4, ISA_VGPR_BITS);
}

struct opmap_slot layout_slot(const struct isa_smfmac *insn, int cbsz, int abid,
                              enum opmap_operand operand, struct opmap_coord coord)
{
    assert(insn->m == insn->n && (insn->m == 16 || insn->m == 32));
    switch (operand) {
    case OPMAP_A:
        return slot_a(insn, coord.i, coord.q, coord.s);
    case OPMAP_IDX:
        return slot_idx(insn, cbsz, abid, coord.i, coord.q, coord.s);
    case OPMAP_B:
        return slot_b(insn, coord.k, coord.j);
    default:
        return slot_cd(insn, coord.i, coord.j);
    }
}

enum status layout_map(const struct isa_smfmac *insn, int cbsz, int abid, struct opmap *map,
                       struct error *err)
{
    enum status status = isa_check_modifiers(insn, cbsz, abid, err);
    if (status == STATUS_OK)
        status = opmap_init(map, insn, cbsz, abid, err);
    if (status != STATUS_OK)
        return status;
    map->provenance.source = OPMAP_FORMULA;
    snprintf(map->provenance.arch, sizeof map->provenance.arch, "%s", isa_arch_name(insn->arch));
    for (int o = 0; o < OPMAP_N_OPERANDS; o++)
        for (int n = 0; n < opmap_count(insn, o); n++)
            map->slot[o][n] = layout_slot(insn, cbsz, abid, o, opmap_coord(insn, o, n));
    return STATUS_OK;
}

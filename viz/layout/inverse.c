/* Slot to coordinate: the "conversely" formulas, written on their own.
 *
 * L is a lane, V a register, b a bit. Sources as in forward.c. */
#include "layout/layout.h"

/* The number of the element that `slot` is, in a lane's operand of `n_vgprs` registers; -1 if it is
 * not exactly one element. */
static int element(struct opmap_slot slot, int n_vgprs, int width)
{
    if (slot.lane >= ISA_LANES || slot.vgpr >= n_vgprs || slot.bit_hi >= ISA_VGPR_BITS)
        return -1;
    if (slot.bit_lo % width != 0 || slot.bit_hi != slot.bit_lo + width - 1)
        return -1;
    return (slot.vgpr * ISA_VGPR_BITS + slot.bit_lo) / width;
}

/* i = L mod M, q = G floor(L / M) + floor(e / 2), s = e mod 2 */
static bool coord_a(const struct isa_smfmac *insn, struct opmap_slot slot, struct opmap_coord *c)
{
    int e = element(slot, isa_a_vgprs(insn), isa_type_bits(insn->a_type));
    if (e < 0)
        return false;
    int groups = isa_a_elements(insn) / 2;
    c->i = slot.lane % insn->m;
    c->q = groups * (slot.lane / insn->m) + e / 2;
    c->s = e % 2;
    return true;
}

/* With r = b - base the selector's place in its set:
 * i = L mod M, q = G floor(L / M) + floor(r / 4), s = floor(r / 2) mod 2 */
static bool coord_idx(const struct isa_smfmac *insn, int cbsz, int abid, struct opmap_slot slot,
                      struct opmap_coord *c)
{
    int selector = element(slot, 1, 2);
    int per_set = isa_index_bits(insn) / 2;
    int set = cbsz % 4 == 0 ? abid : 0;
    if (selector < 0 || selector / per_set != set)
        return false;
    int r = 2 * (selector % per_set);
    c->i = slot.lane % insn->m;
    c->q = isa_index_bits(insn) / 4 * (slot.lane / insn->m) + r / 4;
    c->s = r / 2 % 2;
    return true;
}

/* gfx942: j = L mod N, k = E floor(L / N) + e.
 * gfx950: the first E / 2 elements of a lane belong to the lower half of K, the others to the
 * upper: k = (K / 2) floor(e / (E / 2)) + (E / 2) floor(L / N) + e mod (E / 2). */
static bool coord_b(const struct isa_smfmac *insn, struct opmap_slot slot, struct opmap_coord *c)
{
    int e = element(slot, isa_b_vgprs(insn), isa_type_bits(insn->b_type));
    if (e < 0)
        return false;
    int held = isa_b_elements(insn); /* E */
    c->j = slot.lane % insn->n;
    if (insn->arch == ISA_GFX942) {
        c->k = held * (slot.lane / insn->n) + e;
    } else {
        int half = held / 2;
        c->k = insn->k / 2 * (e / half) + half * (slot.lane / insn->n) + e % half;
    }
    return true;
}

/* CDNA3 sparse MFMA page: i = 4 floor(L / 16) + V mod 4, and for 32x32
 * i = 8 floor(V / 4) mod 32 + 4 floor(L / 32) + V mod 4; j = L mod N. */
static bool coord_cd(const struct isa_smfmac *insn, struct opmap_slot slot, struct opmap_coord *c)
{
    int v = element(slot, isa_cd_vgprs(insn), ISA_VGPR_BITS);
    if (v < 0)
        return false;
    if (insn->m == 16)
        c->i = 4 * (slot.lane / 16) + v % 4;
    else
        c->i = 8 * (v / 4) % 32 + 4 * (slot.lane / 32) + v % 4;
    c->j = slot.lane % insn->n;
    return true;
}

bool layout_coord(const struct isa_smfmac *insn, int cbsz, int abid, enum opmap_operand operand,
                  struct opmap_slot slot, struct opmap_coord *coord)
{
    struct opmap_coord c = {-1, -1, -1, -1, -1};
    bool held;
    switch (operand) {
    case OPMAP_A:
        held = coord_a(insn, slot, &c);
        break;
    case OPMAP_IDX:
        held = coord_idx(insn, cbsz, abid, slot, &c);
        break;
    case OPMAP_B:
        held = coord_b(insn, slot, &c);
        break;
    default:
        held = coord_cd(insn, slot, &c);
        break;
    }
    if (held)
        *coord = c;
    return held;
}

#include "isa/opmap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char *const names[OPMAP_N_OPERANDS] = {"a", "idx", "b", "cd"};
static const char *const titles[OPMAP_N_OPERANDS] = {"A", "idx", "B", "CD"};

static const char *const sources[] = {
    [OPMAP_FORMULA] = "formula",
    [OPMAP_EMULATED] = "emulated",
    [OPMAP_UNATTESTED] = "device (unattested)",
    [OPMAP_MEASURED] = "measured",
    [OPMAP_CAPTURED] = "captured",
};

const char *opmap_operand_name(enum opmap_operand operand) { return names[operand]; }

enum opmap_operand opmap_find_operand(const char *name, size_t n)
{
    int o = 0;
    if (n == 1 && strchr("cCdD", name[0]))
        return OPMAP_CD;
    while (o < OPMAP_N_OPERANDS && (strlen(names[o]) != n || strncasecmp(names[o], name, n) != 0))
        o++;
    return (enum opmap_operand)o;
}

const char *opmap_operand_title(enum opmap_operand operand) { return titles[operand]; }

const char *opmap_source_name(enum opmap_source source) { return sources[source]; }

const char *opmap_kind_text(const struct opmap_provenance *p, char text[OPMAP_KIND_BYTES])
{
    if (p->source == OPMAP_CAPTURED)
        snprintf(text, OPMAP_KIND_BYTES, "%s (%s: %s)", sources[p->source], p->capture,
                 sources[p->recorded]);
    else
        snprintf(text, OPMAP_KIND_BYTES, "%s", sources[p->source]);
    return text;
}

int opmap_count(const struct isa_smfmac *insn, enum opmap_operand operand)
{
    switch (operand) {
    case OPMAP_B:
        return insn->k * insn->n;
    case OPMAP_CD:
        return insn->m * insn->n;
    default:
        return insn->m * insn->k / 2;
    }
}

int opmap_vgprs(const struct isa_smfmac *insn, enum opmap_operand operand)
{
    switch (operand) {
    case OPMAP_A:
        return isa_a_vgprs(insn);
    case OPMAP_B:
        return isa_b_vgprs(insn);
    case OPMAP_CD:
        return isa_cd_vgprs(insn);
    default:
        return 1;
    }
}

int opmap_ordinal(const struct isa_smfmac *insn, enum opmap_operand operand,
                  struct opmap_coord coord)
{
    switch (operand) {
    case OPMAP_B:
        return coord.k * insn->n + coord.j;
    case OPMAP_CD:
        return coord.i * insn->n + coord.j;
    default:
        return (coord.i * isa_k_groups(insn) + coord.q) * 2 + coord.s;
    }
}

struct opmap_coord opmap_coord(const struct isa_smfmac *insn, enum opmap_operand operand,
                               int ordinal)
{
    struct opmap_coord c = {-1, -1, -1, -1, -1};
    switch (operand) {
    case OPMAP_B:
        c.k = ordinal / insn->n;
        c.j = ordinal % insn->n;
        break;
    case OPMAP_CD:
        c.i = ordinal / insn->n;
        c.j = ordinal % insn->n;
        break;
    default:
        c.i = ordinal / 2 / isa_k_groups(insn);
        c.q = ordinal / 2 % isa_k_groups(insn);
        c.s = ordinal % 2;
        break;
    }
    return c;
}

const char *opmap_coord_text(enum opmap_operand operand, struct opmap_coord coord,
                             char text[OPMAP_TEXT_BYTES])
{
    switch (operand) {
    case OPMAP_A:
        snprintf(text, OPMAP_TEXT_BYTES, "A[%d][%d.%d]", coord.i, coord.q, coord.s);
        break;
    case OPMAP_IDX:
        snprintf(text, OPMAP_TEXT_BYTES, "K[%d][%d.%d]", coord.i, coord.q, coord.s);
        break;
    case OPMAP_B:
        snprintf(text, OPMAP_TEXT_BYTES, "B[%d][%d]", coord.k, coord.j);
        break;
    default:
        snprintf(text, OPMAP_TEXT_BYTES, "D[%d][%d]", coord.i, coord.j);
        break;
    }
    return text;
}

const char *opmap_slot_text(struct opmap_slot slot, char text[OPMAP_TEXT_BYTES])
{
    if (slot.bit_lo == 0 && slot.bit_hi == ISA_VGPR_BITS - 1)
        snprintf(text, OPMAP_TEXT_BYTES, "v%d{%d}", slot.vgpr, slot.lane);
    else
        snprintf(text, OPMAP_TEXT_BYTES, "v%d{%d}[%d:%d]", slot.vgpr, slot.lane, slot.bit_hi,
                 slot.bit_lo);
    return text;
}

enum status opmap_init(struct opmap *map, const struct isa_smfmac *insn, int cbsz, int abid,
                       struct error *err)
{
    *map = (struct opmap){.insn = insn, .cbsz = cbsz, .abid = abid};
    for (int o = 0; o < OPMAP_N_OPERANDS; o++) {
        map->slot[o] = calloc((size_t)opmap_count(insn, o), sizeof *map->slot[o]);
        if (!map->slot[o]) {
            opmap_free(map);
            return error_set(err, STATUS_NO_MEMORY, "out of memory");
        }
    }
    return STATUS_OK;
}

void opmap_free(struct opmap *map)
{
    for (int o = 0; o < OPMAP_N_OPERANDS; o++)
        free(map->slot[o]);
    *map = (struct opmap){0};
}

bool opmap_slot_equal(struct opmap_slot a, struct opmap_slot b)
{
    return a.lane == b.lane && a.vgpr == b.vgpr && a.bit_lo == b.bit_lo && a.bit_hi == b.bit_hi;
}

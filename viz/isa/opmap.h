/* Where the elements of one instruction's operands sit: the common language of documents, probes
 * and figures. A map says "coordinate -> slot"; who made it is its provenance.
 *
 * Coordinates: i row, j column, k dense depth, q K group (four consecutive k), s slot 0 or 1 of a
 * compressed group. A and idx are addressed by (i, q, s), B by (k, j), C/D by (i, j).
 */
#ifndef ISA_OPMAP_H
#define ISA_OPMAP_H

#include <stdint.h>

#include "isa/isa.h"

enum opmap_operand { OPMAP_A, OPMAP_IDX, OPMAP_B, OPMAP_CD, OPMAP_N_OPERANDS };

const char *opmap_operand_name(enum opmap_operand operand); /* "a", "idx", "b", "cd" */
/* The operand of that name, in any case, of n bytes; also "c" and "d". Else OPMAP_N_OPERANDS. */
enum opmap_operand opmap_find_operand(const char *name, size_t n);
const char *opmap_operand_title(enum opmap_operand operand); /* "A", "idx", "B", "CD" */

/* A place in a register operand. For idx, bit_lo and bit_hi are the places of the selector's low
 * and high bit, which on a machine that exchanges them is bit_lo > bit_hi. */
struct opmap_slot {
    uint8_t lane;
    uint8_t vgpr; /* from the operand's first register */
    uint8_t bit_lo, bit_hi;
};

/* Members that an operand does not use are -1. */
struct opmap_coord {
    int i, j, k, q, s;
};

/* Number of elements of an operand: M*K/2 for A and idx (one selector an A element), K*N, M*N. */
int opmap_count(const struct isa_smfmac *insn, enum opmap_operand operand);

/* Registers of an operand in each lane: 1 for idx. */
int opmap_vgprs(const struct isa_smfmac *insn, enum opmap_operand operand);

/* Elements are numbered in the order (i, q, s), (k, j), (i, j): `ordinal` in 0..opmap_count - 1. */
int opmap_ordinal(const struct isa_smfmac *insn, enum opmap_operand operand,
                  struct opmap_coord coord);
struct opmap_coord opmap_coord(const struct isa_smfmac *insn, enum opmap_operand operand,
                               int ordinal);

/* "A[3][1.0]", "K[3][4].1", "B[31][3]", "D[5][7]" into `text`, which is returned. */
enum { OPMAP_TEXT_BYTES = 32 };
const char *opmap_coord_text(enum opmap_operand operand, struct opmap_coord coord,
                             char text[OPMAP_TEXT_BYTES]);
/* "v3{19}[31:24]", or "v3{19}" for a whole register. */
const char *opmap_slot_text(struct opmap_slot slot, char text[OPMAP_TEXT_BYTES]);

enum opmap_source {
    OPMAP_FORMULA,    /* the documented formulas */
    OPMAP_EMULATED,   /* smfviz's own emulator: says nothing about silicon */
    OPMAP_UNATTESTED, /* a device that nobody vouched for: "device (unattested)" */
    OPMAP_MEASURED,   /* a device, attested by the caller */
    OPMAP_CAPTURED,   /* a recorded file */
};

struct opmap_provenance {
    enum opmap_source source;
    char device[128];           /* as the device names itself; empty for formulas */
    char arch[32];              /* "gfx942" */
    char attest[256];           /* the caller's words; empty unless measured */
    enum opmap_source recorded; /* of OPMAP_CAPTURED: what it was when it was recorded */
    char capture[128];          /* and in which file */
};

/* "emulated", "captured (x.capture: emulated)" into `text`, which is returned. */
enum { OPMAP_KIND_BYTES = 192 };
const char *opmap_kind_text(const struct opmap_provenance *p, char text[OPMAP_KIND_BYTES]);

const char *opmap_source_name(enum opmap_source source); /* "emulated" */

/* The four operands of one instruction under one (cbsz, abid). Owned arrays, one entry an ordinal.
 */
struct opmap {
    const struct isa_smfmac *insn;
    int cbsz, abid;
    struct opmap_provenance provenance;
    struct opmap_slot *slot[OPMAP_N_OPERANDS];
};

/* Allocates the arrays, all slots 0. Free with opmap_free, which a zeroed map survives too. */
enum status opmap_init(struct opmap *map, const struct isa_smfmac *insn, int cbsz, int abid,
                       struct error *err);
void opmap_free(struct opmap *map);

bool opmap_slot_equal(struct opmap_slot a, struct opmap_slot b);

#endif

/* V_SMFMAC as a machine may have it that answers open questions otherwise (smfhip_variant): slow,
 * one element at a time, and apart from the emulator's own.
 *
 * For tests, which require that `smfviz survey` tells such machines from the plain one.
 */
#ifndef EMU_VARIANT_H
#define EMU_VARIANT_H

#include "emu/emu.h"
#include "isa/isa.h"

/* The operands' registers as [vgpr][lane], and the lanes that are on; cd is C, then D. */
struct variant_operands {
    const uint32_t (*a)[EMU_LANES], (*b)[EMU_LANES];
    const uint32_t *idx;
    uint32_t (*cd)[EMU_LANES];
    uint64_t exec;
};

/* D of one instruction. abid is one of its sets where CBSZ[1:0] is 0. */
void variant_smfmac(const struct smfhip_variant *variant, enum smfhip_numerics numerics,
                    const struct isa_smfmac *insn, int cbsz, int abid,
                    const struct variant_operands *operands);

#endif

/* The sparse matrix instructions as data.
 *
 * Knows: which instructions exist, on which architecture, their shapes, types, cycles and the sizes
 * that follow from them by counting (elements a lane holds, registers, index bits).
 * Refuses to know: where anything sits. Layouts are documented in layout/, recovered in probe/ and
 * executed in emu/, which share nothing but this table.
 *
 * All pointers returned are to static storage.
 */
#ifndef ISA_ISA_H
#define ISA_ISA_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

enum isa_arch { ISA_GFX942, ISA_GFX950 };

enum isa_type { ISA_F16, ISA_BF16, ISA_I8, ISA_FP8, ISA_BF8, ISA_F32, ISA_I32 };

/* Lanes of a wavefront on every CDNA architecture (CDNA3 ISA guide, section 3.2). */
enum { ISA_LANES = 64, ISA_VGPR_BITS = 32 };

enum isa_smfmac_id {
#define SMFMAC(name, arch, m, n, k, a, b, cd, cycles) ISA_SMFMAC_##name,
#include "isa/smfmac.def"
    ISA_N_SMFMAC
};

struct isa_smfmac {
    enum isa_smfmac_id id;
    const char *name; /* f32_16x16x64_fp8_fp8 */
    enum isa_arch arch;
    int m, n, k; /* k is dense depth */
    enum isa_type a_type, b_type, cd_type;
    int cycles;
};

extern const struct isa_smfmac isa_smfmacs[ISA_N_SMFMAC];

const char *isa_arch_name(enum isa_arch arch); /* "gfx942" */
const char *isa_type_name(enum isa_type type); /* "fp8" */
int isa_type_bits(enum isa_type type);         /* 8, 16 or 32 */

/* Whether `insn` can run on `arch`: gfx950 has gfx942's instructions too. */
bool isa_available(const struct isa_smfmac *insn, enum isa_arch arch);

/* Sizes, all by counting elements over lanes. */
int isa_k_groups(const struct isa_smfmac *insn);    /* groups of four k in a row */
int isa_a_elements(const struct isa_smfmac *insn);  /* stored A values in one lane */
int isa_b_elements(const struct isa_smfmac *insn);  /* B values in one lane */
int isa_cd_elements(const struct isa_smfmac *insn); /* C or D values in one lane */
int isa_a_vgprs(const struct isa_smfmac *insn);     /* VGPRs of the A operand */
int isa_b_vgprs(const struct isa_smfmac *insn);
int isa_cd_vgprs(const struct isa_smfmac *insn);
int isa_index_bits(const struct isa_smfmac *insn);    /* index bits one lane uses */
int isa_index_sets(const struct isa_smfmac *insn);    /* sets in the 32-bit index register */
long isa_ops(const struct isa_smfmac *insn);          /* 2 M N K, the dense-equivalent count */
int isa_coexec_cycles(const struct isa_smfmac *insn); /* VALU co-execution cycles */

/* The modifiers' ranges: cbsz 0..7, abid 0..15 (what LLVM's assembler accepts); where CBSZ[1:0] is
 * 0, abid must name one of the index sets. STATUS_USAGE with the value and the range otherwise. */
enum status isa_check_modifiers(const struct isa_smfmac *insn, int cbsz, int abid,
                                struct error *err);

/* A selection of instructions, in table order, without repeats. */
struct isa_selection {
    int n;
    const struct isa_smfmac *insn[ISA_N_SMFMAC];
};

/* Adds to *sel what `pattern` names on `arch`: a builtin, a mnemonic, a short name, or a glob over
 * these. Case does not matter. STATUS_USAGE if nothing matches, with near names, or, for a name of
 * another architecture, where it exists. Whether a selected instruction can also be probed is for
 * the caller to ask: on gfx950 none can yet. */
enum status isa_select(const char *pattern, enum isa_arch arch, struct isa_selection *sel,
                       struct error *err);

/* Adds every instruction of `arch`. */
void isa_select_all(enum isa_arch arch, struct isa_selection *sel);

/* "gfx942" or "gfx950", also with target features ("gfx942:sramecc+:xnack-"). gfx908 and gfx90a are
 * STATUS_USAGE: they have no sparse matrix instruction; so is anything else. */
enum status isa_parse_arch(const char *text, enum isa_arch *arch, struct error *err);

#endif

#include "isa/isa.h"

#include <string.h>

const struct isa_smfmac isa_smfmacs[ISA_N_SMFMAC] = {
#define SMFMAC(name, arch, m, n, k, a, b, cd, cycles)                                              \
    {ISA_SMFMAC_##name, #name, ISA_##arch, m, n, k, ISA_##a, ISA_##b, ISA_##cd, cycles},
#include "isa/smfmac.def"
};

const char *isa_arch_name(enum isa_arch arch) { return arch == ISA_GFX942 ? "gfx942" : "gfx950"; }

static const struct {
    const char *name;
    int bits;
} types[] = {
    [ISA_F16] = {"f16", 16}, [ISA_BF16] = {"bf16", 16}, [ISA_I8] = {"i8", 8},
    [ISA_FP8] = {"fp8", 8},  [ISA_BF8] = {"bf8", 8},    [ISA_F32] = {"f32", 32},
    [ISA_I32] = {"i32", 32},
};

const char *isa_type_name(enum isa_type type) { return types[type].name; }

int isa_type_bits(enum isa_type type) { return types[type].bits; }

bool isa_available(const struct isa_smfmac *insn, enum isa_arch arch)
{
    return insn->arch == ISA_GFX942 || arch == ISA_GFX950;
}

int isa_k_groups(const struct isa_smfmac *insn) { return insn->k / 4; }

int isa_a_elements(const struct isa_smfmac *insn) { return insn->m * (insn->k / 2) / ISA_LANES; }

int isa_b_elements(const struct isa_smfmac *insn) { return insn->k * insn->n / ISA_LANES; }

int isa_cd_elements(const struct isa_smfmac *insn) { return insn->m * insn->n / ISA_LANES; }

int isa_a_vgprs(const struct isa_smfmac *insn)
{
    return isa_a_elements(insn) * isa_type_bits(insn->a_type) / ISA_VGPR_BITS;
}

int isa_b_vgprs(const struct isa_smfmac *insn)
{
    return isa_b_elements(insn) * isa_type_bits(insn->b_type) / ISA_VGPR_BITS;
}

int isa_cd_vgprs(const struct isa_smfmac *insn)
{
    return isa_cd_elements(insn) * isa_type_bits(insn->cd_type) / ISA_VGPR_BITS;
}

int isa_index_bits(const struct isa_smfmac *insn)
{
    return 2 * isa_a_elements(insn); /* one two-bit selector a stored value */
}

int isa_index_sets(const struct isa_smfmac *insn) { return ISA_VGPR_BITS / isa_index_bits(insn); }

long isa_ops(const struct isa_smfmac *insn) { return 2L * insn->m * insn->n * insn->k; }

int isa_coexec_cycles(const struct isa_smfmac *insn) { return insn->cycles - 8; }

enum status isa_check_modifiers(const struct isa_smfmac *insn, int cbsz, int abid,
                                struct error *err)
{
    if (cbsz < 0 || cbsz > 7)
        return error_set(err, STATUS_USAGE, "cbsz %d: must be 0..7", cbsz);
    if (abid < 0 || abid > 15)
        return error_set(err, STATUS_USAGE, "abid %d: must be 0..15", abid);
    int sets = isa_index_sets(insn);
    if ((cbsz & 3) == 0 && abid >= sets)
        return error_set(err, STATUS_USAGE, "abid %d: %s has %d index set%s (abid 0..%d)", abid,
                         insn->name, sets, sets == 1 ? "" : "s", sets - 1);
    return STATUS_OK;
}

enum status isa_parse_arch(const char *text, enum isa_arch *arch, struct error *err)
{
    size_t n = strcspn(text, ":");
    if (n == 6 && !strncmp(text, "gfx942", n))
        *arch = ISA_GFX942;
    else if (n == 6 && !strncmp(text, "gfx950", n))
        *arch = ISA_GFX950;
    else if (n == 6 && (!strncmp(text, "gfx90a", n) || !strncmp(text, "gfx908", n)))
        return error_set(err, STATUS_USAGE,
                         "%.*s has no sparse matrix instruction; gfx942 and gfx950 have", (int)n,
                         text);
    else
        return error_set(err, STATUS_USAGE, "unknown architecture '%s' (known: gfx942, gfx950)",
                         text);
    return STATUS_OK;
}

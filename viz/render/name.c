/* The only part of render/ that is also linked into the tool itself: it needs no drawing library.
 */
#include "render/render.h"

#include <stdio.h>

/* Whether a narrower element width exists for the same tile shape, on any architecture. */
static bool has_narrower_twin(const struct isa_smfmac *insn)
{
    for (int n = 0; n < ISA_N_SMFMAC; n++) {
        const struct isa_smfmac *other = &isa_smfmacs[n];
        if (other->m == insn->m && other->n == insn->n && other->k == insn->k &&
            isa_type_bits(other->a_type) < isa_type_bits(insn->a_type))
            return true;
    }
    return false;
}

void render_file_name(const struct opmap *map, const struct render_options *options,
                      char name[RENDER_NAME_BYTES])
{
    static const char *const suffix[] = {[RENDER_SVG] = "svg", [RENDER_PNG] = "png"};
    const struct isa_smfmac *insn = map->insn;
    char width[16] = "", cbsz[16] = "", abid[16] = "";
    if (has_narrower_twin(insn))
        snprintf(width, sizeof width, "-w%d", isa_type_bits(insn->a_type));
    if (map->cbsz)
        snprintf(cbsz, sizeof cbsz, "-cbsz%d", map->cbsz);
    if (map->abid)
        snprintf(abid, sizeof abid, "-abid%d", map->abid);
    snprintf(name, RENDER_NAME_BYTES, "smfmac-layout-%dx%dx%d%s-%s%s%s.%s", insn->m, insn->n,
             insn->k, width, opmap_operand_name(options->operand), cbsz, abid,
             suffix[options->format]);
}

/* The only part of render/ that is also linked into the tool itself: it needs no drawing library.
 */
#include "render/render.h"

#include <stdio.h>
#include <string.h>

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

static void put_range(const char *name, struct render_range range, char *out, size_t size)
{
    size_t used = strlen(out);
    if (range.given && range.lo == range.hi)
        snprintf(out + used, size - used, "-%s%d", name, range.lo);
    else if (range.given)
        snprintf(out + used, size - used, "-%s%d-%d", name, range.lo, range.hi);
}

void render_file_name(const struct opmap *map, const struct render_options *options,
                      char name[RENDER_NAME_BYTES])
{
    static const char *const suffix[] = {
        [RENDER_SVG] = "svg",  [RENDER_PNG] = "png", [RENDER_PDF] = "pdf", [RENDER_TEX] = "tex",
        [RENDER_TEXT] = "txt", [RENDER_RST] = "rst", [RENDER_MD] = "md"};
    static const char *const theme[] = {
        [RENDER_LIGHT] = "", [RENDER_DARK] = "-dark", [RENDER_PRINT] = "-print"};
    const struct isa_smfmac *insn = map->insn;
    char width[16] = "", cbsz[16] = "", abid[16] = "", part[64] = "";
    if (has_narrower_twin(insn))
        snprintf(width, sizeof width, "-w%d", isa_type_bits(insn->a_type));
    if (map->cbsz)
        snprintf(cbsz, sizeof cbsz, "-cbsz%d", map->cbsz);
    if (map->abid)
        snprintf(abid, sizeof abid, "-abid%d", map->abid);
    put_range("rows", options->rows, part, sizeof part);
    put_range("lanes", options->lanes, part, sizeof part);
    put_range("k", options->k, part, sizeof part);
    snprintf(name, RENDER_NAME_BYTES, "smfmac-layout-%dx%dx%d%s-%s%s%s%s%s%s.%s", insn->m, insn->n,
             insn->k, width, options->linked ? "linked" : opmap_operand_name(options->operand),
             cbsz, abid, part, options->owner ? "-owner" : "", theme[options->theme],
             suffix[options->format]);
}

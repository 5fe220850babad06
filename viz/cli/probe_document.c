/* Layouts as text for a page: one text for all instructions that share a shape and a width. */
#include "cli/probe_output.h"

static bool same_shape(const struct isa_smfmac *l, const struct isa_smfmac *r)
{
    return l->m == r->m && l->n == r->n && l->k == r->k &&
           isa_type_bits(l->a_type) == isa_type_bits(r->a_type);
}

enum status probe_output_document(const struct opmap *maps, int n_maps, enum document_markup markup,
                                  struct buffer *out, struct error *err)
{
    enum status status = STATUS_OK;
    bool told[ISA_N_SMFMAC] = {false};
    for (int n = 0; n < n_maps && status == STATUS_OK; n++) {
        const struct opmap *shared[ISA_N_SMFMAC];
        int n_shared = 0;
        if (told[n])
            continue;
        for (int m = n; m < n_maps; m++) {
            if (!same_shape(maps[n].insn, maps[m].insn))
                continue;
            told[m] = true;
            shared[n_shared++] = &maps[m];
        }
        status = document_layout(shared, n_shared, markup, out, err);
    }
    return status;
}

/* Where a result is from, in the words of text reports. */
#include "cli/cli.h"

void cli_provenance(const struct opmap_provenance *p, const char *numerics, struct buffer *out)
{
    char kind[OPMAP_KIND_BYTES];
    if (p->source == OPMAP_FORMULA) {
        buffer_printf(out, "%s: the documented layout of %s, not a device's",
                      opmap_source_name(p->source), p->arch);
        return;
    }
    buffer_printf(out, "%s: %s, %s", opmap_kind_text(p, kind), p->device, p->arch);
    if (p->attest[0])
        buffer_printf(out, "; %s", p->attest);
    if (numerics)
        buffer_printf(out, "; numerics %s", numerics);
}

void cli_provenance_kind(const struct opmap_provenance *p, struct buffer *out)
{
    char kind[OPMAP_KIND_BYTES];
    buffer_printf(out, "%s%s%s", opmap_kind_text(p, kind), p->attest[0] ? ": " : "", p->attest);
}

/* Words of `query`, as an element or a register of some instruction: the first byte says which.
 * What is accepted must exist and be found in the documented layout, what is refused must have a
 * message and, unless it is too long, a caret below it. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "isa/what.h"
#include "layout/layout.h"

static const struct opmap *documented(const struct isa_smfmac *insn)
{
    static struct opmap maps[ISA_N_SMFMAC];
    struct opmap *map = &maps[insn->id];
    if (!map->insn && layout_map(insn, 0, 0, map, NULL) != STATUS_OK)
        abort();
    return map;
}

static void look_up(const struct what *what, const struct isa_smfmac *insn)
{
    struct what_found found;
    what_find(what, documented(insn), &found);
    if (what->is_register && (what->slot.lane >= ISA_LANES || what->slot.bit_hi >= ISA_VGPR_BITS ||
                              what->slot.vgpr >= opmap_vgprs(insn, what->operand) ||
                              what->slot.bit_lo > what->slot.bit_hi))
        abort();
    if (found.n == 0 && !found.unused)
        abort();
    for (int n = 0; n < found.n; n++)
        if (found.part[n].ordinal < 0 || !found.part[n].asked ||
            found.part[n].ordinal >= opmap_count(insn, what->operand))
            abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct what what;
    struct error err = {0};
    if (size == 0)
        return 0;
    const struct isa_smfmac *insn = &isa_smfmacs[data[0] % ISA_N_SMFMAC];
    char *text = calloc(size, 1);
    if (!text)
        abort();
    memcpy(text, data + 1, size - 1);
    if (what_parse(text, insn, &what, &err) == STATUS_OK)
        look_up(&what, insn);
    else if (err.code != STATUS_USAGE ||
             (strlen(text) <= 64 && err.text[strlen(err.text) - 1] != '^'))
        abort();
    free(text);
    return 0;
}

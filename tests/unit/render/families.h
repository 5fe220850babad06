/* Maps for tests of render/: the documented layouts of every family of instructions that share a
 * figure. */
#ifndef TESTS_RENDER_FAMILIES_H
#define TESTS_RENDER_FAMILIES_H

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "layout/layout.h"
#include "render/render.h"

struct family {
    int n;
    struct opmap map[8];
    const struct opmap *maps[8];
};

static inline void family_free(struct family *family)
{
    for (int m = 0; m < family->n; m++)
        opmap_free(&family->map[m]);
}

/* All instructions of gfx942 that share the shape and widths of `first`; false if `first` is not
 * the first of them in the table. */
static inline bool family_init(struct family *family, const struct isa_smfmac *first, int cbsz,
                               int abid)
{
    *family = (struct family){0};
    for (int id = 0; id < ISA_N_SMFMAC; id++) {
        const struct isa_smfmac *insn = &isa_smfmacs[id];
        if (insn->arch != first->arch || insn->m != first->m || insn->k != first->k ||
            isa_type_bits(insn->a_type) != isa_type_bits(first->a_type))
            continue;
        if (insn < first) {
            family_free(family);
            return false;
        }
        struct error err;
        struct opmap *map = &family->map[family->n];
        cr_assert_eq(layout_map(insn, cbsz, abid, map, &err), STATUS_OK);
        map->provenance.source = OPMAP_EMULATED;
        strcpy(map->provenance.device, "a test's machine");
        strcpy(map->provenance.arch, "gfx942");
        family->maps[family->n++] = map;
    }
    return true;
}

typedef void family_claim(struct family *family, const struct render_options *options);

/* Every figure: the families of gfx942 and gfx950, every operand, both axes, both details; and by
 * register. */
static inline void for_each_figure_by_element(enum render_format format, family_claim *claim)
{
    for (int id = 0; id < ISA_N_SMFMAC; id++) {
        struct family family;
        if (!family_init(&family, &isa_smfmacs[id], 0, 0))
            continue;
        for (int o = 0; o < OPMAP_N_OPERANDS; o++) {
            for (int variant = 0; variant < 4; variant++) {
                struct render_options options = {.operand = o,
                                                 .format = format,
                                                 .dense_axis = variant & 1,
                                                 .full_detail = variant >> 1};
                if (!options.dense_axis || o <= OPMAP_IDX)
                    claim(&family, &options);
            }
        }
        family_free(&family);
    }
}

static inline void for_each_figure_by_register(enum render_format format, family_claim *claim)
{
    for (int id = 0; id < ISA_N_SMFMAC; id++) {
        struct family family;
        if (!family_init(&family, &isa_smfmacs[id], 0, 0))
            continue;
        for (int o = 0; o < OPMAP_N_OPERANDS; o++)
            claim(&family, &(struct render_options){.operand = o, .format = format, .owner = true});
        family_free(&family);
    }
}

static inline void for_each_linked_figure(enum render_format format, family_claim *claim)
{
    for (int id = 0; id < ISA_N_SMFMAC; id++) {
        struct family family;
        if (!family_init(&family, &isa_smfmacs[id], 0, 0))
            continue;
        for (int owner = 0; owner < 2; owner++)
            claim(&family,
                  &(struct render_options){.linked = true, .format = format, .owner = owner});
        family_free(&family);
    }
}

static inline void for_each_figure(enum render_format format, family_claim *claim)
{
    for_each_figure_by_element(format, claim);
    for_each_figure_by_register(format, claim);
    for_each_linked_figure(format, claim);
}

#endif

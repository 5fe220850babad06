#include "render/figure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Which maps may share a figure. */

static bool same_family(const struct opmap *a, const struct opmap *b)
{
    const struct isa_smfmac *x = a->insn, *y = b->insn;
    return x->m == y->m && x->n == y->n && x->k == y->k && a->cbsz == b->cbsz &&
           a->abid == b->abid && isa_type_bits(x->a_type) == isa_type_bits(y->a_type) &&
           isa_type_bits(x->b_type) == isa_type_bits(y->b_type);
}

static enum status check_operand(const struct opmap *const *maps, int n_maps,
                                 enum opmap_operand operand, struct error *err)
{
    const struct opmap *first = maps[0];
    int count = opmap_count(first->insn, operand);
    for (int m = 0; m < n_maps; m++) {
        for (int n = 0; n < count; n++) {
            struct opmap_slot slot = maps[m]->slot[operand][n];
            struct opmap_coord coord = opmap_coord(first->insn, operand, n);
            char element[OPMAP_TEXT_BYTES], here[OPMAP_TEXT_BYTES], there[OPMAP_TEXT_BYTES];
            opmap_coord_text(operand, coord, element);
            opmap_slot_text(slot, there);
            if (slot.lane >= ISA_LANES)
                return error_set(err, STATUS_DIFFERS, "render: %s of %s is at %s: lanes are 0..%d",
                                 element, maps[m]->insn->name, there, ISA_LANES - 1);
            if (!opmap_slot_equal(first->slot[operand][n], slot))
                return error_set(err, STATUS_DIFFERS,
                                 "%s is at %s in %s but at %s in %s: no common figure", element,
                                 opmap_slot_text(first->slot[operand][n], here), first->insn->name,
                                 there, maps[m]->insn->name);
        }
    }
    return STATUS_OK;
}

static enum status check_maps(const struct opmap *const *maps, int n_maps,
                              const struct render_options *options, struct error *err)
{
    if (n_maps < 1)
        return error_set(err, STATUS_INTERNAL, "render: no map to draw");
    for (int m = 0; m < n_maps; m++)
        if (!same_family(maps[0], maps[m]))
            return error_set(err, STATUS_INTERNAL, "render: %s and %s cannot share a figure",
                             maps[0]->insn->name, maps[m]->insn->name);
    enum status status = STATUS_OK;
    for (enum opmap_operand o = 0; o < OPMAP_N_OPERANDS && !status; o++)
        if (options->linked || o == options->operand)
            status = check_operand(maps, n_maps, o, err);
    return status;
}

/* Words. */

static void make_stamp(struct figure *figure, const struct opmap *const *maps, int n_maps)
{
    const struct opmap_provenance *first = &maps[0]->provenance;
    snprintf(figure->arch, sizeof figure->arch, "%s",
             first->arch[0] ? first->arch : isa_arch_name(figure->insn->arch));
    for (int m = 0; m < n_maps; m++) {
        const struct opmap_provenance *p = &maps[m]->provenance;
        buffer_printf(&figure->instructions, "%sv_smfmac_%s", m ? ", " : "", maps[m]->insn->name);
        bool told = false;
        for (int o = 0; o < m; o++) {
            const struct opmap_provenance *other = &maps[o]->provenance;
            told = told || (other->source == p->source && !strcmp(other->device, p->device) &&
                            !strcmp(other->attest, p->attest));
        }
        if (told)
            continue;
        char kind[OPMAP_KIND_BYTES];
        buffer_printf(&figure->provenance, "%s%s", m ? "; " : "", opmap_kind_text(p, kind));
        if (p->device[0])
            buffer_printf(&figure->provenance, ", %s", p->device);
        if (p->attest[0])
            buffer_printf(&figure->provenance, " (%s)", p->attest);
    }
}

static enum status check_buffers(const struct figure *figure, struct error *err)
{
    const struct buffer *const all[] = {&figure->subtitle, &figure->caption, &figure->formula,
                                        &figure->instructions, &figure->provenance};
    for (size_t n = 0; n < sizeof all / sizeof *all; n++) {
        enum status status = buffer_check(all[n], err);
        if (status)
            return status;
    }
    return STATUS_OK;
}

static const struct palette *const palettes[] = {[RENDER_LIGHT] = &palette_light,
                                                 [RENDER_DARK] = &palette_dark,
                                                 [RENDER_PRINT] = &palette_print};

static enum status make_linked(struct figure *figure, const struct opmap *map, struct error *err)
{
    enum status status = figure_make_link(figure, map, err);
    return status ? status : figure_make_groups(figure, map, err);
}

static enum status make_grid(struct figure *figure, const struct opmap *map, struct error *err)
{
    enum status status =
        (figure->options.owner ? figure_make_owner : figure_make_matrix)(figure, map, err);
    if (!status)
        status = figure_make_groups(figure, map, err);
    if (status)
        return status;
    figure_place_bits(figure);
    figure_entitle(figure);
    status = figure_describe(figure, err);
    return status ? status : figure_crop(figure, err);
}

enum status figure_init(struct figure *figure, const struct opmap *const *maps, int n_maps,
                        const struct render_options *options, struct error *err)
{
    *figure = (struct figure){.options = *options, .palette = palettes[options->theme]};
    if (options->operand > OPMAP_IDX || options->owner)
        figure->options.dense_axis = false; /* B, C/D and registers have no stored slots */
    enum status status = check_maps(maps, n_maps, options, err);
    if (status)
        return status;
    figure->insn = maps[0]->insn;
    figure->cbsz = maps[0]->cbsz;
    figure->abid = maps[0]->abid;
    make_stamp(figure, maps, n_maps);
    status = (options->linked ? make_linked : make_grid)(figure, maps[0], err);
    if (!status)
        status = check_buffers(figure, err);
    if (status)
        goto fail;
    return STATUS_OK;
fail:
    figure_free(figure);
    return status;
}

void figure_free(struct figure *figure)
{
    free(figure->cells);
    buffer_free(&figure->subtitle);
    buffer_free(&figure->caption);
    buffer_free(&figure->formula);
    buffer_free(&figure->instructions);
    buffer_free(&figure->provenance);
    *figure = (struct figure){0};
}

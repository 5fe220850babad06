#include "unit/render/families.h"

#include "render/figure.h"

static bool in(struct render_range range, int value)
{
    return !range.given || (value >= range.lo && value <= range.hi);
}

/* Whether an element is asked for; a K group if any of its k is. */
static bool asked(const struct render_options *o, struct opmap_coord c, struct opmap_slot slot)
{
    bool any_k = c.q < 0 && in(o->k, c.k);
    for (int k = 4 * c.q; c.q >= 0 && k < 4 * c.q + 4; k++)
        any_k = any_k || in(o->k, k);
    return in(o->lanes, slot.lane) && (c.i < 0 || in(o->rows, c.i)) &&
           (o->operand == OPMAP_CD || any_k);
}

/* Exactly the elements asked for are drawn, each once, and a file can be made of them. */
static void expect_part(const struct family *family, const struct render_options *options)
{
    struct figure figure;
    struct error err;
    struct buffer out = {0};
    const struct opmap *map = family->maps[0];
    int n_elements = opmap_count(map->insn, options->operand);
    bool drawn[2048] = {false};
    cr_assert_eq(figure_init(&figure, family->maps, family->n, options, &err), STATUS_OK, "%s",
                 err.text);
    for (int n = 0; n < figure.rows.n * figure.columns.n; n++) {
        const struct fig_cell *cell = &figure.cells[n];
        if (!cell->n_slots)
            continue;
        int ordinal = opmap_ordinal(map->insn, options->operand, cell->coord[0]);
        cr_assert(!drawn[ordinal]);
        cr_assert(cell->group >= 0 && cell->group < figure.n_groups);
        cr_assert(figure.group[cell->group].lanes[cell->slot[0].lane]);
        drawn[ordinal] = true;
    }
    for (int n = 0; n < n_elements; n++)
        cr_assert_eq(drawn[n],
                     asked(options, opmap_coord(map->insn, options->operand, n),
                           map->slot[options->operand][n]),
                     "%s element %d", figure.title, n);
    cr_assert_eq(render_api.figure(family->maps, family->n, options, &out, &err), STATUS_OK, "%s",
                 err.text);
    buffer_free(&out);
    figure_free(&figure);
}

Test(subset, holds_what_is_asked_for)
{
    static const struct render_range all = {false, 0, 0};
    static const struct {
        struct render_range rows, lanes, k;
    } parts[] = {
        {{true, 0, 3}, all, all},           {all, {true, 0, 15}, all},
        {all, all, {true, 0, 15}},          {{true, 5, 5}, all, all},
        {all, {true, 20, 50}, all},         {all, all, {true, 6, 9}},
        {all, {true, 63, 63}, all},         {{true, 3, 9}, {true, 0, 31}, all},
        {{true, 2, 9}, all, {true, 5, 14}},
    };
    static const enum isa_smfmac_id ids[] = {ISA_SMFMAC_f32_16x16x32_f16,
                                             ISA_SMFMAC_i32_32x32x32_i8};
    for (size_t f = 0; f < 2; f++) {
        struct family family;
        cr_assert(family_init(&family, &isa_smfmacs[ids[f]], 0, 0));
        for (size_t p = 0; p < sizeof parts / sizeof *parts; p++)
            for (int o = 0; o < OPMAP_N_OPERANDS; o++)
                for (int owner = 0; owner < 2; owner++)
                    expect_part(&family, &(struct render_options){.operand = o,
                                                                  .owner = owner,
                                                                  .rows = parts[p].rows,
                                                                  .lanes = parts[p].lanes,
                                                                  .k = parts[p].k});
        family_free(&family);
    }
}

/* A part of 3 rows has the formula of all 32, and lane groups keep the colours that they have in
 * the whole figure. */
Test(subset, what_is_said_and_coloured_is_that_of_the_whole)
{
    struct family family;
    struct figure whole, part;
    struct error err;
    struct render_options options = {.operand = OPMAP_CD};
    cr_assert(family_init(&family, &isa_smfmacs[ISA_SMFMAC_i32_32x32x32_i8], 0, 0));
    cr_assert_eq(figure_init(&whole, family.maps, family.n, &options, &err), STATUS_OK);
    options.rows = (struct render_range){true, 5, 7};
    cr_assert_eq(figure_init(&part, family.maps, family.n, &options, &err), STATUS_OK);
    cr_expect_str_eq(part.formula.data, whole.formula.data);
    cr_expect(strstr(part.subtitle.data, "Only rows 5–7 drawn;"), "%s", part.subtitle.data);
    cr_assert_eq(part.rows.n, 3);
    cr_expect_str_eq(part.rows.tick[2], "7");
    cr_assert_eq(part.n_groups, 1);
    cr_expect_str_eq(part.group[0].label, "lanes 32–63");
    cr_expect_eq(figure_cell_colour(&part, 0), figure_cell_colour(&whole, 1));
    figure_free(&whole);
    figure_free(&part);
    family_free(&family);
}

static void expect_refusal(const struct family *family, const struct render_options *options,
                           const char *expected)
{
    struct figure figure;
    struct error err = {0};
    cr_assert_eq(figure_init(&figure, family->maps, family->n, options, &err), STATUS_USAGE);
    cr_expect_str_eq(err.text, expected);
}

Test(subset, refuses_what_does_not_exist)
{
    struct family family;
    cr_assert(family_init(&family, &isa_smfmacs[ISA_SMFMAC_f32_16x16x32_f16], 0, 0));
    expect_refusal(&family, &(struct render_options){.rows = {true, 8, 16}},
                   "--rows 8-16: must lie in 0-15");
    expect_refusal(&family, &(struct render_options){.lanes = {true, 0, 64}},
                   "--lanes 0-64: must lie in 0-63");
    expect_refusal(&family, &(struct render_options){.k = {true, 32, 32}},
                   "--k 32-32: must lie in 0-31");
    expect_refusal(
        &family, &(struct render_options){.rows = {true, 3, 3}, .lanes = {true, 0, 0}},
        "SMFMAC 16×16×32: A operand (sparse 2:4): no element is in the rows, lanes and k asked "
        "for");
    family_free(&family);
}

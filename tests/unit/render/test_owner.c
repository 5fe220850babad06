#include "unit/render/families.h"

#include "render/figure.h"

/* Every element of the map stands in its lane's row, under its register's heading and its bits, and
 * nothing else stands anywhere. */
static void claim_registers(struct family *family, const struct render_options *options)
{
    struct figure figure;
    struct error err;
    const struct opmap *map = family->maps[0];
    int n_elements = opmap_count(map->insn, options->operand), n_drawn = 0;
    cr_assert_eq(figure_init(&figure, family->maps, family->n, options, &err), STATUS_OK);
    for (int r = 0; r < figure.rows.n; r++) {
        for (int c = 0; c < figure.columns.n; c++) {
            const struct fig_cell *cell = figure_cell(&figure, r, c);
            char element[64], wanted[OPMAP_TEXT_BYTES], register_text[32] = "", tick[32];
            n_drawn += cell->n_slots;
            cr_assert_eq(cell->n_slots, 1);
            struct opmap_slot slot =
                map->slot[options->operand]
                         [opmap_ordinal(map->insn, options->operand, cell->coord[0])];
            snprintf(element, sizeof element, "%s%s", cell->head, cell->tail);
            cr_assert_str_eq(element, opmap_coord_text(options->operand, cell->coord[0], wanted));
            cr_assert_eq(figure.rows.value[r], slot.lane, "%s", element);
            snprintf(wanted, sizeof wanted, "v%d", slot.vgpr);
            if (figure.columns.span)
                snprintf(register_text, sizeof register_text, "%s",
                         figure.columns.heading[c / figure.columns.span]);
            else
                snprintf(register_text, sizeof register_text, "%s", figure.columns.tick[c]);
            cr_assert_str_eq(register_text, wanted, "%s", element);
            if (!figure.columns.span)
                continue;
            snprintf(tick, sizeof tick, "%d:%d", slot.bit_hi, slot.bit_lo);
            cr_assert_str_eq(figure.columns.tick[c], tick, "%s", element);
        }
    }
    cr_assert_eq(n_drawn, n_elements);
    figure_free(&figure);
}

Test(owner, registers_hold_what_the_map_says)
{
    for_each_figure_by_register(RENDER_SVG, claim_registers);
}

static void expect_formula(enum isa_smfmac_id id, enum opmap_operand operand, int abid,
                           const char *expected)
{
    struct family family;
    struct figure figure;
    struct error err;
    struct render_options options = {.operand = operand, .owner = true};
    cr_assert(family_init(&family, &isa_smfmacs[id], 0, abid));
    cr_assert_eq(figure_init(&figure, family.maps, family.n, &options, &err), STATUS_OK);
    cr_expect_str_eq(figure.formula.data, expected);
    figure_free(&figure);
    family_free(&family);
}

/* By hand, the other way round, from FACTS 3 and the CDNA3 page's "conversely". */
Test(owner, formulas_are_the_inverse_ones)
{
    expect_formula(ISA_SMFMAC_i32_16x16x64_i8, OPMAP_A, 0,
                   "i = L mod 16\nq = 4·⌊L/16⌋ + 2·G + ⌊b/16⌋\ns = ⌊b/8⌋ mod 2\n(L lane, G VGPR, b "
                   "lowest bit)\n");
    expect_formula(ISA_SMFMAC_i32_16x16x64_i8, OPMAP_IDX, 1,
                   "i = L mod 16\nq = 4·⌊L/16⌋ + (⌊b/4⌋ mod 4)\ns = ⌊b/2⌋ mod 2\n(L lane, G VGPR, "
                   "b lowest bit)\n");
    expect_formula(ISA_SMFMAC_f32_16x16x32_f16, OPMAP_B, 0,
                   "k = 8·⌊L/16⌋ + 2·G + ⌊b/16⌋\nj = L mod 16\n(L lane, G VGPR, b lowest bit)\n");
    expect_formula(ISA_SMFMAC_i32_32x32x32_i8, OPMAP_CD, 0,
                   "i = 4·⌊L/32⌋ + 8·⌊G/4⌋ + (G mod 4)\nj = L mod 32\n(L lane, G VGPR)\n");
}

/* A machine that leaves a register of one lane empty and uses another one: the first is blank, the
 * other has a column of its own, blank in all lanes but one. */
Test(owner, a_register_that_holds_nothing_is_blank)
{
    struct family family;
    struct figure figure;
    struct error err;
    struct render_options options = {.operand = OPMAP_CD, .owner = true};
    struct buffer out = {0};
    cr_assert(family_init(&family, &isa_smfmacs[ISA_SMFMAC_f32_16x16x32_f16], 0, 0));
    struct opmap_slot *slot = &family.map[0].slot[OPMAP_CD][5 * 16 + 7];
    cr_assert(slot->vgpr == 1 && slot->lane == 23);
    slot->vgpr = 9;
    cr_assert_eq(figure_init(&figure, family.maps, 1, &options, &err), STATUS_OK);
    cr_assert_eq(figure.columns.n, 5);
    cr_expect_str_eq(figure.columns.tick[4], "v9");
    for (int lane = 0; lane < 64; lane++) {
        cr_expect_eq(figure_cell(&figure, lane, 1)->n_slots, lane != 23, "lane %d", lane);
        cr_expect_eq(figure_cell(&figure, lane, 4)->n_slots, lane == 23, "lane %d", lane);
        cr_expect_eq(figure_cell(&figure, lane, 4)->group, lane / 16);
    }
    cr_expect_eq(render_api.figure(family.maps, 1, &options, &out, &err), STATUS_OK, "%s",
                 err.text);
    buffer_free(&out);
    figure_free(&figure);
    family_free(&family);
}

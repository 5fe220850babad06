#include "unit/render/families.h"

#include <math.h>
#include <stdlib.h>

#include "render/figure.h"
#include "render/paint.h"

static void expect_cell(const struct opmap *map, enum opmap_operand operand,
                        const struct fig_cell *cell, struct opmap_coord coord)
{
    char text[OPMAP_TEXT_BYTES], shown[64];
    opmap_coord_text(operand, coord, text);
    snprintf(shown, sizeof shown, "%s%s", cell->head, cell->tail);
    cr_assert_str_eq(shown, text);
    struct opmap_slot slot = map->slot[operand][opmap_ordinal(map->insn, operand, coord)];
    cr_assert(opmap_slot_equal(cell->slot[0], slot), "%s", text);
    snprintf(shown, sizeof shown, "v%d L%d", slot.vgpr, slot.lane);
    snprintf(text, sizeof text, "%.14s %.14s", cell->vgpr, cell->lane);
    cr_assert_str_eq(text, shown);
}

/* Of A and idx: exactly the two slots, or exactly what the lane holds, in the registers' order. */
static void expect_slots(const struct figure *figure, const struct opmap *map,
                         enum opmap_operand operand)
{
    const struct fig_link *link = &figure->link;
    const struct fig_cell *cells = &figure->cells[link->first[operand]];
    int n_traced = 0, last = -1, n_in_lane = 0;
    for (int n = 0; n < link->n[operand]; n++) {
        const struct opmap_coord *c = &cells[n].coord[0];
        int place = cells[n].slot[0].vgpr * 32 + cells[n].slot[0].bit_lo;
        expect_cell(map, operand, &cells[n], *c);
        cr_assert_eq(cells[n].traced, c->i == link->i && c->q == link->q);
        cr_assert_gt(place, last);
        last = place;
        n_traced += cells[n].traced;
        cr_assert_eq(cells[n].slot[0].lane, cells[0].slot[0].lane);
    }
    cr_assert_eq(n_traced, 2);
    for (int n = 0; n < opmap_count(map->insn, operand); n++)
        n_in_lane += map->slot[operand][n].lane == cells[0].slot[0].lane;
    cr_assert_eq(link->n[operand], figure->options.owner ? n_in_lane : 2);
}

static void claim_traced(struct family *family, const struct render_options *options)
{
    struct figure figure;
    struct error err;
    const struct opmap *map = family->maps[0];
    int n = map->insn->n;
    cr_assert_eq(figure_init(&figure, family->maps, family->n, options, &err), STATUS_OK);
    const struct fig_link *link = &figure.link;
    expect_slots(&figure, map, OPMAP_A);
    expect_slots(&figure, map, OPMAP_IDX);
    cr_assert(link->n[OPMAP_B] == 4 * n && link->n[OPMAP_CD] == n);
    for (int p = 0; p < 4; p++) {
        for (int j = 0; j < n; j++) {
            const struct fig_cell *cell = &figure.cells[link->first[OPMAP_B] + p * n + j];
            expect_cell(map, OPMAP_B, cell, (struct opmap_coord){-1, j, 4 * link->q + p, -1, -1});
            cr_assert_eq(cell->traced, p == 1 || p == 3); /* nibble 0xD */
        }
    }
    for (int j = 0; j < n; j++)
        expect_cell(map, OPMAP_CD, &figure.cells[link->first[OPMAP_CD] + j],
                    (struct opmap_coord){link->i, j, -1, -1, -1});
    figure_free(&figure);
}

Test(link, elements_are_where_the_map_has_them)
{
    for_each_linked_figure(RENDER_SVG, claim_traced);
}

Test(link, another_row_and_group_can_be_named)
{
    struct family family;
    struct figure figure;
    struct error err;
    struct render_options options = {.linked = true, .rows = {true, 9, 12}, .k = {true, 18, 25}};
    cr_assert(family_init(&family, &isa_smfmacs[ISA_SMFMAC_i32_16x16x64_i8], 0, 0));
    cr_assert_eq(figure_init(&figure, family.maps, family.n, &options, &err), STATUS_OK);
    cr_expect_eq(figure.link.i, 9);
    cr_expect_eq(figure.link.q, 4);
    cr_expect_str_eq(figure.formula.data, "D[9][j] += A[9][4.0]·B[17][j] + A[9][4.1]·B[19][j]\n");
    figure_free(&figure);
    options.lanes = (struct render_range){true, 0, 3};
    cr_expect_eq(figure_init(&figure, family.maps, family.n, &options, &err), STATUS_USAGE);
    cr_expect(strstr(err.text, "--lanes does not apply"), "%s", err.text);
    options.lanes.given = false;
    options.rows = (struct render_range){true, 16, 16};
    cr_expect_eq(figure_init(&figure, family.maps, family.n, &options, &err), STATUS_USAGE);
    family_free(&family);
}

static const struct scene_text *find_text(const struct scene *scene, const char *string)
{
    for (int n = 0; n < scene->n_texts; n++)
        if (!strcmp(scene_string(scene, &scene->texts[n]), string))
            return &scene->texts[n];
    cr_assert_fail("no \"%s\"", string);
    abort();
}

/* Where the line that starts above the box with this text goes: up, then right to an arrow. */
static double arrow_height(const struct scene *scene, const char *box_text)
{
    const struct scene_box *box = &find_text(scene, box_text)->room;
    double x = box->x + box->w / 2;
    for (int n = 0; n < scene->n_lines; n++) {
        const struct scene_line *up = &scene->lines[n];
        if (fabs(up->x0 - x) > 0.01 || fabs(up->x1 - x) > 0.01 || up->y1 > box->y - 20)
            continue;
        const struct scene_line *right = &scene->lines[n + 1];
        cr_assert(right->x0 == up->x1 && right->y0 == up->y1 && right->y1 == up->y1);
        return right->y1;
    }
    cr_assert_fail("no line from \"%s\"", box_text);
    abort();
}

/* Selector 1 of slot 0 leads to k 9, selector 3 of slot 1 to k 11. */
Test(link, arrows_lead_to_the_k_that_selectors_name)
{
    struct family family;
    struct figure figure;
    struct painter *painter;
    struct scene scene;
    struct error err;
    struct render_options options = {.linked = true};
    cr_assert(family_init(&family, &isa_smfmacs[ISA_SMFMAC_f32_32x32x16_f16], 0, 0));
    cr_assert_eq(painter_create(&painter, &err), STATUS_OK);
    struct scene_font font = painter_font(painter);
    cr_assert_eq(figure_init(&figure, family.maps, family.n, &options, &err), STATUS_OK);
    cr_assert_eq(scene_init(&scene, &figure, &font, &err), STATUS_OK);
    const struct scene_box *k9 = &find_text(&scene, "k 9")->room;
    const struct scene_box *k11 = &find_text(&scene, "k 11")->room;
    cr_expect_float_eq(arrow_height(&scene, "K[5][2.0] = 1"), k9->y + k9->h / 2, 0.01);
    cr_expect_float_eq(arrow_height(&scene, "K[5][2.1] = 3"), k11->y + k11->h / 2, 0.01);
    scene_free(&scene);
    figure_free(&figure);
    family_free(&family);
    painter_destroy(painter);
}

/* A machine whose lanes of one k differ in the register: no heading can speak for them, so cells
 * say it, and by register the figure is refused. */
Test(link, headings_say_nothing_that_is_not_true)
{
    struct family family;
    struct error err;
    struct figure figure;
    struct buffer out = {0};
    struct render_options options = {.linked = true};
    cr_assert(family_init(&family, &isa_smfmacs[ISA_SMFMAC_f32_16x16x32_f16], 0, 0));
    struct opmap_coord coord = {-1, 7, 10, -1, -1};
    struct opmap_slot *slot =
        &family.map[0].slot[OPMAP_B][opmap_ordinal(family.map[0].insn, OPMAP_B, coord)];
    slot->bit_lo ^= 16, slot->bit_hi ^= 16;
    cr_assert_eq(figure_init(&figure, family.maps, 1, &options, &err), STATUS_OK);
    cr_expect(figure.show_bits);
    figure_free(&figure);
    cr_expect_eq(render_api.figure(family.maps, 1, &options, &out, &err), STATUS_OK, "%s",
                 err.text);
    buffer_free(&out);
    options.owner = true;
    cr_expect_eq(render_api.figure(family.maps, 1, &options, &out, &err), STATUS_UNSUPPORTED);
    buffer_free(&out);
    family_free(&family);
}

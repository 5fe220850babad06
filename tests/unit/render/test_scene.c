#include "unit/render/families.h"

#include <math.h>
#include <stdlib.h>

#include "render/font.h"
#include "render/grid.h"
#include "render/paint.h"
#include "unit/render/readable.h"

static void claim_readable(struct family *family, const struct render_options *options)
{
    struct error err;
    struct figure figure;
    struct painter *painter;
    struct scene scene;
    cr_assert_eq(painter_create(&painter, &err), STATUS_OK, "%s", err.text);
    cr_assert_eq(figure_init(&figure, family->maps, family->n, options, &err), STATUS_OK);
    struct scene_font font = painter_font(painter);
    cr_assert_eq(scene_init(&scene, &figure, &font, &err), STATUS_OK, "%s", err.text);
    claim_scene_readable(&scene, &font, figure.palette, figure.title);
    scene_free(&scene);
    figure_free(&figure);
    painter_destroy(painter);
}

/* At 800 CSS pixels: no text under 6 px, none outside its cell, none over another, none faint. */
Test(scene, every_figure_is_readable) { for_each_figure(RENDER_SVG, claim_readable); }

/* Each cell's VGPR, lane and bits are on paper as often as the map has them, or the bits once for
 * each row of 16 cells (and once more in the key, which repeats cell 0). */
Test(scene, every_cell_is_on_paper)
{
    struct error err;
    struct figure figure;
    struct painter *painter;
    struct scene scene;
    struct family family;
    cr_assert_eq(painter_create(&painter, &err), STATUS_OK);
    struct scene_font font = painter_font(painter);
    cr_assert(family_init(&family, &isa_smfmacs[ISA_SMFMAC_i32_16x16x64_i8], 0, 0));
    for (int full = 0; full < 2; full++) {
        struct render_options options = {.operand = OPMAP_B, .full_detail = full};
        cr_assert_eq(figure_init(&figure, family.maps, family.n, &options, &err), STATUS_OK);
        cr_assert_eq(scene_init(&scene, &figure, &font, &err), STATUS_OK);
        cr_expect_eq(count_text(&scene, "v3"), 256);
        cr_expect_eq(count_text(&scene, "v0"), 256 + 1);
        cr_expect_eq(count_text(&scene, "L37"), 16);
        cr_expect_eq(count_text(&scene, "31:24"), full ? 256 : 16);
        cr_expect_eq(count_text(&scene, "7:0"), (full ? 256 : 16) + 1);
        for (int g = 0; g < figure.n_groups; g++)
            cr_expect_geq(count_text(&scene, figure.group[g].label), 1, "%s",
                          figure.group[g].label);
        scene_free(&scene);
        figure_free(&figure);
    }
    family_free(&family);
    painter_destroy(painter);
}

/* The heading `number` of a column, right of and above `row`, or of a row if `row` is NULL: as a
 * reader finds it. */
static const struct scene_text *find_tick(const struct scene *scene, int number,
                                          const struct scene_text *row)
{
    const struct scene_text *best = NULL;
    char string[12];
    snprintf(string, sizeof string, "%d", number);
    for (int n = 0; n < scene->n_texts; n++) {
        const struct scene_text *text = &scene->texts[n];
        bool is_row = text->room.w == GRID_ROW_TICK, is_column = text->room.h == GRID_COLUMN_TICK;
        if (strcmp(scene_string(scene, text), string) != 0 || !(row ? is_column : is_row))
            continue;
        if (!row)
            return text;
        if (text->x > row->x && text->y < row->y && (!best || text->x < best->x))
            best = text;
    }
    return best;
}

static bool stands_at(const struct scene *scene, const char *string, double x, double y)
{
    for (int n = 0; n < scene->n_texts; n++) {
        const struct scene_box *room = &scene->texts[n].room;
        if (room->x <= x && x < room->x + room->w && room->y <= y && y < room->y + room->h &&
            !strcmp(scene_string(scene, &scene->texts[n]), string))
            return true;
    }
    return false;
}

/* Goes from the headings of row and column to the cell where they meet, as a reader does, in whole
 * and in folded figures, and expects the map's entry there. */
static void expect_under_headings(enum isa_smfmac_id id, enum opmap_operand operand)
{
    struct error err;
    struct figure figure;
    struct painter *painter;
    struct scene scene;
    struct family family;
    struct render_options options = {.operand = operand};
    cr_assert_eq(painter_create(&painter, &err), STATUS_OK);
    struct scene_font font = painter_font(painter);
    cr_assert(family_init(&family, &isa_smfmacs[id], 0, 0));
    cr_assert_eq(figure_init(&figure, family.maps, family.n, &options, &err), STATUS_OK);
    cr_assert_eq(scene_init(&scene, &figure, &font, &err), STATUS_OK);
    for (int n = 0; n < figure.rows.n * figure.columns.n; n++) {
        const struct opmap_slot *slot = &family.map[0].slot[operand][n];
        const struct scene_text *row = find_tick(&scene, n / figure.columns.n, NULL);
        cr_assert_not_null(row);
        const struct scene_text *column = find_tick(&scene, n % figure.columns.n, row);
        cr_assert_not_null(column);
        double x = column->x, y = row->room.y + row->room.h / 2;
        char vgpr[8], lane[8];
        snprintf(vgpr, sizeof vgpr, "v%d", slot->vgpr);
        snprintf(lane, sizeof lane, "L%d", slot->lane);
        cr_assert(stands_at(&scene, vgpr, x, y) && stands_at(&scene, lane, x, y),
                  "%s: no %s %s at row %d, column %d", figure.title, vgpr, lane,
                  n / figure.columns.n, n % figure.columns.n);
        if (operand != OPMAP_B)
            continue;
        char bits[16];
        snprintf(bits, sizeof bits, "%d:%d", slot->bit_hi, slot->bit_lo);
        cr_assert(stands_at(&scene, bits, row->room.x + GRID_ROW_TICK + GRID_ROW_NOTE / 2, y),
                  "%s: no %s beside row %d", figure.title, bits, n / figure.columns.n);
    }
    scene_free(&scene);
    figure_free(&figure);
    family_free(&family);
    painter_destroy(painter);
}

Test(scene, cells_stand_under_their_headings)
{
    expect_under_headings(ISA_SMFMAC_f32_16x16x32_f16, OPMAP_CD);
    expect_under_headings(ISA_SMFMAC_f32_32x32x16_f16, OPMAP_B);
    expect_under_headings(ISA_SMFMAC_i32_16x16x64_i8, OPMAP_B);
}

static const struct scene_text *find_text(const struct scene *scene, const char *string)
{
    for (int n = 0; n < scene->n_texts; n++)
        if (!strcmp(scene_string(scene, &scene->texts[n]), string))
            return &scene->texts[n];
    return NULL;
}

/* Goes from the heading "k 4–7" of a K group down to its slots' bits, its ticks and its cells: of
 * the stored axis in the order ticks, bits; of the dense one bits, ticks, slots. The upper half of
 * K has other bits than documented: no heading can pass for another's. */
static void expect_under_k_groups(enum isa_smfmac_id id, enum opmap_operand operand, bool dense)
{
    struct error err;
    struct figure figure;
    struct painter *painter;
    struct scene scene;
    struct family family;
    struct render_options options = {.operand = operand, .dense_axis = dense};
    cr_assert_eq(painter_create(&painter, &err), STATUS_OK);
    struct scene_font font = painter_font(painter);
    cr_assert(family_init(&family, &isa_smfmacs[id], 0, 0));
    for (int m = 0; m < family.n; m++) {
        struct opmap *map = &family.map[m];
        for (int n = 0; n < opmap_count(map->insn, operand); n++) {
            int upper = 2 * opmap_coord(map->insn, operand, n).q >= isa_k_groups(map->insn);
            map->slot[operand][n].bit_lo ^= 8 * upper;
            map->slot[operand][n].bit_hi ^= 8 * upper;
        }
    }
    const struct opmap *map = &family.map[0];
    cr_assert_eq(figure_init(&figure, family.maps, family.n, &options, &err), STATUS_OK);
    cr_assert_eq(scene_init(&scene, &figure, &font, &err), STATUS_OK);
    for (int n = 0; n < opmap_count(map->insn, operand); n++) {
        struct opmap_coord c = opmap_coord(map->insn, operand, n);
        const struct opmap_slot *slot = &map->slot[operand][n];
        char heading[32], bits[32], vgpr[8], lane[8];
        snprintf(heading, sizeof heading, "k %d–%d", 4 * c.q, 4 * c.q + 3);
        int used = dense ? snprintf(bits, sizeof bits, "s%d ", c.s) : 0;
        snprintf(bits + used, sizeof bits - (size_t)used, "%d:%d", slot->bit_hi, slot->bit_lo);
        snprintf(vgpr, sizeof vgpr, "v%d", slot->vgpr);
        snprintf(lane, sizeof lane, "L%d", slot->lane);
        const struct scene_text *head = find_text(&scene, heading);
        cr_assert_not_null(head, "%s", heading);
        /* slot 0 is named above the first column of the group, slot 1 above the last */
        double w = head->room.w / (dense ? 4 : 2), below = head->room.y + GRID_HEADING;
        double x = head->room.x + w * ((dense && c.s ? 3 : c.s) + 0.5);
        cr_assert(
            stands_at(&scene, bits, x, below + (dense ? GRID_NOTE * c.s : GRID_COLUMN_TICK) + 5),
            "%s: no %s under %s", figure.title, bits, heading);
        below += GRID_COLUMN_TICK + (dense ? 2 * GRID_NOTE : 0);
        if (dense)
            cr_assert(stands_at(&scene, c.s ? "1" : "0", x, below + 5) &&
                          stands_at(&scene, "0|1", x + (c.s ? -w : w), below + 5),
                      "%s: wrong slots under %s", figure.title, heading);
        below += GRID_NOTE;
        char row[8];
        snprintf(row, sizeof row, "%d", c.i);
        const struct scene_text *tick = NULL;
        for (int t = 0; t < scene.n_texts && !tick; t++)
            if (scene.texts[t].room.w == GRID_ROW_TICK && scene.texts[t].y > below &&
                !strcmp(scene_string(&scene, &scene.texts[t]), row))
                tick = &scene.texts[t];
        cr_assert_not_null(tick);
        double y = tick->room.y + tick->room.h / 2;
        cr_assert(stands_at(&scene, vgpr, x, y) && stands_at(&scene, lane, x, y),
                  "%s: no %s %s at row %s under %s", figure.title, vgpr, lane, row, heading);
    }
    scene_free(&scene);
    figure_free(&figure);
    family_free(&family);
    painter_destroy(painter);
}

Test(scene, bits_and_slots_stand_under_their_k_group)
{
    for (int dense = 0; dense < 2; dense++) {
        expect_under_k_groups(ISA_SMFMAC_i32_32x32x32_i8, OPMAP_A, dense);
        expect_under_k_groups(ISA_SMFMAC_i32_16x16x64_i8, OPMAP_A, dense); /* dense: folded */
        expect_under_k_groups(ISA_SMFMAC_f32_16x16x32_f16, OPMAP_IDX, dense);
    }
}

/* Lanes scattered so that no side can name the groups: a legend does. */
Test(scene, groups_are_named_where_they_lie_in_no_order)
{
    struct error err;
    struct figure figure;
    struct painter *painter;
    struct scene scene;
    struct family family;
    struct render_options options = {.operand = OPMAP_CD};
    cr_assert_eq(painter_create(&painter, &err), STATUS_OK);
    struct scene_font font = painter_font(painter);
    cr_assert(family_init(&family, &isa_smfmacs[ISA_SMFMAC_f32_16x16x32_f16], 0, 0));
    cr_assert_eq(figure_init(&figure, family.maps, family.n, &options, &err), STATUS_OK);
    for (int n = 0; n < 256; n++)
        figure.cells[n].group = (n / 16 + n) % 4;
    cr_assert_eq(scene_init(&scene, &figure, &font, &err), STATUS_OK);
    for (int g = 0; g < 4; g++)
        cr_expect_eq(count_text(&scene, figure.group[g].label), 1, "%s", figure.group[g].label);
    scene_free(&scene);
    figure_free(&figure);
    family_free(&family);
    painter_destroy(painter);
}

/* Where the usual directories have nothing, fontconfig knows the file by its name. */
Test(scene, the_font_is_found_by_fontconfig_too)
{
    static const char *const nowhere[] = {"/nonexistent", NULL};
    char path[FONT_PATH_BYTES];
    struct error err;
    cr_assert_eq(font_find("DejaVuSans-Bold.ttf", nowhere, path, &err), STATUS_OK, "%s", err.text);
    cr_expect(strstr(path, "/DejaVuSans-Bold.ttf"), "%s", path);
}

Test(scene, a_missing_font_is_named_and_not_replaced)
{
    static const char *const nowhere[] = {"/nonexistent", NULL};
    char path[FONT_PATH_BYTES];
    struct error err;
    cr_assert_eq(font_find("DejaVuSans-NoSuch.ttf", nowhere, path, &err), STATUS_FILE);
    cr_expect(strstr(err.text, "DejaVuSans-NoSuch.ttf"), "%s", err.text);
    cr_expect(strstr(err.text, "fonts-dejavu-core"), "%s", err.text);
}

Test(scene, a_character_that_the_font_lacks_is_an_error)
{
    struct error err;
    struct painter *painter;
    struct scene scene = {.height = 50};
    struct buffer out = {0};
    cr_assert_eq(painter_create(&painter, &err), STATUS_OK);
    scene_add_text(&scene, (struct scene_text){.x = 5, .y = 20, .size = 9},
                   "k 0–3 \xf0\x93\x80\x80");
    cr_expect_eq(paint_svg(painter, &scene, &palette_light, &out, &err), STATUS_FILE);
    cr_expect(strstr(err.text, "k 0–3"), "%s", err.text);
    buffer_free(&out);
    scene_free(&scene);
    painter_destroy(painter);
}

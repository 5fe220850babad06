#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "layout/layout.h"
#include "render/explain_figure.h"
#include "render/paint.h"
#include "unit/render/readable.h"

/* D[i][j] of random data by the documented layout. */
static struct explain random_explain(const struct isa_smfmac *insn, int i, int j)
{
    struct explain_data data;
    struct opmap map;
    struct explain e;
    struct error err;
    cr_assert_eq(layout_map(insn, 0, 1, &map, &err), STATUS_OK, "%s", err.text);
    cr_assert_eq(explain_random(insn, (uint64_t)(32 * i + j), &data, &err), STATUS_OK);
    explain_take(&data, &map, i, j, &e);
    strcpy(e.data, "seed 9");
    explain_data_free(&data);
    opmap_free(&map);
    return e;
}

static struct painter *painter;

static struct scene place_in(const struct explain *e, const struct palette *palette)
{
    struct scene scene;
    struct error err;
    if (!painter)
        cr_assert_eq(painter_create(&painter, &err), STATUS_OK, "%s", err.text);
    struct scene_font font = painter_font(painter);
    enum status status = explain_scene(&scene, e, &font, palette, &err);
    cr_assert_eq(status, STATUS_OK, "%s", err.text);
    claim_scene_readable(&scene, &font, palette, e->insn->name);
    return scene;
}

static struct scene place(const struct explain *e) { return place_in(e, &palette_light); }

/* Everything that is listed stands there, as often as it occurs. */
static void claim_complete(const struct explain *e, const struct scene *scene)
{
    char text[OPMAP_TEXT_BYTES];
    for (int g = 0; g < e->n_groups; g++)
        for (int s = 0; s < 2; s++) {
            const struct explain_term *t = &e->group[g].term[s];
            cr_expect_eq(count_text(scene, opmap_slot_text(t->idx_at, text)), 1, "%s", text);
            cr_expect_eq(count_text(scene, opmap_slot_text(t->a_at, text)), 1, "%s", text);
            cr_expect_eq(count_text(scene, opmap_slot_text(t->b_at, text)), 1, "%s", text);
            snprintf(text, sizeof text, "B[%d][%d]", t->k, e->j);
            cr_expect_eq(count_text(scene, text), 1, "%s", text);
            snprintf(text, sizeof text, "%.9g", t->product);
            cr_expect_geq(count_text(scene, text), 1, "%s", text);
            snprintf(text, sizeof text, "%.9g", t->a); /* in the dense row, and in its register */
            cr_expect_geq(count_text(scene, text), 2, "%s", text);
        }
    snprintf(text, sizeof text, "%.9g", e->d);
    cr_expect_geq(count_text(scene, text), 1, "%s", text);
}

Test(explain_figure, is_readable_and_complete_for_every_instruction)
{
    for (int id = 0; id < ISA_N_SMFMAC; id++)
        for (int n = 0; n < 3 && isa_smfmacs[id].arch == ISA_GFX942; n++) {
            const struct isa_smfmac *insn = &isa_smfmacs[id];
            /* i and j differ, so that no register of A has the name of one of B */
            const int at[3][2] = {{0, 1}, {5, 7}, {insn->m - 1, 0}};
            struct explain e = random_explain(insn, at[n][0], at[n][1]);
            struct scene scene = place(&e);
            claim_complete(&e, &scene);
            scene_free(&scene);
        }
}

Test(explain_figure, is_readable_in_every_theme)
{
    const struct palette *const palettes[] = {&palette_light, &palette_dark, &palette_print};
    struct explain e = random_explain(&isa_smfmacs[ISA_SMFMAC_f32_16x16x64_bf8_fp8], 9, 4);
    for (int n = 0; n < 3; n++) {
        struct scene scene = place_in(&e, palettes[n]);
        claim_complete(&e, &scene);
        scene_free(&scene);
    }
}

/* What files may hold: numbers of any length, illegal nibbles, long names. */
Test(explain_figure, stays_readable_with_what_files_may_hold)
{
    static const double odd[] = {-1.17549435e-38, 3.38953139e+38,  0.333251953, NAN,
                                 -INFINITY,       -0.000060975552, 65504};
    enum { N_ODD = sizeof odd / sizeof odd[0] };
    struct explain e = random_explain(&isa_smfmacs[ISA_SMFMAC_f32_16x16x32_bf16], 15, 13);
    for (int g = 0; g < e.n_groups; g++) {
        for (int s = 0; s < 2; s++) {
            e.group[g].term[s].a = odd[(2 * g + s) % N_ODD];
            e.group[g].term[s].b = odd[(2 * g + s + 3) % N_ODD];
            e.group[g].term[s].product = odd[(g + 5 * s) % N_ODD];
            e.group[g].term[s].selector = g % 4; /* both in one place */
        }
        e.group[g].legal = false;
    }
    e.c = e.products = e.d = -1.17549435e-38;
    e.order_free = false;
    e.executed = true;
    e.executed_code = 0x80800000;
    memset(e.data, 'm', sizeof e.data - 1);
    struct scene scene = place(&e);
    cr_expect_eq(count_text(&scene, "executed, formula"), 1);
    cr_expect_geq(count_text(&scene, "nan"), 1);
    scene_free(&scene);
}

Test(explain_figure, leaves_digits_out_only_with_a_sign)
{
    struct explain e = random_explain(&isa_smfmacs[ISA_SMFMAC_f32_16x16x32_f16], 1, 2);
    e.group[2].term[0].a = 0.333251953125;
    struct scene scene = place(&e);
    cr_expect_eq(count_text(&scene, "0.333251953"), 0);
    bool found = false;
    for (int n = 0; n < scene.n_texts; n++)
        found = found || !strncmp(scene_string(&scene, &scene.texts[n]), "≈0.333", 8);
    cr_expect(found);
    scene_free(&scene);
}

Test(explain_figure, has_the_same_bytes_every_time_and_others_for_other_values)
{
    struct explain e = random_explain(&isa_smfmacs[ISA_SMFMAC_i32_32x32x32_i8], 30, 2);
    struct buffer one = {0}, two = {0}, other = {0};
    struct error err;
    cr_assert_eq(explain_svg(&e, RENDER_LIGHT, &one, &err), STATUS_OK, "%s", err.text);
    cr_assert_eq(explain_svg(&e, RENDER_LIGHT, &two, &err), STATUS_OK);
    e.group[3].term[1].product += 1;
    cr_assert_eq(explain_svg(&e, RENDER_LIGHT, &other, &err), STATUS_OK);
    cr_expect(one.size == two.size && !memcmp(one.data, two.data, one.size));
    const char *digest = strstr(one.data, "fnv1a64:"), *changed = strstr(other.data, "fnv1a64:");
    cr_assert(digest && changed);
    cr_expect(strncmp(digest, changed, 24) != 0);
    cr_expect(strstr(one.data, ">D[30][2] of i32_32x32x32_i8</title>") != NULL);
    cr_expect(strstr(one.data, "Registers: formula. Data: seed 9.") != NULL);
    buffer_free(&one);
    buffer_free(&two);
    buffer_free(&other);
}

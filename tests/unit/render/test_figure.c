#include "unit/render/families.h"

#include <stdlib.h>

#include "base/file.h"
#include "render/figure.h"

/* Cells and labels. */

/* The number behind `prefix`, up to the end or a colon. */
static uint8_t parse_number(const char *text, const char *prefix, char **end)
{
    cr_assert(!strncmp(text, prefix, strlen(prefix)), "%s", text);
    long value = strtol(text + strlen(prefix), end, 10);
    cr_assert(*end > text + strlen(prefix) && value >= 0 && value < 64, "%s", text);
    return (uint8_t)value;
}

/* Reads "v1", "L19", "31:24" back into a slot. */
static struct opmap_slot parse(const char *vgpr, const char *lane, const char *bits)
{
    char *end;
    struct opmap_slot slot;
    slot.vgpr = parse_number(vgpr, "v", &end);
    cr_assert_str_eq(end, "");
    slot.lane = parse_number(lane, "L", &end);
    cr_assert_str_eq(end, "");
    slot.bit_hi = parse_number(bits, "", &end);
    slot.bit_lo = parse_number(end, ":", &end);
    cr_assert_str_eq(end, "");
    return slot;
}

static void expect_cell(const struct figure *figure, const struct opmap *map, int row, int column,
                        struct opmap_coord coord, int which)
{
    enum opmap_operand operand = figure->options.operand;
    const struct fig_cell *cell = figure_cell(figure, row, column);
    cr_assert_lt(which, cell->n_slots);
    struct opmap_slot shown = parse(cell->vgpr, cell->lane, cell->bits[which]);
    struct opmap_slot expected = map->slot[operand][opmap_ordinal(map->insn, operand, coord)];
    char where[OPMAP_TEXT_BYTES], text[OPMAP_TEXT_BYTES], wanted[OPMAP_TEXT_BYTES];
    cr_assert(opmap_slot_equal(shown, expected), "%s shows %s, the map has %s",
              opmap_coord_text(operand, coord, where), opmap_slot_text(shown, text),
              opmap_slot_text(expected, wanted));
}

/* Walks over the map's elements, and says itself in which row and column each must be drawn. */
static void claim_labels(struct family *family, const struct render_options *options)
{
    struct figure figure;
    struct error err;
    cr_assert_eq(figure_init(&figure, family->maps, family->n, options, &err), STATUS_OK);
    for (int m = 0; m < family->n; m++) {
        const struct opmap *map = family->maps[m];
        int drawn = 0;
        for (int n = 0; n < opmap_count(map->insn, options->operand); n++) {
            struct opmap_coord c = opmap_coord(map->insn, options->operand, n);
            if (options->operand == OPMAP_B) {
                expect_cell(&figure, map, c.k, c.j, c, 0);
                drawn++;
            } else if (options->operand == OPMAP_CD) {
                expect_cell(&figure, map, c.i, c.j, c, 0);
                drawn++;
            } else if (!options->dense_axis) {
                expect_cell(&figure, map, c.i, 2 * c.q + c.s, c, 0);
                drawn++;
            } else { /* slot 0 may be at k 0..2 of its group, slot 1 at 1..3 */
                for (int p = c.s; p < 3 + c.s; p++, drawn++)
                    expect_cell(&figure, map, c.i, 4 * c.q + p, c, c.s && p < 3);
            }
        }
        int shown = 0;
        for (int n = 0; n < figure.rows.n * figure.columns.n; n++)
            shown += figure.cells[n].n_slots;
        cr_assert_eq(shown, drawn);
    }
    figure_free(&figure);
}

Test(figure, labels_are_the_maps_entries) { for_each_figure_by_element(RENDER_SVG, claim_labels); }

/* Where a reader of A, idx and B finds an element's bits: above its column, at its K group, or
 * beside its row. */
static void expect_bits(const struct figure *figure, const struct opmap *map,
                        struct opmap_coord coord)
{
    enum opmap_operand operand = figure->options.operand;
    const struct opmap_slot *slot = &map->slot[operand][opmap_ordinal(map->insn, operand, coord)];
    bool dense = figure->options.dense_axis;
    const char *shown = operand == OPMAP_B ? figure->rows.bits[coord.k][0]
                        : dense            ? figure->columns.bits[coord.q][coord.s]
                                           : figure->columns.bits[2 * coord.q + coord.s][0];
    char wanted[32];
    int used = dense ? snprintf(wanted, sizeof wanted, "s%d ", coord.s) : 0;
    snprintf(wanted + used, sizeof wanted - (size_t)used, "%d:%d", slot->bit_hi, slot->bit_lo);
    cr_assert_str_eq(shown, wanted);
}

static void claim_bits(struct family *family, const struct render_options *options)
{
    static const char *const slots[] = {"0", "0|1", "0|1", "1"};
    struct figure figure;
    struct error err;
    bool a_or_idx = options->operand <= OPMAP_IDX, full = options->full_detail;
    const struct opmap *map = family->maps[0];
    cr_assert_eq(figure_init(&figure, family->maps, family->n, options, &err), STATUS_OK);
    cr_assert_eq(figure.show_bits, full);
    cr_assert_eq(figure.columns.bits_span, full || !a_or_idx ? 0 : options->dense_axis ? 4 : 1);
    cr_assert_eq(figure.rows.bits_span, !full && options->operand == OPMAP_B);
    for (int n = 0; n < opmap_count(map->insn, options->operand); n++)
        if (!full && options->operand != OPMAP_CD)
            expect_bits(&figure, map, opmap_coord(map->insn, options->operand, n));
    for (int c = 0; c < figure.columns.n; c++)
        cr_assert_str_eq(figure.columns.slots[c], options->dense_axis ? slots[c % 4] : "");
    figure_free(&figure);
}

Test(figure, bits_that_a_line_shares_stand_at_its_axis)
{
    for_each_figure_by_element(RENDER_SVG, claim_bits);
}

/* One element out of line: no heading speaks for it. */
Test(figure, bits_that_differ_stay_in_the_cells)
{
    static const struct {
        enum opmap_operand operand;
        bool dense;
    } cases[] = {{OPMAP_A, false},  {OPMAP_A, true},  {OPMAP_IDX, false},
                 {OPMAP_IDX, true}, {OPMAP_B, false}, {OPMAP_CD, false}};
    struct family family;
    struct error err;
    cr_assert(family_init(&family, &isa_smfmacs[ISA_SMFMAC_i32_16x16x64_i8], 0, 0));
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        struct figure figure;
        struct buffer out = {0};
        struct render_options options = {.operand = cases[n].operand, .dense_axis = cases[n].dense};
        struct opmap_slot *slot = &family.map[0].slot[options.operand][133], keep = *slot;
        slot->bit_lo ^= 1;
        cr_assert_eq(figure_init(&figure, family.maps, 1, &options, &err), STATUS_OK);
        cr_expect(figure.show_bits, "case %zu", n);
        cr_expect(!figure.columns.bits_span && !figure.rows.bits_span, "case %zu", n);
        cr_expect_eq(render_api.figure(family.maps, 1, &options, &out, &err), STATUS_OK, "%s",
                     err.text);
        buffer_free(&out);
        figure_free(&figure);
        *slot = keep;
    }
    family_free(&family);
}

/* Two lanes have the same colour exactly if they share M consecutive lanes. */
static void claim_groups(struct family *family, const struct render_options *options)
{
    struct figure figure;
    struct error err;
    int m = family->maps[0]->insn->m;
    cr_assert_eq(figure_init(&figure, family->maps, family->n, options, &err), STATUS_OK);
    cr_assert_eq(figure.n_groups, ISA_LANES / m);
    for (int n = 0; n < figure.rows.n * figure.columns.n; n++) {
        const struct fig_cell *cell = &figure.cells[n];
        cr_assert_eq(cell->group, cell->slot[0].lane / m);
        char label[64];
        snprintf(label, sizeof label, "lanes %d–%d", cell->group * m, cell->group * m + m - 1);
        cr_assert_str_eq(figure.group[cell->group].label, label);
    }
    figure_free(&figure);
}

Test(figure, lane_groups_come_out_of_the_data)
{
    for_each_figure_by_element(RENDER_SVG, claim_groups);
    for_each_figure_by_register(RENDER_SVG, claim_groups);
}

/* Rows of lanes taken in turns: the groups are still found, and named by what they hold. */
Test(figure, scattered_lane_groups_are_named)
{
    struct family family;
    struct error err;
    struct figure figure;
    struct render_options options = {.operand = OPMAP_CD};
    cr_assert(family_init(&family, &isa_smfmacs[ISA_SMFMAC_f32_32x32x16_f16], 0, 0));
    struct opmap *map = &family.map[0];
    for (int n = 0; n < 32 * 32; n++) {
        struct opmap_slot *slot = &map->slot[OPMAP_CD][n];
        slot->lane = (uint8_t)(slot->lane % 32 * 2 + slot->lane / 32); /* even lanes, odd lanes */
    }
    cr_assert_eq(figure_init(&figure, family.maps, 1, &options, &err), STATUS_OK);
    cr_expect_eq(figure.n_groups, 2);
    cr_expect_str_eq(figure.group[1].label, "group 1: 32 lanes");
    figure_free(&figure);
    family_free(&family);
}

/* Words. */

static void expect_formula(enum isa_smfmac_id id, enum opmap_operand operand, int abid, bool dense,
                           const char *expected)
{
    struct family family;
    struct figure figure;
    struct error err;
    struct render_options options = {.operand = operand, .dense_axis = dense};
    cr_assert(family_init(&family, &isa_smfmacs[id], 0, abid));
    cr_assert_eq(figure_init(&figure, family.maps, family.n, &options, &err), STATUS_OK);
    cr_expect_str_eq(figure.formula.data, expected);
    figure_free(&figure);
    family_free(&family);
}

/* By hand from FACTS 3 and the CDNA3 page. */
Test(figure, formulas_are_found_in_the_cells)
{
    expect_formula(
        ISA_SMFMAC_i32_16x16x64_i8, OPMAP_A, 0, false,
        "lane = 16·⌊q/4⌋ + i\nVGPR = ⌊q/2⌋ mod 2\nbits = b+7:b,  b = 16·(q mod 2) + 8·s\n");
    expect_formula(ISA_SMFMAC_i32_16x16x64_i8, OPMAP_IDX, 1, false,
                   "lane = 16·⌊q/4⌋ + i\nVGPR = 0\nbits = b+1:b,  b = 16 + 4·(q mod 4) + 2·s\n");
    expect_formula(ISA_SMFMAC_f32_16x16x32_f16, OPMAP_B, 0, false,
                   "lane = 16·⌊k/8⌋ + j\nVGPR = ⌊k/2⌋ mod 4\nbits = b+15:b,  b = 16·(k mod 2)\n");
    expect_formula(ISA_SMFMAC_i32_32x32x32_i8, OPMAP_CD, 0, false,
                   "lane = 32·(⌊i/4⌋ mod 2) + j\nVGPR = 4·⌊i/8⌋ + (i mod 4)\nbits = 31:0\n");
    expect_formula(ISA_SMFMAC_i32_16x16x64_i8, OPMAP_A, 0, true,
                   "lane = 16·⌊k/16⌋ + i\nVGPR = ⌊k/8⌋ mod 2\n"
                   "bits = b+7:b,  b = 16·(⌊k/4⌋ mod 2) + 8·s\n");
}

static void expect_caption_end(enum isa_smfmac_id id, int cbsz, int abid, const char *expected)
{
    struct family family;
    struct figure figure;
    struct error err;
    struct render_options options = {.operand = OPMAP_IDX};
    cr_assert(family_init(&family, &isa_smfmacs[id], cbsz, abid));
    cr_assert_eq(figure_init(&figure, family.maps, family.n, &options, &err), STATUS_OK);
    const char *end = strstr(figure.caption.data, "bits ");
    cr_assert_not_null(end);
    cr_expect_str_eq(end, expected);
    figure_free(&figure);
    family_free(&family);
}

Test(figure, idx_says_whose_the_other_bits_are)
{
    expect_caption_end(
        ISA_SMFMAC_f32_16x16x32_f16, 0, 2,
        "bits 23:16. These are the set of cbsz 0, abid 2; bits 31:24, 15:0 belong to "
        "the 3 other index sets.");
    expect_caption_end(ISA_SMFMAC_i32_32x32x32_i8, 1, 3,
                       "bits 15:0. These are the set of cbsz 1, abid 3; bits 31:16 belong to the "
                       "other index set.");
    expect_caption_end(ISA_SMFMAC_i32_16x16x128_i8, 0, 0, "bits 31:0.");
}

/* A formula that fails in one cell of 512 is not printed; the others are. */
Test(figure, a_formula_that_fails_somewhere_is_left_out)
{
    struct family family;
    struct figure figure;
    struct error err;
    struct render_options options = {.operand = OPMAP_B};
    cr_assert(family_init(&family, &isa_smfmacs[ISA_SMFMAC_f32_16x16x32_f16], 0, 0));
    struct opmap_slot *b = family.map[0].slot[OPMAP_B];
    struct opmap_slot keep = b[100];
    b[100].lane = b[101].lane;
    b[101].lane = keep.lane;
    cr_assert_eq(figure_init(&figure, family.maps, 1, &options, &err), STATUS_OK);
    cr_expect_str_eq(figure.formula.data, "VGPR = ⌊k/2⌋ mod 4\nbits = b+15:b,  b = 16·(k mod 2)\n");
    figure_free(&figure);
    family_free(&family);
}

Test(figure, refuses_maps_that_disagree)
{
    struct family family;
    struct figure figure;
    struct error err;
    struct render_options options = {.operand = OPMAP_B};
    cr_assert(family_init(&family, &isa_smfmacs[ISA_SMFMAC_f32_16x16x32_f16], 0, 0));
    struct opmap_coord coord = {-1, 3, 17, -1, -1};
    family.map[1].slot[OPMAP_B][opmap_ordinal(family.map[1].insn, OPMAP_B, coord)].lane = 5;
    cr_assert_eq(figure_init(&figure, family.maps, family.n, &options, &err), STATUS_DIFFERS);
    cr_expect_str_eq(err.text, "B[17][3] is at v0{35}[31:16] in f32_16x16x32_f16 but at "
                               "v0{5}[31:16] in f32_16x16x32_bf16: no common figure");
    family_free(&family);
}

/* The model as text. */

static void model_text(const struct family *family, const struct render_options *options,
                       struct buffer *out)
{
    struct error err;
    cr_assert_eq(render_api.model(family->maps, family->n, options, out, &err), STATUS_OK, "%s",
                 err.text);
}

static void expect_golden(enum opmap_operand operand, bool dense)
{
    struct family family;
    struct error err;
    struct buffer text = {0}, golden = {0};
    char path[128];
    struct render_options options = {.operand = operand, .dense_axis = dense};
    cr_assert(family_init(&family, &isa_smfmacs[ISA_SMFMAC_f32_16x16x32_f16], 0, 0));
    model_text(&family, &options, &text);
    snprintf(path, sizeof path, "tests/golden/figure-16x16x32-%s%s.txt",
             opmap_operand_name(operand), dense ? "-dense" : "");
    if (getenv("SMFVIZ_BLESS"))
        cr_assert_eq(file_write(path, text.data, text.size, &err), STATUS_OK, "%s", err.text);
    cr_assert_eq(file_read(path, 1 << 20, &golden, &err), STATUS_OK, "%s", err.text);
    cr_expect(golden.size == text.size && !memcmp(golden.data, text.data, text.size),
              "the model differs from %s", path);
    buffer_free(&text);
    buffer_free(&golden);
    family_free(&family);
}

Test(figure, models_are_the_golden_ones)
{
    for (int o = 0; o < OPMAP_N_OPERANDS; o++)
        expect_golden(o, false);
    expect_golden(OPMAP_A, true);
}

/* B and C/D have no stored slots: their axes are dense already. */
Test(figure, the_dense_axis_leaves_b_and_cd_alone)
{
    struct family family;
    cr_assert(family_init(&family, &isa_smfmacs[ISA_SMFMAC_i32_32x32x32_i8], 0, 0));
    for (enum opmap_operand o = OPMAP_B; o < OPMAP_N_OPERANDS; o++) {
        struct buffer stored = {0}, dense = {0};
        model_text(&family, &(struct render_options){.operand = o}, &stored);
        model_text(&family, &(struct render_options){.operand = o, .dense_axis = true}, &dense);
        cr_expect(stored.size == dense.size && !memcmp(stored.data, dense.data, dense.size));
        buffer_free(&stored);
        buffer_free(&dense);
    }
    family_free(&family);
}

static uint64_t digest_of(const struct family *family, enum opmap_operand operand)
{
    struct buffer text = {0};
    struct render_options options = {.operand = operand};
    model_text(family, &options, &text);
    uint64_t digest = figure_digest(text.data, text.size);
    buffer_free(&text);
    return digest;
}

/* Any one field of any one element changes the digest; where the map came from does not. */
Test(figure, the_digest_is_that_of_the_layout)
{
    struct family family;
    cr_assert(family_init(&family, &isa_smfmacs[ISA_SMFMAC_f32_16x16x32_f16], 0, 0));
    const struct family alone = {.n = 1, .maps = {&family.map[0]}};
    for (int o = 0; o < OPMAP_N_OPERANDS; o++) {
        uint64_t before = digest_of(&alone, o);
        int last = opmap_count(family.map[0].insn, o) - 1;
        for (int field = 0; field < 4; field++) {
            struct opmap_slot *slot = &family.map[0].slot[o][field % 2 ? last : 7], keep = *slot;
            uint8_t *const fields[] = {&slot->lane, &slot->vgpr, &slot->bit_lo, &slot->bit_hi};
            *fields[field] ^= 1;
            cr_expect_neq(digest_of(&alone, o), before, "operand %d field %d", o, field);
            *slot = keep;
        }
        family.map[0].provenance.source = OPMAP_FORMULA;
        cr_expect_eq(digest_of(&alone, o), before);
        family.map[0].provenance.source = OPMAP_EMULATED;
    }
    family_free(&family);
}

/* FNV's own test vectors (RFC 9923, and Noll's page). */
Test(figure, the_digest_is_fnv_1a)
{
    cr_expect_eq(figure_digest("", 0), UINT64_C(0xcbf29ce484222325));
    cr_expect_eq(figure_digest("a", 1), UINT64_C(0xaf63dc4c8601ec8c));
    cr_expect_eq(figure_digest("foobar", 6), UINT64_C(0x85944171f73967e8));
}

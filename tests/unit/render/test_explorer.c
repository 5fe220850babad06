#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "render/explorer.h"

static const char begin[] = "<script type=\"application/json\" id=\"data\">";

/* Slots that no formula makes, other ones for each seed. */
static void fill(struct opmap *map, enum isa_smfmac_id id, int cbsz, int abid, unsigned seed)
{
    struct error err = {0};
    cr_assert_eq(opmap_init(map, &isa_smfmacs[id], cbsz, abid, &err), STATUS_OK);
    snprintf(map->provenance.device, sizeof map->provenance.device, "a device");
    snprintf(map->provenance.arch, sizeof map->provenance.arch, "gfx942");
    for (int o = 0; o < OPMAP_N_OPERANDS; o++)
        for (int n = 0; n < opmap_count(map->insn, (enum opmap_operand)o); n++) {
            unsigned bits = ((unsigned)n + 1) * 2654435761u ^ seed * 40503u ^ (unsigned)o * 97u;
            map->slot[o][n] = (struct opmap_slot){
                .lane = bits & 63,
                .vgpr = bits >> 8 & 15,
                .bit_lo = bits >> 16 & 31,
                .bit_hi = bits >> 24 & 31,
            };
        }
}

/* The page and its data; the caller frees both. */
static json_t *page_of(const struct opmap *maps, int n_maps, struct buffer *page)
{
    struct error err = {0};
    cr_assert_eq(explorer_page(maps, n_maps, page, &err), STATUS_OK);
    const char *data = strstr(page->data, begin);
    cr_assert_not_null(data);
    data += strlen(begin);
    size_t n = (size_t)(strstr(data, "</script>") - data);
    json_t *json = json_loadb(data, n, 0, NULL);
    cr_assert_not_null(json);
    return json;
}

static unsigned letter_value(char letter)
{
    const char *letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    return (unsigned)(strchr(letters, letter) - letters);
}

static struct opmap_slot slot_at(const char *table, int n)
{
    unsigned bits = 0;
    for (int c = 0; c < 4; c++)
        bits = bits << 6 | letter_value(table[4 * n + c]);
    return (struct opmap_slot){
        .lane = bits & 255,
        .vgpr = bits >> 8 & 63,
        .bit_lo = bits >> 14 & 31,
        .bit_hi = bits >> 19,
    };
}

static void expect_map(const json_t *data, const json_t *layout, const struct opmap *map)
{
    cr_expect_eq(json_integer_value(json_array_get(layout, 0)), map->cbsz);
    cr_expect_eq(json_integer_value(json_array_get(layout, 1)), map->abid);
    for (int o = 0; o < OPMAP_N_OPERANDS; o++) {
        size_t number = (size_t)json_integer_value(json_array_get(layout, 2 + (size_t)o));
        const json_t *text = json_array_get(json_object_get(data, "tables"), number);
        int n_slots = opmap_count(map->insn, (enum opmap_operand)o);
        cr_assert_eq(json_string_length(text), 4 * (size_t)n_slots);
        for (int n = 0; n < n_slots; n++)
            cr_assert(opmap_slot_equal(slot_at(json_string_value(text), n), map->slot[o][n]),
                      "%s %s, element %d", map->insn->name,
                      opmap_operand_title((enum opmap_operand)o), n);
    }
}

Test(explorer, holds_every_slot_as_it_was_recovered)
{
    struct opmap maps[3] = {0};
    struct buffer page = {0};
    fill(&maps[0], ISA_SMFMAC_f32_16x16x64_fp8_fp8, 0, 1, 5);
    fill(&maps[1], ISA_SMFMAC_f32_16x16x64_fp8_fp8, 7, 0, 6);
    fill(&maps[2], ISA_SMFMAC_f32_32x32x16_bf16, 0, 3, 7);
    json_t *data = page_of(maps, 3, &page);
    const json_t *instructions = json_object_get(data, "instructions");
    cr_assert_eq(json_array_size(instructions), 2);
    for (int n = 0; n < 3; n++) {
        const json_t *instruction = json_array_get(instructions, n / 2);
        cr_expect_str_eq(json_string_value(json_object_get(instruction, "name")),
                         maps[n].insn->name);
        const json_t *layouts = json_object_get(instruction, "layouts");
        expect_map(data, json_array_get(layouts, n % 2), &maps[n]);
        opmap_free(&maps[n]);
    }
    json_decref(data);
    buffer_free(&page);
}

Test(explorer, writes_equal_operands_once)
{
    struct opmap maps[2] = {0};
    struct buffer page = {0};
    fill(&maps[0], ISA_SMFMAC_f32_16x16x32_f16, 0, 0, 5);
    fill(&maps[1], ISA_SMFMAC_f32_16x16x32_bf16, 0, 0, 5);
    maps[1].slot[OPMAP_B][511].vgpr ^= 1;
    json_t *data = page_of(maps, 2, &page);
    cr_expect_eq(json_array_size(json_object_get(data, "tables")), 5);
    json_decref(data);
    buffer_free(&page);
    opmap_free(&maps[0]);
    opmap_free(&maps[1]);
}

Test(explorer, keeps_what_others_say_inside_of_the_data)
{
    static const char words[] = "</script><!--<script>\"\\ \xc3\xa9";
    struct opmap map = {0};
    struct buffer page = {0};
    fill(&map, ISA_SMFMAC_f32_16x16x32_f16, 0, 0, 5);
    map.provenance.source = OPMAP_MEASURED;
    snprintf(map.provenance.attest, sizeof map.provenance.attest, "%s", words);
    json_t *data = page_of(&map, 1, &page);
    const json_t *provenance = json_object_get(data, "provenance");
    cr_expect_str_eq(json_string_value(json_object_get(provenance, "kind")), "measured");
    cr_expect_str_eq(json_string_value(json_object_get(provenance, "attest")), words);
    cr_expect_null(strstr(page.data, "<!--"));
    json_decref(data);
    buffer_free(&page);
    opmap_free(&map);
}

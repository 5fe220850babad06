#include "render/explorer.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* The page without its data (Makefile), and the line of it that the data replace. */
extern const char explorer_image[], explorer_image_end[];
static const char data_mark[] = "<!-- data -->";

/* A slot is 24 bits, four characters of base64 (RFC 4648, most significant first): lane in bits
 * 7:0, vgpr in 13:8, bit_lo in 18:14, bit_hi in 23:19. Instructions share most of their operands'
 * slots, so each different run of slots is written once and named by its number. */
enum { SLOT_CHARS = 4, MAX_TABLES = 512 };

struct tables {
    char *text[MAX_TABLES]; /* owned */
    int n;
};

static char *slots_text(const struct opmap_slot *slot, int n_slots)
{
    static const char letter[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char *text = malloc(SLOT_CHARS * (size_t)n_slots + 1), *at = text;
    for (int n = 0; text && n < n_slots; n++) {
        uint32_t bits = slot[n].lane | (uint32_t)slot[n].vgpr << 8 |
                        (uint32_t)slot[n].bit_lo << 14 | (uint32_t)slot[n].bit_hi << 19;
        for (int shift = 18; shift >= 0; shift -= 6)
            *at++ = letter[bits >> shift & 63];
    }
    if (text)
        *at = 0;
    return text;
}

/* The number of the table that holds `operand` of a map; a new one if none does. */
static enum status table_of(struct tables *tables, const struct opmap *map,
                            enum opmap_operand operand, int *number, struct error *err)
{
    char *text = slots_text(map->slot[operand], opmap_count(map->insn, operand));
    if (!text)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    int n = 0;
    while (n < tables->n && strcmp(tables->text[n], text) != 0)
        n++;
    *number = n;
    if (n < tables->n || n == MAX_TABLES) {
        free(text);
        return n < MAX_TABLES ? STATUS_OK
                              : error_set(err, STATUS_INTERNAL,
                                          "explorer: more than %d different operands", MAX_TABLES);
    }
    tables->text[tables->n++] = text;
    return STATUS_OK;
}

static json_t *instruction_json(const struct isa_smfmac *insn)
{
    return json_pack("{s:s, s:i, s:i, s:i, s:s, s:s, s:s, s:i, s:i, s:[]}", "name", insn->name, "m",
                     insn->m, "n", insn->n, "k", insn->k, "a_type", isa_type_name(insn->a_type),
                     "b_type", isa_type_name(insn->b_type), "cd_type", isa_type_name(insn->cd_type),
                     "cycles", insn->cycles, "sets", isa_index_sets(insn), "layouts");
}

/* [cbsz, abid, table of A, of idx, of B, of C/D] */
static enum status add_layout(json_t *instruction, const struct opmap *map, struct tables *tables,
                              struct error *err)
{
    int number[OPMAP_N_OPERANDS];
    for (int o = 0; o < OPMAP_N_OPERANDS; o++) {
        enum status status = table_of(tables, map, (enum opmap_operand)o, &number[o], err);
        if (status != STATUS_OK)
            return status;
    }
    json_array_append_new(json_object_get(instruction, "layouts"),
                          json_pack("[i, i, i, i, i, i]", map->cbsz, map->abid, number[OPMAP_A],
                                    number[OPMAP_IDX], number[OPMAP_B], number[OPMAP_CD]));
    return STATUS_OK;
}

static json_t *provenance_json(const struct opmap_provenance *p)
{
    char kind[OPMAP_KIND_BYTES];
    json_t *value = json_pack("{s:s, s:s, s:s}", "kind", opmap_kind_text(p, kind), "device",
                              p->device, "arch", p->arch);
    if (p->attest[0])
        json_object_set_new(value, "attest", json_string(p->attest));
    return value;
}

static enum status data_json(const struct opmap *maps, int n_maps, struct tables *tables,
                             json_t **data, struct error *err)
{
    json_t *instructions = json_array(), *texts = json_array(), *instruction = NULL;
    *data = json_pack("{s:i, s:s, s:o, s:o, s:o}", "schema", 1, "tool", "smfviz " SMFVIZ_VERSION,
                      "provenance", provenance_json(&maps[0].provenance), "instructions",
                      instructions, "tables", texts);
    for (int n = 0; n < n_maps; n++) {
        if (n == 0 || maps[n].insn != maps[n - 1].insn)
            json_array_append_new(instructions, instruction = instruction_json(maps[n].insn));
        enum status status = add_layout(instruction, &maps[n], tables, err);
        if (status != STATUS_OK)
            return status;
    }
    for (int n = 0; n < tables->n; n++)
        json_array_append_new(texts, json_string(tables->text[n]));
    return STATUS_OK;
}

/* JSON inside of <script>: "<" would end it or begin a comment (HTML Standard, 4.12.1.3), and
 * occurs in strings only, where it has another spelling. */
static void append_script_json(struct buffer *out, const char *text)
{
    buffer_puts(out, "<script type=\"application/json\" id=\"data\">");
    for (size_t n; *text; text += n) {
        n = strcspn(text, "<");
        buffer_append(out, text, n);
        if (text[n] != '<')
            continue;
        buffer_puts(out, "\\u003c");
        n++;
    }
    buffer_puts(out, "</script>");
}

enum status explorer_page(const struct opmap *maps, int n_maps, struct buffer *out,
                          struct error *err)
{
    struct tables tables = {0};
    json_t *data = NULL;
    char *text = NULL;
    enum status status = data_json(maps, n_maps, &tables, &data, err);
    if (status != STATUS_OK)
        goto out;
    text = json_dumps(data, JSON_COMPACT | JSON_PRESERVE_ORDER);
    /* Two symbols, so the distance is one of addresses. */
    size_t image_bytes = (size_t)((uintptr_t)explorer_image_end - (uintptr_t)explorer_image);
    const char *mark = memmem(explorer_image, image_bytes, data_mark, sizeof data_mark - 1);
    if (!text || !mark) {
        status = error_set(err, STATUS_INTERNAL, "explorer: the page cannot be put together");
        goto out;
    }
    buffer_append(out, explorer_image, (size_t)(mark - explorer_image));
    append_script_json(out, text);
    mark += sizeof data_mark - 1;
    buffer_append(out, mark, image_bytes - (size_t)(mark - explorer_image));
    status = buffer_check(out, err);
out:
    for (int n = 0; n < tables.n; n++)
        free(tables.text[n]);
    free(text);
    json_decref(data);
    return status;
}

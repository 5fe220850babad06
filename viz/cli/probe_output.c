#include "cli/probe_output.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

/* --- JSON --- */

/* Rows hold nothing but numbers, and there are tens of thousands of them: no JSON tree is built. */
void probe_output_json_members(const struct opmap *map, enum opmap_operand operand, int ordinal,
                               struct buffer *out)
{
    struct opmap_coord c = opmap_coord(map->insn, operand, ordinal);
    struct opmap_slot slot = map->slot[operand][ordinal];
    switch (operand) {
    case OPMAP_A:
    case OPMAP_IDX:
        buffer_printf(out, "\"i\":%d,\"k_group\":%d,\"slot\":%d", c.i, c.q, c.s);
        break;
    case OPMAP_B:
        buffer_printf(out, "\"k\":%d,\"j\":%d", c.k, c.j);
        break;
    default:
        buffer_printf(out, "\"i\":%d,\"j\":%d", c.i, c.j);
        break;
    }
    buffer_printf(out, ",\"lane\":%d,\"vgpr\":%d,\"bit_lo\":%d,\"bit_hi\":%d", slot.lane, slot.vgpr,
                  slot.bit_lo, slot.bit_hi);
}

static void json_operand(const struct opmap *map, enum opmap_operand operand, struct buffer *out)
{
    buffer_printf(out, ",\n\"%s\":[", opmap_operand_title(operand));
    int n_elements = opmap_count(map->insn, operand);
    for (int n = 0; n < n_elements; n++) {
        buffer_puts(out, n ? ",\n {" : "\n {");
        probe_output_json_members(map, operand, n, out);
        buffer_puts(out, "}");
    }
    buffer_puts(out, "]");
}

static void json_instruction(const struct opmap *map, struct buffer *out)
{
    const struct isa_smfmac *insn = map->insn;
    buffer_printf(out,
                  "{\"name\":\"%s\",\"mnemonic\":\"v_smfmac_%s\",\"m\":%d,\"n\":%d,\"k\":%d,"
                  "\"cbsz\":%d,\"abid\":%d",
                  insn->name, insn->name, insn->m, insn->n, insn->k, map->cbsz, map->abid);
    for (int operand = 0; operand < OPMAP_N_OPERANDS; operand++)
        json_operand(map, (enum opmap_operand)operand, out);
    buffer_puts(out, "}");
}

enum status probe_output_json(const struct opmap *maps, int n_maps, struct buffer *out,
                              struct error *err)
{
    /* The device's name and the caller's words may hold any character. */
    json_t *provenance = cli_json_provenance(&maps[0].provenance);
    char *text = json_dumps(provenance, JSON_COMPACT | JSON_PRESERVE_ORDER);
    json_decref(provenance);
    if (!text)
        return error_set(err, STATUS_INTERNAL, "JSON: the provenance is not UTF-8");
    buffer_printf(out, "{\"schema\":1,\"tool\":\"%s\",\"provenance\":%s,\n\"instructions\":[\n",
                  cli_tool_name(), text);
    free(text);
    for (int n = 0; n < n_maps; n++) {
        if (n)
            buffer_puts(out, ",\n");
        json_instruction(&maps[n], out);
    }
    buffer_puts(out, "]}\n");
    return STATUS_OK;
}

/* --- CSV --- */

static void csv_number(int n, struct buffer *out)
{
    if (n >= 0) /* a member that the operand does not use is -1 */
        buffer_printf(out, "%d", n);
    buffer_puts(out, ",");
}

const char *probe_output_csv_kind(const struct opmap_provenance *p, char text[CSV_KIND_BYTES])
{
    char kind[OPMAP_KIND_BYTES];
    opmap_kind_text(p, kind);
    char *at = text;
    if (!strpbrk(kind, ",\"\r\n"))
        return memcpy(text, kind, strlen(kind) + 1);
    *at++ = '"';
    for (const char *c = kind; *c; c++) {
        if (*c == '"')
            *at++ = '"';
        *at++ = *c;
    }
    *at++ = '"';
    *at = 0;
    return text;
}

const char probe_output_csv_head[] = "instruction,cbsz,abid,provenance,operand,i,j,k,k_group,slot,"
                                     "lane,vgpr,bit_lo,bit_hi\n";

void probe_output_csv_row(const struct opmap *map, enum opmap_operand operand, int ordinal,
                          struct buffer *out)
{
    struct opmap_coord c = opmap_coord(map->insn, operand, ordinal);
    struct opmap_slot slot = map->slot[operand][ordinal];
    char kind[CSV_KIND_BYTES];
    buffer_printf(out, "%s,%d,%d,%s,%s,", map->insn->name, map->cbsz, map->abid,
                  probe_output_csv_kind(&map->provenance, kind), opmap_operand_title(operand));
    csv_number(c.i, out);
    csv_number(c.j, out);
    csv_number(c.k, out);
    csv_number(c.q, out);
    csv_number(c.s, out);
    buffer_printf(out, "%d,%d,%d,%d\n", slot.lane, slot.vgpr, slot.bit_lo, slot.bit_hi);
}

void probe_output_csv(const struct opmap *maps, int n_maps, struct buffer *out)
{
    buffer_puts(out, probe_output_csv_head);
    for (int n = 0; n < n_maps; n++)
        for (int operand = 0; operand < OPMAP_N_OPERANDS; operand++) {
            int n_elements = opmap_count(maps[n].insn, (enum opmap_operand)operand);
            for (int element = 0; element < n_elements; element++)
                probe_output_csv_row(&maps[n], (enum opmap_operand)operand, element, out);
        }
}

/* --- text --- */

/* A place in a lane's registers: a slot without its lane. */
struct place {
    uint8_t vgpr, bit_lo, bit_hi;
};

enum { MAX_PLACES = 64 };

static bool same_place(struct place p, struct opmap_slot slot)
{
    return p.vgpr == slot.vgpr && p.bit_lo == slot.bit_lo && p.bit_hi == slot.bit_hi;
}

static int compare_places(const void *left, const void *right)
{
    const struct place *l = left, *r = right;
    if (l->vgpr != r->vgpr)
        return l->vgpr - r->vgpr;
    return l->bit_lo != r->bit_lo ? l->bit_lo - r->bit_lo : l->bit_hi - r->bit_hi;
}

/* The places that any lane uses, in order; -1 if a scrambled device has more than fit on a line. */
static int find_places(const struct opmap *map, enum opmap_operand operand,
                       struct place places[MAX_PLACES])
{
    int n_places = 0, n_elements = opmap_count(map->insn, operand);
    for (int n = 0; n < n_elements; n++) {
        struct opmap_slot slot = map->slot[operand][n];
        int p = 0;
        while (p < n_places && !same_place(places[p], slot))
            p++;
        if (p < n_places)
            continue;
        if (n_places == MAX_PLACES)
            return -1;
        places[n_places++] = (struct place){slot.vgpr, slot.bit_lo, slot.bit_hi};
    }
    qsort(places, (size_t)n_places, sizeof places[0], compare_places);
    return n_places;
}

/* "3,4.1" for A and idx, "31,7" for B and C/D. */
static void cell_text(enum opmap_operand operand, struct opmap_coord c, char text[OPMAP_TEXT_BYTES])
{
    if (operand == OPMAP_A || operand == OPMAP_IDX)
        snprintf(text, OPMAP_TEXT_BYTES, "%d,%d.%d", c.i, c.q, c.s);
    else if (operand == OPMAP_B)
        snprintf(text, OPMAP_TEXT_BYTES, "%d,%d", c.k, c.j);
    else
        snprintf(text, OPMAP_TEXT_BYTES, "%d,%d", c.i, c.j);
}

/* Which element each lane holds at each place; -1 for none. */
struct register_table {
    int element[ISA_LANES][MAX_PLACES];
};

static void fill_table(const struct opmap *map, enum opmap_operand operand,
                       const struct place *places, int n_places, struct register_table *table)
{
    for (int lane = 0; lane < ISA_LANES; lane++)
        for (int p = 0; p < n_places; p++)
            table->element[lane][p] = -1;
    int n_elements = opmap_count(map->insn, operand);
    for (int n = 0; n < n_elements; n++) {
        struct opmap_slot slot = map->slot[operand][n];
        for (int p = 0; p < n_places; p++)
            if (same_place(places[p], slot))
                table->element[slot.lane][p] = n;
    }
}

static void text_head(const struct place *places, int n_places, struct buffer *out)
{
    buffer_puts(out, "  lane");
    for (int p = 0; p < n_places; p++) {
        char text[OPMAP_TEXT_BYTES];
        if (places[p].bit_lo == 0 && places[p].bit_hi == ISA_VGPR_BITS - 1)
            snprintf(text, sizeof text, "v%d", places[p].vgpr);
        else
            snprintf(text, sizeof text, "v%d[%d:%d]", places[p].vgpr, places[p].bit_hi,
                     places[p].bit_lo);
        buffer_printf(out, " %9s", text);
    }
    buffer_puts(out, "\n");
}

/* A device that strews elements over more places than a line holds: element by element. */
static void text_by_element(const struct opmap *map, enum opmap_operand operand, struct buffer *out)
{
    int n_elements = opmap_count(map->insn, operand);
    for (int n = 0; n < n_elements; n++) {
        char coord[OPMAP_TEXT_BYTES], slot[OPMAP_TEXT_BYTES];
        buffer_printf(out, "  %-12s %s\n",
                      opmap_coord_text(operand, opmap_coord(map->insn, operand, n), coord),
                      opmap_slot_text(map->slot[operand][n], slot));
    }
}

static void text_operand(const struct opmap *map, enum opmap_operand operand, struct buffer *out)
{
    static const char *const what[] = {
        [OPMAP_A] = "row,K group.slot of the stored value",
        [OPMAP_IDX] = "row,K group.slot that the selector belongs to",
        [OPMAP_B] = "k,column",
        [OPMAP_CD] = "row,column",
    };
    struct place places[MAX_PLACES];
    int n_places = find_places(map, operand, places);
    buffer_printf(out, "\n%s: %s\n", opmap_operand_title(operand), what[operand]);
    if (n_places < 0) {
        text_by_element(map, operand, out);
        return;
    }
    struct register_table table;
    fill_table(map, operand, places, n_places, &table);
    text_head(places, n_places, out);
    for (int lane = 0; lane < ISA_LANES; lane++) {
        buffer_printf(out, "  %4d", lane);
        for (int p = 0; p < n_places; p++) {
            char text[OPMAP_TEXT_BYTES] = "-";
            int n = table.element[lane][p];
            if (n >= 0)
                cell_text(operand, opmap_coord(map->insn, operand, n), text);
            buffer_printf(out, " %9s", text);
        }
        buffer_puts(out, "\n");
    }
}

void probe_output_text(const struct opmap *maps, int n_maps, struct buffer *out)
{
    for (int n = 0; n < n_maps; n++) {
        const struct opmap *map = &maps[n];
        buffer_printf(out, "%s%s  %dx%dx%d  cbsz %d  abid %d\n", n ? "\n\n" : "", map->insn->name,
                      map->insn->m, map->insn->n, map->insn->k, map->cbsz, map->abid);
        cli_provenance(&map->provenance, NULL, out);
        buffer_puts(out, "\n");
        for (int operand = 0; operand < OPMAP_N_OPERANDS; operand++)
            text_operand(map, (enum opmap_operand)operand, out);
    }
}

#include "cli/query_output.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/probe_output.h"

static struct opmap_slot slot_of(const struct opmap *map, const struct query *query, int part)
{
    return map->slot[query->what.operand][query->found.part[part].ordinal];
}

/* The next run of ones in *bits, which it is taken from; false if there is none. */
static bool take_run(uint32_t *bits, int *lo, int *hi)
{
    if (!*bits)
        return false;
    *lo = __builtin_ctz(*bits);
    for (*hi = *lo; *hi < ISA_VGPR_BITS && (*bits >> *hi & 1); ++*hi)
        *bits &= ~(UINT32_C(1) << *hi);
    --*hi;
    return true;
}

/* Whether both selectors of a group were asked for and stand side by side, slot 0 below slot 1. */
static bool find_nibble(const struct opmap *map, const struct query *query,
                        struct opmap_slot *nibble)
{
    if (query->what.operand != OPMAP_IDX || query->what.is_register || query->found.n != 2)
        return false;
    struct opmap_slot low = slot_of(map, query, 0), high = slot_of(map, query, 1);
    *nibble = low;
    nibble->bit_hi = high.bit_hi;
    return low.lane == high.lane && low.vgpr == high.vgpr && low.bit_hi == low.bit_lo + 1 &&
           high.bit_lo == low.bit_lo + 2 && high.bit_hi == low.bit_lo + 3;
}

/* --- text --- */

enum { CELL_BYTES = 96 };
struct row {
    char cell[4][CELL_BYTES]; /* the question, register, element, remark */
};
struct table {
    struct row *rows; /* owned */
    int n, capacity;
    bool failed;     /* out of memory; sticks */
    struct row lost; /* where rows go then */
};

static struct row *add_row(struct table *table, const struct query *query, bool first)
{
    if (table->n == table->capacity) {
        int more = table->capacity ? 2 * table->capacity : 64;
        struct row *bigger = realloc(table->rows, (size_t)more * sizeof *bigger);
        if (!bigger) {
            table->failed = true;
            return &table->lost;
        }
        table->rows = bigger;
        table->capacity = more;
    }
    struct row *row = &table->rows[table->n++];
    *row = (struct row){0};
    if (first)
        snprintf(row->cell[0], CELL_BYTES, "%s", query->text);
    return row;
}

static void part_row(const struct opmap *map, const struct query *query, int n, struct row *row)
{
    enum opmap_operand operand = query->what.operand;
    const struct what_part *part = &query->found.part[n];
    struct opmap_coord c = opmap_coord(map->insn, operand, part->ordinal);
    opmap_slot_text(slot_of(map, query, n), row->cell[1]);
    opmap_coord_text(operand, c, row->cell[2]);
    int lo, hi;
    uint32_t asked = part->asked;
    if (operand == OPMAP_A)
        snprintf(row->cell[3], CELL_BYTES, "one of k %d..%d", 4 * c.q, 4 * c.q + 3);
    if (!part->whole && take_run(&asked, &lo, &hi)) {
        size_t used = strlen(row->cell[3]);
        const char *comma = used ? "; " : "";
        char *end = row->cell[3] + used;
        if (hi == lo)
            snprintf(end, CELL_BYTES - used, "%sonly bit %d was asked for", comma, lo);
        else
            snprintf(end, CELL_BYTES - used, "%sonly bits %d..%d were asked for", comma, hi, lo);
    }
}

static void nibble_row(const struct query *query, struct opmap_slot nibble, struct row *row)
{
    int q = query->what.coord.q;
    opmap_slot_text(nibble, row->cell[1]);
    snprintf(row->cell[2], CELL_BYTES, "K[%d][%d.0], K[%d][%d.1]", query->what.coord.i, q,
             query->what.coord.i, q);
    snprintf(row->cell[3], CELL_BYTES, "k %d..%d, slot 0 in the low two bits", 4 * q, 4 * q + 3);
}

static void unused_rows(const struct opmap *map, const struct query *query, struct table *table)
{
    int lo, hi;
    uint32_t unused = query->found.unused;
    while (take_run(&unused, &lo, &hi)) {
        struct row *row =
            add_row(table, query, query->found.n == 0 && lo == query->what.slot.bit_lo);
        struct opmap_slot slot = query->what.slot;
        slot.bit_lo = (uint8_t)lo;
        slot.bit_hi = (uint8_t)hi;
        opmap_slot_text(slot, row->cell[1]);
        snprintf(row->cell[2], CELL_BYTES, "-");
        snprintf(row->cell[3], CELL_BYTES, "not read by this instruction with cbsz %d, abid %d",
                 map->cbsz, map->abid);
    }
}

static void query_rows(const struct opmap *map, const struct query *query, struct table *table)
{
    struct opmap_slot nibble;
    if (find_nibble(map, query, &nibble)) {
        nibble_row(query, nibble, add_row(table, query, true));
        return;
    }
    for (int n = 0; n < query->found.n; n++)
        part_row(map, query, n, add_row(table, query, n == 0));
    unused_rows(map, query, table);
}

static void print_table(const struct table *table, struct buffer *out)
{
    int width[3] = {0};
    for (int n = 0; n < table->n; n++)
        for (int column = 0; column < 3; column++) {
            int length = (int)strlen(table->rows[n].cell[column]);
            width[column] = length > width[column] ? length : width[column];
        }
    for (int n = 0; n < table->n; n++) {
        const struct row *row = &table->rows[n];
        buffer_printf(out, "%-*s  %-*s  ", width[0], row->cell[0], width[1], row->cell[1]);
        if (row->cell[3][0])
            buffer_printf(out, "%-*s  %s\n", width[2], row->cell[2], row->cell[3]);
        else
            buffer_printf(out, "%s\n", row->cell[2]);
    }
}

void query_output_text(const struct opmap *map, const struct query *queries, int n_queries,
                       struct buffer *out)
{
    const struct isa_smfmac *insn = map->insn;
    const struct opmap_provenance *p = &map->provenance;
    buffer_printf(out, "%s  %dx%dx%d  cbsz %d  abid %d\n", insn->name, insn->m, insn->n, insn->k,
                  map->cbsz, map->abid);
    cli_provenance(p, NULL, out);
    buffer_puts(out, "\n\n");
    struct table table = {0};
    for (int n = 0; n < n_queries; n++)
        query_rows(map, &queries[n], &table);
    print_table(&table, out);
    out->failed = out->failed || table.failed;
    free(table.rows);
}

/* --- JSON --- */

/* A question that was understood has no character that JSON would escape but blanks and tabs. */
static void json_question(const char *text, struct buffer *out)
{
    for (; *text; text++)
        buffer_printf(out, "%c", *text == '\t' ? ' ' : *text);
}

static void json_answer(const struct opmap *map, const struct query *query, struct buffer *out)
{
    int lo, hi;
    uint32_t unused = query->found.unused;
    struct opmap_slot nibble;
    buffer_puts(out, "{\"what\":\"");
    json_question(query->text, out);
    buffer_printf(out, "\",\"operand\":\"%s\",\"elements\":[",
                  opmap_operand_title(query->what.operand));
    for (int n = 0; n < query->found.n; n++) {
        const struct what_part *part = &query->found.part[n];
        buffer_puts(out, n ? ",\n  {" : "\n  {");
        probe_output_json_members(map, query->what.operand, part->ordinal, out);
        buffer_printf(out, ",\"whole\":%s}", part->whole ? "true" : "false");
    }
    buffer_puts(out, "]");
    if (find_nibble(map, query, &nibble))
        buffer_printf(out, ",\n  \"nibble\":{\"lane\":%d,\"vgpr\":%d,\"bit_lo\":%d,\"bit_hi\":%d}",
                      nibble.lane, nibble.vgpr, nibble.bit_lo, nibble.bit_hi);
    buffer_puts(out, ",\"unused\":[");
    for (int n = 0; take_run(&unused, &lo, &hi); n++)
        buffer_printf(out, "%s{\"bit_lo\":%d,\"bit_hi\":%d}", n ? "," : "", lo, hi);
    buffer_puts(out, "]}");
}

enum status query_output_json(const struct opmap *map, const struct query *queries, int n_queries,
                              struct buffer *out, struct error *err)
{
    const struct isa_smfmac *insn = map->insn;
    json_t *provenance = cli_json_provenance(&map->provenance);
    char *text = json_dumps(provenance, JSON_COMPACT | JSON_PRESERVE_ORDER);
    json_decref(provenance);
    if (!text)
        return error_set(err, STATUS_INTERNAL, "JSON: the provenance is not UTF-8");
    buffer_printf(out,
                  "{\"schema\":1,\"tool\":\"%s\",\"provenance\":%s,\n"
                  "\"name\":\"%s\",\"mnemonic\":\"v_smfmac_%s\",\"m\":%d,\"n\":%d,\"k\":%d,"
                  "\"cbsz\":%d,\"abid\":%d,\n\"answers\":[\n ",
                  cli_tool_name(), text, insn->name, insn->name, insn->m, insn->n, insn->k,
                  map->cbsz, map->abid);
    free(text);
    for (int n = 0; n < n_queries; n++) {
        if (n)
            buffer_puts(out, ",\n ");
        json_answer(map, &queries[n], out);
    }
    buffer_puts(out, "]}\n");
    return STATUS_OK;
}

/* --- CSV --- */

static void csv_question(const char *text, struct buffer *out)
{
    buffer_printf(out, strchr(text, ',') ? "\"%s\"," : "%s,", text);
}

void query_output_csv(const struct opmap *map, const struct query *queries, int n_queries,
                      struct buffer *out)
{
    buffer_printf(out, "what,%s", probe_output_csv_head);
    for (int n = 0; n < n_queries; n++) {
        const struct query *query = &queries[n];
        int lo, hi;
        uint32_t unused = query->found.unused;
        char kind[CSV_KIND_BYTES];
        for (int part = 0; part < query->found.n; part++) {
            csv_question(query->text, out);
            probe_output_csv_row(map, query->what.operand, query->found.part[part].ordinal, out);
        }
        while (take_run(&unused, &lo, &hi)) {
            csv_question(query->text, out);
            buffer_printf(out, "%s,%d,%d,%s,%s,,,,,,%d,%d,%d,%d\n", map->insn->name, map->cbsz,
                          map->abid, probe_output_csv_kind(&map->provenance, kind),
                          opmap_operand_title(query->what.operand), query->what.slot.lane,
                          query->what.slot.vgpr, lo, hi);
        }
    }
}

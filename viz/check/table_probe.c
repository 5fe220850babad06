/* The table that `smfviz probe --format csv` prints: an element a line. */
#include <stdlib.h>

#include "check/table_reader.h"

enum column {
    COLUMN_INSTRUCTION,
    COLUMN_CBSZ,
    COLUMN_ABID,
    COLUMN_OPERAND,
    COLUMN_I,
    COLUMN_J,
    COLUMN_K,
    COLUMN_GROUP,
    COLUMN_SLOT,
    COLUMN_LANE,
    COLUMN_VGPR,
    COLUMN_BIT_LO,
    COLUMN_BIT_HI,
    N_COLUMNS,
};

static const char *const column_names[N_COLUMNS] = {
    "instruction", "cbsz", "abid", "operand", "i",      "j",      "k",
    "k_group",     "slot", "lane", "vgpr",    "bit_lo", "bit_hi",
};

/* Which elements of the four operands a table of this kind has given so far. */
struct seen {
    bool *element[OPMAP_N_OPERANDS];
};

static enum status find_columns(struct table_reader *reader, int at[N_COLUMNS])
{
    for (int column = 0; column < N_COLUMNS; column++) {
        at[column] = -1;
        for (int n = 0; n < reader->n_cells; n++)
            if (table_cell_is(&reader->cell[n], column_names[column]))
                at[column] = n;
        if (at[column] < 0)
            return table_fail(reader, 0, "no column '%s'", column_names[column]);
    }
    return STATUS_OK;
}

static enum status read_operand(struct table_reader *reader, int n, enum opmap_operand *operand)
{
    for (int o = 0; o < OPMAP_N_OPERANDS; o++)
        if (table_cell_is(&reader->cell[n], opmap_operand_title((enum opmap_operand)o))) {
            *operand = (enum opmap_operand)o;
            return STATUS_OK;
        }
    return table_fail(reader, n, "operand '%.*s' (known: A, idx, B, CD)",
                      reader->cell[n].size < 40 ? (int)reader->cell[n].size : 40,
                      reader->cell[n].text);
}

/* Which coordinates an operand's elements have is what opmap gives its first one. */
static enum status read_coord(struct table_reader *reader, const int at[N_COLUMNS],
                              enum opmap_operand operand, struct opmap_coord *coord)
{
    const struct isa_smfmac *insn = reader->table->map.insn;
    struct opmap_coord first = opmap_coord(insn, operand, 0);
    struct {
        enum column column;
        const char *name;
        int has, limit, *value;
    } parts[] = {
        {COLUMN_I, "row i", first.i, insn->m, &coord->i},
        {COLUMN_J, "column j", first.j, insn->n, &coord->j},
        {COLUMN_K, "k", first.k, insn->k, &coord->k},
        {COLUMN_GROUP, "K group", first.q, isa_k_groups(insn), &coord->q},
        {COLUMN_SLOT, "slot", first.s, 2, &coord->s},
    };
    *coord = first;
    for (size_t n = 0; n < sizeof parts / sizeof parts[0]; n++) {
        if (parts[n].has < 0)
            continue;
        enum status status = table_number(reader, at[parts[n].column], parts[n].name,
                                          parts[n].limit, false, parts[n].value);
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

static enum status read_slot(struct table_reader *reader, const int at[N_COLUMNS],
                             struct opmap_slot *slot)
{
    static const struct {
        enum column column;
        int limit;
    } parts[4] = {
        {COLUMN_LANE, ISA_LANES},
        {COLUMN_VGPR, 256},
        {COLUMN_BIT_LO, ISA_VGPR_BITS},
        {COLUMN_BIT_HI, ISA_VGPR_BITS},
    };
    int value[4];
    for (size_t n = 0; n < 4; n++) {
        enum status status =
            table_number(reader, at[parts[n].column], column_names[parts[n].column], parts[n].limit,
                         false, &value[n]);
        if (status != STATUS_OK)
            return status;
    }
    *slot = (struct opmap_slot){(uint8_t)value[0], (uint8_t)value[1], (uint8_t)value[2],
                                (uint8_t)value[3]};
    return STATUS_OK;
}

/* All rows are of one cbsz and abid. */
static enum status read_modifiers(struct table_reader *reader, const int at[N_COLUMNS])
{
    struct check_table *table = reader->table;
    int cbsz, abid;
    enum status status = table_number(reader, at[COLUMN_CBSZ], "cbsz", 8, false, &cbsz);
    if (status == STATUS_OK)
        status = table_number(reader, at[COLUMN_ABID], "abid", 16, false, &abid);
    if (status != STATUS_OK)
        return status;
    if (table->says_modifiers && (table->map.cbsz != cbsz || table->map.abid != abid))
        return table_fail(reader, at[COLUMN_CBSZ], "cbsz %d abid %d, before it was %d and %d", cbsz,
                          abid, table->map.cbsz, table->map.abid);
    table->map.cbsz = cbsz;
    table->map.abid = abid;
    table->says_modifiers = true;
    return STATUS_OK;
}

static enum status read_row(struct table_reader *reader, const int at[N_COLUMNS], struct seen *seen)
{
    struct opmap *map = &reader->table->map;
    enum opmap_operand operand = OPMAP_A;
    struct opmap_coord coord;
    struct opmap_slot slot;
    enum status status = read_modifiers(reader, at);
    if (status == STATUS_OK)
        status = read_operand(reader, at[COLUMN_OPERAND], &operand);
    if (status == STATUS_OK)
        status = read_coord(reader, at, operand, &coord);
    if (status == STATUS_OK)
        status = read_slot(reader, at, &slot);
    if (status != STATUS_OK)
        return status;
    int ordinal = opmap_ordinal(map->insn, operand, coord);
    char text[OPMAP_TEXT_BYTES];
    if (seen->element[operand][ordinal] || reader->table->has[operand])
        return table_fail(reader, at[COLUMN_OPERAND], "%s a second time",
                          opmap_coord_text(operand, coord, text));
    seen->element[operand][ordinal] = true;
    map->slot[operand][ordinal] = slot;
    return STATUS_OK;
}

/* Operands of which nothing was said are not given; of the others nothing may be missing. */
static enum status finish_operands(struct table_reader *reader, const struct seen *seen)
{
    const struct isa_smfmac *insn = reader->table->map.insn;
    for (int o = 0; o < OPMAP_N_OPERANDS; o++) {
        int n_elements = opmap_count(insn, o), n_given = 0, missing = -1;
        char text[OPMAP_TEXT_BYTES];
        for (int n = n_elements - 1; n >= 0; n--) {
            n_given += seen->element[o][n];
            missing = seen->element[o][n] ? missing : n;
        }
        if (n_given > 0 && missing >= 0)
            return table_fail(reader, 0, "%s is missing, %d of %d are there",
                              opmap_coord_text(o, opmap_coord(insn, o, missing), text), n_given,
                              n_elements);
        reader->table->has[o] |= n_given > 0;
    }
    return STATUS_OK;
}

static enum status read_rows(struct table_reader *reader, struct seen *seen)
{
    int at[N_COLUMNS], n_header = reader->n_cells;
    enum status status = find_columns(reader, at);
    bool more = status == STATUS_OK;
    while (more) {
        status = table_next_line(reader, &more);
        if (status != STATUS_OK || !more)
            break;
        status = table_check_width(reader, n_header);
        if (status == STATUS_OK &&
            table_cell_is(&reader->cell[at[COLUMN_INSTRUCTION]], reader->table->map.insn->name))
            status = read_row(reader, at, seen);
        more = status == STATUS_OK;
    }
    return status == STATUS_OK ? finish_operands(reader, seen) : status;
}

enum status table_read_probe(struct table_reader *reader)
{
    struct seen seen = {0};
    enum status status = STATUS_OK;
    for (int o = 0; o < OPMAP_N_OPERANDS; o++) {
        seen.element[o] = calloc((size_t)opmap_count(reader->table->map.insn, o), sizeof(bool));
        if (!seen.element[o])
            status = error_set(reader->err, STATUS_NO_MEMORY, "out of memory");
    }
    if (status == STATUS_OK)
        status = read_rows(reader, &seen);
    for (int o = 0; o < OPMAP_N_OPERANDS; o++)
        free(seen.element[o]);
    return status;
}

bool table_is_probe(const struct table_reader *reader)
{
    return table_cell_is(&reader->cell[0], column_names[COLUMN_INSTRUCTION]);
}

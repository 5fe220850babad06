/* Parameter tables: a row an argument of the builtins (A, B, C, idx, cbsz, abid), and tables of
 * vector types with the registers that they take. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "lint/claims.h"
#include "lint/vector.h"

enum key { KEY_A, KEY_IDX, KEY_B, KEY_CD, KEY_CBSZ, KEY_ABID, KEY_NONE };

static enum key key_of(const char *flat)
{
    static const struct {
        const char *name;
        enum key key;
    } names[] = {
        {"a", KEY_A},       {"src_a", KEY_A},   {"matrix a", KEY_A},     {"operand a", KEY_A},
        {"b", KEY_B},       {"src_b", KEY_B},   {"matrix b", KEY_B},     {"operand b", KEY_B},
        {"c", KEY_CD},      {"d", KEY_CD},      {"c/d", KEY_CD},         {"src_c", KEY_CD},
        {"acc", KEY_CD},    {"output", KEY_CD}, {"accumulator", KEY_CD}, {"idx", KEY_IDX},
        {"index", KEY_IDX}, {"cbsz", KEY_CBSZ}, {"abid", KEY_ABID}};
    for (size_t n = 0; n < sizeof names / sizeof *names; n++)
        if (!strcasecmp(names[n].name, flat))
            return names[n].key;
    return KEY_NONE;
}

static bool is_operand(enum key key) { return key <= KEY_CD; }

static bool says_any(const char *flat, const char *const *words)
{
    for (; *words; words++)
        if (strcasestr(flat, *words))
            return true;
    return false;
}

/* --- cells --- */

/* What the row's argument has in the instructions that are meant, so that all must agree. */
struct row {
    struct judge *judge;
    const struct page_block *table;
    const char *name;
    enum key key;
    struct isa_selection sel;
};

static void wrong(const struct row *row, const struct page_text *cell, const char *said,
                  const char *holds)
{
    claim_wrong(row->judge, row->table, cell->line, "parameter",
                note_text(row->judge, "%s: %s", row->name, said), holds, 0, 0, "");
}

static void unknown(const struct row *row, const struct page_text *cell, const char *said,
                    const char *why)
{
    claim_unknown(row->judge, row->table, cell->line, "parameter",
                  note_text(row->judge, "%s: %s", row->name, said), why);
}

/* "0-7": encodable values (LLVM's assembler); of abid also the sets of an instruction. */
static void judge_values(const struct row *row, const struct page_text *cell)
{
    const char *flat = cell_flat(row->judge, cell);
    int lo, hi, last = row->key == KEY_CBSZ ? 7 : 15;
    if (!parse_range(flat, &lo, &hi)) {
        unknown(row, cell, flat, "no range of numbers");
        return;
    }
    bool right = lo == 0 && hi == last;
    for (int n = 0; n < row->sel.n && row->key == KEY_ABID; n++)
        right = right || (lo == 0 && hi == isa_index_sets(row->sel.insn[n]) - 1);
    if (right)
        claim_right(row->judge);
    else
        wrong(row, cell, flat,
              row->key == KEY_ABID && row->sel.n == 1
                  ? note_text(row->judge, "0-%d; the sets are 0-%d", last,
                              isa_index_sets(row->sel.insn[0]) - 1)
                  : note_text(row->judge, "0-%d", last));
}

static void judge_type(const struct row *row, const struct page_text *cell)
{
    const char *flat = cell_flat(row->judge, cell);
    struct vector vector;
    if (!is_operand(row->key) || row->key == KEY_IDX) { /* plain integers */
        if (strcasestr(flat, "int") && !read_vector(flat, &vector))
            claim_right(row->judge);
        else
            wrong(row, cell, flat, "int");
        return;
    }
    size_t length = read_vector(flat, &vector);
    if (!length || flat[length]) {
        unknown(row, cell, flat, "no vector type that the tool knows");
        return;
    }
    if (row->sel.n == 0)
        unknown(row, cell, flat, "which instruction is meant");
    else if (vector_any(&row->sel, (int)row->key, &vector))
        claim_right(row->judge);
    else
        wrong(row, cell, flat, vector_text(row->judge, row->sel.insn[0], (int)row->key));
}

static void judge_number(const struct row *row, const struct page_text *cell, bool bits)
{
    const char *flat = cell_flat(row->judge, cell);
    long value;
    const char *number = note_text(row->judge, "%.*s", (int)strspn(flat, "0123456789"), flat);
    if (!is_operand(row->key) || (bits && row->key != KEY_IDX))
        return; /* the width of a modifier, or of an operand's element */
    if (!parse_count(number, &value) || row->sel.n == 0) {
        unknown(row, cell, flat, row->sel.n ? "no number" : "which instruction is meant");
        return;
    }
    int n_right = 0, due = 0;
    for (int n = 0; n < row->sel.n; n++) {
        int own = bits ? isa_index_bits(row->sel.insn[n])
                       : opmap_vgprs(row->sel.insn[n], (enum opmap_operand)row->key);
        n_right += own == value;
        due = own == value ? due : own;
    }
    if (n_right == row->sel.n)
        claim_right(row->judge);
    else if (n_right == 0)
        wrong(row, cell, flat, note_text(row->judge, "%d", due));
    else
        unknown(row, cell, flat, "it differs between the instructions that may be meant");
}

/* --- tables of parameters --- */

static int key_column(struct judge *judge, const struct page_row *header)
{
    static const char *const words[] = {"parameter", "argument", "operand",
                                        "modifier",  "field",    NULL};
    for (int c = 0; c < header->n_cells; c++)
        if (says_any(cell_flat(judge, &header->cells[c]), words))
            return c;
    return -1;
}

static void judge_row(struct row *row, const struct page_row *header, const struct page_row *cells,
                      int key)
{
    static const char *const values[] = {"range", "values", "allowed", NULL};
    static const char *const registers[] = {"vgpr", "register", NULL};
    for (int c = 0; c < cells->n_cells && c < header->n_cells; c++) {
        const char *title = cell_flat(row->judge, &header->cells[c]);
        const struct page_text *cell = &cells->cells[c];
        if (c == key || !cell->n)
            continue;
        if (says_any(title, values) && !is_operand(row->key))
            judge_values(row, cell);
        else if (strcasestr(title, "type"))
            judge_type(row, cell);
        else if (says_any(title, registers))
            judge_number(row, cell, false);
        else if (strcasestr(title, "bits") || strcasestr(title, "width"))
            judge_number(row, cell, true);
    }
}

static void judge_parameters(struct judge *judge, int u, int key)
{
    const struct page_block *table = judge->units.unit[u].block;
    struct hint hint = context_at(&judge->units, u);
    hint.operand = HINT_NO_OPERAND;
    for (int r = table->n_header; r < table->n_rows; r++) {
        const struct page_row *cells = &table->rows[r];
        struct row row = {.judge = judge, .table = table};
        row.name = key < cells->n_cells ? cell_flat(judge, &cells->cells[key]) : "";
        row.key = key_of(row.name);
        row.sel = context_instructions(&hint, judge->archs);
        if (row.key != KEY_NONE)
            judge_row(&row, &table->rows[table->n_header - 1], cells, key);
    }
}

/* --- tables of types: "v4float | 4 VGPRs" --- */

static void judge_types(struct judge *judge, const struct page_block *table)
{
    const struct page_row *header = &table->rows[table->n_header - 1];
    for (int r = table->n_header; r < table->n_rows; r++) {
        const struct page_row *cells = &table->rows[r];
        struct vector vector;
        for (int c = 1; c < cells->n_cells && c < header->n_cells; c++) {
            const char *title = cell_flat(judge, &header->cells[c]);
            const char *name = cell_flat(judge, &cells->cells[0]);
            const char *flat = cell_flat(judge, &cells->cells[c]);
            bool registers = strcasestr(title, "vgpr") || strcasestr(title, "register");
            bool elements = strcasestr(title, "element") && !strcasestr(title, "type");
            long value;
            if (!read_vector(name, &vector) || (!registers && !elements))
                continue;
            long due = registers ? (long)vector.count * vector.bits / ISA_VGPR_BITS : vector.count;
            const char *said = note_text(judge, "%s: %s", name, flat);
            if (!parse_count(flat, &value))
                claim_unknown(judge, table, cells->line, "type", said, "no number");
            else if (value == due)
                claim_right(judge);
            else
                claim_wrong(judge, table, cells->cells[c].line, "type", said,
                            note_text(judge, "%ld", due), 0, 0, "");
        }
    }
}

void claims_of_parameters(struct judge *judge)
{
    for (int u = 0; u < judge->units.n; u++) {
        const struct page_block *table = judge->units.unit[u].block;
        if (judge->units.unit[u].kind != UNIT_TABLE || table->n_header < 1)
            continue;
        int key = key_column(judge, &table->rows[table->n_header - 1]);
        if (key >= 0)
            judge_parameters(judge, u, key);
        else
            judge_types(judge, table);
    }
}

/* Tables with a row an instruction or shape: throughput, registers, index bits. */
#include <string.h>
#include <strings.h>

#include "lint/claims.h"

/* --- what columns may hold --- */

static long prop_m(const struct isa_smfmac *insn) { return insn->m; }
static long prop_n(const struct isa_smfmac *insn) { return insn->n; }
static long prop_k(const struct isa_smfmac *insn) { return insn->k; }
static long prop_ops(const struct isa_smfmac *insn) { return isa_ops(insn); }
static long prop_cycles(const struct isa_smfmac *insn) { return insn->cycles; }
static long prop_coexec(const struct isa_smfmac *insn) { return isa_coexec_cycles(insn); }
static long prop_a_vgprs(const struct isa_smfmac *insn) { return isa_a_vgprs(insn); }
static long prop_b_vgprs(const struct isa_smfmac *insn) { return isa_b_vgprs(insn); }
static long prop_cd_vgprs(const struct isa_smfmac *insn) { return isa_cd_vgprs(insn); }
static long prop_index_bits(const struct isa_smfmac *insn) { return isa_index_bits(insn); }
static long prop_index_sets(const struct isa_smfmac *insn) { return isa_index_sets(insn); }

/* A header is matched from the top: the first whose words all stand in it, case apart. "A" and "B"
 * are single letters, so as words. */
static const struct property {
    const char *words[4];
    long (*of)(const struct isa_smfmac *insn);
    const char *name;
} properties[] = {
    {{"co-exec"}, prop_coexec, "VALU co-execution cycles"},
    {{"coexec"}, prop_coexec, "VALU co-execution cycles"},
    {{"cycle"}, prop_cycles, "cycles"},
    {{"passes"}, NULL, "passes"},
    {{"ops"}, prop_ops, "operations"},
    {{"operations"}, prop_ops, "operations"},
    {{"index", "set"}, prop_index_sets, "index sets"},
    {{"index", "bits"}, prop_index_bits, "index bits"},
    {{"index", "width"}, prop_index_bits, "index bits"},
    {{"idx", "bits"}, prop_index_bits, "index bits"},
    {{"idx", "width"}, prop_index_bits, "index bits"},
    {{"vgpr", "C/D"}, prop_cd_vgprs, "VGPRs of C/D"},
    {{"vgpr", "accumulator"}, prop_cd_vgprs, "VGPRs of C/D"},
    {{"vgpr", "C"}, prop_cd_vgprs, "VGPRs of C"},
    {{"vgpr", "D"}, prop_cd_vgprs, "VGPRs of D"},
    {{"vgpr", "A"}, prop_a_vgprs, "VGPRs of A"},
    {{"vgpr", "B"}, prop_b_vgprs, "VGPRs of B"},
    {{"register", "A"}, prop_a_vgprs, "registers of A"},
    {{"register", "B"}, prop_b_vgprs, "registers of B"},
    {{"register", "C/D"}, prop_cd_vgprs, "registers of C/D"},
    {{"rows", "M"}, prop_m, "M"},
    {{"=M"}, prop_m, "M"},
    {{"=N"}, prop_n, "N"},
    {{"=K"}, prop_k, "K"},
};

static bool has_words(const char *header, const struct property *property)
{
    if (property->words[0][0] == '=')
        return !strcmp(header, property->words[0] + 1);
    for (int w = 0; w < 4 && property->words[w]; w++) {
        const char *word = property->words[w];
        bool single = word[1] == 0 || word[1] == '/';
        if (single ? !find_word(header, word) : !strcasestr(header, word))
            return false;
    }
    return true;
}

static const struct property *property_of(const char *header)
{
    for (size_t k = 0; k < sizeof properties / sizeof *properties; k++)
        if (has_words(header, &properties[k]))
            return &properties[k];
    return NULL;
}

/* --- which column says what a row is about --- */

enum { MAX_COLUMNS = 64 };

struct columns {
    int key; /* names an instruction or a shape */
    const struct property *property[MAX_COLUMNS];
    const char *header[MAX_COLUMNS];
    int n, n_properties;
    bool key_is_k; /* "K | index bits": every instruction with that K */
};

static bool names_instructions(const char *header)
{
    static const char *const words[] = {"builtin", "instruction", "intrinsic", "mnemonic",
                                        "variant", "shape",       "tile",      "name"};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (strcasestr(header, words[k]))
            return true;
    return false;
}

static bool read_header(struct judge *judge, const struct page_block *table, struct columns *cols)
{
    *cols = (struct columns){.key = -1};
    if (table->n_header < 1 || table->n_rows < 2)
        return false;
    const struct page_row *row = &table->rows[table->n_header - 1];
    cols->n = row->n_cells < MAX_COLUMNS ? row->n_cells : MAX_COLUMNS;
    for (int c = 0; c < cols->n; c++) {
        cols->header[c] = cell_flat(judge, &row->cells[c]);
        if (cols->key < 0 && names_instructions(cols->header[c])) {
            cols->key = c;
            continue;
        }
        cols->property[c] = property_of(cols->header[c]);
        cols->n_properties += cols->property[c] != NULL;
    }
    for (int c = 0; c < cols->n && cols->key < 0; c++)
        if (cols->property[c] && cols->property[c]->of == prop_k) {
            cols->key = c;
            cols->key_is_k = true;
            cols->property[c] = NULL;
            cols->n_properties--;
        }
    return cols->key >= 0 && cols->n_properties > 0;
}

/* --- rows --- */

/* The instructions that a key cell means. */
static struct isa_selection row_instructions(struct judge *judge, const struct columns *cols,
                                             const char *key)
{
    struct isa_selection sel = {0};
    const struct isa_smfmac *insn = named_instruction(key);
    if (insn) {
        sel.insn[sel.n++] = insn;
        return sel;
    }
    struct hint hint = hint_of(key);
    long k;
    if (cols->key_is_k && parse_count(key, &k))
        hint.k = (int)k;
    hint.operand = HINT_NO_OPERAND; /* "C/D" in a key does not widen it */
    if (!hint.m && !hint.k)
        return sel;
    return context_instructions(&hint, judge->archs);
}

/* One cell against every instruction of its row, a shape counted once. */
static void judge_cell(struct judge *judge, const struct page_block *table,
                       const struct page_text *cell, const struct property *property,
                       const char *key, const struct isa_selection *sel)
{
    const char *flat = cell_flat(judge, cell);
    long value;
    if (!*flat || !strcmp(flat, "-"))
        return;
    if (!property->of || !parse_count(flat, &value)) {
        /* "8 bits", "32 (dense-equivalent)" */
        size_t digits = strspn(flat, "0123456789,");
        const char *number = note_text(judge, "%.*s", (int)digits, flat);
        if (!property->of || !digits || !parse_count(number, &value)) {
            claim_unknown(judge, table, cell->line, "table",
                          note_text(judge, "%s of %s: %s", property->name, key, flat),
                          property->of ? "no number" : "a column that the tool has no table for");
            return;
        }
    }
    long compared = 0, differ = 0;
    struct buffer first = {0}, holds = {0};
    for (int n = 0; n < sel->n; n++) {
        const struct isa_smfmac *insn = sel->insn[n];
        bool repeated = false;
        for (int e = 0; e < n; e++)
            repeated = repeated || (sel->insn[e]->m == insn->m && sel->insn[e]->k == insn->k &&
                                    property->of(sel->insn[e]) == property->of(insn));
        if (repeated)
            continue;
        compared++;
        if (property->of(insn) == value)
            continue;
        if (!differ++)
            buffer_printf(&first, "%s: %ld", insn->name, property->of(insn));
        buffer_printf(&holds, "%s%ld for %dx%dx%d", holds.size ? ", " : "", property->of(insn),
                      insn->m, insn->n, insn->k);
    }
    if (differ)
        claim_wrong(judge, table, cell->line, "table",
                    note_text(judge, "%s of %s: %s", property->name, key, flat),
                    holds.data ? holds.data : "", compared, differ, first.data ? first.data : "");
    else
        claim_right(judge);
    buffer_free(&first);
    buffer_free(&holds);
}

static void judge_row(struct judge *judge, const struct page_block *table,
                      const struct columns *cols, const struct page_row *row)
{
    const char *key = cols->key < row->n_cells ? cell_flat(judge, &row->cells[cols->key]) : "";
    struct isa_selection sel = row_instructions(judge, cols, key);
    if (row->n_cells < cols->n)
        claim_unknown(judge, table, row->line, "table", key,
                      note_text(judge, "%d of %d cells", row->n_cells, cols->n));
    for (int c = 0; c < row->n_cells && c < cols->n; c++) {
        if (!cols->property[c])
            continue;
        if (sel.n == 0)
            claim_unknown(judge, table, row->cells[c].line, "table",
                          note_text(judge, "%s of %s: %s", cols->property[c]->name, key,
                                    cell_flat(judge, &row->cells[c])),
                          "no SMFMAC that the page's architecture has is named in its row");
        else
            judge_cell(judge, table, &row->cells[c], cols->property[c], key, &sel);
    }
}

void claims_of_tables(struct judge *judge)
{
    for (int u = 0; u < judge->units.n; u++) {
        const struct page_block *table = judge->units.unit[u].block;
        struct columns cols;
        if (judge->units.unit[u].kind != UNIT_TABLE || !read_header(judge, table, &cols))
            continue;
        for (int r = table->n_header; r < table->n_rows; r++)
            judge_row(judge, table, &cols, &table->rows[r]);
    }
}

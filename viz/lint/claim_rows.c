/* Row-to-lane tables: which rows of the tile stand in which lanes and VGPRs of C/D. */
#include <string.h>
#include <strings.h>

#include "layout/layout.h"
#include "lint/claims.h"

enum { COLUMN_ROWS, COLUMN_LANES, COLUMN_VGPRS, N_COLUMNS };
static const char *const words[N_COLUMNS] = {"row", "lane", "vgpr"};

/* Where the columns are; false if it is no such table. VGPRs may be left out. */
static bool find_columns(struct judge *judge, const struct page_block *table, int at[N_COLUMNS])
{
    if (table->n_header < 1)
        return false;
    const struct page_row *header = &table->rows[table->n_header - 1];
    for (int c = 0; c < N_COLUMNS; c++)
        at[c] = -1;
    for (int h = 0; h < header->n_cells; h++) {
        const char *flat = cell_flat(judge, &header->cells[h]);
        for (int c = 0; c < N_COLUMNS; c++)
            if (at[c] < 0 && !strncasecmp(flat, words[c], strlen(words[c])))
                at[c] = h;
        if (at[COLUMN_VGPRS] < 0 && strcasestr(flat, "register"))
            at[COLUMN_VGPRS] = h;
    }
    return at[COLUMN_ROWS] >= 0 && at[COLUMN_LANES] >= 0;
}

/* Bounds of what rows [lo, hi] really occupy, by the formulas. */
static bool occupied(const struct isa_smfmac *insn, int lo, int hi, int lanes[2], int vgprs[2])
{
    if (lo < 0 || hi < lo || hi >= insn->m)
        return false;
    lanes[0] = vgprs[0] = ISA_LANES;
    lanes[1] = vgprs[1] = 0;
    for (int i = lo; i <= hi; i++)
        for (int j = 0; j < insn->n; j++) {
            struct opmap_slot slot =
                layout_slot(insn, 0, 0, OPMAP_CD, (struct opmap_coord){i, j, -1, -1, -1});
            lanes[0] = slot.lane < lanes[0] ? slot.lane : lanes[0];
            lanes[1] = slot.lane > lanes[1] ? slot.lane : lanes[1];
            vgprs[0] = slot.vgpr < vgprs[0] ? slot.vgpr : vgprs[0];
            vgprs[1] = slot.vgpr > vgprs[1] ? slot.vgpr : vgprs[1];
        }
    return true;
}

/* How many elements of the rows stand elsewhere than the cells say. */
static long misplaced(const struct isa_smfmac *insn, int lo, int hi, const int lanes[2],
                      const int vgprs[2], struct opmap_coord *first)
{
    long differ = 0;
    for (int i = lo; i <= hi; i++)
        for (int j = 0; j < insn->n; j++) {
            struct opmap_coord coord = {i, j, -1, -1, -1};
            struct opmap_slot slot = layout_slot(insn, 0, 0, OPMAP_CD, coord);
            bool inside = slot.lane >= lanes[0] && slot.lane <= lanes[1] && slot.vgpr >= vgprs[0] &&
                          slot.vgpr <= vgprs[1];
            if (!inside && !differ++)
                *first = coord;
        }
    return differ;
}

struct line {
    int bound[N_COLUMNS][2];
    bool there[N_COLUMNS];
    const struct page_text *cell[N_COLUMNS];
};

static bool read_line(struct judge *judge, const struct page_row *row, const int at[N_COLUMNS],
                      struct line *line)
{
    *line = (struct line){0};
    for (int c = 0; c < N_COLUMNS; c++) {
        if (at[c] < 0)
            continue;
        if (at[c] >= row->n_cells)
            return false;
        line->cell[c] = &row->cells[at[c]];
        line->there[c] = true;
        if (!parse_range(cell_flat(judge, line->cell[c]), &line->bound[c][0], &line->bound[c][1]))
            return false;
    }
    return true;
}

/* A cell of lanes or VGPRs: its bounds must be those of what the rows occupy. */
static void judge_cell(struct judge *judge, const struct page_block *table,
                       const struct isa_smfmac *insn, const struct line *line, int column,
                       const int truth[2])
{
    const int *bound = line->bound[column];
    if (bound[0] == truth[0] && bound[1] == truth[1]) {
        claim_right(judge);
        return;
    }
    int lo = line->bound[COLUMN_ROWS][0], hi = line->bound[COLUMN_ROWS][1];
    const int everything[2] = {0, ISA_LANES};
    struct opmap_coord first = {lo, 0, -1, -1, -1};
    long differ = misplaced(insn, lo, hi, column == COLUMN_LANES ? bound : everything,
                            column == COLUMN_VGPRS ? bound : everything, &first);
    char coord[OPMAP_TEXT_BYTES], slot[OPMAP_TEXT_BYTES];
    opmap_coord_text(OPMAP_CD, first, coord);
    opmap_slot_text(layout_slot(insn, 0, 0, OPMAP_CD, first), slot);
    const char *what = column == COLUMN_LANES ? "lanes" : "VGPRs";
    claim_wrong(judge, table, line->cell[column]->line, "row-table",
                note_text(judge, "%s of rows %d-%d: %s", what, lo, hi,
                          cell_flat(judge, line->cell[column])),
                note_text(judge, "%s %d-%d%s", what, truth[0], truth[1],
                          differ ? "" : "; the cell names more than they fill"),
                (long)(hi - lo + 1) * insn->n, differ,
                differ ? note_text(judge, "%s: %s", coord, slot) : "");
}

/* False if the line could not be read. */
static bool judge_line(struct judge *judge, const struct page_block *table,
                       const struct isa_smfmac *insn, const struct page_row *row,
                       const int at[N_COLUMNS], int *next_row)
{
    struct line line;
    int lanes[2], vgprs[2];
    if (!read_line(judge, row, at, &line)) {
        claim_unknown(judge, table, row->line, "row-table",
                      row->n_cells ? cell_flat(judge, &row->cells[0]) : "",
                      "a cell is missing or is no range of numbers");
        return false;
    }
    int lo = line.bound[COLUMN_ROWS][0], hi = line.bound[COLUMN_ROWS][1];
    const char *said = note_text(judge, "rows %d-%d", lo, hi);
    if (!occupied(insn, lo, hi, lanes, vgprs)) {
        claim_wrong(judge, table, row->line, "row-table", said,
                    note_text(judge, "rows of the tile are 0-%d", insn->m - 1), 0, 0, "");
        return true;
    }
    bool filled = (lanes[1] - lanes[0] + 1) * (vgprs[1] - vgprs[0] + 1) == (hi - lo + 1) * insn->n;
    if (lo == *next_row && (filled || !line.there[COLUMN_VGPRS]))
        claim_right(judge);
    else
        claim_wrong(judge, table, row->line, "row-table", said,
                    lo == *next_row
                        ? "these rows do not fill the lanes and VGPRs of one line"
                        : note_text(judge, "the line before ends with row %d", *next_row - 1),
                    0, 0, "");
    *next_row = hi + 1;
    judge_cell(judge, table, insn, &line, COLUMN_LANES, lanes);
    if (line.there[COLUMN_VGPRS])
        judge_cell(judge, table, insn, &line, COLUMN_VGPRS, vgprs);
    return true;
}

void claims_of_rows(struct judge *judge)
{
    for (int u = 0; u < judge->units.n; u++) {
        const struct page_block *table = judge->units.unit[u].block;
        int at[N_COLUMNS], next_row = 0;
        if (judge->units.unit[u].kind != UNIT_TABLE || !find_columns(judge, table, at))
            continue;
        struct hint hint = context_at(&judge->units, u);
        hint.operand = OPMAP_CD;
        struct isa_selection sel = context_instructions(&hint, judge->archs);
        if (!hint.m || sel.n == 0) {
            claim_unknown(judge, table, table->line, "row-table", "a table of rows and lanes",
                          "which tile it is about");
            continue;
        }
        bool whole = true;
        for (int r = table->n_header; r < table->n_rows; r++)
            whole &= judge_line(judge, table, sel.insn[0], &table->rows[r], at, &next_row);
        if (whole && next_row != sel.insn[0]->m)
            claim_wrong(judge, table, table->line, "row-table",
                        note_text(judge, "a table that ends with row %d", next_row - 1),
                        note_text(judge, "the tile has rows 0-%d", sel.insn[0]->m - 1), 0, 0, "");
    }
}

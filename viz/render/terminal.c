/* A figure as text for a terminal: Unicode, and colour where the caller says that it is wanted. */
#include <stdio.h>
#include <string.h>

#include "render/formats.h"

enum { USUAL_COLUMNS = 100, TICK_WIDTH = 5, CELL_BYTES = 96 };

/* Black on tints of the palette's hues, which every terminal of 256 colours has, light or dark. */
static const int tints[PALETTE_HUES] = {153, 222, 115, 229, 216, 111, 218, 251};

/* Columns that a text takes: characters, not bytes. All that figures use are one wide. */
static int width_of(const char *text)
{
    int n = 0;
    for (; *text; text++)
        n += ((unsigned char)*text & 0xc0) != 0x80;
    return n;
}

static void put_padded(const char *text, int width, struct buffer *out)
{
    buffer_puts(out, text);
    buffer_printf(out, "%*s", width > width_of(text) ? width - width_of(text) : 0, "");
}

static void put_right(const char *text, int width, struct buffer *out)
{
    buffer_printf(out, "%*s%s", width > width_of(text) ? width - width_of(text) : 0, "", text);
}

static void put_bold(const struct figure *figure, const char *text, struct buffer *out)
{
    bool colour = figure->options.colour;
    buffer_printf(out, "%s%s%s\n", colour ? "\033[1m" : "", text, colour ? "\033[0m" : "");
}

/* Breaks lines at blanks. */
static void put_paragraph(const char *text, int columns, struct buffer *out)
{
    int used = 0;
    while (*text) {
        int word = (int)strcspn(text, " \n");
        char copy[256];
        snprintf(copy, sizeof copy, "%.*s", word, text);
        if (used && used + 1 + width_of(copy) > columns) {
            buffer_puts(out, "\n");
            used = 0;
        }
        buffer_printf(out, "%s%s", used ? " " : "", copy);
        used += (used > 0) + width_of(copy);
        text += word;
        if (*text == '\n') {
            buffer_puts(out, "\n");
            used = 0;
        }
        text += *text != 0;
    }
    buffer_puts(out, used ? "\n" : "");
}

static void cell_text(const struct figure *figure, const struct fig_cell *cell,
                      char text[CELL_BYTES])
{
    text[0] = 0;
    if (!cell->n_slots)
        return;
    if (figure->options.owner && !figure->options.linked) {
        snprintf(text, CELL_BYTES, "%s%s", cell->head, cell->tail);
        return;
    }
    int used = snprintf(text, CELL_BYTES, "%s", cell->vgpr);
    if (!figure->options.brief)
        used += snprintf(text + used, CELL_BYTES - (size_t)used, " %s", cell->lane);
    for (int s = 0; s < cell->n_slots && figure->show_bits; s++)
        used += snprintf(text + used, CELL_BYTES - (size_t)used, " %s", cell->bits[s]);
}

/* How wide the columns of a block must be. */
static int column_width(const struct figure *figure)
{
    const struct fig_axis *axis = &figure->columns;
    int widest = 0;
    for (int n = 0; n < figure->n_cells; n++) {
        char text[CELL_BYTES];
        cell_text(figure, &figure->cells[n], text);
        widest = width_of(text) > widest ? width_of(text) : widest;
    }
    for (int c = 0; c < axis->n; c++)
        widest = width_of(axis->tick[c]) > widest ? width_of(axis->tick[c]) : widest;
    if (axis->bits_span == 1)
        for (int c = 0; c < axis->n; c++)
            widest = width_of(axis->bits[c][0]) > widest ? width_of(axis->bits[c][0]) : widest;
    return widest;
}

/* Columns [first, end) of the figure, with what stands above and beside them. */
struct block {
    const struct figure *figure;
    int first, end, width, left;
};

static bool parted(const struct block *block, int c)
{
    const struct fig_axis *axis = &block->figure->columns;
    return c > block->first && axis->gap_every && axis->value[c] % axis->gap_every == 0;
}

typedef const char *column_note(const struct fig_axis *axis, int column);

static const char *tick_note(const struct fig_axis *axis, int c) { return axis->tick[c]; }
static const char *slots_note(const struct fig_axis *axis, int c) { return axis->slots[c]; }
static const char *bits_note(const struct fig_axis *axis, int c) { return axis->bits[c][0]; }

static void put_notes(const struct block *block, const char *name, column_note *note,
                      struct buffer *out)
{
    put_right(name, block->left, out);
    for (int c = block->first; c < block->end; c++) {
        buffer_puts(out, parted(block, c) ? " │ " : " ");
        put_padded(note(&block->figure->columns, c), block->width, out);
    }
    buffer_puts(out, "\n");
}

/* Headings over several columns, and bits that several columns share. */
static void put_headings(const struct block *block, struct buffer *out)
{
    const struct fig_axis *axis = &block->figure->columns;
    int lines = 1 + (axis->bits_span > 1 ? axis->n_bits : 0);
    for (int line = 0; axis->span && line < lines; line++) {
        buffer_printf(out, "%*s", block->left, "");
        for (int c = block->first; c < block->end; c += axis->span) {
            buffer_puts(out, parted(block, c) ? " │ " : " ");
            put_padded(line ? axis->bits[c / axis->bits_span][line - 1]
                            : axis->heading[c / axis->span],
                       axis->span * (block->width + 1) - 1, out);
        }
        buffer_puts(out, "\n");
    }
}

static void put_rule(const struct block *block, struct buffer *out)
{
    buffer_printf(out, "%*s", block->left, "");
    for (int c = block->first; c < block->end; c++) {
        buffer_puts(out, parted(block, c) ? "─┼─" : "─");
        for (int n = 0; n < block->width; n++)
            buffer_puts(out, "─");
    }
    buffer_puts(out, "\n");
}

static void put_cell(const struct figure *figure, const struct fig_cell *cell, int width,
                     struct buffer *out)
{
    char text[CELL_BYTES];
    bool tint = figure->options.colour && cell->group >= 0;
    cell_text(figure, cell, text);
    if (tint)
        buffer_printf(out, "\033[30;48;5;%dm",
                      tints[figure->group[cell->group].hue % PALETTE_HUES]);
    put_padded(text, width, out);
    buffer_puts(out, tint ? "\033[0m" : "");
}

static void put_block(const struct block *block, struct buffer *out)
{
    const struct figure *figure = block->figure;
    const struct fig_axis *columns = &figure->columns, *rows = &figure->rows;
    put_headings(block, out);
    put_notes(block, "", tick_note, out);
    if (columns->bits_span == 1)
        put_notes(block, "bits", bits_note, out);
    if (columns->slots[0][0])
        put_notes(block, "slot", slots_note, out);
    put_rule(block, out);
    for (int r = 0; r < rows->n; r++) {
        put_right(rows->tick[r], TICK_WIDTH - 1, out);
        if (rows->bits_span)
            buffer_printf(out, " %5s", rows->bits[r][0]);
        for (int c = block->first; c < block->end; c++) {
            buffer_puts(out, parted(block, c) ? " │ " : " ");
            put_cell(figure, figure_cell(figure, r, c), block->width, out);
        }
        buffer_puts(out, "\n");
    }
    buffer_puts(out, "\n");
}

static void put_grid(const struct figure *figure, int terminal, struct buffer *out)
{
    const struct fig_axis *columns = &figure->columns;
    struct block block = {.figure = figure, .width = column_width(figure)};
    int every = columns->gap_every ? columns->gap_every : 4;
    block.left = TICK_WIDTH - 1 + (figure->rows.bits_span ? 6 : 0);
    int room = terminal - block.left, part = every * (block.width + 1) + 2;
    int parts = columns->n / every, fit = room / part > 0 ? room / part : 1;
    while (fit > 1 && fit < parts && parts % fit != 0)
        fit--; /* blocks of one size */
    fit *= every;
    buffer_printf(out, "Down: %s. Across: %s.\n\n", figure->rows.title, columns->title);
    for (block.first = 0; block.first < columns->n; block.first = block.end) {
        block.end = block.first + fit < columns->n ? block.first + fit : columns->n;
        put_block(&block, out);
    }
}

/* The slots, a line each; by register all that the lane holds. */
static void put_slots(const struct figure *figure, enum opmap_operand operand, struct buffer *out)
{
    for (int n = 0; n < figure->link.n[operand]; n++) {
        const struct fig_cell *cell = &figure->cells[figure->link.first[operand] + n];
        char element[2 * FIG_LABEL_BYTES], slot[OPMAP_TEXT_BYTES];
        int used = snprintf(element, sizeof element, "%s%s", cell->head, cell->tail);
        if (operand == OPMAP_IDX && cell->traced)
            snprintf(element + used, sizeof element - (size_t)used, " = %d",
                     figure->link.selector[cell->coord[0].s]);
        buffer_puts(out, cell->traced ? "→ " : "  ");
        put_padded(element, 17, out);
        buffer_printf(out, "%s\n", opmap_slot_text(cell->slot[0], slot));
    }
    buffer_puts(out, "\n");
}

/* Row `row` of B, or of 4 D, in columns [first, end). */
static void put_link_row(const struct figure *figure, int row, int first, int end, int width,
                         struct buffer *out)
{
    const struct fig_cell *cells =
        &figure->cells[figure->link.first[OPMAP_B] + row * figure->insn->n];
    char name[16];
    snprintf(name, sizeof name, "k %d", 4 * figure->link.q + row);
    if (row == 4)
        snprintf(name, sizeof name, "D[%d]", figure->link.i);
    buffer_puts(out, cells[0].traced ? "→ " : "  ");
    put_padded(name, 6, out);
    put_padded(figure->show_bits || row == 4 ? "" : cells[0].bits[0], 6, out);
    for (int j = first; j < end; j++) {
        buffer_puts(out, " ");
        put_cell(figure, &cells[j], width, out);
    }
    buffer_puts(out, "\n");
}

static void put_link(const struct figure *figure, int terminal, struct buffer *out)
{
    int width = 0, n = figure->insn->n, first_b = figure->link.first[OPMAP_B];
    for (int c = first_b; c < figure->n_cells; c++) {
        char text[CELL_BYTES];
        cell_text(figure, &figure->cells[c], text);
        width = width_of(text) > width ? width_of(text) : width;
    }
    int fit = n;
    while (fit > 4 && 14 + fit * (width + 1) > terminal)
        fit /= 2;
    put_slots(figure, OPMAP_A, out);
    put_slots(figure, OPMAP_IDX, out);
    for (int first = 0; first < n; first += fit) {
        buffer_puts(out, "  B, column j");
        for (int j = first; j < first + fit; j++) {
            char tick[12];
            snprintf(tick, sizeof tick, "%d", j);
            buffer_puts(out, " ");
            put_padded(tick, width, out);
        }
        buffer_puts(out, "\n");
        for (int row = 0; row < 5; row++)
            put_link_row(figure, row, first, first + fit, width, out);
        buffer_puts(out, "\n");
    }
}

void format_terminal(const struct format_source *source, struct buffer *out)
{
    const struct figure *figure = source->figure;
    int columns = figure->options.columns > 0 ? figure->options.columns : USUAL_COLUMNS;
    put_bold(figure, figure->title, out);
    put_paragraph(figure->subtitle.data, columns, out);
    buffer_puts(out, "\n");
    if (figure->options.linked)
        put_link(figure, columns, out);
    else
        put_grid(figure, columns, out);
    if (figure->formula.size)
        put_paragraph(figure->formula.data, columns, out);
    put_paragraph(figure->caption.data, columns, out);
    put_paragraph(figure->instructions.data, columns, out);
    struct buffer stamp = {0};
    buffer_printf(&stamp, "%s · cbsz %d, abid %d · %s · smfviz %s", figure->arch, figure->cbsz,
                  figure->abid, figure->provenance.data, SMFVIZ_VERSION);
    if (stamp.failed)
        out->failed = true;
    else
        put_paragraph(stamp.data, columns, out);
    buffer_free(&stamp);
}

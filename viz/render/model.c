/* A figure's model as text, and its digest. */
#include "render/figure.h"

#include <inttypes.h>

static void put_axis(const char *name, const struct fig_axis *axis, struct buffer *out)
{
    buffer_printf(out, "%s \"%s\"", name, axis->title);
    for (int l = 0; l < axis->n; l++) {
        if (axis->span && l % axis->span == 0)
            buffer_printf(out, " [%s]", axis->heading[l / axis->span]);
        buffer_printf(out, " %s", axis->tick[l]);
    }
    buffer_puts(out, "\n");
    if (axis->slots[0][0]) {
        buffer_printf(out, "%s slots", name);
        for (int l = 0; l < axis->n; l++)
            buffer_printf(out, " %s", axis->slots[l]);
        buffer_puts(out, "\n");
    }
    for (int b = 0; b < axis->n_bits; b++) {
        buffer_printf(out, "%s bits", name);
        for (int l = 0; l < axis->n / axis->bits_span; l++)
            buffer_printf(out, " [%s]", axis->bits[l][b]);
        buffer_puts(out, "\n");
    }
}

/* A cell's elements and registers, its group and what is written into it. */
static void put_cell(const struct figure *figure, enum opmap_operand operand,
                     const struct fig_cell *cell, struct buffer *out)
{
    char text[OPMAP_TEXT_BYTES];
    for (int s = 0; s < cell->n_slots; s++) {
        buffer_printf(out, " %s", opmap_coord_text(operand, cell->coord[s], text));
        buffer_printf(out, " %s", opmap_slot_text(cell->slot[s], text));
    }
    buffer_printf(out, " group %d \"", cell->group);
    if (figure->options.owner)
        buffer_printf(out, "%s%s", cell->head, cell->tail);
    else if (cell->n_slots)
        buffer_printf(out, "%s %s", cell->vgpr, cell->lane);
    for (int s = 0; s < cell->n_slots && figure->show_bits; s++)
        buffer_printf(out, " %s", cell->bits[s]);
    buffer_puts(out, "\"\n");
}

static void put_grid(const struct figure *figure, struct buffer *out)
{
    put_axis("rows", &figure->rows, out);
    put_axis("columns", &figure->columns, out);
    for (int n = 0; n < figure->n_cells; n++) {
        buffer_printf(out, "cell %d %d", n / figure->columns.n, n % figure->columns.n);
        put_cell(figure, figure->options.operand, &figure->cells[n], out);
    }
}

static void put_link(const struct figure *figure, struct buffer *out)
{
    const struct fig_link *link = &figure->link;
    buffer_printf(out, "link row %d K group %d selectors %d %d\n", link->i, link->q,
                  link->selector[0], link->selector[1]);
    for (enum opmap_operand o = 0; o < OPMAP_N_OPERANDS; o++) {
        for (int n = 0; n < link->n[o]; n++) {
            const struct fig_cell *cell = &figure->cells[link->first[o] + n];
            buffer_puts(out, cell->traced ? "traced" : "beside");
            put_cell(figure, o, cell, out);
        }
    }
}

static void put_lines(const char *name, const struct buffer *text, struct buffer *out)
{
    for (size_t at = 0; at < text->size;) {
        size_t end = at;
        while (end < text->size && text->data[end] != '\n')
            end++;
        buffer_printf(out, "%s %.*s\n", name, (int)(end - at), text->data + at);
        at = end + 1;
    }
}

void figure_text(const struct figure *figure, struct buffer *out)
{
    buffer_printf(out, "figure %s\n", figure->title);
    put_lines("subtitle", &figure->subtitle, out);
    put_lines("instructions", &figure->instructions, out);
    buffer_printf(out, "arch %s cbsz %d abid %d\n", figure->arch, figure->cbsz, figure->abid);
    put_lines("caption", &figure->caption, out);
    put_lines("formula", &figure->formula, out);
    buffer_printf(out, "palette %s paper %06" PRIx32 " ink %06" PRIx32 " %06" PRIx32 "\n",
                  figure->palette->name, figure->palette->paper, figure->palette->ink,
                  figure->palette->ink_soft);
    for (int g = 0; g < figure->n_groups; g++)
        buffer_printf(out, "group %d \"%s\" cell %06" PRIx32 " band %06" PRIx32 "\n", g,
                      figure->group[g].label, figure_cell_colour(figure, g),
                      figure_band_colour(figure, g));
    (figure->options.linked ? put_link : put_grid)(figure, out);
}

uint64_t figure_digest(const char *text, size_t n_bytes)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t n = 0; n < n_bytes; n++) {
        hash ^= (unsigned char)text[n];
        hash *= UINT64_C(0x100000001b3);
    }
    return hash;
}

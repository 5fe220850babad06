/* What a figure says in words: each sentence and each formula is derived from, and checked on, the
 * cells that are drawn. */
#include "base/text.h"
#include "render/figure.h"
#include "render/formula.h"

#include <stdlib.h>
#include <string.h>

static bool is_compressed(const struct figure *figure)
{
    return figure->options.operand <= OPMAP_IDX;
}

/* Sentences. */

/* "Lanes 0–15 hold k 0–15, lanes 16–31 k 16–31." */
static void describe_groups(struct figure *figure)
{
    static const char *const unit[OPMAP_N_OPERANDS] = {"k", "k", "k", "rows"};
    struct buffer *out = &figure->caption;
    if (figure->n_groups > PALETTE_HUES)
        return;
    for (int g = 0; g < figure->n_groups; g++) {
        bool held[FIG_MAX_LINES] = {false};
        for (int n = 0; n < figure->n_cells; n++) {
            const struct fig_cell *cell = &figure->cells[n];
            if (cell->group != g || !cell->n_slots)
                continue;
            if (is_compressed(figure))
                memset(&held[4 * cell->coord[0].q], true, 4);
            else
                held[figure->options.operand == OPMAP_B ? cell->coord[0].k : cell->coord[0].i] =
                    true;
        }
        const char *label = figure->group[g].label;
        buffer_printf(out, "%s%c%s %s%s ", g ? ", " : "", g ? label[0] : label[0] - 'a' + 'A',
                      label + 1, g ? "" : "hold ", unit[figure->options.operand]);
        text_ranges(held, FIG_MAX_LINES, out);
    }
    buffer_puts(out, ". ");
}

/* "31:24", "31:16, 7:0": a set of bits as the manuals write ranges. */
static void put_bit_ranges(const bool *member, int n, struct buffer *out)
{
    const char *comma = "";
    for (int hi = n - 1, lo; hi >= 0; hi = lo - 1) {
        lo = hi;
        if (!member[hi])
            continue;
        while (lo > 0 && member[lo - 1])
            lo--;
        buffer_printf(out, hi > lo ? "%s%d:%d" : "%s%d", comma, hi, lo);
        comma = ", ";
    }
}

/* Whose the other bits of the index register are. Says nothing unless the cells use as many as one
 * set has. */
static void describe_other_sets(struct figure *figure, const bool *used)
{
    int others = isa_index_sets(figure->insn) - 1, n_used = 0;
    bool unused[ISA_VGPR_BITS];
    for (int b = 0; b < ISA_VGPR_BITS; b++) {
        n_used += used[b];
        unused[b] = !used[b];
    }
    if (others < 1 || n_used != isa_index_bits(figure->insn))
        return;
    struct buffer *out = &figure->caption;
    buffer_printf(out, " These are the set of cbsz %d, abid %d; bits ", figure->cbsz, figure->abid);
    put_bit_ranges(unused, ISA_VGPR_BITS, out);
    buffer_puts(out, " belong to ");
    if (others == 1)
        buffer_puts(out, "the other index set.");
    else
        buffer_printf(out, "the %d other index sets.", others);
}

/* Values a lane, which VGPRs, and which bits; each only where all lanes agree. */
static void describe_registers(struct figure *figure)
{
    bool vgprs[256] = {false}, bits[256] = {false};
    int per_lane[ISA_LANES] = {0}, lanes = 0, slots = 0;
    for (int n = 0; n < figure->n_cells; n++) {
        const struct fig_cell *cell = &figure->cells[n];
        for (int s = 0; s < cell->n_slots; s++) {
            const struct opmap_slot *slot = &cell->slot[s];
            lanes += per_lane[slot->lane]++ == 0;
            slots++;
            vgprs[slot->vgpr] = true;
            for (int b = slot->bit_lo; b <= slot->bit_hi; b++)
                bits[b] = true;
            bits[slot->bit_lo] = bits[slot->bit_hi] = true;
        }
    }
    struct buffer *out = &figure->caption;
    bool even = true;
    for (int lane = 0; lane < ISA_LANES; lane++)
        even = even && (!per_lane[lane] || per_lane[lane] * lanes == slots);
    if (even && !figure->options.dense_axis) {
        static const char *const thing[OPMAP_N_OPERANDS] = {"values", "selectors", "elements",
                                                            "elements"};
        buffer_printf(out, "Each of the %d lanes holds %d %s: VGPR ", lanes, slots / lanes,
                      thing[figure->options.operand]);
    } else {
        buffer_puts(out, "VGPRs used: ");
    }
    text_ranges(vgprs, 256, out);
    buffer_puts(out, ", bits ");
    put_bit_ranges(bits, 256, out);
    buffer_puts(out, ".");
    if (figure->options.operand == OPMAP_IDX)
        describe_other_sets(figure, bits);
}

/* Formulas. */

static enum status describe_formula(struct figure *figure, struct error *err)
{
    int n = 0;
    struct formula_element *elements =
        calloc((size_t)figure->n_cells * FIG_MAX_CELL_SLOTS, sizeof *elements);
    if (!elements)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    for (int c = 0; c < figure->n_cells; c++) {
        const struct fig_cell *cell = &figure->cells[c];
        for (int s = 0; s < cell->n_slots; s++)
            elements[n++] = (struct formula_element){cell->coord[s], cell->slot[s]};
    }
    const struct render_options *options = &figure->options;
    struct formula_set set;
    enum status status = options->owner ? formula_inverse(elements, n, options->operand, &set, err)
                                        : formula_forward(elements, n, options->operand,
                                                          options->dense_axis, &set, err);
    if (!status)
        formula_text(&set, &figure->formula);
    if (options->owner && set.n_lines)
        buffer_puts(&figure->formula, figure->columns.span ? "(L lane, G VGPR, b lowest bit)\n"
                                                           : "(L lane, G VGPR)\n");
    free(elements);
    return status;
}

enum status figure_describe(struct figure *figure, struct error *err)
{
    describe_groups(figure);
    describe_registers(figure);
    return describe_formula(figure, err);
}

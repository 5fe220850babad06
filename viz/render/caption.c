/* What a figure says in words: each sentence and each formula is derived from, and checked on, the
 * cells that are drawn. */
#include "render/figure.h"
#include "render/fit.h"

#include <stdlib.h>
#include <string.h>

static int n_cells(const struct figure *figure) { return figure->rows.n * figure->columns.n; }

static bool is_compressed(const struct figure *figure) { return figure->columns.span != 0; }

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
        for (int n = 0; n < n_cells(figure); n++) {
            const struct fig_cell *cell = &figure->cells[n];
            if (cell->group != g)
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
        figure_ranges(held, FIG_MAX_LINES, out);
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
    buffer_puts(out, " Bits ");
    put_bit_ranges(unused, ISA_VGPR_BITS, out);
    buffer_printf(out, " are not read with cbsz %d, abid %d: they belong to ", figure->cbsz,
                  figure->abid);
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
    for (int n = 0; n < n_cells(figure); n++) {
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
    figure_ranges(vgprs, 256, out);
    buffer_puts(out, ", bits ");
    put_bit_ranges(bits, 256, out);
    buffer_puts(out, ".");
    if (figure->options.operand == OPMAP_IDX)
        describe_other_sets(figure, bits);
}

/* Formulas. */

enum target { TARGET_LANE, TARGET_VGPR, TARGET_BIT_LO, TARGET_SPREAD, N_TARGETS };

static int target_value(const struct opmap_slot *slot, enum target target)
{
    switch (target) {
    case TARGET_LANE:
        return slot->lane;
    case TARGET_VGPR:
        return slot->vgpr;
    case TARGET_BIT_LO:
        return slot->bit_lo;
    default:
        return slot->bit_hi - slot->bit_lo;
    }
}

/* The coordinates a reader of this figure has: (q, i, s), dense (k, i, s), (k, j) or (i, j). */
static int variables(const struct figure *figure, const char *names[FIT_MAX_VARIABLES])
{
    switch (figure->options.operand) {
    case OPMAP_B:
        names[0] = "k", names[1] = "j";
        return 2;
    case OPMAP_CD:
        names[0] = "i", names[1] = "j";
        return 2;
    default:
        names[0] = figure->options.dense_axis ? "k" : "q", names[1] = "i", names[2] = "s";
        return 3;
    }
}

static void coordinates(const struct figure *figure, const struct opmap_coord *coord,
                        int x[FIT_MAX_VARIABLES])
{
    switch (figure->options.operand) {
    case OPMAP_B:
        x[0] = coord->k, x[1] = coord->j;
        break;
    case OPMAP_CD:
        x[0] = coord->i, x[1] = coord->j;
        break;
    default:
        x[0] = figure->options.dense_axis ? coord->k : coord->q;
        x[1] = coord->i, x[2] = coord->s;
        break;
    }
}

static bool fit_target(const struct figure *figure, struct fit_sample *samples, enum target target,
                       int n_variables, struct fit_formula *formula)
{
    int n_samples = 0;
    for (int n = 0; n < n_cells(figure); n++) {
        const struct fig_cell *cell = &figure->cells[n];
        for (int s = 0; s < cell->n_slots; s++) {
            struct fit_sample *sample = &samples[n_samples++];
            coordinates(figure, &cell->coord[s], sample->x);
            sample->value = target_value(&cell->slot[s], target);
        }
    }
    return fit_formula(samples, n_samples, n_variables, formula);
}

/* "bits b+7 : b, b = 16·(q mod 2) + 8·s", or "bits 31 : 0" where they are always the same. */
static void put_bits(const struct fit_formula *low, int spread, const char *const names[],
                     struct buffer *out)
{
    if (!low->n_terms) {
        buffer_printf(out, "bits = %d:%d\n", low->constant + spread, low->constant);
        return;
    }
    buffer_printf(out, "bits = b%s%d:b,  b = ", spread < 0 ? "−" : "+", abs(spread));
    fit_text(low, names, out);
    buffer_puts(out, "\n");
}

static void describe_formula(struct figure *figure)
{
    struct buffer *out = &figure->formula;
    struct fit_sample *samples =
        calloc((size_t)n_cells(figure) * FIG_MAX_CELL_SLOTS, sizeof *samples);
    if (!samples) {
        out->failed = true;
        return;
    }
    const char *names[FIT_MAX_VARIABLES];
    int n_variables = variables(figure, names);
    struct fit_formula formula[N_TARGETS];
    bool holds[N_TARGETS];
    for (enum target t = 0; t < N_TARGETS; t++)
        holds[t] = fit_target(figure, samples, t, n_variables, &formula[t]);
    if (holds[TARGET_LANE]) {
        buffer_puts(out, "lane = ");
        fit_text(&formula[TARGET_LANE], names, out);
        buffer_puts(out, "\n");
    }
    if (holds[TARGET_VGPR]) {
        buffer_puts(out, "VGPR = ");
        fit_text(&formula[TARGET_VGPR], names, out);
        buffer_puts(out, "\n");
    }
    if (holds[TARGET_BIT_LO] && holds[TARGET_SPREAD] && !formula[TARGET_SPREAD].n_terms)
        put_bits(&formula[TARGET_BIT_LO], formula[TARGET_SPREAD].constant, names, out);
    free(samples);
}

void figure_describe(struct figure *figure)
{
    describe_groups(figure);
    describe_registers(figure);
    describe_formula(figure);
}

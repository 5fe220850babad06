#include "render/formula.h"

#include <stdlib.h>
#include <string.h>

/* What a formula is about: a number of an element or of its slot. */
enum number { LANE, VGPR, BIT_LO, SPREAD, ROW, COLUMN, DEPTH, GROUP, SLOT };

static int value_of(const struct formula_element *e, enum number number)
{
    switch (number) {
    case LANE:
        return e->slot.lane;
    case VGPR:
        return e->slot.vgpr;
    case BIT_LO:
        return e->slot.bit_lo;
    case SPREAD:
        return e->slot.bit_hi - e->slot.bit_lo;
    case ROW:
        return e->coord.i;
    case COLUMN:
        return e->coord.j;
    case DEPTH:
        return e->coord.k;
    case GROUP:
        return e->coord.q;
    default:
        return e->coord.s;
    }
}

static const char *name_of(enum number number)
{
    static const char *const names[] = {"L", "G", "b", "", "i", "j", "k", "q", "s"};
    return names[number];
}

/* The coordinates of an element, the one that decides most first. */
static int coordinates(enum opmap_operand operand, bool dense, enum number number[3])
{
    switch (operand) {
    case OPMAP_B:
        number[0] = DEPTH, number[1] = COLUMN;
        return 2;
    case OPMAP_CD:
        number[0] = ROW, number[1] = COLUMN;
        return 2;
    default:
        number[0] = dense ? DEPTH : GROUP, number[1] = ROW, number[2] = SLOT;
        return 3;
    }
}

/* Samples, filled anew for each target. */
struct work {
    const struct formula_element *elements;
    int n_elements, n_variables;
    enum number variable[FIT_MAX_VARIABLES];
    struct fit_sample *samples;
};

static enum status start(struct work *work, struct formula_set *set, struct error *err)
{
    *set = (struct formula_set){0};
    for (int v = 0; v < work->n_variables; v++)
        set->variable[v] = name_of(work->variable[v]);
    work->samples = calloc((size_t)work->n_elements + 1, sizeof *work->samples);
    if (!work->samples)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    for (int n = 0; n < work->n_elements; n++)
        for (int v = 0; v < work->n_variables; v++)
            work->samples[n].x[v] = value_of(&work->elements[n], work->variable[v]);
    return STATUS_OK;
}

static bool fit(struct work *work, enum number target, struct fit_formula *formula)
{
    for (int n = 0; n < work->n_elements; n++)
        work->samples[n].value = value_of(&work->elements[n], target);
    return fit_formula(work->samples, work->n_elements, work->n_variables, formula);
}

static void add(struct work *work, enum number target, const char *name, struct formula_set *set)
{
    struct formula_line *line = &set->line[set->n_lines];
    line->name = name;
    set->n_lines += fit(work, target, &line->fit);
}

enum status formula_forward(const struct formula_element *elements, int n_elements,
                            enum opmap_operand operand, bool dense, struct formula_set *set,
                            struct error *err)
{
    struct work work = {.elements = elements, .n_elements = n_elements};
    struct fit_formula spread;
    work.n_variables = coordinates(operand, dense, work.variable);
    enum status status = start(&work, set, err);
    if (status)
        return status;
    add(&work, LANE, "lane", set);
    add(&work, VGPR, "VGPR", set);
    if (fit(&work, SPREAD, &spread) && !spread.n_terms) {
        set->spread = spread.constant;
        add(&work, BIT_LO, "b", set);
    }
    free(work.samples);
    return STATUS_OK;
}

enum status formula_inverse(const struct formula_element *elements, int n_elements,
                            enum opmap_operand operand, struct formula_set *set, struct error *err)
{
    struct work work = {elements, n_elements, 3, {LANE, VGPR, BIT_LO}, NULL};
    enum number target[3];
    int n_targets = coordinates(operand, false, target);
    if (n_targets == 3) { /* as A[i][q.s] has them */
        target[0] = ROW;
        target[1] = GROUP;
    }
    enum status status = start(&work, set, err);
    if (status)
        return status;
    for (int t = 0; t < n_targets; t++)
        add(&work, target[t], name_of(target[t]), set);
    free(work.samples);
    return STATUS_OK;
}

/* "bits = b+7:b,  b = 16·(q mod 2) + 8·s", or "bits = 31:0" where they are always the same. */
static void put_bits(const struct formula_set *set, const struct fit_formula *low,
                     struct buffer *out)
{
    if (!low->n_terms) {
        buffer_printf(out, "bits = %d:%d\n", low->constant + set->spread, low->constant);
        return;
    }
    buffer_printf(out, "bits = b%s%d:b,  b = ", set->spread < 0 ? "−" : "+", abs(set->spread));
    fit_text(low, set->variable, out);
    buffer_puts(out, "\n");
}

void formula_text(const struct formula_set *set, struct buffer *out)
{
    for (int l = 0; l < set->n_lines; l++) {
        const struct formula_line *line = &set->line[l];
        if (!strcmp(line->name, "b")) {
            put_bits(set, &line->fit, out);
            continue;
        }
        buffer_printf(out, "%s = ", line->name);
        fit_text(&line->fit, set->variable, out);
        buffer_puts(out, "\n");
    }
}

void formula_tex(const struct formula_set *set, int line, struct buffer *out)
{
    static const char bit[] = "\\text{bit}"; /* as docs/formulas.md names b */
    const struct formula_line *l = &set->line[line];
    const char *names[FIT_MAX_VARIABLES];
    for (int v = 0; v < FIT_MAX_VARIABLES; v++)
        names[v] = set->variable[v] && !strcmp(set->variable[v], "b") ? bit : set->variable[v];
    bool word = l->name[1]; /* "lane", "VGPR" */
    if (!strcmp(l->name, "b"))
        buffer_printf(out, "%s &= ", bit);
    else
        buffer_printf(out, word ? "\\text{%s} &= " : "%s &= ", l->name);
    fit_tex(&l->fit, names, out);
}

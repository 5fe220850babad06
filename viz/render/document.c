#include "base/text.h"
#include "render/document.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "render/formula.h"

enum { MAX_RUNS = 128 };

/* Consecutive rows, k or K groups whose elements are in the same lanes: one line of a table. */
struct run {
    int lo, hi; /* of rows or of k, inclusive */
    int n_elements;
    bool lanes[ISA_LANES], vgprs[256], bits[256];
};

static bool by_k(enum opmap_operand operand) { return operand != OPMAP_CD; }

static int line_of(enum opmap_operand operand, struct opmap_coord coord)
{
    return operand == OPMAP_CD ? coord.i : operand == OPMAP_B ? coord.k : coord.q;
}

static void add_element(struct run *run, struct opmap_slot slot)
{
    run->n_elements++;
    run->lanes[slot.lane] = true;
    run->vgprs[slot.vgpr] = true;
    for (int b = slot.bit_lo; b <= slot.bit_hi; b++)
        run->bits[b] = true;
}

static int count(const bool *member, int n)
{
    int sum = 0;
    for (int m = 0; m < n; m++)
        sum += member[m];
    return sum;
}

/* The elements fill the lanes and registers of their line, each once: so says the line. */
static bool is_exact(const struct run *run, int element_bits)
{
    return count(run->lanes, ISA_LANES) * count(run->vgprs, 256) * count(run->bits, 256) ==
           run->n_elements * element_bits;
}

/* Finds the lines of the table; 0 if one of them would not be exact. */
static int find_runs(const struct opmap *map, enum opmap_operand operand, struct run runs[MAX_RUNS])
{
    int n_elements = opmap_count(map->insn, operand), n_lines = 0, n_runs = 0;
    int per_line = operand <= OPMAP_IDX ? 4 : 1; /* a K group is four k */
    const struct opmap_slot *slots = map->slot[operand];
    int bits = slots[0].bit_hi - slots[0].bit_lo + 1;
    static const struct run empty;
    for (int n = 0; n < n_elements; n++) {
        int line = line_of(operand, opmap_coord(map->insn, operand, n));
        n_lines = line >= n_lines ? line + 1 : n_lines;
    }
    for (int line = 0; line < n_lines; line++) {
        struct run run = {line * per_line, line * per_line + per_line - 1, 0, {0}, {0}, {0}};
        for (int n = 0; n < n_elements; n++)
            if (line_of(operand, opmap_coord(map->insn, operand, n)) == line)
                add_element(&run, slots[n]);
        struct run *last = n_runs ? &runs[n_runs - 1] : NULL;
        if (last && !memcmp(last->lanes, run.lanes, sizeof run.lanes)) {
            last->hi = run.hi;
            last->n_elements += run.n_elements;
            for (int m = 0; m < 256; m++) {
                last->vgprs[m] = last->vgprs[m] || run.vgprs[m];
                last->bits[m] = last->bits[m] || run.bits[m];
            }
        } else if (n_runs == MAX_RUNS) {
            return 0;
        } else {
            runs[n_runs] = empty;
            runs[n_runs++] = run;
        }
    }
    for (int r = 0; r < n_runs; r++)
        if (!is_exact(&runs[r], bits))
            return 0;
    return n_runs;
}

static void put_table(const struct opmap *map, enum opmap_operand operand,
                      enum document_markup markup, struct buffer *out)
{
    struct run runs[MAX_RUNS];
    int n_runs = find_runs(map, operand, runs);
    bool bits = operand == OPMAP_IDX;
    const char *first = by_k(operand) ? "k" : "Rows", *last = bits ? "Bits" : "VGPRs";
    if (!n_runs) {
        buffer_puts(out, "No table of a few lines holds for every element.\n\n");
        return;
    }
    buffer_puts(out, by_k(operand) ? "The k-to-lane mapping:\n\n" : "The row-to-lane mapping:\n\n");
    if (markup == DOCUMENT_RST)
        buffer_printf(out,
                      ".. list-table::\n   :header-rows: 1\n   :widths: auto\n\n   * - %s\n     - "
                      "Lanes\n     - %s\n",
                      first, last);
    else
        buffer_printf(out, "| %s | Lanes | %s |\n|---|---|---|\n", first, last);
    const char *open = markup == DOCUMENT_RST ? "   * - " : "| ";
    const char *next = markup == DOCUMENT_RST ? "\n     - " : " | ";
    const char *close = markup == DOCUMENT_RST ? "\n" : " |\n";
    for (int r = 0; r < n_runs; r++) {
        buffer_printf(out, "%s%d–%d%s", open, runs[r].lo, runs[r].hi, next);
        text_ranges(runs[r].lanes, ISA_LANES, out);
        buffer_puts(out, next);
        text_ranges(bits ? runs[r].bits : runs[r].vgprs, 256, out);
        buffer_puts(out, close);
    }
    buffer_puts(out, "\n");
}

/* The lines of one block of formulas. */
static void put_math(const struct formula_set *set, enum document_markup markup, struct buffer *out)
{
    bool rst = markup == DOCUMENT_RST;
    if (!set->n_lines) {
        buffer_puts(out, "No simple formula holds for every element.\n\n");
        return;
    }
    buffer_puts(out, rst ? ".. math::\n\n" : "$$\n\\begin{aligned}\n");
    for (int l = 0; l < set->n_lines; l++) {
        buffer_puts(out, rst ? "   " : "");
        formula_tex(set, l, out);
        buffer_puts(out, l + 1 < set->n_lines ? " \\\\\n" : "\n");
    }
    buffer_puts(out, rst ? "\n" : "\\end{aligned}\n$$\n\n");
}

/* Words with :math:`…` for each $…$ where the markup wants it. */
static void put_words(const char *text, enum document_markup markup, struct buffer *out)
{
    bool open = false;
    for (; *text; text++) {
        if (*text != '$') {
            buffer_append(out, text, 1);
        } else if (markup == DOCUMENT_MD) {
            buffer_puts(out, "$");
        } else {
            buffer_puts(out, open ? "`" : ":math:`");
            open = !open;
        }
    }
}

static enum status put_operand(const struct opmap *map, enum opmap_operand operand,
                               enum document_markup markup, struct buffer *out, struct error *err)
{
    static const char *const given[OPMAP_N_OPERANDS] = {
        "A (sparse, 2:4) operand.** Given the value of row $i$ that K group\n"
        "$q = \\lfloor k / 4 \\rfloor$ stores in slot $s$, 0 or 1",
        "compression index.** Given row $i$, K group $q = \\lfloor k / 4 \\rfloor$\n"
        "and slot $s$, whose 2-bit selector says which k of the group it stands for",
        "B (dense) operand.** Given element $(k, j)$",
        "accumulator.** Given output element $(i, j)$",
    };
    static const char *const conversely[] = {
        "Conversely, given lane $L$, VGPR index $G$ and lowest bit:\n\n",
        "Conversely, given lane $L$ and VGPR index $G$:\n\n",
    };
    int n_elements = opmap_count(map->insn, operand);
    struct formula_element *elements = calloc((size_t)n_elements, sizeof *elements);
    struct formula_set set;
    if (!elements)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    for (int n = 0; n < n_elements; n++)
        elements[n] =
            (struct formula_element){opmap_coord(map->insn, operand, n), map->slot[operand][n]};
    enum status status = formula_forward(elements, n_elements, operand, false, &set, err);
    /* Where an element fills its register there is nothing to say about bits. */
    bool whole = status == STATUS_OK && set.spread == ISA_VGPR_BITS - 1;
    if (whole && set.n_lines && !strcmp(set.line[set.n_lines - 1].name, "b"))
        set.n_lines--;
    if (status == STATUS_OK) {
        char shape[64];
        snprintf(shape, sizeof shape, "$%d \\times %d$, **K=%d ", map->insn->m, map->insn->n,
                 map->insn->k);
        put_words(shape, markup, out);
        put_words(given[operand], markup, out);
        if (!whole)
            buffer_printf(out, ";\nbit is the lowest of its %d", set.spread + 1);
        buffer_puts(out, ":\n\n");
        put_math(&set, markup, out);
        status = formula_inverse(elements, n_elements, operand, &set, err);
    }
    if (status == STATUS_OK) {
        put_words(conversely[operand == OPMAP_CD], markup, out);
        put_math(&set, markup, out);
        put_table(map, operand, markup, out);
    }
    free(elements);
    return status;
}

static enum status check_same(const struct opmap *const *maps, int n_maps, struct error *err)
{
    for (int m = 1; m < n_maps; m++)
        for (enum opmap_operand o = 0; o < OPMAP_N_OPERANDS; o++)
            for (int n = 0; n < opmap_count(maps[0]->insn, o); n++)
                if (!opmap_slot_equal(maps[0]->slot[o][n], maps[m]->slot[o][n])) {
                    char text[OPMAP_TEXT_BYTES];
                    return error_set(err, STATUS_DIFFERS,
                                     "%s is elsewhere in %s than in %s: no common text",
                                     opmap_coord_text(o, opmap_coord(maps[0]->insn, o, n), text),
                                     maps[m]->insn->name, maps[0]->insn->name);
                }
    return STATUS_OK;
}

/* Which instructions, and who says so: a comment, which a page keeps for its next author. */
static void put_source(const struct opmap *const *maps, int n_maps, enum document_markup markup,
                       struct buffer *out)
{
    const struct opmap_provenance *p = &maps[0]->provenance;
    bool rst = markup == DOCUMENT_RST;
    buffer_puts(out, rst ? ".. " : "<!-- ");
    for (int m = 0; m < n_maps; m++)
        buffer_printf(out, "%sv_smfmac_%s", m ? rst ? ",\n   " : ",\n" : "", maps[m]->insn->name);
    buffer_printf(out, "%scbsz %d, abid %d; %s, %s, %s%s%s; smfviz %s%s\n\n",
                  rst ? ":\n   " : ":\n", maps[0]->cbsz, maps[0]->abid,
                  opmap_source_name(p->source), p->device, p->arch, p->attest[0] ? "; " : "",
                  p->attest, SMFVIZ_VERSION, rst ? "" : " -->");
}

enum status document_layout(const struct opmap *const *maps, int n_maps,
                            enum document_markup markup, struct buffer *out, struct error *err)
{
    enum status status = check_same(maps, n_maps, err);
    if (status != STATUS_OK)
        return status;
    put_source(maps, n_maps, markup, out);
    for (enum opmap_operand o = 0; o < OPMAP_N_OPERANDS && status == STATUS_OK; o++)
        status = put_operand(maps[0], o, markup, out, err);
    return status == STATUS_OK ? buffer_check(out, err) : status;
}

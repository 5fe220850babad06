#include <stdio.h>

#include "render/explain_figure.h"

const char *explain_title(const struct explain *explain, char title[EXPLAIN_TITLE_BYTES])
{
    snprintf(title, EXPLAIN_TITLE_BYTES, "D[%d][%d] of %s", explain->i, explain->j,
             explain->insn->name);
    return title;
}

static void term_words(const struct explain *e, const struct explain_group *g, int s,
                       struct buffer *out)
{
    const struct explain_term *t = &g->term[s];
    char idx[OPMAP_TEXT_BYTES], a[OPMAP_TEXT_BYTES], b[OPMAP_TEXT_BYTES];
    buffer_printf(out,
                  "Slot %d: selector %d in %s; A %.9g in %s times B[%d][%d] %.9g in %s: %.9g.\n", s,
                  t->selector, opmap_slot_text(t->idx_at, idx), t->a, opmap_slot_text(t->a_at, a),
                  t->k, e->j, t->b, opmap_slot_text(t->b_at, b), t->product);
}

void explain_words(const struct explain *e, struct buffer *out)
{
    char at[OPMAP_TEXT_BYTES];
    buffer_printf(out, "Row %d of A times column %d of B.\n", e->i, e->j);
    for (int n = 0; n < e->n_groups; n++) {
        const struct explain_group *g = &e->group[n];
        buffer_printf(out, "k %d to %d: pattern %s, nibble %X%s.\n", 4 * g->q, 4 * g->q + 3,
                      g->pattern, g->nibble, g->legal ? "" : ", illegal");
        term_words(e, g, 0, out);
        term_words(e, g, 1, out);
    }
    buffer_printf(out, "C %.9g and products %.9g make D %.9g, in %s. %s\n", e->c, e->products, e->d,
                  opmap_slot_text(e->cd_at, at), explain_exactness(e));
    if (e->executed)
        buffer_printf(out, "Executed, %s: %.9g.\n", opmap_source_name(e->provenance.source),
                      explain_cd_value(e->insn, e->executed_code));
}

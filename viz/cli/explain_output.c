#include "cli/explain_output.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>

#include "cli/cli.h"

/* --- text --- */

static void text_head(const struct explain *e, struct buffer *out)
{
    const struct opmap_provenance *p = &e->provenance;
    char kind[OPMAP_KIND_BYTES];
    buffer_printf(out, "D[%d][%d] of %s  cbsz %d  abid %d\n", e->i, e->j, e->insn->name, e->cbsz,
                  e->abid);
    if (p->source == OPMAP_FORMULA)
        buffer_printf(out, "registers: %s, the documented layout of %s, not a device's\n",
                      opmap_source_name(p->source), p->arch);
    else
        buffer_printf(out, "registers: %s, %s, %s%s%s\n", opmap_kind_text(p, kind), p->device,
                      p->arch, p->attest[0] ? "; " : "", p->attest);
    buffer_printf(out, "data: %s\n\nrow %d of A:", e->data, e->i);
    for (int g = 0; g < e->n_groups; g++)
        buffer_printf(out, " %s", e->group[g].pattern);
    buffer_puts(out, "   x non-zero, o stored zero\nindex nibbles:");
    for (int g = 0; g < e->n_groups; g++)
        buffer_printf(out, " %X", e->group[g].nibble);
    buffer_puts(out, "\n\n");
}

/* One stored value; the group is named before its first. */
static void text_term(const struct explain *e, const struct explain_group *group, int s,
                      struct buffer *out)
{
    const struct explain_term *t = &group->term[s];
    char k[16] = "", pattern[8] = "", nibble[8] = "", b[OPMAP_TEXT_BYTES];
    char idx_at[OPMAP_TEXT_BYTES], a_at[OPMAP_TEXT_BYTES], b_at[OPMAP_TEXT_BYTES];
    if (s == 0) {
        snprintf(k, sizeof k, "%d..%d", 4 * group->q, 4 * group->q + 3);
        snprintf(pattern, sizeof pattern, "%s", group->pattern);
        snprintf(nibble, sizeof nibble, "%X%s", group->nibble, group->legal ? "" : "!");
    }
    snprintf(b, sizeof b, "B[%d][%d]", t->k, e->j);
    buffer_printf(out, "%-8s %-5s %-6s  %d   %-14s %12.9g  %-14s  %-10s %12.9g  %-14s  %14.9g\n", k,
                  pattern, nibble, t->selector, opmap_slot_text(t->idx_at, idx_at), t->a,
                  opmap_slot_text(t->a_at, a_at), b, t->b, opmap_slot_text(t->b_at, b_at),
                  t->product);
}

static void text_sum(const struct explain *e, struct buffer *out)
{
    char at[OPMAP_TEXT_BYTES], kind[OPMAP_KIND_BYTES];
    buffer_printf(
        out, "\nC[%d][%d] and D[%d][%d] are in %s of C/D.\nD[%d][%d] = %.9g + %.9g = %.9g\n%s\n",
        e->i, e->j, e->i, e->j, opmap_slot_text(e->cd_at, at), e->i, e->j, e->c, e->products, e->d,
        explain_exactness(e));
    if (!e->executed)
        return;
    double found = explain_cd_value(e->insn, e->executed_code);
    const char *verdict = explain_executed_right(e) ? "the same"
                          : e->order_free           ? "WRONG"
                                                    : "rounded otherwise";
    buffer_printf(out, "Executed (%s): %.9g, %s.\n", opmap_kind_text(&e->provenance, kind), found,
                  verdict);
}

void explain_output_text(const struct explain *e, struct buffer *out)
{
    bool legal = true;
    text_head(e, out);
    buffer_printf(out, "%-8s %-5s %-6s %-4s  %-14s %12s  %-14s  %-10s %12s  %-14s  %14s\n", "k",
                  "A", "nibble", "sel.", "in idx", "A value", "in A", "selected", "B value", "in B",
                  "product");
    for (int g = 0; g < e->n_groups; g++)
        for (int s = 0; s < 2; s++) {
            text_term(e, &e->group[g], s, out);
            legal = legal && e->group[g].legal;
        }
    text_sum(e, out);
    if (!legal)
        buffer_puts(out,
                    "! An illegal nibble: selector 0 is not below selector 1. What silicon does "
                    "then is unknown;\n  here, as in the emulator, each slot follows its own "
                    "selector.\n");
}

/* --- JSON --- */

/* JSON has no NaN and no infinities: they become text. */
static json_t *json_number(double value)
{
    if (isnan(value))
        return json_string("NaN");
    if (isinf(value))
        return json_string(value > 0 ? "Infinity" : "-Infinity");
    return json_real(value);
}

static json_t *json_slot(struct opmap_slot slot)
{
    return json_pack("{s:i, s:i, s:i, s:i}", "lane", slot.lane, "vgpr", slot.vgpr, "bit_lo",
                     slot.bit_lo, "bit_hi", slot.bit_hi);
}

/* A value, its code in hexadecimal, and its register. */
static json_t *json_value(double value, uint32_t code, int bits, struct opmap_slot slot)
{
    char text[16];
    snprintf(text, sizeof text, "%0*x", bits / 4, code);
    return json_pack("{s:o, s:s, s:o}", "value", json_number(value), "code", text, "register",
                     json_slot(slot));
}

static json_t *json_term(const struct explain *e, const struct explain_term *t, int s)
{
    int a_bits = isa_type_bits(e->insn->a_type), b_bits = isa_type_bits(e->insn->b_type);
    return json_pack(
        "{s:i, s:i, s:i, s:o, s:o, s:o, s:o}", "slot", s, "selector", t->selector, "k", t->k, "idx",
        json_slot(t->idx_at), "a", json_value(t->a, t->a_code, a_bits, t->a_at), "b",
        json_value(t->b, t->b_code, b_bits, t->b_at), "product", json_number(t->product));
}

static json_t *json_group(const struct explain *e, const struct explain_group *g)
{
    char nibble[2] = {"0123456789ABCDEF"[g->nibble & 15], 0};
    return json_pack("{s:i, s:s, s:s, s:b, s:[o, o]}", "k_group", g->q, "pattern", g->pattern,
                     "nibble", nibble, "legal", g->legal, "terms", json_term(e, &g->term[0], 0),
                     json_term(e, &g->term[1], 1));
}

enum status explain_output_json(const struct explain *e, struct buffer *out, struct error *err)
{
    json_t *groups = json_array();
    for (int g = 0; g < e->n_groups; g++)
        json_array_append_new(groups, json_group(e, &e->group[g]));
    json_t *root = json_pack(
        "{s:i, s:s, s:o, s:s, s:i, s:i, s:o, s:i, s:i, s:o, s:o, s:o, s:b, s:o}", "schema", 1,
        "tool", cli_tool_name(), "provenance", cli_json_provenance(&e->provenance), "name",
        e->insn->name, "cbsz", e->cbsz, "abid", e->abid, "data", cli_json_text(e->data), "i", e->i,
        "j", e->j, "c", json_value(e->c, e->c_code, 32, e->cd_at), "groups", groups, "products",
        json_number(e->products), "order_free", e->order_free, "d",
        json_value(e->d, e->d_code, 32, e->cd_at));
    if (root && e->executed)
        json_object_set_new(root, "executed",
                            json_value(explain_cd_value(e->insn, e->executed_code),
                                       e->executed_code, 32, e->cd_at));
    return cli_json(root, out, err);
}

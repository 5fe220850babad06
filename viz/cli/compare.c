#include "cli/compare.h"

#include <jansson.h>

enum status compare_layouts(const struct compare_side *x, const struct compare_side *y,
                            struct compare_row *row, struct error *err)
{
    const struct opmap *known = x->map ? x->map : y->map;
    *row = (struct compare_row){
        .insn = known->insn,
        .cbsz = known->cbsz,
        .abid = known->abid,
        .only_x = !y->map,
        .only_y = !x->map,
        .reason = {x->reason, y->reason},
    };
    if (row->only_x || row->only_y || x->reason || y->reason)
        return STATUS_OK;
    return check_given(y->map, x->map, &row->report, err);
}

static bool is_compared(const struct compare_row *row)
{
    return !row->only_x && !row->only_y && !row->reason[0] && !row->reason[1];
}

void compare_summarise(const struct compare_row *rows, int n, struct compare_summary *s)
{
    *s = (struct compare_summary){.n_rows = n};
    for (int r = 0; r < n; r++) {
        const struct compare_row *row = &rows[r];
        s->n_only_x += row->only_x;
        s->n_only_y += row->only_y;
        s->n_not_recoverable += row->reason[0] || row->reason[1];
        if (!is_compared(row))
            continue;
        s->n_compared++;
        s->n_equal += row->report.verdict == CHECK_EQUAL;
        s->n_equal_up_to_k += row->report.verdict == CHECK_EQUAL_UP_TO_K;
    }
    s->n_differ = s->n_compared - s->n_equal - s->n_equal_up_to_k;
}

bool compare_agrees(const struct compare_summary *s)
{
    return s->n_compared > 0 && s->n_equal + s->n_equal_up_to_k == s->n_rows;
}

/* --- text --- */

static void text_start(const struct compare_row *row, struct buffer *out)
{
    buffer_printf(out, "%-20s  %4d  %4d", row->insn->name, row->cbsz, row->abid);
}

static void text_operands(const struct compare_row *row, struct buffer *out)
{
    for (int o = 0; o < OPMAP_N_OPERANDS; o++) {
        enum opmap_operand operand = (enum opmap_operand)o;
        const struct check_operand *r = &row->report.operand[o];
        text_start(row, out);
        buffer_printf(out, "  %-7s  %8d  %6d  %s\n", opmap_operand_title(operand), r->compared,
                      r->differ, check_verdict_name(r->verdict));
    }
    for (int o = 0; o < OPMAP_N_OPERANDS; o++) {
        enum opmap_operand operand = (enum opmap_operand)o;
        const struct check_operand *r = &row->report.operand[o];
        char coord[OPMAP_TEXT_BYTES], x[OPMAP_TEXT_BYTES], y[OPMAP_TEXT_BYTES];
        if (r->first < 0)
            continue;
        buffer_printf(out, "    first %s: %s, X has it at %s, Y at %s\n",
                      opmap_operand_title(operand),
                      opmap_coord_text(operand, opmap_coord(row->insn, operand, r->first), coord),
                      opmap_slot_text(r->expected, x), opmap_slot_text(r->found, y));
    }
}

void compare_text(const struct compare_row *rows, int n, struct buffer *out)
{
    buffer_printf(out, "%-20s  %4s  %4s  %-7s  %8s  %6s  %s\n", "instruction", "cbsz", "abid",
                  "operand", "compared", "differ", "verdict");
    for (int r = 0; r < n; r++) {
        const struct compare_row *row = &rows[r];
        if (is_compared(row)) {
            text_operands(row, out);
            continue;
        }
        text_start(row, out);
        if (row->only_x || row->only_y)
            buffer_printf(out, "  only in %s\n", row->only_x ? "X" : "Y");
        else
            buffer_puts(out, "  not recoverable\n");
        for (int side = 0; side < 2; side++)
            if (row->reason[side])
                buffer_printf(out, "    %s: %s\n", side ? "Y" : "X", row->reason[side]);
    }
}

void compare_text_summary(const struct compare_summary *s, struct buffer *out)
{
    buffer_printf(out, "%d layout%s compared: %d equal", s->n_compared,
                  s->n_compared == 1 ? "" : "s", s->n_equal);
    if (s->n_equal_up_to_k)
        buffer_printf(out, ", %d equal up to a K-group permutation", s->n_equal_up_to_k);
    buffer_printf(out, ", %d %s", s->n_differ, s->n_differ == 1 ? "differs" : "differ");
    if (s->n_not_recoverable)
        buffer_printf(out, "; %d not recoverable", s->n_not_recoverable);
    if (s->n_only_x)
        buffer_printf(out, "; %d only in X", s->n_only_x);
    if (s->n_only_y)
        buffer_printf(out, "; %d only in Y", s->n_only_y);
    buffer_puts(out, "\n");
}

/* --- JSON --- */

static json_t *json_slot(struct opmap_slot slot)
{
    return json_pack("{s:i, s:i, s:i, s:i}", "lane", slot.lane, "vgpr", slot.vgpr, "bit_lo",
                     slot.bit_lo, "bit_hi", slot.bit_hi);
}

static json_t *json_operands(const struct compare_row *row)
{
    json_t *operands = json_object();
    for (int o = 0; o < OPMAP_N_OPERANDS; o++) {
        enum opmap_operand operand = (enum opmap_operand)o;
        const struct check_operand *r = &row->report.operand[o];
        char coord[OPMAP_TEXT_BYTES];
        json_t *value = json_pack("{s:s, s:i, s:i}", "verdict", check_verdict_name(r->verdict),
                                  "compared", r->compared, "differ", r->differ);
        if (r->first >= 0)
            json_object_set_new(
                value, "first",
                json_pack(
                    "{s:s, s:o, s:o}", "element",
                    opmap_coord_text(operand, opmap_coord(row->insn, operand, r->first), coord),
                    "x", json_slot(r->expected), "y", json_slot(r->found)));
        json_object_set_new(operands, opmap_operand_title(operand), value);
    }
    return operands;
}

const char *compare_verdict(const struct compare_row *row)
{
    if (row->only_x || row->only_y)
        return row->only_x ? "only in X" : "only in Y";
    if (row->reason[0] || row->reason[1])
        return check_verdict_name(CHECK_NOT_RECOVERABLE);
    return check_verdict_name(row->report.verdict);
}

static json_t *json_row(const struct compare_row *row)
{
    json_t *value = json_pack("{s:s, s:i, s:i, s:s}", "name", row->insn->name, "cbsz", row->cbsz,
                              "abid", row->abid, "verdict", compare_verdict(row));
    if (is_compared(row))
        json_object_set_new(value, "operands", json_operands(row));
    if (row->reason[0])
        json_object_set_new(value, "reason_x", json_string(row->reason[0]));
    if (row->reason[1])
        json_object_set_new(value, "reason_y", json_string(row->reason[1]));
    return value;
}

json_t *compare_json(const struct compare_row *rows, int n)
{
    json_t *values = json_array();
    for (int r = 0; r < n; r++)
        json_array_append_new(values, json_row(&rows[r]));
    return values;
}

json_t *compare_json_summary(const struct compare_summary *s)
{
    return json_pack("{s:i, s:i, s:i, s:i, s:i, s:i, s:i}", "compared", s->n_compared, "equal",
                     s->n_equal, "equal_up_to_k", s->n_equal_up_to_k, "differ", s->n_differ,
                     "not_recoverable", s->n_not_recoverable, "only_x", s->n_only_x, "only_y",
                     s->n_only_y);
}

/* Ranges of variables: 0 <= i < M. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "lint/claims.h"

/* lower, "<" or "<=", name, "<" or "<=", upper */
static const char RANGE[] = "(-?[0-9]+) ?(<=?) ?([[:alpha:]][[:alnum:]_]*) ?(<=?) ?"
                            "([[:alnum:]]+( ?[-/+*] ?[0-9]+)?)";

/* The bound, in one instruction: "M", "64", "K/4", "M - 1"; false if it is none of these. */
static bool bound_value(const char *text, const struct isa_smfmac *insn, long *value)
{
    char *end;
    if (isdigit((unsigned char)*text)) {
        *value = strtol(text, &end, 10);
    } else {
        switch (*text) {
        case 'M':
            *value = insn->m;
            break;
        case 'N':
            *value = insn->n;
            break;
        case 'K':
            *value = insn->k;
            break;
        default:
            return false;
        }
        end = (char *)text + 1;
    }
    end += strspn(end, " ");
    if (!*end)
        return true;
    char sign = *end++;
    long right = strtol(end + strspn(end, " "), &end, 10);
    if (*end || (sign == '/' && right == 0))
        return false;
    *value = sign == '-'   ? *value - right
             : sign == '+' ? *value + right
             : sign == '*' ? *value * right
                           : *value / right;
    return strchr("-+*/", sign) != NULL;
}

/* How many values a variable has; 0: no variable of ours. */
static long true_count(const char *name, const struct isa_smfmac *insn, int operand)
{
    if (!strcmp(name, "i"))
        return insn->m;
    if (!strcmp(name, "j"))
        return insn->n;
    if (!strcmp(name, "k"))
        return insn->k;
    if (!strcmp(name, "kc"))
        return insn->k / 2;
    if (!strcmp(name, "q"))
        return isa_k_groups(insn);
    if (!strcmp(name, "s"))
        return 2;
    if (!strcasecmp(name, "lane"))
        return ISA_LANES;
    if (!strcasecmp(name, "vgpr") && operand != HINT_NO_OPERAND)
        return opmap_vgprs(insn, (enum opmap_operand)operand);
    return 0;
}

struct range {
    const char *lower, *name, *upper;
    bool lower_equal, upper_equal;
};

static void judge_range(struct judge *judge, const struct page_block *block, int line, int unit,
                        const char *said, const struct range *range)
{
    struct hint hint = context_at(&judge->units, unit);
    if (!strcasecmp(range->name, "vgpr") && hint.operand == HINT_NO_OPERAND) {
        claim_unknown(judge, block, line, "range", said, "which operand's registers");
        return;
    }
    if (hint.operand == OPMAP_CD && strcasecmp(range->name, "k") != 0)
        hint.k = hint.width = 0;
    struct isa_selection sel = context_instructions(&hint, judge->archs);
    long compared = 0, differ = 0;
    const char *first = "";
    for (int n = 0; n < sel.n; n++) {
        long upper, truth = true_count(range->name, sel.insn[n], hint.operand);
        if (!truth || !bound_value(range->upper, sel.insn[n], &upper)) {
            claim_unknown(judge, block, line, "range", said,
                          truth ? "the upper bound" : "no variable of layouts");
            return;
        }
        long lower = strtol(range->lower, NULL, 10) + !range->lower_equal;
        upper -= !range->upper_equal;
        compared++;
        if ((lower != 0 || upper != truth - 1) && !differ++)
            first = note_text(judge, "%s: 0 <= %s < %ld", sel.insn[n]->name, range->name, truth);
    }
    if (compared == 0)
        claim_unknown(judge, block, line, "range", said, "which instruction is meant");
    else if (differ)
        claim_wrong(judge, block, line, "range", said, first, compared, differ, first);
    else
        claim_right(judge);
}

/* `cell`: of the table that the unit is; NULL: the unit's own words. */
static void find_ranges(struct judge *judge, const regex_t *regex, int u,
                        const struct page_text *cell)
{
    const struct unit *unit = &judge->units.unit[u];
    const char *flat = cell ? cell_flat(judge, cell) : unit->flat;
    struct arena *arena = &judge->page->arena;
    regmatch_t m[7];
    for (const char *p = flat; regexec(regex, p, 7, m, 0) == 0; p += m[0].rm_eo) {
        const char *part[7];
        for (int k = 0; k < 7; k++)
            part[k] = m[k].rm_so < 0
                          ? ""
                          : arena_copy(arena, p + m[k].rm_so, (size_t)(m[k].rm_eo - m[k].rm_so));
        struct range range = {part[1], part[3], part[5], part[2][1] == '=', part[4][1] == '='};
        int line = cell ? cell->line : unit_line(unit, p + m[0].rm_so);
        judge_range(judge, unit->block, line, u, part[0], &range);
    }
}

void claims_of_ranges(struct judge *judge)
{
    regex_t regex;
    if (regcomp(&regex, RANGE, REG_EXTENDED) != 0)
        return;
    for (int u = 0; u < judge->units.n; u++) {
        const struct unit *unit = &judge->units.unit[u];
        if (unit->kind == UNIT_MATH || unit->kind == UNIT_SENTENCE || unit->kind == UNIT_CAPTION)
            find_ranges(judge, &regex, u, NULL);
        for (int r = 0; unit->kind == UNIT_TABLE && r < unit->block->n_rows; r++)
            for (int c = 0; c < unit->block->rows[r].n_cells; c++)
                find_ranges(judge, &regex, u, &unit->block->rows[r].cells[c]);
    }
    regfree(&regex);
}

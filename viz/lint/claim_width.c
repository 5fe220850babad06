/* How wide the index is: "16 index bits", "8 bits for K=16, 16 bits for K=32". */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "lint/claims.h"

/* Groups: where the bits stand, where K stands if it is named. */
static const struct {
    const char *regex;
    int bits, k;
} patterns[] = {
    {"([0-9]+)([ -]bits?)?( wide)? (for|at|when|if|with|in) K ?= ?([0-9]+)", 1, 5},
    {"K ?= ?([0-9]+)( it is| has| takes| uses|:| ->| needs)+ ?([0-9]+)([ -]bits?)?", 3, 1},
    {"([0-9]+) (sparsity )?index bits", 1, 0},
    {"([0-9]+)-bit (sparsity )?index", 1, 0},
    {"index (is|has|of|takes|uses|needs|fills|occupies) ([0-9]+) bits", 2, 0},
};
enum { N_PATTERNS = sizeof patterns / sizeof patterns[0] };

/* One width a shape: said of a K, it is said of every shape with that K. */
static void judge_width(struct judge *judge, int u, int line, const char *said, int bits, int k)
{
    const struct unit *unit = &judge->units.unit[u];
    struct hint hint = unit->hint;
    if (!k) {
        hint = context_at(&judge->units, u);
        if (unit->hint.width && !unit->hint.k && !unit->hint.m)
            hint = unit->hint; /* "the 16-bit types": said of every shape */
        else if (!hint.k && !hint.width)
            hint.m = hint.n = 0;
    } else {
        hint.k = k;
        hint.width = 0;
    }
    hint.operand = OPMAP_IDX;
    struct isa_selection sel = context_instructions(&hint, judge->archs);
    long compared = 0, differ = 0;
    const struct isa_smfmac *first = NULL;
    for (int n = 0; n < sel.n; n++) {
        bool repeated = false;
        for (int e = 0; e < n; e++)
            repeated = repeated || (sel.insn[e]->m == sel.insn[n]->m &&
                                    isa_index_bits(sel.insn[e]) == isa_index_bits(sel.insn[n]));
        if (repeated)
            continue;
        compared++;
        if (isa_index_bits(sel.insn[n]) == bits)
            continue;
        if (!differ++)
            first = sel.insn[n];
    }
    if (compared == 0 || (!k && differ > 0 && differ < compared))
        claim_unknown(judge, unit->block, line, "table", said, "which instruction is meant");
    else if (differ)
        claim_wrong(judge, unit->block, line, "table", said,
                    note_text(judge, "%dx%dx%d reads %d index bits", first->m, first->n, first->k,
                              isa_index_bits(first)),
                    compared, differ, first->name);
    else
        claim_right(judge);
}

/* "2,048 index bits" counts, and "32-bit index register" is a register. */
static bool is_width(const char *flat, const char *start, const char *end)
{
    bool goes_on = start > flat && (isdigit((unsigned char)start[-1]) || start[-1] == ',');
    return !goes_on && strncasecmp(end, " register", 9) != 0 && strncasecmp(end, " VGPR", 5) != 0 &&
           strncasecmp(end, " word", 5) != 0 && strncasecmp(end, " operand", 8) != 0;
}

static void find_widths(struct judge *judge, int u, const regex_t *regexes)
{
    const char *flat = judge->units.unit[u].flat;
    for (int r = 0; r < N_PATTERNS; r++) {
        regmatch_t match[6];
        bool found = false;
        for (const char *p = flat; regexec(&regexes[r], p, 6, match, 0) == 0; p += match[0].rm_eo) {
            if (!is_width(flat, p + match[0].rm_so, p + match[0].rm_eo))
                continue;
            int k = patterns[r].k ? atoi(p + match[patterns[r].k].rm_so) : 0;
            judge_width(judge, u, unit_line(&judge->units.unit[u], p + match[0].rm_so),
                        note_text(judge, "index: %.*s", (int)(match[0].rm_eo - match[0].rm_so),
                                  p + match[0].rm_so),
                        atoi(p + match[patterns[r].bits].rm_so), k);
            found = true;
        }
        if (found) /* the same words, not read twice */
            return;
    }
}

void claims_of_widths(struct judge *judge)
{
    regex_t regexes[N_PATTERNS];
    int n = 0;
    while (n < N_PATTERNS && regcomp(&regexes[n], patterns[n].regex, REG_EXTENDED | REG_ICASE) == 0)
        n++;
    for (int u = 0; n == N_PATTERNS && u < judge->units.n; u++) {
        const struct unit *unit = &judge->units.unit[u];
        if ((unit->kind == UNIT_SENTENCE || unit->kind == UNIT_CAPTION) &&
            (strcasestr(unit->flat, "index") || find_word(unit->flat, "idx")))
            find_widths(judge, u, regexes);
    }
    while (n-- > 0)
        regfree(&regexes[n]);
}

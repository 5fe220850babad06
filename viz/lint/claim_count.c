/* How many registers an operand takes, vector types, and how deep compressed A is. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "lint/claims.h"

/* --- "occupies 4 VGPRs per lane" --- */

/* Groups: 2 the number, in digits or as a word. */
static const char REGISTERS[] =
    "(^|[^[:alnum:]_.-])([0-9]+|one|two|four|eight|sixteen)( consecutive| accumulator| output|"
    " 32-bit| input| packed| arch)*[ -](VGPRs?|registers?)([^[:alnum:]]|$)";

static int word_number(const char *word, size_t n)
{
    static const struct {
        const char *word;
        int value;
    } numbers[] = {{"one", 1}, {"two", 2}, {"four", 4}, {"eight", 8}, {"sixteen", 16}};
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
        if (strlen(numbers[k].word) == n && !strncasecmp(numbers[k].word, word, n))
            return numbers[k].value;
    return atoi(word);
}

/* An operand is spoken of right here, or "per lane" says that a count is meant. */
static struct hint count_hint(struct judge *judge, int unit, const char *before)
{
    struct hint near = hint_of(before), all = context_at(&judge->units, unit);
    if (near.operand != HINT_NO_OPERAND)
        all.operand = near.operand;
    else if (judge->units.unit[unit].hint.operand == HINT_NO_OPERAND &&
             !strcasestr(judge->units.unit[unit].flat, "per lane"))
        all.operand = HINT_NO_OPERAND;
    return all;
}

static int vgprs_of(const struct isa_smfmac *insn, int operand)
{
    return opmap_vgprs(insn, (enum opmap_operand)operand);
}

static void judge_count(struct judge *judge, int u, int line, const char *said, const char *before,
                        int value)
{
    const struct unit *unit = &judge->units.unit[u];
    struct hint hint = count_hint(judge, u, before);
    if (hint.operand == HINT_NO_OPERAND || hint.dense)
        return; /* no operand's registers are counted here */
    struct isa_selection sel = context_instructions(&hint, judge->archs);
    const char *title = opmap_operand_title((enum opmap_operand)hint.operand);
    int n_right = 0;
    for (int n = 0; n < sel.n; n++)
        n_right += vgprs_of(sel.insn[n], hint.operand) == value;
    if (sel.n == 0)
        claim_unknown(judge, unit->block, line, "registers", said, "which instruction is meant");
    else if (n_right == sel.n)
        claim_right(judge);
    else if (n_right > 0)
        claim_unknown(
            judge, unit->block, line, "registers", said,
            note_text(judge, "%s takes so many in some instructions: which are meant?", title));
    else
        claim_wrong(judge, unit->block, line, "registers", said,
                    note_text(judge, "%s of %s takes %d", title, sel.insn[0]->name,
                              vgprs_of(sel.insn[0], hint.operand)),
                    0, 0, "");
}

static void find_counts(struct judge *judge, int u, const regex_t *regex)
{
    const char *flat = judge->units.unit[u].flat, *p = flat;
    regmatch_t match[5];
    while (regexec(regex, p, 5, match, p > flat ? REG_NOTBOL : 0) == 0) {
        const char *number = p + match[2].rm_so;
        const char *before = note_text(judge, "%.*s", (int)match[2].rm_so, p);
        const char *said = note_text(judge, "%.*s", (int)(match[4].rm_eo - match[2].rm_so), number);
        judge_count(judge, u, unit_line(&judge->units.unit[u], number), said, before,
                    word_number(number, (size_t)(match[2].rm_eo - match[2].rm_so)));
        p += match[4].rm_eo;
    }
}

/* --- "compressed k (0..63)" --- */

static const char STORED_DEPTH[] = "(compressed|stored) [kK]( axis| index| columns?)?[^0-9.]{0,12}"
                                   "0 ?(-|\\.\\.+|to|through) ?([0-9]+)";

/* "lanes 0-15 hold compressed k 0-7" tells what some lanes hold: claim_places.c. */
static bool is_of_lanes(const char *flat, int at)
{
    const char *lane = NULL;
    for (const char *p = flat; (p = strcasestr(p, "lane")) != NULL && p < flat + at; p++)
        lane = p;
    return lane && strcspn(lane, "0123456789") <= strlen("lanes ");
}

static void find_depths(struct judge *judge, int u, const regex_t *regex)
{
    const struct unit *unit = &judge->units.unit[u];
    regmatch_t match[5];
    if (regexec(regex, unit->flat, 5, match, 0) != 0 || is_of_lanes(unit->flat, match[0].rm_so))
        return;
    int line = unit_line(unit, unit->flat + match[0].rm_so);
    int last = atoi(unit->flat + match[4].rm_so);
    const char *said = note_text(judge, "%.*s", (int)(match[0].rm_eo - match[0].rm_so),
                                 unit->flat + match[0].rm_so);
    struct hint hint = context_at(&judge->units, u);
    hint.operand = OPMAP_A;
    struct isa_selection sel = context_instructions(&hint, judge->archs);
    if (!hint.k || sel.n == 0)
        claim_unknown(judge, unit->block, line, "depth", said, "which K it is about");
    else if (last == hint.k / 2 - 1)
        claim_right(judge);
    else
        claim_wrong(judge, unit->block, line, "depth", said,
                    last == hint.k - 1
                        ? note_text(judge, "0 to %d is dense k; compressed k ends at %d", last,
                                    hint.k / 2 - 1)
                        : note_text(judge, "K = %d stores %d values a row", hint.k, hint.k / 2),
                    0, 0, "");
}

void claims_of_counts(struct judge *judge)
{
    regex_t registers, depth;
    if (regcomp(&registers, REGISTERS, REG_EXTENDED | REG_ICASE) != 0)
        return;
    if (regcomp(&depth, STORED_DEPTH, REG_EXTENDED) == 0) {
        for (int u = 0; u < judge->units.n; u++) {
            enum unit_kind kind = judge->units.unit[u].kind;
            if (kind == UNIT_SENTENCE || kind == UNIT_CAPTION)
                find_counts(judge, u, &registers);
            if (kind == UNIT_SENTENCE || kind == UNIT_CAPTION || kind == UNIT_ALT)
                find_depths(judge, u, &depth);
        }
        regfree(&depth);
    }
    regfree(&registers);
}

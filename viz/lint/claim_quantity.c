/* Numbers in sentences: "takes 16 cycles", "each lane holds 8 values", "a wavefront of 32 lanes".
 */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "lint/claims.h"

/* A pattern, the groups of its number (either) and of an operand (0: none), and words beside which
 * it states something else. */
static const struct quantity {
    const char *regex;
    int number, or_number, operand;
    const char *unless;
} cycles =
    {
        "(takes?|taking|needs?|requires?|costs?|lasts?|(completes?|executes?|runs?|issues?) "
        "in|latency (of|is)) ([0-9]+) (clock |machine )?cycles?([^[:alnum:]]|$)",
        4,
        0,
        0,
        "load|stor(e|ing)|kernel|LDS|memory|barrier|loop|launch|divi|transfer|wait|nop|co-?exec|"
        "VALU|"
        "independent|hazard|between|dense|overhead|cache|another|more cycles",
},
  elements =
      {
          "(each|every|a|one) (of the (64 )?)?lanes? (then |also "
          ")?(holds|stores|contains|keeps|has|"
          "owns) ([0-9]+) (A |B |C |D |stored |dense |compressed |packed |accumulator |output )*"
          "(elements|values|selectors|entries)( of (operand |matrix "
          ")?([A-D]|idx)([^[:alnum:]]|$))?",
          6,
          0,
          11,
          "per |in (each|every|one|a) (VGPR|register)|(of|for|from) (each|every|one)|a (row|group|"
          "column|register|VGPR)([^a-z]|$)",
},
  lanes = {
      "(wavefront|wave) (of|has|with|contains|consists of|comprises|is) ([0-9]+) (lanes|work-items|"
      "threads)|([0-9]+)-lane wave",
      3,
      5,
      0,
      "RDNA|wave32|NVIDIA|warp|half|halv|first|last|other|gfx1[0-9]|active|only|upper|lower|not ",
};

/* --- judging --- */

static long cycles_of(const struct isa_smfmac *insn, int operand)
{
    (void)operand;
    return insn->cycles;
}

static long elements_of(const struct isa_smfmac *insn, int operand)
{
    return opmap_count(insn, (enum opmap_operand)operand) / ISA_LANES;
}

/* Right for all instructions that may be meant, or wrong for all; else the page has to say which.
 */
static void judge_number(struct judge *judge, int u, int line, const char *said,
                         const struct hint *hint, long value,
                         long (*of)(const struct isa_smfmac *, int))
{
    const struct unit *unit = &judge->units.unit[u];
    struct isa_selection sel = context_instructions(hint, judge->archs);
    int n_right = 0;
    for (int n = 0; n < sel.n; n++)
        n_right += of(sel.insn[n], hint->operand) == value;
    if (sel.n > 0 && n_right == sel.n)
        claim_right(judge);
    else if (sel.n == 0 || n_right > 0 || !hint->m)
        claim_unknown(judge, unit->block, line, "quantity", said, "which instruction is meant");
    else
        claim_wrong(
            judge, unit->block, line, "quantity", said,
            note_text(judge, "%ld for %s", of(sel.insn[0], hint->operand), sel.insn[0]->name), 0, 0,
            "");
}

struct found {
    const char *place, *said;
    int line;
    long value;
    const char *letter; /* of an operand that the words name; "" */
};

/* Whether the sentence is about an instruction of ours, and not what surrounds it. */
static bool is_about_instruction(const struct unit *unit)
{
    const struct hint *hint = &unit->hint;
    return hint->m || hint->named || hint->k || strcasestr(unit->flat, "smfmac") ||
           strcasestr(unit->flat, "instruction") || !strncasecmp(unit->flat, "It ", 3);
}

static void judge_cycles(struct judge *judge, int u, const struct found *found)
{
    if (!is_about_instruction(&judge->units.unit[u]))
        return;
    struct hint hint = context_at(&judge->units, u);
    hint.operand = HINT_NO_OPERAND; /* C/D would leave K open */
    if (!hint.dense)
        judge_number(judge, u, found->line, found->said, &hint, found->value, cycles_of);
}

static void judge_elements(struct judge *judge, int u, const struct found *found)
{
    const struct unit *unit = &judge->units.unit[u];
    struct hint hint = context_at(&judge->units, u);
    int near = hint_of(found->said).operand;
    size_t n = strspn(found->letter, "ABCDidx");
    if (n)
        near = (int)opmap_find_operand(found->letter, n);
    if (near != HINT_NO_OPERAND && near != OPMAP_N_OPERANDS)
        hint.operand = near;
    if (hint.dense)
        return;
    if (hint.operand == HINT_NO_OPERAND)
        claim_unknown(judge, unit->block, found->line, "quantity", found->said,
                      "which operand is meant");
    else
        judge_number(judge, u, found->line, found->said, &hint, found->value, elements_of);
}

/* That a wavefront has 64 a word rule knows; this is for what else is said. */
static void judge_lanes(struct judge *judge, int u, const struct found *found)
{
    if (found->value != ISA_LANES)
        claim_wrong(judge, judge->units.unit[u].block, found->line, "quantity", found->said,
                    note_text(judge, "a wavefront has %d lanes", ISA_LANES), 0, 0, "");
}

/* --- finding --- */

static void find(struct judge *judge, const struct quantity *quantity,
                 void (*judge_found)(struct judge *, int, const struct found *))
{
    enum { N_GROUPS = 12 };
    const int flags = REG_EXTENDED | REG_ICASE;
    regex_t regex, unless;
    if (regcomp(&regex, quantity->regex, flags) != 0)
        return;
    if (regcomp(&unless, quantity->unless, flags) != 0) {
        regfree(&regex);
        return;
    }
    for (int u = 0; u < judge->units.n; u++) {
        const struct unit *unit = &judge->units.unit[u];
        bool speaks =
            unit->kind == UNIT_SENTENCE || unit->kind == UNIT_CAPTION || unit->kind == UNIT_ALT;
        if (!speaks || regexec(&unless, unit->flat, 0, NULL, 0) == 0)
            continue;
        regmatch_t match[N_GROUPS];
        for (const char *p = unit->flat; regexec(&regex, p, N_GROUPS, match, 0) == 0;
             p += match[0].rm_eo) {
            bool one = match[quantity->number].rm_so >= 0;
            int group = one ? quantity->number : quantity->or_number, letter = quantity->operand;
            struct found found = {
                .said = note_text(judge, "%.*s", (int)(match[0].rm_eo - match[0].rm_so),
                                  p + match[0].rm_so),
                .line = unit_line(unit, p + match[0].rm_so),
                .value = strtol(p + match[group].rm_so, NULL, 10),
                .letter = letter && match[letter].rm_so >= 0 ? p + match[letter].rm_so : "",
            };
            judge_found(judge, u, &found);
        }
    }
    regfree(&unless);
    regfree(&regex);
}

void claims_of_quantities(struct judge *judge)
{
    find(judge, &cycles, judge_cycles);
    find(judge, &elements, judge_elements);
    find(judge, &lanes, judge_lanes);
}

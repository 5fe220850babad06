/* Index constants: 0x8888 says which positions of each group are kept, and how wide the index is.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "lint/claims.h"

/* Selector 0 < selector 1 (CDNA4 ISA guide, 7.5). */
static bool is_legal(unsigned nibble) { return (nibble & 3) < nibble >> 2; }

/* "positions 0 and 2", "elements 0 and 2", "{0, 2}": the nibble, 0 if nothing is said. */
static unsigned stated_nibble(const char *flat)
{
    static const char *const words[] = {"positions ", "positions are ", "position ", "elements ",
                                        "entries ",   "offsets ",       "indices ",  "places ",
                                        "{",          "pattern "};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        for (const char *p = flat; (p = strcasestr(p, words[k])) != NULL; p++) {
            const char *q = p + strlen(words[k]);
            q += strspn(q, "({ ");
            if (!strchr("0123", *q) || !*q || isdigit((unsigned char)q[1]))
                continue;
            unsigned first = (unsigned)(*q - '0');
            q += 1 + strspn(q + 1, " ,");
            q += !strncmp(q, "and ", 4) ? 4 : 0;
            if (!strchr("0123", *q) || !*q || isdigit((unsigned char)q[1]))
                continue;
            unsigned second = (unsigned)(*q - '0');
            if (first < second)
                return first | second << 2;
        }
    return 0;
}

static void find_positions(struct judge *judge)
{
    for (int u = 0; u < judge->units.n; u++) {
        const struct unit *unit = &judge->units.unit[u];
        if (unit->kind != UNIT_SENTENCE && unit->kind != UNIT_CAPTION)
            continue;
        unsigned nibble = stated_nibble(unit->flat);
        if (!nibble)
            continue;
        if (!judge->positions)
            judge->positions_line = unit->line;
        judge->positions |= 1u << nibble;
    }
}

struct constant {
    const char *said;
    unsigned long value;
    int n_nibbles;
    const char *at, *end; /* in its text */
};

/* The next 0x... from *p on. */
static bool next_constant(struct judge *judge, const char **p, struct constant *constant)
{
    const char *q = *p;
    while ((q = strstr(q, "0x")) != NULL &&
           ((q > *p && isalnum((unsigned char)q[-1])) || !isxdigit((unsigned char)q[2])))
        q += 2;
    if (!q)
        return false;
    size_t n = strspn(q + 2, "0123456789abcdefABCDEF");
    *p = q + 2 + n;
    constant->said = note_text(judge, "%.*s", (int)(n + 2), q);
    constant->value = strtoul(q + 2, NULL, 16);
    constant->n_nibbles = (int)n;
    while (n == 8 && constant->n_nibbles > 2 && constant->value >> 2 * constant->n_nibbles == 0)
        constant->n_nibbles /= 2; /* 0x00008888: written as a whole register */
    constant->at = q;
    constant->end = *p;
    return true;
}

/* The same, without nibbles that stand by themselves: they explain, and are no index. */
static bool next_wide(struct judge *judge, const char **p, struct constant *constant)
{
    bool found = next_constant(judge, p, constant);
    while (found && constant->n_nibbles == 1)
        found = next_constant(judge, p, constant);
    return found;
}

/* NULL, or what is wrong with the nibbles. */
static const char *fault_of_nibbles(struct judge *judge, const struct constant *constant,
                                    unsigned positions)
{
    for (int n = 0; n < constant->n_nibbles; n++) {
        unsigned nibble = constant->value >> 4 * n & 15;
        if (!is_legal(nibble))
            return note_text(judge, "nibble 0x%X selects %u and %u: not an ascending pair", nibble,
                             nibble & 3, nibble >> 2);
        if (positions && !(positions >> nibble & 1)) {
            unsigned due = (unsigned)__builtin_ctz(positions);
            return note_text(judge,
                             "nibble 0x%X keeps positions %u and %u; stated are %u and %u, 0x%X",
                             nibble, nibble & 3, nibble >> 2, due & 3, due >> 2, due);
        }
    }
    return NULL;
}

static bool has_width(const struct isa_selection *sel, int bits)
{
    for (int n = 0; n < sel->n; n++)
        if (isa_index_bits(sel->insn[n]) == bits)
            return true;
    return false;
}

static void judge_constant(struct judge *judge, const struct page_block *block, int line,
                           const struct constant *constant, unsigned positions,
                           const struct isa_selection *sel)
{
    int bits = 4 * constant->n_nibbles;
    if (constant->n_nibbles > 8) {
        claim_wrong(judge, block, line, "index-constant", constant->said,
                    "an index register has 32 bits", 0, 0, "");
        return;
    }
    const char *fault = fault_of_nibbles(judge, constant, positions);
    if (!fault && sel->n && !has_width(sel, bits) && bits != ISA_VGPR_BITS)
        fault = note_text(judge, "it has %d bits; %s reads %d", bits, sel->insn[0]->name,
                          isa_index_bits(sel->insn[0]));
    if (fault)
        claim_wrong(judge, block, line, "index-constant", constant->said, fault, 0, 0, "");
    else
        claim_right(judge);
}

/* "A is wider than B (0x8888 vs 0x88)" */
static void judge_order(struct judge *judge, const struct unit *unit,
                        const struct constant constants[2])
{
    bool wider = find_word(unit->flat, "wider") || find_word(unit->flat, "longer");
    bool narrower = find_word(unit->flat, "narrower") || find_word(unit->flat, "shorter");
    int difference = constants[0].n_nibbles - constants[1].n_nibbles;
    if (!wider && !narrower)
        return;
    if (wider ? difference > 0 : difference < 0)
        claim_right(judge);
    else
        claim_wrong(judge, unit->block, unit->line, "index-constant",
                    note_text(judge, "%s against %s", constants[0].said, constants[1].said),
                    wider ? "the first is not the wider one" : "the first is not the narrower one",
                    0, 0, "");
}

static void judge_sentence(struct judge *judge, int u)
{
    const struct unit *unit = &judge->units.unit[u];
    if (!strstr(unit->flat, "0x") ||
        !(strcasestr(unit->flat, "index") || find_word(unit->flat, "idx")))
        return;
    struct constant constant, first[2];
    int n = 0;
    for (const char *p = unit->flat; next_wide(judge, &p, &constant); n++)
        if (n < 2)
            first[n] = constant;
    unsigned own = stated_nibble(unit->flat);
    struct hint hint = context_at(&judge->units, u);
    if (n > 1) /* of several, each belongs to another instruction */
        hint = (struct hint){.operand = HINT_NO_OPERAND};
    else if (!unit->hint.width && !unit->hint.k)
        hint.width = hint.k = 0;
    hint.operand = OPMAP_IDX;
    struct isa_selection sel = context_instructions(&hint, judge->archs);
    for (const char *p = unit->flat; next_wide(judge, &p, &constant);)
        judge_constant(judge, unit->block, unit_line(unit, constant.at), &constant,
                       own ? 1u << own : judge->positions, &sel);
    if (n == 2)
        judge_order(judge, unit, first);
}

/* Whether the constant is the whole of what is assigned or passed: no mask, no part of a sum. */
static bool stands_alone(const char *text, const struct constant *constant)
{
    const char *before = constant->at, *after = constant->end;
    while (before > text && before[-1] == ' ')
        before--;
    after += strspn(after, "uUlL ");
    return before > text && strchr("=?:,(", before[-1]) &&
           (before - text < 2 || !strchr("=<>!&|^", before[-2])) &&
           (!*after || strchr(";,):?", *after));
}

/* Lines of code that give an index a value; the builtins that the code calls say how wide it is. */
static void judge_code(struct judge *judge, const struct unit *unit)
{
    struct isa_selection sel = {0};
    for (int id = 0; id < ISA_N_SMFMAC; id++)
        if (unit->hint.named >> id & 1)
            sel.insn[sel.n++] = &isa_smfmacs[id];
    int line = unit->line;
    for (const char *p = unit->text->plain; *p; line++) {
        size_t length = strcspn(p, "\n");
        const char *text = arena_copy(&judge->page->arena, p, length);
        p += length + (p[length] == '\n');
        if (!strcasestr(text, "idx") && !strcasestr(text, "index") && !strcasestr(text, "indices"))
            continue;
        struct constant constant;
        for (const char *q = text; next_constant(judge, &q, &constant);)
            if (stands_alone(text, &constant))
                judge_constant(judge, unit->block, line, &constant, judge->positions, &sel);
    }
}

void claims_of_index(struct judge *judge)
{
    find_positions(judge);
    for (int u = 0; u < judge->units.n; u++) {
        enum unit_kind kind = judge->units.unit[u].kind;
        if (kind == UNIT_SENTENCE || kind == UNIT_CAPTION)
            judge_sentence(judge, u);
        else if (kind == UNIT_CODE)
            judge_code(judge, &judge->units.unit[u]);
    }
}

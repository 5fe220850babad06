/* What the names in formulas stand for, and what the documents say instead. */
#include <ctype.h>
#include <string.h>

#include "lint/formula.h"

enum { LOOK_BACK = 8 }; /* units before a formula that may name its letters */

/* The letter behind "lane", "lane index", "VGPR number" and the like; 0 if there is none. */
static char letter_after(const char *flat, const char *word)
{
    static const char *const links[] = {"index ", "number ", "id ", "ID "};
    for (const char *p = flat; (p = find_word(p, word)) != NULL; p++) {
        const char *q = p + strlen(word);
        q += strspn(q, " ");
        for (size_t k = 0; k < sizeof links / sizeof *links; k++)
            if (!strncmp(q, links[k], strlen(links[k])))
                q += strlen(links[k]);
        if (isalpha((unsigned char)*q) && !isalnum((unsigned char)q[1]) && q[1] != '_' &&
            !strchr("ijkqsaAMNK", *q))
            return *q;
    }
    return 0;
}

static void add_symbol(struct formula_symbols *symbols, const char *name, int id)
{
    if (symbols->n < FORMULA_MAX_SYMBOLS)
        symbols->symbol[symbols->n++] = (struct expr_symbol){name, id};
}

static void find_letters(const struct judge *judge, int unit, struct formula_symbols *symbols)
{
    static const struct {
        const char *word;
        int id;
    } words[] = {{"lane", CLAIM_LANE}, {"vgpr", CLAIM_VGPR}, {"register", CLAIM_VGPR}};
    for (int u = unit; u >= 0 && u > unit - LOOK_BACK; u--) {
        if (judge->units.unit[u].section != judge->units.unit[unit].section)
            continue;
        for (size_t w = 0; w < sizeof words / sizeof *words; w++) {
            char *letter = symbols->letters[words[w].id == CLAIM_VGPR];
            if (!letter[0] &&
                (letter[0] = letter_after(judge->units.unit[u].flat, words[w].word)) != 0)
                add_symbol(symbols, letter, words[w].id);
        }
    }
}

void formula_find_symbols(const struct judge *judge, int unit,
                          const struct formula_definitions *definitions,
                          struct formula_symbols *symbols)
{
    static const struct expr_symbol also[] = {
        {"gpr", CLAIM_VGPR},     {"reg", CLAIM_VGPR},     {"register", CLAIM_VGPR},
        {"lane_id", CLAIM_LANE}, {"lane id", CLAIM_LANE}, {"VGPR index", CLAIM_VGPR},
        {"v", CLAIM_VGPR},
    };
    *symbols = (struct formula_symbols){0};
    find_letters(judge, unit, symbols);
    int n_letters = symbols->n;
    for (int s = 0; s < claim_n_symbols; s++) {
        const char *name = claim_symbols[s].name;
        bool taken =
            (!strcmp(name, "L") && definitions->l) || (!strcmp(name, "G") && definitions->g);
        for (int k = 0; k < n_letters && !taken; k++)
            taken = !strcmp(symbols->symbol[k].name, name);
        if (!taken)
            add_symbol(symbols, name, claim_symbols[s].id);
    }
    for (size_t s = 0; s < sizeof also / sizeof *also; s++)
        add_symbol(symbols, also[s].name, also[s].id);
}

/* --- what the documents say: layout/forward.c and inverse.c cite them --- */

static const char *documented_cd(struct judge *judge, const struct isa_smfmac *insn, int name)
{
    bool small = insn->m == 16;
    switch (name) {
    case CLAIM_LANE:
        return small ? "lane = 16*floor(i/4) + j" : "lane = (32*floor(i/4)) mod 64 + j";
    case CLAIM_VGPR:
        return small ? "vgpr = i mod 4" : "vgpr = 4*floor(i/8) + i mod 4";
    case CLAIM_I:
        return small ? "i = 4*floor(lane/16) + vgpr mod 4"
                     : "i = 8*floor(vgpr/4) + 4*floor(lane/32) + vgpr mod 4";
    case CLAIM_J:
        return note_text(judge, "j = lane mod %d", insn->n);
    default:
        return "";
    }
}

static const char *documented_b(struct judge *judge, const struct isa_smfmac *insn, int name)
{
    int held = isa_b_elements(insn), width = isa_type_bits(insn->b_type),
        per = ISA_VGPR_BITS / width;
    if (name == CLAIM_J)
        return note_text(judge, "j = lane mod %d", insn->n);
    if (insn->arch == ISA_GFX950) { /* two banks of half the depth */
        int depth = insn->k / 2, run = held / 2;
        switch (name) {
        case CLAIM_LANE:
            return note_text(judge, "lane = %d*floor((k mod %d)/%d) + j", insn->n, depth, run);
        case CLAIM_VGPR:
            return note_text(judge, "vgpr = %d*floor(k/%d) + floor((k mod %d)/%d)", run / per,
                             depth, run, per);
        default:
            return "";
        }
    }
    switch (name) {
    case CLAIM_LANE:
        return note_text(judge, "lane = %d*floor(k/%d) + j", insn->n, held);
    case CLAIM_VGPR:
        return note_text(judge, "vgpr = floor(k/%d) mod %d", per, held / per);
    case CLAIM_BIT:
        return note_text(judge, "bit = %d*(k mod %d)", width, per);
    case CLAIM_K:
        return note_text(judge, "k = %d*floor(lane/%d) + %d*vgpr + floor(bit/%d)", held, insn->n,
                         per, width);
    default:
        return "";
    }
}

static const char *documented_a(struct judge *judge, const struct isa_smfmac *insn, int name)
{
    int groups = isa_a_elements(insn) / 2, width = isa_type_bits(insn->a_type);
    int per = ISA_VGPR_BITS / width;
    switch (name) {
    case CLAIM_LANE:
        return note_text(judge, "lane = %d*floor(k/%d) + i", insn->m, 4 * groups);
    case CLAIM_VGPR:
        return note_text(judge, "vgpr = floor((2*(floor(k/4) mod %d) + s)/%d)", groups, per);
    case CLAIM_BIT:
        return note_text(judge, "bit = %d*((2*(floor(k/4) mod %d) + s) mod %d)", width, groups,
                         per);
    case CLAIM_I:
        return note_text(judge, "i = lane mod %d", insn->m);
    case CLAIM_KC:
        return note_text(judge, "stored k = %d*floor(lane/%d) + %d*vgpr + floor(bit/%d)",
                         2 * groups, insn->m, per, width);
    case CLAIM_Q:
        return note_text(judge, "q = %d*floor(lane/%d) + floor((%d*vgpr + floor(bit/%d))/2)",
                         groups, insn->m, per, width);
    default:
        return "";
    }
}

static const char *documented_idx(struct judge *judge, const struct isa_smfmac *insn, int name)
{
    int groups = isa_a_elements(insn) / 2;
    switch (name) {
    case CLAIM_VGPR:
        return "vgpr = 0";
    case CLAIM_BIT:
        return note_text(judge, "bit = 4*(floor(k/4) mod %d) + 2*s, in set 0", groups);
    case CLAIM_LANE:
    case CLAIM_I:
        return documented_a(judge, insn, name);
    default:
        return "";
    }
}

const char *formula_documented(struct judge *judge, const struct isa_smfmac *insn,
                               enum opmap_operand operand, int name)
{
    switch (operand) {
    case OPMAP_A:
        return documented_a(judge, insn, name);
    case OPMAP_IDX:
        return documented_idx(judge, insn, name);
    case OPMAP_B:
        return documented_b(judge, insn, name);
    default:
        return documented_cd(judge, insn, name);
    }
}

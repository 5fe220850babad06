/* Word rules: sentences of the page against word_rules.def, and wording that takes the whole page
 * to see. */
#include <string.h>
#include <strings.h>

#include "lint/claims.h"

enum { N_WORDS = 3 };

enum where { ANYWHERE, NOT_DENSE, SPARSE, COMPARED, NOT_OCP };

enum kind { RULE_WARNING = LINT_WARNING, RULE_NOTE = LINT_NOTE, RULE_RIGHT };

struct word_rule {
    const char *name;
    enum kind kind;
    enum where where;
    const char *words[N_WORDS]; /* "": none */
    const char *unless;
    const char *holds, *evidence;
};

static const struct word_rule rules[] = {
#define RULE(name, severity, about, where, word0, word1, word2, unless, holds, evidence)           \
    {name, RULE_##severity, where, {word0, word1, word2}, unless, holds, evidence},
#include "lint/word_rules.def"
};
enum { N_RULES = sizeof rules / sizeof rules[0] };

struct compiled {
    regex_t words[N_WORDS], unless;
    int n_words;
    bool has_unless;
};

static bool compile(const struct word_rule *rule, struct compiled *compiled)
{
    const int flags = REG_EXTENDED | REG_ICASE;
    *compiled = (struct compiled){0};
    for (int w = 0; w < N_WORDS && rule->words[w][0]; w++) {
        if (regcomp(&compiled->words[w], rule->words[w], flags) != 0)
            return false;
        compiled->n_words++;
    }
    if (rule->unless[0])
        compiled->has_unless = regcomp(&compiled->unless, rule->unless, flags) == 0;
    return compiled->has_unless || !rule->unless[0];
}

static void discard(struct compiled *compiled)
{
    for (int w = 0; w < compiled->n_words; w++)
        regfree(&compiled->words[w]);
    if (compiled->has_unless)
        regfree(&compiled->unless);
}

static bool says_sparse(const char *flat)
{
    return strcasestr(flat, "smfmac") || strcasestr(flat, "sparse");
}

static bool says_dense(const char *flat)
{
    return strcasestr(flat, "mfma") || strcasestr(flat, "dense instruction") ||
           strcasestr(flat, "dense builtin");
}

static bool is_in_place(enum where where, const struct judge *judge, const struct unit *unit)
{
    if (where == NOT_OCP)
        return judge->archs == 1u << ISA_GFX942;
    if (where == ANYWHERE || says_sparse(unit->flat))
        return true;
    if (where != COMPARED && says_dense(unit->flat))
        return false;
    if (where == NOT_DENSE)
        return true;
    for (int s = unit->section; s >= 0; s = judge->units.unit[s].section)
        if (says_sparse(judge->units.unit[s].flat))
            return true;
    return false;
}

/* *place: where in unit->flat the first of the words stands. */
static bool matches(const struct word_rule *rule, const struct compiled *compiled,
                    const struct judge *judge, const struct unit *unit, const char **place)
{
    if (!is_in_place(rule->where, judge, unit))
        return false;
    regmatch_t match;
    for (int w = 0; w < compiled->n_words; w++) {
        if (regexec(&compiled->words[w], unit->flat, 1, &match, 0) != 0)
            return false;
        if (w == 0)
            *place = unit->flat + match.rm_so;
    }
    return !compiled->has_unless || regexec(&compiled->unless, unit->flat, 0, NULL, 0) != 0;
}

static void check_sentence(struct judge *judge, struct unit *unit, const struct compiled *compiled)
{
    for (int r = 0; r < N_RULES; r++) {
        const char *place = unit->flat;
        if (!matches(&rules[r], &compiled[r], judge, unit, &place))
            continue;
        if (rules[r].kind == RULE_RIGHT) {
            claim_right(judge);
            continue;
        }
        remark(judge, (enum lint_severity)rules[r].kind, unit->block->file, unit_line(unit, place),
               rules[r].name, unit->flat,
               note_text(judge, "check this: %s (%s)", rules[r].holds, rules[r].evidence));
        unit->excused = true;
    }
}

/* Cells of a table state as sentences do; the row's first cell says what about. */
static void check_cells(struct judge *judge, const struct unit *unit,
                        const struct compiled *compiled)
{
    const struct page_block *table = unit->block;
    for (int r = table->n_header; r < table->n_rows; r++) {
        const struct page_row *row = &table->rows[r];
        for (int c = 1; c < row->n_cells; c++) {
            struct unit cell = {
                .block = table,
                .section = unit->section,
                .line = row->cells[c].line,
                .flat = note_text(judge, "%s: %s", cell_flat(judge, &row->cells[0]),
                                  cell_flat(judge, &row->cells[c])),
            };
            check_sentence(judge, &cell, compiled);
        }
    }
}

static bool is_sentence(enum unit_kind kind)
{
    return kind == UNIT_SENTENCE || kind == UNIT_CAPTION || kind == UNIT_META;
}

static void check_sentences(struct judge *judge)
{
    struct compiled compiled[N_RULES];
    int n = 0;
    while (n < N_RULES && compile(&rules[n], &compiled[n]))
        n++;
    if (n < N_RULES) /* a rule that is no regular expression is our own bug */
        judge->status = error_set(judge->error, STATUS_INTERNAL, "word rule %s", rules[n].name);
    for (int u = 0; n == N_RULES && u < judge->units.n; u++) {
        struct unit *unit = &judge->units.unit[u];
        if (is_sentence(unit->kind))
            check_sentence(judge, unit, compiled);
        else if (unit->kind == UNIT_TABLE)
            check_cells(judge, unit, compiled);
    }
    for (int r = 0; r <= n && r < N_RULES; r++)
        discard(&compiled[r]);
}

/* --- the page as a whole --- */

/* "4:2" and "2:4" for the same pattern: the one that is used less, where it stands first. */
static void check_ratio(struct judge *judge)
{
    static const char *const ratios[] = {"4:2", "2:4"};
    int count[2] = {0, 0}, first[2] = {-1, -1}, line[2] = {0, 0};
    for (int u = 0; u < judge->units.n; u++)
        for (int r = 0; r < 2; r++) {
            const char *place = find_word(judge->units.unit[u].flat, ratios[r]);
            if (!place)
                continue;
            if (!count[r]++) {
                first[r] = u;
                line[r] = unit_line(&judge->units.unit[u], place);
            }
        }
    if (!count[0] || !count[1])
        return;
    int rare = count[0] < count[1] ? 0 : 1;
    const struct unit *unit = &judge->units.unit[first[rare]];
    remark(judge, LINT_NOTE, unit->block->file, line[rare], "two-patterns", unit->flat,
           note_text(judge, "one pattern under two names: %s is written %d times, %s %d times",
                     ratios[rare], count[rare], ratios[!rare], count[!rare]));
}

/* Roles are not read in alternative texts: readers hear the markup. */
static void check_alts(struct judge *judge)
{
    for (int u = 0; u < judge->units.n; u++) {
        const struct unit *unit = &judge->units.unit[u];
        if (unit->kind == UNIT_ALT && strstr(unit->text->plain, ":math:`"))
            remark(judge, LINT_NOTE, unit->block->file, unit->line, "alt-markup", unit->flat,
                   "alternative texts are plain: the role stays as it is written");
    }
}

/* --- types that a description promises --- */

static const struct {
    const char *words[4];
    enum isa_type type;
} promised[] = {
    {{"FP16", "F16", "half"}, ISA_F16},
    {{"BF16", "bfloat16"}, ISA_BF16},
    {{"INT8", "I8", "8-bit integer"}, ISA_I8},
    {{"FP8", "E4M3"}, ISA_FP8},
    {{"BF8", "E5M2"}, ISA_BF8},
};
enum { N_PROMISED = sizeof promised / sizeof promised[0] };

static bool promises(const char *flat, int p)
{
    for (int w = 0; promised[p].words[w]; w++)
        if (find_word(flat, promised[p].words[w]))
            return true;
    return false;
}

/* Whether the page names an instruction with the type. */
static bool delivers(const struct judge *judge, enum isa_type type)
{
    for (int u = 0; u < judge->units.n; u++)
        for (int id = 0; id < ISA_N_SMFMAC; id++)
            if ((judge->units.unit[u].hint.named >> id & 1) &&
                (isa_smfmacs[id].a_type == type || isa_smfmacs[id].b_type == type))
                return true;
    for (int b = 0; b < judge->page->n_blocks; b++) {
        const struct page_block *block = &judge->page->blocks[b];
        for (int r = 0; r < block->n_rows; r++)
            for (int c = 0; c < block->rows[r].n_cells; c++) {
                const struct isa_smfmac *insn = named_instruction(block->rows[r].cells[c].plain);
                if (insn && (insn->a_type == type || insn->b_type == type))
                    return true;
            }
    }
    return false;
}

static void check_description(struct judge *judge)
{
    for (int u = 0; u < judge->units.n; u++) {
        const struct unit *unit = &judge->units.unit[u];
        if (unit->kind != UNIT_META || strcasecmp(unit->block->argument, "description") != 0)
            continue;
        struct buffer missing = {0};
        bool any = false;
        for (int p = 0; p < N_PROMISED; p++) {
            if (!promises(unit->flat, p))
                continue;
            if (delivers(judge, promised[p].type))
                any = true;
            else
                buffer_printf(&missing, "%s%s", missing.size ? ", " : "", promised[p].words[0]);
        }
        if (any && missing.size)
            remark(judge, LINT_WARNING, unit->block->file, unit->line, "description", unit->flat,
                   note_text(judge,
                             "check this: the page names no instruction of %s, though %s has them "
                             "(errata 2)",
                             missing.data, arch_words(judge)));
        buffer_free(&missing);
    }
}

void check_words(struct judge *judge)
{
    check_sentences(judge);
    check_ratio(judge);
    check_alts(judge);
    check_description(judge);
}

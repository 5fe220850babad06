#include "claim/suggest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REPLACEMENT_BYTES = 96, MAX_LOG2 = 10, NONE = 1000 };

/* One search. */
struct search {
    const struct points *points;
    const struct expr_set *set;
    int n_threads;
    struct claim_report *report;
    int c; /* the claim that is to be made right */
    struct expr_symbol symbols[EXPR_MAX_NAMES + CLAIM_N_NAMES];
    int n_symbols;
    struct expr_set trial;
    char text[EXPR_MAX_TEXT + REPLACEMENT_BYTES]; /* the changed one of the trial's */
    int best;                                     /* what the best change counts as */
};

static bool set_names(const struct expr_set *set, const char *text)
{
    for (int n = 0; n < set->n_names; n++)
        if (!strcmp(set->name[n].text, text))
            return true;
    return false;
}

/* The names of the set, with the caller's aliases, then the canonical ones that the author did not
 * take for his own. */
static void collect_symbols(struct search *s)
{
    for (int n = 0; n < s->set->n_names; n++)
        if (s->set->name[n].symbol >= 0)
            s->symbols[s->n_symbols++] =
                (struct expr_symbol){s->set->name[n].text, s->set->name[n].symbol};
    for (int name = 0; name < CLAIM_N_NAMES; name++)
        if (!set_names(s->set, points_name(name)))
            s->symbols[s->n_symbols++] = (struct expr_symbol){points_name(name), name};
}

static bool is_latex(const char *text) { return strchr(text, '\\') != NULL; }

/* The set with bytes at .. end of one text replaced, read again; false if that is no set like it.
 */
static bool build_trial(struct search *s, int text, size_t at, size_t end, const char *replacement)
{
    const char *original = s->set->text[text];
    struct expr_fault fault;
    int n = snprintf(s->text, sizeof s->text, "%.*s%s%s", (int)at, original, replacement,
                     original + end);
    if (n < 0 || (size_t)n >= sizeof s->text)
        return false;
    memset(&s->trial, 0, sizeof s->trial);
    for (int t = 0; t < s->set->n_texts; t++)
        if (expr_add(&s->trial, t == text ? s->text : s->set->text[t], &fault) != STATUS_OK)
            return false;
    return s->trial.n_statements == s->set->n_statements &&
           expr_resolve(&s->trial, s->symbols, s->n_symbols, &fault) == STATUS_OK;
}

/* Whether the trial makes the claim right, and no other one wrong. */
static bool trial_holds(const struct search *s)
{
    const struct claim_report *report = s->report;
    struct points points;
    points_choose(s->points->map, s->points->operand, &s->trial, s->n_threads, &points);
    if (!claim_holds(&points, &s->trial, report->claim[s->c].statement, false))
        return false;
    for (int c = 0; c < report->n_claims; c++)
        if (report->claim[c].differ == 0 &&
            !claim_holds(&points, &s->trial, report->claim[c].statement, false))
            return false;
    return true;
}

static void try_change(struct search *s, int statement, const struct expr_node *node,
                       const char *replacement, int counts)
{
    int text = s->set->statement[statement].text;
    if (counts < s->best && build_trial(s, text, node->at, node->end, replacement) &&
        trial_holds(s)) {
        s->best = counts;
        expr_text(&s->trial, statement, s->report->claim[s->c].suggestion, CLAIM_TEXT_BYTES);
    }
}

/* --- the changes --- */

/* How many times `from` must be doubled or halved to be `power`. */
static int doublings(int64_t power, int64_t from)
{
    int n = 0;
    while (power >> n > from && n < MAX_LOG2)
        n++;
    while (power << n < from && n < MAX_LOG2)
        n++;
    return n;
}

/* Masks, 2^n - 1, are as likely as powers, and what was one more likely still is. */
static void change_number(struct search *s, int statement, const struct expr_node *node)
{
    int64_t value = node->value;
    bool is_mask = value > 0 && value < INT64_MAX && (value & (value + 1)) == 0;
    for (int log2 = 0; log2 <= MAX_LOG2; log2++)
        for (int mask = 0; mask <= 1; mask++) {
            int64_t power = INT64_C(1) << log2, constant = power - mask;
            char replacement[REPLACEMENT_BYTES];
            if (constant == value || constant == 0)
                continue;
            snprintf(replacement, sizeof replacement, "%d", (int)constant);
            int counts = 1 + doublings(power, value + (is_mask && mask));
            try_change(s, statement, node, replacement, counts + (mask && !is_mask ? 2 : 0));
        }
}

static void change_operator(struct search *s, int statement, const struct expr_node *node)
{
    static const struct {
        enum expr_op from;
        const char *plain, *latex;
    } changes[] = {
        {EXPR_ADD, "-", "-"},
        {EXPR_SUBTRACT, "+", "+"},
        {EXPR_DIVIDE, "%", "\\bmod "},
        {EXPR_MODULO, "/", "/"},
        {EXPR_SHIFT_LEFT, ">>", "\\gg "},
        {EXPR_SHIFT_RIGHT, "<<", "\\ll "},
        {EXPR_AND, "|", "|"},
        {EXPR_OR, "&", "\\& "},
    };
    const char *text = s->set->text[s->set->statement[statement].text];
    bool in_front = node->end - node->at > 4 && !strncmp(text + node->end - 4, "frac", 4);
    if (in_front)
        return; /* \frac's operands stand behind it */
    for (size_t n = 0; n < sizeof changes / sizeof changes[0]; n++)
        if (changes[n].from == node->op)
            try_change(s, statement, node, is_latex(text) ? changes[n].latex : changes[n].plain, 3);
}

/* A name as the author writes it, if he does; in LaTeX words are upright. */
static void spell(const struct search *s, const char *text, int name, char *spelled, size_t size)
{
    const char *word = points_name(name);
    for (int n = s->set->n_names - 1; n >= 0; n--)
        if (s->set->name[n].symbol == name)
            word = s->set->name[n].text;
    snprintf(spelled, size, is_latex(text) && word[1] ? "\\text{%s}" : "%s", word);
}

/* Coordinates for coordinates and places for places, in formulas that say one by the other: that
 * bit = 8 byte is no news. */
static void exchange_name(struct search *s, int statement, const struct expr_node *node, int name)
{
    const char *text = s->set->text[s->set->statement[statement].text];
    bool place = name >= CLAIM_LANE, left_place = s->report->claim[s->c].name >= CLAIM_LANE;
    for (int other = 0; other <= CLAIM_THREAD && place != left_place; other++) {
        char word[EXPR_NAME_BYTES + 16];
        if (other == name || place != (other >= CLAIM_LANE) ||
            !points_have(s->points->operand, other))
            continue;
        spell(s, text, other, word, sizeof word);
        try_change(s, statement, node, word, 4);
    }
}

static void change_name(struct search *s, int statement, const struct expr_node *node)
{
    const char *text = s->set->text[s->set->statement[statement].text];
    int name = s->set->name[node->name].symbol, size = node->end - node->at;
    if (name >= 0)
        exchange_name(s, statement, node, name);
    for (int log2 = 1; log2 <= 6; log2++) {
        char replacement[REPLACEMENT_BYTES];
        snprintf(replacement, sizeof replacement,
                 is_latex(text) ? "\\lfloor %.*s / %d \\rfloor " : "floor(%.*s/%d)", size,
                 text + node->at, 1 << log2);
        try_change(s, statement, node, replacement, 6 + log2);
        snprintf(replacement, sizeof replacement,
                 is_latex(text) ? "(%.*s \\bmod %d)" : "(%.*s %% %d)", size, text + node->at,
                 1 << log2);
        try_change(s, statement, node, replacement, 6 + log2);
    }
}

static void change_statement(struct search *s, int statement)
{
    const struct expr_statement *changed = &s->set->statement[statement];
    for (int n = changed->first; n <= changed->root; n++) {
        const struct expr_node *node = &s->set->node[n];
        if (node->end == node->at)
            continue; /* a product without a sign */
        if (node->op == EXPR_NUMBER)
            change_number(s, statement, node);
        else if (node->op == EXPR_NAME)
            change_name(s, statement, node);
        else
            change_operator(s, statement, node);
    }
}

void claim_suggest(const struct points *points, const struct expr_set *set, int n_threads,
                   struct claim_report *report, int c)
{
    struct search *s = calloc(1, sizeof *s);
    if (!s)
        return; /* a suggestion is a courtesy */
    s->points = points;
    s->set = set;
    s->n_threads = n_threads;
    s->report = report;
    s->c = c;
    s->best = NONE;
    collect_symbols(s);
    int statement = report->claim[c].statement;
    change_statement(s, statement);
    for (int d = 0; d < set->n_statements; d++)
        if (set->uses[statement] & UINT64_C(1) << d)
            change_statement(s, d);
    free(s);
}

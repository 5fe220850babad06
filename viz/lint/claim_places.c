/* Who holds what, in words: "lanes 0-15 hold rows 0-3, lanes 16-31 rows 4-7", as captions of layout
 * figures say it. A clause is right if the lanes hold these rows, columns or k, and no others. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "layout/layout.h"
#include "lint/claims.h"

enum { MOST = 256 }; /* lanes, and values of a coordinate: K is at most 128 */

struct numbers {
    bool member[MOST];
    int n;
};

enum axis { AXIS_ROW, AXIS_COLUMN, AXIS_K, AXIS_STORED_K, AXIS_GROUP, N_AXES };
static const char *const axis_words[N_AXES] = {"row", "column", "k", "compressed k", "K group"};

static bool has_plural(enum axis axis) { return axis != AXIS_K && axis != AXIS_STORED_K; }

struct clause {
    const char *start;
    int n; /* bytes */
    struct numbers lanes, values;
    enum axis axis;
    int operand; /* that the words behind name: "of B"; HINT_NO_OPERAND */
};

/* --- reading --- */

static const char *skip_blanks(const char *p) { return p + strspn(p, " "); }

/* The first of the words that stands at p, as a whole word: what is behind it, else NULL. */
static const char *skip_word(const char *p, const char *const *words)
{
    for (; *words; words++) {
        size_t n = strlen(*words);
        if (!strncasecmp(p, *words, n) && !isalnum((unsigned char)p[n]) && p[n] != '_')
            return skip_blanks(p + n);
    }
    return NULL;
}

static const char *read_number(const char *p, int *value)
{
    char *end;
    long number = isdigit((unsigned char)*p) ? strtol(p, &end, 10) : MOST;
    if (number >= MOST || isalpha((unsigned char)*end))
        return NULL;
    *value = (int)number;
    return end;
}

/* "0-3" or "5". */
static const char *read_span(const char *p, struct numbers *numbers)
{
    static const char *const joints[] = {"...", "..", "-", "to ", "through ", NULL};
    int lo, hi;
    const char *end = read_number(p, &lo);
    if (!end)
        return NULL;
    hi = lo;
    const char *q = skip_blanks(end);
    for (int k = 0; joints[k]; k++) {
        size_t n = strlen(joints[k]);
        if (strncmp(q, joints[k], n) != 0)
            continue;
        const char *behind = read_number(skip_blanks(q + n), &hi);
        if (!behind || hi < lo)
            return NULL;
        end = behind;
        break;
    }
    for (int v = lo; v <= hi; v++) {
        numbers->n += !numbers->member[v];
        numbers->member[v] = true;
    }
    return end;
}

/* "0-3, 8-11 and 16-19": as far as it goes. */
static const char *read_spans(const char *p, struct numbers *numbers)
{
    static const char *const and[] = {"and", NULL};
    const char *end = read_span(p, numbers);
    while (end) {
        const char *q = skip_blanks(end), *comma = *q == ',' ? skip_blanks(q + 1) : q;
        const char *next = skip_word(comma, and);
        next = next ? next : comma;
        if (next == q || !isdigit((unsigned char)*next))
            break;
        const char *more = read_span(next, numbers);
        if (!more)
            break;
        end = more;
    }
    return end;
}

static const char *read_axis(const char *p, enum axis *axis)
{
    static const char *const articles[] = {"the", "only", "dense", NULL};
    static const char *const words[N_AXES][7] = {
        [AXIS_ROW] = {"rows", "row", "i"},
        [AXIS_COLUMN] = {"columns", "column", "cols", "j"},
        [AXIS_K] = {"k", "k values", "k indices"},
        [AXIS_STORED_K] = {"compressed k", "stored k"},
        [AXIS_GROUP] = {"K groups", "K group", "groups", "group", "q"},
    };
    for (const char *q; (q = skip_word(p, articles)) != NULL;)
        p = q;
    for (int a = N_AXES - 1; a >= 0; a--) { /* "K groups" before "k" */
        const char *behind = skip_word(p, words[a]);
        if (!behind)
            continue;
        *axis = (enum axis)a;
        return *behind == '=' ? skip_blanks(behind + 1) : behind;
    }
    return NULL;
}

/* " of B" behind the values. */
static int read_operand(const char *p)
{
    static const char *const of[] = {"of", "from", NULL};
    static const char *const article[] = {"the", "operand", "matrix", NULL};
    const char *q = skip_word(skip_blanks(p), of);
    for (const char *next; q && (next = skip_word(q, article)) != NULL;)
        q = next;
    size_t n = q ? strspn(q, "ABCDacdibx") : 0;
    if (n == 0 || isalnum((unsigned char)q[n]))
        return HINT_NO_OPERAND;
    int operand = opmap_find_operand(q, n);
    return operand == OPMAP_N_OPERANDS ? HINT_NO_OPERAND : operand;
}

/* A clause at "lanes". In those after the first the verb may be left out. */
static bool read_clause(const char *p, bool first, struct clause *clause)
{
    static const char *const lanes[] = {"lanes", "lane", NULL};
    static const char *const verbs[] = {"hold",   "holds", "contain", "contains", "store",
                                        "stores", "keep",  "keeps",   "have",     "has",
                                        "own",    "owns",  "carry",   "carries",  NULL};
    *clause = (struct clause){.start = p};
    if (!(p = skip_word(p, lanes)) || !(p = read_spans(p, &clause->lanes)))
        return false;
    p = skip_blanks(p);
    const char *verb = skip_word(p, verbs);
    if ((!verb && first) || !(p = read_axis(verb ? verb : p, &clause->axis)) ||
        !(p = read_spans(p, &clause->values)))
        return false;
    clause->n = (int)(p - clause->start);
    clause->operand = read_operand(p);
    return true;
}

/* --- judging --- */

/* The value of the element on the axis; -1 if it has none. Rows of B and columns of A run along
 * k. */
static int value_on(enum axis axis, int operand, struct opmap_coord at, int slot)
{
    bool compressed = operand == OPMAP_A || operand == OPMAP_IDX;
    bool along_k = axis == AXIS_K || (axis == AXIS_ROW && operand == OPMAP_B) ||
                   (axis == AXIS_COLUMN && compressed);
    if (along_k)
        return compressed ? 4 * at.q + slot : at.k;
    switch (axis) {
    case AXIS_ROW:
        return at.i;
    case AXIS_COLUMN:
        return at.j;
    case AXIS_STORED_K:
        return compressed ? 2 * at.q + at.s : -1;
    case AXIS_GROUP:
        return compressed ? at.q : at.k < 0 ? -1 : at.k / 4;
    default:
        return -1;
    }
}

/* What the lanes hold by the documented layout; false if the operand has no such axis. */
static bool find_held(const struct isa_smfmac *insn, int operand, const struct clause *clause,
                      struct numbers *held)
{
    *held = (struct numbers){0};
    bool has_axis = false;
    for (int e = 0; e < opmap_count(insn, (enum opmap_operand)operand); e++) {
        struct opmap_coord at = opmap_coord(insn, (enum opmap_operand)operand, e);
        int lane = layout_slot(insn, 0, 0, (enum opmap_operand)operand, at).lane;
        for (int slot = 0; slot < 4; slot++) { /* a stored value is any of its group's four k */
            int value = value_on(clause->axis, operand, at, slot);
            has_axis = has_axis || value >= 0;
            if (value < 0 || !clause->lanes.member[lane])
                continue;
            held->n += !held->member[value];
            held->member[value] = true;
        }
    }
    return has_axis;
}

/* How many values are said and not held, or held and not said. */
static int compare(const struct numbers *said, const struct numbers *held, int *compared,
                   int *first)
{
    int differ = 0;
    *compared = 0;
    for (int v = 0; v < MOST; v++) {
        *compared += said->member[v] || held->member[v];
        if (said->member[v] != held->member[v] && !differ++)
            *first = v;
    }
    return differ;
}

static const char *spans_text(struct judge *judge, const struct numbers *numbers)
{
    const char *text = "";
    for (int lo = 0, hi; lo < MOST; lo = hi + 1) {
        hi = lo;
        if (!numbers->member[lo])
            continue;
        while (hi + 1 < MOST && numbers->member[hi + 1])
            hi++;
        text = note_text(judge, hi > lo ? "%s%s%d-%d" : "%s%s%d", text, *text ? ", " : "", lo, hi);
    }
    return text;
}

/* Judged for each instruction and operand that may be meant: right if it holds for all, wrong if
 * for none. */
struct verdict {
    int n, n_right;
    const struct isa_smfmac *insn; /* of the first for which it does not hold */
    int operand, compared, differ, first;
    struct numbers held;
};

static void judge_candidate(const struct isa_smfmac *insn, int operand, const struct clause *clause,
                            struct verdict *verdict)
{
    struct numbers held;
    int compared, first = 0;
    if (!find_held(insn, operand, clause, &held))
        return;
    int differ = compare(&clause->values, &held, &compared, &first);
    verdict->n++;
    verdict->n_right += differ == 0;
    if (differ && verdict->n - verdict->n_right == 1) {
        verdict->insn = insn;
        verdict->operand = operand;
        verdict->compared = compared;
        verdict->differ = differ;
        verdict->first = first;
        verdict->held = held;
    }
}

static void report(struct judge *judge, int u, const struct clause *clause,
                   const struct verdict *verdict, bool open)
{
    const struct unit *unit = &judge->units.unit[u];
    int line = unit_line(unit, clause->start);
    const char *said = note_text(judge, "%.*s", clause->n, clause->start);
    const char *axis = axis_words[clause->axis];
    if (verdict->n && verdict->n_right == verdict->n)
        claim_right(judge);
    else if (verdict->n == 0 || verdict->n_right || open)
        claim_unknown(judge, unit->block, line, "places", said,
                      "which instruction and operand are meant");
    else
        claim_wrong(judge, unit->block, line, "places", said,
                    note_text(judge, "%s %s: %s%s %s (%s, %s)",
                              clause->lanes.n > 1 ? "lanes" : "lane",
                              spans_text(judge, &clause->lanes), axis,
                              has_plural(clause->axis) && verdict->held.n > 1 ? "s" : "",
                              spans_text(judge, &verdict->held),
                              opmap_operand_title((enum opmap_operand)verdict->operand),
                              verdict->insn->name),
                    verdict->compared, verdict->differ,
                    note_text(judge, "%s %d: %s", axis, verdict->first,
                              verdict->held.member[verdict->first] ? "held, and not named"
                                                                   : "named, and not held"));
}

/* The operand that the clause is about: named behind it, or between the clause before and it, or by
 * the whole sentence, or by the context. A sentence that names several leaves it open. */
static int clause_operand(const struct judge *judge, int u, const struct clause *clause,
                          const char *before, int context)
{
    static const char *const letters[] = {"A", "B", "C", "D", "idx"};
    const struct unit *unit = &judge->units.unit[u];
    if (clause->operand != HINT_NO_OPERAND)
        return clause->operand;
    int near = hint_of(before).operand;
    if (near != HINT_NO_OPERAND)
        return near;
    if (unit->hint.operand == HINT_NO_OPERAND)
        for (size_t k = 0; k < sizeof letters / sizeof *letters; k++) {
            const char *place = find_word(unit->flat, letters[k]);
            if (place && isupper((unsigned char)*place) == isupper((unsigned char)*letters[k]))
                return HINT_NO_OPERAND;
        }
    return context;
}

static void judge_clause(struct judge *judge, int u, const struct clause *clause,
                         const char *before)
{
    struct hint hint = context_at(&judge->units, u);
    if (hint.dense)
        return;
    hint.operand = clause_operand(judge, u, clause, before, hint.operand);
    struct isa_selection sel = context_instructions(&hint, judge->archs);
    struct verdict verdict = {0};
    for (int n = 0; n < sel.n; n++)
        for (int o = 0; o < OPMAP_N_OPERANDS; o++)
            if (hint.operand == HINT_NO_OPERAND || hint.operand == o)
                judge_candidate(sel.insn[n], o, clause, &verdict);
    report(judge, u, clause, &verdict, !hint.m || hint.operand == HINT_NO_OPERAND);
}

static void find_clauses(struct judge *judge, int u)
{
    const char *flat = judge->units.unit[u].flat, *behind = flat;
    bool first = true;
    for (const char *p = flat; (p = strcasestr(p, "lane")) != NULL;) {
        struct clause clause;
        if ((p > flat && isalnum((unsigned char)p[-1])) || !read_clause(p, first, &clause)) {
            p += strlen("lane");
            continue;
        }
        judge_clause(judge, u, &clause, note_text(judge, "%.*s", (int)(p - behind), behind));
        first = false;
        p += clause.n;
        behind = p;
    }
}

void claims_of_places(struct judge *judge)
{
    for (int u = 0; u < judge->units.n; u++) {
        enum unit_kind kind = judge->units.unit[u].kind;
        if (kind == UNIT_SENTENCE || kind == UNIT_CAPTION || kind == UNIT_ALT)
            find_clauses(judge, u);
    }
}

/* What the names of a set are: the caller's symbols, or what a statement defines. */
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "expr/expr.h"

static int find_symbol(const char *name, const struct expr_symbol *symbols, int n_symbols)
{
    for (int n = 0; n < n_symbols; n++)
        if (!strcmp(symbols[n].name, name))
            return symbols[n].id;
    /* M is not m, but VGPR is vgpr. */
    for (int n = 0; n < n_symbols && name[0] && name[1]; n++)
        if (!strcasecmp(symbols[n].name, name))
            return symbols[n].id;
    return -1;
}

static void find_names(struct expr_set *set, const struct expr_symbol *symbols, int n_symbols)
{
    for (int n = 0; n < set->n_names; n++) {
        set->name[n].symbol = find_symbol(set->name[n].text, symbols, n_symbols);
        set->name[n].definition = -1;
    }
    for (int s = set->n_statements - 1; s >= 0; s--) {
        int name = set->statement[s].name;
        if (name >= 0 && set->name[name].symbol < 0)
            set->name[name].definition = s;
    }
}

/* The nearest name so far, among those of three letters and more that are a slip of the hand away.
 */
struct nearest {
    const char *word, *name;
    int distance;
};

static void consider(struct nearest *nearest, const char *name)
{
    int distance = text_distance(nearest->word, name);
    if (strlen(nearest->word) < 3 || strlen(name) < 3 || distance < 0 ||
        distance >= nearest->distance)
        return;
    nearest->name = name;
    nearest->distance = distance;
}

const char *expr_near(const char *word, const struct expr_symbol *symbols, int n_symbols)
{
    struct nearest nearest = {word, NULL, 3};
    for (int n = 0; n < n_symbols; n++)
        consider(&nearest, symbols[n].name);
    return nearest.name;
}

/* ... or among the names that are defined. */
static const char *near_name(const struct expr_set *set, int unknown,
                             const struct expr_symbol *symbols, int n_symbols)
{
    struct nearest nearest = {set->name[unknown].text, NULL, 3};
    for (int n = 0; n < n_symbols; n++)
        consider(&nearest, symbols[n].name);
    for (int n = 0; n < set->n_names; n++)
        if (set->name[n].definition >= 0)
            consider(&nearest, set->name[n].text);
    return nearest.name;
}

static enum status refuse_unknown(const struct expr_set *set, const struct expr_statement *s,
                                  const struct expr_node *node, const char *near,
                                  struct expr_fault *fault)
{
    return expr_refuse(fault, s->text, node->at, "unknown name '%s'%s%s%s",
                       set->name[node->name].text, near ? "; did you mean '" : "", near ? near : "",
                       near ? "'?" : "");
}

/* The definitions that a statement names itself. */
static enum status direct_uses(struct expr_set *set, int statement,
                               const struct expr_symbol *symbols, int n_symbols,
                               struct expr_fault *fault)
{
    uint64_t *uses = &set->uses[statement];
    const struct expr_statement *s = &set->statement[statement];
    *uses = 0;
    for (int n = s->first; n <= s->root; n++) {
        const struct expr_node *node = &set->node[n];
        if (node->op != EXPR_NAME || set->name[node->name].symbol >= 0)
            continue;
        if (set->name[node->name].definition < 0)
            return refuse_unknown(set, s, node, near_name(set, node->name, symbols, n_symbols),
                                  fault);
        *uses |= UINT64_C(1) << set->name[node->name].definition;
    }
    return STATUS_OK;
}

/* Further definitions of the same name, in a chain, count as used with the first. */
static uint64_t with_chain(const struct expr_set *set, uint64_t uses)
{
    uint64_t all = uses;
    for (int s = 0; s < set->n_statements; s++) {
        int name = set->statement[s].name;
        int first = name < 0 ? -1 : set->name[name].definition;
        if (first >= 0 && uses & UINT64_C(1) << first)
            all |= UINT64_C(1) << s;
    }
    return all;
}

/* Statements that are left use each other: follow them until surely inside a circle, then once
 * around it for its first statement. */
static enum status refuse_circle(const struct expr_set *set, uint64_t left,
                                 struct expr_fault *fault)
{
    int s = __builtin_ctzll(left);
    for (int step = 0; step < set->n_statements; step++)
        s = __builtin_ctzll(set->uses[s] & left);
    int first = s, next = s;
    do {
        next = __builtin_ctzll(set->uses[next] & left);
        first = next < first ? next : first;
    } while (next != s);
    const struct expr_statement *circular = &set->statement[first];
    return expr_refuse(fault, circular->text, circular->at, "'%s' is defined by itself",
                       set->name[circular->name].text);
}

/* Puts statements into order: rounds, in which what uses only what is done comes next. */
static enum status order_statements(struct expr_set *set, struct expr_fault *fault)
{
    uint64_t left = 0;
    int n_ordered = 0, before = -1;
    for (int s = 0; s < set->n_statements; s++)
        left |= UINT64_C(1) << s;
    while (n_ordered > before) {
        before = n_ordered;
        for (int s = 0; s < set->n_statements; s++) {
            if (!(left & UINT64_C(1) << s) || set->uses[s] & left)
                continue;
            for (int d = 0; d < n_ordered; d++)
                if (set->uses[s] & UINT64_C(1) << set->order[d])
                    set->uses[s] |= set->uses[set->order[d]];
            set->order[n_ordered++] = s;
            left &= ~(UINT64_C(1) << s);
        }
    }
    return left ? refuse_circle(set, left, fault) : STATUS_OK;
}

enum status expr_resolve(struct expr_set *set, const struct expr_symbol *symbols, int n_symbols,
                         struct expr_fault *fault)
{
    _Static_assert(EXPR_MAX_STATEMENTS <= 64, "a set of statements is 64 bits");
    find_names(set, symbols, n_symbols);
    for (int s = 0; s < set->n_statements; s++) {
        enum status status = direct_uses(set, s, symbols, n_symbols, fault);
        if (status != STATUS_OK)
            return status;
        set->uses[s] = with_chain(set, set->uses[s]);
    }
    return order_statements(set, fault);
}

bool expr_depends(const struct expr_set *set, int statement, int symbol)
{
    uint64_t statements = set->uses[statement] | UINT64_C(1) << statement;
    for (int s = 0; s < set->n_statements; s++)
        for (int n = set->statement[s].first;
             n <= set->statement[s].root && statements & UINT64_C(1) << s; n++) {
            const struct expr_node *node = &set->node[n];
            if (node->op == EXPR_NAME && set->name[node->name].symbol == symbol)
                return true;
        }
    return false;
}

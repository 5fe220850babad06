/* What names are, and what expressions come to. */
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "expr/expr.h"

static enum status refuse(struct expr_fault *fault, int text, size_t at, const char *why)
{
    fault->text = text;
    fault->at = at;
    snprintf(fault->why, sizeof fault->why, "%s", why);
    return STATUS_USAGE;
}

/* --- names --- */

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
    char why[sizeof fault->why];
    snprintf(why, sizeof why, "unknown name '%s'%s%s%s", set->name[node->name].text,
             near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
    return refuse(fault, s->text, node->at, why);
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
    char why[sizeof fault->why];
    snprintf(why, sizeof why, "'%s' is defined by itself",
             set->name[set->statement[first].name].text);
    return refuse(fault, set->statement[first].text, set->statement[first].at, why);
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

/* --- values --- */

/* n / d in lowest terms, d > 0. Only \frac makes a d other than 1, and the floor around it ends it.
 */
struct ratio {
    int64_t n, d;
};

/* Operations return NULL, or why there is no result. INT64_MIN is none, so that all can be negated.
 */
static const char *const overflow = "a number that does not fit 64 bits";

static int64_t floor_of(struct ratio a) { return a.n / a.d - (a.n % a.d < 0); }

static const char *lowest_terms(int64_t n, int64_t d, struct ratio *out)
{
    if (n == INT64_MIN || d == INT64_MIN)
        return overflow;
    int64_t a = n < 0 ? -n : n, b = d < 0 ? -d : d;
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    *out = d < 0 ? (struct ratio){-n / a, -d / a} : (struct ratio){n / a, d / a};
    return NULL;
}

static const char *multiply(struct ratio a, struct ratio b, struct ratio *out)
{
    int64_t n, d;
    if (__builtin_mul_overflow(a.n, b.n, &n) || __builtin_mul_overflow(a.d, b.d, &d))
        return overflow;
    return lowest_terms(n, d, out);
}

static const char *fraction(struct ratio a, struct ratio b, struct ratio *out)
{
    if (b.n == 0)
        return "division by zero";
    return multiply(a, b.n < 0 ? (struct ratio){-b.d, -b.n} : (struct ratio){b.d, b.n}, out);
}

static const char *add(struct ratio a, struct ratio b, struct ratio *out)
{
    int64_t left, right, n, d;
    if (__builtin_mul_overflow(a.n, b.d, &left) || __builtin_mul_overflow(b.n, a.d, &right) ||
        __builtin_add_overflow(left, right, &n) || __builtin_mul_overflow(a.d, b.d, &d))
        return overflow;
    return lowest_terms(n, d, out);
}

static const char *divide(struct ratio a, struct ratio b, struct ratio *out)
{
    const char *why = fraction(a, b, out);
    if (!why)
        *out = (struct ratio){floor_of(*out), 1};
    return why;
}

/* a - b * floor(a / b): the divisor's sign. */
static const char *modulo(struct ratio a, struct ratio b, struct ratio *out)
{
    struct ratio product;
    const char *why = divide(a, b, &product);
    if (!why)
        why = multiply(product, b, &product);
    return why ? why : add(a, (struct ratio){-product.n, product.d}, out);
}

static const char *shift(enum expr_op op, int64_t a, int64_t by, struct ratio *out)
{
    if (by < 0 || by > 62)
        return "a shift by less than 0 or more than 62";
    int64_t power = INT64_C(1) << by;
    return op == EXPR_SHIFT_LEFT ? multiply((struct ratio){a, 1}, (struct ratio){power, 1}, out)
                                 : divide((struct ratio){a, 1}, (struct ratio){power, 1}, out);
}

static const char *operate(enum expr_op op, struct ratio a, struct ratio b, struct ratio *out)
{
    switch (op) {
    case EXPR_NEGATE:
        *out = (struct ratio){-a.n, a.d};
        return NULL;
    case EXPR_FLOOR:
        *out = (struct ratio){floor_of(a), 1};
        return NULL;
    case EXPR_FRACTION:
        return fraction(a, b, out);
    case EXPR_MULTIPLY:
        return multiply(a, b, out);
    case EXPR_DIVIDE:
        return divide(a, b, out);
    case EXPR_MODULO:
        return modulo(a, b, out);
    case EXPR_ADD:
        return add(a, b, out);
    case EXPR_SUBTRACT:
        return add(a, (struct ratio){-b.n, b.d}, out);
    case EXPR_SHIFT_LEFT:
    case EXPR_SHIFT_RIGHT:
        return shift(op, floor_of(a), floor_of(b), out);
    case EXPR_AND:
        return lowest_terms(floor_of(a) & floor_of(b), 1, out);
    case EXPR_OR:
        return lowest_terms(floor_of(a) | floor_of(b), 1, out);
    default:
        break;
    }
    assert(!"a leaf");
    return "";
}

struct evaluation {
    const struct expr_set *set;
    const int64_t *symbols;
    struct ratio node[EXPR_MAX_NODES];
    int64_t defined[EXPR_MAX_NAMES];
};

static int64_t name_value(const struct evaluation *e, int name)
{
    int symbol = e->set->name[name].symbol;
    return symbol >= 0 ? e->symbols[symbol] : e->defined[name];
}

static enum status evaluate_statement(struct evaluation *e, int statement, int64_t *result,
                                      struct expr_fault *fault)
{
    const struct expr_statement *s = &e->set->statement[statement];
    for (int n = s->first; n <= s->root; n++) {
        const struct expr_node *node = &e->set->node[n];
        const char *why = NULL;
        if (node->op == EXPR_NUMBER)
            e->node[n] = (struct ratio){node->value, 1};
        else if (node->op == EXPR_NAME)
            why = lowest_terms(name_value(e, node->name), 1, &e->node[n]);
        else
            why = operate(node->op, e->node[node->left], e->node[node->right], &e->node[n]);
        if (why)
            return refuse(fault, s->text, node->at, why);
    }
    *result = floor_of(e->node[s->root]);
    return STATUS_OK;
}

enum status expr_evaluate(const struct expr_set *set, int statement, const int64_t *values,
                          int64_t *result, struct expr_fault *fault)
{
    struct evaluation e;
    e.set = set;
    e.symbols = values;
    for (int n = 0; n < set->n_statements && set->uses[statement]; n++) {
        int used = set->order[n];
        int64_t value;
        if (!(set->uses[statement] & UINT64_C(1) << used))
            continue;
        enum status status = evaluate_statement(&e, used, &value, fault);
        if (status != STATUS_OK)
            return status;
        const struct expr_statement *s = &set->statement[used];
        bool first = set->name[s->name].definition == used;
        if (!first && e.defined[s->name] != value)
            return refuse(fault, s->text, s->at, "not what it was defined as before");
        e.defined[s->name] = value;
    }
    return evaluate_statement(&e, statement, result, fault);
}

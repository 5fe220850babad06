/* What expressions come to. */
#include <assert.h>

#include "expr/expr.h"

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
            return expr_refuse(fault, s->text, node->at, "%s", why);
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
            return expr_refuse(fault, s->text, s->at, "not what it was defined as before");
        e.defined[s->name] = value;
    }
    return evaluate_statement(&e, statement, result, fault);
}

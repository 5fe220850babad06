/* Whose a name is: the element's, or the author's own. */
#include <assert.h>
#include <string.h>

#include "claim/points.h"

static const struct expr_statement *find_definition(const struct expr_set *set, const char *name)
{
    for (int s = 0; s < set->n_statements; s++) {
        const struct expr_statement *statement = &set->statement[s];
        if (statement->name >= 0 && !strcmp(set->name[statement->name].text, name))
            return statement;
    }
    return NULL;
}

/* Whether another statement than those that define the name uses it. */
static bool is_used(const struct expr_set *set, const char *name)
{
    for (int s = 0; s < set->n_statements; s++) {
        const struct expr_statement *statement = &set->statement[s];
        if (statement->name >= 0 && !strcmp(set->name[statement->name].text, name))
            continue;
        for (int n = statement->first; n <= statement->root; n++)
            if (set->node[n].op == EXPR_NAME && !strcmp(set->name[set->node[n].name].text, name))
                return true;
    }
    return false;
}

/* Of a resolved set: the same for every element of every operand. */
static bool is_constant(const struct expr_set *set, const struct expr_statement *statement)
{
    for (int name = 0; name < CLAIM_SIZE_M; name++)
        if (expr_depends(set, (int)(statement - set->statement), name))
            return false;
    return true;
}

/* L = 64/M are lane groups, no lane; and where elements have no q, q = i/4 is a helper's name. */
static bool is_own(const struct expr_set *set, enum opmap_operand operand,
                   const struct expr_symbol *symbol)
{
    const struct expr_statement *statement = find_definition(set, symbol->name);
    bool is_letter = !strcmp(symbol->name, "L") || !strcmp(symbol->name, "G");
    if (!statement)
        return false;
    return is_letter ? is_constant(set, statement)
                     : !points_have(operand, symbol->id) && is_used(set, symbol->name);
}

/* A name that turns out to be the author's may make others so: L = 64/M; G = K/L/4. */
enum status claim_resolve(struct expr_set *set, enum opmap_operand operand,
                          struct expr_fault *fault)
{
    struct expr_symbol symbols[2 * CLAIM_N_NAMES];
    int n_symbols = claim_n_symbols, before;
    assert((size_t)claim_n_symbols <= sizeof symbols / sizeof symbols[0]);
    memcpy(symbols, claim_symbols, (size_t)n_symbols * sizeof symbols[0]);
    do {
        enum status status = expr_resolve(set, symbols, n_symbols, fault);
        if (status != STATUS_OK)
            return status;
        before = n_symbols;
        n_symbols = 0;
        for (int n = 0; n < before; n++)
            if (!is_own(set, operand, &symbols[n]))
                symbols[n_symbols++] = symbols[n];
    } while (n_symbols < before);
    return STATUS_OK;
}

static bool is_claim(const struct expr_set *set, int statement)
{
    int name = set->statement[statement].name;
    return name >= 0 && set->name[name].symbol >= 0;
}

enum status claim_check_used(const struct expr_set *set, struct expr_fault *fault)
{
    uint64_t used = 0;
    for (int s = 0; s < set->n_statements; s++)
        if (is_claim(set, s))
            used |= UINT64_C(1) << s | set->uses[s];
    for (int s = 0; s < set->n_statements; s++) {
        const struct expr_statement *statement = &set->statement[s];
        if (used & UINT64_C(1) << s || statement->name < 0)
            continue;
        const char *name = set->name[statement->name].text,
                   *near = expr_near(name, claim_symbols, claim_n_symbols);
        return expr_refuse(fault, statement->text, statement->at,
                           "'%s' is no name of an element, and nothing uses it%s%s%s", name,
                           near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
    }
    return STATUS_OK;
}

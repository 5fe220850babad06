/* From a formula's text to a set whose names are known: the tool's names, letters that sentences
 * give to lanes and registers, and what the page defines by formulas of its own. */
#include <string.h>
#include <strings.h>

#include "lint/formula.h"

static bool is_symbol(const struct formula_symbols *symbols, const char *name)
{
    for (int s = 0; s < symbols->n; s++)
        if (strlen(name) > 1 ? !strcasecmp(symbols->symbol[s].name, name)
                             : !strcmp(symbols->symbol[s].name, name))
            return true;
    return false;
}

static bool defines(const struct expr_set *set, const char *name)
{
    for (int s = 0; s < set->n_statements; s++)
        if (set->statement[s].name >= 0 && !strcmp(set->name[set->statement[s].name].text, name))
            return true;
    return false;
}

/* Adds the page's definitions of names that the set uses and does not define. */
static enum status add_definitions(const struct formula_definitions *definitions,
                                   const struct formula_symbols *symbols, struct expr_set *set,
                                   struct expr_fault *fault)
{
    for (int n = 0; n < set->n_names; n++) {
        const char *name = set->name[n].text;
        if (is_symbol(symbols, name) || defines(set, name))
            continue;
        for (int d = 0; d < definitions->n; d++) {
            if (strcmp(definitions->definition[d].name, name) != 0)
                continue;
            enum status status = expr_add(set, definitions->definition[d].text, fault);
            if (status != STATUS_OK)
                return status;
            break;
        }
    }
    return STATUS_OK;
}

enum status formula_read(const struct formula_definitions *definitions,
                         const struct formula_symbols *symbols, const char *text,
                         struct expr_set *set, struct expr_fault *fault)
{
    memset(set, 0, sizeof *set);
    enum status status = expr_add(set, text, fault);
    if (status == STATUS_OK)
        status = add_definitions(definitions, symbols, set, fault);
    if (status == STATUS_OK)
        status = expr_resolve(set, symbols->symbol, symbols->n, fault);
    return status;
}

/* --- definitions --- */

/* Whether the right side is about an element: then the statement is a claim, whatever letter it
 * has. */
static bool is_about_elements(const struct expr_set *set, const struct expr_statement *statement)
{
    static const char *const coordinates[] = {"i", "j", "k", "q", "s", "kc"};
    for (int n = statement->first; n <= statement->root; n++) {
        if (set->node[n].op != EXPR_NAME)
            continue;
        for (size_t c = 0; c < sizeof coordinates / sizeof *coordinates; c++)
            if (!strcmp(set->name[set->node[n].name].text, coordinates[c]))
                return true;
    }
    return false;
}

static void keep(struct judge *judge, struct formula_definitions *definitions, const char *name,
                 const char *text, size_t n)
{
    struct arena *arena = &judge->page->arena;
    definitions->l = definitions->l || !strcmp(name, "L");
    definitions->g = definitions->g || !strcmp(name, "G");
    if (definitions->n < FORMULA_MAX_DEFINITIONS)
        definitions->definition[definitions->n++] = (struct formula_definition){
            arena_copy(arena, name, strlen(name)), arena_copy(arena, text, n)};
}

void formula_find_definitions(struct judge *judge, const struct formulas *formulas,
                              struct expr_set *set, struct formula_definitions *definitions)
{
    const struct formula_definitions none = {.l = true, .g = true};
    for (int n = 0; n < formulas->n; n++) {
        struct expr_fault fault = {0};
        struct formula_symbols known;
        const struct formula *formula = &formulas->formula[n];
        memset(set, 0, sizeof *set);
        if (expr_add(set, formula->text, &fault) != STATUS_OK)
            continue;
        formula_find_symbols(judge, formula->unit, &none, &known);
        for (int s = 0; s < set->n_statements; s++) {
            const struct expr_statement *statement = &set->statement[s];
            const char *name = statement->name < 0 ? "" : set->name[statement->name].text;
            bool letter = !strcmp(name, "L") || !strcmp(name, "G");
            if (name[0] && !is_symbol(&known, name) &&
                !(letter && is_about_elements(set, statement)))
                keep(judge, definitions, name, formula->text + statement->at,
                     (size_t)(statement->end - statement->at));
        }
    }
}

/* libFuzzer: any text as formulas, and, where they are some, as claims about an operand. See
 * tests/fuzz/README.md. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "claim/claim.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { MAX_TEXT = 2 * EXPR_MAX_TEXT };

static struct expr_set set;
static struct claim_report report;

static void require(bool holds)
{
    if (!holds)
        abort();
}

static void check_fault(const struct expr_fault *fault)
{
    struct error err = {0};
    require(fault->text >= 0 && fault->text < set.n_texts && fault->why[0]);
    require(fault->at <= strlen(set.text[fault->text]));
    require(expr_report(&set, fault, &err) == STATUS_USAGE && err.text[0]);
}

/* What callers rely on without looking. */
static void check_set(void)
{
    for (int s = 0; s < set.n_statements; s++) {
        const struct expr_statement *statement = &set.statement[s];
        size_t length = strlen(set.text[statement->text]);
        char text[64];
        require(statement->at < statement->end && statement->end <= length);
        require(statement->first <= statement->root && statement->root < set.n_nodes);
        require(strlen(expr_text(&set, s, text, sizeof text)) < sizeof text);
        for (int n = statement->first; n <= statement->root; n++) {
            const struct expr_node *node = &set.node[n];
            require(node->at <= node->end && node->end <= length);
            if (node->op == EXPR_NAME)
                require(node->name < set.n_names);
            else if (node->op != EXPR_NUMBER)
                require(node->left >= statement->first && node->left < n &&
                        node->right >= statement->first && node->right < n);
        }
    }
}

static void evaluate(void)
{
    static const int64_t values[CLAIM_N_NAMES] = {13, 7, 29, 3, 1, 15, 55, 11, 8, 15, 1};
    struct expr_fault fault = {0};
    int64_t value;
    for (int s = 0; s < set.n_statements; s++)
        if (expr_evaluate(&set, s, values, &value, &fault) != STATUS_OK)
            check_fault(&fault);
}

/* Suggestions try hundreds of changes: short inputs only. */
static void judge(enum opmap_operand operand)
{
    const struct isa_smfmac *insn = &isa_smfmacs[ISA_SMFMAC_f32_32x32x16_f16];
    struct opmap map;
    struct error err;
    struct expr_fault fault = {0};
    require(opmap_init(&map, insn, 0, 0, &err) == STATUS_OK);
    for (int n = 0; n < opmap_count(insn, operand); n++)
        map.slot[operand][n] = (struct opmap_slot){(uint8_t)(n % 64), (uint8_t)(n / 64 % 8), 0, 15};
    if (claim_judge(&map, operand, &set, 64, &report, &fault) != STATUS_OK)
        check_fault(&fault);
    opmap_free(&map);
}

static void try(const char *text, size_t size, bool bare)
{
    struct expr_fault fault = {0};
    memset(&set, 0, sizeof set);
    enum status status = bare ? expr_add_bare(&set, text, &fault) : expr_add(&set, text, &fault);
    if (status == STATUS_OK) {
        check_set();
        status = claim_resolve(&set, (enum opmap_operand)(size % OPMAP_N_OPERANDS), &fault);
    }
    if (status != STATUS_OK) {
        check_fault(&fault);
        return;
    }
    evaluate();
    if (size <= 48 && !bare)
        judge((enum opmap_operand)(size % OPMAP_N_OPERANDS));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static char text[MAX_TEXT + 1];
    size_t n = size < MAX_TEXT ? size : MAX_TEXT;
    memcpy(text, bytes, n);
    text[n] = 0;
    try(text, n, false);
    try(text, n, true);
    return 0;
}

/* Formulas, judged by the documented layout of what they are about. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "layout/layout.h"
#include "lint/formula.h"

struct formula_judge {
    struct judge *judge;
    struct formula_definitions definitions;
    struct expr_set *set; /* scratch: too large for a stack frame */
    struct claim_report *claims;
};

/* --- verdicts --- */

static int line_of(const struct formula *formula, size_t at)
{
    int line = formula->line;
    for (size_t n = 0; n < at && formula->text[n]; n++)
        line += formula->text[n] == '\n';
    return line;
}

static const char *flat_piece(struct judge *judge, const char *text, size_t n)
{
    while (n && strchr(" \n\t,;\\", text[n - 1]))
        n--;
    char *copy = arena_copy(&judge->page->arena, text, n);
    for (char *p = copy; *p; p++)
        if (*p == '\n')
            *p = ' ';
    size_t used = 0;
    for (const char *p = copy; *p; p++)
        if (!((*p == ' ' || *p == '&') && (used == 0 || copy[used - 1] == ' ')) && *p != '&')
            copy[used++] = *p;
    copy[used] = 0;
    return copy;
}

static void unknown(struct judge *judge, const struct formula *formula, size_t at, const char *why)
{
    if (judge->units.unit[formula->unit].excused)
        return;
    claim_unknown(judge, formula->block, line_of(formula, at), "formula",
                  flat_piece(judge, formula->text, strlen(formula->text)), why);
}

/* What one statement comes to in one layout. */
struct verdict {
    const struct isa_smfmac *insn;
    struct claim claim;
    bool transposed; /* the whole set would hold with i and j exchanged */
};

static void report_wrong(struct judge *judge, const struct formula_subject *subject,
                         const char *said, int line, const struct verdict *v, int name)
{
    enum opmap_operand operand = (enum opmap_operand)subject->hint.operand;
    const char *holds = v->claim.suggestion[0] ? v->claim.suggestion
                                               : formula_documented(judge, v->insn, operand, name);
    const char *what =
        operand == OPMAP_CD
            ? note_text(judge, "C/D, %dx%d", v->insn->m, v->insn->n)
            : note_text(judge, "%s, %dx%dx%d, %d-bit", opmap_operand_title(operand), v->insn->m,
                        v->insn->n, v->insn->k, isa_type_bits(v->insn->a_type));
    const char *first =
        v->claim.where[0]
            ? note_text(judge, "%s: %lld, is %lld%s%s", v->claim.where, (long long)v->claim.said,
                        (long long)v->claim.holds, v->claim.range[0] ? "; " : "", v->claim.range)
            : "";
    claim_wrong(judge, subject->formula->block, line, "formula", said,
                note_text(judge, "%s%s%s%s", holds, holds[0] ? " (" : "", what,
                          !v->transposed ? (holds[0] ? ")" : "")
                          : holds[0]     ? "; i and j are exchanged)"
                                         : "; i and j are exchanged"),
                v->claim.compared, v->claim.differ, first);
}

/* One statement against every layout that may be meant. */
static void conclude(struct judge *judge, const struct formula_subject *subject, const char *said,
                     int line, const struct verdict *verdicts, int n)
{
    int n_right = 0, wrong = -1;
    for (int v = 0; v < n; v++) {
        if (verdicts[v].claim.differ == 0)
            n_right++;
        else if (wrong < 0)
            wrong = v;
    }
    if (n_right == n)
        claim_right(judge);
    else if (n_right == 0)
        report_wrong(judge, subject, said, line, &verdicts[wrong], verdicts[wrong].claim.name);
    else
        claim_unknown(judge, subject->formula->block, line, "formula", said,
                      note_text(judge,
                                "it holds for %d of the %d layouts that may be meant, not for "
                                "%s: which is?",
                                n_right, n, verdicts[wrong].insn->name));
}

/* "a workgroup of 256", near a formula of threadIdx.x: how many work-items, else one wavefront. */
static int workgroup_at(const struct judge *judge, int at)
{
    static const char *const words[] = {"workgroup of ", "work-group of ", "block of "};
    enum { LOOK_BACK = 8, LARGEST = 1024 };
    for (int u = at; u >= 0 && u > at - LOOK_BACK; u--)
        for (size_t w = 0; w < sizeof words / sizeof *words; w++) {
            const char *p = strcasestr(judge->units.unit[u].flat, words[w]);
            int n = p ? atoi(p + strlen(words[w])) : 0;
            if (n > 0 && n <= LARGEST && n % ISA_LANES == 0)
                return n;
        }
    return ISA_LANES;
}

/* The whole set in one layout: STATUS_OK, or why it cannot be judged. */
static enum status judge_layout(struct formula_judge *f, const struct formula_subject *subject,
                                const struct isa_smfmac *insn, struct expr_fault *fault)
{
    struct opmap map = {0};
    struct judge *judge = f->judge;
    judge->status = layout_map(insn, 0, 0, &map, judge->error);
    enum status status = judge->status;
    if (status == STATUS_OK)
        status = claim_judge(&map, (enum opmap_operand)subject->hint.operand, f->set,
                             workgroup_at(judge, subject->formula->unit), f->claims, fault);
    opmap_free(&map);
    return status;
}

static int count_claims(const struct expr_set *set)
{
    int n = 0;
    for (int s = 0; s < set->n_statements; s++)
        n += set->statement[s].name >= 0 && set->name[set->statement[s].name].symbol >= 0;
    return n;
}

/* "k = ..." of A or the index: a stored value has no k of its own. It is read as some k of its
 * group and as the stored depth, and judged by the reading under which more holds. */
static bool judge_stored_k(struct formula_judge *f, const struct formula_subject *subject)
{
    enum { BY_GROUP, BY_DEPTH, N_READINGS };
    struct verdict verdicts[N_READINGS][ISA_N_SMFMAC] = {0};
    const struct formula *formula = subject->formula;
    const char *equals = strchr(formula->text, '=');
    const char *right = equals + 1 + strspn(equals + 1, " =");
    int best = -1, n = subject->instructions.n;
    for (int r = 0; r < N_READINGS; r++) {
        struct expr_fault fault = {0};
        struct arena *arena = &f->judge->page->arena;
        const char *text = r == BY_GROUP ? arena_printf(arena, "q = floor((%s)/4)", right)
                                         : arena_printf(arena, "kc = %s", right);
        enum status status = formula_read(&f->definitions, &subject->symbols, text, f->set, &fault);
        for (int i = 0; i < n && status == STATUS_OK; i++) {
            const struct isa_smfmac *insn = subject->instructions.insn[i];
            status = judge_layout(f, subject, insn, &fault);
            verdicts[r][i] = (struct verdict){insn, f->claims->claim[0], false};
            verdicts[r][i].claim.suggestion[0] = 0; /* of the reading, not of the page's words */
        }
        if (status == STATUS_OK &&
            (best < 0 || verdicts[r][0].claim.differ < verdicts[best][0].claim.differ))
            best = r;
    }
    if (best < 0 || f->judge->status != STATUS_OK)
        return false;
    conclude(f->judge, subject, flat_piece(f->judge, formula->text, strlen(formula->text)),
             line_of(formula, 0), verdicts[best], n);
    return true;
}

/* What claim/ could not evaluate: a name that the operand lacks and a value that there is none of
 * are mistakes of the page; the k of stored values is a matter of words. */
static void report_fault(struct formula_judge *f, const struct formula_subject *subject,
                         const struct expr_fault *fault)
{
    struct judge *judge = f->judge;
    const struct isa_smfmac *insn = subject->instructions.insn[0];
    bool ours = fault->text == 0;
    if (fault->kind == CLAIM_FAULT_STORED_K) {
        if (!judge_stored_k(f, subject))
            unknown(judge, subject->formula, ours ? fault->at : 0, fault->why);
        return;
    }
    long n = opmap_count(insn, (enum opmap_operand)subject->hint.operand);
    claim_wrong(judge, subject->formula->block, line_of(subject->formula, ours ? fault->at : 0),
                "formula",
                flat_piece(judge, subject->formula->text, strlen(subject->formula->text)),
                fault->why, n, n, "");
}

/* Each line of a display formula by itself, about the operand that the whole is about; false if
 * there is only one. */
static bool judge_pieces(struct formula_judge *f, const struct formula *formula, int operand);

static void judge_set(struct formula_judge *f, const struct formula_subject *subject)
{
    struct verdict(*verdicts)[ISA_N_SMFMAC] = calloc(EXPR_MAX_STATEMENTS, sizeof *verdicts);
    struct expr_fault fault = {0};
    int n = subject->instructions.n, n_claims = 0;
    if (!verdicts) {
        f->judge->page->arena.failed = true;
        return;
    }
    for (int i = 0; i < n; i++) {
        if (judge_layout(f, subject, subject->instructions.insn[i], &fault) != STATUS_OK) {
            if (f->judge->status == STATUS_OK &&
                !judge_pieces(f, subject->formula, subject->hint.operand))
                report_fault(f, subject, &fault);
            goto out;
        }
        n_claims = f->claims->n_claims;
        for (int c = 0; c < n_claims; c++)
            verdicts[c][i] = (struct verdict){subject->instructions.insn[i], f->claims->claim[c],
                                              f->claims->verdict == CLAIM_TRANSPOSED};
    }
    for (int c = 0; c < n_claims; c++) {
        const struct expr_statement *statement = &f->set->statement[verdicts[c][0].claim.statement];
        if (statement->text == 0)
            conclude(f->judge, subject,
                     flat_piece(f->judge, subject->formula->text + statement->at,
                                (size_t)(statement->end - statement->at)),
                     line_of(subject->formula, statement->at), verdicts[c], n);
    }
out:
    free(verdicts);
}

/* "K = 64" says which instruction is meant; that one must exist. */
static bool says_sizes_only(const struct expr_set *set)
{
    int n = 0;
    for (int s = 0; s < set->n_statements; s++) {
        int left = set->statement[s].name < 0 ? -1 : set->name[set->statement[s].name].symbol;
        if (left < CLAIM_SIZE_M)
            return false;
        n++;
    }
    return n > 0;
}

static void judge_sizes(struct formula_judge *f, const struct formula_subject *subject)
{
    struct judge *judge = f->judge;
    const struct unit *unit = &judge->units.unit[subject->formula->unit];
    struct hint hint = context_at(&judge->units, subject->formula->unit);
    hint.operand = HINT_NO_OPERAND;
    hint.width = unit->hint.width;
    const char *said = flat_piece(judge, subject->formula->text, strlen(subject->formula->text));
    int line = line_of(subject->formula, 0);
    /* what this sentence names in full, and its depth beside it */
    for (int id = 0; id < ISA_N_SMFMAC && hint.k; id++)
        if (unit->hint.named == UINT64_C(1) << id && isa_smfmacs[id].k != hint.k) {
            claim_wrong(judge, subject->formula->block, line, "formula", said,
                        note_text(judge, "K = %d (%s)", isa_smfmacs[id].k, isa_smfmacs[id].name), 0,
                        0, "");
            return;
        }
    struct hint stated = hint_of(said);
    if (!stated.k) {
        claim_unknown(judge, subject->formula->block, line, "formula", said,
                      "a size that the tool does not compare");
        return;
    }
    hint.k = stated.k;
    if (context_instructions(&hint, judge->archs).n > 0)
        claim_right(judge);
    else
        claim_wrong(judge, subject->formula->block, line, "formula", said,
                    note_text(judge, "%s has no such SMFMAC", arch_words(judge)), 0, 0, "");
}

/* `operand` is known of a piece of a larger formula. */
static void judge_formula(struct formula_judge *f, const struct formula *formula, int operand)
{
    struct judge *judge = f->judge;
    struct expr_fault fault = {0};
    struct formula_subject subject = {.formula = formula};
    formula_find_symbols(judge, formula->unit, &f->definitions, &subject.symbols);
    if (formula_read(&f->definitions, &subject.symbols, formula->text, f->set, &fault) !=
        STATUS_OK) {
        if (!judge_pieces(f, formula, operand))
            unknown(judge, formula, fault.text == 0 ? fault.at : 0, fault.why);
        return;
    }
    if (says_sizes_only(f->set)) {
        judge_sizes(f, &subject);
        return;
    }
    if (count_claims(f->set) == 0)
        return; /* a definition */
    formula_find_subject(judge, f->set, operand, &subject);
    if (subject.hint.dense) {
        unknown(judge, formula, 0, "it is about a dense instruction");
        return;
    }
    if (subject.hint.operand == HINT_NO_OPERAND) {
        unknown(judge, formula, 0, "which operand it is about");
        return;
    }
    if (subject.instructions.n == 0)
        unknown(judge, formula, 0, "no SMFMAC of the page's architecture is meant");
    else
        judge_set(f, &subject);
}

static bool judge_pieces(struct formula_judge *f, const struct formula *formula, int operand)
{
    const char *end = strstr(formula->text, "\\\\");
    if (!end)
        return false;
    for (const char *p = formula->text; *p; p = *end ? end + 2 : end) {
        end = strstr(p, "\\\\");
        if (!end)
            end = p + strlen(p);
        struct formula piece = *formula;
        piece.text = arena_copy(&f->judge->page->arena, p, (size_t)(end - p));
        piece.line = line_of(formula, (size_t)(p - formula->text));
        if (strchr(piece.text, '='))
            judge_formula(f, &piece, operand);
    }
    return true;
}

void claims_of_formulas(struct judge *judge)
{
    struct formulas formulas = {0};
    struct formula_judge f = {.judge = judge};
    f.set = calloc(1, sizeof *f.set);
    f.claims = calloc(1, sizeof *f.claims);
    if (!f.set || !f.claims) {
        judge->page->arena.failed = true;
    } else {
        formulas_find(judge, &formulas);
        formula_find_definitions(judge, &formulas, f.set, &f.definitions);
        for (int n = 0; n < formulas.n && judge->status == STATUS_OK; n++)
            judge_formula(&f, &formulas.formula[n], HINT_NO_OPERAND);
    }
    free(f.claims);
    free(f.set);
}

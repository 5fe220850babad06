/* Vector types: v4float is four floats, and some operand of some SMFMAC is one.
 *
 * What clang's builtins take: fp8, bf8 and i8 travel as ints; f16 as halves; bf16 as shorts on
 * gfx942 and as __bf16 in the instructions that gfx950 added (LLVM 22, BuiltinsAMDGPU.def). */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "lint/vector.h"

static const struct {
    const char *name, *element;
    int bits;
} elements[] = {
    {"float", "float", 32}, {"fp32", "float", 32},  {"f32", "float", 32},     {"int32", "int", 32},
    {"int", "int", 32},     {"i32", "int", 32},     {"half", "half", 16},     {"fp16", "half", 16},
    {"f16", "half", 16},    {"short", "short", 16}, {"bfloat16", "bf16", 16}, {"bf16", "bf16", 16},
};

size_t read_vector(const char *p, struct vector *vector)
{
    if (*p != 'v' || !isdigit((unsigned char)p[1]))
        return 0;
    char *end;
    long count = strtol(p + 1, &end, 10);
    for (size_t k = 0; k < sizeof elements / sizeof *elements; k++) {
        size_t n = strlen(elements[k].name);
        bool suffix = !strncmp(end + n, "_t", 2);
        if (strncmp(end, elements[k].name, n) != 0 ||
            isalnum((unsigned char)end[n + (suffix ? 2 : 0)]))
            continue;
        if (count > 64)
            return 0;
        *vector = (struct vector){(int)count, elements[k].element, elements[k].bits};
        return (size_t)(end - p) + n;
    }
    return 0;
}

static struct vector vector_of(const struct isa_smfmac *insn, enum opmap_operand operand)
{
    static const struct {
        const char *element;
        int bits;
    } of_type[] = {[ISA_F16] = {"half", 16}, [ISA_BF16] = {"short", 16}, [ISA_I8] = {"int", 32},
                   [ISA_FP8] = {"int", 32},  [ISA_BF8] = {"int", 32},    [ISA_F32] = {"float", 32},
                   [ISA_I32] = {"int", 32}};
    enum isa_type type = operand == OPMAP_A   ? insn->a_type
                         : operand == OPMAP_B ? insn->b_type
                                              : insn->cd_type;
    struct vector vector = {0, of_type[type].element, of_type[type].bits};
    if (type == ISA_BF16 && insn->arch == ISA_GFX950)
        vector.element = "bf16";
    vector.count = opmap_vgprs(insn, operand) * ISA_VGPR_BITS / vector.bits;
    return vector;
}

static bool takes(const struct isa_smfmac *insn, int operand, const struct vector *vector)
{
    for (int o = 0; o < OPMAP_N_OPERANDS; o++) {
        if (o == OPMAP_IDX || (operand != HINT_NO_OPERAND && o != operand))
            continue;
        struct vector own = vector_of(insn, (enum opmap_operand)o);
        if (own.count == vector->count && !strcmp(own.element, vector->element))
            return true;
    }
    return false;
}

bool vector_any(const struct isa_selection *sel, int operand, const struct vector *vector)
{
    for (int n = 0; n < sel->n; n++)
        if (takes(sel->insn[n], operand, vector))
            return true;
    return false;
}

const char *vector_text(struct judge *judge, const struct isa_smfmac *insn, int operand)
{
    struct vector own = vector_of(insn, (enum opmap_operand)operand);
    return note_text(judge, "v%d%s", own.count, own.element);
}

static struct isa_selection all_of_page(const struct judge *judge)
{
    struct hint anything = {.operand = HINT_NO_OPERAND};
    return context_instructions(&anything, judge->archs);
}

/* --- in sentences: the type of what is spoken of --- */

static void judge_mention(struct judge *judge, int u, int line, const char *before,
                          const char *name, const struct vector *vector)
{
    const struct unit *unit = &judge->units.unit[u];
    struct hint hint = context_at(&judge->units, u), near = hint_of(before);
    /* only what the sentence itself says narrows it, best what stands before the type */
    hint.operand = near.operand != HINT_NO_OPERAND ? near.operand : unit->hint.operand;
    if (hint.operand == OPMAP_CD)
        hint.k = 0;
    struct isa_selection sel = context_instructions(&hint, judge->archs);
    struct isa_selection all = all_of_page(judge);
    if (vector_any(&sel, hint.operand, vector)) {
        claim_right(judge);
    } else if (!vector_any(&all, HINT_NO_OPERAND, vector)) {
        claim_wrong(judge, unit->block, line, "type", name,
                    note_text(judge, "no SMFMAC of %s takes it", arch_words(judge)), 0, 0, "");
    } else if (sel.n == 0) {
        claim_unknown(judge, unit->block, line, "type", name, "which instruction is meant");
    } else {
        int o = hint.operand == HINT_NO_OPERAND ? OPMAP_A : hint.operand;
        claim_wrong(judge, unit->block, line, "type", name,
                    note_text(judge, "%s of %s is %s", opmap_operand_title((enum opmap_operand)o),
                              sel.insn[0]->name, vector_text(judge, sel.insn[0], o)),
                    0, 0, "");
    }
}

static void find_mentions(struct judge *judge, int u)
{
    const char *flat = judge->units.unit[u].flat, *clause = flat;
    for (const char *p = flat; *p; p++) {
        struct vector vector;
        size_t n = (p == flat || !(isalnum((unsigned char)p[-1]) || p[-1] == '_'))
                       ? read_vector(p, &vector)
                       : 0;
        if (!n)
            continue;
        judge_mention(judge, u, unit_line(&judge->units.unit[u], p),
                      note_text(judge, "%.*s", (int)(p - clause), clause),
                      note_text(judge, "%.*s", (int)n, p), &vector);
        if (strncmp(p + n, " or", 3) != 0 && p[n] != ',') /* "v4float or v4int" */
            clause = p + n;
    }
}

/* --- in code: "using v4float = float [[clang::ext_vector_type(4)]];" --- */

static void judge_definition(struct judge *judge, const struct page_block *block, int line,
                             const char *text, const char *name, size_t n,
                             const struct vector *vector)
{
    static const char attribute[] = "ext_vector_type(", gcc_attribute[] = "vector_size(";
    const char *count = strstr(text, attribute);
    const char *bytes = strstr(text, gcc_attribute);
    const char *said = note_text(judge, "%s", text + strspn(text, " "));
    long value = count ? strtol(count + sizeof attribute - 1, NULL, 10)
                       : strtol(bytes + sizeof gcc_attribute - 1, NULL, 10) * 8 / vector->bits;
    if (value != vector->count)
        claim_wrong(judge, block, line, "type", said,
                    note_text(judge, "%.*s has %d elements by its name, %ld here", (int)n, name,
                              vector->count, value),
                    0, 0, "");
    else
        claim_right(judge);
    struct isa_selection all = all_of_page(judge);
    if (!vector_any(&all, HINT_NO_OPERAND, vector))
        remark(judge, LINT_NOTE, block->file, line, "type", said,
               note_text(judge, "no SMFMAC of %s takes a %.*s", arch_words(judge), (int)n, name));
}

static void find_definitions(struct judge *judge, const struct page_block *block)
{
    int line = block->text.line;
    for (const char *p = block->text.plain; *p; line++) {
        size_t length = strcspn(p, "\n");
        const char *text = arena_copy(&judge->page->arena, p, length);
        p += length + (p[length] == '\n');
        if (!strstr(text, "ext_vector_type(") && !strstr(text, "vector_size("))
            continue;
        for (const char *q = text; *q; q++) {
            struct vector vector;
            size_t n = (q == text || !(isalnum((unsigned char)q[-1]) || q[-1] == '_'))
                           ? read_vector(q, &vector)
                           : 0;
            if (n) {
                judge_definition(judge, block, line, text, q, n, &vector);
                break;
            }
        }
    }
}

void claims_of_types(struct judge *judge)
{
    for (int u = 0; u < judge->units.n; u++) {
        const struct unit *unit = &judge->units.unit[u];
        if (unit->kind == UNIT_SENTENCE || unit->kind == UNIT_CAPTION)
            find_mentions(judge, u);
        else if (unit->kind == UNIT_CODE)
            find_definitions(judge, unit->block);
    }
}

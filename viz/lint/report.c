/* Counting and listing. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "lint/claims.h"

const char *lint_severity_name(enum lint_severity severity)
{
    static const char *const names[] = {"error", "warning", "note"};
    return names[severity];
}

const char *note_text(struct judge *judge, const char *format, ...)
{
    char text[2048];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (n >= (int)sizeof text) { /* cut at the end of a character */
        n = (int)sizeof text - 1;
        while (n > 0 && ((unsigned char)text[n] & 0xc0) == 0x80)
            n--;
    }
    return arena_copy(&judge->report->arena, text, n < 0 ? 0 : (size_t)n);
}

/* What a page says may be long; a finding quotes its beginning. */
static const char *quote(struct judge *judge, const char *said)
{
    enum { LONGEST = 240 };
    size_t n = strlen(said);
    if (n <= LONGEST)
        return arena_copy(&judge->report->arena, said, n);
    n = LONGEST - 3;
    while (n > 0 && ((unsigned char)said[n] & 0xc0) == 0x80)
        n--;
    return note_text(judge, "%.*s...", (int)n, said);
}

static struct lint_finding *add(struct judge *judge, enum lint_severity severity, const char *file,
                                int line, const char *rule, const char *said, const char *holds)
{
    static _Thread_local struct lint_finding lost;
    struct lint_report *report = judge->report;
    struct lint_finding *grown =
        arena_room(&report->arena, report->findings, report->n_findings, sizeof *grown);
    struct lint_finding *finding = grown ? &grown[report->n_findings++] : &lost;
    if (grown)
        report->findings = grown;
    *finding = (struct lint_finding){
        .file = arena_copy(&report->arena, file, strlen(file)),
        .line = line,
        .severity = severity,
        .rule = rule,
        .said = quote(judge, said),
        .holds = arena_copy(&report->arena, holds, strlen(holds)),
        .first = "",
    };
    return finding;
}

void claim_right(struct judge *judge)
{
    struct lint_claims *claims = &judge->report->claims;
    claims->found++;
    claims->checked++;
    claims->right++;
}

void claim_wrong(struct judge *judge, const struct page_block *block, int line, const char *rule,
                 const char *said, const char *holds, long compared, long differ, const char *first)
{
    struct lint_claims *claims = &judge->report->claims;
    claims->found++;
    claims->checked++;
    claims->wrong++;
    struct lint_finding *finding = add(judge, LINT_ERROR, block->file, line, rule, said, holds);
    finding->compared = compared ? compared : 1;
    finding->differ = compared ? differ : 1;
    finding->first = arena_copy(&judge->report->arena, first, strlen(first));
}

void claim_unknown(struct judge *judge, const struct page_block *block, int line, const char *rule,
                   const char *said, const char *why)
{
    struct lint_claims *claims = &judge->report->claims;
    claims->found++;
    claims->not_understood++;
    add(judge, LINT_NOTE, block->file, line, rule, said,
        note_text(judge, "not understood: %s", why))
        ->not_understood = true;
}

void remark(struct judge *judge, enum lint_severity severity, const char *file, int line,
            const char *rule, const char *said, const char *holds)
{
    add(judge, severity, file, line, rule, said, holds);
}

void lint_report_free(struct lint_report *report)
{
    arena_free(&report->arena);
    *report = (struct lint_report){0};
}

int lint_count(const struct lint_report *report, enum lint_severity severity)
{
    int n = 0;
    for (int f = 0; f < report->n_findings; f++)
        n += report->findings[f].severity == severity;
    return n;
}

const struct lint_rule lint_rules[] = {
    {"formula", "a formula that the documented layout does not obey"},
    {"range", "a variable's range"},
    {"row-table", "a table of rows, lanes and VGPRs"},
    {"table", "numbers of an instruction or shape, in a table or a sentence"},
    {"parameter", "a table of the builtins' arguments"},
    {"name", "a builtin or mnemonic, and where it exists"},
    {"naming-pattern", "a pattern that builtins follow"},
    {"offload-arch", "an --offload-arch flag"},
    {"type", "a vector type, and what it is used for"},
    {"registers", "how many registers an operand takes"},
    {"places", "which lanes hold what, and where an element is"},
    {"quantity", "cycles, elements a lane and lanes a wavefront, in sentences"},
    {"index-constant", "an index constant against the positions that are stated"},
    {"figure", "a figure file that is named"},
    {"caption", "what a caption says that its figure shows"},
    {"include", "a file that a page includes or shows"},
    {"markup", "markup that could be read only in part"},
    {"depth", "how many k compressed A has"},
    {"page", "what the page as a whole is about"},
    {"two-patterns", "4:2 and 2:4 for one pattern"},
    {"alt-markup", "markup inside alternative texts"},
    {"description", "types that a description promises and the page does not name"},
#define RULE(name, severity, about, ...) {name, about},
#include "lint/word_rules.def"
};
const int lint_n_rules = sizeof lint_rules / sizeof lint_rules[0];

/* --- helpers --- */

const char *arch_words(struct judge *judge)
{
    if (judge->archs == 3)
        return "gfx942 and gfx950";
    return isa_arch_name(judge->archs & 1 ? ISA_GFX942 : ISA_GFX950);
}

bool on_page_arch(const struct judge *judge, const struct isa_smfmac *insn)
{
    return ((judge->archs & 1) && isa_available(insn, ISA_GFX942)) ||
           ((judge->archs & 2) && isa_available(insn, ISA_GFX950));
}

const char *cell_flat(struct judge *judge, const struct page_text *text)
{
    return flatten(&judge->page->arena, text->plain, text->n);
}

bool parse_range(const char *flat, int *lo, int *hi)
{
    static const char *const separators[] = {"...", "..", "-", "to", ":", ","};
    char *end;
    if (!isdigit((unsigned char)flat[0]))
        return false;
    long first = strtol(flat, &end, 10), last = first;
    end += strspn(end, " ");
    for (size_t k = 0; *end && k < sizeof separators / sizeof *separators; k++) {
        size_t n = strlen(separators[k]);
        if (strncmp(end, separators[k], n) != 0)
            continue;
        end += n + strspn(end + n, " ");
        if (!isdigit((unsigned char)*end))
            return false;
        last = strtol(end, &end, 10);
        break;
    }
    if (*end || first > 4096 || last > 4096)
        return false;
    *lo = (int)first;
    *hi = (int)last;
    return true;
}

bool parse_count(const char *flat, long *value)
{
    long number = 0;
    int digits = 0;
    for (const char *p = flat; *p; p++) {
        bool separator =
            (*p == ',' || *p == ' ' || *p == '_') && digits > 0 && isdigit((unsigned char)p[1]);
        if (separator)
            continue;
        if (!isdigit((unsigned char)*p) || digits > 12)
            return false;
        number = 10 * number + (*p - '0');
        digits++;
    }
    *value = number;
    return digits > 0;
}

const struct isa_smfmac *named_instruction(const char *flat)
{
    static const char *const prefixes[] = {"__builtin_amdgcn_smfmac_", "v_smfmac_", ""};
    for (int id = 0; id < ISA_N_SMFMAC; id++)
        for (size_t k = 0; k < sizeof prefixes / sizeof *prefixes; k++) {
            size_t n = strlen(prefixes[k]);
            if (!strncasecmp(flat, prefixes[k], n) && !strcasecmp(flat + n, isa_smfmacs[id].name))
                return &isa_smfmacs[id];
        }
    return NULL;
}

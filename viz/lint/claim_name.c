/* Names of builtins and mnemonics, the pattern that they follow, and --offload-arch. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "lint/claims.h"

static const char BUILTIN[] = "__builtin_amdgcn_smfmac_";
static const char MNEMONIC[] = "v_smfmac_";

enum { NAME_BYTES = 96 };

/* What stands at one place of the page. */
struct place {
    struct judge *judge;
    const struct page_block *block;
    int line;
    bool code; /* the code of a program: prefix alone may be a macro's */
};

typedef void place_fn(const struct place *place, const char *text);

/* Calls `fn` for the text of every unit and cell, whole lines one by one, so that line numbers are
 * right. */
static void for_each_line(struct judge *judge, place_fn *fn)
{
    struct arena *arena = &judge->page->arena;
    for (int b = 0; b < judge->page->n_blocks; b++) {
        const struct page_block *block = &judge->page->blocks[b];
        int n_cells = 0;
        for (int r = 0; r < block->n_rows; r++)
            n_cells += block->rows[r].n_cells;
        for (int r = 0; r < block->n_rows; r++)
            for (int c = 0; c < block->rows[r].n_cells; c++) {
                const struct page_text *cell = &block->rows[r].cells[c];
                fn(&(struct place){judge, block, cell->line, false}, cell->plain);
            }
        if (n_cells)
            continue;
        int line = block->text.line;
        for (const char *p = block->text.plain; p && *p; line++) {
            size_t n = strcspn(p, "\n");
            fn(&(struct place){judge, block, line, block->kind == PAGE_CODE},
               arena_copy(arena, p, n));
            p += n + (p[n] == '\n');
        }
    }
}

static size_t name_length(const char *name)
{
    return strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
}

/* The instruction whose name differs least. */
static const char *nearest(const char *name)
{
    const char *best = isa_smfmacs[0].name;
    int best_distance = TEXT_WORD_BYTES;
    for (int id = 0; id < ISA_N_SMFMAC; id++) {
        int d = text_distance(name, isa_smfmacs[id].name);
        if (d >= 0 && d < best_distance) {
            best = isa_smfmacs[id].name;
            best_distance = d;
        }
    }
    return best;
}

static void judge_name(const struct place *place, const char *prefix, const char *name)
{
    struct judge *judge = place->judge;
    const struct isa_smfmac *insn = named_instruction(name);
    const char *said = note_text(judge, "%s%s", prefix, name);
    if (!insn)
        claim_wrong(judge, place->block, place->line, "name", said,
                    note_text(judge, "no such instruction; near: %s%s", prefix, nearest(name)), 0,
                    0, "");
    else if (!on_page_arch(judge, insn))
        claim_wrong(judge, place->block, place->line, "name", said,
                    note_text(judge, "%s has it; the page is about %s", isa_arch_name(insn->arch),
                              arch_words(judge)),
                    0, 0, "");
    else
        claim_right(judge);
}

/* --- the pattern: <out_type>_<M>x<N>x<K>_<a>[_<b>] --- */

/* The pattern as an extended regular expression: <x> is a word without "_", [x] may be left out. */
static bool pattern_regex(const char *pattern, size_t n, char *regex, size_t size)
{
    struct buffer out = {0};
    buffer_puts(&out, "^");
    int open = 0;
    for (size_t k = 0; k < n; k++) {
        char c = pattern[k];
        if (c == '<') {
            const char *close = memchr(pattern + k, '>', n - k);
            if (!close)
                break;
            buffer_puts(&out, "[a-z0-9]+");
            k = (size_t)(close - pattern);
        } else if (c == '[' || c == ']') {
            open += c == '[' ? 1 : -1;
            buffer_puts(&out, c == '[' ? "(" : ")?");
        } else {
            buffer_append(&out, &c, 1);
        }
    }
    buffer_puts(&out, "$");
    bool fits = open == 0 && !out.failed && out.size < size;
    if (fits)
        memcpy(regex, out.data, out.size + 1);
    buffer_free(&out);
    return fits;
}

static void judge_pattern(const struct place *place, const char *pattern, size_t n)
{
    struct judge *judge = place->judge;
    char expression[512];
    regex_t regex;
    const char *said = note_text(judge, "%s%.*s", BUILTIN, (int)n, pattern);
    if (!pattern_regex(pattern, n, expression, sizeof expression) ||
        regcomp(&regex, expression, REG_EXTENDED | REG_NOSUB) != 0) {
        claim_unknown(judge, place->block, place->line, "naming-pattern", said,
                      "brackets that do not match");
        return;
    }
    long compared = 0, differ = 0;
    const char *first = "";
    for (int id = 0; id < ISA_N_SMFMAC; id++) {
        if (!on_page_arch(judge, &isa_smfmacs[id]))
            continue;
        compared++;
        if (regexec(&regex, isa_smfmacs[id].name, 0, NULL, 0) == 0)
            continue;
        if (!differ++)
            first = isa_smfmacs[id].name;
    }
    regfree(&regex);
    if (differ)
        claim_wrong(judge, place->block, place->line, "naming-pattern", said,
                    note_text(judge, "%s%s does not follow it", BUILTIN, first), compared, differ,
                    first);
    else
        claim_right(judge);
}

static void find_names(const struct place *place, const char *text)
{
    const char *const prefixes[] = {BUILTIN, MNEMONIC};
    for (size_t k = 0; k < sizeof prefixes / sizeof *prefixes; k++) {
        size_t prefix = strlen(prefixes[k]);
        for (const char *p = text; (p = strcasestr(p, prefixes[k])) != NULL; p += prefix) {
            if (p > text && (isalnum((unsigned char)p[-1]) || p[-1] == '_'))
                continue;
            const char *name = p + prefix;
            size_t n = name_length(name);
            if (name[0] == '<' || name[n] == '<') {
                size_t length = strcspn(name, " \t\n`,;)");
                if (memmem(name, length, "..", 2) || memmem(name, length, "…", 3))
                    continue; /* only hinted at */
                judge_pattern(place, name, length - (length && name[length - 1] == '.'));
                continue;
            }
            /* "v_smfmac_*" and a bare prefix speak of all of them; "##" makes names in a macro */
            if (n == 0 || name[n] == '*' || name[n] == '{' || name[n] == '#' || n >= NAME_BYTES)
                continue;
            judge_name(place, prefixes[k], note_text(place->judge, "%.*s", (int)n, name));
        }
    }
}

void claims_of_names(struct judge *judge) { for_each_line(judge, find_names); }

/* --- --offload-arch --- */

static void judge_arch(const struct place *place, const char *name)
{
    struct judge *judge = place->judge;
    const char *said = note_text(judge, "--offload-arch=%s", name);
    enum isa_arch arch;
    struct error why = {0};
    if (isa_parse_arch(name, &arch, &why) != STATUS_OK)
        claim_wrong(judge, place->block, place->line, "offload-arch", said, why.text, 0, 0, "");
    else if (!(judge->archs & (1u << arch)))
        claim_wrong(judge, place->block, place->line, "offload-arch", said,
                    note_text(judge, "the page is about %s", arch_words(judge)), 0, 0, "");
    else
        claim_right(judge);
}

static void find_flags(const struct place *place, const char *text)
{
    static const char flag[] = "offload-arch";
    for (const char *p = text; (p = strstr(p, flag)) != NULL; p++) {
        const char *value = p + sizeof flag - 1;
        bool joined = *value == '=';
        value += joined ? 1 : strspn(value, " ");
        size_t n = strspn(value, "abcdefghijklmnopqrstuvwxyz0123456789:+-");
        if (!n || (!joined && strncmp(value, "gfx", 3) != 0))
            continue; /* the option is spoken of, not used */
        while (n && strchr(":+-", value[n - 1]) && !(value[n - 1] != ':' && memchr(value, ':', n)))
            n--;
        if (!strncmp(value, "gfx", 3))
            judge_arch(place, note_text(place->judge, "%.*s", (int)n, value));
        else
            claim_unknown(place->judge, place->block, place->line, "offload-arch",
                          note_text(place->judge, "--offload-arch=%.*s", (int)n, value),
                          "no architecture's name");
    }
}

void claims_of_arch(struct judge *judge) { for_each_line(judge, find_flags); }

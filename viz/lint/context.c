/* What a statement is about: instruction, operand, element width. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "lint/unit.h"

enum { MAX_WALK = 64 }; /* units looked back; further up only titles speak */

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

const char *find_word(const char *text, const char *word)
{
    size_t n = strlen(word);
    for (const char *p = text; (p = strcasestr(p, word)) != NULL; p++)
        if ((p == text || !is_word(p[-1])) && !is_word(p[n]))
            return p;
    return NULL;
}

/* --- shapes --- */

/* Sets *field to value; another value already there makes it unknown for good. */
static void say(int *field, bool *conflict, int value)
{
    if (*field && *field != value)
        *conflict = true;
    *field = *conflict ? 0 : value;
}

/* " x 16" after a number: its value, and *p behind it; 0 if there is none. */
static int next_edge(const char **p)
{
    const char *q = *p + strspn(*p, " ");
    if (*q != 'x' && *q != 'X')
        return 0;
    q++;
    q += strspn(q, " ");
    char *end;
    long value = isdigit((unsigned char)*q) ? strtol(q, &end, 10) : 0;
    if (value <= 0 || value > 1024)
        return 0;
    *p = end;
    return (int)value;
}

static bool is_tile(int m, int n) { return m == n && (m == 16 || m == 32); }

/* "16x16x64", "16 x 16", also inside names. */
static void find_shapes(const char *flat, struct hint *hint)
{
    bool conflict = false, conflict_k = false;
    for (const char *p = flat; *p;) { /* K of its own is known by now; "16x16x64" must agree */
        if (!isdigit((unsigned char)*p)) {
            p++;
            continue;
        }
        char *end;
        bool starts = p == flat || !isalnum((unsigned char)p[-1]);
        long m = strtol(p, &end, 10);
        p = end;
        if (!starts || m > 1024)
            continue;
        int n = next_edge(&p), k = n ? next_edge(&p) : 0;
        if (!is_tile((int)m, n))
            continue;
        say(&hint->m, &conflict, (int)m);
        if (k)
            say(&hint->k, &conflict_k, k);
    }
    hint->n = hint->m;
}

/* "K=64", "K = 64"; k is a variable. */
static void find_depth(const char *flat, struct hint *hint)
{
    bool conflict = false;
    for (const char *p = flat; (p = strchr(p, 'K')) != NULL; p++) {
        const char *q = p + 1 + strspn(p + 1, " ");
        if ((p > flat && (is_word(p[-1]) || p[-1] == '-')) || *q != '=')
            continue;
        q += 1 + strspn(q + 1, " ");
        char *end;
        long k = isdigit((unsigned char)*q) ? strtol(q, &end, 10) : 0;
        if (k >= 4 && k <= 1024 && !is_word(*end))
            say(&hint->k, &conflict, (int)k);
    }
}

/* --- types --- */

static void find_width(const char *flat, struct hint *hint)
{
    static const struct {
        const char *word;
        int width;
    } types[] = {{"fp8", 8},
                 {"bf8", 8},
                 {"i8", 8},
                 {"int8", 8},
                 {"e4m3", 8},
                 {"e5m2", 8},
                 {"fp16", 16},
                 {"f16", 16},
                 {"bf16", 16},
                 {"half", 16},
                 {"bfloat16", 16},
                 {"8-bit types", 8},
                 {"16-bit types", 16},
                 {"8-bit type", 8},
                 {"16-bit type", 16},
                 {"8-bit instructions", 8},
                 {"16-bit instructions", 16}};
    bool conflict = false;
    for (size_t k = 0; k < sizeof types / sizeof *types; k++) {
        size_t n = strlen(types[k].word);
        for (const char *p = flat; (p = strcasestr(p, types[k].word)) != NULL; p += n)
            if ((p == flat || !isalnum((unsigned char)p[-1])) && !isalnum((unsigned char)p[n]))
                say(&hint->width, &conflict, types[k].width);
    }
}

static void find_names(const char *flat, struct hint *hint)
{
    bool smfmac = false;
    for (const char *p = flat; (p = strcasestr(p, "smfmac")) != NULL; p += 6) {
        smfmac = true;
        const char *name = p + 6 + (p[6] == '_');
        size_t n = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
        for (int id = 0; id < ISA_N_SMFMAC; id++)
            if (strlen(isa_smfmacs[id].name) == n && !strncasecmp(isa_smfmacs[id].name, name, n))
                hint->named |= UINT64_C(1) << id;
    }
    hint->dense = !smfmac && (strcasestr(flat, "amdgcn_mfma_") || strcasestr(flat, "v_mfma_"));
}

/* --- operands --- */

static bool says_index(const char *flat)
{
    static const char *const words[] = {"sparsity index", "compression index", "sparse index",
                                        "index layout",   "index register",    "index operand",
                                        "index bits",     "index word",        "index nibble"};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (strcasestr(flat, words[k]))
            return true;
    return find_word(flat, "idx") || find_word(flat, "K[i][k]");
}

/* A capital letter as a word. "A" at the start of a sentence is an article unless an operand's word
 * follows. */
static bool says_letter(const char *flat, char letter)
{
    static const char *const nouns[] = {
        "operand", "matrix", "fragment", "element", "register", "layout", "(",     "'",
        "[",       "=",      "and",      "in ",     ":",        ",",      "is ",   "takes",
        "holds",   "needs",  "has ",     "uses",    "occupies", "stores", "keeps", "fills"};
    for (const char *p = flat; (p = strchr(p, letter)) != NULL; p++) {
        if ((p > flat && is_word(p[-1])) || is_word(p[1]))
            continue;
        const char *next = p + 1 + strspn(p + 1, " ");
        if (letter != 'A' || (p > flat && !(p > flat + 1 && strchr(".:;(", p[-2]))))
            return true;
        for (size_t k = 0; k < sizeof nouns / sizeof *nouns; k++)
            if (!strncmp(next, nouns[k], strlen(nouns[k])))
                return true;
    }
    return false;
}

static bool says_output(const char *flat)
{
    return strcasestr(flat, "accumulator") || find_word(flat, "output") ||
           find_word(flat, "outputs") || find_word(flat, "CD") || says_letter(flat, 'C') ||
           says_letter(flat, 'D');
}

/* "(i, j)", "(k, j)", "(i, k)", "(i, q, s)": what an element's coordinates say; HINT_NO_OPERAND if
 * there are none, or several. A and the index have the same. */
static int operand_by_coordinates(const char *flat)
{
    static const struct {
        const char *text;
        enum opmap_operand operand;
    } elements[] = {{"(i, j)", OPMAP_CD}, {"(i,j)", OPMAP_CD}, {"[i][j]", OPMAP_CD},
                    {"(k, j)", OPMAP_B},  {"(k,j)", OPMAP_B},  {"[k][j]", OPMAP_B},
                    {"(i, k)", OPMAP_A},  {"(i,k)", OPMAP_A},  {"[i][k]", OPMAP_A},
                    {"(i, q", OPMAP_A},   {"(i,q", OPMAP_A}};
    int operand = HINT_NO_OPERAND;
    for (size_t e = 0; e < sizeof elements / sizeof *elements; e++) {
        if (!strstr(flat, elements[e].text))
            continue;
        if (operand != HINT_NO_OPERAND && operand != (int)elements[e].operand)
            return HINT_NO_OPERAND;
        operand = elements[e].operand;
    }
    return operand == OPMAP_A && says_index(flat) ? OPMAP_IDX : operand;
}

static void find_operand(const char *flat, struct hint *hint)
{
    hint->operand = operand_by_coordinates(flat);
    if (hint->operand != HINT_NO_OPERAND)
        return;
    bool said[OPMAP_N_OPERANDS] = {
        [OPMAP_A] = says_letter(flat, 'A'),
        [OPMAP_IDX] = says_index(flat),
        [OPMAP_B] = says_letter(flat, 'B'),
        [OPMAP_CD] = says_output(flat),
    };
    if (said[OPMAP_A] && said[OPMAP_IDX]) /* "the index of A" */
        said[OPMAP_A] = false;
    int n = 0;
    for (int o = 0; o < OPMAP_N_OPERANDS; o++)
        if (said[o]) {
            hint->operand = o;
            n++;
        }
    if (n != 1)
        hint->operand = HINT_NO_OPERAND;
}

struct hint hint_of(const char *flat)
{
    struct hint hint = {.operand = HINT_NO_OPERAND};
    find_depth(flat, &hint);
    find_shapes(flat, &hint);
    find_width(flat, &hint);
    find_names(flat, &hint);
    find_operand(flat, &hint);
    return hint;
}

/* smfviz's own names: smfmac-layout-16x16x64[-w16]-cd.svg, and others' as far as they are alike. */
struct hint hint_of_figure_name(const char *basename)
{
    static const struct {
        const char *part;
        enum opmap_operand operand;
    } parts[] = {{"-a", OPMAP_A},   {"-idx", OPMAP_IDX}, {"-index", OPMAP_IDX}, {"-b", OPMAP_B},
                 {"-cd", OPMAP_CD}, {"-c", OPMAP_CD},    {"-d", OPMAP_CD},      {"-acc", OPMAP_CD}};
    struct hint hint = {.operand = HINT_NO_OPERAND};
    find_shapes(basename, &hint);
    if (strstr(basename, "-w16"))
        hint.width = 16;
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
        size_t n = strlen(parts[k].part);
        for (const char *p = basename; (p = strcasestr(p, parts[k].part)) != NULL; p++)
            if (!isalnum((unsigned char)p[n]))
                hint.operand = parts[k].operand;
    }
    return hint;
}

/* --- the nearest that says it --- */

static bool contradicts(const struct hint *known, const struct hint *other)
{
    return (known->m && other->m && known->m != other->m) ||
           (known->k && other->k && known->k != other->k);
}

static void take_over(struct hint *known, const struct hint *other)
{
    if (contradicts(known, other))
        return;
    if (!known->m) {
        known->m = other->m;
        known->n = other->n;
    }
    if (!known->k)
        known->k = other->k;
    if (!known->width)
        known->width = other->width;
    if (known->operand == HINT_NO_OPERAND)
        known->operand = other->operand;
    if (!known->named)
        known->named = other->named;
    known->dense = known->dense || (other->dense && !known->named);
}

/* A sentence that names both has no shape of its own. */
static bool speaks_of_both_tiles(const char *flat)
{
    return strcasestr(flat, "16x16") && strcasestr(flat, "32x32");
}

static bool speaks(enum unit_kind kind)
{
    return kind == UNIT_SENTENCE || kind == UNIT_CAPTION || kind == UNIT_ALT ||
           kind == UNIT_FIGURE || kind == UNIT_SECTION;
}

/* What the page has said so far, and whether it contradicted itself. */
struct consent {
    struct hint hint;
    bool conflict;
};

static void join(struct consent *page, const struct hint *hint)
{
    if (hint->m)
        say(&page->hint.m, &page->conflict, hint->m);
    if (hint->k)
        say(&page->hint.k, &page->conflict, hint->k);
    if (hint->width)
        say(&page->hint.width, &page->conflict, hint->width);
    page->conflict = page->conflict || hint->dense;
}

static void join_cells(struct consent *page, const struct page_block *table)
{
    for (int r = 0; r < table->n_rows; r++)
        for (int c = 0; c < table->rows[r].n_cells; c++) {
            struct hint hint = hint_of(table->rows[r].cells[c].plain);
            join(page, &hint);
        }
}

struct hint context_of_page(const struct units *units)
{
    const struct hint nothing = {.operand = HINT_NO_OPERAND};
    struct consent page = {.hint = nothing};
    for (int u = 0; u < units->n; u++) {
        join(&page, &units->unit[u].hint);
        if (units->unit[u].kind == UNIT_TABLE)
            join_cells(&page, units->unit[u].block);
        page.conflict = page.conflict || speaks_of_both_tiles(units->unit[u].flat);
    }
    page.hint.n = page.hint.m;
    return page.conflict ? nothing : page.hint;
}

static bool is_of_operand(const struct unit *title)
{
    return title->hint.operand != HINT_NO_OPERAND && !title->hint.m && !title->hint.k;
}

/* The shape that the section before a title "Operand D" is about. Titles of two shapes one after
 * the other leave open which is meant. */
static const struct hint *shape_before(const struct units *units, int title)
{
    enum { MAX_TITLES = 16 };
    int at = units->unit[title].before;
    for (int n = 0; n < MAX_TITLES && at >= 0 && is_of_operand(&units->unit[at]); n++)
        at = units->unit[at].before;
    if (at < 0 || !units->unit[at].hint.m)
        return &units->shape;
    int earlier = units->unit[at].before;
    bool alone = earlier < 0 || !units->unit[earlier].hint.m ||
                 !contradicts(&units->unit[earlier].hint, &units->unit[at].hint);
    return alone ? &units->unit[at].hint : &units->shape;
}

struct hint context_at(const struct units *units, int at)
{
    return context_from(units, at, (struct hint){.operand = HINT_NO_OPERAND});
}

struct hint context_from(const struct units *units, int at, struct hint hint)
{
    take_over(&hint, &units->unit[at].hint);
    int section = units->unit[at].section;
    int back = at - 1;
    for (; back > section && back > at - MAX_WALK; back--)
        if (speaks(units->unit[back].kind) && units->unit[back].section == section)
            take_over(&hint, &units->unit[back].hint);
    for (; section >= 0; section = units->unit[section].section)
        take_over(&hint, &units->unit[section].hint);
    section = units->unit[at].section;
    if (!hint.m && section >= 0 && is_of_operand(&units->unit[section]))
        take_over(&hint, shape_before(units, section));
    return hint;
}

struct isa_selection context_instructions(const struct hint *hint, unsigned archs)
{
    struct isa_selection sel = {0};
    bool tile_only = hint->operand == OPMAP_CD;
    for (int id = 0; id < ISA_N_SMFMAC; id++) {
        const struct isa_smfmac *insn = &isa_smfmacs[id];
        bool there = false;
        for (unsigned arch = 0; arch <= ISA_GFX950; arch++)
            there = there || ((archs & (1u << arch)) && isa_available(insn, (enum isa_arch)arch));
        if (!there || (hint->m && insn->m != hint->m))
            continue;
        if (!tile_only && ((hint->k && insn->k != hint->k) ||
                           (hint->width && isa_type_bits(insn->a_type) != hint->width)))
            continue;
        sel.insn[sel.n++] = insn;
    }
    return sel;
}

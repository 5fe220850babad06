/* Where one element is, in words: "B[9][3] is in lane 3, VGPR 2", "v1{23} holds D[5][7]". Read from
 * the page's own letters: the plain form of sentences has no braces. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "layout/layout.h"
#include "lint/claims.h"

enum { UNSAID = -1 };

/* B[9][3], A[3][5], or A[3][1.0] with group and slot. */
struct element {
    enum opmap_operand operand;
    int row, column, slot;
};

struct place {
    int lane, vgpr, bit_lo, bit_hi; /* UNSAID, each */
};

/* --- reading --- */

static const char *skip_blanks(const char *p) { return p + strspn(p, " \n\t"); }

static const char *read_number(const char *p, int *value)
{
    enum { MOST_DIGITS = 4 };
    size_t n = strspn(p, "0123456789");
    if (n == 0 || n > MOST_DIGITS)
        return NULL;
    *value = atoi(p);
    return p + n;
}

/* A number in brackets or braces. */
static const char *read_bracketed(const char *p, char open, char close, int *value)
{
    if (*p != open || !(p = read_number(p + 1, value)) || *p != close)
        return NULL;
    return p + 1;
}

static const char *read_element(const char *p, struct element *element)
{
    static const char letters[] = "ABCDK";
    static const enum opmap_operand operands[] = {OPMAP_A, OPMAP_B, OPMAP_CD, OPMAP_CD, OPMAP_IDX};
    const char *letter = *p ? strchr(letters, *p) : NULL;
    if (!letter || !(p = read_bracketed(p + 1, '[', ']', &element->row)) || *p != '[' ||
        !(p = read_number(p + 1, &element->column)))
        return NULL;
    element->operand = operands[letter - letters];
    element->slot = UNSAID;
    bool compressed = element->operand == OPMAP_A || element->operand == OPMAP_IDX;
    if (compressed && *p == '.' && !(p = read_number(p + 1, &element->slot)))
        return NULL;
    if (*p != ']')
        return NULL;
    p++;
    if (element->operand == OPMAP_IDX && *p == '.') /* K[3][4].1 */
        return read_number(p + 1, &element->slot);
    return p;
}

/* The first of the words that stands at p; what is behind it, else NULL. */
static const char *skip_word(const char *p, const char *const *words)
{
    for (; *words; words++) {
        size_t n = strlen(*words);
        bool letters = isalpha((unsigned char)(*words)[0]);
        if (!strncasecmp(p, *words, n) && !(letters && isalnum((unsigned char)p[n])))
            return p + n;
    }
    return NULL;
}

static bool take(int *field, int value)
{
    bool new = *field == UNSAID;
    *field = value;
    return new;
}

/* "lane 3", "VGPR 2", "v2{3}", "v2", "bits 31:24", "[31:24]": NULL if it is none of these, or says
 * again what was said. */
static const char *read_part(const char *p, struct place *place)
{
    static const char *const lanes[] = {"lane", NULL}, *const bits[] = {"bits", NULL};
    static const char *const registers[] = {"VGPR", "register", NULL};
    int a, b;
    const char *q;
    if ((q = skip_word(p, lanes)) && (q = read_number(skip_blanks(q), &a)))
        return take(&place->lane, a) ? q : NULL;
    if ((q = skip_word(p, registers)) && (q = read_number(skip_blanks(q), &a)))
        return take(&place->vgpr, a) ? q : NULL;
    if ((*p == 'v' || *p == 'V') && (q = read_number(p + 1, &a))) {
        const char *braced = read_bracketed(q, '{', '}', &b);
        bool new = take(&place->vgpr, a) && (!braced || take(&place->lane, b));
        return !new ? NULL : braced ? braced : q;
    }
    q = *p == '[' ? p + 1 : skip_word(p, bits);
    if (!q || !(q = read_number(skip_blanks(q), &a)) || *q != ':' ||
        !(q = read_number(q + 1, &b)) || (*p == '[' && *q != ']'))
        return NULL;
    bool new = take(&place->bit_hi, a) && take(&place->bit_lo, b);
    return new ? q + (*p == '[') : NULL;
}

/* Parts of a place and the words between them, as far as they go; what is behind the last part, or
 * p. */
static const char *read_place(const char *p, struct place *place)
{
    static const char *const links[] = {
        "is",   "are",      "sits", "stands", "lives", "lies", "stored", "located", "found",
        "held", "kept",     "at",   "in",     "by",    "of",   "the",    "goes",    "to",
        "and",  "occupies", ",",    ":",      "->",    "=",    "(",      "→",       NULL};
    const char *end = p;
    for (const char *q = skip_blanks(p); *q; q = skip_blanks(q)) {
        struct place more = *place;
        const char *behind = read_part(q, &more);
        if (behind) {
            *place = more;
            end = behind;
        } else if (!(behind = skip_word(q, links))) {
            break;
        }
        q = behind;
    }
    return end;
}

/* --- judging --- */

static bool agrees(struct opmap_slot slot, const struct place *place)
{
    return slot.lane == place->lane && (place->vgpr == UNSAID || slot.vgpr == place->vgpr) &&
           (place->bit_lo == UNSAID ||
            (slot.bit_lo == place->bit_lo && slot.bit_hi == place->bit_hi));
}

/* What coordinates may be meant: one, or of A[i][k] both slots of dense k's group, and k as stored
 * depth. */
static int coordinates(const struct isa_smfmac *insn, const struct element *element,
                       struct opmap_coord coord[3])
{
    int row = element->row, column = element->column;
    switch (element->operand) {
    case OPMAP_B:
        coord[0] = (struct opmap_coord){-1, column, row, -1, -1};
        return row < insn->k && column < insn->n;
    case OPMAP_CD:
        coord[0] = (struct opmap_coord){row, column, -1, -1, -1};
        return row < insn->m && column < insn->n;
    default:
        break;
    }
    if (element->slot != UNSAID) {
        coord[0] = (struct opmap_coord){row, -1, -1, column, element->slot};
        return row < insn->m && column < insn->k / 4 && element->slot < 2;
    }
    if (row >= insn->m || column >= insn->k)
        return 0;
    for (int s = 0; s < 2; s++)
        coord[s] = (struct opmap_coord){row, -1, -1, column / 4, s};
    coord[2] = (struct opmap_coord){row, -1, -1, column / 2, column % 2};
    return column < insn->k / 2 ? 3 : 2;
}

struct verdict {
    int n_right, n_wrong, n_outside;
    const struct isa_smfmac *insn; /* of the first for which it does not hold */
    struct opmap_coord coord;
    struct opmap_slot slot;
};

static void judge_candidate(const struct isa_smfmac *insn, const struct element *element,
                            const struct place *place, struct verdict *verdict)
{
    struct opmap_coord coord[3];
    int n = coordinates(insn, element, coord);
    for (int c = 0; c < n; c++)
        if (agrees(layout_slot(insn, 0, 0, element->operand, coord[c]), place)) {
            verdict->n_right++;
            return;
        }
    if (n == 0)
        verdict->n_outside++;
    else
        verdict->n_wrong++;
    if (!verdict->insn && n > 0) {
        verdict->insn = insn;
        verdict->coord = coord[0];
        verdict->slot = layout_slot(insn, 0, 0, element->operand, coord[0]);
    }
}

static const char *holds(struct judge *judge, const struct element *element,
                         const struct verdict *verdict, const struct isa_smfmac *any)
{
    char coord[OPMAP_TEXT_BYTES], slot[OPMAP_TEXT_BYTES];
    if (!verdict->insn)
        return note_text(judge, "%dx%dx%d has no such element", any->m, any->n, any->k);
    return note_text(judge, "%s is in %s of %s",
                     opmap_coord_text(element->operand, verdict->coord, coord),
                     opmap_slot_text(verdict->slot, slot), verdict->insn->name);
}

static void judge_element(struct judge *judge, int u, int line, const char *said,
                          const struct element *element, const struct place *place)
{
    const struct unit *unit = &judge->units.unit[u];
    struct hint hint = context_at(&judge->units, u);
    if (hint.dense)
        return;
    hint.operand = element->operand;
    struct isa_selection sel = context_instructions(&hint, judge->archs);
    struct verdict verdict = {0};
    for (int n = 0; n < sel.n; n++)
        judge_candidate(sel.insn[n], element, place, &verdict);
    if (sel.n > 0 && verdict.n_right == sel.n)
        claim_right(judge);
    else if (sel.n == 0 || verdict.n_right || !hint.m)
        claim_unknown(judge, unit->block, line, "places", said, "which instruction is meant");
    else
        claim_wrong(judge, unit->block, line, "places", said,
                    holds(judge, element, &verdict, sel.insn[0]), 0, 0, "");
}

/* "v1{23} holds D[5][7]": the claim from its place on; NULL if it is none. */
static const char *read_holder(const char *p, struct element *element, struct place *place)
{
    static const char *const verbs[] = {"holds", "has",  "contains", "stores",
                                        "keeps", "owns", "carries",  NULL};
    static const char *const articles[] = {"the", "element", "value", "of", NULL};
    struct place first = *place;
    if (!read_part(p, &first))
        return NULL;
    const char *q = read_place(p, place);
    if (place->lane == UNSAID || !(q = skip_word(skip_blanks(q), verbs)))
        return NULL;
    q = skip_blanks(q);
    for (const char *next; (next = skip_word(q, articles)) != NULL;)
        q = skip_blanks(next);
    return (q = read_element(q, element)) ? read_place(q, place) : NULL;
}

static void find_elements(struct judge *judge, int u)
{
    const struct unit *unit = &judge->units.unit[u];
    const char *text = arena_copy(&judge->page->arena, unit->text->plain + unit->start,
                                  (size_t)(unit->end - unit->start));
    int line = unit->line;
    for (const char *p = text, *end; *p; p = end) {
        struct element element;
        struct place place = {UNSAID, UNSAID, UNSAID, UNSAID};
        bool starts = p == text || !(isalnum((unsigned char)p[-1]) || p[-1] == '_');
        const char *behind = starts ? read_element(p, &element) : NULL;
        end = behind   ? read_place(behind, &place)
              : starts ? read_holder(p, &element, &place)
                       : NULL;
        if (end && place.lane != UNSAID)
            judge_element(judge, u, line, flatten(&judge->page->arena, p, (int)(end - p)), &element,
                          &place);
        if (!end)
            end = p + 1;
        for (; p < end; p++)
            line += *p == '\n';
    }
}

void claims_of_elements(struct judge *judge)
{
    for (int u = 0; u < judge->units.n; u++) {
        enum unit_kind kind = judge->units.unit[u].kind;
        if (kind == UNIT_SENTENCE || kind == UNIT_CAPTION || kind == UNIT_ALT)
            find_elements(judge, u);
    }
}

/* A page as a list of units, each of which may state something: sentences, captions, titles,
 * formulas, tables. Private to lint/.
 *
 * Each unit has its words in a plain form (`flat`: one line, LaTeX spelled out, "×" as "x"), and
 * what they say about the instruction and operand that is spoken of. What a unit leaves open is
 * taken from the nearest one that says it.
 */
#ifndef LINT_UNIT_H
#define LINT_UNIT_H

#include "isa/opmap.h"
#include "lint/page.h"

enum unit_kind {
    UNIT_SECTION,
    UNIT_SENTENCE,
    UNIT_CAPTION, /* a sentence of a figure's caption */
    UNIT_ALT,
    UNIT_FIGURE, /* the file's name */
    UNIT_MATH,
    UNIT_TABLE,
    UNIT_CODE,
    UNIT_META,
    UNIT_INCLUDE, /* a file that could not be read, or whose text is only shown */
};

enum { HINT_NO_OPERAND = -1 };

/* What words say about which instructions and which operand; 0 and HINT_NO_OPERAND: nothing. */
struct hint {
    int m, n, k;
    int operand;    /* enum opmap_operand */
    int width;      /* of A and B, in bits */
    uint64_t named; /* instructions named in full, bit isa_smfmac_id */
    bool dense;     /* a dense MFMA instruction is named: not our family */
};

struct unit {
    enum unit_kind kind;
    const struct page_block *block;
    const struct page_text *text; /* what it is part of: text[start .. end) */
    int start, end;
    int line;
    const char *flat;
    struct hint hint;
    int section;  /* unit that is the title it stands under, -1 */
    int before;   /* of a title: the one before it, of whatever level, -1 */
    bool excused; /* a word rule has spoken about it: what is not understood here is known */
};

struct units {
    struct unit *unit;
    int n;
    struct hint shape; /* the only shape that the whole page speaks of; 0 if there are several */
};

/* A longer sentence is several units: no words that belong together stand farther apart. */
enum { UNIT_MAX_BYTES = 4000 };

void units_make(struct page *page, struct units *units);

/* The line on which stands what is at `place` in unit->flat: found by counting words, so that it
 * may be a line off where LaTeX has other blanks than its plain form, but never outside the unit.
 */
int unit_line(const struct unit *unit, const char *place);

/* One line, blanks single; markup of LaTeX as plain words, typographic signs as ASCII. */
const char *flatten(struct arena *arena, const char *text, int n);

/* --- context.c --- */

struct hint hint_of(const char *flat);
struct hint hint_of_figure_name(const char *basename);

/* What is meant at unit `at`: its own words, else the nearest before it: the sentences that lead up
 * to it, the figure above, the titles it stands under. Under a title that names an operand and no
 * shape ("Operand D") it is the shape of the section before, else the only one of the page. */
struct hint context_at(const struct units *units, int at);

/* The shape, K and width that all which speaks on the page agrees on. */
struct hint context_of_page(const struct units *units);

/* As context_at, where more is known, as of a cell from its row. */
struct hint context_from(const struct units *units, int at, struct hint hint);

/* The instructions that the hint leaves possible among `archs` (bits of enum isa_arch). K and the
 * element width do not matter for C/D, which is one layout a tile. */
struct isa_selection context_instructions(const struct hint *hint, unsigned archs);

/* Whether `word` stands in text between characters that are no part of words. */
const char *find_word(const char *text, const char *word);

#endif

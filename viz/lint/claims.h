/* Finding claims in the units of a page and judging them: one file a kind. Private to lint/. */
#ifndef LINT_CLAIMS_H
#define LINT_CLAIMS_H

#include <regex.h>

#include "lint/lint.h"
#include "lint/unit.h"

/* One page under judgement. */
struct judge {
    const struct lint_options *options;
    struct lint_report *report;
    struct page *page;
    struct units units;
    unsigned archs;     /* the page's, bit enum isa_arch */
    bool arch_stated;   /* by the page itself */
    unsigned positions; /* legal nibbles of the positions that the page states, bit nibble */
    int positions_line;
    struct error *error; /* of the caller, for what is not a finding */
    enum status status;
};

/* --- report.c --- */

/* A claim that holds. */
void claim_right(struct judge *judge);

/* A claim that does not: an error. `compared` 0 stands for one thing. */
void claim_wrong(struct judge *judge, const struct page_block *block, int line, const char *rule,
                 const char *said, const char *holds, long compared, long differ,
                 const char *first);

/* A claim that could not be interpreted: a note that says why. */
void claim_unknown(struct judge *judge, const struct page_block *block, int line, const char *rule,
                   const char *said, const char *why);

/* A finding that is no claim. */
void remark(struct judge *judge, enum lint_severity severity, const char *file, int line,
            const char *rule, const char *said, const char *holds);

/* Text in the report's memory. */
const char *note_text(struct judge *judge, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* --- claim_*.c: each goes through the page and counts what it finds --- */

void claims_of_names(struct judge *judge);      /* builtins, mnemonics, the naming pattern */
void claims_of_arch(struct judge *judge);       /* --offload-arch */
void claims_of_types(struct judge *judge);      /* vector types of operands */
void claims_of_counts(struct judge *judge);     /* "occupies 4 VGPRs per lane" */
void claims_of_tables(struct judge *judge);     /* one row an instruction or shape */
void claims_of_parameters(struct judge *judge); /* one row an argument or a type */
void claims_of_rows(struct judge *judge);       /* row-to-lane tables */
void claims_of_widths(struct judge *judge);     /* "16 index bits" */
void claims_of_places(struct judge *judge);     /* "lanes 0-15 hold rows 0-3" */
void claims_of_elements(struct judge *judge);   /* "B[9][3] is in lane 3" */
void claims_of_quantities(struct judge *judge); /* "takes 16 cycles" */
void claims_of_index(struct judge *judge);      /* 0x8888 */
void claims_of_figures(struct judge *judge);    /* figure files and captions */
void claims_of_includes(struct judge *judge);   /* absent files, damaged markup */
void claims_of_formulas(struct judge *judge);
void claims_of_groups(struct judge *judge); /* lane groups, as figures colour them */
void claims_of_ranges(struct judge *judge); /* 0 <= i < M */
void check_words(struct judge *judge);      /* word rules; before formulas, which they may excuse */

/* --- helpers --- */

/* The page's architectures as words: "gfx942". */
const char *arch_words(struct judge *judge);
bool on_page_arch(const struct judge *judge, const struct isa_smfmac *insn);

/* The whole cell or unit in one line. */
const char *cell_flat(struct judge *judge, const struct page_text *text);

/* "0-15", "0---3", "0..3", "0 to 3", "5": its bounds, and nothing but that. */
bool parse_range(const char *flat, int *lo, int *hi);

/* The number that the text is: "32768", "32,768", "32 768". */
bool parse_count(const char *flat, long *value);

/* The instruction that a cell names: builtin, mnemonic or short name; NULL if none. */
const struct isa_smfmac *named_instruction(const char *flat);

#endif

/* Documentation pages about sparse matrix instructions, judged.
 *
 * Knows: how pages make statements (formulas, tables, names, constants, figures, words), and what
 * holds by the instruction table and the documented layouts. Refuses to know: how findings are
 * printed, and what a device does: a page is judged by the documents that layout/ cites.
 *
 * A claim is something that can be evaluated. Each is found and then right, wrong or not
 * understood. Sentences that a word rule points at are findings to look at, not claims: rules read
 * words.
 */
#ifndef LINT_LINT_H
#define LINT_LINT_H

#include "base/arena.h"
#include "isa/opmap.h"

enum lint_severity { LINT_ERROR, LINT_WARNING, LINT_NOTE };

const char *lint_severity_name(enum lint_severity severity); /* "error" */

struct lint_finding {
    const char *file;
    int line;
    enum lint_severity severity;
    const char *rule;  /* "formula", "row-table", ...: lint_rules lists them */
    const char *said;  /* in the page's words */
    const char *holds; /* what is true instead */
    long compared, differ;
    const char
        *first; /* the first that differs: "B[8][0]: lane 0, is 16"; "" if nothing was compared */
    bool not_understood;
};

struct lint_claims {
    long found, checked, right, wrong, not_understood;
};

/* A figure file that a page names. */
struct lint_figure {
    const char *page; /* the page, or the file it includes, that names it */
    int line;
    const char *path;     /* as the page has it */
    const char *basename; /* its last part */
};

struct lint_report {
    struct arena arena; /* owns everything */
    struct lint_claims claims;
    struct lint_finding *findings; /* by page, then line */
    int n_findings;
    struct lint_figure *figures;
    int n_figures;
};

enum lint_figure_state {
    LINT_FIGURE_CURRENT,
    LINT_FIGURE_STALE,
    LINT_FIGURE_OTHER, /* smfviz draws none of this name: a figure under a name of the page's own */
};

struct lint_options {
    enum isa_arch arch;  /* of pages whose title and first paragraph name none */
    const char *figures; /* a directory where figures are also looked for; NULL: none */

    /* Compares the digest of a figure that smfviz drew with those of its figures of this name
     * today. NULL: digests are not compared. */
    enum status (*compare_figure)(void *context, const char *basename, const char *digest,
                                  enum lint_figure_state *state, struct error *err);
    void *context;
};

/* Judges one more page. Whatever is wrong with the page's statements is in the report; only files
 * that cannot be read as text are errors (STATUS_FILE). Zero-initialise the report to start; free
 * it with lint_report_free. */
enum status lint_page(const char *path, const struct lint_options *options,
                      struct lint_report *report, struct error *err);

/* The same for a text that has no file, or instead of it. */
enum status lint_text(const char *name, const char *text, size_t size,
                      const struct lint_options *options, struct lint_report *report,
                      struct error *err);

void lint_report_free(struct lint_report *report);

/* How many findings are of this severity. */
int lint_count(const struct lint_report *report, enum lint_severity severity);

/* What a rule's name stands for. */
struct lint_rule {
    const char *name, *about;
};
extern const struct lint_rule lint_rules[];
extern const int lint_n_rules;

#endif

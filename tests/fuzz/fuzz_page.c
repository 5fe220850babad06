/* libFuzzer: any bytes as a documentation page, read as reStructuredText and as Markdown, and
 * judged. See tests/fuzz/README.md. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lint/lint.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);
const char *__asan_default_options(void);

/* Regular expressions allocate much; whole stacks of each would take most of the time. */
const char *__asan_default_options(void) { return "malloc_context_size=2"; }

/* Counts that fit together, and findings that can be printed. */
static void check_report(const struct lint_report *report)
{
    const struct lint_claims *c = &report->claims;
    int errors = lint_count(report, LINT_ERROR), listed = 0;
    if (c->found != c->checked + c->not_understood || c->checked != c->right + c->wrong ||
        c->wrong != errors)
        abort();
    for (int n = 0; n < report->n_findings; n++) {
        const struct lint_finding *f = &report->findings[n];
        listed += f->not_understood;
        if (f->line < 1 || !f->file || !f->said || !f->holds || !f->first || !f->rule ||
            f->differ > f->compared)
            abort();
    }
    if (listed != c->not_understood)
        abort();
}

/* Pages that say what they are about reach the judges; so every page is told to. */
static void judge(const char *name, const char *title, const uint8_t *bytes, size_t size)
{
    size_t n = strlen(title);
    struct lint_options options = {0};
    struct lint_report report = {0};
    struct error err = {0};
    char *text = malloc(n + size + 1);
    if (!text)
        return;
    memcpy(text, title, n);
    memcpy(text + n, bytes, size);
    enum status status = lint_text(name, text, n + size, &options, &report, &err);
    if (status == STATUS_OK)
        check_report(&report);
    else if (status != STATUS_FILE || !err.text[0])
        abort();
    lint_report_free(&report);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    judge("page.rst", "SMFMAC\n======\n\n", bytes, size);
    judge("page.md", "# SMFMAC\n\n", bytes, size);
    return 0;
}

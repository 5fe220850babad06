/* A page from its bytes to its findings. */
#include "lint/lint.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "lint/claims.h"

/* --- what the page is about --- */

static bool says(const struct page_block *block, const char *word)
{
    if (block->text.plain && strcasestr(block->text.plain, word))
        return true;
    if (strcasestr(block->argument, word) || strcasestr(block->alt.plain, word))
        return true;
    for (int r = 0; r < block->n_rows; r++)
        for (int c = 0; c < block->rows[r].n_cells; c++)
            if (strcasestr(block->rows[r].cells[c].plain, word))
                return true;
    return false;
}

static bool page_says(const struct page *page, const char *word)
{
    for (int b = 0; b < page->n_blocks; b++)
        if (says(&page->blocks[b], word))
            return true;
    return false;
}

static bool is_about_smfmac(const struct page *page)
{
    static const char *const words[] = {"smfmac",         "sparse mfma", "sparse matrix",
                                        "sparsity index", "2:4",         "4:2"};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (page_says(page, words[k]))
            return true;
    for (int id = 0; id < ISA_N_SMFMAC; id++) /* a table of short names; layouts of a shape */
        if (page_says(page, isa_smfmacs[id].name))
            return true;
    return false;
}

static const char *family(const struct page *page)
{
    static const char *const others[][2] = {
        {"swmmac", "SWMMAC"}, {"wmma", "WMMA"}, {"mfma", "dense MFMA"}, {"mma.sp", "PTX mma.sp"}};
    for (size_t k = 0; k < sizeof others / sizeof *others; k++)
        if (page_says(page, others[k][0]))
            return others[k][1];
    return NULL;
}

/* The title and the text up to the second title name the page's architecture. */
static void find_archs(struct judge *judge)
{
    static const struct {
        const char *word;
        enum isa_arch arch;
    } words[] = {{"gfx942", ISA_GFX942}, {"CDNA3", ISA_GFX942},  {"CDNA 3", ISA_GFX942},
                 {"MI300", ISA_GFX942},  {"gfx950", ISA_GFX950}, {"CDNA4", ISA_GFX950},
                 {"CDNA 4", ISA_GFX950}, {"MI350", ISA_GFX950}};
    int titles = 0, paragraphs = 0;
    for (int b = 0; b < judge->page->n_blocks && titles < 2 && paragraphs < 1; b++) {
        const struct page_block *block = &judge->page->blocks[b];
        titles += block->kind == PAGE_SECTION;
        paragraphs += block->kind == PAGE_PARAGRAPH;
        if (titles == 2 || (block->kind != PAGE_SECTION && block->kind != PAGE_PARAGRAPH))
            continue;
        for (size_t k = 0; k < sizeof words / sizeof *words; k++)
            if (strcasestr(block->text.plain, words[k].word))
                judge->archs |= 1u << words[k].arch;
    }
    judge->arch_stated = judge->archs != 0;
    if (!judge->archs)
        judge->archs = 1u << judge->options->arch;
}

/* --- the order of findings --- */

struct sorted {
    struct lint_finding finding;
    int number;
};

static int by_line(const void *a, const void *b)
{
    const struct sorted *x = a, *y = b;
    int files = strcmp(x->finding.file, y->finding.file);
    if (files)
        return files;
    if (x->finding.line != y->finding.line)
        return x->finding.line < y->finding.line ? -1 : 1;
    return x->number - y->number;
}

/* By line within a file, of one page only: pages stay in the order in which they were given. */
static enum status sort_findings(struct lint_report *report, int first, struct error *err)
{
    int n = report->n_findings - first;
    struct sorted *sorted = n > 0 ? malloc((size_t)n * sizeof *sorted) : NULL;
    if (n > 0 && !sorted)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    for (int k = 0; k < n; k++)
        sorted[k] = (struct sorted){report->findings[first + k], k};
    if (n > 0)
        qsort(sorted, (size_t)n, sizeof *sorted, by_line);
    for (int k = 0; k < n; k++)
        report->findings[first + k] = sorted[k].finding;
    free(sorted);
    return STATUS_OK;
}

/* --- the page --- */

static void judge_page(struct judge *judge, const char *name)
{
    struct page *page = judge->page;
    if (!is_about_smfmac(page)) {
        const char *other = family(page);
        remark(judge, LINT_NOTE, name, 1, "page", other ? other : "nothing about SMFMAC",
               other ? "another instruction family: nothing was checked"
                     : "no sparse matrix instruction is spoken of: nothing was checked");
        return;
    }
    find_archs(judge);
    units_make(page, &judge->units);
    check_words(judge);
    claims_of_names(judge);
    claims_of_arch(judge);
    claims_of_types(judge);
    claims_of_counts(judge);
    claims_of_tables(judge);
    claims_of_parameters(judge);
    claims_of_rows(judge);
    claims_of_widths(judge);
    claims_of_places(judge);
    claims_of_elements(judge);
    claims_of_quantities(judge);
    claims_of_index(judge);
    claims_of_ranges(judge);
    claims_of_formulas(judge);
    claims_of_groups(judge);
    claims_of_figures(judge);
    claims_of_includes(judge);
}

static enum status finish(const struct lint_options *options, const char *name, struct page *page,
                          struct lint_report *report, struct error *err)
{
    struct judge judge = {
        .options = options, .report = report, .page = page, .error = err, .status = STATUS_OK};
    int first = report->n_findings;
    judge_page(&judge, name);
    enum status status = judge.status;
    if (status == STATUS_OK)
        status = arena_check(&page->arena, err);
    if (status == STATUS_OK)
        status = arena_check(&report->arena, err);
    return status == STATUS_OK ? sort_findings(report, first, err) : status;
}

enum status lint_page(const char *path, const struct lint_options *options,
                      struct lint_report *report, struct error *err)
{
    struct page page = {0};
    enum status status = page_read(path, &page, err);
    if (status == STATUS_OK)
        status = finish(options, path, &page, report, err);
    page_free(&page);
    return status;
}

enum status lint_text(const char *name, const char *text, size_t size,
                      const struct lint_options *options, struct lint_report *report,
                      struct error *err)
{
    struct page page = {0};
    enum status status = page_read_text(name, text, size, &page, err);
    if (status == STATUS_OK)
        status = finish(options, name, &page, report, err);
    page_free(&page);
    return status;
}

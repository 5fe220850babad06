/* Files that a page includes, shows or offers, and markup that could be read only in part. */
#include <string.h>
#include <sys/stat.h>

#include "lint/claims.h"

static bool exists(struct judge *judge, const struct page_block *block, const char *argument)
{
    struct stat st;
    return stat(page_relative(&judge->page->arena, block->file, argument), &st) == 0;
}

static void judge_downloads(struct judge *judge, const struct unit *unit)
{
    for (int s = 0; s < unit->text->n_spans; s++) {
        const struct page_span *span = &unit->text->spans[s];
        if (span->kind != SPAN_DOWNLOAD || span->start < unit->start || span->end > unit->end ||
            strstr(span->target, "://"))
            continue;
        if (!exists(judge, unit->block, span->target))
            remark(judge, LINT_NOTE, unit->block->file, unit->line, "include", span->target,
                   "the file is not there");
    }
}

void claims_of_includes(struct judge *judge)
{
    for (int u = 0; u < judge->units.n; u++) {
        const struct unit *unit = &judge->units.unit[u];
        const struct page_block *block = unit->block;
        if (unit->kind == UNIT_SENTENCE)
            judge_downloads(judge, unit);
        else if (unit->kind == UNIT_INCLUDE)
            claim_unknown(judge, block, block->line, "include", block->argument, block->reason);
    }
    for (int p = 0; p < judge->page->n_problems; p++) {
        const struct page_problem *problem = &judge->page->problems[p];
        remark(judge, LINT_NOTE, problem->file, problem->line, "markup", problem->what,
               "read as far as it goes");
    }
}

/* Figures that documentation pages name, as smfviz draws them. Private to cli/. */
#ifndef CLI_PAGE_FIGURES_H
#define CLI_PAGE_FIGURES_H

#include "cli/cli.h"
#include "lint/lint.h"

/* For lint_options.compare_figure: by the documented formulas, since a figure's model does not
 * depend on where its map came from. On either axis, in any detail: the name does not say which. */
enum status page_figure_compare(void *context, const char *basename, const char *digest,
                                enum lint_figure_state *state, struct error *err);

/* Draws every listed figure whose name smfviz knows into `directory`, under its last name, from
 * what
 * --device recovers; says on stderr which names it does not know. */
enum status page_figures_write(const struct cli_options *options, const struct lint_figure *figures,
                               int n_figures, const char *directory, struct error *err);

#endif

/* The instruction table as text for pages of documentation. Private to cli/. */
#ifndef CLI_LIST_PAGES_H
#define CLI_LIST_PAGES_H

#include "cli/cli.h"

/* A table of builtins with the columns of AMD's page: operations, cycles, co-execution cycles. */
void list_pages_rst(const struct isa_selection *selection, struct buffer *out);
void list_pages_md(const struct isa_selection *selection, struct buffer *out);

/* Writes DIR/f32-16x16x64-fp8-fp8.rst, one page of reference for each builtin. */
enum status list_pages_reference(const struct cli_options *options,
                                 const struct isa_selection *selection, const char *directory,
                                 struct error *err);

#endif

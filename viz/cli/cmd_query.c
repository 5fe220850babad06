/* smfviz query: from elements to registers and back. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/query_output.h"
#include "cli/recover.h"
#include "layout/layout.h"

/* By the documented formulas, unless a device was asked for. */
static enum status find_map(const struct cli_options *options, const struct isa_smfmac *insn,
                            struct opmap *map, struct error *err)
{
    if (!(options->given & CLI(DEVICE)))
        return layout_map(insn, options->cbsz, options->abid, map, err);
    struct isa_selection selection = {.n = 1, .insn = {insn}};
    return cli_recover_all(options, &selection, map, err);
}

static enum status parse_questions(const struct cli_options *options, const struct isa_smfmac *insn,
                                   struct query *queries, struct error *err)
{
    for (int n = 1; n < options->n_arguments; n++) {
        queries[n - 1].text = options->arguments[n];
        enum status status = what_parse(options->arguments[n], insn, &queries[n - 1].what, err);
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

static enum status print(const struct cli_options *options, const char *format,
                         const struct opmap *map, const struct query *queries, int n_queries,
                         struct error *err)
{
    struct buffer out = {0};
    enum status status = STATUS_OK;
    if (!strcmp(format, "json"))
        status = query_output_json(map, queries, n_queries, &out, err);
    else if (!strcmp(format, "csv"))
        query_output_csv(map, queries, n_queries, &out);
    else
        query_output_text(map, queries, n_queries, &out);
    if (status == STATUS_OK)
        status = cli_write(options, &out, err);
    buffer_free(&out);
    return status;
}

enum status cmd_query(const struct cli_options *options, struct error *err)
{
    const struct isa_smfmac *insn = NULL;
    const char *format = NULL;
    struct opmap map = {0};
    struct query *queries = NULL;
    int n_queries = options->n_arguments - 1;
    if (n_queries < 1)
        return error_set(err, STATUS_USAGE,
                         "an instruction is needed, and elements or registers, as in 'D[5][7]' or "
                         "b:v3,19");
    if (options->attest && !(options->given & CLI(DEVICE)))
        return error_set(err, STATUS_USAGE, "--attest needs --device");
    enum status status = cli_format(options, &format, err);
    if (status == STATUS_OK)
        status = cli_select_one(options, options->arguments[0], &insn, err);
    if (status != STATUS_OK)
        return status;
    queries = calloc((size_t)n_queries, sizeof *queries);
    if (!queries)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    status = parse_questions(options, insn, queries, err);
    if (status == STATUS_OK)
        status = find_map(options, insn, &map, err);
    for (int n = 0; n < n_queries && status == STATUS_OK; n++)
        what_find(&queries[n].what, &map, &queries[n].found);
    if (status == STATUS_OK)
        status = print(options, format, &map, queries, n_queries, err);
    opmap_free(&map);
    free(queries);
    return status;
}

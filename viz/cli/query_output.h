/* Answers of `query` as text, JSON and CSV. Private to cli/. */
#ifndef CLI_QUERY_OUTPUT_H
#define CLI_QUERY_OUTPUT_H

#include "base/buffer.h"
#include "isa/what.h"

struct query {
    const char *text; /* as it was asked */
    struct what what;
    struct what_found found;
};

/* One line an element, and one for each run of bits that hold none. */
void query_output_text(const struct opmap *map, const struct query *queries, int n_queries,
                       struct buffer *out);

/* Schema 1; the rows are those of `probe`. */
enum status query_output_json(const struct opmap *map, const struct query *queries, int n_queries,
                              struct buffer *out, struct error *err);

/* The columns of `probe` after one with the question. */
void query_output_csv(const struct opmap *map, const struct query *queries, int n_queries,
                      struct buffer *out);

#endif

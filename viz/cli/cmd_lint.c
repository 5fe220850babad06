/* smfviz lint: documentation pages against what holds. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/lint_output.h"
#include "cli/page_figures.h"

enum { MAX_STDIN_BYTES = 16 << 20 };

static enum status read_stdin(struct buffer *text, struct error *err)
{
    char chunk[65536];
    ssize_t n;
    while ((n = read(STDIN_FILENO, chunk, sizeof chunk)) != 0) {
        if (n < 0 && errno != EINTR)
            return error_set(err, STATUS_FILE, "cannot read stdin: %s", strerror(errno));
        if (n > 0)
            buffer_append(text, chunk, (size_t)n);
        if (text->size > MAX_STDIN_BYTES)
            return error_set(err, STATUS_FILE, "stdin: longer than %d bytes", MAX_STDIN_BYTES);
    }
    return buffer_check(text, err);
}

static enum status judge_page(const char *path, const struct lint_options *lint,
                              struct lint_report *report, struct error *err)
{
    if (strcmp(path, "-") != 0)
        return lint_page(path, lint, report, err);
    struct buffer text = {0};
    enum status status = read_stdin(&text, err);
    if (status == STATUS_OK)
        status = lint_text("stdin", text.data ? text.data : "", text.size, lint, report, err);
    buffer_free(&text);
    return status;
}

static enum status print(const struct cli_options *options, const char *format,
                         const struct lint_report *report, struct error *err)
{
    struct buffer out = {0};
    enum status status = STATUS_OK;
    bool colour = !options->output && cli_colour(STDOUT_FILENO);
    if (!strcmp(format, "json"))
        status = lint_output_json(report, &out, err);
    else if (!strcmp(format, "sarif"))
        status = lint_output_sarif(report, &out, err);
    else
        lint_output_text(report, colour, &out);
    if (status == STATUS_OK)
        status = cli_write(options, &out, err);
    buffer_free(&out);
    return status;
}

enum status cmd_lint(const struct cli_options *options, struct error *err)
{
    struct lint_options lint = {.figures = options->figures, .compare_figure = page_figure_compare};
    struct lint_report report = {0};
    const char *format = NULL;
    if (options->n_arguments == 0)
        return error_set(err, STATUS_USAGE, "which page? Name one, or - for stdin");
    enum status status = cli_format(options, &format, err);
    if (status == STATUS_OK)
        status = isa_parse_arch(options->arch, &lint.arch, err);
    for (int n = 0; n < options->n_arguments && status == STATUS_OK; n++)
        status = judge_page(options->arguments[n], &lint, &report, err);
    if (status == STATUS_OK && options->fix_figures)
        status = page_figures_write(options, report.figures, report.n_figures, options->fix_figures,
                                    err);
    if (status == STATUS_OK)
        status = print(options, format, &report, err);
    if (status == STATUS_OK && lint_count(&report, LINT_ERROR) > 0)
        status = STATUS_DIFFERS; /* the findings say what */
    lint_report_free(&report);
    return status;
}

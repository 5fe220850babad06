#include "cli/lint_output.h"

#include <ctype.h>
#include <jansson.h>
#include <string.h>

#include "cli/cli.h"

/* "lane = ... : holds ...; 384 of 512 differ, first k=8, j=0: 0, is 16". Of a single thing `holds`
 * has said it all. Where nothing differs, what is said covers more than there is. */
static void describe(const struct lint_finding *finding, struct buffer *out)
{
    buffer_printf(out, "%s\n    %s", finding->said, finding->holds);
    if (finding->compared > 1 && finding->differ == 0)
        buffer_printf(out, "\n    all %ld elements are within what is said", finding->compared);
    else if (finding->compared > 1)
        buffer_printf(out, "\n    %ld of %ld differ%s%s", finding->differ, finding->compared,
                      finding->first[0] ? ", first " : "", finding->first);
}

static const char *severity_colour(enum lint_severity severity, bool colour)
{
    static const char *const colours[] = {"\033[31m", "\033[33m", "\033[36m"};
    return colour ? colours[severity] : "";
}

static const char *plural(long n) { return n == 1 ? "" : "s"; }

void lint_output_text(const struct lint_report *report, bool colour, struct buffer *out)
{
    const struct lint_claims *claims = &report->claims;
    for (int n = 0; n < report->n_findings; n++) {
        const struct lint_finding *f = &report->findings[n];
        buffer_printf(out, "%s:%d: %s%s%s [%s] ", f->file, f->line,
                      severity_colour(f->severity, colour), lint_severity_name(f->severity),
                      colour ? "\033[0m" : "", f->rule);
        describe(f, out);
        buffer_puts(out, "\n");
    }
    int errors = lint_count(report, LINT_ERROR), warnings = lint_count(report, LINT_WARNING);
    int notes = lint_count(report, LINT_NOTE);
    buffer_printf(out,
                  "%ld claim%s found, %ld checked: %ld right, %ld wrong; %ld not understood\n"
                  "%d error%s, %d warning%s, %d note%s\n",
                  claims->found, plural(claims->found), claims->checked, claims->right,
                  claims->wrong, claims->not_understood, errors, plural(errors), warnings,
                  plural(warnings), notes, plural(notes));
}

/* --- JSON --- */

static json_t *json_finding(const struct lint_finding *f)
{
    return json_pack("{s:o, s:i, s:s, s:s, s:s, s:s, s:I, s:I, s:s}", "file",
                     cli_json_text(f->file), "line", f->line, "severity",
                     lint_severity_name(f->severity), "rule", f->rule, "said", f->said, "holds",
                     f->holds, "compared", (json_int_t)f->compared, "differ", (json_int_t)f->differ,
                     "first", f->first);
}

enum status lint_output_json(const struct lint_report *report, struct buffer *out,
                             struct error *err)
{
    const struct lint_claims *c = &report->claims;
    json_t *findings = json_array();
    for (int n = 0; n < report->n_findings; n++)
        json_array_append_new(findings, json_finding(&report->findings[n]));
    return cli_json(json_pack("{s:i, s:s, s:{s:I, s:I, s:I, s:I, s:I}, s:o}", "schema", 1, "tool",
                              cli_tool_name(), "claims", "found", (json_int_t)c->found, "checked",
                              (json_int_t)c->checked, "right", (json_int_t)c->right, "wrong",
                              (json_int_t)c->wrong, "not_understood", (json_int_t)c->not_understood,
                              "findings", findings),
                    out, err);
}

/* --- SARIF --- */

/* A path as a URI reference (RFC 3986): bytes outside its unreserved characters in hex. */
static json_t *uri_of(const char *path)
{
    struct buffer uri = {0};
    for (; *path; path++) {
        if (isalnum((unsigned char)*path) || strchr("-._~/", *path))
            buffer_append(&uri, path, 1);
        else
            buffer_printf(&uri, "%%%02X", (unsigned char)*path);
    }
    json_t *value = json_string(uri.data && !uri.failed ? uri.data : "");
    buffer_free(&uri);
    return value;
}

static json_t *sarif_result(const struct lint_finding *f)
{
    struct buffer message = {0};
    describe(f, &message);
    json_t *value =
        json_pack("{s:s, s:s, s:{s:s}, s:[{s:{s:{s:o}, s:{s:i}}}]}", "ruleId", f->rule, "level",
                  lint_severity_name(f->severity), "message", "text",
                  message.data ? message.data : "", "locations", "physicalLocation",
                  "artifactLocation", "uri", uri_of(f->file), "region", "startLine", f->line);
    buffer_free(&message);
    return value;
}

enum status lint_output_sarif(const struct lint_report *report, struct buffer *out,
                              struct error *err)
{
    json_t *results = json_array(), *rules = json_array();
    for (int n = 0; n < lint_n_rules; n++)
        json_array_append_new(rules, json_pack("{s:s, s:{s:s}}", "id", lint_rules[n].name,
                                               "shortDescription", "text", lint_rules[n].about));
    for (int n = 0; n < report->n_findings; n++)
        json_array_append_new(results, sarif_result(&report->findings[n]));
    return cli_json(json_pack("{s:s, s:s, s:[{s:{s:{s:s, s:s, s:o}}, s:s, s:o}]}", "$schema",
                              "https://json.schemastore.org/sarif-2.1.0.json", "version", "2.1.0",
                              "runs", "tool", "driver", "name", "smfviz", "version", SMFVIZ_VERSION,
                              "rules", rules, "columnKind", "unicodeCodePoints", "results",
                              results),
                    out, err);
}

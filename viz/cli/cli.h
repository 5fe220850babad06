/* The command line.
 *
 * Knows: commands, options, formats, exit codes; it alone writes to stdout and stderr.
 * Refuses to know: layouts and devices, which it only passes on.
 *
 * Data goes to stdout (or -o), all else to stderr: stdout is the same bytes in every run.
 */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "base/buffer.h"
#include "device/device.h"
#include "isa/opmap.h"

/* Options that a command may take: options.def has a row for each. CLI(ROW) makes sets of them. */
enum cli_option_row {
#define FLAG(row, ...) CLI_ROW_##row,
#define TEXT(row, ...) CLI_ROW_##row,
#define NUMBER(row, ...) CLI_ROW_##row,
#define LIST(row, ...) CLI_ROW_##row,
#include "cli/options.def"
    CLI_N_OPTIONS
};
#define CLI(row) (UINT64_C(1) << CLI_ROW_##row)

enum { CLI_LIST_MAX = 32 };
struct cli_list {
    int n;
    const char *text[CLI_LIST_MAX];
};

struct cli_options {
    const struct cli_command *command; /* NULL: none was named */
    uint64_t given;                    /* CLI(ROW), or'ed */
#define FLAG(...)
#define TEXT(row, field, ...) const char *field;
#define NUMBER(row, field, ...) int field;
#define LIST(row, field, ...) struct cli_list field;
#include "cli/options.def"
    char **arguments; /* what is neither an option nor the command */
    int n_arguments;
};

/* STATUS_DIFFERS without a text means that the data already says what differs. */
typedef enum status cli_run_fn(const struct cli_options *options, struct error *err);

struct cli_command {
    const char *name;
    const char *arguments;  /* for the usage line */
    const char *summary;    /* one line */
    const char *formats[8]; /* the first is the default; none: the command has no --format */
    uint64_t takes;         /* CLI(ROW), or'ed */
    cli_run_fn *run;
    const char *details; /* the rest of its help */
};

extern const struct cli_command cli_commands[];
extern const int cli_n_commands;

const struct cli_command *cli_find_command(const char *name);

/* --- options.c --- */

/* Reads argv; the strings stay argv's. STATUS_USAGE names what is wrong, and near names. */
enum status cli_parse(int argc, char **argv, struct cli_options *options, struct error *err);

/* The number that is the argument of option --name; STATUS_USAGE if it is none. */
enum status cli_number(const char *name, const char *text, int *number, struct error *err);

/* "; did you mean 'x'?" for the nearest of `names` if one is near, else "". */
void cli_near(const char *word, const char *prefix, const char *const *names, int n_names,
              char *text, size_t size);

/* The format: --format, else the suffix of -o, else the command's default. STATUS_USAGE if the
 * command does not have it. */
enum status cli_format(const struct cli_options *options, const char **format, struct error *err);

/* Appends the options' help lines of the options in `takes`. */
void cli_option_help(const struct cli_command *command, struct buffer *out);

/* --- targets.c --- */

/* Which instructions INSTR... and --all name. */
enum status cli_select(const struct cli_options *options, struct isa_selection *selection,
                       struct error *err);

/* The same for commands that run code: refuses architectures without kernels, and modifiers out of
 * range for any selected instruction. */
enum status cli_select_runnable(const struct cli_options *options, struct isa_selection *selection,
                                struct error *err);

/* The one instruction that `pattern` names, for commands that need no device. */
enum status cli_select_one(const struct cli_options *options, const char *pattern,
                           const struct isa_smfmac **insn, struct error *err);

/* What --numerics names: mi300 or fma; NULL: the emulator's default. */
enum status cli_numerics(const char *word, enum smfhip_numerics *numerics, struct error *err);

/* Opens --device, and --record or --resume. */
enum status cli_open_device(const struct cli_options *options, struct device **device,
                            struct error *err);
/* Closes it. A record becomes a capture if `status` says that all was run: it is returned, or why
 * there is no capture. */
enum status cli_close_device(const struct cli_options *options, struct device *device,
                             enum status status, struct error *err);

/* --- out.c --- */

/* STATUS_USAGE if -o is a file that is read, or the record: it would be lost. */
enum status cli_check_output(const struct cli_options *options, struct error *err);

/* Writes all of `data` to -o, or to stdout. A closed pipe is no error. */
enum status cli_write(const struct cli_options *options, const struct buffer *data,
                      struct error *err);
enum status cli_write_stdout(const struct buffer *data, struct error *err);

/* Whether text on this file descriptor may be coloured: a terminal, and NO_COLOR is not set. */
bool cli_colour(int fd);

/* A message on stderr: "smfviz COMMAND: text". */
void cli_complain(const struct cli_options *options, const char *text);

/* A remark on stderr, only under -v. */
void cli_remark(const struct cli_options *options, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* --- progress.c --- */

/* A bar on stderr, drawn only on a terminal, without -q, and for work that lasts. */
struct cli_progress {
    bool shown, drawn;
    int done, total;
    double start; /* cli_seconds */
};

void cli_progress_start(struct cli_progress *progress, const struct cli_options *options,
                        int total);
void cli_progress_step(struct cli_progress *progress, const char *what);
void cli_progress_end(struct cli_progress *progress);

double cli_seconds(void); /* of a clock that only goes forward */

/* --- help.c --- */

struct cli_option_words {
    const char *command;
    uint64_t option; /* CLI(ROW) */
    const char *argument, *help;
};

enum status cli_help(const struct cli_command *command, struct error *err);

/* NULL: what options.def says. */
const struct cli_option_words *cli_find_option_words(const char *command, uint64_t option);
enum status cli_version(struct error *err);
const char *cli_tool_name(void); /* "smfviz 0.1.0" */

/* --- json.c --- */

/* Appends a value of jansson's, indented, and frees it. */
struct json_t;
enum status cli_json(struct json_t *value, struct buffer *out, struct error *err);
/* A file's name, or what quotes one, as a string of JSON: a name can be any bytes, and those
 * outside ASCII become '?' where they are not UTF-8. */
struct json_t *cli_json_text(const char *text);
struct json_t *cli_json_provenance(const struct opmap_provenance *p);

/* --- provenance.c --- */

/* "emulated: smfviz emulator (gfx942), gfx942; words of --attest; numerics fma", without a newline.
 * `numerics` is --numerics, NULL where it was not given. */
void cli_provenance(const struct opmap_provenance *p, const char *numerics, struct buffer *out);

/* "emulated", or "measured: words of --attest". */
void cli_provenance_kind(const struct opmap_provenance *p, struct buffer *out);

/* --- commands --- */
cli_run_fn cmd_diff, cmd_survey;
cli_run_fn cmd_list, cmd_devices, cmd_probe, cmd_check, cmd_render, cmd_pack, cmd_unpack, cmd_gemm,
    cmd_query, cmd_explore, cmd_explain, cmd_lint, cmd_run;

#endif

#include <getopt.h>
#include <jansson.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cli/cli.h"

/* One row an option. getopt_long returns the letter, or LONG_ONLY + row where there is none. */
enum option_kind { KIND_FLAG, KIND_TEXT, KIND_NUMBER, KIND_LIST };
struct option_row {
    enum option_kind kind;
    size_t field; /* of struct cli_options, where the argument goes */
    const char *name;
    char letter;
    const char *argument; /* NULL: none */
    const char *help;
};

static const struct option_row rows[] = {
#define FLAG(row, letter, name, help) {KIND_FLAG, 0, name, letter, NULL, help},
#define TEXT(row, field, letter, name, argument, help)                                             \
    {KIND_TEXT, offsetof(struct cli_options, field), name, letter, argument, help},
#define NUMBER(row, field, letter, name, argument, help)                                           \
    {KIND_NUMBER, offsetof(struct cli_options, field), name, letter, argument, help},
#define LIST(row, field, letter, name, argument, help)                                             \
    {KIND_LIST, offsetof(struct cli_options, field), name, letter, argument, help},
#include "cli/options.def"
};
enum { N_ROWS = CLI_N_OPTIONS, LONG_ONLY = 256 };
_Static_assert(N_ROWS <= 64, "a set of options is 64 bits");

void cli_near(const char *word, const char *prefix, const char *const *names, int n_names,
              char *text, size_t size)
{
    const char *best = NULL;
    int best_distance = INT_MAX;
    text[0] = 0;
    for (int n = 0; n < n_names; n++) {
        int d = text_distance(word, names[n]);
        if (d < 0 || d >= best_distance)
            continue;
        best = names[n];
        best_distance = d;
    }
    /* A third of the letters wrong is still a slip of the hand; more is another word. */
    if (best && best_distance <= 1 + (int)strlen(best) / 3)
        snprintf(text, size, "; did you mean '%s%s'?", prefix, best);
}

static enum status unknown_option(const char *word, struct error *err)
{
    const char *names[N_ROWS];
    char bare[TEXT_WORD_BYTES], near[TEXT_WORD_BYTES + 32] = "";
    for (int n = 0; n < N_ROWS; n++)
        names[n] = rows[n].name;
    const char *dashless = word + strspn(word, "-");
    snprintf(bare, sizeof bare, "%.*s", (int)strcspn(dashless, "="), dashless);
    if (word[0] == '-' && word[1] == '-')
        cli_near(bare, "--", names, N_ROWS, near, sizeof near);
    return error_set(err, STATUS_USAGE, "unknown option '%.*s'%s", (int)strcspn(word, "="), word,
                     near);
}

enum status cli_number(const char *name, const char *text, int *number, struct error *err)
{
    char *end;
    long value = strtol(text, &end, 10);
    if (end == text || *end || value < INT_MIN || value > INT_MAX)
        return error_set(err, STATUS_USAGE, "--%s '%s': a number is needed", name, text);
    *number = (int)value;
    return STATUS_OK;
}

/* Words that a figure, a line of text and JSON can carry whole. */
static enum status parse_attest(const char *text, const char **attest, struct error *err)
{
    size_t n = strlen(text);
    if (n >= sizeof((struct opmap_provenance *)0)->attest)
        return error_set(err, STATUS_USAGE, "--attest has %zu bytes: at most %zu", n,
                         sizeof((struct opmap_provenance *)0)->attest - 1);
    if (strspn(text, " ") == n)
        return error_set(err, STATUS_USAGE, "--attest '%s': who vouches for the device?", text);
    json_t *carried = json_string(text); /* NULL if it is not UTF-8 */
    bool line = carried != NULL;
    for (const char *c = text; *c; c++)
        line = line && (unsigned char)*c >= ' ' && *c != 0x7f;
    json_decref(carried);
    if (!line)
        return error_set(err, STATUS_USAGE, "--attest: one line of UTF-8 is needed");
    *attest = text;
    return STATUS_OK;
}

static enum status store(const struct option_row *row, const char *argument,
                         struct cli_options *options, struct error *err)
{
    options->given |= UINT64_C(1) << (row - rows);
    char *field = (char *)options + row->field;
    if (row == &rows[CLI_ROW_ATTEST])
        return parse_attest(argument, &options->attest, err);
    switch (row->kind) {
    case KIND_FLAG: /* that it was given is all */
        break;
    case KIND_TEXT:
        *(const char **)(void *)field = argument;
        break;
    case KIND_NUMBER:
        return cli_number(row->name, argument, (int *)(void *)field, err);
    case KIND_LIST: {
        struct cli_list *list = (struct cli_list *)(void *)field;
        if (list->n == CLI_LIST_MAX)
            return error_set(err, STATUS_USAGE, "--%s: at most %d of them", row->name,
                             CLI_LIST_MAX);
        list->text[list->n++] = argument;
        break;
    }
    }
    return STATUS_OK;
}

static const struct option_row *find_row(int code)
{
    if (code >= LONG_ONLY)
        return &rows[code - LONG_ONLY];
    for (int n = 0; n < N_ROWS; n++)
        if (rows[n].letter && rows[n].letter == code)
            return &rows[n];
    return NULL;
}

static void fill_getopt(struct option long_options[N_ROWS + 1], char letters[3 * N_ROWS + 3])
{
    char *letter = letters;
    *letter++ = '+'; /* it leaves what is no option to cli_parse */
    *letter++ = ':'; /* a missing argument is told apart from an unknown option */
    for (int n = 0; n < N_ROWS; n++) {
        long_options[n] = (struct option){
            .name = rows[n].name,
            .has_arg = rows[n].argument ? required_argument : no_argument,
            .val = rows[n].letter ? rows[n].letter : LONG_ONLY + n,
        };
        if (!rows[n].letter)
            continue;
        *letter++ = rows[n].letter;
        if (rows[n].argument)
            *letter++ = ':';
    }
    *letter = 0;
    long_options[N_ROWS] = (struct option){0};
}

/* The word that getopt_long stumbled over: a letter inside "-xyz", or a whole long option. */
static enum status refuse(int code, char **argv, struct error *err)
{
    const char *word = argv[optind - 1];
    if (code == ':')
        return error_set(err, STATUS_USAGE, "option '%s' needs an argument", word);
    if (optopt > 0 && optopt < LONG_ONLY && !find_row(optopt)) {
        char short_word[3] = {'-', (char)optopt, 0};
        return unknown_option(short_word, err);
    }
    if (optopt)
        return error_set(err, STATUS_USAGE, "option '%.*s' takes no argument",
                         (int)strcspn(word, "="), word);
    return unknown_option(word, err);
}

static enum status find_command(struct cli_options *options, struct error *err)
{
    if (options->n_arguments == 0)
        return STATUS_OK;
    const char *word = options->arguments[0];
    options->command = cli_find_command(word);
    options->arguments++;
    options->n_arguments--;
    if (options->command)
        return STATUS_OK;
    const char *names[32];
    char near[TEXT_WORD_BYTES + 32];
    for (int n = 0; n < cli_n_commands; n++)
        names[n] = cli_commands[n].name;
    cli_near(word, "", names, cli_n_commands, near, sizeof near);
    return error_set(err, STATUS_USAGE, "unknown command '%s'%s", word, near);
}

static enum status check_taken(const struct cli_options *options, struct error *err)
{
    uint64_t takes = options->command ? options->command->takes : 0;
    takes |= CLI(HELP) | CLI(VERSION);
    for (int n = 0; n < N_ROWS; n++) {
        if (options->given & ~takes & UINT64_C(1) << n)
            return error_set(err, STATUS_USAGE, "--%s is no option of '%s'", rows[n].name,
                             options->command ? options->command->name : "smfviz");
    }
    return STATUS_OK;
}

/* The next argument, or all that are left. */
static void take_arguments(int argc, char **argv, bool all, struct cli_options *options)
{
    while (optind < argc) {
        options->arguments[options->n_arguments++] = argv[optind++];
        const struct cli_command *command = cli_find_command(options->arguments[0]);
        all = all || (options->n_arguments == 2 && command && command->run == cmd_run);
        if (!all)
            break;
    }
}

enum status cli_parse(int argc, char **argv, struct cli_options *options, struct error *err)
{
    struct option long_options[N_ROWS + 1];
    char letters[3 * N_ROWS + 3];
    fill_getopt(long_options, letters);
    opterr = 0; /* our own messages */
    options->device = "emu";
    options->arch = "gfx942";

    /* Options may stand anywhere, but behind "--" and behind a program's name they are none. */
    enum status status = STATUS_OK;
    options->arguments = argv + 1; /* the places in front are read already */
    while (status == STATUS_OK && optind < argc) {
        const char *word = argv[optind];
        bool ends = !strcmp(word, "--");
        if (ends || word[0] != '-' || !word[1]) {
            optind += ends;
            take_arguments(argc, argv, ends, options);
            continue;
        }
        int code = getopt_long(argc, argv, letters, long_options, NULL);
        if (code == '?' || code == ':')
            status = refuse(code, argv, err);
        else
            status = store(find_row(code), optarg, options, err);
    }
    if (status != STATUS_OK)
        return status;
    argv[1 + options->n_arguments] = NULL;
    status = find_command(options, err);
    return status == STATUS_OK ? check_taken(options, err) : status;
}

static const char *suffix_of(const char *path)
{
    const char *name = strrchr(path, '/');
    name = name ? name + 1 : path;
    const char *dot = strrchr(name, '.');
    if (!dot || dot == name || !dot[1])
        return NULL;
    if (!strcmp(dot, ".bin"))
        return "raw";
    return strcmp(dot, ".txt") == 0 ? "text" : dot + 1;
}

enum status cli_format(const struct cli_options *options, const char **format, struct error *err)
{
    const char *const *formats = options->command->formats;
    const char *wanted = options->format;
    if (!wanted && options->output)
        wanted = suffix_of(options->output);
    if (!wanted)
        wanted = formats[0];
    char known[128] = "";
    for (int n = 0; formats[n]; n++) {
        if (!strcmp(formats[n], wanted)) {
            *format = formats[n];
            return STATUS_OK;
        }
        size_t used = strlen(known);
        snprintf(known + used, sizeof known - used, "%s%s", n ? ", " : "", formats[n]);
    }
    return error_set(err, STATUS_USAGE, "unknown format '%s'%s (known: %s)", wanted,
                     options->format ? "" : ", the suffix of -o", known);
}

void cli_option_help(const struct cli_command *command, struct buffer *out)
{
    for (int n = 0; n < N_ROWS; n++) {
        uint64_t option = UINT64_C(1) << n;
        if (!(command->takes & option) || !rows[n].help[0])
            continue;
        const struct cli_option_words *words = cli_find_option_words(command->name, option);
        const char *argument = words ? words->argument : rows[n].argument;
        char left[64], letter[5] = "    ";
        if (rows[n].letter)
            snprintf(letter, sizeof letter, "-%c, ", rows[n].letter);
        snprintf(left, sizeof left, "%s--%s%s%s", letter, rows[n].name, argument ? " " : "",
                 argument ? argument : "");
        buffer_printf(out, "  %-21s  %s\n", left, words ? words->help : rows[n].help);
    }
}

#include <string.h>

#include "cli/cli.h"

/* What an option is to one command, where options.def tells what it is to most. */
static const struct cli_option_words option_words[] = {
    {"probe", CLI(DEVICE), "DEVICE", "emu (default), hip, hip:N, hip:all or capture:FILE"},
    {"check", CLI(DEVICE), "DEVICE", "emu (default), hip, hip:N, hip:all or capture:FILE"},
    {"survey", CLI(DEVICE), "DEVICE", "emu (default), hip, hip:N, hip:all or capture:FILE"},
    {"query", CLI(DEVICE), "DEVICE", "recover on emu, hip, hip:N or capture:FILE; else by formula"},
    {"explain", CLI(DEVICE), "DEVICE", "recover and run on emu, hip or hip:N; else by formula"},
    {"check", CLI(OPERAND), "OPERAND", "whose --formula it is: a, idx, b or cd"},
    {"render", CLI(K), "LO-HI", "only these k"},
    {"render", CLI(OUTPUT), "PATH", "DIR/, or the file of one figure; - is stdout"},
    {"pack", CLI(OUTPUT), "DIR", "write a.npy and idx.npy there (default: print them)"},
    {"pack", CLI(TYPE), "TYPE", "of DENSE: f32 f16 bf16 i8 e4m3fnuz e5m2fnuz e4m3fn e5m2"},
    {"unpack", CLI(TYPE), "TYPE",
     "of --dense, or what to convert to: f32 f16 bf16 i8 e4m3fnuz e5m2fnuz e4m3fn e5m2"},
    {"gemm", CLI(TYPE), "TYPE", "of --pattern FILE: f32 f16 bf16 i8 e4m3fnuz e5m2fnuz e4m3fn e5m2"},
};

const struct cli_option_words *cli_find_option_words(const char *command, uint64_t option)
{
    for (size_t n = 0; n < sizeof option_words / sizeof *option_words; n++)
        if (option_words[n].option == option && !strcmp(option_words[n].command, command))
            return &option_words[n];
    return NULL;
}

const char *cli_tool_name(void) { return "smfviz " SMFVIZ_VERSION; }

static void all_commands(struct buffer *out)
{
    buffer_puts(
        out, "usage: smfviz COMMAND [OPTIONS] ARGUMENTS\n\n"
             "The register layouts of AMD's sparse matrix instructions (V_SMFMAC), recovered from\n"
             "executed machine code, checked against the documented formulas, and drawn.\n\n");
    for (int n = 0; n < cli_n_commands; n++)
        buffer_printf(out, "  %-8s %-20s %s\n", cli_commands[n].name, cli_commands[n].arguments,
                      cli_commands[n].summary);
    buffer_puts(out, "\n'smfviz help COMMAND' lists its options, 'smfviz --version' names the "
                     "version.\n\n"
                     "exit codes: 0 done and true, 1 a difference was found, 2 usage, 3 file or "
                     "device, 4 unsupported\n");
}

static void one_command(const struct cli_command *command, struct buffer *out)
{
    buffer_printf(out, "usage: smfviz %s%s%s%s\n\n%s%s", command->name,
                  command->takes & ~CLI(HELP) ? " [OPTIONS]" : "", command->arguments[0] ? " " : "",
                  command->arguments, command->details, command->details[0] ? "\n" : "");
    cli_option_help(command, out);
    if (!(command->takes & CLI(FORMAT)))
        return;
    buffer_puts(out, "      --format FORMAT    ");
    for (int n = 0; command->formats[n]; n++)
        buffer_printf(out, "%s%s%s", n ? ", " : "", command->formats[n], n ? "" : " (default)");
    buffer_puts(out, !strcmp(command->name, "pack") ? "\n" : "; else the suffix of -o\n");
}

enum status cli_help(const struct cli_command *command, struct error *err)
{
    struct buffer out = {0};
    if (command)
        one_command(command, &out);
    else
        all_commands(&out);
    enum status status = cli_write_stdout(&out, err);
    buffer_free(&out);
    return status;
}

enum status cli_version(struct error *err)
{
    struct buffer out = {0};
    buffer_printf(&out, "%s\n", cli_tool_name());
    enum status status = cli_write_stdout(&out, err);
    buffer_free(&out);
    return status;
}

/* The commands, one row each; help and option parsing read this table. */
#include <string.h>

#include "cli/cli.h"

#define COMMON (CLI(QUIET) | CLI(VERBOSE) | CLI(HELP))
#define DATA (COMMON | CLI(FORMAT) | CLI(OUTPUT))
#define EXECUTES (DATA | CLI(ALL) | CLI(ARCH) | CLI(DEVICE) | CLI(NUMERICS) | CLI(ATTEST))
#define RUNS (EXECUTES | CLI(CBSZ) | CLI(ABID))
#define RECORDS (RUNS | CLI(RECORD) | CLI(RESUME))
#define PACKS (DATA | CLI(ARCH) | CLI(CBSZ) | CLI(ABID) | CLI(ORDER) | CLI(SHAPE) | CLI(TYPE))

#define INSTR_HELP                                                                                 \
    "INSTR is a builtin (__builtin_amdgcn_smfmac_f32_16x16x64_fp8_fp8), a mnemonic\n"              \
    "(v_smfmac_f32_16x16x64_fp8_fp8), a short name (f32_16x16x64_fp8_fp8) or a glob over\n"        \
    "any of these ('*_16x16x64_*').\n"

const struct cli_command cli_commands[] = {
    {"list",
     "[INSTR...]",
     "the instruction table",
     {"text", "json", "csv", "md", "rst"},
     DATA | CLI(ALL) | CLI(ARCH) | CLI(REFERENCE),
     cmd_list,
     "Lists the sparse matrix instructions of an architecture: shape, types, registers, index\n"
     "sets, cycles.\n" INSTR_HELP},
    {"devices",
     "",
     "what can run the probes, and why a device cannot",
     {"text", "json"},
     DATA,
     cmd_devices,
     "Looks at the emulator and at the installed HIP library: $SMFVIZ_HIP, else\n"
     "libamdhip64.so.7, .6, .5 or the bare name through the dynamic linker, else in\n"
     "$ROCM_PATH/lib or /opt/rocm/lib.\n"},
    {"probe",
     "INSTR...",
     "run the probe kernels, recover the layout and print it",
     {"text", "json", "csv", "md", "rst"},
     RECORDS,
     cmd_probe,
     "Executes the instruction with tagged registers and works out from its results alone\n"
     "which lane, register and bits hold which element. No layout formula takes part.\n"
     "cbsz and abid are 0 unless named.\n" INSTR_HELP},
    {"check",
     "INSTR...",
     "recovered layouts against the documented formulas",
     {"text", "json", "tap", "junit"},
     RECORDS | CLI(OPERAND) | CLI(FORMULA) | CLI(WORKGROUP) | CLI(TABLE),
     cmd_check,
     "Recovers the layout of every index set (or of the one that --cbsz and --abid name) and\n"
     "compares it with the documented formulas, forward and inverse, with the documented row\n"
     "table, and by multiplying random 2:4 sparse data. With --formula: judges your formulas of\n"
     "one --operand by what was recovered, with --table a layout as 'probe' or AMD's calculator\n"
     "prints it (CSV); cbsz and abid are then 0 unless named. Exits with 1 if anything "
     "differs.\n" INSTR_HELP},
    {"render",
     "INSTR... -o DIR",
     "figures of the recovered layouts",
     {"svg", "png", "pdf", "tex", "text", "rst", "md"},
     RUNS | CLI(OPERAND) | CLI(AXIS) | CLI(DETAIL) | CLI(THEME) | CLI(STYLE) | CLI(TEXT_AS) |
         CLI(DPI) | CLI(FIGURE_PATH) | CLI(ROWS) | CLI(LANES) | CLI(K),
     cmd_render,
     "Draws one figure for each operand, shape and element width; it serves all instructions\n"
     "of that shape and width and names them. cbsz and abid are 0 unless named.\n" INSTR_HELP},
    {"pack",
     "INSTR DENSE -o DIR",
     "2:4 compression: values and index, or what the registers hold",
     {"npy", "raw", "text"},
     PACKS | CLI(PRUNE) | CLI(PAD),
     cmd_pack,
     "Compresses a dense matrix A for the instruction: the values to DIR/a.npy, [M][K/2], and the\n"
     "index to DIR/idx.npy, uint8 [M][K/8], the lower group in bits 3:0. DENSE is a .npy, a .csv\n"
     "or .txt, or raw codes with --shape and --type. Values are rounded to the nearest one of A's\n"
     "type, ties to even; what is beyond its largest number becomes that. With --order register:\n"
     "uint32 [tile_i][tile_k][lane][vgpr], and idx [tile_i][tile_k][lane], the set of cbsz and\n"
     "abid filled (both 0 unless named).\n"},
    {"unpack",
     "INSTR --a F --idx F",
     "packed data back to a dense matrix, or what is wrong with it",
     {"text", "csv", "npy", "raw"},
     PACKS | CLI(A) | CLI(IDX) | CLI(CHECK) | CLI(DENSE),
     cmd_unpack,
     "The inverse of 'pack': numbers as text, or codes as .npy or raw; --type converts. --shape\n"
     "cuts off what --pad added. --check looks for illegal nibbles, counts which pairs and masks\n"
     "the data exercises, compares with --dense, and names the mistake if one explains all.\n"
     "Exits with 1 if anything is wrong.\n"},
    {"gemm",
     "INSTR...",
     "whole sparse matrix products by the instruction, validated",
     {"text", "json"},
     EXECUTES | CLI(M) | CLI(N) | CLI(K) | CLI(PATTERN) | CLI(SHAPE) | CLI(TYPE) | CLI(KERNEL) |
         CLI(SEED),
     cmd_gemm,
     "Computes D = 2 A B - 3 C with 2:4 sparse A, one launch a product, and compares every result\n"
     "with dense loops: exactly where no order of summation can round, else within a bound that\n"
     "is printed. A file with A is read as 'pack' does and says M and K itself. Times and what\n"
     "the emulator counted go to stderr. Exits with 1 if anything differs.\n" INSTR_HELP},
    {"survey",
     "[INSTR...]",
     "everything that a device can be asked, in one command",
     {"text", "json"},
     EXECUTES | CLI(RECORD) | CLI(RESUME),
     cmd_survey,
     "Recovers and checks every layout, multiplies matrices by both kernels, and asks what no\n"
     "document says: illegal nibbles, cbsz, unused index bits, EXEC, special values, how sums are\n"
     "rounded. All instructions unless some are named. With --record it leaves a\n"
     "capture, from which anyone gets the same report. Exits with 1 if a layout or a product is\n"
     "wrong, whatever the answers to open questions.\n" INSTR_HELP},
    {"query",
     "INSTR WHAT...",
     "which register holds an element, and what a register holds",
     {"text", "json", "csv"},
     DATA | CLI(ARCH) | CLI(DEVICE) | CLI(CBSZ) | CLI(ABID) | CLI(ATTEST),
     cmd_query,
     "WHAT is an element: A[i][k] (both slots of k's group), A[i][q.s] (one slot), K[i][k] (the\n"
     "index nibble; idx is a synonym), B[k][j], D[i][j]; or a register of a lane: a:v0{3},\n"
     "b:v3{19}[31:24], idx:v0{50}, cd:v1{23}. Without characters of the shell: B,31,3 and\n"
     "b:v3,19,24-31. Answers are those of the documented formulas, without running anything,\n"
     "unless --device is given: then the layout is recovered and looked up.\n"},
    {"explore",
     "-o FILE [INSTR...]",
     "an interactive page of the recovered layouts, in one file",
     {"html"},
     DATA | CLI(ALL) | CLI(ARCH) | CLI(DEVICE) | CLI(ATTEST),
     cmd_explore,
     "Writes a page that needs no network: which lane and register holds what, and what it\n"
     "multiplies, for every cbsz and index set. All instructions unless some are "
     "named.\n" INSTR_HELP},
    {"explain",
     "INSTR 'D[5][7]'",
     "every A value, selector and B value that makes one output",
     {"text", "json", "svg"},
     DATA | CLI(ARCH) | CLI(DEVICE) | CLI(CBSZ) | CLI(ABID) | CLI(ATTEST) | CLI(ORDER) | CLI(A) |
         CLI(IDX) | CLI(B) | CLI(DENSE) | CLI(PRUNE) | CLI(SEED) | CLI(THEME),
     cmd_explain,
     "Takes one element of D apart: the row of A with its nibbles, which values of B they select,\n"
     "the registers of all, the products and the sum. The data is made from --seed, or read:\n"
     "--b FILE with --dense FILE, which is compressed, or with --a FILE and --idx FILE as 'pack'\n"
     "writes them; all of the instruction's own size, and C is 0 then. Registers are those of the\n"
     "documented formulas. With --device they are recovered, the instruction is executed on the\n"
     "data, and its D is shown too; exits with 1 if that is wrong.\n"},
    {"diff",
     "X Y",
     "two probe results or captures against each other",
     {"text", "json"},
     DATA,
     cmd_diff,
     "X and Y are what 'probe --format json' or 'csv' wrote, or captures, whose layouts are\n"
     "recovered first. Says of each operand whether Y has it where X has it: equal, equal up to\n"
     "a K-group permutation, or what differs. Of two captures the outputs of launches that both\n"
     "hold are compared too. Exits with 1 if anything differs, or only one has it.\n"},
    {"lint",
     "PAGE...",
     "checks what documentation pages claim",
     {"text", "json", "sarif"},
     DATA | CLI(ARCH) | CLI(FIGURES) | CLI(FIX_FIGURES),
     cmd_lint,
     "Reads reStructuredText and Markdown (- is stdin) and judges what a page says about sparse\n"
     "matrix instructions: formulas, tables, names, register counts, index constants, flags and\n"
     "figures, by the documented formulas; --arch is for pages that name no architecture. What it\n"
     "cannot interpret is listed. --fix-figures draws what the emulator makes of each figure that\n"
     "is named. Exits with 1 if a claim is wrong.\n"},
    {"run",
     "[--] PROGRAM [ARGUMENT...]",
     "a HIP program on the emulator",
     {0},
     CLI(NUMERICS) | CLI(VERBOSE) | CLI(HELP),
     cmd_run,
     "Starts a program, as it is, so that it finds the emulator where it looks for libamdhip64:\n"
     "by LD_LIBRARY_PATH. What stands behind PROGRAM is its own; the exit code is its own, too.\n"
     "Kernels are launched by hipModuleLaunchKernel; a function of HIP that the emulator lacks\n"
     "is the dynamic linker's error.\n"},
    {"help", "[COMMAND]", "this list, or one command's options", {0}, CLI(HELP), NULL, ""},
};
const int cli_n_commands = sizeof cli_commands / sizeof cli_commands[0];

const struct cli_command *cli_find_command(const char *name)
{
    for (int n = 0; n < cli_n_commands; n++)
        if (!strcmp(cli_commands[n].name, name))
            return &cli_commands[n];
    return NULL;
}

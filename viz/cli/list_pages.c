#include "cli/list_pages.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"

static const char *const columns[] = {"Builtin", "Ops", "Cycle count", "VALU co-execution cycles"};
enum { N_COLUMNS = sizeof columns / sizeof *columns };

void list_pages_rst(const struct isa_selection *selection, struct buffer *out)
{
    buffer_puts(out, ".. list-table::\n   :header-rows: 1\n   :widths: auto\n\n");
    for (int c = 0; c < N_COLUMNS; c++)
        buffer_printf(out, "   %s - %s\n", c ? " " : "*", columns[c]);
    for (int n = 0; n < selection->n; n++) {
        const struct isa_smfmac *insn = selection->insn[n];
        buffer_printf(out,
                      "   * - ``__builtin_amdgcn_smfmac_%s``\n     - %ld\n     - %d\n     - %d\n",
                      insn->name, isa_ops(insn), insn->cycles, isa_coexec_cycles(insn));
    }
}

void list_pages_md(const struct isa_selection *selection, struct buffer *out)
{
    for (int c = 0; c < N_COLUMNS; c++)
        buffer_printf(out, "| %s ", columns[c]);
    buffer_puts(out, "|\n|---|---:|---:|---:|\n");
    for (int n = 0; n < selection->n; n++) {
        const struct isa_smfmac *insn = selection->insn[n];
        buffer_printf(out, "| `__builtin_amdgcn_smfmac_%s` | %ld | %d | %d |\n", insn->name,
                      isa_ops(insn), insn->cycles, isa_coexec_cycles(insn));
    }
}

/* The page of one builtin. */

/* "v2int": what clang's builtins take. 8-bit elements come four to an int; bf16 is short on gfx942,
 * __bf16 since (LLVM, BuiltinsAMDGPU.def). */
static void vector_type(const struct isa_smfmac *insn, enum isa_type type, int n_elements,
                        char text[16])
{
    bool gfx950 = insn->arch == ISA_GFX950;
    const char *element = type == ISA_F32    ? "float"
                          : type == ISA_F16  ? "half"
                          : type == ISA_BF16 ? (gfx950 ? "bf16" : "short")
                                             : "int";
    snprintf(text, 16, "v%d%s", isa_type_bits(type) == 8 ? n_elements / 4 : n_elements, element);
}

static void put_operand(const char *name, const char *type, const char *what, int n, int n_vgprs,
                        struct buffer *out)
{
    buffer_printf(out, "   * - ``%s``\n     - ``%s``\n     - %d %s; %d VGPR%s\n", name, type, n,
                  what, n_vgprs, n_vgprs == 1 ? "" : "s");
}

static void put_signature(const struct isa_smfmac *insn, const char *a, const char *b,
                          const char *cd, struct buffer *out)
{
    size_t start = out->size;
    buffer_printf(out, "``__builtin_amdgcn_smfmac_%s``", insn->name);
    size_t width = out->size - start;
    buffer_puts(out, "\n");
    for (size_t n = 0; n < width; n++)
        buffer_puts(out, "\"");
    buffer_printf(out,
                  "\n\n.. code-block:: cpp\n\n   %s __builtin_amdgcn_smfmac_%s(\n"
                  "       %s a, %s b, %s c, int idx, int cbsz, int abid);\n\n",
                  cd, insn->name, a, b, cd);
}

static void put_page(const struct isa_smfmac *insn, struct buffer *out)
{
    char a[16], b[16], cd[16], what[64];
    int sets = isa_index_sets(insn);
    vector_type(insn, insn->a_type, isa_a_elements(insn), a);
    vector_type(insn, insn->b_type, isa_b_elements(insn), b);
    vector_type(insn, insn->cd_type, isa_cd_elements(insn), cd);
    put_signature(insn, a, b, cd, out);
    buffer_printf(
        out,
        "Adds to the :math:`%d \\times %d` tile :math:`\\pmb{C}` the product of a sparse "
        ":math:`\\pmb{A}`\nof dense depth :math:`K = %d`, of which a row stores %d values, "
        "and a dense :math:`\\pmb{B}`.\nAt most two values of every four along K are not "
        "zero; ``idx`` says which two are\nstored. Instruction ``v_smfmac_%s``, on "
        "%s.\n\n",
        insn->m, insn->n, insn->k, insn->k / 2, insn->name,
        insn->arch == ISA_GFX942 ? "``gfx942`` and ``gfx950``" : "``gfx950``");
    buffer_puts(out, ".. list-table::\n   :header-rows: 1\n   :widths: auto\n\n   * - Parameter\n"
                     "     - Type\n     - In each lane\n");
    snprintf(what, sizeof what, "stored %s values", isa_type_name(insn->a_type));
    put_operand("a", a, what, isa_a_elements(insn), isa_a_vgprs(insn), out);
    snprintf(what, sizeof what, "%s values", isa_type_name(insn->b_type));
    put_operand("b", b, what, isa_b_elements(insn), isa_b_vgprs(insn), out);
    snprintf(what, sizeof what, "%s values", isa_type_name(insn->cd_type));
    put_operand("c", cd, what, isa_cd_elements(insn), isa_cd_vgprs(insn), out);
    snprintf(what, sizeof what, "index bits of 32, 2 for each stored value");
    put_operand("idx", "int", what, isa_index_bits(insn), 1, out);
    if (sets > 1)
        buffer_printf(
            out,
            "   * - ``cbsz``, ``abid``\n     - ``int``\n     - constants: with ``cbsz`` 0, "
            "``abid`` 0 to %d is the set of index bits that\n       is read; with ``cbsz`` "
            "1 to 3 set 0 is\n",
            sets - 1);
    else
        buffer_puts(out, "   * - ``cbsz``, ``abid``\n     - ``int``\n     - constants, without "
                         "effect: there is one set of index bits\n");
    buffer_printf(out,
                  "\nReturns :math:`\\pmb{D}`. %ld operations in %d cycles; %d of these are free "
                  "for vector\ninstructions.\n",
                  isa_ops(insn), insn->cycles, isa_coexec_cycles(insn));
}

enum status list_pages_reference(const struct cli_options *options,
                                 const struct isa_selection *selection, const char *directory,
                                 struct error *err)
{
    enum status status = file_make_directory(directory, err);
    for (int n = 0; n < selection->n && status == STATUS_OK; n++) {
        struct buffer path = {0}, page = {0};
        bool slash = directory[0] && directory[strlen(directory) - 1] == '/';
        buffer_printf(&path, "%s%s%s.rst", directory, slash ? "" : "/", selection->insn[n]->name);
        for (char *c = path.data ? path.data + strlen(directory) : NULL; c && *c; c++)
            *c = *c == '_' ? '-' : *c;
        put_page(selection->insn[n], &page);
        status = buffer_check(&path, err);
        if (status == STATUS_OK)
            status = buffer_check(&page, err);
        if (status == STATUS_OK)
            status = file_write(path.data, page.data, page.size, err);
        if (status == STATUS_OK)
            cli_remark(options, "%s: %zu bytes", path.data, page.size);
        buffer_free(&path);
        buffer_free(&page);
    }
    return status;
}

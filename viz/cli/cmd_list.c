/* smfviz list: the instruction table. */
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/list_pages.h"

static void print_text(const struct isa_selection *selection, struct buffer *out)
{
    buffer_printf(out, "%-21s %-7s %3s %3s %4s  %-13s  %-9s  %8s  %4s  %6s  %7s\n", "instruction",
                  "arch", "M", "N", "K", "A, B, C/D", "VGPRs", "idx bits", "sets", "cycles", "ops");
    for (int n = 0; n < selection->n; n++) {
        const struct isa_smfmac *insn = selection->insn[n];
        char types[32], vgprs[32];
        snprintf(types, sizeof types, "%s %s %s", isa_type_name(insn->a_type),
                 isa_type_name(insn->b_type), isa_type_name(insn->cd_type));
        snprintf(vgprs, sizeof vgprs, "%d %d %d", isa_a_vgprs(insn), isa_b_vgprs(insn),
                 isa_cd_vgprs(insn));
        buffer_printf(out, "%-21s %-7s %3d %3d %4d  %-13s  %-9s  %8d  %4d  %6d  %7ld\n", insn->name,
                      isa_arch_name(insn->arch), insn->m, insn->n, insn->k, types, vgprs,
                      isa_index_bits(insn), isa_index_sets(insn), insn->cycles, isa_ops(insn));
    }
}

static void print_csv(const struct isa_selection *selection, struct buffer *out)
{
    buffer_puts(out, "instruction,mnemonic,arch,m,n,k,a_type,b_type,cd_type,a_vgprs,b_vgprs,"
                     "cd_vgprs,index_bits,index_sets,cycles,coexec_cycles,ops\n");
    for (int n = 0; n < selection->n; n++) {
        const struct isa_smfmac *insn = selection->insn[n];
        buffer_printf(out, "%s,v_smfmac_%s,%s,%d,%d,%d,%s,%s,%s,%d,%d,%d,%d,%d,%d,%d,%ld\n",
                      insn->name, insn->name, isa_arch_name(insn->arch), insn->m, insn->n, insn->k,
                      isa_type_name(insn->a_type), isa_type_name(insn->b_type),
                      isa_type_name(insn->cd_type), isa_a_vgprs(insn), isa_b_vgprs(insn),
                      isa_cd_vgprs(insn), isa_index_bits(insn), isa_index_sets(insn), insn->cycles,
                      isa_coexec_cycles(insn), isa_ops(insn));
    }
}

static json_t *json_instruction(const struct isa_smfmac *insn)
{
    return json_pack(
        "{s:s, s:s+, s:s+, s:s, s:i, s:i, s:i, s:s, s:s, s:s, s:i, s:i, s:i, s:i, s:i, s:i, s:i, "
        "s:I}",
        "name", insn->name, "mnemonic", "v_smfmac_", insn->name, "builtin",
        "__builtin_amdgcn_smfmac_", insn->name, "arch", isa_arch_name(insn->arch), "m", insn->m,
        "n", insn->n, "k", insn->k, "a_type", isa_type_name(insn->a_type), "b_type",
        isa_type_name(insn->b_type), "cd_type", isa_type_name(insn->cd_type), "a_vgprs",
        isa_a_vgprs(insn), "b_vgprs", isa_b_vgprs(insn), "cd_vgprs", isa_cd_vgprs(insn),
        "index_bits", isa_index_bits(insn), "index_sets", isa_index_sets(insn), "cycles",
        insn->cycles, "coexec_cycles", isa_coexec_cycles(insn), "ops", (json_int_t)isa_ops(insn));
}

static enum status print_json(const struct isa_selection *selection, struct buffer *out,
                              struct error *err)
{
    json_t *rows = json_array();
    for (int n = 0; n < selection->n; n++)
        json_array_append_new(rows, json_instruction(selection->insn[n]));
    json_t *root =
        json_pack("{s:i, s:s, s:o}", "schema", 1, "tool", cli_tool_name(), "instructions", rows);
    return cli_json(root, out, err);
}

enum status cmd_list(const struct cli_options *options, struct error *err)
{
    struct isa_selection selection = {0};
    const char *format;
    enum status status = cli_format(options, &format, err);
    if (status == STATUS_OK)
        status = cli_select(options, &selection, err);
    if (status != STATUS_OK)
        return status;
    if (options->n_arguments == 0 && selection.n == 0) {
        enum isa_arch arch;
        isa_parse_arch(options->arch, &arch, err);
        isa_select_all(arch, &selection);
    }
    if (options->reference)
        return list_pages_reference(options, &selection, options->reference, err);
    struct buffer out = {0};
    if (!strcmp(format, "json"))
        status = print_json(&selection, &out, err);
    else if (!strcmp(format, "csv"))
        print_csv(&selection, &out);
    else if (!strcmp(format, "rst"))
        list_pages_rst(&selection, &out);
    else if (!strcmp(format, "md"))
        list_pages_md(&selection, &out);
    else
        print_text(&selection, &out);
    if (status == STATUS_OK)
        status = cli_write(options, &out, err);
    buffer_free(&out);
    return status;
}

/* What the disassembler prints, as operands and modifiers; and what it never prints. */
#include <string.h>

#include <criterion/criterion.h>

#include "emu/parse.h"

static struct emu_insn parsed(const char *text)
{
    struct emu_insn insn = {0};
    struct error err = {0};
    cr_assert_eq(emu_parse(text, &insn, &err), STATUS_OK, "%s: %s", text, err.text);
    return insn;
}

static void refused(const char *text, const char *why)
{
    struct emu_insn insn = {0};
    struct error err = {0};
    cr_expect_eq(emu_parse(text, &insn, &err), STATUS_UNSUPPORTED, "%s", text);
    cr_expect(strstr(err.text, why), "%s: \"%s\" instead of \"%s\"", text, err.text, why);
}

Test(parse, lists_are_bits_from_the_first_element)
{
    cr_expect_eq(parsed("v_pk_add_f16 v0, v1, v2 op_sel:[0,1]").op_sel, 2);
    cr_expect_eq(parsed("v_pk_fma_f16 v0, v1, v2, v3 op_sel_hi:[1,0,1]").op_sel_hi, 5);
    cr_expect_eq(parsed("v_pk_fma_f16 v0, v1, v2, v3 neg_lo:[1,0,0]").neg_lo, 1);
    cr_expect_eq(parsed("v_mov_b32_dpp v0, v1 quad_perm:[3,1,0,2] row_mask:0xf").dpp_arg, 0x87);
}

/* Found by tests/fuzz/fuzz_parse.c. */
Test(parse, lists_that_are_none_are_refused)
{
    static const char *const texts[] = {
        "v_pk_add_f16 v0, v1, v2 op_sel:[0,1,0,0,1]",
        "v_pk_add_f16 v0, v1, v2 op_sel:00000000000000000000000000000000001",
        "v_pk_add_f16 v0, v1, v2 op_sel:[0,2]",
        "v_pk_add_f16 v0, v1, v2 op_sel:[0,1",
        "v_pk_add_f16 v0, v1, v2 op_sel:[0,",
        "v_pk_add_f16 v0, v1, v2 op_sel:[0,1]1",
        "v_pk_add_f16 v0, v1, v2 op_sel:[]",
        "v_pk_add_f16 v0, v1, v2 op_sel:",
        "v_mov_b32_dpp v0, v1 quad_perm:[3,2,1,0,3]",
        "v_mov_b32_dpp v0, v1 quad_perm",
    };
    for (size_t n = 0; n < sizeof texts / sizeof texts[0]; n++)
        refused(texts[n], "modifier");
}

Test(parse, registers_that_do_not_exist_are_refused)
{
    refused("v_mov_b32_e32 v256, v1", "'v256'");
    refused("v_mov_b32_e32 v0, s102", "'s102'");
    refused("v_mov_b32_e32 v0, v4294967296", "operand");
    refused("v_lshlrev_b64 v[255:256], v0, v[2:3]", "'v[255:256]'");
    refused("v_lshlrev_b64 v[2:1], v0, v[2:3]", "'v[2:1]'");
    refused("v_lshlrev_b64 v[1:2], v0, v[2:3]", "misaligned register tuple 'v[1:2]'");
    refused("v_lshlrev_b64 v[0:2], v0, v[2:3]", "operand 'v[0:2]' has 3 registers, not 2");
}

/* The text of LLVM 22 for such an encoding. */
Test(parse, a_remark_of_the_disassembler_names_the_register)
{
    refused(
        "v_lshlrev_b64 v[1:2]/*Invalid register, operand has 'VReg_64_Align2' register class*/, "
        "v0, v[2:3]",
        "misaligned or invalid register 'v[1:2]'");
}

Test(parse, operands_that_lack_or_are_too_many_are_refused)
{
    refused("v_add_u32_e32 v0, v1", "an operand is missing");
    refused("v_add_u32_e32", "an operand is missing");
    refused("v_add_u32_e32 v0, v1, v2, v3", "operand 'v3'");
    refused("", "instruction");
    refused("v_frobnicate_b32 v0", "instruction 'v_frobnicate_b32'");
}

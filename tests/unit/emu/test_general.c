/* Operands that are more than a register: DPP, SDWA, VGPR indexing. */
#include <stdio.h>

#include "one.h"

/* DPP. */

/* Expected source lane of each lane, -1 for none, written independently of the emulator's. */
static int source_of(const char *control, int l)
{
    int row = l / 16, at = l % 16, n = 0;
    if (!strcmp(control, "quad_perm:[3,1,0,2]"))
        return l / 4 * 4 + (int[]){3, 1, 0, 2}[l % 4];
    if (sscanf(control, "row_shl:%d", &n) == 1)
        return at + n > 15 ? -1 : l + n;
    if (sscanf(control, "row_shr:%d", &n) == 1)
        return at - n < 0 ? -1 : l - n;
    if (sscanf(control, "row_ror:%d", &n) == 1)
        return row * 16 + (at + 16 - n) % 16;
    if (!strcmp(control, "wave_shl:1"))
        return l == 63 ? -1 : l + 1;
    if (!strcmp(control, "wave_rol:1"))
        return l == 63 ? 0 : l + 1;
    if (!strcmp(control, "wave_shr:1"))
        return l - 1;
    if (!strcmp(control, "wave_ror:1"))
        return l == 0 ? 63 : l - 1;
    if (!strcmp(control, "row_mirror"))
        return row * 16 + 15 - at;
    if (!strcmp(control, "row_half_mirror"))
        return l / 8 * 8 + 7 - l % 8;
    if (!strcmp(control, "row_bcast:15"))
        return row == 0 ? -1 : row * 16 - 1;
    if (!strcmp(control, "row_bcast:31"))
        return row < 2 ? -1 : 31;
    cr_assert(sscanf(control, "row_newbcast:%d", &n) == 1, "%s", control);
    return row * 16 + n;
}

static const char *const controls[] = {
    "quad_perm:[3,1,0,2]", "row_shl:1",      "row_shl:15", "row_shr:4",    "row_ror:3",
    "wave_shl:1",          "wave_rol:1",     "wave_shr:1", "wave_ror:1",   "row_mirror",
    "row_half_mirror",     "row_newbcast:5", "row_ror:12", "row_bcast:15", "row_bcast:31",
};
enum { N_CONTROLS = sizeof controls / sizeof controls[0] };

/* v0 = DPP(v1) + v2 in the lanes that `exec`, the masks and bound_ctrl let through. */
static void try_dpp(const char *control, uint64_t exec, int rows, int banks, bool bound_ctrl)
{
    struct one *one = one_create();
    char text[160];
    snprintf(text, sizeof text, "v_add_u32_dpp v0, v1, v2 %s row_mask:0x%x bank_mask:0x%x%s",
             control, rows, banks, bound_ctrl ? " bound_ctrl:1" : "");
    emu_set_sgpr64(&one->wave, EMU_EXEC, exec);
    FOR_LANES(l)
    {
        one->wave.vgpr[0][l] = 7u + (uint32_t)l;
        one->wave.vgpr[1][l] = 100u * (uint32_t)(l + 1);
        one->wave.vgpr[2][l] = (uint32_t)(l % 7);
    }
    one_execute(one, text);
    FOR_LANES(l)
    {
        int from = source_of(control, l);
        bool valid = from >= 0 && (exec >> from & 1);
        bool written = (exec >> l & 1) && (rows >> (l / 16) & 1) && (banks >> (l % 16 / 4) & 1) &&
                       (valid || bound_ctrl);
        uint32_t sum = (valid ? 100u * (uint32_t)(from + 1) : 0) + (uint32_t)(l % 7);
        uint32_t expected = written ? sum : 7u + (uint32_t)l;
        cr_expect_eq(one->wave.vgpr[0][l], expected, "%s, lane %d: expected %u, found %u", text, l,
                     expected, one->wave.vgpr[0][l]);
    }
    free(one);
}

Test(general, dpp_reads_the_lane_that_its_control_names)
{
    for (int n = 0; n < N_CONTROLS; n++)
        try_dpp(controls[n], UINT64_MAX, 0xf, 0xf, false);
}

Test(general, dpp_reads_zero_with_bound_ctrl_and_writes_nothing_without)
{
    for (int n = 0; n < N_CONTROLS; n++) {
        try_dpp(controls[n], UINT64_MAX, 0xf, 0xf, true);
        try_dpp(controls[n], 0x7ffe0ff3123456ef, 0xf, 0xf, true);
        try_dpp(controls[n], 0x7ffe0ff3123456ef, 0xf, 0xf, false);
    }
}

Test(general, dpp_writes_the_rows_and_banks_of_its_masks)
{
    for (int n = 0; n < N_CONTROLS; n++) {
        try_dpp(controls[n], UINT64_MAX, 0xa, 0xf, false);
        try_dpp(controls[n], UINT64_MAX, 0xf, 0x4, true);
        try_dpp(controls[n], 0xfffffffffffffffd, 0x6, 0x3, false);
    }
}

Test(general, dpp_moves_both_halves_of_a_pair)
{
    struct one *one = one_create();
    FOR_LANES(l) one->wave.vgpr[2][l] = 10u + (uint32_t)l, one->wave.vgpr[3][l] = 90u + (uint32_t)l;
    one_execute(one, "v_mov_b64_dpp v[0:1], v[2:3] row_newbcast:3 row_mask:0xf bank_mask:0xf");
    FOR_LANES(l)
    {
        cr_expect_eq(one->wave.vgpr[0][l], 13u + (uint32_t)(l / 16 * 16));
        cr_expect_eq(one->wave.vgpr[1][l], 93u + (uint32_t)(l / 16 * 16));
    }
    free(one);
}

/* SDWA. */

struct sdwa_case {
    const char *text;
    uint32_t a, b, old, d;
};

static const struct sdwa_case sdwa_cases[] = {
    {"v_add_u32_sdwa v0, v1, v2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_3 "
     "src1_sel:WORD_1",
     0xf1020304, 0x80060708, 0, 0x80f7},
    {"v_add_u32_sdwa v0, sext(v1), v2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_3 "
     "src1_sel:WORD_0",
     0xf1020304, 0x80060708, 0, 0x6f9},
    {"v_add_u32_sdwa v0, v1, sext(v2) dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD "
     "src1_sel:WORD_1",
     0x00020304, 0x80060708, 0, 0x0001830a},
    {"v_or_b32_sdwa v0, v1, v2 dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:BYTE_0 src1_sel:DWORD",
     0xf1020304, 0x80060708, 0xdeadbeef, 0x070c0000},
    {"v_or_b32_sdwa v0, v1, v2 dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0 "
     "src1_sel:DWORD",
     0xf1020304, 0x80060708, 0xdeadbeef, 0x070cbeef},
    {"v_or_b32_sdwa v0, v1, v2 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_1 "
     "src1_sel:BYTE_2",
     0xf1020304, 0x80860708, 0xdeadbeef, 0xdead87ef},
    {"v_or_b32_sdwa v0, v1, v2 dst_sel:BYTE_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_1 "
     "src1_sel:BYTE_2",
     0xf1020304, 0x80860708, 0xdeadbeef, 0xffff8700},
    {"v_or_b32_sdwa v0, v1, v2 dst_sel:BYTE_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_1 "
     "src1_sel:BYTE_0",
     0xf1020304, 0x80860708, 0xdeadbeef, 0x00000b00},
    {"v_mov_b32_sdwa v0, v1 dst_sel:BYTE_3 dst_unused:UNUSED_PAD src0_sel:BYTE_0", 0xf1020304, 0, 0,
     0x04000000},
    {"v_mul_lo_u16_sdwa v0, v1, v2 dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 "
     "src1_sel:BYTE_0",
     0x01020304, 0x80860703, 0xdeadbeef, 0x0306beef},
    {"v_cndmask_b32_sdwa v0, v1, v2, vcc dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1 "
     "src1_sel:BYTE_3",
     0x01020304, 0x80860703, 0, 0x80},
    {"v_add_co_u32_sdwa v0, vcc, v1, v2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1 "
     "src1_sel:BYTE_3",
     0x01020304, 0x80860703, 0, 0x182},
};

Test(general, sdwa_selects_parts_of_sources_and_of_the_result)
{
    for (size_t n = 0; n < sizeof sdwa_cases / sizeof sdwa_cases[0]; n++) {
        const struct sdwa_case *c = &sdwa_cases[n];
        struct one *one = one_create();
        emu_set_sgpr64(&one->wave, EMU_EXEC, UINT64_C(1) << 50);
        emu_set_sgpr64(&one->wave, EMU_VCC, UINT64_C(1) << 50);
        one->wave.vgpr[0][50] = c->old;
        one->wave.vgpr[1][50] = c->a;
        one->wave.vgpr[2][50] = c->b;
        one_execute(one, c->text);
        cr_expect_eq(one->wave.vgpr[0][50], c->d, "%s: expected %08x, found %08x", c->text, c->d,
                     one->wave.vgpr[0][50]);
        cr_expect_eq(one->wave.vgpr[0][49], 0, "%s wrote a lane that is off", c->text);
        free(one);
    }
}

Test(general, sdwa_compares_parts_into_an_sgpr_pair)
{
    struct one *one = one_create();
    FOR_LANES(l)
    {
        one->wave.vgpr[1][l] = 0x11220033u | (uint32_t)l << 8;
        one->wave.vgpr[2][l] = 0x00290000u;
    }
    one_execute(one, "v_cmp_lt_u32_sdwa s[6:7], v1, v2 src0_sel:BYTE_1 src1_sel:WORD_1");
    cr_expect_eq(emu_sgpr64(&one->wave, 6), (UINT64_C(1) << 41) - 1);
    free(one);
}

/* VGPR indexing. */

static struct one *indexing(uint8_t mode, uint32_t index)
{
    struct one *one = one_create();
    one->wave.gpr_idx_mode = mode;
    one->wave.sgpr[EMU_M0] = index | (uint32_t)mode << 12;
    for (uint32_t reg = 0; reg < 32; reg++)
        FOR_LANES(l) one->wave.vgpr[reg][l] = 100 * reg + (uint32_t)l;
    return one;
}

Test(general, an_index_moves_the_enabled_operands_only)
{
    struct one *one = indexing(1, 5); /* SRC0 */
    one_execute(one, "v_mov_b32_e32 v20, v3");
    one_execute(one, "v_sub_u32_e32 v21, v3, v2");
    FOR_LANES(l) cr_expect_eq(one->wave.vgpr[20][l], 800u + (uint32_t)l);
    FOR_LANES(l) cr_expect_eq(one->wave.vgpr[21][l], 600u);
    free(one);

    one = indexing(8, 5); /* DST */
    one_execute(one, "v_mov_b32_e32 v20, v3");
    FOR_LANES(l) cr_expect_eq(one->wave.vgpr[25][l], 300u + (uint32_t)l);
    FOR_LANES(l) cr_expect_eq(one->wave.vgpr[20][l], 2000u + (uint32_t)l);
    free(one);

    one = indexing(2, 5); /* SRC1, behind a carry-out */
    one_execute(one, "v_sub_co_u32_e32 v20, vcc, v3, v2");
    FOR_LANES(l) cr_expect_eq(one->wave.vgpr[20][l], (uint32_t)-400);
    free(one);
}

Test(general, an_index_beyond_the_waves_registers_is_a_fault)
{
    struct one *one = indexing(1, 29);
    one->wave.n_vgprs = 32;
    one_execute(one, "v_mov_b32_e32 v20, v2");
    cr_expect_eq(one->wave.state, EMU_RUNNING);
    one_execute(one, "v_mov_b32_e32 v20, v3");
    cr_expect_eq(one->wave.state, EMU_FAULTED);
    cr_expect(strstr(one->fault.text, "v32"), "%s", one->fault.text);
    free(one);
}

/* Moves between lanes and scalar registers. */
#include "one.h"

static struct one *numbered(void)
{
    struct one *one = one_create();
    FOR_LANES(l)
    {
        one->wave.vgpr[1][l] = 1000u + (uint32_t)l;
        one->wave.vgpr[2][l] = 2000u + 3u * (uint32_t)l;
    }
    return one;
}

Test(vlane, readlane_reads_any_lane_modulo_64)
{
    struct one *one = numbered();
    emu_set_sgpr64(&one->wave, EMU_EXEC, 1);
    one->wave.sgpr[7] = 64 + 41;
    one_execute(one, "v_readlane_b32 s3, v1, s7");
    cr_expect_eq(one->wave.sgpr[3], 1041);
    one_execute(one, "v_readlane_b32 vcc_hi, v2, 63");
    cr_expect_eq(one->wave.sgpr[EMU_VCC + 1], 2189);
    free(one);
}

Test(vlane, readfirstlane_reads_the_lowest_active_lane)
{
    static const struct {
        uint64_t exec;
        uint32_t expected;
    } cases[] = {{UINT64_MAX, 1000}, {0x8000000000000000, 1063}, {0xff00f00, 1008}, {0, 1000}};
    for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
        struct one *one = numbered();
        emu_set_sgpr64(&one->wave, EMU_EXEC, cases[n].exec);
        one_execute(one, "v_readfirstlane_b32 s3, v1");
        cr_expect_eq(one->wave.sgpr[3], cases[n].expected, "case %zu: found %u", n,
                     one->wave.sgpr[3]);
        free(one);
    }
}

Test(vlane, writelane_writes_one_lane_in_exec_or_not)
{
    struct one *one = numbered();
    emu_set_sgpr64(&one->wave, EMU_EXEC, 0xff);
    one->wave.sgpr[4] = 77;
    one_execute(one, "v_writelane_b32 v1, s4, 33");
    one_execute(one, "v_writelane_b32 v1, -3, 5");
    FOR_LANES(l)
    {
        uint32_t expected = l == 33 ? 77 : l == 5 ? 0xfffffffd : 1000u + (uint32_t)l;
        cr_expect_eq(one->wave.vgpr[1][l], expected, "lane %d: found %u", l, one->wave.vgpr[1][l]);
    }
    free(one);
}

Test(vlane, swap_exchanges_active_lanes)
{
    struct one *one = numbered();
    emu_set_sgpr64(&one->wave, EMU_EXEC, 0x5555555500000003);
    one_execute(one, "v_swap_b32 v1, v2");
    FOR_LANES(l)
    {
        bool on = 0x5555555500000003 >> l & 1;
        uint32_t one_value = 1000u + (uint32_t)l, two = 2000u + 3u * (uint32_t)l;
        cr_expect_eq(one->wave.vgpr[1][l], on ? two : one_value, "v1, lane %d", l);
        cr_expect_eq(one->wave.vgpr[2][l], on ? one_value : two, "v2, lane %d", l);
    }
    free(one);
}

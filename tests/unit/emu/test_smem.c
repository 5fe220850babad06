/* Scalar loads. */
#include "one_memory.h"

Test(smem, loads_dwords_from_base_and_immediate)
{
    struct memory m = memory_create();
    emu_set_sgpr64(m.wave, 8, (uintptr_t)m.block + 64);
    run(&m, "s_load_dword s0, s[8:9], 0x0");
    cr_expect_eq(m.wave->sgpr[0], tag32(64));
    run(&m, "s_load_dword s0, s[8:9], -0x14");
    cr_expect_eq(m.wave->sgpr[0], tag32(44));
    run(&m, "s_load_dwordx2 vcc, s[8:9], 0x8");
    cr_expect_eq(emu_sgpr64(m.wave, EMU_VCC), tag32(72) | (uint64_t)tag32(76) << 32);
    run(&m, "s_load_dwordx16 s[16:31], s[8:9], 0x10");
    for (unsigned n = 0; n < 16; n++)
        cr_expect_eq(m.wave->sgpr[16 + n], tag32(80 + 4 * n), "dword %u", n);
    cr_expect_eq(m.wave->sgpr[32], 0);
    memory_destroy(&m);
}

Test(smem, adds_an_sgpr_and_ignores_the_low_two_bits)
{
    struct memory m = memory_create();
    m.wave->sgpr[5] = 0x43;
    run(&m, "s_load_dwordx4 s[0:3], s[8:9], s5");
    for (unsigned n = 0; n < 4; n++)
        cr_expect_eq(m.wave->sgpr[n], tag32(0x40 + 4 * n), "dword %u", n);
    run(&m, "s_load_dword s0, s[8:9], s5 offset:0x10");
    cr_expect_eq(m.wave->sgpr[0], tag32(0x50));
    m.wave->sgpr[8] |= 2;
    run(&m, "s_load_dword s0, s[8:9], 0x4");
    cr_expect_eq(m.wave->sgpr[0], tag32(4));
    run(&m, "s_load_dword s0, s[8:9], s5");
    cr_expect_eq(m.wave->sgpr[0], tag32(0x40));
    memory_destroy(&m);
}

Test(smem, may_overwrite_its_own_base)
{
    struct memory m = memory_create();
    run(&m, "s_load_dwordx4 s[8:11], s[8:9], 0x20");
    for (unsigned n = 0; n < 4; n++)
        cr_expect_eq(m.wave->sgpr[8 + n], tag32(32 + 4 * n), "dword %u", n);
    memory_destroy(&m);
}

Test(smem, outside_allocations_is_a_fault)
{
    struct memory m = memory_create();
    run(&m, "s_load_dwordx2 s[0:1], s[8:9], 0xff8");
    m.wave->sgpr[0] = 99;
    run_into_fault(&m, "s_load_dwordx2 s[0:1], s[8:9], 0xffc", "scalar load of 8 bytes at 0x");
    cr_expect_eq(m.wave->sgpr[0], 99);
    run_into_fault(&m, "s_load_dword s0, s[8:9], -0x4", "4 bytes before its start");
    memory_destroy(&m);
}

Test(smem, time_goes_on)
{
    struct memory m = memory_create();
    m.wave->instructions = 1000;
    run(&m, "s_memtime s[0:1]");
    m.wave->instructions = 2000;
    run(&m, "s_memtime s[2:3]");
    cr_expect_gt(emu_sgpr64(m.wave, 2), emu_sgpr64(m.wave, 0));
    memory_destroy(&m);
}

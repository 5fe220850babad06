/* Flat, global and scratch loads and stores. */
#include "one_memory.h"

/* Lane l's place in the block: scattered, and misaligned in odd lanes. */
static unsigned place(int l) { return (unsigned)((l * 29 % 64) * 32 + (l & 1)); }

static const uint64_t some_lanes = UINT64_C(0xf0f1000080000a5c);

/* v[2:3] the address, v4 the offset to s[8:9]. */
static void set_places(struct memory *m)
{
    FOR_LANES(l)
    {
        set_vgpr64(m, 2, l, (uintptr_t)m->block + place(l));
        m->wave->vgpr[4][l] = place(l);
    }
}

/* A load's result register `reg` must hold expected(place + offset) where the lane is on, else
 * `old`. */
static void expect_loaded(const struct memory *m, const char *text, unsigned reg, uint32_t old,
                          unsigned offset, uint32_t (*expected)(unsigned at))
{
    uint64_t exec = emu_exec(m->wave);
    FOR_LANES(l)
    {
        uint32_t want = exec >> l & 1 ? expected(place(l) + offset) : old;
        cr_expect_eq(m->wave->vgpr[reg][l], want, "%s: v%u lane %d is 0x%x, not 0x%x", text, reg, l,
                     m->wave->vgpr[reg][l], want);
    }
}

static uint32_t u8(unsigned at) { return tag(at); }
static uint32_t i8(unsigned at) { return (uint32_t)(int32_t)(int8_t)tag(at); }
static uint32_t u16(unsigned at) { return tag32(at) & 0xffff; }
static uint32_t i16(unsigned at) { return (uint32_t)(int32_t)(int16_t)tag32(at); }
/* Over an old value of 0xaabbccdd. */
static uint32_t u8_low(unsigned at) { return 0xaabb0000 | tag(at); }
static uint32_t u8_high(unsigned at) { return 0x0000ccdd | (uint32_t)tag(at) << 16; }
static uint32_t i8_low(unsigned at) { return 0xaabb0000 | (i8(at) & 0xffff); }
static uint32_t i8_high(unsigned at) { return 0x0000ccdd | i8(at) << 16; }
static uint32_t i16_low(unsigned at) { return 0xaabb0000 | u16(at); }
static uint32_t i16_high(unsigned at) { return 0x0000ccdd | u16(at) << 16; }

static const struct {
    const char *name;
    uint32_t (*expected)(unsigned at);
} part_loads[] = {
    {"ubyte", u8},
    {"sbyte", i8},
    {"ushort", u16},
    {"sshort", i16},
    {"dword", tag32},
    {"ubyte_d16", u8_low},
    {"ubyte_d16_hi", u8_high},
    {"sbyte_d16", i8_low},
    {"sbyte_d16_hi", i8_high},
    {"short_d16", i16_low},
    {"short_d16_hi", i16_high},
};

static void fill(struct memory *m, unsigned reg, uint32_t value)
{
    FOR_LANES(l) m->wave->vgpr[reg][l] = value;
}

Test(flat, loads_of_each_size_in_each_address_form)
{
    struct memory m = memory_create();
    set_places(&m);
    static const struct {
        const char *text;
        unsigned offset;
    } forms[] = {
        {"flat_load_%s v1, v[2:3]", 0},
        {"flat_load_%s v1, v[2:3] offset:7", 7},
        {"global_load_%s v1, v[2:3], off offset:12 sc0 nt sc1", 12},
        {"global_load_%s v1, v4, s[8:9]", 0},
        {"global_load_%s v1, v4, s[8:9] offset:33", 33},
    };
    for (int partial = 0; partial < 2; partial++) {
        emu_set_sgpr64(m.wave, EMU_EXEC, partial ? some_lanes : UINT64_MAX);
        for (size_t f = 0; f < sizeof forms / sizeof forms[0]; f++)
            for (size_t n = 0; n < sizeof part_loads / sizeof part_loads[0]; n++) {
                char text[80];
                snprintf(text, sizeof text, forms[f].text, part_loads[n].name);
                fill(&m, 1, 0xaabbccdd);
                run(&m, text);
                expect_loaded(&m, text, 1, 0xaabbccdd, forms[f].offset, part_loads[n].expected);
            }
    }
    memory_destroy(&m);
}

Test(flat, loads_of_several_dwords_may_overwrite_their_address)
{
    struct memory m = memory_create();
    static const char *const texts[] = {"global_load_dwordx2 v[2:3], v[2:3], off offset:-0",
                                        "global_load_dwordx3 v[2:4], v[2:3], off",
                                        "flat_load_dwordx4 v[2:5], v[2:3]"};
    for (unsigned n = 0; n < 3; n++) {
        set_places(&m);
        run(&m, texts[n]);
        FOR_LANES(l)
        for (unsigned d = 0; d < n + 2; d++)
            cr_expect_eq(m.wave->vgpr[2 + d][l], tag32(place(l) + 4 * d), "%s: dword %u lane %d",
                         texts[n], d, l);
    }
    memory_destroy(&m);
}

Test(flat, a_block_of_memory_loads_and_stores_like_scattered_lanes)
{
    struct memory m = memory_create();
    static const char *const sizes[] = {"dword", "dwordx2", "dwordx3", "dwordx4"};
    static const char *const tuples[] = {"v20", "v[20:21]", "v[20:22]", "v[20:23]"};
    for (unsigned n = 1; n <= 4; n++) {
        FOR_LANES(l) m.wave->vgpr[4][l] = 4 * n * (unsigned)l;
        char text[80];
        snprintf(text, sizeof text, "global_load_%s %s, v4, s[8:9] offset:16", sizes[n - 1],
                 tuples[n - 1]);
        run(&m, text);
        snprintf(text, sizeof text, "global_store_%s v4, %s, s[8:9]", sizes[n - 1], tuples[n - 1]);
        run(&m, text);
        for (unsigned at = 0; at < BLOCK_BYTES; at++) {
            uint8_t want = at < 256 * n ? tag(at + 16) : tag(at);
            cr_assert_eq(m.block[at], want, "%s: byte %u", text, at);
            m.block[at] = tag(at);
        }
    }
    memory_destroy(&m);
}

Test(flat, stores_write_their_bytes_and_no_others)
{
    static const struct {
        const char *text;
        unsigned bytes, offset, shift;
    } stores[] = {
        {"global_store_byte v[2:3], v20, off", 1, 0, 0},
        {"global_store_byte_d16_hi v4, v20, s[8:9] offset:3", 1, 3, 16},
        {"flat_store_short v[2:3], v20 offset:2", 2, 2, 0},
        {"global_store_short_d16_hi v[2:3], v20, off", 2, 0, 16},
        {"flat_store_dword v[2:3], v20", 4, 0, 0},
        {"global_store_dwordx2 v4, v[20:21], s[8:9]", 8, 0, 0},
        {"global_store_dwordx3 v[2:3], v[20:22], off offset:5", 12, 5, 0},
        {"flat_store_dwordx4 v[2:3], v[20:23]", 16, 0, 0},
    };
    struct memory m = memory_create();
    set_places(&m);
    for (unsigned d = 0; d < 4; d++)
        FOR_LANES(l) m.wave->vgpr[20 + d][l] = (0x01020408u << d) * (unsigned)(l + 3);
    for (int partial = 0; partial < 2; partial++) {
        uint64_t exec = partial ? some_lanes : UINT64_MAX;
        emu_set_sgpr64(m.wave, EMU_EXEC, exec);
        for (size_t n = 0; n < sizeof stores / sizeof stores[0]; n++) {
            uint8_t want[BLOCK_BYTES];
            for (unsigned at = 0; at < BLOCK_BYTES; at++)
                want[at] = m.block[at] = tag(at);
            FOR_LANES(l)
            for (unsigned b = 0; exec >> l & 1 && b < stores[n].bytes; b++)
                want[place(l) + stores[n].offset + b] =
                    (uint8_t)(m.wave->vgpr[20 + b / 4][l] >> (stores[n].shift + b % 4 * 8));
            run(&m, stores[n].text);
            for (unsigned at = 0; at < BLOCK_BYTES; at++)
                cr_assert_eq(m.block[at], want[at], "%s: byte %u", stores[n].text, at);
        }
    }
    memory_destroy(&m);
}

Test(flat, no_lane_on_touches_nothing)
{
    struct memory m = memory_create();
    emu_set_sgpr64(m.wave, EMU_EXEC, 0);
    run(&m, "global_load_dword v1, v[2:3], off");
    run(&m, "flat_store_dwordx4 v[2:3], v[4:7]");
    run(&m, "scratch_load_dword v1, v2, off offset:4095");
    memory_destroy(&m);
}

Test(flat, faults_name_lane_address_and_size)
{
    struct memory m = memory_create();
    set_places(&m);
    set_vgpr64(&m, 2, 41, (uintptr_t)m.block + BLOCK_BYTES - 8);
    run(&m, "global_load_dwordx2 v[6:7], v[2:3], off");
    char what[80];
    snprintf(what, sizeof what, "lane 41: load of 16 bytes at 0x%llx: inside allocation",
             (unsigned long long)(uintptr_t)m.block + BLOCK_BYTES - 8);
    run_into_fault(&m, "global_load_dwordx4 v[6:9], v[2:3], off", what);
    set_vgpr64(&m, 2, 41, (uintptr_t)m.block + BLOCK_BYTES + 24);
    run_into_fault(&m, "flat_store_short v[2:3], v6", "lane 41: store of 2 bytes");
    run_into_fault(&m, "flat_store_short v[2:3], v6", "24 bytes past its end");
    emu_set_sgpr64(m.wave, EMU_EXEC, ~(UINT64_C(1) << 41));
    run(&m, "flat_store_short v[2:3], v6");
    memory_destroy(&m);
}

Test(flat, a_fault_stores_nothing)
{
    struct memory m = memory_create();
    set_places(&m);
    set_vgpr64(&m, 2, 63, 16);
    run_into_fault(&m, "global_store_dword v[2:3], v6, off", "lane 63: store of 4 bytes at 0x10");
    for (unsigned at = 0; at < BLOCK_BYTES; at++)
        cr_assert_eq(m.block[at], tag(at), "byte %u", at);
    memory_destroy(&m);
}

Test(flat, lanes_may_lie_in_several_allocations)
{
    struct memory m = memory_create();
    uint8_t *other = emu_memory_allocate(64, EMU_MEMORY_HOST);
    for (unsigned at = 0; at < 64; at++)
        other[at] = (uint8_t)(200 - at);
    set_places(&m);
    for (int l = 1; l < EMU_LANES; l += 3)
        set_vgpr64(&m, 2, l, (uintptr_t)other + (unsigned)l);
    run(&m, "global_load_ubyte v1, v[2:3], off");
    FOR_LANES(l) cr_expect_eq(m.wave->vgpr[1][l], l % 3 == 1 ? 200u - (unsigned)l : tag(place(l)));
    emu_memory_free(other, EMU_MEMORY_HOST);
    memory_destroy(&m);
}

Test(flat, apertures_are_lds_and_the_lanes_own_scratch)
{
    struct memory m = memory_create();
    set_places(&m);
    for (unsigned at = 0; at < LDS_BYTES; at++)
        m.lds[at] = (uint8_t)(at * 7 + 1);
    for (unsigned at = 0; at < EMU_LANES * SCRATCH_BYTES; at++)
        m.scratch[at] = (uint8_t)(at * 13 + at / 256 * 3);
    FOR_LANES(l)
    {
        if (l % 3 == 1)
            set_vgpr64(&m, 2, l, ((uint64_t)EMU_SHARED_BASE_HI << 32) + 31u * (unsigned)l);
        else if (l % 3 == 2)
            set_vgpr64(&m, 2, l, ((uint64_t)EMU_PRIVATE_BASE_HI << 32) + 3u * (unsigned)l);
    }
    run(&m, "flat_load_dword v1, v[2:3] offset:4");
    FOR_LANES(l)
    {
        const uint8_t *at = l % 3 == 0   ? m.block + place(l)
                            : l % 3 == 1 ? m.lds + 31 * l
                                         : m.scratch + SCRATCH_BYTES * l + 3 * l;
        cr_expect_eq(m.wave->vgpr[1][l], u32_at(at + 4), "lane %d", l);
    }
    run(&m, "flat_store_dword v[2:3], v2");
    FOR_LANES(l)
    if (l % 3 == 2)
        cr_expect_eq(u32_at(m.scratch + SCRATCH_BYTES * l + 3 * l), m.wave->vgpr[2][l]);
    uint64_t exec = emu_exec(m.wave), scratch_lanes = UINT64_C(0x4924924924924924);
    emu_set_sgpr64(m.wave, EMU_EXEC, scratch_lanes); /* those of l % 3 = 2: no lane is LDS */
    run(&m, "flat_load_dword v1, v[2:3] offset:8");
    FOR_LANES(l)
    if (scratch_lanes >> l & 1)
        cr_expect_eq(m.wave->vgpr[1][l], u32_at(m.scratch + SCRATCH_BYTES * l + 3 * l + 8));
    emu_set_sgpr64(m.wave, EMU_EXEC, exec);
    set_vgpr64(&m, 2, 7, ((uint64_t)EMU_SHARED_BASE_HI << 32) + LDS_BYTES - 3);
    run_into_fault(&m, "flat_load_dword v1, v[2:3]", "lane 7: LDS load of 4 bytes at byte 0x7fd");
    set_vgpr64(&m, 2, 7, ((uint64_t)EMU_PRIVATE_BASE_HI << 32) + SCRATCH_BYTES);
    run_into_fault(&m, "flat_store_byte v[2:3], v1", "lane 7: scratch store of 1 bytes");
    memory_destroy(&m);
}

Test(flat, scratch_adds_vgpr_sgpr_and_offset)
{
    static const struct {
        const char *text;
        unsigned base, stride;
    } loads[] = {
        {"scratch_load_dword v1, off, off offset:12", 12, 0},
        {"scratch_load_dword v1, off, s5", 40, 0},
        {"scratch_load_dword v1, off, s5 offset:-8", 32, 0},
        {"scratch_load_dword v1, v4, off offset:4", 4, 3},
        {"scratch_load_dword v1, v4, s5 offset:8", 48, 3},
    };
    struct memory m = memory_create();
    m.wave->sgpr[5] = 40;
    FOR_LANES(l) m.wave->vgpr[4][l] = 3u * (unsigned)l;
    for (unsigned at = 0; at < EMU_LANES * SCRATCH_BYTES; at++)
        m.scratch[at] = (uint8_t)(at * 13 + at / 256 * 3);
    for (size_t n = 0; n < sizeof loads / sizeof loads[0]; n++) {
        run(&m, loads[n].text);
        FOR_LANES(l)
        {
            unsigned at = (unsigned)l * (SCRATCH_BYTES + loads[n].stride) + loads[n].base;
            cr_expect_eq(m.wave->vgpr[1][l], u32_at(m.scratch + at), "%s: lane %d", loads[n].text,
                         l);
        }
    }
    run(&m, "scratch_store_dwordx4 v4, v[4:7], s5");
    FOR_LANES(l) cr_expect_eq(u32_at(m.scratch + SCRATCH_BYTES * l + 3 * l + 40), 3u * (unsigned)l);
    run_into_fault(&m, "scratch_load_dwordx2 v[6:7], off, off offset:252",
                   "lane 0: scratch load of 8 bytes at byte 0xfc: a lane has 256 bytes");
    run_into_fault(&m, "scratch_load_dword v6, v4, off offset:64", "lane 63: scratch load of 4");
    memory_destroy(&m);
}

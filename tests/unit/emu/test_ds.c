/* LDS loads and stores, and what moves values between lanes. */
#include "one_memory.h"

static const uint64_t some_lanes = UINT64_C(0xf0f1000080000a5c);

/* Lane l's byte in LDS: scattered, misaligned in odd lanes. */
static unsigned place(int l) { return (unsigned)((l * 29 % 64) * 24 + (l & 1)); }

static struct memory ds_create(void)
{
    struct memory m = memory_create();
    for (unsigned at = 0; at < LDS_BYTES; at++)
        m.lds[at] = tag(at);
    FOR_LANES(l) m.wave->vgpr[2][l] = place(l);
    return m;
}

static void expect_dwords(const struct memory *m, const char *text, unsigned reg, unsigned offset,
                          unsigned n)
{
    for (unsigned d = 0; d < n; d++)
        FOR_LANES(l)
    cr_expect_eq(m->wave->vgpr[reg + d][l], tag32(place(l) + offset + 4 * d),
                 "%s: dword %u of lane %d", text, d, l);
}

Test(ds, reads_dwords)
{
    static const struct {
        const char *text;
        unsigned offset, n;
    } reads[] = {
        {"ds_read_b32 v6, v2 offset:5", 5, 1},
        {"ds_read_b64 v[6:7], v2", 0, 2},
        {"ds_read_b96 v[6:8], v2 offset:256", 256, 3},
        {"ds_read_b128 v[6:9], v2 offset:3", 3, 4},
    };
    struct memory m = ds_create();
    for (size_t n = 0; n < sizeof reads / sizeof reads[0]; n++) {
        run(&m, reads[n].text);
        expect_dwords(&m, reads[n].text, 6, reads[n].offset, reads[n].n);
    }
    memory_destroy(&m);
}

Test(ds, reads_two_places_even_over_its_address)
{
    static const struct {
        const char *text;
        unsigned first, second, n;
    } reads[] = {
        {"ds_read2_b32 v[2:3], v2 offset0:1 offset1:9", 4, 36, 1},
        {"ds_read2_b64 v[2:5], v2 offset1:3", 0, 24, 2},
        {"ds_read2st64_b32 v[2:3], v2 offset0:1", 256, 0, 1},
        {"ds_read2st64_b64 v[2:5], v2 offset1:1", 0, 512, 2},
    };
    for (size_t n = 0; n < sizeof reads / sizeof reads[0]; n++) {
        struct memory m = ds_create();
        FOR_LANES(l) m.wave->vgpr[2][l] = place(l) / 2;
        run(&m, reads[n].text);
        for (unsigned d = 0; d < 2 * reads[n].n; d++)
            FOR_LANES(l)
            {
                unsigned offset = d < reads[n].n ? reads[n].first : reads[n].second;
                cr_expect_eq(m.wave->vgpr[2 + d][l],
                             tag32(place(l) / 2 + offset + 4 * (d % reads[n].n)),
                             "%s: dword %u lane %d", reads[n].text, d, l);
            }
        memory_destroy(&m);
    }
}

Test(ds, reads_bytes_and_halves)
{
    struct memory m = ds_create();
    static const struct {
        const char *text;
        unsigned bytes, lo;
        bool sign, keep;
    } reads[] = {
        {"ds_read_u8 v6, v2", 1, 0, false, false},
        {"ds_read_i8 v6, v2", 1, 0, true, false},
        {"ds_read_u16 v6, v2", 2, 0, false, false},
        {"ds_read_i16 v6, v2", 2, 0, true, false},
        {"ds_read_u8_d16 v6, v2", 1, 0, false, true},
        {"ds_read_u8_d16_hi v6, v2", 1, 16, false, true},
        {"ds_read_i8_d16 v6, v2", 1, 0, true, true},
        {"ds_read_i8_d16_hi v6, v2", 1, 16, true, true},
        {"ds_read_u16_d16 v6, v2", 2, 0, false, true},
        {"ds_read_u16_d16_hi v6, v2", 2, 16, false, true},
    };
    for (size_t n = 0; n < sizeof reads / sizeof reads[0]; n++) {
        FOR_LANES(l) m.wave->vgpr[6][l] = 0xaabbccdd;
        run(&m, reads[n].text);
        FOR_LANES(l)
        {
            uint32_t raw = tag32(place(l));
            uint32_t value = reads[n].bytes == 1
                                 ? reads[n].sign ? (uint32_t)(int8_t)raw : raw & 0xff
                             : reads[n].sign ? (uint32_t)(int16_t)raw
                                             : raw & 0xffff;
            if (reads[n].keep)
                value = reads[n].lo ? value << 16 | 0xccdd : (value & 0xffff) | 0xaabb0000;
            cr_expect_eq(m.wave->vgpr[6][l], value, "%s: lane %d", reads[n].text, l);
        }
    }
    memory_destroy(&m);
}

Test(ds, writes_its_bytes_and_no_others)
{
    static const struct {
        const char *text;
        unsigned bytes, offset, shift, second; /* second: distance of the second place, or 0 */
    } writes[] = {
        {"ds_write_b8 v2, v20", 1, 0, 0, 0},
        {"ds_write_b8_d16_hi v2, v20 offset:3", 1, 3, 16, 0},
        {"ds_write_b16 v2, v20", 2, 0, 0, 0},
        {"ds_write_b16_d16_hi v2, v20", 2, 0, 16, 0},
        {"ds_write_b32 v2, v20 offset:6", 4, 6, 0, 0},
        {"ds_write_b64 v2, v[20:21]", 8, 0, 0, 0},
        {"ds_write_b96 v2, v[20:22]", 12, 0, 0, 0},
        {"ds_write_b128 v2, v[20:23] offset:1", 16, 1, 0, 0},
        {"ds_write2_b32 v2, v20, v21 offset0:1 offset1:3", 4, 4, 0, 8},
        {"ds_write2_b64 v2, v[20:21], v[22:23] offset1:1", 8, 0, 0, 8},
        {"ds_write2st64_b32 v2, v20, v21 offset1:1", 4, 0, 0, 256},
    };
    struct memory m = ds_create();
    for (unsigned d = 0; d < 4; d++)
        FOR_LANES(l) m.wave->vgpr[20 + d][l] = (0x01020408u << d) * (unsigned)(l + 3);
    for (size_t n = 0; n < 2 * sizeof writes / sizeof writes[0]; n++) {
        uint64_t exec = n & 1 ? some_lanes : UINT64_MAX;
        emu_set_sgpr64(m.wave, EMU_EXEC, exec);
        uint8_t want[LDS_BYTES];
        for (unsigned at = 0; at < LDS_BYTES; at++)
            want[at] = m.lds[at] = tag(at);
        for (unsigned half = 0; half < (writes[n / 2].second ? 2 : 1); half++)
            FOR_LANES(l) for (unsigned b = 0; exec >> l & 1 && b < writes[n / 2].bytes; b++)
            {
                unsigned reg = 20 + (half * writes[n / 2].bytes + b) / 4;
                want[place(l) + writes[n / 2].offset + half * writes[n / 2].second + b] =
                    (uint8_t)(m.wave->vgpr[reg][l] >> (writes[n / 2].shift + b % 4 * 8));
            }
        run(&m, writes[n / 2].text);
        for (unsigned at = 0; at < LDS_BYTES; at++)
            cr_assert_eq(m.lds[at], want[at], "%s: byte %u", writes[n / 2].text, at);
    }
    memory_destroy(&m);
}

Test(ds, bytes_of_the_lanes_that_are_on_are_counted)
{
    struct memory m = ds_create();
    emu_set_sgpr64(m.wave, EMU_EXEC, 0x8421); /* four lanes */
    run(&m, "ds_read_b96 v[6:8], v2");
    run(&m, "ds_write2_b32 v2, v6, v7 offset1:1");
    cr_expect_eq(m.wave->lds_bytes, 4 * 12 + 4 * (4 + 4));
    memory_destroy(&m);
}

Test(ds, beyond_the_workgroups_lds_is_a_fault)
{
    struct memory m = ds_create();
    m.wave->vgpr[2][50] = LDS_BYTES - 8;
    run(&m, "ds_read_b64 v[6:7], v2");
    run_into_fault(&m, "ds_read_b128 v[6:9], v2",
                   "lane 50: LDS load of 16 bytes at byte 0x7f8: the workgroup has 2048 bytes");
    m.wave->vgpr[2][50] = (uint32_t)-4;
    run_into_fault(&m, "ds_write_b32 v2, v6", "lane 50: LDS store of 4 bytes at byte 0xfffffffc");
    run(&m, "ds_write_b32 v2, v6 offset:4"); /* the sum wraps */
    memory_destroy(&m);
}

Test(ds, exchanges_two_places)
{
    struct memory m = ds_create();
    FOR_LANES(l)
    {
        m.wave->vgpr[2][l] = (unsigned)(63 - l) * 16;
        m.wave->vgpr[6][l] = 1000u + (unsigned)l;
        m.wave->vgpr[7][l] = 2000u + (unsigned)l;
    }
    run(&m, "ds_wrxchg2_rtn_b32 v[6:7], v2, v6, v7 offset0:1 offset1:2");
    FOR_LANES(l)
    {
        unsigned at = (unsigned)(63 - l) * 16;
        cr_expect_eq(m.wave->vgpr[6][l], tag32(at + 4));
        cr_expect_eq(m.wave->vgpr[7][l], tag32(at + 8));
        cr_expect_eq(u32_at(m.lds + at + 4), 1000u + (unsigned)l);
        cr_expect_eq(u32_at(m.lds + at + 8), 2000u + (unsigned)l);
    }
    memory_destroy(&m);
}

Test(ds, bpermute_pulls_and_permute_pushes)
{
    struct memory m = memory_create();
    FOR_LANES(l)
    {
        m.wave->vgpr[1][l] = 4u * (unsigned)(l * 7 % 64) + (l & 3) + 256u * (unsigned)l;
        m.wave->vgpr[2][l] = 1000u + (unsigned)(l * l);
    }
    run(&m, "ds_bpermute_b32 v3, v1, v2 offset:4");
    FOR_LANES(l)
    {
        int from = (l * 7 + 1) % 64;
        cr_expect_eq(m.wave->vgpr[3][l], 1000u + (unsigned)(from * from), "lane %d", l);
    }
    run(&m, "ds_permute_b32 v3, v1, v2");
    FOR_LANES(l)
    cr_expect_eq(m.wave->vgpr[3][l * 7 % 64], 1000u + (unsigned)(l * l), "from lane %d", l);
    memory_destroy(&m);
}

Test(ds, a_lane_that_is_off_is_read_as_zero)
{
    struct memory m = memory_create();
    FOR_LANES(l)
    {
        m.wave->vgpr[1][l] = 4u * (unsigned)((l + 1) % 64);
        m.wave->vgpr[2][l] = 1000u + (unsigned)l;
        m.wave->vgpr[3][l] = m.wave->vgpr[4][l] = m.wave->vgpr[5][l] = 7;
    }
    emu_set_sgpr64(m.wave, EMU_EXEC, some_lanes);
    run(&m, "ds_bpermute_b32 v3, v1, v2");
    run(&m, "ds_permute_b32 v4, v1, v2");
    run(&m, "ds_swizzle_b32 v5, v2 offset:swizzle(SWAP,1)");
    FOR_LANES(l)
    {
        int above = (l + 1) % 64, below = (l + 63) % 64, pair = l ^ 1;
        bool on = some_lanes >> l & 1;
        cr_expect_eq(m.wave->vgpr[3][l],
                     !on                       ? 7
                     : some_lanes >> above & 1 ? 1000u + (unsigned)above
                                               : 0,
                     "%d", l);
        cr_expect_eq(m.wave->vgpr[4][l],
                     !on                       ? 7
                     : some_lanes >> below & 1 ? 1000u + (unsigned)below
                                               : 0,
                     "%d", l);
        cr_expect_eq(m.wave->vgpr[5][l],
                     !on                      ? 7
                     : some_lanes >> pair & 1 ? 1000u + (unsigned)pair
                                              : 0,
                     "%d", l);
    }
    memory_destroy(&m);
}

static int quad_3120(int l) { return (l & ~3) | (int[]){3, 1, 2, 0}[l & 3]; }
static int bits_01pip(int l) { return (l & 32) | 8 | (l & 4) | (~l & 2) | (l & 1); }
static int eight_5(int l) { return (l & ~7) | 5; }
static int swap_16(int l) { return l ^ 16; }
static int reverse_8(int l) { return (l & ~7) | (7 - (l & 7)); }
static int first(int l) { return l & 32; }
static int raw(int l) { return (l & 32) | ((((l & 0x1c) | 2) ^ 9) & 31); }

Test(ds, swizzle_follows_its_pattern)
{
    static const struct {
        const char *text;
        int (*from)(int lane);
    } swizzles[] = {
        {"ds_swizzle_b32 v3, v2 offset:swizzle(QUAD_PERM,3,1,2,0)", quad_3120},
        {"ds_swizzle_b32 v3, v2 offset:swizzle(BITMASK_PERM,\"01pip\")", bits_01pip},
        {"ds_swizzle_b32 v3, v2 offset:swizzle(BROADCAST,8,5)", eight_5},
        {"ds_swizzle_b32 v3, v2 offset:swizzle(SWAP,16)", swap_16},
        {"ds_swizzle_b32 v3, v2 offset:swizzle(REVERSE,8)", reverse_8},
        {"ds_swizzle_b32 v3, v2", first},
        {"ds_swizzle_b32 v3, v2 offset:9308", raw}, /* 0x1c | 2 << 5 | 9 << 10 */
    };
    struct memory m = memory_create();
    FOR_LANES(l) m.wave->vgpr[2][l] = 1000u + (unsigned)l;
    for (size_t n = 0; n < sizeof swizzles / sizeof swizzles[0]; n++) {
        run(&m, swizzles[n].text);
        FOR_LANES(l)
        cr_expect_eq(m.wave->vgpr[3][l], 1000u + (unsigned)swizzles[n].from(l), "%s: lane %d",
                     swizzles[n].text, l);
    }
    memory_destroy(&m);
}

Test(ds, swizzle_patterns_that_are_not_modelled_are_refused)
{
    struct emu_insn insn;
    static const char *const texts[] = {
        "ds_swizzle_b32 v3, v2 offset:swizzle(FFT,31)",
        "ds_swizzle_b32 v3, v2 offset:swizzle(ROTATE,0,2)",
        "ds_swizzle_b32 v3, v2 offset:swizzle(QUAD_PERM,0,1,2)",
        "ds_swizzle_b32 v3, v2 offset:swizzle(BITMASK_PERM,\"01pix\")",
        "ds_swizzle_b32 v3, v2 offset:swizzle(BROADCAST,7,1)",
        "ds_add_u32 v3, v2 gds",
    };
    for (size_t n = 0; n < sizeof texts / sizeof texts[0]; n++) {
        memset(&insn, 0, sizeof insn);
        cr_expect_eq(emu_parse(texts[n], &insn, NULL), STATUS_UNSUPPORTED, "%s", texts[n]);
    }
}

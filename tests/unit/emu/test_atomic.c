/* Atomics of memory and LDS: one table of operations, applied to both. */
#include "one_memory.h"

static const struct {
    const char *flat, *ds, *ds_rtn; /* NULL: there is none */
    uint32_t old, data, after;
} cases_32[] = {
    {"add", "add_u32", "add_rtn_u32", 0xfffffff0, 0x25, 0x15},
    {"sub", "sub_u32", "sub_rtn_u32", 5, 7, 0xfffffffe},
    {NULL, "rsub_u32", "rsub_rtn_u32", 5, 7, 2},
    {"inc", "inc_u32", "inc_rtn_u32", 6, 7, 7},
    {"inc", "inc_u32", "inc_rtn_u32", 7, 7, 0},
    {"dec", "dec_u32", "dec_rtn_u32", 0, 7, 7},
    {"dec", "dec_u32", "dec_rtn_u32", 8, 7, 7},
    {"dec", "dec_u32", "dec_rtn_u32", 7, 7, 6},
    {"smin", "min_i32", "min_rtn_i32", 3, 0x80000000, 0x80000000},
    {"smax", "max_i32", "max_rtn_i32", 3, 0x80000000, 3},
    {"umin", "min_u32", "min_rtn_u32", 3, 0x80000000, 3},
    {"umax", "max_u32", "max_rtn_u32", 3, 0x80000000, 0x80000000},
    {"and", "and_b32", "and_rtn_b32", 0xff00ff00, 0xf0f0f0f0, 0xf000f000},
    {"or", "or_b32", "or_rtn_b32", 0xff00ff00, 0xf0f0f0f0, 0xfff0fff0},
    {"xor", "xor_b32", "xor_rtn_b32", 0xff00ff00, 0xf0f0f0f0, 0x0ff00ff0},
    {"swap", NULL, "wrxchg_rtn_b32", 1, 0x12345678, 0x12345678},
    {"add_f32", "add_f32", "add_rtn_f32", 0x3f800000, 0x40200000, 0x40600000}, /* 1 + 2.5 */
    {"add_f32", "add_f32", "add_rtn_f32", 1, 1, 2},                            /* denormals */
    {"add_f32", "add_f32", "add_rtn_f32", 0x4b800000, 0x3f800000, 0x4b800000}, /* 2^24 + 1: even */
    {NULL, "min_f32", "min_rtn_f32", 0x3f800000, 0xbf800000, 0xbf800000},
    {NULL, "min_f32", "min_rtn_f32", 0x7fc00000, 0x3f800000, 0x3f800000}, /* NaN loses */
    {NULL, "min_f32", "min_rtn_f32", 0x3f800000, 0x7fc00000, 0x3f800000},
    {NULL, "max_f32", "max_rtn_f32", 0x80000000, 0, 0}, /* -0 below +0 */
    {NULL, "max_f32", "max_rtn_f32", 0xbf800000, 0xc0000000, 0xbf800000},
    {"pk_add_f16", "pk_add_f16", "pk_add_rtn_f16", 0x3c007bff, 0x40007bff, 0x42007c00},
    {"pk_add_f16", "pk_add_f16", "pk_add_rtn_f16", 0x00018001, 0x00010002, 0x00020001},
    {"pk_add_bf16", "pk_add_bf16", "pk_add_rtn_bf16", 0x3f804040, 0xbf003f80, 0x3f004080},
};

static const struct {
    const char *flat, *ds, *ds_rtn;
    uint64_t old, data, after;
} cases_64[] = {
    {"add_x2", "add_u64", "add_rtn_u64", 0xffffffff, 0x100000002, 0x200000001},
    {"sub_x2", "sub_u64", "sub_rtn_u64", 0x100000000, 1, 0xffffffff},
    {NULL, "rsub_u64", "rsub_rtn_u64", 1, 0x100000000, 0xffffffff},
    {"inc_x2", "inc_u64", "inc_rtn_u64", 0xffffffff, 0x500000000, 0x100000000},
    {"dec_x2", "dec_u64", "dec_rtn_u64", 0x500000001, 0x500000000, 0x500000000},
    {"smin_x2", "min_i64", "min_rtn_i64", 3, 0x8000000000000000, 0x8000000000000000},
    {"smax_x2", "max_i64", "max_rtn_i64", 3, 0x8000000000000000, 3},
    {"umin_x2", "min_u64", "min_rtn_u64", 3, 0x8000000000000000, 3},
    {"umax_x2", "max_u64", "max_rtn_u64", 3, 0x8000000000000000, 0x8000000000000000},
    {"and_x2", "and_b64", "and_rtn_b64", 0xff00ff00ff00ff00, 0x0f0f0f0ff0f0f0f0,
     0x0f000f00f000f000},
    {"or_x2", "or_b64", "or_rtn_b64", 0x1000000000000000, 0x02, 0x1000000000000002},
    {"xor_x2", "xor_b64", "xor_rtn_b64", 0xff00ff00ff00ff00, 0x0f0f0f0ff0f0f0f0,
     0xf00ff00f0ff00ff0},
    {"swap_x2", NULL, "wrxchg_rtn_b64", 1, 0x123456789abcdef0, 0x123456789abcdef0},
    {"add_f64", "add_f64", "add_rtn_f64", 0x3ff0000000000000, 0x4004000000000000,
     0x400c000000000000},
    {"min_f64", "min_f64", "min_rtn_f64", 0x7ff8000000000000, 0x4004000000000000,
     0x4004000000000000},
    {"min_f64", "min_f64", "min_rtn_f64", 0, 0x8000000000000000, 0x8000000000000000},
    {"max_f64", "max_f64", "max_rtn_f64", 0x3ff0000000000000, 0x4004000000000000,
     0x4004000000000000},
};

enum { N_32 = sizeof cases_32 / sizeof cases_32[0], N_64 = sizeof cases_64 / sizeof cases_64[0] };

/* Lane l uses place 16 * l of block and LDS; every lane has its own old value and data but for bits
 * that would change the case. */
static void prepare(struct memory *m, uint64_t old, uint64_t data)
{
    FOR_LANES(l)
    {
        set_vgpr64(m, 2, l, (uintptr_t)m->block + 16u * (unsigned)(63 - l));
        m->wave->vgpr[4][l] = 16u * (unsigned)(63 - l);
        set_vgpr64(m, 10, l, data);
        memcpy(m->block + 16 * l, &old, sizeof old);
        memcpy(m->lds + 16 * l, &old, sizeof old);
        set_vgpr64(m, 6, l, 0x7777777777777777);
    }
}

/* What stands in memory and in v[6:7] after one atomic of `bytes` by the lanes in EXEC. */
static void expect_after(const struct memory *m, const uint8_t *memory, const char *text,
                         unsigned bytes, uint64_t old, uint64_t after, bool rtn)
{
    uint64_t exec = emu_exec(m->wave);
    FOR_LANES(l)
    {
        bool on = exec >> l & 1;
        const uint8_t *at = memory + 16 * (63 - l);
        uint64_t got = bytes == 8 ? u64_at(at) : u32_at(at), want = on ? after : old;
        cr_expect_eq(got, want, "%s: lane %d left 0x%llx, not 0x%llx", text, l,
                     (unsigned long long)got, (unsigned long long)want);
        uint64_t result = m->wave->vgpr[6][l];
        if (bytes == 8)
            result |= (uint64_t)m->wave->vgpr[7][l] << 32;
        uint64_t untouched = bytes == 8 ? 0x7777777777777777 : 0x77777777;
        cr_expect_eq(result, rtn && on ? old : untouched, "%s: lane %d returned 0x%llx", text, l,
                     (unsigned long long)result);
    }
}

static void try_flat(struct memory *m, const char *name, unsigned bytes, uint64_t old,
                     uint64_t data, uint64_t after)
{
    static const struct {
        const char *text;
        bool rtn;
    } forms[] = {
        {"flat_atomic_%s v[2:3], %s", false},
        {"global_atomic_%s v[2:3], %s, off", false},
        {"global_atomic_%s v4, %s, s[8:9]", false},
        {"flat_atomic_%s %s, v[2:3], %s sc0", true},
        {"global_atomic_%s %s, v4, %s, s[8:9] sc0", true},
    };
    for (size_t n = 0; n < sizeof forms / sizeof forms[0]; n++) {
        char text[96];
        const char *to = bytes == 8 ? "v[6:7]" : "v6", *from = bytes == 8 ? "v[10:11]" : "v10";
        snprintf(text, sizeof text, forms[n].text, name, forms[n].rtn ? to : from, from);
        prepare(m, old, data);
        run(m, text);
        expect_after(m, m->block, text, bytes, old, after, forms[n].rtn);
    }
}

static void try_ds(struct memory *m, const char *name, bool rtn, unsigned bytes, uint64_t old,
                   uint64_t data, uint64_t after)
{
    char text[96];
    const char *from = bytes == 8 ? "v[10:11]" : "v10";
    if (rtn)
        snprintf(text, sizeof text, "ds_%s %s, v4, %s", name, bytes == 8 ? "v[6:7]" : "v6", from);
    else
        snprintf(text, sizeof text, "ds_%s v4, %s", name, from);
    prepare(m, old, data);
    run(m, text);
    expect_after(m, m->lds, text, bytes, old, after, rtn);
}

Test(atomic, operations_on_32_bits)
{
    struct memory m = memory_create();
    for (unsigned n = 0; n < 2 * N_32; n++) {
        emu_set_sgpr64(m.wave, EMU_EXEC, n & 1 ? UINT64_C(0x8000f0a500000013) : UINT64_MAX);
        uint32_t old = cases_32[n / 2].old, data = cases_32[n / 2].data;
        uint32_t after = cases_32[n / 2].after;
        if (cases_32[n / 2].flat)
            try_flat(&m, cases_32[n / 2].flat, 4, old, data, after);
        if (cases_32[n / 2].ds)
            try_ds(&m, cases_32[n / 2].ds, false, 4, old, data, after);
        try_ds(&m, cases_32[n / 2].ds_rtn, true, 4, old, data, after);
    }
    memory_destroy(&m);
}

Test(atomic, operations_on_64_bits)
{
    struct memory m = memory_create();
    for (unsigned n = 0; n < 2 * N_64; n++) {
        emu_set_sgpr64(m.wave, EMU_EXEC, n & 1 ? UINT64_C(0x8000f0a500000013) : UINT64_MAX);
        uint64_t old = cases_64[n / 2].old, data = cases_64[n / 2].data;
        uint64_t after = cases_64[n / 2].after;
        if (cases_64[n / 2].flat)
            try_flat(&m, cases_64[n / 2].flat, 8, old, data, after);
        if (cases_64[n / 2].ds)
            try_ds(&m, cases_64[n / 2].ds, false, 8, old, data, after);
        try_ds(&m, cases_64[n / 2].ds_rtn, true, 8, old, data, after);
    }
    memory_destroy(&m);
}

Test(atomic, compare_and_swap)
{
    struct memory m = memory_create();
    prepare(&m, 0x100000005, 0);
    FOR_LANES(l)
    {
        /* Memory's data tuple is the new value, then what is compared; LDS's operands the other
         * way. */
        m.wave->vgpr[20][l] = 900u + (unsigned)l;
        m.wave->vgpr[21][l] = l % 2 ? 5 : 6;
        set_vgpr64(&m, 22, l, 0x300000000u + (unsigned)l);
        set_vgpr64(&m, 24, l, l % 2 ? 0x100000005 : 5);
    }
    run(&m, "global_atomic_cmpswap v6, v4, v[20:21], s[8:9] sc0");
    run(&m, "ds_cmpst_rtn_b32 v7, v4, v21, v20");
    FOR_LANES(l)
    {
        uint32_t want = l % 2 ? 900u + (unsigned)l : 5;
        cr_expect_eq(u32_at(m.block + 16 * (63 - l)), want, "lane %d", l);
        cr_expect_eq(u32_at(m.lds + 16 * (63 - l)), want, "lane %d", l);
        cr_expect_eq(m.wave->vgpr[6][l], 5);
        cr_expect_eq(m.wave->vgpr[7][l], 5);
    }
    prepare(&m, 0x100000005, 0);
    run(&m, "flat_atomic_cmpswap_x2 v[2:3], v[22:25]");
    run(&m, "ds_cmpst_b64 v4, v[24:25], v[22:23]");
    FOR_LANES(l)
    {
        uint64_t want = l % 2 ? 0x300000000u + (unsigned)l : 0x100000005;
        cr_expect_eq(u64_at(m.block + 16 * (63 - l)), want, "lane %d", l);
        cr_expect_eq(u64_at(m.lds + 16 * (63 - l)), want, "lane %d", l);
    }
    memory_destroy(&m);
}

Test(atomic, lds_operations_with_two_values)
{
    static const struct {
        const char *text;
        uint32_t old, data, data2, after;
    } cases[] = {
        {"ds_mskor_rtn_b32 v6, v4, v10, v11", 0xffff0000, 0x00ffff00, 0x1234, 0xff001234},
        {"ds_wrap_rtn_b32 v6, v4, v10, v11", 9, 7, 100, 2},
        {"ds_wrap_rtn_b32 v6, v4, v10, v11", 5, 7, 100, 105},
        {"ds_cmpst_rtn_f32 v6, v4, v10, v11", 0x80000000, 0, 77, 77}, /* -0 equals +0 */
        {"ds_cmpst_rtn_f32 v6, v4, v10, v11", 0x7fc00000, 0x7fc00000, 77, 0x7fc00000},
    };
    struct memory m = memory_create();
    for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
        prepare(&m, cases[n].old, cases[n].data | (uint64_t)cases[n].data2 << 32);
        FOR_LANES(l) m.wave->vgpr[7][l] = 0x77777777;
        run(&m, cases[n].text);
        expect_after(&m, m.lds, cases[n].text, 4, cases[n].old, cases[n].after, true);
    }
    memory_destroy(&m);
}

Test(atomic, lanes_that_share_a_place_follow_each_other)
{
    struct memory m = memory_create();
    emu_set_sgpr64(m.wave, EMU_EXEC, UINT64_MAX << 3);
    memset(m.block, 0, 8);
    memset(m.lds, 0, 8);
    FOR_LANES(l) m.wave->vgpr[10][l] = (unsigned)l;
    run(&m, "global_atomic_add v6, v4, v10, s[8:9] sc0");
    run(&m, "ds_add_rtn_u32 v7, v4, v10");
    uint32_t sum = 0;
    for (int l = 3; l < EMU_LANES; l++) {
        cr_expect_eq(m.wave->vgpr[6][l], sum, "lane %d", l);
        cr_expect_eq(m.wave->vgpr[7][l], sum, "lane %d", l);
        sum += (unsigned)l;
    }
    cr_expect_eq(u32_at(m.block), sum);
    cr_expect_eq(u32_at(m.lds), sum);
    memory_destroy(&m);
}

Test(atomic, append_and_consume_count_active_lanes)
{
    struct memory m = memory_create();
    emu_set_sgpr64(m.wave, EMU_EXEC, 0x8000000000000f01);
    m.wave->sgpr[EMU_M0] = 32;
    m.lds[40] = 100;
    run(&m, "ds_append v6 offset:8");
    cr_expect_eq(u32_at(m.lds + 40), 106);
    cr_expect_eq(m.wave->vgpr[6][63], 100);
    cr_expect_eq(m.wave->vgpr[6][1], 0);
    emu_set_sgpr64(m.wave, EMU_EXEC, 6);
    run(&m, "ds_consume v6 offset:8");
    cr_expect_eq(u32_at(m.lds + 40), 104);
    cr_expect_eq(m.wave->vgpr[6][1], 106);
    memory_destroy(&m);
}

Test(atomic, misaligned_or_outside_is_a_fault)
{
    struct memory m = memory_create();
    prepare(&m, 1, 1);
    m.wave->vgpr[4][9] += 4;
    run(&m, "global_atomic_add v4, v10, s[8:9]");
    run_into_fault(&m, "global_atomic_add_x2 v4, v[10:11], s[8:9]", "lane 9: atomic of 8 bytes");
    run_into_fault(&m, "ds_add_u64 v4, v[10:11]", "lane 9: atomic of 8 bytes");
    m.wave->vgpr[4][9] += 2;
    run_into_fault(&m, "ds_add_u32 v4, v10", "4-aligned");
    m.wave->vgpr[4][9] = BLOCK_BYTES;
    run_into_fault(&m, "global_atomic_add v4, v10, s[8:9]", "lane 9: atomic of 4 bytes at 0x");
    memory_destroy(&m);
}

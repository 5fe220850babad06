#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "base/bits.h"
#include "base/numfmt.h"
#include "explain/explain.h"
#include "layout/layout.h"
#include "probe/probe.h"

static const struct isa_smfmac *const f16 = &isa_smfmacs[ISA_SMFMAC_f32_16x16x32_f16];
static const struct isa_smfmac *const i8 = &isa_smfmacs[ISA_SMFMAC_i32_32x32x32_i8];

static struct explain_data random_data(const struct isa_smfmac *insn, uint64_t seed)
{
    struct explain_data data;
    struct error err = {0};
    cr_assert_eq(explain_random(insn, seed, &data, &err), STATUS_OK, "%s", err.text);
    return data;
}

static struct opmap documented(const struct isa_smfmac *insn, int cbsz, int abid)
{
    struct opmap map;
    struct error err = {0};
    cr_assert_eq(layout_map(insn, cbsz, abid, &map, &err), STATUS_OK, "%s", err.text);
    return map;
}

/* Executes the instruction and compares every D with the sum of what explain_take lists. */
static void compare_with_device(struct device *device, const struct explain_data *data,
                                const struct opmap *map, bool order_free)
{
    static struct explain_registers r;
    static uint32_t d[ISA_LANES * EXPLAIN_MAX_CD_VGPRS];
    const struct isa_smfmac *insn = map->insn;
    struct error err = {0};
    explain_place(data, map, &r);
    struct probe_registers registers = {.a = r.a, .b = r.b, .c = r.c, .idx = r.idx};
    enum status status = probe_multiply(device, insn, map->cbsz, map->abid, &registers, d, &err);
    cr_assert_eq(status, STATUS_OK, "%s: %s", insn->name, err.text);
    int different_terms = 0;
    for (int i = 0; i < insn->m; i++)
        for (int j = 0; j < insn->n; j++) {
            struct explain e;
            explain_take(data, map, i, j, &e);
            double sum = e.c;
            for (int g = 0; g < e.n_groups; g++)
                sum += e.group[g].term[0].product + e.group[g].term[1].product;
            uint32_t code = d[e.cd_at.lane * isa_cd_vgprs(insn) + e.cd_at.vgpr];
            double found = explain_cd_value(insn, code);
            cr_assert_eq(e.order_free, order_free, "%s D[%d][%d]", insn->name, i, j);
            cr_assert_eq(found, e.d, "%s cbsz %d abid %d D[%d][%d]: %.17g, not %.17g", insn->name,
                         map->cbsz, map->abid, i, j, found, e.d);
            if (order_free)
                cr_assert_eq(found, sum, "%s D[%d][%d]: %.17g, the products make %.17g", insn->name,
                             i, j, found, sum);
            different_terms += found != e.c;
        }
    cr_assert_gt(different_terms, insn->m * insn->n / 2, "%s: D is C", insn->name);
}

static struct device *open_emulator(void)
{
    struct device *device = NULL;
    struct error err = {0};
    cr_assert_eq(device_open("emu", &device, &err), STATUS_OK, "%s", err.text);
    return device;
}

Test(explain, products_sum_to_what_the_emulator_computes_for_every_element)
{
    static const int modifiers[][2] = {{0, 0}, {0, 1}, {0, 3}, {1, 1}, {4, 1}};
    struct device *device = open_emulator();
    for (int id = 0; id < ISA_N_SMFMAC; id++)
        for (int x = 0; x < 5 && isa_smfmacs[id].arch == ISA_GFX942; x++) {
            const struct isa_smfmac *insn = &isa_smfmacs[id];
            if (isa_check_modifiers(insn, modifiers[x][0], modifiers[x][1], NULL) != STATUS_OK)
                continue;
            struct opmap map = documented(insn, modifiers[x][0], modifiers[x][1]);
            struct explain_data data = random_data(insn, (uint64_t)(1000 * id + x));
            compare_with_device(device, &data, &map, true);
            explain_data_free(&data);
            opmap_free(&map);
        }
    device_close(device);
}

static uint32_t f16_code(double x) { return numfmt_encode_f16((float)x, NUMFMT_INFINITE); }

/* Fractions of every size: nearly every addition rounds. */
Test(explain, order_of_a_chain_is_the_emulators_where_sums_round)
{
    setenv("SMFHIP_NUMERICS", "fma", 1);
    struct device *device = open_emulator();
    struct opmap map = documented(f16, 0, 2);
    struct explain_data data = random_data(f16, 7);
    srand(11);
    for (size_t i = 0; i < data.a.m; i++)
        for (size_t q = 0; q < data.a.k / 4; q++)
            for (int s = 0; s < 2; s++)
                pack_set_stored(&data.a, i, q, s,
                                f16_code(ldexp(1 + rand() % 1024 / 1024.0, -rand() % 12)));
    for (size_t k = 0; k < data.b.m; k++)
        for (size_t j = 0; j < data.b.k; j++)
            pack_set(&data.b, k, j, f16_code(ldexp(1 + rand() % 1024 / 1024.0, -rand() % 12)));
    compare_with_device(device, &data, &map, false);
    explain_data_free(&data);
    opmap_free(&map);
    device_close(device);
}

/* Row 2 of A is all zeros but for one group; column 3 of B counts up. */
static struct explain_data one_group(double a0, double a1, unsigned nibble, double c)
{
    struct explain_data data = random_data(f16, 1);
    for (size_t q = 0; q < 8; q++)
        for (int s = 0; s < 2; s++)
            pack_set_stored(&data.a, 2, q, s, 0);
    pack_set_nibble(&data.a, 2, 5, nibble);
    pack_set_stored(&data.a, 2, 5, 0, f16_code(a0));
    pack_set_stored(&data.a, 2, 5, 1, f16_code(a1));
    for (size_t k = 0; k < 32; k++)
        pack_set(&data.b, k, 3, f16_code((double)k + 1));
    data.c[2 * 16 + 3] = bits_of_f32((float)c);
    return data;
}

static struct explain take(struct explain_data data)
{
    struct explain e;
    struct opmap map = documented(f16, 0, 1);
    explain_take(&data, &map, 2, 3, &e);
    opmap_free(&map);
    explain_data_free(&data);
    return e;
}

Test(explain, lists_what_a_group_selects_and_where_it_is)
{
    char text[OPMAP_TEXT_BYTES];
    struct explain e = take(one_group(3, -2, 0xD, 100)); /* places 1 and 3 of k 20..23 */
    const struct explain_group *g = &e.group[5];
    cr_expect_eq(e.n_groups, 8);
    cr_expect_str_eq(g->pattern, ".x.x");
    cr_expect(g->legal && g->nibble == 0xD);
    cr_expect(g->term[0].selector == 1 && g->term[0].k == 21 && g->term[1].k == 23);
    cr_expect(g->term[0].a == 3 && g->term[0].b == 22 && g->term[0].product == 66);
    cr_expect(g->term[1].a == -2 && g->term[1].b == 24 && g->term[1].product == -48);
    cr_expect(e.c == 100 && e.products == 18 && e.d == 118 && e.order_free);
    cr_expect_eq(e.d_code, bits_of_f32(118));
    cr_expect_str_eq(opmap_slot_text(g->term[1].a_at, text), "v1{34}[31:16]");
    cr_expect_str_eq(opmap_slot_text(g->term[1].idx_at, text), "v0{34}[15:14]");
    cr_expect_str_eq(opmap_slot_text(g->term[1].b_at, text), "v3{35}[31:16]");
    cr_expect_str_eq(opmap_slot_text(e.cd_at, text), "v2{3}");
}

Test(explain, shows_stored_zeros_and_follows_each_selector_of_an_illegal_nibble)
{
    struct explain e = take(one_group(0, 4, 0x8, 0));
    cr_expect_str_eq(e.group[5].pattern, "o.x.");
    e = take(one_group(5, 0, 0x1, 0)); /* (1, 0) */
    cr_expect_str_eq(e.group[5].pattern, "ox..");
    cr_expect(!e.group[5].legal && e.group[5].term[0].k == 21 && e.group[5].term[1].k == 20);
    e = take(one_group(5, 7, 0xA, 0)); /* (2, 2) */
    cr_expect_str_eq(e.group[5].pattern, "..x.");
    cr_expect_eq(e.products, 5 * 23 + 7 * 23);
}

Test(explain, calls_a_sum_order_free_only_if_no_order_rounds)
{
    cr_expect(take(one_group(1, 1, 0x4, 0x1p24 - 50)).order_free);
    cr_expect(!take(one_group(1, 1, 0x4, 0x1p24)).order_free);
    cr_expect(!take(one_group(1, 1, 0x4, -0x1p24)).order_free);
    cr_expect(take(one_group(0, 0, 0x4, 0x1p100)).order_free);
    cr_expect(take(one_group(0, 0, 0x4, 0)).order_free);
    cr_expect(take(one_group(0x1p-10, 0x1p-10, 0x4, 0x1p13)).order_free);
    cr_expect(!take(one_group(0x1p-10, 0x1p-10, 0x4, 0x1p14)).order_free);
    cr_expect(!take(one_group(INFINITY, 1, 0x4, 0)).order_free);
    cr_expect(!take(one_group(1, 1, 0x4, NAN)).order_free);
    cr_expect(isnan(take(one_group(1, 1, 0x4, NAN)).d));
    cr_expect(!take(one_group(1, 0x1p-10, 0x4, 0x1p-149)).order_free);
}

Test(explain, judges_what_a_device_computed_by_value)
{
    struct explain e = take(one_group(0, 0, 0x4, 0));
    cr_expect(e.d == 0 && explain_executed_right(&e)); /* executed_code is 0 */
    e.executed_code = 0x80000000;                      /* -0 */
    cr_expect(explain_executed_right(&e));
    e.executed_code = 1;
    cr_expect(!explain_executed_right(&e));
    e = take(one_group(1, 1, 0x4, NAN));
    cr_expect(!explain_executed_right(&e));
    e.executed_code = 0x7fc00123;
    cr_expect(explain_executed_right(&e));
}

/* The code that is 0.5 in gfx942's fp8, and would be 1.0 in gfx950's. */
Test(explain, reads_codes_as_the_instructions_own_type)
{
    const struct isa_smfmac *fp8_bf8 = &isa_smfmacs[ISA_SMFMAC_f32_16x16x64_fp8_bf8];
    struct explain_data data = random_data(fp8_bf8, 2);
    struct opmap map = documented(fp8_bf8, 0, 0);
    struct explain e;
    pack_set_stored(&data.a, 6, 3, 1, 0x38);
    int k = 4 * 3 + (int)(pack_nibble(&data.a, 6, 3) >> 2);
    pack_set(&data.b, (size_t)k, 11, 0x7f);
    explain_take(&data, &map, 6, 11, &e);
    cr_expect_eq(e.group[3].term[1].a, 0.5);
    cr_expect_eq(e.group[3].term[1].b, 57344);
    cr_expect_eq(e.group[3].term[1].product, 28672);
    opmap_free(&map);
    explain_data_free(&data);
}

Test(explain, integers_wrap)
{
    struct explain_data data = random_data(i8, 5);
    struct opmap map = documented(i8, 0, 0);
    struct explain e;
    int wrapped = 0;
    for (int e_c = 0; e_c < 32 * 32; e_c++)
        data.c[e_c] = INT32_MAX;
    for (int j = 0; j < 32; j++) {
        explain_take(&data, &map, 4, j, &e);
        int64_t sum = INT64_C(0x7fffffff) + (int64_t)e.products;
        cr_expect_eq(e.d, (double)(int32_t)(uint32_t)sum);
        cr_expect(e.order_free);
        wrapped += e.d < 0;
    }
    cr_expect(wrapped > 0 && wrapped < 32, "%d", wrapped);
    opmap_free(&map);
    explain_data_free(&data);
}

Test(explain, random_data_is_that_of_its_seed_and_has_every_kind_of_group)
{
    struct explain_data data = random_data(f16, 3), same = random_data(f16, 3);
    struct explain_data other = random_data(f16, 4);
    cr_expect_arr_eq(data.a.a, same.a.a, 16 * 16 * 2);
    cr_expect_arr_eq(data.b.codes, same.b.codes, 32 * 16 * 2);
    cr_expect_arr_neq(data.a.a, other.a.a, 16 * 16 * 2);
    cr_expect_arr_neq(data.b.codes, other.b.codes, 32 * 16 * 2);
    int nibbles[16] = {0}, non_zeros[3] = {0};
    for (size_t i = 0; i < 16; i++)
        for (size_t q = 0; q < 8; q++) {
            int n = !pack_is_zero(PACK_F16, pack_stored(&data.a, i, q, 0)) +
                    !pack_is_zero(PACK_F16, pack_stored(&data.a, i, q, 1));
            nibbles[pack_nibble(&data.a, i, q)]++;
            non_zeros[n]++;
        }
    for (unsigned n = 0; n < 16; n++)
        cr_expect_eq(nibbles[n] > 0, pack_nibble_legal(n), "nibble %X", n);
    cr_expect(non_zeros[0] && non_zeros[1] && non_zeros[2]);
    explain_data_free(&data);
    explain_data_free(&same);
    explain_data_free(&other);
}

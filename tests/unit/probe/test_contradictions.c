/* Machines that are no matrix product, and what the recovery says of them. The slots in the texts
 * are worked out by hand from FACTS section 3. */
#include <criterion/criterion.h>

#include "unit/probe/machine.h"

static const struct isa_smfmac *const F16 = &isa_smfmacs[ISA_SMFMAC_f32_16x16x32_f16];
static const struct isa_smfmac *const I8 = &isa_smfmacs[ISA_SMFMAC_i32_32x32x32_i8];

static void expect_reason(const struct isa_smfmac *insn, enum fault fault, const char *reason)
{
    static struct machine m;
    static struct scramble plain;
    struct opmap map = {0};
    struct error err = {0};
    scramble_none(&plain);
    machine_init(&m, insn, 0, 0, &plain);
    m.fault = fault;
    enum status status = probe_recover(insn, 0, 0, machine_run, &m, &map, NULL, &err);
    cr_assert_eq(status, STATUS_DIFFERS, "%s: status %d", insn->name, status);
    cr_expect_str_eq(err.text, reason, "%s: '%s', not '%s'", insn->name, err.text, reason);
    cr_expect_null(map.slot[OPMAP_A], "a map came out all the same");
}

Test(probe_contradictions, d_that_is_not_c_is_named)
{
    expect_reason(F16, D_NOT_C, "with A zero, D v0{0} holds what C v0{63} held, not its own value");
    expect_reason(I8, D_NOT_C, "with A zero, D v0{0} holds what C v0{63} held, not its own value");
}

Test(probe_contradictions, an_a_slot_that_does_not_have_one_row_is_named)
{
    expect_reason(F16, A_IGNORED, "A v1{2}[31:16] lights up no D");
    expect_reason(I8, A_IGNORED, "A v0{2}[31:24] lights up no D");
    expect_reason(F16, NEXT_IGNORED, "A v1{18}[31:16] lights up no D");
    expect_reason(I8, NEXT_IGNORED, "A v0{34}[31:24] lights up no D");
    expect_reason(F16, A_FEEDS_TWO_ROWS, "A v1{2}[31:16] lights up D of two rows: v2{0} and v3{0}");
    expect_reason(I8, A_FEEDS_TWO_ROWS, "A v0{2}[31:24] lights up D of two rows: v2{0} and v3{0}");
}

Test(probe_contradictions, a_row_that_has_too_much_is_named_by_its_last_a_slot)
{
    expect_reason(F16, A_IN_OTHER_ROW, "A v1{51}[31:16] is one too many in its row of 16");
    expect_reason(I8, A_IN_OTHER_ROW, "A v1{35}[31:24] is one too many in its row of 16");
}

Test(probe_contradictions, a_product_that_does_not_count_once_is_named)
{
    expect_reason(F16, PRODUCT_MISSING, "A v1{2}[31:16] lights up 15 D slots, a row has 16");
    expect_reason(I8, PRODUCT_MISSING, "A v0{2}[31:24] lights up 31 D slots, a row has 32");
    expect_reason(F16, PRODUCT_DOUBLED,
                  "A v1{2}[31:16], holding 1, makes D v2{5} 2 where B is all ones");
    expect_reason(I8, PRODUCT_DOUBLED,
                  "A v0{2}[31:24], holding 1, makes D v2{5} 2 where B is all ones");
    expect_reason(F16, PRODUCT_SWAPPED,
                  "A v1{2}[31:16], holding 1, makes D v2{5} 2 where B is all ones");
    expect_reason(I8, PRODUCT_SWAPPED,
                  "A v0{2}[31:24], holding 1, makes D v2{5} 2 where B is all ones");
}

Test(probe_contradictions, a_product_of_no_b_slot_is_named)
{
    expect_reason(F16, VALUE_TOO_LARGE,
                  "A v1{2}[31:16] makes D v2{5} spell B slot 557, there are 512");
    expect_reason(I8, VALUE_TOO_LARGE,
                  "A v0{2}[31:24] makes D v2{5} 1046, which is no digit of a B slot");
}

Test(probe_contradictions, columns_that_run_into_each_other_or_come_apart_are_named)
{
    expect_reason(F16, COLUMNS_SKEWED,
                  "A v1{1}[15:0] meets B v2{1}[15:0] in D v1{0}, which puts D v0{0} and D v0{1}, "
                  "of one row, in one column");
    expect_reason(I8, COLUMNS_SKEWED,
                  "A v0{1}[23:16] meets B v1{1}[7:0] in D v1{0}, which puts D v0{0} and D v0{1}, "
                  "of one row, in one column");
    expect_reason(F16, ROWS_APART, "B v0{8}[15:0] is in none of the first 16 columns");
    expect_reason(I8, ROWS_APART, "B v0{16}[7:0] is in none of the first 32 columns");
}

Test(probe_contradictions, rows_of_b_that_are_not_whole_are_named)
{
    expect_reason(F16, B_READ_TWICE, "no A slot meets B v3{0}[31:16] under any legal nibble");
    expect_reason(I8, B_READ_TWICE, "no A slot meets B v1{0}[31:24] under any legal nibble");
    expect_reason(
        F16, COLUMN_ASTRAY,
        "B v2{0}[15:0] and B v3{0}[31:16] are of one column, but are met as one row of B");
    expect_reason(I8, COLUMN_ASTRAY,
                  "B v1{0}[7:0] and B v1{0}[31:24] are of one column, but are met as one row of B");
}

Test(probe_contradictions, k_groups_of_the_wrong_size_are_named)
{
    expect_reason(F16, GROUP_ASTRAY, "A v0{16}[15:0] is the third of its row and K group");
    expect_reason(I8, GROUP_ASTRAY, "A v1{0}[7:0] is the third of its row and K group");
    expect_reason(F16, GROUP_SPLIT, "A v1{48}[15:0] is in none of the first 8 K groups");
    expect_reason(I8, GROUP_SPLIT, "A v1{32}[23:16] is in none of the first 8 K groups");
    expect_reason(F16, GROUP_OF_FIVE,
                  "B v1{16}[31:16] is of a fifth row of B in the K group of A v1{0}[15:0]");
    expect_reason(I8, GROUP_OF_FIVE,
                  "B v2{0}[31:24] is of a fifth row of B in the K group of A v0{0}[23:16]");
    expect_reason(
        F16, NIBBLE_ASTRAY,
        "A v1{2}[31:16] meets, with idx nibbles D and D, none of the B slots of its K group");
    expect_reason(
        I8, NIBBLE_ASTRAY,
        "A v0{2}[31:24] meets, with idx nibbles D and D, none of the B slots of its K group");
}

Test(probe_contradictions, index_bits_that_are_not_two_of_each_a_slot_are_named)
{
    expect_reason(F16, NIBBLE_MISREAD,
                  "A v1{2}[31:16] is steered by idx v0{2}[7], but by no second bit beside it");
    expect_reason(I8, NIBBLE_MISREAD,
                  "A v0{2}[31:24] is steered by idx v0{2}[7], but by no second bit beside it");
    expect_reason(F16, INDEX_BIT_IGNORED,
                  "A v1{2}[31:16] is steered by idx v0{2}[6], but by no second bit beside it");
    expect_reason(I8, INDEX_BIT_IGNORED,
                  "A v0{2}[31:24] is steered by idx v0{2}[6], but by no second bit beside it");
    expect_reason(F16, SELECTORS_SHARED,
                  "idx v0{2}[4] steers both A v1{2}[15:0] and A v1{2}[31:16]");
    expect_reason(I8, SELECTORS_SHARED,
                  "idx v0{2}[4] steers both A v0{2}[23:16] and A v0{2}[31:24]");
    expect_reason(
        F16, SELECTORS_DIFFER,
        "A v1{2}[31:16] meets B v3{0}[31:16] with selector 0, A v1{0}[15:0] of its K group with 3");
    expect_reason(I8, SELECTORS_DIFFER,
                  "A v0{2}[31:24] meets B v1{0}[31:24] with selector 0, A v0{0}[23:16] of its K "
                  "group with 3");
}

Test(probe_contradictions, index_bits_of_two_lanes_are_named)
{
    static struct machine m;
    static struct scramble s;
    struct opmap map;
    struct error err = {0};
    scramble_none(&s);
    s.idx[5 * 32 + 3] = 9 * 32 + 30; /* the high bit of A slot v0{5}[31:16] */
    s.idx[9 * 32 + 30] = 5 * 32 + 3;
    machine_init(&m, F16, 0, 0, &s);
    enum status status = probe_recover(F16, 0, 0, machine_run, &m, &map, NULL, &err);
    cr_assert_eq(status, STATUS_DIFFERS);
    cr_expect_str_eq(err.text, "A v0{5}[31:16] is steered by idx bits of two lanes, v0{5}[2] and "
                               "v0{9}[30], which no layout can name");
}

Test(probe_contradictions, every_fault_of_every_machine_is_seen)
{
    static struct machine m;
    static struct scramble plain;
    scramble_none(&plain);
    for (int id = 0; id < ISA_N_SMFMAC; id++)
        for (int fault = NO_FAULT + 1; fault < N_FAULTS; fault++) {
            struct opmap map;
            struct error err = {0};
            machine_init(&m, &isa_smfmacs[id], 0, 0, &plain);
            m.fault = (enum fault)fault;
            enum status status =
                probe_recover(&isa_smfmacs[id], 0, 0, machine_run, &m, &map, NULL, &err);
            cr_expect_eq(status, STATUS_DIFFERS, "%s, fault %d: status %d", isa_smfmacs[id].name,
                         fault, status);
        }
}

struct failing {
    struct machine machine;
    int launches_left;
};

static enum status run_and_fail(void *context, const struct isa_smfmac *insn,
                                const struct probe_plan *plans, int n_waves, uint32_t *out,
                                struct error *err)
{
    struct failing *f = context;
    if (f->launches_left-- > 0)
        return machine_run(&f->machine, insn, plans, n_waves, out, err);
    return error_set(err, STATUS_DEVICE, "the device is on fire");
}

Test(probe_contradictions, a_failing_device_is_passed_on)
{
    static struct failing f;
    static struct scramble plain;
    scramble_none(&plain);
    for (int launches = 0; launches < 3; launches++) {
        struct opmap map;
        struct probe_stats stats;
        struct error err = {0};
        machine_init(&f.machine, F16, 0, 0, &plain);
        f.launches_left = launches;
        enum status status = probe_recover(F16, 0, 0, run_and_fail, &f, &map, &stats, &err);
        cr_expect_eq(status, STATUS_DEVICE, "status %d", status);
        cr_expect_str_eq(err.text, "the device is on fire");
        cr_expect_eq(stats.n_launches, launches + 1, "%d launches", stats.n_launches);
    }
}

Test(probe_contradictions, modifiers_out_of_range_are_refused)
{
    struct opmap map;
    struct error err = {0};
    cr_expect_eq(probe_recover(F16, 8, 0, NULL, NULL, &map, NULL, &err), STATUS_USAGE);
    cr_expect_eq(probe_recover(F16, 0, 4, NULL, NULL, &map, NULL, &err), STATUS_USAGE);
    cr_expect_eq(probe_recover(I8, 4, 2, NULL, NULL, &map, NULL, &err), STATUS_USAGE);
}

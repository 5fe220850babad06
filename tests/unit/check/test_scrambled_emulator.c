/* The whole way with a machine that is not gfx942: the emulator is scrambled through its side door,
 * the probe kernels run on it, and what comes out must be the scramble. */
#include <stdio.h>

#include "scramble.h"

/* Where the plain machine's place n is on this one. Places are numbered as in abi/smfhip.h. */
struct tables {
    uint16_t a[512], b[1024], idx[2048], cd[1024];
};

struct setting {
    const struct isa_smfmac *insn;
    struct tables t;
    bool skew;
    uint64_t random;
};

static uint16_t *table_of(struct setting *s, enum opmap_operand o)
{
    uint16_t *const tables[] = {s->t.a, s->t.idx, s->t.b, s->t.cd};
    return tables[o];
}

/* Smallest units that a table moves: bytes of A and B, bits of idx, registers of C/D. */
static int places_per_lane(const struct isa_smfmac *insn, enum opmap_operand o)
{
    if (o == OPMAP_IDX)
        return 32;
    return opmap_vgprs(insn, o) * (o == OPMAP_CD ? 1 : 4);
}

/* Every place that the machine has moved to p moves on to step[p]. */
static void move(struct setting *s, enum opmap_operand o, const int *step)
{
    uint16_t *table = table_of(s, o);
    for (int n = 0; n < 64 * places_per_lane(s->insn, o); n++)
        table[n] = (uint16_t)step[table[n]];
}

static void plain(struct setting *s)
{
    for (int o = 0; o < OPMAP_N_OPERANDS; o++)
        for (int n = 0; n < 64 * places_per_lane(s->insn, o); n++)
            table_of(s, o)[n] = (uint16_t)n;
    s->skew = false;
}

/* Scrambles. */

static void lanes_to(struct setting *s, enum opmap_operand o, const int *lane)
{
    int step[2048], per_lane = places_per_lane(s->insn, o);
    for (int n = 0; n < 64 * per_lane; n++)
        step[n] = lane[n / per_lane] * per_lane + n % per_lane;
    move(s, o, step);
}

static void random_lanes(struct setting *s, enum opmap_operand o)
{
    int lane[64];
    scramble_permutation(&s->random, 64, lane);
    lanes_to(s, o, lane);
}

/* The same exchange of places in every lane. */
static void within_lanes(struct setting *s, enum opmap_operand o, const int *to)
{
    int step[2048], per_lane = places_per_lane(s->insn, o);
    for (int n = 0; n < 64 * per_lane; n++)
        step[n] = n / per_lane * per_lane + to[n % per_lane];
    move(s, o, step);
}

static void swap_registers(struct setting *s, enum opmap_operand o)
{
    int to[64], per_lane = places_per_lane(s->insn, o), per_vgpr = o == OPMAP_CD ? 1 : 4;
    for (int n = 0; n < per_lane; n++)
        to[n] = (n / per_vgpr ^ 1) * per_vgpr + n % per_vgpr;
    within_lanes(s, o, to);
}

/* Bytes of a register in 8-bit types, halves in 16-bit ones. */
static void swap_elements(struct setting *s, enum opmap_operand o)
{
    int to[64], bytes = isa_type_bits(s->insn->a_type) / 8;
    for (int n = 0; n < places_per_lane(s->insn, o); n++)
        to[n] = n / 4 * 4 + ((n % 4 / bytes) ^ (4 / bytes - 1)) * bytes + n % bytes;
    within_lanes(s, o, to);
}

static void exchange_selector_bits(struct setting *s)
{
    int to[32];
    for (int n = 0; n < 32; n++)
        to[n] = n ^ 1;
    within_lanes(s, OPMAP_IDX, to);
}

static void shift_index(struct setting *s, int by)
{
    int to[32];
    for (int n = 0; n < 32; n++)
        to[n] = (n + by) % 32;
    within_lanes(s, OPMAP_IDX, to);
}

/* The columns of one row of D move on by three: registers of one row change lanes. */
static void rotate_row(struct setting *s, int row)
{
    int step[1024], vgprs = isa_cd_vgprs(s->insn), n = s->insn->n;
    struct opmap map;
    scramble_start(s->insn->id, 0, 0, &map);
    for (int p = 0; p < 64 * vgprs; p++)
        step[p] = p;
    for (int j = 0; j < n; j++) {
        struct opmap_slot from = map.slot[OPMAP_CD][row * n + j];
        struct opmap_slot to = map.slot[OPMAP_CD][row * n + (j + 3) % n];
        step[from.lane * vgprs + from.vgpr] = to.lane * vgprs + to.vgpr;
    }
    opmap_free(&map);
    move(s, OPMAP_CD, step);
}

/* A, idx and B change lane groups alike: K groups are renumbered, which nothing shows. */
static void renumber_k(struct setting *s)
{
    int lane[64];
    for (int l = 0; l < 64; l++)
        lane[l] = (l + s->insn->m) % 64;
    lanes_to(s, OPMAP_A, lane);
    lanes_to(s, OPMAP_IDX, lane);
    lanes_to(s, OPMAP_B, lane);
}

/* Running. */

static int place_number(const struct isa_smfmac *insn, enum opmap_operand o, struct opmap_slot slot,
                        int bit)
{
    if (o == OPMAP_IDX)
        return slot.lane * 32 + bit;
    int reg = slot.lane * opmap_vgprs(insn, o) + slot.vgpr;
    return o == OPMAP_CD ? reg : 4 * reg + bit / 8;
}

static struct opmap_slot moved(struct setting *s, enum opmap_operand o, struct opmap_slot slot)
{
    const uint16_t *table = table_of(s, o);
    int vgprs = opmap_vgprs(s->insn, o);
    int lo = table[place_number(s->insn, o, slot, slot.bit_lo)];
    if (o == OPMAP_IDX) {
        int hi = table[place_number(s->insn, o, slot, slot.bit_hi)];
        return (struct opmap_slot){(uint8_t)(lo / 32), 0, (uint8_t)(lo % 32), (uint8_t)(hi % 32)};
    }
    int reg = o == OPMAP_CD ? lo : lo / 4, width = slot.bit_hi - slot.bit_lo;
    uint8_t bit = o == OPMAP_CD ? 0 : (uint8_t)(8 * (lo % 4));
    return (struct opmap_slot){(uint8_t)(reg / vgprs), (uint8_t)(reg % vgprs), bit,
                               (uint8_t)(bit + width)};
}

/* The scrambled machine's own map, named as the probe names. */
static void own_map(struct setting *s, int cbsz, int abid, struct opmap *map)
{
    struct opmap machine;
    struct error err;
    struct scramble_names names;
    scramble_start(s->insn->id, cbsz, abid, &machine);
    for (int o = 0; o < OPMAP_N_OPERANDS; o++)
        for (int n = 0; n < opmap_count(s->insn, o); n++)
            machine.slot[o][n] = moved(s, o, machine.slot[o][n]);
    scramble_probe_names(&machine, &names);
    scramble_selector_names(&machine, &names);
    cr_assert_eq(opmap_init(map, s->insn, cbsz, abid, &err), STATUS_OK);
    scramble_rename(&machine, &names, map);
    opmap_free(&machine);
}

static void apply(const struct device *device, struct setting *s)
{
    int lanes = ISA_LANES;
    struct smfhip_scramble scramble = {
        .a_bytes = s->t.a,
        .b_bytes = s->t.b,
        .idx_bits = s->t.idx,
        .cd_dwords = s->t.cd,
        .n_a_bytes = (uint32_t)(lanes * places_per_lane(s->insn, OPMAP_A)),
        .n_b_bytes = (uint32_t)(lanes * places_per_lane(s->insn, OPMAP_B)),
        .n_idx_bits = (uint32_t)(lanes * places_per_lane(s->insn, OPMAP_IDX)),
        .n_cd_dwords = (uint32_t)(lanes * places_per_lane(s->insn, OPMAP_CD)),
        .skew_columns = s->skew,
    };
    struct smfhip_control control = {.request = SMFHIP_SET_SCRAMBLE, .scramble = &scramble};
    cr_assert_eq(device_control(device)(SMFHIP_VERSION, &control), 0);
}

static void expect_same(const char *what, const struct opmap *own, const struct opmap *found)
{
    for (int o = 0; o < OPMAP_N_OPERANDS; o++)
        for (int n = 0; n < opmap_count(own->insn, o); n++) {
            char coord[OPMAP_TEXT_BYTES], want[OPMAP_TEXT_BYTES], got[OPMAP_TEXT_BYTES];
            cr_assert(opmap_slot_equal(own->slot[o][n], found->slot[o][n]),
                      "%s, %s: %s is at %s, recovered %s", what, own->insn->name,
                      opmap_coord_text(o, opmap_coord(own->insn, o, n), coord),
                      opmap_slot_text(own->slot[o][n], want),
                      opmap_slot_text(found->slot[o][n], got));
        }
}

static struct device *open_emulator(void)
{
    struct device *device;
    struct error err = {0};
    cr_assert_eq(device_open("emu", &device, &err), STATUS_OK, "%s", err.text);
    return device;
}

static void run(struct device *device, struct setting *s, int abid, const char *what,
                struct check_report *report)
{
    struct opmap own, found;
    struct probe_stats stats;
    struct error err = {0};
    apply(device, s);
    enum status status =
        probe_recover(s->insn, 0, abid, probe_run_on_device, device, &found, &stats, &err);
    cr_assert_eq(status, STATUS_OK, "%s, %s: %s", what, s->insn->name, err.text);
    own_map(s, 0, abid, &own);
    expect_same(what, &own, &found);
    device_provenance(device, NULL, &found.provenance);
    cr_assert_eq(check_recovered(&found, report, &err), STATUS_OK);
    opmap_free(&own);
    opmap_free(&found);
}

static const enum isa_smfmac_id probed[] = {
    ISA_SMFMAC_f32_16x16x64_fp8_fp8,
    ISA_SMFMAC_f32_32x32x16_f16,
    ISA_SMFMAC_i32_32x32x32_i8,
    ISA_SMFMAC_f32_16x16x32_bf16,
};
enum { N_PROBED = sizeof probed / sizeof probed[0] };

/* Claims. */

static void a_lanes(struct setting *s) { random_lanes(s, OPMAP_A); }
static void b_lanes(struct setting *s) { random_lanes(s, OPMAP_B); }
static void d_lanes(struct setting *s) { random_lanes(s, OPMAP_CD); }
static void a_registers(struct setting *s) { swap_registers(s, OPMAP_A); }
static void b_registers(struct setting *s) { swap_registers(s, OPMAP_B); }
static void d_registers(struct setting *s) { swap_registers(s, OPMAP_CD); }
static void a_bytes(struct setting *s) { swap_elements(s, OPMAP_A); }
static void b_bytes(struct setting *s) { swap_elements(s, OPMAP_B); }
static void index_by_one(struct setting *s) { shift_index(s, 1); }
static void d_row(struct setting *s) { rotate_row(s, 5); }

/* `blame`: what outputs can show. Rows of A against rows of D, a pair's A elements against its
 * selectors, and a selector's bits against B cannot be told apart, so either is named. */
static const struct {
    const char *what;
    void (*scramble)(struct setting *s);
    const char *blame[2];
} scrambles[] = {
    {"lanes of A permuted", a_lanes, {"A"}},
    {"lanes of B permuted", b_lanes, {"B"}},
    {"lanes of C/D permuted", d_lanes, {"CD"}},
    {"registers of A swapped", a_registers, {"A", "A or idx"}},
    {"registers of B swapped", b_registers, {"B"}},
    {"registers of C/D swapped", d_registers, {"CD", "A+idx or CD"}},
    {"bytes of A's registers swapped", a_bytes, {"A", "A or idx"}},
    {"bytes of B's registers swapped", b_bytes, {"B"}},
    {"selector bits exchanged", exchange_selector_bits, {"idx or B"}},
    {"index shifted by one bit", index_by_one, {"idx"}},
    {"a row of D rotated", d_row, {"CD"}},
};

Test(scrambled_emulator, the_scramble_is_recovered_and_its_operand_blamed)
{
    struct device *device = open_emulator();
    struct setting *s = calloc(1, sizeof *s);
    for (size_t c = 0; c < sizeof scrambles / sizeof scrambles[0]; c++)
        for (int p = 0; p < N_PROBED; p++) {
            struct check_report report;
            s->insn = &isa_smfmacs[probed[p]];
            plain(s);
            scrambles[c].scramble(s);
            run(device, s, 1, scrambles[c].what, &report);
            const char *other = scrambles[c].blame[1];
            cr_expect(!strcmp(report.blame, scrambles[c].blame[0]) ||
                          (other && !strcmp(report.blame, other)),
                      "%s, %s: blamed is %s", scrambles[c].what, s->insn->name, report.blame);
            cr_expect_neq(report.verdict, CHECK_EQUAL, "%s, %s", scrambles[c].what, s->insn->name);
        }
    free(s);
    device_close(device);
}

Test(scrambled_emulator, random_compositions_are_recovered)
{
    struct device *device = open_emulator();
    struct setting *s = calloc(1, sizeof *s);
    s->random = 20;
    for (int round = 0; round < 100; round++) {
        struct check_report report;
        char what[32];
        s->insn = &isa_smfmacs[probed[round % N_PROBED]];
        plain(s);
        for (int step = 0; step < 4; step++)
            scrambles[scramble_random(&s->random) % (sizeof scrambles / sizeof scrambles[0])]
                .scramble(s);
        snprintf(what, sizeof what, "composition %d", round);
        run(device, s, round % 2, what, &report);
    }
    free(s);
    device_close(device);
}

Test(scrambled_emulator, renumbered_k_groups_are_the_same_machine)
{
    struct device *device = open_emulator();
    struct setting *s = calloc(1, sizeof *s);
    for (int p = 0; p < N_PROBED; p++) {
        struct check_report report;
        s->insn = &isa_smfmacs[probed[p]];
        plain(s);
        renumber_k(s);
        run(device, s, 0, "K groups renumbered", &report);
        cr_expect_eq(report.verdict, CHECK_EQUAL, "%s: %s", s->insn->name, report.blame);
    }
    free(s);
    device_close(device);
}

Test(scrambled_emulator, what_is_no_matrix_product_is_not_recoverable)
{
    struct device *device = open_emulator();
    struct setting *s = calloc(1, sizeof *s);
    for (int p = 0; p < N_PROBED; p++) {
        struct opmap found;
        struct probe_stats stats;
        struct error err = {0};
        s->insn = &isa_smfmacs[probed[p]];
        plain(s);
        s->skew = true;
        apply(device, s);
        cr_expect_eq(
            probe_recover(s->insn, 0, 0, probe_run_on_device, device, &found, &stats, &err),
            STATUS_DIFFERS);
        cr_expect(strstr(err.text, "column"), "%s: %s", s->insn->name, err.text);
    }
    free(s);
    device_close(device);
}

/* Recovery of plain and of scrambled machines. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "unit/probe/machine.h"

static uint64_t seed;

static unsigned draw(unsigned below)
{
    seed += UINT64_C(0x9e3779b97f4a7c15); /* splitmix64 (G. Steele et al., 2014) */
    uint64_t z = seed;
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (unsigned)((z ^ z >> 31) % below);
}

static void shuffle(int *order, int n)
{
    for (int x = 0; x < n; x++)
        order[x] = x;
    for (int x = n - 1; x > 0; x--) {
        int y = (int)draw((unsigned)x + 1), t = order[x];
        order[x] = order[y];
        order[y] = t;
    }
}

/* Every place p of table[0 .. n - 1] moves on to step(p). */
static void move(int *table, int n, const int *step)
{
    for (int x = 0; x < n; x++)
        table[x] = step[table[x]];
}

static int n_of(const struct isa_smfmac *insn, enum opmap_operand operand)
{
    return operand == OPMAP_IDX ? N_IDX : opmap_count(insn, operand);
}

static int *table_of(struct scramble *s, enum opmap_operand operand)
{
    return operand == OPMAP_A    ? s->a
           : operand == OPMAP_B  ? s->b
           : operand == OPMAP_CD ? s->d
                                 : s->idx;
}

static void permute_lanes(struct scramble *s, const struct isa_smfmac *insn,
                          enum opmap_operand operand)
{
    int step[MAX_SLOTS], lanes[64], n = n_of(insn, operand), per_lane = n / 64;
    shuffle(lanes, 64);
    for (int x = 0; x < n; x++)
        step[x] = lanes[x / per_lane] * per_lane + x % per_lane;
    move(table_of(s, operand), n, step);
}

/* Elements of every lane alike: what swapped registers and swapped bytes are. */
static void permute_elements(struct scramble *s, const struct isa_smfmac *insn,
                             enum opmap_operand operand, const int *element)
{
    int step[MAX_SLOTS], n = n_of(insn, operand), per_lane = n / 64;
    for (int x = 0; x < n; x++)
        step[x] = x / per_lane * per_lane + element[x % per_lane];
    move(table_of(s, operand), n, step);
}

static void swap_registers(struct scramble *s, const struct isa_smfmac *insn,
                           enum opmap_operand operand)
{
    int element[64], per_lane = n_of(insn, operand) / 64;
    int width = operand == OPMAP_CD ? 32 : isa_type_bits(insn->a_type);
    int per_vgpr = 32 / width, vgprs = per_lane / per_vgpr;
    for (int e = 0; e < per_lane; e++)
        element[e] = (vgprs - 1 - e / per_vgpr) * per_vgpr + e % per_vgpr;
    permute_elements(s, insn, operand, element);
}

static void swap_within_registers(struct scramble *s, const struct isa_smfmac *insn,
                                  enum opmap_operand operand)
{
    int element[64], per_lane = n_of(insn, operand) / 64;
    int per_vgpr = 32 / isa_type_bits(insn->a_type);
    for (int e = 0; e < per_lane; e++)
        element[e] = e / per_vgpr * per_vgpr + (per_vgpr - 1 - e % per_vgpr);
    permute_elements(s, insn, operand, element);
}

static void permute_all(struct scramble *s, const struct isa_smfmac *insn,
                        enum opmap_operand operand)
{
    int step[MAX_SLOTS];
    shuffle(step, n_of(insn, operand));
    move(table_of(s, operand), n_of(insn, operand), step);
}

static void rotate_index(struct scramble *s, int by)
{
    int step[N_IDX];
    for (int x = 0; x < N_IDX; x++)
        step[x] = x / 32 * 32 + (x + by) % 32;
    move(s->idx, N_IDX, step);
}

enum { SELECTOR_BITS = 1, NIBBLE_SELECTORS = 2, NIBBLE_BITS = 3 };

/* Exchanges bits inside the nibbles (XOR of a bit's number), in all of them or in half. */
static void exchange_in_nibbles(struct scramble *s, int flip, bool some)
{
    int step[N_IDX];
    for (int x = 0; x < N_IDX; x++)
        step[x] = x;
    for (int nibble = 0; nibble < N_IDX / 4; nibble++)
        if (!some || draw(2))
            for (int bit = 0; bit < 4; bit++)
                step[4 * nibble + bit] = 4 * nibble + (bit ^ flip);
    move(s->idx, N_IDX, step);
}

static void permute_nibbles(struct scramble *s)
{
    int step[N_IDX], order[N_IDX / 4];
    shuffle(order, N_IDX / 4);
    for (int x = 0; x < N_IDX; x++)
        step[x] = 4 * order[x / 4] + x % 4;
    move(s->idx, N_IDX, step);
}

/* The bits of every lane's word at random: the bits of one selector come from anywhere in it. */
static void permute_index_bits(struct scramble *s)
{
    int step[N_IDX], order[32];
    for (int lane = 0; lane < 64; lane++) {
        shuffle(order, 32);
        for (int bit = 0; bit < 32; bit++)
            step[lane * 32 + bit] = lane * 32 + order[bit];
    }
    move(s->idx, N_IDX, step);
}

static void rotate_d_rows(struct scramble *s, const struct isa_smfmac *insn)
{
    int step[MAX_SLOTS];
    for (int i = 0; i < insn->m; i++) {
        int by = (int)draw((unsigned)insn->n);
        for (int j = 0; j < insn->n; j++)
            step[plain_d(insn, i, j)] = plain_d(insn, i, (j + by) % insn->n);
    }
    move(s->d, insn->m * insn->n, step);
}

static void expect_own_map(const char *what, const struct isa_smfmac *insn, int cbsz, int abid,
                           const struct scramble *scramble)
{
    static struct machine m;
    struct opmap own, map;
    struct error err = {0};
    struct probe_stats stats;
    machine_init(&m, insn, cbsz, abid, scramble);
    cr_assert_eq(machine_map(&m, &own, &err), STATUS_OK);
    enum status status = probe_recover(insn, cbsz, abid, machine_run, &m, &map, &stats, &err);
    cr_assert_eq(status, STATUS_OK, "%s: %s cbsz %d abid %d: %s", what, insn->name, cbsz, abid,
                 err.text);
    cr_expect_eq(m.n_illegal, 0, "%s: %ld illegal nibbles", insn->name, m.n_illegal);
    cr_expect_eq(m.n_inexact, 0, "%s: %ld plans with inexact digits", insn->name, m.n_inexact);
    for (int o = 0; o < OPMAP_N_OPERANDS; o++)
        for (int x = 0; x < opmap_count(insn, o); x++) {
            char coord[OPMAP_TEXT_BYTES], want[OPMAP_TEXT_BYTES], got[OPMAP_TEXT_BYTES];
            cr_assert(opmap_slot_equal(own.slot[o][x], map.slot[o][x]),
                      "%s: %s cbsz %d abid %d: %s is at %s, recovered %s", what, insn->name, cbsz,
                      abid, opmap_coord_text(o, opmap_coord(insn, o, x), coord),
                      opmap_slot_text(own.slot[o][x], want), opmap_slot_text(map.slot[o][x], got));
        }
    opmap_free(&own);
    opmap_free(&map);
}

typedef void scramble_fn(struct scramble *s, const struct isa_smfmac *insn);

/* All instructions, of gfx950 too: the recovery takes sizes from the table alone. */
static void expect_recovered(const char *what, scramble_fn *apply)
{
    static struct scramble s;
    for (int id = 0; id < ISA_N_SMFMAC; id++)
        for (int set = 0; set < isa_index_sets(&isa_smfmacs[id]); set++) {
            scramble_none(&s);
            apply(&s, &isa_smfmacs[id]);
            expect_own_map(what, &isa_smfmacs[id], 0, set, &s);
        }
}

static void nothing(struct scramble *s, const struct isa_smfmac *insn) { (void)s, (void)insn; }

Test(probe_recover, recovers_a_plain_machine_under_every_index_set)
{
    expect_recovered("plain", nothing);
}

/* The tables of docs/probing.md. */
static int n_waves(const struct isa_smfmac *insn, bool shuffled)
{
    static struct machine m;
    static struct scramble s;
    struct opmap map;
    struct probe_stats stats;
    struct error err = {0};
    scramble_none(&s);
    if (shuffled)
        permute_lanes(&s, insn, OPMAP_A);
    machine_init(&m, insn, 0, 0, &s);
    enum status status = probe_recover(insn, 0, 0, machine_run, &m, &map, &stats, &err);
    cr_assert_eq(status, STATUS_OK, "%s", err.text);
    opmap_free(&map);
    return stats.n_waves;
}

Test(probe_recover, takes_as_many_waves_as_the_documentation_says)
{
    static const struct {
        enum isa_smfmac_id id;
        int waves, shuffled;
    } documented[] = {
        {ISA_SMFMAC_f32_16x16x32_f16, 413, 669},
        {ISA_SMFMAC_f32_32x32x16_f16, 221, 477},
        {ISA_SMFMAC_f32_16x16x32_bf16, 461, 717},
        {ISA_SMFMAC_f32_32x32x16_bf16, 245, 501},
        {ISA_SMFMAC_i32_16x16x64_i8, 921, 1433},
        {ISA_SMFMAC_i32_32x32x32_i8, 489, 1001},
        {ISA_SMFMAC_f32_16x16x64_fp8_fp8, 1017, 1529},
        {ISA_SMFMAC_f32_16x16x64_bf8_fp8, 1017, 1529},
        {ISA_SMFMAC_f32_16x16x64_fp8_bf8, 1113, 1625},
        {ISA_SMFMAC_f32_16x16x64_bf8_bf8, 1113, 1625},
        {ISA_SMFMAC_f32_32x32x32_fp8_fp8, 537, 1049},
        {ISA_SMFMAC_f32_32x32x32_bf8_fp8, 537, 1049},
        {ISA_SMFMAC_f32_32x32x32_fp8_bf8, 585, 1097},
        {ISA_SMFMAC_f32_32x32x32_bf8_bf8, 585, 1097},
    };
    for (size_t x = 0; x < sizeof documented / sizeof *documented; x++) {
        const struct isa_smfmac *insn = &isa_smfmacs[documented[x].id];
        cr_expect_eq(n_waves(insn, false), documented[x].waves, "%s", insn->name);
        cr_expect_eq(n_waves(insn, true), documented[x].shuffled, "%s, shuffled", insn->name);
    }
}

Test(probe_recover, cbsz_other_than_0_and_4_reads_the_first_set)
{
    static struct scramble s;
    static const int modifiers[][2] = {{1, 0}, {1, 1}, {4, 0}, {7, 1}, {6, 15}};
    scramble_none(&s);
    for (int id = 0; id < ISA_N_SMFMAC; id++)
        for (size_t m = 0; m < sizeof modifiers / sizeof *modifiers; m++)
            expect_own_map("modifiers", &isa_smfmacs[id], modifiers[m][0], modifiers[m][1], &s);
}

static void a_lanes(struct scramble *s, const struct isa_smfmac *insn)
{
    permute_lanes(s, insn, OPMAP_A);
}
static void b_lanes(struct scramble *s, const struct isa_smfmac *insn)
{
    permute_lanes(s, insn, OPMAP_B);
}
static void d_lanes(struct scramble *s, const struct isa_smfmac *insn)
{
    permute_lanes(s, insn, OPMAP_CD);
}
static void idx_lanes(struct scramble *s, const struct isa_smfmac *insn)
{
    permute_lanes(s, insn, OPMAP_IDX);
}

Test(probe_recover, recovers_permuted_lanes)
{
    expect_recovered("lanes of A", a_lanes);
    expect_recovered("lanes of B", b_lanes);
    expect_recovered("lanes of D", d_lanes);
    expect_recovered("lanes of idx", idx_lanes);
}

static void a_registers(struct scramble *s, const struct isa_smfmac *insn)
{
    swap_registers(s, insn, OPMAP_A);
}
static void b_registers(struct scramble *s, const struct isa_smfmac *insn)
{
    swap_registers(s, insn, OPMAP_B);
}
static void d_registers(struct scramble *s, const struct isa_smfmac *insn)
{
    swap_registers(s, insn, OPMAP_CD);
}

Test(probe_recover, recovers_swapped_registers)
{
    expect_recovered("registers of A", a_registers);
    expect_recovered("registers of B", b_registers);
    expect_recovered("registers of D", d_registers);
}

static void a_bytes(struct scramble *s, const struct isa_smfmac *insn)
{
    swap_within_registers(s, insn, OPMAP_A);
}
static void b_bytes(struct scramble *s, const struct isa_smfmac *insn)
{
    swap_within_registers(s, insn, OPMAP_B);
}

Test(probe_recover, recovers_elements_swapped_within_registers)
{
    expect_recovered("bytes of A", a_bytes);
    expect_recovered("bytes of B", b_bytes);
}

/* In the first 16 lanes, rows of B are told apart by high bits of the lane, elsewhere by low bits
 * of the element: no digit of an 8-bit type holds both. */
Test(probe_recover, tells_rows_of_b_apart_by_several_digits_where_one_does_not_do)
{
    static struct scramble s;
    int step[MAX_SLOTS];
    for (int x = 0; x < MAX_SLOTS; x++) {
        int lane = x / 16, n = x / 4 % 4, p = x % 4;
        step[x] = lane < 16 ? (4 * p + lane % 4) * 16 + 4 * n + lane / 4 : x;
    }
    scramble_none(&s);
    move(s.b, MAX_SLOTS, step);
    expect_own_map("digits", &isa_smfmacs[ISA_SMFMAC_f32_16x16x64_fp8_fp8], 0, 1, &s);
    expect_own_map("digits", &isa_smfmacs[ISA_SMFMAC_i32_16x16x64_i8], 0, 0, &s);
}

static void selector_bits(struct scramble *s, const struct isa_smfmac *insn)
{
    (void)insn;
    exchange_in_nibbles(s, SELECTOR_BITS, false);
}
static void some_selector_bits(struct scramble *s, const struct isa_smfmac *insn)
{
    (void)insn;
    exchange_in_nibbles(s, SELECTOR_BITS, true);
}
static void some_selectors(struct scramble *s, const struct isa_smfmac *insn)
{
    (void)insn;
    exchange_in_nibbles(s, NIBBLE_SELECTORS, true);
}
static void nibble_bits(struct scramble *s, const struct isa_smfmac *insn)
{
    (void)insn;
    exchange_in_nibbles(s, NIBBLE_BITS, false);
}

/* The probe cannot tell exchanged selector bits from exchanged rows of B: only where all A slots of
 * a K group do it are rows 1 and 2 of B the ones to be renamed, and the map says so. */
Test(probe_recover, recovers_exchanged_bits_of_a_nibble)
{
    expect_recovered("selector bits", selector_bits);
    expect_recovered("selector bits of some nibbles", some_selector_bits);
    expect_recovered("selectors of some nibbles", some_selectors);
    expect_recovered("reversed nibbles", nibble_bits);
}

static void nibbles(struct scramble *s, const struct isa_smfmac *insn)
{
    (void)insn;
    permute_nibbles(s);
}

Test(probe_recover, recovers_nibbles_permuted_over_all_lanes)
{
    expect_recovered("nibbles", nibbles);
}

Test(probe_recover, recovers_an_index_shifted_by_any_number_of_bits)
{
    static struct scramble s;
    for (int id = 0; id < ISA_N_SMFMAC; id++)
        for (int by = 1; by < 32; by++) {
            scramble_none(&s);
            rotate_index(&s, by);
            int set = by % isa_index_sets(&isa_smfmacs[id]);
            expect_own_map("shifted index", &isa_smfmacs[id], 0, set, &s);
        }
}

static void index_bits(struct scramble *s, const struct isa_smfmac *insn)
{
    (void)insn;
    permute_index_bits(s);
}

Test(probe_recover, recovers_index_bits_permuted_inside_a_lane)
{
    seed = 7;
    for (int i = 0; i < 3; i++)
        expect_recovered("index bits", index_bits);
}

static void d_rows(struct scramble *s, const struct isa_smfmac *insn) { rotate_d_rows(s, insn); }

Test(probe_recover, recovers_rotated_rows_of_d) { expect_recovered("rows of D", d_rows); }

/* The same products, the K groups of A, idx and B counted from the other end. */
Test(probe_recover, cannot_see_k_groups_renumbered)
{
    static struct machine plain, renumbered;
    static struct scramble s;
    scramble_none(&s);
    for (int id = 0; id < ISA_N_SMFMAC; id++) {
        const struct isa_smfmac *insn = &isa_smfmacs[id];
        machine_init(&plain, insn, 0, 0, &s);
        renumbered = plain;
        int n = isa_k_groups(insn);
        for (int q = 0; q < n; q++) {
            for (int i = 0; i < insn->m; i++)
                for (int slot = 0; slot < 2; slot++) {
                    int a = plain.a[i][q][slot];
                    renumbered.a[i][n - 1 - q][slot] = a;
                    renumbered.low[i][n - 1 - q][slot] = plain.low[i][q][slot];
                    renumbered.high[i][n - 1 - q][slot] = plain.high[i][q][slot];
                    renumbered.term_of_a[a] = (struct term){i, n - 1 - q, slot};
                }
            memcpy(renumbered.b[4 * (n - 1 - q)], plain.b[4 * q], 4 * sizeof *plain.b);
        }
        struct opmap map[2];
        struct error err = {0};
        cr_assert_eq(probe_recover(insn, 0, 0, machine_run, &plain, &map[0], NULL, &err),
                     STATUS_OK);
        cr_assert_eq(probe_recover(insn, 0, 0, machine_run, &renumbered, &map[1], NULL, &err),
                     STATUS_OK);
        for (int o = 0; o < OPMAP_N_OPERANDS; o++)
            for (int x = 0; x < opmap_count(insn, o); x++)
                cr_assert(opmap_slot_equal(map[0].slot[o][x], map[1].slot[o][x]), "%s: %s %d",
                          insn->name, opmap_operand_title(o), x);
        opmap_free(&map[0]);
        opmap_free(&map[1]);
    }
}

/* One to five of all that can be done to a machine. Nibbles whose bits were mixed up are no longer
 * spread over lanes: a map names one lane for both bits of a selector. */
static void compose(struct scramble *s, const struct isa_smfmac *insn)
{
    static const enum opmap_operand matrix[] = {OPMAP_A, OPMAP_B, OPMAP_CD};
    static const enum opmap_operand narrow[] = {OPMAP_A, OPMAP_B};
    bool mixed = false;
    scramble_none(s);
    for (unsigned n = 1 + draw(5); n > 0; n--)
        switch (draw(9)) {
        case 0:
            permute_lanes(s, insn, (enum opmap_operand)draw(OPMAP_N_OPERANDS));
            break;
        case 1:
            swap_registers(s, insn, matrix[draw(3)]);
            break;
        case 2:
            swap_within_registers(s, insn, narrow[draw(2)]);
            break;
        case 3:
            permute_all(s, insn, matrix[draw(3)]);
            break;
        case 4:
            exchange_in_nibbles(s, 1 + (int)draw(3), draw(2));
            break;
        case 5:
            if (mixed)
                permute_lanes(s, insn, OPMAP_IDX);
            else
                permute_nibbles(s);
            break;
        case 6:
            rotate_d_rows(s, insn);
            break;
        case 7:
            permute_index_bits(s);
            mixed = true;
            break;
        default:
            rotate_index(s, 1 + (int)draw(31));
            mixed = true;
            break;
        }
}

Test(probe_recover, recovers_a_hundred_random_compositions)
{
    static struct scramble s;
    for (int composition = 0; composition < 100; composition++)
        for (int id = composition % 4; id < ISA_N_SMFMAC; id += 4) {
            seed = (uint64_t)composition * 100 + (uint64_t)id;
            compose(&s, &isa_smfmacs[id]);
            char what[32];
            snprintf(what, sizeof what, "composition %d", composition);
            int set = composition / 4 % isa_index_sets(&isa_smfmacs[id]);
            expect_own_map(what, &isa_smfmacs[id], 0, set, &s);
        }
}

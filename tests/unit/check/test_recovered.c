#include "scramble.h"

/* Every instruction with every index set. */
typedef void layout_fn(int id, int cbsz, int abid);

static void for_each_layout(layout_fn *claim)
{
    for (int id = 0; id < ISA_N_SMFMAC; id++) {
        for (int abid = 0; abid < isa_index_sets(&isa_smfmacs[id]); abid++)
            claim(id, 0, abid);
        claim(id, 7, 1);
    }
}

static void claim_all_counted(const struct check_report *report)
{
    struct layout_rows lines[LAYOUT_MAX_ROWS];
    for (int o = 0; o < OPMAP_N_OPERANDS; o++) {
        cr_expect_eq(report->operand[o].compared, opmap_count(report->insn, o));
        cr_expect_eq(report->operand[o].inverse_compared, opmap_count(report->insn, o));
    }
    cr_expect_eq(report->rows_compared, layout_row_table(report->insn, lines));
}

static void claim_equal(const struct check_report *report)
{
    cr_expect_eq(report->verdict, CHECK_EQUAL, "%s: %s", report->insn->name,
                 check_verdict_name(report->verdict));
    cr_expect_str_empty(report->blame);
    cr_expect_eq(report->rows_differ, 0);
    for (int o = 0; o < OPMAP_N_OPERANDS; o++) {
        cr_expect_eq(report->operand[o].verdict, CHECK_EQUAL);
        cr_expect_eq(report->operand[o].differ, 0);
        cr_expect_eq(report->operand[o].inverse_differ, 0);
        cr_expect_eq(report->operand[o].first, -1);
    }
}

static void claim_plain(int id, int cbsz, int abid)
{
    struct opmap machine;
    struct check_report report;
    scramble_start(id, cbsz, abid, &machine);
    scramble_check(&machine, &report);
    claim_all_counted(&report);
    claim_equal(&report);
    cr_expect_str_eq(report.labels, "rows by A, idx, CD; columns by B, CD; K groups by A, idx, B; "
                                    "slots by A, idx; selector values by idx, B");
    opmap_free(&machine);
}

Test(recovered, the_documented_machine_is_equal_in_every_element) { for_each_layout(claim_plain); }

/* What the probe numbers by its own convention gets the documents' names back. */
static void claim_named(int id, int cbsz, int abid)
{
    struct opmap machine, recovered, named;
    struct scramble_names names;
    struct error err;
    scramble_start(id, cbsz, abid, &machine);
    scramble_start(id, cbsz, abid, &recovered);
    for (int n = 0; n < opmap_count(machine.insn, OPMAP_A); n++)
        machine.slot[OPMAP_A][n].lane ^= 5; /* rows elsewhere: the names are not the plain ones */
    scramble_probe_names(&machine, &names);
    scramble_selector_names(&machine, &names);
    scramble_rename(&machine, &names, &recovered);
    strcpy(recovered.provenance.device, "a board");
    cr_assert_eq(check_name(&recovered, &named, &err), STATUS_OK);
    cr_expect_str_eq(named.provenance.device, "a board");
    int moved = 0, differ = 0;
    for (int o = 0; o < OPMAP_N_OPERANDS; o++)
        for (int n = 0; n < opmap_count(machine.insn, o); n++) {
            moved += !opmap_slot_equal(recovered.slot[o][n], machine.slot[o][n]);
            differ += !opmap_slot_equal(named.slot[o][n], machine.slot[o][n]);
        }
    cr_expect_gt(moved, 0, "%s", machine.insn->name);
    cr_expect_eq(differ, 0, "%s: %d", machine.insn->name, differ);
    opmap_free(&named);
    opmap_free(&recovered);
    opmap_free(&machine);
}

Test(recovered, names_are_the_documents_where_something_is_to_be_judged_by_it)
{
    for_each_layout(claim_named);
}

/* Names that say nothing: all of them drawn at random. */
static void random_names(const struct isa_smfmac *insn, uint64_t *state,
                         struct scramble_names *names)
{
    scramble_permutation(state, insn->m, names->row);
    scramble_permutation(state, insn->n, names->column);
    scramble_permutation(state, isa_k_groups(insn), names->group);
    for (int q = 0; q < isa_k_groups(insn); q++) {
        names->bits_exchanged[q] = scramble_random(state) & 1;
        for (int i = 0; i < insn->m; i++)
            names->slots_exchanged[i][q] = scramble_random(state) & 1;
    }
}

static void claim_names_do_not_matter(int id, int cbsz, int abid)
{
    struct opmap machine, renamed;
    struct check_report report;
    struct error err;
    struct scramble_names names;
    uint64_t state = (uint64_t)(id * 100 + cbsz * 10 + abid);
    scramble_start(id, cbsz, abid, &machine);
    cr_assert_eq(opmap_init(&renamed, machine.insn, cbsz, abid, &err), STATUS_OK);
    random_names(machine.insn, &state, &names);
    scramble_rename(&machine, &names, &renamed);
    cr_assert_eq(check_recovered(&renamed, &report, &err), STATUS_OK);
    claim_equal(&report);
    opmap_free(&renamed);
    opmap_free(&machine);
}

Test(recovered, renumbered_rows_columns_groups_slots_and_values_are_equal)
{
    for_each_layout(claim_names_do_not_matter);
}

/* Scrambles: where the element sits that the plain machine has at `slot`. */

typedef struct opmap_slot move_fn(const struct isa_smfmac *insn, struct opmap_slot slot);

static struct opmap_slot lanes_stirred(const struct isa_smfmac *insn, struct opmap_slot slot)
{
    (void)insn;
    slot.lane = (uint8_t)((slot.lane * 37 + 11) % 64);
    return slot;
}

static struct opmap_slot registers_swapped(const struct isa_smfmac *insn, struct opmap_slot slot)
{
    (void)insn;
    slot.vgpr ^= 1;
    return slot;
}

static struct opmap_slot halves_swapped(const struct isa_smfmac *insn, struct opmap_slot slot)
{
    (void)insn;
    slot.bit_lo ^= 16;
    slot.bit_hi ^= 16;
    return slot;
}

static struct opmap_slot bytes_swapped(const struct isa_smfmac *insn, struct opmap_slot slot)
{
    (void)insn;
    slot.bit_lo ^= 8;
    slot.bit_hi ^= 8;
    return slot;
}

static struct opmap_slot selector_bits_exchanged(const struct isa_smfmac *insn,
                                                 struct opmap_slot slot)
{
    (void)insn;
    return (struct opmap_slot){slot.lane, slot.vgpr, slot.bit_hi, slot.bit_lo};
}

static struct opmap_slot selectors_exchanged(const struct isa_smfmac *insn, struct opmap_slot slot)
{
    (void)insn;
    slot.bit_lo ^= 2;
    slot.bit_hi ^= 2;
    return slot;
}

static struct opmap_slot first_selector_exchanged(const struct isa_smfmac *insn,
                                                  struct opmap_slot slot)
{
    return slot.bit_lo % 4 ? slot : selector_bits_exchanged(insn, slot);
}

static struct opmap_slot set_shifted(const struct isa_smfmac *insn, struct opmap_slot slot)
{
    (void)insn;
    slot.bit_lo = (slot.bit_lo + 1) % 32;
    slot.bit_hi = (slot.bit_hi + 1) % 32;
    return slot;
}

/* One column further round, in the lanes of each group. */
static struct opmap_slot columns_rotated(const struct isa_smfmac *insn, struct opmap_slot slot)
{
    int edge = insn->n;
    slot.lane = (uint8_t)(slot.lane / edge * edge + (slot.lane + 1) % edge);
    return slot;
}

static struct opmap_slot rows_rotated(const struct isa_smfmac *insn, struct opmap_slot slot)
{
    struct opmap_coord c;
    cr_assert(layout_coord(insn, 0, 0, OPMAP_CD, slot, &c));
    c.i = (c.i + 1) % insn->m;
    return layout_slot(insn, 0, 0, OPMAP_CD, c);
}

static struct opmap_slot transposed(const struct isa_smfmac *insn, struct opmap_slot slot)
{
    struct opmap_coord c, t;
    cr_assert(layout_coord(insn, 0, 0, OPMAP_CD, slot, &c));
    t = c;
    t.i = c.j;
    t.j = c.i;
    return layout_slot(insn, 0, 0, OPMAP_CD, t);
}

static void move(struct opmap *machine, enum opmap_operand operand, move_fn *to)
{
    for (int n = 0; n < opmap_count(machine->insn, operand); n++)
        machine->slot[operand][n] = to(machine->insn, machine->slot[operand][n]);
}

/* How many elements of the machine are not where the documents have them; and the first. */
static int moved_elements(const struct opmap *machine, enum opmap_operand operand, int *first)
{
    struct opmap plain;
    int moved = 0;
    scramble_start(machine->insn->id, machine->cbsz, machine->abid, &plain);
    *first = -1;
    for (int n = 0; n < opmap_count(machine->insn, operand); n++)
        if (!opmap_slot_equal(machine->slot[operand][n], plain.slot[operand][n]) && moved++ == 0)
            *first = n;
    opmap_free(&plain);
    return moved;
}

enum { W16 = 1, W8 = 2, ANY = W16 | W8 };

static const struct {
    const char *what;
    int widths;
    enum opmap_operand operand;
    move_fn *to;
    const char *blame;
} faults[] = {
    {"A lanes", ANY, OPMAP_A, lanes_stirred, "A"},
    {"A lanes rotated by a row", ANY, OPMAP_A, columns_rotated, "A"},
    {"A registers", ANY, OPMAP_A, registers_swapped, "A"},
    {"A halves, 8 bits wide: two groups", W8, OPMAP_A, halves_swapped, "A"},
    {"A halves, 16 bits wide: the slots", W16, OPMAP_A, halves_swapped, "A or idx"},
    {"A bytes: the slots", W8, OPMAP_A, bytes_swapped, "A or idx"},
    {"idx lanes", ANY, OPMAP_IDX, lanes_stirred, "idx"},
    {"idx lanes rotated by a row", ANY, OPMAP_IDX, columns_rotated, "idx"},
    {"idx selectors of a nibble", ANY, OPMAP_IDX, selectors_exchanged, "A or idx"},
    {"idx bits of every selector", ANY, OPMAP_IDX, selector_bits_exchanged, "idx or B"},
    {"idx bits of slot 0's selector", ANY, OPMAP_IDX, first_selector_exchanged, "idx"},
    {"idx set shifted by a bit", ANY, OPMAP_IDX, set_shifted, "idx"},
    {"B lanes", ANY, OPMAP_B, lanes_stirred, "B"},
    {"B lanes rotated by a column", ANY, OPMAP_B, columns_rotated, "B or CD"},
    {"B registers", ANY, OPMAP_B, registers_swapped, "B"},
    {"B halves", ANY, OPMAP_B, halves_swapped, "B"},
    {"B bytes", W8, OPMAP_B, bytes_swapped, "B"},
    {"D lanes", ANY, OPMAP_CD, lanes_stirred, "CD"},
    {"D lanes rotated by a column", ANY, OPMAP_CD, columns_rotated, "B or CD"},
    {"D rows", ANY, OPMAP_CD, rows_rotated, "CD"},
    {"D registers", ANY, OPMAP_CD, registers_swapped, "CD"},
};

static void claim_faults_blamed(int id, int cbsz, int abid)
{
    for (size_t f = 0; f < sizeof faults / sizeof faults[0]; f++) {
        struct opmap machine;
        struct check_report report;
        if (!(faults[f].widths & (isa_type_bits(isa_smfmacs[id].a_type) == 16 ? W16 : W8)))
            continue;
        scramble_start(id, cbsz, abid, &machine);
        move(&machine, faults[f].operand, faults[f].to);
        scramble_check(&machine, &report);
        claim_all_counted(&report);
        cr_expect_eq(report.verdict, CHECK_WRONG);
        cr_expect_str_eq(report.blame, faults[f].blame, "%s, %s: blamed is %s", report.insn->name,
                         faults[f].what, report.blame);
        /* Where the fault can be told apart, it is counted to the element. */
        for (int o = 0, first; o < OPMAP_N_OPERANDS && !strstr(faults[f].blame, " or "); o++) {
            int moved = moved_elements(&machine, o, &first);
            cr_expect_eq(report.operand[o].differ, moved, "%s, %s: %s differs in %d of %d moved",
                         report.insn->name, faults[f].what, opmap_operand_title(o),
                         report.operand[o].differ, moved);
            cr_expect_eq(report.operand[o].inverse_differ, moved);
            cr_expect_eq(report.operand[o].first, first);
            if (moved == 0)
                continue;
            cr_expect(opmap_slot_equal(report.operand[o].found, machine.slot[o][first]));
            cr_expect(opmap_slot_equal(
                report.operand[o].expected,
                layout_slot(report.insn, cbsz, abid, o, opmap_coord(report.insn, o, first))));
        }
        opmap_free(&machine);
    }
}

Test(recovered, a_fault_is_blamed_on_its_operand_or_the_tie_is_named)
{
    for_each_layout(claim_faults_blamed);
}

/* B has four times as many elements as C/D: of the two explanations the smaller is reported. */
Test(recovered, of_two_explanations_the_one_with_fewer_wrong_elements_is_reported)
{
    struct opmap machine;
    struct check_report report;
    scramble_start(ISA_SMFMAC_f32_16x16x64_bf8_bf8, 0, 0, &machine);
    move(&machine, OPMAP_B, columns_rotated);
    scramble_check(&machine, &report);
    cr_expect_str_eq(report.blame, "B or CD");
    cr_expect_eq(report.operand[OPMAP_B].differ, 0);
    cr_expect_eq(report.operand[OPMAP_CD].differ, 256);
    cr_expect_eq(report.rows_differ, 0);
    opmap_free(&machine);
}

/* Half of idx's selectors have their bits exchanged: its offer is then not to exchange any, which
 * is B's offer too. */
Test(recovered, a_tied_vote_changes_no_places)
{
    struct opmap machine;
    struct check_report report;
    scramble_start(ISA_SMFMAC_f32_32x32x16_f16, 0, 3, &machine);
    move(&machine, OPMAP_IDX, first_selector_exchanged);
    scramble_check(&machine, &report);
    cr_expect(strstr(report.labels, "; selector values by idx, B"), "%s", report.labels);
    opmap_free(&machine);
}

static void claim_transposed(int id, int cbsz, int abid)
{
    struct opmap machine;
    struct check_report report;
    scramble_start(id, cbsz, abid, &machine);
    move(&machine, OPMAP_CD, transposed);
    scramble_check(&machine, &report);
    cr_expect_eq(report.verdict, CHECK_TRANSPOSED);
    cr_expect_eq(report.operand[OPMAP_CD].verdict, CHECK_TRANSPOSED);
    cr_expect_eq(report.operand[OPMAP_CD].differ, report.insn->m * (report.insn->m - 1));
    cr_expect_gt(report.rows_differ, 0);
    cr_expect_str_eq(report.blame, "CD");
    opmap_free(&machine);
}

Test(recovered, an_exchange_of_i_and_j_is_called_transposed) { for_each_layout(claim_transposed); }

/* Two neighbours change places: no name may move for it. */
static void claim_two_elements(int id, int cbsz, int abid)
{
    for (int o = 0; o < OPMAP_N_OPERANDS; o++) {
        struct opmap machine;
        struct check_report report;
        int count = opmap_count(&isa_smfmacs[id], o), one = count / 3, other = 2 * count / 3;
        scramble_start(id, cbsz, abid, &machine);
        struct opmap_slot slot = machine.slot[o][one];
        machine.slot[o][one] = machine.slot[o][other];
        machine.slot[o][other] = slot;
        scramble_check(&machine, &report);
        cr_expect_eq(report.operand[o].differ, 2, "%s %s", report.insn->name,
                     opmap_operand_title(o));
        cr_expect_eq(report.operand[o].first, one);
        cr_expect_str_eq(report.blame, opmap_operand_title(o), "%s: %s", report.insn->name,
                         report.blame);
        opmap_free(&machine);
    }
}

Test(recovered, two_exchanged_elements_are_two_wrong_elements)
{
    for_each_layout(claim_two_elements);
}

/* The K groups of A, idx and B at each other's places: the same machine. */
static void claim_renumbered_groups(int id, int cbsz, int abid)
{
    struct opmap machine, plain;
    struct check_report report;
    int to[32];
    uint64_t state = (uint64_t)id;
    scramble_start(id, cbsz, abid, &machine);
    scramble_start(id, cbsz, abid, &plain);
    const struct isa_smfmac *insn = machine.insn;
    scramble_permutation(&state, isa_k_groups(insn), to);
    for (int o = OPMAP_A; o <= OPMAP_B; o++)
        for (int n = 0; n < opmap_count(insn, o); n++) {
            struct opmap_coord c = opmap_coord(insn, o, n);
            if (o == OPMAP_B)
                c.k = 4 * to[c.k / 4] + c.k % 4;
            else
                c.q = to[c.q];
            machine.slot[o][n] = plain.slot[o][opmap_ordinal(insn, o, c)];
        }
    scramble_check(&machine, &report);
    claim_equal(&report);
    opmap_free(&plain);
    opmap_free(&machine);
}

Test(recovered, k_groups_renumbered_in_a_idx_and_b_alike_are_equal)
{
    for_each_layout(claim_renumbered_groups);
}

/* Several faults at once. */

Test(recovered, rows_renumbered_three_ways_name_every_pair)
{
    struct opmap machine;
    struct check_report report;
    scramble_start(ISA_SMFMAC_f32_32x32x32_fp8_bf8, 0, 1, &machine);
    move(&machine, OPMAP_A, columns_rotated); /* A's lanes go by row */
    move(&machine, OPMAP_CD, rows_rotated);
    move(&machine, OPMAP_CD, rows_rotated);
    scramble_check(&machine, &report);
    cr_expect_str_eq(report.blame, "A+idx or A+CD or idx+CD");
    opmap_free(&machine);
}

/* All places of an operand's elements exchanged at random. */
static void stir(struct opmap *machine, enum opmap_operand operand, uint64_t *state)
{
    static int to[2048];
    static struct opmap_slot slots[2048];
    int count = opmap_count(machine->insn, operand);
    scramble_permutation(state, count, to);
    memcpy(slots, machine->slot[operand], (size_t)count * sizeof slots[0]);
    for (int n = 0; n < count; n++)
        machine->slot[operand][n] = slots[to[n]];
}

static void expected_set(unsigned set, char *text)
{
    text[0] = 0;
    for (int o = 0; o < OPMAP_N_OPERANDS; o++)
        if (set & 1u << o) {
            strcat(text, text[0] ? "+" : "");
            strcat(text, opmap_operand_title(o));
        }
}

/* Whatever is stirred, the operands that are not say where the rest should be. */
Test(recovered, random_scrambles_are_blamed_on_just_what_was_scrambled)
{
    uint64_t state = 2024;
    for (int round = 0; round < 100; round++) {
        struct opmap machine;
        struct check_report report;
        char blame[32];
        int id = round % ISA_N_SMFMAC;
        unsigned set = 1 + scramble_random(&state) % 15;
        scramble_start(id, 0, round % isa_index_sets(&isa_smfmacs[id]), &machine);
        for (int o = 0; o < OPMAP_N_OPERANDS; o++)
            if (set & 1u << o)
                stir(&machine, o, &state);
        scramble_check(&machine, &report);
        expected_set(set, blame);
        cr_expect_str_eq(report.blame, blame, "round %d, %s: stirred %s, blamed %s", round,
                         report.insn->name, blame, report.blame);
        for (int o = 0; o < OPMAP_N_OPERANDS; o++)
            cr_expect_eq(report.operand[o].verdict, set & 1u << o ? CHECK_WRONG : CHECK_EQUAL);
        opmap_free(&machine);
    }
}

Test(recovered, what_probing_could_not_recover_keeps_its_reason)
{
    struct check_report report;
    struct opmap_provenance provenance = {.source = OPMAP_EMULATED, .arch = "gfx942"};
    check_not_recoverable(&isa_smfmacs[3], 0, 2, &provenance, "v1{3}[7:0] lights no row", &report);
    cr_expect_eq(report.verdict, CHECK_NOT_RECOVERABLE);
    cr_expect_str_eq(report.reason, "v1{3}[7:0] lights no row");
    cr_expect_eq(report.abid, 2);
    cr_expect_eq(report.provenance.source, OPMAP_EMULATED);
}

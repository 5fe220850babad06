/* What one recovery knows, and the steps that fill it in; private to probe/.
 *
 * A slot is named by its number: lane * (elements a lane) + element for A, B and C/D,
 * lane * 32 + bit for an index bit. That names registers, it says nothing about the matrix.
 */
#ifndef PROBE_RECOVERY_H
#define PROBE_RECOVERY_H

#include "probe/probe.h"

/* Sizes of the largest instruction in the table, f32_32x32x64 and f32_16x16x128 of gfx950. */
enum {
    MAX_A_SLOTS = 1024,
    MAX_B_SLOTS = 2048,
    MAX_D_SLOTS = 1024,
    MAX_ROWS = 32,
    MAX_COLUMNS = 32,
    MAX_DEPTH = 128,
    MAX_GROUPS = MAX_DEPTH / 4,
    MAX_TURNS = MAX_DEPTH / 2,
    MAX_SHIFTS = 11,
    N_IDX_BITS = ISA_LANES * ISA_VGPR_BITS,
};

/* How idx is filled in one experiment: nibble_1 where bit choice_bit of a nibble's number is set,
 * nibble_0 elsewhere. */
struct pattern {
    uint8_t nibble_0, nibble_1, choice_bit;
};

enum {
    N_CHOICE_BITS = 9, /* 64 lanes of 8 nibbles */
    N_FIRST_PATTERNS = 3,
    N_UNIFORM_PATTERNS = 6,
    N_PATTERNS = N_UNIFORM_PATTERNS + 2 * N_CHOICE_BITS,
};

/* A digit of the B slot's number, carried by the B values of one wave. */
struct digits {
    int n, shift[MAX_SHIFTS];
};

struct recovery {
    const struct isa_smfmac *insn;
    int cbsz, abid;
    probe_run_fn *run;
    void *context;
    struct probe_stats stats;

    int n_a, n_b, n_d; /* slots: M * K / 2, K * N, M * N */
    int digit_bits;    /* a B value holds 1 .. 2^digit_bits exactly */

    /* rows.c: numbered by their lowest A slot. lit[a] is a set of D slots. */
    uint64_t lit[MAX_A_SLOTS][MAX_D_SLOTS / 64];
    uint8_t row_of_a[MAX_A_SLOTS], row_of_d[MAX_D_SLOTS];
    uint16_t d_of_row[MAX_ROWS][MAX_COLUMNS]; /* ascending */

    /* schedule.c: hot[turn][row], every A slot once */
    int n_turns;
    uint16_t hot[MAX_TURNS][MAX_ROWS];

    /* reach.c: what was seen. reached[p][a] is the B slot that A slot a met under pattern p, in the
     * first D slot of its row. Parents are of union-find forests. */
    uint16_t reached[N_PATTERNS][MAX_A_SLOTS];
    bool b_reached[MAX_B_SLOTS];
    uint16_t same_column[MAX_B_SLOTS + MAX_D_SLOTS]; /* B slots, then D slots */
    uint16_t same_depth[MAX_B_SLOTS];
    uint16_t d_in_column[MAX_B_SLOTS + MAX_D_SLOTS][MAX_ROWS]; /* of a root: its D slots by row */

    /* structure.c: what that says about columns (numbered by their lowest B slot), rows of B (the
     * same) and K groups (by their lowest A slot; their rows of B ascending) */
    uint8_t column_of_b[MAX_B_SLOTS], column_of_d[MAX_D_SLOTS];
    uint8_t depth_of_b[MAX_B_SLOTS], group_of_a[MAX_A_SLOTS];
    uint16_t b_at[MAX_DEPTH][MAX_COLUMNS];
    uint8_t group_depth[MAX_GROUPS][4];

    /* steer.c: the index bits that each A slot obeys, and the selector value of a row of B */
    uint16_t low_bit[MAX_A_SLOTS], high_bit[MAX_A_SLOTS];
    uint8_t selector_of_depth[MAX_DEPTH];
};

/* Waves.c. */

/* One launch: plans going in, D registers coming out. */
struct launch {
    int n, capacity;
    struct probe_plan *plans;
    uint32_t *out;
};

enum status launch_init(const struct recovery *r, int capacity, struct launch *launch,
                        struct error *err);
void launch_free(struct launch *launch);
/* The next plan: A cold, B all ones, idx uniformly the legal nibble 4, C zero. */
struct probe_plan *launch_add(const struct recovery *r, struct launch *launch);
enum status launch_run(struct recovery *r, struct launch *launch, struct error *err);
const uint32_t *launch_d(const struct recovery *r, const struct launch *launch, int wave);

/* Makes A slot `a` hot. Its lane must be cold. */
void plan_heat(const struct recovery *r, struct probe_plan *plan, int a);

extern const struct pattern patterns[N_PATTERNS];
void plan_pattern(struct probe_plan *plan, const struct pattern *pattern);
/* Whether the plan writes a 1 into an index bit. */
bool pattern_bit(const struct pattern *pattern, int idx_bit);

void plan_digit(const struct recovery *r, struct probe_plan *plan, int shift);
/* The D bits that the number x (a count, a tag, a digit plus one) comes out as, and back: the
 * latter is -1 for what is no whole number of 0 .. 2^16. */
uint32_t d_bits_of(const struct recovery *r, int x);
int d_number(const struct recovery *r, uint32_t bits);

/* Slots and values, as messages name them. */
enum { NONE = 0xffff }; /* no slot, in a table of slots */
struct slot_text {
    char s[OPMAP_TEXT_BYTES];
};
struct opmap_slot a_slot(const struct recovery *r, int a);
struct opmap_slot b_slot(const struct recovery *r, int b);
struct opmap_slot d_slot(const struct recovery *r, int d);
struct slot_text a_text(const struct recovery *r, int a);
struct slot_text b_text(const struct recovery *r, int b);
struct slot_text d_text(const struct recovery *r, int d);
struct slot_text idx_text(int idx_bit);
struct slot_text value_text(const struct recovery *r, uint32_t d_bits);

/* The steps; STATUS_DIFFERS where the evidence contradicts itself. */

/* D's slots are C's; which D slots each A slot lights up. */
enum status rows_find(struct recovery *r, struct error *err);

/* Fills hot[][]. Every row has K/2 A slots (rows_find has seen to that), so as many turns do. */
void schedule_make(struct recovery *r);

/* Nothing met yet. */
void reach_init(struct recovery *r);
/* Runs patterns first .. first + n - 1 with all digits and joins what is met together. */
enum status reach_find(struct recovery *r, int first, int n, struct error *err);
/* The same with the structure known: only as many digits as tell the candidates apart. */
enum status reach_choose(struct recovery *r, int first, int n, struct error *err);

/* Columns, rows of B and K groups out of what the first n patterns met. */
enum status structure_find(struct recovery *r, int n_patterns, struct error *err);

/* Index bits out of what all patterns met. */
enum status steer_find(struct recovery *r, struct error *err);

#endif

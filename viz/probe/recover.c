/* The steps of a recovery in their order, and the map that they end in. */
#include <assert.h>
#include <stdlib.h>

#include "probe/recovery.h"

/* Bits of a digit: 1 .. 2^bits are exact in the type (significands of 11, 8, 4 and 3 bits; i8 goes
 * to 127). */
static int exact_digit_bits(enum isa_type type)
{
    switch (type) {
    case ISA_F16:
        return 11;
    case ISA_BF16:
        return 8;
    case ISA_I8:
        return 6;
    case ISA_FP8:
        return 4;
    default:
        assert(type == ISA_BF8);
        return 3;
    }
}

static enum status gather(struct recovery *r, struct error *err)
{
    enum status status = rows_find(r, err);
    if (status != STATUS_OK)
        return status;
    schedule_make(r);
    reach_init(r);

    /* Once a few patterns have shown all of B, the rest only chooses among what is known. */
    int first = N_FIRST_PATTERNS, rest = N_PATTERNS - N_FIRST_PATTERNS;
    status = reach_find(r, 0, first, err);
    if (status != STATUS_OK)
        return status;
    if (structure_find(r, first, NULL) == STATUS_OK) {
        status = reach_choose(r, first, rest, err);
    } else {
        status = reach_find(r, first, rest, err);
        if (status == STATUS_OK)
            status = structure_find(r, N_PATTERNS, err);
    }
    return status == STATUS_OK ? steer_find(r, err) : status;
}

static void put(struct opmap *map, enum opmap_operand operand, struct opmap_coord coord,
                struct opmap_slot slot)
{
    map->slot[operand][opmap_ordinal(map->insn, operand, coord)] = slot;
}

/* Rows, columns and K groups are numbered by their lowest slots already; here K groups, selectors
 * and the order of a pair's slots become coordinates. */
static enum status write_map(const struct recovery *r, struct opmap *map, struct error *err)
{
    enum status status = opmap_init(map, r->insn, r->cbsz, r->abid, err);
    if (status != STATUS_OK)
        return status;
    bool have_lower[MAX_ROWS][MAX_GROUPS] = {{false}};
    for (int a = 0; a < r->n_a; a++) {
        int i = r->row_of_a[a], q = r->group_of_a[a];
        struct opmap_coord coord = {.i = i, .q = q, .s = have_lower[i][q], .j = -1, .k = -1};
        have_lower[i][q] = true;
        put(map, OPMAP_A, coord, a_slot(r, a));
        put(map, OPMAP_IDX, coord,
            (struct opmap_slot){.lane = (uint8_t)(r->low_bit[a] / ISA_VGPR_BITS),
                                .bit_lo = (uint8_t)(r->low_bit[a] % ISA_VGPR_BITS),
                                .bit_hi = (uint8_t)(r->high_bit[a] % ISA_VGPR_BITS)});
    }
    for (int q = 0; q < isa_k_groups(r->insn); q++)
        for (int n = 0; n < 4; n++)
            for (int j = 0; j < r->insn->n; j++) {
                int depth = r->group_depth[q][n];
                struct opmap_coord coord = {
                    .i = -1, .j = j, .k = 4 * q + r->selector_of_depth[depth], .q = -1, .s = -1};
                put(map, OPMAP_B, coord, b_slot(r, r->b_at[depth][j]));
            }
    for (int d = 0; d < r->n_d; d++)
        put(map, OPMAP_CD,
            (struct opmap_coord){
                .i = r->row_of_d[d], .j = r->column_of_d[d], .k = -1, .q = -1, .s = -1},
            d_slot(r, d));
    return STATUS_OK;
}

enum status probe_recover(const struct isa_smfmac *insn, int cbsz, int abid, probe_run_fn *run,
                          void *context, struct opmap *map, struct probe_stats *stats,
                          struct error *err)
{
    enum status status = isa_check_modifiers(insn, cbsz, abid, err);
    if (status != STATUS_OK)
        return status;
    struct recovery *r = calloc(1, sizeof *r);
    if (!r)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    r->insn = insn;
    r->cbsz = cbsz;
    r->abid = abid;
    r->run = run;
    r->context = context;
    r->n_a = isa_a_elements(insn) * ISA_LANES;
    r->n_b = isa_b_elements(insn) * ISA_LANES;
    r->n_d = isa_cd_elements(insn) * ISA_LANES;
    r->digit_bits = exact_digit_bits(insn->b_type);
    assert(r->n_a <= MAX_A_SLOTS && r->n_b <= MAX_B_SLOTS && r->n_d <= MAX_D_SLOTS);
    assert(insn->m <= MAX_ROWS && insn->n <= MAX_COLUMNS && insn->k <= MAX_DEPTH);

    status = gather(r, err);
    if (status == STATUS_OK)
        status = write_map(r, map, err);
    if (stats)
        *stats = r->stats;
    free(r);
    return status;
}

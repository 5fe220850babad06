/* A machine in software that multiplies through slot tables, for tests of the recovery.
 *
 * Written from FACTS section 4 alone: it shares nothing with viz/layout and viz/emu. A scramble
 * permutes the tables; a fault makes it no matrix product. It runs probe plans, and refuses those
 * that a real device might not like: illegal nibbles, and B values that are not exact.
 */
#ifndef TESTS_MACHINE_H
#define TESTS_MACHINE_H

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "probe/probe.h"

enum { MAX_SLOTS = 2048, MAX_M = 32, MAX_K = 128, N_IDX = 64 * 32 };

/* "This A slot" is slot 1 of row 2, K group 1, which meets selectors 1, 2 and 3. */
enum fault {
    NO_FAULT,
    D_NOT_C,           /* D is written one lane further on than C is read */
    A_IGNORED,         /* this A slot is not used */
    NEXT_IGNORED,      /* its next two neighbours are not, which leaves lanes 2 and 50 of four */
    A_FEEDS_TWO_ROWS,  /* it is used for the next row, too */
    A_IN_OTHER_ROW,    /* it is used for the next row instead */
    PRODUCT_MISSING,   /* its product in column 5 is not made */
    PRODUCT_DOUBLED,   /* ... counts twice */
    PRODUCT_SWAPPED,   /* ... counts twice, that of its next neighbour not at all */
    VALUE_TOO_LARGE,   /* ... is that of a larger B value, but for 1 */
    COLUMNS_SKEWED,    /* the odd K groups of odd rows use the next column of B */
    ROWS_APART,        /* the upper rows read even K groups of B alone, the lower ones odd ones */
    B_READ_TWICE,      /* selector 3 of K group 1 reads what selector 2 reads */
    COLUMN_ASTRAY,     /* in column 5 this A slot reads selector 0 for 3 */
    GROUP_ASTRAY,      /* this A slot reads K group 2 for selector 3 */
    GROUP_SPLIT,       /* K group 1's slots 0 read selectors 0, 1 alone, its slots 1 read 2, 3 */
    GROUP_OF_FIVE,     /* selector 2 of odd rows' slot 1 in K group 1 reads a row of K group 2 */
    NIBBLE_ASTRAY,     /* under nibble D this A slot reads K group 2 */
    NIBBLE_MISREAD,    /* under nibble D this A slot reads selector 2 */
    SELECTORS_SHARED,  /* it obeys the index bits of slot 0 */
    INDEX_BIT_IGNORED, /* its high selector bit is always 0 */
    SELECTORS_DIFFER,  /* it counts selectors from 3 down to 0 */
    N_FAULTS
};

struct term {
    int i, q, s;
};

struct machine {
    const struct isa_smfmac *insn;
    int cbsz, abid, n_a, n_b, n_d;
    enum fault fault;
    int a[MAX_M][MAX_K / 4][2], low[MAX_M][MAX_K / 4][2], high[MAX_M][MAX_K / 4][2];
    int b[MAX_K][MAX_M], d[MAX_M][MAX_M];
    struct term term_of_a[MAX_SLOTS];
    long n_illegal, n_inexact; /* what no plan may do */
};

/* Slot permutations: plain place -> place of this machine. */
struct scramble {
    int a[MAX_SLOTS], b[MAX_SLOTS], d[MAX_SLOTS], idx[N_IDX];
};

static inline void scramble_none(struct scramble *s)
{
    for (int x = 0; x < MAX_SLOTS; x++)
        s->a[x] = s->b[x] = s->d[x] = s->idx[x] = x;
}

/* FACTS section 4: A of lane M g + i, element 2 n + s, meets B of lane M gb + j, by selector p. */
static inline int plain_b(const struct isa_smfmac *insn, int g, int n, int p, int j)
{
    int groups = insn->k / (64 / insn->m) / 4, elements = 4 * groups;
    int gb = g, e = 4 * n + p;
    if (insn->arch == ISA_GFX950 && insn->m == 16) {
        gb = 2 * (g % 2) + n / (groups / 2);
        e = elements / 2 * (g / 2) + 4 * (n % (groups / 2)) + p;
    } else if (insn->arch == ISA_GFX950) {
        gb = n / (groups / 2);
        e = elements / 2 * g + 4 * (n % (groups / 2)) + p;
    }
    return (insn->m * gb + j) * elements + e;
}

static inline int plain_d(const struct isa_smfmac *insn, int i, int j)
{
    int per_lane = insn->m * insn->n / 64;
    int lane = insn->m == 16 ? 16 * (i / 4) + j : 32 * (i / 4) % 64 + j;
    int vgpr = insn->m == 16 ? i % 4 : 4 * (i / 8) + i % 4;
    return lane * per_lane + vgpr;
}

static inline void machine_init(struct machine *m, const struct isa_smfmac *insn, int cbsz,
                                int abid, const struct scramble *by)
{
    memset(m, 0, sizeof *m);
    m->insn = insn;
    m->cbsz = cbsz;
    m->abid = abid;
    m->n_a = insn->m * insn->k / 2;
    m->n_b = insn->k * insn->n;
    m->n_d = insn->m * insn->n;
    int lane_groups = 64 / insn->m, groups = insn->k / lane_groups / 4;
    int sets = 8 / groups, base = 4 * groups * ((cbsz & 3) == 0 && sets > 1 ? abid : 0);
    for (int i = 0; i < insn->m; i++)
        for (int g = 0; g < lane_groups; g++)
            for (int n = 0; n < groups; n++)
                for (int s = 0; s < 2; s++) {
                    int q = g * groups + n, lane = insn->m * g + i;
                    int bit = lane * 32 + base + 4 * n + 2 * s;
                    int a = by->a[lane * 2 * groups + 2 * n + s];
                    m->a[i][q][s] = a;
                    m->term_of_a[a] = (struct term){i, q, s};
                    m->low[i][q][s] = by->idx[bit];
                    m->high[i][q][s] = by->idx[bit + 1];
                }
    for (int q = 0; q < insn->k / 4; q++)
        for (int p = 0; p < 4; p++)
            for (int j = 0; j < insn->n; j++)
                m->b[4 * q + p][j] = by->b[plain_b(insn, q / groups, q % groups, p, j)];
    for (int i = 0; i < insn->m; i++)
        for (int j = 0; j < insn->n; j++)
            m->d[i][j] = by->d[plain_d(insn, i, j)];
}

static inline int plan_bit(const struct probe_plan *plan, int bit)
{
    unsigned choice = (unsigned)(bit / 4) >> plan->choice_bit & 1;
    return (int)((choice ? plan->nibble_1 : plan->nibble_0) >> bit % 4 & 1);
}

static inline bool is_this(struct term t) { return t.i == 2 && t.q == 1 && t.s == 1; }

/* The row of B that an A slot meets in column j. */
static inline int met(const struct machine *m, const struct probe_plan *plan, struct term t, int j)
{
    int s = m->fault == SELECTORS_SHARED && is_this(t) ? 0 : t.s, q = t.q;
    int p = plan_bit(plan, m->low[t.i][t.q][s]) + 2 * plan_bit(plan, m->high[t.i][t.q][s]);
    bool nibble_d = plan->nibble_0 == 0xD && plan->nibble_1 == 0xD;
    switch (m->fault) {
    case ROWS_APART:
        q = t.i < m->insn->m / 2 ? q & ~1 : q | 1;
        break;
    case B_READ_TWICE:
        p = q == 1 && p == 3 ? 2 : p;
        break;
    case COLUMN_ASTRAY:
        p = is_this(t) && j == 5 && p == 3 ? 0 : p;
        break;
    case GROUP_ASTRAY:
        q = is_this(t) && p == 3 ? 2 : q;
        break;
    case GROUP_SPLIT:
        p = q == 1 ? 2 * t.s + p % 2 : p;
        break;
    case GROUP_OF_FIVE:
        if (q == 1 && t.s == 1 && t.i % 2 && p == 2)
            return 4 * 2 + 3;
        p = q == 2 && p == 3 ? 2 : p;
        break;
    case NIBBLE_ASTRAY:
        q = is_this(t) && nibble_d ? 2 : q;
        break;
    case NIBBLE_MISREAD:
        p = is_this(t) && nibble_d ? 2 : p;
        break;
    case INDEX_BIT_IGNORED:
        p = is_this(t) ? p & 1 : p;
        break;
    case SELECTORS_DIFFER:
        p = is_this(t) ? 3 - p : p;
        break;
    default:
        break;
    }
    return 4 * q + p;
}

/* How often the product of an A slot counts in column j. */
static inline int times(const struct machine *m, struct term t, int j)
{
    /* Its neighbours sit at the same element of the next two lane groups. */
    int groups = m->insn->k / (64 / m->insn->m) / 4;
    bool is_next = t.i == 2 && t.q == 1 + groups && t.s == 1;
    bool is_second = t.i == 2 && t.q == 1 + 2 * groups && t.s == 1;
    switch (m->fault) {
    case A_IGNORED:
        return !is_this(t);
    case NEXT_IGNORED:
        return !is_next && !is_second;
    case PRODUCT_MISSING:
        return !(is_this(t) && j == 5);
    case PRODUCT_DOUBLED:
        return 1 + (is_this(t) && j == 5);
    case PRODUCT_SWAPPED:
        return 1 + (is_this(t) && j == 5) - (is_next && j == 5);
    default:
        return 1;
    }
}

static inline void add_products(const struct machine *m, const struct probe_plan *plan,
                                struct term t, int row, int *d)
{
    bool skew = m->fault == COLUMNS_SKEWED && t.i % 2 && t.q % 2;
    for (int j = 0; j < m->insn->n; j++) {
        int b = m->b[met(m, plan, t, j)][(j + skew) % m->insn->n];
        int value = (int)(((unsigned)b >> plan->digit_shift) & plan->digit_mask) + 1;
        if (m->fault == VALUE_TOO_LARGE && is_this(t) && j == 5 && value > 1)
            value += m->n_b;
        d[m->d[row][j]] += value * times(m, t, j);
    }
}

static inline void multiply(const struct machine *m, const struct probe_plan *plan, int *d)
{
    int per_lane = m->n_a / 64, d_per_lane = m->n_d / 64;
    for (int slot = 0; slot < m->n_d; slot++) {
        int to = m->fault == D_NOT_C ? (slot + d_per_lane) % m->n_d : slot;
        d[to] = plan->tag_c ? slot : 0;
    }
    for (int lane = 0; lane < 64; lane++) {
        if (plan->hot[lane] >= per_lane)
            continue;
        struct term t = m->term_of_a[lane * per_lane + plan->hot[lane]];
        if (m->fault != A_IN_OTHER_ROW || !is_this(t))
            add_products(m, plan, t, t.i, d);
        if ((m->fault == A_IN_OTHER_ROW || m->fault == A_FEEDS_TWO_ROWS) && is_this(t))
            add_products(m, plan, t, t.i + 1, d);
    }
}

static inline bool legal(unsigned nibble) { return (nibble & 3) < nibble >> 2 && nibble < 16; }

static inline bool exact(enum isa_type type, unsigned x)
{
    unsigned most = type == ISA_F16    ? 2048
                    : type == ISA_BF16 ? 256
                    : type == ISA_I8   ? 127
                    : type == ISA_FP8  ? 16
                                       : 8;
    return x <= most;
}

/* The probe_run_fn of a machine. */
static inline enum status machine_run(void *context, const struct isa_smfmac *insn,
                                      const struct probe_plan *plans, int n_waves, uint32_t *out,
                                      struct error *err)
{
    struct machine *m = context;
    int d[MAX_SLOTS];
    for (int w = 0; w < n_waves; w++) {
        const struct probe_plan *plan = &plans[w];
        if (insn != m->insn || plan->cbsz != (unsigned)m->cbsz || plan->abid != (unsigned)m->abid)
            return error_set(err, STATUS_INTERNAL, "a plan for another instruction");
        m->n_illegal += !legal(plan->nibble_0) + !legal(plan->nibble_1);
        unsigned most = (unsigned)(m->n_b - 1) >> plan->digit_shift;
        m->n_inexact +=
            !exact(insn->b_type, (most < plan->digit_mask ? most : plan->digit_mask) + 1);
        multiply(m, plan, d);
        for (int slot = 0; slot < m->n_d; slot++)
            *out++ = insn->cd_type == ISA_F32 ? bits_of_f32((float)d[slot]) : (uint32_t)d[slot];
    }
    return STATUS_OK;
}

/* The machine's own map, under the labels that probe.h promises. */

static int *order_by; /* what compare_order sorts by */
static inline int compare_order(const void *left, const void *right)
{
    const int *l = left, *r = right;
    return (order_by[*l] > order_by[*r]) - (order_by[*l] < order_by[*r]);
}

/* order[new label] = old label, by the lowest slot of each. */
static inline void order_labels(int *lowest, int n, int *order)
{
    for (int x = 0; x < n; x++)
        order[x] = x;
    order_by = lowest;
    qsort(order, (size_t)n, sizeof *order, compare_order);
}

static inline int least(int x, int y) { return x < y ? x : y; }

struct labels {
    int row[MAX_M], column[MAX_M], group[MAX_K / 4]; /* old label of a new one */
};

static inline void find_labels(const struct machine *m, struct labels *labels)
{
    int row[MAX_M], column[MAX_M], group[MAX_K / 4];
    for (int x = 0; x < MAX_M; x++)
        row[x] = column[x] = group[x] = MAX_SLOTS;
    for (int i = 0; i < m->insn->m; i++)
        for (int q = 0; q < m->insn->k / 4; q++)
            for (int s = 0; s < 2; s++) {
                row[i] = least(row[i], m->a[i][q][s]);
                group[q] = least(group[q], m->a[i][q][s]);
            }
    for (int k = 0; k < m->insn->k; k++)
        for (int j = 0; j < m->insn->n; j++)
            column[j] = least(column[j], m->b[k][j]);
    order_labels(row, m->insn->m, labels->row);
    order_labels(column, m->insn->n, labels->column);
    order_labels(group, m->insn->k / 4, labels->group);
}

static inline struct opmap_slot slot_of(int number, int per_lane, int width)
{
    int bit = number % per_lane * width;
    return (struct opmap_slot){(uint8_t)(number / per_lane), (uint8_t)(bit / 32),
                               (uint8_t)(bit % 32), (uint8_t)(bit % 32 + width - 1)};
}

static inline int lowest_b(const struct machine *m, int k)
{
    int lowest = MAX_SLOTS;
    for (int j = 0; j < m->insn->n; j++)
        lowest = least(lowest, m->b[k][j]);
    return lowest;
}

static inline enum status machine_map(const struct machine *m, struct opmap *map, struct error *err)
{
    const struct isa_smfmac *insn = m->insn;
    enum status status = opmap_init(map, insn, m->cbsz, m->abid, err);
    if (status != STATUS_OK)
        return status;
    struct labels old;
    find_labels(m, &old);
    for (int q = 0; q < insn->k / 4; q++) {
        int oq = old.group[q];
        bool exchange = lowest_b(m, 4 * oq + 1) > lowest_b(m, 4 * oq + 2);
        for (int i = 0; i < insn->m; i++) {
            int oi = old.row[i], first = m->a[oi][oq][0] > m->a[oi][oq][1];
            for (int s = 0; s < 2; s++) {
                int os = s ^ first, ordinal = (i * insn->k / 4 + q) * 2 + s;
                int low = exchange ? m->high[oi][oq][os] : m->low[oi][oq][os];
                int high = exchange ? m->low[oi][oq][os] : m->high[oi][oq][os];
                map->slot[OPMAP_A][ordinal] =
                    slot_of(m->a[oi][oq][os], m->n_a / 64, isa_type_bits(insn->a_type));
                map->slot[OPMAP_IDX][ordinal] = (struct opmap_slot){
                    (uint8_t)(low / 32), 0, (uint8_t)(low % 32), (uint8_t)(high % 32)};
            }
        }
        for (int p = 0; p < 4; p++)
            for (int j = 0; j < insn->n; j++) {
                int op = exchange && (p == 1 || p == 2) ? 3 - p : p;
                map->slot[OPMAP_B][(4 * q + p) * insn->n + j] = slot_of(
                    m->b[4 * oq + op][old.column[j]], m->n_b / 64, isa_type_bits(insn->b_type));
            }
    }
    for (int i = 0; i < insn->m; i++)
        for (int j = 0; j < insn->n; j++)
            map->slot[OPMAP_CD][i * insn->n + j] =
                slot_of(m->d[old.row[i]][old.column[j]], m->n_d / 64, 32);
    return STATUS_OK;
}

#endif

/* Sums whose results a slow model gives (tests/arithmetic/), executed: a row of A and a column of B
 * are one sum, an SMFMAC is as many as it has rows. */
#include "unit/vectors.h"

#include "base/bits.h"
#include "base/numfmt.h"
#include "layout/layout.h"
#include "probe/probe.h"

static const int pairs[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};

struct registers {
    uint32_t a[64 * 2], b[64 * 4], c[64 * 16], idx[64], d[64 * 16];
};

static uint32_t *dword_of(const struct isa_smfmac *insn, enum opmap_operand operand,
                          struct opmap_coord coord, uint32_t *registers, struct opmap_slot *slot)
{
    *slot = layout_slot(insn, 0, 0, operand, coord);
    return &registers[slot->lane * opmap_vgprs(insn, operand) + slot->vgpr];
}

static void put(const struct isa_smfmac *insn, enum opmap_operand operand, struct opmap_coord coord,
                uint32_t *registers, uint32_t bits)
{
    struct opmap_slot slot;
    uint32_t *dword = dword_of(insn, operand, coord, registers, &slot);
    *dword = bits_put(*dword, slot.bit_lo, (unsigned)(slot.bit_hi - slot.bit_lo + 1), bits);
}

/* What B holds where the index must not look. */
enum filler { NANS, NUMBERS };

/* Rows and columns meet once each, and not on the diagonal. */
static int column_of(const struct isa_smfmac *insn, int row) { return (5 * row + 3) % insn->n; }

/* Sum `v` in row i and its column: stored value by stored value, at places that change from group
 * to group. */
static void place(const struct isa_smfmac *insn, const struct vector *v, int i, enum filler filler,
                  struct registers *r)
{
    static const uint32_t fill[][2] = {[ISA_F16] = {0x7e00, 0x4234},
                                       [ISA_BF16] = {0x7fc0, 0x4234},
                                       [ISA_FP8] = {0x80, 0x4b},
                                       [ISA_BF8] = {0x80, 0x4b}};
    int j = column_of(insn, i);
    for (int k = 0; k < insn->k; k++)
        put(insn, OPMAP_B, (struct opmap_coord){.i = -1, .j = j, .k = k, .q = -1, .s = -1}, r->b,
            fill[insn->b_type][filler]);
    for (int n = 0; n < v->n; n++) {
        struct opmap_coord stored = {.i = i, .j = -1, .k = -1, .q = n / 2, .s = n % 2};
        int selector = pairs[(i + n / 2) % 6][n % 2];
        struct opmap_coord met = {.i = -1, .j = j, .k = 4 * (n / 2) + selector, .q = -1, .s = -1};
        put(insn, OPMAP_A, stored, r->a, v->a[n]);
        put(insn, OPMAP_IDX, stored, r->idx, (uint32_t)selector);
        put(insn, OPMAP_B, met, r->b, v->b[n]);
    }
    put(insn, OPMAP_CD, (struct opmap_coord){.i = i, .j = j, .k = -1, .q = -1, .s = -1}, r->c,
        v->c);
}

static uint32_t result(const struct isa_smfmac *insn, int i, struct registers *r)
{
    struct opmap_slot slot;
    struct opmap_coord coord = {.i = i, .j = column_of(insn, i), .k = -1, .q = -1, .s = -1};
    return *dword_of(insn, OPMAP_CD, coord, r->d, &slot);
}

static bool is_nan(uint32_t bits) { return (bits & 0x7fffffff) > 0x7f800000; }

/* Executes n sums, the first in row `first`; returns how many have another result than the model.
 */
static int execute(struct device *device, const struct isa_smfmac *insn, const struct vector *v,
                   int first, int n, bool all_agree)
{
    struct error err = {0};
    struct registers *r = calloc(1, sizeof *r);
    int differ = 0;
    for (int i = 0; i < n; i++)
        place(insn, &v[i], first + i, n > 1 ? NANS : NUMBERS, r);
    struct probe_registers registers = {.a = r->a, .b = r->b, .c = r->c, .idx = r->idx};
    cr_assert_eq(probe_multiply(device, insn, 0, 0, &registers, r->d, &err), STATUS_OK, "%s",
                 err.text);
    for (int i = 0; i < n; i++) {
        uint32_t d = result(insn, first + i, r);
        if (d == v[i].d || (!all_agree && is_nan(d) && is_nan(v[i].d)))
            continue;
        differ++;
        cr_expect(!all_agree, "%s, line %d: 0x%08x, not 0x%08x", insn->name, v[i].line, d, v[i].d);
    }
    free(r);
    return differ;
}

static bool fits(const struct isa_smfmac *insn, const struct vector *v)
{
    return insn->a_type == v->a_type && insn->b_type == v->b_type && insn->k / 2 == v->n;
}

static struct device *open_emulator(enum smfhip_numerics numerics)
{
    struct error err = {0};
    struct device *device = NULL;
    struct smfhip_control request = {.request = SMFHIP_SET_NUMERICS, .value = numerics};
    cr_assert_eq(device_open("emu", &device, &err), STATUS_OK, "%s", err.text);
    cr_assert_eq(device_control(device)(SMFHIP_VERSION, &request), 0);
    return device;
}

/* The whole set, executed in tiles of `n_rows` sums, in one arithmetic; returns how many results
 * differ from the model's, or, of a chain of FMAs, how many more than counted. One sum in a tile,
 * because the emulator takes rows without NaNs and infinities another way. */
static int execute_all(enum smfhip_numerics numerics, int n_rows)
{
    struct device *device = open_emulator(numerics);
    struct vector tile[32], v;
    int executed = 0, differ = 0, n_lines = 0, n_fma_differs = 0;
    struct isa_selection all = {0};
    isa_select_all(ISA_GFX942, &all);
    for (int n = 0; n < all.n; n++) {
        const struct isa_smfmac *insn = all.insn[n];
        int max_rows = n_rows < insn->m ? n_rows : insn->m, line = 0;
        FILE *file = vectors_open(&n_lines, &n_fma_differs);
        for (bool more = true; more;) {
            int rows = 0;
            while (rows < max_rows && (more = vector_next(file, &line, &v)))
                if (fits(insn, &v))
                    tile[rows++] = v;
            int first = max_rows > 1 ? 0 : line % insn->m;
            executed += rows;
            differ += execute(device, insn, tile, first, rows, numerics == SMFHIP_NUMERICS_MI300);
        }
        fclose(file);
    }
    device_close(device);
    cr_expect_eq(executed, n_lines);
    return numerics == SMFHIP_NUMERICS_FMA ? differ - n_fma_differs : differ;
}

Test(arithmetic, executed_instructions_have_the_models_results)
{
    cr_expect_eq(execute_all(SMFHIP_NUMERICS_MI300, 32), 0);
    cr_expect_eq(execute_all(SMFHIP_NUMERICS_MI300, 1), 0);
}

Test(arithmetic, a_chain_of_fmas_has_others_in_as_many_lines_as_counted)
{
    cr_expect_eq(execute_all(SMFHIP_NUMERICS_FMA, 32), 0);
    cr_expect_eq(execute_all(SMFHIP_NUMERICS_FMA, 1), 0);
}

/* docs/arithmetic.md's, which is the set's first line: 2^14 + 2^-10 + 2^-11 - 2^14. */
Test(arithmetic, the_pages_example_is_another_number_by_each)
{
    static const uint32_t by_each[] = {[SMFHIP_NUMERICS_MI300] = 0x3a800000, /* 2^-10 */
                                       [SMFHIP_NUMERICS_FMA] = 0};
    struct vector example;
    int n_lines, n_fma_differs, line = 0;
    FILE *file = vectors_open(&n_lines, &n_fma_differs);
    cr_assert(vector_next(file, &line, &example));
    fclose(file);
    double exact = 0;
    for (int n = 0; n < example.n; n++)
        exact += (double)numfmt_decode_e4m3fnuz((uint8_t)example.a[n]) *
                 (double)numfmt_decode_e4m3fnuz((uint8_t)example.b[n]);
    cr_expect_eq(exact, 0x1.8p-10);
    cr_expect_eq(example.d, by_each[SMFHIP_NUMERICS_MI300]);
    for (int numerics = SMFHIP_NUMERICS_FMA; numerics <= SMFHIP_NUMERICS_MI300; numerics++) {
        struct isa_selection selection = {0};
        struct device *device = open_emulator((enum smfhip_numerics)numerics);
        cr_assert_eq(isa_select("f32_16x16x64_fp8_fp8", ISA_GFX942, &selection, NULL), STATUS_OK);
        example.d = by_each[numerics];
        cr_expect_eq(execute(device, selection.insn[0], &example, 7, 1, true), 0);
        device_close(device);
    }
}

static bool is_finite(enum isa_type type, uint32_t code)
{
    uint32_t exponent = type == ISA_F16 ? 0x7c00 : 0x7f80;
    return isa_type_bits(type) == 8 ? code != 0x80 : (code & exponent) != exponent;
}

static bool operands_are_finite(const struct vector *v)
{
    for (int n = 0; n < v->n; n++)
        if (!is_finite(v->a_type, v->a[n]) || !is_finite(v->b_type, v->b[n]))
            return false;
    return true;
}

/* One sum in a tile whose other products are 0: the launch counts it, or nothing. */
static void claim_counts(struct device *device, const struct isa_smfmac *insn,
                         const struct vector *v)
{
    struct smfhip_counters counters;
    struct smfhip_control request = {.request = SMFHIP_RESET_COUNTERS};
    smfhip_control_fn *door = device_control(device);
    cr_assert_eq(door(SMFHIP_VERSION, &request), 0);
    execute(device, insn, v, 3, 1, true);
    request = (struct smfhip_control){.request = SMFHIP_GET_COUNTERS, .counters = &counters};
    cr_assert_eq(door(SMFHIP_VERSION, &request), 0);
    cr_expect_eq(counters.results_judged, (uint64_t)(insn->m * insn->n));
    cr_expect_eq(counters.results_not_exact, !v->exact, "line %d", v->line);
    cr_expect_eq(counters.results_not_order_free, !v->order_free, "line %d", v->line);
}

Test(arithmetic, a_launch_counts_what_is_not_exact_and_not_order_free)
{
    struct device *device = open_emulator(SMFHIP_NUMERICS_MI300);
    struct isa_selection all = {0};
    isa_select_all(ISA_GFX942, &all);
    for (int n = 0; n < all.n; n++) {
        struct vector v;
        int n_lines, n_fma_differs, line = 0;
        FILE *file = vectors_open(&n_lines, &n_fma_differs);
        while (vector_next(file, &line, &v))
            if (fits(all.insn[n], &v) && operands_are_finite(&v)) /* else 0 * Inf counts */
                claim_counts(device, all.insn[n], &v);
        fclose(file);
    }
    device_close(device);
}

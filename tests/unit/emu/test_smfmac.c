/* The emulator's SMFMAC against the documented formulas: the product of random 2:4 matrices, placed
 * by layout/, which emu/ does not know. */
#include "one.h"

#include <stdio.h>

#include "base/numfmt.h"
#include "layout/layout.h"

static uint64_t random_state;

static uint32_t random_u32(void)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(random_state >> 33);
}

/* A small integer and its code in `type`; 0 included, signs mixed. */
static int random_integer(enum isa_type type, uint32_t *code)
{
    int x = (int)(random_u32() % 15) - 7;
    switch (type) {
    case ISA_F16:
        *code = numfmt_encode_f16((float)x, NUMFMT_SATURATE);
        break;
    case ISA_BF16:
        *code = numfmt_encode_bf16((float)x, NUMFMT_SATURATE);
        break;
    case ISA_FP8:
        *code = numfmt_encode_e4m3fnuz((float)x, NUMFMT_SATURATE);
        break;
    case ISA_BF8:
        *code = numfmt_encode_e5m2fnuz((float)x, NUMFMT_SATURATE);
        break;
    default:
        *code = (uint8_t)x;
        break;
    }
    return x;
}

static const int legal[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};

struct problem {
    int a[32][64], b[64][32], c[32][32]; /* dense values */
};

static void put(struct one *one, int base, struct opmap_slot slot, uint32_t code)
{
    uint32_t *dword = &one->wave.vgpr[base + slot.vgpr][slot.lane];
    *dword = bits_put(*dword, slot.bit_lo, (unsigned)(slot.bit_hi - slot.bit_lo + 1), code);
}

/* D in v0.., A in v16.., B in v20.., idx in v30. */
static void place(struct one *one, const struct opmap *map, struct problem *p)
{
    const struct isa_smfmac *insn = map->insn;
    bool integer = insn->cd_type == ISA_I32;
    FOR_LANES(l) one->wave.vgpr[30][l] = random_u32(); /* bits outside the set may hold anything */
    for (int o = 0; o < opmap_count(insn, OPMAP_A); o += 2) {
        struct opmap_coord c = opmap_coord(insn, OPMAP_A, o);
        const int *pair = legal[random_u32() % 6];
        for (int s = 0; s < 2; s++) {
            uint32_t code;
            p->a[c.i][4 * c.q + pair[s]] = random_integer(insn->a_type, &code);
            put(one, 16, map->slot[OPMAP_A][o + s], code);
            put(one, 30, map->slot[OPMAP_IDX][o + s], (uint32_t)pair[s]);
        }
    }
    for (int o = 0; o < opmap_count(insn, OPMAP_B); o++) {
        struct opmap_coord c = opmap_coord(insn, OPMAP_B, o);
        uint32_t code;
        p->b[c.k][c.j] = random_integer(insn->b_type, &code);
        put(one, 20, map->slot[OPMAP_B][o], code);
    }
    for (int o = 0; o < opmap_count(insn, OPMAP_CD); o++) {
        struct opmap_coord c = opmap_coord(insn, OPMAP_CD, o);
        p->c[c.i][c.j] = (int)(random_u32() % 2001) - 1000;
        put(one, 0, map->slot[OPMAP_CD][o],
            integer ? (uint32_t)p->c[c.i][c.j] : bits_of_f32((float)p->c[c.i][c.j]));
    }
}

static void compare(const struct one *one, const struct opmap *map, const struct problem *p)
{
    const struct isa_smfmac *insn = map->insn;
    for (int o = 0; o < opmap_count(insn, OPMAP_CD); o++) {
        struct opmap_coord c = opmap_coord(insn, OPMAP_CD, o);
        struct opmap_slot slot = map->slot[OPMAP_CD][o];
        int expected = p->c[c.i][c.j];
        for (int k = 0; k < insn->k; k++)
            expected += p->a[c.i][k] * p->b[k][c.j];
        uint32_t bits = one->wave.vgpr[slot.vgpr][slot.lane];
        double found = insn->cd_type == ISA_I32 ? (int32_t)bits : bits_to_f32(bits);
        cr_assert_float_eq(found, expected, 0, "%s cbsz %d abid %d D[%d][%d]: %g, not %d",
                           insn->name, map->cbsz, map->abid, c.i, c.j, found, expected);
    }
}

static void multiply(const struct isa_smfmac *insn, int cbsz, int abid)
{
    struct one *one = one_create();
    struct problem *p = calloc(1, sizeof *p);
    struct opmap map;
    cr_assert_eq(layout_map(insn, cbsz, abid, &map, NULL), STATUS_OK);
    place(one, &map, p);
    emu_set_sgpr64(&one->wave, EMU_EXEC, 0x5); /* which matrix instructions ignore */
    char text[128];
    snprintf(text, sizeof text, "v_smfmac_%s v[0:%d], v[16:17], v[20:23], v30 cbsz:%d abid:%d",
             insn->name, isa_cd_vgprs(insn) - 1, cbsz, abid);
    one_execute(one, text);
    cr_assert_eq(one->wave.state, EMU_RUNNING, "%s", one->fault.text);
    compare(one, &map, p);
    opmap_free(&map);
    free(p);
    free(one);
}

Test(smfmac, is_the_product_of_the_documented_operands)
{
    random_state = 942;
    for (int id = 0; id < ISA_N_SMFMAC; id++) {
        const struct isa_smfmac *insn = &isa_smfmacs[id];
        if (insn->arch != ISA_GFX942)
            continue;
        for (int set = 0; set < isa_index_sets(insn); set++)
            multiply(insn, 0, set);
        multiply(insn, 1, 0);
        multiply(insn, 1, 1);
        multiply(insn, 4, 0);
        multiply(insn, 4, 1);
        multiply(insn, 7, 1);
    }
}

Test(smfmac, special_values_reach_d)
{
    static const struct {
        const char *name;
        uint32_t a, b, c, d;
    } cases[] = {
        {"f32_16x16x32_f16", 0x7c00, 0x3c00, 0, 0x7f800000},           /* Inf * 1 */
        {"f32_16x16x32_f16", 0x7c00, 0x0000, 0, 0x7fc00000},           /* Inf * 0 */
        {"f32_16x16x32_f16", 0x0001, 0x0001, 0, 0x27800000},           /* 2^-24 * 2^-24 */
        {"f32_16x16x32_f16", 0x7e00, 0x3c00, 0, 0x7fc00000},           /* NaN */
        {"f32_16x16x32_bf16", 0x0080, 0x3f80, 0x00000001, 0x00800001}, /* a subnormal C is kept */
        {"f32_16x16x64_fp8_fp8", 0x80, 0x40, 0, 0x7fc00000},           /* FNUZ: 0x80 is NaN */
        {"f32_16x16x64_fp8_fp8", 0x01, 0x40, 0, 0x3a800000},           /* 2^-10 * 1 */
        {"f32_16x16x64_fp8_bf8", 0x7f, 0x7f, 0, 0x4b520000},           /* 240 * 57344 */
        {"f32_16x16x64_bf8_fp8", 0xc0, 0x38, 0, 0xbf000000},           /* -1 * 0.5 */
    };
    for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
        struct isa_selection sel = {0};
        cr_assert_eq(isa_select(cases[n].name, ISA_GFX942, &sel, NULL), STATUS_OK);
        struct one *one = one_create();
        one->wave.vgpr[16][0] = cases[n].a;              /* A[0][first stored] */
        FOR_LANES(l) one->wave.vgpr[30][l] = 0x44444444; /* selectors 0, 1 */
        one->wave.vgpr[20][0] = cases[n].b;              /* B[0][0] */
        one->wave.vgpr[0][0] = cases[n].c;
        char text[128];
        snprintf(text, sizeof text, "v_smfmac_%s v[0:3], v[16:17], v[20:23], v30", cases[n].name);
        one_execute(one, text);
        cr_expect_eq(one->wave.vgpr[0][0], cases[n].d, "case %zu: 0x%08x, not 0x%08x", n,
                     one->wave.vgpr[0][0], cases[n].d);
        free(one);
    }
}

/* A type, its instruction, and its 1. */
static const struct element_type {
    const char *name;
    int bits;
    uint32_t one;
} element_types[] = {
    {"f32_16x16x32_f16", 16, 0x3c00},
    {"f32_16x16x32_bf16", 16, 0x3f80},
    {"f32_16x16x64_fp8_fp8", 8, 0x40},
    {"f32_16x16x64_bf8_bf8", 8, 0x40},
};

static uint32_t value_of(enum isa_type type, uint32_t code)
{
    float value = type == ISA_F16    ? numfmt_decode_f16((uint16_t)code)
                  : type == ISA_BF16 ? numfmt_decode_bf16((uint16_t)code)
                  : type == ISA_FP8  ? numfmt_decode_e4m3fnuz((uint8_t)code)
                                     : numfmt_decode_e5m2fnuz((uint8_t)code);
    return value != value ? 0x7fc00000 : bits_of_f32(value + 0); /* a sum of zeros is +0 */
}

/* Sixteen codes at a time: A[i][0] = first + i times B[0][0] = 1. */
static void multiply_by_one(struct one *one, const struct element_type *t, enum isa_type type,
                            uint32_t first)
{
    char text[128];
    snprintf(text, sizeof text, "v_smfmac_%s v[0:3], v[16:17], v[20:23], v30", t->name);
    for (uint32_t i = 0; i < 16; i++)
        one->wave.vgpr[16][i] = first + i;
    one->wave.vgpr[20][0] = t->one;
    for (int v = 0; v < 4; v++)
        FOR_LANES(l) one->wave.vgpr[v][l] = 0;
    one_execute(one, text);
    for (uint32_t i = 0; i < 16; i++) {
        uint32_t found = one->wave.vgpr[i % 4][16 * (i / 4)];
        cr_assert_eq(found, value_of(type, first + i), "%s 0x%x: 0x%08x, not 0x%08x", t->name,
                     first + i, found, value_of(type, first + i));
    }
}

Test(smfmac, each_code_of_an_element_has_its_value)
{
    for (size_t n = 0; n < sizeof element_types / sizeof element_types[0]; n++) {
        const struct element_type *t = &element_types[n];
        struct isa_selection sel = {0};
        cr_assert_eq(isa_select(t->name, ISA_GFX942, &sel, NULL), STATUS_OK);
        enum isa_type type = sel.insn[0]->a_type;
        struct one *one = one_create();
        FOR_LANES(l) one->wave.vgpr[30][l] = 0x44444444; /* selectors 0, 1 */
        for (uint32_t first = 0; first < 1u << t->bits; first += 16)
            multiply_by_one(one, t, type, first);
        free(one);
    }
}

Test(smfmac, illegal_nibbles_are_counted_and_follow_each_selector)
{
    struct one *one = one_create();
    one->wave.vgpr[16][0] = 0x40003c00;              /* row 0: 1.0, 2.0 */
    one->wave.vgpr[20][0] = 0x44004200;              /* B[0][0] = 3, B[1][0] = 4 */
    FOR_LANES(l) one->wave.vgpr[30][l] = 0x44444441; /* nibble 0: selectors 1, 0 */
    one_execute(one, "v_smfmac_f32_16x16x32_f16 v[0:3], v[16:17], v[20:23], v30");
    cr_expect_eq(one->wave.vgpr[0][0], bits_of_f32(1 * 4 + 2 * 3));
    cr_expect_eq(one->wave.illegal_nibbles, 64);
    one->launch.strict = true;
    one_execute(one, "v_smfmac_f32_16x16x32_f16 v[0:3], v[16:17], v[20:23], v30");
    cr_expect_eq(one->wave.state, EMU_FAULTED);
    free(one);
}

Test(smfmac, an_index_set_that_does_not_exist_is_a_fault)
{
    struct one *one = one_create();
    one_execute(one, "v_smfmac_f32_16x16x64_fp8_fp8 v[0:3], v[16:17], v[20:23], v30 abid:2");
    cr_expect_eq(one->wave.state, EMU_FAULTED);
    free(one);
}

Test(smfmac, a_misaligned_tuple_is_refused)
{
    struct emu_insn insn = {0};
    struct error err = {0};
    cr_expect_eq(
        emu_parse("v_smfmac_f32_16x16x64_fp8_fp8 v[1:4], v[16:17], v[20:23], v30", &insn, &err),
        STATUS_UNSUPPORTED);
    cr_expect_str_eq(err.text, "misaligned register tuple 'v[1:4]' is not modelled");
}

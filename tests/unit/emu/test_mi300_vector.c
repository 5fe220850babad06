/* SMFMAC in CDNA3's arithmetic, a vector of columns at once: each result, and what is counted of
 * it, against the model as it is written down (mi300.c), which test_mi300.c judges. */
#include "one.h"

#include <stdio.h>

#include "emu/mi300.h"

enum { A_REG = 16, B_REG = 20, IDX_REG = 30 };

static uint64_t random_state = 300;

static uint32_t random_u32(void)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(random_state >> 32);
}

/* Operands. */

/* What elements and c are made of. */
enum kind {
    ANY,       /* every code, NaN and Inf among them; c too */
    FINITE,    /* no NaN, no Inf: exponents as wide as the type's */
    MODERATE,  /* exponents near each other, so that sums do not all drown in one product */
    SMALL,     /* integers: order-free, or just not */
    INTEGERS,  /* the same and more zeros, c small too: all are order-free whatever meets what */
    SUBNORMAL, /* the smallest ones, and few others */
    RARE,      /* zeros, and here and there anything */
    N_KINDS
};

static const char *const kind_name[N_KINDS] = {"any",      "finite",    "moderate", "small",
                                               "integers", "subnormal", "rare"};

struct format {
    int bits, fraction_bits;
    uint32_t one;
};

static struct format format_of(enum isa_type type)
{
    static const struct format formats[] = {[ISA_F16] = {16, 10, 0x3c00},
                                            [ISA_BF16] = {16, 7, 0x3f80},
                                            [ISA_FP8] = {8, 3, 0x40},
                                            [ISA_BF8] = {8, 2, 0x40}};
    return formats[type];
}

static bool is_special(enum isa_type type, uint32_t code)
{
    if (type == ISA_FP8 || type == ISA_BF8)
        return code == 0x80;
    uint32_t top = type == ISA_F16 ? 0x7c00 : 0x7f80;
    return (code & top) == top;
}

static uint32_t random_code(enum isa_type type, enum kind kind)
{
    const struct format f = format_of(type);
    const uint32_t all = (1u << f.bits) - 1, fraction = (1u << f.fraction_bits) - 1;
    uint32_t x = random_u32() >> 5 & all, sign = x & ~(all >> 1);
    switch (kind) {
    case MODERATE: /* 1/8 .. 4 */
        x = sign | (f.one + (random_u32() % 5 << f.fraction_bits) - (3u << f.fraction_bits)) |
            (x & fraction);
        return random_u32() % 8 ? x : 0;
    case SMALL: /* 1, 2, 3 */
    case INTEGERS:
        x = kind == INTEGERS && random_u32() % 4 ? 0 : random_u32() % 4;
        return !x ? 0
                  : sign | (f.one + (x == 1 ? 0 : 1u << f.fraction_bits) +
                            (x == 3 ? 1u << (f.fraction_bits - 1) : 0));
    case SUBNORMAL:
        return random_u32() % 16 ? (sign | (x & fraction)) & (x & fraction ? all : 0)
                                 : (sign | (x & (2 * fraction + 1)));
    case RARE:
        return random_u32() % 12 ? 0 : x;
    case FINITE:
        return is_special(type, x) ? f.one : x;
    default:
        return x;
    }
}

static uint32_t random_c(enum kind kind)
{
    uint32_t x = random_u32();
    switch (kind) {
    case MODERATE:
        return (x & 0x83ffffff) | 0x3c000000;
    case SMALL: /* integers on both sides of 2^24, and multiples of four beyond */
        return bits_of_f32((float)((int32_t)(x % 2048) - 1024) +
                           (x >> 30 ? x >> 31 ? 0x1.fffep+23f : -0x1.fffcp+23f : 0));
    case INTEGERS: /* zeros of both signs, and once in a while what is not small */
        if (x % 4096 == 7)
            return x >> 31 ? 5 : 0x4b000003;
        return x % 8 ? bits_of_f32((float)((int32_t)(x % 2048) - 1024)) : x & 0x80000000;
    case SUBNORMAL:
        return x & (x % 3 ? 0x807fffff : 0xb0ffffff);
    case RARE:
        return x % 4 ? 0 : random_u32();
    case FINITE:
        return (x & 0x7f800000) == 0x7f800000 ? x & 0x80ffffff : x;
    default:
        return x;
    }
}

static void put_code(struct one *one, int first, int element, int lane, int bits, uint32_t code)
{
    uint32_t *dword = &one->wave.vgpr[first + element * bits / 32][lane];
    *dword = bits_put(*dword, (unsigned)(element * bits % 32), (unsigned)bits, code);
}

static uint32_t code_at(const struct one *one, int first, int element, int lane, int bits)
{
    return bits_get(one->wave.vgpr[first + element * bits / 32][lane],
                    (unsigned)(element * bits % 32), (unsigned)bits);
}

static void fill(struct one *one, int first, int n_vgprs, enum isa_type type, enum kind kind)
{
    int bits = isa_type_bits(type);
    for (int e = 0; e < n_vgprs * 32 / bits; e++)
        FOR_LANES(l) put_code(one, first, e, l, bits, random_code(type, kind));
}

/* What the model says of element (i, j), from the registers as they are. FACTS of the pairing:
 * op_smfmac.c's head. */
static uint32_t expected_at(const struct one *one, const struct isa_smfmac *insn, int i, int j,
                            uint32_t c, struct mi300_verdict *verdict)
{
    uint32_t a[32], b[32];
    int bits = isa_type_bits(insn->a_type), n = 0, slots = isa_a_elements(insn);
    for (int g = 0; g < 64 / insn->m; g++)
        for (int slot = 0; slot < slots; slot++, n++) {
            int holder = insn->m * g + i;
            unsigned p = bits_get(one->wave.vgpr[IDX_REG][holder], (unsigned)(2 * slot), 2);
            a[n] = code_at(one, A_REG, slot, holder, bits);
            b[n] = code_at(one, B_REG, 4 * (slot / 2) + (int)p, insn->m * g + j, bits);
        }
    return mi300_judged_sum(insn->a_type, insn->b_type, n, a, b, c, verdict);
}

static void cd_place(const struct isa_smfmac *insn, int i, int j, int *vgpr, int *lane)
{
    *lane = insn->m == 16 ? 16 * (i / 4) + j : 32 * (i / 4 % 2) + j;
    *vgpr = insn->m == 16 ? i % 4 : 4 * (i / 8) + i % 4;
}

static struct one *create(void)
{
    struct one *one = one_create();
    one->launch.numerics = SMFHIP_NUMERICS_MI300;
    return one;
}

/* Executes with D = C = v[0..], and compares all that came. Returns how many were not order-free
 * but exact: the cases that are hard to tell. */
static int execute(struct one *one, const struct isa_smfmac *insn, const char *what)
{
    uint32_t c[16][64];
    uint64_t not_exact = 0, not_order_free = 0;
    char text[96];
    memcpy(c, one->wave.vgpr, sizeof c);
    snprintf(text, sizeof text, "v_smfmac_%s v[0:%d], v[%d:%d], v[%d:%d], v%d", insn->name,
             isa_cd_vgprs(insn) - 1, A_REG, A_REG + 1, B_REG, B_REG + 3, IDX_REG);
    one->wave.results_judged = one->wave.results_not_exact = one->wave.results_not_order_free = 0;
    one_execute(one, text);
    for (int i = 0; i < insn->m; i++)
        for (int j = 0; j < insn->n; j++) {
            int vgpr, lane;
            struct mi300_verdict verdict;
            cd_place(insn, i, j, &vgpr, &lane);
            uint32_t want = expected_at(one, insn, i, j, c[vgpr][lane], &verdict);
            uint32_t found = one->wave.vgpr[vgpr][lane];
            cr_assert_eq(found, want, "%s %s D[%d][%d]: 0x%08x, not 0x%08x", insn->name, what, i, j,
                         found, want);
            not_exact += !verdict.exact;
            not_order_free += !verdict.order_free;
        }
    cr_assert_eq(one->wave.results_judged, (uint64_t)(insn->m * insn->n));
    cr_assert_eq(one->wave.results_not_exact, not_exact, "%s %s: %d not exact, not %d", insn->name,
                 what, (int)one->wave.results_not_exact, (int)not_exact);
    cr_assert_eq(one->wave.results_not_order_free, not_order_free,
                 "%s %s: %d not order-free, not %d", insn->name, what,
                 (int)one->wave.results_not_order_free, (int)not_order_free);
    return (int)(not_order_free - not_exact);
}

static bool sums_floats(const struct isa_smfmac *insn)
{
    return insn->arch == ISA_GFX942 && insn->cd_type != ISA_I32;
}

/* Tests. */

/* 2^14 + 2^-10 - 2^14, k ascending: the two arithmetics differ. */
Test(mi300_vector, the_instruction_sums_as_it_is_told)
{
    for (int numerics = SMFHIP_NUMERICS_FMA; numerics <= SMFHIP_NUMERICS_MI300; numerics++) {
        struct one *one = one_create();
        one->launch.numerics = (enum smfhip_numerics)numerics;
        one->wave.vgpr[A_REG][0] = 0x00180078;     /* A[0]: stored 0 and 2 */
        one->wave.vgpr[A_REG + 1][0] = 0x00000078; /* stored 4 */
        FOR_LANES(l) one->wave.vgpr[IDX_REG][l] = 0x44444444;
        one->wave.vgpr[B_REG][0] = 0x00000078;     /* B[0][0] */
        one->wave.vgpr[B_REG + 1][0] = 0x00000018; /* B[4][0] */
        one->wave.vgpr[B_REG + 2][0] = 0x000000f8; /* B[8][0] */
        one_execute(one, "v_smfmac_f32_16x16x64_fp8_fp8 v[0:3], v[16:17], v[20:23], v30");
        uint32_t expected = numerics == SMFHIP_NUMERICS_FMA ? 0 : 0x3a800000;
        cr_expect_eq(one->wave.vgpr[0][0], expected, "numerics %d: 0x%08x", numerics,
                     one->wave.vgpr[0][0]);
        cr_expect_eq(one->wave.results_judged, numerics == SMFHIP_NUMERICS_MI300 ? 256 : 0);
        free(one);
    }
}

/* About two million results. Every second time C is what came before, so that it is as large as the
 * products. */
Test(mi300_vector, results_and_counts_are_those_of_the_sums_one_by_one)
{
    enum { ROUNDS = 70 };
    for (int id = 0; id < ISA_N_SMFMAC; id++) {
        const struct isa_smfmac *insn = &isa_smfmacs[id];
        if (!sums_floats(insn))
            continue;
        for (enum kind kind = 0; kind < N_KINDS; kind++) {
            struct one *one = create();
            int hard = 0;
            for (int round = 0; round < ROUNDS; round++) {
                fill(one, A_REG, 2, insn->a_type, kind);
                fill(one, B_REG, 4, insn->b_type, kind);
                FOR_LANES(l) one->wave.vgpr[IDX_REG][l] = random_u32();
                for (int v = 0; round % 2 == 0 && v < isa_cd_vgprs(insn); v++)
                    FOR_LANES(l) one->wave.vgpr[v][l] = random_c(kind);
                hard += execute(one, insn, kind_name[kind]);
            }
            if (kind == SMALL)
                cr_expect_gt(hard, ROUNDS, "%s", insn->name);
            free(one);
        }
    }
}

/* 0 times negative numbers, and c = -0: a chain of fused multiply-adds would keep it. */
Test(mi300_vector, minus_zero_never_comes_out)
{
    for (int id = 0; id < ISA_N_SMFMAC; id++) {
        const struct isa_smfmac *insn = &isa_smfmacs[id];
        if (!sums_floats(insn))
            continue;
        struct one *one = create();
        const struct format f = format_of(insn->b_type);
        for (int e = 0; e < 128 / f.bits; e++)
            FOR_LANES(l) put_code(one, B_REG, e, l, f.bits, f.one | 1u << (f.bits - 1));
        for (int v = 0; v < isa_cd_vgprs(insn); v++)
            FOR_LANES(l) one->wave.vgpr[v][l] = 0x80000000;
        execute(one, insn, "minus zero");
        cr_expect_eq(one->wave.vgpr[1][5], 0, "%s", insn->name);
        free(one);
    }
}

/* A NaN or an Inf in one element of A, B or C among moderate ones, in every element once. */
Test(mi300_vector, one_special_element_spoils_only_what_it_meets)
{
    static const uint32_t special[] = {
        [ISA_F16] = 0x7c00, [ISA_BF16] = 0x7fc0, [ISA_FP8] = 0x80, [ISA_BF8] = 0x80};
    for (int id = 0; id < ISA_N_SMFMAC; id++) {
        const struct isa_smfmac *insn = &isa_smfmacs[id];
        if (!sums_floats(insn))
            continue;
        struct one *one = create();
        int bits = isa_type_bits(insn->a_type), a_elements = 64 / bits, b_elements = 128 / bits;
        FOR_LANES(l) one->wave.vgpr[IDX_REG][l] = random_u32();
        for (int round = 0; round < 2 * (a_elements + b_elements); round++) {
            int e = round / 2;
            fill(one, A_REG, 2, insn->a_type, MODERATE);
            fill(one, B_REG, 4, insn->b_type, MODERATE);
            memset(one->wave.vgpr, 0, 16 * sizeof one->wave.vgpr[0]);
            int lane = (int)(random_u32() % 64);
            if (round % 2)
                one->wave.vgpr[random_u32() % 4][lane] = 0xff800000;
            if (e < a_elements)
                put_code(one, A_REG, e, lane, bits, special[insn->a_type]);
            else
                put_code(one, B_REG, e - a_elements, lane, bits, special[insn->b_type]);
            execute(one, insn, "one special");
            if (e < a_elements)
                cr_expect_leq(one->wave.results_not_order_free, (uint64_t)(insn->m * insn->n));
        }
        free(one);
    }
}

/* c + 1 * a[0] + 1 * a[1] ... in D[0][0]: the counts at the edge of 24 bits. */
Test(mi300_vector, order_free_ends_at_2_to_the_24_units)
{
    static const struct {
        float c;
        int n; /* 1, -1, 1, -1, ... */
        bool order_free;
    } cases[] = {
        {0x1.fffffcp+23f, 2, true},   {0x1.fffffcp+23f, 3, false}, {-0x1.fffffcp+23f, 2, true},
        {-0x1.fffffcp+23f, 3, false}, {0x1.fffffep+23f, 1, true},  {0x1.fffff8p+23f, 4, true},
        {0x1p-23f, 1, true},          {0x1p-23f, 3, false},        {0x1p-22f, 3, true},
        {0x1p-22f, 4, false},         {0x1.8p-22f, 3, false},
    };
    for (int id = 0; id < ISA_N_SMFMAC; id++) {
        const struct isa_smfmac *insn = &isa_smfmacs[id];
        if (!sums_floats(insn))
            continue;
        for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
            struct one *one = create();
            int bits = isa_type_bits(insn->a_type);
            uint32_t one_a = format_of(insn->a_type).one, one_b = format_of(insn->b_type).one;
            FOR_LANES(l) one->wave.vgpr[IDX_REG][l] = 0x44444444;
            one->wave.vgpr[0][0] = bits_of_f32(cases[n].c);
            for (int slot = 0; slot < cases[n].n; slot++) {
                put_code(one, A_REG, slot, 0, bits, one_a | (uint32_t)(slot % 2) << (bits - 1));
                put_code(one, B_REG, 4 * (slot / 2) + slot % 2, 0, bits, one_b);
            }
            execute(one, insn, "edge");
            cr_expect_eq(one->wave.results_not_exact, 0, "%s case %zu", insn->name, n);
            cr_expect_eq(one->wave.results_not_order_free, cases[n].order_free ? 0 : 1,
                         "%s case %zu", insn->name, n);
            free(one);
        }
    }
}

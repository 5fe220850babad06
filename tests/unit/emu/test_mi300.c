/* CDNA3's arithmetic: cases worked out by hand, recorded ones where they are at hand, and the
 * instruction in that mode. */
#include "one.h"

#include <stdio.h>

#include "emu/mi300.h"
#include "unit/vectors.h"

/* Sums of a few products; the rest are zero. 2^7 in fp8 is 78, 2^-5 is 18 (base/numfmt.h). */
static const struct {
    const char *what;
    enum isa_type type;
    int n;
    uint32_t a[32], b[32], c, d;
} cases[] = {
    {"2^14 + 2^-10 - 2^14 at even k: all of them fit 24 bits below 2^14",
     ISA_FP8,
     32,
     {0x78, 0, 0x18, 0, 0x78},
     {0x78, 0, 0x18, 0, 0xf8},
     0,
     0x3a800000},
    {"the same with 2^-11: below 2^(14 - 24), cut off",
     ISA_FP8,
     32,
     {0x78, 0, 0x18, 0, 0x78},
     {0x78, 0, 0x10, 0, 0xf8},
     0,
     0x00000000},
    {"2^-11 at odd k has a sum of its own, which loses it when both are brought together",
     ISA_FP8,
     32,
     {0x78, 0x18, 0, 0, 0x78},
     {0x78, 0x10, 0, 0, 0xf8},
     0,
     0x00000000},
    {"-2^-11 at odd k is floored to -2^-10",
     ISA_FP8,
     32,
     {0x78, 0x18},
     {0x78, 0x90},
     0,
     0x467fffff},
    {"c = -0 and no product: +0", ISA_FP8, 32, {0}, {0}, 0x80000000, 0},
    {"c alone is returned", ISA_FP8, 32, {0}, {0}, 0xbf812345, 0xbf812345},
    {"a NaN product", ISA_FP8, 32, {0x80}, {0x40}, 0, 0x7fc00000},
    {"an infinite c", ISA_FP8, 32, {0x40}, {0x40}, 0xff800000, 0xff800000},
    {"Inf - Inf", ISA_F16, 16, {0x7c00, 0x7c00}, {0x3c00, 0xbc00}, 0, 0x7fc00000},
    {"Inf * 0", ISA_F16, 16, {0x7c00}, {0}, 0, 0x7fc00000},
    {"2^127 * 2 counts as Inf in bf16", ISA_BF16, 16, {0x7f00}, {0x4000}, 0, 0x7f800000},
    {"... also where a sum would bring it back",
     ISA_BF16,
     16,
     {0x7f00, 0xff00},
     {0x4000, 0x3f80},
     0,
     0x7f800000},
    {"subnormals are kept: 2^-24 * 2^-24", ISA_F16, 16, {1}, {1}, 0, 0x27800000},
    {"two chunks: the first one's sum is rounded to f32 before the second begins",
     ISA_F16,
     16,
     {0x7800, 0, 0, 0, 0, 0, 0, 0x0400, 0xf800},
     {0x7800, 0, 0, 0, 0, 0, 0, 0x3c00, 0x7800},
     0,
     0},
    {"one chunk: 2^30 + 2^-14 - 2^30 loses what is below 2^(30 - 24)",
     ISA_F16,
     16,
     {0x7800, 0x0400, 0xf800},
     {0x7800, 0x3c00, 0x7800},
     0,
     0},
};

Test(mi300, sums_follow_the_model)
{
    for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
        uint32_t d =
            mi300_sum(cases[n].type, cases[n].type, cases[n].n, cases[n].a, cases[n].b, cases[n].c);
        cr_expect_eq(d, cases[n].d, "%s: 0x%08x, not 0x%08x", cases[n].what, d, cases[n].d);
    }
}

/* By a slow model in exact rationals that shares nothing with this one: tests/arithmetic/. */
Test(mi300, agrees_with_the_slow_model)
{
    struct vector v;
    int n_lines = 0, n_fma, line = 0, n = 0;
    FILE *file = vectors_open(&n_lines, &n_fma);
    for (; vector_next(file, &line, &v); n++) {
        uint32_t d = mi300_sum(v.a_type, v.b_type, v.n, v.a, v.b, v.c);
        cr_expect_eq(d, v.d, "line %d: 0x%08x, not 0x%08x", v.line, d, v.d);
    }
    fclose(file);
    cr_expect_eq(n, n_lines);
    cr_expect_gt(n, 1000);
}

/* The project's shared vectors are beside a developer's checkout only. */
static FILE *shared_vectors(const char *name)
{
    char path[4096];
    const char *roots[] = {"../shared/vectors", "../../shared/vectors"};
    for (size_t n = 0; n < sizeof roots / sizeof roots[0]; n++) {
        snprintf(path, sizeof path, "%s/%s", roots[n], name);
        FILE *file = fopen(path, "r");
        if (file)
            return file;
    }
    fprintf(stderr, "skipped: shared/vectors/%s is not here\n", name);
    cr_skip_test("no %s here", name);
    return NULL;
}

Test(mi300, agrees_with_the_shared_vectors)
{
    FILE *file = shared_vectors("cdna3-model.txt");
    struct vector v;
    int line = 0, n_lines = 0;
    for (; vector_next(file, &line, &v); n_lines++) {
        uint32_t d = mi300_sum(v.a_type, v.b_type, v.n, v.a, v.b, v.c);
        cr_assert_eq(d, v.d, "line %d: 0x%08x, not 0x%08x", v.line, d, v.d);
    }
    fclose(file);
    cr_expect_eq(n_lines, 2000);
}

/* Outputs that an MI300X printed for dense MFMA (source: the file's head). */
Test(mi300, agrees_with_what_an_mi300x_printed)
{
    FILE *file = shared_vectors("mi300x-fp8-observed.txt");
    char line[1024];
    int n_lines = 0;
    while (fgets(line, sizeof line, file)) {
        char kind[16], label[64], a_text[80], b_text[80];
        unsigned c, expected;
        if (sscanf(line, "%15s %63s %79s %79s %x %x", kind, label, a_text, b_text, &c, &expected) !=
                6 ||
            kind[0] == '#')
            continue;
        uint32_t a[32], b[32];
        for (int k = 0; k < 32; k++) {
            cr_assert_eq(sscanf(a_text + 2 * k, "%2x", &a[k]), 1);
            cr_assert_eq(sscanf(b_text + 2 * k, "%2x", &b[k]), 1);
        }
        uint32_t d = mi300_sum(ISA_FP8, ISA_FP8, 32, a, b, c);
        cr_assert_eq(d, expected, "%s: 0x%08x, not 0x%08x", label, d, expected);
        n_lines++;
    }
    fclose(file);
    cr_expect_eq(n_lines, 240);
}

/* The first case above as an instruction: k ascending, so the two arithmetics differ. */
Test(mi300, the_instruction_sums_as_it_is_told)
{
    for (int numerics = SMFHIP_NUMERICS_FMA; numerics <= SMFHIP_NUMERICS_MI300; numerics++) {
        struct one *one = one_create();
        one->launch.numerics = (enum smfhip_numerics)numerics;
        one->wave.vgpr[16][0] = 0x00180078; /* A[0]: stored 0 and 2 */
        one->wave.vgpr[17][0] = 0x00000078; /* stored 4 */
        FOR_LANES(l) one->wave.vgpr[30][l] = 0x44444444;
        one->wave.vgpr[20][0] = 0x00000078; /* B[0][0] */
        one->wave.vgpr[21][0] = 0x00000018; /* B[4][0] */
        one->wave.vgpr[22][0] = 0x000000f8; /* B[8][0] */
        one_execute(one, "v_smfmac_f32_16x16x64_fp8_fp8 v[0:3], v[16:17], v[20:23], v30");
        uint32_t expected = numerics == SMFHIP_NUMERICS_FMA ? 0 : 0x3a800000;
        cr_expect_eq(one->wave.vgpr[0][0], expected, "numerics %d: 0x%08x", numerics,
                     one->wave.vgpr[0][0]);
        free(one);
    }
}

static uint64_t random_state = 300;

static uint32_t random_u32(void)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(random_state >> 32);
}

/* Codes of every kind, or of moderate size so that sums do not all drown in one product. */
static uint32_t random_code(enum isa_type type, bool moderate)
{
    uint32_t x = random_u32() >> 7;
    if (isa_type_bits(type) == 8)
        return random_u32() % 8 ? x & (moderate ? 0xbf : 0xff) : 0;
    if (moderate && type == ISA_BF16)
        x = (x & 0x83ff) | 0x3c00;
    else if (moderate)
        x &= 0xbbff;
    return random_u32() % 8 ? x & 0xffff : 0;
}

static void fill(struct one *one, int first, int n_vgprs, enum isa_type type, bool moderate)
{
    int bits = isa_type_bits(type);
    for (int v = 0; v < n_vgprs; v++)
        FOR_LANES(l)
        {
            one->wave.vgpr[first + v][l] = 0;
            for (int at = 0; at < 32; at += bits)
                one->wave.vgpr[first + v][l] |= random_code(type, moderate) << at;
        }
}

static uint32_t code_at(const struct one *one, int first, int element, int lane, int bits)
{
    return bits_get(one->wave.vgpr[first + element * bits / 32][lane],
                    (unsigned)(element * bits % 32), (unsigned)bits);
}

/* Element (i, j) of the first C/D registers by mi300_sum, from the registers as they are. FACTS of
 * the pairing: op_smfmac.c's head. */
static uint32_t expected_at(const struct one *one, const struct isa_smfmac *insn, int i, int j,
                            uint32_t c)
{
    uint32_t a[32], b[32];
    int bits = isa_type_bits(insn->a_type), n = 0, slots = isa_a_elements(insn);
    for (int g = 0; g < 64 / insn->m; g++)
        for (int slot = 0; slot < slots; slot++, n++) {
            int holder = insn->m * g + i;
            unsigned p = bits_get(one->wave.vgpr[30][holder], (unsigned)(2 * slot), 2);
            a[n] = code_at(one, 16, slot, holder, bits);
            b[n] = code_at(one, 20, 4 * (slot / 2) + (int)p, insn->m * g + j, bits);
        }
    return mi300_sum(insn->a_type, insn->b_type, n, a, b, c);
}

static void compare_with_the_sums(const struct isa_smfmac *insn, bool moderate)
{
    struct one *one = one_create();
    one->launch.numerics = SMFHIP_NUMERICS_MI300;
    fill(one, 16, 2, insn->a_type, moderate);
    fill(one, 20, 4, insn->b_type, moderate);
    uint32_t c[16][64];
    int vgprs = isa_cd_vgprs(insn);
    FOR_LANES(l) one->wave.vgpr[30][l] = random_u32();
    for (int v = 0; v < vgprs; v++)
        FOR_LANES(l)
        {
            c[v][l] = moderate ? (random_u32() & 0x83ffffff) | 0x3c000000 : random_u32();
            one->wave.vgpr[v][l] = c[v][l];
        }
    char text[96];
    snprintf(text, sizeof text, "v_smfmac_%s v[0:%d], v[16:17], v[20:23], v30", insn->name,
             vgprs - 1);
    one_execute(one, text);
    for (int i = 0; i < insn->m; i++)
        for (int j = 0; j < insn->n; j++) {
            int lane = insn->m == 16 ? 16 * (i / 4) + j : 32 * (i / 4 % 2) + j;
            int v = insn->m == 16 ? i % 4 : 4 * (i / 8) + i % 4;
            uint32_t want = expected_at(one, insn, i, j, c[v][lane]);
            cr_assert_eq(one->wave.vgpr[v][lane], want, "%s D[%d][%d]: 0x%08x, not 0x%08x",
                         insn->name, i, j, one->wave.vgpr[v][lane], want);
        }
    free(one);
}

Test(mi300, whole_rows_are_the_sums_one_by_one)
{
    for (int id = 0; id < ISA_N_SMFMAC; id++) {
        const struct isa_smfmac *insn = &isa_smfmacs[id];
        if (insn->arch != ISA_GFX942 || insn->cd_type == ISA_I32)
            continue;
        for (int round = 0; round < 20; round++)
            compare_with_the_sums(insn, round % 4 != 0);
    }
}

/* Compares of every type and relation, each pair of edge values in a lane of its own. */
#include <stdio.h>

#include "one.h"

/* -1 less, 0 equal, 1 greater, 2 unordered. */
enum { LESS = -1, EQUAL, GREATER, UNORDERED };

/* Does the relation of this name hold? Written from the names: n... negates, u is unordered. */
static bool holds(const char *relation, int order)
{
    static const struct {
        const char *name;
        bool less, equal, greater, unordered;
    } truth[] = {
        {"f", 0, 0, 0, 0},   {"lt", 1, 0, 0, 0},  {"eq", 0, 1, 0, 0},  {"le", 1, 1, 0, 0},
        {"gt", 0, 0, 1, 0},  {"lg", 1, 0, 1, 0},  {"ge", 0, 1, 1, 0},  {"o", 1, 1, 1, 0},
        {"u", 0, 0, 0, 1},   {"nge", 1, 0, 0, 1}, {"nlg", 0, 1, 0, 1}, {"ngt", 1, 1, 0, 1},
        {"nle", 0, 0, 1, 1}, {"neq", 1, 0, 1, 1}, {"nlt", 0, 1, 1, 1}, {"tru", 1, 1, 1, 1},
        {"ne", 1, 0, 1, 0},  {"t", 1, 1, 1, 0},
    };
    for (size_t n = 0; n < sizeof truth / sizeof truth[0]; n++)
        if (!strcmp(truth[n].name, relation))
            return order == LESS      ? truth[n].less
                   : order == EQUAL   ? truth[n].equal
                   : order == GREATER ? truth[n].greater
                                      : truth[n].unordered;
    cr_assert(false, "%s", relation);
    return false;
}

static const char *const integer_relations[] = {"f", "lt", "eq", "le", "gt", "ne", "ge", "t"};
static const char *const float_relations[] = {"f", "lt",  "eq",  "le",  "gt",  "lg",  "ge",  "o",
                                              "u", "nge", "nlg", "ngt", "nle", "neq", "nlt", "tru"};

/* Eight values a type, ascending for integers; `rank` orders floats, the last two are NaNs. */
static const struct {
    const char *type;
    int n_dwords;
    bool is_float;
    uint64_t value[8];
    int rank[8];
} types[] = {
    {"i16",
     1,
     false,
     {0x58000, 0x4fffe, 0x3ffff, 0x20000, 0x10001, 0x2, 0x7ffe, 0x7fff},
     {0, 1, 2, 3, 4, 5, 6, 7}},
    {"u16",
     1,
     false,
     {0x90000, 0x50001, 0x40002, 0x37fff, 0x28000, 0x18001, 0xfffe, 0xffff},
     {0, 1, 2, 3, 4, 5, 6, 7}},
    {"i32",
     1,
     false,
     {0x80000000, 0xfffffffe, 0xffffffff, 0, 1, 2, 0x7ffffffe, 0x7fffffff},
     {0, 1, 2, 3, 4, 5, 6, 7}},
    {"u32",
     1,
     false,
     {0, 1, 2, 0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff},
     {0, 1, 2, 3, 4, 5, 6, 7}},
    {"i64",
     2,
     false,
     {0x8000000000000000, 0xffffffff00000000, 0xffffffffffffffff, 0, 1, 0x80000000, 0x100000000,
      0x7fffffffffffffff},
     {0, 1, 2, 3, 4, 5, 6, 7}},
    {"u64",
     2,
     false,
     {0, 1, 0x80000000, 0x100000000, 0x7fffffffffffffff, 0x8000000000000000, 0xffffffff00000000,
      0xffffffffffffffff},
     {0, 1, 2, 3, 4, 5, 6, 7}},
    {"f16",
     1,
     true,
     {0x1fc00, 0x2bc00, 0x8001, 0x38000, 0x0, 0x40001, 0x7c01, 0xfe00},
     {0, 1, 2, 3, 3, 4}},
    {"f32",
     1,
     true,
     {0xff800000, 0xbf800000, 0x80000001, 0x80000000, 0, 1, 0x7f800001, 0xffc00000},
     {0, 1, 2, 3, 3, 4}},
    {"f64",
     2,
     true,
     {0xfff0000000000000, 0xbff0000000000000, 0x8000000000000001, 0x8000000000000000, 0, 1,
      0x7ff0000000000001, 0xfff8000000000000},
     {0, 1, 2, 3, 3, 4}},
};

static int order_of(size_t type, int x, int y)
{
    if (types[type].is_float && (x >= 6 || y >= 6))
        return UNORDERED;
    int a = types[type].rank[x], b = types[type].rank[y];
    return a < b ? LESS : a > b ? GREATER : EQUAL;
}

/* Lane l compares value l / 8 with value l % 8. */
static void try_relation(size_t type, const char *relation, const char *kind, uint64_t exec)
{
    struct one *one = one_create();
    char text[80];
    const char *a = types[type].n_dwords == 2 ? "v[2:3]" : "v2";
    const char *b = types[type].n_dwords == 2 ? "v[4:5]" : "v4";
    snprintf(text, sizeof text, "v_%s_%s_%s_e64 s[8:9], %s, %s", kind, relation, types[type].type,
             a, b);
    uint64_t expected = 0;
    FOR_LANES(l)
    {
        uint64_t x = types[type].value[l / 8], y = types[type].value[l % 8];
        one->wave.vgpr[2][l] = (uint32_t)x, one->wave.vgpr[3][l] = (uint32_t)(x >> 32);
        one->wave.vgpr[4][l] = (uint32_t)y, one->wave.vgpr[5][l] = (uint32_t)(y >> 32);
        expected |= (uint64_t)holds(relation, order_of(type, l / 8, l % 8)) << l;
    }
    emu_set_sgpr64(&one->wave, EMU_EXEC, exec);
    one_execute(one, text);
    expected &= exec;
    cr_expect_eq(emu_sgpr64(&one->wave, 8), expected, "%s: expected %016lx, found %016lx", text,
                 (unsigned long)expected, (unsigned long)emu_sgpr64(&one->wave, 8));
    uint64_t exec_after = strcmp(kind, "cmpx") ? exec : expected;
    cr_expect_eq(emu_exec(&one->wave), exec_after, "%s: EXEC", text);
    free(one);
}

static void try_types(const char *kind, uint64_t exec)
{
    for (size_t type = 0; type < sizeof types / sizeof types[0]; type++) {
        size_t n_relations = types[type].is_float ? 16 : 8;
        for (size_t n = 0; n < n_relations; n++)
            try_relation(type, types[type].is_float ? float_relations[n] : integer_relations[n],
                         kind, exec);
    }
}

Test(vcmp, every_relation_holds_for_the_pairs_that_its_name_says) { try_types("cmp", UINT64_MAX); }

Test(vcmp, inactive_lanes_become_zero) { try_types("cmp", 0x9f1234567e0f5a81); }

Test(vcmp, cmpx_writes_exec_as_well) { try_types("cmpx", 0x9f1234567e0f5a81); }

Test(vcmp, constants_scalars_and_sign_modifiers_are_operands)
{
    struct one *one = one_create();
    FOR_LANES(l) one->wave.vgpr[2][l] = bits_of_f32((float)(l - 32) / 8);
    one->wave.sgpr[5] = bits_of_f32(-2.0f);
    one_execute(one, "v_cmp_gt_f32_e32 vcc, 1.0, v2"); /* (l - 32) / 8 < 1 */
    cr_expect_eq(emu_sgpr64(&one->wave, EMU_VCC), (UINT64_C(1) << 40) - 1);
    one_execute(one, "v_cmp_le_f32_e64 s[6:7], |v2|, -s5"); /* at most 2 from 0 */
    cr_expect_eq(emu_sgpr64(&one->wave, 6), ((UINT64_C(1) << 33) - 1) << 16);
    FOR_LANES(l) one->wave.vgpr[2][l] = (uint32_t)l - 20;
    one_execute(one, "v_cmp_lt_i32_e32 vcc, -4, v2");
    cr_expect_eq(emu_sgpr64(&one->wave, EMU_VCC), UINT64_MAX << 17);
    one_execute(one, "v_cmp_eq_u32_e32 vcc, 0xfffffff0, v2");
    cr_expect_eq(emu_sgpr64(&one->wave, EMU_VCC), UINT64_C(1) << 4);
    free(one);
}

Test(vcmp, class_tells_ten_kinds_of_number_apart)
{
    static const struct {
        const char *text;
        uint64_t of_bit[10]; /* a number of each class, in the order of the mask's bits */
    } cases[] = {
        {"v_cmp_class_f32_e64 s[8:9], v2, v4",
         {0xff800001, 0x7fc00000, 0xff800000, 0x80800000, 0x807fffff, 0x80000000, 0, 1, 0x7f7fffff,
          0x7f800000}},
        {"v_cmp_class_f16_e64 s[8:9], v2, v4",
         {0x7c01, 0xfe00, 0xfc00, 0x8400, 0x83ff, 0x8000, 0x50000, 0x20001, 0x17bff, 0x7c00}},
        {"v_cmp_class_f64_e64 s[8:9], v[2:3], v4",
         {0x7ff0000000000001, 0xfff8000000000000, 0xfff0000000000000, 0xffefffffffffffff,
          0x8000000100000000, 0x8000000000000000, 0, 1, 0x0010000000000000, 0x7ff0000000000000}},
    };
    for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
        for (unsigned bit = 0; bit < 10; bit++) {
            struct one *one = one_create();
            FOR_LANES(l)
            {
                uint64_t x = cases[n].of_bit[l % 10];
                one->wave.vgpr[2][l] = (uint32_t)x, one->wave.vgpr[3][l] = (uint32_t)(x >> 32);
                one->wave.vgpr[4][l] = 1u << bit;
            }
            one_execute(one, cases[n].text);
            FOR_LANES(l)
            cr_expect_eq(emu_sgpr64(&one->wave, 8) >> l & 1, (unsigned)l % 10 == bit,
                         "%s, bit %u, a number of class %d", cases[n].text, bit, l % 10);
            free(one);
        }
    }
}

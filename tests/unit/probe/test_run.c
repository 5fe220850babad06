/* The kernels, executed: what they put out is what the software machine puts out. */
#include <criterion/criterion.h>

#include "base/numfmt.h"
#include "unit/probe/machine.h"

static const unsigned legal_nibbles[] = {0x4, 0x8, 0xC, 0x9, 0xD, 0xE};
static const int modifiers[][2] = {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {1, 0}, {1, 1}, {4, 0}, {7, 1}};
enum { N_MODIFIERS = sizeof modifiers / sizeof *modifiers, N_PLANS = 64 };

static struct device *open_emulator(void)
{
    struct device *device = NULL;
    struct error err = {0};
    cr_assert_eq(device_open("emu", &device, &err), STATUS_OK, "%s", err.text);
    return device;
}

static unsigned draw(unsigned below) { return (unsigned)rand() % below; }

static struct probe_plan random_plan(const struct machine *m)
{
    int elements = m->n_a / 64, digit_bits = m->insn->b_type == ISA_F16    ? 11
                                             : m->insn->b_type == ISA_BF16 ? 8
                                             : m->insn->b_type == ISA_I8   ? 6
                                             : m->insn->b_type == ISA_FP8  ? 4
                                                                           : 3;
    struct probe_plan plan = {
        .digit_shift = draw(10),
        .digit_mask = (1u << draw((unsigned)digit_bits + 1)) - 1,
        .choice_bit = draw(9),
        .nibble_0 = legal_nibbles[draw(6)],
        .nibble_1 = legal_nibbles[draw(6)],
        .tag_c = draw(2),
        .cbsz = (unsigned)m->cbsz,
        .abid = (unsigned)m->abid,
    };
    for (int lane = 0; lane < 64; lane++)
        plan.hot[lane] = draw(3) ? (unsigned char)draw((unsigned)elements) : PROBE_COLD;
    return plan;
}

static void compare_plans(struct device *device, struct machine *m)
{
    static uint32_t expected[N_PLANS * MAX_SLOTS], found[N_PLANS * MAX_SLOTS];
    struct probe_plan plans[N_PLANS];
    struct error err = {0};
    for (int w = 0; w < N_PLANS; w++)
        plans[w] = random_plan(m);
    cr_assert_eq(machine_run(m, m->insn, plans, N_PLANS, expected, &err), STATUS_OK);
    enum status status = probe_run_on_device(device, m->insn, plans, N_PLANS, found, &err);
    cr_assert_eq(status, STATUS_OK, "%s: %s", m->insn->name, err.text);
    for (int x = 0; x < N_PLANS * m->n_d; x++)
        cr_assert_eq(found[x], expected[x],
                     "%s cbsz %d abid %d: plan %d, D slot %d: %08x, not %08x", m->insn->name,
                     m->cbsz, m->abid, x / m->n_d, x % m->n_d, found[x], expected[x]);
}

/* For all instructions of gfx942 and all modifiers that the table knows. */
static void for_each_machine(void (*claim)(struct device *device, struct machine *m))
{
    static struct machine m;
    static struct scramble plain;
    struct device *device = open_emulator();
    scramble_none(&plain);
    for (int id = 0; id < ISA_N_SMFMAC; id++)
        for (int x = 0; x < N_MODIFIERS && isa_smfmacs[id].arch == ISA_GFX942; x++) {
            int cbsz = modifiers[x][0], abid = modifiers[x][1];
            if (isa_check_modifiers(&isa_smfmacs[id], cbsz, abid, NULL) != STATUS_OK)
                continue;
            machine_init(&m, &isa_smfmacs[id], cbsz, abid, &plain);
            claim(device, &m);
        }
    device_close(device);
}

Test(probe_run, probe_kernels_do_what_their_plans_say) { for_each_machine(compare_plans); }

static void compare_maps(struct device *device, struct machine *m)
{
    struct opmap own, map;
    struct error err = {0};
    enum status status =
        probe_recover(m->insn, m->cbsz, m->abid, probe_run_on_device, device, &map, NULL, &err);
    cr_assert_eq(status, STATUS_OK, "%s: %s", m->insn->name, err.text);
    cr_assert_eq(machine_map(m, &own, &err), STATUS_OK);
    for (int o = 0; o < OPMAP_N_OPERANDS; o++)
        for (int x = 0; x < opmap_count(m->insn, o); x++)
            cr_assert(opmap_slot_equal(own.slot[o][x], map.slot[o][x]), "%s cbsz %d abid %d: %s %d",
                      m->insn->name, m->cbsz, m->abid, opmap_operand_title(o), x);
    opmap_free(&own);
    opmap_free(&map);
}

Test(probe_run, recovers_what_the_emulator_executes) { for_each_machine(compare_maps); }

/* A small whole number as an element's bits. */
static uint32_t code_of(enum isa_type type, int x)
{
    float value = (float)x;
    switch (type) {
    case ISA_F16:
        return numfmt_encode_f16(value, NUMFMT_INFINITE);
    case ISA_BF16:
        return numfmt_encode_bf16(value, NUMFMT_INFINITE);
    case ISA_FP8:
        return numfmt_encode_e4m3fnuz(value, NUMFMT_INFINITE);
    case ISA_BF8:
        return numfmt_encode_e5m2fnuz(value, NUMFMT_INFINITE);
    default:
        return (uint32_t)x & 0xff;
    }
}

static void put_element(uint32_t *registers, int slot, enum isa_type type, int x)
{
    int width = isa_type_bits(type);
    uint32_t *dword = &registers[slot * width / 32];
    *dword = bits_put(*dword, (unsigned)(slot * width % 32), (unsigned)width, code_of(type, x));
}

static void compare_products(struct device *device, struct machine *m)
{
    static uint32_t a[64 * 4], b[64 * 8], c[64 * 16], d[64 * 16], idx[64];
    static int a_value[MAX_SLOTS], b_value[MAX_SLOTS], expected[MAX_SLOTS];
    for (int x = 0; x < m->n_a; x++)
        put_element(a, x, m->insn->a_type, a_value[x] = (int)draw(9) - 4);
    for (int x = 0; x < m->n_b; x++)
        put_element(b, x, m->insn->b_type, b_value[x] = (int)draw(9) - 4);
    for (int x = 0; x < m->n_d; x++) {
        expected[x] = (int)draw(1000) - 500;
        c[x] =
            m->insn->cd_type == ISA_F32 ? bits_of_f32((float)expected[x]) : (uint32_t)expected[x];
    }
    for (int nibble = 0; nibble < 512; nibble++)
        idx[nibble / 8] =
            bits_put(idx[nibble / 8], 4u * (unsigned)(nibble % 8), 4, legal_nibbles[draw(6)]);
    for (int slot = 0; slot < m->n_a; slot++) {
        struct term t = m->term_of_a[slot];
        int low = m->low[t.i][t.q][t.s], high = m->high[t.i][t.q][t.s];
        unsigned p = (idx[low / 32] >> low % 32 & 1) + 2 * (idx[high / 32] >> high % 32 & 1);
        for (int j = 0; j < m->insn->n; j++)
            expected[m->d[t.i][j]] += a_value[slot] * b_value[m->b[4 * t.q + (int)p][j]];
    }
    struct error err = {0};
    struct probe_registers registers = {.a = a, .b = b, .c = c, .idx = idx};
    enum status status = probe_multiply(device, m->insn, m->cbsz, m->abid, &registers, d, &err);
    cr_assert_eq(status, STATUS_OK, "%s: %s", m->insn->name, err.text);
    for (int x = 0; x < m->n_d; x++) {
        int found = m->insn->cd_type == ISA_F32 ? (int)bits_to_f32(d[x]) : (int)d[x];
        cr_assert_eq(found, expected[x], "%s cbsz %d abid %d: D slot %d: %d, not %d", m->insn->name,
                     m->cbsz, m->abid, x, found, expected[x]);
    }
}

Test(probe_run, multiplies_the_registers_it_is_given) { for_each_machine(compare_products); }

Test(probe_run, refuses_instructions_without_a_kernel)
{
    const struct isa_smfmac *insn = &isa_smfmacs[ISA_SMFMAC_f32_16x16x64_f16];
    struct probe_plan plan = {.cbsz = 0};
    struct probe_registers registers = {0};
    uint32_t out[256];
    struct error err = {0};
    struct device *device = open_emulator();
    cr_expect_eq(probe_run_on_device(device, insn, &plan, 1, out, &err), STATUS_UNSUPPORTED);
    cr_expect_str_eq(err.text, "f32_16x16x64_f16: kernels of gfx950 are not supported yet");
    cr_expect_eq(probe_multiply(device, insn, 0, 0, &registers, out, &err), STATUS_UNSUPPORTED);
    device_close(device);
}

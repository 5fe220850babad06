/* Probe waves: their plans, their launch, their numbers, and the names of slots. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "probe/recovery.h"

_Static_assert((int)PROBE_LANES == (int)ISA_LANES, "the plans hold one hot element a lane");
_Static_assert(1 << N_CHOICE_BITS == ISA_LANES * PROBE_IDX_NIBBLES,
               "the choice bits spell a nibble's number");

enum { UNIFORM = 0 };

/* The six legal nibbles, all alike; then pairs whose choice spells each nibble's number. 9/E flips
 * bits 0, 1 and 2 of a nibble, 4/9 flips bits 0, 2 and 3. Under these 24 patterns no two of the
 * 2,048 index bits are alike, and no two of them combine to what a third does (the uniform six
 * alone tell the four bits of a nibble apart in that way), so that what an A slot meets names both
 * of its bits. The first three suffice to show a plain machine's A slots all of B. */
const struct pattern patterns[N_PATTERNS] = {
    {0x4, 0x4, UNIFORM}, {0x9, 0x9, UNIFORM}, {0xE, 0xE, UNIFORM}, {0x8, 0x8, UNIFORM},
    {0xC, 0xC, UNIFORM}, {0xD, 0xD, UNIFORM}, {0x9, 0xE, 0},       {0x9, 0xE, 1},
    {0x9, 0xE, 2},       {0x9, 0xE, 3},       {0x9, 0xE, 4},       {0x9, 0xE, 5},
    {0x9, 0xE, 6},       {0x9, 0xE, 7},       {0x9, 0xE, 8},       {0x4, 0x9, 0},
    {0x4, 0x9, 1},       {0x4, 0x9, 2},       {0x4, 0x9, 3},       {0x4, 0x9, 4},
    {0x4, 0x9, 5},       {0x4, 0x9, 6},       {0x4, 0x9, 7},       {0x4, 0x9, 8},
};

bool pattern_bit(const struct pattern *pattern, int idx_bit)
{
    int number = idx_bit / 4;
    bool choice = number >> pattern->choice_bit & 1;
    return (choice ? pattern->nibble_1 : pattern->nibble_0) >> idx_bit % 4 & 1;
}

enum status launch_init(const struct recovery *r, int capacity, struct launch *launch,
                        struct error *err)
{
    *launch = (struct launch){.capacity = capacity};
    launch->plans = malloc((size_t)capacity * sizeof *launch->plans);
    launch->out = malloc((size_t)capacity * (size_t)r->n_d * sizeof *launch->out);
    if (launch->plans && launch->out)
        return STATUS_OK;
    launch_free(launch);
    return error_set(err, STATUS_NO_MEMORY, "out of memory");
}

void launch_free(struct launch *launch)
{
    free(launch->plans);
    free(launch->out);
    *launch = (struct launch){0};
}

struct probe_plan *launch_add(const struct recovery *r, struct launch *launch)
{
    struct probe_plan *plan = &launch->plans[launch->n++];
    *plan = (struct probe_plan){
        .nibble_0 = patterns[0].nibble_0,
        .nibble_1 = patterns[0].nibble_1,
        .cbsz = (unsigned)r->cbsz,
        .abid = (unsigned)r->abid,
    };
    memset(plan->hot, PROBE_COLD, sizeof plan->hot);
    return plan;
}

enum status launch_run(struct recovery *r, struct launch *launch, struct error *err)
{
    r->stats.n_waves += launch->n;
    r->stats.n_launches++;
    return r->run(r->context, r->insn, launch->plans, launch->n, launch->out, err);
}

const uint32_t *launch_d(const struct recovery *r, const struct launch *launch, int wave)
{
    return launch->out + (size_t)wave * (size_t)r->n_d;
}

void plan_heat(const struct recovery *r, struct probe_plan *plan, int a)
{
    int n = isa_a_elements(r->insn);
    plan->hot[a / n] = (unsigned char)(a % n);
}

void plan_pattern(struct probe_plan *plan, const struct pattern *pattern)
{
    plan->nibble_0 = pattern->nibble_0;
    plan->nibble_1 = pattern->nibble_1;
    plan->choice_bit = pattern->choice_bit;
}

void plan_digit(const struct recovery *r, struct probe_plan *plan, int shift)
{
    plan->digit_shift = (unsigned)shift;
    plan->digit_mask = (1u << r->digit_bits) - 1;
}

uint32_t d_bits_of(const struct recovery *r, int x)
{
    return r->insn->cd_type == ISA_F32 ? bits_of_f32((float)x) : (uint32_t)x;
}

int d_number(const struct recovery *r, uint32_t bits)
{
    const uint32_t most = 1u << 16;
    if (r->insn->cd_type != ISA_F32)
        return bits <= most ? (int)bits : -1;
    float f = bits_to_f32(bits);
    if (!(f >= 0 && f <= (float)most))
        return -1;
    int x = (int)f;
    return (float)x == f ? x : -1;
}

static struct opmap_slot element(int number, int elements, int width)
{
    int bit = number % elements * width;
    return (struct opmap_slot){
        .lane = (uint8_t)(number / elements),
        .vgpr = (uint8_t)(bit / ISA_VGPR_BITS),
        .bit_lo = (uint8_t)(bit % ISA_VGPR_BITS),
        .bit_hi = (uint8_t)(bit % ISA_VGPR_BITS + width - 1),
    };
}

struct opmap_slot a_slot(const struct recovery *r, int a)
{
    return element(a, isa_a_elements(r->insn), isa_type_bits(r->insn->a_type));
}

struct opmap_slot b_slot(const struct recovery *r, int b)
{
    return element(b, isa_b_elements(r->insn), isa_type_bits(r->insn->b_type));
}

struct opmap_slot d_slot(const struct recovery *r, int d)
{
    return element(d, isa_cd_elements(r->insn), isa_type_bits(r->insn->cd_type));
}

static struct slot_text text(struct opmap_slot slot)
{
    struct slot_text t = {""};
    opmap_slot_text(slot, t.s);
    return t;
}

struct slot_text a_text(const struct recovery *r, int a) { return text(a_slot(r, a)); }

struct slot_text b_text(const struct recovery *r, int b) { return text(b_slot(r, b)); }

struct slot_text d_text(const struct recovery *r, int d) { return text(d_slot(r, d)); }

struct slot_text idx_text(int idx_bit)
{
    struct slot_text t = {""};
    snprintf(t.s, sizeof t.s, "v0{%d}[%d]", idx_bit / ISA_VGPR_BITS, idx_bit % ISA_VGPR_BITS);
    return t;
}

struct slot_text value_text(const struct recovery *r, uint32_t d_bits)
{
    struct slot_text t = {""};
    if (r->insn->cd_type == ISA_F32)
        snprintf(t.s, sizeof t.s, "%g", (double)bits_to_f32(d_bits));
    else
        snprintf(t.s, sizeof t.s, "%d", (int)d_bits);
    return t;
}

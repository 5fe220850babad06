#include "emu/variant.h"

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/numfmt.h"
#include "emu/mi300.h"
#include "emu/smfmac.h"

enum { MAX_EDGE = 32, MAX_STORED = 32, MAX_DENSE = 64 };

/* Everything about one instruction on one machine. */
struct machine {
    const struct smfhip_variant *variant;
    enum smfhip_numerics numerics;
    const struct isa_smfmac *insn;
    const struct variant_operands *from;
    unsigned base; /* of the index set, in bits */
};

static bool is_on(const struct machine *m, int lane) { return m->from->exec >> lane & 1; }

static bool gives(const struct machine *m, int lane)
{
    return is_on(m, lane) || !(m->variant->exec & SMFHIP_EXEC_OPERANDS);
}

/* --- operands --- */

/* Element e of a lane's registers, as a variant's machine reads its code. */
static uint32_t code_of(const struct machine *m, enum isa_type type,
                        const uint32_t (*registers)[EMU_LANES], int lane, int e)
{
    int bits = isa_type_bits(type), per_vgpr = 32 / bits;
    uint32_t code =
        bits_get(registers[e / per_vgpr][lane], (unsigned)(bits * (e % per_vgpr)), (unsigned)bits);
    static const uint32_t least_normal[] = {
        [ISA_F16] = 0x400, [ISA_BF16] = 0x80, [ISA_FP8] = 0x08, [ISA_BF8] = 0x04};
    if (!gives(m, lane))
        return 0;
    if (type == ISA_I8)
        return code;
    if (m->variant->nan80_is_zero && bits == 8 && code == 0x80)
        return 0;
    uint32_t magnitude = code & ((1u << (bits - 1)) - 1);
    if (m->variant->flushes & SMFHIP_FLUSH_OPERANDS && magnitude && magnitude < least_normal[type])
        return 0;
    return code;
}

static uint32_t nibble_of(const struct machine *m, int lane, int n)
{
    uint32_t idx = gives(m, lane) ? m->from->idx[lane] : 0;
    uint32_t nibble = bits_get(idx, m->base + 4 * (unsigned)n, 4);
    if (m->variant->reads_other_bits)
        nibble ^= bits_get(idx, (m->base + 4 * (unsigned)n + 16) % 32, 4) & 8;
    return nibble;
}

/* Which position slot s multiplies; -1: none. */
static int position_of(const struct machine *m, uint32_t nibble, int s)
{
    int first = (int)(nibble & 3), second = (int)(nibble >> 2);
    int own = s ? second : first;
    if (first < second)
        return own;
    switch (m->variant->nibbles) {
    case SMFHIP_NIBBLES_FIRST:
        return first;
    case SMFHIP_NIBBLES_SORTED:
        return s ? first : second;
    case SMFHIP_NIBBLES_NOTHING:
        return -1;
    case SMFHIP_NIBBLES_FIRST_ALONE:
        return s ? -1 : first;
    default:
        return own;
    }
}

/* --- sums --- */

/* The stored products of one element of D: codes, and where they are in dense k. */
struct terms {
    int n;
    uint32_t a[MAX_STORED], b[MAX_STORED];
    int k[MAX_STORED];
};

static uint32_t flush(uint32_t f32) { return f32 & 0x7f800000 ? f32 : 0; }

static double value_of(enum isa_type type, uint32_t code)
{
    switch (type) {
    case ISA_F16:
        return numfmt_decode_f16((uint16_t)code);
    case ISA_BF16:
        return numfmt_decode_bf16((uint16_t)code);
    case ISA_FP8:
        return numfmt_decode_e4m3fnuz((uint8_t)code);
    default:
        return numfmt_decode_e5m2fnuz((uint8_t)code);
    }
}

static uint32_t sum_by_chain(const struct machine *m, const struct terms *t, uint32_t c)
{
    float sum = bits_to_f32(c);
    for (int n = 0; n < t->n; n++)
        sum = fmaf((float)value_of(m->insn->a_type, t->a[n]),
                   (float)value_of(m->insn->b_type, t->b[n]), sum);
    return bits_of_f32(sum);
}

static uint32_t sum_by_model(const struct machine *m, const struct terms *t, uint32_t c)
{
    enum isa_type a_type = m->insn->a_type, b_type = m->insn->b_type;
    bool nearest = m->variant->sums == SMFHIP_SUMS_NEAREST;
    uint32_t a[MAX_DENSE] = {0}, b[MAX_DENSE] = {0};
    int n = t->n, chunk = n;
    memcpy(a, t->a, sizeof t->a);
    memcpy(b, t->b, sizeof t->b);
    if (m->variant->sums == SMFHIP_SUMS_DENSE) {
        memset(a, 0, sizeof a);
        memset(b, 0, sizeof b);
        for (int at = 0; at < t->n; at++)
            a[t->k[at]] = t->a[at], b[t->k[at]] = t->b[at];
        n *= 2, chunk = n;
    }
    if (m->variant->sums == SMFHIP_SUMS_HALF_CHUNKS)
        chunk = isa_type_bits(a_type) == 8 ? 8 : 4;
    uint32_t sum = m->variant->sums == SMFHIP_SUMS_C_LAST ? 0 : c;
    for (int first = 0; first < n; first += chunk)
        sum = mi300_sum_rounded(a_type, b_type, chunk, a + first, b + first, sum, nearest);
    if (m->variant->sums == SMFHIP_SUMS_C_LAST)
        sum = bits_of_f32(bits_to_f32(sum) + bits_to_f32(c));
    return sum;
}

static uint32_t sum_of(const struct machine *m, const struct terms *t, uint32_t c)
{
    if (m->insn->a_type == ISA_I8) {
        for (int n = 0; n < t->n; n++)
            c += (uint32_t)((int8_t)t->a[n] * (int8_t)t->b[n]);
        return c;
    }
    if (m->variant->flushes & SMFHIP_FLUSH_C)
        c = flush(c);
    uint32_t d = m->numerics == SMFHIP_NUMERICS_FMA ? sum_by_chain(m, t, c) : sum_by_model(m, t, c);
    return m->variant->flushes & SMFHIP_FLUSH_D ? flush(d) : d;
}

/* --- the instruction --- */

static void gather(const struct machine *m, int i, int j, struct terms *t)
{
    int edge = m->insn->m, n_nibbles = isa_a_elements(m->insn) / 2;
    t->n = 0;
    for (int g = 0; g < EMU_LANES / edge; g++)
        for (int n = 0; n < n_nibbles; n++)
            for (int s = 0; s < 2; s++, t->n++) {
                int lane = edge * g + i;
                int p = position_of(m, nibble_of(m, lane, n), s), e = 4 * n + (p < 0 ? 0 : p);
                t->a[t->n] = p < 0 ? 0 : code_of(m, m->insn->a_type, m->from->a, lane, 2 * n + s);
                t->b[t->n] = p < 0 ? 0 : code_of(m, m->insn->b_type, m->from->b, edge * g + j, e);
                t->k[t->n] = 4 * n_nibbles * g + e;
            }
}

void variant_smfmac(const struct smfhip_variant *variant, enum smfhip_numerics numerics,
                    const struct isa_smfmac *insn, int cbsz, int abid,
                    const struct variant_operands *operands)
{
    bool first_set = variant->cbsz_is_whole ? cbsz != 0 : (cbsz & 3) != 0;
    struct machine m = {variant, numerics, insn, operands,
                        first_set ? 0 : (unsigned)(isa_index_bits(insn) * abid)};
    for (int i = 0; i < insn->m; i++) {
        int vgpr, first;
        cd_place(insn->m, i, &vgpr, &first);
        for (int j = 0; j < insn->n; j++) {
            int lane = first + j;
            struct terms terms;
            uint32_t *d = &operands->cd[vgpr][lane];
            gather(&m, i, j, &terms);
            uint32_t result = sum_of(&m, &terms, gives(&m, lane) ? *d : 0);
            if (is_on(&m, lane) || !(variant->exec & SMFHIP_EXEC_D))
                *d = result;
        }
    }
}

/* One probe kernel for each gfx942 SMFMAC, from the table: probe_<name>(plans, out).
 *
 * A workgroup is one wave and one experiment. The wave builds its operands from its lane number,
 * the register number and its plan (see probe_plan.h), executes one SMFMAC and stores D:
 * out[wave][lane][vgpr]. There is no layout formula here: a value only says which slot it sits in.
 */
#include "probe_plan.h"
#include "smfmac.h"

template <typename T, int VGPRS> DEVICE vector<int, VGPRS> hot_a(unsigned hot)
{
    constexpr unsigned per_vgpr = 32 / T::bits;
    vector<int, VGPRS> a;
    for (unsigned v = 0; v < VGPRS; v++)
        a[v] = hot / per_vgpr == v ? (int)(T::ONE << (T::bits * (hot % per_vgpr))) : 0;
    return a;
}

template <typename T, int VGPRS>
DEVICE vector<int, VGPRS> digit_b(unsigned lane, const probe_plan *plan)
{
    constexpr unsigned per_vgpr = 32 / T::bits;
    vector<int, VGPRS> b;
    for (unsigned v = 0; v < VGPRS; v++) {
        unsigned value[per_vgpr];
        for (unsigned e = 0; e < per_vgpr; e++) {
            unsigned slot = (lane * VGPRS + v) * per_vgpr + e;
            value[e] = ((slot >> plan->digit_shift) & plan->digit_mask) + 1;
        }
        b[v] = (int)T::pack(value);
    }
    return b;
}

DEVICE int choice_idx(unsigned lane, const probe_plan *plan)
{
    unsigned choices = 0; /* 1 in each nibble that is nibble_1, 0 where it is nibble_0 */
    for (unsigned n = 0; n < PROBE_IDX_NIBBLES; n++) {
        unsigned number = lane * PROBE_IDX_NIBBLES + n;
        choices |= ((number >> plan->choice_bit) & 1) << (4 * n);
    }
    return (int)(plan->nibble_0 * 0x11111111 ^ choices * (plan->nibble_0 ^ plan->nibble_1));
}

template <typename T, int VGPRS> DEVICE vector<T, VGPRS> tagged_c(unsigned lane, unsigned tag)
{
    vector<T, VGPRS> c;
    for (int v = 0; v < VGPRS; v++)
        c[v] = tag ? (T)(int)(lane * VGPRS + v) : (T)0;
    return c;
}

#define SMFMAC_GFX942(name, arch, M, N, K, A, B, CD, cycles)                                       \
    KERNEL probe_##name(const probe_plan *plans, vector<CD::type, M * N / 64> *out)                \
    {                                                                                              \
        unsigned lane = __builtin_amdgcn_workitem_id_x();                                          \
        unsigned wave = __builtin_amdgcn_workgroup_id_x();                                         \
        const probe_plan *plan = &plans[wave];                                                     \
        auto a = as_operand<A>(hot_a<A, vgprs<A>(M * K / 2)>(plan->hot[lane]));                    \
        auto b = as_operand<B>(digit_b<B, vgprs<B>(K * N)>(lane, plan));                           \
        int idx = choice_idx(lane, plan);                                                          \
        auto d = tagged_c<CD::type, M * N / 64>(lane, plan->tag_c);                                \
        SMFMAC_ISSUE(name, plan->cbsz, plan->abid)                                                 \
        out[wave * 64 + lane] = d;                                                                 \
    }
#define SMFMAC_GFX950(name, arch, M, N, K, A, B, CD, cycles)
#include "isa/smfmac.def"

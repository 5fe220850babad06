/* One probe kernel for each gfx942 SMFMAC, from the table: probe_<name>(plans, out).
 *
 * A workgroup is one wave and one experiment. The wave builds its operands from its lane number, the
 * register number and its plan (see probe_plan.h), executes one SMFMAC and stores D:
 * out[wave][lane][vgpr]. There is no layout formula here: a value only says which slot it sits in.
 * cbsz and abid are immediates of the instruction, hence the switch over all 128 pairs.
 */
#include "probe_plan.h"

#define KERNEL extern "C" __attribute__((global, amdgpu_flat_work_group_size(64, 64))) void

template <typename T, int N> using vector = T __attribute__((ext_vector_type(N)));

/* A number as the bits of one element. Numbers are small enough to be exact in their type. */
struct F16 {
    static constexpr int bits = 16;
    static __attribute__((device)) unsigned code(unsigned x)
    {
        return __builtin_bit_cast(unsigned short, (_Float16)(unsigned short)x);
    }
};
struct BF16 {
    static constexpr int bits = 16;
    static __attribute__((device)) unsigned code(unsigned x)
    {
        return __builtin_bit_cast(unsigned, (float)x) >> 16;
    }
};
struct I8 {
    static constexpr int bits = 8;
    static __attribute__((device)) unsigned code(unsigned x) { return x; }
};
struct FP8 {
    static constexpr int bits = 8;
    static __attribute__((device)) unsigned code(unsigned x)
    {
        return (unsigned)__builtin_amdgcn_cvt_pk_fp8_f32((float)x, 0.0f, 0, false) & 0xff;
    }
};
struct BF8 {
    static constexpr int bits = 8;
    static __attribute__((device)) unsigned code(unsigned x)
    {
        return (unsigned)__builtin_amdgcn_cvt_pk_bf8_f32((float)x, 0.0f, 0, false) & 0xff;
    }
};
struct F32 {
    using type = float;
};
struct I32 {
    using type = int;
};

/* The vector types of the builtins: _Float16 and short for 16-bit elements, int for 8-bit ones. */
template <typename T, int VGPRS> struct operand {
    using type = vector<int, VGPRS>;
};
template <int VGPRS> struct operand<F16, VGPRS> {
    using type = vector<_Float16, 2 * VGPRS>;
};
template <int VGPRS> struct operand<BF16, VGPRS> {
    using type = vector<short, 2 * VGPRS>;
};

template <typename T, int VGPRS>
static __attribute__((device)) vector<int, VGPRS> hot_a(unsigned hot)
{
    constexpr int per_vgpr = 32 / T::bits;
    vector<int, VGPRS> a;
    for (int v = 0; v < VGPRS; v++) {
        unsigned dword = 0;
        for (int e = 0; e < per_vgpr; e++)
            dword |= (hot == (unsigned)(v * per_vgpr + e) ? T::code(1) : 0u) << (T::bits * e);
        a[v] = (int)dword;
    }
    return a;
}

template <typename T, int VGPRS>
static __attribute__((device)) vector<int, VGPRS> digit_b(unsigned lane, const probe_plan *plan)
{
    constexpr int per_vgpr = 32 / T::bits;
    vector<int, VGPRS> b;
    for (int v = 0; v < VGPRS; v++) {
        unsigned dword = 0;
        for (int e = 0; e < per_vgpr; e++) {
            unsigned slot = (lane * VGPRS + v) * per_vgpr + e;
            unsigned digit = (slot >> plan->digit_shift) & plan->digit_mask;
            dword |= T::code(digit + 1) << (T::bits * e);
        }
        b[v] = (int)dword;
    }
    return b;
}

static __attribute__((device)) int choice_idx(unsigned lane, const probe_plan *plan)
{
    unsigned idx = 0;
    for (unsigned n = 0; n < PROBE_IDX_NIBBLES; n++) {
        unsigned number = lane * PROBE_IDX_NIBBLES + n;
        bool choice = (number >> plan->choice_bit) & 1;
        idx |= (choice ? plan->nibble_1 : plan->nibble_0) << (4 * n);
    }
    return (int)idx;
}

template <typename T, int VGPRS>
static __attribute__((device)) vector<T, VGPRS> tagged_c(unsigned lane, unsigned tag)
{
    vector<T, VGPRS> c;
    for (int v = 0; v < VGPRS; v++)
        c[v] = tag ? (T)(int)(lane * VGPRS + v) : (T)0;
    return c;
}

#define ISSUE(name, cbsz, abid)                                                                    \
    case (cbsz) * 16 + (abid):                                                                     \
        d = __builtin_amdgcn_smfmac_##name(a, b, d, idx, cbsz, abid);                              \
        break;
#define ISSUE_4(name, cbsz, abid)                                                                  \
    ISSUE(name, cbsz, abid) ISSUE(name, cbsz, abid + 1)                                            \
    ISSUE(name, cbsz, abid + 2) ISSUE(name, cbsz, abid + 3)
#define ISSUE_16(name, cbsz)                                                                       \
    ISSUE_4(name, cbsz, 0) ISSUE_4(name, cbsz, 4) ISSUE_4(name, cbsz, 8) ISSUE_4(name, cbsz, 12)

#define SMFMAC_GFX942(name, arch, M, N, K, A, B, CD, cycles)                                       \
    KERNEL probe_##name(const probe_plan *plans, vector<CD::type, M * N / 64> *out)                \
    {                                                                                              \
        constexpr int a_vgprs = M * (K / 2) / 64 * A::bits / 32;                                   \
        constexpr int b_vgprs = K * N / 64 * B::bits / 32;                                         \
        unsigned lane = __builtin_amdgcn_workitem_id_x();                                          \
        unsigned wave = __builtin_amdgcn_workgroup_id_x();                                         \
        const probe_plan *plan = &plans[wave];                                                     \
        auto a = __builtin_bit_cast(typename operand<A, a_vgprs>::type,                            \
                                    (hot_a<A, a_vgprs>(plan->hot[lane])));                         \
        auto b = __builtin_bit_cast(typename operand<B, b_vgprs>::type,                            \
                                    (digit_b<B, b_vgprs>(lane, plan)));                            \
        int idx = choice_idx(lane, plan);                                                          \
        auto d = tagged_c<CD::type, M * N / 64>(lane, plan->tag_c);                                \
        switch (plan->cbsz * 16 + plan->abid) {                                                    \
            ISSUE_16(name, 0)                                                                      \
            ISSUE_16(name, 1)                                                                      \
            ISSUE_16(name, 2)                                                                      \
            ISSUE_16(name, 3)                                                                      \
            ISSUE_16(name, 4)                                                                      \
            ISSUE_16(name, 5)                                                                      \
            ISSUE_16(name, 6)                                                                      \
            ISSUE_16(name, 7)                                                                      \
        default:                                                                                   \
            __builtin_trap();                                                                      \
        }                                                                                          \
        out[wave * 64 + lane] = d;                                                                 \
    }
#define SMFMAC_GFX950(name, arch, M, N, K, A, B, CD, cycles)
#include "isa/smfmac.def"

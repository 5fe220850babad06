/* How long SMFMACs take, for each gfx942 one of the table: time_chain_<name>, time_apart_<name> and
 * time_fma<n>_<name>(plan, told).
 *
 * A workgroup is one wave. Its loop has 16 SMFMACs and nothing else but its counter: each adding to
 * the D of the one before (chain), or to one of four D in turn (apart), or apart with n independent
 * v_fma_f32 after each. Between two readings of the clock it turns as often as the plan says.
 */
#include "smfmac.h"
#include "time_plan.h"

constexpr int ACCUMULATORS = 4, FMA_ACCUMULATORS = 8;

template <typename V> DEVICE void opaque(V &v) { asm volatile("" : "+v"(v)); }

/* Numbers that are no zeros: what they are is of no matter, but power is. */
template <int VGPRS> DEVICE vector<int, VGPRS> filling(unsigned lane, unsigned salt)
{
    vector<int, VGPRS> v;
    for (unsigned i = 0; i < VGPRS; i++)
        v[i] = (int)((lane * 0x01010101u + i * 0x00010203u + salt) & 0x3f3f3f3f);
    opaque(v);
    return v;
}

/* The compiler must neither reorder what is timed nor see that it is of no use. */
template <int FMAS> DEVICE void add_fmas(float (&x)[FMA_ACCUMULATORS], float y)
{
#pragma unroll
    for (int n = 0; n < FMAS; n++)
        asm volatile("v_fma_f32 %0, %0, %1, %1" : "+v"(x[n % FMA_ACCUMULATORS]) : "v"(y));
}

DEVICE void tell(time_told *told, const time_told *mine)
{
    unsigned wave = __builtin_amdgcn_workgroup_id_x();
    if (wave < TIME_TOLD && __builtin_amdgcn_workitem_id_x() == 0)
        told[wave] = *mine;
}

#define TIMED(name, kernel, A, B, CD, M, N, K, N_D, FMAS)                                          \
    KERNEL kernel(const time_plan *plan, time_told *told)                                          \
    {                                                                                              \
        unsigned lane = __builtin_amdgcn_workitem_id_x();                                          \
        auto a = as_operand<A>(filling<vgprs<A>(M * K / 2)>(lane, 0x20202020));                    \
        auto b = as_operand<B>(filling<vgprs<B>(K * N)>(lane, 0x21222324));                        \
        int idx = 0x44444444;                                                                      \
        vector<CD::type, M * N / 64> d[N_D] = {};                                                  \
        float x[FMA_ACCUMULATORS] = {}, y = 1;                                                     \
        opaque(idx);                                                                               \
        opaque(y);                                                                                 \
        for (int n = 0; n < N_D; n++)                                                              \
            opaque(d[n]);                                                                          \
        for (int n = 0; n < FMA_ACCUMULATORS && FMAS; n++)                                         \
            opaque(x[n]);                                                                          \
        time_told mine;                                                                            \
        unsigned turns = __builtin_amdgcn_readfirstlane(plan->turns);                              \
        mine.real_start = __builtin_amdgcn_s_memrealtime();                                        \
        mine.start = __builtin_amdgcn_s_memtime();                                                 \
        __builtin_amdgcn_s_waitcnt(0);                                                             \
        __builtin_amdgcn_sched_barrier(0);                                                         \
        _Pragma("nounroll") do                                                                     \
        {                                                                                          \
            _Pragma("unroll") for (int n = 0; n < TIME_UNROLLED; n++)                              \
            {                                                                                      \
                d[n % N_D] = __builtin_amdgcn_smfmac_##name(a, b, d[n % N_D], idx, 0, 0);          \
                __builtin_amdgcn_sched_barrier(0);                                                 \
                add_fmas<FMAS>(x, y);                                                              \
                __builtin_amdgcn_sched_barrier(0);                                                 \
            }                                                                                      \
        }                                                                                          \
        while (--turns)                                                                            \
            ;                                                                                      \
        __builtin_amdgcn_sched_barrier(0);                                                         \
        mine.end = __builtin_amdgcn_s_memtime();                                                   \
        mine.real_end = __builtin_amdgcn_s_memrealtime();                                          \
        for (int n = 0; n < 4; n++)                                                                \
            mine.last[n] = (float)d[n % N_D][0] + x[n] + x[n + 4];                                 \
        tell(told, &mine);                                                                         \
    }

#define FMA_KERNEL(name, fmas, ...)                                                                \
    TIMED(name, time_fma##fmas##_##name, __VA_ARGS__, ACCUMULATORS, fmas)
#define SMFMAC_GFX942(name, arch, M, N, K, A, B, CD, cycles)                                       \
    TIMED(name, time_chain_##name, A, B, CD, M, N, K, 1, 0)                                        \
    TIMED(name, time_apart_##name, A, B, CD, M, N, K, ACCUMULATORS, 0)                             \
    FMA_KERNEL(name, 1, A, B, CD, M, N, K)                                                         \
    FMA_KERNEL(name, 2, A, B, CD, M, N, K)                                                         \
    FMA_KERNEL(name, 3, A, B, CD, M, N, K)                                                         \
    FMA_KERNEL(name, 4, A, B, CD, M, N, K)                                                         \
    FMA_KERNEL(name, 5, A, B, CD, M, N, K)                                                         \
    FMA_KERNEL(name, 6, A, B, CD, M, N, K)                                                         \
    FMA_KERNEL(name, 7, A, B, CD, M, N, K)                                                         \
    FMA_KERNEL(name, 8, A, B, CD, M, N, K)
#define SMFMAC_GFX950(name, arch, M, N, K, A, B, CD, cycles)
#include "isa/smfmac.def"

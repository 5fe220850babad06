/* One kernel for each gfx942 SMFMAC, from the table: exec_<name>(images, out).
 *
 * As multiply.hip, but lanes are off while the SMFMAC executes. The compiler believes all lanes to
 * be on and does not see into the assembly, so it also has the waits that the compiler would put
 * there: before, for a VALU result that a matrix instruction reads; after, for the most passes
 * that a VALU or memory instruction must stay behind one (LLVM AMDGPUUsage and GCNHazardRecognizer:
 * at most 19 wait states).
 */
#include "exec_image.h"
#include "smfmac.h"

template <typename T, int VGPRS>
DEVICE vector<T, VGPRS> load(const unsigned *registers, unsigned lane)
{
    vector<int, VGPRS> v;
    for (unsigned i = 0; i < VGPRS; i++)
        v[i] = (int)registers[lane * VGPRS + i];
    return __builtin_bit_cast(vector<T, VGPRS>, v);
}

#define SMFMAC_GFX942(name, arch, M, N, K, A, B, CD, cycles)                                       \
    KERNEL exec_##name(const exec_image *images, vector<CD::type, M * N / 64> *out)                \
    {                                                                                              \
        unsigned lane = __builtin_amdgcn_workitem_id_x();                                          \
        unsigned wave = __builtin_amdgcn_workgroup_id_x();                                         \
        const multiply_image *registers = &images[wave].registers;                                 \
        auto a = load<int, vgprs<A>(M * K / 2)>(registers->a, lane);                               \
        auto b = load<int, vgprs<B>(K * N)>(registers->b, lane);                                   \
        int idx = (int)registers->idx[lane];                                                       \
        auto d = load<CD::type, M * N / 64>(registers->c, lane);                                   \
        unsigned long long exec = images[wave].exec, all_lanes;                                    \
        asm volatile("s_mov_b64 %[saved], exec\n"                                                  \
                     "s_mov_b64 exec, %[exec]\n"                                                   \
                     "s_nop 7\n"                                                                   \
                     "v_smfmac_" #name " %[d], %[a], %[b], %[idx]\n"                               \
                     "s_nop 15\n"                                                                  \
                     "s_nop 7\n"                                                                   \
                     "s_mov_b64 exec, %[saved]"                                                    \
                     : [d] "+v"(d), [saved] "=&s"(all_lanes)                                       \
                     : [a] "v"(a), [b] "v"(b), [idx] "v"(idx), [exec] "s"(exec));                  \
        out[wave * 64 + lane] = d;                                                                 \
    }
#define SMFMAC_GFX950(name, arch, M, N, K, A, B, CD, cycles)
#include "isa/smfmac.def"

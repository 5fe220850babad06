/* One kernel for each gfx942 SMFMAC, from the table: multiply_<name>(images, out).
 *
 * A workgroup is one wave and one product: it loads the registers of A, B, C and idx from its image
 * (see multiply_image.h), executes one SMFMAC and stores D: out[wave][lane][vgpr].
 */
#include "multiply_image.h"
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
    KERNEL multiply_##name(const multiply_image *images, vector<CD::type, M * N / 64> *out)        \
    {                                                                                              \
        unsigned lane = __builtin_amdgcn_workitem_id_x();                                          \
        unsigned wave = __builtin_amdgcn_workgroup_id_x();                                         \
        const multiply_image *image = &images[wave];                                               \
        auto a = as_operand<A>(load<int, vgprs<A>(M * K / 2)>(image->a, lane));                    \
        auto b = as_operand<B>(load<int, vgprs<B>(K * N)>(image->b, lane));                        \
        int idx = (int)image->idx[lane];                                                           \
        auto d = load<CD::type, M * N / 64>(image->c, lane);                                       \
        SMFMAC_ISSUE(name, image->cbsz, image->abid)                                               \
        out[wave * 64 + lane] = d;                                                                 \
    }
#define SMFMAC_GFX950(name, arch, M, N, K, A, B, CD, cycles)
#include "isa/smfmac.def"

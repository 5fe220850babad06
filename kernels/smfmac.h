/* What every kernel of an SMFMAC needs: element types, operand vectors, and one instruction under a
 * switch over its modifiers. HIP only. There is no layout formula here.
 */
#ifndef SMFMAC_H
#define SMFMAC_H

#define DEVICE static __attribute__((device)) inline
/* One wave a workgroup, wherever these kernels run. */
#define KERNEL extern "C" __attribute__((global, amdgpu_flat_work_group_size(64, 64))) void

template <typename T, int N> using vector = T __attribute__((ext_vector_type(N)));

/* pack(x): the numbers x[0], x[1], ... as the elements of one VGPR, x[0] in the lowest bits. The
 * numbers must be exact in the type; ONE is the element that holds 1 (FACTS of the formats: CDNA3
 * ISA guide, "Data types"; fp8 and bf8 are the FNUZ kinds on gfx942). */
struct F16 {
    static constexpr int bits = 16;
    static constexpr unsigned ONE = 0x3c00;
    DEVICE unsigned pack(const unsigned *x)
    {
        return __builtin_bit_cast(unsigned, __builtin_amdgcn_cvt_pkrtz((float)x[0], (float)x[1]));
    }
};
struct BF16 {
    static constexpr int bits = 16;
    static constexpr unsigned ONE = 0x3f80;
    DEVICE unsigned pack(const unsigned *x)
    {
        return __builtin_bit_cast(unsigned, (float)x[0]) >> 16 |
               (__builtin_bit_cast(unsigned, (float)x[1]) & 0xffff0000);
    }
};
struct I8 {
    static constexpr int bits = 8;
    static constexpr unsigned ONE = 1;
    DEVICE unsigned pack(const unsigned *x) { return x[0] | x[1] << 8 | x[2] << 16 | x[3] << 24; }
};
struct FP8 {
    static constexpr int bits = 8;
    static constexpr unsigned ONE = 0x40;
    DEVICE unsigned pack(const unsigned *x)
    {
        int low = __builtin_amdgcn_cvt_pk_fp8_f32((float)x[0], (float)x[1], 0, false);
        return (unsigned)__builtin_amdgcn_cvt_pk_fp8_f32((float)x[2], (float)x[3], low, true);
    }
};
struct BF8 {
    static constexpr int bits = 8;
    static constexpr unsigned ONE = 0x40;
    DEVICE unsigned pack(const unsigned *x)
    {
        int low = __builtin_amdgcn_cvt_pk_bf8_f32((float)x[0], (float)x[1], 0, false);
        return (unsigned)__builtin_amdgcn_cvt_pk_bf8_f32((float)x[2], (float)x[3], low, true);
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

template <typename T, int VGPRS> DEVICE auto as_operand(vector<int, VGPRS> registers)
{
    return __builtin_bit_cast(typename operand<T, VGPRS>::type, registers);
}

/* VGPRs of an operand, by counting its bits over 64 lanes. */
template <typename T> constexpr int vgprs(int elements) { return elements / 64 * T::bits / 32; }

/* d = A x B + d under the modifiers given at run time. The instruction takes them as immediates,
 * hence one case each; a, b and idx are in scope, `d` is read and written. */
#define SMFMAC_CASE(name, cbsz, abid)                                                              \
    case 16 * (cbsz) + (abid):                                                                     \
        d = __builtin_amdgcn_smfmac_##name(a, b, d, idx, cbsz, abid);                              \
        break;
#define SMFMAC_4_CASES(name, cbsz, abid)                                                           \
    SMFMAC_CASE(name, cbsz, abid)                                                                  \
    SMFMAC_CASE(name, cbsz, abid + 1)                                                              \
    SMFMAC_CASE(name, cbsz, abid + 2)                                                              \
    SMFMAC_CASE(name, cbsz, abid + 3)
#define SMFMAC_16_CASES(name, cbsz)                                                                \
    SMFMAC_4_CASES(name, cbsz, 0)                                                                  \
    SMFMAC_4_CASES(name, cbsz, 4)                                                                  \
    SMFMAC_4_CASES(name, cbsz, 8)                                                                  \
    SMFMAC_4_CASES(name, cbsz, 12)
#define SMFMAC_ISSUE(name, cbsz, abid)                                                             \
    switch (16 * (cbsz) + (abid)) {                                                                \
        SMFMAC_16_CASES(name, 0)                                                                   \
        SMFMAC_16_CASES(name, 1)                                                                   \
        SMFMAC_16_CASES(name, 2)                                                                   \
        SMFMAC_16_CASES(name, 3)                                                                   \
        SMFMAC_16_CASES(name, 4)                                                                   \
        SMFMAC_16_CASES(name, 5)                                                                   \
        SMFMAC_16_CASES(name, 6)                                                                   \
        SMFMAC_16_CASES(name, 7)                                                                   \
    default:                                                                                       \
        __builtin_trap();                                                                          \
    }

#endif

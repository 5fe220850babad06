/* Floating-point results that need more than storing: omod, clamp, flushed subnormals; modes that
 * are not modelled. */
#include "emu/fp.h"

static bool mode_fault(struct emu_wave *w, const char *field)
{
    emu_fault(w, EMU_FAULT_OTHER, "MODE 0x%x: %s is not modelled", w->mode, field);
    return false;
}

/* Output modifiers are ignored in IEEE mode and where result subnormals are kept; where they are
 * applied, -0 becomes +0 (CDNA3 ISA guide, "Output modifiers"). */
static bool applies_omod(const struct emu_wave *w, const struct emu_insn *in, bool keeps_denormals)
{
    return in->omod && !(w->mode & FP_IEEE) && !keeps_denormals;
}

static float omod_factor(const struct emu_insn *in)
{
    static const float factor[] = {1.0f, 2.0f, 4.0f, 0.5f};
    return factor[in->omod];
}

void fp_flush_f32(uint32_t *value)
{
    FOR_LANES(l) value[l] &= value[l] & 0x7f800000 ? 0xffffffff : 0x80000000;
}

#define NAME_NANS(T, type, width, quiet, created)                                                  \
    void fp_name_nans_##T(type *r, const type *x, const type *y, const type *z)                    \
    {                                                                                              \
        FOR_LANES(l)                                                                               \
        {                                                                                          \
            if (!fp_is_nan##width(r[l]))                                                           \
                continue;                                                                          \
            r[l] = fp_is_nan##width(x[l])   ? x[l] | quiet                                         \
                   : fp_is_nan##width(y[l]) ? y[l] | quiet                                         \
                   : fp_is_nan##width(z[l]) ? z[l] | quiet                                         \
                                            : created;                                             \
        }                                                                                          \
    }
NAME_NANS(f32, uint32_t, 32, 0x400000, 0x7fc00000)
NAME_NANS(f64, uint64_t, 64, 0x8000000000000, 0x7ff8000000000000)
#undef NAME_NANS

void fp_name_nans_f16(uint32_t *r, const uint32_t *x, const uint32_t *y, const uint32_t *z)
{
    FOR_LANES(l)
    {
        if (!fp_is_nan16(r[l]))
            continue;
        uint32_t nan = fp_is_nan16(x[l])   ? x[l]
                       : fp_is_nan16(y[l]) ? y[l]
                       : fp_is_nan16(z[l]) ? z[l]
                                           : 0x7e00;
        r[l] = (nan & 0xffff) | 0x200;
    }
}

/* To 0..1; NaN to 0 if DX10_CLAMP is set (CDNA3 ISA guide, "MODE register"). */
static uint32_t clamp_f32(uint32_t x, bool dx10)
{
    float value = bits_to_f32(x);
    if (fp_is_nan32(x))
        return dx10 ? 0 : x;
    return value > 1 ? 0x3f800000 : value > 0 ? x : 0;
}

bool fp_finish_f32(struct emu_wave *w, const struct emu_insn *in, uint32_t *r)
{
    if (w->mode & FP_ROUND_F32)
        return mode_fault(w, "FP_ROUND of f32 other than nearest even");
    bool keeps = w->mode & FP_DENORM_OUT_F32;
    if (applies_omod(w, in, keeps)) {
        float factor = omod_factor(in);
        FOR_LANES(l) r[l] = bits_of_f32(bits_to_f32(r[l]) * factor + 0.0f);
    }
    if (!keeps)
        fp_flush_f32(r);
    if (in->clamp)
        FOR_LANES(l) r[l] = clamp_f32(r[l], w->mode & FP_DX10_CLAMP);
    return true;
}

static bool takes_f16_f64_mode(struct emu_wave *w)
{
    if (w->mode & FP_ROUND_F16_F64)
        return mode_fault(w, "FP_ROUND of f16 and f64 other than nearest even");
    if ((w->mode & FP_DENORM_F16_F64) != FP_DENORM_F16_F64)
        return mode_fault(w, "FP_DENORM of f16 and f64 other than keeping subnormals");
    return true;
}

bool fp_finish_f16(struct emu_wave *w, const struct emu_insn *in, uint32_t *r)
{
    if (!takes_f16_f64_mode(w))
        return false;
    if (w->mode & FP_FP16_OVFL)
        return mode_fault(w, "FP16_OVFL in an operation with f16 result");
    if (in->clamp)
        FOR_LANES(l)
        {
            uint32_t x = clamp_f32(fp_f32_of_f16(r[l]), w->mode & FP_DX10_CLAMP);
            r[l] = (r[l] & 0xffff0000) | fp_f16_of_f32(x);
        }
    return true;
}

bool fp_finish_f64(struct emu_wave *w, const struct emu_insn *in, uint64_t *r)
{
    if (!takes_f16_f64_mode(w))
        return false;
    if (!in->clamp)
        return true;
    FOR_LANES(l)
    {
        double value = bits_to_f64(r[l]);
        if (fp_is_nan64(r[l]))
            r[l] = w->mode & FP_DX10_CLAMP ? 0 : r[l];
        else
            r[l] = value > 1 ? 0x3ff0000000000000 : value > 0 ? r[l] : 0;
    }
    return true;
}

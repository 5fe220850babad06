/* The instruction families, one op_<family>.c each. */
#ifndef EMU_FAMILIES_H
#define EMU_FAMILIES_H

#define EMU_FAMILIES(FAMILY)                                                                       \
    FAMILY(sop)                                                                                    \
    FAMILY(smem)                                                                                   \
    FAMILY(vint)                                                                                   \
    FAMILY(vint16)                                                                                 \
    FAMILY(vint64)                                                                                 \
    FAMILY(vfloat)                                                                                 \
    FAMILY(vmath)                                                                                  \
    FAMILY(vdiv)                                                                                   \
    FAMILY(vcvt)                                                                                   \
    FAMILY(vcmp)                                                                                   \
    FAMILY(vpk)                                                                                    \
    FAMILY(vdot)                                                                                   \
    FAMILY(vlane)                                                                                  \
    FAMILY(flat)                                                                                   \
    FAMILY(atomic)                                                                                 \
    FAMILY(buffer)                                                                                 \
    FAMILY(ds)                                                                                     \
    FAMILY(dsatomic)                                                                               \
    FAMILY(mfma)                                                                                   \
    FAMILY(smfmac)

#endif

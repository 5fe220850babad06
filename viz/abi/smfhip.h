/* The emulator's side door: what HIP has no words for.
 *
 * A HIP library that exports `smfhip_control` is smfviz's emulator, whatever name it was opened
 * under; that is how device/ tells an emulated result from a device's. Programs that do not know
 * the side door have SMFHIP_NUMERICS (mi300, fma), SMFHIP_BUDGET (wave instructions),
 * SMFHIP_STRICT=1 and SMFHIP_REPORT (stderr, the default without smfhip_control; none).
 */
#ifndef ABI_SMFHIP_H
#define ABI_SMFHIP_H

#include <stdint.h>

enum { SMFHIP_VERSION = 2 };

/* How V_SMFMAC and dense V_MFMA add products of f16, bf16, fp8, bf8 and xf32 up. */
enum smfhip_numerics {
    SMFHIP_NUMERICS_FMA = 1, /* a chain of fused multiply-adds in f32, k ascending */
    /* The default: the published model of CDNA3's dense matrix instructions. That SMFMAC follows it
     * over the selected products is a hypothesis. */
    SMFHIP_NUMERICS_MI300 = 2,
};

/* What a launch did, summed over all launches since the last SMFHIP_RESET_COUNTERS. */
struct smfhip_counters {
    uint64_t launches, workgroups, waves;
    uint64_t instructions;    /* wave instructions executed */
    uint64_t smfmacs;         /* of those, V_SMFMAC */
    uint64_t illegal_nibbles; /* index nibbles read whose selector 0 is not below selector 1 */
    uint64_t lds_bytes;       /* read and written */
    /* Results of V_SMFMAC in f32 under SMFHIP_NUMERICS_MI300, each instruction's for itself: all of
     * them; those where the model dropped something or rounded; those that another order of
     * summation might make different. A NaN or an infinity, given or as the result, counts in both.
     * An order-free result: nothing was dropped, and |c| + sum of |products| <= 2^24 u, u being the
     * largest power of two that divides c and all products. */
    uint64_t results_judged, results_not_exact, results_not_order_free;
};

/* A machine whose operands sit elsewhere: tests scramble the emulator and require that probing
 * finds the scramble. Each table says, for a place the plain machine reads, which place this one
 * reads instead. Byte places are (lane * vgprs + vgpr) * 4 + byte, index places lane * 32 + bit,
 * C/D places lane * vgprs + vgpr; vgprs is the operand's register count. A NULL table is the
 * identity; each table must be a permutation of its n_* entries, which must match the instruction
 * executed. */
struct smfhip_scramble {
    const uint16_t *a_bytes, *b_bytes; /* permutations of byte places */
    const uint16_t *idx_bits;          /* permutation of 64 * 32 bit places */
    const uint16_t *cd_dwords;         /* permutation of register places, for C and for D alike */
    uint32_t n_a_bytes, n_b_bytes, n_idx_bits, n_cd_dwords;
    /* Not 0: in odd rows, the lanes of odd lane groups use the next column of B. That is no matrix
     * product, whatever the columns are called. */
    int skew_columns;
};

/* A machine that does otherwise where no document says what to do, or where all documents say the
 * same: tests require that a survey tells it from the plain one. All zero is the plain machine.
 * V_SMFMAC alone. */
enum smfhip_variant_nibbles {                             /* illegal nibbles */
                              SMFHIP_NIBBLES_OWN,         /* each slot follows its own selector */
                              SMFHIP_NIBBLES_FIRST,       /* both follow slot 0's */
                              SMFHIP_NIBBLES_SORTED,      /* slot 0 follows the smaller */
                              SMFHIP_NIBBLES_NOTHING,     /* neither multiplies */
                              SMFHIP_NIBBLES_FIRST_ALONE, /* slot 1 does not multiply */
};
enum smfhip_variant_exec {
    SMFHIP_EXEC_D = 1,
    SMFHIP_EXEC_OPERANDS = 2
}; /* bits: off lanes keep
    * D; give zeros */
enum smfhip_variant_flush { SMFHIP_FLUSH_OPERANDS = 1, SMFHIP_FLUSH_C = 2, SMFHIP_FLUSH_D = 4 };
enum smfhip_variant_sums { /* of SMFHIP_NUMERICS_MI300 */
                           SMFHIP_SUMS_PUBLISHED,
                           SMFHIP_SUMS_HALF_CHUNKS, /* 8 products in 8-bit types, 4 in 16-bit ones
                                                     */
                           SMFHIP_SUMS_NEAREST,     /* step 4 rounds to nearest */
                           SMFHIP_SUMS_DENSE,       /* chunks of dense k */
                           SMFHIP_SUMS_C_LAST,
};
struct smfhip_variant {
    enum smfhip_variant_nibbles nibbles;
    enum smfhip_variant_sums sums;
    int exec, flushes;    /* bits of the enumerations above */
    int cbsz_is_whole;    /* every cbsz but 0 reads set 0 */
    int reads_other_bits; /* an index bit outside the set takes part */
    int nan80_is_zero;
};

enum smfhip_request {
    SMFHIP_GET_REPORT = 1, /* text of the last fault, empty if none; and forget it */
    SMFHIP_GET_COUNTERS,
    SMFHIP_RESET_COUNTERS,
    SMFHIP_SET_NUMERICS, /* value: enum smfhip_numerics */
    SMFHIP_SET_BUDGET, /* value: wave instructions a launch may execute in one workgroup; 0: default
                        */
    SMFHIP_SET_STRICT, /* value: not 0 = an illegal nibble ends the launch */
    SMFHIP_SET_SCRAMBLE, /* scramble: copied; NULL: the plain machine again */
    SMFHIP_SET_REPORT,   /* value: not 0 = faults are also printed to stderr */
    SMFHIP_SET_VARIANT,  /* variant: copied; NULL: the plain machine again */
};

struct smfhip_control {
    enum smfhip_request request;
    uint64_t value;
    char *text; /* GET_REPORT: filled, NUL-terminated */
    uint64_t text_bytes;
    struct smfhip_counters *counters;
    const struct smfhip_scramble *scramble;
    const struct smfhip_variant *variant;
};

/* 0, or -1 for a version, request or argument it does not know. `version` is SMFHIP_VERSION. Not
 * for use while a launch is under way. */
int smfhip_control(uint32_t version, struct smfhip_control *control);
typedef int smfhip_control_fn(uint32_t version, struct smfhip_control *control);

#endif

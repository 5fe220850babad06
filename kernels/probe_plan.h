/* What one probe wave is told, shared by the kernels (HIP) and the host (C).
 *
 * The wave tags its own registers: nothing here says which lane holds what. An A value is 1 where a
 * lane's hot element is, 0 elsewhere; a B value is one digit of its own slot's number, plus one; an
 * index nibble is one of two, chosen by one bit of its own number; C is zero or its own slot's
 * number. A slot's number is lane * (elements a lane) + element; a nibble's is lane * 8 + nibble.
 */
#ifndef PROBE_PLAN_H
#define PROBE_PLAN_H

enum {
    PROBE_LANES = 64,
    PROBE_COLD = 255,      /* hot[lane] of a lane whose A values are all zero */
    PROBE_IDX_NIBBLES = 8, /* nibbles in the 32-bit index register */
};

struct probe_plan {
    unsigned char hot[PROBE_LANES]; /* per lane: the A element that is 1, or PROBE_COLD */
    unsigned int digit_shift;       /* B value = ((slot >> shift) & mask) + 1 */
    unsigned int digit_mask;
    unsigned int choice_bit; /* nibble = bit choice_bit of its number ? nibble_1 : nibble_0 */
    unsigned int nibble_0, nibble_1;
    unsigned int tag_c; /* 0: C = 0; 1: C = its slot's number */
    unsigned int cbsz, abid;
};

#ifdef __cplusplus
#define PROBE_STATIC_ASSERT static_assert
#else
#define PROBE_STATIC_ASSERT _Static_assert
#endif
PROBE_STATIC_ASSERT(sizeof(struct probe_plan) == 96, "the kernels index plans by this size");
PROBE_STATIC_ASSERT(__builtin_offsetof(struct probe_plan, digit_shift) == 64, "");
PROBE_STATIC_ASSERT(__builtin_offsetof(struct probe_plan, choice_bit) == 72, "");
PROBE_STATIC_ASSERT(__builtin_offsetof(struct probe_plan, tag_c) == 84, "");
PROBE_STATIC_ASSERT(__builtin_offsetof(struct probe_plan, abid) == 92, "");

#endif

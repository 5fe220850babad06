/* What a timing kernel is told and what it tells, shared by the kernels (HIP) and the host (C). */
#ifndef TIME_PLAN_H
#define TIME_PLAN_H

enum {
    TIME_UNROLLED = 16, /* SMFMACs of one turn of the loop */
    TIME_MAX_FMAS = 8,  /* after each of them */
    TIME_TOLD = 16,     /* waves that tell; later ones only take part */
};

struct time_plan {
    unsigned int turns;
};

struct time_told {
    unsigned long long start, end;           /* s_memtime */
    unsigned long long real_start, real_end; /* s_memrealtime */
    float last[4];                           /* of the sums, so that none is left out */
};

#ifdef __cplusplus
#define TIME_STATIC_ASSERT static_assert
#else
#define TIME_STATIC_ASSERT _Static_assert
#endif
TIME_STATIC_ASSERT(sizeof(struct time_told) == 48, "the kernels index by this size");

#endif

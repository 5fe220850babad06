/* What tests/kernels/approximations.hip must give, to within what the hardware promises: one unit
 * in the last place for most (CDNA3 ISA guide, "Vector ALU": 1 ULP), an absolute error for sine and
 * cosine (no bound is documented; 2^-20 is assumed). */
#include "harness.h"

#include <math.h>

enum { GROUPS = 5, BLOCK = 128, N = GROUPS * BLOCK };
#define ULP (0x1p-23)
#define TAU 6.283185307179586

static void want_function(struct run *run, const char *results, int k, const double *expected,
                          double relative, double absolute)
{
    want_f32_near(run, results + (size_t)k * N * sizeof(float), expected, N, relative, absolute);
}

static void hardware(struct run *run)
{
    static float in[N];
    static double e[8][N];
    uint32_t n = N;
    for (int i = 0; i < N;
         i++) { /* -120 .. 120, some of them tiny; the results are no subnormals */
        in[i] = (float)((int32_t)random_u32(run) * 0x1p-31 * 120);
        if (i % 4 == 0)
            in[i] = ldexpf(in[i], -(i % 90));
        const double x = (double)in[i], positive = fabs(x);
        e[0][i] = exp2(x);
        e[1][i] = sin(remainder(x, 1) * TAU);
        e[2][i] = cos(remainder(x, 1) * TAU);
        e[3][i] = 1 / x;
        e[4][i] = log2(positive);
        e[5][i] = 1 / sqrt(positive);
        e[6][i] = sqrt(positive);
        e[7][i] = x - floor(x);
        if (e[7][i] > 0x1.fffffep-1)
            e[7][i] = 0x1.fffffep-1; /* never 1 */
    }
    void *d_in = give(run, in, sizeof in), *out = room(run, 8 * sizeof in);
    launch(run, LINE(GROUPS, BLOCK), 0, ARGUMENTS(&d_in, &out, &n));
    for (int k = 0; k < 8; k++)
        want_function(run, out, k, e[k], ULP, k == 1 || k == 2 ? 0x1p-20 : k == 4 ? 0x1p-23 : 0);
}

static void hardware64(struct run *run)
{
    static double in[N], e[3][N];
    uint32_t n = N;
    for (int i = 0; i < N; i++) {
        in[i] = ldexp((int32_t)random_u32(run) | 1, (int)(random_u32(run) % 200) - 100);
        e[0][i] = 1 / in[i];
        e[1][i] = 1 / sqrt(fabs(in[i]));
        e[2][i] = in[i] - floor(in[i]);
        if (e[2][i] == 1)
            e[2][i] = 0x1.fffffffffffffp-1;
    }
    void *d_in = give(run, in, sizeof in), *out = room(run, sizeof e);
    launch(run, LINE(GROUPS, BLOCK), 0, ARGUMENTS(&d_in, &out, &n));
    for (int k = 0; k < 3; k++) /* V_RCP_F64, V_RSQ_F64: (2^29) ulp, seeds for iterations */
        want_f64_near(run, (char *)out + (size_t)k * sizeof in, e[k], N, k < 2 ? 0x1p-23 : 0, 0);
}

static void elementary(struct run *run)
{
    static const float edges[] = {0,   INFINITY, -INFINITY, NAN,   1,
                                  128, -126.5f,  -140,      88.8f, 0x1p-130f};
    enum { N_EDGES = sizeof edges / sizeof *edges };
    static float in[N];
    static double e[6][N];
    uint32_t n = N;
    for (int i = 0; i < N; i++) {
        in[i] = i < N_EDGES ? edges[i] : (float)((int32_t)random_u32(run) * 0x1p-31 * 100);
        const double x = (double)in[i], positive = fabs(x);
        const double results[6] = {exp(x),        exp2(x),        pow(10, x),
                                   log(positive), log2(positive), log10(positive)};
        for (int k = 0; k < 6; k++)
            e[k][i] = (double)(float)results[k]; /* overflow is the float's */
    }
    void *d_in = give(run, in, sizeof in), *out = room(run, 6 * sizeof in);
    launch(run, LINE(GROUPS, BLOCK), 0, ARGUMENTS(&d_in, &out, &n));
    for (int k = 0; k < 6; k++)
        want_function(run, out, k, e[k], 4 * ULP, k < 3 ? 0x1p-148 : 0x1p-22);
}

static const struct kernel_test tests[] = {
    {"hardware", hardware}, {"hardware64", hardware64}, {"elementary", elementary}, {NULL, NULL}};
const struct subject approximations_subject = {"approximations", tests};

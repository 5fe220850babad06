#include "loops.h"

#include <omp.h>
#include <stdint.h>

#include "abi/hip_abi.h"
#include "abi/smfhip.h"

#define DECLARE(type, name, parameters) type name parameters;
HIP_FUNCTIONS(DECLARE)
HIP_EMULATOR_FUNCTIONS(DECLARE)

enum { LANES = 256, /* of a workgroup; loops.hip says so too */ WORKGROUPS_A_CORE = 2 };

#define LONG_ENOUGH 0.1 /* seconds of processor time on one core */

static const char *const kernel_name[N_LOOPS] = {"fma_loop", "lds_loop", "smfmac_loop",
                                                 "smfmac_loop"};

struct loops {
    void *module, *function[N_LOOPS];
    void *out, *ups, *downs, *as, *bs, *sets; /* the kernels' arguments */
    unsigned rounds[N_LOOPS];
};

static void control(struct smfhip_control request)
{
    if (smfhip_control(SMFHIP_VERSION, &request) != 0)
        stop("smfhip_control refused");
}

static void must(int error, const char *what)
{
    if (error == HIP_SUCCESS)
        return;
    fprintf(stderr, "bench: %s: %s\n", what, hipGetErrorString(error));
    exit(3);
}

/* Inputs. */

static void *give(const void *data, size_t bytes)
{
    void *device;
    must(hipMalloc(&device, bytes), "hipMalloc");
    must(hipMemcpy(device, data, bytes, HIP_MEMCPY_HOST_TO_DEVICE), "hipMemcpy");
    return device;
}

static uint32_t next_random(uint32_t *state)
{
    *state ^= *state << 13; /* Marsaglia's xorshift */
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

/* Any fp8 but its NaN, 0x80. */
static void *random_fp8(size_t n_dwords, uint32_t *state)
{
    uint32_t dword[4 * LANES];
    for (size_t n = 0; n < n_dwords; n++)
        dword[n] = next_random(state) | 0x01010101;
    return give(dword, n_dwords * sizeof *dword);
}

static void *legal_sets(uint32_t *state)
{
    static const uint8_t legal[6] = {0x4, 0x8, 0xc, 0x9, 0xd, 0xe};
    uint32_t set[LANES] = {0};
    for (int l = 0; l < LANES; l++)
        for (int nibble = 0; nibble < 8; nibble++)
            set[l] |= (uint32_t)legal[next_random(state) % 6] << 4 * nibble;
    return give(set, sizeof set);
}

static void make_inputs(struct loops *loops)
{
    uint32_t state = 942;
    float up[LANES], down[LANES];
    for (int l = 0; l < LANES; l++) {
        up[l] = 0.25f + (float)l / LANES;
        down[l] = -up[l];
    }
    must(hipMalloc(&loops->out, 4 * LANES * sizeof(float)), "hipMalloc");
    loops->ups = give(up, sizeof up);
    loops->downs = give(down, sizeof down);
    loops->as = random_fp8(2 * LANES, &state);
    loops->bs = random_fp8(4 * LANES, &state);
    loops->sets = legal_sets(&state);
}

static void *read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        stop("no code object");
    size_t size = 0, got;
    char *bytes = NULL;
    do {
        bytes = realloc(bytes, size + 65536);
        if (!bytes)
            stop("no memory");
        got = fread(bytes + size, 1, 65536, file);
        size += got;
    } while (got);
    fclose(file);
    return bytes;
}

/* Launches. */

static void launch(const struct loops *loops, enum loop which, int n_cores)
{
    struct loops l = *loops;
    unsigned turn = 1, *rounds = &l.rounds[which];
    void *fma[] = {&l.out, rounds, &l.ups, &l.downs};
    void *lds[] = {&l.out, rounds, &turn};
    void *smfmac[] = {&l.out, rounds, &l.as, &l.bs, &l.sets};
    void **arguments[N_LOOPS] = {fma, lds, smfmac, smfmac};
    unsigned workgroups = (unsigned)(WORKGROUPS_A_CORE * n_cores);
    must(hipModuleLaunchKernel(l.function[which], workgroups, 1, 1, LANES, 1, 1, 0, NULL,
                               arguments[which], NULL),
         kernel_name[which]);
    must(hipDeviceSynchronize(), kernel_name[which]);
}

struct loop_run loops_run(struct loops *loops, enum loop which, int n_cores)
{
    struct smfhip_counters counters;
    omp_set_num_threads(n_cores); /* what OMP_NUM_THREADS says when a program begins */
    control((struct smfhip_control){.request = SMFHIP_SET_NUMERICS,
                                    .value = which == SMFMAC_FMA_LOOP ? SMFHIP_NUMERICS_FMA
                                                                      : SMFHIP_NUMERICS_MI300});
    control((struct smfhip_control){.request = SMFHIP_RESET_COUNTERS});
    struct seconds start = clock_now();
    launch(loops, which, n_cores);
    struct seconds seconds = clock_since(start);
    control((struct smfhip_control){.request = SMFHIP_GET_COUNTERS, .counters = &counters});
    return (struct loop_run){(double)counters.instructions, (double)counters.smfmacs,
                             (double)counters.lds_bytes, seconds};
}

struct loops *loops_create(const char *code_object)
{
    struct loops *loops = calloc(1, sizeof *loops);
    if (!loops)
        stop("no memory");
    void *image = read_file(code_object);
    must(hipModuleLoadData(&loops->module, image), "hipModuleLoadData");
    free(image);
    make_inputs(loops);
    for (int which = 0; which < N_LOOPS; which++) {
        must(hipModuleGetFunction(&loops->function[which], loops->module, kernel_name[which]),
             kernel_name[which]);
        loops->rounds[which] = 1;
        while (loops_run(loops, (enum loop)which, 1).seconds.cpu < LONG_ENOUGH)
            loops->rounds[which] *= 2;
    }
    return loops;
}

void loops_destroy(struct loops *loops)
{
    void *const buffer[] = {loops->out, loops->ups, loops->downs,
                            loops->as,  loops->bs,  loops->sets};
    for (size_t n = 0; n < sizeof buffer / sizeof buffer[0]; n++)
        must(hipFree(buffer[n]), "hipFree");
    must(hipModuleUnload(loops->module), "hipModuleUnload");
    free(loops);
}

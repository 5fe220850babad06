/* One GEMM is one launch over one block of memory. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "gemm/gemm.h"
#include "gemm_arguments.h"

/* kernels/gemm_*.hip, embedded. */
extern const char gemm_simple_image[], gemm_simple_image_end[];
extern const char gemm_tiled_image[], gemm_tiled_image_end[];

const char *gemm_kernel_name(enum gemm_kernel kernel)
{
    return kernel == GEMM_SIMPLE ? "simple" : "tiled";
}

static bool adds_integers(const struct gemm_problem *p) { return p->insn->cd_type == ISA_I32; }

static union gemm_scale scale_of(const struct gemm_problem *p, int value)
{
    union gemm_scale scale;
    if (adds_integers(p))
        scale.i32 = value;
    else
        scale.f32 = (float)value;
    return scale;
}

/* Arrays start at multiples of 16 bytes. */
static size_t reserve(size_t *used, size_t bytes)
{
    size_t offset = *used;
    *used += (bytes + 15) / 16 * 16;
    return offset;
}

static void put_c(const struct gemm_problem *p, uint8_t *to)
{
    for (size_t n = 0; n < p->m * p->n; n++) {
        uint32_t bits = adds_integers(p) ? (uint32_t)p->c[n] : bits_of_f32((float)p->c[n]);
        memcpy(to + n * sizeof bits, &bits, sizeof bits);
    }
}

enum status gemm_image_init(struct gemm_image *image, const struct gemm_problem *p,
                            struct error *err)
{
    size_t a_bytes = p->m * p->a.k / 2 * pack_type_bytes(p->a.type);
    size_t idx_bytes = p->m * pack_idx_bytes(p->a.k);
    size_t b_bytes = p->k * p->n * pack_type_bytes(p->b.type);
    size_t used = 0;
    reserve(&used, sizeof(struct gemm_arguments));
    struct gemm_arguments arguments = {
        .a_offset = reserve(&used, a_bytes),
        .m = (unsigned)p->m,
        .n = (unsigned)p->n,
        .k = (unsigned)p->k,
        .lda = (unsigned)(p->a.k / 2),
        .ldidx = (unsigned)pack_idx_bytes(p->a.k),
        .ldb = (unsigned)p->n,
        .ldc = (unsigned)p->n,
        .alpha = scale_of(p, GEMM_ALPHA),
        .beta = scale_of(p, GEMM_BETA),
    };
    arguments.idx_offset = reserve(&used, idx_bytes);
    arguments.b_offset = reserve(&used, b_bytes);
    arguments.c_offset = reserve(&used, p->m * p->n * sizeof(uint32_t));
    image->bytes = calloc(used, 1);
    image->n_bytes = used;
    if (!image->bytes)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    memcpy(image->bytes, &arguments, sizeof arguments);
    memcpy(image->bytes + arguments.a_offset, p->packed.a, a_bytes);
    memcpy(image->bytes + arguments.idx_offset, p->packed.idx, idx_bytes);
    memcpy(image->bytes + arguments.b_offset, p->b.codes, b_bytes);
    put_c(p, image->bytes + arguments.c_offset);
    return STATUS_OK;
}

void gemm_image_free(struct gemm_image *image)
{
    free(image->bytes);
    *image = (struct gemm_image){0};
}

static size_t n_tiles(size_t edge, size_t tile) { return (edge + tile - 1) / tile; }

static void control(struct device *device, enum smfhip_request what,
                    struct smfhip_counters *counters, bool *done)
{
    struct smfhip_control request = {.request = what, .counters = counters};
    smfhip_control_fn *door = device_control(device);
    *done = door && door(SMFHIP_VERSION, &request) == 0;
}

enum status gemm_execute(struct device *device, const struct gemm_problem *p,
                         const struct gemm_image *image, enum gemm_kernel kernel, uint32_t *d,
                         struct gemm_cost *cost, struct error *err)
{
    bool tiled = kernel == GEMM_TILED, reset;
    size_t edge = tiled ? (size_t)GEMM_TILED_EDGE : (size_t)p->insn->m;
    const char *code = tiled ? gemm_tiled_image : gemm_simple_image;
    const char *code_end = tiled ? gemm_tiled_image_end : gemm_simple_image_end;
    char name[96];
    snprintf(name, sizeof name, "gemm_%s_%s", gemm_kernel_name(kernel), p->insn->name);
    if (cost)
        *cost = (struct gemm_cost){0};
    struct device_job job = {
        .image = code,
        .image_bytes = (size_t)(code_end - code),
        .kernel = name,
        .n_workgroups = (unsigned)(n_tiles(p->m, edge) * n_tiles(p->n, edge)),
        .workgroup_lanes = tiled ? GEMM_TILED_LANES : ISA_LANES,
        .in = image->bytes,
        .in_bytes = image->n_bytes,
        .out = d,
        .out_bytes = p->m * p->n * sizeof *d,
        .seconds = cost ? &cost->seconds : NULL,
    };
    control(device, SMFHIP_RESET_COUNTERS, NULL, &reset);
    enum status status = device_run(device, &job, err);
    if (status == STATUS_OK && reset && cost)
        control(device, SMFHIP_GET_COUNTERS, &cost->counters, &cost->counted);
    return status;
}

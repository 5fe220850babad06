/* The state a wave starts in (LLVM AMDGPUUsage, "Initial Kernel Execution State", and the tables of
 * compute_pgm_rsrc1 to 3 and of the kernel code properties). */
#include "emu/launch.h"

#include <string.h>

/* Kernel code properties. */
enum {
    PRIVATE_SEGMENT_BUFFER = 1 << 0,
    DISPATCH_PTR = 1 << 1,
    QUEUE_PTR = 1 << 2,
    KERNARG_PTR = 1 << 3,
    DISPATCH_ID = 1 << 4,
    FLAT_SCRATCH_INIT = 1 << 5,
    PRIVATE_SEGMENT_SIZE = 1 << 6,
    WAVE32 = 1 << 10,
};

static void push(struct emu_start *start, uint32_t *n, uint32_t value)
{
    if (*n < sizeof start->sgpr / sizeof *start->sgpr)
        start->sgpr[*n] = value;
    (*n)++;
}

static void push_pointer(struct emu_start *start, uint32_t *n, const void *pointer)
{
    uint64_t value = (uint64_t)(uintptr_t)pointer;
    push(start, n, (uint32_t)value);
    push(start, n, (uint32_t)(value >> 32));
}

static enum status set_user_sgprs(const struct emu_kernel *kernel,
                                  const struct emu_kernarg *kernarg, uint32_t scratch_bytes,
                                  struct emu_start *start, struct error *err)
{
    uint32_t n = 0;
    unsigned properties = kernel->properties;
    if (properties & DISPATCH_PTR)
        push_pointer(start, &n, kernarg->packet);
    if (properties & QUEUE_PTR)
        push_pointer(start, &n, kernarg->queue);
    if (properties & KERNARG_PTR)
        push_pointer(start, &n, kernarg->arguments);
    if (properties & DISPATCH_ID)
        push_pointer(start, &n, NULL);
    uint32_t preload = bits_get(kernel->preload, 0, 7), first = bits_get(kernel->preload, 7, 9);
    if (4 * (preload + first) > kernel->kernarg_bytes)
        return error_set(err, STATUS_FILE,
                         "emu: kernel %.200s preloads kernarg dwords %u to %u of %u bytes",
                         kernel->name, first, first + preload, kernel->kernarg_bytes);
    for (uint32_t dword = 0; dword < preload; dword++) {
        uint32_t value;
        memcpy(&value, kernarg->arguments + 4 * (size_t)(first + dword), sizeof value);
        push(start, &n, value);
    }
    if (properties & PRIVATE_SEGMENT_SIZE)
        push(start, &n, scratch_bytes);
    start->n_user_sgprs = bits_get(kernel->rsrc2, 1, 5);
    if (n > start->n_user_sgprs)
        return error_set(err, STATUS_FILE, "emu: kernel %.200s asks for %u user SGPRs and has %u",
                         kernel->name, n, start->n_user_sgprs);
    return STATUS_OK;
}

/* gfx942 has neither: flat scratch is architected there, and waves have 64 lanes. */
static enum status refuse(const struct emu_kernel *kernel, struct error *err)
{
    const char *what = NULL;
    if (kernel->properties & PRIVATE_SEGMENT_BUFFER)
        what = "a private segment buffer";
    else if (kernel->properties & FLAT_SCRATCH_INIT)
        what = "flat scratch init";
    else if (kernel->properties & WAVE32)
        what = "waves of 32 lanes";
    else if (bits_get(kernel->rsrc2, 10, 1))
        what = "the workgroup info SGPR";
    return what ? error_set(err, STATUS_UNSUPPORTED,
                            "emu: kernel %.200s asks for %s: not supported", kernel->name, what)
                : STATUS_OK;
}

enum status emu_start_create(const struct emu_kernel *kernel, const struct emu_kernarg *kernarg,
                             uint32_t scratch_bytes, struct emu_start *start, struct error *err)
{
    *start = (struct emu_start){0};
    enum status status = refuse(kernel, err);
    if (status == STATUS_OK)
        status = set_user_sgprs(kernel, kernarg, scratch_bytes, start, err);
    if (status != STATUS_OK)
        return status;
    for (unsigned d = 0; d < 3; d++)
        start->workgroup_id[d] = bits_get(kernel->rsrc2, 7 + d, 1);
    start->n_id_dims = bits_get(kernel->rsrc2, 11, 2);

    /* One file: the first AccVGPR is register accum_offset of it. */
    uint32_t vgprs = (bits_get(kernel->rsrc1, 0, 6) + 1) * 8;
    uint32_t accum_offset = (bits_get(kernel->rsrc3, 0, 6) + 1) * 4;
    start->n_vgprs = accum_offset < vgprs ? accum_offset : vgprs;
    start->n_accs = vgprs - start->n_vgprs;
    if (start->n_accs > EMU_N_VGPRS - EMU_ACC)
        start->n_accs = EMU_N_VGPRS - EMU_ACC;

    /* MODE: FP_ROUND 3:0, FP_DENORM 7:4, DX10_CLAMP 8, IEEE 9, FP16_OVFL 23 (CDNA3 ISA guide, "Mode
     * register"); rsrc1 has them at 15:12, 19:16, 21, 23, 26. */
    start->mode = bits_get(kernel->rsrc1, 12, 8) | bits_get(kernel->rsrc1, 21, 1) << 8 |
                  bits_get(kernel->rsrc1, 23, 1) << 9 | bits_get(kernel->rsrc1, 26, 1) << 23;
    return STATUS_OK;
}

/* v0 = x | y << 10 | z << 20, for as many dimensions as the descriptor asks for. */
static void set_workitem_ids(const struct emu_start *start, const uint32_t block[3],
                             struct emu_wave *wave)
{
    for (uint32_t lane = 0; lane < EMU_LANES; lane++) {
        uint32_t flat = wave->index * EMU_LANES + lane;
        uint32_t x = flat % block[0], y = flat / block[0] % block[1];
        uint32_t z = flat / block[0] / block[1];
        wave->vgpr[0][lane] =
            x | (start->n_id_dims >= 1 ? y << 10 : 0) | (start->n_id_dims >= 2 ? z << 20 : 0);
    }
}

void emu_start_wave(const struct emu_start *start, const struct emu_dispatch *dispatch,
                    struct emu_wave *wave)
{
    /* Registers are undefined on a device; here they are 0, so that runs are alike. */
    memset(wave->vgpr, 0, start->n_vgprs * sizeof *wave->vgpr);
    memset(&wave->vgpr[EMU_ACC], 0, start->n_accs * sizeof *wave->vgpr);
    memset(wave->sgpr, 0, sizeof wave->sgpr);
    memcpy(wave->sgpr, start->sgpr, start->n_user_sgprs * sizeof *wave->sgpr);
    uint32_t sgpr = start->n_user_sgprs;
    for (unsigned d = 0; d < 3; d++) {
        if (start->workgroup_id[d])
            wave->sgpr[sgpr++] = wave->group->id[d];
    }
    const uint32_t *block = dispatch->block;
    set_workitem_ids(start, block, wave);
    uint32_t lanes = block[0] * block[1] * block[2] - wave->index * EMU_LANES;
    uint64_t exec = lanes >= EMU_LANES ? UINT64_MAX : (UINT64_C(1) << lanes) - 1;
    wave->sgpr[EMU_EXEC] = (uint32_t)exec;
    wave->sgpr[EMU_EXEC + 1] = (uint32_t)(exec >> 32);
    wave->scc = 0;
    wave->pc = wave->next_pc = dispatch->kernel->entry;
    wave->mode = start->mode;
    wave->gpr_idx_mode = 0;
    wave->n_vgprs = start->n_vgprs;
    wave->n_accs = start->n_accs;
    wave->state = EMU_RUNNING;
    wave->instructions = wave->budget = 0;
    wave->smfmacs = wave->illegal_nibbles = wave->lds_bytes = 0;
    wave->results_judged = wave->results_not_exact = wave->results_not_order_free = 0;
    wave->program = dispatch->program;
    wave->last = (struct emu_range){0};
}

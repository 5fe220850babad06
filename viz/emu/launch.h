/* One launch: a kernel over a grid of workgroups, on all cores of the host.
 *
 * Knows: workgroups, barriers, budgets, the state a wave starts in, the kernarg segment.
 * Refuses to know: HIP, and what instructions do.
 */
#ifndef EMU_LAUNCH_H
#define EMU_LAUNCH_H

#include "emu/codeobj.h"

struct emu_options {
    enum smfhip_numerics numerics;
    bool strict;
    uint64_t budget; /* wave instructions of one workgroup */
    const struct smfhip_scramble *scramble;
    const struct smfhip_variant *variant;
};

/* Enough for a second's work of a workgroup on silicon; a loop without end is over in seconds. */
#define EMU_DEFAULT_BUDGET (UINT64_C(1) << 26)

struct emu_dispatch {
    struct emu_program *program;
    const struct emu_kernel *kernel;
    uint32_t grid[3];  /* workgroups, none 0; grid * block below 2^32 in each dimension */
    uint32_t block[3]; /* lanes, none 0 */
    uint32_t dynamic_lds_bytes;
    /* The explicit arguments: kernel->kernarg_bytes bytes, each argument at its offset. */
    const void *arguments;
};

/* Runs to the end. Adds to *counters. STATUS_DEVICE, with *kind, if the kernel did something that
 * ends a launch; STATUS_UNSUPPORTED or STATUS_USAGE if it could not begin. */
enum status emu_launch_run(const struct emu_dispatch *dispatch, const struct emu_options *options,
                           struct smfhip_counters *counters, enum emu_fault_kind *kind,
                           struct error *err);

/* Shared by launch.c, start.c and kernarg.c. */

/* What a kernel finds in memory when it starts; each is an allocation of its own. */
struct emu_kernarg {
    uint8_t *arguments; /* the kernarg segment */
    uint8_t *packet;    /* hsa_kernel_dispatch_packet_t */
    uint8_t *queue;     /* amd_queue_t */
};
enum status emu_kernarg_create(const struct emu_dispatch *dispatch, struct emu_kernarg *kernarg,
                               struct error *err);
void emu_kernarg_free(struct emu_kernarg *kernarg);

/* LDS of a workgroup, scratch of a lane. */
uint32_t emu_launch_lds_bytes(const struct emu_dispatch *dispatch);
uint32_t emu_launch_scratch_bytes(const struct emu_kernel *kernel);

/* The registers that every wave of a launch starts with. */
struct emu_start {
    uint32_t sgpr[32]; /* the user SGPRs */
    uint32_t n_user_sgprs;
    bool workgroup_id[3]; /* which ones follow the user SGPRs */
    uint32_t n_id_dims;   /* 0..2: v0 has x, x and y, or x, y and z */
    uint32_t mode;
    uint32_t n_vgprs, n_accs;
};
enum status emu_start_create(const struct emu_kernel *kernel, const struct emu_kernarg *kernarg,
                             uint32_t scratch_bytes, struct emu_start *start, struct error *err);

/* Sets the registers of `wave`, whose index and group are set, for its first instruction. */
void emu_start_wave(const struct emu_start *start, const struct emu_dispatch *dispatch,
                    struct emu_wave *wave);

#endif

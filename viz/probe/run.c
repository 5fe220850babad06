/* Running the kernels that travel inside the program. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "multiply_image.h"
#include "probe/probe.h"

_Static_assert((int)MULTIPLY_LANES == (int)ISA_LANES, "an image has the registers of one wave");

/* kernels/probe.hip and kernels/multiply.hip, compiled and embedded by the Makefile. */
extern const char probe_image[], probe_image_end[];
extern const char multiply_image[], multiply_image_end[];

static size_t bytes_between(const char *start, const char *end)
{
    return (size_t)((uintptr_t)end - (uintptr_t)start);
}

/* gfx950's own instructions are in the table, but no kernel is built for them. */
static enum status check_kernel(const struct isa_smfmac *insn, struct error *err)
{
    if (insn->arch == ISA_GFX942)
        return STATUS_OK;
    return error_set(err, STATUS_UNSUPPORTED, "%s: kernels of %s are not supported yet", insn->name,
                     isa_arch_name(insn->arch));
}

enum status probe_run_on_device(void *context, const struct isa_smfmac *insn,
                                const struct probe_plan *plans, int n_waves, uint32_t *out,
                                struct error *err)
{
    enum status status = check_kernel(insn, err);
    if (status != STATUS_OK)
        return status;
    char kernel[64];
    snprintf(kernel, sizeof kernel, "probe_%s", insn->name);
    struct device_job job = {
        .image = probe_image,
        .image_bytes = bytes_between(probe_image, probe_image_end),
        .kernel = kernel,
        .n_workgroups = (unsigned)n_waves,
        .workgroup_lanes = ISA_LANES,
        .in = plans,
        .in_bytes = (size_t)n_waves * sizeof *plans,
        .out = out,
        .out_bytes = (size_t)n_waves * ISA_LANES * (size_t)isa_cd_vgprs(insn) * sizeof *out,
    };
    return device_run(context, &job, err);
}

static void fill(unsigned *to, const uint32_t *from, int vgprs)
{
    memcpy(to, from, (size_t)vgprs * ISA_LANES * sizeof *to);
}

enum status probe_multiply(struct device *device, const struct isa_smfmac *insn, int cbsz, int abid,
                           const struct probe_registers *registers, uint32_t *d, struct error *err)
{
    enum status status = isa_check_modifiers(insn, cbsz, abid, err);
    if (status == STATUS_OK)
        status = check_kernel(insn, err);
    if (status != STATUS_OK)
        return status;
    struct multiply_image *image = calloc(1, sizeof *image);
    if (!image)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    image->cbsz = (unsigned)cbsz;
    image->abid = (unsigned)abid;
    fill(image->idx, registers->idx, 1);
    fill(image->a, registers->a, isa_a_vgprs(insn));
    fill(image->b, registers->b, isa_b_vgprs(insn));
    fill(image->c, registers->c, isa_cd_vgprs(insn));

    char kernel[64];
    snprintf(kernel, sizeof kernel, "multiply_%s", insn->name);
    struct device_job job = {
        .image = multiply_image,
        .image_bytes = bytes_between(multiply_image, multiply_image_end),
        .kernel = kernel,
        .n_workgroups = 1,
        .workgroup_lanes = ISA_LANES,
        .in = image,
        .in_bytes = sizeof *image,
        .out = d,
        .out_bytes = ISA_LANES * (size_t)isa_cd_vgprs(insn) * sizeof *d,
    };
    status = device_run(device, &job, err);
    free(image);
    return status;
}

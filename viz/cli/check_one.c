#include "cli/check_one.h"

#include "cli/recover.h"
#include "layout/layout.h"
#include "probe/probe.h"

static const uint64_t PRODUCT_SEED = 942; /* any; fixed, so that two runs compare the same data */

static enum status multiply(void *context, const struct isa_smfmac *insn, int cbsz, int abid,
                            const struct probe_registers *registers, uint32_t *d, struct error *err)
{
    return probe_multiply(context, insn, cbsz, abid, registers, d, err);
}

/* Does the device multiply what the documents place? */
static enum status check_documented_product(struct device *device, const struct check_report *r,
                                            struct check_product *product, struct error *err)
{
    struct opmap documented = {0};
    enum status status = layout_map(r->insn, r->cbsz, r->abid, &documented, err);
    if (status == STATUS_OK)
        status = check_product(&documented, PRODUCT_SEED, multiply, device, product, err);
    opmap_free(&documented);
    return status;
}

enum status cli_check_one(const struct cli_options *options, struct device *device,
                          const struct isa_smfmac *insn, int cbsz, int abid,
                          struct check_result *result, struct error *err)
{
    struct check_report *report = &result->report;
    struct error why = {0};
    enum status status = cli_recover(options, device, insn, cbsz, abid, &result->map, &why);
    if (status == STATUS_DIFFERS) {
        struct opmap_provenance provenance;
        device_provenance(device, options->attest, &provenance);
        check_not_recoverable(insn, cbsz, abid, &provenance, why.text, report);
        result->map = (struct opmap){.insn = insn, .cbsz = cbsz, .abid = abid};
        return STATUS_OK;
    }
    if (status != STATUS_OK) {
        *err = why;
        return status;
    }
    status = check_recovered(&result->map, report, err);
    if (status == STATUS_OK)
        status = check_documented_product(device, report, &result->product, err);
    return status;
}

/* Recovering a layout from what executed instructions put out.
 *
 * Knows: how to plan probe waves, run them, and read a layout out of their D registers.
 * Refuses to know: any layout formula. Its inputs are sizes (lanes, elements a lane, index bits)
 * and outputs; evidence that contradicts itself is reported, never smoothed over.
 */
#ifndef PROBE_PROBE_H
#define PROBE_PROBE_H

#include "device/device.h"
#include "isa/opmap.h"
#include "probe_plan.h"

/* Executes `n_waves` plans of one instruction; out is [n_waves][64][cd registers], the D registers
 * as bits. The plans carry cbsz and abid. */
typedef enum status probe_run_fn(void *context, const struct isa_smfmac *insn,
                                 const struct probe_plan *plans, int n_waves, uint32_t *out,
                                 struct error *err);

/* The probe_run_fn of a device; its context is the struct device. */
probe_run_fn probe_run_on_device;

struct probe_stats {
    int n_waves;    /* probe waves executed for this layout */
    int n_launches; /* in how many launches */
};

/* Recovers where A, idx, B and C/D of `insn` sit under (cbsz, abid), labelled by the probe's own
 * convention: rows by their lowest A slot (lane, vgpr, bit), columns by their lowest B slot, K
 * groups by their lowest A slot, slot 0 the lower A slot of a pair, k inside a group the selector's
 * value; of the two values with one bit set, 1 is the one that selects the lower B slot, which
 * makes its bit the low one (no output can tell a selector's bits from rows 1 and 2 of B).
 * STATUS_DIFFERS = not recoverable: the text says why, and at which slot. Other failures are those
 * of `run`. On success the caller frees *map and has still to fill in map->provenance. */
enum status probe_recover(const struct isa_smfmac *insn, int cbsz, int abid, probe_run_fn *run,
                          void *context, struct opmap *map, struct probe_stats *stats,
                          struct error *err);

/* Register images of one SMFMAC, [lane][vgpr] as the operand's registers hold them. */
struct probe_registers {
    const uint32_t *a, *b, *c; /* [64][a vgprs], [64][b vgprs], [64][cd vgprs] */
    const uint32_t *idx;       /* [64] */
};

/* Executes one SMFMAC of `insn` on given registers; d is [64][cd vgprs]. */
enum status probe_multiply(struct device *device, const struct isa_smfmac *insn, int cbsz, int abid,
                           const struct probe_registers *registers, uint32_t *d, struct error *err);

#endif

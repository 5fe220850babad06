/* Scalar memory reads (CDNA3 ISA guide, SMEM). */
#include "emu/op.h"

const struct emu_row EMU_ROWS(smem)[] = {{0}};

/* Vector floating-point arithmetic. */
#include "emu/op.h"

const struct emu_row EMU_ROWS(vfloat)[] = {{0}};

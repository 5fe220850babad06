/* Vector conversions. */
#include "emu/op.h"

const struct emu_row EMU_ROWS(vcvt)[] = {{0}};

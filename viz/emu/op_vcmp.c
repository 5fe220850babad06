/* Vector compares. */
#include "emu/op.h"

const struct emu_row EMU_ROWS(vcmp)[] = {{0}};

/* Vector integer arithmetic. */
#include "emu/op.h"

const struct emu_row EMU_ROWS(vint)[] = {{0}};

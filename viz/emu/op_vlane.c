/* Moves between lanes and registers. */
#include "emu/op.h"

const struct emu_row EMU_ROWS(vlane)[] = {{0}};

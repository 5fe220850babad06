/* Flat, global and scratch memory. */
#include "emu/op.h"

const struct emu_row EMU_ROWS(flat)[] = {{0}};

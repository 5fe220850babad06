/* Packed arithmetic (VOP3P). */
#include "emu/op.h"

const struct emu_row EMU_ROWS(vpk)[] = {{0}};

/* LDS and other data-share instructions. */
#include "emu/op.h"

const struct emu_row EMU_ROWS(ds)[] = {{0}};

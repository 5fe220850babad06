/* Dense matrix instructions. */
#include "emu/op.h"

const struct emu_row EMU_ROWS(mfma)[] = {{0}};

/* What op_smfmac.c and smfmac_mi300.h share: the operands of one SMFMAC. */
#ifndef EMU_SMFMAC_H
#define EMU_SMFMAC_H

#include "emu/op.h"

enum {
    MAX_A_VGPRS = 2,
    MAX_B_VGPRS = 4,
    MAX_CD_VGPRS = 16,
    MAX_A_ELEMENTS = 8,
    MAX_B_ELEMENTS = 16,
};

/* Operands as [register][lane], a private copy that a test scramble may permute. */
struct registers {
    _Alignas(64) uint32_t a[MAX_A_VGPRS][EMU_LANES];
    _Alignas(64) uint32_t b[MAX_B_VGPRS][EMU_LANES];
    _Alignas(64) uint32_t cd[MAX_CD_VGPRS][EMU_LANES];
    _Alignas(64) uint32_t idx[EMU_LANES];
};

/* Elements as [element][lane], in the type of the sum: f32 bits or i32. */
struct elements {
    _Alignas(64) uint32_t a[MAX_A_ELEMENTS][EMU_LANES];
    _Alignas(64) uint32_t b[MAX_B_ELEMENTS][EMU_LANES];
    /* Where in `b` the row begins that a lane's A element meets. */
    _Alignas(64) uint32_t b_row[MAX_A_ELEMENTS][EMU_LANES];
};

/* Which register and lane holds row i of C/D in column 0: tiles of 16 rows put rows 4g..4g+3 in
 * lane group g, tiles of 32 rows put 8h + 4g..+3 there, in registers 4h..4h+3. */
static inline void cd_place(int m, int i, int *vgpr, int *lane)
{
    int groups = EMU_LANES / m, block = i / 4;
    *vgpr = 4 * (block / groups) + i % 4;
    *lane = m * (block % groups);
}

#endif

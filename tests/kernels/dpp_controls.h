/* DPP(slot, control, row mask, bank mask, bound_ctrl), for the kernels and for their reference. */
DPP(0, 0x1b, 15, 15, false)  /* quad_perm:[3,2,1,0] */
DPP(1, 0x39, 15, 15, true)   /* quad_perm:[1,2,3,0] */
DPP(2, 0x101, 15, 15, false) /* row_shl:1 */
DPP(3, 0x105, 15, 15, true)
DPP(4, 0x113, 15, 15, false) /* row_shr:3 */
DPP(5, 0x11f, 15, 15, true)
DPP(6, 0x127, 15, 15, false)  /* row_ror:7 */
DPP(7, 0x140, 15, 15, false)  /* row_mirror */
DPP(8, 0x141, 15, 15, false)  /* row_half_mirror */
DPP(9, 0x142, 10, 15, false)  /* row_bcast:15 */
DPP(10, 0x143, 12, 15, false) /* row_bcast:31 */
DPP(11, 0x113, 6, 15, false)  /* rows 1 and 2 */
DPP(12, 0x127, 15, 9, false)  /* banks 0 and 3 of each row */
DPP(13, 0x11b, 5, 6, true)
DPP(14, 0x130, 15, 15, false) /* wave_shl:1 */
DPP(15, 0x138, 15, 15, true)  /* wave_shr:1 */
DPP(16, 0x134, 15, 15, false) /* wave_rol:1 */
DPP(17, 0x13c, 15, 15, false) /* wave_ror:1 */
DPP(18, 0x156, 15, 15, false) /* row_newbcast:6 */

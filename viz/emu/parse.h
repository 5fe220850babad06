/* An instruction's disassembled text as operands and modifiers. */
#ifndef EMU_PARSE_H
#define EMU_PARSE_H

#include "emu/emu.h"

/* Fills *insn (but for handler and n_dwords) from LLVM's text of one instruction, such as
 * "v_fma_f32 v0, -v1, |v2|, 0.5 clamp". STATUS_UNSUPPORTED with what is not modelled: the mnemonic,
 * an operand, a modifier. */
enum status emu_parse(const char *text, struct emu_insn *insn, struct error *err);

/* ds_swizzle_b32's 16-bit pattern from its text; false if it is not modelled (FFT, ROTATE). */
bool emu_parse_swizzle(const char *text, uint32_t *value);

#endif

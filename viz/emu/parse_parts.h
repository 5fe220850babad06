/* What parse.c, parse_operand.c and parse_modifier.c share; nothing else includes it. */
#ifndef EMU_PARSE_PARTS_H
#define EMU_PARSE_PARTS_H

#include "emu/parse.h"

enum { EMU_TOKEN_BYTES = 128 };

/* STATUS_UNSUPPORTED: "operand 'foo' is not modelled". */
static inline enum status emu_not_modelled(struct error *err, const char *what, const char *token)
{
    return error_set(err, STATUS_UNSUPPORTED, "%s '%s' is not modelled", what, token);
}

/* Adds the operand `token`, read as its letter says, to *in. The token is used up. */
enum status emu_parse_operand(struct emu_insn *in, char *token, char letter, struct error *err);

/* Sets what a modifier such as "row_shl:1" or "clamp" asks for. The token is used up; in->n_ops and
 * in->src0 must be known. */
enum status emu_parse_modifier(struct emu_insn *in, char token[EMU_TOKEN_BYTES], struct error *err);

#endif

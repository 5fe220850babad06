/* libFuzzer: any text as instructions, one a line, as the disassembler hands them over. See
 * tests/fuzz/README.md. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "emu/parse.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* What instruction bodies rely on without looking. */
static bool is_safe(const struct emu_insn *in)
{
    if (!in->row || in->n_ops > EMU_MAX_OPERANDS)
        return false;
    for (int n = 0; n < in->n_ops; n++) {
        const struct emu_operand *o = &in->op[n];
        uint32_t end = (uint32_t)o->reg + o->n_dwords;
        if (o->kind == EMU_NONE || o->sel > EMU_SDWA_WORD_1 ||
            (o->kind == EMU_VGPR && (end > EMU_N_VGPRS || o->n_dwords == 0)) ||
            (o->kind == EMU_VGPR && o->reg < EMU_ACC && end > EMU_ACC) ||
            (o->kind == EMU_SGPR && (end > EMU_N_SGPRS || o->n_dwords == 0)) ||
            (o->kind == EMU_SPECIAL && o->reg > EMU_SRC_PRIVATE_LIMIT))
            return false;
    }
    return in->omod <= 3 && in->dst_sel <= EMU_SDWA_WORD_1 && in->dst_unused <= 2 &&
           in->dpp <= EMU_DPP_ROW_NEWBCAST;
}

static void try(const char *text)
{
    struct emu_insn insn = {0}, again = {0};
    struct error err = {0};
    enum status status = emu_parse(text, &insn, &err);
    if (status == STATUS_OK ? !is_safe(&insn) : status != STATUS_UNSUPPORTED || !err.text[0])
        abort();
    if (emu_parse(text, &again, NULL) != status)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    enum { LINE_BYTES = 256 }; /* as decode.c's */
    while (size) {
        const uint8_t *newline = memchr(bytes, '\n', size);
        size_t n = newline ? (size_t)(newline - bytes) : size;
        char line[LINE_BYTES] = {0};
        memcpy(line, bytes, n < sizeof line ? n : sizeof line - 1);
        try(line);
        bytes += n + (newline != NULL);
        size -= n + (newline != NULL);
    }
    return 0;
}

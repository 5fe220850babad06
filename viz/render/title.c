/* What a figure calls itself. */
#include <stdio.h>

#include "render/figure.h"

static void entitle_owner(struct figure *figure)
{
    static const char *const holds[OPMAP_N_OPERANDS] = {
        [OPMAP_A] = "A[i][q.s] is the value of row i in slot s of K group q (k = 4q to 4q+3)",
        [OPMAP_IDX] = "K[i][q.s] is the selector of row i for slot s of K group q (k = 4q to 4q+3)",
        [OPMAP_B] = "B[k][j] is the element of depth k in column j",
        [OPMAP_CD] = "D[i][j] is the element of row i in column j, and so is C[i][j]",
    };
    buffer_printf(&figure->subtitle, "What each lane's registers hold. %s.",
                  holds[figure->options.operand]);
}

void figure_entitle(struct figure *figure)
{
    static const char *const what[OPMAP_N_OPERANDS] = {
        [OPMAP_A] = "A operand (sparse 2:4)",
        [OPMAP_IDX] = "sparsity index (idx)",
        [OPMAP_B] = "B operand (dense)",
        [OPMAP_CD] = "C/D accumulator",
    };
    const struct isa_smfmac *insn = figure->insn;
    const char *view = figure->options.owner ? ", by register" : "";
    snprintf(figure->title, sizeof figure->title, "SMFMAC %d×%d×%d: %s%s", insn->m, insn->n,
             insn->k, what[figure->options.operand], view);
    if (figure->options.owner) {
        entitle_owner(figure);
        return;
    }

    int bits = isa_type_bits(insn->a_type);
    struct buffer *out = &figure->subtitle;
    switch (figure->options.operand) {
    case OPMAP_A:
        buffer_printf(out, "Where each stored %d-bit value of A sits. ", bits);
        break;
    case OPMAP_IDX:
        buffer_puts(out, "Where the 2-bit selector of each stored value sits. ");
        break;
    case OPMAP_B:
        buffer_printf(out, "Where each %d-bit element B[k][j] sits. ", bits);
        buffer_printf(out, "%s the K groups of four k.",
                      figure->palette->gap == figure->palette->paper ? "Wider gaps separate"
                                                                     : "Stronger lines separate");
        return;
    default:
        buffer_printf(out, "Where each %d-bit element [i][j] of C and of D sits.",
                      isa_type_bits(insn->cd_type));
        return;
    }
    if (figure->options.dense_axis)
        buffer_printf(out,
                      "Columns are dense k. Of each K group of four, idx selects the two that are "
                      "stored, in slots s = 0 and 1; above each column stand the slots %s its k.",
                      figure->options.operand == OPMAP_A ? "that may hold"
                                                         : "whose selector may name");
    else
        buffer_puts(out,
                    "Columns are K groups q (k = 4q to 4q+3) with two stored slots, s0 and s1.");
}

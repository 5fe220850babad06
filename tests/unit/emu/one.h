/* One wave that executes one instruction, given as the disassembler's text. */
#ifndef TESTS_ONE_H
#define TESTS_ONE_H

#include <stdlib.h>

#include <criterion/criterion.h>

#include "emu/op.h"
#include "emu/parse.h"

struct one {
    struct emu_wave wave;
    struct emu_group group;
    struct emu_launch launch;
    struct emu_fault fault;
    struct emu_program program;
    uint32_t code[4];
    uint8_t in_function[4];
    struct emu_insn insn[4];
};

/* All registers 0, all lanes on. Free with free(). */
static inline struct one *one_create(void)
{
    struct one *one = aligned_alloc(64, (sizeof *one + 63) / 64 * 64);
    cr_assert_not_null(one);
    memset(one, 0, sizeof *one);
    one->launch.numerics = SMFHIP_NUMERICS_FMA;
    one->group.launch = &one->launch;
    one->group.fault = &one->fault;
    one->program =
        (struct emu_program){(const uint8_t *)one->code, 0x1000, 4, one->in_function, one->insn};
    one->wave.group = &one->group;
    one->wave.program = &one->program;
    one->wave.n_vgprs = one->wave.n_accs = 256;
    one->wave.mode = 0xf0;
    emu_set_sgpr64(&one->wave, EMU_EXEC, UINT64_MAX);
    return one;
}

/* Executes `text` once at pc 0, as the wave loop would; a text that does not parse fails the test.
 */
static inline void one_execute(struct one *one, const char *text)
{
    struct emu_insn insn = {0};
    struct error err = {0};
    cr_assert_eq(emu_parse(text, &insn, &err), STATUS_OK, "%s: %s", text, err.text);
    one->wave.pc = 0;
    one->wave.next_pc = 1;
    one->wave.state = EMU_RUNNING;
    insn.row->handler(&one->wave, &insn);
}

#endif

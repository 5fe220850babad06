/* The loop of one wave, and how it ends. */
#include <stdarg.h>
#include <stdio.h>

#include "emu/emu.h"

void emu_fault(struct emu_wave *w, enum emu_fault_kind kind, const char *what, ...)
{
    struct emu_fault *fault = w->group->fault;
    const uint32_t *id = w->group->id;
    w->state = EMU_FAULTED;

    char message[512], text[160];
    va_list args;
    va_start(args, what);
    vsnprintf(message, sizeof message, what, args);
    va_end(args);
    emu_disassemble(w->program, w->pc, text, sizeof text);
    fault->kind = kind;
    snprintf(fault->text, sizeof fault->text,
             "emu: workgroup (%u,%u,%u) wave %u pc 0x%llx \"%s\": %s", id[0], id[1], id[2],
             w->index, (unsigned long long)(w->program->code_addr + 4ull * w->pc), text, message);
}

void emu_wave_run(struct emu_wave *w)
{
    struct emu_program *program = w->program;
    w->state = EMU_RUNNING;
    while (w->state == EMU_RUNNING) {
        w->pc = w->next_pc;
        if (w->pc >= program->n_dwords) {
            emu_fault(w, EMU_FAULT_OTHER, "the pc left the code object");
            return;
        }
        const struct emu_insn *insn = &program->insn[w->pc];
        emu_handler *handler = __atomic_load_n(&insn->handler, __ATOMIC_ACQUIRE);
        if (!handler) {
            if (!emu_decode(program, w->pc)) {
                emu_fault(w, EMU_FAULT_OTHER, "the pc is outside every function");
                return;
            }
            continue;
        }
        if (w->instructions == w->budget) {
            emu_fault(w, EMU_FAULT_OTHER,
                      "the workgroup's budget of %llu wave instructions is used up (more by "
                      "SMFHIP_BUDGET=N)",
                      (unsigned long long)w->group->launch->budget);
            return;
        }
        w->instructions++;
        w->next_pc = w->pc + insn->n_dwords;
        handler(w, insn);
    }
}

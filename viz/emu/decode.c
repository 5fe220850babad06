/* Code -> decoded instructions, by way of LLVM's disassembler.
 *
 * LLVM's C API is only used to turn bytes into text, once for each instruction that is reached;
 * parse.c turns the text into operands. An instruction's handler is published last, so a thread
 * that sees one sees all of it.
 */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include <llvm-c/Disassembler.h>
#include <llvm-c/Target.h>

#include "emu/parse.h"

enum { TEXT_BYTES = 256 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static LLVMDisasmContextRef disassembler; /* LLVM's one-time set-up; under the lock */

static void open_disassembler(void)
{
    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeAMDGPUTargetMC();
    LLVMInitializeAMDGPUDisassembler();
    disassembler =
        LLVMCreateDisasmCPUFeatures("amdgcn-amd-amdhsa", "gfx942", "", NULL, 0, NULL, NULL);
}

/* Length in dwords and text of the instruction at `pc`; 0 if the bytes are none. Under the lock. */
static uint32_t disassemble(const struct emu_program *program, uint32_t pc, char *text, size_t size)
{
    if (!disassembler)
        open_disassembler();
    text[0] = 0;
    if (!disassembler || pc >= program->n_dwords)
        return 0;
    uint8_t bytes[16]; /* LLVM's interface is not const */
    size_t n = (size_t)(program->n_dwords - pc) * 4;
    if (n > sizeof bytes)
        n = sizeof bytes;
    memcpy(bytes, program->code + 4 * (size_t)pc, n);
    size_t used =
        LLVMDisasmInstruction(disassembler, bytes, n, program->code_addr + 4ull * pc, text, size);
    return (uint32_t)(used / 4);
}

void emu_disassemble(const struct emu_program *program, uint32_t pc, char *text, size_t size)
{
    char raw[TEXT_BYTES];
    pthread_mutex_lock(&lock);
    uint32_t n = disassemble(program, pc, raw, sizeof raw);
    pthread_mutex_unlock(&lock);
    const char *from = raw + strspn(raw, " \t");
    snprintf(text, size, "%s", n ? from : "no instruction");
    for (char *c = text; *c; c++)
        if (*c == '\t')
            *c = ' ';
}

/* Handlers of what cannot be executed. */

static void no_instruction(struct emu_wave *w, const struct emu_insn *insn)
{
    (void)insn;
    uint32_t dword;
    memcpy(&dword, w->program->code + 4 * (size_t)w->pc, sizeof dword);
    emu_fault(w, EMU_FAULT_OTHER, "0x%08x is no gfx942 instruction", dword);
}

/* Parses again, for the message: what is missing is not worth keeping in every instruction. */
static void not_modelled(struct emu_wave *w, const struct emu_insn *insn)
{
    (void)insn;
    char text[TEXT_BYTES];
    struct emu_insn scratch = {0};
    struct error err = {0};
    emu_disassemble(w->program, w->pc, text, sizeof text);
    emu_parse(text, &scratch, &err);
    emu_fault(w, EMU_FAULT_OTHER, "%s", err.text);
}

static void runs_past_the_end(struct emu_wave *w, const struct emu_insn *insn)
{
    (void)insn;
    emu_fault(w, EMU_FAULT_OTHER, "the instruction is cut off by the end of its function");
}

/* Decoding. */

/* Nothing falls through these. */
static bool ends_a_run(const char *mnemonic)
{
    static const char *const enders[] = {"s_endpgm", "s_branch", "s_setpc_b64", "s_trap"};
    for (size_t n = 0; n < sizeof enders / sizeof enders[0]; n++)
        if (!strcmp(mnemonic, enders[n]))
            return true;
    return false;
}

/* Decodes one instruction; false at the end of a run. */
static bool decode_one(struct emu_program *program, uint32_t pc, uint32_t *next)
{
    struct emu_insn *insn = &program->insn[pc];
    char text[TEXT_BYTES];
    uint32_t n = disassemble(program, pc, text, sizeof text);
    emu_handler *handler;
    bool more = true;
    insn->n_dwords = (uint8_t)(n ? n : 1);
    *next = pc + insn->n_dwords;
    if (!n) {
        handler = no_instruction;
        more = false;
    } else if (*next > program->n_dwords || !program->in_function[*next - 1]) {
        handler = runs_past_the_end;
        more = false;
    } else if (emu_parse(text, insn, NULL) != STATUS_OK) {
        handler = not_modelled;
    } else {
        handler = insn->row->handler;
        more = !ends_a_run(insn->row->mnemonic);
    }
    __atomic_store_n(&insn->handler, handler, __ATOMIC_RELEASE);
    return more;
}

bool emu_decode(struct emu_program *program, uint32_t pc)
{
    if (pc >= program->n_dwords || !program->in_function[pc])
        return false;
    pthread_mutex_lock(&lock);
    bool more = true;
    while (more && pc < program->n_dwords && program->in_function[pc] && !program->insn[pc].handler)
        more = decode_one(program, pc, &pc);
    pthread_mutex_unlock(&lock);
    return true;
}

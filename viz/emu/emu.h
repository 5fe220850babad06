/* The machine: gfx942 as the emulator's files share it.
 *
 * Knows: code objects, decoded instructions, waves, memory, what instructions do.
 * Refuses to know: documented layouts and probing. This header is the room's own; outside it only
 * HIP's ABI (abi/hip_abi.h) and the side door (abi/smfhip.h) are seen.
 *
 * How a launch runs: front_*.c (HIP) -> launch.c (workgroups over cores) -> wave.c (the loop) ->
 * the handler of each decoded instruction, op_*.c. decode.c turns code into `struct emu_insn` the
 * first time that it is reached; memory.c says which addresses exist; elf.c and metadata.c read
 * code objects.
 */
#ifndef EMU_EMU_H
#define EMU_EMU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "abi/smfhip.h"
#include "base/bits.h"
#include "base/status.h"

enum {
    EMU_LANES = 64,
    EMU_N_SGPRS = 128, /* the scalar operand space: SGPRs, VCC, TTMP, M0, EXEC */
    EMU_N_VGPRS = 512, /* 256 architectural, then 256 AccVGPRs */
    EMU_ACC = 256,     /* register number of AccVGPR 0 */
    EMU_MAX_LDS_BYTES = 65536,
    EMU_MAX_WORKGROUP_LANES = 1024,
    EMU_MAX_OPERANDS = 5,
};

/* Scalar operand numbers (CDNA3 ISA guide, table of SSRC encodings). */
enum {
    EMU_FLAT_SCRATCH = 102,
    EMU_XNACK_MASK = 104,
    EMU_VCC = 106,
    EMU_TTMP0 = 108,
    EMU_M0 = 124,
    EMU_EXEC = 126
};

/* The apertures' high dwords: an address with one of them is LDS or the lane's scratch (LLVM
 * AMDGPUUsage, "Flat"; the values themselves are the runtime's choice). */
enum { EMU_SHARED_BASE_HI = 0x10000, EMU_PRIVATE_BASE_HI = 0x20000 };

/* Decoded instructions. */

enum emu_operand_kind {
    EMU_NONE,
    EMU_VGPR,    /* reg 0..511 */
    EMU_SGPR,    /* reg 0..127 */
    EMU_CONST,   /* value, already in the bits of the operand's width */
    EMU_SPECIAL, /* reg: enum emu_special */
    EMU_OFF,     /* the word "off" of an address */
};

enum emu_special {
    EMU_SRC_SCC,
    EMU_SRC_VCCZ,
    EMU_SRC_EXECZ,
    EMU_SRC_SHARED_BASE,
    EMU_SRC_SHARED_LIMIT,
    EMU_SRC_PRIVATE_BASE,
    EMU_SRC_PRIVATE_LIMIT,
};

/* SDWA selections; EMU_SDWA_DWORD is also "no selection". */
enum emu_sdwa {
    EMU_SDWA_DWORD,
    EMU_SDWA_BYTE_0,
    EMU_SDWA_BYTE_1,
    EMU_SDWA_BYTE_2,
    EMU_SDWA_BYTE_3,
    EMU_SDWA_WORD_0,
    EMU_SDWA_WORD_1,
};

struct emu_operand {
    uint8_t kind;     /* enum emu_operand_kind */
    uint8_t n_dwords; /* of a register tuple */
    bool neg, abs, sext;
    uint8_t sel; /* enum emu_sdwa */
    uint16_t reg;
    uint64_t value;
};

enum emu_dpp {
    EMU_DPP_NONE,
    EMU_DPP_QUAD_PERM, /* dpp_arg: four 2-bit selectors, first lane lowest */
    EMU_DPP_ROW_SHL,   /* dpp_arg: 1..15 */
    EMU_DPP_ROW_SHR,
    EMU_DPP_ROW_ROR,
    EMU_DPP_WAVE_SHL,
    EMU_DPP_WAVE_ROL,
    EMU_DPP_WAVE_SHR,
    EMU_DPP_WAVE_ROR,
    EMU_DPP_ROW_MIRROR,
    EMU_DPP_ROW_HALF_MIRROR,
    EMU_DPP_ROW_BCAST15,
    EMU_DPP_ROW_BCAST31,
    EMU_DPP_ROW_NEWBCAST,
};

struct emu_wave;
struct emu_insn;
typedef void emu_handler(struct emu_wave *wave, const struct emu_insn *insn);

/* In `aux`: the handler does what `clamp` (saturation or 0..1) and `omod` ask. Elsewhere they are
 * refused. */
enum { EMU_TAKES_CLAMP = 1 << 30 };

/* In `aux`: op_sel_hi is all zeros where it is not printed (v_fma_mix*); elsewhere it is all ones.
 */
enum { EMU_SEL_HI_OFF = 1 << 29 };

/* One line of an instruction table: see op.h. */
struct emu_row {
    const char *mnemonic; /* without _e32, _e64, _sdwa, _dpp */
    const char
        *operands; /* one letter a printed operand: the width of its constants, see decode.c */
    emu_handler *handler;
    uint32_t aux; /* EMU_TAKES_CLAMP, and the handler's own bits where several rows share one */
};

struct emu_insn {
    emu_handler *handler; /* NULL: not decoded yet. Written last. */
    const struct emu_row *row;
    struct emu_operand op[EMU_MAX_OPERANDS]; /* in printed order: destinations first */
    int32_t offset, offset1; /* address offsets; branch distance in dwords; simm16 */
    uint8_t n_ops;
    uint8_t src0;     /* index of the first source in op[] */
    uint8_t n_dwords; /* of the encoding */
    bool plain; /* no DPP, SDWA, clamp, omod, neg, abs, op_sel: sources are used as they are */
    bool clamp;
    uint8_t omod;                              /* 0 none, 1 *2, 2 *4, 3 /2 */
    uint8_t op_sel, op_sel_hi, neg_lo, neg_hi; /* bit n: printed element n */
    uint8_t dst_sel;                           /* enum emu_sdwa */
    uint8_t dst_unused;                        /* 0 pad with zeros, 1 sign-extend, 2 preserve */
    uint8_t dpp, dpp_arg, row_mask, bank_mask; /* enum emu_dpp */
    bool bound_ctrl;
    uint8_t cbsz, abid, blgp;
    uint8_t mode; /* s_set_gpr_idx_on's operands */
    bool sc0, sc1, nt;
};

/* Code objects. */

/* A loaded code object's executable part: one `insn` a dword, decoded where it is reached. */
struct emu_program {
    const uint8_t *code; /* the text as loaded */
    uint64_t code_addr;  /* its device address */
    uint32_t n_dwords;
    uint8_t *in_function;  /* [n_dwords] not 0: inside a function symbol; elsewhere is padding */
    struct emu_insn *insn; /* [n_dwords] */
};

/* Waves. */

enum emu_state { EMU_RUNNING, EMU_AT_BARRIER, EMU_ENDED, EMU_FAULTED };

struct emu_range {
    uint64_t first, end; /* addresses; host pointers are device addresses */
};

struct emu_group;

struct emu_wave {
    _Alignas(64) uint32_t vgpr[EMU_N_VGPRS][EMU_LANES];
    _Alignas(8) uint32_t sgpr[EMU_N_SGPRS];
    uint32_t scc;
    uint32_t pc, next_pc; /* dwords in the program: the instruction executed, the one to execute */
    enum emu_state state;
    uint32_t mode;            /* the MODE register: FP_ROUND, FP_DENORM, DX10_CLAMP, IEEE */
    uint8_t gpr_idx_mode;     /* s_set_gpr_idx_on: which operands M0[7:0] is added to; 0 = off */
    uint32_t n_vgprs, n_accs; /* allocated: beyond them is a fault */
    uint64_t instructions, budget;
    uint64_t smfmacs, illegal_nibbles, lds_bytes;
    uint64_t results_judged, results_not_exact, results_not_order_free; /* abi/smfhip.h */
    struct emu_program *program;
    struct emu_group *group;
    uint32_t index;   /* wave in its workgroup */
    uint8_t *scratch; /* [64][scratch_bytes] */
    uint32_t scratch_bytes;
    struct emu_range last; /* the allocation that the last access hit */
};

/* What the handlers of one launch may ask; launch.c owns it. */
struct emu_launch {
    uint32_t grid[3];  /* workgroups */
    uint32_t block[3]; /* lanes */
    enum smfhip_numerics numerics;
    bool strict;                            /* an illegal nibble is a fault */
    const struct smfhip_scramble *scramble; /* NULL: the plain machine */
    const struct smfhip_variant *variant;   /* NULL: the plain machine */
    uint64_t budget;                        /* wave instructions of one workgroup */
};

struct emu_group {
    const struct emu_launch *launch;
    uint32_t id[3];
    uint8_t *lds;
    uint32_t lds_bytes;
    struct emu_fault *fault;
};

/* Why a launch ended early; the first one of the lowest workgroup is reported. */
enum emu_fault_kind { EMU_FAULT_ADDRESS, EMU_FAULT_OTHER };

struct emu_fault {
    enum emu_fault_kind kind;
    char text[ERROR_TEXT_BYTES];
};

/* Ends the wave. `what` says what happened; workgroup, wave, pc and instruction text are added. The
 * handler that calls it must return at once. */
void emu_fault(struct emu_wave *wave, enum emu_fault_kind kind, const char *what, ...)
    __attribute__((format(printf, 3, 4)));

/* Runs the wave until it ends, faults or waits at a barrier. */
void emu_wave_run(struct emu_wave *wave);

/* Decoding (decode.c). */

/* Decodes from `pc` to the next unconditional jump or known instruction. A dword that is no
 * instruction, or one that is not modelled, gets a handler that faults with its text when executed.
 * False if pc is outside the functions of the program. Safe from several threads. */
bool emu_decode(struct emu_program *program, uint32_t pc);

/* The disassembler's text of the instruction at `pc`, for reports. */
void emu_disassemble(const struct emu_program *program, uint32_t pc, char *text, size_t size);

/* The row of a mnemonic (any suffix stripped), from the tables of the processor's level. */
const struct emu_row *emu_find_row(const char *mnemonic);

/* Memory (memory.c). */

/* Device addresses are host pointers: an allocation is host memory that kernels may touch. */

/* The allocation that holds [addr, addr + bytes), or false. */
bool emu_memory_find(uint64_t addr, uint64_t bytes, struct emu_range *range);

/* "nearest allocation 0x… + 4096 bytes, 16 bytes below" into text. */
void emu_memory_nearest(uint64_t addr, char *text, size_t size);

#endif

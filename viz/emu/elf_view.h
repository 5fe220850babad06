/* A range-checked view of one ELF file: nothing outside `size` bytes is ever read. */
#ifndef EMU_ELF_VIEW_H
#define EMU_ELF_VIEW_H

#include <elf.h>

#include "emu/emu.h"

struct emu_elf {
    const uint8_t *bytes;
    size_t size;
    Elf64_Ehdr header;
};

/* A symbol table section and its strings, both inside the file. */
struct emu_symbols {
    uint64_t offset, count;
    uint64_t strings_offset, strings_bytes;
};

/* Checks header and table extents: an ELF64 shared object for gfx942. Errors as
 * emu_codeobj_load's. */
enum status emu_elf_open(const void *bytes, size_t size, struct emu_elf *elf, struct error *err);

/* Segment or section n, n below e_phnum or e_shnum. */
Elf64_Phdr emu_elf_segment(const struct emu_elf *elf, unsigned n);
Elf64_Shdr emu_elf_section(const struct emu_elf *elf, unsigned n);

/* STATUS_FILE unless [offset, offset + bytes) is inside the file; `what` is named. */
enum status emu_elf_range(const struct emu_elf *elf, uint64_t offset, uint64_t bytes,
                          const char *what, struct error *err);

/* The symbol table of type SHT_SYMTAB or SHT_DYNSYM; count is 0 if there is none. */
enum status emu_elf_symbols(const struct emu_elf *elf, uint32_t type, struct emu_symbols *symbols,
                            struct error *err);
/* The same for the section with this index. */
enum status emu_elf_symbols_at(const struct emu_elf *elf, uint32_t index,
                               struct emu_symbols *symbols, struct error *err);

/* Symbol n below count, and its name, which ends inside the string table. */
enum status emu_elf_symbol(const struct emu_elf *elf, const struct emu_symbols *symbols, uint64_t n,
                           Elf64_Sym *symbol, const char **name, struct error *err);

/* The descriptor of the note `type` of `owner` in a PT_NOTE segment; STATUS_FILE if none. */
enum status emu_elf_note(const struct emu_elf *elf, const char *owner, uint32_t type,
                         const uint8_t **descriptor, size_t *bytes, struct error *err);

#endif

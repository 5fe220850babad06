#include "emu/elf_view.h"

#include <inttypes.h>
#include <string.h>

/* LLVM AMDGPUUsage, "Header" and "EF_AMDGPU_MACH values"; not all <elf.h> have them. */
enum {
    MACHINE_AMDGPU = 224,
    OSABI_AMDGPU_HSA = 64,
    ABI_V4 = 2, /* EI_ABIVERSION: code object version 4, and so on */
    ABI_V6 = 4,
    MACH_MASK = 0xff,
    MACH_GFX942 = 0x4c,
    MACH_GFX9_4_GENERIC = 0x5f,
    XNACK_MASK = 0x300,
    XNACK_ON = 0x300,
    SRAMECC_MASK = 0xc00,
    SRAMECC_OFF = 0x800,
};

enum status emu_elf_range(const struct emu_elf *elf, uint64_t offset, uint64_t bytes,
                          const char *what, struct error *err)
{
    if (offset > elf->size || bytes > elf->size - offset)
        return error_set(err, STATUS_FILE,
                         "code object: %s: %" PRIu64 " bytes at offset 0x%" PRIx64
                         " of a file of %zu",
                         what, bytes, offset, elf->size);
    return STATUS_OK;
}

/* Is it for this device? */
static enum status check_target(const Elf64_Ehdr *header, struct error *err)
{
    if (header->e_machine != MACHINE_AMDGPU || header->e_ident[EI_OSABI] != OSABI_AMDGPU_HSA)
        return error_set(err, STATUS_DEVICE,
                         "code object: machine %u, OS ABI %u: not an AMDGPU HSA object",
                         header->e_machine, header->e_ident[EI_OSABI]);
    unsigned version = header->e_ident[EI_ABIVERSION];
    if (version < ABI_V4 || version > ABI_V6)
        return error_set(err, STATUS_UNSUPPORTED,
                         "code object: ABI version %u: only code object versions 4 to 6 (ABI "
                         "versions 2 to 4) are supported",
                         version);
    uint32_t mach = header->e_flags & MACH_MASK;
    if (mach != MACH_GFX942 && mach != MACH_GFX9_4_GENERIC)
        return error_set(err, STATUS_DEVICE,
                         "code object: flags 0x%x: made for processor 0x%02x, this is gfx942 "
                         "(0x%02x)",
                         header->e_flags, mach, MACH_GFX942);
    if ((header->e_flags & XNACK_MASK) == XNACK_ON ||
        (header->e_flags & SRAMECC_MASK) == SRAMECC_OFF)
        return error_set(err, STATUS_DEVICE,
                         "code object: flags 0x%x: made for xnack+ or sramecc-, this is "
                         "gfx942:sramecc+:xnack-",
                         header->e_flags);
    return STATUS_OK;
}

static enum status check_tables(const struct emu_elf *elf, struct error *err)
{
    const Elf64_Ehdr *header = &elf->header;
    if (header->e_type != ET_DYN)
        return error_set(err, header->e_type == ET_REL ? STATUS_UNSUPPORTED : STATUS_FILE,
                         "code object: ELF type %u: not a shared object%s", header->e_type,
                         header->e_type == ET_REL ? " (a relocatable one: link it)" : "");
    if (header->e_phentsize != sizeof(Elf64_Phdr) || !header->e_phnum)
        return error_set(err, STATUS_FILE, "code object: %u program headers of %u bytes",
                         header->e_phnum, header->e_phentsize);
    if (header->e_shentsize != sizeof(Elf64_Shdr) || !header->e_shnum)
        return error_set(err, STATUS_FILE, "code object: %u section headers of %u bytes",
                         header->e_shnum, header->e_shentsize);
    enum status status =
        emu_elf_range(elf, header->e_phoff, (uint64_t)header->e_phnum * sizeof(Elf64_Phdr),
                      "program headers", err);
    if (status != STATUS_OK)
        return status;
    return emu_elf_range(elf, header->e_shoff, (uint64_t)header->e_shnum * sizeof(Elf64_Shdr),
                         "section headers", err);
}

enum status emu_elf_open(const void *bytes, size_t size, struct emu_elf *elf, struct error *err)
{
    *elf = (struct emu_elf){.bytes = bytes, .size = size};
    Elf64_Ehdr *header = &elf->header;
    enum status status = emu_elf_range(elf, 0, sizeof *header, "ELF header", err);
    if (status != STATUS_OK)
        return status;
    memcpy(header, bytes, sizeof *header);
    if (memcmp(header->e_ident, ELFMAG, SELFMAG) != 0)
        return error_set(err, STATUS_FILE, "code object: begins with %02x %02x %02x %02x: not ELF",
                         header->e_ident[0], header->e_ident[1], header->e_ident[2],
                         header->e_ident[3]);
    if (header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_ident[EI_DATA] != ELFDATA2LSB ||
        header->e_ident[EI_VERSION] != EV_CURRENT)
        return error_set(err, STATUS_FILE,
                         "code object: ELF class %u, data %u, version %u: not 64-bit little-endian",
                         header->e_ident[EI_CLASS], header->e_ident[EI_DATA],
                         header->e_ident[EI_VERSION]);
    if ((status = check_target(header, err)) != STATUS_OK)
        return status;
    return check_tables(elf, err);
}

Elf64_Phdr emu_elf_segment(const struct emu_elf *elf, unsigned n)
{
    Elf64_Phdr segment;
    memcpy(&segment, elf->bytes + elf->header.e_phoff + n * sizeof segment, sizeof segment);
    return segment;
}

Elf64_Shdr emu_elf_section(const struct emu_elf *elf, unsigned n)
{
    Elf64_Shdr section;
    memcpy(&section, elf->bytes + elf->header.e_shoff + n * sizeof section, sizeof section);
    return section;
}

enum status emu_elf_symbols_at(const struct emu_elf *elf, uint32_t index,
                               struct emu_symbols *symbols, struct error *err)
{
    if (index >= elf->header.e_shnum)
        return error_set(err, STATUS_FILE, "code object: symbol table in section %u of %u", index,
                         elf->header.e_shnum);
    Elf64_Shdr section = emu_elf_section(elf, index);
    if (section.sh_type != SHT_SYMTAB && section.sh_type != SHT_DYNSYM)
        return error_set(err, STATUS_FILE, "code object: section %u of type %u: no symbol table",
                         index, section.sh_type);
    if (section.sh_entsize != sizeof(Elf64_Sym) || section.sh_size % sizeof(Elf64_Sym))
        return error_set(err, STATUS_FILE,
                         "code object: symbol table of %" PRIu64 " bytes, entries of %" PRIu64,
                         section.sh_size, section.sh_entsize);
    if (section.sh_link >= elf->header.e_shnum)
        return error_set(err, STATUS_FILE, "code object: string table in section %u of %u",
                         section.sh_link, elf->header.e_shnum);
    Elf64_Shdr strings = emu_elf_section(elf, section.sh_link);
    if (strings.sh_type != SHT_STRTAB)
        return error_set(err, STATUS_FILE, "code object: section %u of type %u: no string table",
                         section.sh_link, strings.sh_type);
    enum status status =
        emu_elf_range(elf, section.sh_offset, section.sh_size, "symbol table", err);
    if (status == STATUS_OK)
        status = emu_elf_range(elf, strings.sh_offset, strings.sh_size, "string table", err);
    if (status != STATUS_OK)
        return status;
    *symbols = (struct emu_symbols){section.sh_offset, section.sh_size / sizeof(Elf64_Sym),
                                    strings.sh_offset, strings.sh_size};
    return STATUS_OK;
}

enum status emu_elf_symbols(const struct emu_elf *elf, uint32_t type, struct emu_symbols *symbols,
                            struct error *err)
{
    *symbols = (struct emu_symbols){0};
    for (unsigned n = 0; n < elf->header.e_shnum; n++) {
        if (emu_elf_section(elf, n).sh_type == type)
            return emu_elf_symbols_at(elf, n, symbols, err);
    }
    return STATUS_OK;
}

enum status emu_elf_symbol(const struct emu_elf *elf, const struct emu_symbols *symbols, uint64_t n,
                           Elf64_Sym *symbol, const char **name, struct error *err)
{
    if (n >= symbols->count)
        return error_set(err, STATUS_FILE, "code object: symbol %" PRIu64 " of %" PRIu64, n,
                         symbols->count);
    memcpy(symbol, elf->bytes + symbols->offset + n * sizeof *symbol, sizeof *symbol);
    if (symbol->st_name == 0 && !symbols->strings_bytes) {
        *name = "";
        return STATUS_OK;
    }
    const char *strings = (const char *)elf->bytes + symbols->strings_offset;
    if (symbol->st_name >= symbols->strings_bytes ||
        !memchr(strings + symbol->st_name, 0, symbols->strings_bytes - symbol->st_name))
        return error_set(err, STATUS_FILE,
                         "code object: symbol %" PRIu64 ": name at %u of %" PRIu64
                         " bytes of strings",
                         n, symbol->st_name, symbols->strings_bytes);
    *name = strings + symbol->st_name;
    return STATUS_OK;
}

/* Notes are 4-byte aligned in these objects (LLVM AMDGPUUsage, "Note Records"). */
static uint64_t align_4(uint64_t n) { return (n + 3) & ~UINT64_C(3); }

/* Looks through one PT_NOTE segment, which is inside the file. */
static bool find_note(const uint8_t *notes, uint64_t size, const char *owner, uint32_t type,
                      const uint8_t **descriptor, size_t *bytes)
{
    Elf64_Nhdr note;
    size_t owner_bytes = strlen(owner) + 1;
    for (uint64_t at = 0; size - at >= sizeof note;) {
        memcpy(&note, notes + at, sizeof note);
        uint64_t name_at = at + sizeof note;
        uint64_t data_at = name_at + align_4(note.n_namesz);
        if (data_at > size || note.n_descsz > size - data_at)
            return false;
        if (note.n_type == type && note.n_namesz == owner_bytes &&
            !memcmp(notes + name_at, owner, owner_bytes)) {
            *descriptor = notes + data_at;
            *bytes = note.n_descsz;
            return true;
        }
        uint64_t next = data_at + align_4(note.n_descsz);
        if (next > size)
            return false;
        at = next;
    }
    return false;
}

enum status emu_elf_note(const struct emu_elf *elf, const char *owner, uint32_t type,
                         const uint8_t **descriptor, size_t *bytes, struct error *err)
{
    for (unsigned n = 0; n < elf->header.e_phnum; n++) {
        Elf64_Phdr segment = emu_elf_segment(elf, n);
        if (segment.p_type != PT_NOTE)
            continue;
        enum status status =
            emu_elf_range(elf, segment.p_offset, segment.p_filesz, "PT_NOTE segment", err);
        if (status != STATUS_OK)
            return status;
        if (find_note(elf->bytes + segment.p_offset, segment.p_filesz, owner, type, descriptor,
                      bytes))
            return STATUS_OK;
    }
    return error_set(err, STATUS_FILE, "code object: no whole %s note of type %u", owner, type);
}

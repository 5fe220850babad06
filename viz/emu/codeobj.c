#include "emu/codeobj.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "emu/elf_view.h"
#include "emu/memory.h"

enum {
    NOTE_METADATA = 32, /* NT_AMDGPU_METADATA (LLVM AMDGPUUsage, "Note Records") */
    PAGE_BYTES = 4096,
    DESCRIPTOR_BYTES = 64,
    PRELOAD_ENTRY_BYTES = 256, /* the prologue for firmware that does not preload kernargs */
};

/* Segments span at most this much; a device variable of a gigabyte still loads. */
static const uint64_t max_span_bytes = UINT64_C(1) << 32;

/* A load in progress: the file, and what is made of it. */
struct load {
    struct emu_elf elf;
    struct emu_codeobj *object;
    uint64_t code_first, code_bytes; /* the executable segment, as linked */
};

/* Segments. */

/* The loaded bytes [addr, addr + bytes) of linked addresses, or NULL if no segment holds them. */
static uint8_t *loaded(const struct load *load, uint64_t addr, uint64_t bytes)
{
    for (unsigned n = 0; n < load->elf.header.e_phnum; n++) {
        Elf64_Phdr segment = emu_elf_segment(&load->elf, n);
        if (segment.p_type == PT_LOAD && addr >= segment.p_vaddr &&
            addr - segment.p_vaddr <= segment.p_memsz &&
            bytes <= segment.p_memsz - (addr - segment.p_vaddr))
            return load->object->memory + addr;
    }
    return NULL;
}

static enum status check_segment(const struct load *load, unsigned n, uint64_t *end,
                                 struct error *err)
{
    Elf64_Phdr segment = emu_elf_segment(&load->elf, n);
    uint64_t segment_end;
    if (segment.p_filesz > segment.p_memsz)
        return error_set(err, STATUS_FILE,
                         "code object: segment %u: %" PRIu64 " bytes of file for %" PRIu64
                         " of memory",
                         n, segment.p_filesz, segment.p_memsz);
    if (__builtin_add_overflow(segment.p_vaddr, segment.p_memsz, &segment_end) ||
        segment_end > max_span_bytes)
        return error_set(err, STATUS_FILE,
                         "code object: segment %u: %" PRIu64 " bytes at 0x%" PRIx64
                         ": more than %" PRIu64 " bytes in all",
                         n, segment.p_memsz, segment.p_vaddr, max_span_bytes);
    if (segment.p_vaddr < *end) /* ELF: loadable segments ascend */
        return error_set(err, STATUS_FILE,
                         "code object: segment %u at 0x%" PRIx64 " overlaps the one before", n,
                         segment.p_vaddr);
    *end = segment_end;
    return emu_elf_range(&load->elf, segment.p_offset, segment.p_filesz, "PT_LOAD segment", err);
}

static enum status note_code(struct load *load, unsigned n, struct error *err)
{
    Elf64_Phdr segment = emu_elf_segment(&load->elf, n);
    if (!(segment.p_flags & PF_X) || !segment.p_filesz)
        return STATUS_OK;
    if (load->code_bytes)
        return error_set(err, STATUS_UNSUPPORTED,
                         "code object: segment %u: a second executable segment", n);
    if (segment.p_vaddr % 4 || segment.p_filesz > UINT32_MAX)
        return error_set(err, STATUS_FILE,
                         "code object: segment %u: code of %" PRIu64 " bytes at 0x%" PRIx64, n,
                         segment.p_filesz, segment.p_vaddr);
    load->code_first = segment.p_vaddr;
    load->code_bytes = segment.p_filesz & ~UINT64_C(3);
    return STATUS_OK;
}

static enum status load_segments(struct load *load, struct error *err)
{
    unsigned n_segments = load->elf.header.e_phnum;
    uint64_t end = 0;
    for (unsigned n = 0; n < n_segments; n++) {
        if (emu_elf_segment(&load->elf, n).p_type != PT_LOAD)
            continue;
        enum status status = check_segment(load, n, &end, err);
        if (status == STATUS_OK)
            status = note_code(load, n, err);
        if (status != STATUS_OK)
            return status;
    }
    if (!end)
        return error_set(err, STATUS_FILE, "code object: nothing to load");
    struct emu_codeobj *object = load->object;
    object->segment = calloc(n_segments, sizeof *object->segment);
    /* A guard page behind it; untouched pages cost nothing. */
    object->memory_bytes = (end + 2 * PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
    void *memory = mmap(NULL, object->memory_bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED || !object->segment)
        return error_set(err, STATUS_NO_MEMORY, "code object: no memory for %" PRIu64 " bytes",
                         end);
    object->memory = memory;
    for (unsigned n = 0; n < n_segments; n++) {
        Elf64_Phdr segment = emu_elf_segment(&load->elf, n);
        if (segment.p_type != PT_LOAD || !segment.p_memsz)
            continue;
        if (segment.p_filesz)
            memcpy(object->memory + segment.p_vaddr, load->elf.bytes + segment.p_offset,
                   segment.p_filesz);
        uint64_t first = (uint64_t)(uintptr_t)object->memory + segment.p_vaddr;
        if (!emu_memory_register(first, first + segment.p_memsz, EMU_MEMORY_CODE))
            return error_set(err, STATUS_NO_MEMORY, "out of memory");
        object->segment[object->n_segments++] = first;
    }
    return STATUS_OK;
}

/* Relocations. */

static const char *relocation_name(uint32_t type)
{
    /* LLVM AMDGPUUsage, "Relocation Records" */
    static const char *const names[] = {
        "NONE",     "ABS32_LO", "ABS32_HI",      "ABS64",         "REL32",
        "REL64",    "ABS32",    "GOTPCREL",      "GOTPCREL32_LO", "GOTPCREL32_HI",
        "REL32_LO", "REL32_HI", "(reserved 12)", "RELATIVE64",    "REL16",
    };
    return type < sizeof names / sizeof *names ? names[type] : "(unknown)";
}

static enum status relocate(struct load *load, const Elf64_Rela *rela,
                            const struct emu_symbols *symbols, struct error *err)
{
    enum { ABS64 = 3, RELATIVE64 = 13 };
    uint64_t base = (uint64_t)(uintptr_t)load->object->memory;
    uint32_t type = ELF64_R_TYPE(rela->r_info);
    uint64_t value = base + (uint64_t)rela->r_addend;
    if (type == ABS64) {
        Elf64_Sym symbol;
        const char *name;
        enum status status =
            emu_elf_symbol(&load->elf, symbols, ELF64_R_SYM(rela->r_info), &symbol, &name, err);
        if (status != STATUS_OK)
            return status;
        if (symbol.st_shndx == SHN_UNDEF)
            return error_set(err, STATUS_UNSUPPORTED,
                             "code object: symbol %.200s is not defined in it", name);
        value = symbol.st_value + (uint64_t)rela->r_addend;
        if (symbol.st_shndx != SHN_ABS)
            value += base;
    } else if (type != RELATIVE64) {
        return error_set(err, STATUS_UNSUPPORTED,
                         "code object: relocation R_AMDGPU_%s (%u) at 0x%" PRIx64 ": not supported",
                         relocation_name(type), type, (uint64_t)rela->r_offset);
    }
    uint8_t *at = loaded(load, rela->r_offset, sizeof value);
    if (!at)
        return error_set(err, STATUS_FILE,
                         "code object: relocation R_AMDGPU_%s at 0x%" PRIx64 ": in no segment",
                         relocation_name(type), (uint64_t)rela->r_offset);
    memcpy(at, &value, sizeof value);
    return STATUS_OK;
}

static enum status relocate_section(struct load *load, const Elf64_Shdr *section, struct error *err)
{
    if (section->sh_entsize != sizeof(Elf64_Rela) || section->sh_size % sizeof(Elf64_Rela))
        return error_set(err, STATUS_FILE,
                         "code object: relocations of %" PRIu64 " bytes, entries of %" PRIu64,
                         section->sh_size, section->sh_entsize);
    enum status status =
        emu_elf_range(&load->elf, section->sh_offset, section->sh_size, "relocations", err);
    struct emu_symbols symbols = {0};
    if (status == STATUS_OK && section->sh_link)
        status = emu_elf_symbols_at(&load->elf, section->sh_link, &symbols, err);
    for (uint64_t at = 0; status == STATUS_OK && at < section->sh_size; at += sizeof(Elf64_Rela)) {
        Elf64_Rela rela;
        memcpy(&rela, load->elf.bytes + section->sh_offset + at, sizeof rela);
        status = relocate(load, &rela, &symbols, err);
    }
    return status;
}

static enum status relocate_all(struct load *load, struct error *err)
{
    enum { RELR = 19 }; /* SHT_RELR */
    for (unsigned n = 0; n < load->elf.header.e_shnum; n++) {
        Elf64_Shdr section = emu_elf_section(&load->elf, n);
        if (!(section.sh_flags & SHF_ALLOC))
            continue;
        if (section.sh_type == SHT_REL || section.sh_type == RELR)
            return error_set(err, STATUS_UNSUPPORTED, "code object: %s relocations: not supported",
                             section.sh_type == SHT_REL ? "SHT_REL" : "SHT_RELR");
        if (section.sh_type == SHT_RELA) {
            enum status status = relocate_section(load, &section, err);
            if (status != STATUS_OK)
                return status;
        }
    }
    return STATUS_OK;
}

/* Symbols. */

static void mark_function(struct load *load, const Elf64_Sym *symbol)
{
    struct emu_program *program = &load->object->program;
    uint64_t first = symbol->st_value - load->code_first;
    if (symbol->st_value < load->code_first || first >= load->code_bytes)
        return;
    uint64_t bytes = symbol->st_size;
    if (bytes > load->code_bytes - first)
        bytes = load->code_bytes - first;
    memset(program->in_function + first / 4, 1, bytes / 4);
}

static enum status add_variable(struct load *load, const Elf64_Sym *symbol, const char *name,
                                struct error *err)
{
    struct emu_codeobj *object = load->object;
    const uint8_t *at = loaded(load, symbol->st_value, symbol->st_size);
    if (!at)
        return error_set(err, STATUS_FILE,
                         "code object: variable %.200s: %" PRIu64 " bytes at 0x%" PRIx64
                         ": in no segment",
                         name, symbol->st_size, symbol->st_value);
    char *copy = strdup(name);
    if (!copy)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    object->variable[object->n_variables++] =
        (struct emu_variable){copy, (uint64_t)(uintptr_t)at, symbol->st_size};
    return STATUS_OK;
}

/* Functions from both tables: that of the linker alone knows the internal ones. Variables from the
 * dynamic one: only those are exported. */
static enum status read_symbols(struct load *load, uint32_t type, struct error *err)
{
    struct emu_symbols symbols;
    enum status status = emu_elf_symbols(&load->elf, type, &symbols, err);
    if (status != STATUS_OK)
        return status;
    struct emu_codeobj *object = load->object;
    if (type == SHT_DYNSYM && symbols.count) {
        object->variable = calloc(symbols.count, sizeof *object->variable);
        if (!object->variable)
            return error_set(err, STATUS_NO_MEMORY, "out of memory");
    }
    for (uint64_t n = 0; status == STATUS_OK && n < symbols.count; n++) {
        Elf64_Sym symbol;
        const char *name;
        status = emu_elf_symbol(&load->elf, &symbols, n, &symbol, &name, err);
        if (status != STATUS_OK || symbol.st_shndx == SHN_UNDEF)
            continue;
        unsigned kind = ELF64_ST_TYPE(symbol.st_info);
        size_t length = strlen(name);
        bool descriptor = length > 3 && !strcmp(name + length - 3, ".kd");
        if (kind == STT_FUNC)
            mark_function(load, &symbol);
        else if (kind == STT_OBJECT && type == SHT_DYNSYM && !descriptor)
            status = add_variable(load, &symbol, name, err);
    }
    /* A stripped object names its kernels only, and they may call what it no longer names. */
    if (status == STATUS_OK && type == SHT_SYMTAB && !symbols.count)
        memset(object->program.in_function, 1, object->program.n_dwords);
    return status;
}

static enum status find_symbol(const struct load *load, const char *wanted, Elf64_Sym *symbol,
                               struct error *err)
{
    static const uint32_t types[] = {SHT_DYNSYM, SHT_SYMTAB};
    for (size_t t = 0; t < 2; t++) {
        struct emu_symbols symbols;
        enum status status = emu_elf_symbols(&load->elf, types[t], &symbols, err);
        for (uint64_t n = 0; status == STATUS_OK && n < symbols.count; n++) {
            const char *name;
            status = emu_elf_symbol(&load->elf, &symbols, n, symbol, &name, err);
            if (status == STATUS_OK && symbol->st_shndx != SHN_UNDEF && !strcmp(name, wanted))
                return STATUS_OK;
        }
        if (status != STATUS_OK)
            return status;
    }
    return error_set(err, STATUS_FILE, "code object: no symbol %.200s", wanted);
}

/* Kernels. */

static uint32_t u32_at(const uint8_t *bytes)
{
    uint32_t value;
    memcpy(&value, bytes, sizeof value);
    return value;
}

/* LLVM AMDGPUUsage, "Kernel Descriptor". Sizes are the metadata's too; the descriptor's are what
 * the hardware is given. */
static enum status read_descriptor(const struct load *load, struct emu_kernel *kernel,
                                   uint64_t addr, struct error *err)
{
    const uint8_t *descriptor = loaded(load, addr, DESCRIPTOR_BYTES);
    if (!descriptor)
        return error_set(err, STATUS_FILE, "descriptor at 0x%" PRIx64 ": in no segment", addr);
    uint32_t lds = u32_at(descriptor), scratch = u32_at(descriptor + 4);
    uint32_t kernarg = u32_at(descriptor + 8);
    if (lds != kernel->lds_bytes || scratch != kernel->scratch_bytes ||
        (kernarg && kernarg != kernel->kernarg_bytes))
        return error_set(
            err, STATUS_FILE, "descriptor has LDS %u, scratch %u, kernarg %u, metadata %u, %u, %u",
            lds, scratch, kernarg, kernel->lds_bytes, kernel->scratch_bytes, kernel->kernarg_bytes);
    kernel->rsrc3 = u32_at(descriptor + 44);
    kernel->rsrc1 = u32_at(descriptor + 48);
    kernel->rsrc2 = u32_at(descriptor + 52);
    memcpy(&kernel->properties, descriptor + 56, sizeof kernel->properties);
    memcpy(&kernel->preload, descriptor + 58, sizeof kernel->preload);
    uint64_t offset;
    memcpy(&offset, descriptor + 16, sizeof offset);
    uint64_t entry = addr + offset;
    if (entry % PRELOAD_ENTRY_BYTES)
        return error_set(err, STATUS_FILE, "entry 0x%" PRIx64 ": not a multiple of 256", entry);
    if (kernel->preload & 0x7f)
        entry += PRELOAD_ENTRY_BYTES;
    if (entry < load->code_first || entry - load->code_first >= load->code_bytes)
        return error_set(err, STATUS_FILE, "entry 0x%" PRIx64 ": outside the code", entry);
    kernel->entry = (uint32_t)((entry - load->code_first) / 4);
    kernel->descriptor_addr = (uint64_t)(uintptr_t)descriptor;
    return STATUS_OK;
}

static enum status read_kernels(struct load *load, struct error *err)
{
    const uint8_t *note;
    size_t note_bytes;
    struct emu_kernel_list list = {0};
    enum status status = emu_elf_note(&load->elf, "AMDGPU", NOTE_METADATA, &note, &note_bytes, err);
    if (status == STATUS_OK)
        status = emu_metadata_read(note, note_bytes, &list, err);
    for (size_t n = 0; status == STATUS_OK && n < list.n_kernels; n++) {
        Elf64_Sym symbol;
        status = find_symbol(load, list.symbol[n], &symbol, err);
        if (status == STATUS_OK)
            status = read_descriptor(load, &list.kernel[n], symbol.st_value, err);
        if (status != STATUS_OK)
            error_prefix(err, "kernel %.200s", list.kernel[n].name);
    }
    if (status != STATUS_OK) {
        emu_kernels_free(&list);
        return status;
    }
    load->object->kernel = list.kernel;
    load->object->n_kernels = list.n_kernels;
    for (size_t n = 0; n < list.n_kernels; n++)
        free(list.symbol[n]);
    free(list.symbol);
    return STATUS_OK;
}

/* The whole. */

static enum status make_program(struct load *load, struct error *err)
{
    struct emu_program *program = &load->object->program;
    program->code = load->object->memory + load->code_first;
    program->code_addr = (uint64_t)(uintptr_t)program->code;
    program->n_dwords = (uint32_t)(load->code_bytes / 4);
    program->in_function = calloc(program->n_dwords + 1, sizeof *program->in_function);
    program->insn = calloc(program->n_dwords + 1, sizeof *program->insn);
    if (!program->in_function || !program->insn)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    return STATUS_OK;
}

enum status emu_codeobj_load(const void *bytes, size_t size, struct emu_codeobj **out,
                             struct error *err)
{
    struct load load = {.object = NULL};
    enum status status = emu_elf_open(bytes, size, &load.elf, err);
    if (status != STATUS_OK)
        return status;
    load.object = calloc(1, sizeof *load.object);
    if (!load.object)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    status = load_segments(&load, err);
    if (status == STATUS_OK)
        status = relocate_all(&load, err);
    if (status == STATUS_OK)
        status = make_program(&load, err);
    if (status == STATUS_OK)
        status = read_symbols(&load, SHT_DYNSYM, err);
    if (status == STATUS_OK)
        status = read_symbols(&load, SHT_SYMTAB, err);
    if (status == STATUS_OK)
        status = read_kernels(&load, err);
    if (status != STATUS_OK) {
        emu_codeobj_free(load.object);
        return status;
    }
    *out = load.object;
    return STATUS_OK;
}

void emu_codeobj_free(struct emu_codeobj *object)
{
    if (!object)
        return;
    for (size_t n = 0; n < object->n_segments; n++)
        emu_memory_unregister(object->segment[n]);
    if (object->memory)
        munmap(object->memory, object->memory_bytes);
    for (size_t n = 0; n < object->n_kernels; n++) {
        free(object->kernel[n].name);
        free(object->kernel[n].arg);
    }
    for (size_t n = 0; n < object->n_variables; n++)
        free(object->variable[n].name);
    free(object->kernel);
    free(object->variable);
    free(object->segment);
    free(object->program.in_function);
    free(object->program.insn);
    free(object);
}

const struct emu_kernel *emu_codeobj_kernel(const struct emu_codeobj *object, const char *name)
{
    for (size_t n = 0; n < object->n_kernels; n++) {
        if (!strcmp(object->kernel[n].name, name))
            return &object->kernel[n];
    }
    return NULL;
}

const struct emu_variable *emu_codeobj_variable(const struct emu_codeobj *object, const char *name)
{
    for (size_t n = 0; n < object->n_variables; n++) {
        if (!strcmp(object->variable[n].name, name))
            return &object->variable[n];
    }
    return NULL;
}

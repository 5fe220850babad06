/* The loader on real code objects. What they hold was read off with llvm-readelf and
 * llvm-objdump, or follows from tests/kernels/loader.hip. */
#include "codeobj.h"

#include <elf.h>

#include "emu/memory.h"

static const char loader[] = "tests/kernels/loader.co";

static int int_at(uint64_t addr)
{
    int value;
    memcpy(&value, (const void *)(uintptr_t)addr, sizeof value);
    return value;
}

Test(codeobj, has_the_kernels_and_their_arguments)
{
    struct emu_codeobj *object = load_object(loader);
    cr_expect_eq(object->n_kernels, 10);
    cr_expect_null(emu_codeobj_kernel(object, "helper"));
    cr_expect_null(emu_codeobj_kernel(object, "arguments.kd"));
    const struct emu_kernel *kernel = emu_codeobj_kernel(object, "arguments");
    cr_assert_not_null(kernel);
    /* char, short, pointer, struct {short, double}, float, long as C lays them out */
    static const uint32_t expected[6][2] = {{0, 1}, {2, 2}, {8, 8}, {16, 16}, {32, 4}, {40, 8}};
    cr_assert_eq(kernel->n_explicit_args, 6);
    for (uint32_t n = 0; n < 6; n++) {
        cr_expect_eq(kernel->arg[n].offset, expected[n][0], "argument %u", n);
        cr_expect_eq(kernel->arg[n].bytes, expected[n][1], "argument %u", n);
        cr_expect_eq(kernel->arg[n].kind, EMU_ARG_BYTES);
    }
    cr_expect_eq(kernel->max_workgroup_lanes, 256);
    cr_expect_eq(emu_codeobj_kernel(object, "shared")->lds_bytes, 512);
    cr_expect_geq(emu_codeobj_kernel(object, "scratch")->scratch_bytes, 1200);
    cr_expect_eq(emu_codeobj_kernel(object, "scratch")->lds_bytes, 0);
    emu_codeobj_free(object);
}

Test(codeobj, kernels_begin_inside_functions_and_padding_does_not)
{
    const char *const objects[] = {loader, "kernels/probe.co"};
    for (int n = 0; n < 2; n++) {
        struct emu_codeobj *object = load_object(objects[n]);
        const struct emu_program *program = &object->program;
        size_t inside = 0;
        for (uint32_t pc = 0; pc < program->n_dwords; pc++)
            inside += program->in_function[pc];
        cr_expect(inside > 0 && inside < program->n_dwords, "%zu of %u", inside, program->n_dwords);
        for (size_t k = 0; k < object->n_kernels; k++) {
            uint32_t entry = object->kernel[k].entry;
            cr_assert_lt(entry, program->n_dwords);
            cr_expect(program->in_function[entry]);
            cr_expect_eq(entry % 64, 0, "kernels are 256-byte aligned");
        }
        emu_codeobj_free(object);
    }
}

Test(codeobj, the_probe_object_has_all_kernels)
{
    struct emu_codeobj *object = load_object("kernels/probe.co");
    cr_expect_eq(object->n_kernels, 14);
    const struct emu_kernel *kernel = emu_codeobj_kernel(object, "probe_f32_32x32x32_fp8_bf8");
    cr_assert_not_null(kernel);
    cr_expect_eq(kernel->n_args, 2);
    cr_expect_eq(kernel->kernarg_bytes, 16);
    emu_codeobj_free(object);
}

Test(codeobj, variables_have_their_values_and_are_memory)
{
    struct emu_codeobj *object = load_object(loader);
    const struct emu_variable *numbers = emu_codeobj_variable(object, "loader_numbers");
    cr_assert_not_null(numbers);
    static const int expected[5] = {3, 1, 4, 1, 5};
    cr_expect_eq(numbers->bytes, sizeof expected);
    for (unsigned n = 0; n < 5; n++)
        cr_expect_eq(int_at(numbers->addr + 4 * n), expected[n], "number %u", n);
    const struct emu_variable *zeros = emu_codeobj_variable(object, "loader_zeros");
    cr_assert_not_null(zeros);
    cr_expect_eq(zeros->bytes, 100000);
    for (unsigned n = 0; n < 100000; n += 4)
        cr_assert_eq(int_at(zeros->addr + n), 0);
    struct emu_range range;
    cr_expect(emu_memory_find(zeros->addr, zeros->bytes, &range));
    cr_expect_null(emu_codeobj_variable(object, "no_such"));
    uint64_t addr = zeros->addr;
    emu_codeobj_free(object);
    cr_expect_not(emu_memory_find(addr, 1, &range), "unloaded, and still memory");
}

Test(codeobj, relocations_are_applied)
{
    struct emu_codeobj *object = load_object(loader);
    const struct emu_variable *pointer = emu_codeobj_variable(object, "loader_pointer");
    const struct emu_variable *numbers = emu_codeobj_variable(object, "loader_numbers");
    cr_assert(pointer && numbers);
    uint64_t value;
    memcpy(&value, (const void *)(uintptr_t)pointer->addr, sizeof value);
    cr_expect_eq(value, numbers->addr + 8, "R_AMDGPU_RELATIVE64");
    /* R_AMDGPU_ABS64 of loader_weak is in the GOT: one of the segments' dwords holds its address.
     */
    uint64_t weak = emu_codeobj_variable(object, "loader_weak")->addr;
    size_t found = 0;
    for (size_t n = 0; n < object->n_segments; n++) {
        struct emu_range range;
        cr_assert(emu_memory_find(object->segment[n], 8, &range));
        for (uint64_t at = range.first; at + 8 <= range.end; at += 8)
            found += !memcmp((const void *)(uintptr_t)at, &weak, 8);
    }
    cr_expect_eq(found, 1);
    emu_codeobj_free(object);
}

/* Refusing. */

/* Loads a changed copy and expects this status and a message with `part`. */
static void expect_refused(const struct buffer *file, size_t at, const void *bytes, size_t n,
                           enum status expected, const char *part)
{
    char *copy = malloc(file->size);
    memcpy(copy, file->data, file->size);
    memcpy(copy + at, bytes, n);
    struct emu_codeobj *object = NULL;
    struct error err = {0};
    enum status status = emu_codeobj_load(copy, file->size, &object, &err);
    cr_expect_eq(status, expected, "status %d: %s", (int)status, err.text);
    cr_expect(strstr(err.text, part), "\"%s\" does not say \"%s\"", err.text, part);
    cr_expect_null(object);
    free(copy);
}

Test(codeobj, refuses_what_is_made_for_another_device)
{
    struct buffer file = build_file(loader);
    size_t flags = offsetof(Elf64_Ehdr, e_flags);
    uint32_t gfx90a = 0x53f, gfx950 = 0x54f, xnack_on = 0x74c, sramecc_off = 0x94c;
    uint16_t x86 = EM_X86_64;
    expect_refused(&file, flags, &gfx90a, 4, STATUS_DEVICE, "0x3f");
    expect_refused(&file, flags, &gfx950, 4, STATUS_DEVICE, "0x4f");
    expect_refused(&file, flags, &xnack_on, 4, STATUS_DEVICE, "xnack+");
    expect_refused(&file, flags, &sramecc_off, 4, STATUS_DEVICE, "sramecc-");
    expect_refused(&file, offsetof(Elf64_Ehdr, e_machine), &x86, 2, STATUS_DEVICE, "machine 62");
    expect_refused(&file, EI_OSABI, "\0", 1, STATUS_DEVICE, "OS ABI 0");
    expect_refused(&file, EI_ABIVERSION, "\1", 1, STATUS_UNSUPPORTED, "ABI version 1");
    expect_refused(&file, EI_ABIVERSION, "\5", 1, STATUS_UNSUPPORTED, "ABI version 5");
    buffer_free(&file);
}

Test(codeobj, accepts_what_this_device_runs)
{
    struct buffer file = build_file(loader);
    static const uint32_t good[] = {0x54c, 0x64c, 0xd4c, 0xe4c, 0x55f}; /* any, off, +, generic */
    for (size_t n = 0; n < sizeof good / sizeof *good; n++) {
        memcpy(file.data + offsetof(Elf64_Ehdr, e_flags), &good[n], 4);
        for (char abi = 2; abi <= 4; abi++) {
            file.data[EI_ABIVERSION] = abi;
            struct emu_codeobj *object = NULL;
            struct error err = {0};
            cr_expect_eq(emu_codeobj_load(file.data, file.size, &object, &err), STATUS_OK, "%s",
                         err.text);
            emu_codeobj_free(object);
        }
    }
    buffer_free(&file);
}

Test(codeobj, says_what_is_wrong_with_the_headers)
{
    struct buffer file = build_file(loader);
    uint64_t far = UINT64_C(0xffffffffffffff00);
    uint16_t rel = ET_REL, exec = ET_EXEC, odd = 57, none = 0;
    expect_refused(&file, 0,
                   "\x7f"
                   "ELG",
                   4, STATUS_FILE, "not ELF");
    expect_refused(&file, EI_CLASS, "\1", 1, STATUS_FILE, "class 1");
    expect_refused(&file, offsetof(Elf64_Ehdr, e_type), &rel, 2, STATUS_UNSUPPORTED, "link it");
    expect_refused(&file, offsetof(Elf64_Ehdr, e_type), &exec, 2, STATUS_FILE, "type 2");
    expect_refused(&file, offsetof(Elf64_Ehdr, e_phoff), &far, 8, STATUS_FILE, "program headers");
    expect_refused(&file, offsetof(Elf64_Ehdr, e_shoff), &far, 8, STATUS_FILE, "section headers");
    expect_refused(&file, offsetof(Elf64_Ehdr, e_phentsize), &odd, 2, STATUS_FILE, "57 bytes");
    expect_refused(&file, offsetof(Elf64_Ehdr, e_phnum), &none, 2, STATUS_FILE, "0 program");
    buffer_free(&file);
}

/* Offset in the file of the first segment of this type. */
static size_t segment_at(const struct buffer *file, uint32_t type, uint32_t flags)
{
    Elf64_Ehdr header;
    memcpy(&header, file->data, sizeof header);
    for (size_t n = 0; n < header.e_phnum; n++) {
        Elf64_Phdr segment;
        size_t at = header.e_phoff + n * sizeof segment;
        memcpy(&segment, file->data + at, sizeof segment);
        if (segment.p_type == type && (segment.p_flags & flags) == flags)
            return at;
    }
    cr_assert_fail("no such segment");
    return 0;
}

static size_t section_at(const struct buffer *file, uint32_t type)
{
    Elf64_Ehdr header;
    memcpy(&header, file->data, sizeof header);
    for (size_t n = 0; n < header.e_shnum; n++) {
        Elf64_Shdr section;
        size_t at = header.e_shoff + n * sizeof section;
        memcpy(&section, file->data + at, sizeof section);
        if (section.sh_type == type)
            return at;
    }
    cr_assert_fail("no such section");
    return 0;
}

Test(codeobj, says_what_is_wrong_with_a_segment)
{
    struct buffer file = build_file(loader);
    size_t code = segment_at(&file, PT_LOAD, PF_X), note = segment_at(&file, PT_NOTE, 0);
    uint64_t far = UINT64_C(0xfffffffffffff000), zero = 0, many = UINT64_C(1) << 40;
    expect_refused(&file, code + offsetof(Elf64_Phdr, p_offset), &far, 8, STATUS_FILE, "PT_LOAD");
    expect_refused(&file, code + offsetof(Elf64_Phdr, p_memsz), &zero, 8, STATUS_FILE, "of memory");
    expect_refused(&file, code + offsetof(Elf64_Phdr, p_memsz), &many, 8, STATUS_FILE, "in all");
    expect_refused(&file, code + offsetof(Elf64_Phdr, p_vaddr), &far, 8, STATUS_FILE, "in all");
    expect_refused(&file, code + offsetof(Elf64_Phdr, p_vaddr), &zero, 8, STATUS_FILE, "overlaps");
    expect_refused(&file, note + offsetof(Elf64_Phdr, p_filesz), &far, 8, STATUS_FILE, "PT_NOTE");
    expect_refused(&file, note + offsetof(Elf64_Phdr, p_type), &zero, 4, STATUS_FILE, "note");
    buffer_free(&file);
}

Test(codeobj, says_what_is_wrong_with_a_relocation)
{
    struct buffer file = build_file(loader);
    Elf64_Shdr section;
    memcpy(&section, file.data + section_at(&file, SHT_RELA), sizeof section);
    size_t first = section.sh_offset;
    uint64_t got = 7, unknown = 99, far = UINT64_C(1) << 33, symbol = UINT64_C(9999) << 32 | 3;
    size_t info = first + offsetof(Elf64_Rela, r_info);
    expect_refused(&file, info, &got, 8, STATUS_UNSUPPORTED, "R_AMDGPU_GOTPCREL (7)");
    expect_refused(&file, info, &unknown, 8, STATUS_UNSUPPORTED, "(99)");
    expect_refused(&file, info, &symbol, 8, STATUS_FILE, "symbol 9999");
    expect_refused(&file, first, &far, 8, STATUS_FILE, "in no segment");
    buffer_free(&file);
}

/* Damage. */

Test(codeobj, is_refused_at_every_shorter_length, .timeout = 600)
{
    struct buffer file = build_file(loader);
    for (size_t size = 0; size < file.size; size++) {
        /* A block of exactly this size, so that a sanitizer sees the first byte behind it. */
        char *copy = malloc(size ? size : 1);
        memcpy(copy, file.data, size);
        struct emu_codeobj *object = NULL;
        struct error err = {0};
        enum status status = emu_codeobj_load(copy, size, &object, &err);
        cr_assert_neq(status, STATUS_OK, "%zu of %zu bytes", size, file.size);
        cr_assert(err.text[0]);
        free(copy);
    }
    buffer_free(&file);
}

static uint64_t next_random(uint64_t *state) /* splitmix64 */
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* Bytes that headers, tables and metadata are made of, where a change matters most: the code is
 * half of the file. */
static size_t pick(uint64_t *state, const struct buffer *file)
{
    uint64_t r = next_random(state);
    switch (r % 4) {
    case 0:
        return r / 4 % 0x300; /* ELF header, program headers, first note */
    case 1:
        return file->size - 1 - r / 4 % 0x800; /* section headers */
    default:
        return r / 4 % file->size;
    }
}

Test(codeobj, survives_thousands_of_damaged_bytes, .timeout = 600)
{
    struct buffer file = build_file(loader);
    char *copy = malloc(file.size);
    unsigned loaded = 0, refused = 0;
    for (uint64_t seed = 1; seed <= 6000; seed++) {
        uint64_t state = seed;
        memcpy(copy, file.data, file.size);
        for (uint64_t n = 0; n <= seed % 4; n++) {
            size_t at = pick(&state, &file);
            uint64_t r = next_random(&state);
            copy[at] = r % 3 == 0   ? (char)(r >> 8)
                       : r % 3 == 1 ? (char)0xff
                                    : (char)(copy[at] ^ (1 << (r >> 8) % 8));
        }
        struct emu_codeobj *object = NULL;
        struct error err = {0};
        enum status status = emu_codeobj_load(copy, file.size, &object, &err);
        if (status == STATUS_OK) {
            loaded++;
            emu_codeobj_free(object);
        } else {
            refused++;
            cr_assert(err.text[0], "seed %llu", (unsigned long long)seed);
        }
    }
    cr_expect(loaded > 500 && refused > 500, "%u loaded, %u refused", loaded, refused);
    free(copy);
    buffer_free(&file);
}

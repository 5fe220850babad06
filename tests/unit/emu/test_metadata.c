/* The metadata note: msgpack that is wrong in each way it can be. */
#include <criterion/criterion.h>
#include <msgpack.h>
#include <stdlib.h>
#include <string.h>

#include "emu/codeobj.h"

/* What a note can say; the fields not set take the values of a good one. */
struct note {
    const char *name, *symbol, *kind, *without; /* `without`: a key to leave out */
    int64_t kernarg, lds, scratch, lanes, wave, offset, size, version;
    bool text_size; /* .kernarg_segment_size is a text */
};
static const struct note good = {.name = "k",
                                 .symbol = "k.kd",
                                 .kind = "global_buffer",
                                 .kernarg = 24,
                                 .lds = 1000,
                                 .scratch = 8,
                                 .lanes = 256,
                                 .wave = 64,
                                 .offset = 16,
                                 .size = 8,
                                 .version = 1};

static void put_text(msgpack_packer *out, const char *text)
{
    msgpack_pack_str_with_body(out, text, strlen(text));
}

static void put_field(msgpack_packer *out, const struct note *note, const char *key, int64_t value,
                      const char *text)
{
    bool dropped = note->without && !strcmp(note->without, key);
    put_text(out, dropped ? "unused" : key);
    if (text)
        put_text(out, text);
    else
        msgpack_pack_int64(out, value);
}

static void put_note(msgpack_sbuffer *buffer, const struct note *note)
{
    msgpack_packer out;
    msgpack_packer_init(&out, buffer, msgpack_sbuffer_write);
    msgpack_pack_map(&out, 2);
    put_text(&out, "amdhsa.version");
    msgpack_pack_array(&out, 2);
    msgpack_pack_int64(&out, note->version);
    msgpack_pack_int64(&out, 2);
    put_text(&out, "amdhsa.kernels");
    msgpack_pack_array(&out, 1);
    msgpack_pack_map(&out, 8);
    put_field(&out, note, ".name", 0, note->name);
    put_field(&out, note, ".symbol", 0, note->symbol);
    put_field(&out, note, ".kernarg_segment_size", note->kernarg, note->text_size ? "24" : NULL);
    put_field(&out, note, ".group_segment_fixed_size", note->lds, NULL);
    put_field(&out, note, ".private_segment_fixed_size", note->scratch, NULL);
    put_field(&out, note, ".max_flat_workgroup_size", note->lanes, NULL);
    put_field(&out, note, ".wavefront_size", note->wave, NULL);
    put_text(&out, ".args");
    msgpack_pack_array(&out, 1);
    msgpack_pack_map(&out, 3);
    put_field(&out, note, ".offset", note->offset, NULL);
    put_field(&out, note, ".size", note->size, NULL);
    put_field(&out, note, ".value_kind", 0, note->kind);
}

static enum status read_note(const struct note *note, struct emu_kernel_list *list,
                             struct error *err)
{
    msgpack_sbuffer buffer;
    msgpack_sbuffer_init(&buffer);
    put_note(&buffer, note);
    enum status status = emu_metadata_read(buffer.data, buffer.size, list, err);
    msgpack_sbuffer_destroy(&buffer);
    return status;
}

Test(metadata, a_good_note_is_read)
{
    struct emu_kernel_list list;
    struct error err = {0};
    cr_assert_eq(read_note(&good, &list, &err), STATUS_OK, "%s", err.text);
    cr_assert_eq(list.n_kernels, 1);
    const struct emu_kernel *kernel = &list.kernel[0];
    cr_expect(!strcmp(kernel->name, "k") && !strcmp(list.symbol[0], "k.kd"));
    cr_expect_eq(kernel->kernarg_bytes, 24);
    cr_expect_eq(kernel->lds_bytes, 1000);
    cr_expect_eq(kernel->scratch_bytes, 8);
    cr_expect_eq(kernel->max_workgroup_lanes, 256);
    cr_expect_eq(kernel->n_explicit_args, 1);
    cr_expect_eq(kernel->arg[0].offset, 16);
    emu_kernels_free(&list);
}

static void expect_refused(struct note note, const char *part)
{
    struct emu_kernel_list list;
    struct error err = {0};
    enum status status = read_note(&note, &list, &err);
    cr_expect(status == STATUS_FILE || status == STATUS_UNSUPPORTED, "\"%s\" is accepted", part);
    cr_expect(strstr(err.text, part), "\"%s\" does not say \"%s\"", err.text, part);
    cr_expect_eq(list.n_kernels, 0);
}

Test(metadata, wrong_values_are_named)
{
    struct note note = good;
#define REFUSE(field, value, part)                                                                 \
    note = good;                                                                                   \
    note.field = value;                                                                            \
    expect_refused(note, part)
    REFUSE(offset, 17, "8 bytes at 17 of a segment of 24");
    REFUSE(offset, 0x100000000, ".offset: 4294967296");
    REFUSE(size, 9, "must be 8");
    REFUSE(size, -1, ".size: not a whole number");
    REFUSE(kernarg, INT64_MAX, ".kernarg_segment_size: 9223372036854775807");
    REFUSE(text_size, true, ".kernarg_segment_size: not a whole number");
    REFUSE(lds, 65537, ".group_segment_fixed_size: 65537");
    REFUSE(scratch, 1 << 21, ".private_segment_fixed_size: 2097152");
    REFUSE(lanes, 1025, ".max_flat_workgroup_size: 1025");
    REFUSE(wave, 32, ".wavefront_size: 32");
    REFUSE(version, 2, "amdhsa.version");
    REFUSE(kind, "hidden_block_count_x", "must be 4");
    static const char *const keys[] = {".name",
                                       ".symbol",
                                       ".kernarg_segment_size",
                                       ".group_segment_fixed_size",
                                       ".wavefront_size",
                                       ".offset",
                                       ".value_kind"};
    for (size_t n = 0; n < sizeof keys / sizeof *keys; n++) {
        REFUSE(without, keys[n], "missing");
    }
}

Test(metadata, an_argument_of_an_unknown_kind_keeps_its_name)
{
    struct note note = good;
    note.kind = "hidden_from_the_future";
    struct emu_kernel_list list;
    struct error err = {0};
    cr_assert_eq(read_note(&note, &list, &err), STATUS_OK, "%s", err.text);
    cr_expect_eq(list.kernel[0].arg[0].kind, EMU_ARG_UNKNOWN);
    cr_expect(!strcmp(list.kernel[0].arg[0].kind_name, note.kind));
    emu_kernels_free(&list);
}

Test(metadata, every_truncation_is_refused)
{
    msgpack_sbuffer buffer;
    msgpack_sbuffer_init(&buffer);
    put_note(&buffer, &good);
    for (size_t size = 0; size < buffer.size; size++) {
        char *copy = malloc(size ? size : 1);
        memcpy(copy, buffer.data, size);
        struct emu_kernel_list list;
        struct error err = {0};
        cr_expect_eq(emu_metadata_read(copy, size, &list, &err), STATUS_FILE, "%zu bytes", size);
        free(copy);
    }
    msgpack_sbuffer_destroy(&buffer);
}

Test(metadata, bombs_do_not_go_off)
{
    static const uint8_t array[] = {0xdd, 0xff, 0xff, 0xff, 0xff, 0x01};
    static const uint8_t map[] = {0xdf, 0xff, 0xff, 0xff, 0xff, 0x01, 0x01};
    static const uint8_t text[] = {0xdb, 0xff, 0xff, 0xff, 0xff, 'a'};
    static const uint8_t extension[] = {0xc7, 0x01, 0x05, 0x00};
    static uint8_t deep[100000];
    memset(deep, 0x91, sizeof deep); /* an array of an array of an array … */
    const struct {
        const uint8_t *bytes;
        size_t size;
    } bombs[] = {{array, sizeof array},
                 {map, sizeof map},
                 {text, sizeof text},
                 {extension, sizeof extension},
                 {deep, sizeof deep}};
    for (size_t n = 0; n < sizeof bombs / sizeof *bombs; n++) {
        struct emu_kernel_list list;
        struct error err = {0};
        cr_expect_eq(emu_metadata_read(bombs[n].bytes, bombs[n].size, &list, &err), STATUS_FILE);
        cr_expect(strstr(err.text, "not whole msgpack"), "%s", err.text);
    }
}

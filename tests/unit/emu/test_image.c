/* Images: the size that an image tells of itself, and bundles. */
#include "codeobj.h"

#include <elf.h>
#include <sys/mman.h>

static const char loader[] = "tests/kernels/loader.co";

Test(image, an_elf_image_is_as_long_as_its_headers_say)
{
    struct buffer file = build_file(loader);
    size_t real = file.size;
    buffer_append(&file, "what follows is somebody else's", 32);
    uint8_t *bytes = NULL;
    size_t size = 0;
    struct error err = {0};
    cr_assert_eq(emu_image_copy(file.data, &bytes, &size, &err), STATUS_OK, "%s", err.text);
    cr_expect(size <= real && size + 16 > real, "%zu of %zu", size, real);
    struct emu_codeobj *object = NULL;
    cr_expect_eq(emu_codeobj_load(bytes, size, &object, &err), STATUS_OK, "%s", err.text);
    emu_codeobj_free(object);
    free(bytes);
    buffer_free(&file);
}

Test(image, one_that_ends_early_is_refused_and_not_read_beyond)
{
    struct buffer file = build_file(loader);
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    for (size_t pages = 1; pages * page < file.size; pages++) {
        char *map = mmap(NULL, (pages + 1) * page, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        cr_assert_neq(map, MAP_FAILED);
        cr_assert_eq(mprotect(map + pages * page, page, PROT_NONE), 0);
        memcpy(map, file.data, pages * page);
        uint8_t *bytes;
        size_t size;
        struct error err = {0};
        cr_expect_eq(emu_image_copy(map, &bytes, &size, &err), STATUS_FILE);
        cr_expect(strstr(err.text, "ends before"), "%s", err.text);
        munmap(map, (pages + 1) * page);
    }
    buffer_free(&file);
}

/* Clang's layout: magic, count, {offset, size, length of name, name}, objects. */
static struct buffer make_bundle(const char *const *ids, const struct buffer *const *objects,
                                 uint64_t n)
{
    struct buffer bundle = {0};
    buffer_append(&bundle, "__CLANG_OFFLOAD_BUNDLE__", 24);
    buffer_append(&bundle, &n, 8);
    uint64_t offset = 4096;
    for (uint64_t e = 0; e < n; e++) {
        uint64_t size = objects[e]->size, length = strlen(ids[e]);
        buffer_append(&bundle, &offset, 8);
        buffer_append(&bundle, &size, 8);
        buffer_append(&bundle, &length, 8);
        buffer_puts(&bundle, ids[e]);
        offset += (size + 4095) / 4096 * 4096;
    }
    for (uint64_t e = 0; e < n; e++) {
        while (bundle.size % 4096)
            buffer_append(&bundle, "", 1);
        buffer_append(&bundle, objects[e]->data, objects[e]->size);
    }
    return bundle;
}

Test(image, the_gfx942_entry_of_a_bundle_is_found)
{
    struct buffer object = build_file(loader), other = {0}, host = {0};
    buffer_puts(&other, "not for us");
    buffer_puts(&host, "");
    const char *const ids[] = {"host-x86_64-unknown-linux-gnu", "hipv4-amdgcn-amd-amdhsa--gfx90a",
                               "hipv4-amdgcn-amd-amdhsa--gfx942:sramecc-",
                               "hipv4-amdgcn-amd-amdhsa--gfx942:sramecc+:xnack-"};
    const struct buffer *const objects[] = {&host, &other, &other, &object};
    struct buffer bundle = make_bundle(ids, objects, 4);
    uint8_t *bytes = NULL;
    size_t size = 0, found_size = 0;
    const uint8_t *found = NULL;
    struct error err = {0};
    cr_assert_eq(emu_image_copy(bundle.data, &bytes, &size, &err), STATUS_OK, "%s", err.text);
    cr_expect_eq(size, bundle.size);
    cr_assert_eq(emu_image_select(bytes, size, &found, &found_size, &err), STATUS_OK, "%s",
                 err.text);
    cr_expect_eq(found_size, object.size);
    cr_expect(!memcmp(found, object.data, object.size));
    free(bytes);

    for (size_t cut = 0; cut < bundle.size; cut += cut < 400 ? 1 : 997) { /* none is read beyond */
        uint8_t *copy = malloc(cut ? cut : 1);
        memcpy(copy, bundle.data, cut);
        enum status status = emu_image_select(copy, cut, &found, &found_size, &err);
        if (cut >= 32)
            cr_expect_eq(status, STATUS_FILE, "%zu bytes", cut);
        free(copy);
    }
    buffer_free(&bundle);

    bundle = make_bundle(ids, objects, 3);
    cr_expect_eq(emu_image_select((uint8_t *)bundle.data, bundle.size, &found, &found_size, &err),
                 STATUS_DEVICE);
    cr_expect(strstr(err.text, "gfx942"), "%s", err.text);
    buffer_free(&bundle);
    buffer_free(&object);
    buffer_free(&other);
    buffer_free(&host);
}

Test(image, claims_that_cannot_be_are_refused)
{
    uint8_t bundle[4096] = "__CLANG_OFFLOAD_BUNDLE__", *bytes;
    size_t size;
    struct error err = {0};
    memset(bundle + 24, 0xff, 8);
    cr_expect_eq(emu_image_copy(bundle, &bytes, &size, &err), STATUS_FILE);
    cr_expect(strstr(err.text, "entries"), "%s", err.text);
    uint64_t one = 1, far = UINT64_MAX - 5;
    memcpy(bundle + 24, &one, 8);
    memcpy(bundle + 32, &far, 8);
    memcpy(bundle + 40, &far, 8);
    cr_expect_eq(emu_image_copy(bundle, &bytes, &size, &err), STATUS_FILE);
    cr_expect(strstr(err.text, "claims"), "%s", err.text);
    memcpy(bundle + 48, &far, 8);
    cr_expect_eq(emu_image_copy(bundle, &bytes, &size, &err), STATUS_FILE);
    cr_expect(strstr(err.text, "name"), "%s", err.text);
}

Test(image, compressed_bundles_and_others_are_named)
{
    const uint8_t compressed[64] = "CCOB\2", text[64] = "#!/bin/sh";
    uint8_t *bytes;
    size_t size;
    struct error err = {0};
    cr_expect_eq(emu_image_copy(compressed, &bytes, &size, &err), STATUS_UNSUPPORTED);
    cr_expect(strstr(err.text, "CCOB"), "%s", err.text);
    cr_expect_eq(emu_image_copy(text, &bytes, &size, &err), STATUS_FILE);
    cr_expect(strstr(err.text, "23 21 2f 62"), "%s", err.text);
}

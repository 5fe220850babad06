/* Images as hipModuleLoadData gets them: an address without a size, an ELF file or a bundle. */
#include "emu/codeobj.h"

#include <assert.h>
#include <elf.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

/* Clang Offload Bundler, "Bundled Code Object Layout" and "Compression and Decompression". */
static const char bundle_magic[] = "__CLANG_OFFLOAD_BUNDLE__";
static const char compressed_magic[] = "CCOB";
enum { BUNDLE_MAGIC_BYTES = 24, MAX_BUNDLE_ENTRIES = 1024, MAX_BUNDLE_ID_BYTES = 256 };

/* No code object comes near it; a corrupt size does. */
static const size_t max_image_bytes = (size_t)1 << 31;

/* Copying. */

/* An image that is being copied: the bytes known so far. */
struct copy {
    const char *from;
    uint8_t *bytes;
    size_t size;
};

/* memcpy from an address that may not be mapped. */
static bool read_memory(void *to, const char *from, size_t n)
{
    size_t done = 0;
    while (done < n) {
        struct iovec local = {(char *)to + done, n - done};
        struct iovec remote = {(void *)(uintptr_t)(from + done), n - done};
        ssize_t got = process_vm_readv(getpid(), &local, 1, &remote, 1, 0);
        if (got > 0) {
            done += (size_t)got;
        } else if (got < 0 && (errno == ENOSYS || errno == EPERM)) {
            /* A sandbox without that call: read as any HIP library would. */
            memcpy((char *)to + done, from + done, n - done);
            return true;
        } else {
            return false;
        }
    }
    return true;
}

/* Makes the first `need` bytes of the image known. */
static enum status extend(struct copy *copy, uint64_t need, struct error *err)
{
    if (need <= copy->size)
        return STATUS_OK;
    if (need > max_image_bytes)
        return error_set(err, STATUS_FILE, "image: claims %" PRIu64 " bytes", need);
    uint8_t *grown = realloc(copy->bytes, need);
    if (!grown)
        return error_set(err, STATUS_NO_MEMORY, "image: no memory for %" PRIu64 " bytes", need);
    copy->bytes = grown;
    if (!read_memory(grown + copy->size, copy->from + copy->size, need - copy->size))
        return error_set(err, STATUS_FILE,
                         "image: ends before byte %" PRIu64 ", which its headers claim", need);
    copy->size = need;
    return STATUS_OK;
}

static uint64_t end_of(uint64_t offset, uint64_t bytes)
{
    uint64_t end;
    return __builtin_add_overflow(offset, bytes, &end) ? UINT64_MAX : end;
}

static uint64_t max_u64(uint64_t a, uint64_t b) { return a > b ? a : b; }

/* The last byte that header, tables, segments or sections of an ELF file claim. */
static enum status copy_elf(struct copy *copy, struct error *err)
{
    enum status status = extend(copy, sizeof(Elf64_Ehdr), err);
    if (status != STATUS_OK)
        return status;
    Elf64_Ehdr header;
    memcpy(&header, copy->bytes, sizeof header);
    uint64_t segments = (uint64_t)header.e_phnum * sizeof(Elf64_Phdr);
    uint64_t sections = (uint64_t)header.e_shnum * sizeof(Elf64_Shdr);
    uint64_t end = max_u64(end_of(header.e_phoff, segments), end_of(header.e_shoff, sections));
    if ((status = extend(copy, end, err)) != STATUS_OK)
        return status;
    for (unsigned n = 0; n < header.e_phnum; n++) {
        Elf64_Phdr segment;
        memcpy(&segment, copy->bytes + header.e_phoff + n * sizeof segment, sizeof segment);
        end = max_u64(end, end_of(segment.p_offset, segment.p_filesz));
    }
    for (unsigned n = 0; n < header.e_shnum; n++) {
        Elf64_Shdr section;
        memcpy(&section, copy->bytes + header.e_shoff + n * sizeof section, sizeof section);
        if (section.sh_type != SHT_NOBITS && section.sh_type != SHT_NULL)
            end = max_u64(end, end_of(section.sh_offset, section.sh_size));
    }
    return extend(copy, end, err);
}

/* Bundles. */

struct bundle_entry {
    uint64_t offset, bytes, id_bytes;
    uint64_t id_at; /* the name, at this offset in the bundle */
};

static enum status bundle_count(const struct copy *bundle, uint64_t *count, struct error *err)
{
    memcpy(count, bundle->bytes + BUNDLE_MAGIC_BYTES, sizeof *count);
    if (*count > MAX_BUNDLE_ENTRIES)
        return error_set(err, STATUS_FILE, "offload bundle: claims %" PRIu64 " entries", *count);
    return STATUS_OK;
}

/* Reads the entry at *at and moves on. `may_grow`: there is more to copy. */
static enum status bundle_next(struct copy *bundle, bool may_grow, uint64_t *at,
                               struct bundle_entry *entry, struct error *err)
{
    enum { HEAD_BYTES = 24 };
    uint64_t words[3], need = end_of(*at, HEAD_BYTES);
    for (int part = 0; part < 2; part++) {
        if (need > bundle->size && !may_grow)
            return error_set(err, STATUS_FILE,
                             "offload bundle: entry at byte %" PRIu64 " ends at %" PRIu64
                             " of %zu bytes",
                             *at, need, bundle->size);
        enum status status = extend(bundle, need, err);
        if (status != STATUS_OK)
            return status;
        memcpy(words, bundle->bytes + *at, sizeof words);
        if (words[2] > MAX_BUNDLE_ID_BYTES)
            return error_set(err, STATUS_FILE,
                             "offload bundle: entry at byte %" PRIu64 ": a name of %" PRIu64
                             " bytes",
                             *at, words[2]);
        need = *at + HEAD_BYTES + words[2];
    }
    *entry = (struct bundle_entry){words[0], words[1], words[2], *at + HEAD_BYTES};
    *at = need;
    return STATUS_OK;
}

static enum status copy_bundle(struct copy *copy, struct error *err)
{
    enum status status = extend(copy, BUNDLE_MAGIC_BYTES + 8, err);
    uint64_t count = 0, end = 0, at = BUNDLE_MAGIC_BYTES + 8;
    if (status == STATUS_OK)
        status = bundle_count(copy, &count, err);
    for (uint64_t n = 0; status == STATUS_OK && n < count; n++) {
        struct bundle_entry entry;
        status = bundle_next(copy, true, &at, &entry, err);
        if (status == STATUS_OK)
            end = max_u64(end, end_of(entry.offset, entry.bytes));
    }
    return status == STATUS_OK ? extend(copy, end, err) : status;
}

static bool is_bundle(const uint8_t *bytes, size_t size)
{
    return size >= BUNDLE_MAGIC_BYTES + 8 && !memcmp(bytes, bundle_magic, BUNDLE_MAGIC_BYTES);
}

static enum status compressed_error(struct error *err)
{
    return error_set(err, STATUS_UNSUPPORTED,
                     "image: compressed offload bundle (CCOB): not supported; build with "
                     "--no-offload-compress or --no-gpu-bundle-output");
}

enum status emu_image_copy(const void *image, uint8_t **bytes, size_t *size, struct error *err)
{
    struct copy copy = {.from = image};
    enum status status = extend(&copy, 4, err);
    assert(status != STATUS_OK || copy.bytes);
    if (status == STATUS_OK && !memcmp(copy.bytes, ELFMAG, SELFMAG))
        status = copy_elf(&copy, err);
    else if (status == STATUS_OK && !memcmp(copy.bytes, compressed_magic, 4))
        status = compressed_error(err);
    else if (status == STATUS_OK && !memcmp(copy.bytes, bundle_magic, 4) &&
             (status = extend(&copy, BUNDLE_MAGIC_BYTES + 8, err)) == STATUS_OK &&
             is_bundle(copy.bytes, copy.size))
        status = copy_bundle(&copy, err);
    else if (status == STATUS_OK)
        status = error_set(err, STATUS_FILE,
                           "image: neither ELF nor an offload bundle: begins with %02x %02x %02x "
                           "%02x",
                           copy.bytes[0], copy.bytes[1], copy.bytes[2], copy.bytes[3]);
    if (status != STATUS_OK) {
        free(copy.bytes);
        return status;
    }
    *bytes = copy.bytes;
    *size = copy.size;
    return STATUS_OK;
}

/* Whether an entry's name, "hipv4-amdgcn-amd-amdhsa--gfx942:sramecc+", is one that a
 * gfx942:sramecc+:xnack- runs (LLVM AMDGPUUsage, "Target ID"). */
static bool runs_here(const char *id)
{
    static const char processor[] = "-gfx942";
    const char *at = strstr(id, processor);
    if (!at)
        return false;
    const char *features = at + sizeof processor - 1;
    return (*features == 0 || *features == ':') && !strstr(features, ":xnack+") &&
           !strstr(features, ":sramecc-");
}

enum status emu_image_select(const uint8_t *bytes, size_t size, const uint8_t **object,
                             size_t *object_bytes, struct error *err)
{
    if (size >= 4 && !memcmp(bytes, compressed_magic, 4))
        return compressed_error(err);
    if (!is_bundle(bytes, size)) {
        *object = bytes;
        *object_bytes = size;
        return STATUS_OK;
    }
    /* Only read: `extend` is never asked for more than there is. */
    struct copy bundle = {.bytes = (uint8_t *)(uintptr_t)bytes, .size = size};
    uint64_t count, at = BUNDLE_MAGIC_BYTES + 8;
    enum status status = bundle_count(&bundle, &count, err);
    for (uint64_t n = 0; status == STATUS_OK && n < count; n++) {
        struct bundle_entry entry;
        if ((status = bundle_next(&bundle, false, &at, &entry, err)) != STATUS_OK)
            return status;
        char id[MAX_BUNDLE_ID_BYTES + 1] = {0};
        memcpy(id, bytes + entry.id_at, entry.id_bytes);
        if (!runs_here(id))
            continue;
        if (entry.offset > size || entry.bytes > size - entry.offset)
            return error_set(err, STATUS_FILE,
                             "offload bundle: entry %" PRIu64 " is %" PRIu64 " bytes at %" PRIu64
                             " of %zu",
                             n, entry.bytes, entry.offset, size);
        *object = bytes + entry.offset;
        *object_bytes = entry.bytes;
        return STATUS_OK;
    }
    return status == STATUS_OK
               ? error_set(err, STATUS_DEVICE, "offload bundle: no entry for gfx942 among %" PRIu64,
                           count)
               : status;
}

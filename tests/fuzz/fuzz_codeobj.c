/* libFuzzer: any bytes as an image, as hipModuleLoad hands them over. See tests/fuzz/README.md. */
#include <stddef.h>
#include <stdint.h>

#include "emu/codeobj.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    const uint8_t *object_bytes;
    size_t object_size;
    struct emu_codeobj *object = NULL;
    struct error err;
    if (emu_image_select(bytes, size, &object_bytes, &object_size, &err) == STATUS_OK &&
        emu_codeobj_load(object_bytes, object_size, &object, &err) == STATUS_OK)
        emu_codeobj_free(object);
    return 0;
}

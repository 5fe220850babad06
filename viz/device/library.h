/* A HIP library, found and opened. Private to device/. */
#ifndef DEVICE_LIBRARY_H
#define DEVICE_LIBRARY_H

#include "abi/hip_abi.h"
#include "abi/smfhip.h"
#include "base/status.h"

/* The functions of one library. It is never closed again: HIP runtimes own threads and exit
 * handlers that do not survive their code. */
struct hip_library {
    char path[512]; /* the file, links resolved */
#define HIP_FUNCTION(type, name, parameters) type(*name) parameters;
    HIP_FUNCTIONS(HIP_FUNCTION)
#undef HIP_FUNCTION
    int (*get_properties)(void *properties, int device);
    size_t arch_offset;         /* of the architecture's name in what get_properties fills */
    smfhip_control_fn *control; /* NULL: not the emulator */
};

/* libsmfhip.so beside the program. */
enum status library_open_emulator(struct hip_library *library, struct error *err);

/* libamdhip64 of the system: $SMFVIZ_HIP, or the sonames 7, 6, 5 and the bare name through the
 * dynamic linker, then in $ROCM_PATH/lib, then in /opt/rocm/lib. */
enum status library_open_hip(struct hip_library *library, struct error *err);

#endif

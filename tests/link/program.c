/* An ordinary HIP program: it knows the vendor's header and nothing of smfviz. Built by run.sh,
 * linked with an AMD runtime or a stub of one, run on the emulator.
 *
 *   program CODE_OBJECT      the kernel `shared` of tests/kernels/loader.hip
 */
#define __HIP_PLATFORM_AMD__
#include <hip/hip_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(call)                                                                                \
    do {                                                                                           \
        hipError_t error = call;                                                                   \
        if (error != hipSuccess) {                                                                 \
            fprintf(stderr, "%s: %d %s: %s\n", #call, (int)error, hipGetErrorName(error),          \
                    hipGetErrorString(error));                                                     \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

#ifdef SINCE_ROCM_6
/* What the name hipGetDeviceProperties stands for in ROCm 6's header; name and warp size by their
 * offsets there. */
hipError_t hipGetDevicePropertiesR0600(void *properties, int device);

static void print_device(void)
{
    static _Alignas(8) char properties[4096];
    CHECK(hipGetDevicePropertiesR0600(properties, 0));
    int warp;
    memcpy(&warp, properties + 308, sizeof warp);
    printf("%s, waves of %d\n", properties + 1160, warp);
}
#else
static void print_device(void)
{
    hipDeviceProp_t properties;
    CHECK(hipGetDeviceProperties(&properties, 0));
    printf("%s, waves of %d\n", properties.gcnArchName, properties.warpSize);
}
#endif

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *bytes = malloc(1 << 20);
    if (!file || !bytes || !fread(bytes, 1, 1 << 20, file)) {
        fprintf(stderr, "cannot read %s\n", path);
        exit(1);
    }
    fclose(file);
    return bytes;
}

int main(int argc, char **argv)
{
    enum { LANES = 128 };
    int count = 0, out[LANES], wrong = 0;
    if (argc != 2)
        return 2;
    CHECK(hipInit(0));
    CHECK(hipGetDeviceCount(&count));
    print_device();

    char *image = read_file(argv[1]);
    hipModule_t module;
    hipFunction_t function;
    hipStream_t stream;
    hipEvent_t start, stop;
    CHECK(hipModuleLoadData(&module, image));
    CHECK(hipModuleGetFunction(&function, module, "shared"));
    CHECK(hipStreamCreate(&stream));
    CHECK(hipEventCreate(&start));
    CHECK(hipEventCreate(&stop));

    void *memory;
    CHECK(hipMalloc(&memory, sizeof out));
    void *arguments[] = {&memory};
    CHECK(hipEventRecord(start, stream));
    CHECK(
        hipModuleLaunchKernel(function, 1, 1, 1, LANES, 1, 1, sizeof out, stream, arguments, NULL));
    CHECK(hipEventRecord(stop, stream));
    CHECK(hipStreamSynchronize(stream));
    CHECK(hipMemcpy(out, memory, sizeof out, hipMemcpyDeviceToHost));
    float milliseconds = -1;
    CHECK(hipEventElapsedTime(&milliseconds, start, stop));
    for (int lane = 0; lane < LANES; lane++)
        wrong += out[lane] != 127 - lane + 2 * (lane ^ 1);
    CHECK(hipFree(memory));
    CHECK(hipModuleUnload(module));
    free(image);
    printf("%d of %d wrong, %s\n", wrong, LANES, milliseconds >= 0 ? "timed" : "no time");
    return wrong != 0;
}

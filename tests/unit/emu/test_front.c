/* HIP's functions as a program sees them; launches are in test_launch.c. */
#include "codeobj.h"

#include <stdlib.h>
#include <time.h>

#include "emu/front.h"
#include "emu/memory.h"

int smfhip_control(uint32_t version, struct smfhip_control *control);

static void be_quiet(void)
{
    struct smfhip_control quiet = {.request = SMFHIP_SET_REPORT};
    cr_assert_eq(smfhip_control(SMFHIP_VERSION, &quiet), 0);
}

Test(front, there_is_one_device_a_gfx942)
{
    int value = -1;
    cr_expect_eq(hipInit(0), HIP_SUCCESS);
    cr_expect_eq(hipInit(1), HIP_ERROR_INVALID_VALUE);
    cr_expect_eq(hipGetDeviceCount(&value), HIP_SUCCESS);
    cr_expect_eq(value, 1);
    cr_expect_eq(hipSetDevice(0), HIP_SUCCESS);
    cr_expect_eq(hipSetDevice(1), HIP_ERROR_INVALID_DEVICE);
    cr_expect_eq(hipSetDevice(-1), HIP_ERROR_INVALID_DEVICE);
    char name[64] = "", cut[7] = "";
    cr_expect_eq(hipDeviceGetName(name, sizeof name, 0), HIP_SUCCESS);
    cr_expect_str_eq(name, "smfviz emulator (gfx942)");
    cr_expect_eq(hipDeviceGetName(cut, sizeof cut, 0), HIP_SUCCESS);
    cr_expect_str_eq(cut, "smfviz");
}

Test(front, properties_fill_their_struct_and_no_more)
{
    static const struct {
        int (*get)(void *, int);
        size_t bytes, arch, warp, memory;
    } layouts[] = {{hipGetDeviceProperties, 792, 396, 276, 256},
                   {hipGetDevicePropertiesR0600, 1472, 1160, 308, 288}};
    for (int n = 0; n < 2; n++) {
        unsigned char bytes[2048];
        memset(bytes, 0xab, sizeof bytes);
        cr_assert_eq(layouts[n].get(bytes, 0), HIP_SUCCESS);
        cr_expect_eq(layouts[n].get(bytes, 1), HIP_ERROR_INVALID_DEVICE);
        for (size_t at = layouts[n].bytes; at < sizeof bytes; at++)
            cr_assert_eq(bytes[at], 0xab, "byte %zu is not the struct's", at);
        cr_expect_str_eq((char *)bytes, "smfviz emulator (gfx942)");
        cr_expect_str_eq((char *)bytes + layouts[n].arch, "gfx942:sramecc+:xnack-");
        int warp;
        size_t memory, total;
        memcpy(&warp, bytes + layouts[n].warp, sizeof warp);
        memcpy(&memory, bytes + layouts[n].memory, sizeof memory);
        cr_expect_eq(warp, 64);
        cr_assert_eq(hipDeviceTotalMem(&total, 0), HIP_SUCCESS);
        cr_expect_eq(memory, total);
    }
}

Test(front, attributes_are_known_or_refused)
{
    int value = -1;
    cr_expect_eq(hipDeviceGetAttribute(&value, 87, 0),
                 HIP_SUCCESS); /* hipDeviceAttributeWarpSize */
    cr_expect_eq(value, 64);
    cr_expect_eq(hipDeviceGetAttribute(&value, 63, 0), HIP_SUCCESS); /* MultiprocessorCount */
    cr_expect_eq(value, 304);
    cr_expect_eq(hipDeviceGetAttribute(&value, 10014, 0), HIP_SUCCESS); /* ImageSupport */
    cr_expect_eq(value, 0);
    cr_expect_eq(hipDeviceGetAttribute(&value, 5000, 0), HIP_ERROR_INVALID_VALUE);
    cr_expect_eq(hipDeviceGetAttribute(NULL, 87, 0), HIP_ERROR_INVALID_VALUE);
}

Test(front, copies_go_both_ways_and_stay_inside)
{
    unsigned char host[300], back[300] = {0};
    for (unsigned n = 0; n < sizeof host; n++)
        host[n] = (unsigned char)(n * 7 + 1);
    char *device = NULL, *second = NULL;
    cr_assert_eq(hipMalloc((void **)&device, 300), HIP_SUCCESS);
    cr_assert_eq(hipMalloc((void **)&second, 300), HIP_SUCCESS);
    cr_expect_eq(hipMemcpy(device, host, 300, HIP_MEMCPY_HOST_TO_DEVICE), HIP_SUCCESS);
    cr_expect_eq(hipMemcpyDtoD(second, device, 300), HIP_SUCCESS);
    cr_expect_eq(hipMemcpyDtoH(back, second, 300), HIP_SUCCESS);
    cr_expect(!memcmp(host, back, 300));
    cr_expect_eq(hipMemcpy(back, device + 100, 200, HIP_MEMCPY_DEFAULT), HIP_SUCCESS);
    cr_expect(!memcmp(host + 100, back, 200));

    cr_expect_eq(hipMemcpy(device, host, 301, HIP_MEMCPY_HOST_TO_DEVICE), HIP_ERROR_INVALID_VALUE);
    cr_expect_eq(hipMemcpy(back, device + 1, 300, HIP_MEMCPY_DEFAULT), HIP_ERROR_INVALID_VALUE);
    cr_expect_eq(hipMemcpy(host, device, 10, HIP_MEMCPY_HOST_TO_DEVICE), HIP_ERROR_INVALID_VALUE);
    cr_expect_eq(hipMemcpy(host, host, 10, HIP_MEMCPY_DEVICE_TO_HOST), HIP_ERROR_INVALID_VALUE);
    cr_expect_eq(hipMemcpy(device, host, 10, 5), HIP_ERROR_INVALID_MEMCPY_DIRECTION);
    cr_expect_eq(hipMemcpy(NULL, host, 10, HIP_MEMCPY_DEFAULT), HIP_ERROR_INVALID_VALUE);
    cr_expect_eq(hipMemcpy(NULL, NULL, 0, HIP_MEMCPY_DEFAULT), HIP_SUCCESS);
}

Test(front, fills_have_their_widths)
{
    unsigned char *device = NULL;
    cr_assert_eq(hipMalloc((void **)&device, 64), HIP_SUCCESS);
    cr_expect_eq(hipMemset(device, 0x1a5, 64), HIP_SUCCESS);
    cr_expect_eq(hipMemsetD8(device + 1, 0x5a, 3), HIP_SUCCESS);
    cr_expect_eq(hipMemsetD16(device + 8, 0x1234, 2), HIP_SUCCESS);
    cr_expect_eq(hipMemsetD32(device + 16, 0x01020304, 2), HIP_SUCCESS);
    static const unsigned char expected[25] = {0xa5, 0x5a, 0x5a, 0x5a, 0xa5, 0xa5, 0xa5, 0xa5, 0x34,
                                               0x12, 0x34, 0x12, 0xa5, 0xa5, 0xa5, 0xa5, 4,    3,
                                               2,    1,    4,    3,    2,    1,    0xa5};
    cr_expect(!memcmp(device, expected, sizeof expected));
    cr_expect_eq(hipMemset(device, 0, 65), HIP_ERROR_INVALID_VALUE);
    cr_expect_eq(hipMemsetD32(device, 0, SIZE_MAX / 2), HIP_ERROR_INVALID_VALUE);
    cr_expect_eq(hipMemsetD32(device, 0, 17), HIP_ERROR_INVALID_VALUE);
}

Test(front, memory_is_counted_and_freed_once)
{
    size_t free_bytes, total, less;
    void *memory = NULL, *pinned = NULL;
    cr_assert_eq(hipMemGetInfo(&free_bytes, &total), HIP_SUCCESS);
    cr_expect_eq(free_bytes, total);
    cr_assert_eq(hipMalloc(&memory, 12345), HIP_SUCCESS);
    cr_assert_eq(hipMemGetInfo(&less, NULL), HIP_SUCCESS);
    cr_expect_eq(less, free_bytes - 12345);
    cr_expect_eq(hipHostMalloc(&pinned, 100, 0), HIP_SUCCESS);
    cr_expect_eq(hipFree(pinned), HIP_ERROR_INVALID_VALUE);
    cr_expect_eq(hipHostFree(pinned), HIP_SUCCESS);
    cr_expect_eq(hipFree(memory), HIP_SUCCESS);
    cr_expect_eq(hipFree(memory), HIP_ERROR_INVALID_VALUE);
    cr_expect_eq(hipFree(NULL), HIP_SUCCESS);
    cr_expect_eq(hipMalloc(&memory, SIZE_MAX), HIP_ERROR_OUT_OF_MEMORY);
    cr_expect_eq(hipMalloc(&memory, 0), HIP_SUCCESS);
    cr_expect_null(memory);
}

Test(front, errors_are_remembered_until_they_are_taken)
{
    cr_expect_eq(hipGetLastError(), HIP_SUCCESS);
    cr_expect_eq(hipSetDevice(7), HIP_ERROR_INVALID_DEVICE);
    cr_expect_eq(hipSetDevice(0), HIP_SUCCESS);
    cr_expect_eq(hipPeekAtLastError(), HIP_ERROR_INVALID_DEVICE);
    cr_expect_eq(hipGetLastError(), HIP_ERROR_INVALID_DEVICE);
    cr_expect_eq(hipGetLastError(), HIP_SUCCESS);
    cr_expect_str_eq(hipGetErrorName(719), "hipErrorLaunchFailure");
    cr_expect_str_eq(hipGetErrorString(0), "no error");
    cr_expect_str_eq(hipGetErrorName(123456), "hipErrorUnknown");
}

Test(front, events_measure_time)
{
    void *stream = NULL, *start = NULL, *stop = NULL, *untimed = NULL;
    cr_assert_eq(hipStreamCreate(&stream), HIP_SUCCESS);
    cr_assert_eq(hipEventCreate(&start), HIP_SUCCESS);
    cr_assert_eq(hipEventCreate(&stop), HIP_SUCCESS);
    cr_assert_eq(hipEventCreateWithFlags(&untimed, 2), HIP_SUCCESS);
    float ms = -1;
    cr_expect_eq(hipEventElapsedTime(&ms, start, stop), HIP_ERROR_INVALID_HANDLE);
    cr_assert_eq(hipEventRecord(start, stream), HIP_SUCCESS);
    nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    cr_assert_eq(hipEventRecord(stop, stream), HIP_SUCCESS);
    cr_assert_eq(hipEventRecord(untimed, stream), HIP_SUCCESS);
    cr_expect_eq(hipEventSynchronize(stop), HIP_SUCCESS);
    cr_expect_eq(hipEventElapsedTime(&ms, start, stop), HIP_SUCCESS);
    cr_expect(ms >= 20 && ms < 10000, "%f", (double)ms);
    cr_expect_eq(hipEventElapsedTime(&ms, start, untimed), HIP_ERROR_INVALID_HANDLE);
    cr_expect_eq(hipStreamWaitEvent(stream, stop, 0), HIP_SUCCESS);
    cr_expect_eq(hipStreamSynchronize(start), HIP_ERROR_INVALID_HANDLE);
    cr_expect_eq(hipEventRecord(stream, NULL), HIP_ERROR_INVALID_HANDLE);
    cr_expect_eq(hipEventDestroy(start), HIP_SUCCESS);
    cr_expect_eq(hipEventDestroy(start), HIP_ERROR_INVALID_HANDLE);
    cr_expect_eq(hipStreamDestroy(stream), HIP_SUCCESS);
    cr_expect_eq(hipStreamQuery(stream), HIP_ERROR_INVALID_HANDLE);
}

Test(front, modules_load_from_files_and_memory)
{
    be_quiet();
    struct buffer file = build_file("tests/kernels/loader.co");
    void *module = NULL, *function = NULL, *pointer = NULL, *none = NULL;
    size_t bytes = 0;
    cr_expect_eq(hipModuleLoad(&module, "/no/such.co"), HIP_ERROR_FILE_NOT_FOUND);
    cr_assert_eq(hipModuleLoadDataEx(&module, file.data, 0, NULL, NULL), HIP_SUCCESS);
    cr_expect_eq(hipModuleGetFunction(&function, module, "arguments"), HIP_SUCCESS);
    cr_expect_eq(hipModuleGetFunction(&none, module, "no_such"), HIP_ERROR_NOT_FOUND);
    cr_expect_eq(hipModuleGetFunction(&none, function, "arguments"), HIP_ERROR_INVALID_HANDLE);
    cr_expect_eq(hipModuleGetGlobal(&pointer, &bytes, module, "loader_numbers"), HIP_SUCCESS);
    int numbers[5];
    cr_assert_eq(bytes, sizeof numbers);
    cr_expect_eq(hipMemcpyDtoH(numbers, pointer, bytes), HIP_SUCCESS);
    cr_expect_eq(numbers[2], 4);
    int value = -1;
    cr_expect_eq(hipFuncGetAttribute(&value, 0, function), HIP_SUCCESS);
    cr_expect_eq(value, 256);
    cr_expect_eq(hipFuncGetAttribute(&value, 99, function), HIP_ERROR_NOT_SUPPORTED);
    cr_expect_eq(hipModuleUnload(module), HIP_SUCCESS);
    cr_expect_eq(hipModuleUnload(module), HIP_ERROR_INVALID_HANDLE);
    cr_expect_eq(hipMemcpyDtoH(numbers, pointer, bytes), HIP_ERROR_INVALID_VALUE);
    cr_expect_eq(hipModuleLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL),
                 HIP_ERROR_INVALID_HANDLE);
    file.data[48] = 0x3f; /* e_flags: gfx90a */
    cr_expect_eq(hipModuleLoadData(&module, file.data), HIP_ERROR_NO_BINARY_FOR_GPU);
    file.data[0] = 0;
    cr_expect_eq(hipModuleLoadData(&module, file.data), HIP_ERROR_INVALID_IMAGE);
    buffer_free(&file);
}

Test(front, the_side_door_takes_what_it_knows)
{
    struct smfhip_counters counters = {.launches = 99};
    struct smfhip_control get = {.request = SMFHIP_GET_COUNTERS, .counters = &counters};
    cr_expect_eq(smfhip_control(SMFHIP_VERSION + 1, &get), -1);
    cr_expect_eq(smfhip_control(SMFHIP_VERSION, NULL), -1);
    cr_expect_eq(smfhip_control(SMFHIP_VERSION, &get), 0);
    cr_expect_eq(counters.launches, 0);
    struct smfhip_control request = {.request = (enum smfhip_request)77};
    cr_expect_eq(smfhip_control(SMFHIP_VERSION, &request), -1);
    request = (struct smfhip_control){.request = SMFHIP_SET_NUMERICS, .value = 99};
    cr_expect_eq(smfhip_control(SMFHIP_VERSION, &request), -1);
    request = (struct smfhip_control){.request = SMFHIP_GET_REPORT};
    cr_expect_eq(smfhip_control(SMFHIP_VERSION, &request), -1);
}

Test(front, a_scramble_must_be_a_permutation)
{
    uint16_t swapped[4] = {1, 0, 3, 2}, twice[4] = {0, 1, 1, 3}, beyond[4] = {0, 1, 2, 4};
    struct smfhip_scramble scramble = {.cd_dwords = swapped, .n_cd_dwords = 4};
    struct smfhip_control set = {.request = SMFHIP_SET_SCRAMBLE, .scramble = &scramble};
    cr_expect_eq(smfhip_control(SMFHIP_VERSION, &set), 0);
    cr_assert_not_null(front.options.scramble);
    cr_expect_neq(front.options.scramble->cd_dwords, swapped, "must be a copy");
    cr_expect_eq(front.options.scramble->cd_dwords[2], 3);
    scramble.cd_dwords = twice;
    cr_expect_eq(smfhip_control(SMFHIP_VERSION, &set), -1);
    scramble.cd_dwords = beyond;
    cr_expect_eq(smfhip_control(SMFHIP_VERSION, &set), -1);
    cr_expect_eq(front.options.scramble->cd_dwords[2], 3, "a refused one changes nothing");
    set.scramble = NULL;
    cr_expect_eq(smfhip_control(SMFHIP_VERSION, &set), 0);
    cr_expect_null(front.options.scramble);
}

Test(front, settings_that_are_not_understood_stop_everything)
{
    setenv("SMFHIP_BUDGET", "12x", 1);
    setenv("SMFHIP_REPORT", "none", 1);
    int count;
    cr_expect_neq(hipGetDeviceCount(&count), HIP_SUCCESS);
    char text[256];
    struct smfhip_control get = {.request = SMFHIP_GET_REPORT, .text = text, .text_bytes = 256};
    cr_expect_eq(smfhip_control(SMFHIP_VERSION, &get), 0);
    cr_expect(strstr(text, "SMFHIP_BUDGET=12x"), "%s", text);
}

Test(front, settings_are_taken)
{
    setenv("SMFHIP_BUDGET", "12", 1);
    setenv("SMFHIP_STRICT", "1", 1);
    setenv("SMFHIP_NUMERICS", "fma", 1);
    int count;
    cr_expect_eq(front.options.numerics, SMFHIP_NUMERICS_MI300, "the default");
    cr_expect_eq(hipGetDeviceCount(&count), HIP_SUCCESS);
    cr_expect_eq(front.budget, 12);
    cr_expect_eq(front.options.numerics, SMFHIP_NUMERICS_FMA);
    cr_expect(front.options.strict);
}

Test(front, a_program_that_asks_hears_of_results_that_are_not_order_free)
{
    char text[256];
    int count;
    setenv("SMFHIP_REPORT", "stderr", 1);
    cr_expect_eq(hipGetDeviceCount(&count), HIP_SUCCESS);
    front.counters = (struct smfhip_counters){.results_judged = 512};
    cr_expect(!front_summary(text, sizeof text), "nothing to say");
    front.counters.results_not_exact = 3;
    front.counters.results_not_order_free = 40;
    cr_assert(front_summary(text, sizeof text));
    cr_expect_str_eq(text,
                     "of 512 SMFMAC results 3 are not exact, 40 not order-free: other arithmetic "
                     "may give others");
    front.summary_wanted = false;
    cr_expect(!front_summary(text, sizeof text), "nobody asked");
}

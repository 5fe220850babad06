/* Launches through the HIP front: what a kernel finds when it starts, and how launches end. */
#include "codeobj.h"

#include <math.h>
#include <omp.h>

#include "emu/front.h"

int smfhip_control(uint32_t version, struct smfhip_control *control);

static void *load_module(void)
{
    struct buffer file = build_file("tests/kernels/loader.co");
    void *module = NULL;
    cr_assert_eq(hipModuleLoadData(&module, file.data), HIP_SUCCESS);
    buffer_free(&file);
    struct smfhip_control quiet = {.request = SMFHIP_SET_REPORT};
    cr_assert_eq(smfhip_control(SMFHIP_VERSION, &quiet), 0);
    return module;
}

static void *get_function(void *module, const char *name)
{
    void *function = NULL;
    cr_assert_eq(hipModuleGetFunction(&function, module, name), HIP_SUCCESS, "%s", name);
    return function;
}

static const char *report(void)
{
    static char text[1024];
    struct smfhip_control get = {
        .request = SMFHIP_GET_REPORT, .text = text, .text_bytes = sizeof text};
    cr_assert_eq(smfhip_control(SMFHIP_VERSION, &get), 0);
    return text;
}

static void *allocate(size_t bytes)
{
    void *memory = NULL;
    cr_assert_eq(hipMalloc(&memory, bytes), HIP_SUCCESS);
    return memory;
}

/* One workgroup of `lanes`. */
static int launch(void *function, unsigned lanes, unsigned lds, void **arguments)
{
    return hipModuleLaunchKernel(function, 1, 1, 1, lanes, 1, 1, lds, NULL, arguments, NULL);
}

static void expect_done(void) { cr_assert_eq(hipDeviceSynchronize(), HIP_SUCCESS, "%s", report()); }

Test(launch, arguments_arrive_at_their_offsets)
{
    void *module = load_module(), *function = get_function(module, "arguments");
    int *out = allocate(256 * sizeof *out);
    char c = -3;
    short s = 1000;
    struct {
        short first;
        double second;
    } p = {-20000, 123456.75};
    float f = 77.5f;
    long l = 31000000;
    void *arguments[] = {&c, &s, &out, &p, &f, &l};
    cr_assert_eq(launch(function, 100, 0, arguments), HIP_SUCCESS);
    expect_done();
    /* loader.hip: helper(lane, &loader_numbers[2]) with loader_weak = 7; only lanes whose index
     * stays inside the table */
    static const int table[3] = {4, 1, 5};
    for (int lane = 0; lane < 100; lane++) {
        if (lane % 5 < 3)
            cr_expect_eq(out[lane],
                         -3 + 1000 - 20000 + 123456 + 77 + 31000000 + table[lane % 5] * lane + 7,
                         "lane %d: %d", lane, out[lane]);
    }
    for (int lane = 100; lane < 256; lane++)
        cr_expect_eq(out[lane], 0, "lane %d is not in the workgroup", lane);
}

Test(launch, the_extra_form_is_the_same_and_its_size_is_checked)
{
    void *module = load_module(), *function = get_function(module, "poke");
    int *out = allocate(64 * sizeof *out);
    struct {
        int *out;
        long distance;
    } buffer = {out, 3};
    size_t size = sizeof buffer;
    void *extra[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER_VALUE, &buffer,
                     HIP_LAUNCH_PARAM_BUFFER_SIZE_VALUE, &size, HIP_LAUNCH_PARAM_END_VALUE};
    cr_assert_eq(hipModuleLaunchKernel(function, 1, 1, 1, 5, 1, 1, 0, NULL, NULL, extra),
                 HIP_SUCCESS);
    expect_done();
    for (int n = 0; n < 64; n++)
        cr_expect_eq(out[n], n >= 3 && n < 8, "%d", n);
    size = 15;
    cr_expect_eq(hipModuleLaunchKernel(function, 1, 1, 1, 5, 1, 1, 0, NULL, NULL, extra),
                 HIP_ERROR_INVALID_VALUE);
    cr_expect(strstr(report(), "15 bytes of arguments given, 16 are needed"));
    extra[4] = extra;
    cr_expect_eq(hipModuleLaunchKernel(function, 1, 1, 1, 5, 1, 1, 0, NULL, NULL, extra),
                 HIP_ERROR_INVALID_VALUE);
    cr_expect_eq(hipModuleLaunchKernel(function, 1, 1, 1, 5, 1, 1, 0, NULL, NULL, NULL),
                 HIP_ERROR_INVALID_VALUE);
    cr_expect_eq(hipDeviceSynchronize(), HIP_SUCCESS, "a refusal is not a fault");
}

Test(launch, waves_meet_at_barriers_and_share_lds)
{
    void *module = load_module(), *function = get_function(module, "shared");
    int *out = allocate(128 * sizeof *out);
    void *arguments[] = {&out};
    cr_assert_eq(launch(function, 128, 128 * sizeof(int), arguments), HIP_SUCCESS);
    expect_done();
    for (int lane = 0; lane < 128; lane++)
        cr_expect_eq(out[lane], 127 - lane + 2 * (lane ^ 1), "lane %d: %d", lane, out[lane]);
    cr_assert_eq(launch(function, 128, 127 * sizeof(int), arguments), HIP_SUCCESS);
    cr_expect_neq(hipDeviceSynchronize(), HIP_SUCCESS, "one dword of LDS too few");
}

Test(launch, waves_that_ended_do_not_hold_up_a_barrier)
{
    void *module = load_module(), *function = get_function(module, "survivors");
    int *out = allocate(64 * sizeof *out);
    void *arguments[] = {&out};
    cr_assert_eq(launch(function, 256, 0, arguments), HIP_SUCCESS);
    expect_done();
    for (int lane = 0; lane < 64; lane++)
        cr_expect_eq(out[lane], 10 * (127 - lane), "lane %d: %d", lane, out[lane]);
}

Test(launch, scratch_is_each_lanes_own)
{
    void *module = load_module(), *function = get_function(module, "scratch");
    int *out = allocate(130 * sizeof *out), n = 11;
    void *arguments[] = {&out, &n};
    cr_assert_eq(launch(function, 130, 0, arguments), HIP_SUCCESS);
    expect_done();
    int values[300];
    for (int i = 0; i < 300; i++)
        values[i] = i * n;
    for (int i = 0; i < 300; i += 7)
        values[(i * n) % 300] -= i;
    for (int lane = 0; lane < 130; lane++)
        cr_expect_eq(out[lane], values[n % 300] + values[7 * n % 300], "lane %d", lane);
}

Test(launch, every_work_item_knows_who_it_is)
{
    void *module = load_module(), *function = get_function(module, "ids");
    enum { GX = 2, GY = 3, GZ = 5, X = 11, Y = 3, Z = 7, LANES = X * Y * Z, GROUPS = GX * GY * GZ };
    unsigned *out = allocate((size_t)GROUPS * LANES * sizeof *out);
    void *arguments[] = {&out};
    cr_assert_eq(hipModuleLaunchKernel(function, GX, GY, GZ, X, Y, Z, 0, NULL, arguments, NULL),
                 HIP_SUCCESS);
    expect_done();
    for (unsigned g = 0; g < GROUPS; g++) {
        for (unsigned n = 0; n < LANES; n++)
            cr_assert_eq(out[g * LANES + n], g << 16 | n / X / Y << 12 | n / X % Y << 6 | n % X,
                         "workgroup %u item %u: %x", g, n, out[g * LANES + n]);
    }
}

Test(launch, hidden_arguments_tell_the_sizes)
{
    void *module = load_module(), *function = get_function(module, "sizes");
    unsigned *out = allocate(17 * sizeof *out);
    void *arguments[] = {&out};
    cr_assert_eq(hipModuleLaunchKernel(function, 3, 2, 5, 7, 4, 1, 0, NULL, arguments, NULL),
                 HIP_SUCCESS);
    expect_done();
    /* LLVM AMDGPUUsage, implicit arguments of code object V5: block counts, sizes and remainders of
     * a group (16 bits each), global offsets from byte 40, grid dimensions at 64. */
    static const unsigned expected[17] = {3, 2, 5, 7 | 4 << 16, 1, 0, [16] = 3};
    for (int n = 0; n < 17; n++) {
        if (n != 8 && n != 9) /* reserved */
            cr_expect_eq(n == 16 ? out[n] & 0xffff : out[n], expected[n], "dword %d: %x", n,
                         out[n]);
    }
}

/* Ends. */

Test(launch, a_write_outside_is_a_sticky_fault_with_a_report)
{
    void *module = load_module(), *function = get_function(module, "poke");
    int *out = allocate(100 * sizeof *out), *other = allocate(4096);
    long distance = 80;
    void *arguments[] = {&out, &distance};
    cr_assert_eq(launch(function, 64, 0, arguments), HIP_SUCCESS, "faults are asynchronous");
    cr_expect_eq(hipGetLastError(), HIP_SUCCESS, "not seen yet");
    cr_expect_eq(hipMemsetAsync(other, 9, 4096, NULL), HIP_SUCCESS);
    cr_expect_eq(hipDeviceSynchronize(), HIP_ERROR_ILLEGAL_ADDRESS);
    const char *text = report();
    char address[64];
    snprintf(address, sizeof address, "0x%llx", (unsigned long long)(uintptr_t)(out + 100));
    cr_expect(strstr(text, "lane 20") && strstr(text, address) && strstr(text, "workgroup (0,0,0)"),
              "%s", text);
    cr_expect_eq(strlen(report()), 0, "a report is given once");
    cr_expect_eq(hipDeviceSynchronize(), HIP_ERROR_ILLEGAL_ADDRESS, "sticky");
    void *more;
    cr_expect_eq(hipMalloc(&more, 10), HIP_ERROR_ILLEGAL_ADDRESS, "sticky");
    cr_expect_eq(launch(function, 1, 0, arguments), HIP_ERROR_ILLEGAL_ADDRESS, "sticky");
    cr_expect_eq(hipGetLastError(), HIP_ERROR_ILLEGAL_ADDRESS);
    cr_expect_eq(other[0], 0, "nothing is executed behind a fault");
    cr_expect_eq(hipDeviceReset(), HIP_SUCCESS);
    cr_expect_eq(hipMalloc(&more, 10), HIP_SUCCESS);
}

Test(launch, memory_that_was_freed_is_outside)
{
    void *module = load_module(), *function = get_function(module, "poke");
    int *out = allocate(4096);
    long distance = 0;
    void *arguments[] = {&out, &distance};
    cr_assert_eq(hipFree(out), HIP_SUCCESS);
    allocate(4096); /* must not get the same address */
    cr_assert_eq(launch(function, 64, 0, arguments), HIP_SUCCESS);
    cr_expect_eq(hipDeviceSynchronize(), HIP_ERROR_ILLEGAL_ADDRESS);
}

Test(launch, the_lowest_workgroups_fault_is_reported_on_any_number_of_threads)
{
    void *module = load_module(), *function = get_function(module, "ids");
    for (int threads = 1; threads <= 8; threads *= 2) {
        omp_set_num_threads(threads);
        unsigned *out = allocate(200 * 64 * sizeof *out);
        void *arguments[] = {&out};
        /* 2 x 3 x 100 workgroups of 64 where memory for 200 is: the first outside is (0,1,33). */
        cr_assert_eq(hipModuleLaunchKernel(function, 2, 3, 100, 64, 1, 1, 0, NULL, arguments, NULL),
                     HIP_SUCCESS);
        cr_expect_eq(hipDeviceSynchronize(), HIP_ERROR_ILLEGAL_ADDRESS);
        const char *text = report();
        cr_expect(strstr(text, "workgroup (0,1,33)"), "%d threads: %s", threads, text);
        cr_assert_eq(hipDeviceReset(), HIP_SUCCESS);
        module = load_module();
        function = get_function(module, "ids");
    }
}

Test(launch, a_kernel_without_end_uses_up_its_budget, .timeout = 60)
{
    void *module = load_module(), *function = get_function(module, "forever");
    int *out = allocate(4);
    void *arguments[] = {&out};
    struct smfhip_control budget = {.request = SMFHIP_SET_BUDGET, .value = 100000};
    cr_assert_eq(smfhip_control(SMFHIP_VERSION, &budget), 0);
    cr_assert_eq(launch(function, 64, 0, arguments), HIP_SUCCESS);
    cr_expect_eq(hipStreamSynchronize(NULL), HIP_ERROR_LAUNCH_FAILURE);
    cr_expect(strstr(report(), "budget"));
    struct smfhip_counters counters = {0};
    struct smfhip_control get = {.request = SMFHIP_GET_COUNTERS, .counters = &counters};
    cr_assert_eq(smfhip_control(SMFHIP_VERSION, &get), 0);
    cr_expect_eq(counters.instructions, 100000);
    cr_expect_eq(counters.launches, 1);
}

/* Each wave uses up a part: the report has the whole. */
Test(launch, the_budget_is_that_of_all_waves_together, .timeout = 60)
{
    void *module = load_module(), *function = get_function(module, "barriers");
    int *out = allocate(4);
    void *arguments[] = {&out};
    struct smfhip_control budget = {.request = SMFHIP_SET_BUDGET, .value = 100001};
    cr_assert_eq(smfhip_control(SMFHIP_VERSION, &budget), 0);
    cr_assert_eq(launch(function, 256, 0, arguments), HIP_SUCCESS);
    cr_expect_eq(hipStreamSynchronize(NULL), HIP_ERROR_LAUNCH_FAILURE);
    cr_expect(strstr(report(), "budget of 100001 wave instructions"), "%s", report());
}

Test(launch, sizes_that_no_device_has_are_refused)
{
    void *module = load_module(), *shared = get_function(module, "shared");
    void *ids = get_function(module, "ids");
    int *out = allocate(4096);
    void *arguments[] = {&out};
    static const struct {
        unsigned grid[3], block[3];
        int error;
    } cases[] = {
        {{0, 1, 1}, {64, 1, 1}, HIP_ERROR_INVALID_VALUE},
        {{1, 0, 1}, {64, 1, 1}, HIP_ERROR_INVALID_VALUE},
        {{1, 1, 1}, {64, 0, 1}, HIP_ERROR_INVALID_CONFIGURATION},
        {{0x80000000, 1, 1}, {1, 1, 1}, HIP_ERROR_INVALID_CONFIGURATION},
        {{0x40000000, 1, 1}, {64, 1, 1}, HIP_ERROR_INVALID_CONFIGURATION},
        {{1, 65536, 1}, {64, 1, 1}, HIP_ERROR_INVALID_CONFIGURATION},
        {{1, 1, 1}, {1025, 1, 1}, HIP_ERROR_INVALID_VALUE},
        {{1, 1, 1}, {1024, 1024, 1024}, HIP_ERROR_INVALID_VALUE},
        {{1, 1, 1}, {0x80000000, 2, 1}, HIP_ERROR_INVALID_VALUE},
        {{1, 1, 1}, {33, 32, 1}, HIP_ERROR_INVALID_VALUE},
    };
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        const unsigned *g = cases[n].grid, *b = cases[n].block;
        int error = hipModuleLaunchKernel(ids, g[0], g[1], g[2], b[0], b[1], b[2], 0, NULL,
                                          arguments, NULL);
        cr_expect_eq(error, cases[n].error, "case %zu: %d", n, error);
    }
    cr_expect_eq(launch(shared, 129, 0, arguments), HIP_ERROR_INVALID_VALUE);
    cr_expect(strstr(report(), "compiled for at most 128"));
    cr_expect_eq(launch(shared, 64, 65536 - 511, arguments), HIP_ERROR_INVALID_VALUE);
    cr_expect(strstr(report(), "LDS"));
    cr_expect_eq(launch(shared, 64, UINT32_MAX, arguments), HIP_ERROR_INVALID_VALUE);
    cr_expect_eq(hipDeviceSynchronize(), HIP_SUCCESS);
}

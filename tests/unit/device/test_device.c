/* The seam to a HIP library, against tests/stub/hip_stub.c in both layouts of hipDeviceProp_t. */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "device/device.h"

/* Criterion runs each test in a process of its own: the environment is the test's. */
static void use_stub(const char *name, const char *n_devices, const char *arch)
{
    static char path[PATH_MAX + 64], program[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    cr_assert(n > 0);
    program[n] = 0;
    *strrchr(program, '/') = 0;
    snprintf(path, sizeof path, "%s/../../stub/%s", program, name);
    setenv("SMFVIZ_HIP", path, 1);
    setenv("STUB_DEVICES", n_devices, 1);
    setenv("STUB_ARCH", arch, 1);
}

static void expect_failure(const char *spec, enum status expected, const char *part)
{
    struct device *device = NULL;
    struct error err = {0};
    enum status status = device_open(spec, &device, &err);
    cr_assert(eq(int, (int)status, (int)expected), "%s", err.text);
    cr_assert(strstr(err.text, part) != NULL, "'%s' does not say '%s'", err.text, part);
    cr_assert(device == NULL);
}

Test(device, reads_the_architecture_from_either_struct)
{
    const char *const libraries[] = {"libhip_old.so", "libhip_new.so"};
    for (int n = 0; n < 2; n++) {
        use_stub(libraries[n], "2", "gfx942:sramecc+:xnack-");
        struct device *device = NULL;
        struct error err = {0};
        cr_assert(device_open("hip:1", &device, &err) == STATUS_OK, "%s", err.text);
        const struct device_info *info = device_info(device);
        cr_expect_str_eq(info->arch, "gfx942:sramecc+:xnack-");
        cr_expect_str_eq(info->name, "stub 1");
        cr_expect(eq(int, info->ordinal, 1));
        cr_expect(eq(int, info->runtime_version, 60342133));
        cr_expect(strstr(info->library, libraries[n]) != NULL, "%s", info->library);
        device_close(device);
    }
}

Test(device, without_a_device_names_library_and_version)
{
    use_stub("libhip_new.so", "0", "");
    expect_failure("hip", STATUS_DEVICE, "libhip_new.so, HIP version 6.3.42133, sees no device");
}

Test(device, refuses_an_ordinal_it_does_not_have)
{
    use_stub("libhip_new.so", "2", "gfx942");
    expect_failure("hip:2", STATUS_DEVICE, "no device 2: it has 2");
}

Test(device, refuses_other_architectures)
{
    const char *const others[] = {"gfx90a:sramecc+:xnack-", "gfx950", "gfx9420", "gfx94", ""};
    for (size_t n = 0; n < sizeof others / sizeof others[0]; n++) {
        use_stub("libhip_old.so", "1", others[n]);
        expect_failure("hip", STATUS_DEVICE, others[n]);
    }
}

Test(device, refuses_specs_it_does_not_know)
{
    const char *const specs[] = {"", "hip:", "hip:x", "hip:-1", "hip:1x", "hip:99999", "emulator"};
    for (size_t n = 0; n < sizeof specs / sizeof specs[0]; n++)
        expect_failure(specs[n], STATUS_USAGE, "unknown device");
}

Test(device, a_named_library_that_does_not_load_is_an_error)
{
    setenv("SMFVIZ_HIP", "/nonexistent/libamdhip64.so", 1);
    expect_failure("hip", STATUS_DEVICE, "/nonexistent/libamdhip64.so");
}

Test(device, only_an_attested_device_is_measured)
{
    use_stub("libhip_new.so", "1", "gfx942:sramecc+:xnack-");
    struct device *device = NULL;
    struct error err = {0};
    cr_assert(device_open("hip", &device, &err) == STATUS_OK, "%s", err.text);
    struct opmap_provenance p;
    device_provenance(device, NULL, &p);
    cr_expect(eq(int, (int)p.source, (int)OPMAP_UNATTESTED));
    cr_expect_str_eq(p.arch, "gfx942");
    cr_expect_str_eq(p.attest, "");
    device_provenance(device, "board 7, driver 8", &p);
    cr_expect(eq(int, (int)p.source, (int)OPMAP_MEASURED));
    cr_expect_str_eq(p.attest, "board 7, driver 8");
    device_close(device);
}

/* The stub's launch: out[n] = in[n] + n + 1. */
static enum status run(struct device *device, const char *image, const char *kernel,
                       unsigned char out[8], struct error *err)
{
    static const unsigned char in[4] = {10, 20, 40, 80};
    struct device_job job = {.image = image,
                             .image_bytes = strlen(image) + 1,
                             .kernel = kernel,
                             .n_workgroups = 4,
                             .workgroup_lanes = 64,
                             .in = in,
                             .in_bytes = sizeof in,
                             .out = out,
                             .out_bytes = 8};
    return device_run(device, &job, err);
}

Test(device, runs_kernels_of_several_images_in_turn)
{
    use_stub("libhip_old.so", "1", "gfx942");
    struct device *device = NULL;
    struct error err = {0};
    cr_assert(device_open("hip", &device, &err) == STATUS_OK, "%s", err.text);
    static const char *const images[] = {"kernel_a kernel_b", "kernel_c"};
    static const char *const kernels[] = {"kernel_a", "kernel_c", "kernel_b", "kernel_a"};
    static const int image_of[] = {0, 1, 0, 0};
    for (int n = 0; n < 4; n++) {
        unsigned char out[8];
        memset(out, 0xee, sizeof out);
        cr_assert(run(device, images[image_of[n]], kernels[n], out, &err) == STATUS_OK, "%s",
                  err.text);
        static const unsigned char expected[8] = {11, 22, 43, 84, 0, 0, 0, 0};
        cr_expect(memcmp(out, expected, sizeof expected) == 0, "job %d", n);
    }
    device_close(device);
}

Test(device, names_the_kernel_that_is_not_there)
{
    use_stub("libhip_old.so", "1", "gfx942");
    struct device *device = NULL;
    struct error err = {0};
    unsigned char out[8];
    cr_assert(device_open("hip", &device, &err) == STATUS_OK, "%s", err.text);
    cr_expect(eq(int, (int)run(device, "kernel_a", "kernel_z", out, &err), (int)STATUS_DEVICE));
    cr_expect(strstr(err.text, "kernel_z: hipModuleGetFunction") != NULL, "%s", err.text);
    device_close(device);
}

Test(device, a_fault_stays)
{
    use_stub("libhip_old.so", "1", "gfx942");
    struct device *device = NULL;
    struct error err = {0};
    unsigned char out[8];
    cr_assert(device_open("hip", &device, &err) == STATUS_OK, "%s", err.text);
    setenv("STUB_FAULT", "1", 1);
    cr_expect(eq(int, (int)run(device, "kernel_a", "kernel_a", out, &err), (int)STATUS_DEVICE));
    cr_expect(strstr(err.text, "hipDeviceSynchronize: stub: illegal address") != NULL, "%s",
              err.text);
    setenv("STUB_FAULT", "", 1);
    cr_expect(eq(int, (int)run(device, "kernel_a", "kernel_a", out, &err), (int)STATUS_DEVICE));
    cr_expect(strstr(err.text, "failed before") != NULL, "%s", err.text);
    device_close(device);
}

Test(device, the_list_has_every_device_and_the_reason_against_it)
{
    use_stub("libhip_new.so", "3", "gfx90a:sramecc+:xnack-");
    struct device_candidate candidates[8];
    int n = device_list(candidates, 8);
    cr_assert(eq(int, n, 4));
    cr_expect_str_eq(candidates[0].spec, "emu");
    for (int d = 0; d < 3; d++) {
        char spec[32];
        snprintf(spec, sizeof spec, "hip:%d", d);
        cr_expect_str_eq(candidates[1 + d].spec, spec);
        cr_expect(not(candidates[1 + d].usable));
        cr_expect(strstr(candidates[1 + d].reason, "gfx90a") != NULL, "%s",
                  candidates[1 + d].reason);
    }
    cr_expect(eq(int, device_list(candidates, 2), 2));
}

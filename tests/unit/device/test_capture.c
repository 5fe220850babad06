/* Captures: what is kept answers as the device did, and nothing else does. The stub library stands
 * for a device: out[n] = in[n] + n + 1 (tests/stub/hip_stub.c). */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "device/device.h"

/* Criterion runs each test in a process of its own: environment and directory are the test's. */
static void use_stub(const char *arch)
{
    static char path[PATH_MAX + 64], program[PATH_MAX], directory[] = "/tmp/test_capture.XXXXXX";
    ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    cr_assert(n > 0);
    program[n] = 0;
    *strrchr(program, '/') = 0;
    snprintf(path, sizeof path, "%s/../../stub/libhip_old.so", program);
    setenv("SMFVIZ_HIP", path, 1);
    setenv("STUB_DEVICES", "1", 1);
    setenv("STUB_ARCH", arch, 1);
    cr_assert(mkdtemp(directory) != NULL);
    cr_assert(chdir(directory) == 0);
}

static void remove_directory(void)
{
    char directory[PATH_MAX];
    const char *const files[] = {"x", "x.part", "y", "y.part", "edited"};
    for (size_t n = 0; n < sizeof files / sizeof files[0]; n++)
        unlink(files[n]);
    cr_assert(getcwd(directory, sizeof directory) != NULL);
    cr_expect(rmdir(directory) == 0, "%s is not empty", directory);
}

static struct device *open_device(const char *spec)
{
    struct device *device = NULL;
    struct error err = {0};
    cr_assert(device_open(spec, &device, &err) == STATUS_OK, "%s", err.text);
    return device;
}

static void expect_text(const struct error *err, const char *part)
{
    cr_expect(strstr(err->text, part) != NULL, "'%s' does not say '%s'", err->text, part);
}

static void expect_refused(const char *spec, enum status expected, const char *part)
{
    struct device *device = NULL;
    struct error err = {0};
    cr_expect(eq(int, (int)device_open(spec, &device, &err), (int)expected), "%s", err.text);
    expect_text(&err, part);
    device_close(device);
}

enum { JOB_BYTES = 3000 };

/* Job `seed`: an input that does not compress to nothing. */
static enum status run(struct device *device, const char *kernel, unsigned seed,
                       unsigned char out[JOB_BYTES], struct error *err)
{
    static const char image[] = "kernel_a kernel_b";
    unsigned char in[JOB_BYTES];
    for (int n = 0; n < JOB_BYTES; n++) {
        seed = seed * 1103515245 + 12345;
        in[n] = (unsigned char)(seed >> 16);
    }
    struct device_job job = {
        .image = image,
        .image_bytes = sizeof image,
        .kernel = kernel,
        .n_workgroups = JOB_BYTES,
        .workgroup_lanes = 64,
        .in = in,
        .in_bytes = sizeof in,
        .out = out,
        .out_bytes = JOB_BYTES,
    };
    return device_run(device, &job, err);
}

static void run_jobs(struct device *device, unsigned first, unsigned n)
{
    unsigned char out[JOB_BYTES];
    struct error err = {0};
    for (unsigned job = first; job < first + n; job++)
        cr_assert(run(device, job % 2 ? "kernel_a" : "kernel_b", job, out, &err) == STATUS_OK, "%s",
                  err.text);
}

static void begin(struct device *device, const char *path, bool resume)
{
    struct error err = {0};
    cr_assert(device_record(device, path, "board, driver, date", resume, &err) == STATUS_OK, "%s",
              err.text);
}

static void finish(struct device *device)
{
    struct error err = {0};
    cr_assert(device_record_finish(device, &err) == STATUS_OK, "%s", err.text);
    device_close(device);
}

static void record(const char *path, unsigned n)
{
    struct device *device = open_device("hip");
    begin(device, path, false);
    run_jobs(device, 1, n);
    finish(device);
}

static void read_file(const char *path, struct buffer *text)
{
    struct error err = {0};
    cr_assert(file_read(path, 1 << 24, text, &err) == STATUS_OK, "%s", err.text);
}

static void write_file(const char *path, const void *bytes, size_t size)
{
    struct error err = {0};
    cr_assert(file_write(path, bytes, size, &err) == STATUS_OK, "%s", err.text);
}

static void expect_same_files(const char *one, const char *other)
{
    struct buffer a = {0}, b = {0};
    read_file(one, &a);
    read_file(other, &b);
    cr_expect(a.size == b.size && memcmp(a.data, b.data, a.size) == 0, "%s is not %s", one, other);
    buffer_free(&a);
    buffer_free(&b);
}

static bool exists(const char *path) { return access(path, F_OK) == 0; }

Test(capture, answers_what_the_device_answered)
{
    use_stub("gfx942:sramecc+:xnack-");
    record("x", 4);
    cr_expect(not(exists("x.part")));
    struct device *device = open_device("hip"), *capture = open_device("capture:./x");
    unsetenv("SMFVIZ_HIP");
    for (unsigned job = 1; job <= 4; job++) {
        unsigned char out[JOB_BYTES], kept[JOB_BYTES];
        struct error err = {0};
        const char *kernel = job % 2 ? "kernel_a" : "kernel_b";
        cr_assert(run(device, kernel, job, out, &err) == STATUS_OK, "%s", err.text);
        for (int again = 0; again < 2; again++) {
            memset(kept, 0, sizeof kept);
            cr_assert(run(capture, kernel, job, kept, &err) == STATUS_OK, "%s", err.text);
            cr_expect(memcmp(out, kept, sizeof out) == 0, "job %u", job);
        }
    }
    device_close(device);
    device_close(capture);
    remove_directory();
}

Test(capture, says_who_was_recorded)
{
    use_stub("gfx942:sramecc+:xnack-");
    record("x", 1);
    struct device *capture = open_device("capture:./x");
    struct opmap_provenance p;
    char kind[OPMAP_KIND_BYTES];
    device_provenance(capture, "somebody else", &p);
    cr_expect_str_eq(opmap_kind_text(&p, kind), "captured (x: measured)");
    cr_expect_str_eq(p.device, "stub 0");
    cr_expect_str_eq(p.arch, "gfx942");
    cr_expect_str_eq(p.attest, "board, driver, date");
    const struct device_info *info = device_info(capture);
    cr_expect_str_eq(info->arch, "gfx942:sramecc+:xnack-");
    cr_expect_str_eq(info->library, "libhip_old.so");
    cr_expect(eq(int, info->runtime_version, 60342133));
    cr_expect(device_control(capture) == NULL);
    struct error err = {0};
    cr_expect(eq(int, (int)device_record(capture, "y", NULL, false, &err), (int)STATUS_USAGE));
    device_close(capture);
    remove_directory();
}

/* The emulator cannot be vouched for. */
Test(capture, of_the_emulator_stays_emulated)
{
    use_stub("gfx942");
    struct device *device = open_device("emu");
    begin(device, "x", false);
    finish(device);
    struct device *capture = open_device("capture:x");
    struct opmap_provenance p;
    char kind[OPMAP_KIND_BYTES];
    device_provenance(capture, NULL, &p);
    cr_expect_str_eq(opmap_kind_text(&p, kind), "captured (x: emulated)");
    cr_expect_str_eq(p.attest, "");
    device_close(capture);
    remove_directory();
}

/* --- misses --- */

static void expect_miss(struct device *capture, const struct device_job *job, const char *part)
{
    struct error err = {0};
    cr_expect(eq(int, (int)device_run(capture, job, &err), (int)STATUS_FILE));
    expect_text(&err, part);
}

Test(capture, refuses_another_kernel_plan_and_code_object)
{
    use_stub("gfx942");
    static const char image[] = "kernel_a kernel_b", other_image[] = "kernel_a kernel_c";
    unsigned char in[64] = {1, 2, 3}, out[64];
    struct device_job job = {image, sizeof image, "kernel_a", 64, 64, in, 64, out, 64, NULL, false};
    struct device *device = open_device("hip");
    struct error err = {0};
    begin(device, "x", false);
    cr_assert(device_run(device, &job, &err) == STATUS_OK, "%s", err.text);
    finish(device);

    struct device *capture = open_device("capture:x");
    cr_expect(device_run(capture, &job, &err) == STATUS_OK);
    struct device_job kernel = job, plan = job, less = job, grid = job, code = job, timed = job;
    double seconds;
    kernel.kernel = "kernel_b";
    expect_miss(capture, &kernel, "x: kernel kernel_b was not recorded");
    code.image = other_image;
    expect_miss(capture, &code, "launch 1, kernel kernel_a: recorded with code object");
    less.in_bytes = 63;
    expect_miss(capture, &less, "not with this plan of 63 bytes for 64 workgroups");
    grid.n_workgroups = 63;
    expect_miss(capture, &grid, "not with this plan of 64 bytes for 63 workgroups");
    timed.seconds = &seconds;
    expect_miss(capture, &timed, "launch 1, kernel kernel_a: its time was not recorded");
    in[63] ^= 1;
    expect_miss(capture, &plan, "kernel kernel_a was recorded 1 time, but not with this plan");
    device_close(capture);
    remove_directory();
}

Test(capture, keeps_times_that_were_asked_for)
{
    use_stub("gfx942");
    static const char image[] = "kernel_a";
    unsigned char in[64] = {1, 2, 3}, out[64];
    double seconds = 0, kept = 0;
    struct device_job job = {image, sizeof image, "kernel_a", 64,       64,   in,
                             64,    out,          64,         &seconds, false};
    struct device *device = open_device("hip");
    struct error err = {0};
    begin(device, "x", false);
    cr_assert(device_run(device, &job, &err) == STATUS_OK, "%s", err.text);
    finish(device);
    struct device *capture = open_device("capture:x");
    job.seconds = &kept;
    cr_expect(device_run(capture, &job, &err) == STATUS_OK, "%s", err.text);
    cr_expect(seconds > 0 && kept > seconds - 1e-8 && kept < seconds + 1e-8, "%g is not %g", kept,
              seconds);
    device_close(capture);
    remove_directory();
}

/* --- damage --- */

Test(capture, a_changed_byte_is_noticed)
{
    use_stub("gfx942");
    record("x", 4);
    struct buffer text = {0};
    read_file("x", &text);
    unsigned random = 942;
    int n_at_sums = 0;
    for (int n = 0; n < 500; n++) {
        random = random * 1103515245 + 12345;
        size_t at = (size_t)n * text.size / 500 + (random >> 16) % (text.size / 500);
        char kept = text.data[at], bit = (char)(1 << (random >> 8) % 8);
        text.data[at] = (char)(kept ^ bit);
        write_file("edited", text.data, text.size);
        struct device *device = NULL;
        struct error err = {0};
        enum status status = device_open("capture:edited", &device, &err);
        cr_assert(status == STATUS_FILE, "byte %zu, %d with bit %d changed: not noticed", at, kept,
                  bit);
        n_at_sums += strstr(err.text, "checksum") != NULL;
        text.data[at] = kept;
    }
    /* What is changed inside a line that can still be read is for the checksum to find. */
    cr_expect(n_at_sums > 400, "%d of 500 found by a checksum", n_at_sums);
    write_file("edited", text.data, text.size);
    device_close(open_device("capture:edited"));
    buffer_free(&text);
    remove_directory();
}

Test(capture, names_the_section_that_was_changed)
{
    use_stub("gfx942");
    record("x", 3);
    struct buffer text = {0};
    read_file("x", &text);
    char *device_name = strstr(text.data, "stub 0"), *launch = strstr(text.data, "launch 2");
    char *data = strstr(strstr(launch, "\nout "), "\n ") + 10, *end = strstr(text.data, "\nend ");
    struct {
        char *at;
        const char *says;
    } const places[] = {{device_name, "the head, line 1: the checksum"},
                        {strstr(text.data, "\nbytes ") + 12, "object 1, line "},
                        {data, "launch 2, line "},
                        {end + 8, "the last line"}};
    for (size_t n = 0; n < sizeof places / sizeof places[0]; n++) {
        char kept = *places[n].at;
        *places[n].at = kept == 'x' ? 'y' : 'x';
        write_file("edited", text.data, text.size);
        expect_refused("capture:edited", STATUS_FILE, places[n].says);
        *places[n].at = kept;
    }
    buffer_free(&text);
    remove_directory();
}

Test(capture, a_truncated_file_is_incomplete)
{
    use_stub("gfx942");
    record("x", 3);
    struct buffer text = {0};
    read_file("x", &text);
    for (size_t n = 0; n < 200; n++) {
        struct device *device = NULL;
        struct error err = {0};
        write_file("edited", text.data, n * text.size / 200);
        cr_assert(device_open("capture:edited", &device, &err) == STATUS_FILE, "%zu bytes of %zu",
                  n * text.size / 200, text.size);
    }
    write_file("edited", text.data, text.size - 1);
    expect_refused("capture:edited", STATUS_FILE, "the last line");
    write_file("edited", text.data, (size_t)(strstr(text.data, "launch 3") - text.data));
    expect_refused("capture:edited", STATUS_FILE, "incomplete: it ends after 2 whole launches");
    buffer_puts(&text, "more\n");
    write_file("edited", text.data, text.size);
    expect_refused("capture:edited", STATUS_FILE, "the last line");
    buffer_free(&text);
    remove_directory();
}

Test(capture, refuses_what_is_no_capture_of_its_version)
{
    use_stub("gfx942");
    expect_refused("capture:x", STATUS_FILE, "cannot read x");
    expect_refused("capture:", STATUS_FILE, "cannot read");
    expect_refused("capture:.", STATUS_FILE, "cannot read .");
    write_file("x", "", 0);
    expect_refused("capture:x", STATUS_FILE, "x: an empty file is no capture");
    write_file("x", "{\"schema\":1}\n", 13);
    expect_refused("capture:x", STATUS_FILE, "x: no capture: it does not start with");
    write_file("x", "smfviz capture 2\nanything\n", 26);
    expect_refused("capture:x", STATUS_FILE, "version 2; this smfviz reads 1");
    write_file("x", "smfviz capture -1\n", 18);
    expect_refused("capture:x", STATUS_FILE, "no version");
    write_file("x", "smfviz capture 1\r\n", 18);
    expect_refused("capture:x", STATUS_FILE, "no version");
    write_file("x", "smfviz capture 1\n", 17);
    expect_refused("capture:x", STATUS_FILE, "incomplete");
    cr_assert(truncate("x", (off_t)1 << 40) == 0);
    expect_refused("capture:x", STATUS_FILE, "longer than");
    remove_directory();
}

/* --- interrupted records --- */

Test(record, goes_on_where_a_fault_ended_it)
{
    use_stub("gfx942");
    record("x", 6);
    struct device *device = open_device("hip");
    unsigned char out[JOB_BYTES];
    struct error err = {0};
    begin(device, "y", false);
    run_jobs(device, 1, 3);
    setenv("STUB_FAULT", "1", 1);
    cr_expect(run(device, "kernel_b", 4, out, &err) == STATUS_DEVICE);
    device_close(device);
    cr_expect(exists("y.part") && !exists("y"));
    expect_refused("capture:y.part", STATUS_FILE, "incomplete: it ends after 3 whole launches");

    /* With the fault still there, what was done is answered from the record. */
    device = open_device("hip");
    begin(device, "y", true);
    run_jobs(device, 1, 3);
    cr_expect(run(device, "kernel_b", 4, out, &err) == STATUS_DEVICE);
    device_close(device);

    setenv("STUB_FAULT", "", 1);
    device = open_device("hip");
    begin(device, "y", true);
    run_jobs(device, 1, 6);
    finish(device);
    expect_same_files("x", "y");
    remove_directory();
}

Test(record, drops_the_half_of_a_launch)
{
    use_stub("gfx942");
    record("x", 4);
    struct buffer text = {0};
    read_file("x", &text);
    size_t half = (size_t)(strstr(text.data, "launch 3") - text.data) + 1000;
    write_file("y.part", text.data, half);
    struct device *device = open_device("hip");
    begin(device, "y", true);
    run_jobs(device, 1, 4);
    finish(device);
    expect_same_files("x", "y");
    buffer_free(&text);
    remove_directory();
}

static void expect_not_resumed(const char *attest, const char *part)
{
    struct device *device = open_device("hip");
    struct error err = {0};
    cr_expect(eq(int, (int)device_record(device, "y", attest, true, &err), (int)STATUS_FILE));
    expect_text(&err, part);
    device_close(device);
}

Test(record, goes_on_only_with_what_it_began)
{
    use_stub("gfx942");
    expect_not_resumed("me", "cannot write y.part");
    record("y", 1);
    expect_not_resumed("me", "y is complete");
    struct device *device = open_device("hip");
    begin(device, "y", false);
    run_jobs(device, 1, 2);
    expect_not_resumed("board, driver, date", "is being written by another process");
    device_close(device);
    expect_not_resumed("me", "begun with the words 'board, driver, date'; this is 'me'");
    expect_not_resumed(NULL, "begun with the words 'board, driver, date'; this is ''");
    setenv("STUB_ARCH", "gfx942:xnack+", 1);
    expect_not_resumed("board, driver, date", "'gfx942'; this is 'gfx942:xnack+'");
    cr_expect(exists("y.part"));
    remove_directory();
}

Test(record, begins_only_where_it_may)
{
    use_stub("gfx942");
    struct device *device = open_device("hip");
    struct error err = {0};
    write_file("y.part", "what another run left", 21);
    cr_expect(device_record(device, "y", NULL, false, &err) == STATUS_FILE);
    expect_text(&err, "y.part is there already");
    cr_expect(device_record(device, "/dev/full", NULL, false, &err) == STATUS_FILE);
    expect_text(&err, "/dev/full: not a regular file");
    cr_expect(device_record(device, ".", NULL, false, &err) == STATUS_FILE);
    cr_expect(device_record(device, "no/such", NULL, false, &err) == STATUS_FILE);
    expect_text(&err, "cannot write no/such.part: No such file");
    begin(device, "x", false);
    device_close(device);
    cr_expect(not(exists("x.part")), "a record without a launch is no record");
    remove_directory();
}

Test(record, survives_a_full_disk)
{
    use_stub("gfx942");
    record("x", 4);
    struct stat st;
    cr_assert(stat("x", &st) == 0);
    signal(SIGXFSZ, SIG_IGN);
    struct rlimit limit = {(rlim_t)st.st_size / 2, RLIM_INFINITY};
    cr_assert(setrlimit(RLIMIT_FSIZE, &limit) == 0);
    struct device *device = open_device("hip");
    unsigned char out[JOB_BYTES];
    struct error err = {0};
    enum status status = STATUS_OK;
    begin(device, "y", false);
    for (unsigned job = 1; status == STATUS_OK && job <= 4; job++)
        status = run(device, job % 2 ? "kernel_a" : "kernel_b", job, out, &err);
    cr_expect(eq(int, (int)status, (int)STATUS_FILE));
    expect_text(&err, "cannot write y.part: File too large");
    device_close(device);
    limit.rlim_cur = RLIM_INFINITY;
    cr_assert(setrlimit(RLIMIT_FSIZE, &limit) == 0);

    expect_refused("capture:y.part", STATUS_FILE, "incomplete: it ends after 1 whole launch,");
    struct buffer part = {0};
    read_file("y.part", &part);
    const char *last = memrchr(part.data, '\n', part.size - 1);
    cr_expect(part.data[part.size - 1] == '\n' && strncmp(last, "\nsum ", 5) == 0,
              "it ends in the middle of a launch: '%.40s'", last);
    buffer_free(&part);
    device = open_device("hip");
    begin(device, "y", true);
    run_jobs(device, 1, 4);
    finish(device);
    expect_same_files("x", "y");
    remove_directory();
}

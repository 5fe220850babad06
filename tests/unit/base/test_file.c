#include <criterion/criterion.h>
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

/* A directory of the test's own, which is also where it then is. */
static char directory[64];

static void enter(void)
{
    strcpy(directory, "/tmp/smfviz-test-XXXXXX");
    cr_assert_not_null(mkdtemp(directory));
    cr_assert_eq(chdir(directory), 0);
}

static void leave(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", directory);
    cr_assert_eq(system(command), 0);
}

TestSuite(file, .init = enter, .fini = leave);

static int n_entries(const char *path)
{
    int n = 0;
    DIR *d = opendir(path);
    cr_assert_not_null(d);
    for (const struct dirent *e; (e = readdir(d));)
        n += strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
    closedir(d);
    return n;
}

static void claim_holds(const char *path, const char *text)
{
    struct buffer b = {0};
    struct error err;
    cr_assert_eq(file_read(path, 100, &b, &err), STATUS_OK);
    cr_expect_eq(b.size, strlen(text));
    cr_expect_str_eq(b.data ? b.data : "", text);
    buffer_free(&b);
}

static void write_text(const char *path, const char *text)
{
    struct error err;
    cr_assert_eq(file_write(path, text, strlen(text), &err), STATUS_OK);
}

Test(file, comes_back_as_written)
{
    char bytes[200000];
    struct buffer b = {0};
    struct error err;
    for (size_t n = 0; n < sizeof bytes; n++)
        bytes[n] = (char)(n * n / 7);
    cr_assert_eq(file_write("f", bytes, sizeof bytes, &err), STATUS_OK);
    cr_assert_eq(file_read("f", sizeof bytes, &b, &err), STATUS_OK);
    cr_assert_eq(b.size, sizeof bytes);
    cr_expect_eq(memcmp(b.data, bytes, sizeof bytes), 0);
    buffer_free(&b);
    cr_assert_eq(file_write("empty", "", 0, &err), STATUS_OK);
    claim_holds("empty", "");
}

Test(file, is_replaced_whole_and_leaves_nothing_beside_it)
{
    write_text("f", "the older and longer text");
    write_text("f", "new");
    claim_holds("f", "new");
    cr_expect_eq(n_entries("."), 1);
}

Test(file, gets_the_permissions_that_umask_leaves)
{
    struct stat st;
    umask(027);
    write_text("f", "x");
    cr_assert_eq(stat("f", &st), 0);
    cr_expect_eq(st.st_mode & 0777, 0640);
    cr_expect_eq(umask(022), 027);
}

Test(file, keeps_the_permissions_that_it_had)
{
    struct stat st;
    write_text("f", "old");
    cr_assert_eq(chmod("f", 0600), 0);
    write_text("f", "new");
    cr_assert_eq(stat("f", &st), 0);
    cr_expect_eq(st.st_mode & 0777, 0600);
}

/* root may write anything; nobody else does without being asked. */
Test(file, that_is_not_writable_is_not_replaced)
{
    struct error err = {0};
    write_text("f", "old");
    cr_assert_eq(chmod("f", 0444), 0);
    cr_assert_eq(chmod(".", 0777), 0);
    bool root = geteuid() == 0;
    cr_assert(!root || seteuid(65534) == 0);
    cr_expect_eq(file_write("f", "new", 3, &err), STATUS_FILE);
    cr_assert(!root || seteuid(0) == 0);
    cr_expect_str_eq(err.text, "cannot write f: Permission denied");
    claim_holds("f", "old");
}

static bool is_link(const char *path)
{
    struct stat st;
    return lstat(path, &st) == 0 && S_ISLNK(st.st_mode);
}

Test(file, that_a_link_leads_to_is_written_and_the_link_stays)
{
    struct error err = {0};
    cr_assert_eq(mkdir("d", 0700), 0);
    write_text("d/f", "old");
    cr_assert_eq(symlink("d/second", "first"), 0);
    cr_assert_eq(symlink("f", "d/second"), 0);
    write_text("first", "new");
    cr_expect(is_link("first") && is_link("d/second"));
    claim_holds("d/f", "new");
    cr_assert_eq(symlink("d/later", "ahead"), 0);
    write_text("ahead", "there now");
    cr_expect(is_link("ahead"));
    claim_holds("d/later", "there now");
    cr_assert_eq(symlink("round", "round"), 0);
    cr_expect_eq(file_write("round", "x", 1, &err), STATUS_FILE);
    cr_expect_str_eq(err.text, "cannot write round: Too many levels of symbolic links");
    cr_expect(is_link("round"));
}

/* As a shell's redirection leaves it: open, and with something in it. */
Test(file, that_is_open_is_written_where_it_ends)
{
    char path[32];
    FILE *f = fopen("f", "w");
    cr_assert_not_null(f);
    fputs("before, ", f);
    fflush(f);
    snprintf(path, sizeof path, "/dev/fd/%d", fileno(f));
    cr_assert_eq(symlink(path, "stdout"), 0);
    write_text("stdout", "new, ");
    write_text(path, "newer");
    cr_expect(is_link("stdout"));
    claim_holds("f", "before, new, newer");
    fclose(f);
    cr_expect_eq(n_entries("."), 2);
}

/* A file size limit stands for a full disk: write fails half-way through. */
Test(file, keeps_the_older_one_when_writing_fails)
{
    static char many[100000];
    struct rlimit limit = {50000, 50000};
    struct error err = {0};
    write_text("f", "old");
    signal(SIGXFSZ, SIG_IGN);
    cr_assert_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    cr_expect_eq(file_write("f", many, sizeof many, &err), STATUS_FILE);
    cr_expect_str_eq(err.text, "cannot write f: File too large");
    claim_holds("f", "old");
    cr_expect_eq(n_entries("."), 1);
}

Test(file, of_two_that_belong_together_neither_is_replaced_alone)
{
    static char many[100000];
    struct rlimit limit = {50000, 50000};
    struct error err = {0};
    const struct file_part good[] = {{"a", "new a", 5}, {"b", "new b", 5}};
    const struct file_part late[] = {{"a", "newer", 5}, {"b", many, sizeof many}};
    const struct file_part nowhere[] = {{"a", "newer", 5}, {"none/b", "newer", 5}};
    write_text("a", "old");
    cr_assert_eq(file_write_together(good, 2, &err), STATUS_OK);
    claim_holds("b", "new b");
    cr_expect_eq(file_write_together(nowhere, 2, &err), STATUS_FILE);
    cr_expect_str_eq(err.text, "cannot write none/b: No such file or directory");
    signal(SIGXFSZ, SIG_IGN);
    cr_assert_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    cr_expect_eq(file_write_together(late, 2, &err), STATUS_FILE);
    cr_expect_str_eq(err.text, "cannot write b: File too large");
    claim_holds("a", "new a");
    claim_holds("b", "new b");
    cr_expect_eq(n_entries("."), 2);
}

Test(file, failures_say_which_path_and_why)
{
    struct error err = {0};
    struct buffer b = {0};
    cr_expect_eq(file_write("none/f", "x", 1, &err), STATUS_FILE);
    cr_expect_str_eq(err.text, "cannot write none/f: No such file or directory");
    cr_expect_eq(file_read("none", 10, &b, &err), STATUS_FILE);
    cr_expect_str_eq(err.text, "cannot read none: No such file or directory");
    cr_expect_eq(file_read(".", 10, &b, &err), STATUS_FILE);
    cr_expect_str_eq(err.text, "cannot read .: Is a directory");
    cr_assert_eq(mkdir("d", 0700), 0);
    cr_expect_eq(file_write("d", "x", 1, &err), STATUS_FILE);
    cr_expect_eq(file_write("d/", "x", 1, &err), STATUS_FILE);
    cr_expect_eq(n_entries("d"), 0);
    cr_expect_eq(n_entries("."), 1);
    buffer_free(&b);
}

Test(file, a_full_device_is_an_error)
{
    struct error err = {0};
    cr_expect_eq(file_write("/dev/null", "x", 1, &err), STATUS_OK);
    cr_expect_eq(file_write("/dev/full", "x", 1, &err), STATUS_FILE);
    cr_expect_str_eq(err.text, "cannot write /dev/full: No space left on device");
}

Test(file, longer_than_allowed_is_refused)
{
    struct error err = {0};
    struct buffer b = {0};
    write_text("f", "0123456789");
    cr_expect_eq(file_read("f", 10, &b, &err), STATUS_OK);
    buffer_free(&b);
    cr_expect_eq(file_read("f", 9, &b, &err), STATUS_FILE);
    cr_expect_str_eq(err.text, "cannot read f: longer than 9 bytes");
    buffer_free(&b);
    cr_expect_eq(file_read("/dev/zero", 1000, &b, &err), STATUS_FILE);
    buffer_free(&b);
}

/* Without end, and more than there is memory for. */
Test(file, too_long_for_the_memory_is_an_error)
{
#ifdef __SANITIZE_ADDRESS__
    cr_skip_test("the sanitizer ends a program that has no memory left");
#endif
    struct rlimit limit = {(rlim_t)1 << 30, (rlim_t)1 << 30};
    struct error err = {0};
    struct buffer b = {0};
    cr_assert_eq(setrlimit(RLIMIT_AS, &limit), 0);
    cr_expect_eq(file_read("/dev/zero", (size_t)1 << 36, &b, &err), STATUS_NO_MEMORY);
    buffer_free(&b);
}

Test(file, directories_are_made_with_their_parents)
{
    struct error err = {0};
    struct stat st;
    cr_expect_eq(file_make_directory("a/b//c/", &err), STATUS_OK);
    cr_expect(stat("a/b/c", &st) == 0 && S_ISDIR(st.st_mode));
    cr_expect_eq(file_make_directory("a/b", &err), STATUS_OK);
    cr_expect_eq(file_make_directory("/", &err), STATUS_OK);
    write_text("a/f", "x");
    cr_expect_eq(file_make_directory("a/f", &err), STATUS_FILE);
    cr_expect_str_eq(err.text, "cannot create directory a/f: Not a directory");
    cr_expect_eq(file_make_directory("a/f/g", &err), STATUS_FILE);
    cr_expect_eq(file_make_directory("", &err), STATUS_FILE);
    cr_expect_str_eq(err.text, "cannot create directory '': No such file or directory");
}

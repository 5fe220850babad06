#include <criterion/criterion.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/npy.h"

/* A file of version `version` with this header, as it is, and data. */
static struct buffer file_of(int version, const char *header, const void *data, size_t size)
{
    struct buffer file = {0};
    size_t length = strlen(header);
    unsigned char front[12] = {0x93, 'N', 'U', 'M', 'P', 'Y', (unsigned char)version, 0};
    front[8] = (unsigned char)length;
    front[9] = (unsigned char)(length >> 8);
    buffer_append(&file, front, version == 1 ? 10 : 12);
    buffer_puts(&file, header);
    buffer_append(&file, data, size);
    return file;
}

static enum status parse(const char *header, const void *data, size_t size, struct npy_array *array,
                         struct error *err)
{
    struct buffer file = file_of(1, header, data, size);
    enum status status = npy_parse("x.npy", file.data, file.size, array, err);
    buffer_free(&file);
    return status;
}

Test(npy, reads_numbers_in_c_and_fortran_order)
{
    static const unsigned char data[6] = {1, 2, 3, 4, 5, 6};
    struct npy_array c = {0}, f = {0};
    cr_assert_eq(
        parse("{'descr': '|u1', 'fortran_order': False, 'shape': (2, 3), }", data, 6, &c, NULL),
        STATUS_OK);
    cr_expect(c.kind == 'u' && c.item_bytes == 1 && c.n_dimensions == 2 && c.shape[0] == 2 &&
              c.shape[1] == 3);
    cr_expect_arr_eq(c.data, data, 6);
    cr_assert_eq(
        parse("{'shape': (2, 3), 'fortran_order': True, 'descr': '|u1'}\n", data, 6, &f, NULL),
        STATUS_OK);
    static const unsigned char rows[6] = {1, 3, 5, 2, 4, 6};
    cr_expect_arr_eq(f.data, rows, 6);
    npy_free(&c);
    npy_free(&f);
}

Test(npy, fortran_order_moves_whole_items_in_three_dimensions)
{
    uint16_t data[24], expected[24];
    for (unsigned n = 0; n < 24; n++)
        data[n] = (uint16_t)(1000 + n);
    for (unsigned i = 0; i < 2; i++)
        for (unsigned j = 0; j < 3; j++)
            for (unsigned k = 0; k < 4; k++)
                expected[(i * 3 + j) * 4 + k] = data[i + 2 * j + 6 * k];
    struct npy_array array = {0};
    cr_assert_eq(parse("{'descr': '<u2', 'fortran_order': True, 'shape': (2, 3, 4), }", data, 48,
                       &array, NULL),
                 STATUS_OK);
    cr_expect_eq(memcmp(array.data, expected, 48), 0);
    npy_free(&array);
}

Test(npy, reads_every_version_of_the_format)
{
    for (int version = 1; version <= 4; version++) {
        struct buffer file = file_of(
            version, "{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }\n", "abcd", 4);
        struct npy_array array = {0};
        struct error err = {0};
        enum status status = npy_parse("x.npy", file.data, file.size, &array, &err);
        cr_expect_eq(status, version <= 3 ? STATUS_OK : STATUS_FILE, "version %d: %s", version,
                     err.text);
        npy_free(&array);
        buffer_free(&file);
    }
}

Test(npy, reads_what_it_writes_and_the_data_is_aligned)
{
    unsigned char data[4 * 7] = {0};
    for (unsigned n = 0; n < sizeof data; n++)
        data[n] = (unsigned char)(n * 37 + 1);
    for (int n_dimensions = 0; n_dimensions <= NPY_MAX_DIMENSIONS; n_dimensions++) {
        struct npy_array array = {'f', 4, n_dimensions, {1, 1, 1, 1}, data}, back = {0};
        struct buffer file = {0};
        if (n_dimensions)
            array.shape[n_dimensions - 1] = 7;
        npy_append(&array, &file);
        size_t size = 4 * npy_count(&array);
        cr_expect_eq((file.size - size) % 64, 0);
        cr_expect_eq(file.data[file.size - size - 1], '\n');
        struct error err = {0};
        cr_assert_eq(npy_parse("x.npy", file.data, file.size, &back, &err), STATUS_OK, "%s",
                     err.text);
        cr_expect(back.n_dimensions == n_dimensions && !memcmp(back.data, data, size));
        npy_free(&back);
        buffer_free(&file);
    }
}

Test(npy, refuses_with_a_reason)
{
    static const struct {
        const char *header, *reason;
    } rows[] = {
        {"{'descr': '>f4', 'fortran_order': False, 'shape': (1,), }", "big-endian"},
        {"{'descr': '|O', 'fortran_order': False, 'shape': (1,), }", "not plain numbers"},
        {"{'descr': '<c8', 'fortran_order': False, 'shape': (1,), }", "not plain numbers"},
        {"{'descr': '<f1', 'fortran_order': False, 'shape': (4,), }", "not plain numbers"},
        {"{'descr': '<f16', 'fortran_order': False, 'shape': (1,), }", "not plain numbers"},
        {"{'descr': '', 'fortran_order': False, 'shape': (1,), }", "not plain numbers"},
        {"{'descr': '<', 'fortran_order': False, 'shape': (1,), }", "not plain numbers"},
        {"{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,), }", "plain numbers"},
        {"{'descr': '<f4', 'fortran_order': 1, 'shape': (1,), }", "neither True nor False"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }",
         "takes 8 bytes, the file has"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (0,), }",
         "takes 0 bytes, the file has"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296), }",
         "more elements than can be"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,), }",
         "no tuple of sizes"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (-1,), }", "no tuple of sizes"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (1 1), }", "no tuple of sizes"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': 1, }", "no tuple"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (1,1,1,1,1), }", "more than 4"},
        {"{'descr': '<f4', 'fortran_order': False}", "lacks 'shape'"},
        {"{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (1,)}", "twice"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (1,), 'x': 1}", "no key"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (1,)} x", "damaged"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (1,)", "damaged"},
        {"{'descr", "damaged"},
        {"", "no dictionary"},
    };
    for (size_t n = 0; n < sizeof rows / sizeof rows[0]; n++) {
        struct npy_array array = {0};
        struct error err = {0};
        cr_expect_eq(parse(rows[n].header, "abcd", 4, &array, &err), STATUS_FILE, "%s",
                     rows[n].header);
        cr_expect(strstr(err.text, rows[n].reason), "%s: %s", rows[n].header, err.text);
        cr_expect_null(array.data);
    }
}

/* However short: refused, never read beyond the end (which check-san sees). */
Test(npy, every_prefix_of_a_file_is_refused)
{
    struct buffer file =
        file_of(2, "{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }\n", "abcd", 4);
    for (size_t size = 0; size < file.size; size++) {
        char *copy = malloc(size + 1);
        struct npy_array array = {0};
        memcpy(copy, file.data, size);
        copy = realloc(copy, size ? size : 1);
        cr_expect_eq(npy_parse("x.npy", copy, size, &array, NULL), STATUS_FILE, "%zu", size);
        free(copy);
    }
    /* a header that says it is 4 GiB long */
    memset(file.data + 8, 0xff, 4);
    struct npy_array array = {0};
    struct error err = {0};
    cr_expect_eq(npy_parse("x.npy", file.data, file.size, &array, &err), STATUS_FILE);
    cr_expect(strstr(err.text, "longer than the file"), "%s", err.text);
    buffer_free(&file);
}

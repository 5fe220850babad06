/* NumPy's array files.
 *
 * Knows: .npy as NumPy writes it (NEP 1, "A Simple File Format for NumPy Arrays"; versions 1, 2 and
 * 3): little-endian numbers in C or Fortran order.
 * Refuses to know: what the numbers are for. Big-endian, structured and object arrays are refused.
 */
#ifndef BASE_NPY_H
#define BASE_NPY_H

#include "base/buffer.h"

enum { NPY_MAX_DIMENSIONS = 4 };

struct npy_array {
    char kind;      /* 'f' floating point, 'i' signed, 'u' unsigned */
    int item_bytes; /* 1, 2, 4 or 8 */
    int n_dimensions;
    size_t shape[NPY_MAX_DIMENSIONS];
    unsigned char *data; /* in C order, whatever the file's; owned; NULL where nothing is held */
};

/* Whether these are the first bytes of such a file. */
bool npy_is(const void *bytes, size_t size);

/* Reads the file that is in memory; `name` is for messages. Nothing is allocated that the file does
 * not hold: its length must be that of header and data, to the byte. STATUS_FILE says what is
 * wrong. Free with npy_free, which a zeroed array survives too. */
enum status npy_parse(const char *name, const void *bytes, size_t size, struct npy_array *array,
                      struct error *err);
void npy_free(struct npy_array *array);

/* Elements; the product of the shape, which is known to fit. */
size_t npy_count(const struct npy_array *array);

/* "float16[64][32]" into `text`, which is returned. */
enum { NPY_TEXT_BYTES = 128 };
const char *npy_text(const struct npy_array *array, char text[NPY_TEXT_BYTES]);

/* Appends header and data, version 1, C order. */
void npy_append(const struct npy_array *array, struct buffer *out);

#endif

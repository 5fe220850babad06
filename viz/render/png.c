/* The only file that knows libpng. */
#include "render/png.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_NOTES = 16 };

static void on_error(png_structp png, png_const_charp message)
{
    struct error *err = png_get_error_ptr(png);
    error_set(err, STATUS_INTERNAL, "libpng: %s", message);
    png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message) { (void)png, (void)message; }

static void on_write(png_structp png, png_bytep bytes, size_t n)
{
    struct buffer *out = png_get_io_ptr(png);
    buffer_append(out, bytes, n);
    if (out->failed)
        png_error(png, "out of memory");
}

static void on_flush(png_structp png) { (void)png; }

static bool is_ascii(const char *text)
{
    while (*text && (unsigned char)*text < 0x80)
        text++;
    return !*text;
}

static void set_notes(png_structp png, png_infop info, const struct png_note *notes, int n_notes)
{
    png_text text[MAX_NOTES] = {{0}};
    for (int n = 0; n < n_notes && n < MAX_NOTES; n++) {
        bool ascii = is_ascii(notes[n].text);
        text[n].compression = ascii ? PNG_TEXT_COMPRESSION_NONE : PNG_ITXT_COMPRESSION_NONE;
        text[n].key = (char *)notes[n].keyword; /* libpng copies it */
        text[n].text = (char *)notes[n].text;
        text[n].text_length = ascii ? strlen(notes[n].text) : 0;
        text[n].itxt_length = ascii ? 0 : strlen(notes[n].text);
    }
    png_set_text(png, info, text, n_notes < MAX_NOTES ? n_notes : MAX_NOTES);
}

/* Everything that libpng may leave by longjmp; `row` is the caller's so that nothing leaks. */
static bool write_all(png_structp png, png_infop info, const struct pixels *pixels,
                      unsigned pixels_per_metre, const struct png_note *notes, int n_notes,
                      png_byte *row)
{
    if (setjmp(png_jmpbuf(png)))
        return false;
    png_set_IHDR(png, info, (png_uint_32)pixels->width, (png_uint_32)pixels->height, 8,
                 PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    /* Flat colours: rows as they are compress best, and the higher levels gain nothing. */
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
    png_set_compression_level(png, 6);
    png_set_pHYs(png, info, pixels_per_metre, pixels_per_metre, PNG_RESOLUTION_METER);
    set_notes(png, info, notes, n_notes);
    png_write_info(png, info);
    for (int y = 0; y < pixels->height; y++) {
        const uint32_t *from = &pixels->data[(size_t)y * (size_t)pixels->width];
        for (int x = 0; x < pixels->width; x++) {
            row[3 * x + 0] = (png_byte)(from[x] >> 16);
            row[3 * x + 1] = (png_byte)(from[x] >> 8);
            row[3 * x + 2] = (png_byte)from[x];
        }
        png_write_row(png, row);
    }
    png_write_end(png, info);
    return true;
}

enum status png_encode(const struct pixels *pixels, unsigned pixels_per_metre,
                       const struct png_note *notes, int n_notes, struct buffer *out,
                       struct error *err)
{
    struct error failure = {STATUS_NO_MEMORY, "out of memory"};
    enum status status = STATUS_OK;
    png_infop info = NULL;
    png_structp png =
        png_create_write_struct(PNG_LIBPNG_VER_STRING, &failure, on_error, on_warning);
    png_byte *row = malloc((size_t)pixels->width * 3);
    if (png)
        info = png_create_info_struct(png);
    if (!png || !info || !row) {
        status = error_set(err, STATUS_NO_MEMORY, "out of memory");
        goto out;
    }
    png_set_write_fn(png, out, on_write, on_flush);
    if (!write_all(png, info, pixels, pixels_per_metre, notes, n_notes, row))
        status = error_set(err, out->failed ? STATUS_NO_MEMORY : failure.code, "%s", failure.text);
out:
    free(row);
    png_destroy_write_struct(&png, &info);
    return status;
}

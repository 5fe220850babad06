/* Finding the one font of the figures, by file. */
#ifndef RENDER_FONT_H
#define RENDER_FONT_H

#include "base/status.h"

enum { FONT_PATH_BYTES = 1024 };

/* Where distributions keep DejaVu; ends with NULL. */
extern const char *const font_directories[];

/* The path of `file` ("DejaVuSans.ttf"): the first of `directories` that has it, else what
 * fontconfig knows under that file name. No other font is ever taken: STATUS_FILE says which is
 * missing and which package has it. */
enum status font_find(const char *file, const char *const *directories, char path[FONT_PATH_BYTES],
                      struct error *err);

#endif

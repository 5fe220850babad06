/* What was installed together with the running program. */
#ifndef BASE_ORIGIN_H
#define BASE_ORIGIN_H

#include "base/status.h"

enum { ORIGIN_PATH_BYTES = 4096 };

/* Path of the shared library `name` that belongs to this program: in ../lib/smfviz (after `make
 * install`) or ../lib (in the build directory), seen from the program's own directory, wherever it
 * was called from. STATUS_FILE if it is in neither. */
enum status origin_library(const char *name, char path[ORIGIN_PATH_BYTES], struct error *err);

#endif

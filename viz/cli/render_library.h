/* The render library, opened when a figure is wanted. Private to cli/. */
#ifndef CLI_RENDER_LIBRARY_H
#define CLI_RENDER_LIBRARY_H

#include "render/render.h"

/* libsmfviz-render.so beside the program; it stays open. */
enum status render_library_open(const struct render_api **api, struct error *err);

#endif

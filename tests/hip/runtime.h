/* HIP's own header, as a program for AMD devices sees it. It is written for compilers with fewer
 * warnings, and defines what it does not use. */
#ifndef RUNTIME_H
#define RUNTIME_H

#define __HIP_PLATFORM_AMD__
#pragma GCC system_header
#include <hip/hip_runtime_api.h>

#endif

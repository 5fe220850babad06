/* Calls a function that the emulator does not have. */
#define __HIP_PLATFORM_AMD__
#include <hip/hip_runtime_api.h>

int main(void)
{
    hipArray *array = 0;
    hipChannelFormatDesc format = {8, 0, 0, 0, hipChannelFormatKindSigned};
    return hipMallocArray(&array, &format, 4, 4, 0) == hipSuccess ? 0 : 1;
}

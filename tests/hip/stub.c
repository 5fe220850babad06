/* A HIP runtime to link with, not to run with: its functions fail. stub.map gives the symbols the
 * version nodes of ROCm's own library; the Makefile builds it under ROCm 6's and 7's sonames. */
#define FAILS(name)                                                                                \
    int name(void);                                                                                \
    int name(void) { return 999; }

FAILS(hipDeviceSynchronize)
FAILS(hipGetDevicePropertiesR0600)
FAILS(hipInit)
FAILS(hipMalloc)
FAILS(hipMemcpy)
FAILS(hipMemset)
FAILS(hipModuleGetFunction)
FAILS(hipModuleGetGlobal)
FAILS(hipModuleLaunchKernel)
FAILS(hipModuleLoad)
FAILS(hipModuleUnload)

const char *hipGetErrorString(int error);
const char *hipGetErrorString(int error)
{
    (void)error;
    return "this is a stub";
}

// Functions that are compiled for an accelerator as well as for the host. Without CUDA's compiler the macro
// is empty.
#pragma once

#if defined(__CUDACC__)
#define EBB_DEVICE __host__ __device__
#else
#define EBB_DEVICE
#endif

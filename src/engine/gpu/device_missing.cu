// Looks for an accelerator that runs the kernels of this program.
#include <cuda_runtime.h>

#include <string>

#include "engine/gpu/device_machine.hpp"

namespace ebb::inline engine {
namespace {

__global__ void any_kernel() {}

std::string reason(const char* what, cudaError_t error) {
  return std::string(what) + " (" + cudaGetErrorString(error) + ")";
}

}  // namespace

std::string missing_device() {
  int driver = 0;
  if (cudaDriverGetVersion(&driver) != cudaSuccess || driver == 0) return "CUDA finds no driver for one";
  int devices = 0;
  if (const cudaError_t error = cudaGetDeviceCount(&devices); error != cudaSuccess || devices == 0)
    return reason("CUDA finds none", error == cudaSuccess ? cudaErrorNoDevice : error);
  cudaFuncAttributes attributes;
  if (const cudaError_t error = cudaFuncGetAttributes(&attributes, any_kernel); error != cudaSuccess)
    return reason("this program has no kernels for the one here", error);
  return "";
}

}  // namespace ebb::inline engine

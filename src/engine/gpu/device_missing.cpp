#include "engine/gpu/device_machine.hpp"

#if !defined(EBB_CUDA)
namespace ebb::inline engine {

std::string missing_device() {
  return "this program was built without CUDA (EBB_CUDA, docs/notes/accelerator.md)";
}

}  // namespace ebb::inline engine
#endif

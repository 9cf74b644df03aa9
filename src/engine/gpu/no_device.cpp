// In place of the files for CUDA's compiler, where the program is built without it.
#include "engine/gpu/device_executors.hpp"

namespace ebb::inline engine {

std::string why_no_device() { return "this program was built without CUDA (EBB_CUDA)"; }

MakeDeviceExecutor device_executor_for(std::type_index) { return nullptr; }

}  // namespace ebb::inline engine

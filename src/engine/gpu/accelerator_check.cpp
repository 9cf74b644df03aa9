#include "engine/gpu/accelerator_check.hpp"

#include <string>

#include "engine/gpu/device_machine.hpp"

namespace ebb::inline engine {

Problems check_accelerator(ExecutorKind executor) {
  if (executor != ExecutorKind::gpu) return {};
  const std::string missing = missing_device();
  if (missing.empty()) return {};
  return {{"--executor", "there is no accelerator to run on: " + missing,
           "--executor threads gives the same results"}};
}

}  // namespace ebb::inline engine

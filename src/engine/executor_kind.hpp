// The executors that a run can choose from.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace ebb::inline engine {

/// Which executor runs the rules.
enum class ExecutorKind : std::uint8_t {
  threads,       ///< windows, blocks, threads and ranks: fast
  plain,         ///< one event at a time: slow, and simple enough to be the reference
  gpu,           ///< windows on an accelerator
  gpu_emulated,  ///< the same on this machine, for tests
};
constexpr auto names_of(ExecutorKind) {
  return std::array<std::string_view, 4>{"threads", "plain", "gpu", "gpu-emulated"};
}
constexpr bool is_gpu(ExecutorKind kind) {
  return kind == ExecutorKind::gpu || kind == ExecutorKind::gpu_emulated;
}

}  // namespace ebb::inline engine

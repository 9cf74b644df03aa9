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
  gpu_emulated,  ///< the executor for accelerators, on this machine: slow, for tests
  gpu,           ///< an accelerator; only where the program was built for one
};
constexpr auto names_of(ExecutorKind) {
  return std::array<std::string_view, 4>{"threads", "plain", "gpu-emulated", "gpu"};
}

/// Says whether it is the executor for accelerators, on one or emulated.
constexpr bool is_for_warps(ExecutorKind executor) {
  return executor == ExecutorKind::gpu_emulated || executor == ExecutorKind::gpu;
}

}  // namespace ebb::inline engine

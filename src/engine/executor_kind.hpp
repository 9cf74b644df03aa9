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
};
constexpr auto names_of(ExecutorKind) {
  return std::array<std::string_view, 3>{"threads", "plain", "gpu-emulated"};
}

}  // namespace ebb::inline engine

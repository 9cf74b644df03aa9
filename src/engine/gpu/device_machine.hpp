// An accelerator of NVIDIA as the machine that runs warps. Only programs built with EBB_CUDA have it.
#pragma once

#include <memory>
#include <string>

#include "engine/executor_kind.hpp"
#include "engine/gpu/coverage.hpp"
#include "engine/gpu/warp_machine.hpp"

namespace ebb::inline engine {

struct AnyTable {
  template <class Table>
  void operator()(Table&) const {}
};
/// A routing whose functions are compiled for accelerators, too, and that lists its tables, so that they can
/// be copied there. The .cu files of this folder compile device_machine() for each of them.
template <class Routing>
concept RunsOnDevice = LooksOnlyHere<Routing> && requires(Routing& routing) {
  routing.each_table(AnyTable{});
};

inline constexpr bool built_for_devices =
#if defined(EBB_CUDA)
    true;
#else
    false;
#endif

/// Says whether the executor is one that runs warps, and has this routing in this program.
template <class Routing>
constexpr bool runs_warps(ExecutorKind executor) {
  if (executor == ExecutorKind::gpu_emulated) return LooksOnlyHere<Routing>;
  return executor == ExecutorKind::gpu && built_for_devices && RunsOnDevice<Routing>;
}

/// Returns why there is no accelerator here; nothing if there is one.
std::string missing_device();

/// Returns an accelerator that runs warps with this routing, which must be prepared. There must be one.
/// Throws std::bad_alloc when its memory does not suffice.
template <class Routing>
std::unique_ptr<WarpMachine> device_machine(const Routing& routing);

/// Returns the machine of an executor that runs warps with this routing.
template <class Routing>
std::unique_ptr<WarpMachine> warp_machine(ExecutorKind executor, const Routing& routing) {
  if constexpr (built_for_devices && RunsOnDevice<Routing>)
    if (executor == ExecutorKind::gpu) return device_machine(routing);
  return emulated_machine(std::make_unique<WarpRoutingOf<Routing>>(routing));
}

}  // namespace ebb::inline engine

// An accelerator of NVIDIA as the machine that runs warps, in tests that are built with EBB_CUDA.
#pragma once

#include <memory>
#include <string>

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

/// Returns why there is no accelerator here; nothing if there is one.
std::string missing_device();

/// Returns an accelerator that runs warps with this routing, which must be prepared. There must be one.
/// Throws std::bad_alloc when its memory does not suffice.
template <class Routing>
std::unique_ptr<WarpMachine> device_machine(const Routing& routing);

}  // namespace ebb::inline engine

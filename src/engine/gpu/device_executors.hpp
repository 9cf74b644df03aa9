// The executors for accelerators that this program was built with, by routing. A program that was built
// without CUDA has none.
#pragma once

#include <memory>
#include <string>
#include <typeindex>

#include "base/units.hpp"
#include "engine/executor.hpp"
#include "engine/model/network_state.hpp"

namespace ebb::inline engine {

/// Returns why nothing runs on an accelerator here, or nothing where something does.
std::string why_no_device();

/// Makes an executor with a routing compiled in, which is of the type that it is for and outlives it.
using MakeDeviceExecutor = std::unique_ptr<Executor> (*)(NetworkState& state, Picoseconds batch,
                                                         const void* routing);
/// Returns null for a routing that is not compiled for accelerators.
MakeDeviceExecutor device_executor_for(std::type_index routing);

}  // namespace ebb::inline engine
